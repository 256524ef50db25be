"""Double You, big complication: two hidden cards each."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import nightcall
from nightcall import PUBLIC, InvalidSetup, Setup
from nightcall.engine.deaths import Death
from nightcall.engine.game import playout
from nightcall.engine.prompts import Prompt
from nightcall.rules.variants.double_you_big import DoubleYouBig, Hands
from nightcall.sim.bots import RandomBot
from tests.rules.variants.doubled import BIG, Doubled
from tests.strategies import Recorder

ROLES = ["seer", "hunter", "witch", "cupid", "defender", "elder", "scapegoat"]
PEOPLE = "Ann:seer+defender Bea:hunter Cid:witch+werewolf Dan Eve Fay:elder Gus:scapegoat+werewolf"
PHYSICAL = pytest.mark.parametrize("physical", [False, True])


def cards(count: int, wolves: int = 2) -> list[str]:
    deck = ["werewolf"] * wolves + ROLES[: 2 * count - wolves]
    return deck + ["simple_villager"] * (2 * count - len(deck))


def faults(players: int, deck: list[str], **more: Any) -> dict[str, str]:
    with pytest.raises(InvalidSetup) as caught:
        Setup.of(players, deck, variants=[BIG], **more)
    return {fault.key: fault.rule for fault in caught.value.faults}


def table(people: str = PEOPLE, **options: Any) -> Doubled:
    options.setdefault("seer_reveal", "card")
    return Doubled(people, variants=BIG, **options)


def test_two_cards_for_everybody() -> None:
    """DBL-5: 2n cards."""
    Setup.of(7, cards(7), variants=[BIG])
    assert "setup.deck_size" in faults(7, cards(7)[:-1])
    assert "setup.deck_size" in faults(7, cards(7)[:7])


def test_the_number_of_players_may_be_limited_here_too() -> None:
    """OPT-DOUBLE-PLAYERS: seven to nine in both forms, or only in the small one."""
    assert faults(6, cards(6))["setup.double_you_players"] == "DBL-1"
    assert "setup.double_you_players" in faults(6, cards(6), preset="pact")
    Setup.of(6, cards(6), variants=[BIG], double_you_range="7-9_small_only")
    Setup.of(6, cards(6), variants=[BIG], preset="pacte")


@pytest.mark.parametrize(("limit", "warned"), [("7-9_both", True), ("7-9_small_only", False)])
def test_ten_need_a_second_box(limit: str, warned: bool) -> None:
    """AMD-58, OPT-DOUBLE-PLAYERS: every card of the pool may lie there twice, villagers as often as you like."""
    deck = [*ROLES, *cards(10)[: -len(ROLES)]]
    setup = Setup.of(10, deck, variants=[BIG], double_you_range=limit)
    assert ("warning.double_you_players" in [fault.key for fault in setup.warnings()]) == warned
    assert faults(10, ["seer", *deck[:-1]], double_you_range=limit)["setup.double_you_card"] == "DBL-2"
    assert "setup.double_you_card" in faults(9, ["seer", *cards(9)[:-1]], double_you_range=limit)


@pytest.mark.parametrize("card", ["thief", "little_girl", "village_idiot", "piper"])
def test_cards_that_are_not_used(card: str) -> None:
    """DBL-2."""
    assert faults(7, [*cards(7)[:-1], card])["setup.double_you_card"] == "DBL-2"


def test_all_cards_are_shuffled_together() -> None:
    """DBL-3: any two cards may come together, and nobody but the owner is told."""
    hands = set()
    for seed in range(60):
        game = nightcall.play(Setup.of(7, cards(7), variants=[BIG], seed=seed, cards_known_to_app=True))
        first = {event.facts["seat"]: event for event in game.events if event.name == "dealt"}
        second = {event.facts["seat"]: event for event in game.events if event.name == "second_dealt"}
        both = {seat: tuple(sorted((first[seat].facts["card"], second[seat].facts["card"]))) for seat in first}
        assert Counter(name for hand in both.values() for name in hand) == Counter(cards(7))
        assert game.village.wolves == {seat for seat, hand in both.items() if "werewolf" in hand}
        assert all(event.audience == (seat,) for seat, event in second.items())
        hands |= set(both.values())
    assert ("werewolf", "werewolf") in hands
    assert ("seer", "werewolf") in hands
    assert ("seer", "witch") in hands


@PHYSICAL
def test_one_werewolf_card_is_enough_and_the_other_power_is_used(physical: bool) -> None:
    """DBL-3, DBL-4: whichever of the two it is."""
    people = "Ann:werewolf+seer Bea:hunter Cid:witch+werewolf Dan Eve Fay:elder Gus:defender"
    t = table(people, physical=physical)
    t.upto("werewolves.devour", look="Bea", protect="Gus")
    assert t.options == ["Bea", "Dan", "Eve", "Fay", "Gus"]
    t.answer(devour="Dan", poison="Eve").dawn()
    assert t.dead == ["Dan", "Eve"]
    assert t.is_wolf("Ann")
    assert t.is_wolf("Cid")


@PHYSICAL
def test_a_player_uses_both_powers(physical: bool) -> None:
    """DBL-3: Ann is Seer and Defender."""
    t = table(physical=physical)
    t.night(look="Bea", protect="Ann", devour="Ann").dawn()
    assert t.dead == []
    assert t.happened("both_cards_seen", by="Ann", seat="Bea")


@PHYSICAL
def test_the_seer_may_look_at_nobody(physical: bool) -> None:
    """DBL-4, OPT-SEER-PASS"""
    t = table(physical=physical, seer_may_pass=True).night(look=None, protect="Ann", devour=None).dawn()
    assert not t.happened("both_cards_seen")


@PHYSICAL
def test_the_seer_sees_both_cards(physical: bool) -> None:
    """DBL-4."""
    t = table(physical=physical)
    t.night(look="Cid", protect="Ann", devour=None)
    assert t.sees("Ann", "both_cards_seen", seat="Cid", cards=("werewolf", "witch"))
    assert not t.sees("Cid", "both_cards_seen")
    assert not t.sees(None, "both_cards_seen")


@PHYSICAL
@pytest.mark.parametrize("hand", ["werewolf+seer", "seer+werewolf"])
def test_the_thumb_tells_of_either_card(physical: bool, hand: str) -> None:
    """DBL-4, SEER-2."""
    people = f"Ann:seer+defender Bea:{hand.replace('seer', 'hunter')} Cid:werewolf Dan Eve Fay:elder Gus:scapegoat"
    t = table(people, physical=physical, seer_reveal="wolf_thumb")
    t.night(look="Bea", protect="Ann", devour=None).dawn()
    assert t.happened("thumb", seat="Bea", up=True)
    t.day().night(look="Dan", protect="Dan", devour=None)
    assert t.happened("thumb", seat="Dan", up=False)


@PHYSICAL
def test_both_cards_are_shown_at_the_elimination(physical: bool) -> None:
    """DBL-3: by vote and by night."""
    t = table(physical=physical)
    t.night(look="Dan", protect="Ann", devour="Eve").dawn().day("Cid")
    assert t.dead == ["Eve", "Cid"]
    for name in t.dead:
        shown = [*t.events("card_shown", seat=name), *t.events("second_shown", seat=name)]
        assert sorted(event.facts["card"] for event in shown) == sorted(t.hands[name])
        assert all(event.seen_by(PUBLIC) for event in shown)


@PHYSICAL
@pytest.mark.parametrize("hand", ["hunter+simple_villager", "simple_villager+hunter"])
def test_a_hunter_shoots_whichever_card_is_turned_up_first(physical: bool, hand: str) -> None:
    """DBL-3."""
    people = f"Ann:seer+defender Bea:{hand} Cid:witch+werewolf Dan Eve Fay:elder Gus:scapegoat+werewolf"
    t = table(people, physical=physical)
    t.night(look="Dan", protect="Ann", devour="Bea").dawn(shoot="Cid")
    assert t.dead == ["Bea", "Cid"]


@PHYSICAL
@pytest.mark.parametrize("hand", ["elder+werewolf", "werewolf+elder"])
def test_despair_takes_the_powers_of_wolves_too(physical: bool, hand: str) -> None:
    """DBL-4: an Elder who is a Werewolf brings it, a Witch who is one suffers it."""
    people = f"Ann:seer+defender Bea:hunter Cid:witch+werewolf Dan Eve Fay:{hand} Gus:scapegoat"
    t = table(people, physical=physical)
    t.night(look="Dan", protect="Ann", devour=None).dawn().day("Fay")
    assert t.happened("despaired")
    t.night(devour="Bea")
    assert "witch" not in t.calls
    t.dawn()
    assert t.dead == ["Fay", "Bea"]


@PHYSICAL
@pytest.mark.parametrize("hand", ["elder+hunter", "hunter+elder"])
def test_an_elder_survives_the_first_bite(physical: bool, hand: str) -> None:
    """DBL-3, CK-1: the moderator looks until the Elder is found."""
    people = f"Ann:seer+defender Bea Cid:witch+werewolf Dan Eve Fay:{hand} Gus:scapegoat+werewolf"
    t = table(people, physical=physical)
    t.night(look="Dan", protect="Ann", devour="Fay").dawn()
    assert t.dead == []


@PHYSICAL
@pytest.mark.parametrize("hand", ["scapegoat+werewolf", "werewolf+scapegoat"])
def test_a_scapegoat_turns_up_both_cards_once(physical: bool, hand: str) -> None:
    """DBL-3, SCAPE-4."""
    people = f"Ann:seer+defender Bea:hunter Cid:witch+werewolf Dan Eve Fay:elder Gus:{hand}"
    t = table(people, physical=physical)
    t.night(look="Dan", protect="Ann", devour=None).dawn()
    t.day({"Ann": "Bea", "Bea": "Ann"}, voters=["Ann"])
    assert t.dead == ["Gus"]
    shown = [*t.events("card_shown", seat="Gus"), *t.events("second_shown", seat="Gus")]
    assert sorted(event.facts["card"] for event in shown) == ["scapegoat", "werewolf"]


@PHYSICAL
def test_both_werewolf_cards_may_lie_before_one_player(physical: bool) -> None:
    """DBL-3: then he is the whole pack."""
    people = "Ann:seer+defender Bea:hunter Cid:werewolf+werewolf Dan:witch Eve Fay:elder Gus:scapegoat"
    t = table(people, physical=physical)
    t.night(look="Dan", protect="Ann", devour="Eve").dawn().day("Cid")
    assert t.winner == "village"
    shown = [*t.events("card_shown", seat="Cid"), *t.events("second_shown", seat="Cid")]
    assert [event.facts["card"] for event in shown] == ["werewolf", "werewolf"]


def test_a_silent_role_may_lie_twice_before_one_player() -> None:
    """DBL-3, SW-IDENT-N1: fewer eyes than copies open, and nobody is taken for a holder who is none."""
    people = "Ann:seer+defender Bea:witch Cid:werewolf+hunter Dan Eve:cupid+elder Fay:werewolf+scapegoat Gus"
    t = table(people, physical=True, identify_silent_roles_n1=["simple_villager"])
    t.upto("identify")
    assert t.prompt is not None
    assert (t.prompt.card, t.prompt.low, t.prompt.high) == ("simple_villager", 3, 5)
    assert t.refuses(["Ann", "Bea"]).rule == "IDENT-0"
    t.say(["Bea", "Dan", "Gus"])
    assert "simple_villager" in t.possible("Dan")  # perhaps the other one as well
    assert "simple_villager" not in t.possible("Ann")
    t.upto("dawn.breaks", pair=["Ann", "Bea"], look="Bea", protect="Ann", devour="Gus").dawn()
    assert t.dead == ["Gus"]


def test_open_eyes_that_the_cards_rule_out_are_refused() -> None:
    """DBL-3, IDENT-4: Ann has shown the moderator two other cards."""
    t = table(physical=True)
    t.upto("werewolves.identify", look="Bea", protect="Ann")
    assert "Ann" not in t.options
    assert "Bea" not in t.options
    assert t.refuses(["Ann", "Cid"]).rule == "IDENT-4"
    assert t.refuses([]).rule
    t.say(["Cid", "Gus"])
    assert t.is_wolf("Gus")


class Hidden(RandomBot):
    """A random table with two physical cards each."""

    def __init__(self, random: Random, deck: list[str], count: int) -> None:
        super().__init__(random)
        dealt = random.sample(deck, len(deck))
        self.hands = {seat: [dealt[seat - 1], dealt[seat - 1 + count]] for seat in range(1, count + 1)}
        self.told: dict[int, list[str]] = {seat: [] for seat in self.hands}

    def __call__(self, prompt: Prompt) -> Any:
        if prompt.key in ("card.look", "card.shown"):
            left = Counter(self.hands[prompt.seat]) - Counter(self.told[prompt.seat])
            name = next(name for name in left if name in prompt.options)
            self.told[prompt.seat].append(name)
            return name
        card = {"werewolves.identify": "werewolf", "scapegoat.declare": "scapegoat", "identify": prompt.card}
        if prompt.key not in card:
            return super().__call__(prompt)
        found = tuple(seat for seat in prompt.options if card[prompt.key] in self.hands[seat])
        for seat in found:
            self.told[seat].append(card[prompt.key])
        return found if prompt.high > 1 else found[0] if found else None


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("seed", range(30))
def test_random_games_come_to_an_end_and_replay(known: bool, seed: int) -> None:
    """DBL-3, DBL-4, DBL-5 as a whole: every game ends with a winner, and its answers tell it again."""
    count = 7 + seed % 4
    deck = cards(count, wolves=2 + seed % 2)
    if count > 9:
        deck[-3:] = "witch", "elder", "defender"  # AMD-58
    preset = ("pact", "pacte")[seed % 2]
    setup = Setup.of(count, deck, preset=preset, variants=[BIG], seed=seed, cards_known_to_app=known)
    random = Random(seed)
    recorder = Recorder(RandomBot(random) if known else Hidden(random, deck, count))
    village, outcome = playout(setup, recorder, keeps_record=True)
    again = nightcall.play(setup, recorder.answers)
    assert again.outcome == outcome
    assert [event.to_json() for event in again.events] == [event.to_json() for event in village.events]


@PHYSICAL
def test_a_newcomer_from_another_hamlet_brings_one_card(physical: bool) -> None:
    """DBL-3, VARX-1: the hamlets go with it; there is no second card to turn up."""
    t = Doubled(PEOPLE, variants=f"{BIG} community_of_hamlets", physical=physical, seer_reveal="card")
    t.night(look="Bea", protect="Ann", devour=None).dawn()
    village = t.game.village
    seat = village.newcomer("Zoe", "simple_villager", "HAML-1")
    assert isinstance(village.cards, Hands)
    assert [card.name for card in village.cards.hand(seat)] == ["simple_villager"]
    death = Death(seat, "vote", "VOTE-1")
    village.faces[seat] = "simple_villager"
    village.the(DoubleYouBig).falls(village, death)
    assert not t.happened("second_shown", seat=seat)
