"""One death leading to others, until somebody has won or nothing more follows: RES."""

from __future__ import annotations

from collections.abc import Collection

from tests.referee.cards import FOLLY, GRIEF, MEAL, POISON, SHOT, TIE, VOTE, WHITE, WOLF_CARDS
from tests.referee.memory import Fallen
from tests.referee.victory import Over, Victory


class Deaths(Victory):
    """Batches, last wills, and the look at who has won after them."""

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

    def infect_with_disease(self, knight: int) -> None:
        """The first Werewolf to his left, of those alive now (KNIGHT-1, KNIGHT-4, KNIGHT-6, AMD-16)."""
        clockwise = [seat for seat in self.living if seat > knight] + [seat for seat in self.living if seat < knight]
        for seat in clockwise:
            is_guilty = seat in self.culprits.get(knight, set())
            if seat in self.wolves and (self.opt["knight_disease_pool"] == "any_werewolf" or is_guilty):
                self.diseased.append((self.night + 1, seat))
                return

    def gives_list(self, causes: set[str]) -> bool:
        """SCAPE-6"""
        wanted = self.opt["scapegoat_privilege_causes"]
        return wanted == "any" or TIE in causes or (wanted == "tie_or_vote" and VOTE in causes)

    def name_voters(self, goat: int) -> None:
        """SCAPE-5; a list given at dawn holds that very day (AMD-7)."""
        if self.living and not self.is_decided():
            chosen = self.ask("scapegoat.voters", goat, self.living, 1, len(self.living))
            seats = {chosen} if isinstance(chosen, int) else set(chosen)
            self.voter_lists.append((self.day if self.is_dawn else self.day + 1, seats))

    def succeed(self) -> None:
        """SHERIFF-4, SHERIFF-8, SHERIFF-11"""
        old, self.sheriff = self.sheriff, 0
        closed = {old, self.served} if old in self.robbed else {old}  # SERV-11
        heirs = [seat for seat in self.living if seat not in closed]
        if not heirs:
            self.no_more_sheriff = True
        elif not self.is_decided():
            self.sheriff = self.pick("sheriff.heir", old, heirs)

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
