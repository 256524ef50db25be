"""The server is killed after each commit of whatever it does: people go on from there, and nothing is there twice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from nightcall import MODERATOR, Setup, play
from nightcall.engine import tape
from nightcall.web import access, rescue
from nightcall.web.app import Site
from nightcall.web.led import pages
from nightcall.web.led.frames import LET_IN
from nightcall.web.manner import LED, Claim, Manner
from nightcall.web.play import taps
from nightcall.web.setup import profiles
from nightcall.web.store import Grant
from nightcall.web.table import Table
from nightcall.web.visit import DEVICE
from tests.web.evenings import CARDS, go_on
from tests.web.kills import SEVERAL, Killed, MortalStore, address_of
from tests.web.phone import DECK, PLAYERS, Phone, run, stopped_later
from tests.web.test_led import base


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "FLOOR", 0.0)


@dataclass
class Tap:
    """One request, as a browser sends it, and sends it again when it is reloaded."""

    phone: str
    path: str
    form: dict[str, Any] = field(default_factory=dict)
    files: Any = None
    content: str = ""


class World:
    """A server on a disk, and the phones that know it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.phones: dict[str, Phone] = {}
        self.facts: dict[str, str] = {}
        self._start()

    def _start(self) -> None:
        self.store = MortalStore(self.path)
        self.site = stopped_later(Site(self.store))

    def __getitem__(self, name: str) -> Phone:
        return self.phones.setdefault(name, Phone(self.site))

    def restart(self) -> None:
        """All memory is gone; the phones keep what they have been sent."""
        address = self.site.address
        self._start()
        vars(self.site)["address"] = address
        for name, before in self.phones.items():
            self.phones[name] = Phone(self.site)
            self.phones[name].client.cookies = before.client.cookies
            at = before.client._transport.client  # type: ignore[attr-defined]
            self.phones[name].client._transport.client = at  # type: ignore[attr-defined]

    def send(self, tap: Tap) -> httpx.Response:
        if tap.content:
            return self[tap.phone].client.post(tap.path, content=tap.content)
        return self[tap.phone].client.post(tap.path, data=tap.form, files=tap.files)

    def page(self, name: str, path: str, *fields: str) -> dict[str, str]:
        """What the hidden fields of a page hold."""
        text = self[name].get(path).text
        found = {each: re.search(rf'name="{each}" value="([^"]+)"', text) for each in ("once", *fields)}
        return {each: value[1] for each, value in found.items() if value is not None}

    def table(self, name: str = "game") -> Table:
        return run(self.site.tables.find(self.facts[name]))

    def begin(self, name: str = "game", *, setup: Setup | None = None, **manner: Any) -> Table:
        known = Setup.of(PLAYERS, list(CARDS), sheriff_election="off", cards_known_to_app=True)
        table = run(self.site.tables.begin(setup or known, Manner(**manner)))
        self.facts[name] = table.id
        return table

    def code(self, name: str = "game") -> str:
        return run(self.site.codes.of(self.facts[name]))

    def led(self, name: str) -> list[str]:
        """The games on this phone's list."""
        device = access.digest(self[name].client.cookies[DEVICE])
        return [game.id for game in run(self.store.games_moderated_by(device))]


Prepared = Callable[[World], Tap]


@dataclass(frozen=True)
class Operation:
    name: str
    address: str
    prepare: Prepared
    """Everything before the tap."""
    works: Callable[[World], None]
    """What people find afterwards: as if nothing had happened."""
    freshly: Prepared | None = None
    """The tap of somebody who has loaded the page again; None: the same one is all there is."""


def drafted(world: World, **deal: str) -> None:
    world["host"].post("/new/players", paste="\n".join(PLAYERS), do="paste")
    if deal:
        world["host"].post("/new/deal", **deal)


def begin_tap(world: World) -> Tap:
    return Tap("host", "/new/begin", {"do": "begin", **world.page("host", "/new/begin", "mark")})


