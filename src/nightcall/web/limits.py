"""How much of anything one request, one client, or everybody together may ask for, and why that much.

Whatever comes from outside is measured against these before anybody looks into it.
"""

from __future__ import annotations

from typing import Final

# -- one request --

PATH: Final = 1000
QUERY: Final = 16 * 1024
HEAD: Final = 16 * 1024
"""Letters of the address, of what follows its question mark (a shared profile), and of all a browser says of itself:
its cookies for this computer may be another program's."""
HEAD_LINES: Final = 100
"""Lines of such a head: a browser sends twenty, and a proxy some more."""
CRUMBS: Final = 32
CRUMB: Final = 1024
"""Pieces in which a body of unknown length may come, and one more for so many bytes of it: to take a piece apart costs
as much as a tenth of a page, whatever is in it."""
BODY: Final = 256 * 1024
"""Bytes of a request: a form with the longest notes, in any writing."""
JSON_BODY: Final = 64 * 1024
"""Bytes of a program's request: a whole setup with room to spare."""
TAPE: Final = 4 * 1024 * 1024
"""Bytes of a saved game brought from elsewhere; the longest evening we know has a tenth of that."""
BACKUP: Final = 64 * 1024 * 1024
"""Bytes of all games of one device, brought back to a phone that is alone: some thousand evenings."""
FIELDS: Final = 1000
"""Fields of a form: more than the fullest has, with sixty ballots and a hundred options."""
DIGITS: Final = 6
"""Digits of a number in an address or a form: seats, answers, seconds."""

FAULTS: Final = 40
"""Faults of a setup that are worded for a program, each in every language: more than anybody mends at once."""

# -- wrong codes --

TRIES: Final = 12
TRIES_PER: Final = 60.0
"""Wrong codes from one client in a minute. A code has 30 bits and lasts twenty minutes: from a thousand places at once
somebody would find one in some four thousand evenings. Whoever is elsewhere is never refused for it."""

# -- asking for a seat that is not free --

CLAIMS: Final = 60
"""Phones that may wait to be let in: there are ninety numbers to tell them apart."""
CLAIMS_MINE: Final = 6
"""Of one address: more of one household do not change phones at once."""
CLAIM_LASTS: Final = 600.0
"""Seconds after which whoever was not let in no longer stands in anybody's way."""
MOVES: Final = 20
"""How often one device may take a seat of a game, or ask for one, in ten minutes."""
RENAMES: Final = 20
"""How often one seat may be called otherwise in ten minutes."""

# -- handing a game over --

INVITED_FOR: Final = 600.0
"""Seconds a link that hands a game over lasts: long enough to walk round the table."""
INVITATIONS: Final = 10
"""Such links that may be open at a time."""

# -- what fills the disk --

FILLS_PER: Final = 600.0
"""Seconds over which what fills the disk is counted."""
GAMES: Final = 30
GAMES_AT_ALL: Final = 200
"""Games begun or brought, by form or program: from one client, from all."""
GAMES_AT_ONCE: Final = 60
"""Games of one file with everything: some will be here already, and the rest can be brought with the next try."""
DEVICES: Final = 120
DEVICES_AT_ALL: Final = 1200
"""Devices that come for the first time: two full tables behind one address, and many such addresses."""
GUESTS: Final = 240
"""Devices that come for the first time with a code or a link of one game: they are not counted with everybody's.
Whoever has brought few of them is let in all the same."""
FEW: Final = 3
AT_THE_MOST: Final = 5
"""Whoever has done less than that is served though everybody together has done too much, up to so many times that: a
crowd of addresses must not be able to shut the door on all others."""
RENEWED_FOR: Final = 600.0
"""Seconds for which a tap that is sent again finds the secret the first one brought: its reply may have got lost."""

DAY: Final = 24 * 3600.0
DRAFTS_LAST: Final = 30 * DAY
"""Seconds a table that nobody goes on setting up is kept, and how far somebody has read."""
PRACTICE_LASTS: Final = 2 * DAY
"""Seconds a rehearsal is kept that nobody has ended: until tomorrow evening, for whoever fell asleep over it."""
PROFILES_LAST: Final = 366 * DAY
"""Seconds house rules are kept that nobody has changed: as long as the cookie lasts of whoever could ask for them."""
TIDY_EVERY: Final = DAY
"""Seconds between two looks for what has outlived that."""

# -- a fair share --

CACHED: Final = 256
CACHED_OF_MANY: Final = 2048
"""Games kept told in the memory of a process, the latest: at home, and of several on a database."""
LONG_TELLING: Final = 300
"""Answers from which on a game is told in a thread of its own: a hundredth of a second, and more than most evenings."""
BREATH: Final = 0.05
"""Seconds such a thread waits for a step of a page, and then goes on for a tenth of that though there is another."""
SHORT_LINE: Final = 40
"""Bytes of a short line of a saved game: so its length is known before its lines are counted."""
WAITING: Final = 100
"""Requests of one client that are open at a time: whatever sixty phones behind one address ask for at once."""
REFUSED_AFTER: Final = 1.0
"""Seconds until one request more than that is refused, and one that makes no sense: at once, and they would come again
without end."""
REFUSAL: Final = 0.02
"""Seconds that are held against whoever is refused: a connection that comes and goes costs more than its turn."""
FREE: Final = 0.01
"""Seconds of the processor's time for a request that nobody counts: about as much as a tap takes."""
STRETCHED: Final = 5.0
"""How many times as long that may take by the clock: as much is forgiven where other programs have the processor."""
LATELY: Final = 5.0
"""Seconds in which what a client has used is two thirds forgotten: who has used a second comes a second later."""
MUCH: Final = 0.5
ROUNDS: Final = 12
"""Who has used more than so many seconds lately looks round so often before each step whether anybody else is arriving:
it takes some rounds from the first byte of a tap to its place in the queue."""
PACE: Final = 8 * 1024 * 1024
LARGE: Final = 64 * 1024
"""Bytes in a second at which what is larger than that is taken in from one client: half a second for the largest."""
ALLOWANCE: Final = 1.0
SHARE: Final = 0.1
"""Seconds beyond that which a client may use at once, and in every second: who asks for more, pauses. So of twenty taps
of others at most two meet a page that takes long."""
MOST_OWED: Final = 0.5
"""Seconds beyond the allowance that are held against anybody: a pause has an end."""
COMPANY: Final = 5.0
"""Seconds for which somebody who has asked for something counts as being there."""
BODY_WITHIN: Final = 20.0
"""Seconds in which a request must have arrived whole."""

# -- connections --

ROOM: Final = 4000
"""Connections in all: sixty games with sixty devices. Less where fewer files may be open."""
ROOM_OF_MANY: Final = 20_000
"""The same for one process of several on a database."""
FILES: Final = 100
"""Files that are open besides: the games, the program itself."""
CONNECTIONS: Final = 200
"""Of one address: sixty phones behind one, each with a stream and some more. At most a quarter of all."""
STREAMS: Final = 120
"""Streams of one client, also behind a proxy."""
HEAD_WITHIN: Final = 10.0
"""Seconds in which whoever has connected must have said what he wants."""
LOG_EVERY: Final = 60.0
"""Seconds in which the same line is written once."""
