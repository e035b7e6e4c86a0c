"""A question on the screen: what led to it, what is asked, and its menu as far as there is room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ruleset_core.cli.printed.asked import Choice, Question
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.typed.menu import fitting_lines, menu_lines, written_as
from ruleset_core.texts.menu import Offer

if TYPE_CHECKING:
    from ruleset_core.cli.playing.levels import Levels
    from ruleset_core.cli.playing.place import Place
    from ruleset_core.scenes.nodes import Stand

__all__ = ["Asking", "usual_answer"]

LONG_MENU: Final = 40
"""More options than this are told by number; `?` lists them."""


def usual_answer(menu: list[Offer]) -> str:
    """What Enter alone answers, if the menu says so: of a long one that is not seen."""
    return next((offer.notation for offer in menu if offer.usual and len(menu) <= LONG_MENU), "")


class Asking:
    """Shows the question that is asked now."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._asked: tuple[int, object] | None = None
        """How many moves had been made at the last question, and how it looked."""
        self._again = False
        self._levels: Levels | None = None
        self.most: int | None = None
        """The lines that a question should make do with; None where there are enough."""

    def sit_down(self) -> None:
        """Another game lies on the table now."""
        self._asked, self._again = None, False

    def begin(self, seat: int, levels: Levels) -> None:
        """A seat is asked: find out whether this looks like what was answered right before. It is to be told apart from that."""
        at, before = self._place, self._asked
        self._levels = levels
        now = seat, self._prompt, [*menu_lines(levels.menu)]
        count = len(at.session.steps)
        if before is None or before[0] != count:  # else it is the same question, asked after another command
            self._asked = count, now
            self._again = before == (count - 1, now)

    def show(self, menu: list[Offer]) -> None:
        """The question and its options, numbered."""
        self._show([*self._head()], [*self._lines(menu)])

    def show_level(self, levels: Levels) -> None:
        """The next level of a menu: what goes with what was picked, or once more what can be picked first."""
        if not levels.first:
            self.show(levels.shown)
            return
        head = [(f"{levels.first} → ?", "bold")]
        lines = self._fitting(levels.shown) or menu_lines(levels.shown)
        self._show(head, [*head, *((line, "") for line in lines)])

    def _show(self, head: Sequence[tuple[str, str]], lines: Sequence[tuple[str, str]]) -> None:
        at, levels = self._place, self._levels
        assert levels is not None

        def about(what: Stand | Choice) -> list[str]:
            from ruleset_core.cli.lookup.pointed import about_pointed

            return about_pointed(at.live, what, levels.menu, at.lang, at.names)

        at.screen.question(Question(head, lines, levels.choices(), levels.narrowed, about))

    def shown_keys(self) -> dict[int, str]:
        """What to type for each option that the menu shows by itself."""
        levels = self._levels
        choices = () if levels is None else levels.choices()
        return {choice.options[0]: choice.key for choice in choices if len(choice.options) == 1}

    def rows(self, menu: list[Offer]) -> int:
        """How many lines of the screen it takes."""
        return sum(self._place.screen.rows(line) for line, _ in self._lines(menu))

    @property
    def _prompt(self) -> str:
        decision = self._place.live.decision
        assert decision is not None
        return decision.prompt(self._place.lang, self._place.names)

    def _head(self) -> Iterator[tuple[str, str]]:
        """The lines above a menu, and their styles: first the answers that led to it because there was no other."""
        at, seat = self._place, self._place.live.seat
        for answer, times in Counter(self._led_here(seat)).items():
            yield say("only_choice", at.lang, answer=f"{answer} ({times}×)" if times > 1 else answer), "dim"
        asked = say("once_more", at.lang, prompt=self._prompt) if self._again else self._prompt
        yield f"{at.name(seat)}: {asked}", "bold"

    def _lines(self, menu: list[Offer]) -> Iterator[tuple[str, str]]:
        """The lines of a question, and their styles."""
        at = self._place
        yield from self._head()
        lines = self._fitting(menu)
        if lines is None:
            others = [offer for offer in menu if at.game.picks_nothing(offer.option)]
            count = len(menu) - len(others)
            yield "  " + say("many_options", at.lang, count=count, notation=written_as(menu)[count // 2]), ""
            lines = [*menu_lines(menu, others)]
        yield from ((line, "") for line in lines)

    def _fitting(self, menu: list[Offer]) -> list[str] | None:
        """The lines of a menu, if there is room for them beside the game and the question."""
        screen = self._place.screen
        if len(menu) > LONG_MENU:
            return None
        if screen.height is None or self.most is None:
            return [*menu_lines(menu)]
        asked = 1 + sum(screen.rows(line) for line, _ in self._head())
        return fitting_lines(menu, screen.width, self.most - asked)

    def _led_here(self, seat: int) -> list[str]:
        """The answers taken for a seat, because there was no other, right before its question."""
        at, last = self._place, len(self._place.session.steps)
        return at.session.story(last - 1, last, seat).only_answers(seat, at.lang, at.names)
