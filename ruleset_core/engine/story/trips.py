"""The pieces that were moved in a turn: where each came from and where it lies in the end, those that went together at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ruleset_core.engine.story.seen import HIDDEN
from ruleset_core.lang.evaluate.trace import AnyPart, Moved

if TYPE_CHECKING:
    from ruleset_core.engine.story.wording import Wording

__all__ = ["Trip", "trips"]


class Trip(NamedTuple):
    """Pieces that went from one list (-1: none of note) to another because of a card (empty: of none).

    `told_as`: what the data says of each piece, in two: the words before the first value, and the rest.
    """

    source: int
    target: int
    kind: str
    why: str
    pieces: tuple[int, ...]
    told_as: tuple[tuple[str, str], ...] = ()

    def told(self, wording: Wording, seat: int) -> str:
        """The trip in words; `seat`: whose story it is."""
        if self.told_as:
            return wording.shared(self.told_as)
        what = wording.these(self.kind, self.pieces)
        several = "_many" if len(self.pieces) > 1 else ""
        to = wording.zone(self.target, seat)
        takes = seat >= 0 and wording.naming.zones[self.target][1] == seat and not self.why
        if self.source < 0:
            return wording.word("takes_some" if takes else f"placed{several}", what=what, target=to)
        whence = wording.zone(self.source, seat)
        if takes:
            return wording.word("takes", what=what, source=whence)
        return wording.word(f"moved{several}", what=what, source=whence, target=to)


def trips(wording: Wording, parts: Sequence[AnyPart], said: Collection[str] = ()) -> Iterator[Trip]:
    """The trips of note; not of pieces that were named in what the seat did (`said`), for that tells it.

    Pieces that have no names, such as dice, are told of by what they show.
    """
    found: dict[tuple[int, int, str, str], list[int]] = {}
    said_of: dict[tuple[int, int, str, str], list[tuple[str, str]]] = {}
    zones = wording.naming.zones
    for came, part in _journeys(part for part in parts if isinstance(part, Moved)):
        if wording.v.domains[part.kind].card is None or came == part.target:
            continue
        if part.piece != HIDDEN and wording.piece(part.kind, part.piece) in said:
            continue
        whence = came if came >= 0 and zones[came][0].note else -1
        if whence >= 0 or zones[part.target][0].note or part.words:
            key = (whence, part.target, part.kind, wording.why(part))
            found.setdefault(key, []).append(part.piece)
            said_of.setdefault(key, []).extend([wording.parted(part.words)] if part.words else [])
    for key, pieces in found.items():
        yield Trip(*key, tuple(pieces), tuple(dict.fromkeys(said_of[key])))


def _journeys(moves: Iterator[Moved]) -> list[tuple[int, Moved]]:
    """The last move of every piece, with the list it came from at first; a hidden one may be any that lies there."""
    found: list[tuple[int, Moved]] = []
    for part in moves:
        came = part.source
        for place, (first, before) in enumerate(found):
            if _goes_on(before, part):
                came = first
                del found[place]
                break
        found.append((came, part))
    return found


def _goes_on(before: Moved, part: Moved) -> bool:
    return (before.target, before.kind) == (part.source, part.kind) and before.piece in {part.piece, HIDDEN}
