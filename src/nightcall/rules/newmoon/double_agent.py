"""Double Agent."""

from __future__ import annotations

from nightcall.engine.events import HOLDER, MODERATOR, PUBLIC, SEAT, SEATS, Tells
from nightcall.engine.unmoderated import DRAW, SECRET, Policy
from nightcall.engine.village import Village
from nightcall.rules.newmoon.card import PERMANENT, EventCard
from nightcall.rules.newmoon.pile import first_eliminated


class DoubleAgent(EventCard):
    """A player who is no Werewolf is shown all of them and from then on wins with them. (AGENT-1…AGENT-4)

    While all eyes are closed the first player eliminated points, or the moderator if there is none (AMD-30); a Werewolf
    pointed at is refused without a word. The Agent keeps card, powers and everything else: only the final tally
    knows (`Village.allies`).
    """

    name = "double_agent"
    family = "AGENT"
    led = {"double_agent.point": Policy(SECRET, DRAW)}
    kind = PERMANENT
    betrays_plague = True
    tells = [
        Tells("agent_chosen", to="seat", seat=SEAT),
        Tells("wolves_shown", to=HOLDER, seats=SEATS),
    ]

    def read(self, v: Village) -> None:
        v.enter(self)
        v.ack("double_agent.sleep", "INS-9", audience=PUBLIC)
        wolves = tuple(seat for seat in v.living if v.is_wolf(seat))
        agent = v.pick(
            "double_agent.point",
            [seat for seat in v.present() if seat not in wolves],
            rule="AGENT-1",
            by=first_eliminated(v),
            refused={**v.away, **dict.fromkeys(wolves, "AGENT-4")},
            audience=MODERATOR,  # the choices tell who the Werewolves are
        )
        if not agent:
            return
        self.holder = agent
        v.ally(agent)
        v.ack("double_agent.wake", "AGENT-1", seat=agent)
        v.tell("agent_chosen", "AGENT-1", (agent,), seat=agent)
        v.tell("wolves_shown", "AGENT-1", (agent,), seats=wolves)
        v.sides_changed()
