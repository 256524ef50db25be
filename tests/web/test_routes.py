"""Every address leads to one module, which is loaded when somebody asks for it: a start loads little."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from nightcall.web import routes
from tests.web.phone import Phone, new_site

LATER = (
    *("nightcall.sim.odds", "nightcall.sim.advisor", "nightcall.web.setup.wizard", "nightcall.web.past.games"),
    *("nightcall.web.api.operations", "nightcall.web.led.pages", "segno", "multiprocessing", "importlib.metadata"),
)
START = """
import asyncio, sys
from nightcall.web.app import Site, build
from nightcall.web.alone.bridge import Asked, Bridge
from nightcall.web.store.sqlite import SQLiteStore

async def start():
    store = SQLiteStore(":memory:")
    bridge = Bridge(build(Site(store, is_alone=True)), store, "https://phone.example", lambda *_: None)
    answer = await bridge.answer(Asked("1", "GET", "/"))
    assert answer.status == 200, answer
    print(*sys.modules, sep="\\n")

asyncio.run(start())
"""


def test_every_address_leads_to_the_module_that_lists_it() -> None:
    found = 0
    for module in routes.PAGES:
        for route in routes.Page(module).routes:
            path = re.sub(r"\{[^}]*\}", "1", route.path).rstrip("/") or "/"
            assert [name for name, pages in routes.PAGES.items() if re.fullmatch(pages, path)] == [module], route.path
            found += 1
    assert found > 100


def test_a_slash_too_many_another_method_and_an_unknown_page_of_a_module() -> None:
    phone = Phone(new_site())
    assert phone.get("/games/").status_code == 200
    assert phone.get("/api").status_code == 200
    assert phone.client.post("/rules").status_code == 405
    assert phone.get("/rules/witch/nothing").status_code == 404
    assert phone.get("/g/nobody/lead/edit").status_code == 404


@pytest.mark.skipif(sys.platform == "emscripten", reason="there are no processes here")
def test_the_home_page_of_a_phone_loads_nothing_it_does_without() -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", START], env=env, capture_output=True, encoding="utf-8", check=True)
    loaded = done.stdout.split()
    assert "nightcall.web.home" in loaded
    assert not set(LATER) & set(loaded)


@pytest.mark.skipif(sys.platform == "emscripten", reason="there are no processes here")
@pytest.mark.parametrize("module", ["led.pages", "watch.seat", "api.operations", "setup.dealing"])
def test_a_module_of_pages_can_be_loaded_by_itself(module: str) -> None:
    """Whatever its addresses need it brings along: no other has to be there before it."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", f"import nightcall.web.{module}"], env=env, check=True)
