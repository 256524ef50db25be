"""Every option: its values, and what each preset makes of it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from nightcall import OPTIONS, PRESETS, InvalidSetup, Options, Setup, rulebook
from nightcall.engine.options import RETIRED

PLAYERS = [f"P{number}" for number in range(8)]
DECK = ["werewolf"] * 2 + ["simple_villager"] * 6

# id | option | values | pact pacte helper classic ("=" as in pact; "-" cannot arise there; one value: every preset)
CANON = """
# Setup and scope
OPT-PLAYERS | player_range | 8-18/8-29 | 8-29 = = 8-18
OPT-CARDS-VILLAGER | simple_villager_cards | 9/13 | 9 = = 13
OPT-ROLE-POOL | role_pool | full/no_village/base | full = no_village base
OPT-BUILDINGS | buildings_available | true/false | true = false false
OPT-EVENTS | event_cards_available | true/false | true = = false
OPT-EVENT-POOL | event_pool | full_deck/documented_all/helper_only | full_deck = helper_only -
OPT-TRUSTED-PUBLIC | trusted_villager_public | true/false | true = false -
OPT-THIEF-SWAP | thief_swap | optional_unless_two_wolves/mandatory | optional_unless_two_wolves = mandatory =
HOUSE-17 | thief_must_take_wolf | true/false | true
HOUSE-18 | thief_spares | 1/2/3/4/5 | 2
HOUSE-26 | single_wolf_with_thief | refused/allowed | refused
HOUSE-18 | actor_trio | 1/2/3/4/5 | 3
OPT-ACTOR-FACES | actor_cards | face_down/face_up | face_down face_up face_up -
OPT-ACTOR-POOL | actor_card_pool | non_werewolf/villagers_only | non_werewolf = = -
HOUSE-27 | actor_beyond_box | refused/allowed | refused
HOUSE-28 | actor_wakes_again | when_he_plays/for_every_card | when_he_plays
OPT-ACTOR-PASS | actor_may_pass | true/false | true = false -
# Sheriff and Town Crier
OPT-SHERIFF-WHEN | sheriff_election | setup/first_day/moderator_call/off | setup = first_day moderator_call
HOUSE-16 | sheriff_elected_on | as_book/d1_dawn/d1_dusk/d2_dawn/d2_dusk/d3_dawn/d3_dusk/d4_dawn/d4_dusk/d5_dawn/d5_dusk\
 | as_book
