"""Believable players: legal, blind to what their seat cannot see, and about as good as people."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scripts.odds import correlation, effects

import nightcall
from nightcall import Prompt, Setup
from nightcall.engine.events import PUBLIC, Audience
from nightcall.engine.game import playout
from nightcall.engine.prompts import PICK
from nightcall.engine.rule import character
from nightcall.engine.village import Village
from nightcall.rules.decks import deal_buildings, mixes, recommended
from nightcall.sim.bots import RandomBot
from nightcall.sim.odds import odds
from nightcall.sim.people import People, model, words
from nightcall.sim.players import Players
from nightcall.sim.playouts import play_one, simulate, unswept
from nightcall.sim.thumbs import THUMBS
from tests.strategies import NO_VARIANT, TOGETHER, setups

EITHER = st.one_of(NO_VARIANT, TOGETHER)
QUIET = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))


def dealt(players: int, deck: dict[str, int], **options: Any) -> Setup:
    return Setup.of(players, deck, cards_known_to_app=True, seed=1, **options)


def village(setup: Setup, games: int, people: People | None, seed: int = 1) -> float:
    return simulate(setup, games, seed, people=people).share("village")


# -- legal --


class Checked(Players):
    def __call__(self, prompt: Prompt) -> Any:
        answer = super().__call__(prompt)
        prompt.check(answer)
        return answer


def play_checked(setup: Setup, seed: int, skill: float, cunning: float) -> None:
    random = Random(seed)
    players = Checked(random, People(skill, cunning))
    playout(setup, players, seed=random.getrandbits(63), begins=players.sit_down)


@QUIET
@given(setups(most=16, variants=EITHER), st.integers(0, 2**30), st.floats(0.05, 1), st.floats(0, 1))
def test_every_answer_is_legal(setup: Setup, seed: int, skill: float, cunning: float) -> None:
    if setup.options.cards_known_to_app:
        play_checked(setup, seed, skill, cunning)


def test_where_the_moderator_names_the_sheriff_the_favourite_is_named() -> None:
    setup = dealt(9, {"werewolf": 2, "seer": 1, "simple_villager": 6}, sheriff_election_majority="moderator_decides")
    for seed in range(20):
        play_checked(setup, seed, 1.0, 0.5)


@pytest.mark.soak
@settings(max_examples=100_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(setups(most=18, variants=EITHER), st.integers(0, 2**30), st.floats(0.05, 1), st.floats(0, 1))
def test_every_answer_is_legal_in_many_games(setup: Setup, seed: int, skill: float, cunning: float) -> None:
    if setup.options.cards_known_to_app:
        play_checked(setup, seed, skill, cunning)


def test_every_rule_of_thumb_answers_a_question_there_is() -> None:
    asked: set[str] = set()

    def noting(prompt: Prompt) -> Any:
        asked.add(prompt.key)
        return bot(prompt)

    for players in (12, 20, 28):
        for deck in mixes(players).values():
            for options in ({}, {"vote_input": "counts"}):
                for seed in range(12):
                    bot = RandomBot(Random(seed))
                    playout(dealt(players, deck, **options), noting, seed=seed)
    elsewhere = {"farmers.elect", "executioner.elect", "executioner.heir", "vote.alone", "thief.swap", "actor.play"}
    assert set(THUMBS) - asked <= elsewhere | {"little_girl.devour"}


def test_a_scapegoat_with_one_player_left_to_name_names_one() -> None:
    """SCAPE-5: of one seat the answer is a seat, not a list."""
    setup = Setup.of(8, {"werewolf": 2, "scapegoat": 1, "simple_villager": 5}, cards_known_to_app=True, seed=1)
    players = Players(Random(1), People(1.0))
    players.sit_down(Village(setup, players, keeps_record=False))
    prompt = Prompt("scapegoat.voters", PICK, "SCAPE-5", options=[6], seat=2)
    assert prompt.check(players(prompt)) == 6


# -- what they hold for certain --


TURNING = {"infected", "turned", "converted", "card_taken", "stole", "side_chosen", "side_drawn", "infection_undone"}
"""Somebody's side is another than before, and not everybody hears of it."""


