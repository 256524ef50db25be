"""The table before the first call: what is refused, what is merely unusual, and how it is written down."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace
from typing import Any

import pytest

from nightcall import Fault, InvalidSetup, Options, Setup, play, recommended
from nightcall.engine import tape
from nightcall.rules.catalogue import characters

NAMES = ["Ann", "Bea", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
DECK = ["werewolf", "werewolf", "seer", "witch", "hunter", *["simple_villager"] * 3]
PLAIN: dict[str, Any] = {"players": NAMES, "deck": DECK}

ZWNJ, ZWJ = "\N{ZERO WIDTH NON-JOINER}", "\N{ZERO WIDTH JOINER}"
PERSIAN = f"علی{ZWNJ}رضا"
FAMILY = f"👨{ZWJ}👩{ZWJ}👧"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


def faults(**given: Any) -> list[Fault]:
    """What is wrong with the plain table once this is changed."""
    with pytest.raises(InvalidSetup) as caught:
        Setup.of(**(PLAIN | given))
    return list(caught.value.faults)


def reasons(**given: Any) -> list[tuple[str, str]]:
    return [(fault.key, fault.rule) for fault in faults(**given)]


def deck(*first: str, size: int = 8) -> list[str]:
    return [*first, *["simple_villager"] * (size - len(first))]


# -- what is refused --


@pytest.mark.parametrize("count", [-5, 0, 1, 2, 61, 600, 601, 10**9, 10**12])
def test_needs_three_players_at_least(count: int) -> None:
    """GEN-12: and says how many were given."""
    [fault] = [fault for fault in faults(players=count) if fault.key == "setup.player_count"]
    assert (fault.rule, fault.facts) == ("GEN-12", {"given": count, "low": 3, "high": 60})


def test_plays_with_three() -> None:
    """GEN-12"""
    setup = Setup.of(3, {"werewolf": 1, "simple_villager": 2})
    assert setup.players == ("1", "2", "3")
    assert setup.deck == ("werewolf", "simple_villager", "simple_villager")


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (deck("werewolf", size=7), ("setup.deck_size", "GEN-19")),
        (deck("werewolf", size=9), ("setup.deck_size", "GEN-19")),
        (deck("thief", "werewolf", "werewolf"), ("setup.deck_size", "GEN-19")),
        (deck("thief", "werewolf", size=10), ("setup.spare_wolf", "GEN-14")),
        (deck("werewolf", "vampire"), ("setup.unknown_card", "GEN-19")),
        (deck("werewolf", "sheriff"), ("setup.unknown_card", "GEN-19")),
        (deck("werewolf", "lovers"), ("setup.unknown_card", "GEN-19")),
        (deck("seer"), ("setup.no_wolf", "GEN-20")),
        (["werewolf"] * 8, ("setup.only_wolves", "GEN-20")),
        (["white_werewolf"] + ["werewolf"] * 7, ("setup.only_wolves", "GEN-20")),
        (deck("werewolf", "two_sisters"), ("setup.broken_set", "SIB-3")),
        (deck("werewolf", "three_brothers", "three_brothers"), ("setup.broken_set", "SIB-3")),
        (deck("werewolf", "actor"), ("setup.actor_count", "ACTOR-1")),
        (deck("werewolf", "prejudiced_manipulator"), ("setup.group_count", "MANIP-1")),
    ],
)
def test_refuses_an_impossible_deck(cards: list[str], reason: tuple[str, str]) -> None:
    """GEN-14, GEN-19, GEN-20, SIB-3, ACTOR-1, MANIP-1"""
    assert reason in reasons(deck=cards)


def test_a_deck_of_the_wrong_size_is_mended_among_the_cards() -> None:
    """GEN-19: it is compared with the players, but nobody is sent home."""
    [fault] = [fault for fault in faults(deck=deck("werewolf", size=9)) if fault.key == "setup.deck_size"]
    assert fault.about == ("deck", "players")


def test_the_white_werewolf_alone_makes_a_deck() -> None:
    """GEN-20"""
    assert Setup.of(8, deck("white_werewolf"))


@pytest.mark.parametrize(
    ("trio", "reason"),
    [
        (("seer", "fox"), ("setup.actor_count", "ACTOR-1")),
        (("seer", "fox", "big_bad_wolf"), ("setup.actor_wolf", "ACTOR-1")),
        (("seer", "fox", "white_werewolf"), ("setup.actor_wolf", "ACTOR-1")),
        (("seer", "fox", "simple_villager"), ("setup.actor_powerless", "ACTOR-5")),
        (("seer", "fox", "trusted_villager"), ("setup.actor_powerless", "ACTOR-5")),
        (("seer", "fox", "wild_child"), ("setup.actor_powerless", "ACTOR-M18")),
        (("seer", "fox", "angel"), ("setup.actor_powerless", "ACTOR-M18")),
        (("seer", "fox", "witch"), ("setup.actor_not_in_box", "ACTOR-5")),
        (("seer", "seer", "fox"), ("setup.actor_not_in_box", "ACTOR-5")),
        (("seer", "fox", "vampire"), ("setup.unknown_card", "ACTOR-1")),
    ],
)
def test_refuses_cards_an_actor_cannot_play(trio: tuple[str, ...], reason: tuple[str, str]) -> None:
    """ACTOR-1, ACTOR-5, ACTOR-M18"""
    assert reasons(deck=deck("werewolf", "actor", "witch"), trio=trio) == [reason]


def test_an_actor_may_be_kept_to_villagers() -> None:
    """OPT-ACTOR-POOL"""
    table: dict[str, Any] = {"deck": deck("werewolf", "actor"), "trio": ["seer", "piper", "devoted_servant"]}
    assert Setup.of(NAMES, **table, actor_card_pool="non_werewolf")
    assert faults(**table, actor_card_pool="villagers_only") == [
        Fault("setup.actor_villagers_only", "OPT-ACTOR-POOL", {"card": "piper"}),
        Fault("setup.actor_villagers_only", "OPT-ACTOR-POOL", {"card": "devoted_servant"}),
    ]


@pytest.mark.parametrize(
    ("groups", "reason"),
    [
        (["old", "young"] * 3, ("setup.group_count", "MANIP-1")),
        (["old"] * 8, ("setup.two_groups", "MANIP-10")),
        (["old", "young", "middle", *["old"] * 5], ("setup.two_groups", "MANIP-10")),
    ],
)
def test_the_manipulator_needs_two_groups(groups: list[str], reason: tuple[str, str]) -> None:
    """MANIP-1, MANIP-10"""
    assert reasons(deck=deck("werewolf", "prejudiced_manipulator"), groups=groups) == [reason]


def test_the_trusted_card_cannot_lie_in_the_middle() -> None:
    """TRUST-4"""
    cards = [*deck("thief", "werewolf", "werewolf", size=9), "trusted_villager"]
    assert reasons(deck=cards, cards_known_to_app=True) == [("setup.never_spare", "TRUST-4")]
    with pytest.raises(InvalidSetup) as caught:
        Setup.of(NAMES, cards, cards_known_to_app=True)
    assert [fault.about for fault in caught.value.faults] == [("deck", "players")], "another order helps, too"
    assert Setup.of(NAMES, cards, cards_known_to_app=True, seed=3)
    assert Setup.of(NAMES, cards)


def test_only_roles_that_may_be_there_are_identified() -> None:
    """SW-IDENT-N1"""
    assert reasons(identify_silent_roles_n1=["elder"]) == [("setup.silent_role_absent", "SW-IDENT-N1")]
    assert Setup.of(NAMES, DECK, identify_silent_roles_n1=["hunter"])
    assert Setup.of(NAMES, DECK, identify_silent_roles_n1=["elder"], also_announced=["elder"])


@pytest.mark.parametrize("name", ["", "x" * 41, "Ann\n", "An\nn", "Ann\x00", "\ud800", "An\u202en", ZWJ, "\u0301"])
def test_refuses_a_name_nobody_can_read(name: str) -> None:
    """GEN-2, AMD-70"""
    assert faults(players=[name, *NAMES[1:]]) == [Fault("setup.bad_name", "AMD-70", {"name": name, "limit": 40})]


@pytest.mark.parametrize("name", ["x" * 40, PERSIAN, FAMILY, SCOTLAND, "Zoé", "李雷", "O'Neil", "👩🏿", "❤️"])
def test_takes_any_name_people_write(name: str) -> None:
    """AMD-70: joiners and emoji are letters like others, and come back from a tape."""
    setup = Setup.of([name, *NAMES[1:]], DECK)
    assert setup.players[0] == name
    assert tape.loads(tape.dumps(play(setup))).setup == setup


def test_a_name_is_trimmed() -> None:
    """AMD-70"""
    assert Setup.of(["  Ann ", *NAMES[1:]], DECK) == Setup.of(NAMES, DECK)
    assert faults(players=["   ", *NAMES[1:]]) == [Fault("setup.bad_name", "AMD-70", {"name": "", "limit": 40})]


@pytest.mark.parametrize("name", ["Ann", "Ann ", " Ann"])
def test_refuses_two_players_of_one_name(name: str) -> None:
    """GEN-2, AMD-70"""
    assert faults(players=["Ann", name, *NAMES[2:]]) == [Fault("setup.same_name", "GEN-2", {"name": "Ann"})]


@pytest.mark.parametrize(
    ("name", "like"),
    [("Ann", "ann"), ("Zoé", "ZOE"), ("Zoé", "Zoe\u0301"), ("An Na", "An  Na"), (PERSIAN, PERSIAN.replace(ZWNJ, ""))],
)
def test_refuses_two_names_told_apart_by_nothing_one_hears(name: str, like: str) -> None:
    """AMD-70: compared without case and accents, and without what cannot be seen."""
    found = faults(players=[name, like, *NAMES[2:]])
    assert found == [Fault("setup.alike_name", "AMD-70", {"name": like, "like": name})]


def test_keeps_apart_what_looks_different() -> None:
    """AMD-70"""
    assert Setup.of(["Ann", "Anne", "Jean-Paul", "Jean Paul", "👩🏻", "👩🏿", "कुल", "कल"], DECK)


CYRILLIC = str.maketrans("AaBceHiKMOoPpTXxy", "АаВсеНіКМОоРрТХху")
GREEK = str.maketrans("ABEHIKMNOopTXZ", "ΑΒΕΗΙΚΜΝΟορΤΧΖ")


BLANK = "\u3164 \u2800 \u115f \u1160 \u034f \u17b4 \u17b5 \uffa0 \ufffc".split()


@pytest.mark.parametrize("hidden", [*BLANK, "\U000e0041", "\U000e0100", "\ufe0f", "\ufe00", "\u180b", ZWJ, ZWNJ])
@pytest.mark.parametrize("name", ["{}", "Ann{}", "A{}nn", "{}Ann", "A {} B"])
def test_refuses_what_nobody_can_see(name: str, hidden: str) -> None:
    """AMD-70: a joiner, a selector or a tag as well, where it holds nothing together."""
    [fault] = faults(players=[name.format(hidden), *NAMES[1:]])
    assert (fault.rule, fault.about) == ("AMD-70", ("players",))
    if fault.key != "setup.bad_name":  # as of a name with nothing else in it
        assert (fault.key, fault.facts["given"]) == ("setup.hidden_letter", f"U+{ord(hidden):04X}")


@pytest.mark.parametrize("spelt", ["hidden", "gbxxx", "ustx", ""])
def test_no_flag_hides_a_text(spelt: str) -> None:
    """AMD-70: tags spell the flags of England, Scotland and Wales, and nothing else."""
    flag = "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in spelt) + "\U000e007f"
    assert [fault.key for fault in faults(players=[flag, *NAMES[1:]])] == ["setup.hidden_letter"]
    assert [fault.key for fault in faults(players=[SCOTLAND + "\U000e0067", *NAMES[1:]])] == ["setup.hidden_letter"]


@pytest.mark.parametrize("name", ["Z" + "\u0301" * 39, "Ánn" + "\u0301" * 5, "a\u0941 \u0941", "\u0941a", "\u093fa"])
def test_refuses_more_accents_than_a_letter_can_bear(name: str) -> None:
    """AMD-70: and an accent without a letter."""
    assert [fault.key for fault in faults(players=[name, *NAMES[1:]])] == ["setup.too_many_marks"]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize(
    "name",
    [
        *"Nguyễn Thị Ánh|مُحَمَّد|שָׁלוֹם|अनिरुद्ध|ক্ষিতি|พัชรินทร์|น้ำฝน|မြွှေ့|ខ្ញុំ|Łukasz|d'Arc".split("|"),
        *(f"ශ්{ZWJ}රී", f"ರ{ZWJ}್ಯ", "葛\U000e0100城", "1\ufe0f\u20e3", "🇩🇪", "🅰️", "ℹ️", "❤️", "⛹🏿"),
        *(f"🏳️{ZWJ}🌈", f"🏴{ZWJ}☠️", f"👁️{ZWJ}🗨️", f"🧑🏽{ZWJ}🚀", f"❤️{ZWJ}🔥", f"⛹🏿{ZWJ}♀️", SCOTLAND + "🐑"),
    ],
)
def test_takes_a_name_of_every_people(name: str, form: Any) -> None:
    """AMD-70: in letters put together beforehand or not."""
    name = unicodedata.normalize(form, name)
    assert Setup.of([name, *NAMES[1:]], DECK).players[0] == name


@pytest.mark.parametrize(
    ("name", "twin"),
    [
        *(("Anna", "Anna".translate(table)) for table in (CYRILLIC, GREEK)),
        *((name, name.translate(CYRILLIC)) for name in ("Bob", "BOB", "Tom", "Ivan", "IVAN", "Peter", "Opa", "Max")),
        *((name, name.translate(GREEK)) for name in ("Nina", "Zoo", "KATI", "Bob")),
        ("Peter", "PETER".translate(CYRILLIC)),
        ("Val", "Va1"),
        ("Val", "VaI"),
        ("Bob", "B0B"),
        ("Cher", "\u13dfher"),
        ("Soren", "S\xf8ren"),
        ("Ann", "𝐀nn"),
        ("علی", "علي"),
    ],
)
def test_refuses_two_names_that_look_the_same(name: str, twin: str) -> None:
    """AMD-70: letters of another alphabet, digits for letters."""
    assert twin != name
    for first, second in ((name, twin), (twin, name)):
        [fault] = faults(players=[first, second, *NAMES[2:]])
        assert fault.key in ("setup.lookalike_name", "setup.alike_name")
        assert (fault.rule, fault.facts) == ("AMD-70", {"name": second, "like": first})


def test_keeps_apart_what_people_of_one_alphabet_tell_apart() -> None:
    """AMD-70"""
    pairs = "Eila Ella|Marni Mami|Вера Вега|ดาว คาว|Νίκος Νίκη|1 10|Ali Alf|Вера Vera|Jana Yana|士 土".split("|")
    for pair in pairs:
        assert Setup.of([*pair.split(), *NAMES[2:]], DECK)


def test_two_labels_that_look_the_same_are_no_two_groups() -> None:
    """AMD-70, MANIP-1"""
    cards = deck("werewolf", "prejudiced_manipulator")
    [fault] = faults(deck=cards, groups=["old", "\u043eld"] * 4)
    assert fault == Fault("setup.lookalike_name", "AMD-70", {"name": "\u043eld", "like": "old"})
    assert fault.about == ("groups",)
    [fault] = faults(deck=cards, groups=["old", "new\u3164"] * 4)
    assert (fault.key, fault.about) == ("setup.hidden_letter", ("groups",))


def test_a_game_that_was_played_keeps_its_names() -> None:
    """AMD-70: a saved game from before can be opened, whoever sat there."""
    cards = ["werewolf", "prejudiced_manipulator", *["simple_villager"] * 5]
    names = ["Anna", "\u0410nna", "\u3164", "A\u034fnn", "Z" + "\u0301" * 30, "Hal", "Ha1"]
    groups = ("old", "\u043eld", *["old"] * 5)
    fine = tape.dumps(play(Setup.of(7, cards, groups=["a", "b", *"aaaaa"])))
    before = json.loads(fine.splitlines()[0])
    before["setup"] |= {"players": names, "groups": list(groups)}
    setup = tape.loads(json.dumps(before) + "\n").setup
    assert (setup.players, setup.groups) == (tuple(names), groups)
    assert tape.loads(tape.dumps(play(setup))).setup == setup
    assert {fault.key for fault in setup.faults()} == {
        "setup.hidden_letter",
        "setup.lookalike_name",
        "setup.too_many_marks",
    }


@pytest.mark.parametrize("label", ["", "x" * 41, "old\n", "\x1b[31m", ZWJ])
def test_refuses_a_label_nobody_can_read(label: str) -> None:
    """AMD-70, MANIP-1"""
    found = faults(deck=deck("werewolf", "prejudiced_manipulator"), groups=[label, "young"] * 4)
    assert found == [Fault("setup.bad_group", "AMD-70", {"name": label, "limit": 40})]


def test_a_label_is_trimmed_and_one_group_whatever_its_case() -> None:
    """AMD-70, MANIP-1, MANIP-10"""
    cards = deck("werewolf", "prejudiced_manipulator")
    setup = Setup.of(NAMES, cards, groups=["Âgés", "young", " âgés", "Young", "ages ", "YOUNG", "Âgés", "young"])
    assert setup.groups == ("Âgés", "young") * 4
    assert reasons(deck=cards, groups=["old", "OLD"] * 4) == [("setup.two_groups", "MANIP-10")]


def test_lists_every_fault_at_once() -> None:
    """GEN-2, GEN-12, GEN-19, GEN-20, META-6"""
    given = reasons(
        players=["", "Ann"],
        deck=["vampire", "two_sisters", "actor"],
        trio=["ghost"],
        groups=["one"],
        preset="mine",
        luck=1,
        seer_reveal="aura",
        identify_silent_roles_n1=["elder"],
    )
    assert given == [
        ("setup.unknown_preset", "META-6"),
        ("setup.unknown_option", "META-6"),
        ("setup.wrong_value", "OPT-SEER-REVEAL"),
        ("setup.player_count", "GEN-12"),
        ("setup.bad_name", "AMD-70"),
        ("setup.unknown_card", "GEN-19"),
        ("setup.deck_size", "GEN-19"),
        ("setup.broken_set", "SIB-3"),
        ("setup.no_wolf", "GEN-20"),
        ("setup.silent_role_absent", "SW-IDENT-N1"),
        ("setup.actor_count", "ACTOR-1"),
        ("setup.unknown_card", "ACTOR-1"),
        ("setup.group_count", "MANIP-1"),
        ("setup.two_groups", "MANIP-10"),
    ]


# -- what is merely unusual --


def warnings(cards: list[str], **given: Any) -> list[tuple[str, str]]:
    return [(warning.key, warning.rule) for warning in Setup.of(len(cards), cards, **given).warnings()]


@pytest.mark.parametrize(
    ("preset", "size", "warned"),
    [
        ("pact", 7, True),
        ("pact", 8, False),
        ("pact", 29, False),
        ("pact", 30, True),
        ("classic", 18, False),
        ("classic", 19, True),
    ],
)
def test_warns_of_an_unusual_number_of_players(preset: str, size: int, warned: bool) -> None:
    """OPT-PLAYERS, GEN-12"""
    cards = ["werewolf"] * 4 + ["simple_villager"] * (size - 4)
    given = warnings(cards, preset=preset)
    assert (("warning.player_range", "OPT-PLAYERS") in given) == warned


@pytest.mark.parametrize(
    ("printed", "copies", "warned"), [(9, 9, False), (9, 10, True), (13, 13, False), (13, 14, True)]
)
def test_warns_of_more_villagers_than_the_box_holds(printed: int, copies: int, warned: bool) -> None:
    """OPT-CARDS-VILLAGER"""
    given = warnings(["werewolf"] * 2 + ["simple_villager"] * copies, simple_villager_cards=printed)
    assert given == ([("warning.more_than_box", "OPT-CARDS-VILLAGER")] if warned else [])


def test_warns_of_cards_outside_the_first_box() -> None:
    """OPT-ROLE-POOL, META-5"""
    base = ["werewolf", "simple_villager", "seer", "cupid", "witch", "hunter", "little_girl", "simple_villager"]
    assert warnings(base, role_pool="base") == []
    assert warnings([*base, "fox"], role_pool="base") == [("warning.outside_pool", "OPT-ROLE-POOL")]
    assert warnings([*base, "fox"], role_pool="full") == []
    assert {kind.name for kind in characters() if kind.in_base_box} == {*base, "thief"}


@pytest.mark.parametrize(
    ("card", "rule"), [("cupid", "ACTOR-M12"), ("piper", "ACTOR-M13"), ("two_sisters", "ACTOR-M17")]
)
def test_warns_of_cards_better_not_lent(card: str, rule: str) -> None:
    """ACTOR-M12, ACTOR-M13, ACTOR-M17"""
    assert warnings(deck("werewolf", "actor"), trio=["seer", "fox", card]) == [("warning.actor_unwise", rule)]


@pytest.mark.parametrize(("players", "wolves"), [(8, 2), (11, 2), (12, 3), (17, 3), (18, 4)])
def test_recommends_a_beginners_deck(players: int, wolves: int) -> None:
    """GEN-13"""
    assert recommended(players) == {"werewolf": wolves, "seer": 1, "simple_villager": players - wolves - 1}
    assert Setup.of(players, recommended(players))


@pytest.mark.parametrize("players", [7, 19])
def test_recommends_nothing_outside_the_documents_range(players: int) -> None:
    """GEN-13"""
    with pytest.raises(InvalidSetup) as caught:
        recommended(players)
    assert caught.value.faults[0].rule == "GEN-13"


# -- written down and read again --


def test_is_written_as_its_difference_from_a_preset() -> None:
    """META-6"""
    setup = Setup.of(NAMES, DECK, preset="helper", seer_reveal="card", witch_told_victim="always")
    assert setup.to_json() == {"players": NAMES, "deck": DECK, "preset": "helper", "options": {"seer_reveal": "card"}}


@pytest.mark.parametrize("seed", [0, 7, -1, 2**70])
def test_comes_back_the_same(seed: int) -> None:
    """META-6"""
    setup = Setup.of(
        NAMES,
        deck("werewolf", "actor", "prejudiced_manipulator", "elder"),
        preset="pacte",
        seed=seed,
        trio=["seer", "fox", "hunter"],
        groups=["old", "young"] * 4,
        also_announced=["angel"],
        debate_rules=True,
        cards_known_to_app=True,
        elder_despair_causes=["poison", "vote"],
        identify_silent_roles_n1=["elder"],
        self_vote=False,
        event_every_n_mornings=3,
    )
    written = json.loads(json.dumps(setup.to_json()))
    assert Setup.from_json(written) == setup
    assert Setup.from_json(written).to_json() == setup.to_json()
    assert written["seed"] == seed


@pytest.mark.parametrize("draw", ["entered", "shuffled", "stacked"])
def test_how_cards_are_drawn_says_nothing_without_any(draw: str) -> None:
    """NM-3"""
    assert Setup.of(NAMES, DECK, draw=draw) == Setup.of(NAMES, DECK)
    drawn = Setup.of(NAMES, DECK, draw=draw, events=["flood"], seed=1)
    assert drawn.to_json()["draw"] == draw
    assert Setup.from_json(drawn.to_json()) == drawn


def test_a_setup_is_checked_as_it_stands() -> None:
    """GEN-20"""
    setup = Setup.of(NAMES, DECK)
    assert setup.checked() is setup
    with pytest.raises(InvalidSetup) as caught:
        replace(setup, deck=("simple_villager",) * 8).checked()
    assert [fault.key for fault in caught.value.faults] == ["setup.no_wolf"]


def test_a_plain_table_needs_only_players_and_deck() -> None:
    setup = Setup.from_json({"players": NAMES, "deck": DECK})
    assert setup == Setup.of(NAMES, DECK)
    assert setup.options == Options()
    assert play(setup).prompt is not None


# -- the app deals --


def deal(seed: int) -> list[str]:
    """What each player has been told about the own card."""
    game = play(Setup.of(NAMES, DECK, cards_known_to_app=True, seed=seed))
    cards: list[str] = []
    for seat in range(1, len(NAMES) + 1):
        told = [event.facts["card"] for event in game.events if event.name == "dealt" and event.seen_by(seat)]
        assert len(told) == 1
        cards += told
    return cards


def test_the_app_deals_the_deck_from_its_seed() -> None:
    """SW-KNOWN, GEN-2"""
    assert sorted(deal(1)) == sorted(DECK)
    assert deal(1) == deal(1)
    assert len({tuple(deal(seed)) for seed in range(10)}) > 5


def test_with_physical_cards_the_app_deals_nothing() -> None:
    """SW-KNOWN"""
    assert not any(event.name == "dealt" for event in play(Setup.of(NAMES, DECK, seed=1)).events)
