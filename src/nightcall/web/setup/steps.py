"""From what a step of the wizard sends to the draft: one reading per step, and one per button.

A form keeps what was typed even where it cannot be played: the engine says on the next page what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from secrets import randbits
from typing import Any, Final

from starlette.datastructures import FormData

from nightcall.engine.checking import MOST
from nightcall.engine.errors import NightcallError
from nightcall.engine.names import NAME_LIMIT
from nightcall.engine.options import OPTIONS, PRESETS, Option
from nightcall.engine.setup import DRAWS
from nightcall.rules.buildings.building import houses as all_houses
from nightcall.rules.decks import mixes
from nightcall.sim.people import words as tables
from nightcall.web.manner import DEALS
from nightcall.web.setup import advice, drafting, shapes
from nightcall.web.setup.drafting import Draft
from nightcall.web.setup.shapes import APART, KEPT_AT_MOST, card_names, event_names, every, known, variant_names


class NotUnderstood(NightcallError):
    """A field of the form holds what nobody can read; nothing was changed."""


def read(step: str, draft: Draft, form: FormData) -> Draft:
    """The draft with all that the step's form says; the button is read by `pressed`."""
    reader = _READERS.get(step)
    return reader(draft, form) if reader else draft


def pressed(step: str, draft: Draft, button: str) -> Draft:
    """The draft after a button such as `remove-3`; unknown buttons do nothing."""
    verb, _, what = button.partition("-")
    act = _BUTTONS.get((step, verb))
    return act(draft, what) if act else draft


# -- reading fields --


def _texts(form: FormData, name: str) -> list[str]:
    return [value for value in form.getlist(name) if isinstance(value, str)]


def _text(form: FormData, name: str) -> str:
    return next(iter(_texts(form, name)), "").strip()


def _prefixed(form: FormData, prefix: str) -> Iterator[tuple[str, str]]:
    for name, value in form.multi_items():
        if name.startswith(prefix) and isinstance(value, str):
            yield name.removeprefix(prefix), value.strip()


def _number(text: str, high: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= high):
        raise NotUnderstood("web.setup.not_a_number", given=text[:40], high=high)
    return int(text)


def _one(form: FormData, name: str, allowed: Collection[str], otherwise: str) -> str:
    value = _text(form, name)
    return value if value in allowed else otherwise


def _shown(form: FormData, what: str) -> bool:
    """Whether boxes were on the page at all: unticked ones are not sent."""
    return what in _texts(form, "shown")


def _ticked(form: FormData, name: str, among: Collection[str], before: tuple[str, ...]) -> tuple[str, ...]:
    return known(_texts(form, name), among) if _shown(form, name) else before


# -- players --


def _players(draft: Draft, form: FormData) -> Draft:
    names = _texts(form, "name") if _shown(form, "name") else list(draft.players)
    names += drafting.names(_text(form, "new"))
    pasted = _text(form, "paste")
    if pasted and (_text(form, "do") == "paste" or not names):
        names = drafting.names(pasted)
    count = _text(form, "count")
    if count and (_text(form, "do") == "count" or not names):
        wanted = _number(count, MOST)
        names = [*names, *[""] * wanted][:wanted]
    if len(names) > KEPT_AT_MOST:
        raise NotUnderstood("web.setup.too_many_names", given=len(names), high=MOST)
    return draft.seated(names)


def _place(draft: Draft, seat: str) -> int:
    """The place of a seat in the list; -1 if there is none."""
    found = int(seat) - 1 if seat.isascii() and seat.isdigit() and len(seat) < 5 else -1
    return found if found < len(draft.players) else -1


def _move(draft: Draft, seat: str, by: int) -> Draft:
    names, place = list(draft.players), _place(draft, seat)
    if place < 0 or not 0 <= place + by < len(names):
        return draft
    names.insert(place + by, names.pop(place))
    return draft.seated(names)


def _remove(draft: Draft, seat: str) -> Draft:
    place = _place(draft, seat)
    return draft.seated(name for index, name in enumerate(draft.players) if index != place)


# -- cards --


def _cards(draft: Draft, form: FormData) -> Draft:
    known_cards, counts = card_names(), _prefixed(form, "card-")
    deck = {name: _number(count or "0", KEPT_AT_MOST) for name, count in counts if name in known_cards}
    if deck and {name: count for name, count in deck.items() if count} != draft.cards:
        draft = replace(draft, deck=deck, mix="")
    labels = [label[:NAME_LIMIT].strip() for label in _texts(form, "label")]
    if len(labels) == 2:
        draft = replace(draft, labels=(labels[0] or "A", labels[1] or "B"))
    return replace(
        draft,
        trio=every(_texts(form, "trio"), card_names()) if _shown(form, "trio") else draft.trio,
        first_group=_ticked(form, "first", draft.players, draft.first_group),
        also_announced=_ticked(form, "also", card_names(), draft.also_announced),
        silent=_ticked(form, "silent", card_names(), draft.silent),
        wish=_wish(draft, form) if _shown(form, "wish") else draft.wish,
    )


def _wish(draft: Draft, form: FormData) -> dict[str, Any]:
    told = {name: _text(form, f"wish-{name}") for name in shapes.WISHES}
    chosen = {name: each for name, values in shapes.WISHES.items() for each in values if str(each) == told[name]}
    lists = {name: _texts(form, f"wish-{name}") for name in ("apart", "wanted", "never")}
    return shapes.wish({**draft.wish, **chosen, **lists})


