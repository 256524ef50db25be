"""What the engine itself tells: the course of the evening, the vote, deaths, cards that become known."""

from __future__ import annotations

from typing import Final

from nightcall.engine import views
from nightcall.engine.events import (
    BALLOTS,
    CALL,
    CARD,
    CARDS,
    CAUSE,
    CAUSES,
    COUNTS,
    DECK,
    GROUPS,
    MODERATOR,
    NUMBER,
    OPEN_CAUSE,
    RULE,
    SEAT,
    SEATS,
    SIDE,
    TEXT,
    WHETHER,
    Maybe,
    Tells,
)

ENGINE: Final = (
    # the course of the evening
    Tells("began", deck=DECK, seen=views.began, scripted=True, icon="ui-play"),
    Tells("dealt", to="seat", seat=SEAT, card=CARD, seen=views.has_card, on_card=True),
    Tells("grouped", groups=GROUPS, seen=views.grouped),
    Tells("laid_open", cards=CARDS),
    Tells("opening_day", seen=views.day_came, heading="day"),
    Tells("night_fell", night=NUMBER, seen=views.night_fell, heading="night"),
    Tells("called", call=CALL, scripted=True, in_story=False),
    Tells("dawn_broke", day=NUMBER, seen=views.day_came, heading="day"),
    Tells("nobody_died", reveals=WHETHER, icon="ui-sun"),
    Tells("won", winner=SIDE, seats=SEATS, reveals="winner seats", seen=views.won, scripted=True, in_story=False),
    # the vote
    Tells("vote_added", by=RULE, reveals="by"),  # the Judge's sign, or a card that asks who fell (JUDGE-2, ENTH-1)
    Tells("no_vote", icon_else="ui-vote"),
    Tells("voted", ballots=Maybe(BALLOTS), counts=COUNTS, seen=views.voted, by_hand=True, icon="ui-vote"),
    Tells("tied", seats=SEATS, icon_else="ui-vote"),
    Tells("condemned", seat=SEAT, icon="ui-vote"),
    Tells("nobody_condemned", reveals=WHETHER, icon_else="ui-vote"),  # in a tie without a Scapegoat (SCAPE-1)
    # cards
    Tells("identified", to=MODERATOR, seat=SEAT, card=CARD, icon="ui-card-back"),
    Tells("card_shown", seat=SEAT, card=CARD, reveals="seat card", seen=views.has_card, icon="ui-eye"),  # GEN-4
    # deaths
    Tells("bitten", to=MODERATOR, seat=SEAT, by=RULE),
    Tells("infected", to="seat", seat=SEAT),
    Tells("spared", to=MODERATOR, seat=SEAT, cause=CAUSE, icon_else="ui-heart"),
    Tells("died", seat=SEAT, cause=Maybe(OPEN_CAUSE), reveals="seat cause", seen=views.fell, icon="dead"),
    Tells("cause", to=MODERATOR, seat=SEAT, causes=CAUSES, by=RULE, icon="dead"),
    # players who go or come
    Tells("left", seat=SEAT, reveals="seat", seen=views.went),
    Tells("departed", seat=SEAT, seen=views.went),
    Tells("arrived", seat=SEAT, called=TEXT, seen=views.arrived),
    Tells("replaced", seat=SEAT, called=TEXT, before=TEXT, seen=views.replaced),
    Tells("changed_seats", seats=SEATS, seen=views.changed_seats),
    Tells("sat_down", seat=SEAT, beside=SEAT, seen=views.sat_down),
    Tells("brought", to="seat", seat=SEAT, card=CARD, seen=views.has_card, echo=True),
)
