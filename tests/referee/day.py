"""The day: the debate, the vote, and what becomes of whoever is condemned."""

from __future__ import annotations

from tests.referee.cards import TIE, VOTE
from tests.referee.elections import Elections
from tests.referee.victory import Over


class Day(Elections):
    """From the debate to the last vote."""

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
        """One vote, and how many more the Judge wants (JUDGE-2)."""
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
        """SERV-1, SERV-2, SERV-3, SERV-4, SERV-5, SERV-9, SERV-11"""
        self.take_card(servant, self.card[seat])
        if self.card[servant] == "cupid":
            self.new.discard(servant)  # CUPID-5
        else:
            self.new.add(servant)
        self.charmed.discard(servant)
        self.served, self.robbed = servant, {seat}
        self.cascade({seat: {VOTE}}, taken=self.robbed)
        self.served, self.robbed = 0, set()
