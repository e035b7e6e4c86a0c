"""The states of all positions of a game, without keeping them all: one in so many stays, the others are played again.

So the memory of a session grows with the length of its game, slowly, and a step back costs a few moves at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, overload

if TYPE_CHECKING:
    from ruleset_core import State

__all__ = ["EVERY", "Positions"]

EVERY: Final = 32
"""Moves from one state that is kept to the next: a step back plays at most as many again."""


class Positions(Sequence["State"]):
    """States by the number of moves before them. Those of the last stretch are at hand, and of the one looked at."""

    def __init__(self, first: State) -> None:
        self._kept = [first]
        self._options: list[int] = []  # the option at a place leads from the position of that number to the next
        self._last = [first]  # from the last state that is kept to the end
        self._near: tuple[int, list[State]] = (-1, [])  # the number of another stretch, and its states

    def __len__(self) -> int:
        return len(self._options) + 1

    @overload
    def __getitem__(self, number: int) -> State: ...
    @overload
    def __getitem__(self, number: slice) -> list[State]: ...
    def __getitem__(self, number: int | slice) -> State | list[State]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        at = number if number >= 0 else number + len(self)
        if not 0 <= at < len(self):
            raise IndexError(number)
        stretch, place = divmod(at, EVERY)
        return self._stretch(stretch)[place] if place else self._kept[stretch]

    def append(self, option: int, state: State) -> None:
        """Add the state that `option` led to from the last one."""
        self._options.append(option)
        if len(self._options) % EVERY:
            self._last.append(state)
            return
        self._near = (len(self._kept) - 1, self._last)
        self._kept.append(state)
        self._last = [state]

    def pop(self) -> None:
        """Forget the last state. Raises IndexError when it is the only one."""
        self._options.pop()
        self._last.pop()
        if not self._last:
            self._kept.pop()
            self._last = self._stretch(len(self._kept) - 1)
            self._near = (-1, [])

    def until(self, number: int) -> Positions:
        """The positions up to and with one, to go on from there another way."""
        part = Positions(self._kept[0])
        stretch, place = divmod(number, EVERY)
        part._kept = self._kept[: stretch + 1]
        part._options = self._options[:number]
        part._last = self._stretch(stretch)[: place + 1]
        return part

    def _stretch(self, number: int) -> list[State]:
        """All states of a stretch, played again if they are not at hand."""
        if number == len(self._kept) - 1 and self._last:
            return self._last
        if self._near[0] != number:
            states = [self._kept[number]]
            for option in self._options[number * EVERY : (number + 1) * EVERY - 1]:
                state = states[-1].clone()
                state.apply(option)
                states.append(state)
            self._near = (number, states)
        return self._near[1]
