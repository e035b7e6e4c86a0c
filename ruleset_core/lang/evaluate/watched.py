"""Values of a state that note what they were before they are written."""

from __future__ import annotations

from typing import Any

from ruleset_core.lang.types import Type


def is_something(kind: Type, value: int) -> bool:
    """Whether a value of a field is neither none, false nor 0: the first member of a set is a value like any other."""
    return kind.kind == "member" and value >= 0


class Watched(list[int]):
    """Values that note what they were before they are written."""

    __slots__ = ("written",)

    def __init__(self, values: list[int]) -> None:
        super().__init__(values)
        self.written: list[tuple[int, int]] = []

    def __setitem__(self, place: Any, value: Any) -> None:
        if isinstance(place, slice):
            self.written += [(each, self[each]) for each in range(*place.indices(len(self)))]
        else:
            self.written.append((int(place) % len(self), self[place]))
        super().__setitem__(place, value)

    def take(self, *, same: bool) -> list[tuple[int, int, int]]:
        """What was written since the last time: the place, the value before and the value now; `same`: also where they do not differ."""
        first: dict[int, int] = {}
        for place, before in self.written:
            first.setdefault(place, before)
        self.written = []
        return [(place, before, self[place]) for place, before in first.items() if same or self[place] != before]
