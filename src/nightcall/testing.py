"""Scenarios in the table's own words, for the tests of rules: ours, and those of house rules.

    >>> t = Table("Ann:seer Bea:werewolf Cid:werewolf Dan:hunter Eve Fay Gus")   # no card named = Simple Villager
    >>> t = t.night(look="Bea", devour="Dan")      # answers by verb, by character, or by both: seer_look="Bea"
    >>> t = t.dawn()
    >>> t.asks("hunter.shoot"), t.options
    (True, ['Ann', 'Bea', 'Cid', 'Eve', 'Fay', 'Gus'])
    >>> t = t.answer(shoot="Bea").day(votes="Cid")
    >>> t.dead, t.winner
    (['Dan', 'Bea', 'Cid'], 'village')
    >>> t.sees("Ann", "card_seen", seat="Bea"), t.sees("Eve", "card_seen"), t.why("died", seat="Bea")
    (True, False, 'HUNTER-1')

What may be skipped is skipped, what is only said is said, a yes-or-no is a no, everybody abstains, unless the scenario
says otherwise. A question that must be answered and is not stops the telling; going on without answering it fails, and
so does an answer nobody asked for: with an `AssertionError`, whatever runs the tests.

By default the app has dealt and knows the cards. With `physical=True` it does not; the table then tells it the
truth whenever it asks who holds what (`t.looked_at` lists the cards lifted in secret).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import nightcall
from nightcall import PUBLIC, Event, Game, IllegalAnswer, Prompt, Setup, Viewer
from nightcall.engine import fitting, prompts
from nightcall.engine.plan import plan_of
from nightcall.engine.rule import character

FACTS = (prompts.FACE.what, prompts.SPARES.what, prompts.PACK.what, prompts.HOLDERS)
"""Questions about the cards as they lie."""


class Table:
    """A game that is being played, as a scenario tells it."""

    def __init__(
        self,
        people: str,
        *,
        spares: str = "",
        trio: str = "",
        groups: Mapping[str, str] | None = None,
        preset: str = "pact",
        physical: bool = False,
        sheriff: str | None = None,
        also_announced: str = "",
        debate_rules: bool = False,
        houses: str = "",
        events: str = "",
        draw: str = "stacked",
        in_force: str = "",
        hand: str = "",
        variants: str = "",
        **options: Any,
    ) -> None:
        """`people`: "Name:card …" in seat order, clockwise. `sheriff`: elected before the game begins."""
        seated = [person.partition(":") for person in people.split()]
        self.names = [name for name, _, _ in seated]
        self.cards = {name: card or "simple_villager" for name, _, card in seated}
        self.spares = spares.split()
        deck = [*self.cards.values(), *self.spares]
        if sheriff is None:
            options.setdefault("sheriff_election", "off")
        else:
            options["sheriff_election"] = "setup"
        self.setup = Setup.of(
            self.names,
            deck,
            preset=preset,
            trio=trio.split(),
            groups=[groups[name] for name in self.names] if groups else (),
            cards_known_to_app=not physical,
            also_announced=also_announced.split(),
            debate_rules=debate_rules,
            buildings=self._buildings(houses),
            events=events.split(),
            draw=draw,
            in_force=in_force.split(),
            hand=hand.split(),
            variants=variants.split(),
            **options,
        )
        dealt = [kind.name for kind in plan_of(self.setup).deck]  # what lies there in truth
        self.cards, self.spares = dict(zip(self.names, dealt, strict=False)), dealt[len(self.names) :]
        self.looked_at: list[str] = []
        """Whose card the moderator lifted in secret, in order."""
        self._votes: list[Any] = []
        self.asked: list[Prompt] = []
        """Every prompt answered so far."""
        self.game: Game = nightcall.play(self.setup)
        self.joining_hounds: set[str] = set()
        """Wolf-Hounds who open their eyes with the pack (physical cards)."""
        if sheriff is not None:
            self._go({"now": True, "elect": sheriff}, until=("night.falls", "day.debate"))

    def _buildings(self, houses: str) -> list[str]:
        """ "Ann:church Bea:farm_1": whoever is not named is a Vagabond; nothing at all = no buildings."""
        if not houses:
            return []
        homes = dict(pair.split(":") for pair in houses.split())
        return [homes.get(name, "vagabond") for name in self.names]

    # -- playing --

    def night(self, **answers: Any) -> Table:
        """From nightfall to the end of the night."""
        assert self.asks("night.falls"), f"it is not nightfall: {self.prompt} is still asked"
        self._tonight = len(self.game.events) - 1
        self._say(True)
        return self._go(answers, until=("dawn.breaks",))

    def dawn(self, **answers: Any) -> Table:
        """The village wakes; up to the debate."""
        assert self.asks("dawn.breaks"), f"the night is not over: {self.prompt} is still asked"
        self._say(True)
        return self._go(answers, until=("day.debate",))

    def day(self, votes: Any = None, **answers: Any) -> Table:
        """Debate and vote, up to nightfall. `votes`: one name for everybody, or {"Ann": "Bea", …}, or a list of
        those for several votes; whoever is not named abstains."""
        assert self.asks("day.debate"), f"it is not time to debate: {self.prompt} is still asked"
        self._votes = list(votes) if isinstance(votes, list) else [votes]
        return self._go({"debate": "vote", **answers}, until=("night.falls",))

    def round(self, votes: Any = None, **answers: Any) -> Table:
        """A whole night with its day, where nothing needs watching."""
        return self.night(**answers).dawn().day(votes)

    def answer(self, **answers: Any) -> Table:
        """Go on from the question the table stands at, to the end of this phase."""
        return self._go(answers, until=("night.falls", "dawn.breaks", "day.debate"))

    def say(self, value: Any) -> Table:
        """Answer exactly the question asked now."""
        return self._say(value)

    def upto(self, key: str, **answers: Any) -> Table:
        """Go on until this is asked; fails if something else must be answered first."""
        self._go(answers, until=(key,), strict=True)
        assert self.asks(key), f"{self.prompt} is asked, not {key}; outcome: {self.game.outcome}"
        return self

    # -- looking --

    @property
    def prompt(self) -> Prompt | None:
        return self.game.prompt

    def asks(self, key: str) -> bool:
        return self.prompt is not None and self.prompt.key == key

    @property
    def options(self) -> list[Any]:
        """What may be answered now: names of players, or cards."""
        assert self.prompt is not None
        return [self._name(option) for option in self.prompt.options]

    def refuses(self, value: Any) -> IllegalAnswer:
        """The answer is not allowed; gives the error, to look at its rule. The game stands as before."""
        before = self.game
        try:
            self.game.answer(self._plain(value))
        except IllegalAnswer as error:
            assert self.game is before
            return error
        raise AssertionError(f"{value!r} is allowed: {self.prompt}")

    @property
    def winner(self) -> str | None:
        return self.game.outcome.winner if self.game.outcome else None

    @property
    def winners(self) -> list[str]:
        assert self.game.outcome is not None, f"nobody has won yet: {self.prompt} is asked"
        return [self.names[seat - 1] for seat in self.game.outcome.seats]

    @property
    def alive(self) -> list[str]:
        return [self.names[seat - 1] for seat in self.game.village.living]

    @property
    def dead(self) -> list[str]:
        """In the order they fell."""
        return [self.names[death.seat - 1] for death in self.game.village.graveyard]

    def events(self, name: str, **facts: Any) -> list[Event]:
        """Every event of this name with these facts (players by name)."""
        wanted = {fact: self._plain(value) for fact, value in facts.items()}
        return [
            event
            for event in self.game.events
            if event.name == name and all(event.facts.get(fact) == value for fact, value in wanted.items())
        ]

    def happened(self, name: str, **facts: Any) -> bool:
        return bool(self.events(name, **facts))

    def sees(self, viewer: str | None, name: str, **facts: Any) -> bool:
        """Whether a player (None: the public screen) has been told of such an event."""
        looking: Viewer = self.seat(viewer) if viewer else PUBLIC
        return any(event.seen_by(looking) for event in self.events(name, **facts))

    def why(self, name: str, **facts: Any) -> str:
        """The rule id of the last such event."""
        return self.events(name, **facts)[-1].rule

    @property
    def calls(self) -> list[str]:
        """The calls heard in the last night, in order."""
        return [event.facts["call"] for event in self.game.events[self._tonight :] if event.name == "called"]

    @property
    def fakes(self) -> list[str]:
        """The calls faked in the last night (or in the one going on)."""
        return [
            answer.card
            for answer, mark in zip(self.game.answers, self.game.marks, strict=True)
            if answer.key == "call.fake" and mark > self._tonight
        ]

    def was_asked(self, key: str) -> bool:
        """Whether this was asked since the beginning (now included)."""
        return self.asks(key) or any(answer.key == key for answer in self.game.answers)

    def is_wolf(self, name: str) -> bool:
        return self.game.village.is_wolf(self.seat(name))

    def possible(self, name: str) -> set[str]:
        """The cards the app thinks this player may hold."""
        return set(self.game.village.cards.possible(self.seat(name)))

    @property
    def sheriff(self) -> str | None:
        holders = [rule.holder for rule in self.game.village.named("sheriff") if rule.holder]
        return self.names[holders[0] - 1] if holders else None

    def seat(self, name: str) -> int:
        return self.names.index(name) + 1

    # -- the works --

    _tonight = 0
    _looked_up_to = 0

    def _say(self, value: Any) -> Table:
        assert self.prompt is not None
        self.asked.append(self.prompt)
        self.game = self.game.answer(self._plain(value))
        self._look_at_what_was_told()
        return self

    def _look_at_what_was_told(self) -> None:
        for event in self.game.events[self._looked_up_to :]:
            wrong = fitting.wrong_fact(event.declared, event.facts, len(self.game.players))
            assert not wrong, wrong
        self._looked_up_to = len(self.game.events)

    def _go(self, answers: dict[str, Any], until: Iterable[str], strict: bool = False) -> Table:
        stops = tuple(until)
        left = dict(answers)
        moved = False
        while self.prompt is not None:
            prompt = self.prompt
            name = self._wanted(prompt, left)
            if prompt.key in stops and (moved or strict or name is None):
                break
            if name is not None:
                given = left[name]
                # A list of answers is used up one by one; a single one answers once.
                if isinstance(given, list) and prompt.kind != prompts.CARDS and prompt.high == 1:
                    value = given.pop(0)
                    if not given:
                        del left[name]
                else:
                    value = left.pop(name)
                if prompt.kind in (prompts.BALLOTS, prompts.COUNTS):
                    value = self._ballots(prompt, value)
                self._say(value)
            elif not self._default(prompt):
                break
            moved = True
        assert not left, f"nobody asked for {left}; now asked: {self.prompt}, outcome: {self.game.outcome}"
        return self

    @staticmethod
    def _wanted(prompt: Prompt, answers: Mapping[str, Any]) -> str | None:
        prefix, _, verb = prompt.key.rpartition(".")
        for name in (f"{prefix}_{verb}", verb, prefix):
            if name in answers:
                return name
        return None

    def _default(self, prompt: Prompt) -> bool:
        """Answer what needs no scenario; False if it does."""
        if prompt.about.what in FACTS:
            self._say(self._truth(prompt))
        elif prompt.kind == prompts.ACK:
            self._say(True)
        elif prompt.kind == prompts.YES_NO:
            self._say(False)
        elif prompt.kind == prompts.TEXT:
            self._say("")
        elif prompt.kind == prompts.TEXTS:
            self._say(())
        elif prompt.key in ("vote.ballots", "vote.counts"):
            votes = self._votes.pop(0) if self._votes else None
            self._say(self._ballots(prompt, votes))
        elif prompt.low == 0 and prompt.kind in (prompts.PICK, prompts.CHOOSE):
            self._say(None if prompt.high == 1 else [])
        else:
            return False
        return True

    def _truth(self, prompt: Prompt) -> Any:
        """What the table would tell the moderator about its cards."""
        if prompt.about == prompts.SPARES:
            return self.spares
        if prompt.about == prompts.FACE:
            name = self.names[prompt.seat - 1]
            if prompt.key == "card.look":
                self.looked_at.append(name)
            return self.cards[name]
        if prompt.about == prompts.PACK:
            found = [name for name in self._among(prompt) if character(self.cards[name]).is_wolf]
            found += [name for name in self._among(prompt) if name in self.joining_hounds]
        else:
            found = [name for name in self._among(prompt) if self.cards[name] == prompt.about.card]
        if prompt.high == 1:
            return found[0] if found else None
        return found

    def _among(self, prompt: Prompt) -> list[str]:
        return [self.names[seat - 1] for seat in prompt.options]

    def _ballots(self, prompt: Prompt, votes: Any) -> dict[str, Any]:
        if prompt.kind == prompts.COUNTS:
            return {votes: 1} if isinstance(votes, str) else dict(votes or {})
        if votes is None:
            return {}
        if isinstance(votes, str):
            target = self.seat(votes)
            return {
                self.names[voter - 1]: votes
                for voter in prompt.voters
                if target not in prompt.barred.get(voter, {}) and target in prompt.options
            }
        return dict(votes)

    def _plain(self, value: Any) -> Any:
        """Names of players -> seats, inside lists and ballots too."""
        if isinstance(value, str):
            return self.names.index(value) + 1 if value in self.names else value
        if isinstance(value, Mapping):
            return {self._plain(key): self._plain(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return tuple(self._plain(item) for item in value)
        return value

    def _name(self, value: Any) -> Any:
        return self.names[value - 1] if isinstance(value, int) else value