class Certain(Players):
    """Whatever somebody learns for certain is so; nobody learns of an infection, so that may make it wrong."""

    has_turned = False

    def hear(self, name: str, audience: Audience, facts: Mapping[str, Any]) -> None:
        self.has_turned = self.has_turned or name in TURNING
        super().hear(name, audience, facts)

    def learn(self, seat: int, other: int, is_wolf: bool) -> None:
        super().learn(seat, other, is_wolf)
        self.check(seat, other, is_wolf)

    def conclude(self, seat: int, other: int) -> None:
        super().conclude(seat, other)
        if not self.has_turned:
            self.check(seat, other, True)

    def check(self, seat: int, other: int, is_wolf: bool) -> None:
        v = self.village
        assert v.infected or is_wolf == (other in v.wolves), (self.card.get(seat), self.card.get(other), is_wolf)


def play_certain(setup: Setup, seed: int) -> None:
    random = Random(seed)
    players = Certain(random, People(1.0, 0.5))
    playout(setup, players, seed=random.getrandbits(63), begins=players.sit_down)


@QUIET
@given(setups(most=16, variants=EITHER), st.integers(0, 2**30))
def test_what_anybody_holds_for_certain_is_so(setup: Setup, seed: int) -> None:
    """BEAR-1, FOX-2, SEER-1, whatever the table plays: an option that makes a conclusion wrong is to be minded."""
    if setup.options.cards_known_to_app:
        play_certain(setup, seed)


TWO_CARDS = {"variants": ["double_you_big"], "buildings": deal_buildings(10, 1)}
"""With a Church, whose Confessor is shown one card of two (CONF-2)."""


@pytest.mark.parametrize(
    ("deck", "played"),
    [
        ({"werewolf": 1, "wolf_hound": 3, "seer": 3, "simple_villager": 3}, {}),
        ({"werewolf": 1, "wild_child": 3, "seer": 3, "simple_villager": 3}, {}),
        ({"werewolf": 2, "elder": 2, "bear_tamer": 4, "simple_villager": 2}, {"elder_lives": 1}),
        ({"werewolf": 4, "seer": 2, "hunter": 2, "simple_villager": 12}, TWO_CARDS),
    ],
    ids=["a hound may be either", "a child may have turned", "a bear without its Tamer's power", "two cards each"],
)
def test_what_tells_nothing_is_not_taken_for_certain(deck: dict[str, int], played: dict[str, Any]) -> None:
    """HOUND-1, CHILD-1, ELDER-3, CONF-2"""
    for seed in range(40):
        play_certain(dealt(10, deck, **played), seed)


