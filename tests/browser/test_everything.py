"""Houses, event cards and variants over the same pages: chance leads, and no page breaks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from nightcall import Game, Setup
from nightcall.rules.decks import deal_buildings
from nightcall.rules.newmoon import EVENTS
from nightcall.rules.variants import VARIANTS
from nightcall.sim.bots import PhysicalTable
from nightcall.web.manner import PHONES
from tests.browser.conftest import Leads, Opens
from tests.browser.device import TELEVISION

TWELVE = ["Bea", "Tom", "Mathilde", "Jules", "Anne-Sophie", "Karim", "Zoé", "Hugo", "Léa", "Nadia", "Olivier", "Pia"]
LIVELY = "werewolf werewolf big_bad_wolf seer witch hunter cupid fox defender elder piper simple_villager".split()
EVENT_NAMES = [card.name for card in EVENTS]
ALONE = [kind.name for kind in VARIANTS if not kind.name.startswith("double_you")]


def table(seed: int) -> Setup:
    """Twelve with houses and all event cards; every other time with real cards."""
    return Setup.of(
        TWELVE,
        LIVELY,
        seed=seed,
        cards_known_to_app=seed % 2 == 0,
        buildings=deal_buildings(12, seed),
        events=EVENT_NAMES,
        draw="shuffled",
    )


def led_by_chance(leads: Leads, device: Opens, setup: Setup, seed: int, days: int) -> None:
    """On the moderator's phone, with a public screen and a player's phone beside."""
    evening = leads(setup, phones_act=True, deal=PHONES if setup.options.cards_known_to_app else "physical")
    screen = device(size=TELEVISION).open(f"/g/{evening.id}")
    player = device().open(evening.server.key(evening.id, 1))

    def is_enough(game: Game) -> bool:
        return game.village.day >= days

    evening.play(PhysicalTable(Random(seed), setup), until=is_enough)
    for other, path in ((screen, f"/g/{evening.id}"), (player, f"/g/{evening.id}/seat/1")):
        reply = other.page.goto(f"{other.address}{path}")
        assert reply is not None
        assert reply.ok


@pytest.mark.needs("phones")
@pytest.mark.parametrize(("seed", "days"), [(1, 2), pytest.param(2, 3, marks=pytest.mark.soak)])
def test_houses_and_event_cards(leads: Leads, device: Opens, seed: int, days: int) -> None:
    led_by_chance(leads, device, table(seed), seed, days)


@pytest.mark.needs("phones")
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 22))
def test_whole_evenings_with_everything(leads: Leads, device: Opens, seed: int) -> None:
    led_by_chance(leads, device, table(seed), seed, days=60)


@pytest.mark.needs("phones")
@pytest.mark.soak
@pytest.mark.parametrize("variant", ALONE)
def test_every_variant(leads: Leads, device: Opens, variant: str) -> None:
    deck = ["werewolf", "werewolf", "werewolf", "seer", "witch", *["simple_villager"] * 7]
    setup = Setup.of(TWELVE, deck, seed=3, cards_known_to_app=True, variants=[variant], **ALLOWED.get(variant, {}))
    led_by_chance(leads, device, setup, 3, days=60)


ALLOWED: dict[str, dict[str, Any]] = {"new_moon": {"events": EVENT_NAMES, "draw": "shuffled"}}
