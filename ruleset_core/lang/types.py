"""Types of the effect language, and sets of whole numbers as intervals with gaps (for range analysis).

A type says which whole numbers a value may be, since all values are whole numbers when a game runs; an `IntervalSet` is what range
analysis knows of one value:

>>> str(INT), str(BOOL), str(span(1, 6)), str(member_type("suit"))
('number', 'condition', '1..6', 'suit')
>>> die = IntervalSet(1, 6)
>>> die.within(3, 99), die.within(7, 99)             # what is left of it within bounds; None: it cannot be
(IntervalSet(low=3, high=6, gaps=0), None)
>>> die.joined(IntervalSet(8, 8)).mask().bit_count()       # 1 to 6 or 8, but not 7
7
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import NamedTuple

from ruleset_core.values import frozen_value

# The types of the effect language. All of them are finite or whole numbers; all values are ints at run time.
#
# `none` is -1, booleans are 0 and 1, a member of a set, a seat or a piece is its place in the declared order.

NONE_VALUE = -1
"""How `none` is held in a state."""


@frozen_value
class Type:
    """A type: `kind` is int, bool, member, list, zone, none or bad (an error already reported).

    `seats`: a set whose first members are the seats, so that a seat is one of them.
    """

    kind: str
    domain: str = ""
    low: int | None = None
    high: int | None = None
    optional: bool = False
    element: Type | None = None
    seats: bool = False

    def __str__(self) -> str:
        """As a designer writes it."""
        mark = "?" if self.optional else ""
        if self.kind == "member":
            return self.domain + mark
        if self.kind == "list":
            return f"list of {self.element}"
        if self.kind == "zone":
            return f"zone of {self.element}"
        if self.kind == "none":
            return "none"
        if self.kind == "int" and self.low is not None and self.low != self.high:
            return f"{self.low}..{self.high}{mark}"
        return {"int": "number", "bool": "condition"}.get(self.kind, self.kind) + mark

    def maybe(self) -> Type:
        """The same type, `none` allowed."""
        return self if self.optional else self._with(optional=True)

    def sure(self) -> Type:
        """The same type without `none`."""
        return self._with(optional=False) if self.optional else self

    def _with(self, *, optional: bool) -> Type:
        return Type(self.kind, self.domain, self.low, self.high, optional, self.element, self.seats)


INT = Type("int")
BOOL = Type("bool")
NONE = Type("none", optional=True)
BAD = Type("bad")
SEAT = Type("member", "seat")
RESOURCE = Type("member", "resource")

FIELDS = ("held", "filled")
"""Fields of every game: how much a seat has of a resource, and how far its track is filled."""


def span(low: int, high: int) -> Type:
    """Whole numbers from `low` to `high`, both included."""
    return Type("int", low=low, high=high)


def member_type(domain: str) -> Type:
    """A member of a set, a resource, a seat or a piece of a kind."""
    return Type("member", domain)


def listing(element: Type) -> Type:
    """A fixed list, as facts hold."""
    return Type("list", element=element)


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of type `given` may stand where `wanted` is asked for."""
    if given is wanted or given.kind == "bad" or wanted.kind == "bad":
        return True
    if given.kind == "none":
        return wanted.optional
    if given.kind != wanted.kind:
        return False
    if given.kind == "member":
        return given.domain == wanted.domain or (wanted.seats and given.domain == SEAT.domain)
    if given.kind in {"list", "zone"} and given.element and wanted.element:
        return fits(given.element, wanted.element)
    return True


def with_article(thing: Type | str) -> str:
    """A type, or the name of a family, with its article: "an event", "a number 0..20", "none"."""
    if isinstance(thing, Type) and thing.kind == "none":
        return "none"
    if isinstance(thing, Type) and thing.kind == "int" and ".." in str(thing):
        return f"a number {thing}"
    words = str(thing)
    vowel = words[:1] in "aeiou" and not words.startswith(("uni", "use", "eu", "one"))
    return f"an {words}" if vowel or words.startswith(("hour", "heir", "honour")) else f"a {words}"


# Sets of whole numbers as intervals with gaps: where the value of an expression certainly lies.