@pytest.mark.soak
@settings(max_examples=30_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(setups(most=18, variants=EITHER), st.integers(0, 2**30))
def test_what_anybody_holds_for_certain_is_so_in_many_games(setup: Setup, seed: int) -> None:
    if setup.options.cards_known_to_app:
        play_certain(setup, seed)


# -- skill 0 --


@pytest.mark.parametrize("players", [8, 11, 12, 18])
def test_without_skill_they_are_the_random_bot(players: int) -> None:
    setup = dealt(players, recommended(players))
    for number in range(60):
        assert play_one(setup, 3, number, People(0.0)) == play_one(setup, 3, number)


@pytest.mark.soak
@pytest.mark.parametrize("players", [8, 9, 11, 12, 15, 18])
def test_without_skill_they_are_the_random_bot_in_many_games(players: int) -> None:
    setup = dealt(players, mixes(players)["lively"])
    for number in range(1000):
        assert play_one(setup, 3, number, People(0.0)) == play_one(setup, 3, number)


# -- in haste --


class Patient(RandomBot):
    """Hears everything, whether it needs an answer or not."""


def test_what_needs_no_answer_changes_no_game() -> None:
    for name, deck in mixes(14).items():
        for seed in range(6):
            (one, ended), (other, ended_too) = (
                playout(dealt(14, deck), kind(Random(seed)), seed=seed) for kind in (RandomBot, Patient)
            )
            assert (ended, one.night, one.asked) == (ended_too, other.night, other.asked), name


@pytest.mark.parametrize("people", [None, People()])
def test_games_leave_nothing_to_be_swept_up(people: People | None) -> None:
    """Which is why nobody sweeps while they are played."""
    setup = dealt(18, mixes(18)["everything"])
    play_one(setup, 1, 0, people)
    gc.collect()
    with unswept():
        for number in range(3):
            play_one(setup, 1, number, people)
        assert gc.collect() == 0
    assert gc.isenabled()


# -- what is said, and what a card makes of it --


class Stop(Exception):
    """Nobody needs to hear the rest."""


def at_first_debate(deck: list[str]) -> Players:
    """Everybody has lived through a night in which nothing happened, and is about to talk."""
    players = Players(Random(3), People(1.0, 0.0))
    quiet = _until_vote(players)

    def answer(prompt: Prompt) -> Any:
        if prompt.key == "day.debate":
            raise Stop
        return quiet(prompt)

    setup = Setup.of(len(deck), deck, cards_known_to_app=True, sheriff_election="off")
    with pytest.raises(Stop):
        playout(setup, answer, begins=players.sit_down)
    return players


def show(players: Players, seat: int) -> None:
    players.village.count_shown(players.card[seat])
    players.hear("card_shown", PUBLIC, {"seat": seat, "card": players.card[seat]})


def test_two_seers_do_not_contradict_each_other() -> None:
    players = at_first_debate(["seer", "seer", "werewolf", "werewolf", *["simple_villager"] * 4])
    before = players.beliefs.common(4)
    players.knows = {1: {3: True, 4: True}, 2: {4: True, 5: False, 3: True}}
    players.debating.hold(players, players.living())
    assert players.debating.claims == {1: "seer", 2: "seer"}
    assert max(players.beliefs.common(seat) for seat in (1, 2)) < -1
    assert players.beliefs.common(4) > before + 5
    show(players, 1)
    assert players.beliefs.common(2) < -1


def test_hints_of_a_seer_who_never_said_who_she_was_are_remembered() -> None:
    players = at_first_debate(["seer", "werewolf", "werewolf", *["simple_villager"] * 5])
    before = players.beliefs.spoken()
    players.beliefs.public[2] += 9  # suspected anyway: she need not speak up
    players.knows = {1: {2: True, 4: False}}
    players.debating.hold(players, players.living())
    assert not players.debating.claims
    hinted = [players.beliefs.common(seat) - before[seat] for seat in (2, 4)]
    show(players, 1)
    after = [players.beliefs.common(seat) - before[seat] for seat in (2, 4)]
    assert after[0] > hinted[0] > 9
    assert after[1] < hinted[1] < 0


def test_a_liar_is_found_out_when_the_card_he_claims_is_seen() -> None:
    players = at_first_debate(["seer", "werewolf", "werewolf", *["simple_villager"] * 5])
    players.debating.claims[2] = "seer"
    before = players.beliefs.common(2)
    show(players, 1)
    assert players.beliefs.common(2) > before + 5


# -- no oracle --


class Blind(Players):
    """Faces betray nothing, and the pack has no nose for powers."""

    def _hides(self, seat: int) -> float:
        return -1.0

    def _think(self) -> None:
        super()._think()
        self.hunch = [0.0] * len(self.hunch)


def test_hidden_cards_change_no_villagers_answer() -> None:
    """Two seats nobody has looked at exchange a Villager's and a Werewolf's card: every villager answers the same.

    Compared up to the first night's end: from there on different people are devoured.
    """
    deck = ["seer", "werewolf", "simple_villager", "werewolf", "simple_villager", "witch", "hunter", "defender"]
    other = [deck[0], deck[2], deck[1], *deck[3:]]
    for seed in range(40):
        told = [_first_debate(cards, seed) for cards in (deck, other)]
        assert told[0] == told[1]


def _first_debate(deck: list[str], seed: int) -> list[Any]:
    """What villagers vote on an opening day, before any night."""

    cast: list[Any] = []

    class Noting(Blind):
        def __call__(self, prompt: Prompt) -> Any:
            answer = super().__call__(prompt)
            if prompt.key == "vote.ballots":
                honest = [seat for seat in prompt.voters if seat not in (2, 3, 4)]
                cast.append({seat: answer[seat] for seat in honest})
                raise Stop
            return answer

    setup = Setup.of(8, deck, cards_known_to_app=True, sheriff_election="off")
    random = Random(seed)
    players = Noting(random, People(0.8, 0.0))
    with pytest.raises(Stop):
        playout(setup, _until_vote(players), begins=players.sit_down)
    return cast


def _until_vote(players: Players) -> Any:
    """Nobody is devoured, poisoned or looked at."""

    def answer(prompt: Prompt) -> Any:
        if prompt.key in ("werewolves.devour", "witch.heal", "witch.poison"):
            return None
        if prompt.key in ("seer.look", "defender.protect"):
            return 8 if prompt.key == "seer.look" else 7
        return players(prompt)

    return answer


def test_blind_players_do_no_better_than_chance() -> None:
    """Nobody reads faces, nobody is informed, votes tell nothing: the village wins no more often than at random."""
    setup = dealt(9, {"werewolf": 2, "simple_villager": 7}, sheriff_election="off")
    won: Counter[str] = Counter()
    for number in range(400):
        random = Random(f"1/{number}")
        players = Blind(random, People(0.6, 0.0))
        players.debating._votes = {**players.debating._votes, "weight": 0.0}
        _, outcome = playout(setup, players, seed=random.getrandbits(63), begins=players.sit_down)
        won[outcome.winner] += 1
    chance = village(setup, 800, None)
    assert won["village"] / 400 < chance + 0.06


# -- believable --


def test_a_wolf_more_lowers_and_a_seer_more_raises() -> None:
    people = People.called("ordinary")
    decks = [{"werewolf": wolves, "seer": 1, "simple_villager": 11 - wolves} for wolves in (1, 2, 3, 4)]
    shares = [village(dealt(12, deck), 250, people) for deck in decks]
    assert all(more < less - 0.08 for less, more in pairwise(shares)), shares
    seers = [village(dealt(12, {"werewolf": 3, "seer": n, "simple_villager": 9 - n}), 300, people) for n in (0, 2)]
    assert seers[1] > seers[0] + 0.1


@pytest.mark.soak
def test_every_wolf_more_lowers_by_ten_points_and_every_seer_more_raises() -> None:
    """As long as the share lies between 10 and 90 %; 2,400 games each, so two standard errors are three points."""
    decks = [{"werewolf": wolves, "seer": 1, "simple_villager": 11 - wolves} for wolves in (1, 2, 3, 4)]
    shares = [village(dealt(12, deck), 2400, People()) for deck in decks]
    steps = [less - more for less, more in pairwise(shares) if more >= 0.1]
    assert len(steps) >= 2, shares
    assert min(steps) >= 0.1, shares
    seers = [
        village(dealt(12, {"werewolf": 3, "seer": n, "simple_villager": 9 - n}), 2400, People()) for n in (0, 1, 2)
    ]
    assert all(more > less + 0.03 for less, more in pairwise(seers)), seers


def test_skill_helps_the_village_and_cunning_the_pack() -> None:
    setup = dealt(12, recommended(12))
    by_skill = [village(setup, 250, People(skill)) for skill in (0.35, 0.6, 0.85)]
    assert by_skill[0] < by_skill[1] < by_skill[2]
    by_cunning = [village(setup, 250, People(0.5, cunning)) for cunning in (0.0, 1.0)]
    assert by_cunning[1] < by_cunning[0] - 0.1


POINTS = {"werewolf": -6, "seer": 7, "simple_villager": 1}
"""What the card points of a similar published game say."""


@pytest.mark.soak
def test_recommended_decks_are_even_at_an_ordinary_table() -> None:
    shares = {n: village(dealt(n, recommended(n)), 2400, People()) for n in range(8, 19)}
    assert 0.45 <= sum(shares.values()) / len(shares) <= 0.55, shares
    assert all(0.28 <= share <= 0.72 for share in shares.values()), shares
    sums = {n: sum(POINTS[name] * copies for name, copies in recommended(n).items()) for n in shares}
    assert correlation(shares, sums) >= 0.8, shares


def test_ranks_are_compared_and_ties_shared() -> None:
    assert correlation({"a": 1, "b": 2, "c": 3}, {"a": 10, "b": 20, "c": 300}) == pytest.approx(1)
    assert correlation({"a": 1, "b": 2, "c": 3}, {"a": 3, "b": 2, "c": 1}) == pytest.approx(-1)
    assert correlation({"a": 1, "b": 2, "c": 3, "d": 4}, {"a": 1, "b": 1, "c": 2, "d": 2}) == pytest.approx(
        0.8944, abs=1e-4
    )


def test_cards_are_worth_about_what_others_think() -> None:
    """A sample of the table in docs/odds.md, at an even and an odd number of players."""
    found = effects(70, (11, 12), ("werewolf", "seer", "witch", "big_bad_wolf", "wolf_hound"))
    assert found["big_bad_wolf"] < found["werewolf"] < found["wolf_hound"] < 0 < min(found["seer"], found["witch"])


@pytest.mark.soak
def test_every_card_is_worth_about_what_others_think() -> None:
    found = effects(600)
    others = {name: points for name, points in found.items() if not character(name).is_wolf}
    assert correlation(found) >= 0.85, found
    assert correlation(others) >= 0.75, found
    assert 0.45 <= found["seer"] / -found["werewolf"] <= 0.9
    assert all(points < 0 for name, points in found.items() if character(name).is_wolf)
    changing = ("wild_child", "wolf_hound", "piper", "angel")
    assert all(points >= -3 for name, points in others.items() if name not in changing), found


@pytest.mark.soak
@pytest.mark.parametrize("players", range(8, 19))
def test_skill_raises_every_recommended_deck(players: int) -> None:
    """From 0.3 upwards; below, the pack learns first. Two standard errors of 2,400 games."""
    shares = [village(dealt(players, recommended(players)), 2400, People(skill)) for skill in (0.3, 0.5, 0.7, 0.9)]
    assert all(more > less - 0.02 for less, more in pairwise(shares)), shares
    assert shares[-1] > shares[0] + 0.2, shares
    cunning = [village(dealt(players, recommended(players)), 1200, People(0.5, knob)) for knob in (0.0, 0.5, 1.0)]
    assert all(more < less for less, more in pairwise(cunning)), cunning


class Remembering(Players):
    """Notes whether the Seer has ever found a Werewolf."""

    has_found = False

    def learn(self, seat: int, other: int, is_wolf: bool) -> None:
        self.has_found = self.has_found or is_wolf
        super().learn(seat, other, is_wolf)


@pytest.mark.soak
def test_a_seer_who_finds_a_werewolf_makes_the_difference() -> None:
    setup = dealt(8, {"werewolf": 2, "seer": 1, "defender": 1, "simple_villager": 4}, sheriff_election="off")
    won: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for number in range(2400):
        random = Random(f"2/{number}")
        players = Remembering(random, People())
        _, outcome = playout(setup, players, seed=random.getrandbits(63), begins=players.sit_down)
        won[players.has_found][outcome.winner] += 1
    found, blind = (won[each]["village"] / won[each].total() for each in (True, False))
    assert found >= blind + 0.15, (found, blind)


@pytest.mark.soak
def test_tables_that_were_really_played() -> None:
    """Caplan's table; the arena of language models; a table of four wolves at twelve."""
    caplan = dealt(15, {"werewolf": 2, "seer": 1, "simple_villager": 12}, wolf_parity_shortcut=True)
    good, best = (simulate(caplan, 600, 1, people=People(skill)) for skill in (0.75, 1.0))
    assert 0.75 <= good.share("village") <= best.share("village")
    assert best.interval("village")[0] <= 0.97
    arena = dealt(8, {"werewolf": 2, "seer": 1, "defender": 1, "simple_villager": 4}, sheriff_election="off")
    assert 0.45 <= village(arena, 1200, People()) <= 0.65
    four = {"werewolf": 4, "seer": 1, "witch": 1, "hunter": 1, "village_idiot": 1, "simple_villager": 4}
    assert 0.42 <= village(dealt(12, four), 1200, People()) <= 0.58


# -- the library's door --


def test_odds_say_who_played_and_what_was_guessed() -> None:
    setup = Setup.of(9, {"werewolf": 2, "seer": 1, "gypsy": 1, "simple_villager": 5}, events=["miracle", "specter"])
    report = nightcall.odds(setup, "seasoned", games=60)
    assert report.people == People(0.65)
    assert report == odds(setup, "seasoned", games=60)
    assert any(key.startswith("gypsy.") for key in report.guessed)
    assert report.to_json()["table"] == {"skill": 0.65, "cunning": 0.5}


def test_a_table_is_one_of_four_words() -> None:
    assert words() == ("newcomers", "ordinary", "seasoned", "masters")
    with pytest.raises(ValueError, match="newcomers, ordinary, seasoned, masters"):
        People.called("clever")
    with pytest.raises(ValueError, match="between 0 and 1"):
        People(1.5)
    assert model()["words"]["ordinary"] == People().skill
