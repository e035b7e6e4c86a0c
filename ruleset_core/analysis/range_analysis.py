"""Range analysis of expressions and conditions: where a value lies, and what follows when a condition holds or fails.

`check` warns where a value may be none or out of bounds; a comparison that always holds is reported while it is typed. Both
need to know between which numbers a value lies. In Sheaves, where `bid` and `taken` are declared as 0..8:

    bid + 1                     1..9
    c.rank                      1..8, from the facts of all cards
    strength(c)                 1..38, through the definition: rank + 20 for trumps + 10 for the suit led
    led                         -1..3 (-1 is none); where `led != none` holds: 0..3
    bid > 3 and taken < bid     if it holds: bid is 4..8, taken is 0..7, bid - taken is at least 1
    bid > 8                     cannot hold

>>> from ruleset_core import load
>>> from ruleset_core.analysis.binder import BindingScope
>>> from ruleset_core.analysis.statement_checker import StatementChecker
>>> from ruleset_core.lang.syntax.parser import parse
>>> vocabulary = load("pig").program.vocabulary
>>> def verdict(text):
...     tree = StatementChecker(vocabulary).expr(parse(text, "expr")[0], BindingScope())
...     return ConditionTruth(vocabulary).verdict(tree)
>>> verdict("face >= 1"), verdict("face > 6"), verdict("face > 3")
(True, False, None)

`ConditionTruth` goes by declarations alone; `RangeAnalysis` adds what is known at one place (`known_ranges`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import Any

from ruleset_core.analysis.dependencies import EVERYTHING, ValueNumbering
from ruleset_core.analysis.known_ranges import (
    NOTHING_KNOWN,
    DeclaredRanges,
    DefinitionRanges,
    KnownValues,
    SelectionRanges,
)
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import Fact
from ruleset_core.lang.operations import OPERATIONS, OPPOSITE, SWAPPED, result_range
from ruleset_core.lang.quantities import OF_MEMBERS, QUANTITIES
from ruleset_core.lang.traversal import chain, substitute
from ruleset_core.lang.types import ANY, TRUTHS, IntervalSet, compared, gap
from ruleset_core.lang.vocabulary import Vocabulary

# What a condition says when it holds, and when it fails.

MOST_WAYS = 6
"""Of so many conditions, one of which holds, it is looked at what each of them says."""


class ConditionAnalysis:
    """Works out conditions."""

    def __init__(self, facts: RangeAnalysis) -> None:
        self.facts = facts
        self.v = facts.v
        self.keys = facts.keys
        self.declared = facts.declared
        self._of_found: dict[int, t.Expr] = {}

    def assume(self, node: t.Expr, holds: bool, known: KnownValues) -> KnownValues | None:
        """What is known besides if a condition holds (or fails); None if it cannot."""
        if isinstance(node, t.Op):
            if node.name in OPPOSITE:
                left, right = node.args
                return self._compared(node.name if holds else OPPOSITE[node.name], left, right, known)
            if node.name in {"and", "or"}:
                return (self._both if (node.name == "and") == holds else self._either)(node, holds, known)
            if node.name == "not":
                return self.assume(node.args[0], not holds, known)
            if node.name == "if":
                return self._ways(node, holds, known)
        if isinstance(node, t.Const):
            return known if bool(node.value) == holds else None
        narrowed = self._narrow(node, "==", IntervalSet(holds, holds), known)
        return None if narrowed is None else self._implied(node, holds, narrowed)

    def _both(self, node: t.Op, holds: bool, known: KnownValues) -> KnownValues | None:
        first = self.assume(node.args[0], holds, known)
        return None if first is None else self.assume(node.args[1], holds, first)

    def _either(self, node: t.Op, holds: bool, known: KnownValues) -> KnownValues | None:
        """One of several; of many next to nothing is known."""
        parts = chain(node, node.name)
        if len(parts) > MOST_WAYS:
            return known
        found: KnownValues | None = None
        for part in parts:
            after = self.assume(part, holds, known)
            if after is known:
                return known  # this way nothing is learnt, so nothing is known of all of them
            if after is not None:
                found = after if found is None else found.joined(after)
        return found

    def _ways(self, node: t.Op, holds: bool, known: KnownValues) -> KnownValues | None:
        """One of two ways, each under a condition of its own."""
        condition, *ways = node.args
        found: KnownValues | None = None
        for is_so, value in zip((True, False), ways, strict=True):
            then = self.assume(condition, is_so, known)
            after = None if then is None else self.assume(value, holds, then)
            if after is not None:
                found = after if found is None else found.joined(after)
        return found

    def _compared(self, operator: str, left: t.Expr, right: t.Expr, known: KnownValues) -> KnownValues | None:
        if not isinstance(right, t.Const) and self.keys.number_of(left) == self.keys.number_of(right):
            return known if operator in {"==", "<=", ">="} else None
        if left.type.kind == "bool" and isinstance(right, t.Const) and operator in {"==", "!="}:
            return self.assume(left, bool(right.value) == (operator == "=="), known)
        narrowed = self._narrow(left, operator, self.facts.values(right, known), known)
        if isinstance(right, t.Const):
            return narrowed  # of a number nothing is learnt
        if narrowed is not None:
            narrowed = self._narrow(right, SWAPPED[operator], self.facts.values(left, narrowed), narrowed)
        if narrowed is None or operator in {"==", "!="} or isinstance(left, t.Const):
            return narrowed
        more, less = (self.keys.number_of(part) for part in ((left, right) if operator[0] == ">" else (right, left)))
        return self.facts.left(more, less, len(operator) % 2, narrowed)  # `<` and `>`: by one at least

    def _narrow(self, node: t.Expr, operator: str, other: IntervalSet, known: KnownValues) -> KnownValues | None:
        """What is known if an expression compares like this with some of other values."""
        return self._within(node, compared(operator, other), known)

    def _within(self, node: t.Expr, bounds: IntervalSet, known: KnownValues) -> KnownValues | None:
        """What is known if the value of an expression lies within bounds; None if it cannot."""
        mine = self.facts.values(node, known)
        left = mine.within(bounds.low, bounds.high, bounds.gaps)
        if left is None:
            return None
        if left == mine:
            return known
        known = self.facts.learnt(self.keys.number_of(node), left, known)
        if isinstance(node, t.Local):
            stands_for = known.lets.get(self.keys.number_of(node))
            return known if stands_for is None else self.stood_for(node, stands_for, left, known)
        if isinstance(node, t.FactOf) and node.side is None:
            members = self.declared.having(node.fact, left, self.facts.values(node.of, known))
            return None if members is None else self._within(node.of, members, known)
        if isinstance(node, t.Op):
            return self._solved(node, left, known)
        return known

    def narrowed(self, node: t.Expr, bounds: IntervalSet, known: KnownValues) -> KnownValues:
        """What is known where a value certainly lies within bounds."""
        return self._within(node, bounds, known) or known

    def stood_for(self, local: t.Local, value: t.Expr, values: IntervalSet, known: KnownValues) -> KnownValues | None:
        """What is known of a `let` is known of what it stands for; what was looked for holds of what was found."""
        within = self._within(value, values, known)
        if within is None or not isinstance(value, t.Quantity) or value.where is None:
            return within
        highest = QUANTITIES[value.kind].gives == "amount" and value.body is not None
        found = value.kind in OF_MEMBERS and values.low >= 0
        if highest and isinstance(value.body, t.Local) and value.body.name == value.var:
            found = 0 not in values
        if not found:
            return within
        where = self._of_found.get(id(value))
        if where is None:
            where = self._of_found[id(value)] = substitute(value.where, {value.var: local})
        return self.assume(where, True, within)

    def _solved(self, node: t.Op, result: IntervalSet, known: KnownValues) -> KnownValues | None:
        """What a known result, as of a sum or difference, says of its two parts."""
        solved = OPERATIONS[node.name].solved
        if solved is None:
            return known
        first, second = node.args
        one, two = solved(result, self.facts.values(first, known), self.facts.values(second, known))
        then = self._within(first, one, known)
        return None if then is None else self._within(second, two, then)

    def _implied(self, node: t.Expr, holds: bool, known: KnownValues) -> KnownValues | None:
        """What a condition says beyond its own value."""
        match node:
            case t.Local():
                stands_for = known.lets.get(self.keys.number_of(node))
                return known if stands_for is None else self.assume(stands_for, holds, known)
            case t.Contains():
                return self._among(node, holds, known)
            case t.Quantity(kind="any" | "no") if (node.kind == "any") == holds:
                return self._with_item(node, known)
            case t.Apply():
                return self._defined(node, holds, known)
            case _:
                return known

    def _among(self, node: t.Contains, holds: bool, known: KnownValues) -> KnownValues | None:
        if holds:
            return self._within(node.of, self.facts.selections.members(node.selection, known), known)
        if node.selection.kind == "values":
            return self._within(node.of, IntervalSet(gaps=sum(map(gap, set(node.selection.values)))), known)
        return known

    def _with_item(self, node: t.Quantity, known: KnownValues) -> KnownValues | None:
        """There is an item for which the condition holds: what it says of anything else holds."""
        inside = self.facts.inside(node, known)
        return None if inside is None else self.facts.without(inside, self.keys.bit("local", node.var))

    def _defined(self, node: t.Apply, holds: bool, known: KnownValues) -> KnownValues | None:
        """A condition defined in data holds, or fails: what follows for what it is given."""
        follows = self.facts.results.follows(node.define, holds)
        if follows is None:
            return None
        names = {
            self.keys.local(param): self.keys.number_of(arg)
            for param, arg in zip(self.v.defines[node.define].params, node.args, strict=True)
        }
        about = 0
        for number in names:
            about |= self.keys.reads[number]
        for number, values in follows.values.items():
            renamed = self.keys.renamed(number, names, about)
            if renamed is None:
                continue
            learnt = known.values.get(renamed)
            left = values if learnt is None else learnt.within(*values)
            if left is None:
                return None
            if left != learnt:
                known = self.facts.learnt(renamed, left, known)
        return known


# Where the value of an expression lies, and what a condition says of it when it holds.

HELD = IntervalSet(0)


class QuantityRanges:
    """What is known of a question (`lang.quantities.QuantityOperand`), worked out where it is wanted."""

    def __init__(self, facts: RangeAnalysis, node: t.Quantity, known: KnownValues) -> None:
        self._facts, self._node, self._known = facts, node, known
        self.filtered = node.where is not None

    @property
    def size(self) -> IntervalSet:
        """How many values are gone through."""
        return self._facts.selections.size(self._node.selection, self._known)

    @property
    def item(self) -> IntervalSet:
        """The values for which the condition holds."""
        item = self._facts.selections.members(self._node.selection, self._known)
        inside = self._facts.inside(self._node, self._known) if self.filtered else None
        return item if inside is None else inside.values.get(self._facts.keys.local(self._node.var), item)

    @property
    def amount(self) -> IntervalSet:
        """The amounts of these."""
        inside = self._facts.inside(self._node, self._known)
        return ANY if self._node.body is None or inside is None else self._facts.values(self._node.body, inside)

    @property
    def some(self) -> bool:
        """Whether there certainly is one."""
        return self._facts.selections.some(self._node, self._known)


class RangeAnalysis:
    """Works out values of a game, and what follows from conditions."""

    def __init__(self, v: Vocabulary, keys: ValueNumbering, declared: DeclaredRanges | None = None) -> None:
        self.v = v
        self.keys = keys
        self.declared = declared or DeclaredRanges(v)
        self.untrusted: set[str] = set()
        self.results = DefinitionRanges(self)
        self.selections = SelectionRanges(self)
        self.conditions = ConditionAnalysis(self)
        self.assume = self.conditions.assume
        self._ways_of: dict[type, Callable[[Any, KnownValues], IntervalSet]] = {
            t.Const: self._const, t.Local: self._declared, t.Load: self._field, t.FactOf: self._fact, t.Op: self._operation,
            t.Quantity: self._question, t.ZoneAt: self._piece, t.Nth: self._nth, t.Apply: self._defined_as,
            t.Players: self._players, t.OptionValue: self._declared, t.Contains: self._true_or_not,
            t.CanPay: self._true_or_not, t.Would: self._declared,
        }  # fmt: skip
        self._whole: dict[int, t.Selection] = {}
        self._consts: dict[int, IntervalSet] = {}

    def without(self, known: KnownValues, changed: int) -> KnownValues:
        """What is left when something may have changed."""
        if not changed & known.about:
            return known
        reads = self.keys.reads
        values = {number: each for number, each in known.values.items() if not reads[number] & changed}
        lets = {
            number: value
            for number, value in known.lets.items()
            if not (reads[number] | reads[self.keys.number_of(value)]) & changed
        }
        offered = tuple(each for each in known.offered if not reads[self.keys.number_of(each)] & changed)
        return KnownValues(values, lets, offered, known.about)

    def learnt(self, number: int, values: IntervalSet, known: KnownValues) -> KnownValues:
        """With one more range."""
        return known.learnt(number, values, self.keys.reads[number])

    def lasting(self, known: KnownValues) -> KnownValues:
        """What is left when anything may have happened: what was learnt of locals and fixed facts."""
        return self.without(known, EVERYTHING & ~self.keys.locals)

    # -- values -------------------------------------------------------------------------------------------------

    def values(self, node: t.Expr, known: KnownValues) -> IntervalSet:
        """Where the value of an expression certainly lies."""
        kind = type(node)
        if kind is t.Const:
            return self._const(node, known)  # type: ignore[arg-type]
        way = self._ways_of.get(kind)
        worked: IntervalSet = self.other(node) if way is None else way(node, known)
        if not known.values:
            return worked
        learnt = known.values.get(self.keys.number_of(node))
        if learnt is None:
            return worked
        return worked.within(learnt.low, learnt.high, learnt.gaps) or worked

    def other(self, _node: t.Expr) -> IntervalSet:
        """Where a value lies of which nothing is known by its class."""
        return ANY

    def _const(self, node: t.Const, _known: KnownValues) -> IntervalSet:
        found = self._consts.get(node.value)
        if found is None:
            found = self._consts[node.value] = IntervalSet(node.value, node.value)
        return found

    def _declared(self, node: t.Local | t.OptionValue | t.Would, _known: KnownValues) -> IntervalSet:
        if isinstance(node, t.Local) and node.name in self.untrusted:
            return ANY
        return self.declared.range_of(node.type)

    def _fact(self, node: t.FactOf, known: KnownValues) -> IntervalSet:
        return self.declared.fact(node.fact, self.values(node.of, known), sided=node.side is not None)

    def _defined_as(self, node: t.Apply, known: KnownValues) -> IntervalSet:
        return TRUTHS if node.type.kind == "bool" else self.results.range_of(node, known)

    def _players(self, _node: t.Players, _known: KnownValues) -> IntervalSet:
        return IntervalSet(*self.v.players)

    @staticmethod
    def _true_or_not(_node: t.Expr, _known: KnownValues) -> IntervalSet:
        return TRUTHS

    def _field(self, node: t.Load, _known: KnownValues) -> IntervalSet:
        if node.field.name != "held":
            return self.declared.range_of(node.field.type)
        resource = node.index[0]
        if not isinstance(resource, t.Const) or resource.value < 0:
            return HELD
        bounds = self.v.resources[resource.value]
        return IntervalSet(0, min((each for each in (bounds.maximum, bounds.spaces) if each >= 0), default=inf))

    def _operation(self, node: t.Op, known: KnownValues) -> IntervalSet:
        if node.type.kind == "bool":
            return TRUTHS
        if node.name == "if":
            found: IntervalSet | None = None
            for holds, way in ((True, node.args[1]), (False, node.args[2])):
                then = self.assume(node.args[0], holds, known)
                if then is not None:
                    one = self.values(way, then)
                    found = one if found is None else found.joined(one)
            return found or ANY
        return result_range(node.name, [self.values(part, known) for part in node.args])

    def _piece(self, node: t.ZoneAt, known: KnownValues) -> IntervalSet:
        found = self.declared.range_of(node.type)
        place = self.values(node.place, known)
        needed = node.from_end or place.high + 1
        if not node.from_end and (place.low < 0 or place.high == inf):
            return found
        selection = self._whole.get(id(node))
        if selection is None:
            selection = self._whole[id(node)] = t.Selection(node.type.sure(), "zone", zone=node.zone)
        return IntervalSet(0, found.high) if self.selections.size(selection, known).low >= needed else found

    def _nth(self, node: t.Nth, known: KnownValues) -> IntervalSet:
        if isinstance(node.of, t.FactOf):
            of, place = self.values(node.of.of, known), self.values(node.place, known)
            return self.declared.element(node.of.fact, of, place, optional=node.type.optional)
        return self.declared.range_of(node.type)

    def _question(self, node: t.Quantity, known: KnownValues) -> IntervalSet:
        return QUANTITIES[node.kind].span(QuantityRanges(self, node, known))

    def inside(self, node: t.Quantity, known: KnownValues) -> KnownValues | None:
        """What is known within a question about one of its items; None if there is none."""
        bound = self.through(node.selection, node.var, known)
        return bound if node.where is None else self.assume(node.where, True, bound)

    def bound(self, name: str, values: IntervalSet, known: KnownValues) -> KnownValues:
        """With a new local."""
        return self.without(known, self.keys.bit("local", name)).learnt(
            self.keys.local(name), values, self.keys.bit("local", name)
        )

    def through(self, selection: t.Selection, name: str, known: KnownValues) -> KnownValues:
        """With a local that goes through something."""
        bound = self.bound(name, self.selections.members(selection, known), known)
        if (
            selection.kind == "range"
        ):  # not above its end; of a difference, what is left is no less than what is taken away
            end = selection.parts[1]
            bound = self.left(self.keys.number_of(end), self.keys.local(name), 0, bound)
            if isinstance(end, t.Op) and end.name == "-":
                least = self.values(end.args[1], known).low
                bound = self.left(self.keys.number_of(end.args[0]), self.keys.local(name), least, bound)
        return bound

    def left(self, whole: int, part: int, least: float, known: KnownValues) -> KnownValues:
        """A difference is no less than this."""
        if least == -inf:
            return known
        number = self.keys.number(("op", "-"), (whole, part))
        learnt = known.values.get(number, ANY)
        return self.learnt(number, learnt.within(least, inf) or learnt, known)


# Whether a condition can hold at all, and whether it can fail: worked out from declared ranges, while the game is
# resolved.
#
# Only what is declared counts: of a fact all values of its type (an expansion may bring a card that has them), of a
# definition any value, of locals and parameters any, and any member may be none.


class _Types(DeclaredRanges):
    """What types allow, whatever members there are."""

    def fact(self, fact: Fact, of: IntervalSet, *, sided: bool) -> IntervalSet:  # noqa: ARG002
        return self.range_of(fact.type)

    def having(self, fact: Fact, wanted: IntervalSet, of: IntervalSet) -> IntervalSet | None:  # noqa: ARG002
        return of

    def listed(self, fact: Fact, of: IntervalSet) -> IntervalSet | None:  # noqa: ARG002
        return None


class _Undefined(DefinitionRanges):
    """Definitions may not be resolved yet, so nothing follows from them."""

    def follows(self, define: str, holds: bool) -> KnownValues | None:  # noqa: ARG002
        return NOTHING_KNOWN


class ConditionTruth(RangeAnalysis):
    """What conditions of a game imply by what is declared."""

    def __init__(self, v: Vocabulary, fields: Mapping[str, IntervalSet] | None = None) -> None:
        """`fields`: where the values of fields lie, by their names, where that is less than their types allow."""
        super().__init__(v, ValueNumbering(lambda _define: EVERYTHING), _Types(v))
        self.results = _Undefined(self)
        self._fields = fields or {}
        for kind in (t.Local, t.Apply, t.ZoneAt, t.Nth, t.Quantity):
            del self._ways_of[kind]

    def verdict(self, condition: t.Expr) -> bool | None:
        """True if a condition always holds, False if it never does, None if it may do either."""
        if isinstance(condition, t.Op) and condition.name in OPPOSITE and self._apart(condition):
            return self._compared(condition)
        if self.assume(condition, True, NOTHING_KNOWN) is None:
            return False
        return True if self.assume(condition, False, NOTHING_KNOWN) is None else None

    def _apart(self, condition: t.Op) -> bool:
        """Whether all that a comparison says is where the values of its two sides lie."""
        left, right = condition.args
        return left.type.kind != "bool" and (isinstance(right, t.Const) or not self.same(left, right))

    def _compared(self, condition: t.Op) -> bool | None:
        """The verdict on `a < b`, of which the values of `a` and `b` are worked out once."""
        left, right = (self.values(part, NOTHING_KNOWN) for part in condition.args)
        for operator, found in ((condition.name, False), (OPPOSITE[condition.name], True)):
            bounds = compared(operator, right)
            if left.within(bounds.low, bounds.high, bounds.gaps) is None:
                return found
        return None

    def same(self, one: t.Expr, two: t.Expr) -> bool:
        """Whether two expressions are the same, and so have the same value as long as nothing changes."""
        return self.keys.number_of(one) == self.keys.number_of(two)

    def other(self, node: t.Expr) -> IntervalSet:
        """See `RangeAnalysis.other`."""
        if isinstance(node, t.Quantity) and node.kind == "count":
            return IntervalSet(0)
        if node.type.kind == "member":
            return IntervalSet(-1, self.v.domains[node.type.domain].size - 1)
        return TRUTHS if node.type.kind == "bool" else ANY

    def _field(self, node: t.Load, known: KnownValues) -> IntervalSet:
        return self._fields.get(node.field.name) or super()._field(node, known)


# What is known where a procedure, an amount or a condition begins: what holds at every place that leads to it.


class EntryRanges:
    """Collects what is known at the places that lead somewhere; `whence` says nothing about places that were not seen yet."""

    def __init__(self, facts: RangeAnalysis) -> None:
        self.facts = facts
        self.keys = facts.keys
        self.known: dict[str, KnownValues] = {}
        self._me = self.keys.bit("local", "me")

    def anything(self, name: str) -> None:
        """What may begin at any time: nothing is known there."""
        self.known[name] = NOTHING_KNOWN

    def leads(self, name: str, params: Iterable[str], args: tuple[t.Expr, ...], known: KnownValues) -> None:
        """A place that leads to something under a name, with arguments."""
        before = self.known.get(name)
        if before is not None and not before.values:
            return
        names = dict(zip(params, args, strict=True))
        values = {self.keys.local(param): self.facts.values(arg, known) for param, arg in names.items()}
        said = {
            self.keys.number_of(arg): param
            for param, arg in names.items()
            if param == "this" or not isinstance(arg, t.Const)
        }
        self.add_call(name, values, said, known)

    def add_call(self, name: str, values: dict[int, IntervalSet], params: dict[int, str], known: KnownValues) -> None:
        """`values` of parameters; `params` by the numbers of what they are given."""
        carried = self._carried(params, known)
        carried.update(values)
        before = self.known.get(name)
        about = 0
        for number in carried:
            about |= self.keys.reads[number]
        here = KnownValues(carried, {}, (), about)
        self.known[name] = here if before is None else before.joined(here)

    def _carried(self, params: dict[int, str], known: KnownValues) -> dict[int, IntervalSet]:
        """What is known without the names of the place, and what is known of arguments, said of the parameters."""
        keys = self.keys
        locals_ = keys.locals & ~self._me
        marks = {number: keys.number(("given", param)) for number, param in params.items()}
        back = {keys.number(("given", param)): keys.local(param) for param in params.values()}
        found: dict[int, IntervalSet] = {}
        about = 0
        for number in marks:
            about |= keys.reads[number] or EVERYTHING  # of a number itself nothing is read
        for number, values in known.values.items():
            if not keys.reads[number] & locals_:
                found[number] = values
            marked = keys.renamed(number, marks) if keys.reads[number] & about else number
            if marked is None or marked == number or keys.reads[marked] & locals_:
                continue
            said = keys.renamed(marked, back)
            if said is not None:
                found[said] = values
        return found
