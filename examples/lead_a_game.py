"""A game led by code: `python examples/lead_a_game.py`.

A game is its setup and the answers given so far. Every answer gives another `Game`; the one before stays as it was.
"""

from __future__ import annotations

from nightcall import IllegalAnswer, Setup, play, view
from nightcall.engine import tape
from nightcall.words import Words

WORDS = Words("en")
PLAYERS = ["Ann", "Bea", "Cid", "Dan", "Eve"]
DECK = ["seer", "werewolf", "hunter", "simple_villager", "simple_villager"]
ANSWERS = {"seer.look": 2, "werewolves.devour": 3, "hunter.shoot": 2}
"""What is chosen when it is asked for; everything else is only said and done."""


def main() -> None:
    # The app knows the cards, and they lie as listed: Ann is the Seer, Bea the Werewolf.
    setup = Setup.of(PLAYERS, DECK, cards_known_to_app=True, sheriff_election="off")
    game = play(setup)
    while game.prompt is not None:
        said = WORDS.prompt(game.prompt, game.players)
        answer = ANSWERS.get(game.prompt.key, True)
        print(f"{said.say or said.ask}  [{answer}]")
        game = game.answer(answer)

    assert game.outcome is not None
    print(WORDS.outcome(game.outcome, game.players))

    # Any step can be taken back, and what the rules do not allow is refused with the rule that forbids it.
    again = game.undo(len(game.answers) - 1)  # back to the first call
    assert again.prompt is not None
    try:
        again.answer(1)  # the Seer looks at herself
    except IllegalAnswer as refused:
        print(f"{again.prompt.key}: {WORDS.error(refused, game.players)}")

    # What Ann has been told that the public has not.
    for event in view(game, 1).private():
        print(f"only Ann: {WORDS.event(event, game.players)}")

    # A tape is the whole game as text.
    assert tape.load_game(tape.dumps(game)).outcome == game.outcome


if __name__ == "__main__":
    main()
