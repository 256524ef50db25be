"""Night and day, to be read beside the call order."""

from __future__ import annotations

from typing import NoReturn

from nightcall.engine.events import PUBLIC
from nightcall.engine.inforce import clockwise
from nightcall.engine.prompts import FEIGNED
from nightcall.engine.rule import DAWN, NIGHTFALL, Character, Rule
from nightcall.engine.village import Village
from nightcall.engine.votes import powers_in, use_power, vote, window


def tell(v: Village) -> NoReturn:
    """The whole evening, until `GameOver`."""
    v.tell("began", "GEN-3", deck=tuple(v.announced.items()))
    if v.cards.known_from_start and v.is_heard("dealt"):
        for seat, card in v.cards.of.items():
            v.tell("dealt", "GEN-2", (seat,), seat=seat, card=card.name)
    if v.setup.groups:
        v.tell("grouped", "MANIP-1", groups=v.setup.groups)
    if v.lent and v.options.actor_cards == "face_up":
        v.tell("laid_open", "ACTOR-1", cards=tuple(v.lent))
    for rule in v.at("enters"):
        rule.enters(v)
    if v.plan.openers:
        opening_day(v)
    while True:
        night(v)
        dawn(v)
        day(v)


def opening_day(v: Village) -> None:
    """D0: debate and vote before any night (ANGEL-1, ANGEL-5)."""
    v.tell("opening_day", "ANGEL-1")
    day(v)


def night(v: Village) -> None:
    pause(v)
    v.night += 1
    v.phase = "night"
    v.votes_today = 0
    v.bites = []
    v.dooms = []
    v.tell("night_fell", "GEN-3", night=v.night)
    v.expire(NIGHTFALL)
    for rule in v.at("nightfall"):
        rule.nightfall(v)
    v.ack("night.falls", "GEN-6", audience=PUBLIC)
    as_usual = not v.at("instead_of")
    for name, kind in v.plan.calls:
        v.paused = v.asked
        if v.between:
            pause(v)
        if as_usual or not is_replaced(v, name):
            call(v, name, kind)


def pause(v: Village) -> None:
    """Between two steps: whatever has happened to the table itself is heard here, and nowhere else (TABLE-1)."""
    v.paused = v.asked
    if v.between and v.asked in v.between:
        _hear(v, v.between[v.asked])


def _hear(v: Village, what: str) -> None:
    if any(rule.comes_between(v, what) for rule in v.at("comes_between")):
        pause(v)  # something else may have happened


def is_replaced(v: Village, step: str) -> bool:
    """Whether a rule has just done this step another way."""
    return bool(v.at("instead_of")) and _replace(v, step)


def _replace(v: Village, step: str) -> bool:
    return any(rule.instead_of(v, step) for rule in v.at("instead_of"))


def call(v: Village, name: str, kind: type[Rule]) -> None:
    """One line of the call order: said or left out, live or faked (FK-1)."""
    if kind.is_spoken(v):
        say(v, name, kind)
    if v.plan.may_lend:
        lent = [rule for rule in v.named(name) if isinstance(rule, Character) and rule.borrowed]
        woken = [second_wake(v, rule) for rule in lent if rule.borrowed_at == "place"]
        if not any(woken) and v.may_be_borrowed(name):
            for actor in v.borrowers()[:1]:
                v.tell("called", "HOUSE-28", call=actor)
                v.ack("call.fake", "FK-12", card=actor, about=FEIGNED)


def say(v: Village, name: str, kind: type[Rule]) -> None:
    """A call spoken aloud, and whoever opens the eyes."""
    asked = v.asked
    if v.is_told and not kind.is_silent:
        v.tell("called", kind.called_by(v), call=name)
    if v.cards.pool and issubclass(kind, Character):
        v.identify(name)
    live: list[Rule] = []
    for rule in v.named(name):
        if _answers(v, rule):
            live.append(rule)
    if len(live) > 1:
        live = clockwise(live, v.circle)
    for rule in live:
        if not isinstance(rule, Character):
            rule.call(v)
        elif rule.holder:  # nobody's any more if the card has just been exchanged (HARV-14)
            rule.call(v)
            rule.is_new = False
    was_sought = v.asked > asked and not v.options.fake_calls  # and nobody was found: it needs no pretence
    if (not live or v.asked == asked) and not kind.is_silent and not was_sought:  # spoken, so it takes its time
        v.ack("call.idle" if live else "call.fake", "FK-12", card=name, about=FEIGNED)


def _answers(v: Village, rule: Rule) -> bool:
    """Whether somebody really opens the eyes."""
    if v.away and rule.holder in v.away:
        return False  # FK-9
    if isinstance(rule, Character) and (rule.borrowed or rule.holder not in v.living or not v.is_active(rule)):
        return False
    return rule.is_awake(v)


def second_wake(v: Village, rule: Character) -> bool:
    """The Actor again, at the place of the role he plays tonight (FK-11, INS-5)."""
    if not (rule.holder in v.living and rule.is_awake(v) and (rule.has_target(v) or v.is_called_in_vain())):
        return False
    v.tell("called", "HOUSE-28" if v.may_be_borrowed(rule.name) else "FK-11", call=v.card(rule.holder).name)
    asked = v.asked
    rule.call(v)
    if v.asked == asked and v.may_be_borrowed(rule.name):
        v.ack("call.idle", "FK-12", card=v.card(rule.holder).name, about=FEIGNED)
    return True


def dawn(v: Village) -> None:
    """The victims are named together; all deaths of a night happen at this instant (GEN-5)."""
    v.phase = "dawn"
    for rule in v.at("daybreak"):
        rule.daybreak(v)
    pause(v)
    v.ack("dawn.breaks", "GEN-5", audience=PUBLIC)
    v.day = v.night
    v.tell("dawn_broke", "GEN-3", day=v.day)
    v.expire(DAWN)
    for rule in v.at("awakening"):
        rule.awakening(v)
    buried = len(v.graveyard)
    v.eliminate(*v.bites, *v.dooms, of_night=True)
    if len(v.graveyard) == buried:
        v.tell("nobody_died", "GEN-6")
    if v.options.victory_checks == "dawn_and_dusk":
        v.look_for_victory()
    for rule in v.at("morning"):
        rule.morning(v)


def day(v: Village) -> None:
    v.phase = "day"
    if not is_replaced(v, "debate"):
        debate(v)
    v.votes_added = []
    for rule in v.at("polls"):
        rule.polls(v)
    if not is_replaced(v, "vote"):
        vote(v)
    more_votes(v)
    window(v, "dusk")
    dusk(v)


def more_votes(v: Village) -> None:
    """Votes that something has added to the day's own."""
    while v.votes_added:
        window(v, "between")
        name, rule = v.votes_added.pop(0)
        v.tell("vote_added", rule, by=name)
        if not is_replaced(v, "second_vote"):
            vote(v, is_first=False)


def dusk(v: Village) -> None:
    if v.options.victory_checks == "dawn_and_dusk":
        v.look_for_victory()
    for rule in v.at("evening"):
        rule.evening(v)


def debate(v: Village) -> None:
    """The debate window: day powers, one at a time, until the moderator calls the vote."""
    while True:
        pause(v)
        offered = powers_in(v, "debate")
        choice = v.choose("day.debate", ["vote", *offered], rule="VOTE-1", audience=PUBLIC)
        if choice == "vote":
            return
        use_power(v, choice)
