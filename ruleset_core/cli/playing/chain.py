"""Answers typed ahead, to the questions that come next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ruleset_core.cli.said.messages import say

if TYPE_CHECKING:
    from ruleset_core.cli.printed.screen import Screen

__all__ = ["Chain"]


class Chain:
    """What was typed ahead and is not taken yet."""

    def __init__(self, screen: Screen, lang: str) -> None:
        self._screen = screen
        self._lang = lang
        self._answers: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._answers)

    def put(self, answers: Iterable[str]) -> None:
        """These come before what is there already."""
        self._answers = [*answers, *self._answers]

    def next(self) -> str:
        """The next answer, taken off."""
        return self._answers.pop(0)

    def clear(self) -> None:
        """Throw it away; another game lies on the table now."""
        self._answers.clear()

    def drop(self, problem: str) -> None:
        """Throw it away, and say so."""
        if self._answers:
            self._screen.error(say("chain_stops", self._lang, rest="; ".join(self._answers), problem=problem))
        self._answers = []
