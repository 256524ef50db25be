"""Between the scenes of a led evening: the trial call, a pause, whoever is waited for, the floor; and quick nights."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from nightcall import Setup
from nightcall.engine.game import play
from nightcall.rules.customs import NOBODY_WINS
from nightcall.web.led import frames
from nightcall.web.led.decide import WANTS, decide
from nightcall.web.led.marks import Mark
from nightcall.web.led.policies import adapted, as_led, laid_out, may_surprise, surprised
from nightcall.web.led.scenes import LONGEST_PAUSE, LONGEST_WAIT, PACES, Led, Sitting
from nightcall.words import Words
from tests.web.led_evening import ENGLISH, Evening
from tests.web.phone import PLAYERS, Phone, begin, new_site, run
from tests.web.test_led import at, base, debating, holders, sealed

MANY = {"werewolf": 2, "seer": 1, "fox": 1, "defender": 1, "witch": 1, "simple_villager": 2}
GIRL = {"werewolf": 2, "seer": 1, "little_girl": 1, "simple_villager": 4}


def ready(sitting: Sitting, count: int, *signs: str) -> dict[int, Mark]:
    return {seat: Mark(signs=signs or ("ready",), at=sitting.led.since + 3) for seat in sitting.living[:count]}


def with_led(sitting: Sitting, **changes: Any) -> Sitting:
    return replace(sitting, led=replace(sitting.led, **changes))


# -- the trial call --


def test_the_trial_call_shows_the_whole_interface_and_can_be_voted_away() -> None:
    """First minute: everybody marks, holds the strip and reads whom the dream was of."""
    sitting = with_led(Evening(base(), Random(1), Random(1)).begin(), rest="trial")
    assert sitting.scene.kind == "trial"
    assert frames.strip(sitting, 1, {1: Mark((2,))}, ENGLISH)["dream"] == f"You dreamt of {PLAYERS[1]}."
    reading = sealed(sitting, {1: Mark((2,))})
    assert (reading.scene.kind, reading.led.round) == ("trial", 2)
    assert sealed(reading, {}).scene.kind == "event", "the game begins"
    soon = decide(sitting, ready(sitting, 5), sitting.led.since + 4, Random(1))
    assert isinstance(soon, Sitting)
    assert soon.scene.kind == "event"


# -- over a video call --


def test_over_a_video_call_the_address_is_encrypted_and_the_night_asks_for_muted_microphones() -> None:
    """Whoever reads along at home could read every phone."""
    site = new_site()
    table = begin(site, base(), deal="led")
    for seat in range(1, 9):
        Phone(site).plays(table, seat)
    refused = Phone(site).leads(table).post(f"/g/{table.id}/lead/seats/begin", at_home="on")
    assert refused.status_code == 403
    assert "need an encrypted address" in refused.text
    assert not run(site.tables.find(table.id)).manner.led
    assert "Mute your microphones" in nightfall(at_home=True)
    assert "microphones" not in nightfall(at_home=False)


def nightfall(*, at_home: bool) -> str:
    """What is said when the first night falls."""
    sitting = with_led(Evening(base(), Random(1), Random(1)).begin(), at_home=at_home)
    while not (sitting.scene.kind == "said" and sitting.scene.name == "night.falls"):
        sitting = sealed(sitting, {})
    return sitting.told_in(ENGLISH).caption


# -- the pause --


def test_a_pause_at_night_begins_with_the_end_of_the_scene_and_names_nobody() -> None:
    """LED-44"""
    sitting = at(base(), calls="seer")
    wanted = {3: Mark(signs=("pause",), at=sitting.led.since)}
    assert decide(sitting, wanted, sitting.led.since + 1, Random(1)) == sitting.led.since + sitting.scene.rounds[0]
    reading = sealed(sitting, wanted)
    assert reading.scene.kind == "call", "there is still time to read"
    paused = sealed(reading, {})
    assert paused.scene.kind == "paused"
    assert not any(name in paused.caption for name in PLAYERS)
    assert paused.prompt is None
    assert decide(paused, {}, paused.led.since + 1, Random(1)) == paused.led.since + LONGEST_PAUSE
    assert decide(paused, ready(paused, 4), paused.led.since + 4, Random(1)) == paused.led.since + LONGEST_PAUSE
    going_on = decide(paused, ready(paused, 5), paused.led.since + 4, Random(1))
    assert isinstance(going_on, Sitting)
    assert (going_on.scene.kind, going_on.scene.name) == ("call", "werewolves")


def test_a_pause_in_the_debate_begins_at_once_and_leaves_its_time() -> None:
    """LED-44"""
    sitting = debating(base())
    left = sitting.scene.rounds[0] - 10
    paused = decide(sitting, {1: Mark(signs=("pause",), at=sitting.led.since + 10)}, sitting.led.since + 10, Random(1))
    assert isinstance(paused, Sitting)
    assert paused.scene.kind == "paused"
    again = sealed(paused, {})
    assert again.scene.name == "day.debate"
    assert again.scene.rounds == (left,)


def test_the_pace_is_agreed_upon_in_a_pause_and_counts_from_the_next_debate_on() -> None:
    """LED-44, 6.1: never inside a scene"""
    sitting = at(base(), calls="seer")
    paused = sealed(sealed(sitting, {1: Mark(signs=("pause",))}), {})
    agreed = decide(paused, ready(paused, 5, "table:brisk"), paused.led.since + 5, Random(1))
    assert isinstance(agreed, Sitting)
    assert (agreed.scene.kind, agreed.led.pace, agreed.led.next_pace) == ("paused", "normal", "brisk")
    going_on = sealed(agreed, {})
    assert going_on.led.pace == "normal"
    while going_on.scene.kind != "debate":
        assert going_on.led.pace == "normal"
        going_on = sealed(going_on, {})
    assert (going_on.led.pace, going_on.led.next_pace) == ("brisk", "")
    assert PACES["brisk"] < 1


def test_all_the_living_may_name_somebody_who_leads_from_now_on() -> None:
    """D7, 8.5"""
    paused = sealed(sealed(at(base(), calls="seer"), {1: Mark(signs=("pause",))}), {})
    named = {seat: Mark((2,), ("table:moderator",), at=paused.led.since + 3) for seat in paused.living}
    few = {seat: mark for seat, mark in named.items() if seat != 5}
    assert isinstance(decide(paused, few, paused.led.since + 5, Random(1)), float)
    split = named | {5: Mark((3,), ("table:moderator",), at=paused.led.since + 3)}
    assert isinstance(decide(paused, split, paused.led.since + 5, Random(1)), float)
    handed = decide(paused, named, paused.led.since + 5, Random(1))
    assert isinstance(handed, Sitting)
    assert handed.led.moderator == 2


# -- waiting aloud --


def test_a_silent_phone_is_waited_for_between_scenes_once_a_night_whoever_it_is() -> None:
    """LED-42"""
    sitting = at(base(), calls="seer")
    for seat in (holders(sitting, "seer")[0], holders(sitting, "simple_villager")[0]):
        gone = replace(sitting, silent=(seat,))
        assert decide(gone, {}, gone.led.since + 1, Random(1)) == gone.led.since + gone.scene.rounds[0], "not at night"
        waiting = sealed(replace(sealed(gone, {}), silent=(seat,)), {})
        assert waiting.scene.kind == "waiting"
        assert PLAYERS[seat - 1] in waiting.caption
        still = replace(waiting, silent=(seat,))
        assert decide(still, {}, still.led.since + 1, Random(1)) == still.led.since + LONGEST_WAIT
        back = decide(replace(waiting, silent=()), {}, waiting.led.since + 9, Random(1))
        assert isinstance(back, Sitting)
        assert (back.scene.name, back.led.since) == ("werewolves", waiting.led.since + 9)
        without = decide(still, ready(still, 5), still.led.since + 9, Random(1))
        assert isinstance(without, Sitting)
        assert without.scene.name == "werewolves"
        over = sealed(replace(without, silent=(seat,)), {})
        assert sealed(replace(over, silent=(seat,)), {}).scene.name == "witch", "nobody is waited for twice in a night"


def test_after_a_restart_the_narrator_says_that_the_round_begins_again() -> None:
    """LED-45"""
    sitting = at(base(), calls="seer")
    again = with_led(sitting, resumed=True)
    assert again.caption == f"{ENGLISH.text('led.resumed')} {sitting.caption}"
    assert not sealed(again, {}).led.resumed


# -- the debate --


def test_whoever_a_third_of_the_living_accuses_has_the_floor_once_a_day() -> None:
    """LED-46"""
    sitting = debating(base())
    living, since = sitting.living, sitting.led.since
    third = -(-len(living) // 3)
    against = {seat: Mark((living[-1],), at=since + 5 + seat) for seat in living[:third]}
    few = dict(list(against.items())[: third - 1])
    assert decide(sitting, few, since + 60, Random(1)) == since + sitting.scene.rounds[0]
    assert len(frames.shown(sitting, 1, against, ENGLISH, since, 2.0)["against"]) == third
    floor = decide(sitting, against, since + 60, Random(1))
    assert isinstance(floor, Sitting)
    assert (floor.scene.kind, floor.led.floor) == ("floor", living[-1])
    assert PLAYERS[living[-1] - 1] in floor.caption
    done = decide(floor, {living[-1]: Mark(signs=("ready",), at=floor.led.since + 7)}, floor.led.since + 7, Random(1))
    assert isinstance(done, Sitting)
    assert done.scene.name == "day.debate"
    again = {seat: replace(mark, at=done.led.since + 1) for seat, mark in against.items()}
    assert isinstance(decide(done, again, done.led.since + 2, Random(1)), float), "not twice"


def test_a_breach_of_the_rules_of_debate_stands_when_most_of_the_others_say_so() -> None:
    """HR-5, VOTE-19"""
    setup = replace(base(), debate_rules=True)
    sitting = debating(setup)
    living, since = sitting.living, sitting.led.since
    dead = [seat for seat in range(1, 9) if seat not in living]
    assert len(dead) < 2, "so the living are the jury"
    culprit, others = living[0], living[1:]
    needed = len(others) // 2 + 1
    said = {seat: Mark((culprit,), ("wants:offence",), at=since + 2) for seat in others[: needed - 1]}
    sitting = with_led(sitting, answered=(culprit,))
    assert isinstance(decide(sitting, said, since + 3, Random(1)), float)
    said[others[needed - 1]] = Mark((culprit,), ("wants:offence",), at=since + 2)
    punished = decide(sitting, said, since + 3, Random(1))
    assert isinstance(punished, Sitting)
    assert punished.last is not None
    assert (punished.last.name, punished.last.facts["seat"]) == ("punished", culprit)


# -- wordings --


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_wordings_of_a_call_take_the_same_time(language: str) -> None:
    """LED-10: which one is said is a lot everybody may know, and tells nothing by its length."""
    words = Words(language)
    calls = {key.split(".")[2] for key in words._texts if key.startswith("led.call.")}
    assert len(calls) > 10
    for call in calls:
        texts = [words.text(f"led.call.{call}.{number}") for number in (1, 2, 3)]
        assert len({len(text.split()) for text in texts}) == 1, call


def test_another_night_may_have_another_wording_and_both_twins_have_the_same() -> None:
    """LED-10"""
    said = {with_led(at(base(), calls="seer"), lot=lot).caption for lot in range(20)}
    assert len(said) == 3
    one, two = (with_led(at(base(seed=seed), calls="seer"), lot=7) for seed in (5, 6))
    assert one.caption == two.caption


# -- quick nights --


def test_in_a_quick_night_calls_that_do_not_depend_on_one_another_are_made_together() -> None:
    """LED-31, 6.3"""
    sitting = at(base(MANY), calls="seer")
    quick = Evening(base(MANY), Random(1), Random(1))
    start = with_led(quick.begin(), quick=True)
    while start.scene.kind != "call":
        start = sealed(start, {})
    assert start.wave == ("seer", "fox", "defender")
    assert start.caption == "Now, all at once: the Seer, the Fox and the Defender."
    seats = {card: holders(start, card)[0] for card in ("seer", "fox", "defender", "werewolf")}
    asked = {card: frames.strip(start, seats[card], {}, ENGLISH)["question"] for card in seats}
    assert all(asked[card] for card in ("seer", "fox", "defender"))
    assert not asked["werewolf"]
    victim = holders(start, "simple_villager")[0]
    marks = {seats["seer"]: Mark((seats["werewolf"],)), seats["defender"]: Mark((victim,))}
    after = sealed(start, marks)
    told = {event.name: event.facts for event in after.game.events}
    assert told["card_seen"]["seat"] == seats["seer"] or told["card_seen"]["seat"] == seats["werewolf"]
    assert told["protected"]["seat"] == victim
    assert "Werewolf" in " ".join(frames.strip(after, seats["seer"], {}, ENGLISH)["lines"])
    assert after.scene.kind == "call", "one time to read for all of them"
    assert sealed(after, {}).wave == ("werewolves",)
    plain = sum(sitting.scene.rounds)
    assert sum(start.scene.rounds) < 3 * plain


def test_a_quick_night_comes_to_the_same_where_the_marks_stay_legal() -> None:
    """LED-31, test 9: the same marks by seat, call by call or all at once."""
    for seed in range(6):
        ended = []
        for quick in (False, True):
            sitting = with_led(Evening(base(MANY, seed=seed), Random(1), Random(1)).begin(), quick=quick)
            chooses = {seat: Mark((seat % 8 + 1, (seat + 2) % 8 + 1)) for seat in range(1, 9)}
            while sitting.scene.name != "dawn.breaks":
                sitting = sealed(sitting, chooses)
            ended.append([(answer.key, answer.value) for answer in sitting.game.answers])
        assert ended[0] == ended[1]


@pytest.mark.parametrize("quick", [False, True])
def test_an_actor_called_again_at_once_has_a_call_of_his_own(quick: bool) -> None:
    """LED-31, FK-11, HOUSE-28: at a place where no call comes between, the second one was swallowed by the first."""
    deck = {"actor": 1, "werewolf": 2, "simple_villager": 5}
    trio = ("two_sisters", "seer", "cupid")
    setup = Setup.of(PLAYERS, deck, trio=trio, cards_known_to_app=True, actor_cards="face_down", seed=1)
    sitting = with_led(Evening(adapted(setup, 1), Random(1), Random(1)).begin(), quick=quick)
    begun = []
    while sitting.scene.name != "dawn.breaks":
        if sitting.scene.kind == "call" and sitting.led.round == 1:
            begun.append(sitting.scene.name)
        sitting = sealed(sitting, {seat: Mark((seat % 8 + 1,), signs=("#1",)) for seat in range(1, 9)})
    calls = [event.facts["call"] for event in sitting.game.events if event.name == "called"]
    assert calls == ["actor", "actor", "werewolves"]
    assert begun == calls


@pytest.mark.parametrize("quick", [False, True])
def test_at_their_call_the_lovers_read_whom_they_love(quick: bool) -> None:
    """LED-13, LOVE-1: the voice says that the strip tells, so it does while the call lasts, and nobody else's."""
    setup = base({"cupid": 1, "werewolf": 2, "seer": 1, "simple_villager": 4})
    sitting = with_led(Evening(setup, Random(1), Random(1)).begin(), quick=quick)
    struck = [0, 0]
    while sitting.scene.name != "lovers":
        if sitting.scene.name == "cupid":
            struck = [seat for seat in range(1, 9) if seat != holders(sitting, "cupid")[0]][:2]
        sitting = sealed(sitting, {seat: Mark(tuple(struck)) for seat in range(1, 9)})
    lines = {seat: " ".join(frames.strip(sitting, seat, {}, ENGLISH)["lines"]) for seat in range(1, 9)}
    for one, other in (struck, struck[::-1]):
        assert f"You are in love with {PLAYERS[other - 1]}" in lines[one]
    assert [seat for seat in lines if "in love" in lines[seat]] == sorted(struck)
    assert sealed(sitting, {}).scene.name == "werewolves"


