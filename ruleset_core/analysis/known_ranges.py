"""Ranges that are known at one place of an effect: of declared types, of definitions, and of what selections go through.

Range analysis changes what it knows with every statement, and forks at every `if`; so `KnownValues` is never changed, and
two of them can be joined behind the `if`. With `pot` 0..9, `price` 0..2 and a `best` that may be none:

    if best == none {           best is -1 (none)
      set pot = 1               best is -1, pot is 1
    } else {                    best is 0..1
      set pot = best.price      best is 0..1, pot is 0..2
    }                           joined: best is -1..1, pot is 0..2

Ranges are kept by the number of an expression (`dependencies.ValueNumbering`), so something is known about `best.price`
and `hand[0]` as well as about fields. Where nothing is known, the declared type decides: `DeclaredRanges`.
"""

from __future__ import annotations

from itertools import product
from math import inf
from typing import TYPE_CHECKING

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import Fact
from ruleset_core.lang.traversal import chain, fact_asked
from ruleset_core.lang.types import ANY, GAPS_UP_TO, TRUTHS, IntervalSet, Type, exactly, gap, of_mask
from ruleset_core.lang.vocabulary import Vocabulary
from ruleset_core.values import frozen

if TYPE_CHECKING:
    from ruleset_core.analysis.range_analysis import RangeAnalysis
    from ruleset_core.lang.program import Definition


# What is known at one place of an effect: where values lie, and what a `let` stands for.


@frozen
class KnownValues:
    """`values` by the numbers of expressions; `lets`: for the number of a local the expression it has the value of.

    `offered`: conditions of branches, which say more as soon as it is known which branch was taken. Never changed: what is
    learnt makes a new one. `about`: at least what all of it reads.
    """

    values: dict[int, IntervalSet]
    lets: dict[int, t.Expr]
    offered: tuple[t.Expr, ...] = ()
    about: int = 0

    def learnt(self, number: int, values: IntervalSet, reads: int) -> KnownValues:
        """With one more range."""
        return KnownValues({**self.values, number: values}, self.lets, self.offered, self.about | reads)

    def named(self, number: int, value: t.Expr, reads: int) -> KnownValues:
        """With one more local that stands for something."""
        return KnownValues(self.values, {**self.lets, number: value}, self.offered, self.about | reads)

    def among(self, condition: t.Expr, reads: int) -> KnownValues:
        """With one more condition of branches."""
        return KnownValues(self.values, self.lets, (*self.offered, condition), self.about | reads)

    def joined(self, other: KnownValues) -> KnownValues:
        """What is known whichever of two ways was taken."""
        if self is other:
            return self
        theirs = other.values
        values = {}
        for number, mine in self.values.items():
            if number in theirs:
                values[number] = mine if theirs[number] == mine else mine.joined(theirs[number])
        lets = {number: value for number, value in self.lets.items() if other.lets.get(number) is value}
        offered = tuple(each for each in self.offered if each in other.offered)
        return KnownValues(values, lets, offered, self.about | other.about)


NOTHING_KNOWN = KnownValues({}, {})


# Values that types and fixed facts allow.


