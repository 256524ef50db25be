"""The games of this server: lines from the store, told by the engine, and put back with every change.

Nothing lives here but a cache: what counts is in the store, so a restart loses nothing.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, replace

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
        when: tuple[float, float] | None = None,
    ) -> Table:
        """A new game, on the disk together with whoever leads it; with answers, one brought from elsewhere.

        `told`: the same, where it has just been told from them. Whoever begins it without a forecast gets one.
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
        await self.store.add(kept, device=device, key=opens, rescue=rescue, belonging=belonging)
        return self._keep(table)

    async def led_from_now_on(self, table: Table, setup: Setup, led: Led) -> Table:
        """What somebody has moderated so far is led by the app."""
        if setup != table.game.setup:
            table = await self._retold(table, lambda _: setup)
        return await self.manage(table, led=led, deal=LED, dealt=True)

    async def hand_over(self, table: Table, seat: int) -> Table:
        """A player sits out and leads from now on what the app has led so far: that phone, and no other one."""
        device = next(iter(await self.store.holders(Grant(table.id, seat))), "")
        if device:
            await self.store.grant(device, Grant(table.id, MODERATOR))
        await self.store.lead_alone(table.id, device)  # nor by a rescue code: whoever set the table up plays, too
        asks = table.revision if table.game.prompt is not None and table.game.prompt.is_public_vote else 0
        return await self.manage(table, led=None, deal=PHONES, phones_vote=True, phones_act=True, vote_open=asks)

    async def remove(self, table: Table) -> None:
        await self.store.remove(table.id)
        self._cache.pop(table.id, None)


def _glanced(setup: Setup) -> Forecast | None:
    """The nets are read when the first game begins: a phone that only looks something up does without them."""
    from nightcall.web.past import forecasts

    return forecasts.glanced(setup)
