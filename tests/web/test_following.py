"""Phones and screens follow whoever leads, step by step: nobody is ahead of what was said, shown or turned over."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import Any

import pytest

from nightcall import PUBLIC, Viewer
from nightcall.desk.turning import card_of
from nightcall.engine.views import ALIVE, DEAD
from nightcall.web.app import Site
from nightcall.web.manner import Headway
from nightcall.web.table import Table
from nightcall.web.watch.live import Listener
from nightcall.words import Words
from tests.web.evenings import ANN, BEA, CID, DAN, EVE, FAY, GUS, HAL, evening, go_on
from tests.web.phone import PLAYERS, Phone, begin, run
from tests.web.test_lead import Lead

LISTENING: tuple[Viewer, ...] = (PUBLIC, ANN, CID, FAY)


class Leads(Phone):
    """The moderator's own page, tap by tap."""

    def __init__(self, site: Site, table: Table) -> None:
        super().__init__(site)
        self.game = table.id
        self.leads(table)

    @property
    def table(self) -> Table:
        return run(self.site.tables.find(self.game))

    @property
    def page(self) -> str:
        return self.get(f"/g/{self.game}/lead").text

    def tap(self, step: str, **fields: Any) -> Table:
        reply = self.post(f"/g/{self.game}/lead/{step}", at=self.table.revision, **fields)
        assert reply.status_code == 200, reply.text
        return self.table

    def go_on(self) -> Table:
        """What stands on the page was said, or the card was turned over."""
        table = self.table
        if table.moment:
            return self.tap("told", told=table.headway.told)
        return self.tap("turn", value=card_of(table.game, table.turning))


def seat_page(site: Site, table: Table, seat: int) -> str:
    return Phone(site).plays(table, seat).get(f"/g/{table.id}/seat/{seat}").text


def screen(site: Site, table: Table) -> str:
    return Phone(site).get(f"/g/{table.id}").text


def listening(site: Site, table: Table) -> dict[Viewer, Listener]:
    """Open pages of the table and of some players."""
    found = {viewer: Listener(viewer, table.look) for viewer in LISTENING}
    site.live._listeners[table.id] = set(found.values())
    return found


def rung(listeners: dict[Viewer, Listener]) -> set[Viewer]:
    """Whose pages were told to look since the last time."""
    found = {viewer for viewer, listener in listeners.items() if listener.bell.is_set()}
    for listener in listeners.values():
        listener.bell.clear()
    return found


# -- a result is shown --


def test_while_a_result_is_shown_nobody_else_is_called(site: Site) -> None:
    """The Seer still looks at a card: the pack's phones know nothing of its own call yet."""
    moderator = Leads(site, go_on(site, evening(site, phones_act=True), "seer.look"))
    table = moderator.tap("answer", seat=BEA)
    assert table.game.prompt is not None
    assert table.game.prompt.key == "werewolves.devour"
    assert 'data-asked="result"' in moderator.page
    assert "Whom do you" not in seat_page(site, table, ANN)
    assert "Nobody calls you now" in seat_page(site, table, ANN)
    assert "The card of Bea: Werewolf." in seat_page(site, table, CID)
    waits = Phone(site).get(f"/api/games/{table.id}").json()
    assert [each["call"] for each in waits["log"] if each["event"] == "called"] == ["seer"]
    table = moderator.tap("seen")
    assert 'id="act"' in seat_page(site, table, ANN)


def test_all_phones_are_told_together_once_it_was_seen(site: Site) -> None:
    """Nobody's phone can tell by when it is rung whether the call was answered, and by whom."""
    for cards in (("werewolf", "werewolf", "seer", "witch"), ("werewolf", "werewolf", "seer", "fox")):
        table = evening(site, (*cards, "hunter", *["simple_villager"] * 3), phones_act=True)
        moderator = Leads(site, go_on(site, table, "seer.look"))
        listeners = listening(site, moderator.table)
        moderator.tap("answer", seat=BEA)
        assert rung(listeners) == set()
        moderator.tap("seen")
        assert rung(listeners) == set(LISTENING)


def test_a_call_nobody_answers_rings_like_a_live_one(site: Site) -> None:
    """FK-1: nobody holds the Seer; her call has the same step, and the phones the same moments."""
    rings = []
    for held, spare in (("seer", "fox"), ("fox", "seer")):
        cards = ("werewolf", "werewolf", held, "witch", "hunter", *["simple_villager"] * 3)
        table = evening(site, cards, {"also_announced": [spare]}, phones_act=True)
        moderator = Leads(site, go_on(site, table, "night.falls"))
        listeners, heard = listening(site, moderator.table), []
        moderator.tap("answer")
        heard.append(rung(listeners))
        prompt = moderator.table.game.prompt
        assert prompt is not None
        assert prompt.key == ("seer.look" if held == "seer" else "call.fake")
        for step, fields in (("answer", {"seat": BEA}), ("seen", {})):
            moderator.tap(step, **fields)
            heard.append(rung(listeners))
        rings.append(heard)
    assert rings[0] == rings[1] == [set(LISTENING), set(), set(LISTENING)]