# -- stand-ins for a moderator's eyes and ears --


def listening() -> tuple[Sitting, int, list[int]]:
    sitting = at(base(GIRL, little_girl_caught="devoured_instead"), calls="werewolves")
    return sitting, holders(sitting, "little_girl")[0], holders(sitting, "werewolf")


@pytest.mark.parametrize("loves", ["werewolf", "simple_villager", ""])
def test_whether_the_girl_may_listen_tells_nothing_of_whom_she_loves(loves: str) -> None:
    """AMD-71, LED-3: under rules where Lovers do no harm nobody can catch her for her love, who must not notice."""
    deck = {"werewolf": 2, "cupid": 1, "little_girl": 1, "simple_villager": 4}
    setup = base(deck, little_girl_caught="devoured_instead", lovers_restriction="no_harm")
    first = at(setup, calls="cupid")
    girl, cupid = holders(first, "little_girl")[0], holders(first, "cupid")[0]
    other = holders(first, loves or "simple_villager")[0]
    pair = (girl, other) if loves else (other, holders(first, "werewolf")[0])
    sitting = at(setup, calls="werewolves", marks={cupid: Mark(pair)})
    assert sitting.game.village.named("lovers")[0].pair == tuple(sorted(pair))  # type: ignore[attr-defined]
    now = sitting.led.since
    assert ENGLISH.text("led.listening") in frames.strip(sitting, girl, {}, ENGLISH, now)["lines"]
    held = {girl: Mark(held=(frames.beat_of(sitting, now),))}
    assert "two names:" in frames.strip(sitting, girl, held, ENGLISH, now)["lines"][-1]


