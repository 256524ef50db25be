"""What the table can see, as data for templates: the board which the public screen and the players' phones share.

A board is made of the public view and of what is no secret at the table (which variants are played, how the evening
is run), so a page made of a board has nothing else to give away. What a player knows besides is `Own`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from nightcall import desk
from nightcall.desk import story
from nightcall.desk.moments import is_election
from nightcall.engine.events import CARD, OFFICE, SEAT, SEATS, Event
from nightcall.engine.rule import KINDS, VILLAGERS, Character
from nightcall.engine.setup import Setup
from nightcall.engine.viewers import PUBLIC
from nightcall.engine.views import ALIVE, AWAY, GONE, SeatView, View, fell, has_card, voted, went, won
from nightcall.rules import catalogue
from nightcall.web.play.timers import Clock, clock
from nightcall.web.table import Table
from nightcall.words import Words

LINES: Final = 300
"""How many announcements a page has at the most, the latest: more than an evening brings."""
MOMENTS: Final = 120
"""The same of those the public screen tells one by one."""
FRESH: Final = 4
"""How many announcements the public screen shows at once."""
THEMES: Final = {"setup": "home", "night": "night", "day": "day", "over": "over"}
ICONS: Final = {"setup": "ui-people", "night": "ui-moon", "day": "ui-sun", "over": "ui-trophy"}


@dataclass(frozen=True, slots=True)
class Sign:
    """A picture with its words: a card, an office, a house, an event, a variant."""

    icon: str
    label: str


@dataclass(frozen=True, slots=True)
class Place:
    """A player at the table, as everybody sees him."""

    seat: int
    name: str
    state: str
    cards: tuple[Sign, ...]
    offices: tuple[Sign, ...]
    house: Sign | None
    group: str
    has_vote: bool
    has_poster: bool
    has_voted: bool
    """Whether a vote came from this player's phone, while a vote is open."""
    voices: int
    """In the last count of the day."""
    is_winner: bool

    @property
    def is_numbered(self) -> bool:
        """Whether nobody typed a name: the number says it all."""
        return self.name == str(self.seat)

    @property
    def state_key(self) -> str:
        """The word for the state."""
        return {ALIVE: "web.board.alive", GONE: "desk.seats.left"}.get(self.state, f"desk.seats.{self.state}")


@dataclass(frozen=True, slots=True)
class Count:
    """A line of the last vote."""

    name: str
    voices: int
    voters: str
    """From whom, if that is public."""


@dataclass(frozen=True, slots=True)
class Section:
    """A night or a day, in lines."""

    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """One announcement, as the public screen shows it: alone, with the players it is about."""

    text: str
    icon: str
    seats: tuple[int, ...]
    ballots: tuple[tuple[int, int], ...]
    """Who pointed at whom, to be counted before everybody's eyes."""
    voices: tuple[tuple[int, int], ...]
    """What it comes to: some voices count double, and some nobody casts."""
    turns_card: bool
    """Whether a card is turned over."""
    takes_life: bool
    """Whether somebody is no longer among the living with it."""
    ends: bool
    """Whether it says who has won."""
    theme: str
    """The light it was said in: `night`, `day`."""


@dataclass(frozen=True, slots=True)
class Board:
    theme: str
    icon: str
    phase: str
    living: int
    places: tuple[Place, ...]
    deck: tuple[tuple[Sign, int], ...]
    events: tuple[Sign, ...]
    variants: tuple[Sign, ...]
    free_houses: tuple[str, ...]
    burnt_houses: tuple[str, ...]
    powers_lost: bool
    news: tuple[str, ...]
    """What was announced in this night or day, the latest last."""
    moments: tuple[Moment, ...]
    """The same, one by one, with those of the chapter before."""
    earlier: int
    """How many came before these."""
    calls: int
    """How many calls of the night were made: a phone in a pocket is woken by each, like all others."""
    chapters: tuple[Section, ...]
    """All announcements, the latest chapter first."""
    votes: int
    """How many votes were counted out so far, and how many ballots there were in the last: a screen counts them out."""
    ballots: int
    tally: tuple[Count, ...]
    is_counted: bool
    """Whether the votes were counted last: the verdict is still to be said, and they are what matters."""
    is_elected: bool
    """Whether it is being said who has won an office."""
    is_vote_open: bool
    is_counting: bool
    """Whether everybody has voted on a phone, and whoever leads has still to take it."""
    voted: int
    voters: int
    """How many have a vote, while one is open."""
    missing: tuple[str, ...]
    """Who still has to vote on a phone: to be seen by all, like hands that are not raised."""
    deciding: str
    """Who has the say before everybody: the Hunter with his last shot, a Sheriff with his heir."""
    later: str
    """What the table may wonder about: why nobody is elected today."""
    ask: str
    """What is voted on, or asked of all before any night."""
    elected: tuple[str, ...]
    """Who holds an office, until somebody is called in the first night."""
    is_dawning: bool
    """Whether the first news of a morning is still being said."""
    runoff: str
    """Between whom an office is voted for once more."""
    clock: Clock | None
    has_candles: bool
    ending: str

    @property
    def is_night(self) -> bool:
        return self.theme == "night"

    @property
    def has_announced(self) -> bool:
        return any(chapter.lines for chapter in self.chapters)

    @property
    def is_over(self) -> bool:
        return self.theme == "over"


