"""Effects that are recorded: they do what `Effects` do, and tell of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ruleset_core.lang.evaluate.effects import Effects
from ruleset_core.lang.evaluate.trace import Moved, Ordered, Shown
from ruleset_core.lang.evaluate.visibility import Eyes
from ruleset_core.lang.evaluate.watched import Watched
from ruleset_core.lang.knowledge import OTHERS, column_of
from ruleset_core.lang.tells import lists

if TYPE_CHECKING:
    from ruleset_core.lang.evaluate.recording import Recorder
    from ruleset_core.lang.runtime import Memory
    from ruleset_core.lang.vocabulary import Zone
    from ruleset_core.model.outward.story import Reordered


class _Excluded(NamedTuple):
    """A value that a seat gets to know a piece not to have."""

    kind: str
    piece: int
    to: int
    column: int


class RecordedEffects(Effects):
    """Writes into states, and tells a recorder of it.

    Attributes:
        me: the seat that acts.
        excluded: what the loop in progress has excluded: one hint.
    """

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder.vocabulary)
        self._recorder = recorder
        self.me = -1
        self.excluded: tuple[_Excluded, ...] = ()

    @property
    def _eyes(self) -> Eyes:
        return self._recorder.eyes

    @cached_property
    def lists(self) -> list[tuple[Zone, int, int]]:
        """The zone of every list of pieces, its seat (-1: shared), and how far from the beginning of the zone it lies."""
        return lists(self.vocabulary)

    def move(self, s: Memory, kind: str, piece: int, zone: int) -> None:
        """See `Effects.move`."""
        at, eyes, recorder = self.vocabulary.fields[f"{kind}.at"].offset + piece, self._eyes, self._recorder
        source = s.v[at]
        place = s.z[source].index(piece) if source >= 0 else -1
        known = eyes.of_touched(s, kind, piece)
        looked = eyes.of_list(s, source) if source >= 0 else 0
        super().move(s, kind, piece, zone)
        if isinstance(s.v, Watched):
            s.v.written = [each for each in s.v.written if each[0] != at]
        known |= eyes.of_piece(s, kind, piece)
        recorder.tell(
            Moved(
                because=recorder.because(s), me=self.me, known=known, apart=s.sim is not None,
                kind=kind, piece=piece, at=at, source=source, place=place, target=zone, looked=looked,
                words=recorder.told_of(*self.lists[zone], s=s, value=piece),
            )
        )  # fmt: skip

    def shuffle(self, s: Memory, stream: int, zone: int) -> None:
        """See `Effects.shuffle`."""
        before = tuple(s.z[zone])
        super().shuffle(s, stream, zone)
        self.reordered(s, zone, before, "shuffle", always=True)

    def sort(self, s: Memory, zone: int, pieces: list[int]) -> None:
        """See `Effects.sort`. Whether the list was in order already is a secret too."""
        before = tuple(s.z[zone])
        super().sort(s, zone, pieces)
        self.reordered(s, zone, before, "sort", always=True)

    def reordered(self, s: Memory, zone: int, before: tuple[int, ...], how: Reordered, *, always: bool = False) -> None:
        """Tell of another order of a list of pieces, if it is one."""
        after = tuple(s.z[zone])
        if always or after != before:
            self._recorder.tell(
                Ordered(
                    because=self._recorder.because(s), me=self.me, known=self._eyes.of_list(s, zone), apart=s.sim is not None,
                    zone=zone, before=before, after=after, how=how,
                )
            )  # fmt: skip

    def pay(self, s: Memory, me: int, costs: Sequence[tuple[int, int, int]]) -> None:
        """See `Effects.pay`. It is told before what is paid for happens."""
        super().pay(s, me, costs)
        self._recorder.written(s, me, "pay")

    def show(self, s: Memory, kind: str, piece: int, seat: int, column: int) -> None:
        """See `Effects.show`. That a piece is not of some values is told when all of them are known."""
        if not 0 <= seat < s.n:
            return
        if column:
            super().show(s, kind, piece, seat, column)
            self.excluded += (_Excluded(kind, piece, seat, column),)
            return
        known = self._eyes.of_touched(s, kind, piece)
        if not self._eyes.of_piece(s, kind, piece) >> seat & 1:
            known |= 1 << seat
        super().show(s, kind, piece, seat, column)
        self._shown(s, _Excluded(kind, piece, seat, 0), known, known)

    def hinted(self, s: Memory) -> None:
        """A hint is told to whom it was given, and of what all but the owner see to all of them. That anybody else was told is secret."""
        first = self.excluded[0]
        found = [column_of(self.vocabulary, first.kind, each.column) for each in self.excluded]
        known = self._eyes.of_touched(s, first.kind, first.piece)
        self.excluded = ()
        zone = s.v[self.vocabulary.fields[f"{first.kind}.at"].offset + first.piece]
        together = known if zone >= 0 and self._eyes.sights[zone] <= OTHERS else 0
        self._shown(s, first, known, together | 1 << first.to, found[0][0], tuple(value for _, value in found))

    def _shown(
        self, s: Memory, what: _Excluded, known: int, told: int, fact: str = "", values: tuple[int, ...] = ()
    ) -> None:
        """Of a piece that is known of a hand nobody is told which of its cards it was."""
        kind, piece, to, _ = what
        zone = s.v[self.vocabulary.fields[f"{kind}.at"].offset + piece]
        place = s.z[zone].index(piece) if zone >= 0 and self._eyes.sights[zone] <= 0 else -1
        self._recorder.tell(
            Shown(
                because=self._recorder.because(s), me=self.me, known=known, apart=s.sim is not None,
                kind=kind, piece=piece, zone=zone, to=to, told=told, place=place, fact=fact, values=values,
            )
        )  # fmt: skip