def first_game(world: World) -> Tap:
    drafted(world)
    return begin_tap(world)


def next_game(world: World) -> Tap:
    world.send(first_game(world))
    world.facts["before"] = world.led("host")[0]
    world["host"].post(f"/new/again/{world.facts['before']}")
    return begin_tap(world)


def one_game(world: World) -> None:
    (game,) = world.led("host")
    assert world["host"].get(f"/g/{game}/lead").status_code == 200
    assert 'class="rescue__code"' in world["host"].get(f"/g/{game}/lead/ready").text


def two_games(world: World) -> None:
    before = world.facts["before"]
    assert len(world.led("host")) == 2
    following = world.table("before").manner.next
    assert {before, following} == set(world.led("host")), "and the phones of the first come along"


def begin_freshly(world: World) -> Tap:
    """Whoever has lost the reply finds the table still set up, or the game."""
    return begin_tap(world)


def practises(world: World) -> Tap:
    world["host"].post("/practice")
    return practice_tap(world)


def practice_tap(world: World) -> Tap:
    return Tap("host", "/practice", world.page("host", "/"))


def one_practice(world: World) -> None:
    (game,) = world.led("host")
    assert world["host"].get(f"/g/{game}/lead").status_code == 200


def saved(players: list[str]) -> str:
    return tape.dumps(play(Setup.of(players, DECK, sheriff_election="off"), [True]))


def bring_tap(world: World) -> Tap:
    return Tap("host", "/games/bring", world.page("host", "/games"), {"tape": ("x.jsonl", saved(PLAYERS).encode())})


def bring_all_tap(world: World) -> Tap:
    both = (saved(PLAYERS) + saved(PLAYERS[::-1])).encode()
    return Tap("host", "/games/bring", world.page("host", "/games"), {"tape": ("all.jsonl", both)})


def count(games: int) -> Callable[[World], None]:
    def found(world: World) -> None:
        assert len(world.led("host")) == games
        for game in world.led("host"):
            assert world["host"].get(f"/g/{game}/lead").status_code == 200

    return found


def join_tap(world: World) -> Tap:
    code = world.code()
    return Tap("guest", f"/join/{code}", {"seat": "3", **world.page("guest", f"/join/{code}")})


def joins(world: World) -> Tap:
    world.begin(deal="phones")
    return join_tap(world)


def joins_again(world: World) -> Tap:
    """A phone that has a game, and waits for another seat of this one."""
    world["guest"].plays(world.begin("other"), 1)
    world["taker"].plays(world.begin(deal="phones"), 2)
    world["guest"].post(f"/join/{world.code()}", seat=2)
    return join_tap(world)


def sits(world: World) -> None:
    """On the seat, or whoever leads lets it in there: and then nobody else waits."""
    game = world.facts["game"]
    if world["guest"].get(f"/g/{game}/seat/3").status_code != 200:
        world["lead"].leads(world.table())
        (claim,) = (claim for claim in world.table().manner.claims if claim.seat == 3)
        world["lead"].post(f"/g/{game}/lead/seats/let-in", claim=claim.key, act="in")
    assert world["guest"].get(f"/g/{game}/seat/3").status_code == 200
    assert 3 in run(world.store.taken(game))
    assert len(run(world.store.holders(Grant(game, 3)))) == 1
    assert [claim for claim in world.table().manner.claims if claim.seat == 3] == []
    if "other" in world.facts:
        assert world["guest"].get(f"/g/{world.facts['other']}/seat/1").status_code == 200


def plays_on(world: World) -> Tap:
    table, following = world.begin(deal="phones"), world.begin("next", deal="phones")
    world["guest"].plays(table, 3)
    run(world.site.tables.manage(table, next=following.id))
    return play_on_tap(world)


def play_on_tap(world: World) -> Tap:
    page = f"/g/{world.facts['game']}/seat/3"
    return Tap("guest", f"{page}/again", world.page("guest", page))


