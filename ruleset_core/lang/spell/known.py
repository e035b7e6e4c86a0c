"""Pure expressions: which are the same, what they read, and what changes them."""

from __future__ import annotations

from dataclasses import dataclass

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.parts import parts_of

BASES = ("_b", "_s")
"""The locals that say where the block of a seat begins are named so: what lies in it is always there."""
ARITHMETIC = (n.Plus, n.Minus, n.Times, n.Per, n.Mod, n.Least, n.Most)
LOOK, WORK = 1, 2
"""What looking something up costs, and what a sum does: Python makes a new number for it."""


Found = dict[int, tuple[int, n.Node]]
"""Expressions by their numbers: how often each is there, and one of those that are the same."""


@dataclass(slots=True)
class Known:
    """What there is to know of a pure expression.

    Attributes:
        number: the same for expressions that are the same but for what is known of their ranges.
        reads: the locals in it.
        places: the places of the state that it reads.
        cost: about how long working it out takes.
        safe: whether it can be worked out wherever its locals are set.
    """

    number: int
    reads: frozenset[str]
    places: tuple[n.Expr, ...]
    cost: int
    safe: bool


class Same:
    """Tells expressions that are the same by their numbers."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[object, ...], int] = {}
        self._known: dict[n.Node, Known | None] = {}
        self._within: dict[n.Node, Found] = {}

    def known(self, code: n.Node) -> Known | None:
        """What there is to know of an expression; None if it is not pure."""
        if code not in self._known:
            self._known[code] = self._look(code)
        return self._known[code]

    def value(self, place: n.Expr) -> Known | None:
        """What there is to know of what lies at a place."""
        inside = self._part(place)
        if inside is None:
            return None
        number = self._number(n.Value, inside.number)
        safe = inside.safe and _always(place)
        return Known(number, inside.reads, (place, *inside.places), inside.cost + LOOK, safe)

    def _number(self, *key: object) -> int:
        return self._numbers.setdefault(key, len(self._numbers))

    def _part(self, code: n.Expr) -> Known | None:
        if isinstance(code, int):
            return Known(self._number(int, code), frozenset(), (), 0, safe=True)
        return self.known(code)

    def _look(self, code: n.Node) -> Known | None:
        if isinstance(code, n.Local):
            return Known(self._number(n.Local, code.name), frozenset((code.name,)), (), 0, safe=True)
        if isinstance(code, n.Value):
            return self.value(code.place)
        if isinstance(code, n.Entry):
            inside = self._part(code.place)
            if inside is None:
                return None
            number = self._number(n.Entry, code.table.number, inside.number)
            return Known(number, inside.reads, inside.places, inside.cost + LOOK, safe=False)
        if not isinstance(code, ARITHMETIC):
            return None
        left, right = self._part(code.left), self._part(code.right)
        if left is None or right is None:
            return None
        number = self._number(type(code), left.number, right.number)
        safe = left.safe and right.safe and not isinstance(code, (n.Per, n.Mod))
        return Known(number, left.reads | right.reads, left.places + right.places, left.cost + right.cost + WORK, safe)

    def within(self, code: n.Expr) -> Found:
        """The pure expressions in another that take time: how often each stands there, and one of those that are the same."""
        if isinstance(code, (int, n.Local)):
            return {}
        found = self._within.get(code)
        if found is None:
            found = self._within[code] = {}
            for part in parts_of(code):
                for number, (times, one) in self.within(part).items():
                    found[number] = (found[number][0] + times if number in found else times, one)
            known = self.known(code)
            if known is not None:
                found[known.number] = (1, code)
        return found


def _always(place: n.Expr) -> bool:
    """Whether there always is such a place: a known one, also in the block of a seat."""
    if isinstance(place, n.Plus) and isinstance(place.right, int):
        place = place.left
    return isinstance(place, int) or (isinstance(place, n.Local) and place.name.startswith(BASES))


def apart(one: n.Expr, other: n.Expr) -> bool:
    """Whether two places are certainly not the same."""
    known, terms = _terms(one)
    more, others = _terms(other)
    for term in [*terms]:
        if term in others:
            terms.remove(term)
            others.remove(term)
    least = known - more + sum(each.low for each in terms) - sum(each.high for each in others)
    most = known - more + sum(each.high for each in terms) - sum(each.low for each in others)
    return least > 0 or most < 0


def _terms(code: n.Expr) -> tuple[int, list[n.Node]]:
    """A sum as a known number and the rest."""
    if isinstance(code, int):
        return code, []
    if not isinstance(code, n.Plus):
        return 0, [code]
    known, terms = _terms(code.left)
    more, others = _terms(code.right)
    return known + more, terms + others
