"""Whether a condition can hold at all, and whether it can fail: worked out from declared ranges, without a state.

Every amount gets an interval in which its value certainly lies, from the type of its field, the bounds of its resource,
the number of players. A condition that is taken for true narrows the intervals of what it compares; when one of them
becomes empty, the condition never holds. What is not understood is taken to be anything, so nothing is claimed wrongly.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from math import inf
from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.operations import OPPOSITE, SWAPPED, worked_out
from ruleset_core.lang.ranges import ANY, Values, compared
from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import Vocabulary

Known = Mapping[Hashable, Values]
"""What is known of expressions, by their keys."""


def verdict(v: Vocabulary, condition: t.Expr, fields: Mapping[str, Values] | None = None) -> bool | None:
    """True if a condition always holds, False if it never does, None if it may do either.

    `fields`: where the values of fields lie, by their names, where that is less than their types allow.
    """
    truth = Truth(v, fields)
    if truth.plainly_open(condition):
        return None
    if truth.assume(condition, True, {}) is None:
        return False
    return True if truth.assume(condition, False, {}) is None else None


def same(one: t.Expr, two: t.Expr) -> bool:
    """Whether two expressions are the same, and so have the same value as long as nothing changes."""
    return _key(one) == _key(two)


class Truth:
    """Works out what conditions of a game imply."""

    def __init__(self, v: Vocabulary, fields: Mapping[str, Values] | None = None) -> None:
        self.v = v
        self._fields = fields or {}
        self._keys: dict[int, Hashable] = {}

    def _key(self, node: t.Expr) -> Hashable:
        """The key of a part of the condition that is looked at, worked out once."""
        if id(node) not in self._keys:
            self._keys[id(node)] = _key(node)
        return self._keys[id(node)]

    def plainly_open(self, node: t.Expr) -> bool:
        """Whether a value compared with a number may be on either side of it: most conditions are no more than that."""
        if not isinstance(node, t.Op) or node.name not in OPPOSITE:
            return False
        left, right = node.args
        if isinstance(left, t.Const) == isinstance(right, t.Const):
            return False
        first, second = self.values(left, {}), self.values(right, {})
        return all(_may_be(first, name, second) for name in (node.name, OPPOSITE[node.name]))

    def assume(self, node: t.Expr, holds: bool, known: Known) -> Known | None:
        """What is known besides if a condition holds (or fails); None if it cannot."""
        if isinstance(node, t.Const):
            return known if bool(node.value) == holds else None
        if not isinstance(node, t.Op):
            return self._narrow(node, "==", Values(holds, holds), known) if node.type.kind == "bool" else known
        if node.name == "not":
            return self.assume(node.args[0], not holds, known)
        if node.name in {"and", "or"}:
            if (node.name == "and") == holds:
                first = self.assume(node.args[0], holds, known)
                return None if first is None else self.assume(node.args[1], holds, first)
            ways = [self.assume(part, holds, known) for part in node.args]
            possible = [way for way in ways if way is not None]
            return possible[0] if len(possible) == 1 else known if possible else None
        if node.name not in OPPOSITE:
            return known
        left, right = node.args
        return self._compared(node.name if holds else OPPOSITE[node.name], left, right, known)

    def _compared(self, operator: str, left: t.Expr, right: t.Expr, known: Known) -> Known | None:
        if self._key(left) == self._key(right):
            return known if operator in {"==", "<=", ">="} else None
        narrowed = self._narrow(left, operator, self.values(right, known), known)
        if narrowed is None:
            return None
        return self._narrow(right, SWAPPED[operator], self.values(left, narrowed), narrowed)

    def _narrow(self, node: t.Expr, operator: str, other: Values, known: Known) -> Known | None:
        """What is known if an expression compares like this with some of other values."""
        mine = self.values(node, known)
        bounds = compared(operator, other)
        left = mine.within(bounds.low, bounds.high, bounds.gaps)
        return None if left is None else {**known, self._key(node): left}

    def values(self, node: t.Expr, known: Known) -> Values:
        """Where the value of an expression certainly lies."""
        declared = self._declared(node, known)
        if not known:
            return declared
        learnt = known.get(self._key(node), ANY)
        return declared.within(learnt.low, learnt.high, learnt.gaps) or declared

    def _declared(self, node: t.Expr, known: Known) -> Values:
        match node:
            case t.Const():
                return Values(node.value, node.value)
            case t.Load() if node.field.name == "held":
                return self._held(node)
            case t.Load():
                return self._fields.get(node.field.name) or self._of(node.field.type)
            case t.FactOf() if node.type.kind != "list":
                return self._of(node.fact.type)
            case t.OptionValue():
                return self._of(node.type)
            case t.Players():
                return Values(*self.v.players)
            case t.Quantity(kind="count"):
                return Values(0)
            case t.Op() if node.type.kind == "int":
                return worked_out(node.name, [self.values(part, known) for part in node.args])
            case _:
                return self._loose(node.type)

    def _held(self, node: t.Load) -> Values:
        """An amount of a resource: no less than none, no more than its bounds."""
        resource = node.index[0]
        if not isinstance(resource, t.Const):
            return Values(0)
        bounds = self.v.resources[resource.value]
        return Values(0, min((each for each in (bounds.maximum, bounds.spaces) if each >= 0), default=inf))

    def _of(self, kind: Type) -> Values:
        """All values of the type of a field or fact, which nothing else can ever hold."""
        if kind.kind == "bool":
            return Values(0, 1)
        if kind.kind == "int":
            low, high = (-inf, inf) if kind.low is None or kind.high is None else (kind.low, kind.high)
            return Values(min(low, -1) if kind.optional else low, high)
        return (
            Values(-1 if kind.optional else 0, self.v.domains[kind.domain].size - 1) if kind.kind == "member" else ANY
        )

    def _loose(self, kind: Type) -> Values:
        """All values an expression may have; of locals and parameters ranges are not enforced, and any may be none."""
        if kind.kind == "member":
            return Values(-1, self.v.domains[kind.domain].size - 1)
        return Values(0, 1) if kind.kind == "bool" else ANY


def _may_be(first: Values, operator: str, second: Values) -> bool:
    """Whether some value of the one compares like this with some value of the other; both without gaps."""
    match operator:
        case "==":
            return first.low <= second.high and second.low <= first.high
        case "!=":
            return not first.low == first.high == second.low == second.high
        case "<" | "<=":
            return first.low < second.high or (operator == "<=" and first.low == second.high)
        case _:
            return first.high > second.low or (operator == ">=" and first.high == second.low)


def _key(node: Any) -> Hashable:
    """What makes two expressions the same: within one condition nothing changes, so they have the same value."""
    if isinstance(node, tuple):
        return tuple(map(_key, node))
    kind: type = type(node)
    names = _parts(kind)
    if names is not None:
        return (kind.__name__, *(_key(getattr(node, name)) for name in names))
    return node if isinstance(node, (str, int)) or node is None else id(node)


@cache
def _parts(kind: type) -> tuple[str, ...] | None:
    """The fields that make up an expression, or a part of one; None for other values."""
    if not issubclass(kind, t.Expr) and kind.__name__ not in {"Selection", "ZoneRef"}:
        return None
    return tuple(each.name for each in fields(kind) if each.name not in {"type", "sure"}) if is_dataclass(kind) else ()
