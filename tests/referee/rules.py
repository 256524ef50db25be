"""A naive referee: the core rules once more, written from the rulings alone and sharing nothing with the engine.

He is handed the tape of a finished game as plain data: who held which card, every question with what might be answered
and what was, every death, the winners. He plays the same game himself, without any machinery; wherever a rule wants a
decision he says what should be asked now, and takes the answer from the tape. `Disagreement` if the tape asks something
else, offers other answers, lets others die, or others win.

No houses, event cards or variants, and no Actor. What is merely said or acknowledged he does not look at.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

WOLF_CARDS = {"werewolf", "big_bad_wolf", "cursed_wolf_father", "white_werewolf"}
VILLAGER_CARDS = {
    "simple_villager",
    "trusted_villager",
    "seer",
    "cupid",
    "witch",
    "hunter",
    "little_girl",
    "defender",
    "elder",
    "scapegoat",
    "village_idiot",
    "two_sisters",
    "three_brothers",
    "fox",
    "bear_tamer",
    "wandering_judge",
    "knight_with_the_rusty_sword",
}
OTHER_CARDS = {"thief", "devoted_servant", "wild_child", "wolf_hound", "angel", "piper", "prejudiced_manipulator"}

MEAL, WHITE, FRIGHT, POISON, DISEASE = "devoured", "devoured by the White", "fright", "poison", "disease"
VOTE, TIE, SHOT, GRIEF, FOLLY = "vote", "tie", "shot", "grief", "folly"


class Question(NamedTuple):
    """One question of the tape, with its answer."""

    ask: str
    seat: int
    options: tuple[Any, ...]
    low: int
    high: int
    voters: tuple[int, ...]
    barred: dict[int, set[int]]
    weights: dict[int, int]
    answer: Any


class Tape(NamedTuple):
    """A finished game, as plain data."""

    dealt: dict[int, str]
    spares: tuple[str, ...]
    groups: tuple[str, ...]
    options: dict[str, Any]
    questions: list[Question]
    deaths: list[tuple[int, int]]
    """How many questions had been answered, and who fell."""
    grunts: list[int]
    """How many questions had been answered when the bear was heard."""
    thumbs: list[tuple[int, bool]]
    """What Foxes were shown."""
    winner: str
    winners: tuple[int, ...]


class Disagreement(AssertionError):
    """The tape tells another game than the referee."""


class Over(Exception):
    """Somebody has won."""

    def __init__(self, winner: str, seats: Iterable[int]) -> None:
        super().__init__(winner)
        self.winner, self.seats = winner, tuple(sorted(seats))


class Fallen(NamedTuple):
    """Somebody who has just been eliminated."""

    seat: int
    card: str
    """Empty: a Servant has taken it (SERV-9)."""
    causes: set[str]
    power: bool
    """Whether the card still worked (RES-5)."""


def referee(tape: Tape) -> None:
    """Play the game of the tape; `Disagreement` where it is not the one told there."""
    game = Referee(tape)
    try:
        game.evening()
    except Over as over:
        game.end(over)


class Referee:
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

    # -- the tape --

    def must(self, holds: bool, why: str) -> None:
        if not holds:
            raise Disagreement(f"N{self.night} D{self.day}, question {self.place}: {why}")

    def compare_past(self) -> None:
        """Everything up to the next question has happened on the tape too."""
        ours = sorted(seat for place, seat in self.deaths if place == self.place)
        theirs = sorted(seat for place, seat in self.tape.deaths if place == self.place)
        self.must(ours == theirs, f"{ours} have fallen, the tape says {theirs}")

    def ask(
        self, key: str, seat: int = 0, options: Iterable[Any] = (), low: int = 1, high: int = 1, **ballot: Any
    ) -> Any:
        self.compare_past()
        self.must(self.place < len(self.tape.questions), f"{key} of {seat} is not asked, the game is over")
        asked = self.tape.questions[self.place]
        self.must((asked.ask, asked.seat) == (key, seat), f"{key} of {seat} is due, asked is {asked}")
        wanted, offered = set(options), set(asked.options) - {"nobody_wins"}
        self.must(offered == wanted, f"{key} of {seat}: {sorted(wanted)} may be chosen, the tape says {asked}")
        if ballot:
            voters = set(ballot["voters"])
            barred = {who: asked.barred.get(who, set()) & wanted for who in voters}
            closed = {who: ballot["barred"].get(who, set()) & wanted for who in voters}
            weights = {who: asked.weights.get(who, 1) for who in voters}
            self.must(set(asked.voters) == voters, f"{sorted(voters)} vote, the tape says {asked}")
            self.must(barred == closed, f"closed to some are {closed}, the tape says {barred}")
            self.must(weights == {who: ballot["weights"].get(who, 1) for who in voters}, f"weights on {asked}")
        elif wanted:
            self.must(
                (asked.low, asked.high) == (low, high), f"{key}: {low} to {high} are wanted, the tape says {asked}"
            )
        self.place += 1
        return asked.answer

    def pick(self, key: str, seat: int, options: Collection[int], *, must: bool = True) -> int:
        """One player; nothing is asked if there is nobody (GEN-11)."""
        return (self.ask(key, seat, options, low=1 if must else 0) or 0) if options else 0

    def end(self, over: Over) -> None:
        self.compare_past()
        self.must(self.place == len(self.tape.questions), f"{over.winner} have won, and the tape goes on")
        theirs = (self.tape.winner, self.tape.winners)
        self.must((over.winner, over.seats) == theirs, f"{over.winner} win ({over.seats}), the tape says {theirs}")
        self.must(self.grunts == self.tape.grunts, f"grunts at {self.grunts}, the tape says {self.tape.grunts}")
        self.must(self.thumbs == self.tape.thumbs, f"thumbs {self.thumbs}, the tape says {self.tape.thumbs}")

    def as_announced(self, seats: Iterable[int]) -> list[int]:
        """In the order in which the tape names the dead: no ruling fixes it."""
        order = [seat for _, seat in self.tape.deaths]
        return sorted(seats, key=lambda seat: order.index(seat) if seat in order else len(order))

    # -- who is who --

    def holders(self, card: str) -> list[int]:
        return [seat for seat in self.living if self.card[seat] == card]

    def is_in_despair(self, seat: int) -> bool:
        """DESP-3, AMD-10"""
        is_spared = seat in self.infected and not self.opt["despair_hits_infected_holders"]
        return self.despair and self.card[seat] in VILLAGER_CARDS and not is_spared

    def works(self, seat: int, *, at_night: bool = False) -> bool:
        """Whether the card has its power; AMD-13."""
        if self.is_in_despair(seat):
            return False
        return at_night or seat not in self.infected or self.opt["infected_keeps"] != "night_powers"

    def partners(self, seat: int) -> set[int]:
        return {other for couple in self.couples if seat in couple for other in couple if other != seat}

    def harmless(self, by: Iterable[int]) -> set[int]:
        """Whom these may not harm (LOVE-16, AMD-8)."""
        if self.opt["lovers_restriction"] != "no_harm":
            return set()
        return {other for seat in by for other in self.partners(seat)}

    def neighbours(self, seat: int) -> set[int]:
        """The nearest living players on either side (GEN-8, GEN-9)."""
        others = [other for other in self.living if other != seat]
        if not others:
            return set()
        after = [other for other in others if other > seat] or others
        before = [other for other in others if other < seat] or others
        return {min(after), max(before)}

    def keeps_own_goal(self, seat: int) -> bool:
        """A Piper or Manipulator who has not become a simple Werewolf (PIPER-6, MANIP-4, HOUSE-14)."""
        return seat not in self.wolves or self.opt["infected_loner_keeps_goal"]

    def nature(self, seat: int) -> str:
        if seat in self.wolves:
            return "wolf"
        return "piper" if self.card[seat] == "piper" else "villager"

    def is_mixed(self, couple: tuple[int, int]) -> bool:
        """LOVE-4, LOVE-7, LOVE-11 to LOVE-15."""
        natures = {self.nature(seat) for seat in couple}
        if len(natures) == 1 or ("piper" in natures and self.opt["lovers_team_pairs"] == "villager_wolf"):
            return False
        return not any(self.card[seat] == "prejudiced_manipulator" and self.keeps_own_goal(seat) for seat in couple)

    def own_camp(self, seat: int) -> str:
        card = self.card[seat]
        if card == "white_werewolf":
            return "werewolves" if self.partners(seat) & self.wolves else card  # LOVE-13
        if seat in self.wolves:
            return "werewolves"  # INF-2, whatever goal he may have kept besides
        if card in ("piper", "prejudiced_manipulator"):
            return card
        if card == "angel" and self.angel_may_win(seat) and self.window_is_open():
            return card  # ANGEL-14
        return "village"

    def camp(self, seat: int) -> str:
        """Frozen at elimination (AMD-15)."""
        if seat in self.camps:
            return self.camps[seat]
        for couple in self.couples:
            if seat in couple and all(one in self.living for one in couple) and self.is_mixed(couple):
                return "lovers"
        return self.own_camp(seat)

    def everybody_of(self, camp: str) -> list[int]:
        return [seat for seat in self.card if self.camp(seat) == camp]

    # -- the Angel --

    def angel_may_win(self, seat: int) -> bool:
        """ANGEL-4, ANGEL-10."""
        is_in_love = bool(self.partners(seat)) and not self.opt["angel_in_love_keeps_goal"]
        return seat not in self.wolves and not is_in_love

    def window_is_open(self) -> bool:
        window = self.opt["angel_window"]
        if window == "first_vote_only":
            return self.votes_held == 0
        if window == "until_d2_vote":
            return self.day < 2 or (self.day == 2 and self.is_dawn)
        is_night = self.opt["angel_dawn_counts"] or self.is_first_batch  # HOUSE-22
        return self.day == 0 or (self.day == 1 and self.is_dawn and is_night)

    def angel_wins(self, fallen: Fallen) -> bool:
        """ANGEL-2, ANGEL-6, ANGEL-7, ANGEL-13."""
        if fallen.card != "angel" or not self.angel_may_win(fallen.seat):
            return False
        causes = fallen.causes
        if self.opt["angel_causes"] == "vote_or_wolves" and not causes & {VOTE, MEAL}:
            return False
        is_first_vote = VOTE in causes and self.votes_held == 1
        window = self.opt["angel_window"]
        if window == "first_vote_only":
            return is_first_vote
        if window == "until_d2_vote":
            return self.window_is_open() or self.day < 2
        is_night = self.is_dawn and self.day == 1
        if is_night and not self.opt["angel_dawn_counts"]:
            is_night = not causes <= {SHOT, GRIEF, FOLLY}
        return is_first_vote or is_night

    # -- victory: WIN-9 --

    def check(self) -> None:
        for seat in self.holders("prejudiced_manipulator"):
            if self.manipulator_has_won(seat):
                if self.opt["manipulator_victory"] == "ends_game":
                    raise Over("prejudiced_manipulator", [seat, *self.left])
                self.camps[seat] = "prejudiced_manipulator"
                self.living.remove(seat)
                self.left.append(seat)
                if seat == self.sheriff:
                    self.succeed()  # AMD-18
        outcome = self.outcome()
        if outcome:
            raise Over(outcome[0], [*outcome[1], *self.left])

    def check_now(self) -> None:
        if self.opt["victory_checks"] == "after_every_cascade":
            self.check()

    def is_decided(self) -> bool:
        """No last will is asked for once the game is won (AMD-69)."""
        if self.opt["victory_checks"] != "after_every_cascade":
            return False
        winning = [seat for seat in self.holders("prejudiced_manipulator") if self.manipulator_has_won(seat)]
        if winning and self.opt["manipulator_victory"] == "ends_game":
            return True
        everybody = self.living
        self.living = [seat for seat in everybody if seat not in winning]
        is_over = self.outcome() is not None
        self.living = everybody
        return is_over

    def manipulator_has_won(self, seat: int) -> bool:
        """MANIP-2, MANIP-5, MANIP-8."""
        if not self.keeps_own_goal(seat):
            return False
        hated = [other for other in self.card if self.tape.groups[other - 1] != self.tape.groups[seat - 1]]
        return not any(other in self.living or other in self.left for other in hated)

    def piper_has_won(self, seat: int) -> bool:
        """WIN-6, PIPER-3"""
        is_free = self.keeps_own_goal(seat) and self.camp(seat) != "lovers"
        return is_free and set(self.living) <= self.charmed | {seat}

    def outcome(self) -> tuple[str, list[int]] | None:
        living = self.living
        if not living:
            return "nobody", []
        for seat in self.holders("piper"):
            if self.piper_has_won(seat):
                return "piper", [seat]
        for couple in self.couples:
            if sorted(couple) == living and self.is_mixed(couple):
                return "lovers", list(couple)
        wolves = [seat for seat in living if seat in self.wolves]
        others = [seat for seat in living if seat not in self.wolves]
        if not others and len(wolves) == 1 and self.card[wolves[0]] == "white_werewolf":
            return "white_werewolf", wolves
        if wolves:
            return ("werewolves", self.everybody_of("werewolves")) if self.wolves_have_won(wolves, others) else None
        if self.thief_is_due and set(self.spares) & WOLF_CARDS:
            return None  # AMD-60
        survivors = [seat for seat in others if self.camp(seat) == "village"]
        if not self.opt["village_needs_survivor"]:
            survivors += [seat for seat in others if self.camp(seat) == "lovers" and self.own_camp(seat) == "village"]
        return ("village", self.everybody_of("village")) if survivors else None

    def wolves_have_won(self, wolves: list[int], others: list[int]) -> bool:
        """WIN-2, WIN-3, LOVE-18, AMD-1; B: when the last villager is dead."""
        camps = {self.camp(seat) for seat in wolves}
        if "lovers" in camps or "werewolves" not in camps:
            return False
        if "white_werewolf" in camps and self.opt["white_blocks_wolf_victory"]:
            return False
        if self.opt["wolf_parity_shortcut"] and len(wolves) >= len(others):
            return True  # WIN-11
        if self.opt["wolf_victory"] == "last_villager_dead":
            return not any(self.camp(seat) in ("village", "lovers") for seat in others)
        return not others

    # -- one death leading to others: RES --

    def cascade(self, causes: dict[int, set[str]], taken: Collection[int] = ()) -> None:
        self.fallen = []
        self.is_first_batch = True
        self.batch(causes, taken)
        self.is_first_batch = False
        for fallen in self.fallen:
            if fallen.card == "knight_with_the_rusty_sword" and fallen.power and MEAL in fallen.causes:
                self.infect_with_disease(fallen.seat)
        for fallen in self.fallen:
            if fallen.card == "scapegoat" and fallen.power and self.gives_list(fallen.causes):
                self.name_voters(fallen.seat)
        if self.sheriff and (self.sheriff not in self.living or self.sheriff == self.served):
            card = next((fallen.card for fallen in self.fallen if fallen.seat == self.sheriff), "")
            if card == "village_idiot":
                self.sheriff, self.no_more_sheriff = 0, True  # IDIOT-4
            else:
                self.succeed()
        self.check_now()

    def name_voters(self, goat: int) -> None:
        """SCAPE-5; a list given at dawn holds that very day (AMD-7)."""
        if self.living and not self.is_decided():
            chosen = self.ask("scapegoat.voters", goat, self.living, 1, len(self.living))
            seats = {chosen} if isinstance(chosen, int) else set(chosen)
            self.voter_lists.append((self.day if self.is_dawn else self.day + 1, seats))

    def gives_list(self, causes: set[str]) -> bool:
        """SCAPE-6"""
        wanted = self.opt["scapegoat_privilege_causes"]
        return wanted == "any" or TIE in causes or (wanted == "tie_or_vote" and VOTE in causes)

    def succeed(self) -> None:
        """SHERIFF-4, SHERIFF-8, SHERIFF-11"""
        old, self.sheriff = self.sheriff, 0
        closed = {old, self.served} if old in self.robbed else {old}  # SERV-11
        heirs = [seat for seat in self.living if seat not in closed]
        if not heirs:
            self.no_more_sheriff = True
        elif not self.is_decided():
            self.sheriff = self.pick("sheriff.heir", old, heirs)

    def infect_with_disease(self, knight: int) -> None:
        """The first Werewolf to his left, of those alive now (KNIGHT-1, KNIGHT-4, KNIGHT-6, AMD-16)."""
        clockwise = [seat for seat in self.living if seat > knight] + [seat for seat in self.living if seat < knight]
        for seat in clockwise:
            is_guilty = seat in self.culprits.get(knight, set())
            if seat in self.wolves and (self.opt["knight_disease_pool"] == "any_werewolf" or is_guilty):
                self.diseased.append((self.night + 1, seat))
                return

    def batch(self, causes: dict[int, set[str]], taken: Collection[int] = ()) -> None:
        despair_before = self.despair
        now = [
            self.fall(seat, causes[seat], seat in taken) for seat in self.as_announced(causes) if seat in self.living
        ]
        self.bury(now)
        together = list(now)
        while now:
            angels = [fallen.seat for fallen in now if self.angel_wins(fallen)]
            if angels:
                raise Over("angel", [min(angels), *self.left])
            self.despair = self.despair or any(self.causes_despair(fallen) for fallen in now)
            joining = {seat: {GRIEF} for fallen in now for seat in self.partners(fallen.seat) if seat in self.living}
            if self.opt["elder_death_kills_revealed_idiot"] and any(fallen.card == "elder" for fallen in now):
                joining |= {seat: {FOLLY} for seat in self.shown_idiots if seat in self.living}  # ELDER-9
            is_despair, self.despair = self.despair, self.despair if self.opt["grief_is_despair"] else despair_before
            now = [self.fall(seat, joining[seat], False) for seat in self.as_announced(joining)]
            self.despair = is_despair
            self.bury(now)
            together += now
        for child, model in self.models.items():
            is_orphan = any(fallen.seat == model for fallen in together)
            if is_orphan and child in self.living and self.card[child] == "wild_child":
                self.wolves.add(child)
        for fallen in together:
            if fallen.card == "hunter" and fallen.power and self.may_shoot(fallen.causes):
                shot = self.pick("hunter.shoot", fallen.seat, self.living, must=self.opt["hunter_shot"] == "must")
                if shot:
                    self.batch({shot: {SHOT}})

    def fall(self, seat: int, causes: set[str], is_taken: bool) -> Fallen:
        return Fallen(seat, "" if is_taken else self.card[seat], causes, self.works(seat))

    def bury(self, now: list[Fallen]) -> None:
        """All of a batch together; a couple that was mixed stays so for both (AMD-15)."""
        in_love = {
            other for fallen in now if self.camp(fallen.seat) == "lovers" for other in self.partners(fallen.seat)
        }
        camps = {fallen.seat: self.camp(fallen.seat) for fallen in now}
        for fallen in now:
            self.camps.setdefault(fallen.seat, camps[fallen.seat])
            self.living.remove(fallen.seat)
            self.deaths.append((self.place, fallen.seat))
            self.fallen.append(fallen)
            self.note_lost_wolf(fallen)
        for seat in in_love:
            self.camps.setdefault(seat, "lovers")
        self.is_first_batch = False

    def note_lost_wolf(self, fallen: Fallen) -> None:
        """BBW-3, BBW-6, BBW-7, BBW-8"""
        ending = (
            WOLF_CARDS
            if self.opt["bbw_power_ends_with"] == "werewolf_only"
            else {*WOLF_CARDS, "wild_child", "wolf_hound"}
        )
        is_lost = fallen.card in ending
        if self.opt["bbw_loss_basis"] == "status":
            is_lost = fallen.seat in self.wolves
        self.has_lost_a_wolf = self.has_lost_a_wolf or is_lost

    def causes_despair(self, fallen: Fallen) -> bool:
        """ELDER-3, ELDER-11, NR-13"""
        names = {VOTE: "vote", TIE: "vote", POISON: "poison", SHOT: "hunter"}
        return fallen.card == "elder" and any(
            names.get(cause) in self.opt["elder_despair_causes"] for cause in fallen.causes
        )

    def may_shoot(self, causes: set[str]) -> bool:
        """OPT-HUNTER-CAUSE"""
        triggers = self.opt["hunter_triggers"]
        if triggers == "any_elimination":
            return True
        wanted = {MEAL, WHITE, VOTE, TIE}
        return bool(causes & (wanted | {GRIEF} if triggers == "devoured_voted_grief" else wanted))

    # -- the night --

    def evening(self) -> None:
        if self.opt["sheriff_election"] == "setup":
            self.offer_election()
        if "angel" in (*self.tape.dealt.values(), *self.tape.spares) and self.opt["angel_opening_vote"]:
            self.daytime()
        while True:
            self.night += 1
            self.nighttime()
            self.new.clear()
            self.day = self.night
            self.dawn()
            self.daytime()

    def nighttime(self) -> None:
        self.prey: dict[str, int] = {}
        self.protected: set[int] = set()
        self.turned: set[int] = set()
        self.healed: set[int] = set()
        self.dooms: list[tuple[int, str]] = []
        self.call_thief()
        self.call_cupid()
        if self.opt["seer_position"] == "before_werewolves":
            self.call_seer()
        self.call_fox()
        for seat in self.holders("wandering_judge"):
            if seat in self.new and self.works(seat, at_night=True):
                self.ask("wandering_judge.sign", seat)
                self.judges.add(seat)
        for seat in self.holders("wild_child"):
            if seat in self.new:
                self.models[seat] = self.pick("wild_child.model", seat, [one for one in self.living if one != seat])
        self.call_defender()
        self.call_wolves()
        self.call_white()
        self.call_father()
        self.call_big_bad_wolf()
        if self.opt["seer_position"] == "after_werewolves":
            self.call_seer()
        self.call_witch()
        self.call_piper()

    def call_thief(self) -> None:
        """THIEF-2, THIEF-5, HOUSE-17; after his call, a Servant's too, somebody may have won (AMD-60)."""
        is_called = self.thief_is_due
        for seat in self.holders("thief"):
            if seat in self.new and self.spares:
                is_called = True
                only_wolves = set(self.spares) <= WOLF_CARDS and self.opt["thief_must_take_wolf"]
                must = only_wolves or self.opt["thief_swap"] == "mandatory"
                taken = self.ask("thief.swap", seat, self.spares, low=1 if must else 0)
                if taken:
                    self.spares.remove(taken)
                    self.take_card(seat, taken)
        self.thief_is_due = False
        if is_called:
            self.check_now()

    def take_card(self, seat: int, card: str) -> None:
        self.card[seat] = card
        if card in WOLF_CARDS:
            self.wolves.add(seat)
        self.potions.pop(seat, None)
        self.models.pop(seat, None)
        self.shielded.pop(seat, None)
        self.wounds.pop(seat, None)
        for seats in (self.bitten_before, self.noseless, self.curses_used, self.judges, self.shown_idiots):
            seats.discard(seat)

    def call_cupid(self) -> None:
        for seat in self.holders("cupid"):
            if seat in self.new and self.night == 1 and self.works(seat, at_night=True):
                first, second = self.ask("cupid.pair", seat, self.living, 2, 2)
                self.couples.append((first, second))

    def call_seer(self) -> None:
        for seat in self.holders("seer"):
            if self.works(seat, at_night=True):
                others = [one for one in self.living if one != seat]
                self.pick("seer.look", seat, others, must=not self.opt["seer_may_pass"])

    def call_fox(self) -> None:
        """FOX-1, FOX-2, FOX-4"""
        for seat in self.holders("fox"):
            if self.works(seat, at_night=True) and seat not in self.noseless:
                middle = self.pick("fox.sniff", seat, self.living, must=False)
                if middle:
                    is_found = bool(({middle} | self.neighbours(middle)) & self.wolves)
                    self.thumbs.append((seat, is_found))
                    if not is_found and not self.opt["fox_keeps_nose"]:
                        self.noseless.add(seat)

    def call_defender(self) -> None:
        """DEF-1, DEF-2, DEF-3, DEF-6, HOUSE-6, HOUSE-7"""
        for seat in self.holders("defender"):
            if not self.works(seat, at_night=True):
                continue
            last, when = self.shielded.get(seat, (0, 0))
            options = set(self.living)
            if when == self.night - 1 and not self.opt["defender_may_repeat"]:
                options.discard(last)
            if self.opt["defender_on_little_girl"] == "not_targetable" and not self.opt["defender_shields_little_girl"]:
                options -= set(self.holders("little_girl"))
            chosen = self.pick("defender.protect", seat, options)
            if chosen:
                self.shielded[seat] = chosen, self.night
                self.protected.add(chosen)

    def is_protected(self, seat: int) -> bool:
        """GIRL-4, GIRL-5"""
        is_girl = self.card[seat] == "little_girl" and not self.opt["defender_shields_little_girl"]
        return seat in self.protected and not is_girl

    def call_wolves(self) -> None:
        for seat in self.holders("wolf_hound"):
            if seat not in self.new or seat in self.wolves:
                continue  # an infected Servant has no side to choose any more (INF-8)
            if self.ask("wolf_hound.choose", seat, ["village", "werewolves"]) == "werewolves":
                self.wolves.add(seat)
        pack = {seat for seat in self.living if seat in self.wolves}
        if not pack:
            return
        options = [seat for seat in self.living if seat not in pack and seat not in self.harmless(pack)]
        prey = self.pick("werewolves.devour", 0, options, must=False)
        prey = self.catch_girl(prey, pack)
        if prey:
            self.prey["pack"] = prey
            self.culprits[prey] = pack

    def catch_girl(self, prey: int, pack: set[int]) -> int:
        """GIRL-2, GIRL-7, GIRL-8, GIRL-9, GIRL-10, AMD-8, AMD-9"""
        what = self.opt["little_girl_caught"]
        spared = self.wolves | self.harmless(pack)
        girls = [seat for seat in self.holders("little_girl") if self.works(seat) and seat not in spared]
        if what == "no_rule":
            return prey
        caught = 0
        for girl in girls:  # one of them at most (GIRL-7)
            caught = caught or self.pick("little_girl.caught", 0, [girl], must=False)
        if not caught:
            return prey
        if what == "dies_of_fright_instead":
            self.dooms.append((caught, FRIGHT))
            return 0
        if what == "wolves_may_devour_instead" and not self.ask("little_girl.devour"):
            return prey
        return caught

    def call_white(self) -> None:
        """WHITE-2, WHITE-5, WHITE-7, HOUSE-2"""
        if self.opt["white_werewolf_solo_call"] != "even_nights" or self.night % self.opt["white_werewolf_every"]:
            return
        for seat in self.holders("white_werewolf"):
            wolves = [one for one in self.living if one in self.wolves and one != seat]
            options = [one for one in wolves if one not in self.harmless([seat])]
            chosen = self.pick("white_werewolf.devour", seat, options, must=False)
            if chosen and not (self.is_protected(chosen) and self.opt["defender_blocks_white"]):
                self.dooms.append((chosen, WHITE))

    def call_father(self) -> None:
        """CWF-2, CWF-4, CWF-5, AMD-8, AMD-55"""
        for seat in self.holders("cursed_wolf_father"):
            prey = self.prey.get("pack", 0)
            if not prey or prey in self.turned or seat in self.curses_used or prey in self.harmless([seat]):
                continue
            if self.ask("cursed_wolf_father.infect", seat):
                self.curses_used.add(seat)
                is_elder = self.card[prey] == "elder" and self.works(prey)
                if is_elder and (
                    prey not in self.bitten_before or self.opt["elder_infection_immunity"] == "first_infection"
                ):
                    continue
                self.turned.add(prey)
                self.wolves.add(prey)
                self.infected.add(prey)

    def call_big_bad_wolf(self) -> None:
        """BBW-2, BBW-3, BBW-4, HOUSE-3"""
        for seat in self.holders("big_bad_wolf"):
            if self.has_lost_a_wolf and not self.opt["big_bad_wolf_keeps_appetite"]:
                continue
            closed = {*self.prey.values(), *self.wolves, *self.harmless([seat])}
            options = [one for one in self.living if one not in closed]
            must = self.opt["big_bad_wolf_second_meal"] == "must"
            chosen = self.pick("big_bad_wolf.devour", seat, options, must=must)
            if chosen:
                self.prey[f"big bad {seat}"] = chosen
                self.culprits[chosen] = {seat}

    def call_witch(self) -> None:
        """WITCH-1, WITCH-2, WITCH-7, WITCH-12, AMD-20"""
        for seat in self.holders("witch"):
            if not self.works(seat, at_night=True):
                continue
            potions = self.potions.setdefault(seat, {"heal", "poison"})
            shown = list(self.prey.values())
            if self.opt["witch_shown_target"] == "would_die":
                shown = [one for one in shown if one not in self.turned and not self.is_protected(one)]
            if self.opt["witch_heal_target"] == "any_player":
                shown = list(self.living)
            used = 0
            if "heal" in potions:
                used = self.pick("witch.heal", seat, shown, must=False)
                if used:
                    potions.remove("heal")
                    self.healed.add(used)
            if "poison" in potions and (not used or self.opt["witch_both_potions_same_night"]):
                options = [one for one in self.living if one not in self.harmless([seat])]
                if not self.opt["witch_may_poison_self"]:
                    options = [one for one in options if one != seat]
                poisoned = self.pick("witch.poison", seat, options, must=False)
                if poisoned:
                    potions.remove("poison")
                    self.dooms.append((poisoned, POISON))

    def call_piper(self) -> None:
        """PIPER-1, PIPER-6, PIPER-7, PIPER-9, HOUSE-13"""
        for seat in self.holders("piper"):
            if not self.keeps_own_goal(seat):
                continue
            options = [one for one in self.living if one != seat]
            if self.opt["piper_targets_new_only"]:
                options = [one for one in options if one not in self.charmed]
            most = min(self.opt["piper_charms"], len(options))
            if most:
                least = 1 if self.opt["piper_targets"] == "one_or_two" else most
                chosen = self.ask("piper.charm", seat, options, least, most)
                self.charmed |= {chosen} if isinstance(chosen, int) else set(chosen)
            if self.piper_has_won(seat):
                raise Over("piper", [seat, *self.left])

    # -- dawn: NR-12 --

    def dawn(self) -> None:
        self.is_dawn = True
        causes = {prey: {MEAL} for prey in self.prey.values() if self.dies_of_bite(prey)}
        for seat, cause in self.dooms:
            causes.setdefault(seat, set()).add(cause)
        for night, seat in self.diseased:
            if night == self.night and seat in self.living:
                causes.setdefault(seat, set()).add(DISEASE)
        self.cascade(causes)
        if self.opt["victory_checks"] == "dawn_and_dusk":
            self.check()
        for seat in self.holders("bear_tamer"):
            self.listen_to_bear(seat)
        if self.opt["sheriff_election"] == "first_day" and self.day == 1:
            self.offer_election()
        self.is_dawn = False

    def dies_of_bite(self, prey: int) -> bool:
        """NR-5 to NR-8, ELDER-6"""
        if prey in self.turned or self.is_protected(prey):
            return False
        is_elder = self.card[prey] == "elder" and self.works(prey)
        if is_elder:
            self.bitten_before.add(prey)
        if prey in self.healed:
            return False
        if is_elder:
            self.wounds[prey] = self.wounds.get(prey, 0) + 1
            return self.wounds[prey] >= int(self.opt["elder_lives"])
        return True

    def listen_to_bear(self, seat: int) -> None:
        """BEAR-1, BEAR-3, BEAR-4, HOUSE-9"""
        is_called = self.opt["bear_tamer_called_n1"] or self.opt["cards_known_to_app"]
        is_own = seat in self.infected and self.opt["infected_bear_grunts"]
        if is_called and self.works(seat) and (is_own or self.neighbours(seat) & self.wolves):
            self.grunts.append(self.place)

    # -- the day --

    def offer_election(self) -> None:
        if not self.sheriff and not self.no_more_sheriff and self.ask("sheriff.now"):
            self.elect()

    def elect(self) -> None:
        """SHERIFF-1, SHERIFF-9, SHERIFF-10"""
        tied = list(self.living)
        for _ in range(2):
            cast = self.ask("sheriff.elect", 0, tied, voters=self.living, barred={}, weights={})
            tied = self.most_voted(cast, {})
            if len(tied) < 2:
                break
        if len(tied) == 1:
            self.sheriff = tied[0]
        else:
            self.no_election_before = self.day + 1

    @staticmethod
    def most_voted(cast: dict[int, int | None], weights: dict[int, int]) -> list[int]:
        counts = Referee.count(cast, weights)
        return sorted(seat for seat, count in counts.items() if count == max(counts.values()))

    @staticmethod
    def count(cast: dict[int, int | None], weights: dict[int, int]) -> dict[int, int]:
        counts: dict[int, int] = {}
        for voter, seat in cast.items():
            if seat is not None:
                counts[seat] = counts.get(seat, 0) + weights.get(voter, 1)
        return counts

    def daytime(self) -> None:
        self.debate()
        for _ in range(self.vote(is_first=True)):
            self.vote(is_first=False)
        if self.opt["victory_checks"] == "dawn_and_dusk":
            self.check()

    def debate(self) -> None:
        while True:
            options = ["vote"]
            earliest = max(self.no_election_before, 1 if self.opt["sheriff_election"] == "first_day" else 0)
            is_vacant = not self.sheriff and not self.no_more_sheriff and self.opt["sheriff_election"] != "off"
            if is_vacant and self.day >= earliest:
                options.append("sheriff.elect")
            choice = self.ask("day.debate", 0, options)
            if choice == "nobody_wins":
                raise Over("nobody", self.left)  # WIN-15, the moderator's word
            if choice == "vote":
                return
            self.elect()

    def vote(self, *, is_first: bool) -> int:
        """One vote; how many more the Judge wants (VOTE-6 to VOTE-20, JUDGE-2)."""
        voters = [seat for seat in self.living if seat not in self.shown_idiots]
        for day, chosen in self.voter_lists:
            voters = [seat for seat in voters if day != self.day or seat in chosen]
        is_spared: set[int] = set() if self.opt["revealed_idiot_votable"] else self.shown_idiots  # IDIOT-8
        options = [seat for seat in self.living if seat not in is_spared or self.is_in_despair(seat)]  # AMD-11
        if not voters or not options:
            return 0
        barred = {seat: self.partners(seat) | (set() if self.opt["self_vote"] else {seat}) for seat in voters}
        weights = {self.sheriff: self.opt["sheriff_vote_weight"]}
        cast = self.ask("vote.ballots", 0, options, voters=voters, barred=barred, weights=weights)
        self.votes_held += 1
        more = self.signs(voters) if is_first else 0
        counts = self.count(cast, weights)
        top = self.most_voted(cast, weights)
        if len(top) == 1:
            is_enough = 2 * counts[top[0]] > sum(counts.values())
            if self.opt["vote_threshold"] == "plurality" or is_enough:  # AMD-6
                self.condemn(top[0], VOTE)
        elif top:
            self.settle_tie(top, voters)
        return more

    def signs(self, voters: list[int]) -> int:
        """JUDGE-4, JUDGE-5; several Judges, one question each."""
        count = 0
        for seat in self.holders("wandering_judge"):
            may_sign = self.opt["judge_signal"] != "while_pointing" or seat in voters
            if seat in self.judges and self.works(seat) and may_sign and self.ask("wandering_judge.signed"):
                self.judges.discard(seat)
                count += 1
        return count

    def settle_tie(self, tied: list[int], voters: list[int]) -> None:
        """VOTE-9, VOTE-15, SCAPE-1, AMD-4, AMD-5"""
        goats = [seat for seat in self.holders("scapegoat") if self.works(seat)]
        may_break = self.opt["sheriff_breaks_ties"] and self.sheriff in voters
        if goats and (self.opt["tie_priority"] == "scapegoat_then_sheriff" or not may_break):
            self.condemn(goats[0], TIE)
            return
        chosen = 0
        if may_break:
            options = [seat for seat in tied if seat not in self.partners(self.sheriff)]
            chosen = self.pick("sheriff.tiebreak", self.sheriff, options, must=False)
        if chosen:
            self.condemn(chosen, VOTE)
        elif goats:
            self.condemn(goats[0], TIE)

    def condemn(self, seat: int, cause: str) -> None:
        """VOTE-16: the Servant, the card, the Idiot's pardon, the fall."""
        is_face_up = cause == TIE or seat in self.shown_idiots
        servants = [one for one in self.holders("devoted_servant") if one != seat and not self.partners(one)]
        servants = [one for one in servants if self.works(one)]
        if servants and not is_face_up:
            servant = self.pick("devoted_servant.act", 0, servants, must=False)
            if servant:
                self.serve(servant, seat)
                return
        if self.card[seat] == "village_idiot" and seat not in self.shown_idiots and self.works(seat):
            self.shown_idiots.add(seat)
            if seat == self.sheriff and self.opt["idiot_sheriff_loses_badge"] == "when_revealed":
                self.sheriff, self.no_more_sheriff = 0, True  # HOUSE-23
            return
        self.cascade({seat: {cause}})

    def serve(self, servant: int, seat: int) -> None:
        """SERV-1 to SERV-5, SERV-9, SERV-11"""
        self.take_card(servant, self.card[seat])
        if self.card[servant] == "cupid":
            self.new.discard(servant)  # CUPID-5
        else:
            self.new.add(servant)
        self.charmed.discard(servant)
        self.served, self.robbed = servant, {seat}
        self.cascade({seat: {VOTE}}, taken=self.robbed)
        self.served, self.robbed = 0, set()
