"""The moderator's page: every step of leading a game, as forms."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from typing import Any

import pytest
from jinja2 import UndefinedError

from nightcall import Setup
from nightcall.desk import turning
from nightcall.engine import prompts
from nightcall.engine.prompts import Prompt
from nightcall.sim.bots import RandomBot
from nightcall.web.app import Site
from nightcall.web.play.forms import Choice, Form, Voter
from nightcall.web.play.page import eyes_now
from nightcall.web.play.ring import Face
from nightcall.web.table import Table
from nightcall.web.visit import templates
from nightcall.words import Words
from tests.web.covers import outside_covers
from tests.web.evenings import go_on
from tests.web.phone import Phone, begin, run

PLAYERS = ["Ann", "Bea", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
DEALT = ["seer", "werewolf", "werewolf", "witch", "hunter", "simple_villager", "simple_villager", "simple_villager"]


class Lead:
    """A game led by one phone."""

    def __init__(self, site: Site, language: str = "en", **setup: Any) -> None:
        self.site = site
        given: dict[str, Any] = {"cards_known_to_app": True, "sheriff_election": "off"} | setup
        self.id = begin(site, Setup.of(PLAYERS, given.pop("deck", DEALT), **given)).id
        self.phone = Phone(site, language).leads(self.table)
        self.page = self.see()
        self.result = ""
        """What was to be shown to somebody after the last tap."""
        self.lifted: list[str] = []
        """Pages that pretended to ask for a card before that."""
        self.sought = ""
        """The page that asked whose eyes are open though the record knows it."""

    @property
    def table(self) -> Table:
        return run(self.site.tables.find(self.id))

    @property
    def asked(self) -> str:
        prompt = self.table.game.prompt
        return prompt.key if prompt is not None else ""

    def see(self, path: str = "") -> str:
        reply = self.phone.get(f"/g/{self.id}/lead{path}")
        assert reply.status_code == 200, reply.text
        self.page = unescape(reply.text)
        return self.page

    def tap(self, path: str = "answer", status: int = 200, **form: Any) -> str:
        form = {"at": self.table.revision} | form
        reply = self.phone.post(f"/g/{self.id}/lead/{path}", **form)
        assert reply.status_code == status, reply.text
        self.page = unescape(reply.text)
        self.result, self.lifted = "", []
        while 'data-asked="result"' in self.page:
            nth = re.findall(r'name="nth" value="(-?\d)"', self.page)[0]
            if nth != "0":
                self.lifted.append(self.page)
            else:
                self.result = self.page
            self.page = unescape(self.phone.post(f"/g/{self.id}/lead/seen", at=self.table.revision, nth=nth).text)
        self.sought = ""
        if 'data-asked="eyes"' in self.page:
            self.sought = self.page
            found = eyes_now(self.table)
            assert found is not None
            form = {"at": self.table.revision, "seat": [str(seat) for seat in found.holders]}
            self.page = unescape(self.phone.post(f"/g/{self.id}/lead/eyes", **form).text)
        while 'data-asked="moment"' in self.page:
            said = {"at": self.table.revision, "told": self.table.headway.told}
            self.page = unescape(self.phone.post(f"/g/{self.id}/lead/told", **said).text)
        return self.page

    def turn(self) -> str:
        """Whatever lies face down and is known is turned over."""
        while seat := self.table.turning:
            self.tap("turn", value=turning.card_of(self.table.game, seat))
        return self.page

    def night(self) -> None:
        """Night falls, the Seer looks at Bea, the pack wants Gus, the Witch sleeps on it."""
        self.tap()
        self.tap(seat=2)
        self.tap(seat=7)
        self.tap(seat="-")
        self.tap(seat="-")
        assert self.asked == "dawn.breaks"


def test_the_page_says_what_to_say_and_asks_what_is_asked(site: Site) -> None:
    lead = Lead(site)
    assert "Close your eyes, everybody." in lead.page
    lead.tap()
    assert lead.asked == "seer.look"
    assert "The Seer opens her eyes." in lead.page
    assert 'value="2"' in lead.page


def test_only_legal_seats_can_be_tapped_and_another_says_why_not(site: Site) -> None:
    lead = Lead(site)
    lead.tap()
    own = re.search(r'<li class="seat" data-seat="1".*?</li>', lead.page, re.DOTALL)
    assert own is not None
    assert 'type="button"' in own[0]
    assert "cannot be chosen here" in own[0]
    assert "SEER" not in own[0], "numbers of rules are for whoever asks why"
    page = lead.tap(status=422, seat=1)
    assert 'class="fault"' in page
    assert lead.asked == "seer.look", "nothing was entered"


def test_at_night_the_screen_gives_nobody_away(site: Site) -> None:
    """Who cannot be chosen looks like the rest: the pack's own seats, the Seer's, the only victim."""
    lead = Lead(site)
    lead.tap()
    for seat in ("2", "7"):
        states = set(re.findall(r'data-state="(\w+)"', lead.page))
        assert states == {"legal"}
        assert "Ann points" not in outside_covers(lead.page)
        lead.tap(seat=seat)
    assert lead.asked == "witch.heal"
    assert "Gus" in lead.page
    assert "that the Werewolves attacked" in lead.page
    assert "that the Werewolves attacked" not in outside_covers(lead.page)


def test_notes_may_stand_open_on_this_device(site: Site) -> None:
    lead = Lead(site)
    lead.tap()
    lead.tap("open-notes", notes="open")
    assert "Ann points" in outside_covers(lead.see())
    assert 'data-state="refused"' in lead.page
    lead.tap("open-notes", notes="held")
    assert "Ann points" not in outside_covers(lead.see())


def test_a_faked_call_looks_like_a_live_one(site: Site) -> None:
    """FK-14: a card that is not in the deck is called all the same, over the same ring, with a question of its own."""
    lead = Lead(site, also_announced=["defender"])
    lead.tap()
    live = outside_covers(lead.page)
    lead.tap(seat=2)
    assert lead.asked == "call.fake"
    faked = outside_covers(lead.page)
    assert "The Defender opens his eyes." in faked
    shape = re.compile(r"<(?:ol|form|section|h2|button)[^>]*class=\"(ring|prompt|peek|ask|undo)[^\"]*\"")
    assert shape.findall(live) == shape.findall(faked)
    assert "Who is guarded?" in faked
    assert "Nobody will answer" not in faked
    lead.tap(seat=3)  # a tap on the ring goes on, whoever it is
    assert lead.asked == "werewolves.devour"


def test_undo_is_named_after_what_it_undoes_but_names_nobody_at_night(site: Site) -> None:
    lead = Lead(site)
    assert 'class="undo"' not in lead.page
    lead.tap()
    assert "Undo: Is everybody asleep?" in lead.page
    lead.tap(seat=2)
    assert "Undo: Whose secret?" in lead.page
    assert "Bea" not in re.findall(r'class="undo".*?</button>', lead.page, re.DOTALL)[0]
    lead.tap("undo")
    assert lead.asked == "seer.look"
    lead.tap("redo")
    assert lead.asked == "werewolves.devour"


def test_a_tap_for_an_older_question_is_refused_and_the_current_one_shown(site: Site) -> None:
    lead = Lead(site)
    at = lead.table.revision
    lead.tap()
    lead.tap(seat=2)
    page = lead.tap(status=409, at=at, seat=5)
    assert "another device or tab was faster" in page
    assert "The Werewolves open their eyes." in page
    assert len(lead.table.game.answers) == 2


def test_the_same_tap_sent_twice_counts_once(site: Site) -> None:
    lead = Lead(site)
    lead.tap()
    at = lead.table.revision
    lead.tap(at=at, seat=2)
    lead.tap(at=at, seat=2)
    assert len(lead.table.game.answers) == 2
    lead.tap(status=409, at=at, seat=5)
    assert len(lead.table.game.answers) == 2


def test_the_dawn_is_previewed_and_nothing_happens_by_looking(site: Site) -> None:
    lead = Lead(site)
    lead.night()
    before = lead.table
    page = lead.see("/preview")
    assert "Gus" in page
    assert "Gus" not in outside_covers(page)
    assert lead.table.revision == before.revision
    lead.tap()
    assert "Gus did not live to see the morning." in lead.see()


def test_why(site: Site) -> None:
    lead = Lead(site)
    lead.night()
    lead.tap()
    link = re.findall(r'class="why" href="[^"]*/lead(/why/\d+)"', lead.page)[0]
    assert "NR-15" in lead.see(link)
    assert lead.phone.get(f"/g/{lead.id}/lead/why/9999").status_code == 404


IN_LOVE = ["cupid", "werewolf", "werewolf", "seer", *["simple_villager"] * 4]


def loving(site: Site, prey: int) -> Lead:
    """Eve and Fay are in love; the pack has eaten, and the dawn is about to break."""
    lead = Lead(site, deck=IN_LOVE)
    go_on(site, lead.table, "dawn.breaks", cupid__pair=(5, 6), werewolves__devour=prey)
    return lead


def why_of(lead: Lead, seat: int) -> str:
    events = lead.table.game.events
    number = next(n for n, event in enumerate(events) if event.name == "died" and event.facts["seat"] == seat)
    return lead.see(f"/why/{number}")


def test_why_a_lover_died_names_the_love_openly_where_the_table_has_heard_it(site: Site) -> None:
    """LOVE-2, NR-15"""
    said = "Fay and Eve were in love. Eve died, and Fay could not live without Eve."
    by_day = loving(site, 7)
    by_day.tap()
    by_day.turn()
    by_day.tap(value="vote")
    by_day.tap(vote_1=5, vote_2=5, vote_4=5)
    assert said in outside_covers(why_of(by_day, 6))
    at_dawn = loving(site, 5)
    at_dawn.tap()
    page = why_of(at_dawn, 6)
    assert said in page
    assert said not in outside_covers(page)


def test_the_living_are_counted_as_far_as_it_has_been_announced(site: Site) -> None:
    """GEN-5, LOVE-2: at dawn and by day, death by death."""

    def counted(page: str) -> list[str]:
        return re.findall(r'<p class="bar__progress"[^>]*>.*?<span>(\d+)/8</span>', page, re.DOTALL)

    lead = loving(site, 7)
    seen: list[tuple[int, str]] = []

    def go_through(**form: Any) -> None:
        page = unescape(lead.phone.post(f"/g/{lead.id}/lead/answer", at=lead.table.revision, **form).text)
        while lead.table.is_announcing:
            heard = sum(event.name == "died" for event in lead.table.heard)
            seen.extend((heard, count) for count in counted(page))
            if lead.table.moment:
                form = {"at": lead.table.revision, "told": lead.table.headway.told}
                page = unescape(lead.phone.post(f"/g/{lead.id}/lead/told", **form).text)
            else:
                value = turning.card_of(lead.table.game, lead.table.turning)
                page = unescape(lead.phone.post(f"/g/{lead.id}/lead/turn", at=lead.table.revision, value=value).text)

    go_through()
    lead.tap(value="vote")
    go_through(vote_1=5, vote_2=5, vote_4=5)
    assert lead.asked == "night.falls"
    assert seen == [(1, "7"), (1, "7"), (3, "5")], "Eve's card is turned over before her death is told, and Fay's"
    assert counted(lead.see()) == ["5"]


def test_an_old_answer_is_corrected_after_a_preview_of_what_changes(site: Site) -> None:
    lead = Lead(site)
    lead.night()
    lead.tap()
    page = lead.see("/log")
    assert "Who is their prey?" in page
    index = next(i for i, given in enumerate(lead.table.game.answers) if given.key == "werewolves.devour")
    number = re.findall(r"<b>(\d+)\.</b> <span class=\"dim\">Who is their prey", page)[0]
    assert str(lead.phone.get(f"/g/{lead.id}/lead/log/line?number={number}").url).endswith(f"/lead/edit/{index}")
    assert "It was: Gus." in lead.see(f"/edit/{index}")
    before = lead.table.revision
    page = lead.tap(f"edit/{index}", seat=8)
    assert "The table has heard this already" in page
    assert "Gus did not live to see the morning." in page
    assert "Hal did not live to see the morning." in page
    assert lead.table.revision == before, "only a preview"
    lead.tap(f"edit/{index}", seat=8, sure="yes")
    assert "Hal did not live to see the morning." in lead.page
    lead.tap(f"edit/{index}", status=422, seat=2)


def test_what_a_player_is_shown_leads_to_a_clock_and_not_back(site: Site) -> None:
    lead = Lead(site)
    lead.tap()
    lead.phone.post(f"/g/{lead.id}/lead/answer", at=lead.table.revision, seat=2)
    page = lead.see("/show")
    assert "Werewolf" in page
    assert "/lead/rest" in page
    assert '/lead"' not in page
    assert "Werewolf" not in lead.see("/rest")


def test_votes_open_to_phones_and_are_counted_by_the_moderator(site: Site) -> None:
    lead = Lead(site)
    lead.night()
    lead.tap()
    lead.tap("manner", phones_vote="on")
    lead.tap(value="vote")
    assert lead.asked == "vote.ballots"
    assert "Let the phones vote" in lead.page
    page = lead.tap("vote", act="open")
    assert "0 of 7" in page
    run(lead.site.tables.suggest(lead.table, 2, 5))
    assert "1 of 7" in lead.see()
    page = lead.tap("vote", act="close")
    assert re.search(r'name="vote-2".*?value="5" selected', page, re.DOTALL)
    lead.tap(vote_1=5, vote_2=5, vote_3=5)
    assert "The village condemns Eve." in lead.page


def test_a_vote_can_be_entered_as_ballots_without_any_script(site: Site) -> None:
    lead = Lead(site)
    lead.night()
    lead.tap()
    lead.tap(value="vote")
    assert lead.page.count("<select") == 7
    page = lead.tap(status=422, vote_7=1)
    assert "Gus" in page  # who is dead has no vote
    lead.tap(vote_1=2, vote_3=2)
    assert "The village condemns Bea." in lead.page


def chosen(page: str) -> dict[int, int]:
    """The votes that stand in the form."""
    found = re.findall(r'name="vote-(\d+)">(.*?)</select>', page, re.DOTALL)
    picked = {int(voter): re.findall(r'value="(\d+)" selected', options) for voter, options in found}
    return {voter: int(seats[0]) for voter, seats in picked.items() if seats}


def voting(site: Site, **setup: Any) -> Lead:
    lead = Lead(site, **setup)
    lead.night()
    lead.tap()
    lead.turn()
    lead.tap(value="vote")
    return lead


def test_undoing_a_count_brings_back_the_votes_to_be_changed(site: Site) -> None:
    lead = voting(site)
    lead.tap(vote_1=6, vote_2=6, vote_3=6, vote_4=1)
    assert lead.asked == "night.falls"
    assert chosen(lead.tap("undo")) == {1: 6, 2: 6, 3: 6, 4: 1}
    site.tables._cache.clear()  # another server, or this one after a fall
    other = Phone(site).leads(lead.table)  # the lead is taken over on another device
    assert chosen(unescape(other.get(f"/g/{lead.id}/lead").text)) == {1: 6, 2: 6, 3: 6, 4: 1}
    lead.tap(vote_1=4, vote_2=4, vote_3=4, vote_4=1)
    assert "The village condemns Dan." in lead.page
    assert chosen(lead.tap("undo")) == {1: 4, 2: 4, 3: 4, 4: 1}
    assert lead.asked == "vote.ballots"
    assert chosen(lead.tap("undo")) == {}, "the debate"
    assert chosen(lead.tap(value="vote")) == {}, "another vote"


def test_undoing_past_what_followed_a_vote_brings_back_its_votes(site: Site) -> None:
    lead = voting(site)
    lead.tap(vote_1=5, vote_2=5, vote_3=5)
    lead.turn()
    assert lead.asked == "hunter.shoot"
    lead.tap(seat=2)
    while lead.asked != "hunter.shoot":
        assert chosen(lead.tap("undo")) == {}
    while lead.asked != "vote.ballots":
        lead.tap("undo")
    assert chosen(lead.page) == {1: 5, 2: 5, 3: 5}


def test_counts_of_hands_come_back_too(site: Site) -> None:
    lead = voting(site, vote_input="counts")
    assert lead.asked == "vote.counts"
    lead.tap(count_6=4, count_1=2)
    page = lead.tap("undo")
    assert re.findall(r'name="count-(\d)" min="0" max="\d+" value="([1-9])"', page) == [("1", "2"), ("6", "4")]


def test_a_corrected_answer_taken_back_leaves_no_votes_of_another_day(site: Site) -> None:
    lead = voting(site)
    lead.tap(vote_1=6)
    index = next(place for place, given in enumerate(lead.table.game.answers) if given.key == "vote.ballots")
    go_on(site, lead.table, "vote.ballots")
    lead.tap(f"edit/{index}", vote_1=8, vote_2=8, sure="yes")
    lead.tap("undo")
    assert lead.table.game.answers[index].value[2] is None
    assert chosen(lead.page) == {}


def test_timers(site: Site) -> None:
    lead = Lead(site)
    assert "data-timer" in lead.tap("timer", act="start", kind="debate", back="lead")
    timer = lead.table.manner.timer
    assert timer is not None
    assert timer.length == 8 * 25
    lead.tap("timer", act="pause")
    paused = lead.table.manner.timer
    assert paused is not None
    assert paused.ends == 0
    assert 195 < paused.left <= 200
    lead.tap("timer", act="more")
    prolonged = lead.table.manner.timer
    assert prolonged is not None
    assert prolonged.left > 225
    assert "data-timer" not in lead.tap("timer", act="stop", back="lead")
    lead.tap("timer", act="start", kind="nonsense")
    assert lead.table.manner.timer is None


def test_notes_are_kept_and_limited(site: Site) -> None:
    lead = Lead(site)
    lead.tap("notes", notes="Ann <owes> me a pie")
    assert "Ann <owes> me a pie" in lead.see("/more")
    lead.tap("notes", notes="x" * 9000)
    assert len(lead.table.manner.notes) == 4000


def test_hand_over_to_another_phone_and_let_go(site: Site) -> None:
    lead = Lead(site)
    lead.tap()
    page = lead.tap("hand-over")
    secret = re.findall(r'value="[^"]*/k/([^"]+)"', page)[0]
    assert len(secret) >= 40
    other = Phone(site, "fr")
    assert "La Voyante" in unescape(other.post(f"/k/{secret}").text)
    lead.tap("let-go")
    assert lead.phone.get(f"/g/{lead.id}/lead").status_code == 403
    assert other.get(f"/g/{lead.id}/lead").status_code == 200


def test_a_link_opens_a_page_with_a_button(site: Site) -> None:
    """Looking spends nothing; whoever taps leads."""
    lead = Lead(site)
    page = lead.tap("hand-over")
    secret = re.findall(r'value="[^"]*/k/([^"]+)"', page)[0]
    seen = Phone(site).get(f"/k/{secret}").text
    assert f'action="/k/{secret}"' in seen
    assert 'id="use"' in seen


def test_seats_and_cards_are_covered(site: Site) -> None:
    page = Lead(site).see("/roles")
    assert "Hunter" in page
    assert "Hunter" not in outside_covers(page)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("physical", [False, True])
def test_whole_games_are_led_through_the_page(site: Site, language: str, physical: bool) -> None:
    deck = "werewolf werewolf seer witch cupid piper fox actor".split()
    dealt: dict[str, Any] = {"cards_known_to_app": not physical, "seed": None if physical else 5}
    lead = Lead(site, language, deck=deck, trio=["defender", "hunter", "bear_tamer"], **dealt)
    bot = RandomBot(Random(language))
    for _ in range(600):
        prompt = lead.table.game.prompt
        if prompt is None:
            break
        page = lead.tap(**form_of(prompt, bot(prompt)))
        assert "{" not in re.sub(r"<(meta|div class=\"ballots\")[^>]*>", "", page), prompt
    assert lead.table.game.outcome is not None
    for path in ("/log", "/more", "/roles", "/show", "/preview"):
        lead.see(path)
    lead.tap("undo")
    assert lead.table.game.outcome is None


def form_of(prompt: Prompt, value: Any) -> dict[str, Any]:
    """An answer as the form of its question sends it."""
    if prompt.kind == prompts.YES_NO:
        return {"value": "yes" if value else "no"}
    if prompt.kind == prompts.PICK:
        return {"seat": list(map(str, value))} if prompt.high > 1 else {"seat": "-" if value is None else value}
    if prompt.kind == prompts.CHOOSE:
        return {"value": "-" if value is None else value}
    if prompt.kind == prompts.CARDS:
        return {"value": list(value)}
    if prompt.kind == prompts.BALLOTS:
        return {f"vote_{voter}": choice for voter, choice in value.items() if choice}
    if prompt.kind == prompts.COUNTS:
        return {f"count_{seat}": voices for seat, voices in value.items()}
    return {"text": value if isinstance(value, str) else "\n".join(value)} if prompt.kind != prompts.ACK else {}


def test_naming_the_plague_is_offered_where_nobody_sees_it(site: Site) -> None:
    """PLAG-3: the debate looks the same whether there is a secret to name or not."""
    pages = []
    for variants in ([], ["black_plague"]):
        lead = Lead(site, variants=variants)
        for _ in range(12):
            if lead.asked == "day.debate":
                break
            lead.tap(seat="-" if lead.asked.startswith("witch") else 7)
        lead.turn()
        assert 'id="whispers"' in lead.page
        seen = re.sub(r"<details.*?</details>", "", lead.page, flags=re.DOTALL)
        pages.append(re.findall(r'name="value" value="(\w+)"', seen))
    assert pages[0] == pages[1]
    lead.tap(value="name_the_plague")
    assert lead.table.game.outcome is not None


def test_the_choice_of_a_card_does_not_tell_which_ones_are_still_possible(site: Site) -> None:
    """At dawn everybody is awake: what is offered is the whole deck, in an order that says nothing."""
    lead = Lead(site, cards_known_to_app=False)
    lead.tap()
    for seat in (1, 2):  # the Seer, and whom she looks at
        lead.tap(seat=seat)
    offered = re.findall(r'class="choice"[^>]*>([^<]+)<', lead.page)
    assert lead.asked == "seer.card"
    assert offered == ["Hunter", "Seer", "Simple Villager", "Werewolf", "Witch"]
    assert "Which card is it?" in outside_covers(lead.page)
    assert "Bea?" not in outside_covers(lead.page)


# -- every kind of question --

FORM = '{% from "prompt.html" import controls with context %}{{ controls(asking) }}'


@pytest.mark.parametrize("kind", prompts.EVERY_KIND)
def test_every_kind_of_question_has_its_controls(kind: prompts.Kind) -> None:
    words = Words("en")
    face, choice = Face(1, "Ann", "legal"), Choice("seer", "Seer")
    asking = Form(
        kind, "key", "Who?", "Who?", 1, 1, False, (face,), (choice,), (Voter(1, "Ann"),), (face,), text="", counts={}
    )
    page = templates.from_string(FORM).render(asking=asking, t=words.text, words=words, sprite=str, path=str)
    assert "Who?" in page
    assert ("name=" in page) is (kind != prompts.ACK), "something to fill in, unless there is nothing to record"


def test_a_kind_of_question_without_controls_is_noticed() -> None:
    words = Words("en")
    asking = Form("colour", "key", "Which?", "Which?", 1, 1, False)  # type: ignore[arg-type]
    with pytest.raises(UndefinedError):
        templates.from_string(FORM).render(asking=asking, t=words.text, words=words, sprite=str, path=str)


def test_a_question_to_be_written_stands_once(site: Site) -> None:
    """It names its field as well, without being there a second time."""
    lead = Lead(site, deck=["wandering_judge", *DEALT[1:]])
    lead.tap()
    while lead.asked != "wandering_judge.sign":
        lead.tap()
    assert lead.page.count("What is the sign?") == 1
    assert re.search(r'<h2 class="ask" id="ask">What is the sign\?', lead.page)
    assert re.search(r'<input type="text" name="text"[^>]* aria-labelledby="ask"', lead.page)


@pytest.mark.parametrize(("election", "asks"), [("setup", "Qui vote pour {name}"), ("off", "Qui vote contre {name}")])
def test_a_vote_asks_who_is_against_and_an_election_who_is_for_somebody(site: Site, election: str, asks: str) -> None:
    lead = Lead(site, "fr", sheriff_election=election)
    if election == "off":
        lead.night()
        lead.tap()
        lead.tap(value="vote")
    else:
        lead.tap(value="yes")
    assert lead.asked in ("sheriff.elect", "vote.ballots")
    assert asks in lead.page