def test_the_girl_hears_two_names_only_once_she_has_held_the_strip() -> None:
    """HR-1, LED-32"""
    sitting, girl, wolves = listening()
    now = sitting.led.since + 5
    still = frames.strip(sitting, girl, {}, ENGLISH, now)["lines"]
    assert not any("two names:" in line for line in still)
    held = {girl: Mark(held=(frames.beat_of(sitting, now),))}
    [line] = [line for line in frames.strip(sitting, girl, held, ENGLISH, now)["lines"] if "two names:" in line]
    named = [seat for seat in range(1, 9) if PLAYERS[seat - 1] in line]
    assert len(named) == 2
    assert len(set(named) & set(wolves)) == 1
    for other in range(1, 9):
        if other != girl:
            assert "two names:" not in " ".join(
                frames.strip(sitting, other, {other: held[girl]}, ENGLISH, now)["lines"]
            )


def test_one_of_two_names_is_a_wolfs_and_every_wolf_and_every_other_comes_up_alike() -> None:
    """HR-1: the odds, over many windows"""
    sitting, girl, wolves = listening()
    heard: Counter[int] = Counter()
    for window in range(400):
        each = with_led(sitting, token=f"{window:012x}")
        line = frames.strip(each, girl, {girl: Mark(held=(0,))}, ENGLISH, each.led.since)["lines"][-1]
        heard.update(seat for seat in range(1, 9) if PLAYERS[seat - 1] in line)
    assert sum(heard[wolf] for wolf in wolves) == 400
    assert all(140 < heard[wolf] < 260 for wolf in wolves)
    assert all(50 < heard[seat] < 115 for seat in range(1, 9) if seat not in (*wolves, girl))
    assert not heard[girl], "she knows her own name"


