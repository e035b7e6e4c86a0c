"""Values that types and fixed facts allow."""

from __future__ import annotations

from collections.abc import Iterator

from ruleset_core.lang.ranges import ANY, TRUTHS, Values, exactly
from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import Fact, Vocabulary


class Declared:
    """What can be known without looking at an effect."""

    def __init__(self, v: Vocabulary) -> None:
        self.v = v
        self._types: dict[Type, Values] = {}
        self._facts: dict[tuple[int, Values], Values] = {}

    def of(self, kind: Type) -> Values:
        """All values of a type."""
        found = self._types.get(kind)
        if found is None:
            found = self._types[kind] = self._of(kind)
        return found

    def _of(self, kind: Type) -> Values:
        if kind.kind == "bool":
            return TRUTHS
        if kind.kind == "member":
            return Values(-1 if kind.optional else 0, max(0, self.v.domains[kind.domain].size - 1))
        if kind.kind == "none":
            return Values(-1, -1)
        if kind.kind != "int" or kind.low is None or kind.high is None:
            return ANY
        plain = Values(kind.low, kind.high)
        return plain.joined(Values(-1, -1)) if kind.optional else plain

    def places(self, fact: Fact, of: Values) -> Iterator[int]:
        """The members among some values, for a fact that does not differ by side."""
        for place in range(max(0, int(of.low)), int(min(of.high, len(fact.values) - 1)) + 1):
            if place not in of.gaps:
                yield place

    def fact(self, fact: Fact, of: Values, *, sided: bool) -> Values:
        """All values of a fact of some members."""
        key = (id(fact), of)
        found = self._facts.get(key)
        if found is None:
            numbers = (
                fact.values if sided else [fact.values[place] for place in self.places(fact, self._inside(fact, of))]
            )
            known = exactly(each for each in numbers if isinstance(each, int))
            found = self._facts[key] = known or self.of(fact.type)
        return found

    def _inside(self, fact: Fact, of: Values) -> Values:
        return of.within(0, len(fact.values) - 1) or Values(0, -1)

    def having(self, fact: Fact, wanted: Values, of: Values) -> Values | None:
        """The members, among some, whose fact has certain values; None if there is none."""
        inside = self._inside(fact, of)
        return exactly(place for place in self.places(fact, inside) if fact.values[place] in wanted)

    def lists(self, fact: Fact, of: Values) -> list[tuple[int, ...]]:
        """The lists of some members."""
        if fact.sides:
            return [each for each in fact.values if isinstance(each, tuple)]
        found = [fact.values[place] for place in self.places(fact, self._inside(fact, of))]
        return [each for each in found if isinstance(each, tuple)]

    def listed(self, fact: Fact, of: Values) -> Values | None:
        """Everything that stands in lists of some members."""
        return exactly(each for one in self.lists(fact, of) for each in one)

    def lengths(self, fact: Fact, of: Values) -> Values:
        """How long the lists of some members are."""
        return exactly(len(one) for one in self.lists(fact, of)) or Values(0)

    def element(self, fact: Fact, of: Values, place: Values, *, optional: bool) -> Values:
        """What stands at a place of such lists; beyond their ends none, or 0."""
        beyond = Values(-1, -1) if optional else Values(0, 0)
        found = self.listed(fact, of)
        if found is None:
            return beyond
        low = self.lengths(fact, of).low
        return found if place.low >= 0 and place.high < low else found.joined(beyond)
