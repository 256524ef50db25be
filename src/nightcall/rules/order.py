"""Every order of the game, as tables of names. No rule carries a priority number.

A rule that overrides a door stands in that door's table; a test sees to it.
"""

from __future__ import annotations

from typing import Final

NIGHT: Final[tuple[tuple[str, str, object], ...]] = (
    # name of the call, and the option value that puts it at this place ("" = always)
    ("thief", "", None),
    ("spares", "", None),
    ("silent_roles", "little_girl_called_n1", False),
    ("actor", "", None),
    ("little_girl", "", None),
    ("silent_roles", "little_girl_called_n1", True),
    ("cupid", "", None),
    ("lovers", "lovers_position", "after_cupid"),
    ("full_moon_rising", "seer_position", "before_werewolves"),
    ("seer", "seer_position", "before_werewolves"),
    ("fox", "", None),
    ("lovers", "lovers_position", "after_fox"),
    ("wandering_judge", "", None),
    ("two_sisters", "", None),
    ("three_brothers", "", None),
    ("wild_child", "", None),
    ("bear_tamer", "", None),
    ("scandalmonger", "scandalmonger_position", "before_werewolves"),
    ("pyromaniac", "", None),
    ("defender", "", None),
    ("wolf_hound", "", None),
    ("moon_pack", "", None),
    ("werewolves", "", None),
    ("bakery", "", None),
    ("white_werewolf", "", None),
    ("moonlight_hard", "", None),
    ("cursed_wolf_father", "", None),
    ("big_bad_wolf", "", None),
    ("moonlight_hard", "", None),
    ("scandalmonger", "scandalmonger_position", "after_werewolves"),
    ("full_moon_rising", "seer_position", "after_werewolves"),
    ("seer", "seer_position", "after_werewolves"),
    ("witch", "", None),
    ("gypsy", "", None),
    ("piper", "", None),
    ("charmed", "", None),
)
"""One table serves every night and preset: a call that only belongs to the first night is made later only for
somebody new to the card (INS-4), and the Actor's borrowed roles wake him at the role's own place (INS-5)."""

