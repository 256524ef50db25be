"""The Seer."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine import prompts
from nightcall.engine.events import CARD, FLAG, SEAT, Tells
from nightcall.engine.prompts import PICK, Prompt
from nightcall.engine.rule import EVERY_NIGHT, Character
from nightcall.engine.village import Village


class Seer(Character):
    """Each night she looks at another player's card, or learns whether that player is a Werewolf. (SEER-1…SEER-8)"""

    name = "seer"
    family = "SEER"
    in_base_box = True
    wakes = EVERY_NIGHT
    borrowed_at = "own_call"
    rests_at_full_moon = True
    tells = [
        Tells("thumb", to="by", by=SEAT, seat=SEAT, up=FLAG, result=True),
        Tells("card_seen", to="by", by=SEAT, seat=SEAT, card=CARD, result=True),
    ]

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        low = 0 if v.options.seer_may_pass else 1
        return Prompt("seer.look", PICK, "SEER-1", options=v.living, low=low)

    @classmethod
    def shows(cls, v: Village) -> Prompt | None:
        if v.options.seer_reveal == "wolf_thumb" or v.options.cards_known_to_app:
            return None
        return _asked_for_card(v, v.listed_cards)

    def has_target(self, v: Village) -> bool:
        return bool(v.choosable(v.others(self.holder)))

    def call(self, v: Village) -> None:
        seat = look(v, self.holder, "seer.look", "SEER-1")
        if seat:
            v.note_sighting(seat)


def look(v: Village, by: int, key: str, rule: str) -> int:
    """One look at another player, whoever has it tonight; gives the seat."""
    seat = v.pick(key, v.others(by), rule=rule, by=by, optional=v.options.seer_may_pass, refused={by: "SEER-4"})
    if not seat:
        return 0
    name, is_wolf = "", None
    if v.options.seer_reveal == "wolf_thumb":
        is_wolf = v.is_wolf(seat)
        v.tell("thumb", "SEER-2", (by,), by=by, seat=seat, up=is_wolf)
    else:
        name = name_of_card(v, seat)
        v.tell("card_seen", "SEER-5", (by,), by=by, seat=seat, card=name)
    for listener in v.at("discovered"):
        listener.discovered(v, seat, name, is_wolf)
    return seat


def name_of_card(v: Village, seat: int) -> str:
    """The moderator shows the card; telling the app which it was is optional unless the table is to hear of it."""
    card = v.knows(seat)
    if card is not None:
        return card.name
    possible = v.cards.possible(seat)
    if len(possible) == 1:
        return possible[0]
    name: str | None = v.ask(_asked_for_card(v, possible, seat))
    return "" if name is None else v.locate(seat, name).name


def _asked_for_card(v: Village, possible: Sequence[str], seat: int = 0) -> Prompt:
    refused = dict.fromkeys(v.listed_cards, "IDENT-4")
    low = 1 if v.at("discovered") else 0
    return Prompt(
        "seer.card",
        prompts.CHOOSE,
        "SEER-1",
        options=possible,
        low=low,
        seat=seat,
        refused=refused,
        about=prompts.FACE,
    )
