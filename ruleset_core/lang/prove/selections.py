"""What is gone through: which values, how many, and whether there are any."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from ruleset_core.lang import tree as t
from ruleset_core.lang.prove.known import Known
from ruleset_core.lang.ranges import Values, exactly
from ruleset_core.lang.walk import chain, fact_asked

if TYPE_CHECKING:
    from ruleset_core.lang.prove.facts import Facts
    from ruleset_core.lang.vocabulary import Fact

ASKED = ("any", "no", "first")
"""Questions whose answers tell whether there is anything."""


class Selections:
    """Works out selections."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.v = facts.v
        self.keys = facts.keys
        self.declared = facts.declared
        self._combinations: dict[tuple[object, ...], set[tuple[object, ...]]] = {}

    def members(self, selection: t.Selection, known: Known) -> Values:
        """Where the values lie that are gone through."""
        whole = self.declared.of(selection.type)
        match selection.kind:
            case "values":
                return exactly(selection.values) or whole
            case "range":
                low, high = (self.facts.values(part, known) for part in selection.parts)
                return Values(low.low, max(low.low, high.high)) if selection.type.kind == "int" else whole
            case "items":
                found: Values | None = None
                for part in selection.parts:
                    one = self.facts.values(part, known)
                    found = one if found is None else found.joined(one)
                return found or whole
            case "fact":
                part = selection.parts[0]
                if isinstance(part, t.FactOf):
                    return self.declared.listed(part.fact, self.facts.values(part.of, known)) or whole
                return whole
            case _:
                return whole

    def size(self, selection: t.Selection, known: Known) -> Values:
        """How many values are gone through."""
        match selection.kind:
            case "values" | "items":
                number = len(selection.values) or len(selection.parts)
                found = Values(number, number)
            case "range":
                low, high = (self.facts.values(part, known) for part in selection.parts)
                found = Values(max(0, high.low - low.high + 1), max(0, high.high - low.low + 1))
            case "seats":
                fewest, most = (each + len(selection.values) for each in self.v.players)
                found = Values(fewest, most)
            case "others":
                found = Values(self.v.players[0] - 1, self.v.players[1] - 1)
            case "after" | "before":
                found = Values(0, self.v.players[1] - 1)
            case "fact" if isinstance(selection.parts[0], t.FactOf):
                found = self.declared.lengths(selection.parts[0].fact, self.facts.values(selection.parts[0].of, known))
            case "union":
                each = [self.size(one, known) for one in selection.among]
                found = Values(max(one.low for one in each), sum(one.high for one in each))
                if any(one.kind in {"items", "fact"} for one in selection.among):  # there may be none among these
                    found = Values(0, found.high)
            case "zone" if selection.zone is not None:
                whole = self.v.domains[selection.zone.zone.kind].size
                found = Values(whole if selection.zone.zone.fixed else 0, whole)
            case _:
                found = Values(0)
        return self._counted(selection, found, known)

    def _counted(self, selection: t.Selection, found: Values, known: Known) -> Values:
        """What was asked of it before: how many there are, whether there is any."""
        low, high = found.low, found.high
        learnt = known.values.get(self.keys.through("count", selection))
        if learnt is not None:
            low, high = max(low, learnt.low), min(high, learnt.high)
        if low == 0 and self._told(*(self.keys.through(kind, selection) for kind in ASKED), known=known):
            low = 1
        return Values(low, high)

    def some(self, node: t.Quantity, known: Known) -> bool:
        """Whether a question certainly finds something."""
        if node.where is None:
            return self.size(node.selection, known).low >= 1
        if self._all_there(node, known):
            return True
        count = known.values.get(self.keys.question("count", node))
        asked = (self.keys.question(kind, node) for kind in ASKED)
        return (count is not None and count.low >= 1) or self._told(*asked, known=known)

    def _all_there(self, node: t.Quantity, known: Known) -> bool:
        """Whether it asks for nothing but facts, and there is a member for whatever they may have to be."""
        if node.where is None or node.selection.kind != "values":
            return False
        asked = [fact_asked(part, node.var) for part in chain(node.where, "and")]
        size = 1.0
        wanted: list[tuple[Fact, Values]] = []
        for each in asked:
            if each is None:
                return False
            values = self.facts.values(each[1], known)
            size *= max(values.high - values.low + 1, 1)
            if size > len(node.selection.values):
                return False
            wanted.append((each[0], values))
        there = self._combined(tuple(fact for fact, _ in wanted), node.selection.values)
        return all(each in there for each in product(*(values.each() for _, values in wanted)))

    def _combined(self, facts: tuple[Fact, ...], members: tuple[int, ...]) -> set[tuple[object, ...]]:
        """What these members have of these facts; made once, for the same is often asked again."""
        key = (*((fact.domain, fact.name) for fact in facts), members)
        found = self._combinations.get(key)
        if found is None:
            found = {tuple(fact.values[member] for fact in facts) for member in members}
            self._combinations[key] = found
        return found

    @staticmethod
    def _told(any_: int, none: int, first: int, *, known: Known) -> bool:
        found = known.values.get(any_), known.values.get(none), known.values.get(first)
        if found[0] is not None and found[0].low >= 1:
            return True
        return (found[1] is not None and found[1].high <= 0) or (found[2] is not None and found[2].low >= 0)
