"""Who sits where: devices that take a seat, ask for one, are let in, leave it or hand it on."""

from __future__ import annotations

import secrets
import time
from dataclasses import replace

from nightcall.engine.viewers import Viewer
from nightcall.web import access, limits
from nightcall.web.manner import Claim, Manner
from nightcall.web.store import Grant
from nightcall.web.table import Table
from nightcall.web.tables.managing import Managing


class Seating(Managing):
    """A seat is played by one device, and a device plays one seat."""

    async def claim(self, table: Table, seat: int, device: str, was: str = "") -> Table:
        """This device plays this seat, and no other one does; `NotAllowed` if somebody was faster.

        `was`: the device as it was known until now.
        """
        return await self._managed_with(
            table,
            lambda table: _settled(table.manner, 0, device, was),
            lambda: self._claim(table, seat, device=device),
        )

    async def ask_for(self, table: Table, seat: int, device: str, client: str, was: str = "") -> Table:
        """This device would like to play this seat, which another one may hold: whoever leads decides.

        Nobody who waits makes room for somebody who comes later; `TooMany` then. `was`: the device as it was known
        until now; whoever asks again keeps place and number.
        """
        same = {device, was or device}
        if not 1 <= seat <= len(table.game.players):
            raise access.NotAllowed("web.seat.taken")

        def asked(manner: Manner) -> Manner:
            now, place = time.time(), access.digest(client)[:16]
            claims = [claim for claim in manner.claims if now - claim.asked < limits.CLAIM_LASTS]
            if any(claim.device in same and claim.seat == seat for claim in claims):
                now_known = (replace(each, device=device) if each.device in same else each for each in manner.claims)
                return replace(manner, claims=tuple(now_known))
            others = [claim for claim in claims if claim.device not in same]
            if len(others) >= limits.CLAIMS or sum(claim.place == place for claim in others) >= limits.CLAIMS_MINE:
                raise access.TooMany("web.too_many_claims")
            free = {*map(str, range(10, 100))}.difference(claim.sign for claim in others)
            return replace(manner, claims=(*others, Claim(device, seat, secrets.choice(sorted(free)), place, now)))

        return await self._managed(table, asked)

    async def let_in(self, table: Table, claim: Claim) -> Table:
        """The device that asked plays the seat from now on, and no other one does."""
        return await self._managed_with(
            table,
            lambda table: _settled(table.manner, claim.seat, claim.device),
            lambda: self.store.hand(claim.device, Grant(table.id, claim.seat)),
            claim.seat,
        )

    async def agree(self, table: Table, claim: Claim, agreed: tuple[int, ...]) -> Table:
        """So many want this device let in, so far."""

        def noted(manner: Manner) -> Manner:
            claims = (replace(each, agreed=agreed) if each.key == claim.key else each for each in manner.claims)
            return replace(manner, claims=tuple(claims))

        return await self._managed(table, noted)

    async def forget_claims(self, table: Table, seat: int, device: str) -> Table:
        """What this device asked for, and what others asked for this seat, is settled."""
        return await self._managed(table, lambda manner: _settled(manner, seat, device))

    async def leave(self, table: Table, seat: int, device: str) -> Table:
        """This device plays the seat no longer."""
        await self.store.withdraw(device, Grant(table.id, seat))
        self.live.dismiss(table.id, seat)
        return await self._seats_changed(table)

    async def _claim(self, table: Table, seat: int, *, device: str = "", key: str = "") -> None:
        is_one = 1 <= seat <= len(table.game.players)
        if not is_one or not await self.store.claim(Grant(table.id, seat), device=device, key=key):
            raise access.NotAllowed("web.seat.taken")

    async def give_key(self, table: Table, viewer: Viewer) -> tuple[Table, str]:
        """A secret that opens a place to another device; a player's seat is given once, until it is freed."""
        secret = access.new_secret()
        if isinstance(viewer, int):
            await self._claim(table, viewer, key=access.digest(secret))
        else:
            await self.store.add_key(access.digest(secret), Grant(table.id, viewer))
        return await self._seats_changed(table), secret

    async def free(self, table: Table, seat: int, *, opens: bool = False) -> Table:
        """Nobody plays this seat; `opens`: and the door stands open for somebody who will."""

        def opened(table: Table) -> Manner:
            is_shut = opens and not table.is_joining and table.manner.led is None
            return replace(table.manner, joining=True) if is_shut else table.manner

        return await self._managed_with(table, opened, lambda: self.store.revoke(Grant(table.id, seat)), seat)

    async def _seats_changed(self, table: Table) -> Table:
        return self._changed(await self.find(table.id))


def _settled(manner: Manner, seat: int, device: str, was: str = "") -> Manner:
    """Without what this device asked for, and what others asked for this seat."""
    rest = tuple(claim for claim in manner.claims if claim.device not in (device, was) and claim.seat != seat)
    return replace(manner, claims=rest)