def sits_there_too(world: World) -> None:
    world.facts["other"], world.facts["game"] = world.facts["game"], world.facts["next"]
    world.facts["was"] = world.facts["other"]
    del world.facts["other"]
    sits(world)
    assert world["guest"].get(f"/g/{world.facts['was']}/seat/3").status_code == 200


def rescued(world: World) -> Tap:
    drafted(world)
    world.send(begin_tap(world))
    world.facts["game"] = world.led("host")[0]
    world.facts["code"] = rescue.code(world["host"].client.cookies[DEVICE], world.facts["game"])
    world["guest"].plays(world.begin("other"), 1)
    return rescue_tap(world)


def rescue_tap(world: World) -> Tap:
    return Tap("guest", "/join", {"code": world.facts["code"], **world.page("guest", "/join")})


def guest_leads(world: World) -> None:
    assert world["guest"].get(f"/g/{world.facts['game']}/lead").status_code == 200
    if "other" in world.facts:
        assert world["guest"].get(f"/g/{world.facts['other']}/seat/1").status_code == 200


def linked(world: World) -> Tap:
    world["guest"].plays(world.begin("other"), 1)
    world["lead"].leads(world.begin())
    return link_tap(world)


def link_tap(world: World) -> Tap:
    """A link is spent by one device: whoever has lost the reply asks for another one."""
    reply = world["lead"].post(f"/g/{world.facts['game']}/lead/hand-over")
    found = re.search(r'value="[^"]*(/k/[^"]+)"', reply.text)
    assert found is not None
    return Tap("guest", found[1], world.page("guest", found[1]))


def waits(world: World) -> Tap:
    world["lead"].leads(world.begin(deal="phones", dealt=True, joining=True))
    for seat in (1, 2, 4, 5, 6, 7, 8):
        world[f"phone {seat}"].plays(world.table(), seat)
    world["guest"].post(f"/join/{world.code()}", seat=3)
    (claim,) = world.table().manner.claims
    return Tap("lead", f"/g/{world.facts['game']}/lead/seats/let-in", {"claim": claim.key, "act": "in"})


def frees(world: World) -> Tap:
    table = world.begin(deal="phones", dealt=True)
    world["lead"].leads(table)
    world["guest"].plays(table, 3)
    go_on(world.site, table, "werewolves.devour")
    return Tap("lead", f"/g/{table.id}/lead/seats/free", {"seat": "3"})


def is_free(world: World) -> None:
    assert run(world.store.taken(world.facts["game"])) == []
    assert world["guest"].get(f"/g/{world.facts['game']}/seat/3").status_code == 403
    assert world.table().is_joining, "and the door stands open"


def gathers(world: World) -> Tap:
    table = world.begin(setup=base(), deal=LED)
    world["host"].leads(table)
    for seat in range(1, 9):
        world[f"phone {seat}"].plays(table, seat)
    return Tap("host", f"/g/{table.id}/lead/seats/begin")


def takes_over(world: World) -> Tap:
    table = world.begin(setup=base(), deal="phones", dealt=True)
    for seat in range(1, 9):
        world[f"phone {seat}"].plays(table, seat)
    world["host"].leads(table)
    return Tap("host", f"/g/{table.id}/lead/seats/led")


def goes_on(world: World) -> None:
    """The app leads it, and the clock runs."""
    assert world.table().manner.led is not None
    assert world["phone 3"].get(f"/g/{world.facts['game']}/seat/3").status_code == 200
    run(world.site.runner._take_up())
    run(world.site.runner.advance(world.facts["game"]))
    now = world.site.runner.clock()
    before = world.table().manner.led
    world.site.runner.clock = lambda: now + 3600
    run(world.site.runner.advance(world.facts["game"]))
    assert world.table().manner.led != before


