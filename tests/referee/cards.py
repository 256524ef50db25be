"""The cards the referee knows, and of what their holders may die."""

from __future__ import annotations

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
