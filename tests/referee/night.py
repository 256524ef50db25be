"""The night, call by call, and the dawn after it: NR."""

from __future__ import annotations

from tests.referee.cards import DISEASE, FRIGHT, MEAL, POISON, WHITE, WOLF_CARDS
from tests.referee.elections import Elections
from tests.referee.victory import Over


class Night(Elections):
    """From the Thief's call to the bear."""

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
        spared = self.harmless(pack) if len(pack) == 1 else set()  # AMD-71
        options = [seat for seat in self.living if seat not in pack and seat not in spared]
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
        """NR-5, NR-6, NR-7, NR-8, ELDER-6"""
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