def deals_anew(world: World) -> Tap:
    drafted(world, deal="pass")
    world.send(begin_tap(world))
    game = world.facts["game"] = world.led("host")[0]
    for seat in range(1, 9):
        world["host"].post(f"/g/{game}/lead/deal/on", seat=seat)
    return Tap("host", f"/g/{game}/lead/deal/anew")


def goes_round(world: World) -> None:
    assert 'name="seat" value="1"' in world["host"].get(f"/g/{world.facts['game']}/lead/deal").text


def answers(world: World) -> Tap:
    """Nobody: a step that shows nothing."""
    table = world.begin(deal="phones", dealt=True)
    world["lead"].leads(table)
    table = go_on(world.site, table, "witch.poison")
    world.facts["at"] = str(table.revision)
    return Tap("lead", f"/g/{table.id}/lead/answer", {"at": str(table.revision), "seat": taps.NOBODY})


def answered_once(world: World) -> None:
    table = world.table()
    assert table.revision == int(world.facts["at"]) + 1
    assert world["lead"].get(f"/g/{table.id}/lead").status_code == 200


def lets_go(world: World) -> Tap:
    world["lead"].leads(world.begin())
    world["guest"].leads(world.table())
    return Tap("lead", f"/g/{world.facts['game']}/lead/let-go")


def let_go(world: World) -> None:
    assert world["lead"].get(f"/g/{world.facts['game']}/lead").status_code == 403
    guest_leads(world)


def takes_place(world: World) -> Tap:
    table = world.begin(deal="phones", dealt=True)
    world["lead"].leads(table)
    world["guest"].plays(table, 3)
    table = go_on(world.site, table, "werewolves.devour")
    form = {"at": str(table.revision), "seat": "3", "name": "Zoe", "sure": "yes"}
    return Tap("lead", f"/g/{table.id}/lead/wrong/takes-place", form)


def is_taken_over(world: World) -> None:
    assert world["guest"].get(f"/g/{world.facts['game']}/seat/3").status_code == 403, "whoever sat there knows the card"
    assert [answer.key for answer in world.table().game.answers].count("table.takes_place") == 1


def acts(act: str, **form: str) -> Prepared:
    """An undo, or what takes it back: with a page that then goes on to the question."""

    def prepared(world: World) -> Tap:
        table = world.begin(deal="phones", dealt=True)
        world["lead"].leads(table)
        table = go_on(world.site, table, "dawn.breaks")
        if act == "redo":
            table = run(world.site.tables.undo(table, 4))
        world.facts |= {"at": str(table.revision), "act": act}
        return Tap("lead", f"/g/{table.id}/lead/{act}", {"at": str(table.revision), "sure": "yes", **form})

    return prepared


def corrects(world: World) -> Tap:
    tap = acts("edit/0")(world)
    game = world.table().game
    index = next(number for number, asked in enumerate(game.asked) if asked.key == "werewolves.devour")
    tap.path = tap.path.replace("edit/0", f"edit/{index}")
    seat = next(seat for seat in game.asked[index].options if seat != game.answers[index].value)
    tap.form["seat"] = str(seat)
    return tap


def shows_again(world: World) -> Tap:
    world.send(deals_anew(world))
    game = world.facts["game"]
    for seat in range(1, 9):
        world["host"].post(f"/g/{game}/lead/deal/on", seat=seat)
    return Tap("host", f"/g/{game}/lead/deal/show", {"seat": "3"})


def is_shown(world: World) -> None:
    assert 'name="seat" value="3"' in world["host"].get(f"/g/{world.facts['game']}/lead/deal").text
    assert set(world.table().manner.shown_again) == {3}


def votes(world: World) -> Tap:
    """The last one: with it the vote is closed."""
    table = world.begin(deal="phones", dealt=True, phones_vote=True)
    for seat in range(1, 9):
        world[f"phone {seat}"].plays(table, seat)
    table = go_on(world.site, table, "vote.ballots")
    table = run(world.site.tables.manage(table, vote_open=table.revision))
    living = list(table.game.village.living)
    for seat in living[1:]:
        run(world.site.tables.suggest(table, seat, living[0]))
    page = f"/g/{table.id}/seat/{living[0]}"
    world.facts |= {"seat": page, "voter": f"phone {living[0]}"}
    return Tap(
        world.facts["voter"],
        f"{page}/choose",
        {"seat": str(living[1]), **world.page(world.facts["voter"], page, "token")},
    )


