"""The steps of a game: an answer, an undo, a correction, and each of them is on the disk before a screen shows it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from nightcall.desk.moments import moments, newly_said, said
from nightcall.desk.record import happening
from nightcall.desk.script import results
from nightcall.desk.turning import turned_over
from nightcall.engine import prompts, tape
from nightcall.engine.errors import IllegalAnswer, TapeError
from nightcall.engine.events import PUBLIC
from nightcall.engine.game import Answer, Game, retell
from nightcall.engine.prompts import Prompt
from nightcall.rules.comings import TAKES_PLACE
from nightcall.web.aside import telling
from nightcall.web.led.scenes import Sitting
from nightcall.web.manner import Headway, Manner, Mended, Recount
from nightcall.web.past.summaries import heard_of, summary
from nightcall.web.store import Grant, Stale
from nightcall.web.table import Table, is_voting_time
from nightcall.web.tables.retelling import Retelling


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


class Moving(Retelling):
    """A step counts for the question it was meant for, and once."""

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

    async def answered(
        self, table: Table, at: int, read: Callable[[Prompt], Any], *, announces: bool = False, pointed: int = 0
    ) -> Step:
        """The answer `read` finds to the question. One that arrives twice counts once: the reply may have got lost.

        Whoever announces what it brings one by one has the screens follow; and may have pointed at somebody where
        nothing is recorded.
        """
        if at == table.revision - 1 and _is_repeated(table, read):
            return Step(table)
        prompt = table.game.prompt

        async def act(table: Table) -> Table:
            value = read(prompt) if prompt is not None else None
            return await self.answer(table, value, announces=announces, pointed=pointed)

        return await self.step(table, at, act)

    # Each is refused with `Stale` if the game has moved on.

    async def answer(self, table: Table, value: Any, *, announces: bool = False, pointed: int = 0) -> Table:
        """One more answer; `IllegalAnswer` if it is not allowed."""
        game = await telling(table.game, lambda: table.game.answer(value))
        if len(game.answers) > len(table.game.answers) + 1:
            heard = table.mended.said if announces and table.mended is not None else None
            return await self._move(table, game, heard=heard)  # what had waited has followed
        return await self._move(table, game, before=table.game, announces=announces, pointed=pointed)

    async def undo(self, table: Table, steps: int = 1) -> Table:
        """A correction just made is taken back as a whole, and so is what happened to the table itself."""
        if steps == 1 and table.mended is not None:
            return await self._take_back(table, table.mended)
        if steps == 1:
            steps = happening(table.game) or 1
        return await self._move(table, await telling(table.game, lambda: table.game.undo(steps)), recounts=True)

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

    async def edit(self, table: Table, corrected: Game, *, announces: bool = False) -> Table:
        """The game told again with an old answer corrected, as `Game.edit` gives it; what is new in it is announced."""
        heard = said(table.heard) if announces else None
        return await self._move(table, corrected, corrects=True, heard=heard)

    async def intervene(self, table: Table, after: Game, key: str) -> Table:
        """The game told again with something that happened to the table itself, as `Game.intervene` gives it."""
        freed = after.answers[table.game.pause].value if key == TAKES_PLACE else 0  # whoever sat there knows the card
        return await self._move(table, after, corrects=True, freed=freed)

    async def _move(
        self,
        table: Table,
        game: Game,
        before: Game | None = None,
        *,
        announces: bool = False,
        pointed: int = 0,
        corrects: bool = False,
        heard: Sequence[str] | None = None,
        freed: int = 0,
        recounts: bool = False,
    ) -> Table:
        """The store first, then the screens. Of a game told again what the table has `heard` is not announced again.

        `freed`: a seat nobody plays from now on.
        """
        if len(game.answers) >= tape.LINES_LIMIT:
            raise TapeError("tape.too_many_lines", line=tape.LINES_LIMIT, limit=tape.LINES_LIMIT)
        keep = _common(table.game.answers, game.answers)
        lines = [tape.answer_line(game, index) for index in range(keep, len(game.answers))]
        told, revision, table = summary(game), table.revision + 1, self._now(table)
        has_changed = corrects and keep < min(len(table.game.answers), len(game.answers))
        is_mended = has_changed or bool(game.waiting)
        waiting = tape.waiting_lines(game)
        before_that = heard if heard is not None else table.mended.said if table.mended is not None else ()
        known = (*before_that, *said(game.events)) if waiting else ()
        mended = Mended(revision, keep, waiting, is_answer=not corrects, said=known) if is_mended else None
        while True:
            manner = _manner_after(table, game)
            if announces:
                manner = _announcing(manner, revision, game, before, pointed)
            elif heard is not None and (fresh := newly_said(game, heard)):
                manner = replace(manner, headway=Headway(revision, told=1, fresh=fresh))
            recount = _recount(table.game, keep, revision) if recounts else None
            manner = replace(manner, mended=mended, recount=recount)
            if table.opens_vote(game) and recount is None:
                manner = replace(manner, vote_open=revision)
            kept = asdict(manner) if manner != table.manner else None
            try:
                if not freed:
                    await self.store.change(table.id, table.revision, keep + 1, lines, told, kept, table.version)
                    break
                async with self.store.together():
                    await self.store.change(table.id, table.revision, keep + 1, lines, told, kept, table.version)
                    await self.store.revoke(Grant(table.id, freed))
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
                Table(table.id, revision, game, manner, *when, table.taken, before=before, version=table.version + 1)
                .with_choices({})
                .ready
            ),
        )
        found = self._cache.get(table.id)
        if found is not None and found.version > after.version:
            after = found  # whoever looked meanwhile may have changed something
        if freed:
            self.live.dismiss(table.id, freed)
            return self._changed(await self.find(table.id))
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


def _recount(before: Game, index: int, revision: int) -> Recount | None:
    """The votes this undo takes back with their count, to stand in the form again."""
    prompt = before.asked[index] if index < len(before.asked) else None
    if prompt is None or prompt.audience != PUBLIC or prompt.kind not in (prompts.BALLOTS, prompts.COUNTS):
        return None
    return Recount(revision, tape.bare_line(before.answers[index]))


def _manner_after(table: Table, game: Game) -> Manner:
    """A clock ends with its vote, that of a debate with its debate; neither clock nor sign lasts into the night."""
    manner, timer = table.manner, table.manner.timer
    is_day = game.village.phase == "day" and game.outcome is None
    has_voted, votes = is_voting_time(table.game), is_voting_time(game)
    goes_on = is_day and not has_voted and (timer is None or timer.kind == "vote" or not votes)
    if timer is not None and not goes_on:
        manner = replace(manner, timer=None)
    return replace(manner, signs=()) if manner.signs and not is_day else manner


def _announcing(manner: Manner, revision: int, game: Game, before: Game | None, pointed: int) -> Manner:
    """What an answer brings is said one by one, cards are turned over, results shown: the screens follow each step."""
    if moments(game) or turned_over(game):
        manner = replace(manner, headway=Headway(revision, told=1))
    if results(game, before):
        manner = replace(manner, headway=replace(manner.headway_at(revision), is_showing=True, pointed=pointed))
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