# -- what is announced --


def dying(site: Site) -> Leads:
    """At dawn two are dead: Hal, devoured, and Eve the Hunter, poisoned."""
    table = evening(site, phones_act=True)
    return Leads(site, go_on(site, table, "dawn.breaks", werewolves__devour=HAL, witch__poison=EVE))


def dead(text: str) -> set[int]:
    """Who lies dead on a page."""
    return {int(seat) for seat in re.findall(r'data-seat="(\d+)" data-state="dead"', text)}


def test_the_screen_shows_the_second_victim_when_it_is_announced(site: Site) -> None:
    moderator = dying(site)
    moderator.tap("answer")
    seen: list[set[int]] = [dead(screen(site, moderator.table))]
    while moderator.table.is_held:
        said = re.search(r'<div class="script moment".*?</div>', moderator.page, re.DOTALL)
        told = {seat for name, seat in (("Eve", EVE), ("Hal", HAL)) if said and f"{name} did not" in said.group()}
        assert not told & seen[-1], "what is being said is not seen before it was"
        moderator.go_on()
        seen.append(dead(screen(site, moderator.table)))
        assert told <= seen[-1], "what was said is seen"
    assert seen[0] == set(), "nobody is dead before a word was said"
    assert {len(each) for each in seen} == {0, 1, 2}, "the second death waits"
    assert seen[-1] == {EVE, HAL}
    assert dead(seat_page(site, moderator.table, ANN)) == {EVE, HAL}


def test_whoever_is_still_to_be_named_is_not_asked_before(site: Site) -> None:
    """HUNTER-1: the Hunter's phone does not ask for the shot while another death is being told."""
    moderator = dying(site)
    moderator.tap("answer")
    asked = 0
    while moderator.table.is_held:
        assert "Whom do you shoot?" not in seat_page(site, moderator.table, EVE)
        asked += 1
        moderator.go_on()
    assert asked > 1
    assert "Whom do you shoot?" in seat_page(site, moderator.table, EVE)


def test_what_was_said_stays_said_while_a_card_is_looked_at(site: Site) -> None:
    """With real cards the app asks for the one turned over: the screen does not go back behind the verdict."""
    table = go_on(site, begin(site), "vote.ballots", werewolves__devour=HAL, card__shown="simple_villager")
    moderator = Leads(site, table)
    assert table.game.prompt is not None
    moderator.tap("answer", **{f"vote_{seat}": GUS for seat in table.game.prompt.voters if seat != GUS})
    assert moderator.table.moment
    assert "condemns Gus" not in screen(site, moderator.table)
    while moderator.table.moment:
        moderator.go_on()
    assert moderator.table.game.prompt is not None
    assert moderator.table.game.prompt.key == "card.shown"
    assert "condemns Gus" in screen(site, moderator.table)


def test_the_cards_lie_open_once_the_end_was_announced(site: Site) -> None:
    """The last death is told first; until then neither screen nor story knows that it was the last."""
    cards = ("werewolf", "seer", "simple_villager", "simple_villager")
    moderator = Leads(site, go_on(site, evening(site, cards), "vote.ballots", werewolves__devour=DAN))
    moderator.tap("answer", **{f"vote_{seat}": ANN for seat in (BEA, CID)})
    game, player = moderator.game, Phone(site).plays(moderator.table, CID)
    assert moderator.table.game.outcome is not None
    while moderator.table.is_held:
        assert "data-pages" not in screen(site, moderator.table)
        ends = [f"/g/{game}/end{path}" for path in ("", "/odds", "/story.html", "/story.txt")]
        for path in (*ends, f"/api/games/{game}/story"):
            assert Phone(site).get(path).status_code == 404, path
        assert f'href="/g/{game}/end"' not in player.get("/").text
        moderator.go_on()
    assert "data-pages" in screen(site, moderator.table)
    assert Phone(site).get(f"/g/{game}/end").status_code == 200
    assert f'href="/g/{game}/end"' in player.get("/").text