HOUSE-15 | sheriff_vote_weight | 1/2/3 | 2
HOUSE-23 | idiot_sheriff_loses_badge | when_eliminated/when_revealed | when_eliminated
OPT-SHERIFF-TIE | sheriff_breaks_ties | true/false | true false false false
OPT-SHERIFF-MAJORITY | sheriff_election_majority | relative/moderator_decides | relative = = =
OPT-CRIER-WHEN | crier_appointment | sheriff_any_day/with_sheriff_election | sheriff_any_day = = -
OPT-CRIER-FIRST | crier_first_use | day_after_appointment/same_day | day_after_appointment = same_day -
OPT-CRIER-REVOKE | crier_revocation | after_event_before_vote/any_day_time | after_event_before_vote = any_day_time -
OPT-CRIER-CARDS | crier_cards_pass_on | true/false | true = = -
# Vote and day
OPT-TIE | tie_without_scapegoat | nobody/revote | nobody = = =
OPT-TIE-ORDER | tie_priority | scapegoat_then_sheriff/sheriff_then_scapegoat | scapegoat_then_sheriff = = -
OPT-MAJORITY | vote_threshold | plurality/absolute_majority | plurality = = =
OPT-IDIOT-DEBATE | revealed_idiot_may_debate | true/false | true = = -
OPT-JUDGE-SIGN | judge_signal | any_time_during_vote/while_pointing | any_time_during_vote while_pointing = -
HOUSE-10 | judge_signs | 1/2/3/4/5 | 1
HOUSE-20 | pardon_cancels_second_vote | neither/lord/idiot/both | neither
OPT-SCANDAL-SCOPE | scandal_scope | next_vote/next_day | next_vote = - -
HOUSE-11 | poster_votes | 1/2/3/4/5 | 2
HOUSE-24 | poster_lasts_until_vote | true/false | false
OPT-EVENT-TIMING | event_timing | before_victims/after_victims | after_victims = before_victims -
OPT-EVENT-READER | event_reader | last_eliminated/moderator_choice | last_eliminated = moderator_choice -
OPT-VICTORY-CHECK | victory_checks | after_every_cascade/dawn_and_dusk | after_every_cascade = dawn_and_dusk =
OPT-HIDE-SIDE | hide_side_of_ambiguous | off/vote_only/any_elimination | any_elimination vote_only off -
# Night: order and form of the calls
OPT-SEER-POS | seer_position | before_werewolves/after_werewolves | before_werewolves = after_werewolves =
OPT-LOVERS-POS | lovers_position | after_fox/after_cupid | after_fox = after_cupid after_cupid
OPT-SCANDAL-POS | scandalmonger_position | before_werewolves/after_werewolves | before_werewolves = - -
OPT-SCANDAL-PASS | scandalmonger_may_pass | true/false | false true - -
OPT-BEAR-CALL | bear_tamer_called_n1 | true/false | true = = -
OPT-LG-CALL | little_girl_called_n1 | true/false | false = true =
OPT-SIBLINGS | siblings_extra_wakes | never/every_other_night/moderator_call | never = moderator_call -
OPT-WHITE-CALL | white_werewolf_solo_call | even_nights/never_listed | even_nights = = -
HOUSE-2 | white_werewolf_every | 1/2/3/4/5 | 2
OPT-CHARMED-WAKE | charmed_wake | recognise_each_other/touched_only | recognise_each_other = touched_only -
OPT-SEER-PASS | seer_may_pass | true/false | false = = true
OPT-GYPSY-PASS | gypsy_may_pass | true/false | true = = -
OPT-GYPSY-CARD | spiritualism_card_chosen_by | moderator/gypsy | moderator = = -
# Powers
OPT-SEER-REVEAL | seer_reveal | card/wolf_thumb | card = wolf_thumb =
OPT-WITCH-SEES | witch_told_victim | always/only_with_heal | always = = =
OPT-WITCH-HEAL-TARGET | witch_heal_target | wolf_victim/any_player | wolf_victim = = =
OPT-WITCH-SELF-POISON | witch_may_poison_self | true/false | true = = =
OPT-WITCH-BOTH | witch_both_potions_same_night | true/false | true = = =
OPT-HUNTER-MUST | hunter_shot | must/may | must = = may
OPT-HUNTER-CAUSE | hunter_triggers | any_elimination/devoured_voted_grief/devoured_or_voted \
| any_elimination = = devoured_or_voted
OPT-LG-CAUGHT | little_girl_caught | devoured_instead/wolves_may_devour_instead/dies_of_fright_instead/no_rule \
| devoured_instead wolves_may_devour_instead no_rule dies_of_fright_instead
OPT-DEF-LG | defender_on_little_girl | no_effect/not_targetable | no_effect = not_targetable -
HOUSE-7 | defender_shields_little_girl | true/false | false
HOUSE-6 | defender_may_repeat | true/false | false
HOUSE-8 | fox_keeps_nose | true/false | false
HOUSE-9 | infected_bear_grunts | true/false | true
HOUSE-5 | elder_lives | 1/2/3/4/5 | 2
OPT-ELDER-DESPAIR | elder_despair_causes | some of vote/poison/hunter/barber | vote,poison,hunter,barber = vote -
HOUSE-21 | grief_is_despair | true/false | true
OPT-ELDER-INFECT | elder_infection_immunity | first_bite/first_infection | first_bite = = -
OPT-INFECT-KEEPS | infected_keeps | all_powers/night_powers | all_powers = = -
HOUSE-1 | wolves_may_eat_wolves | true/false | false
HOUSE-4 | wolf_hound_side | own_choice/by_lot | own_choice
OPT-BBW-MUST | big_bad_wolf_second_meal | must/may | must = may -
OPT-BBW-LOSS | bbw_power_ends_with | werewolf_wildchild_wolfhound/werewolf_only | werewolf_wildchild_wolfhound = = -
HOUSE-3 | big_bad_wolf_keeps_appetite | true/false | false
OPT-KNIGHT-POOL | knight_disease_pool | any_werewolf/culprits_only | any_werewolf culprits_only = -
OPT-PYRO-USES | pyromaniac_uses | once/every_night | once = - -
OPT-PIPER-COUNT | piper_targets | two/one_or_two | two = = -
HOUSE-13 | piper_charms | 1/2/3/4/5 | 2
OPT-PIPER-NEW | piper_targets_new_only | true/false | false true = -
OPT-LOVERS-HARM | lovers_restriction | vote_only/no_harm | vote_only no_harm = =
# Goals and endings
OPT-ANGEL-OPENING | angel_opening_vote | true/false | true = false -
OPT-ANGEL-WINDOW | angel_window | d0_vote_or_n1/first_vote_only/until_d2_vote | d0_vote_or_n1 = until_d2_vote -
OPT-ANGEL-CAUSE | angel_causes | any/vote_or_wolves | any vote_or_wolves = -
HOUSE-22 | angel_dawn_counts | true/false | true
OPT-ANGEL-LOVER | angel_in_love_keeps_goal | true/false | false true true -
OPT-WOLF-GOAL | wolf_victory | all_others_dead/last_villager_dead | all_others_dead = = last_villager_dead
OPT-VILLAGE-SURVIVOR | village_needs_survivor | true/false | true = false false
OPT-WHITE-BLOCKS | white_blocks_wolf_victory | true/false | false true = -
OPT-MANIP-END | manipulator_victory | leaves_game_continues/ends_game | leaves_game_continues ends_game ends_game -
OPT-LOVERS-PAIRS | lovers_team_pairs | villager_wolf/villager_wolf_or_piper \
| villager_wolf_or_piper = villager_wolf villager_wolf
HOUSE-12 | cupid_wins_with_lovers | true/false | false
HOUSE-14 | infected_loner_keeps_goal | true/false | false
# Buildings
OPT-BARBER-WOLF | barber_werewolf | any_current_werewolf/printed_wolf_cards \
| any_current_werewolf printed_wolf_cards - -
OPT-BAILIFF-WHEN | bailiff_vacancy | owner_died/any_vacancy | owner_died any_vacancy - -
OPT-LORD-REVOTE | lord_pardon_then | night/continue_day | night = - -
AMD-56 | barkeep_infection | by_curse/never | by_curse = never never
# New Moon events and spirits
OPT-SPIRIT-WHO | spirit_questioned | first_eliminated/first_wolf_victim | first_eliminated = first_wolf_victim -
OPT-SPIRIT-ANSWER | spirit_answered_by | dead_player/moderator | dead_player = moderator -
OPT-SPIRIT-MEDIUM | spiritualism_medium | left_of_last_eliminated/moderator_choice \
| left_of_last_eliminated = moderator_choice -
OPT-RASCAL-IMMUNE | rascal_cannot_be_devoured | true/false | true = = -
OPT-RASCAL-LENGTH | rascal_triple_vote | permanent/one_day | permanent = = -
OPT-GATHERING | event_woodland_gathering | true/false | true = false -
OPT-DISTRUST | great_distrust_friends | 2/3 | 2 = 3 -
OPT-NIGHTMARE-TIE | nightmare_tie | all_tied/tie_rules | all_tied = tie_rules -
OPT-SOMNAMBULISM | somnambulism_announces | card_seen/seer_result | card_seen = seer_result -
# Variants
OPT-HARVEST-SECRET | harvest_secret_lover_death | kills_deceitful_only/kills_both \
| kills_deceitful_only kills_both - -
OPT-HARVEST-VOTE | harvest_secret_pair_vote_ban | true/false | false true - -
OPT-HARVEST-NEIGHBOURS | harvest_neighbours | living/as_seated | living = - -
OPT-HAMLETS-LEAVE | hamlets_departure | day_before_vote_starts/day_unless_condemned \
| day_before_vote_starts day_unless_condemned - -
OPT-DOUBLE-PLAYERS | double_you_range | 7-9_both/7-9_small_only | 7-9_both 7-9_small_only - -
HOUSE-25 | surely_not_him_votes | every/on_request | every
# Switches for shared silences
SW-FAKE | fake_calls | true/false | true
HOUSE-19 | silent_without_target | true/false | false
SW-KNOWN | cards_known_to_app | true/false | false
SW-IDENT-N1 | identify_silent_roles_n1 | some cards | none
SW-WITCH-SHOWN | witch_shown_target | attacked/would_die | attacked
SW-BBW-BASIS | bbw_loss_basis | cards/status | cards
SW-SCAPEGOAT-CAUSE | scapegoat_privilege_causes | tie_or_vote/tie/any | tie_or_vote
SW-IDIOT-AGAIN | revealed_idiot_votable | true/false | false
SW-ELDER-IDIOT | elder_death_kills_revealed_idiot | true/false | false
SW-DESPAIR-SCOPE | despair_hits_infected_holders | true/false | true
SW-PARITY | wolf_parity_shortcut | true/false | false
SW-SPIRIT-TRUTH | spirit_truthful | true/false | true
SW-EVENT-RATE | event_every_n_mornings | 1/2/3 | 1
SW-VOTE-INPUT | vote_input | ballots/counts | ballots
SW-SELF-VOTE | self_vote | true/false | true
SW-ABSTAIN | abstention | true/false | true
SW-WOLFHOUND-CALL | wolf_hound_call | joins_werewolves/own_call | joins_werewolves
SW-DEFENDER-WHITE | defender_blocks_white | true/false | true
SW-ACTOR-EXPIRE | actor_effects_end_at_nightfall | true/false | true
"""


class Row(NamedTuple):
    id: str
    option: str
    values: str
    presets: list[str]


def rows() -> list[Row]:
    found = []
    for line in CANON.strip().splitlines():
        if line.startswith("#"):
            continue
        ident, option, values, presets = line.split(" | ")
        found.append(Row(ident, option, values, presets.split() if " " in presets else [presets] * 4))
    return found


def plain(word: str) -> Any:
    """A word of the table as the option's own value."""
    if word in ("true", "false"):
        return word == "true"
    return int(word) if word.isdigit() else word


