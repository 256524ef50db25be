"""Led evenings over HTTP: what phones send and are sent, byte for byte; phones that come and go; a server that dies."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from nightcall import Setup
from nightcall.engine import tape
from nightcall.engine.game import play
from nightcall.web.app import Site
from nightcall.web.led import frames, pages, runner
from nightcall.web.led.decide import decide
from nightcall.web.led.marks import Mark
from nightcall.web.led.scenes import Led, Sitting
from nightcall.web.manner import LED, Manner
from nightcall.web.store import Grant
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.table import Table
from tests import waiting
from tests.web.led_evening import ENGLISH, Evening
from tests.web.phone import PLAYERS, Phone, begin, new_site, run, stopped_later
from tests.web.test_led import Clock, base, beat, led_site

SEATS = range(1, 9)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "FLOOR", 0.0)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our phones beat more slowly than real ones."""
    monkeypatch.setattr(runner, "SILENT", 60.0)


def laid(cards: Sequence[str]) -> Setup:
    return replace(base(), deck=tuple(cards), seed=None)


class Night:
    """A led game whose cards lie as they are told, with a phone at every seat and a clock of its own."""

    def __init__(self, cards: Sequence[str]) -> None:
        self.site, self.clock = new_site(), Clock()
        self.site.runner.clock, self.site.runner.chance = self.clock, Random(5)
        self.table = run(self.site.tables.begin(laid(cards), Manner(deal=LED), name="same"))
        self.phones = {seat: Phone(self.site).plays(self.table, seat) for seat in SEATS}
        led = Led(since=self.clock.now, token="first", rest="trial")
        run(self.site.tables.manage(self.table, dealt=True, led=led))
        self.tokens = dict.fromkeys(SEATS, "")

    def beats(self, seat: int, **mark: Any) -> tuple[Any, ...]:
        """One beat, and all that somebody who counts and times could see of it, and the reply itself."""
        run(self.site.runner.advance(self.table.id))
        body = json.dumps({"scene": self.tokens[seat], "pad": "", **mark}).ljust(frames.BODY).encode()
        reply = self.phones[seat].client.post(f"/g/same/seat/{seat}/beat", content=body)
        sent = [(name, len(value)) for name, value in reply.request.headers.raw]
        self.tokens[seat] = token = reply.json()["scene"]
        seen = (self.clock.now, len(body), sent, reply.status_code, reply.headers.raw, len(reply.content))
        return seen, reply.content.replace(token.encode(), b"scene")  # drawn by lot, and told to everybody alike


def taps(seat: int, number: int, how: str) -> dict[str, Any]:
    random = Random(f"{seat} {number}")
    if "lazy" in how and seat in (1, 2):
        return {}
    signs = [random.choice(("#1", "#2", "yes", "ready"))] if how == "eager" else []
    return {"seats": [random.randrange(1, 9)], "signs": signs, "held": "holding" in how and random.random() < 0.5}


@pytest.mark.parametrize("how", ["eager", "lazy and holding"])
@pytest.mark.usefixtures("patient")
def test_twins_are_sent_the_same_at_every_seat_byte_for_byte(how: str) -> None:
    """LED-18, LED-19, LED-20, LED-22, LED-25: two cards exchanged, the first night; test 4 of the specification."""
    deal = ["seer", "werewolf", "simple_villager", "witch", "hunter", "werewolf", "simple_villager", "simple_villager"]
    swapped = [deal[2], deal[1], deal[0], *deal[3:]]
    series: list[list[Any]] = []
    for cards in (deal, swapped):
        night, seen = Night(cards), []
        for number in range(12):
            for seat in SEATS:
                night.clock.now += 1.5
                seen.append((seat, *night.beats(seat, **taps(seat, number, how))))
        series.append(seen)
        phase = json.loads(seen[-1][2])["phase"]
        assert phase == "Night 1"
    captions = {json.loads(body)["caption"] for _, _, body in series[0]}
    assert len(captions) > 5, "it went through the calls"
    for (seat, one, body), (_, two, other) in zip(*series, strict=True):
        assert one == two, "what can be counted, at the swapped seats too"
        if seat not in (1, 3):
            assert body == other, "and to everybody else every byte"
        else:
            bare, their = ({**json.loads(each), "strip": ""} for each in (body, other))
            assert bare == their, "with the strip covered"


