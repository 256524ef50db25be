"""The games of this server: lines from the store, told by the engine, and put back with every change.

Nothing lives here but a cache: what counts is in the store, so a restart loses nothing.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, Final, TypeVar

from nightcall.desk.moments import moments
from nightcall.desk.script import result
from nightcall.desk.turning import turned_over
from nightcall.engine import tape
from nightcall.engine.errors import IllegalAnswer, NightcallError, TapeError
from nightcall.engine.game import Answer, Game, retell
from nightcall.engine.prompts import Prompt
from nightcall.engine.setup import Setup
from nightcall.engine.viewers import MODERATOR, Viewer
from nightcall.rules.comings import TAKES_PLACE
from nightcall.web import access, limits, naming
from nightcall.web.aside import aside, telling
from nightcall.web.led.scenes import Led, Sitting
from nightcall.web.manner import LED, PHONES, Claim, Headway, Manner, Mended
from nightcall.web.past.summaries import heard_of, summary
from nightcall.web.store import Belonging, Grant, Kept, Stale, Store
from nightcall.web.table import Table, is_voting_time
from nightcall.web.watch.live import Live

T = TypeVar("T")
SEED_BITS: Final = 53
"""Of what the app deals from: as much as JSON carries everywhere."""


class NoSuchGame(NightcallError):
    """No game goes by that name here."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step somebody wanted to make: the game as it stands now, and why it was refused, if it was."""

    table: Table
    refused: IllegalAnswer | Stale | None = None

    @property
    def status(self) -> int:
        if self.refused is None:
            return 200
        return 409 if isinstance(self.refused, Stale) else 422


