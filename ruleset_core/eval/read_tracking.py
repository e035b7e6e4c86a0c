"""What an evaluation read of a state, so that its result is known to be the same as long as that is.

The row `points` of the score of Pig, for seat 0, over three moves:

    worked out        it read the value at 3, which was 16
    seat 1 rolls      v[3] is 16 still: the row is what it was
    seat 0 holds      v[3] is 21: the row is worked out anew
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, Protocol


class ReadNotes(Protocol):
    """Who is told what is read."""

    @property
    def add(self) -> Callable[[Any], None]:
        """Notes the place of a value, or of a list of pieces as `~place`."""


class WatchedList(list[Any]):
    """Values or lists of pieces, of which it is noted which are read."""

    __slots__ = ("_notes", "_values")

    def __init__(self, given: Iterable[Any], notes: ReadNotes, *, values: bool) -> None:
        super().__init__(given)
        self._notes, self._values = notes, values

    def __getitem__(self, at: Any) -> Any:
        """What lies at a place; it is noted that somebody looked."""
        if at.__class__ is int and at >= 0:
            self._notes.add(at if self._values else ~at)
        else:
            self._note(range(len(self))[at] if isinstance(at, slice) else (range(len(self))[at],))
        return super().__getitem__(at)

    def __iter__(self) -> Iterator[Any]:
        """All of it."""
        self._note(range(len(self)))
        return super().__iter__()

    def __contains__(self, given: object) -> bool:
        """Whether something is among all of it."""
        self._note(range(len(self)))
        return super().__contains__(given)

    def _note(self, places: Iterable[int]) -> None:
        for place in places:
            self._notes.add(place if self._values else ~place)


class ReadValues:
    """What was read, and what it was."""

    __slots__ = ("_lay", "_lists", "_values", "_was")

    def __init__(self, noted: Iterable[Any], values: Sequence[Any], lists: Sequence[Any]) -> None:
        places = [each for each in noted if each.__class__ is int]
        self._values, self._lists = (
            itemgetter(*each) if each else _nothing
            for each in ([each for each in places if each >= 0], [~each for each in places if each < 0])
        )
        self._was, self._lay = self._values(values), self._lists(lists)

    def stand(self, values: Sequence[Any], lists: Sequence[Any]) -> bool:
        """Whether all of it is so in these values and lists of pieces."""
        return bool(self._values(values) == self._was and self._lists(lists) == self._lay)


def _nothing(_: Sequence[Any]) -> None:
    """Of these nothing was read."""