def allowed(row: Row) -> set[tuple[type, Any]]:
    """With their types, as 1 and True are equal."""
    if row.values == "some cards":
        return set()
    words = row.values.removeprefix("some of ").split("/")
    return {(type(plain(word)), plain(word)) for word in words}


def value_in(row: Row, preset: str) -> Any:
    word = row.presets[PRESETS.index(preset)]
    if word in ("=", "-"):  # META-5
        word = row.presets[0]
    if row.values == "some cards":
        return ()
    return frozenset(word.split(",")) if row.values.startswith("some of ") else plain(word)


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.id)
def test_has_exactly_the_values_of_the_canon(row: Row) -> None:
    """META-10"""
    known = OPTIONS[row.option]
    assert known.id == row.id
    assert {(type(value), value) for value in known.values} == allowed(row)
    assert known.many == row.values.startswith("some ")


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("row", rows(), ids=lambda row: row.id)
def test_has_the_preset_s_value(row: Row, preset: str) -> None:
    """META-5"""
    given = getattr(Options.of(preset), row.option)
    wanted = value_in(row, preset)
    assert (type(given), given) == (type(wanted), wanted)


def test_there_are_no_other_options() -> None:
    assert [known.id for known in OPTIONS.values()] == [row.id for row in rows()]
    assert PRESETS == ("pact", "pacte", "helper", "classic")
    assert Options() == Options.of() == Options.of("pact")


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.id)
def test_may_be_changed_alone(row: Row) -> None:
    """META-6"""
    for _, value in allowed(row):
        given = [value] if row.values.startswith("some of ") else value
        changed = Options.of("helper", **{row.option: given})
        others = [name for name in OPTIONS if getattr(changed, name) != getattr(Options.of("helper"), name)]
        assert others in ([], [row.option])
        assert changed.difference() in ({}, {row.option: given})


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.id)
@pytest.mark.parametrize(
    "given", ["", "nonsense", None, 17, -1, 2.0, 1.0, b"card", ["nonsense", 3], {"a": 1}, {1, "a"}]
)
def test_refuses_any_other_value(row: Row, given: Any) -> None:
    with pytest.raises(InvalidSetup) as caught:
        Options.of(**{row.option: given})
    [fault] = caught.value.faults
    assert (fault.key, fault.rule, fault.facts["option"]) == ("setup.wrong_value", row.id, row.option)
    assert fault.facts["given"] is given