class DeclaredRanges:
    """What can be known without looking at an effect."""

    def __init__(self, v: Vocabulary) -> None:
        self.v = v
        self._types: dict[int, tuple[IntervalSet, Type]] = {}
        self._having: dict[int, dict[int, int]] = {}
        self._facts: dict[tuple[int, IntervalSet], IntervalSet] = {}

    def range_of(self, kind: Type) -> IntervalSet:
        """All values of a type."""
        found = self._types.get(id(kind))
        if found is None:
            found = self._types[id(kind)] = self._of(kind), kind  # kept, so that no id is given twice
        return found[0]

    def _of(self, kind: Type) -> IntervalSet:
        if kind.kind == "bool":
            return TRUTHS
        if kind.kind == "member":
            return IntervalSet(-1 if kind.optional else 0, max(0, self.v.domains[kind.domain].size - 1))
        if kind.kind == "none":
            return IntervalSet(-1, -1)
        if kind.kind != "int" or kind.low is None or kind.high is None:
            return ANY
        plain = IntervalSet(kind.low, kind.high)
        return plain.joined(IntervalSet(-1, -1)) if kind.optional else plain

    def _members(self, fact: Fact) -> dict[int, int]:
        """For each value of a fact that does not differ by side, the members that have it: a bit for each."""
        found = self._having.get(id(fact))
        if found is None:
            found = self._having[id(fact)] = {}
            for place, value in enumerate(fact.values):
                if isinstance(value, int):
                    found[value] = found.get(value, 0) | gap(place)
        return found

    def fact(self, fact: Fact, of: IntervalSet, *, sided: bool) -> IntervalSet:
        """All values of a fact of some members."""
        if len(fact.values) > GAPS_UP_TO:
            return self.range_of(fact.type)
        key = (id(fact), ANY if sided else of)
        found = self._facts.get(key)
        if found is None:
            there = ANY.mask() if sided else of.mask()
            known = exactly(value for value, members in self._members(fact).items() if members & there)
            found = self._facts[key] = known or self.range_of(fact.type)
        return found

    def having(self, fact: Fact, wanted: IntervalSet, of: IntervalSet) -> IntervalSet | None:
        """The members, among some, whose fact has certain values; None if there is none."""
        if len(fact.values) > GAPS_UP_TO:
            return of
        found = 0
        for value, members in self._members(fact).items():
            if value in wanted:
                found |= members
        return of_mask(found & of.mask())

    def lists(self, fact: Fact, of: IntervalSet) -> list[tuple[int, ...]]:
        """The lists of some members."""
        if fact.sides:
            return [each for each in fact.values if isinstance(each, tuple)]
        inside = of.within(0, len(fact.values) - 1)
        found = [] if inside is None else [fact.values[place] for place in inside.each()]
        return [each for each in found if isinstance(each, tuple)]

    def listed(self, fact: Fact, of: IntervalSet) -> IntervalSet | None:
        """Everything that stands in lists of some members."""
        return exactly(each for one in self.lists(fact, of) for each in one)

    def lengths(self, fact: Fact, of: IntervalSet) -> IntervalSet:
        """How long the lists of some members are."""
        return exactly(len(one) for one in self.lists(fact, of)) or IntervalSet(0)

    def element(self, fact: Fact, of: IntervalSet, place: IntervalSet, *, optional: bool) -> IntervalSet:
        """What stands at a place of such lists; beyond their ends none, or 0."""
        beyond = IntervalSet(-1, -1) if optional else IntervalSet(0, 0)
        found = self.listed(fact, of)
        if found is None:
            return beyond
        low = self.lengths(fact, of).low
        return found if place.low >= 0 and place.high < low else found.joined(beyond)


# What amounts and conditions defined in data come to, and what follows when a condition holds.

MOST_TRIED = 300
"""An amount that looks at no state is worked out for every combination of its arguments, up to so many."""


