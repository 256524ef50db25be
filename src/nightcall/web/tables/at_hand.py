"""The games in memory: lines from the store, told by the engine, and told anew once somebody else has changed them."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace

from nightcall.engine import tape
from nightcall.engine.errors import NightcallError
from nightcall.engine.viewers import MODERATOR, Viewer
from nightcall.web import limits
from nightcall.web.aside import aside
from nightcall.web.manner import Manner
from nightcall.web.store import Store
from nightcall.web.table import Table
from nightcall.web.watch.live import Live


class NoSuchGame(NightcallError):
    """No game goes by that name here."""


class AtHand:
    """A cache, and no more than that: what counts is in the store."""

    def __init__(self, store: Store, live: Live) -> None:
        self.store = store
        self.live = live
        self._cache: OrderedDict[str, Table] = OrderedDict()
        self._most = limits.CACHED_OF_MANY if store.is_shared else limits.CACHED

    async def find(self, game: str) -> Table:
        """The game as it stands now, whoever has changed it; `NoSuchGame`."""
        cached = self._cache.get(game)
        if cached is None:
            return await self._told(game)
        now = await self.store.how_far(game)
        if now == (cached.revision, cached.version):
            return self._latest(cached)
        if now is not None and now.revision == cached.revision:
            return await self._refreshed(cached)
        return await self._told(game)

    async def _refreshed(self, told: Table) -> Table:
        """The same answers with whatever else has changed: nothing is told anew."""
        found = await self.store.whole(told.id, lines=False)
        if found is None or found.kept.revision != told.revision:
            return await self._told(told.id)
        kept, taken, suggested = found
        now = replace(told, taken=taken, changed=kept.changed, version=kept.version)
        return self._latest(replace(now, manner=Manner.of(kept.manner)).with_choices(suggested))

    async def _told(self, game: str) -> Table:
        found = await self.store.whole(game)
        if found is None:
            self._cache.pop(game, None)
            raise NoSuchGame("web.no_such_game")
        kept, taken, suggested = found

        def told() -> Table:
            found = tape.load_game("".join(kept.lines))
            manner, when = Manner.of(kept.manner), (kept.begun, kept.changed)
            if manner.mended is not None and manner.mended.at == kept.revision:
                found.waiting = tape.read_lines(found, manner.mended.waiting)
            table = Table(kept.id, kept.revision, found, manner, *when, taken, version=kept.version)
            return table.with_choices(suggested).ready

        return self._latest(await aside(told, len(kept.lines)))

    def _latest(self, table: Table) -> Table:
        """A long game is told for a while: somebody may have changed it meanwhile."""
        newer = self._cache.get(table.id)
        return newer if newer is not None and newer.version > table.version else self._keep(table)

    def going_on(self) -> list[Table]:
        """The games in use now that are not over."""
        return [table for table in self._cache.values() if not table.is_over and not table.manner.next]

    def is_led(self, game: str) -> bool:
        """Whether the app leads this one of the games in memory."""
        table = self._cache.get(game)
        return table is not None and table.manner.led is not None

    @property
    def at_hand(self) -> int:
        """How many games are kept in memory."""
        return len(self._cache)

    def _keep(self, table: Table) -> Table:
        self._cache[table.id] = table
        self._cache.move_to_end(table.id)
        while len(self._cache) > self._most:
            self._cache.popitem(last=False)
        return table

    def _changed(self, table: Table, *only: Viewer) -> Table:
        table = self._latest(table)  # never back to what was before: whoever was rung for it would not be again
        self.live.pace(table.id, table.may_act)
        self.live.changed(table.id, table.look, *only)
        return table

    async def overheard(self, game: str, freed: Viewer | None = None) -> None:
        """Another process has changed something: the pages that are open here learn of it."""
        if freed is not None:
            self.live.dismiss(game, freed)
        if not self.live.count(game):
            return  # whoever asks for it next will see
        before = self._cache.get(game)
        try:
            table = await self.find(game)
        except NoSuchGame:
            return
        steps = table.revision - before.revision if before is not None else 0
        is_step = before is not None and 0 < steps == table.version - before.version
        self._changed(table, *(table.concerned if is_step else ()))

    async def catch_up(self) -> None:
        """Something may have been missed: look at every game somebody looks at."""
        for game in self.live.games():
            before = self._cache.get(game)
            try:
                table = await self.find(game)
            except NoSuchGame:
                continue
            if before is None or before.version != table.version:
                for seat in range(1, len(table.game.players) + 1):  # it may have been freed: whoever may comes back
                    self.live.dismiss(game, seat)
                self.live.dismiss(game, MODERATOR)
            self._changed(table)
