"""What guests stumbled over in an evening led by the app: lots, two potions, the dead, the voice, the end."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from nightcall.web.led import frames, pages, runner
from nightcall.web.led.decide import decide
from nightcall.web.led.lots import decided
from nightcall.web.led.marks import Mark
from nightcall.web.led.scenes import Sitting
from nightcall.web.past import stories
from nightcall.words import Words
from tests.web.led_evening import ENGLISH, Evening
from tests.web.phone import PLAYERS, Phone, begin, new_site, run
from tests.web.test_led import at, base, beat, debating, holders, led_site, sealed
from tests.web.test_led_alike import DEAL, bare, devouring, steps
from tests.web.test_led_http import laid

LOVE = {"werewolf": 2, "cupid": 1, "witch": 1, "simple_villager": 4}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "FLOOR", 0.0)


def strip(sitting: Sitting, seat: int, marks: dict[int, Mark] | None = None, words: Words = ENGLISH) -> dict[str, Any]:
    return frames.strip(sitting, seat, marks or {}, words)


# -- a card where nobody watches --


@pytest.mark.parametrize(
    ("card", "options", "says"),
    [
        ("little_girl", {}, "hold the strip to listen"),
        ("little_girl", {"little_girl_caught": "no_rule"}, "you cannot listen to them either"),
        ("wandering_judge", {}, "your strip offers a second vote"),
    ],
)
def test_a_card_says_what_it_does_where_the_app_leads(card: str, options: dict[str, Any], says: str) -> None:
    """HR-1, HR-2: no fingers to peep through, no moderator to agree on a sign with"""
    setup = base({"werewolf": 2, card: 1, "simple_villager": 5}, **options)
    sitting = Evening(setup, Random(1), Random(1)).begin()
    about = strip(sitting, holders(sitting, card)[0])["about"]
    assert says in about
    assert "moderator" not in about
    assert "fingers" not in about


# -- a choice nobody made in time --


def test_what_a_lot_chose_is_told_as_a_lots_on_the_phone_and_in_the_story() -> None:
    """LED-40, 3.2: the story says that it was drawn."""
    sitting = at(base(LOVE), calls="cupid")
    cupid = holders(sitting, "cupid")[0]
    after = sealed(sitting, {})
    [line] = strip(after, cupid)["lines"]
    assert line.startswith("No choice came from you in time, so a lot made it.")
    told = stories.chapters(after.game.events, after.game, ENGLISH, decided(after.game, after.led.drawn))
    drawn = [each.text for chapter in told for each in chapter.happenings if "a lot decided" in each.text]
    assert len(drawn) == 1


def test_what_somebody_chose_is_no_lots() -> None:
    """LED-40"""
    sitting = at(base(LOVE), calls="cupid")
    cupid = holders(sitting, "cupid")[0]
    after = sealed(sitting, {cupid: Mark((1, 2))})
    assert after.led.drawn == ()
    assert "a lot" not in " ".join(strip(after, cupid)["lines"])
    kept = sealed(sealed(at(base(LOVE), calls="witch"), {}), {})
    witch = holders(kept, "witch")[0]
    assert "a lot" not in " ".join(strip(kept, witch)["lines"]), "nobody is healed by lot"


def test_the_answers_a_lot_gave_are_forgotten_with_an_objection_and_kept_with_the_evening() -> None:
    """LED-30, LED-50"""
    sitting = sealed(at(base(LOVE), calls="cupid"), {})
    assert len(sitting.led.drawn) == 1
    voting = sitting
    while voting.scene.kind != "ballots":
        voting = sealed(voting, {})
    counted = sealed(voting, {seat: Mark((voting.living[0],), at=voting.led.since) for seat in voting.living})
    counted = replace(counted, led=replace(counted.led, drawn=(*sitting.led.drawn, len(counted.game.answers) - 1)))
    again = sealed(counted, {seat: Mark(signs=("object",)) for seat in voting.living})
    assert again.led.drawn == sitting.led.drawn


def test_two_names_are_given_more_time_than_one_and_a_third_touch_replaces_the_first() -> None:
    """LED-10: as everybody knows, Cupid touches two"""
    cupids, seers = at(base(LOVE), calls="cupid"), at(base(), calls="seer")
    assert (cupids.most, seers.most) == (2, 1)
    waits = [each.scene.rounds[0] - each._spoken() for each in (cupids, seers)]
    assert waits[0] > 1.4 * waits[1]
    cupid = holders(cupids, "cupid")[0]
    after = sealed(cupids, {cupid: Mark((3, 2, 1))})
    assert after.led.drawn == (), "the last two count"


# -- the two potions --


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_narrator_says_when_the_witch_goes_on_to_the_poison(language: str) -> None:
    """LED-12, LED-14: two rounds anybody can notice, whether she is alive, called or has the potion."""
    words = Words(language)
    sitting = at(base(), calls="witch")
    first = sitting.told_in(words)
    second = sealed(sitting, {}).told_in(words)
    third = sealed(sealed(sitting, {}), {}).told_in(words)
    assert first.caption != second.caption == words.text("led.round.witch.poison") == third.caption
    assert sealed(sitting, {}).led.token != sitting.led.token, "so no touch of the first round counts in the second"
    plain = sitting.scene.rounds
    assert plain == sealed(sitting, {}).scene.rounds, "the lengths are the same from whichever round one looks"


def test_every_phone_has_a_sign_for_nobody_where_names_are_touched() -> None:
    """LED-14"""
    for call in ("seer", "witch", "werewolves"):
        sitting = at(base(), calls=call)
        shown = [frames.signs(sitting, seat, ENGLISH) for seat in range(1, 9)]
        assert all(signs == shown[0] for signs in shown)
        assert shown[0][-1] == {"id": "no", "label": "Nobody"}
    witch = holders(sitting, "witch")[0]
    poisoning = sealed(at(base(), calls="witch"), {})
    after = sealed(poisoning, {witch: Mark(signs=("no",))})
    assert not [event for event in after.game.events if event.name == "poisoned"]


# -- whoever acts reads as much as whoever sleeps --


def test_whoever_is_asked_reads_the_own_choice_as_a_sleeper_reads_the_dream() -> None:
    """LED-17, LED-26: one bold line and one more, on every phone; what is not possible is said there too"""
    sitting = at(base(), calls="seer")
    seer, wolf = holders(sitting, "seer")[0], holders(sitting, "werewolf")[0]
    for seat in (seer, wolf):
        mine = strip(sitting, seat, {seat: Mark((3,))})
        assert bool(mine["question"]) + bool(mine["suspect"]) == 1
        assert PLAYERS[2] in mine["dream"] or seat == 3
        assert strip(sitting, seat)["dream"]
    assert strip(sitting, seer, {seer: Mark((wolf,))})["dream"].startswith(f"Your choice: {PLAYERS[wolf - 1]}.")
    assert "not possible" in strip(sitting, seer, {seer: Mark((seer,))})["dream"]


def test_cupid_reads_that_one_name_is_missing() -> None:
    sitting = at(base(LOVE), calls="cupid")
    cupid = holders(sitting, "cupid")[0]
    assert "Touch 1 more" in strip(sitting, cupid, {cupid: Mark((1,))})["dream"]


def test_what_was_told_in_earlier_nights_is_dated() -> None:
    """LED-32"""
    setup = laid(("werewolf", "werewolf", "seer", *["simple_villager"] * 5))

    def taps(sitting: Sitting) -> dict[int, Mark]:
        return {3: Mark((1,))} if sitting.scene.name == "seer" else {}

    later = next(each for each in steps(setup, taps, 120) if each.view.night == 2 and each.scene.name == "seer")
    assert strip(later, 3)["earlier"][0].startswith("Night 1: ")
    assert strip(later, 3, words=Words("fr"))["earlier"][0].startswith("Nuit 1")


# -- by day --


def dead_by_day(kind: str) -> Sitting:
    evening = steps(laid(DEAL), devouring(8), 60)
    return next(each for each in evening if each.scene.kind == kind and 8 not in each.living)


@pytest.mark.parametrize("kind", ["debate", "ballots"])
def test_a_dead_players_phone_says_so_by_day_and_takes_nothing_that_does_not_count(kind: str) -> None:
    """5.3, LED-3: that somebody is dead is known to all"""
    sitting = dead_by_day(kind)
    shown = {seat: frames.shown(sitting, seat, {}, ENGLISH, 0.0, 2.0) for seat in (1, 8)}
    assert (shown[8]["note"][:13], shown[8]["idle"], shown[8]["signs"]) == ("You are dead.", True, [])
    assert (shown[1]["note"], shown[1]["idle"]) == ("", False)
    assert shown[1]["signs"]


def test_a_hunter_who_is_to_shoot_is_not_told_to_be_silent() -> None:
    """The other dead are."""
    evening = steps(laid(DEAL), devouring(DEAL.index("hunter") + 1), 60)
    hunter = DEAL.index("hunter") + 1
    shot = next(each for each in evening if each.scene.kind == "open" and each.asked == (hunter,))
    assert hunter not in shot.living
    shown = frames.shown(shot, hunter, {}, ENGLISH, 0.0, 2.0)
    assert (shown["note"], shown["idle"]) == ("", False)


def test_a_phone_shows_what_everybody_knows_of_a_seat() -> None:
    """The card of the dead and who holds an office, in words, on every phone alike."""
    setup = replace(laid(DEAL), options=replace(laid(DEAL).options, sheriff_election="setup"))
    evening = steps(setup, lambda sitting: devouring(8)(sitting) or {seat: Mark((3,)) for seat in range(1, 9)}, 90)
    sitting = next(each for each in evening if each.scene.kind == "debate" and 8 not in each.living)
    for seat in (1, 5):
        known = {each["seat"]: each for each in frames.shown(sitting, seat, {}, ENGLISH, 0.0, 2.0)["seats"]}
        assert (known[8]["card"], known[3]["signs"]) == ("Simple Villager", ["Sheriff"])
        assert not known[2]["card"]


def test_a_moderator_is_not_asked_for_among_the_paces_of_a_pause() -> None:
    paused = replace(dead_by_day("debate"), led=replace(dead_by_day("debate").led, rest="paused"))
    rare = [sign["id"] for sign in frames.signs(paused, 1, ENGLISH) if sign.get("rare")]
    assert rare == ["table:moderator"]


def test_at_night_a_dead_players_phone_looks_like_all_others() -> None:
    """D4, LED-14"""
    evening = steps(laid(DEAL), devouring(8), 120)
    night = next(each for each in evening if each.scene.kind == "call" and 8 not in each.living)
    assert bare(night, 8) == bare(night, 3)


def test_only_whoever_is_accused_can_say_that_it_is_enough() -> None:
    """LED-46"""
    sitting = debating(base())
    living, since = sitting.living, sitting.led.since
    against = {seat: Mark((living[-1],), at=since + 1) for seat in living[:-1]}
    floor = decide(sitting, against, since + 2, Random(1))
    assert isinstance(floor, Sitting)
    signs = {seat: [sign["id"] for sign in frames.signs(floor, seat, ENGLISH)] for seat in range(1, 9)}
    assert signs == {seat: ["ready"] if seat == living[-1] else [] for seat in range(1, 9)}


def test_rare_motions_stand_apart_from_ready_in_every_debate() -> None:
    """3.3, LED-3: they are offered always, for whether the rules do would tell"""
    sitting = debating(base())
    signs = frames.signs(sitting, sitting.living[0], ENGLISH)
    assert [sign["id"] for sign in signs if "rare" in sign] == ["wants:name_the_plague", "wants:nobody_wins"]
    assert [sign["id"] for sign in signs if "rare" not in sign] == ["ready", "more"]


def test_a_lovers_vote_against_the_partner_is_refused_in_private_and_looks_like_none() -> None:
    """LED-3, LED-26: to everybody else as if she had touched Nobody"""
    setup = base({"werewolf": 2, "cupid": 1, "simple_villager": 5})
    cupid = holders(Evening(setup, Random(1), Random(1)).begin(), "cupid")[0]
    evening = steps(setup, lambda _: {cupid: Mark((cupid % 8 + 1, (cupid + 1) % 8 + 1))}, 80)
    vote = next(each for each in evening if each.scene.kind == "ballots")
    assert vote.prompt is not None
    she, closed = next((seat, barred) for seat, barred in vote.prompt.barred.items() if barred)
    partner = next(iter(closed))
    others = {seat: Mark((vote.living[0],), at=vote.led.since) for seat in vote.living if seat != she}
    marks = [others | {she: mark} for mark in (Mark((partner,), at=vote.led.since), Mark(signs=("no",)))]
    assert "does not count" in strip(vote, she, marks[0])["dream"]
    assert "does not count" not in strip(vote, she, marks[1])["dream"]
    third = next(seat for seat in vote.living if seat not in (she, partner))
    seen = [[bare(each, third), each.view.to_json()] for each in (sealed(vote, each) for each in marks)]
    for shown, _ in seen:
        shown["scene"] = ""
    assert seen[0] == seen[1]
    assert frames.done(vote, marks[0]) == frames.done(vote, marks[1])


# -- before and after --


def test_the_lobby_asks_which_device_speaks_and_says_who_begins() -> None:
    """7, Voice: a tap unlocks it, and it can be tried before anything is dealt"""
    site = new_site()
    table = begin(site, base(), deal="led")
    host = Phone(site).leads(table).plays(table, 1)
    television = Phone(site, "fr")
    for page in (f"/g/{table.id}/lead/seats", f"/g/{table.id}/seat/1"):
        text = host.get(page).text
        assert 'id="which-speaks"' in text
        assert 'data-try-voice="Good evening.' in text
    text = television.get(f"/g/{table.id}").text
    assert 'id="voice"' in text
    assert 'id="narrator"' in text
    guests = [Phone(site).plays(table, seat) for seat in range(2, 9)]
    told = f"Everybody is here. {PLAYERS[0]} touches Begin"
    assert told in guests[0].get(f"/g/{table.id}/seat/2").text
    assert f"Tout le monde est là. {PLAYERS[0]} touche" in television.get(f"/g/{table.id}").text


def test_the_television_says_while_it_is_silent_and_what_the_names_under_the_bar_have_done() -> None:
    site, table, (_, *phones), clock = led_site()
    clock.now += 1
    run(site.runner.advance(table.id))
    token = run(site.tables.find(table.id)).manner.led.token
    body = f'{{"scene": "{token}", "held": true}}'.ljust(1024)
    assert phones[2].client.post(f"/g/{table.id}/seat/3/beat", content=body).status_code == 200
    text = phones[0].get(f"/g/{table.id}").text
    assert 'id="voice"' in text
    assert f"Have looked: {PLAYERS[2]}" in text


def test_how_long_the_debate_still_lasts_is_told_in_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the screen and on every phone; a call of the night has its bar alone."""
    monkeypatch.setattr(runner, "SILENT", 1e9)
    site, table, (_, *phones), clock = led_site()
    kinds = set[str]()
    while "debate" not in kinds:
        clock.now += 30
        run(site.runner.advance(table.id))
        kind = run(site.tables.find(table.id)).sitting.scene.kind
        kinds.add(kind)
        assert ("data-clock" in phones[0].get(f"/g/{table.id}").text) is (kind == "debate")
        assert beat(phones[1], table.id, 2)["timed"] is (kind == "debate")
    assert "call" in kinds


