"""The reference interpreter telling which pieces are shown, and what of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import NamedTuple

from ruleset_core.lang.interpret.eyes import Eyes
from ruleset_core.lang.interpret.interpreter import Interpreter
from ruleset_core.lang.interpret.parts import AnyPart, Cause, Shown
from ruleset_core.lang.knowledge import OTHERS, column_of
from ruleset_core.lang.runtime import Memory


class Excluded(NamedTuple):
    """A value that a seat gets to know a piece not to have."""

    kind: str
    piece: int
    to: int
    column: int


class Showing(Interpreter):
    """Tells of what is shown. Of a piece that is known of a hand nobody is told which of its cards it was."""

    tell: Callable[[AnyPart], None]
    excluded: tuple[Excluded, ...] = ()
    """What the loop in progress has excluded: one hint."""
    _me: int

    @property
    @abstractmethod
    def eyes(self) -> Eyes:
        """Who may be told what."""

    @abstractmethod
    def _because(self, s: Memory) -> tuple[Cause, ...]: ...

    def shown(self, s: Memory, kind: str, piece: int, seat: int, column: int) -> None:
        """A seat gets to know a piece, or that it is not of a value; that is told when all such values are known."""
        if not 0 <= seat < s.n:
            return
        if column:
            super().shown(s, kind, piece, seat, column)
            self.excluded += (Excluded(kind, piece, seat, column),)
            return
        known = self.eyes.of_touched(s, kind, piece)
        if not self.eyes.of_piece(s, kind, piece) >> seat & 1:
            known |= 1 << seat
        super().shown(s, kind, piece, seat, column)
        self._tell_of(s, Excluded(kind, piece, seat, 0), known, known)

    def hinted(self, s: Memory) -> None:
        """A hint is told to whom it was given, and of what all but the owner see to all of them. That anybody else was told is secret."""
        first = self.excluded[0]
        found = [column_of(self.vocabulary, first.kind, each.column) for each in self.excluded]
        known = self.eyes.of_touched(s, first.kind, first.piece)
        self.excluded = ()
        zone = s.v[self.vocabulary.fields[f"{first.kind}.at"].offset + first.piece]
        together = known if zone >= 0 and self.eyes.sights[zone] <= OTHERS else 0
        self._tell_of(s, first, known, together | 1 << first.to, found[0][0], tuple(value for _, value in found))

    def _tell_of(
        self, s: Memory, what: Excluded, known: int, told: int, fact: str = "", values: tuple[int, ...] = ()
    ) -> None:
        kind, piece, to, _ = what
        zone = s.v[self.vocabulary.fields[f"{kind}.at"].offset + piece]
        place = s.z[zone].index(piece) if zone >= 0 and self.eyes.sights[zone] <= 0 else -1
        self.tell(
            Shown(
                because=self._because(s), me=self._me, known=known, apart=s.sim is not None,
                kind=kind, piece=piece, zone=zone, to=to, told=told, place=place, fact=fact, values=values,
            )
        )  # fmt: skip
