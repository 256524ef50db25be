"""Three decks for an evening: such as can be played, such as were wished for, and at once."""

from __future__ import annotations

import json
import re
from random import Random
from time import process_time

import pytest

from nightcall import Setup
from nightcall.desk.guessed import in_cents
from nightcall.engine.errors import NightcallError
from nightcall.rules.decks import FILLER
from nightcall.sim import advisor, searching
from nightcall.sim.advisor import BAND, STYLES, Panel, advise, panel
from nightcall.sim.evenings import Evening, constants, nightly
from nightcall.sim.learning import ENOUGH, GRID, calibration, learn
from nightcall.sim.people import People
from nightcall.sim.playouts import simulate
from nightcall.sim.surrogate import CARDS, PACK, PLAYERS, Rules
from tests.command import Run

EVERY = range(PLAYERS[0], PLAYERS[1] + 1)
BALANCES = ("even", "village", "wolves")
BASE_BOX = ("seer", "witch", "hunter", "cupid", "little_girl")
"""The characters of the first box."""


def duel(found: Panel) -> float:
    return found.guess.village / (found.guess.village + found.guess.shares["werewolves"])


@pytest.mark.parametrize("players", EVERY)
def test_three_decks_that_differ_and_can_be_played(players: int) -> None:
    found = advise(Evening(players))
    assert tuple(one.style for one in found) == STYLES
    decks = [frozenset(one.deck.items()) for one in found]
    assert len(set(decks)) == 3
    for one in found:
        setup = Setup.of(players, one.deck)
        assert not setup.warnings(), one.deck
        assert "seer" in one.deck


@pytest.mark.parametrize("word", ["newcomers", "ordinary", "seasoned", "masters"])
@pytest.mark.parametrize("players", [8, 12, 15, 18])
def test_the_decks_are_even_and_loners_win_rarely(players: int, word: str) -> None:
    for one in advise(Evening(players, People.called(word))):
        assert abs(duel(one) - 0.5) < 0.06, one
        assert one.guess.loners <= 0.15
        assert not one.lean


@pytest.mark.parametrize(("balance", "low", "high"), [("village", 0.55, 0.65), ("wolves", 0.35, 0.45)])
def test_a_deck_may_lean_as_wished(balance: str, low: float, high: float) -> None:
    for one in advise(Evening(12, balance=balance)):
        assert low <= duel(one) <= high


def test_wanted_cards_are_there_and_others_are_not() -> None:
    for one in advise(Evening(12, wanted=("cupid", "three_brothers"), never=("witch", "fox"))):
        assert one.deck["cupid"] == 1
        assert one.deck["three_brothers"] == 3
        assert not {"witch", "fox"} & set(one.deck)


