from __future__ import annotations
import pytest
from nightcall import Setup
from tests.browser.conftest import Leads, Opens
from tests.browser.people import EIGHT, asks
from tests.browser.test_guests import CARDS, opened, told, table

@pytest.mark.needs("phones")
def test_look(leads: Leads, device: Opens) -> None:
    evening = table(leads, "werewolves.devour")
    for name, seat in (("wolf", 1), ("wolf2", 2), ("sleeper", 7), ("seer", 6)):
        page = device().open(evening.server.key(evening.id, seat)).page
        page.set_viewport_size({"width": 390, "height": 844})
        page.context.add_cookies([])
        opened(page)
        if name.startswith("wolf"):
            page.locator(f'#called .seat[data-seat="{3 + seat}"] .seat__face').click()
            page.wait_for_timeout(700)
        else:
            page.locator("#called [data-done]").click()
            page.wait_for_timeout(300)
        page.screenshot(path=f"/tmp/p2_{name}.png")
