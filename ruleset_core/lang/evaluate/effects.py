"""What effects write into a state where that is more than one value: pieces moved, shuffled, sorted, shown; costs paid.

A tracer that tells what happens has effects of its own, which do the same and tell of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruleset_core.lang.evaluate.errors import BrokenRule
from ruleset_core.lang.knowledge import SEEN, follow, forget, put_seen, seen_field, show, sights
from ruleset_core.lang.runtime import GREATEST, LEAST, Memory, move, shuffle

if TYPE_CHECKING:
    from ruleset_core.lang.vocabulary import Vocabulary


class Effects:
    """Writes into states of a game."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._sights: tuple[int, ...] = ()

    def move(self, s: Memory, kind: str, piece: int, zone: int) -> None:
        """Put a piece at the end of a list of pieces, and keep who knows it there."""
        v = self.vocabulary
        at, field = v.fields[f"{kind}.at"].offset + piece, seen_field(v, kind)
        if field is None:
            move(s, at, piece, zone)
            return
        self._sights = self._sights or sights(v)
        if v.domains[kind].remembered:
            follow(s, at, piece, zone, field.offset, field.strides[0], self._sights)
        elif self._sights[zone] == SEEN:
            put_seen(s, at, piece, zone, field.offset + piece, self._sights)
        else:
            move(s, at, piece, zone)

    def show(self, s: Memory, kind: str, piece: int, seat: int, column: int) -> None:
        """A seat (none: nobody) gets to know a piece, or with a `column` that it is not of a value."""
        field = seen_field(self.vocabulary, kind)
        if field is not None:
            show(s, field.offset + piece * field.strides[0] + column, seat)

    def shuffle(self, s: Memory, stream: int, zone: int) -> None:
        """Put a list of pieces in random order."""
        shuffle(s, stream, s.z[zone])

    def sort(self, s: Memory, zone: int, pieces: list[int]) -> None:
        """Put a list of pieces in this order."""
        s.z[zone] = pieces

    def forget(self, s: Memory, kind: str, zone: int) -> None:
        """Nobody knows any longer where the pieces of a list lie."""
        field = seen_field(self.vocabulary, kind)
        if field is not None:
            forget(s, field.offset, field.strides[0], s.z[zone])

    def pay(self, s: Memory, me: int, costs: Sequence[tuple[int, int, int]]) -> None:
        """Costs leave a seat: the place, the resource and the amount of each."""
        _ = me
        for place, resource, amount in costs:
            left = s.v[place] - max(0, amount)
            if not LEAST <= left <= GREATEST:
                raise BrokenRule("kept", self.vocabulary.resources[resource].name, value=left)
            s.v[place] = left