@pytest.mark.parametrize(
    ("option", "given"), [("fake_calls", 1), ("fake_calls", "true"), ("event_every_n_mornings", True)]
)
def test_a_number_is_no_yes_or_no(option: str, given: Any) -> None:
    with pytest.raises(InvalidSetup):
        Options.of(**{option: given})


def test_names_every_wrong_option_at_once() -> None:
    """META-6"""
    with pytest.raises(InvalidSetup) as caught:
        Options.of("homemade", seer_reveal="aura", self_vote=3, luck=True)
    faults = [(fault.key, fault.rule) for fault in caught.value.faults]
    assert faults == [
        ("setup.unknown_preset", "META-6"),
        ("setup.wrong_value", "OPT-SEER-REVEAL"),
        ("setup.wrong_value", "SW-SELF-VOTE"),
        ("setup.unknown_option", "META-6"),
    ]


SETTLED = {
    "deal_method": "OPT-DEAL",
    "prep_thief_actor": "OPT-PREP-ORDER",
    "harvest_witch_uses": "OPT-HARVEST-WITCH",
    "harvest_sheriff_votes": "OPT-HARVEST-SHERIFF",
    "plague_text": "OPT-PLAGUE",
    "all_dead_result": "SW-ALL-DEAD",
}
"""What was a choice once, and the rule that tells the table why it is none."""


