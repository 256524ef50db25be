"""What a device chooses for itself, and the links that let it in."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall.engine.viewers import MODERATOR
from nightcall.web import access
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


async def key(request: Request) -> Response:
    """A secret link, used once per device: from now on the device's own secret opens the game."""
    visit = Visit(request)
    place = await visit.site.store.key(access.digest(request.path_params["key"]))
    if place is None:
        raise access.NotAllowed("web.key.wrong")
    await visit.site.store.grant(visit.known_device(), place)
    if place.viewer == MODERATOR:
        return visit.to(f"/g/{place.game}/lead")
    return visit.to(f"/g/{place.game}/seat/{place.viewer}")


ROUTES: Final = [
    Route("/device", settings, methods=["POST"]),
    Route("/k/{key}", key),
]
