"""All that the referee keeps in mind of a game."""

from __future__ import annotations

from typing import NamedTuple

from tests.referee.cards import WOLF_CARDS
from tests.referee.tape import Tape


class Fallen(NamedTuple):
    """Somebody who has just been eliminated."""

    seat: int
    card: str
    """Empty: a Servant has taken it (SERV-9)."""
    causes: set[str]
    power: bool
    """Whether the card still worked (RES-5)."""


class Memory:
    """What lies before whom, what was done so far, and what is still to come of it."""

    def __init__(self, tape: Tape) -> None:
        self.tape = tape
        self.opt = tape.options
        self.card = dict(tape.dealt)
        self.spares = list(tape.spares)
        self.living = sorted(tape.dealt)
        self.place = 0
        """How many questions have been answered."""
        self.deaths: list[tuple[int, int]] = []
        self.grunts: list[int] = []
        self.thumbs: list[tuple[int, bool]] = []
        self.night = self.day = self.votes_held = 0
        self.is_dawn = self.is_first_batch = False
        self.wolves = {seat for seat, card in self.card.items() if card in WOLF_CARDS}
        self.infected: set[int] = set()
        self.camps: dict[int, str] = {}
        """The camp of everybody who is gone."""
        self.left: list[int] = []
        """Winners who have left alive (MANIP-3)."""
        self.thief_is_due = "thief" in self.card.values() or "thief" in self.spares
        self.couples: list[tuple[int, int]] = []
        self.charmed: set[int] = set()
        self.models: dict[int, int] = {}
        self.new = set(self.living)
        """Whose card still has its first night before it (FK-10)."""
        self.despair = False
        self.wounds: dict[int, int] = {}
        self.bitten_before: set[int] = set()
        self.shielded: dict[int, tuple[int, int]] = {}
        """Defender -> whom he protected last, and when."""
        self.noseless: set[int] = set()
        self.potions: dict[int, set[str]] = {}
        self.curses_used: set[int] = set()
        self.has_lost_a_wolf = False
        self.judges: set[int] = set()
        """Who has a sign and has not used it."""
        self.shown_idiots: set[int] = set()
        self.voter_lists: list[tuple[int, set[int]]] = []
        """The day, and who alone may vote then (SCAPE-2)."""
        self.diseased: list[tuple[int, int]] = []
        """The night, and who dies at its end (KNIGHT-1)."""
        self.culprits: dict[int, set[int]] = {}
        self.sheriff = 0
        self.no_more_sheriff = False
        self.no_election_before = 0
        self.fallen: list[Fallen] = []
        self.served = 0
        """The Servant who has just taken a card."""
        self.robbed: set[int] = set()
        """The player she has taken it from."""
