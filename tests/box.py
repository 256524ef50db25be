"""What lies in the published boxes, by name. Whatever else the program may come to know is no part of them."""

from __future__ import annotations

from typing import Final

CHARACTERS: Final = (
    "werewolf big_bad_wolf cursed_wolf_father simple_villager trusted_villager seer cupid witch hunter "
    "little_girl defender elder scapegoat village_idiot two_sisters three_brothers fox bear_tamer wandering_judge "
    "knight_with_the_rusty_sword thief devoted_servant actor wild_child wolf_hound white_werewolf angel piper "
    "prejudiced_manipulator scandalmonger pyromaniac gypsy"
).split()
BUILDINGS: Final = ("farm school church hovel bakery barber_shop pub manor bailiffs_house").split()
EVENTS: Final = (
    "somnambulism touch_of_death executioner burial double_agent backfire specter full_moon_rising influences "
    "little_rascal dissatisfaction enthusiasm miracle flood fools_day woodland_gathering luncheon_for_seniors "
    "saturday_evening_ball gone_hunting good_manners eclipse not_me_nor_wolf punishment great_distrust nightmare "
    "heads_or_tails pact_with_the_devil saint_philip bleak_monday end_of_the_harvest radiant_sunday "
    "spiritualism_1 spiritualism_2 spiritualism_3 spiritualism_4 spiritualism_5"
).split()
VARIANTS: Final = (
    "moonlight moonlight_hard community_of_hamlets surely_not_him writing_on_the_wall double_you double_you_big "
    "harvest_festival black_plague lycanthropic_trance"
).split()
