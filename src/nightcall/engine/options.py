"""The table's choices: points on which the documents differ (OPT-*, AMD-*) and on which they are silent (SW-*), and
what tables play beside them (HOUSE-*; there every preset plays by the book).

A field's type lists its values, its default is the `pact` value, and the other presets are named where they
differ. Where a preset's document has no such card, the `pact` value stands (META-5). Points that leave nothing to
choose are in the rulebook alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from nightcall.engine.errors import Fault, InvalidSetup

PRESETS: Final = ("pact", "pacte", "helper", "classic")


RETIRED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "deal_method": "OPT-DEAL",
        "prep_thief_actor": "OPT-PREP-ORDER",
        "harvest_witch_uses": "OPT-HARVEST-WITCH",
        "harvest_sheriff_votes": "OPT-HARVEST-SHERIFF",
        "plague_text": "OPT-PLAGUE",
        "all_dead_result": "SW-ALL-DEAD",
    }
)
"""Options there were once, with the rule that says why nothing hangs on them: still read, and ignored with a note."""


def option(ident: str, pact: Any, **presets: Any) -> Any:
    return field(default=pact, metadata={"id": ident, "presets": MappingProxyType(presets)})


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Options:
    """Every option of a game. None may change once it has begun (META-6)."""

    preset: Literal["pact", "pacte", "helper", "classic"] = "pact"
    ignored: tuple[str, ...] = field(default=(), compare=False)
    """Retired options somebody still asked for."""

    # Setup and scope
    player_range: Literal["8-18", "8-29"] = option("OPT-PLAYERS", "8-29", classic="8-18")
    simple_villager_cards: Literal[9, 13] = option("OPT-CARDS-VILLAGER", 9, classic=13)
    role_pool: Literal["full", "no_village", "base"] = option(
        "OPT-ROLE-POOL", "full", helper="no_village", classic="base"
    )
    buildings_available: bool = option("OPT-BUILDINGS", True, helper=False, classic=False)
    event_cards_available: bool = option("OPT-EVENTS", True, classic=False)
    event_pool: Literal["full_deck", "documented_all", "helper_only"] = option(
        "OPT-EVENT-POOL", "full_deck", helper="helper_only"
    )
    trusted_villager_public: bool = option("OPT-TRUSTED-PUBLIC", True, helper=False)
    thief_swap: Literal["optional_unless_two_wolves", "mandatory"] = option(
        "OPT-THIEF-SWAP", "optional_unless_two_wolves", helper="mandatory"
    )
    thief_must_take_wolf: bool = option("HOUSE-17", True)
    thief_spares: Literal[1, 2, 3, 4, 5] = option("HOUSE-18", 2)
    single_wolf_with_thief: Literal["refused", "allowed"] = option("HOUSE-26", "refused")
    actor_trio: Literal[1, 2, 3, 4, 5] = option("HOUSE-18", 3)
    actor_cards: Literal["face_down", "face_up"] = option(
        "OPT-ACTOR-FACES", "face_down", pacte="face_up", helper="face_up"
    )
    actor_card_pool: Literal["non_werewolf", "villagers_only"] = option("OPT-ACTOR-POOL", "non_werewolf")
    actor_beyond_box: Literal["refused", "allowed"] = option("HOUSE-27", "refused")
    actor_wakes_again: Literal["when_he_plays", "for_every_card"] = option("HOUSE-28", "when_he_plays")
    actor_may_pass: bool = option("OPT-ACTOR-PASS", True, helper=False)

    # Sheriff and Town Crier
    sheriff_election: Literal["setup", "first_day", "moderator_call", "off"] = option(
        "OPT-SHERIFF-WHEN", "setup", helper="first_day", classic="moderator_call"
    )
    sheriff_elected_on: Literal[
        "as_book",
        "d1_dawn",
        "d1_dusk",
        "d2_dawn",
        "d2_dusk",
        "d3_dawn",
        "d3_dusk",
        "d4_dawn",
        "d4_dusk",
        "d5_dawn",
        "d5_dusk",
    ] = option("HOUSE-16", "as_book")
    sheriff_vote_weight: Literal[1, 2, 3] = option("HOUSE-15", 2)
    idiot_sheriff_loses_badge: Literal["when_eliminated", "when_revealed"] = option("HOUSE-23", "when_eliminated")
    sheriff_breaks_ties: bool = option("OPT-SHERIFF-TIE", True, pacte=False, helper=False, classic=False)
    sheriff_election_majority: Literal["relative", "moderator_decides"] = option("OPT-SHERIFF-MAJORITY", "relative")
    crier_appointment: Literal["sheriff_any_day", "with_sheriff_election"] = option("OPT-CRIER-WHEN", "sheriff_any_day")
    crier_first_use: Literal["day_after_appointment", "same_day"] = option(
        "OPT-CRIER-FIRST", "day_after_appointment", helper="same_day"
    )
    crier_revocation: Literal["after_event_before_vote", "any_day_time"] = option(
        "OPT-CRIER-REVOKE", "after_event_before_vote", helper="any_day_time"
    )
    crier_cards_pass_on: bool = option("OPT-CRIER-CARDS", True)

    # Vote and day
    tie_without_scapegoat: Literal["nobody", "revote"] = option("OPT-TIE", "nobody")
    tie_priority: Literal["scapegoat_then_sheriff", "sheriff_then_scapegoat"] = option(
        "OPT-TIE-ORDER", "scapegoat_then_sheriff"
    )
    vote_threshold: Literal["plurality", "absolute_majority"] = option("OPT-MAJORITY", "plurality")
    revealed_idiot_may_debate: bool = option("OPT-IDIOT-DEBATE", True)
    judge_signal: Literal["any_time_during_vote", "while_pointing"] = option(
        "OPT-JUDGE-SIGN", "any_time_during_vote", pacte="while_pointing"
    )
    judge_signs: Literal[1, 2, 3, 4, 5] = option("HOUSE-10", 1)
    pardon_cancels_second_vote: Literal["neither", "lord", "idiot", "both"] = option("HOUSE-20", "neither")
    scandal_scope: Literal["next_vote", "next_day"] = option("OPT-SCANDAL-SCOPE", "next_vote")
    poster_votes: Literal[1, 2, 3, 4, 5] = option("HOUSE-11", 2)
    poster_lasts_until_vote: bool = option("HOUSE-24", False)
    event_timing: Literal["before_victims", "after_victims"] = option(
        "OPT-EVENT-TIMING", "after_victims", helper="before_victims"
    )
    event_reader: Literal["last_eliminated", "moderator_choice"] = option(
        "OPT-EVENT-READER", "last_eliminated", helper="moderator_choice"
    )
    victory_checks: Literal["after_every_cascade", "dawn_and_dusk"] = option(
        "OPT-VICTORY-CHECK", "after_every_cascade", helper="dawn_and_dusk"
    )
    hide_side_of_ambiguous: Literal["off", "vote_only", "any_elimination"] = option(
        "OPT-HIDE-SIDE", "any_elimination", pacte="vote_only", helper="off"
    )

    # Night: order and form of the calls
    seer_position: Literal["before_werewolves", "after_werewolves"] = option(
        "OPT-SEER-POS", "before_werewolves", helper="after_werewolves"
    )
    lovers_position: Literal["after_fox", "after_cupid"] = option(
        "OPT-LOVERS-POS", "after_fox", helper="after_cupid", classic="after_cupid"
    )
    scandalmonger_position: Literal["before_werewolves", "after_werewolves"] = option(
        "OPT-SCANDAL-POS", "before_werewolves"
    )
    scandalmonger_may_pass: bool = option("OPT-SCANDAL-PASS", False, pacte=True)
    bear_tamer_called_n1: bool = option("OPT-BEAR-CALL", True)
    little_girl_called_n1: bool = option("OPT-LG-CALL", False, helper=True)
    siblings_extra_wakes: Literal["never", "every_other_night", "moderator_call"] = option(
        "OPT-SIBLINGS", "never", helper="moderator_call"
    )
    white_werewolf_solo_call: Literal["even_nights", "never_listed"] = option("OPT-WHITE-CALL", "even_nights")
    white_werewolf_every: Literal[1, 2, 3, 4, 5] = option("HOUSE-2", 2)
    charmed_wake: Literal["recognise_each_other", "touched_only"] = option(
        "OPT-CHARMED-WAKE", "recognise_each_other", helper="touched_only"
    )
    seer_may_pass: bool = option("OPT-SEER-PASS", False, classic=True)
    gypsy_may_pass: bool = option("OPT-GYPSY-PASS", True)
    spiritualism_card_chosen_by: Literal["moderator", "gypsy"] = option("OPT-GYPSY-CARD", "moderator")

    # Powers
    seer_reveal: Literal["card", "wolf_thumb"] = option("OPT-SEER-REVEAL", "card", helper="wolf_thumb")
    witch_told_victim: Literal["always", "only_with_heal"] = option("OPT-WITCH-SEES", "always")
    witch_heal_target: Literal["wolf_victim", "any_player"] = option("OPT-WITCH-HEAL-TARGET", "wolf_victim")
    witch_may_poison_self: bool = option("OPT-WITCH-SELF-POISON", True)
    witch_both_potions_same_night: bool = option("OPT-WITCH-BOTH", True)
    hunter_shot: Literal["must", "may"] = option("OPT-HUNTER-MUST", "must", classic="may")
    hunter_triggers: Literal["any_elimination", "devoured_voted_grief", "devoured_or_voted"] = option(
        "OPT-HUNTER-CAUSE", "any_elimination", classic="devoured_or_voted"
    )
    little_girl_caught: Literal[
        "devoured_instead", "wolves_may_devour_instead", "dies_of_fright_instead", "no_rule"
    ] = option(
        "OPT-LG-CAUGHT",
        "devoured_instead",
        pacte="wolves_may_devour_instead",
        helper="no_rule",
        classic="dies_of_fright_instead",
    )
    defender_on_little_girl: Literal["no_effect", "not_targetable"] = option(
        "OPT-DEF-LG", "no_effect", helper="not_targetable"
    )
    defender_shields_little_girl: bool = option("HOUSE-7", False)
    defender_may_repeat: bool = option("HOUSE-6", False)
    fox_keeps_nose: bool = option("HOUSE-8", False)
    infected_bear_grunts: bool = option("HOUSE-9", True)
    elder_lives: Literal[1, 2, 3, 4, 5] = option("HOUSE-5", 2)
    elder_despair_causes: frozenset[Literal["vote", "poison", "hunter", "barber"]] = option(
        "OPT-ELDER-DESPAIR", frozenset({"vote", "poison", "hunter", "barber"}), helper=frozenset({"vote"})
    )
    grief_is_despair: bool = option("HOUSE-21", True)
    elder_infection_immunity: Literal["first_bite", "first_infection"] = option("OPT-ELDER-INFECT", "first_bite")
    infected_keeps: Literal["all_powers", "night_powers"] = option("OPT-INFECT-KEEPS", "all_powers")
    wolves_may_eat_wolves: bool = option("HOUSE-1", False)
    wolf_hound_side: Literal["own_choice", "by_lot"] = option("HOUSE-4", "own_choice")
    big_bad_wolf_second_meal: Literal["must", "may"] = option("OPT-BBW-MUST", "must", helper="may")
    bbw_power_ends_with: Literal["werewolf_wildchild_wolfhound", "werewolf_only"] = option(
        "OPT-BBW-LOSS", "werewolf_wildchild_wolfhound"
    )
    big_bad_wolf_keeps_appetite: bool = option("HOUSE-3", False)
    knight_disease_pool: Literal["any_werewolf", "culprits_only"] = option(
        "OPT-KNIGHT-POOL", "any_werewolf", pacte="culprits_only"
    )
    pyromaniac_uses: Literal["once", "every_night"] = option("OPT-PYRO-USES", "once")
    piper_targets: Literal["two", "one_or_two"] = option("OPT-PIPER-COUNT", "two")
    piper_charms: Literal[1, 2, 3, 4, 5] = option("HOUSE-13", 2)
    piper_targets_new_only: bool = option("OPT-PIPER-NEW", False, pacte=True)
    lovers_restriction: Literal["vote_only", "no_harm"] = option("OPT-LOVERS-HARM", "vote_only", pacte="no_harm")

    # Goals and endings
    angel_opening_vote: bool = option("OPT-ANGEL-OPENING", True, helper=False)
    angel_window: Literal["d0_vote_or_n1", "first_vote_only", "until_d2_vote"] = option(
        "OPT-ANGEL-WINDOW", "d0_vote_or_n1", helper="until_d2_vote"
    )
    angel_causes: Literal["any", "vote_or_wolves"] = option("OPT-ANGEL-CAUSE", "any", pacte="vote_or_wolves")
    angel_dawn_counts: bool = option("HOUSE-22", True)
    angel_in_love_keeps_goal: bool = option("OPT-ANGEL-LOVER", False, pacte=True, helper=True)
    wolf_victory: Literal["all_others_dead", "last_villager_dead"] = option(
        "OPT-WOLF-GOAL", "all_others_dead", classic="last_villager_dead"
    )
    village_needs_survivor: bool = option("OPT-VILLAGE-SURVIVOR", True, helper=False, classic=False)
    white_blocks_wolf_victory: bool = option("OPT-WHITE-BLOCKS", False, pacte=True)
    manipulator_victory: Literal["leaves_game_continues", "ends_game"] = option(
        "OPT-MANIP-END", "leaves_game_continues", pacte="ends_game", helper="ends_game"
    )
    lovers_team_pairs: Literal["villager_wolf", "villager_wolf_or_piper"] = option(
        "OPT-LOVERS-PAIRS", "villager_wolf_or_piper", helper="villager_wolf", classic="villager_wolf"
    )
    cupid_wins_with_lovers: bool = option("HOUSE-12", False)
    infected_loner_keeps_goal: bool = option("HOUSE-14", False)

    # Buildings
    barber_werewolf: Literal["any_current_werewolf", "printed_wolf_cards"] = option(
        "OPT-BARBER-WOLF", "any_current_werewolf", pacte="printed_wolf_cards"
    )
    bailiff_vacancy: Literal["owner_died", "any_vacancy"] = option(
        "OPT-BAILIFF-WHEN", "owner_died", pacte="any_vacancy"
    )
    lord_pardon_then: Literal["night", "continue_day"] = option("OPT-LORD-REVOTE", "night")
    barkeep_infection: Literal["by_curse", "never"] = option("AMD-56", "by_curse", helper="never", classic="never")

    # New Moon events and spirits
    spirit_questioned: Literal["first_eliminated", "first_wolf_victim"] = option(
        "OPT-SPIRIT-WHO", "first_eliminated", helper="first_wolf_victim"
    )
    spirit_answered_by: Literal["dead_player", "moderator"] = option(
        "OPT-SPIRIT-ANSWER", "dead_player", helper="moderator"
    )
    spiritualism_medium: Literal["left_of_last_eliminated", "moderator_choice"] = option(
        "OPT-SPIRIT-MEDIUM", "left_of_last_eliminated", helper="moderator_choice"
    )
    rascal_cannot_be_devoured: bool = option("OPT-RASCAL-IMMUNE", True)
    rascal_triple_vote: Literal["permanent", "one_day"] = option("OPT-RASCAL-LENGTH", "permanent")
    event_woodland_gathering: bool = option("OPT-GATHERING", True, helper=False)
    great_distrust_friends: Literal[2, 3] = option("OPT-DISTRUST", 2, helper=3)
    nightmare_tie: Literal["all_tied", "tie_rules"] = option("OPT-NIGHTMARE-TIE", "all_tied", helper="tie_rules")
    somnambulism_announces: Literal["card_seen", "seer_result"] = option(
        "OPT-SOMNAMBULISM", "card_seen", helper="seer_result"
    )

    # Variants
    harvest_secret_lover_death: Literal["kills_deceitful_only", "kills_both"] = option(
        "OPT-HARVEST-SECRET", "kills_deceitful_only", pacte="kills_both"
    )
    harvest_secret_pair_vote_ban: bool = option("OPT-HARVEST-VOTE", False, pacte=True)
    harvest_neighbours: Literal["living", "as_seated"] = option("OPT-HARVEST-NEIGHBOURS", "living")
    hamlets_departure: Literal["day_before_vote_starts", "day_unless_condemned"] = option(
        "OPT-HAMLETS-LEAVE", "day_before_vote_starts", pacte="day_unless_condemned"
    )
    double_you_range: Literal["7-9_both", "7-9_small_only"] = option(
        "OPT-DOUBLE-PLAYERS", "7-9_both", pacte="7-9_small_only"
    )
    surely_not_him_votes: Literal["every", "on_request"] = option("HOUSE-25", "every")

    # Switches for shared silences
    fake_calls: bool = option("SW-FAKE", True)
    silent_without_target: bool = option("HOUSE-19", False)
    cards_known_to_app: bool = option("SW-KNOWN", False)
    identify_silent_roles_n1: tuple[str, ...] = option("SW-IDENT-N1", ())
    witch_shown_target: Literal["attacked", "would_die"] = option("SW-WITCH-SHOWN", "attacked")
    bbw_loss_basis: Literal["cards", "status"] = option("SW-BBW-BASIS", "cards")
    scapegoat_privilege_causes: Literal["tie_or_vote", "tie", "any"] = option("SW-SCAPEGOAT-CAUSE", "tie_or_vote")
    revealed_idiot_votable: bool = option("SW-IDIOT-AGAIN", False)
    elder_death_kills_revealed_idiot: bool = option("SW-ELDER-IDIOT", False)
    despair_hits_infected_holders: bool = option("SW-DESPAIR-SCOPE", True)
    wolf_parity_shortcut: bool = option("SW-PARITY", False)
    spirit_truthful: bool = option("SW-SPIRIT-TRUTH", True)
    event_every_n_mornings: Literal[1, 2, 3] = option("SW-EVENT-RATE", 1)
    vote_input: Literal["ballots", "counts"] = option("SW-VOTE-INPUT", "ballots")
    self_vote: bool = option("SW-SELF-VOTE", True)
    abstention: bool = option("SW-ABSTAIN", True)
    wolf_hound_call: Literal["joins_werewolves", "own_call"] = option("SW-WOLFHOUND-CALL", "joins_werewolves")
    defender_blocks_white: bool = option("SW-DEFENDER-WHITE", True)
    actor_effects_end_at_nightfall: bool = option("SW-ACTOR-EXPIRE", True)

    @classmethod
    def of(cls, preset: str = "pact", **changes: Any) -> Options:
        """A preset with some changes; every wrong name or value is reported at once."""
        options, faults = cls.read(preset, changes)
        if faults:
            raise InvalidSetup(faults)
        return options

    @classmethod
    def read(cls, preset: str, changes: Mapping[str, Any]) -> tuple[Options, list[Fault]]:
        """The options as far as they make sense, and what is wrong with the rest."""
        faults = []
        if preset not in PRESETS:
            faults.append(
                Fault("setup.unknown_preset", "META-6", {"given": preset, "allowed": PRESETS}, about=("options",))
            )
            preset = "pact"
        values: dict[str, Any] = {}
        for name, given in changes.items():
            if name in RETIRED:
                continue
            known = OPTIONS.get(name)
            if known is None:
                faults.append(Fault("setup.unknown_option", "META-6", {"option": name}, about=("options",)))
                continue
            try:
                values[name] = known.accept(given)
            except ValueError:
                facts = {"option": name, "given": given, "allowed": known.values}
                faults.append(Fault("setup.wrong_value", known.id, facts, about=("options",)))
        base = {name: known.default(preset) for name, known in OPTIONS.items()}
        ignored = tuple(name for name in changes if name in RETIRED)
        return cls(preset=preset, ignored=ignored, **(base | values)), faults  # type: ignore[arg-type]  # checked above

    def notes(self) -> list[Fault]:
        """What was asked for in vain."""
        return [
            Fault("warning.retired_option", RETIRED[name], {"option": name}, about=("options",))
            for name in self.ignored
        ]

    def __repr__(self) -> str:
        changes = "".join(f", {name}={value!r}" for name, value in self.difference().items())
        return f"Options.of({self.preset!r}{changes})"

    def difference(self) -> dict[str, Any]:
        """What differs from the preset, in the order of the list above."""
        return {
            name: plain(getattr(self, name))
            for name, known in OPTIONS.items()
            if getattr(self, name) != known.default(self.preset)
        }


def plain(value: Any) -> Any:
    """The value as JSON can hold it."""
    return sorted(value) if isinstance(value, frozenset) else list(value) if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class Option:
    """What is known about one option: its rule id, name, values, and preset values."""

    id: str
    name: str
    values: tuple[Any, ...]
    """Every value, or every member for the two options that hold several; () = names of cards."""
    many: bool
    pact: Any
    presets: Mapping[str, Any]

    def default(self, preset: str) -> Any:
        return self.presets.get(preset, self.pact)

    def accept(self, given: Any) -> Any:
        """The value in its typed form; ValueError if it is none."""
        if not self.many:
            # True == 1, so the types must agree as well.
            if any(given == value and type(given) is type(value) for value in self.values):
                return given
            raise ValueError(given)
        if isinstance(given, str) or not isinstance(given, (list, tuple, set, frozenset)):
            raise ValueError(given)
        if not all(isinstance(member, str) for member in given):
            raise ValueError(given)
        members = sorted(given) if isinstance(given, (set, frozenset)) else list(given)
        if self.values and any(member not in self.values for member in members):
            raise ValueError(given)
        return frozenset(members) if isinstance(self.pact, frozenset) else tuple(dict.fromkeys(members))


def _describe(found: Field[Any], hint: Any) -> Option:
    many = get_origin(hint) in (frozenset, tuple)
    inner = get_args(hint)[0] if many else hint
    values: tuple[Any, ...] = (True, False) if inner is bool else () if inner is str else get_args(inner)
    meta = found.metadata
    return Option(meta["id"], found.name, values, many, found.default, meta["presets"])


def _catalogue() -> Mapping[str, Option]:
    hints = get_type_hints(Options)
    return {found.name: _describe(found, hints[found.name]) for found in fields(Options) if found.metadata}


OPTIONS: Final[Mapping[str, Option]] = _catalogue()


@cache
def preset(name: str) -> Options:
    return Options.of(name)