def _advice(draft: Draft, style: str) -> Draft:
    """One of the decks advised."""
    found = next((panel for panel in advice.decks(draft) if panel.style == style), None)
    return replace(draft, deck=dict(found.deck), mix="") if found is not None else draft


def _swap(draft: Draft, cards: str) -> Draft:
    """One card for another, in any deck."""
    out, _, into = cards.partition("-")
    deck = draft.cards
    if not deck.get(out) or into not in card_names():
        return draft
    deck[out] -= 1
    deck[into] = deck.get(into, 0) + 1
    return replace(draft, deck=deck, mix="")


def _people(draft: Draft, word: str) -> Draft:
    return replace(draft, people=word) if word in tables() else draft


def _mix(draft: Draft, name: str) -> Draft:
    return replace(draft, mix=name, deck={}) if name in mixes(len(draft.players)) else draft


# -- extras --


def _extras(draft: Draft, form: FormData) -> Draft:
    homes = dict(draft.homes)
    for seat, house in _prefixed(form, "house-"):
        place = _place(draft, seat)
        if place >= 0:
            homes[draft.players[place]] = house
    events = _ticked(form, "event", event_names(), draft.events)
    stacked = known(_texts(form, "stack"), event_names())
    if stacked:
        is_all = _one(form, "pile", shapes.PILES, draft.pile) == shapes.ALL
        wanted = stacked if is_all else events
        events = (*(name for name in stacked if name in wanted), *(name for name in wanted if name not in stacked))
    return replace(
        draft,
        houses=_one(form, "houses", shapes.HOUSES, draft.houses),
        homes={name: house for name, house in homes.items() if house in all_houses()},
        pile=_one(form, "pile", shapes.PILES, draft.pile),
        events=events,
        draw=_one(form, "draw", DRAWS, draft.draw),
        in_force=_ticked(form, "lasting", event_names(), draft.in_force),
        hand=_ticked(form, "hand", event_names(), draft.hand),
        variants=_ticked(form, "variant", variant_names(), draft.variants),
    )


def _allow(draft: Draft, name: str) -> Draft:
    """Let the table play with houses, or with event cards, whatever the preset says."""
    return draft.with_option(name, True) if name in ("buildings_available", "event_cards_available") else draft


def _stack(draft: Draft, name: str, by: int) -> Draft:
    cards = list(draft.drawn)
    if name not in cards or not 0 <= cards.index(name) + by < len(cards):
        return draft
    place = cards.index(name)
    cards.insert(place + by, cards.pop(place))
    return replace(draft, events=tuple(cards))


# -- house rules --


def _rules(draft: Draft, form: FormData) -> Draft:
    for name, value in _prefixed(form, "opt-"):
        option = OPTIONS.get(name)
        if option is not None and name not in APART and not option.many:
            draft = draft.with_option(name, _value(option, value))
    for name, option in OPTIONS.items():
        if option.many and name not in APART and _shown(form, f"opt-{name}"):
            draft = draft.with_option(name, sorted(known(_texts(form, f"opt-{name}"), option.values)))
    if _shown(form, "debate_rules"):
        draft = replace(draft, debate_rules=bool(_text(form, "debate_rules")))
    return draft


def _value(option: Option, text: str) -> Any:
    found = [value for value in option.values if str(value) == text]
    if not found:
        raise NotUnderstood("web.setup.no_such_value", option=option.name, given=text[:40])
    return found[0]


def _drop(draft: Draft, name: str) -> Draft:
    return replace(draft, options={other: value for other, value in draft.options.items() if other != name})


# -- who deals --


def _deal(draft: Draft, form: FormData) -> Draft:
    if _shown(form, "switches"):
        draft = replace(
            draft,
            phones_vote=bool(_text(form, "phones_vote")),
            phones_act=bool(_text(form, "phones_act")),
            graveyard=bool(_text(form, "graveyard")),
        )
    debate = _text(form, "debate")
    return replace(
        draft,
        deal=_one(form, "deal", DEALS, draft.deal),
        debate=int(debate) if debate in map(str, shapes.DEBATES) else draft.debate,
    )


_READERS: Final[Mapping[str, Callable[[Draft, FormData], Draft]]] = {
    "players": _players,
    "cards": _cards,
    "extras": _extras,
    "rules": _rules,
    "deal": _deal,
}

_BUTTONS: Final[Mapping[tuple[str, str], Callable[[Draft, str], Draft]]] = {
    ("players", "up"): lambda draft, seat: _move(draft, seat, -1),
    ("players", "down"): lambda draft, seat: _move(draft, seat, 1),
    ("players", "remove"): _remove,
    ("players", "clear"): lambda draft, _: draft.seated(()),
    ("cards", "mix"): _mix,
    ("cards", "advise"): lambda draft, _: replace(draft, wish={**advice.USUAL, **draft.wish}),
    ("cards", "advice"): _advice,
    ("cards", "swap"): _swap,
    ("cards", "people"): _people,
    ("cards", "fill"): lambda draft, _: draft.filled(),
    ("extras", "deal"): lambda draft, _: replace(draft, houses=shapes.DEALT, houses_seed=randbits(32)),
    ("extras", "allow"): _allow,
    ("extras", "up"): lambda draft, name: _stack(draft, name, -1),
    ("extras", "down"): lambda draft, name: _stack(draft, name, 1),
    ("rules", "preset"): lambda draft, name: draft.with_preset(name) if name in PRESETS else draft,
    ("rules", "drop"): _drop,
    ("rules", "book"): lambda draft, _: replace(draft, options={}, debate_rules=False),
}