def has_voted(world: World) -> None:
    assert world.table().has_everybody_voted
    assert not world.table().is_vote_open
    assert world[world.facts["voter"]].get(world.facts["seat"]).status_code == 200


def reads(world: World) -> Tap:
    """What a player was told alone, while whoever leads waits for it."""
    table = world.begin(deal="phones", dealt=True, phones_act=True)
    world["lead"].leads(table)
    world["guest"].plays(table, 3)
    table = go_on(world.site, table, "seer.look")
    world["lead"].post(f"/g/{table.id}/lead/answer", at=table.revision, seat=1)
    assert 3 in world.table().readers
    return Tap("guest", f"/g/{table.id}/seat/3/seen", {"count": "1"})


def has_read(world: World) -> None:
    assert world.table().headway.read == (3,)


def agrees(world: World) -> Tap:
    """In a pause of an evening the app leads: most of the living want this phone on this seat."""
    world.send(gathers(world))
    led = world.table().manner.led
    assert led is not None
    run(world.site.tables.manage(world.table(), led=replace(led, rest="paused", token="rest")))
    world["guest"].post(f"/join/{world.code()}", seat=3)
    (claim,) = world.table().manner.claims
    taps = [beats(world, seat, claim) for seat in (1, 2, 4, 5)]
    for tap in taps[:-1]:
        world.send(tap)
    return taps[-1]


def beats(world: World, seat: int, claim: Claim) -> Tap:
    body = json.dumps({"scene": "rest", "signs": [LET_IN + claim.key]}).ljust(1024)
    return Tap(f"phone {seat}", f"/g/{world.facts['game']}/seat/{seat}/beat", content=body)


def is_let_in(world: World) -> None:
    page = f"/g/{world.facts['game']}/seat/3"
    assert world["guest"].get(page).status_code == 200
    assert world["phone 3"].get(page).status_code == 403
    assert world.table().manner.claims == ()


def shares(world: World) -> Tap:
    code = profiles.code({"preset": "helper", "options": {}})
    return Tap("guest", "/new/profile", {"profile": code, "profile_name": "Theirs"})


def plays_by_it(world: World) -> None:
    page = world["guest"].get("/new/rules").text
    assert 'value="preset-helper" aria-pressed="true"' in page
    assert page.count('value="use-Theirs"') == 1


def takes(world: World) -> Tap:
    vars(world.site)["address"] = "http://127.0.0.1:8000"
    table = world.begin()
    run(world.store.grant(access.TERMINAL, Grant(table.id, MODERATOR)))
    world["guest"].plays(world.begin("other"), 1)
    world["guest"].client._transport.client = ("127.0.0.1", 50000)  # type: ignore[attr-defined]
    return Tap("guest", f"/g/{table.id}".replace("/g/", "/games/") + "/take", world.page("guest", "/games"))


