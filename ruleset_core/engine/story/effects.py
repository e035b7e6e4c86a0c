"""What followed in a turn, added up by whom it befell and by the card that did it; not yet in sentences."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ruleset_core.engine.story.notes import is_of_note
from ruleset_core.engine.story.seen import HIDDEN
from ruleset_core.engine.story.trips import trips
from ruleset_core.lang.evaluate.trace import Changed, Ordered, Shown

if TYPE_CHECKING:
    from ruleset_core.engine.story.turns import Turn
    from ruleset_core.engine.story.wording import Wording
    from ruleset_core.lang.vocabulary import Field

__all__ = ["Befell", "effects"]


@dataclass(slots=True)
class Befell:
    """What befell somebody (-1: nobody) because of a card (empty: of none): amounts by resource, and what is told besides.

    `amounts`: what each resource became more or less; `paid`: how much of that was paid, for what is given and got is no sum;
    `got`: what came in, without what went out.
    """

    amounts: dict[int, int] = field(default_factory=dict)
    paid: dict[int, int] = field(default_factory=dict)
    got: dict[int, int] = field(default_factory=dict)
    others: dict[object, str] = field(default_factory=dict)
    rolls: dict[object, str] = field(default_factory=dict)

    @property
    def gains(self) -> dict[int, int]:
        """What it got."""
        return {place: count for place, count in self._besides().items() if count > 0} | self._even()

    @property
    def losses(self) -> dict[int, int]:
        """What it gave."""
        even = self._even()
        lost = {
            place: min(0, count) - self.paid.get(place, 0) - even.get(place, 0)
            for place, count in self._besides().items()
        }
        return {place: count for place, count in lost.items() if count < 0}

    def _even(self) -> dict[int, int]:
        """What was got and lost alike: who gives 4 coins and gets 4 coins has done something."""
        return {place: self.got[place] for place, count in self._besides().items() if not count and self.got.get(place)}

    def _besides(self) -> dict[int, int]:
        """What became of the resources, without what was paid."""
        return {place: count + self.paid.get(place, 0) for place, count in self.amounts.items()}

    @property
    def texts(self) -> list[str]:
        """What is told besides; the same is told once."""
        return list(dict.fromkeys(filter(None, [*self.rolls.values(), *self.others.values()])))


def effects(
    wording: Wording, turn: Turn, *, said: Collection[str] = (), every: bool = False
) -> dict[tuple[int, str], Befell]:
    """What befell whom, by the seat and the card behind it.

    Args:
        wording: names things.
        turn: the turn.
        said: names of cards that have been named already: where they are, and that they did it, goes without saying.
        every: also amounts that are of no note.
    """
    found = _Found(wording, turn, said, every)
    for part in turn.parts:
        if isinstance(part, Changed):
            found.changed(part)
        elif isinstance(part, Ordered) and part.how == "shuffle":
            found.shuffled(part)
    found.seen([part for part in turn.parts if isinstance(part, Shown)])
    for trip in trips(wording, turn.parts, said):
        befell = found.befell(turn.seat, trip.why)
        befell.others[trip] = trip.told(wording, turn.seat)
    return {key: each for key, each in found.sums.items() if each.texts or each.gains or each.losses}


class _Found:
    def __init__(self, wording: Wording, turn: Turn, said: Collection[str], every: bool) -> None:
        self.wording, self.turn, self.said, self.every = wording, turn, said, every
        self.sums: dict[tuple[int, str], Befell] = {}
        self._before: dict[int, int] = {}
        self._rolled: dict[int, list[int]] = {}

    def befell(self, whom: int, why: str) -> Befell:
        return self.sums.setdefault((whom, why), Befell())

    def _of(self, whom: int, part: Changed | Ordered | Shown) -> Befell:
        return self.befell(whom, self.wording.why(part))

    def changed(self, part: Changed) -> None:
        home, of, place = self.wording.naming.eyes.place(part.address)
        if home.name == "held":
            if self.every or self.wording.v.resources[place].note:
                befell, count = self._of(of, part), part.after - part.before
                befell.amounts[place] = befell.amounts.get(place, 0) + count
                befell.got[place] = befell.got.get(place, 0) + max(0, count)
                if part.how == "pay":
                    befell.paid[place] = befell.paid.get(place, 0) - count
        elif not part.beside and is_of_note(self.wording.game.program, home):
            self._value(part, home, of, place)

    def _value(self, part: Changed, home: Field, of: int, place: int) -> None:
        """Of a value that changes again, what it is in the end is told, and all that was rolled."""
        was = self._before.setdefault(part.address, part.before)
        if part.how == "roll":
            self._rolled.setdefault(part.address, []).append(part.after)
        rolled = self._rolled.get(part.address, [])
        text = "" if part.after == was and not rolled else self.wording.value(part, home, place, rolled)
        befell = self._of(of, part)
        (befell.rolls if rolled else befell.others)[part.address] = text

    def seen(self, shown: Sequence[Shown]) -> None:
        """What was shown, by whom it was shown to and where it lay."""
        wording = self.wording
        for first in shown:
            if first.fact:
                self._told_of(first, shown)
                continue
            key = (first.kind, first.zone, first.to)
            pieces = [part.piece for part in shown if not part.fact and (part.kind, part.zone, part.to) == key]
            what = wording.these(first.kind, pieces)
            where = "" if first.zone < 0 else wording.zone(first.zone, first.to)
            said = wording.word("sees_of", what=what, source=where) if where else wording.word("sees", what=what)
            self._of(first.to, first).others[key] = said

    def _told_of(self, first: Shown, shown: Sequence[Shown]) -> None:
        """What a seat was told of the pieces of a list without being shown them: what is left of each fact."""
        wording, found = self.wording, dict[tuple[int, ...], list[Shown]]()
        if first.zone >= 0 and not wording.naming.zones[first.zone][0].note:
            return
        for nth, part in enumerate(shown):
            if part.fact and (part.kind, part.zone, part.to) == (first.kind, first.zone, first.to):
                apart = nth if part.place < 0 and part.piece == HIDDEN else -1  # of a hand, which card is not told
                found.setdefault((part.place, part.piece, apart), []).append(part)
        what = [wording.left(parts) for _, parts in sorted(found.items(), key=lambda each: each[0][0])]
        where = "" if first.zone < 0 else wording.zone(first.zone, first.to)
        key = (first.kind, first.zone, first.to, "told")
        said = wording.word("learns_of" if where else "learns", what=wording.listed(what), source=where)
        self._of(first.to, first).others[key] = said

    def shuffled(self, part: Ordered) -> None:
        if self.wording.naming.zones[part.zone][0].note and self.turn.seat >= 0:
            what = self.wording.zone(part.zone, self.turn.seat)
            text = self.wording.word("shuffled", what=what)
            self._of(self.turn.seat, part).others[text] = text