def test_what_is_settled_is_told_by_its_rule() -> None:
    assert RETIRED == SETTLED


@pytest.mark.parametrize("name", SETTLED)
@pytest.mark.parametrize("given", ["thief_first", "nonsense", 3])
def test_an_option_nothing_hangs_on_is_read_and_ignored(name: str, given: Any) -> None:
    """META-6: the rulebook says why; a tape or a profile that names it is as good as ever."""
    options = Options.of("helper", seer_reveal="card", **{name: given})
    assert options == Options.of("helper", seer_reveal="card")
    assert options.difference() == {"seer_reveal": "card"}
    assert name not in OPTIONS
    [note] = options.notes()
    assert (note.key, note.rule, note.facts) == ("warning.retired_option", SETTLED[name], {"option": name})
    assert rulebook.entry(note.rule).options == ()
    setup = Setup.from_json({"players": PLAYERS, "deck": DECK, "options": {name: given}})
    assert setup == Setup.of(PLAYERS, DECK)
    assert note in setup.warnings()
    assert setup.to_json() == Setup.of(PLAYERS, DECK).to_json()


def test_cannot_change_during_the_game() -> None:
    """META-6"""
    with pytest.raises(AttributeError):
        Options().seer_reveal = "wolf_thumb"  # type: ignore[misc]


def test_the_difference_from_a_preset_is_what_was_really_changed() -> None:
    """META-6"""
    same = Options.of("helper", seer_reveal="wolf_thumb", elder_despair_causes=["vote"])
    assert same.difference() == {}
    other = Options.of("helper", seer_reveal="card", elder_despair_causes={"vote", "poison"})
    assert other.difference() == {"seer_reveal": "card", "elder_despair_causes": ["poison", "vote"]}
    assert Options.of("helper", **other.difference()) == other
