"""Bots that do not think: any option, and the first one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import Stream

if TYPE_CHECKING:
    from ruleset_core import State

__all__ = ["FirstBot", "RandomBot"]


class RandomBot:
    """Takes any option, each as likely as any other."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(self, state: State) -> int:
        """One of the options by chance."""
        return self._stream.pick(state.options)


class FirstBot:
    """Takes the first option in the order of the game's vocabulary."""

    def __init__(self, stream: Stream) -> None:
        del stream  # leaves nothing to chance

    def choose(self, state: State) -> int:
        """The first option."""
        return state.options[0]