class DefinitionRanges:
    """Works out each define once for the same ranges of arguments."""

    def __init__(self, facts: RangeAnalysis) -> None:
        self.facts = facts
        self._amounts: dict[tuple[str, tuple[IntervalSet, ...]], IntervalSet] = {}
        self._follows: dict[tuple[str, bool], KnownValues | None] = {}

    def range_of(self, node: t.Apply, known: KnownValues) -> IntervalSet:
        """Where an amount lies."""
        args = tuple(self.facts.values(arg, known) for arg in node.args)
        found = self._amounts.get((node.define, args))
        if found is None:
            self._amounts[node.define, args] = ANY  # while it is looked at
            found = self._amounts[node.define, args] = self._amount(self.facts.v.defines[node.define], args)
        return found

    def _amount(self, define: Definition, args: tuple[IntervalSet, ...]) -> IntervalSet:
        if define.value is None:
            return ANY
        args = tuple(self._of_type(define, *pair) for pair in zip(define.params, args, strict=True))
        reads = self.facts.keys.read_by_define(define.name)
        if not reads and not define.modifiers and self._few(args):
            ways = product(*(arg.each() for arg in args))
            found = [
                self._worked_out(define, define.value, tuple(IntervalSet(each, each) for each in way)) for way in ways
            ]
            if found and all(each.low == each.high for each in found):
                return self._checked(define, exactly(int(each.low) for each in found) or ANY)
        return self._checked(define, self.unchecked(define, args))

    def unchecked(self, define: Definition, args: tuple[IntervalSet, ...]) -> IntervalSet:
        """What it comes to with all its changes, before it is looked at whether that is of its type."""
        return (
            ANY if define.value is None else self._modified(define, self._worked_out(define, define.value, args), args)
        )

    def _checked(self, define: Definition, values: IntervalSet) -> IntervalSet:
        """A value outside the type of a definition is refused."""
        return values.within(*self.facts.declared.range_of(define.type)) or values if define.kind == "value" else values

    def _of_type(self, define: Definition, param: str, values: IntervalSet) -> IntervalSet:
        """Arguments outside the type of their parameter are refused."""
        return values.within(*self.facts.declared.range_of(define.params[param])) or values

    @staticmethod
    def _few(args: tuple[IntervalSet, ...]) -> bool:
        number: float = 1
        for each in args:
            number *= each.high - each.low + 1
        return bool(args) and number <= MOST_TRIED and number != inf

    def _worked_out(self, define: Definition, value: t.Expr, args: tuple[IntervalSet, ...]) -> IntervalSet:
        known = NOTHING_KNOWN
        for param, values in zip(define.params, args, strict=True):
            known = known.learnt(self.facts.keys.local(param), values, self.facts.keys.bit("local", param))
        return self.facts.values(value, known)

    def _modified(self, define: Definition, found: IntervalSet, args: tuple[IntervalSet, ...]) -> IntervalSet:
        """With what may be set instead, then with what may be added."""
        for change in define.modifiers:
            if change.how == "set":
                found = found.joined(self._worked_out(define, change.value, args))
        for change in define.modifiers:
            if change.how == "add":
                more = self._worked_out(define, change.value, args)
                found = IntervalSet(found.low + min(0, more.low), found.high + max(0, more.high))
        return found

    def follows(self, define: str, holds: bool) -> KnownValues | None:
        """What is known of parameters and of the state if a condition holds, or fails; None if it cannot."""
        key = define, holds
        if key not in self._follows:
            self._follows[key] = NOTHING_KNOWN  # while it is looked at
            self._follows[key] = self._following(self.facts.v.defines[define], holds)
        return self._follows[key]

    def _following(self, define: Definition, holds: bool) -> KnownValues | None:
        found = None if define.value is None else self.facts.assume(define.value, holds, NOTHING_KNOWN)
        for change in define.modifiers:
            then = self.facts.assume(change.where, True, NOTHING_KNOWN)
            after = None if then is None else self.facts.assume(change.value, holds, then)
            if after is not None:
                found = after if found is None else found.joined(after)
        return found


# What is gone through: which values, how many, and whether there are any.

ASKED = ("any", "no", "first")
"""Questions whose answers tell whether there is anything."""


