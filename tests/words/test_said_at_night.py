"""What the moderator says and does at a call: alike whether it is live or faked, and never by day."""

from __future__ import annotations

from collections.abc import Iterator

from nightcall import MODERATOR, PUBLIC, Event, Prompt
from nightcall.engine import prompts
from nightcall.rules.order import NIGHT
from nightcall.words import LANGUAGES, Words
from tests.random_games import PLAYERS, games
from tests.table import Table as Scenario


def test_calls_sound_alike_live_or_faked(words: Words) -> None:
    """Whatever is said between one call and the next depends on the call alone (FK-12)."""
    for game in games():
        for prompt, told in game.asked:
            calls = list(calls_tonight(game.events[:told]))
            if prompt.audience == PUBLIC or not calls:
                continue
            said = words.prompt(prompt, game.players, game.events[:told])
            lines = [words.text(f"call.{calls[-1]}.{form}") for form in ("wake", "again", "touched")]
            if prompt.aloud:
                assert said.say in lines, prompt
                assert said.before == (words.text(f"call.{calls[-2]}.sleep") if len(calls) > 1 else "")
            else:
                assert (said.say, said.before) == ("", ""), prompt


def test_what_is_only_done_aloud_belongs_to_the_call_in_progress() -> None:
    """FK-12: anything else would call somebody a second time, in the middle of another's call."""
    for game in games():
        for prompt, told in game.asked:
            calls = list(calls_tonight(game.events[:told]))
            if calls and prompt.aloud and prompt.audience == MODERATOR and prompt.kind == prompts.ACK:
                owner = prompt.card or prompt.key.partition(".")[0]
                assert calls[-1] in (owner, "actor"), prompt  # the Actor does it in another's place


def calls_tonight(events: list[Event]) -> Iterator[str]:
    start = max((n for n, event in enumerate(events) if event.name in ("night_fell", "dawn_broke")), default=0)
    return (event.facts["call"] for event in events[start:] if event.name == "called")


def test_without_the_events_a_fake_reads_like_an_identification(words: Words) -> None:
    for name, _, _ in NIGHT:
        fake = words.prompt(Prompt("call.fake", prompts.ACK, "FK-12", card=name))
        live = words.prompt(Prompt("identify", prompts.PICK, "IDENT-0", options=(1, 2), card=name, aloud=True))
        assert fake.say == live.say


def test_the_actor_is_never_called_by_another_name() -> None:
    words = Words("en")
    called = [Event("night_fell", "GEN-3", PUBLIC, {"night": 2}), Event("called", "FK-1", PUBLIC, {"call": "actor"})]
    look = Prompt("seer.look", prompts.PICK, "SEER-1", options=(1, 2), seat=3, audience=(3,))
    assert words.prompt(look, PLAYERS, called).say == words.text("call.actor.wake")
    again = [*called, Event("called", "FK-11", PUBLIC, {"call": "actor"})]
    assert words.prompt(look, PLAYERS, again).say == words.text("call.actor.again")


def test_nobody_is_called_by_day_to_be_identified() -> None:
    """Fools' Day makes the moderator look for cards in the morning: no call of the night is spoken then."""
    day = [Event("dawn_broke", "GEN-3", PUBLIC, {"day": 2})]
    prompt = Prompt("identify", prompts.PICK, "IDENT-0", options=(1, 2), card="witch", aloud=True)
    for language in LANGUAGES:
        words = Words(language)
        assert words.prompt(prompt, PLAYERS, day).say != words.text("call.witch.wake")


def test_nobody_covers_the_face_while_the_little_girl_may_look() -> None:
    """GIRL-3"""
    for people, said in (("Ann:little_girl Bea:werewolf Cid", True), ("Ann Bea:werewolf Cid", False)):
        t = Scenario(people)
        assert t.prompt is not None
        assert ("nobody may cover their face" in Words("en").prompt(t.prompt, t.names, t.game.events).do) is said


def test_the_moderator_seems_to_turn_every_card_for_the_seer() -> None:
    """SEER-8"""
    t = Scenario("Ann:seer Bea:werewolf Cid").night()
    assert t.prompt is not None
    assert "the whole circle" in Words("en").prompt(t.prompt, t.names, t.game.events).do