def test_a_card_turned_over_is_seen_when_it_is_turned(site: Site) -> None:
    """The verdict: first the votes, then the card, and not before the moderator has turned it."""
    moderator = Leads(site, go_on(site, evening(site), "vote.ballots", werewolves__devour=HAL))
    moderator.tap("answer", **{f"vote_{seat}": ANN for seat in (BEA, CID, DAN, EVE, FAY)})
    face = re.compile(rf'<li class="seat" data-seat="{ANN}".*?</li>', re.DOTALL)
    told = []
    while moderator.table.is_held:
        found = face.search(screen(site, moderator.table))
        assert found is not None
        told.append("Werewolf" in found.group())
        moderator.go_on()
    assert told[0] is False
    found = face.search(screen(site, moderator.table))
    assert found is not None
    assert "Werewolf" in found.group()


def steps(moderator: Leads) -> list[str]:
    """What whoever leads has to say or to turn over, one step after the other, up to the next question."""
    found = []
    while moderator.table.is_held:
        table = moderator.table
        said = " ".join(str(table.game.events[place].name) for place in table.moment)
        found.append(said or f"turn {table.turning}")
        moderator.go_on()
    return found


def test_after_the_verdict_each_death_is_announced_before_night_falls(site: Site) -> None:
    """RES-3: the condemned, then whoever dies of grief: a step each, in the light of the day."""
    cards = ("werewolf", "werewolf", "cupid", "witch", "hunter", "seer", "simple_villager", "simple_villager")
    answers = {"cupid__pair": (GUS, HAL), "werewolves__devour": FAY}
    moderator = Leads(site, go_on(site, evening(site, cards), "vote.ballots", **answers))
    moderator.tap("answer", **{f"vote_{seat}": GUS for seat in (ANN, BEA, CID, DAN, EVE)})
    assert 'data-phase="day"' in moderator.page
    assert steps(moderator) == ["voted condemned", f"turn {GUS}", "died", "died", f"turn {HAL}"]
    assert moderator.table.game.prompt is not None
    assert moderator.table.game.prompt.key == "night.falls"


def test_with_real_cards_the_death_is_announced_too(site: Site) -> None:
    table = go_on(site, begin(site), "vote.ballots", werewolves__devour=HAL, card__shown="simple_villager")
    moderator = Leads(site, table)
    assert table.game.prompt is not None
    moderator.tap("answer", **{f"vote_{seat}": GUS for seat in table.game.prompt.voters if seat != GUS})
    assert steps(moderator) == ["voted condemned"]
    moderator.tap("answer", value="simple_villager")
    assert steps(moderator) == ["card_shown died"]


# -- whoever is awake --


def test_lovers_are_told_while_they_are_awake(site: Site) -> None:
    """LOVE-1: with the call itself, not when they are sent to sleep again; nobody else's phone is rung for it."""
    cards = ("werewolf", "werewolf", "cupid", "witch", "hunter", "seer", "simple_villager", "simple_villager")
    moderator = Leads(site, go_on(site, evening(site, cards, phones_act=True), "seer.look", cupid__pair=(EVE, FAY)))
    listeners = listening(site, moderator.table)
    moderator.tap("answer", seat=ANN)
    assert "You are in love" not in seat_page(site, moderator.table, EVE)
    moderator.tap("seen")
    assert moderator.table.game.prompt is not None
    assert moderator.table.game.prompt.key == "lovers.meet"
    assert rung(listeners) == set(LISTENING), "the call is heard by all at once"
    for seat, other in ((EVE, "Fay"), (FAY, "Eve")):
        text = seat_page(site, moderator.table, seat)
        assert f"You are in love with {other}." in text
        assert "Nobody calls you now" not in text
    assert "Nobody calls you now" in seat_page(site, moderator.table, ANN)
    before = seat_page(site, moderator.table, EVE).count("You are in love")
    moderator.tap("answer")
    assert seat_page(site, moderator.table, EVE).count("You are in love") == before, "told once"


# -- kept by an earlier version --


def kept_of_old(site: Site, table: Table, **numbers: Any) -> Table:
    """The evening as it was kept when each number had a revision of its own."""
    manner = {name: value for name, value in asdict(table.manner).items() if name != "headway"}
    run(site.store.set_manner(table.id, manner | numbers))
    return run(site.tables.find(table.id))


@pytest.mark.parametrize("seen", [False, True])
def test_a_result_kept_by_an_earlier_version_is_shown_once(site: Site, seen: bool) -> None:
    moderator = Leads(site, go_on(site, evening(site, phones_act=True), "seer.look"))
    table = moderator.tap("answer", seat=BEA)
    at = table.revision
    table = kept_of_old(site, table, showing=at, seen=at if seen else 1, told=3, telling=2, read_at=at, read=[CID])
    assert ('data-asked="result"' in moderator.page) is not seen
    assert table.is_showing is not seen
    assert table.headway.read == (CID,)
    assert table.headway.told == 0, "that was at another revision"