@pytest.mark.parametrize(("held", "pricked", "caught"), [((1, 4), 4, True), ((1, 4), 3, False), ((), 4, False)])
def test_the_girl_is_caught_if_a_wolf_listens_in_the_same_beat(
    held: tuple[int, ...], pricked: int, caught: bool
) -> None:
    """HR-1, GIRL-2"""
    sitting, girl, (one, two) = listening()
    prey = holders(sitting, "simple_villager")[0]
    marks = {girl: Mark(held=held), one: Mark((prey,), pricked=pricked), two: Mark((prey,))}
    after = sealed(sitting, marks)
    bitten = [event.facts["seat"] for event in after.game.events if event.name == "bitten"]
    assert bitten == [girl if caught else prey]


def test_a_phone_tells_in_which_beats_its_strip_was_held_and_when_the_ears_went_up() -> None:
    """HR-1, LED-18"""
    first = Mark(signs=(), at=1.0).after(Mark(), 0, is_held=True)
    second = Mark(signs=("#1",), at=2.0).after(first, 3, is_held=True)
    third = Mark(signs=("#1",), at=9.0).after(second, 5, is_held=False)
    assert (third.held, third.pricked, third.at) == ((0, 3), 3, 2.0)
    assert Mark.kept(third.to_json(), 8) == third