class SelectionRanges:
    """Works out selections."""

    def __init__(self, facts: RangeAnalysis) -> None:
        self.facts = facts
        self.v = facts.v
        self.keys = facts.keys
        self.declared = facts.declared
        self._combinations: dict[tuple[object, ...], set[tuple[object, ...]]] = {}

    def members(self, selection: t.Selection, known: KnownValues) -> IntervalSet:
        """Where the values lie that are gone through."""
        whole = self.declared.range_of(selection.type)
        match selection.kind:
            case "values":
                return exactly(selection.values) or whole
            case "range":
                low, high = (self.facts.values(part, known) for part in selection.parts)
                return IntervalSet(low.low, max(low.low, high.high)) if selection.type.kind == "int" else whole
            case "items":
                found: IntervalSet | None = None
                for part in selection.parts:
                    one = self.facts.values(part, known)
                    found = one if found is None else found.joined(one)
                return (found and found.within(*whole)) or whole
            case "fact":
                part = selection.parts[0]
                if isinstance(part, t.FactOf):
                    return self.declared.listed(part.fact, self.facts.values(part.of, known)) or whole
                return whole
            case _:
                return whole

    def size(self, selection: t.Selection, known: KnownValues) -> IntervalSet:
        """How many values are gone through."""
        match selection.kind:
            case "values" | "items":
                fewest = len(selection.values) or selection.certain
                found = IntervalSet(fewest, len(selection.values) or len(selection.parts))
            case "range":
                low, high = (self.facts.values(part, known) for part in selection.parts)
                found = IntervalSet(max(0, high.low - low.high + 1), max(0, high.high - low.low + 1))
            case "things":
                found = IntervalSet(0, len(self.v.parts(selection.parts[0].type)))
            case "seats":
                fewest, most = (each + len(selection.values) for each in self.v.players)
                found = IntervalSet(fewest, most)
            case "others":
                found = IntervalSet(self.v.players[0] - 1, self.v.players[1] - 1)
            case "after" | "before":
                found = IntervalSet(0, self.v.players[1] - 1)
            case "fact" if isinstance(selection.parts[0], t.FactOf):
                found = self.declared.lengths(selection.parts[0].fact, self.facts.values(selection.parts[0].of, known))
            case "union":
                each = [self.size(one, known) for one in selection.among]
                found = IntervalSet(max(one.low for one in each), sum(one.high for one in each))
                if any(one.kind in {"items", "fact"} for one in selection.among):  # there may be none among these
                    found = IntervalSet(0, found.high)
            case "zone" if selection.zone is not None:
                whole = self.v.domains[selection.zone.zone.kind].size
                found = IntervalSet(whole if selection.zone.zone.fixed else 0, whole)
            case _:
                found = IntervalSet(0)
        return self._counted(selection, found, known)

    def _counted(self, selection: t.Selection, found: IntervalSet, known: KnownValues) -> IntervalSet:
        """What was asked of it before: how many there are, whether there is any."""
        low, high = found.low, found.high
        learnt = known.values.get(self.keys.through("count", selection))
        if learnt is not None:
            low, high = max(low, learnt.low), min(high, learnt.high)
        if low == 0 and self._has_item(*(self.keys.through(kind, selection) for kind in ASKED), known=known):
            low = 1
        return IntervalSet(low, high)

    def some(self, node: t.Quantity, known: KnownValues) -> bool:
        """Whether a question certainly finds something."""
        if node.where is None:
            return self.size(node.selection, known).low >= 1
        if self._all_there(node, known):
            return True
        count = known.values.get(self.keys.question("count", node))
        asked = (self.keys.question(kind, node) for kind in ASKED)
        return (count is not None and count.low >= 1) or self._has_item(*asked, known=known)

    def _all_there(self, node: t.Quantity, known: KnownValues) -> bool:
        """Whether it asks for nothing but facts, and there is a member for whatever they may have to be."""
        if node.where is None or node.selection.kind != "values":
            return False
        asked = [fact_asked(part, node.var) for part in chain(node.where, "and")]
        size = 1.0
        wanted: list[tuple[Fact, IntervalSet]] = []
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
    def _has_item(any_: int, none: int, first: int, *, known: KnownValues) -> bool:
        found = known.values.get(any_), known.values.get(none), known.values.get(first)
        if found[0] is not None and found[0].low >= 1:
            return True
        return (found[1] is not None and found[1].high <= 0) or (found[2] is not None and found[2].low >= 0)
