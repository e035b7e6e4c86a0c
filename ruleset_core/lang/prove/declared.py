"""Values that types and fixed facts allow."""

from __future__ import annotations

from collections.abc import Iterable

from ruleset_core.lang.ranges import ANY, TRUTHS, Values, exactly
from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import Fact, Vocabulary


class Declared:
    """What can be known without looking at an effect."""

    def __init__(self, v: Vocabulary) -> None:
        self.v = v
        self._types: dict[int, tuple[Values, Type]] = {}
        self._having: dict[tuple[int, Values, Values], Values | None] = {}
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

    def places(self, fact: Fact, of: Values) -> Iterable[int]:
        """The members among some values, for a fact that does not differ by side."""
        inside = of.within(0, len(fact.values) - 1)
        return () if inside is None else inside.each()

    def fact(self, fact: Fact, of: Values, *, sided: bool) -> Values:
        """All values of a fact of some members."""
        key = (id(fact), of)
        found = self._facts.get(key)
        if found is None:
            numbers = fact.values if sided else [fact.values[place] for place in self.places(fact, of)]
            known = exactly(each for each in numbers if isinstance(each, int))
            found = self._facts[key] = known or self.of(fact.type)
        return found

    def having(self, fact: Fact, wanted: Values, of: Values) -> Values | None:
        """The members, among some, whose fact has certain values; None if there is none."""
        key = (id(fact), wanted, of)
        if key not in self._having:
            self._having[key] = exactly(place for place in self.places(fact, of) if fact.values[place] in wanted)
        return self._having[key]

    def lists(self, fact: Fact, of: Values) -> list[tuple[int, ...]]:
        """The lists of some members."""
        if fact.sides:
            return [each for each in fact.values if isinstance(each, tuple)]
        found = [fact.values[place] for place in self.places(fact, of)]
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
