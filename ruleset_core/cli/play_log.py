"""The log in readable words: who did what, and nothing a seat may not know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ruleset_core.cli.messages import say
from ruleset_core.record import Session, hidden_now, may_see

if TYPE_CHECKING:
    from ruleset_core.cli.play_screen import Screen

__all__ = ["Narrator", "log_lines", "move_words"]


def move_words(session: Session, number: int, lang: str) -> str:
    """The move with this number (from 0) in words, its notation behind them when that differs."""
    step, before = session.steps[number], session.states[number]
    label = session.game.label(before, step.option, lang)
    return label if label == step.move.notation else f"{label}  [{step.move.notation}]"


def _line(session: Session, number: int, viewer: int | None, lang: str) -> str:
    step = session.steps[number]
    open_to = may_see(session, step, viewer)
    words = move_words(session, number, lang) if open_to else say("secret", lang)
    return f"{session.header.seats[step.move.seat].name}: {words}"


def log_lines(session: Session, viewer: int | None, lang: str) -> Iterator[str]:
    """All moves up to the position looked at, as `viewer` may read them, numbered from 1."""
    width = len(str(session.position))
    for number in range(session.position):
        yield f"{number + 1:>{width}}  {_line(session, number, viewer, lang)}"


class Narrator:
    """Tells once what happened since; choices that are hidden for now are told when they no longer are.

    Players who must not see each other's screen are told apart, the others together.
    """

    def __init__(self, screen: Screen, lang: str, told: int = 0) -> None:
        self._screen = screen
        self._lang = lang
        self._start = self._together = told
        self._apart: dict[int, int] = {}

    def tell(self, session: Session, viewer: int | None, *, apart: bool = False) -> None:
        """Print what `viewer` may know and was not told yet."""
        told = self._together if not apart or viewer is None else self._apart.get(viewer, self._start)
        while told < len(session.steps) and not hidden_now(session, session.steps[told], viewer):
            self._screen.line(_line(session, told, viewer, self._lang))
            told += 1
        if viewer is not None:
            self._apart[viewer] = told
        if not apart:
            self._together = told

    def take_back(self, count: int) -> None:
        """Only `count` moves stand: tell anew what will come in place of those taken back."""
        self._together = min(self._together, count)
        self._apart = {viewer: min(told, count) for viewer, told in self._apart.items()}
