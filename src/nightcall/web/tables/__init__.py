"""The games of this server: lines from the store, told by the engine, and put back with every change.

Nothing lives here but a cache: what counts is in the store, so a restart loses nothing.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from nightcall.engine import tape
from nightcall.engine.game import Answer, Game, retell
from nightcall.engine.setup import Setup
from nightcall.engine.viewers import MODERATOR
from nightcall.web import access
from nightcall.web.aside import aside
from nightcall.web.led.scenes import Led
from nightcall.web.manner import LED, PHONES, Forecast, Manner
from nightcall.web.past.summaries import summary
from nightcall.web.store import Belonging, Grant, Kept
from nightcall.web.table import Table
from nightcall.web.tables.managing import Also
from nightcall.web.tables.moving import Moving


class Tables(Moving):
    """All games, in chapters: at_hand (memory), managing, seating, retelling (from another setup), moving (steps)."""

    async def begin(
        self,
        setup: Setup,
        manner: Manner,
        answers: Sequence[Answer] = (),
        *,
        told: Game | None = None,
        name: str = "",
        device: str = "",
        key: str = "",
        rescue: str = "",
        belonging: Belonging | None = None,
        follows: str = "",
        when: tuple[float, float] | None = None,
    ) -> Table:
        """A new game, on the disk together with whoever leads it; with answers, one brought from elsewhere.

        `told`: the same, where it has just been told from them. Whoever begins it without a forecast gets one.
        `follows`: the game whose phones and screens come along.
        """

        def written() -> tuple[Game, tuple[str, ...]]:
            game = told or retell(setup, answers)
            return game, tuple(tape.dumps(game).splitlines(keepends=True))

        (game, lines), now = await aside(written, len(answers)), time.time()
        if manner.forecast is None and not answers and not manner.practice:
            manner = replace(manner, forecast=_glanced(setup))
        begun, changed = when or (now, now)
        table = Table(name or access.new_game_id(), 1, game, manner, begun, changed)
        tape.loads(lines[0])  # what could not be read back must not be kept
        kept = Kept(table.id, 1, lines, asdict(manner), begun, changed, summary(game))
        opens = access.digest(key) if key else ""
        add = partial(self.store.add, kept, device=device, key=opens, rescue=rescue, belonging=belonging)
        if follows:
            before = await self.find(follows)
            await self._managed_with(before, lambda before: replace(before.manner, next=table.id), add)
        else:
            await add()
        return self._keep(table)

    async def led_from_now_on(self, table: Table, setup: Setup, led: Led, also: Also) -> Table:
        """What somebody has moderated so far is led by the app; `also` is written with it."""

        def led_on(manner: Manner) -> Manner:
            return replace(manner, led=led, deal=LED, dealt=True)

        if setup != table.game.setup:
            return await self._retold(table, lambda _: setup, manner_of=led_on, also=also)
        return await self._managed_with(table, lambda table: led_on(table.manner), also)

    async def hand_over(self, table: Table, seat: int) -> Table:
        """A player sits out and leads from now on what the app has led so far: that phone, and no other one."""
        device = next(iter(await self.store.holders(Grant(table.id, seat))), "")

        def led_by_him(table: Table) -> Manner:
            prompt = table.game.prompt
            asks = table.revision if prompt is not None and prompt.is_public_vote else 0
            changes: Any = {"phones_vote": True, "phones_act": True, "vote_open": asks}
            return replace(table.manner, led=None, deal=PHONES, **changes)

        async def alone() -> None:
            if device:
                await self.store.grant(device, Grant(table.id, MODERATOR))
            await self.store.lead_alone(table.id, device)  # nor by a rescue code: whoever set the table up plays, too

        return await self._managed_with(table, led_by_him, alone)

    async def remove(self, table: Table) -> None:
        await self.store.remove(table.id)
        self._cache.pop(table.id, None)


def _glanced(setup: Setup) -> Forecast | None:
    """The nets are read when the first game begins: a phone that only looks something up does without them."""
    from nightcall.web.past import forecasts

    return forecasts.glanced(setup)
