"""Setting up a game in conversation: whatever the command line did not say is asked for."""

from __future__ import annotations

from collections.abc import Callable
from secrets import randbits
from typing import TypeVar

from nightcall.cli import setting
from nightcall.cli.setting import SAID, Wish
from nightcall.cli.speech import Voice
from nightcall.cli.typed import Misheard, Names, recognised, yes_or_no
from nightcall.engine.errors import InvalidSetup
from nightcall.engine.options import PRESETS
from nightcall.engine.options import preset as preset_options
from nightcall.engine.rule import character, to_borrow
from nightcall.engine.setup import SHUFFLED, Setup

T = TypeVar("T")


def complete(wish: Wish, voice: Voice) -> Setup:
    """Ask for what is missing until there is a table that can play."""
    asked = False
    if wish.players is None:
        wish.players = _until(voice, "cli.new.players", setting.players)
        asked = True
    if wish.preset is None and asked:
        wish.preset = _until(voice, "cli.new.preset", _preset(voice), listed=_presets(voice))
    if wish.deals is None and asked:
        wish.deals = _until(voice, "cli.new.deals", lambda text: bool(text) and yes_or_no(text, voice.words))
    if (wish.deals or wish.draw == SHUFFLED) and wish.seed is None:
        wish.seed = randbits(53)
    if asked and not wish.deck:
        _offer_extras(wish, voice)
    if wish.deck is None:
        return _with_deck(wish, voice)
    _extras(wish, voice)
    return wish.setup(voice.words)


def _offer_extras(wish: Wish, voice: Voice) -> None:
    """Houses and event cards, in one short step, where the rules know them and nobody has spoken of them yet."""
    rules = preset_options(wish.preset or PRESETS[0])
    wanted = {
        "buildings": rules.buildings_available and not wish.said.get("buildings"),
        "events": rules.event_cards_available and not any(map(wish.said.get, ("events", "hand", "in_force"))),
    }
    offered = [name for name, is_open in wanted.items() if is_open]
    if not offered:
        return
    if len(offered) > 1:
        offered.append("both")
    names = Names({name: [voice.text(f"cli.extras.{name}"), name] for name in offered})
    listed = "\n".join(f"  {number} {names.labels[name][0]}" for number, name in names.numbers.items())

    def heard(text: str) -> str:
        nothing = not text or (text != "2" and recognised(text, voice.words, "none", "no"))
        return "" if nothing else str(names.one(text))

    chosen = _until(voice, "cli.new.extras", heard, listed=listed)
    if chosen in ("buildings", "both"):
        wish.said["buildings"] = "deal"
    if chosen in ("events", "both"):
        wish.said["events"] = "all"


def _with_deck(wish: Wish, voice: Voice) -> Setup:
    """The deck, again and again until it can be played, with everything that is wrong with it."""
    assert wish.players is not None
    try:
        usual = voice.words.names([_copies(name, count, voice) for name, count in wish.usual().items()])
        question = voice.text("cli.new.deck", usual=usual)
    except InvalidSetup:
        question = voice.text("cli.new.deck_typed")
    while True:
        wish.deck = voice.ask(question)
        try:
            _extras(wish, voice)
            setup = wish.setup(voice.words)
        except (Misheard, InvalidSetup) as error:
            voice.complain(voice.message(error))
            wish.said.pop("trio", None)
            wish.said.pop("groups", None)
            continue
        return setup


def _copies(name: str, count: int, voice: Voice) -> str:
    card = voice.words.card(name)
    return f"{count} × {card}" if count > 1 else card


def _extras(wish: Wish, voice: Voice) -> None:
    """What some cards need besides: others to borrow, two groups."""
    deck = setting.deck(wish.deck, len(wish.players or []), voice.words, wish.rules) if wish.deck else {}
    count = to_borrow(deck, wish.rules)
    if count and not wish.said.get("trio"):
        wish.said["trio"] = _until(voice, "cli.new.trio", _understood("trio", wish, voice), listed=str(count))
    if any(character(name).needs_groups for name in deck) and not wish.said.get("groups"):
        wish.said["groups"] = _until(voice, "cli.new.groups", _understood("groups", wish, voice))


def _understood(name: str, wish: Wish, voice: Voice) -> Callable[[str], str]:
    """What was typed for a part of the setup, once it can be read."""

    def heard(text: str) -> str:
        SAID[name].read(text, wish, voice.words)
        return text

    return heard


def _until(voice: Voice, key: str, understand: Callable[[str], T], listed: str = "") -> T:
    """Ask until the answer can be understood."""
    while True:
        try:
            return understand(voice.ask(voice.text(key, listed=listed)))
        except (Misheard, InvalidSetup) as error:
            voice.complain(voice.message(error))


def _presets(voice: Voice) -> str:
    return "\n".join(f"  {number} {voice.text(f'preset.{preset}')}" for number, preset in enumerate(PRESETS, start=1))


def _preset(voice: Voice) -> Callable[[str], str]:
    names = Names({preset: [voice.text(f"preset.{preset}"), preset] for preset in PRESETS})

    def heard(text: str) -> str:
        chosen: str = names.one(text) if text else PRESETS[0]
        return chosen

    return heard
