"""A table the app is to lead: what does not apply there, and what it must play otherwise."""

from __future__ import annotations

import re
from dataclasses import replace

from nightcall.web import access
from nightcall.web.app import Site
from nightcall.web.setup.drafting import Draft
from nightcall.web.visit import DEVICE
from nightcall.words import Words
from tests.web.phone import PLAYERS, Phone, run
from tests.web.wizard.forms import begins, draft_of, games, send


def test_what_does_not_apply_where_the_app_leads_is_neither_offered_nor_claimed(phone: Phone) -> None:
    """4: the switches are about phones beside a moderator; of what the app must play otherwise only what is in play."""
    send(phone, "deal", deal="phones", shown="switches", phones_vote="1", phones_act="1", graveyard="1")
    assert "Let the players join" in phone.get("/new/begin").text, "that is what comes next, and not the night"
    send(phone, "deal", deal="led")
    page = phone.get("/new/deal").text
    assert page.index('value="led" checked') < page.index("deals__phones"), "hidden by the choice before it"
    summary = phone.get("/new/begin").text
    english = Words("en")
    assert not [name for name in ("phones_vote", "phones_act") if english.text(f"web.setup.{name}") in summary]
    unasked = ("actor_wakes_again", "wolf_hound_call", "spirit_answered_by", "spiritualism_medium")
    assert not [name for name in unasked if english.option(name) in summary]
    begins(phone)
    manner = games(phone)[0].manner
    assert (manner.deal, manner.phones_vote, manner.phones_act, manner.graveyard) == ("led", False, False, False)
    options = games(phone)[0].game.setup.options
    assert (options.actor_wakes_again, options.wolf_hound_call) == ("for_every_card", "own_call")


def test_what_a_led_table_must_play_otherwise_is_told_with_its_card() -> None:
    deck = {"werewolf": 2, "wolf_hound": 1, "simple_villager": 5}
    draft = Draft(players=tuple(PLAYERS), deal="led", mix="", deck=deck)
    assert draft.difference.get("wolf_hound_call") == "own_call"
    assert "actor_wakes_again" not in draft.difference


def test_what_a_led_table_must_play_has_no_cross_to_drop_it(site: Site) -> None:
    """It would come back at once; its choice below is closed with a word why."""
    phone = Phone(site)
    for deal, is_fixed in (("led", True), ("phones", False)):
        send(phone, "deal", deal=deal)
        kept = replace(draft_of(phone), mix="", deck={"werewolf": 2, "wolf_hound": 1, "simple_villager": 5})
        chosen = kept.with_option("wolf_hound_call", "own_call").with_option("seer_reveal", "wolf_thumb")
        run(site.store.write(access.digest(phone.client.cookies[DEVICE]), "draft", chosen.to_json()))
        page = phone.get("/new/rules").text
        chips = page[page.index('id="difference"') : page.index('name="shown" value="debate_rules"')]
        assert 'value="drop-seer_reveal"' in chips
        assert ('value="drop-wolf_hound_call"' in chips) is not is_fixed
        assert ("data-fixed" in chips) is is_fixed
        found = re.search(r'<select name="opt-wolf_hound_call"[^>]*>', page)
        assert found is not None
        assert ("disabled" in found.group()) is is_fixed
