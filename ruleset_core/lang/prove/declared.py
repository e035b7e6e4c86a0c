"""Values that types and fixed facts allow."""

from __future__ import annotations

from ruleset_core.lang.ranges import ANY, MOST, TRUTHS, Values, exactly, gap, of_mask
from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import Fact, Vocabulary


class Declared:
    """What can be known without looking at an effect."""

    def __init__(self, v: Vocabulary) -> None:
        self.v = v
        self._types: dict[int, tuple[Values, Type]] = {}
        self._having: dict[int, dict[int, int]] = {}
        self._facts: dict[tuple[int, Values], Values] = {}

    def of(self, kind: Type) -> Values:
        """All values of a type."""
        found = self._types.get(id(kind))
        if found is None:
            found = self._types[id(kind)] = self._of(kind), kind  # kept, so that no id is given twice
        return found[0]

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

    def _members(self, fact: Fact) -> dict[int, int]:
        """For each value of a fact that does not differ by side, the members that have it: a bit for each."""
        found = self._having.get(id(fact))
        if found is None:
            found = self._having[id(fact)] = {}
            for place, value in enumerate(fact.values):
                if isinstance(value, int):
                    found[value] = found.get(value, 0) | gap(place)
        return found

    def fact(self, fact: Fact, of: Values, *, sided: bool) -> Values:
        """All values of a fact of some members."""
        if len(fact.values) > MOST:
            return self.of(fact.type)
        key = (id(fact), ANY if sided else of)
        found = self._facts.get(key)
        if found is None:
            there = ANY.mask() if sided else of.mask()
            known = exactly(value for value, members in self._members(fact).items() if members & there)
            found = self._facts[key] = known or self.of(fact.type)
        return found

    def having(self, fact: Fact, wanted: Values, of: Values) -> Values | None:
        """The members, among some, whose fact has certain values; None if there is none."""
        if len(fact.values) > MOST:
            return of
        found = 0
        for value, members in self._members(fact).items():
            if value in wanted:
                found |= members
        return of_mask(found & of.mask())

    def lists(self, fact: Fact, of: Values) -> list[tuple[int, ...]]:
        """The lists of some members."""
        if fact.sides:
            return [each for each in fact.values if isinstance(each, tuple)]
        inside = of.within(0, len(fact.values) - 1)
        found = [] if inside is None else [fact.values[place] for place in inside.each()]
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
