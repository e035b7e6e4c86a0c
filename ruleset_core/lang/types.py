"""The types of the effect language. All of them are finite or whole numbers; all values are ints at run time.

`none` is -1, booleans are 0 and 1, a member of a set, a seat or a piece is its place in the declared order.
"""

from __future__ import annotations

from ruleset_core.model.unchanging import comparable

NONE_VALUE = -1
"""How `none` is held in a state."""


@comparable
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


def span(low: int, high: int) -> Type:
    """Whole numbers from `low` to `high`, both included."""
    return Type("int", low=low, high=high)


def member(domain: str) -> Type:
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


def a(thing: Type | str) -> str:
    """A type, or the name of a family, with its article: "an event", "a number 0..20", "none"."""
    if isinstance(thing, Type) and thing.kind == "none":
        return "none"
    if isinstance(thing, Type) and thing.kind == "int" and ".." in str(thing):
        return f"a number {thing}"
    words = str(thing)
    vowel = words[:1] in "aeiou" and not words.startswith(("uni", "use", "eu", "one"))
    return f"an {words}" if vowel or words.startswith(("hour", "heir", "honour")) else f"a {words}"