def test_the_screen_says_who_accuses_whom_and_who_is_ready_and_looks_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """LED-46: in the open, like hands"""
    monkeypatch.setattr(runner, "SILENT", 1e9)
    site, table, (_, *phones), clock = led_site()
    while (sitting := run(site.tables.find(table.id)).sitting).scene.kind != "debate":
        is_open = sitting.scene.kind in pages.IN_THE_OPEN
        assert ('hx-trigger="every 2s"' in phones[0].get(f"/g/{table.id}").text) is is_open
        clock.now += 30
        run(site.runner.advance(table.id))
    one, two, three = sitting.living[:3]
    assert 'id="accused"' not in phones[0].get(f"/g/{table.id}").text, "while nobody is"
    beat(phones[one - 1], table.id, one, scene=sitting.led.token, seats=[three])
    beat(phones[two - 1], table.id, two, scene=sitting.led.token, seats=[three], signs=["ready"])
    screen = phones[0].get(f"/g/{table.id}").text
    named = [PLAYERS[seat - 1] for seat in (three, one, two)]
    assert "Accused: {} ({}, {})".format(*named) in screen
    assert f"Ready: {named[2]}" in screen
    assert 'hx-trigger="every 2s"' in screen
    for seat in sitting.living:
        beat(phones[seat - 1], table.id, seat, scene=sitting.led.token, signs=["ready"])
    count = len(sitting.living)
    assert f"{count} of {count} are ready" in phones[0].get(f"/g/{table.id}").text, "more than it has room to name"


