"""The phones of the dead: when they see everything, and what they are told until then."""

from __future__ import annotations

import re

from nightcall.web.app import Site
from tests.web.evenings import ANN, BEA, EVE, FAY, GUS, HAL, answer, evening, go_on
from tests.web.phone import Phone, run
from tests.web.seat.parts import at, called, open_page, page, uncovered


def test_after_death_the_public_board_unless_the_dead_may_see_everything(site: Site) -> None:
    for graveyard in (False, True):
        table = go_on(site, evening(site, graveyard=graveyard), "day.debate", werewolves__devour=HAL, seer__look=BEA)
        table = go_on(site, table, "werewolves.devour", seer__look=ANN)
        dead, alive = page(site, table, HAL), page(site, table, GUS)
        assert ("Among the dead" in dead) is graveyard
        assert ("Cid looked at Bea&#39;s card and saw the Werewolf." in dead) is graveyard
        assert "Among the dead" not in alive
        assert "Cid looked at" not in alive


def test_the_dead_see_nothing_before_the_next_night(site: Site) -> None:
    """A dying Hunter does not read the cards before he shoots, and a vote-out by a slip can be taken back."""
    table = go_on(site, evening(site, graveyard=True), "vote.ballots", werewolves__devour=HAL)
    assert "Among the dead" not in page(site, table, HAL)
    table = answer(site, table, dict.fromkeys(table.game.village.living, EVE))
    table = go_on(site, table, "hunter.shoot")
    for _ in ("before the shot", "after it"):
        assert "Among the dead" not in page(site, table, EVE)
        assert "graveyard" not in Phone(site).plays(table, EVE).get(at(table, EVE)).text.split("<details")[0]
        table = answer(site, table, GUS) if table.game.prompt and table.game.prompt.key == "hunter.shoot" else table
    table = go_on(site, table, "seer.look")
    for seat in (EVE, GUS, HAL):
        assert "Among the dead" in page(site, table, seat)
    back = run(site.tables.undo(table, 3))
    assert "Among the dead" not in page(site, back, EVE), "an undo takes the sight away again"


def test_what_the_dead_see_is_under_a_hold(site: Site) -> None:
    table = go_on(site, evening(site, graveyard=True), "day.debate", werewolves__devour=HAL, seer__look=BEA)
    text = uncovered(page(site, go_on(site, table, "seer.look"), HAL))
    assert "Werewolf" not in re.sub(r"<details.*?</details>", "", text, flags=re.DOTALL)
    assert "Among the dead" in text
    whole = page(site, table, HAL)
    for part, told in (("the-dead-see", "Werewolf"), ("true-story", "Cid looked at")):
        held = re.search(rf'<section [^>]*id="{part}" data-peek>.*?</section>', whole, re.DOTALL)
        assert held is not None
        assert told in held.group(), "open while a finger is on it, like everything held"
        assert told not in uncovered(held.group())


def test_the_dead_are_told_when_they_will_see_and_never_to_close_their_eyes(site: Site) -> None:
    table = go_on(site, evening(site, graveyard=True, phones_act=True), "day.debate", werewolves__devour=HAL)
    assert "From the coming night on you will see everything here." in page(site, table, HAL)
    assert "From the coming night on" not in page(site, table, FAY)
    table = go_on(site, table, "seer.look")
    assert "From the coming night on" not in page(site, table, HAL)
    assert "you are among the dead" in called(page(site, table, HAL))
    assert "Close your eyes" not in called(page(site, table, HAL))
    assert "Close your eyes" in called(page(site, table, FAY))


def test_the_dead_are_told_that_they_are(site: Site) -> None:
    for graveyard in (False, True):
        table = go_on(site, evening(site, graveyard=graveyard), "day.debate", werewolves__devour=HAL)
        text = open_page(page(site, table, HAL))
        assert "You did not live to see the morning." in text
        assert "Hal did not live" not in text
        assert "You are dead. Say nothing more" in text
        assert ("From the coming night on you will see everything here." in text) is graveyard
        other = open_page(page(site, table, GUS))
        assert "Hal did not live to see the morning." in other
        assert "You are dead" not in other
        french = Phone(site, "fr").plays(table, HAL).get(at(table, HAL)).text
        assert "Vous n’avez pas survécu à la nuit." in open_page(french)


def test_whoever_of_the_dead_is_asked_reads_nothing_until_the_answer(site: Site) -> None:
    """PUNI-1: the last who fell names somebody, without having seen whose cards they are."""
    events = {"events": ["eclipse", "punishment"], "draw": "stacked"}
    table = go_on(site, evening(site, setup=events, graveyard=True), "day.debate", werewolves__devour=HAL)
    table = go_on(site, table, "seer.look")
    assert "Among the dead" in page(site, table, HAL)
    table = go_on(site, table, "punishment.accuse")
    assert table.game.prompt is not None
    assert table.game.prompt.seat == HAL
    assert "Among the dead" not in page(site, table, HAL)
    assert "Among the dead" in page(site, answer(site, table, FAY), HAL)
