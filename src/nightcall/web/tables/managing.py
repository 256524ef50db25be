"""How an evening is run beside the answers: votes opened, timers, notes, signs, what phones suggest and have read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import asdict, replace
from typing import Any

from nightcall.engine.viewers import Viewer
from nightcall.web.manner import Headway, Manner
from nightcall.web.store import Stale
from nightcall.web.table import Table
from nightcall.web.tables.at_hand import AtHand

Also = Callable[[], Awaitable[object]]
"""What else is written in the same transaction. It waits for nothing but the store."""


class Managing(AtHand):
    """Whatever changes here leaves the question as it is."""

    async def manage(self, table: Table, **changes: Any) -> Table:
        """Run the evening another way: open a vote, start a timer, take notes."""
        if changes.get("vote_open") and table.has_everybody_voted and table.entered is not None:
            changes["recount"] = None  # they vote again
        return await self._managed(table, lambda manner: replace(manner, **changes))

    async def advance(self, table: Table, **changes: Any) -> Table:
        """Whoever leads has said, turned over or shown something of what the last answer brought (`Headway`)."""

        def advanced(headway: Headway) -> Headway:
            after = replace(headway, **changes)
            was_shown = headway.is_showing and not headway.is_seen
            return (
                replace(after, read=()) if was_shown and after.is_seen else after
            )  # who has read the next thing is counted anew

        return await self._advanced(table, advanced)

    async def _advanced(self, table: Table, change: Callable[[Headway], Headway]) -> Table:
        def advanced(manner: Manner) -> Manner:
            if manner.headway.at > table.revision:
                return manner  # the game has gone on meanwhile
            return replace(manner, headway=change(manner.headway_at(table.revision)))

        return await self._managed(table, advanced)

    async def _managed(self, table: Table, change: Callable[[Manner], Manner]) -> Table:
        while True:
            table = await self.find(table.id)  # it may have moved on while the form was read
            manner = change(table.manner)
            try:
                await self.store.set_manner(table.id, asdict(manner), table.version)
            except Stale:
                continue  # somebody was faster: once more with what he has left
            after = replace(table, manner=manner, version=table.version + 1)
            if manner.recount != table.manner.recount:
                after = after.with_choices(await self.store.suggestions(table.id, table.revision))
            return self._changed(after)

    async def _managed_with(
        self, table: Table, change: Callable[[Table], Manner], also: Also, freed: Viewer | None = None
    ) -> Table:
        """The same, written as one with `also`; `freed`: a place whose holders may look no longer."""
        while True:
            table = await self.find(table.id)
            manner = change(table)
            try:
                async with self.store.together():
                    if manner != table.manner:
                        await self.store.set_manner(table.id, asdict(manner), table.version)
                    await also()
            except Stale:
                continue
            if freed is not None:
                self.live.dismiss(table.id, freed)
            return self._changed(await self.find(table.id))

    async def sign(self, table: Table, seat: int, power: str = "") -> Table:
        """A player wants the moderator's eye, for a power of his or for nothing in particular: only he learns of it."""
        given = (seat, power)
        if not table.may_sign or given in table.manner.signs or (power and power not in table.powers(seat)):
            return table

        def signed(manner: Manner) -> Manner:
            return manner if given in manner.signs else replace(manner, signs=(*manner.signs, given))

        return await self._managed(table, signed)

    async def has_read(self, table: Table, seat: int) -> Table:
        """A player has read what is being shown now: whoever leads learns of it, and nobody else."""
        if seat not in table.readers or seat in table.headway.read:
            return table

        def read(headway: Headway) -> Headway:
            return replace(headway, read=tuple(sorted({*headway.read, seat})))

        return await self._advanced(table, read)

    async def suggest(self, table: Table, seat: int, value: Any) -> Table:
        """What a player chose on the phone: kept for the moderator, who makes the step."""
        await self.store.suggest(table.id, table.revision, seat, value)
        table = await self.find(table.id)
        if not (table.is_vote_open and table.has_everybody_voted):
            return self._changed(table)
        return await self.manage(table, vote_open=0)  # nobody is left to wait for