def test_an_announcement_kept_by_an_earlier_version_goes_on(site: Site) -> None:
    moderator = dying(site)
    before = moderator.tap("answer")
    at = before.revision
    for number in (1, 2):
        table = kept_of_old(site, before, telling=at, told=number, turned_at=at - 1, turned=1, lying=1)
        assert table.headway == Headway(at, told=number)
    assert table.moment != before.moment


# -- after a correction --


def prey(lead: Lead, night: int = 1) -> int:
    """The answer that says whom the pack wanted."""
    found = [index for index, given in enumerate(lead.table.game.answers) if given.key == "werewolves.devour"]
    return found[night - 1]


def said_one_by_one(lead: Lead) -> list[str]:
    """What stands alone on the page, moment after moment; and that the screen waits for each."""
    found = []
    while 'data-asked="moment"' in lead.see():
        table = lead.table
        found += [
            Words("en").event(lead.table.game.events[place], lead.table.game.players) for place in lead.table.moment
        ]
        lead.phone.post(f"/g/{lead.id}/lead/told", at=table.revision, told=table.headway.told)
        while seat := lead.table.turning:
            value = card_of(lead.table.game, seat)
            lead.phone.post(f"/g/{lead.id}/lead/turn", at=lead.table.revision, value=value)
    return found


def test_what_a_correction_makes_new_is_announced_one_by_one(site: Site) -> None:
    """IDENT-5, GEN-12: it was Fay, not Gus: only that is said, and the screen follows it."""
    lead = Lead(site)
    lead.night()
    lead.tap()
    lead.turn()
    assert lead.asked == "day.debate"
    assert lead.table.view(PUBLIC).seats[6].state == DEAD
    lead.phone.post(f"/g/{lead.id}/lead/edit/{prey(lead)}", at=lead.table.revision, seat=6, sure="yes")
    assert [seat.state for seat in lead.table.view(PUBLIC).seats[5:7]] == [ALIVE, ALIVE], "not said yet"
    assert lead.table.asked is None
    news = said_one_by_one(lead)
    assert len(news) == 1
    assert news[0].startswith("Fay")
    assert lead.table.view(PUBLIC).seats[5].state == DEAD
    assert lead.asked == "day.debate"
    assert 'data-asked="day.debate"' in lead.see()


def test_what_was_said_before_is_not_said_again_after_a_correction(site: Site) -> None:
    """IDENT-5: on the second day it turns out that somebody else was devoured in the first night."""
    lead = Lead(site, deck={"werewolf": 1, "simple_villager": 7}, cards_known_to_app=True, seed=3)
    given: dict[str, Any] = {"werewolves.devour": iter((7, 8)), "day.debate": "vote", "vote.ballots": {}}
    prompt = lead.table.game.prompt
    while prompt is not None and not (prompt.key == "day.debate" and lead.table.game.village.day == 2):
        value = given.get(prompt.key, True)
        run(site.tables.answer(lead.table, next(value) if prompt.key == "werewolves.devour" else value))
        prompt = lead.table.game.prompt
    lead.turn()
    wolf = next(seat for seat in lead.table.game.village.seats if seat in lead.table.game.village.wolves)
    other = next(seat for seat in (1, 2, 3) if seat != wolf)
    lead.phone.post(f"/g/{lead.id}/lead/edit/{prey(lead)}", at=lead.table.revision, seat=other, sure="yes")
    news = said_one_by_one(lead)
    assert len(news) == 2, "the death and the card"
    assert all(text.startswith(PLAYERS[other - 1]) for text in news)
    assert 'data-asked="vote.ballots"' in lead.see(), "somebody else has a vote now"
    lead.phone.post(f"/g/{lead.id}/lead/answer", at=lead.table.revision)
    assert lead.table.game.village.day == 2, "the rest follows"
    assert said_one_by_one(lead) == ["Nobody points at anybody."], "the new vote; the second night is told as before"
    assert 'data-asked="day.debate"' in lead.see()


def test_a_correction_that_changes_nothing_the_table_heard_is_not_announced(site: Site) -> None:
    lead = Lead(site)
    lead.night()
    lead.tap()
    lead.turn()
    looked = next(index for index, given in enumerate(lead.table.game.answers) if given.key == "seer.look")
    lead.phone.post(f"/g/{lead.id}/lead/edit/{looked}", at=lead.table.revision, seat=3, sure="yes")
    assert said_one_by_one(lead) == []
    assert 'data-asked="day.debate"' in lead.see()