OPERATIONS = [
    Operation("the first game", "POST /new/{step}", first_game, one_game, begin_freshly),
    Operation("the same people play again", "POST /new/{step}", next_game, two_games),
    Operation("practice", "POST /practice", practises, one_practice, practice_tap),
    Operation("a saved game", "POST /games/bring", bring_tap, count(1), bring_tap),
    Operation("two saved games", "POST /games/bring", bring_all_tap, count(2), bring_all_tap),
    Operation("joining", "POST /join/{code}", joins, sits, join_tap),
    Operation("joining, with a game and a claim", "POST /join/{code}", joins_again, sits, join_tap),
    Operation("playing on", "POST /g/{game}/seat/{seat}/again", plays_on, sits_there_too, play_on_tap),
    Operation("rescue", "POST /join", rescued, guest_leads, rescue_tap),
    Operation("a link that hands over", "POST /k/{key}", linked, guest_leads, link_tap),
    Operation("letting in", "POST /g/{game}/lead/seats/let-in", waits, sits),
    Operation("freeing", "POST /g/{game}/lead/seats/free", frees, is_free),
    Operation("the app leads", "POST /g/{game}/lead/seats/begin", gathers, goes_on),
    Operation("the app leads from now on", "POST /g/{game}/lead/seats/led", takes_over, goes_on),
    Operation("dealing anew", "POST /g/{game}/lead/deal/anew", deals_anew, goes_round),
    Operation("an answer", "POST /g/{game}/lead/answer", answers, answered_once),
    Operation("an undo", "POST /g/{game}/lead/undo", acts("undo"), answered_once),
    Operation("an undo taken back", "POST /g/{game}/lead/redo", acts("redo"), answered_once),
    Operation("a correction", "POST /g/{game}/lead/edit/{index}", corrects, answered_once),
    Operation("a card shown once more", "POST /g/{game}/lead/deal/show", shows_again, is_shown),
    Operation("the last vote", "POST /g/{game}/seat/{seat}/choose", votes, has_voted),
    Operation("something read", "POST /g/{game}/seat/{seat}/seen", reads, has_read),
    Operation("a beat that lets a phone in", "POST /g/{game}/seat/{seat}/beat", agrees, is_let_in),
    Operation("a shared profile", "POST /new/profile", shares, plays_by_it),
    Operation("from the terminal", "POST /games/{game}/take", takes, guest_leads),
    Operation("letting go", "POST /g/{game}/lead/let-go", lets_go, let_go),
    Operation("somebody takes a place", "POST /g/{game}/lead/wrong/{what}", takes_place, is_taken_over),
]
LATE = {403, 409}
"""What the same tap may be answered once it has been done: it is too late for it, or nobody leads here any more."""


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.name)
def test_whenever_it_is_killed_people_go_on(operation: Operation, tmp_path: Path) -> None:
    world = World(tmp_path / "whole.sqlite3")
    tap = operation.prepare(world)
    assert address_of("POST", tap.path) == operation.address
    before = world.store.commits
    assert world.send(tap).status_code == 200
    commits = world.store.commits - before
    operation.works(world)
    assert commits > 0
    for commit in range(1, commits + 1):
        for freshly in [None, *([operation.freshly] if operation.freshly is not None else [])]:
            world = World(tmp_path / f"{commit} {freshly is None}.sqlite3")
            tap = operation.prepare(world)
            world.store.dies_after = world.store.commits + commit
            with pytest.raises(Killed):
                world.send(tap)
            world.restart()
            reply = world.send(tap if freshly is None else freshly(world))
            if reply.status_code == 422 and "Codes change" in reply.text and operation.freshly is not None:
                reply = world.send(operation.freshly(world))  # after a power cut there are new ones
            assert reply.status_code == 200 or (commit == commits and reply.status_code in LATE), reply.text
            operation.works(world)


def test_every_address_that_commits_more_than_once_is_tried() -> None:
    """What the other tests of the app notice is held against the same table."""
    assert {operation.address for operation in OPERATIONS} >= SEVERAL


def test_the_lead_that_a_player_takes_over_from_the_app_is_his_or_not_yet(tmp_path: Path) -> None:
    """LED-27: no request makes this step, and it is one."""
    world = World(tmp_path / "games.sqlite3")
    world.send(gathers(world))
    before = world.store.commits
    world.store.dies_after = before + 1
    with pytest.raises(Killed):
        run(world.site.tables.hand_over(world.table(), 2))
    world.restart()
    assert world.table().manner.led is None
    assert world["phone 2"].get(f"/g/{world.facts['game']}/lead").status_code == 200
    assert world["host"].get(f"/g/{world.facts['game']}/lead").status_code == 403