GAPS_UP_TO = 10_000
"""Gaps are told apart up to this number."""


class IntervalSet(NamedTuple):
    """Whole numbers from `low` to `high`, both included, without those in `gaps`: a bit for each, that of -1 first."""

    low: float = -inf
    high: float = inf
    gaps: int = 0

    def within(self, low: float, high: float, gaps: int = 0) -> IntervalSet | None:
        """What is left of them within bounds; None if that is nothing."""
        mine, most, own = self
        low, high, gaps = max(mine, low), min(most, high), gaps | own
        if low > high:
            return None
        if not gaps:
            return self if low == mine and high == most else IntervalSet(low, high)
        return _trimmed(low, high, gaps)

    def joined(self, other: IntervalSet) -> IntervalSet:
        """The numbers of both."""
        if self == other:
            return self
        low, high = min(self.low, other.low), max(self.high, other.high)
        if self.gaps == other.gaps == 0 and self.low <= other.high + 1 and other.low <= self.high + 1:
            return IntervalSet(low, high)
        missing = _missing(self) & _missing(other)
        return IntervalSet(low, high, missing & _between(low + 1, high - 1))

    def __contains__(self, number: object) -> bool:
        """Whether a number is among them."""
        if not isinstance(number, int | float) or not self.low <= number <= self.high:
            return False
        return not self.gaps or number < NONE_VALUE or not self.gaps >> int(number + 1) & 1

    def mask(self) -> int:
        """A bit for each, as for gaps; those beyond are left out."""
        return _between(self.low, self.high) & ~self.gaps

    def each(self) -> Iterator[int]:
        """One after the other; they must be bounded."""
        for number in range(int(self.low), int(self.high) + 1):
            if not self.gaps or number in self:
                yield number


def gap(number: float) -> int:
    """The gap of one number; none where it would be too far off."""
    return 1 << int(number) + 1 if NONE_VALUE <= number <= GAPS_UP_TO else 0


def _between(low: float, high: float) -> int:
    """The gaps of all numbers from one to another."""
    low, high = max(low, NONE_VALUE), min(high, GAPS_UP_TO)
    return (1 << int(high) + 2) - (1 << int(low) + 1) if low <= high else 0


def _missing(values: IntervalSet) -> int:
    """Gaps for all that is not among them, as far as gaps are told apart."""
    return values.gaps | _between(NONE_VALUE, values.low - 1) | _between(values.high + 1, GAPS_UP_TO)


def _trimmed(low: float, high: float, gaps: int) -> IntervalSet | None:
    """With ends that are no gaps."""
    while low <= high and gap(low) & gaps:
        low += 1
    while low <= high and gap(high) & gaps:
        high -= 1
    return IntervalSet(low, high, gaps & _between(low + 1, high - 1)) if low <= high else None


def of_mask(mask: int) -> IntervalSet | None:
    """The numbers whose bits are set; None if there is none."""
    if not mask:
        return None
    low, high = (mask & -mask).bit_length() - 2, mask.bit_length() - 2
    return IntervalSet(low, high, _between(low, high) & ~mask)


ANY = IntervalSet()
TRUTHS = IntervalSet(0, 1)
NOTHING = IntervalSet(NONE_VALUE, NONE_VALUE)


def exactly(values: Iterable[int]) -> IntervalSet | None:
    """The numbers listed; None if there is none."""
    found = set(values)
    if not found:
        return None
    low, high = min(found), max(found)
    if len(found) == high - low + 1 or low < NONE_VALUE:
        return IntervalSet(low, high)
    gaps = _between(low, high)
    for number in found:
        gaps &= ~gap(number)
    return IntervalSet(low, high, gaps)


def compared(operator: str, other: IntervalSet) -> IntervalSet:
    """Where a value lies that compares like this with some of other values."""
    low, high, gaps = -inf, inf, 0
    if operator == "==":
        low, high, gaps = other
    elif operator == "!=" and other.low == other.high:
        gaps = gap(other.low)
    elif operator in {"<", "<="}:
        high = other.high - (operator == "<")
    elif operator in {">", ">="}:
        low = other.low + (operator == ">")
    return IntervalSet(low, high, gaps)