# -- a moderated game becomes led --


def test_a_moderated_game_is_led_from_a_nightfall_on_if_that_changes_nothing_so_far() -> None:
    """8.5"""
    game = play(Setup.of(PLAYERS, {"werewolf": 2, "seer": 1, "simple_villager": 5}, cards_known_to_app=True, seed=3))
    while game.prompt is not None and game.prompt.key != "night.falls":
        game = game.answer({} if game.prompt.kind == "ballots" else True)
    led = as_led(game)
    assert led is not None
    assert led.setup.options.wolf_hound_call == "own_call"
    assert [event.name for event in led.events] == [event.name for event in game.events]
    physical = play(Setup.of(PLAYERS, {"werewolf": 2, "seer": 1, "simple_villager": 5}))
    assert as_led(physical) is None


# -- what is drawn at the deal --


def test_nobody_chooses_the_actors_cards() -> None:
    """LED-4"""
    deck = {"actor": 1, "werewolf": 2, "simple_villager": 5}
    setup = Setup.of(PLAYERS, deck, trio=("witch", "fox", "elder"), cards_known_to_app=True, seed=1)
    drawn = {laid_out(adapted(setup, 1), Random(seed)).trio for seed in range(30)}
    assert len(drawn) > 20
    assert all(not replace(setup, trio=trio).faults() for trio in drawn)