class Tables:
    def __init__(self, store: Store, live: Live) -> None:
        self.store = store
        self.live = live
        self._cache: OrderedDict[str, Table] = OrderedDict()
        self._most = limits.CACHED_OF_MANY if store.is_shared else limits.CACHED
        self._renamed: dict[str, tuple[int, int]] = {}
        """Game -> from which revision to which nothing has changed but names."""

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
        now = replace(told, taken=taken, suggested=suggested, changed=kept.changed, version=kept.version)
        return self._latest(replace(now, manner=Manner.of(kept.manner)))

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
            table = Table(kept.id, kept.revision, found, manner, *when, taken, suggested, version=kept.version)
            return table.ready

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

    # -- what other processes change --

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

        `told`: the same, where it has just been told from them.
        """

        def written() -> tuple[Game, tuple[str, ...]]:
            game = told or retell(setup, answers)
            return game, tuple(tape.dumps(game).splitlines(keepends=True))

        (game, lines), now = await aside(written, len(answers)), time.time()
        begun, changed = when or (now, now)
        table = Table(name or access.new_game_id(), 1, game, manner, begun, changed)
        tape.loads(lines[0])  # what could not be read back must not be kept
        kept = Kept(table.id, 1, lines, asdict(manner), begun, changed, summary(game))
        opens = access.digest(key) if key else ""
        await self.store.add(kept, device=device, key=opens, rescue=rescue, belonging=belonging)
        return self._keep(table)

    # -- the moderator's steps --

    async def step(self, table: Table, at: int, act: Callable[[Table], Awaitable[Table]]) -> Step:
        """Do it if the game stands at the revision it was meant for, and the rules allow it."""
        try:
            if not self._is_meant(table, at):
                raise Stale("web.stale")
            return Step(await act(table))
        except IllegalAnswer as error:
            return Step(table, error)
        except Stale as error:
            return Step(await self.find(table.id), error)

    async def answered(self, table: Table, at: int, read: Callable[[Prompt], Any], *, announces: bool = False) -> Step:
        """The answer `read` finds to the question. One that arrives twice counts once: the reply may have got lost.

        Whoever announces what it brings one by one has the screens follow.
        """
        if at == table.revision - 1 and _is_repeated(table, read):
            return Step(table)
        prompt = table.game.prompt

        async def act(table: Table) -> Table:
            return await self.answer(table, read(prompt) if prompt is not None else None, announces=announces)

        return await self.step(table, at, act)

    # Each is refused with `Stale` if the game has moved on.

    async def answer(self, table: Table, value: Any, *, announces: bool = False) -> Table:
        """One more answer; `IllegalAnswer` if it is not allowed."""
        game = await telling(table.game, lambda: table.game.answer(value))
        if len(game.answers) > len(table.game.answers) + 1:
            return await self._move(table, game)  # what had waited has followed: the table has heard it before
        return await self._move(table, game, before=table.game, announces=announces)

    async def undo(self, table: Table, steps: int = 1) -> Table:
        """A correction just made is taken back as a whole."""
        if steps == 1 and table.mended is not None:
            return await self._take_back(table, table.mended)
        return await self._move(table, await telling(table.game, lambda: table.game.undo(steps)))

    async def redo(self, table: Table) -> Table:
        """Take back the last undo, as far as it still fits; nothing happens if there was none."""
        lines = await self.store.struck(table.id, table.revision)
        if not _are_answers(lines):
            return table
        again = tape.read_lines(table.game, lines)
        game = await telling(table.game, lambda: retell(table.game.setup, (*table.game.answers, *again)))
        return await self._move(table, game)

    async def was_undone(self, table: Table) -> bool:
        """Whether the last step was an undo, which can be taken back."""
        return table.mended is None and _are_answers(await self.store.struck(table.id, table.revision))

    async def _take_back(self, table: Table, mended: Mended) -> Table:
        """The answers as they were before the correction."""
        lines = await self.store.struck(table.id, table.revision)
        before = (*table.game.answers[: mended.index], *tape.read_lines(table.game, lines))
        return await self._move(table, await telling(table.game, lambda: retell(table.game.setup, before)))

    async def edit(self, table: Table, corrected: Game) -> Table:
        """The game told again with an old answer corrected, as `Game.edit` gives it."""
        return await self._move(table, corrected, corrects=True)

    async def intervene(self, table: Table, after: Game, key: str) -> Table:
        """The game told again with something that happened to the table itself, as `Game.intervene` gives it."""
        moved = await self._move(table, after, corrects=True)
        if key != TAKES_PLACE:
            return moved
        return await self.free(moved, after.answers[table.game.pause].value)  # whoever sat there knows the card

    async def _move(
        self, table: Table, game: Game, before: Game | None = None, *, announces: bool = False, corrects: bool = False
    ) -> Table:
        """The store first, then the screens."""
        if len(game.answers) >= tape.LINES_LIMIT:
            raise TapeError("tape.too_many_lines", line=tape.LINES_LIMIT, limit=tape.LINES_LIMIT)
        keep = _common(table.game.answers, game.answers)
        lines = [tape.answer_line(game, index) for index in range(keep, len(game.answers))]
        told, revision, table = summary(game), table.revision + 1, self._now(table)
        has_changed = corrects and keep < min(len(table.game.answers), len(game.answers))
        mended = Mended(revision, keep, tape.waiting_lines(game)) if has_changed or game.waiting else None
        while True:
            manner = _manner_after(table, game)
            if announces:
                manner = _announcing(manner, revision, game, before)
            manner = replace(manner, mended=mended)
            if table.opens_vote(game):
                manner = replace(manner, vote_open=revision)
            kept = asdict(manner) if manner != table.manner else None
            try:
                await self.store.change(table.id, table.revision, keep + 1, lines, told, kept, table.version)
                break
            except Stale:
                now = await self.find(table.id)
                if now.revision != table.revision:
                    raise
                table = now  # a phone was faster, but the question is the same
        when = (table.begun, time.time())
        after = await telling(
            table.game,
            lambda: (
                Table(
                    table.id, revision, game, manner, *when, table.taken, before=before, version=table.version + 1
                ).ready
            ),
        )
        found = self._cache.get(table.id)
        if found is not None and found.version > after.version:
            after = found  # whoever looked meanwhile may have changed something
        return self._changed(after, *after.concerned)

    def _now(self, table: Table) -> Table:
        """The same with how the evening is run now: a long game is told for a while, and phones do not wait for it."""
        kept = self._cache.get(table.id, table)
        return replace(table, manner=kept.manner, taken=kept.taken, version=kept.version)

    async def present(self, table: Table, sitting: Sitting) -> Table:
        """The next step of an evening the app leads, on the disk as one; `Stale` if another process was faster."""
        game, manner = sitting.game, replace(table.manner, led=sitting.led)
        keep = _common(table.game.answers, game.answers)
        lines = [tape.answer_line(game, index) for index in range(keep, len(game.answers))]
        when = (table.begun, time.time())
        after = Table(table.id, table.revision + 1, game, manner, *when, table.taken, version=table.version + 1)
        kept = summary(game) if not after.is_led else heard_of(game, sitting.view)
        await self.store.change(table.id, table.revision, keep + 1, lines, kept, asdict(manner), table.version)
        return self._changed(after, *after.concerned)

    async def hand_over(self, table: Table, seat: int) -> Table:
        """A player sits out and leads from now on what the app has led so far: that phone, and no other one."""
        device = next(iter(await self.store.holders(Grant(table.id, seat))), "")
        if device:
            await self.store.grant(device, Grant(table.id, MODERATOR))
        await self.store.lead_alone(table.id, device)  # nor by a rescue code: whoever set the table up plays, too
        asks = table.revision if table.game.prompt is not None and table.game.prompt.is_public_vote else 0
        return await self.manage(table, led=None, deal=PHONES, phones_vote=True, phones_act=True, vote_open=asks)

    async def manage(self, table: Table, **changes: Any) -> Table:
        """Run the evening another way: open a vote, start a timer, take notes."""
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
            return self._changed(replace(table, manner=manner, version=table.version + 1))

    async def deal_again(self, table: Table) -> Table:
        """The cards shuffled anew; what was decided before the first night stays."""

        def dealt(table: Table) -> Setup | None:
            seed = secrets.randbits(SEED_BITS)
            return replace(table.game.setup, seed=seed) if table.may_deal_again else None

        return await self._retold(table, dealt)

    async def led_from_now_on(self, table: Table, setup: Setup, led: Led) -> Table:
        """What somebody has moderated so far is led by the app."""
        if setup != table.game.setup:
            table = await self._retold(table, lambda _: setup)
        return await self.manage(table, led=led, deal=LED, dealt=True)

    async def deal_afresh(self, table: Table, setup: Setup | None = None) -> Table:
        """The cards shuffled anew, and nothing has happened yet; `NotAllowed` if that is no longer so or cannot be."""

        def dealt(table: Table) -> Setup:
            wanted = setup or table.game.setup
            if table.manner.led is not None or not wanted.options.cards_known_to_app:
                raise access.NotAllowed("led.closed")
            return replace(wanted, seed=secrets.randbits(SEED_BITS))

        return await self._retold(table, dealt, ())

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
            return replace(table.game.setup, players=tuple(players)).checked()

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
        self, table: Table, setup_of: Callable[[Table], Setup | None], answers: Sequence[Answer] | None = None
    ) -> Table:
        """The game told again from another setup, unless there is none any more: its whole tape is written anew."""
        while True:
            setup = setup_of(table)
            if setup is None:
                return table
            given = table.game.answers if answers is None else answers
            game = await aside(partial(retell, setup, given), len(given))
            lines = [tape.header(game), *(tape.answer_line(game, index) for index in range(len(game.answers)))]
            kept = (table.id, table.revision, 0, lines, summary(game), None, table.version)
            try:
                revision = await self.store.change(*kept)
            except Stale:  # other phones gather here, too
                table = await self.find(table.id)
                continue
            after = replace(table, revision=revision, version=table.version + 1)
            return self._changed(replace(after, game=game, suggested={}, before=None))

    async def remove(self, table: Table) -> None:
        await self.store.remove(table.id)
        self._cache.pop(table.id, None)

    # -- seats --

    async def claim(self, table: Table, seat: int, device: str) -> Table:
        """This device plays this seat, and no other one does; `NotAllowed` if somebody was faster."""
        await self._claim(table, seat, device=device)
        if any(claim.device == device for claim in table.manner.claims):
            table = await self.forget_claims(table, 0, device)
        return await self._seats_changed(table)

    async def ask_for(self, table: Table, seat: int, device: str, client: str) -> Table:
        """This device would like to play this seat, which another one may hold: whoever leads decides.

        Nobody who waits makes room for somebody who comes later; `TooMany` then.
        """
        if not 1 <= seat <= len(table.game.players):
            raise access.NotAllowed("web.seat.taken")

        def asked(manner: Manner) -> Manner:
            now, place = time.time(), access.digest(client)[:16]
            claims = [claim for claim in manner.claims if now - claim.asked < limits.CLAIM_LASTS]
            if any(claim.device == device and claim.seat == seat for claim in claims):
                return manner
            others = [claim for claim in claims if claim.device != device]
            if len(others) >= limits.CLAIMS or sum(claim.place == place for claim in others) >= limits.CLAIMS_MINE:
                raise access.TooMany("web.too_many_claims")
            free = {*map(str, range(10, 100))}.difference(claim.sign for claim in others)
            return replace(manner, claims=(*others, Claim(device, seat, secrets.choice(sorted(free)), place, now)))

        return await self._managed(table, asked)

    async def let_in(self, table: Table, claim: Claim) -> Table:
        """The device that asked plays the seat from now on, and no other one does."""
        await self.store.hand(claim.device, Grant(table.id, claim.seat))
        self.live.dismiss(table.id, claim.seat)
        table = await self.forget_claims(table, claim.seat, claim.device)
        return await self._seats_changed(table)

    async def agree(self, table: Table, claim: Claim, agreed: tuple[int, ...]) -> Table:
        """So many want this device let in, so far."""

        def noted(manner: Manner) -> Manner:
            claims = (replace(each, agreed=agreed) if each.key == claim.key else each for each in manner.claims)
            return replace(manner, claims=tuple(claims))

        return await self._managed(table, noted)

    async def forget_claims(self, table: Table, seat: int, device: str) -> Table:
        """What this device asked for, and what others asked for this seat, is settled."""

        def settled(manner: Manner) -> Manner:
            rest = (claim for claim in manner.claims if claim.device != device and claim.seat != seat)
            return replace(manner, claims=tuple(rest))

        return await self._managed(table, settled)

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

    async def free(self, table: Table, seat: int) -> Table:
        await self.store.revoke(Grant(table.id, seat))
        self.live.dismiss(table.id, seat)
        return await self._seats_changed(table)

    async def _seats_changed(self, table: Table) -> Table:
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


def _manner_after(table: Table, game: Game) -> Manner:
    """A clock ends with its vote, that of a debate with its debate; neither clock nor sign lasts into the night."""
    manner, timer = table.manner, table.manner.timer
    is_day = game.village.phase == "day" and game.outcome is None
    has_voted, votes = is_voting_time(table.game), is_voting_time(game)
    goes_on = is_day and not has_voted and (timer is None or timer.kind == "vote" or not votes)
    if timer is not None and not goes_on:
        manner = replace(manner, timer=None)
    return replace(manner, signs=()) if manner.signs and not is_day else manner


def _announcing(manner: Manner, revision: int, game: Game, before: Game | None) -> Manner:
    """What an answer brings is said one by one, cards are turned over, results shown: the screens follow each step."""
    if moments(game) or turned_over(game):
        manner = replace(manner, headway=Headway(revision, told=1))
    if result(game, before) is not None:
        manner = replace(manner, headway=replace(manner.headway_at(revision), is_showing=True))
    return manner


def _is_repeated(table: Table, read: Callable[[Prompt], Any]) -> bool:
    """Whether this answer was the last one given."""
    earlier = table.earlier
    if earlier is None or earlier.prompt is None:
        return False
    try:
        checked: bool = earlier.prompt.check(read(earlier.prompt)) == table.game.answers[-1].value
    except IllegalAnswer:
        return False
    return checked


def _are_answers(struck: Sequence[str]) -> bool:
    """Whether what was struck out last are answers: a deal that was struck out is not taken back."""
    return bool(struck) and not tape.is_header(struck[0])


def _common(old: Sequence[Answer], new: Sequence[Answer]) -> int:
    """How many answers are the same from the beginning."""
    count = 0
    for left, right in zip(old, new, strict=False):
        if left != right:
            break
        count += 1
    return count
