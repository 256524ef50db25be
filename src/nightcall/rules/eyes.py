"""The pack before its first howl: who opens the eyes, one question whatever the cards; and what can be counted."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine.prompts import PACK, PICK, About, Prompt
from nightcall.engine.rule import character
from nightcall.engine.unmoderated import Round
from nightcall.engine.views import View
from nightcall.engine.village import Village


def eyes_prompt(
    v: Village, seats: Sequence[int], low: int, high: int, about: About = PACK, rule: str = "IDENT-R1"
) -> Prompt:
    """Everybody who opens them and was not known; those known to be Werewolves may be tapped too."""
    return Prompt(
        "werewolves.identify",
        PICK,
        rule,
        options=seats,
        low=low,
        high=high,
        refused=dict.fromkeys(v.living, "IDENT-4"),
        about=about,
        aloud=True,
        known=[seat for seat in v.living if seat in v.wolves and seat not in seats],
    )


def open_eyes(v: Village) -> tuple[int, ...]:
    """Those not known before. More eyes than cards not found yet: Wolf-Hounds have joined them (HOUND-5)."""
    joining = v.options.wolf_hound_call == "joins_werewolves" and v.options.wolf_hound_side == "own_choice"
    wolves = [name for name in v.cards.pool if character(name).is_wolf]
    hounds = [name for name in v.cards.pool if character(name).may_join_pack and joining]
    count, extra = (sum(v.cards.missing(name) for name in names) for names in (wolves, hounds))
    if not count + extra:
        return ()
    suspects = [seat for seat in v.living if seat not in v.cards.of]
    seats = [seat for seat in suspects if any(name in (*wolves, *hounds) for name in v.cards.possible(seat))]
    prompt = eyes_prompt(v, seats, count, count + extra, rule="HOUND-5" if extra else "IDENT-R1")
    found = v.ask_seats(prompt)
    joined = len(found) - count
    eyes_open = (*wolves, *hounds) if joined else wolves
    asleep = (*wolves, *hounds) if joined == extra else wolves
    narrowing = [
        (found, [name for name in v.cards.pool if name not in eyes_open]),
        ([seat for seat in v.living if seat not in found], asleep),
    ]
    if not v.cards.agrees(narrowing):
        raise prompt.refuse("answer.impossible", list(found), "IDENT-4")
    return found


def no_villager_is_left(v: Village) -> bool:
    """Neither among those known nor among the cards not found yet."""
    known = [seat for seat in v.living if seat in v.cards.of and seat not in v.wolves and seat not in v.allies]
    hidden = [cards[0] for name, cards in v.cards.pool.items() if not character(name).is_wolf]
    is_known = any(v.side(seat) in ("village", "lovers") for seat in known)
    return not is_known and all(card.camp(v) != "village" for card in hidden)


# -- where nobody moderates --


def listening(v: Village, seen: View) -> int:
    """The sign by which one of the pack pricks up the ears, while somebody may be spying (GIRL-2)."""
    return int("little_girl" in seen.deck and v.options.little_girl_caught != "no_rule")


def pack_rounds(v: Village, seen: View) -> Sequence[Round]:
    """A meal; once more for whom a Specter takes along, and for a Girl they may devour instead."""
    may_catch = v.options.little_girl_caught == "wolves_may_devour_instead" and "little_girl" in seen.deck
    girl = [Round("little_girl.devour", 2)] * may_catch
    specter = [Round("specter.choose")] * ("specter" in seen.events)
    return (Round("werewolves.devour", listening(v, seen), is_agreed=True), *girl, *specter)