ENTERING: Final = (
    "double_you",
    "double_you_big",
    "black_plague",
    "trusted_villager",
    "houses",
    "town_crier",
    "sheriff",
    "new_moon",
)
INSTEAD: Final[tuple[str, ...]] = (
    "full_moon_rising",
    "flood",
    "nightmare",
    "great_distrust",
    "bleak_monday",
    "black_plague",
    "surely_not_him",
)
BETWEEN: Final[tuple[str, ...]] = ("comings",)
NIGHTFALLS: Final[tuple[str, ...]] = ("writing_on_the_wall",)
DISCOVERIES: Final = ("somnambulism",)
SPYING: Final = ("little_girl",)
REACHING: Final = ("touch_of_death",)
"""What lies between choosing a meal and taking it (EVO-5)."""
BITES: Final = ("fire", "backfire", "defender", "pub", "specter")
"""Between the bite and the next call: what keeps the wolves' teeth from closing (NR-6, NR-12)."""
DAYBREAK: Final = ("diseased", "backfire", "elder", "mesmerized", "lycanthropic_trance")
AWAKENING: Final[tuple[str, ...]] = (
    "fire",
    "poster",
    "harvest_festival",
    "exchanged",
    "new_moon",
)
THREATS: Final = (
    "pardoned",
    "witch",
    "elder",
    "manor",
    "heads_or_tails",
    "pact_with_the_devil",
    "miracle",
    "harvest_festival",
)
"""Before a fall: "instead" (NR-7, NR-8). Healing comes first, so that a healed Elder loses no life."""
BEFORE_REVEAL: Final = ("pause", "village_idiot")
HIDING: Final[tuple[str, ...]] = ("burial", "executioner")
REVEALED: Final = ("village_idiot",)
FALLS: Final = (
    "double_you",
    "double_you_big",
    "moonlight",
    "moonlight_hard",
    "angel",
    "actor",
    "wild_child",
    "wolf_hound",
    "elder",
    "lovers",
    "pardoned",
    "mesmerized",
)
"""With the fall, before anybody reacts: RES-2, ACTOR-9, OPT-HIDE-SIDE, RES-5, RES-3, ELDER-9, TRAN-2.

Grief comes before whatever else may take the same player along: a couple mixed at its death stays so (AMD-15)."""
DEATHS: Final = ("wild_child", "hunter")
"""Reactions of the batch: RES-4, RES-6."""
AFTERWARDS: Final = (
    "knight_with_the_rusty_sword",
    "scapegoat",
    "sheriff",
    "farmers",
    "town_crier",
    "executioner",
    "houses",
)
"""Once no more death follows: RES-7, RES-12."""
MORNING: Final = (
    "fools_day",
    "bear_tamer",
    "moonlight",
    "moonlight_hard",
    "surely_not_him",
    "writing_on_the_wall",
    "harvest_festival",
    "lycanthropic_trance",
    "community_of_hamlets",
    "double_you",
    "double_you_big",
    "black_plague",
    "new_moon",
    "seance",
    "town_crier",
    "sheriff",
    "farmers",
    "bailiffs_house",
)
POWERS: Final = (
    "sheriff",
    "town_crier",
    "church",
    "hovel",
    "barber_shop",
    "executioner",
    "debate_rules",
    "good_manners",
    "eclipse",
    "not_me_nor_wolf",
    "black_plague",
    "stalemate",
    "community_of_hamlets",
)
POLLS: Final[tuple[str, ...]] = ("school",)
BALLOT: Final = (
    "voter_list",
    "pardoned",
    "debate_rules",
    "good_manners",
    "eclipse",
    "not_me_nor_wolf",
    "school",
    "barred",
    "pub",
    "sheriff",
    "harvest_festival",
    "little_rascal",
    "lovers",
    "poster",
    "influences",
    "nightmare",
    "fools_day",
)
COUNTED: Final = ("poster", "wandering_judge")
TIES: Final = ("scapegoat", "sheriff")
TIES_SHERIFF_FIRST: Final = ("sheriff", "scapegoat")
VOTED: Final[tuple[str, ...]] = (
    "harvest_festival",
    "early_night",
    "pub",
    "influences",
    "enthusiasm",
    "dissatisfaction",
    "heads_or_tails",
    "pact_with_the_devil",
    "manor",
)
EVENING: Final[tuple[str, ...]] = ("sheriff",)
ELECTORS: Final[tuple[str, ...]] = ("farmers",)
SWORN_IN: Final = ("town_crier",)
SHIELDS: Final = ("lovers", "pub", "harvest_festival")
FORGET: Final = ("charmed", "sheriff", "town_crier")
LEAVES: Final = ("sheriff", "town_crier", "executioner", "houses", "double_you", "double_you_big")
CLAIMS: Final = ("lovers",)
WITHDRAWING: Final = ("prejudiced_manipulator",)
VICTORIES: Final = (
    "prejudiced_manipulator",
    "nobody",
    "piper",
    "lovers",
    "white_werewolf",
    "werewolves",
    "lycanthropic_trance",
    "village",
)
"""WIN-9. The Angel comes before all of them, within the cascade (RES-2)."""

TABLES: Final[dict[str, tuple[str, ...]]] = {
    "enters": ENTERING,
    "instead_of": INSTEAD,
    "comes_between": BETWEEN,
    "nightfall": NIGHTFALLS,
    "discovered": DISCOVERIES,
    "spies": SPYING,
    "reaches": REACHING,
    "bitten": BITES,
    "daybreak": DAYBREAK,
    "awakening": AWAKENING,
    "threatened": THREATS,
    "before_reveal": BEFORE_REVEAL,
    "hides": HIDING,
    "revealed": REVEALED,
    "falls": FALLS,
    "died": DEATHS,
    "afterwards": AFTERWARDS,
    "morning": MORNING,
    "powers": POWERS,
    "polls": POLLS,
    "ballot": BALLOT,
    "counted": COUNTED,
    "tie": TIES,
    "voted": VOTED,
    "evening": EVENING,
    "electors": ELECTORS,
    "sworn_in": SWORN_IN,
    "shields": SHIELDS,
    "forget": FORGET,
    "leaves": LEAVES,
    "claims": CLAIMS,
    "withdraws": WITHDRAWING,
    "victory": VICTORIES,
}
"""Door -> its table."""

TABLES_UNDER: Final[dict[tuple[str, object], dict[str, tuple[str, ...]]]] = {
    ("tie_priority", "sheriff_then_scapegoat"): {"tie": TIES_SHERIFF_FIRST},
}
"""Option and value -> tables that hold under it in place of the usual ones."""
