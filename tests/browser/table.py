"""An evening as whoever leads it plays it: looking at the phone, tapping the answer.

evening = leads(Setup.of(8, DECK))
evening.answer(3)                 # the seat that opened its eyes
evening.answer({1: 3, 2: 3})      # ballots
evening.play(PhysicalTable(Random(1), setup))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

from playwright.sync_api import Locator

from nightcall import Game, Prompt
from nightcall.desk.sought import eyes
from nightcall.desk.turning import card_of
from nightcall.engine.prompts import ByKind, Kind
from nightcall.web.play.page import EYES, shown_now
from tests.browser.device import Device
from tests.browser.server import Server

RESULT: Final = "result"
"""What the page asks while somebody awake is shown something."""
MOMENT: Final = "moment"
"""What is being announced, one thing at a time."""
LONGEST: Final = 600
"""More answers than any game of these tests has."""


class Evening:
    """One game, led from one phone."""

    def __init__(self, device: Device, server: Server, game: str) -> None:
        self.device = device
        self.server = server
        self.id = game
        self.page = device.page

    def on(self, device: Device) -> Evening:
        """The same game on another phone."""
        return Evening(device, self.server, self.id)

    # -- what the phone shows --

    @property
    def form(self) -> Locator:
        return self.page.locator("form.prompt")

    @property
    def at(self) -> str:
        """Which state of the game the page was made for."""
        return self.form.locator("> input[name=at]").input_value()

    @property
    def asked(self) -> str:
        """The question on the screen; empty once the game is over."""
        return self.page.locator("#view").get_attribute("data-asked") or ""

    def asks(self, key: str) -> None:
        self.page.wait_for_selector(f'#view[data-asked="{key}"]', state="attached")

    def face(self, seat: int) -> Locator:
        return self.form.locator(f'.ring [data-seat="{seat}"] .seat__face')

    @property
    def primary(self) -> Locator:
        return self.form.locator(".primary")

    @property
    def nobody(self) -> Locator:
        """The quiet button for nobody, nothing, no thanks."""
        return self.form.locator(".nobody")

    @property
    def undo(self) -> Locator:
        return self.page.locator(".undo")

    # -- what lies on the disk --

    @property
    def game(self) -> Game:
        return self.server.table(self.id).game

    @property
    def prompt(self) -> Prompt:
        """What is asked; only while the game goes on."""
        prompt = self.game.prompt
        assert prompt is not None
        return prompt

    # -- tapping --

    def answer(self, value: Any = True) -> Evening:
        """Enter this answer to whatever is asked, and wait for the next question; what it brings is seen."""
        before = self.at
        self.enter(value)
        self.until_after(before)
        return self.to_the_question()

    def to_the_question(self) -> Evening:
        """What the answers brought is shown and announced; whoever is known to be called has the eyes open."""
        while self.asked in (RESULT, EYES):
            self.see_result() if self.asked == RESULT else self.meet()
        return self.follow()

    def meet(self) -> Evening:
        """Somebody whom the record knows opens the eyes."""
        found = eyes(self.game)
        assert found is not None
        was = self.form.get_attribute("id")
        self.enter(found.holders[0] if len(found.holders) == 1 else found.holders)
        self.page.wait_for_selector(f"#{was}", state="detached")
        return self

    def follow(self) -> Evening:
        """What the answer brought is announced, and cards the app knows are turned over like all others."""
        view = self.page.locator("#view")
        while self.asked == MOMENT or view.get_attribute("data-turning"):
            self.announce() if self.asked == MOMENT else self.turn()
        return self

    def announce(self) -> Evening:
        """What stands there has been said aloud."""
        self.device.until_ready()
        said = self.form.locator("> input[name=told]").input_value()
        self.device.press(self.primary)
        self.page.wait_for_selector(f'form.prompt > input[name=told][value="{said}"]', state="detached")
        return self

    def turn(self) -> Evening:
        """Cards the app knows are turned over like all others: one tap each, on the card where it is a real one."""
        while seat := self.page.locator("#view").get_attribute("data-turning"):
            self.device.until_ready()
            card = self.form.locator(f'.choice[value="{card_of(self.game, int(seat))}"]')
            self.device.press(self.primary if self.primary.count() else card)
            self.page.wait_for_selector(f'#view[data-turning="{seat}"]', state="detached")
        return self

    def see_result(self) -> Evening:
        """Somebody awake has read it."""
        while self.asked == RESULT:
            self.device.until_ready()
            was = self.form.get_attribute("id")
            self.device.press(self.form.locator(self._lifted() or ".primary, .nobody, .choice").first)
            self.page.wait_for_selector(f"#{was}", state="detached")
        return self

    def _lifted(self) -> str:
        """The card that is looked at; empty where it does not matter what is tapped."""
        found = shown_now(self.server.table(self.id))
        cards = found.cards.values() if found is not None else ()
        return next((f'.choice[value="{card}"]' for card in cards), "")

    def until_after(self, at: str) -> None:
        """Looked at with every frame the page draws: most of a whole evening would else be waiting."""
        self.page.wait_for_selector(f'form.prompt > input[name=at]:not([value="{at}"])', state="attached")

    def enter(self, value: Any) -> None:
        """The taps alone."""
        self.device.until_ready()
        kind = cast(Kind, self.form.get_attribute("data-kind"))
        _WAYS[kind](self, value)

    def take_back(self) -> Evening:
        before = self.at
        self.device.press(self.undo)
        self.until_after(before)
        return self

    def _commit(self) -> None:
        self.device.press(self.primary)

    def _ack(self, value: Any) -> None:
        self._commit()

    def _pick(self, value: Any) -> None:
        if value is True:  # nobody has opened the eyes, and nobody may notice: any face will do
            self.device.press(self.form.locator("[data-legal] .seat__face").first)
        elif value is None and self.nobody.count():
            self.device.press(self.nobody)
        elif value is None or isinstance(value, Sequence):
            self._tick(set(value or ()))
            self._commit()
        elif self.form.locator("input[name=seat]").count():  # others are known already, and may be ticked as well
            self._tick({value})
            self._commit()
        else:
            self.device.press(self.face(value))

    def _tick(self, seats: set[int]) -> None:
        for box in self.form.locator("input[name=seat]").all():
            seat = int(box.get_attribute("value") or 0)
            if box.is_checked() != (seat in seats):
                self.device.press(self.face(seat))

    def _choose(self, value: Any) -> None:
        if value is None:
            self.device.press(self.nobody)
            return
        name = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
        choice = self.page.locator(f'.choice[value="{name}"]')
        if not choice.is_visible():  # among what is rarely chosen
            self.device.press(self.form.locator("details", has=choice).locator("summary"))
        self.device.press(choice)

    def _cards(self, value: Sequence[str]) -> None:
        wanted = Counter(value)
        self._step({name: wanted[name] for name in self._fields("card-")}, "card-")

    def _counts(self, value: Mapping[int, int]) -> None:
        self._step({name: value.get(int(name), 0) for name in self._fields("count-")}, "count-")

    def _fields(self, prefix: str) -> list[str]:
        names = [each.get_attribute("name") or "" for each in self.form.locator(f'input[name^="{prefix}"]').all()]
        return [name.removeprefix(prefix) for name in names]

    def _step(self, wanted: Mapping[str, int], prefix: str) -> None:
        for name, count in wanted.items():
            field = self.form.locator(f'input[name="{prefix}{name}"]')
            if not self.device.has_scripts:
                field.fill(str(count))
                continue
            box = self.form.locator(".stepper", has=field)
            given = int(field.input_value())
            button = box.locator(f'[data-step="{1 if count > given else -1}"]')
            for _ in range(abs(count - given)):
                self.device.press(button)
        self._commit()

    def _ballots(self, value: Mapping[int, int | None]) -> None:
        """The accused first, then everybody who points at them."""
        if not self.device.has_scripts:
            for voter, candidate in value.items():
                self.form.locator(f'select[name="vote-{voter}"]').select_option(str(candidate or ""))
            self._commit()
            return
        for candidate in sorted({each for each in value.values() if each}):
            following = self.form.locator('[data-ballots="next"]')
            if following.is_visible():
                self.device.press(following)
            self.device.press(self.face(candidate))
            for voter in sorted(voter for voter, chosen in value.items() if chosen == candidate):
                self.device.press(self.face(voter))
        self._commit()
        sure = self.page.locator('dialog[open] button[value="yes"]')
        if sure.count():  # some have not pointed at anybody
            self.device.press(sure)

    def _text(self, value: Any) -> None:
        self.form.locator("[name=text]").fill(value if isinstance(value, str) else "\n".join(value))
        self._commit()

    # -- whole games --

    def play(self, bot: Callable[[Prompt], Any], until: Callable[[Game], bool] | None = None) -> Evening:
        """Answer as the bot does, until the end or until something has come about."""
        for _ in range(LONGEST):
            game = self.game
            self.turn()
            if game.prompt is None or (until is not None and until(game)):
                return self
            self.asks(game.prompt.key)
            self.answer(bot(game.prompt))
        raise AssertionError("this game does not end")


_WAYS: Final[ByKind[Callable[[Evening, Any], None]]] = {
    "ack": Evening._ack,
    "pick": Evening._pick,
    "yes_no": Evening._choose,
    "choose": Evening._choose,
    "cards": Evening._cards,
    "ballots": Evening._ballots,
    "counts": Evening._counts,
    "text": Evening._text,
    "texts": Evening._text,
}