def test_the_shell_holds_no_secret_opens_no_stream_and_never_makes_a_sound() -> None:
    """LED-16, LED-21, LED-22"""
    night = Night(["werewolf", "werewolf", "seer", "witch", "hunter", *["simple_villager"] * 3])
    shells = {seat: night.phones[seat].get(f"/g/same/seat/{seat}").text for seat in (1, 3, 8)}
    bare = {text.replace(f"/seat/{seat}", "/seat/n") for seat, text in shells.items()}
    assert len(bare) == 1
    assert "data-live" not in shells[1]
    script = (Path(pages.__file__).parents[1] / "static" / "led.js").read_text("utf-8")
    assert not re.search(r"vibrate|Audio|EventSource", script)


def test_no_reply_comes_before_the_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    """LED-19"""
    monkeypatch.setattr(pages, "FLOOR", 1000.0)
    night = Night(["werewolf", "werewolf", "seer", "witch", "hunter", *["simple_villager"] * 3])
    naps = waiting.naps(monkeypatch)
    for seat in (1, 3, 8):
        night.beats(seat)
    assert [round(nap, -3) for nap in naps] == [1000.0] * 3


@pytest.mark.soak
def test_a_beat_of_whoever_is_asked_takes_as_long_as_a_sleepers() -> None:
    """LED-20: medians within 0.2 ms, test 5 of the specification; of the work done, whatever else the machine does."""
    night = Night(["seer", "werewolf", "werewolf", "witch", "hunter", *["simple_villager"] * 3])
    while run(night.site.tables.find("same")).sitting.scene.name != "seer":  # type: ignore[union-attr]
        night.clock.now += 5
        run(night.site.runner.advance("same"))
    took: dict[int, list[float]] = {1: [], 8: []}
    for number in range(2000):
        for seat in (1, 8) if number % 2 else (8, 1):
            begun = time.process_time()
            night.beats(seat, seats=[number % 8 + 1])
            took[seat].append(time.process_time() - begun)
    medians = [sorted(each)[len(each) // 2] for each in took.values()]
    assert abs(medians[0] - medians[1]) < 0.0002 + 0.02 * max(medians)


# -- phones come and go --


def test_a_reloaded_phone_finds_its_mark_and_two_tabs_of_one_seat_agree() -> None:
    """LED-22, LED-23, test 7 of the specification"""
    site, table, (_, *phones), _ = led_site()
    run(site.runner.advance(table.id))
    token = run(site.tables.find(table.id)).manner.led.token
    beat(phones[0], table.id, 1, scene=token, seats=[4])
    first = beat(phones[0], table.id, 1)  # a page that has just been loaded knows no scene yet
    assert first["mark"]["seats"] == [4]
    beat(phones[0], table.id, 1, scene=token, seats=[5])  # the other tab
    assert beat(phones[0], table.id, 1)["mark"]["seats"] == [5]
    assert first["scene"] == token


def test_a_seat_passes_to_another_phone_only_in_the_open() -> None:
    """LED-28: in a pause the code is shown, and most of the living let it in."""
    site, table, (_, *phones), clock = led_site()
    run(site.runner.advance(table.id))
    found = run(site.tables.find(table.id))
    stranger = Phone(site)
    assert not found.is_joining or found.needs_leave
    run(site.tables.manage(found, led=replace(found.manner.led, rest="paused", since=clock.now)))
    frame = beat(phones[0], table.id, 1)
    code = frame["code"].split()[-1].rstrip(".")
    assert code
    reply = stranger.post(f"/join/{code}", seat=3)
    assert reply.status_code == 200
    assert stranger.client.post(f"/g/{table.id}/seat/3/beat", content="{}").status_code == 403, "not yet"
    asked = [sign for sign in beat(phones[1], table.id, 2)["signs"] if sign["id"].startswith("let_in:")]
    assert [PLAYERS[2] in sign["label"] for sign in asked] == [True], "every phone shows it"
    token = run(site.tables.find(table.id)).manner.led.token
    for seat in (1, 2, 4, 5):
        beat(phones[seat - 1], table.id, seat, scene=token, signs=[asked[0]["id"]])
    assert beat(stranger, table.id, 3)["me"] == 3
    assert phones[2].client.post(f"/g/{table.id}/seat/3/beat", content="{}").status_code == 403, "the old one is out"


def test_whoever_has_agreed_to_let_a_phone_in_has_done_so_for_the_next_scene_too() -> None:
    """LED-28: phones, screen and the door say how many want it; the code of a rest works at the next one again."""
    site, table, (_, *phones), clock = led_site()
    run(site.runner.advance(table.id))

    def rests(rest: str, token: str) -> None:
        found = run(site.tables.find(table.id))
        led = replace(found.manner.led, rest=rest, since=clock.now, token=token)
        run(site.tables.manage(found, led=led))

    def agree(*seats: int) -> str:
        signs = beat(phones[1], table.id, 2)["signs"]
        asked = next(sign for sign in signs if sign["id"].startswith("let_in:"))
        for seat in seats:
            beat(
                phones[seat - 1],
                table.id,
                seat,
                scene=run(site.tables.find(table.id)).manner.led.token,
                signs=[asked["id"]],
            )
        return str(asked["label"])

    rests("paused", "one")
    code = beat(phones[0], table.id, 1)["code"].split()[-1].rstrip(".")
    stranger = Phone(site)
    rests("trial", "two")
    late = stranger.post("/join", code=code)
    assert late.status_code == 422
    assert "touch Pause on a phone" in late.text
    rests("paused", "three")
    stranger.post(f"/join/{code}", seat=3)
    assert "As soon as 4 of them agree you are in; so far 0" in stranger.get(f"/g/{table.id}/waiting").text
    agree(1, 2)
    rests("trial", "four")
    assert agree(4).endswith("let it in (2 of 4 agree)")
    assert "so far 3" in stranger.get(f"/g/{table.id}/waiting").text
    screen = stranger.get(f"/g/{table.id}").text
    assert f"{PLAYERS[2]}&#39;s: let it in (3 of 4 agree)" in screen
    agree(5)
    assert beat(stranger, table.id, 3)["me"] == 3


def test_once_all_is_told_a_lost_phone_is_let_in_without_anybodys_leave() -> None:
    """LED-28: nothing is secret any more, and those who would have to agree have put their phones down."""
    site, table, (_, *phones), clock = led_site()
    run(site.runner.advance(table.id))
    stranger = Phone(site)
    found = run(site.tables.find(table.id))
    run(site.tables.manage(found, led=replace(found.manner.led, rest="paused", since=clock.now)))
    code = beat(phones[0], table.id, 1)["code"].split()[-1].rstrip(".")
    stranger.post(f"/join/{code}", seat=3)
    beat(phones[0], table.id, 1)
    assert stranger.client.post(f"/g/{table.id}/seat/3/beat", content="{}").status_code == 403, "not yet"
    ended = replace(base(), deck=("werewolf", *["simple_villager"] * 7), seed=None)
    game = play(ended)
    while game.outcome is None:
        prompt = game.prompt
        assert prompt is not None
        value = dict.fromkeys(prompt.voters, 1) if prompt.kind == "ballots" else "vote" if prompt.low else None
        game = game.answer(True if prompt.kind == "ack" else value)
    found = run(site.tables.find(table.id))
    led = replace(found.manner.led, rest="", asking=False, shown=sum(each.audience == "public" for each in game.events))
    table = run(site.tables.present(found, Sitting(game, led, ENGLISH)))
    beat(phones[0], table.id, 1)
    assert beat(stranger, table.id, 3)["over"]


def test_a_phone_that_is_to_be_replaced_has_no_say_in_it() -> None:
    """LED-28: four of the other seven, and whoever holds the lost phone is none of them."""
    site, table, (_, *phones), clock = led_site()
    run(site.runner.advance(table.id))
    found = run(site.tables.find(table.id))
    led = replace(found.manner.led, rest="paused", since=clock.now)
    found = run(site.tables.manage(found, led=led))
    run(site.tables.ask_for(found, 3, "new", "10.0.0.1"))
    sign = next(each["id"] for each in beat(phones[0], table.id, 1)["signs"] if each["id"].startswith("let_in:"))
    for seat in (1, 2, 3, 4):
        beat(phones[seat - 1], table.id, seat, scene=led.token, signs=[sign])
    assert run(site.store.holders(Grant(table.id, 3))) != ["new"]
    beat(phones[4], table.id, 5, scene=led.token, signs=[sign])
    assert run(site.store.holders(Grant(table.id, 3))) == ["new"]


def test_a_phone_that_returns_ends_the_waiting() -> None:
    """LED-42"""
    site, table, (_, *phones), clock = led_site()
    dealt = run(site.tables.find(table.id))
    run(site.tables.manage(dealt, led=replace(dealt.manner.led, rest="trial")))

    def all_but(seat: int) -> None:
        for each in SEATS:
            if each != seat:
                beat(phones[each - 1], table.id, each)

    for _ in range(40):
        all_but(3)
        run(site.runner.advance(table.id))
        led = run(site.tables.find(table.id)).manner.led
        if led.rest == "waiting":
            break
        clock.now += 2
    assert led.waiting == (3,)
    assert PLAYERS[2] in beat(phones[0], table.id, 1)["caption"]
    beat(phones[2], table.id, 3)
    run(site.runner.advance(table.id))
    assert run(site.tables.find(table.id)).manner.led.rest == ""


def test_phones_say_when_no_screen_speaks() -> None:
    """LED-45: the narrator's device is gone"""
    _, table, (_, *phones), _ = led_site()
    assert beat(phones[0], table.id, 1)["heard"] is False


# -- led and moderated --


def test_a_player_all_the_living_name_leads_from_then_on() -> None:
    """8.5: only the led record and one grant change"""
    site, table, (host, *phones), clock = led_site()
    found = run(site.tables.find(table.id))
    run(site.tables.manage(found, led=replace(found.manner.led, rest="paused", since=clock.now, token="here")))
    for seat in SEATS:
        beat(phones[seat - 1], table.id, seat, scene="here", seats=[2], signs=["table:moderator"])
    run(site.runner.advance(table.id))
    assert run(site.tables.find(table.id)).manner.led is None
    assert phones[1].get(f"/g/{table.id}/lead").status_code == 200
    assert host.get(f"/g/{table.id}/lead").status_code == 403, "nobody else does"
    assert phones[0].get(f"/g/{table.id}/lead").status_code == 403


def test_a_moderated_game_is_led_from_its_nightfall_on() -> None:
    """8.5"""
    site = new_site()
    setup = Setup.of(PLAYERS, {"werewolf": 2, "seer": 1, "simple_villager": 5}, cards_known_to_app=True, seed=4)
    table = begin(
        site, replace(setup, options=replace(setup.options, sheriff_election="off")), deal="phones", dealt=True
    )
    phones = [Phone(site).plays(table, seat) for seat in SEATS]
    host = Phone(site).leads(table)
    page = host.get(f"/g/{table.id}/lead/seats").text
    assert 'id="let-the-app-lead"' in page
    assert host.post(f"/g/{table.id}/lead/seats/led").status_code == 200
    assert host.get(f"/g/{table.id}/lead").status_code == 403
    frame = beat(phones[3], table.id, 4)
    assert frame["caption"] == ENGLISH.text("led.say.night.falls")
    assert host.post(f"/g/{table.id}/lead/seats/led").status_code == 403


# -- a server that dies --


def again(sitting: Sitting) -> Sitting:
    """As the next process finds it: from tape and record alone."""
    game = tape.load_game(tape.dumps(sitting.game))
    return Sitting(game, Led.of(json.loads(json.dumps(asdict(sitting.led)))), sitting.words)


class Restarted(Evening):
    """Every step is made by another process; `decide` is asked at odd moments, too."""

    def led(self, steps: int = 400) -> Sitting:
        sitting, now = self.begin(), 0.0
        marks: dict[int, Mark] = {}
        self._note(sitting)
        for _ in range(steps):
            due = decide(sitting, marks, now, self.chance)
            if due is None:
                return sitting
            if isinstance(due, float):
                early = decide(again(sitting), marks, (now + due) / 2, Random(9))
                assert early == due or (now + due) / 2 >= due
                now = max(now, due)
                continue
            sitting = again(due)
            self._note(sitting)
            marks = self.marks(sitting)
        return sitting


def test_a_server_killed_after_every_step_leads_the_same_evening() -> None:
    """LED-50, LED-51: whatever the scene, tape and record are all there is."""
    kinds = set()
    for seed in range(4):
        setup = base({"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "cupid": 1, "simple_villager": 2}, seed=seed)
        one = Evening(setup, Random(seed), Random(seed))
        two = Restarted(setup, Random(seed), Random(seed))
        assert one.led(400).game.answers == two.led().game.answers
        assert one.timeline == two.timeline
        kinds |= {scene.split()[0] for _, scene, _ in one.timeline}
    assert kinds >= {"call", "said", "event", "debate", "ballots", "count", "floor"}


def test_a_killed_server_keeps_every_mark_it_has_acknowledged(tmp_path: Path) -> None:
    """LED-50"""
    clock = Clock()

    def started() -> Site:
        site = stopped_later(Site(SQLiteStore(str(tmp_path / "games.db"))))
        site.runner.clock = clock
        return site

    site = started()
    table = begin(site, laid(["werewolf", "werewolf", "seer", "witch", "hunter", *["simple_villager"] * 3]), deal=LED)
    phones = [Phone(site).plays(table, seat) for seat in SEATS]
    cookies = [phone.client.cookies for phone in phones]
    run(site.tables.manage(table, dealt=True, led=Led(since=clock.now, token="first")))
    seen = set()
    for step in range(24):
        run(site.runner.advance(table.id))
        found: Table = run(site.tables.find(table.id))
        assert found.sitting is not None
        seen.add(found.sitting.scene.kind)
        token = found.sitting.led.token
        beat(phones[step % 8], table.id, step % 8 + 1, scene=token, seats=[step % 7 + 1])
        site = started()  # the old process is gone, and has closed nothing
        phones = [Phone(site) for _ in SEATS]
        for phone, kept in zip(phones, cookies, strict=True):
            phone.client.cookies = kept
        run(site.runner._take_up())
        assert beat(phones[step % 8], table.id, step % 8 + 1)["mark"]["seats"] == [step % 7 + 1]
        clock.now += 47
    assert seen >= {"call", "said", "event", "debate"}


def test_the_game_as_told_is_the_tape() -> None:
    """D3: the tape may be ahead of what was presented, never behind."""
    evening = Evening(base(seed=2), Random(2), Random(2))
    sitting = evening.led(60)
    assert play(sitting.game.setup, sitting.game.answers).events[-1].name == sitting.game.events[-1].name
    assert len(sitting.heard) <= len(sitting.game.events)


@pytest.mark.soak
def test_with_fifty_evenings_no_seal_is_late() -> None:
    """LED-52: 50 games of 12 phones in one process, by the script that tells the figures."""
    command = [sys.executable, "-m", "scripts.led_load", "50", "12", "30"]
    said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=600).stdout
    found = re.search(r"seals are late by .*, (\d+) \(most\)", said)
    assert found is not None, said
    assert int(found.group(1)) <= 250, said
