"""The end of a game: the cards are turned over, and everybody may read the whole story."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall.engine.viewers import MODERATOR
from nightcall.sim.people import ORDINARY, People, words
from nightcall.web import dates
from nightcall.web.aside import telling
from nightcall.web.icons import symbols
from nightcall.web.led import dreams
from nightcall.web.past import stories
from nightcall.web.past.course import Course
from nightcall.web.past.stories import Story
from nightcall.web.store import Grant
from nightcall.web.table import Table
from nightcall.web.tables.at_hand import NoSuchGame
from nightcall.web.visit import Visit, templates


async def _told(visit: Visit) -> tuple[Table, Story]:
    """The story of this address; before the end there is none, and nothing of it may be shown."""
    table = await visit.table()
    if not table.is_over:
        raise NoSuchGame("web.past.not_over")
    return table, await telling(table.game, lambda: stories.told(table.game, visit.words, table.begun, table.drawn))


async def end(request: Request) -> Response:
    visit = Visit(request)
    table, story = await _told(visit)
    dreamt = dreams.told(table.game, dreams.read(await visit.site.store.dreams(table.id)), visit.words)
    leads = await visit.has(Grant(table.id, MODERATOR))

    def made() -> Response:
        return visit.page(
            "end.html",
            table=table,
            course=_course(visit, table),
            people=_people(table),
            story=story,
            text=stories.plain(story, visit.words),
            dreams=dreamt,
            leads=leads,
        )

    return await telling(table.game, made)


def _people(table: Table) -> str:
    """The word for how well they play: as the forecast had it."""
    forecast = table.manner.forecast
    return forecast.people if forecast is not None and forecast.people in words() else ORDINARY


def _course(visit: Visit, table: Table) -> Course:
    """How the odds moved, as far as that is known."""
    found = visit.site.background.known(_key(table))
    return found if isinstance(found, Course) else Course.of(table.game, People.called(_people(table)))


def _key(table: Table) -> str:
    return f"course/{table.id}/{table.revision}"


async def odds(request: Request) -> Response:
    """How the odds moved, for the open page; they are worked out while somebody asks."""
    visit = Visit(request)
    table = await visit.table()
    if not table.is_over:
        raise NoSuchGame("web.past.not_over")
    course = await visit.site.background.look(_key(table), lambda: _course(visit, table))
    return visit.page("course.html", table=table, course=course, people=_people(table))


async def as_page(request: Request) -> Response:
    """The story as one file that needs nothing else, to be kept or sent."""
    visit = Visit(request)
    table, story = await _told(visit)
    drawings = "".join(symbols()[icon][1] for icon in story.icons)
    text = templates.get_template("story.html").render(
        story=story, drawings=drawings, language=visit.language, t=visit.words.text
    )
    return _file(text, "text/html", table, "html")


async def as_text(request: Request) -> Response:
    visit = Visit(request)
    table, story = await _told(visit)
    return _file(stories.plain(story, visit.words), "text/plain", table, "txt")


async def tape(request: Request) -> Response:
    """The saved game as it lies in the store, also while it goes on: for whoever leads it."""
    visit = Visit(request)
    table = await visit.moderated()
    kept = await visit.site.store.get(table.id)
    return _file("".join(kept.lines if kept is not None else ()), "application/x-ndjson", table, "jsonl")


def _file(text: str, kind: str, table: Table, ending: str) -> Response:
    name = f"nightcall-{dates.local(table.begun):%Y-%m-%d-%H%M}.{ending}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type=f"{kind}; charset=utf-8", headers=headers)


ROUTES: Final = [
    Route("/g/{game}/end", end),
    Route("/g/{game}/end/odds", odds),
    Route("/g/{game}/end/story.html", as_page),
    Route("/g/{game}/end/story.txt", as_text),
    Route("/g/{game}/tape.jsonl", tape),
]