def board(table: Table, words: Words) -> Board:
    """The board, the same for everybody: on a player's phone too it may be glanced at."""
    seen = table.view(PUBLIC)
    players, told = names(seen), seen.log
    chapters = _chapters(told, players, words)
    earlier, moments = _moments(told, players, words, *table.elected)
    is_day, is_first_night = seen.phase == "day", seen.phase == "night" and seen.night == 1
    counts = seen.votes.get("counts", {}) if is_day and _has_voted_today(told) else {}
    ballots = seen.votes.get("ballots", {})
    is_elected = bool(told) and is_election(told[-1])
    if is_elected:
        ballots, counts = table.elected
    is_open = {kind.name: not kind.is_secret for kind in catalogue.variants()}
    variants = [name for name in (*table.game.setup.variants, *seen.variants) if is_open.get(name)]
    news = tuple(words.event(event, players) for event in _news(seen))
    prompt = table.game.prompt if table.is_vote_open else None
    voters = prompt.voters if prompt is not None else ()
    asked = prompt if prompt is not None or not table.is_electing else table.game.prompt
    decider = table.decides_openly
    return Board(
        theme=THEMES[seen.phase],
        icon=ICONS[seen.phase],
        phase=phase(seen, words),
        living=sum(seat.state in (ALIVE, AWAY) for seat in seen.seats),
        places=tuple(_place(seat, table, seen, counts, words) for seat in seen.ring),
        deck=tuple((card(name, words), count) for name, count in seen.deck.items()),
        events=tuple(Sign(name, words.event_card(name)) for name in seen.events),
        variants=tuple(Sign(name, words.text(f"variant.{name}")) for name in dict.fromkeys(variants)),
        free_houses=tuple(map(words.house, seen.free_houses)),
        burnt_houses=tuple(map(words.house, seen.burnt_houses)),
        powers_lost=seen.powers_lost,
        news=news,
        moments=moments,
        earlier=earlier,
        calls=sum(event.name == "called" for event in told),
        chapters=tuple(chapters),
        votes=sum(event.declared.by_hand for event in told),
        ballots=sum(bool(choice) for choice in ballots.values()),
        tally=tuple(
            Count(
                words.seat(seat, players),
                voices,
                _voters(seat, voices, ballots, table, seen, words),
            )
            for seat, voices in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        ),
        is_counted=bool(counts) and not table.is_vote_open and told[-1].declared.seen is voted,
        is_elected=is_elected,
        is_vote_open=bool(table.open_manner.vote_open),
        is_counting=table.is_counting,
        voted=len(table.voted),
        voters=len(voters),
        missing=tuple(words.seat(seat, players) for seat in voters if seat not in table.voted),
        later=words.text("desk.sheriff_later.today") if _is_sheriff_later(table) else "",
        deciding=words.seat(decider, players) if decider else "",
        ask=words.asked_of(asked, players).ask if asked is not None else "",
        elected=tuple(words.event(event, players) for event in _verdict(seen)) if is_first_night else (),
        is_dawning=is_day and seen.day > 0 and not news and table.is_announcing,
        runoff=words.names(words.seat(seat, players) for seat in table.runoff) if table.runoff else "",
        clock=clock(table.open_manner.timer),
        has_candles=any(kind.has_candles for kind in catalogue.variants() if kind.name in variants),
        ending=next((words.event(event, players) for event in told if event.name == "won"), ""),
    )


def _is_sheriff_later(table: Table) -> bool:
    """Not before the debate: until then the morning's news are still being said."""
    prompt = table.asked
    return prompt is not None and prompt.key == desk.DEBATE and desk.is_sheriff_later(table.game.village)


def _voters(seat: int, voices: int, ballots: Mapping[int, int | None], table: Table, seen: View, words: Words) -> str:
    """From whom the votes came; whose count more than once is said, so that names and number agree."""
    players = names(seen)
    voters = [voter for voter, choice in ballots.items() if choice == seat]
    more = voices - len(voters)
    weighty = [voter for voter in voters if "sheriff" in seen.seats[voter - 1].offices]
    is_his = more == table.game.setup.options.sheriff_vote_weight - 1 and bool(more) and bool(weighty)
    told = [words.seat(voter, players) + (f" ×{more + 1}" if is_his and voter in weighty else "") for voter in voters]
    return ", ".join([*told, *([f"+{more}"] if told and more > 0 and not is_his else [])])


