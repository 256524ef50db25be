"""What the screens show, as plain data for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from nightcall import desk
from nightcall.engine import prompts
from nightcall.engine.events import Event
from nightcall.engine.game import Game
from nightcall.engine.viewers import Viewer
from nightcall.web.manner import Manner
from nightcall.web.past.stories import Story
from nightcall.web.play import forms
from nightcall.web.table import Table, is_volunteering
from nightcall.words import Words


def seen(table: Table, viewer: Viewer, words: Words) -> dict[str, Any]:
    """The game for the public screen or for one seat: from its own view, and nothing else."""
    view = table.view(viewer)
    players = [each.name for each in view.seats]
    data = view.to_json()
    for entry, event in zip(data["log"], view.log, strict=True):
        entry["text"] = words.event(event, players)
    return {"game": table.id, **data, "voted": list(table.voted), "manner": _manner(table.open_manner)}


_INTERNAL: Final = frozenset(
    "practice looked shown_again claims next signs headway elsewhere led forecast mended recount".split()
)
"""What of the manner is the business of the pages alone."""


def _manner(manner: Manner) -> dict[str, Any]:
    data = asdict(manner) | {"vote_open": bool(manner.vote_open)}
    return {name: value for name, value in data.items() if name not in _INTERNAL}


def played(table: Table, seat: int, words: Words) -> dict[str, Any]:
    """What a player's phone shows: the view, what may be chosen now, and everything once the dead may see it."""
    data = seen(table, seat, words)
    data["asks"] = _asks(table, seat, words)
    data["powers"] = [{"value": power, "label": words.power(power)} for power in table.powers(seat)]
    data["graveyard"] = log(table, words) | {"seats": _seats(table, words)} if table.is_ghost(seat) else None
    return data


def _asks(table: Table, seat: int, words: Words) -> dict[str, Any] | None:
    form, prompt = forms.for_seat(table, seat, words), table.asks(seat)
    if form is None or prompt is None:
        return None
    legal = [number for number in prompt.options if number not in prompt.barred.get(seat, {})]
    choices = [{"value": face.seat, "label": face.name} for face in form.faces if face.seat in legal]
    plain: dict[str, Any] = {"yes": True, "no": False} if form.kind == prompts.YES_NO else {}
    if is_volunteering(prompt):
        plain = {"yes": seat, "no": None}
    choices += [{"value": plain.get(each.value, each.value), "label": each.label} for each in form.choices]
    choices += [{"value": None, "label": form.nothing}] if form.nothing else []
    return {
        "token": token(table, seat),
        "ask": prompt.key,
        "kind": form.kind,
        "question": form.ask,
        "low": form.low,
        "high": form.high,
        "choices": choices,
        "mine": table.suggested.get(seat),
    }


def token(table: Table, seat: int) -> str:
    """Names what a seat is asked now, by what that seat knows: the revision would count hidden steps."""
    prompt = table.asks(seat)
    return f"{prompt.key}/{len(table.view(seat).log)}" if prompt is not None else ""


def lead(table: Table, words: Words) -> dict[str, Any]:
    """What the moderator's screen shows."""
    game, earlier = table.game, table.earlier
    asked = earlier.prompt if earlier is not None else None
    misfit = game.misfit
    return {
        "game": table.id,
        "revision": table.revision,
        "phase": "over" if game.outcome is not None else game.village.phase,
        "night": game.village.night,
        "day": game.village.day,
        "title": desk.phase(game, words),
        "prompt": _prompt(game, earlier, words) if game.prompt is not None else None,
        "news": told(desk.news(game), game, words),
        "secrets": told(desk.secrets(game, asked), game, words),
        "answered": len(game.answers),
        "outcome": outcome(game, words),
        "misfit": {"index": misfit.index, "message": words.error(misfit, game.players)} if misfit is not None else None,
        "waiting": len(game.waiting),
        "seats": _seats(table, words),
        "claims": [{"claim": claim.key, "seat": claim.seat, "sign": claim.sign} for claim in table.manner.claims],
        "signs": [{"seat": seat, "power": power} for seat, power in table.manner.signs],
        "manner": _manner(table.manner) | {"vote_open": table.is_vote_open},
    }


def _prompt(game: Game, earlier: Game | None, words: Words) -> dict[str, Any]:
    prompt = game.prompt
    assert prompt is not None
    written, script = desk.written(game, prompt, words), desk.script_of(game, words, earlier)
    return prompt.to_json() | {
        "refused": dict(prompt.refused),
        "silenced": dict(prompt.silenced),
        "barred": {seat: dict(closed) for seat, closed in prompt.barred.items()},
        "bound": dict(prompt.bound),
        "weights": dict(prompt.weights),
        "before": script.before,
        "say": script.say,
        "is_said": script.is_said,
        "do": written.do,
        "question": written.ask,
        "choices": [{"value": value, "label": label} for value, label in written.choices],
    }


def outcome(game: Game, words: Words) -> dict[str, Any] | None:
    found = game.outcome
    if found is None:
        return None
    text = words.outcome(found, game.players)
    return {"winner": found.winner, "seats": list(found.seats), "rule": found.rule, "text": text}


def told(events: Sequence[Event], game: Game, words: Words) -> list[dict[str, Any]]:
    return [event.to_json() | {"text": words.event(event, game.players)} for event in events]


def _seats(table: Table, words: Words) -> list[dict[str, Any]]:
    village = table.game.village
    found = []
    for seat in village.seats:
        card = village.knows(seat)
        found.append(
            {
                "seat": seat,
                "name": village.name_of(seat),
                "is_alive": seat in village.living,
                "has_left": seat in village.gone or seat in village.elsewhere,
                "is_away": seat in village.away,
                "card": card.name if card is not None else None,
                "holds": desk.holding(village, seat, words),
                "state": list(desk.state(village, seat, words)),
                "has_phone": seat in table.taken,
                "suggests": table.suggested.get(seat),
            }
        )
    return found


def log(table: Table, words: Words) -> dict[str, Any]:
    """Everything that happened, and every answer with its question."""
    game = table.game
    asked = desk.asked(game)
    return {
        "events": told(game.events, game, words),
        "answers": [
            {
                "index": index,
                "ask": answer.key,
                "seat": answer.seat,
                "card": answer.card,
                "value": answer.value,
                "question": desk.question(prompt, words, game.players),
                "text": desk.spoken(answer, prompt, words, game.players),
            }
            for index, (answer, prompt) in enumerate(zip(game.answers, asked, strict=True))
        ],
    }


def story(told: Story) -> dict[str, Any]:
    """A finished game: the end, who held what, and everything that happened."""
    return {
        "winner": told.winner,
        "ending": told.ending,
        "rule": told.why.id,
        "parts": [
            {
                "seat": part.seat,
                "name": part.name,
                "holds": part.holding,
                "side": part.side,
                "is_winner": part.is_winner,
                "is_alive": part.is_living,
                "fate": part.fate,
            }
            for part in told.parts
        ],
        "chapters": [
            {
                "title": chapter.title,
                "time": chapter.time,
                "happenings": [
                    {"text": each.text, "is_secret": each.is_secret, "rule": each.rule} for each in chapter.happenings
                ],
            }
            for chapter in told.chapters
        ],
    }
