"""A game told again from another setup: dealt anew, or somebody is called otherwise."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Final

from nightcall.engine import tape
from nightcall.engine.errors import InvalidSetup
from nightcall.engine.game import Answer, retell
from nightcall.engine.setup import Setup
from nightcall.web import access, naming
from nightcall.web.aside import aside
from nightcall.web.led.scenes import Led
from nightcall.web.manner import Manner
from nightcall.web.past.summaries import summary
from nightcall.web.store import Stale, Store
from nightcall.web.table import Table
from nightcall.web.tables.managing import Also
from nightcall.web.tables.seating import Seating
from nightcall.web.watch.live import Live

SEED_BITS: Final = 53
"""Of what the app deals from: as much as JSON carries everywhere."""


class Retelling(Seating):
    """Its whole tape is written anew."""

    def __init__(self, store: Store, live: Live) -> None:
        super().__init__(store, live)
        self._renamed: dict[str, tuple[int, int]] = {}
        """Game -> from which revision to which nothing has changed but names."""

    async def deal_again(self, table: Table) -> Table:
        """The cards shuffled anew; what was decided before the first night stays."""

        def dealt(table: Table) -> Setup | None:
            seed = secrets.randbits(SEED_BITS)
            return replace(table.game.setup, seed=seed) if table.may_deal_again else None

        return await self._retold(table, dealt)

    async def begin_led(self, table: Table, setup: Setup, led: Led, also: Also) -> Table:
        """The cards shuffled anew, and the app leads; `NotAllowed` if it does already or cannot deal.

        `also`: what is written with it.
        """

        def dealt(table: Table) -> Setup:
            if table.manner.led is not None or not setup.options.cards_known_to_app:
                raise access.NotAllowed("led.closed")
            return replace(setup, seed=secrets.randbits(SEED_BITS))

        return await self._retold(table, dealt, (), lambda manner: replace(manner, dealt=True, led=led), also)

    async def rename(self, table: Table, seat: int, name: str) -> Table:
        """Somebody is called otherwise; `InvalidSetup` if that cannot be. Only before Begin and before any answer.

        Whoever is about to tap has the same question before him as before: a tap meant for it counts.
        """

        def renamed(table: Table) -> Setup | None:
            if table.is_begun or table.is_vote_open or table.game.players[seat - 1] == name:
                return None
            players = [*table.game.players]
            players[seat - 1] = name
            naming.refuse_mistakable(players, seat)
            after = replace(table.game.setup, players=tuple(players))
            stands = table.game.setup.faults()  # what somebody else is called since before it was refused
            wrong = [fault for fault in after.faults() if fault not in stands]
            if wrong:
                raise InvalidSetup(wrong)
            return after

        after = await self._retold(table, renamed)
        if after.revision != table.revision:
            since, until = self._renamed.get(table.id, (0, 0))
            self._renamed[table.id] = (since if until == after.revision - 1 else after.revision - 1, after.revision)
        while len(self._renamed) > self._most:
            del self._renamed[next(iter(self._renamed))]
        return after

    def _is_meant(self, table: Table, at: int) -> bool:
        """Whether a tap made at this revision is for the question asked now: nothing but names has changed since."""
        since, until = self._renamed.get(table.id, (0, 0))
        return at == table.revision or since <= at <= until == table.revision

    async def _retold(
        self,
        table: Table,
        setup_of: Callable[[Table], Setup | None],
        answers: Sequence[Answer] | None = None,
        manner_of: Callable[[Manner], Manner] = lambda manner: manner,
        also: Also | None = None,
    ) -> Table:
        """The game told again from another setup, unless there is none any more: its whole tape is written anew.

        Written as one with it: how the evening is run from then on, and `also`.
        """
        while True:
            setup = setup_of(table)
            if setup is None:
                return table
            told = table.game.answers if answers is None else answers
            game = await aside(partial(retell, setup, told), len(told))
            lines = [tape.header(game), *(tape.answer_line(game, index) for index in range(len(game.answers)))]
            manner = manner_of(table.manner)
            given = asdict(manner) if manner != table.manner else None
            kept = (table.id, table.revision, 0, lines, summary(game), given, table.version)
            try:
                async with self.store.together():
                    revision = await self.store.change(*kept)
                    if also is not None:
                        await also()
            except Stale:  # other phones gather here, too
                table = await self.find(table.id)
                continue
            after = replace(table, revision=revision, version=table.version + 1, manner=manner)
            return self._changed(replace(after, game=game, suggested={}, before=None))
