"""One request: who asks, in which language, and how to reply."""

from __future__ import annotations

import hashlib
import ipaddress
import json
import re
import time
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, ModuleLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import Scope

from nightcall.engine.viewers import MODERATOR
from nightcall.web import access, limits, numbers, rescue
from nightcall.web.icons import HOUSE_SPRITE, NO_ICON, icon_of, symbols
from nightcall.web.store import Grant
from nightcall.web.table import Table
from nightcall.words import FIRST, LANGUAGES, Words, nearest, own_name

if TYPE_CHECKING:
    from nightcall.web.app import Site

assert numbers  # there are some in the addresses of whatever is visited
HERE: Final = Path(__file__).parent
VERSIONS: Final = HERE / "static" / "versions.json"
DEVICE: Final = "nightcall_device"
SAFE_DEVICE: Final = f"__Host-{DEVICE}"
"""The same where nobody listens: a browser lets no other name set it, neither a subdomain nor the same one in clear."""
ONCE: Final = "once"
"""The field that holds what only this page knows."""
BELONGINGS: Final = ("draft", "profiles")
"""What a device keeps besides its places: a table being set up, and house rules."""
LANGUAGE: Final = "nightcall_language"
HAND: Final = "nightcall_hand"
DAY: Final = "nightcall_day"
"""The light of the day: parchment, or candlelight for those who play in the dark."""
DIM: Final = "nightcall_dim"
CHOSEN: Final = {HAND: ("right", "left"), DAY: ("parchment", "candle"), DIM: ("none", "some", "much")}
"""What a device chooses for itself, besides the language: its cookie and the values, the usual one first."""
PASSED_ON: Final = ("x-forwarded-for", "forwarded", "x-real-ip", "via")
"""What a proxy says of whom it speaks for, whether or not it is believed."""
YEAR: Final = 365 * 24 * 3600
MAIN_FONT: Final = "alegreya-500.woff2"

TEMPLATES: Final = HERE / "templates"
COMPILED: Final = HERE / "compiled"
"""The same as Python: on a phone alone, where compiling them is slow."""