def names(seen: View) -> tuple[str, ...]:
    return tuple(seat.name for seat in seen.seats)


def phase(seen: View, words: Words) -> str:
    """Where the evening stands, as far as the table knows: "Night 2"."""
    if seen.phase == "day" and not seen.day:
        return words.text("desk.phase.opening")
    return words.text(f"desk.phase.{seen.phase}", number=seen.night if seen.phase == "night" else seen.day)


# -- what one player knows --


@dataclass(frozen=True, slots=True)
class Own:
    """A player's own cards, and what nobody else was told."""

    cards: tuple[Sign, ...]
    abouts: tuple[str, ...]
    """What each card does, in a few words."""
    house: Sign | None
    facts: tuple[str, ...]
    """The latest first."""


def own(seen: View, setup: Setup, words: Words) -> Own:
    """What lies under the cover of this viewer's phone."""
    assert isinstance(seen.viewer, int)
    seat, players = seen.seats[seen.viewer - 1], names(seen)
    held = [name for name in (seat.card, seat.second) if name]
    return Own(
        tuple(card(name, words) for name in held),
        tuple(_about(name, setup, words) for name in held),
        _house(seat, words),
        tuple(
            words.told(event, seen.viewer, players) for event in reversed(seen.private()) if not event.declared.on_card
        ),
    )


def _about(name: str, setup: Setup, words: Words) -> str:
    """What this card does, and with whom it wins: a villager with a power reads it like one without."""
    text, wins = words.about_you(name, setup), words.text("web.seat.wins")
    kind = KINDS[name]
    is_villager = issubclass(kind, Character) and kind.group == VILLAGERS
    return f"{text} {wins}" if is_villager and wins not in text else text


def results(seen: View, words: Words, read: int, *, is_asked: bool) -> tuple[list[Sign], int]:
    """What this player was told alone and has not read yet, the oldest first; and how much there has been so far.

    It belongs to its night or day, and at a question to the call that asks it. Later it is found with the own card.
    """
    assert isinstance(seen.viewer, int)
    viewer, players = seen.viewer, names(seen)
    begins = max(
        (
            place
            for place, event in enumerate(seen.log)
            if event.declared.heading or (is_asked and event.name == "called")
        ),
        default=0,
    )
    told = _alone(seen)
    fresh = [
        Sign(str(event.facts.get("card") or ""), words.told(event, viewer, players))
        for place, event in told[max(read, 0) :]
        if place >= begins
    ]
    return fresh, len(told)


def told_alone(seen: View) -> int:
    """How much this player was told alone so far."""
    return len(_alone(seen))


def _alone(seen: View) -> list[tuple[int, Event]]:
    return [
        (place, event) for place, event in enumerate(seen.log) if event.audience != PUBLIC and not event.declared.echo
    ]


def own_news(table: Table, viewer: int, words: Words) -> tuple[str, ...]:
    """What was announced in this night or day, the latest last, said to this player: "You did not live to see it".

    How a day ended is read into the night, until somebody is called: a tie, after which nobody dies, is news as well.
    """
    seen = table.view(PUBLIC)
    players = names(seen)
    news = _verdict(seen) if seen.phase == "night" else _news(seen)
    return tuple(
        words.told(event, viewer, players) if event.facts.get("seat") == viewer else words.event(event, players)
        for event in news
    )


# -- what the dead may see --


@dataclass(frozen=True, slots=True)
class Secret:
    """A player without the cover."""

    seat: int
    name: str
    icon: str
    card: str
    states: str


def secrets(table: Table, words: Words) -> tuple[Secret, ...]:
    """Every card, for those who have nothing left to lose. For nobody else."""
    village = table.game.village
    found = []
    for seat in village.circle:
        known = village.knows(seat)
        states = ", ".join(desk.state(village, seat, words))
        icon = known.name if known is not None else "ui-card-back"
        found.append(
            Secret(seat, words.seat(seat, table.game.players), icon, desk.holding(village, seat, words), states)
        )
    return tuple(found)


def true_story(table: Table, words: Words) -> tuple[Section, ...]:
    """Everything that has happened, the secret things too, the latest chapter first."""
    return tuple(_chapters(table.game.events, table.game.players, words))


# -- pieces --


def card(name: str, words: Words) -> Sign:
    return Sign(name, words.card(name))