@pytest.mark.parametrize("players", range(PLAYERS[0], 21))
def test_whatever_card_is_wanted_a_deck_has_it(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At small tables a wanted Werewolf takes the place of a plain one; the nets know tables up to eighteen."""
    monkeypatch.setattr(searching, "TRIALS", 1)
    monkeypatch.setattr(advisor, "STYLES", STYLES[:1])
    for card in (*CARDS, FILLER):
        found = advise(Evening(players, wanted=(card,)))
        assert [card in one.deck for one in found] == [True] * (players <= PLAYERS[1]), card
        for one in found:
            assert sum(one.deck.values()) == players
            assert one.deck["werewolf"]
            assert not Setup.of(players, one.deck).warnings(), one.deck


@pytest.mark.parametrize(("wanted", "never", "said"), [("", "werewolf", "always"), ("hunter", "hunter", "both")])
def test_what_no_deck_can_be_is_said(wanted: str, never: str, said: str) -> None:
    with pytest.raises(NightcallError) as refused:
        advise(Evening(12, wanted=(wanted,) if wanted else (), never=(never,)))
    assert refused.value.key == f"advise.{said}"
    told = Run("advise", "--players", "12", *(["--with", wanted] if wanted else []), "--without", never)
    assert told.code == 1
    assert ("cannot be left out: Werewolf" if said == "always" else "at the same time: Hunter") in told.all


def test_a_deck_that_comes_short_of_the_wishes_says_so() -> None:
    """The nearest there is, and what it is not."""
    [*found] = advise(Evening(18, balance="wolves", length="short", complexity=1, liveliness="lively"))
    assert any("length" in one.misses for one in found)
    for one in found:
        assert ("balance" in one.misses) == bool(one.lean)
    alone = advise(Evening(12, wanted=("angel", "piper", "white_werewolf")))
    assert all("loners" in one.misses for one in alone)
    assert "somebody wins alone" in Run("advise", "--players", "12", "--with", "angel,piper,white_werewolf").all
    assert not any(one.misses for one in advise(Evening(12)))


def test_what_is_said_to_be_the_nearest_is_the_nearest_of_those_offered() -> None:
    """Few cards leave fewer decks; none comes twice, and none far from even beside one that is."""
    for players in EVERY:
        for word in ("ordinary", "seasoned", "masters"):
            found = advise(Evening(players, People.called(word), owned=BASE_BOX))
            assert len({frozenset(one.deck.items()) for one in found}) == len(found) > 0
            nearest = min(abs(duel(one) - 0.5) for one in found)
            limits = constants()["limits"]
            for one in found:
                assert abs(duel(one) - 0.5) <= max(limits["uneven"], nearest + limits["nearer"])


@pytest.mark.parametrize(("players", "word"), [(18, "ordinary"), (17, "seasoned"), (9, "ordinary")])
def test_the_first_box_is_enough_for_three_decks(players: int, word: str) -> None:
    """As many Simple Villagers as a beginners' deck has."""
    found = advise(Evening(players, People.called(word), owned=BASE_BOX))
    assert len(found) == 3
    assert all(abs(duel(one) - 0.5) < 0.07 and not one.misses for one in found)


def crowd_is_short(deck: dict[str, int]) -> bool:
    return deck.get(FILLER, 0) < sum(deck.get(name, 0) for name in PACK)


def test_as_many_plain_villagers_as_wolves_or_it_says_so() -> None:
    """Only busy nights may cost them, and a bold deck has none to promise."""
    for liveliness in constants()["liveliness"]:
        for players in EVERY:
            for one in advise(Evening(players, liveliness=liveliness)):
                short = one.style != "bold" and crowd_is_short(one.deck)
                assert ("plain" in one.misses) == short
                assert not short or liveliness == "lively", one
    said = Run("advise", "--players", "9", "--liveliness", "lively").all
    assert "Not as wished: as many Simple Villagers as Werewolves." in said


def test_newcomers_get_a_fifth_power_only_where_it_must_be_there() -> None:
    for players in (9, 13, 18):
        for one in advise(Evening(players, People.called("newcomers"), liveliness="lively")):
            assert len([name for name in one.deck if name not in (*PACK, FILLER)]) <= 4
            assert "powers" not in one.misses
    five = ("seer", "witch", "hunter", "defender", "elder")
    for one in advise(Evening(13, People.called("newcomers"), wanted=five)):
        assert "powers" in one.misses
        assert {name for name in one.deck if name not in (*PACK, FILLER)} == {*five}


def test_swaps_are_judged_by_what_games_have_counted() -> None:
    """The nets say what a card changes; how it stands, games know better."""
    deck = {"werewolf": 3, "seer": 1, "witch": 1, "hunter": 1, "simple_villager": 6}
    wish = Evening(12)
    for village, helps in ((0.7, -1), (0.3, 1)):
        found = panel(deck, wish, {"village": village, "werewolves": 1 - village}).swaps
        assert found
        assert all(swap.points * helps > 0 for swap in found)
        assert all(abs(swap.before - village) < 0.02 for swap in found)


def off_balance(deck: dict[str, int], wish: Evening) -> float:
    found = panel(deck, wish)
    wished: float = constants()["balance"][wish.balance]
    most: float = constants()["limits"]["loners"]
    return abs(duel(found) - wished) + max(0.0, found.guess.loners - most)


def test_evenings_of_every_kind() -> None:
    """No deck twice, none that says nothing nearer was found where something is; every swap can be seen and evens a
    deck out, or keeps an even one even; and the village's share is the same number everywhere."""
    random = Random(5)
    for _ in range(40):
        word, balance = random.choice(("newcomers", "ordinary", "seasoned", "masters")), random.choice(BALANCES)
        wish = Evening(
            random.choice(EVERY),
            People.called(word),
            balance=balance,
            liveliness=random.choice(("calm", "middling", "lively")),
            owned=random.choice(((), BASE_BOX)),
        )
        found = advise(wish)
        assert found
        assert len({frozenset(one.deck.items()) for one in found}) == len(found)
        nearest = min(off_balance(one.deck, wish) for one in found)
        for one in found:
            off = off_balance(one.deck, wish)
            village = in_cents(one.shares)["village"]
            assert "balance" not in one.misses or off <= nearest + 0.03
            assert "loners" not in one.misses or all({"balance", "loners"} & {*each.misses} for each in found)
            assert one.swaps_to == ("vary" if off <= 0.03 else "even" if balance == "even" else "wish")
            assert len(one.swaps) <= (2 if one.swaps_to == "vary" else 3)
            for swap in one.swaps:
                after = off_balance(swap.of(one.deck), wish)
                assert after <= (0.05 if one.swaps_to == "vary" else off - 0.01)
                assert not {"balance", "loners"} & {*one.misses}
                assert 2 <= abs(swap.points) <= (5 if one.swaps_to == "vary" else 100)
                assert round(100 * swap.before) == village
            if word in BAND:
                assert round(100 * one.band[BAND.index(word)]) == village


def test_the_swap_that_helps_most_is_offered_however_many_villagers_it_takes() -> None:
    """As many as the decks the book recommends, and more where the host has laid more."""
    deck = {"werewolf": 4, "big_bad_wolf": 1, "elder": 1, FILLER: 12}
    first = panel(deck, Evening(18)).swaps[0]
    assert first.into == FILLER
    assert first.out in PACK
    assert first.points > 15


def test_once_games_are_counted_all_numbers_agree() -> None:
    """Shares, band, effects and swaps are those of the games; the guess stays what the nets say."""
    deck = {"werewolf": 3, "seer": 1, "witch": 1, "cupid": 1, FILLER: 6}
    counted = {"village": 0.3, "werewolves": 0.58, "lovers": 0.1, "nobody": 0.02}
    wish = Evening(12, People.called("newcomers"))
    before, after = panel(deck, wish), panel(deck, wish, counted, 2400)
    assert after.guess == before.guess
    assert after.shares == counted
    assert after.band[0] == 0.3
    assert after.swaps
    assert all(swap.before == 0.3 for swap in after.swaps)
    assert after.effects != before.effects
    assert after.lean == "werewolves"
    assert after.to_json()["shares"] == counted
    never = panel(deck, wish, {"werewolves": 1.0}, 500)  # what has not happened may still be mended
    assert never.swaps
    assert all(swap.before == 0 < swap.after for swap in never.swaps)


def test_shares_come_to_a_hundred_in_the_terminal() -> None:
    for players in (9, 12, 16):
        lines = re.findall(r"About: (.*?)\. The village", Run("advise", "--players", str(players)).all)
        assert len(lines) == len(STYLES)
        assert {sum(map(int, re.findall(r"(\d+)%", line))) for line in lines} == {100}


def test_only_cards_of_the_house_are_advised() -> None:
    owned = ("seer", "witch", "hunter", "cupid", "little_girl")
    for one in advise(Evening(11, owned=owned)):
        assert set(one.deck) <= {*owned, "werewolf", FILLER}
        assert all(swap.into in {*owned, "werewolf", FILLER} for swap in one.swaps)


def test_newcomers_are_spared_what_is_hard() -> None:
    grades = constants()["grades"]
    for players in (8, 13, 18):
        for one in advise(Evening(players, People.called("newcomers"))):
            powers = [name for name in one.deck if name not in (*PACK, FILLER)]
            assert len(powers) <= 4
            assert all(grades[name] < 3 for name in one.deck)
            assert "cupid" not in one.deck


def test_children_and_the_network_have_cards_of_their_own() -> None:
    for word, names in constants()["apart"].items():
        for one in advise(Evening(14, apart=(word,))):
            assert not set(names) & set(one.deck)


def test_liveliness_is_how_many_have_something_to_do() -> None:
    def busy(liveliness: str) -> float:
        found = advise(Evening(14, liveliness=liveliness))
        return sum(1 - one.deck.get(FILLER, 0) / 14 for one in found) / 3

    assert busy("calm") < busy("middling") < busy("lively")


@pytest.mark.parametrize("players", [10, 11, 14])
def test_busy_nights_wake_several_beside_the_pack(players: int) -> None:
    """Whoever has a power by day alone does not count."""
    for one in advise(Evening(players, liveliness="lively")):
        assert len(nightly(one.deck)) >= 3, one.deck
        assert abs(duel(one) - 0.5) < 0.06, one


def test_a_short_evening_has_shorter_decks() -> None:
    long, short = (sum(one.minutes for one in advise(Evening(16, length=length))) for length in ("any", "short"))
    assert short < long


def test_too_many_wishes_leave_no_deck() -> None:
    assert advise(Evening(8, wanted=tuple(name for name in CARDS if name not in PACK))) == []
    assert advise(Evening(30)) == []
    assert advise(Evening(10, wanted=("actor",))) == []


@pytest.mark.soak
def test_the_first_answer_takes_a_fifth_of_a_second() -> None:
    advise(Evening(9))
    began = process_time()
    advise(Evening(18))
    assert process_time() - began < 0.2


def test_the_same_wish_gets_the_same_answer() -> None:
    assert advise(Evening(13)) == advise(Evening(13))


# -- any deck --


def test_a_deck_that_leans_is_told_so_and_mended_by_a_swap() -> None:
    deck = {"werewolf": 1, "seer": 1, "witch": 1, "hunter": 1, "defender": 1, FILLER: 3}
    found = panel(deck, Evening(8))
    assert found.lean == "village"
    assert found.swaps
    after = [panel(swap.of(deck), Evening(8)) for swap in found.swaps]
    assert all(abs(duel(one) - 0.5) < abs(duel(found) - 0.5) for one in after)
    assert found.swaps[0].after == pytest.approx(after[0].guess.village)


def test_a_panel_says_what_cards_add_and_how_skill_matters() -> None:
    deck = {"werewolf": 3, "seer": 1, "witch": 1, FILLER: 7}
    found = panel(deck, Evening(12))
    assert found.effects.keys() == {"seer", "witch"}
    assert found.effects["seer"] > 0.03
    assert found.band[0] < found.guess.village < found.band[1]
    assert 10 < found.minutes < 120


def test_the_french_book_is_another_table() -> None:
    deck = {"werewolf": 3, "seer": 1, "witch": 1, FILLER: 8}
    assert panel(deck, Evening(13)).guess != panel(deck, Evening(13, rules=Rules(french=True))).guess


@pytest.mark.soak
@pytest.mark.parametrize("players", EVERY)
def test_games_bear_the_advisor_out(players: int) -> None:
    for one in advise(Evening(players)):
        setup = Setup.of(players, one.deck, cards_known_to_app=True, seed=1)
        report = simulate(setup, 1200, 5, people=People())
        rest = report.share("village") + report.share("werewolves")
        assert 0.38 <= report.share("village") / rest <= 0.62, one.deck
        for loner in ("white_werewolf", "piper", "angel", "lovers"):
            assert report.interval(loner)[0] <= 0.15, (loner, one.deck)


def test_games_bear_a_sample_of_the_advice_out() -> None:
    one = advise(Evening(11))[1]
    setup = Setup.of(11, one.deck, cards_known_to_app=True, seed=1)
    report = simulate(setup, 600, 5, people=People())
    rest = report.share("village") + report.share("werewolves")
    assert 0.36 <= report.share("village") / rest <= 0.64, one.deck
    assert max(report.share(loner) for loner in ("white_werewolf", "piper", "angel", "lovers")) <= 0.18


# -- on the command line --


def test_nightcall_advise() -> None:
    ran = Run("advise", "--players", "12", "--with", "hunter", "--without", "witch", "--table", "seasoned")
    assert ran.code == 0
    assert ran.out.count("Hunter") >= 3
    assert "Witch" not in ran.out
    assert "A seasoned table" in ran.out
    assert Run("advise", "--players", "40").code == 2
    data = json.loads(Run("advise", "--players", "9", "--json").out)
    assert [one["style"] for one in data] == list(STYLES)
    assert all(sum(one["deck"].values()) == 9 for one in data)


# -- learning --


def test_a_table_that_keeps_winning_is_held_for_better() -> None:
    setup = Setup.of(12, {"werewolf": 3, "seer": 1, FILLER: 8})
    good, bad = learn([(setup, "village")] * 12), learn([(setup, "werewolves")] * 12)
    assert bad.skill < 0.5 < good.skill
    assert (good.word, good.games) in {("seasoned", 12), ("masters", 12)}
    assert learn([]).skill == pytest.approx(0.5, abs=0.03)
    assert learn([], People(0.8)).word == "masters"


def test_games_the_nets_know_nothing_of_teach_nothing() -> None:
    strange = Setup.of(12, {"werewolf": 3, "seer": 1, FILLER: 8}, vote_input="counts")
    assert learn([(strange, "village")] * 20).games == 0


@pytest.mark.parametrize("skill", [0.4, 0.7])
def test_skill_is_found_again_from_games_of_such_people(skill: float) -> None:
    """At an odd and an even number of players, as evenings are: the nets err either way."""
    played = []
    for players in (9, 10):
        deck = {"werewolf": 2, "seer": 1, "witch": 1, FILLER: players - 4}
        setup = Setup.of(players, deck, cards_known_to_app=True, seed=1)
        wins = simulate(setup, 150, 8, people=People(skill)).wins
        played += [(setup, winner) for winner, games in wins.items() for _ in range(games)]
    found = learn(played)
    assert abs(found.skill - skill) < 0.13
    assert GRID[0] <= found.skill <= GRID[-1]


def test_forecasts_are_held_against_results_once_there_are_enough() -> None:
    forecasts = [(0.3, number % 10 < 3) for number in range(20)] + [(0.7, number % 10 < 7) for number in range(20)]
    assert calibration(forecasts[: ENOUGH - 1]) == []
    bins = calibration(forecasts)
    assert sum(each.games for each in bins) == 40
    assert sum(each.won for each in bins) == 20
    assert bins[0].foretold == pytest.approx(0.3)
    assert all(each.interval[0] <= each.share <= each.interval[1] for each in bins)


def test_games_with_one_forecast_stay_together_whoever_won_them() -> None:
    """A group that always plays the same deck: sorted by who won, the bins would say never and always."""
    (only,) = calibration([(0.5, number % 2 == 0) for number in range(40)])
    assert (only.games, only.won) == (40, 20)
    mixed = calibration([(0.5 + number % 2 / 10, number % 4 == 0) for number in range(40)] + [(0.9, True)] * 3)
    assert [(round(each.foretold, 2), each.games) for each in mixed] == [(0.5, 20), (0.64, 23)]
