"""What a device chooses for itself, and the links that let it in."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall.engine.viewers import MODERATOR
from nightcall.web import access
from nightcall.web.store import Grant
from nightcall.web.visit import CHOSEN, LANGUAGE, Visit
from nightcall.words import Words

AT_MOST: Final = 20
"""As much of a strange language as is quoted."""


async def settings(request: Request) -> Response:
    """Language, hand and light of this device; then back to the page it came from."""
    visit = Visit(request)
    form = await visit.form()
    language = form.get("language")
    if language is not None:
        visit.keep(LANGUAGE, Words(str(language)[:AT_MOST]).language)
    for name, values in CHOSEN.items():
        value = form.get(name.removeprefix("nightcall_"))
        if value in values:
            visit.keep(name, str(value))
    return visit.to(_back(request))


def _back(request: Request) -> str:
    """The page the form stood on, if it was one of ours."""
    referer = request.headers.get("referer", "")
    if not referer or access.place(referer) != request.headers.get("host"):
        return "/"
    came = urlsplit(referer)
    path = came.path.removeprefix(request.scope.get("root_path", ""))
    return f"{path}?{came.query}" if came.query else path or "/"


async def link(request: Request) -> Response:
    """What a secret link opens. Looking at it, as previews of messages do, spends nothing."""
    visit = Visit(request)
    digest = access.digest(request.path_params["key"])
    invitation = await visit.site.store.invitation(digest)
    place = Grant(invitation.game, MODERATOR) if invitation is not None else await visit.site.store.key(digest)
    if place is None:
        raise access.NotAllowed("web.key.wrong")
    if visit.device and await visit.has(place):
        return visit.to(visit.entrance(place))
    return visit.page("link.html", leads=place.viewer == MODERATOR, key=request.path_params["key"])


async def use(request: Request) -> Response:
    """The button was tapped: from now on the device's own secret opens the game."""
    visit = Visit(request)
    await visit.form()
    store, digest = visit.site.store, access.digest(request.path_params["key"])
    if done := await visit.brought():
        return visit.to(visit.entrance(done))
    place = await store.key(digest)  # made by a program, for as long as it likes
    if place is not None:
        device = await visit.granted_device(place, game=place.game)
        if place.viewer == MODERATOR:
            await store.write(device, led_with(place.game), digest)
        await store.grant(device, place)
    elif (invitation := await store.invitation(digest)) is not None:
        place = Grant(invitation.game, MODERATOR)
        place = await store.accept(digest, await visit.granted_device(place, game=place.game))
    if place is None:
        raise access.NotAllowed("web.key.wrong")
    return visit.to(visit.entrance(place))


def led_with(game: str) -> str:
    """Where the store keeps with whose key a device has come to lead: it ends when the device lets go."""
    return f"led-with-{game}"


ROUTES: Final = [
    Route("/device", settings, methods=["POST"]),
    Route("/k/{key}", link),
    Route("/k/{key}", use, methods=["POST"]),
]