def test_at_the_end_the_phone_of_whoever_began_offers_to_play_again() -> None:
    site, table, (host, *phones), clock = led_site()
    host.plays(table, 1)
    for _ in range(3000):
        clock.now += 400
        run(site.runner.advance(table.id))
        if run(site.tables.find(table.id)).sitting.view.winner:
            break
    asked = ((host, 1), (phones[1], 2))
    shown = [phone.client.post(f"/g/{table.id}/seat/{seat}/beat", content="{}") for phone, seat in asked]
    assert [reply.json()["over"] for reply in shown] == [True, True]
    assert [reply.json()["again"] for reply in shown] == [True, False]
    winners = run(site.tables.find(table.id)).sitting.view.winners
    said = ["You have won" if seat in winners else "You have lost" for seat in (1, 2)] if winners else ["", ""]
    assert [reply.json()["note"] for reply in shown] == said
    shell = phones[1].get(f"/g/{table.id}/seat/2").text
    assert f'action="/new/again/{table.id}"' in shell
    assert f'href="/g/{table.id}/end"' in shell


@pytest.mark.parametrize(("count", "said"), [(1, "dans 1 rêve sur 2"), (2, "dans 2 rêves sur 3")])
def test_dreams_are_counted_in_good_french(count: int, said: str) -> None:
    assert said in Words("fr").text("led.dreams.nose", seat="Alice", count=count, of=count + 1)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_at_dawn_heads_are_raised_for_nobody_has_closed_the_eyes(language: str) -> None:
    """D1"""
    words = Words(language)
    said = [words.text(f"led.say.dawn.breaks.{number}") for number in (1, 2, 3)]
    assert len({len(text.split()) for text in said}) == 1, "LED-10: all take the same time"
    sitting = at(base(), calls="witch")
    while sitting.scene.name != "dawn.breaks":
        sitting = sealed(sitting, {})
    assert sitting.told_in(words).caption in said