templates: Final = Environment(
    loader=ModuleLoader(COMPILED) if COMPILED.is_dir() else FileSystemLoader(TEMPLATES),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
JOINED: Final = re.compile(r"\b[^\W\d_]{1,12}(?:-[^\W\d_]{1,12}){1,2}\b")
"""A word of two or three parts: `Va-t-elle`, `Loup-Garou`. Longer ones would not fit on a narrow screen."""


def whole(text: str) -> Markup:
    """The text with such words kept on one line: whoever reads aloud stumbles over `Va-` at its end."""
    return Markup(JOINED.sub(r'<span class="whole">\g<0></span>', str(escape(text))))


templates.filters["whole"] = whole


class Visit:
    """Made at the beginning of an endpoint: `visit = Visit(request)`."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.site: Site = request.app.state.site
        self.language = language_of(request)
        self.words = Words(self.language)
        self.root: str = request.scope.get("root_path", "")
        self._cookies: dict[str, str] = request.scope.setdefault("nightcall.cookies", {})
        """What this device is given to keep, also with a page that says what went wrong."""
        self._once = ""
        """What tells the page apart from which a form was sent."""
        self._was: str | None = None
        """The device as it showed itself, where this tap was here before and its reply got lost."""

    # -- reading --

    @property
    def is_fragment(self) -> bool:
        """Whether a page that is open already wants only its view anew."""
        headers = self.request.headers
        return headers.get("hx-request") == "true" and headers.get("hx-history-restore-request") != "true"

    async def form(self) -> FormData:
        """What a form of ours sent; `NotAllowed` if it came from elsewhere."""
        if not access.is_from_here(self.request):
            raise access.NotAllowed("web.not_from_here")
        form = await self.request.form(max_files=1, max_fields=limits.FIELDS)
        once = form.get(ONCE)
        if isinstance(once, str) and access.is_secret(once) and not self.site.is_alone:
            self._once, again = once, access.renewed(self._secret, once)
            store, known_by = self.site.store, access.digest(again)
            just_now = time.time() - limits.RENEWED_FOR
            if await store.is_known(known_by) and await store.is_made_since(known_by, just_now):
                self._was, self._cookies[DEVICE] = self.device, again
        return form

    async def brought(self) -> Grant | None:
        """The place this very tap has brought before: its reply got lost."""
        if self._was is None:
            return None
        before = await self.site.store.places(self._was)
        return next((place for place in await self.site.store.places(self.device) if place not in before), None)

    @property
    def client(self) -> str:
        """Who asks, as far as limits go."""
        return client_of(self.request.scope)

    @property
    def is_at_home(self) -> bool:
        """Whether this device is in the network of a server at home, and asks it without anybody in between."""
        return self._address is not None and self._address.is_private

    @property
    def is_on_this_machine(self) -> bool:
        """Whether whoever asks sits at the server itself, where the games can be read anyway."""
        return self._address is not None and self._address.is_loopback

    @property
    def _address(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
        """Where whoever asks a server at home directly is; none if somebody may stand in between."""
        if not self.site.address or not self.is_direct:
            return None
        try:
            return ipaddress.ip_address(self.client)
        except ValueError:
            return None

    @property
    def is_direct(self) -> bool:
        """Whether nobody says that he only passes this on."""
        return not any(name in self.request.headers for name in PASSED_ON)

    # -- who it is --

    @property
    def device(self) -> str:
        """The digest of this device's secret; empty for one that has none yet."""
        return access.digest(self._secret) if self._secret else ""

    @property
    def _secret(self) -> str:
        secret = self._cookies.get(DEVICE) or self._shown
        return secret if access.is_secret(secret) else ""

    @property
    def _shown(self) -> str:
        """The secret as the device shows it; one it had before it came safely is as good, until it has a safe one."""
        cookies = self.request.cookies
        return (cookies.get(SAFE_DEVICE) if self._is_safe else None) or cookies.get(DEVICE, "")

    @property
    def _is_safe(self) -> bool:
        return self.request.url.scheme == "https" and not self.site.is_alone

    def rescue_code(self, game: str) -> str:
        """The code that gives the lead of a game to another device, if this one began it."""
        return rescue.code(self._secret, game)

    async def known_device(self, *, game: str = "") -> str:
        """The same, giving the device a secret if we know none of it; `TooMany` if it comes in a crowd of such.

        Whoever comes with a code or a link of a game is counted with those who do.
        """
        if not self.device or not (DEVICE in self._cookies or await self.site.store.is_known(self.device)):
            if game:
                await self.site.guests.of(game).refuse_flood(self.client)
            await self.site.devices.refuse_flood(self.client, invited=bool(game))
            await self.site.devices.note(self.client)
            if game:
                await self.site.guests.of(game).note(self.client)
            self._cookies[DEVICE] = self._new_secret()
        return self.device

    async def granted_device(self, place: Grant | None = None, *, game: str = "") -> str:
        """The same for whoever gets this place, or some place in a game: for each a device gets a new secret.

        Somebody else may have chosen the old one, and put it there: that one opens what it did, and nothing more. A
        phone alone keeps its own: there nobody else could use it.
        """
        old = await self.known_device(game=game)
        if DEVICE in self._cookies or self.site.is_alone or (place is not None and await self.has(place)):
            return old
        new, led = self._new_secret(), await self.site.store.places(old)
        games = [found.game for found in led if found.viewer == MODERATOR]
        codes = {rescue.digest(self.rescue_code(game)): rescue.digest(rescue.code(new, game)) for game in games}
        await self.site.store.renew_device(old, access.digest(new), codes)
        self._cookies[DEVICE] = new
        return self.device

    def _new_secret(self) -> str:
        return access.renewed(self._secret, self._once) if self._once else access.new_secret()

    async def has(self, place: Grant) -> bool:
        return bool(self.device) and place in await self.site.store.places(self.device)

    async def table(self) -> Table:
        """The game of this address; `NoSuchGame`."""
        return await self.site.tables.find(self.request.path_params["game"])

    async def moderated(self, *, gathering: bool = False) -> Table:
        """The same for its moderator; `NotAllowed` for everybody else.

        Where the app leads nobody does, from the moment the table is set up: whoever did that gathers the players on
        pages that say so, and has no other.
        """
        table = await self.table()
        if not await self.has(Grant(table.id, MODERATOR)):
            raise access.NotAllowed("web.not_leading")
        if table.is_led and not (gathering and table.sitting is None):
            raise access.NotAllowed("led.closed")
        return table

    async def played(self) -> tuple[Table, int]:
        """The game and the seat of this address, for whoever plays it."""
        table, seat = await self.table(), int(self.request.path_params["seat"])
        if not await self.has(Grant(table.id, seat)):
            raise access.NotAllowed("web.not_your_seat")
        return table, seat

    @staticmethod
    def entrance(place: Grant) -> str:
        """The page of a place."""
        return f"/g/{place.game}/lead" if place.viewer == MODERATOR else f"/g/{place.game}/seat/{place.viewer}"

    # -- replying --

    def path(self, path: str) -> str:
        """An address of ours, wherever the app is mounted: `path("/new")`."""
        return f"{self.root}{path}"

    @property
    def here(self) -> str:
        """The path that was asked for, without the place the app is mounted at."""
        return str(self.request.scope["path"]).removeprefix(self.root)

    def link(self, path: str) -> str:
        """An address of ours for another device: as this one found us, unless it sits on the server itself."""
        host = self.request.url.hostname or ""
        is_here = host in ("localhost", "::1") or host.startswith("127.")
        url = self.request.url
        base = self.site.address if is_here and self.site.address else f"{url.scheme}://{url.netloc}"
        return f"{base}{self.path(path)}"

    def qr(self, link: str) -> str:
        """The link as a picture, for `<img src=…>`."""
        import segno  # not where there is nobody to show it to

        code: str = segno.make(link, error="m").svg_data_uri(scale=8, border=3, dark="#000", light="#fff")
        return code

    def static(self, name: str) -> str:
        """A file of ours; its address changes with its content, so that a device may keep it for good."""
        return self.path(f"/static/{name}?v={version(name)}")

    def sprite(self, name: str) -> str:
        """An icon; the back of a card for what has none. Sprites hold them all: fetching one tells nobody's card."""
        name = icon_of(name, NO_ICON)
        sprite = symbols()[name][0]
        return f"{self.path(f'/{sprite}') if sprite == HOUSE_SPRITE else self.static(sprite)}#{name}"

    def page(self, template: str, /, status: int = 200, **facts: Any) -> Response:
        """A whole page; for a page that is open already only its `view` block."""
        facts |= {
            "visit": self,
            "is_fragment": self.is_fragment,
            "is_alone": self.site.is_alone,
            "words": self.words,
            "t": self.words.text,
            "language": self.language,
            "once": access.new_secret(),
            "languages": {name: own_name(name) for name in LANGUAGES},
            "path": self.path,
            "static": self.static,
            "sprite": self.sprite,
            "main_font": MAIN_FONT,
            "hand": self.chosen(HAND),
            "day": self.chosen(DAY),
            "dim": self.chosen(DIM),
        }
        return self._dressed(HTMLResponse(templates.get_template(template).render(facts), status))

    def chosen(self, name: str) -> str:
        """What this device has chosen, or the usual."""
        value = self.request.cookies.get(name, "")
        return value if value in CHOSEN[name] else CHOSEN[name][0]

    def to(self, path: str) -> Response:
        """On to another page of ours. An open page is sent there by htmx, a plain form by the browser."""
        # Two slashes, or what a browser takes for one, would be the beginning of somebody else's address.
        target = self.path("/" + quote(path.lstrip("/\\"), safe="/?&=%:+,;@!~*'()$-._"))
        if self.is_fragment:
            return self._dressed(Response(status_code=204, headers={"HX-Redirect": target}))
        return self._dressed(RedirectResponse(target, 303))

    def nothing(self) -> Response:
        """There is no news: the open page stays as it is."""
        return self._dressed(Response(status_code=204))

    def keep(self, name: str, value: str) -> None:
        """A cookie for this device."""
        self._cookies[name] = value

    def _dressed(self, response: Response) -> Response:
        cookies = self._cookies
        if self._is_safe:
            old = self._secret if SAFE_DEVICE not in self.request.cookies else ""
            given = cookies.get(DEVICE, old)
            cookies = {name: value for name, value in cookies.items() if name != DEVICE}
            cookies |= {SAFE_DEVICE: given} if given else {}
        for name, value in cookies.items():
            is_secure = self.request.url.scheme == "https"
            response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", secure=is_secure, path="/")
        return response


def client_of(scope: Scope) -> str:
    """Who asks, as far as limits go."""
    return access.client(scope["client"][0]) if scope.get("client") else ""


def language_of(request: Request) -> str:
    """The device's own choice, else what its browser prefers."""
    chosen = request.cookies.get(LANGUAGE, "")
    if chosen in LANGUAGES:
        return chosen
    wishes: list[tuple[float, str]] = []
    for part in request.headers.get("accept-language", "").split(",")[:20]:
        name, _, rest = part.strip().partition(";")
        quality = rest.strip().removeprefix("q=")
        wishes.append((-_quality(quality), nearest(name)))
    return next((name for _, name in sorted(wishes, key=lambda wish: wish[0]) if name), FIRST)


def _quality(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0


@lru_cache(1000)
def version(name: str) -> str:
    """The version of a static file, as its address names it."""
    return _versions().get(name) or version_of((HERE / "static" / name).read_bytes())


def version_of(content: bytes) -> str:
    """Another one for every content."""
    return hashlib.sha256(content).hexdigest()[:12]


@cache
def _versions() -> dict[str, str]:
    """As written by whoever put the app where its static files are not: on a phone alone the browser has them."""
    found: dict[str, str] = json.loads(VERSIONS.read_text("utf-8")) if VERSIONS.exists() else {}
    return found
