"""How an evening is run beside the rules: who deals, what phones may do, clocks, who waits at the door."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from nightcall.web.led.scenes import Led

PHYSICAL: Final = "physical"
PHONES: Final = "phones"
PASS: Final = "pass"
LED: Final = "led"
DEALS: Final = (PHYSICAL, PHONES, PASS, LED)
"""Who deals: the moderator real cards, the app to the players' phones, the app on one phone handed round. Or the app
deals to the phones and leads the evening too: nobody moderates."""


@dataclass(frozen=True, slots=True)
class Timer:
    """A clock everybody may see. It depends on nothing but the moderator's taps."""

    kind: str
    """`debate`, `speech` or `vote`."""
    length: int
    """Seconds it was set to."""
    ends: float = 0.0
    """When it runs out (seconds since the epoch); 0 while it stands still."""
    left: float = 0.0
    """Seconds left while it stands still."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A phone that asks for a seat which is not free for the taking: whoever leads lets it in, or does not."""

    device: str
    seat: int
    sign: str = ""
    """Two digits shown on both phones, so that the right one of two is let in: drawn, so that nobody can choose them,
    and no two who wait have the same."""
    place: str = ""
    """Stands for the address it came from."""
    asked: float = 0.0
    """When, in seconds since the epoch."""
    agreed: tuple[int, ...] = ()
    """Who wants it let in, where nobody leads."""

    @property
    def key(self) -> str:
        """Stands for it in a form: who asks for another seat meanwhile is not let in there by a tap meant for this."""
        return f"{self.device[:11]}{self.seat:03}{self.sign}"


@dataclass(frozen=True, slots=True)
class Forecast:
    """How often the village was said to win, among which people, and from how many games; 0 = at a glance."""

    people: str
    village: float
    games: int = 0


@dataclass(frozen=True, slots=True)
class Mended:
    """Something earlier was corrected: what that took away, until the next step."""

    at: int
    """The revision since which it is so."""
    index: int
    """The first answer that is another one now."""
    waiting: tuple[str, ...] = ()
    """Lines of the answers that follow once the question asked now is answered anew, as far as they fit."""
    is_answer: bool = False
    """It was a question asked anew that was answered, and more answers wait."""
    said: tuple[str, ...] = ()
    """What the table had been told until then, while answers wait: only what is new is announced when they follow."""


@dataclass(frozen=True, slots=True)
class Recount:
    """A counted vote was undone: its votes stand in the form again, to be changed, until the next step."""

    at: int
    """The revision since which it is so."""
    line: str
    """The answer that was taken back, as on the tape."""


@dataclass(frozen=True, slots=True)
class Headway:
    """How far whoever leads has come with what the last answer brought: said, turned over, shown.

    It is worth something at its own revision alone: after the next answer nothing has been said yet.
    """

    at: int = 0
    """The revision it belongs to."""
    told: int = 0
    """How many news the table has heard, the one that is being said included; 0 = they are not said one by one."""
    fresh: tuple[int, ...] = ()
    """After a correction what these news are, by their places in the record; else they are those of the last answer."""
    turned: int = 0
    """How many cards the app knows have been turned over."""
    lying: int = 0
    """How many of those lay open already when an undo led there."""
    lifted: int = 0
    """How many cards have been pretended to be lifted."""
    pointed: int = 0
    """Whom the last tap at a call that only pretends has pointed at: the cards it then seems to be about."""
    is_showing: bool = False
    """The result is a step of its own: phones and screens wait with whoever leads until it was seen."""
    is_seen: bool = False
    """The result has been shown to whoever asked for it."""
    read: tuple[int, ...] = ()
    """Who has read it on a phone."""
    is_met: bool = False
    """Whose eyes are open has been entered, where the record knew it (`desk.sought`)."""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Headway:
        """From the store."""
        known = {each.name: data[each.name] for each in fields(cls) if each.name in data}
        return cls(**known | {name: tuple(known.get(name, ())) for name in ("read", "fresh")})

    @classmethod
    def before(cls, data: Mapping[str, Any]) -> Headway:
        """From a manner that was kept before this was one value: each number had a revision of its own."""
        ats = {name: data.get(name, 0) for name in ("telling", "turned_at", "lifted_at", "showing", "seen", "read_at")}
        at = max(ats.values())
        now = {name for name, value in ats.items() if value == at}
        return cls(
            at,
            told=data.get("told", 0) if "telling" in now else 0,
            turned=data.get("turned", 0) if "turned_at" in now else 0,
            lying=data.get("lying", 0) if "turned_at" in now else 0,
            lifted=data.get("lifted", 0) if "lifted_at" in now else 0,
            is_showing=at > 0 and "showing" in now,
            is_seen=at > 0 and "seen" in now,
            read=tuple(data.get("read", ())) if "read_at" in now else (),
        )