def _place(seat: SeatView, table: Table, seen: View, counts: dict[int, int], words: Words) -> Place:
    return Place(
        seat=seat.seat,
        name=seat.name,
        state=seat.state,
        cards=tuple(card(name, words) for name in (seat.card, seat.second) if name),
        offices=tuple(Sign(office, words.office(office)) for office in seat.offices),
        house=_house(seat, words) if seat.state in (ALIVE, AWAY) else None,
        group=seat.group,
        has_vote=seat.has_vote,
        has_poster=seat.has_poster,
        has_voted=seat.seat in table.voted,
        voices=counts.get(seat.seat, 0),
        is_winner=seat.seat in seen.winners,
    )


def _house(seat: SeatView, words: Words) -> Sign | None:
    if not seat.house:
        return None
    kind, _, number = seat.house.rpartition("_")
    return Sign(kind if number.isdecimal() else seat.house, words.house(seat.house))


def _moments(
    told: Sequence[Event],
    players: Sequence[str],
    words: Words,
    hands: Mapping[int, int],
    voices: Mapping[int, int],
) -> tuple[int, tuple[Moment, ...]]:
    """The announcements of this chapter and of the one before, and how many there were before those.

    `hands` and `voices` belong to the election that was told last.

    The last words of a day are still being said when the night has begun.
    """
    headings = [place for place, event in enumerate(told) if event.declared.heading]
    begins = max(headings[-2] if len(headings) > 1 else 0, len(told) - MOMENTS)
    found, earlier, theme = [], 0, "home"
    for place, event in enumerate(told):
        theme = event.declared.heading or theme
        if event.declared.scripted and event.declared.seen is not won:
            continue
        if place < begins:
            earlier += 1
        else:
            found.append(_moment(event, theme, players, words))
            if is_election(event) and event is told[-1]:
                found[-1] = replace(found[-1], ballots=tuple(hands.items()), voices=tuple(voices.items()))
    return earlier, tuple(found)


def _moment(event: Event, theme: str, players: Sequence[str], words: Words) -> Moment:
    """From the declaration of its facts alone: what an event is about follows from nothing else."""
    declared, facts = event.declared, event.facts
    seats: dict[int, None] = {}
    for name, kind in declared.facts.items():
        found = facts.get(name) or ()
        if kind is SEAT and found:
            seats[found] = None
        elif kind is SEATS:
            seats |= dict.fromkeys(found)
    shown = [name for name, kind in declared.facts.items() if kind in (CARD, OFFICE) and facts.get(name)]
    named = str(facts[shown[0]]) if shown else ""
    ballots = facts.get("ballots", {}) if declared.seen is voted else {}
    return Moment(
        words.event(event, players),
        named or declared.icon,
        tuple(seats),
        tuple((voter, choice) for voter, choice in ballots.items() if choice),
        tuple(facts["counts"].items()) if ballots else (),
        declared.seen is has_card,
        declared.seen in (fell, went),
        declared.seen is won,
        theme,
    )


def _news(seen: View) -> list[Event]:
    """The announcements of this night or day, the latest last; the votes are in the count beside them."""
    chapters = story.chapters(seen.log, lambda event: event.declared.scripted)
    told = [told.event for told in chapters[-1].told] if chapters else []
    return [event for event in told if event.declared.seen is not voted or not event.facts.get("counts")][-FRESH:]


def _verdict(seen: View) -> list[Event]:
    """What came of the last vote or election before nightfall, as long as nobody has been called in this night."""
    falls = max((place for place, event in enumerate(seen.log) if event.declared.heading), default=0)
    votes = [place for place, event in enumerate(seen.log[:falls]) if event.declared.by_hand]
    begun = [place for place, event in enumerate(seen.log[:falls]) if event.declared.heading]
    if not votes or votes[-1] < max(begun, default=0) or any(event.name == "called" for event in seen.log[falls:]):
        return []
    told = seen.log[votes[-1] : falls]
    return [event for event in told if event.declared.seen is not voted and not event.declared.scripted]


def _has_voted_today(told: Sequence[Event]) -> bool:
    """Whether the last count belongs to the day that is under way."""
    last = next((event.name for event in reversed(told) if event.name == "voted" or event.declared.heading), "")
    return last == "voted"


def _chapters(events: Sequence[Event], players: Sequence[str], words: Words) -> list[Section]:
    """The latest events in words under nights and days, the latest chapter first."""
    found: list[Section] = []
    left = LINES
    for chapter in reversed(story.chapters(events, lambda event: event.declared.scripted)):
        told = chapter.told[-left:]
        title = chapter.title(words, players, "desk.phase.setup")
        found.append(Section(title, tuple(words.event(each.event, players) for each in told)))
        left -= len(told)
        if left <= 0:
            break
    return found