def test_one_game_in_four_may_be_the_black_plague_and_no_record_says_which() -> None:
    """HR-8, PLAG-5"""
    setup = base({"werewolf": 2, "hunter": 1, "simple_villager": 5})
    assert may_surprise(setup)
    told = Counter("black_plague" in surprised(setup, Random(seed)).variants for seed in range(400))
    assert 70 < told[True] < 130
    assert not may_surprise(base({"werewolf": 1, "big_bad_wolf": 1, "simple_villager": 6}))


def test_what_another_version_wrote_about_a_led_evening_is_left_out() -> None:
    kept = {"pace": "calm", "waited": [1, 2], "something": 3}
    assert Led.of(kept) == Led(pace="calm", waited=(1, 2))


# -- nothing moves any more --


def stuck() -> Sitting:
    """Nobody has died for days, and somebody is still there: by day, when the table may say so."""
    sitting, now, chance = Evening(base(), Random(1), Random(1)).begin(), 0.0, Random(1)
    while not (sitting.scene.kind == "debate" and sitting.prompt and NOBODY_WINS in sitting.prompt.options):
        following = decide(sitting, {1: Mark((), ("more",))}, now, chance)
        assert following is not None
        sitting, now = (sitting, following) if isinstance(following, float) else (following, now)
    return sitting


@pytest.mark.parametrize(("gone", "wanting", "is_over"), [((), 8, True), ((), 7, False), ((8,), 7, True)])
def test_a_stalemate_is_ended_by_all_whose_phones_are_here(gone: tuple[int, ...], wanting: int, is_over: bool) -> None:
    """WIN-15, LED-42: whoever has gone home keeps nobody from ending an evening in which nothing moves any more."""
    sitting = stuck()
    sign = Mark((), (WANTS + NOBODY_WINS,), at=sitting.led.since + 1)
    following = decide(
        replace(sitting, silent=gone), dict.fromkeys(range(1, wanting + 1), sign), sitting.led.since + 2, Random(1)
    )
    if is_over:
        assert isinstance(following, Sitting)
        assert following.game.outcome is not None
        assert following.game.outcome.rule == "WIN-15"
    else:
        assert isinstance(following, float)


def test_in_a_debate_the_strip_asks_nothing_and_says_what_was_learnt() -> None:
    """LED-3: whom one touches there is said before everybody, and counts at once."""
    sitting = with_led(Evening(base(), Random(1), Random(1)).begin())
    while sitting.scene.kind != "debate":
        sitting = sealed(sitting, {seat: Mark((seat % 8 + 1,)) for seat in range(1, 9)})
    strips = {seat: frames.strip(sitting, seat, {}, ENGLISH) for seat in sitting.living}
    assert {found["question"] for found in strips.values()} == {""}
    [seer] = holders(sitting, "seer")
    assert "The card of" in " ".join(strips[seer]["lines"])


def test_one_arrow_is_kept_and_a_lot_aims_the_other() -> None:
    """LED-40"""
    setup = base({"cupid": 1, "werewolf": 2, "seer": 1, "simple_villager": 4})
    struck: set[int] = set()
    for seed in range(12):
        sitting = with_led(Evening(setup, Random(1), Random(1)).begin())
        while sitting.scene.name != "cupid":
            sitting = sealed(sitting, {})
        [cupid] = holders(sitting, "cupid")
        marks = {cupid: Mark((3,))}
        following = decide(sitting, marks, sitting.led.since + 1000, Random(seed))
        assert isinstance(following, Sitting)
        [pair] = [answer.value for answer in following.game.answers if answer.key == "cupid.pair"]
        assert 3 in pair
        struck |= set(pair)
    assert len(struck) > 4