@dataclass(frozen=True, slots=True)
class Manner:
    """How the evening is run: nothing of it is a rule."""

    deal: str = PHYSICAL
    dealt: bool = False
    """Whoever leads has tapped Begin: from now on a phone shows its owner's card."""
    looked: bool = False
    """Everybody has looked at the own card: the first question is on the table."""
    joining: bool = False
    """Joining was opened again after the first call."""
    claims: tuple[Claim, ...] = ()
    """Phones waiting to be let in."""
    next: str = ""
    """The game that follows this one with the same people: phones and screens come along."""
    signs: tuple[tuple[int, str], ...] = ()
    """Who wants the moderator's eye by day, unseen by the others, and which power it is about, if any."""
    phones_vote: bool = False
    """Every vote opens on the phones by itself; whoever leads can close it and enter hands."""
    phones_act: bool = False
    """Players choose on their phones at night; the moderator still makes every step."""
    graveyard: bool = False
    """The dead may see everything."""
    vote_open: int = 0
    """The revision at which phones may vote."""
    timer: Timer | None = None
    debate: int = 0
    """Seconds for a debate; 0 = as long as the living need."""
    notes: str = ""
    shown_again: tuple[int, ...] = ()
    """Whose cards this phone has shown once more after they had gone round: for the log."""
    forecast: Forecast | None = None
    """What was foretold when it began, for the statistics alone."""
    practice: int = 0
    """The seed of a practice evening, whose table the app plays; 0 = people play."""
    elsewhere: bool = False
    """It went on as a copy on another device; whoever opens this one is told so."""
    headway: Headway = Headway()
    mended: Mended | None = None
    recount: Recount | None = None
    led: Led | None = None
    """Where an evening stands that the app leads; None = somebody moderates, or it has not begun."""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Manner:
        """From the store; what an older or newer version wrote and we do not know is left out."""
        known = {name: value for name, value in data.items() if name in {each.name for each in fields(cls)}}
        timer = known.pop("timer", None)
        waiting = [claim for claim in known.pop("claims", ()) if claim.get("sign")]
        claims = tuple(Claim(**claim | {"agreed": tuple(claim.get("agreed", ()))}) for claim in waiting)
        signs = tuple((seat, power) for seat, power in known.pop("signs", ()))
        again = tuple(known.pop("shown_again", ()))
        headway = known.pop("headway", None)
        told = known.pop("forecast", None)
        led = known.pop("led", None)
        mended = known.pop("mended", None)
        recount = known.pop("recount", None)
        return cls(
            **known,
            timer=Timer(**timer) if timer else None,
            claims=claims,
            signs=signs,
            shown_again=again,
            headway=Headway.of(headway) if headway is not None else Headway.before(data),
            mended=Mended(**mended | {name: tuple(mended.get(name, ())) for name in ("waiting", "said")})
            if mended
            else None,
            recount=Recount(**recount) if recount else None,
            led=Led.of(led) if led else None,
            forecast=Forecast(**told) if told else None,
        )

    def headway_at(self, revision: int) -> Headway:
        """How far whoever leads has come there: nowhere yet, unless it was noted for this very revision."""
        return self.headway if self.headway.at == revision else Headway(revision)


def is_practice(manner: Any) -> bool:
    """Whether a game is only a rehearsal: kept nowhere among others."""
    return bool(manner.get("practice"))
