"""What amounts and conditions defined in data come to, and what follows when a condition holds."""

from __future__ import annotations

from itertools import product
from math import inf
from typing import TYPE_CHECKING

from ruleset_core.lang import tree as t
from ruleset_core.lang.prove.known import NOTHING_KNOWN, Known
from ruleset_core.lang.ranges import ANY, Values, exactly

if TYPE_CHECKING:
    from ruleset_core.lang.definitions import Define
    from ruleset_core.lang.prove.facts import Facts

MOST_TRIED = 300
"""An amount that looks at no state is worked out for every combination of its arguments, up to so many."""


class Results:
    """Works out each define once for the same ranges of arguments."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._amounts: dict[tuple[str, tuple[Values, ...]], Values] = {}
        self._follows: dict[tuple[str, bool], Known | None] = {}

    def of(self, node: t.Apply, known: Known) -> Values:
        """Where an amount lies."""
        args = tuple(self.facts.values(arg, known) for arg in node.args)
        found = self._amounts.get((node.define, args))
        if found is None:
            self._amounts[node.define, args] = ANY  # while it is looked at
            found = self._amounts[node.define, args] = self._amount(self.facts.v.defines[node.define], args)
        return found

    def _amount(self, define: Define, args: tuple[Values, ...]) -> Values:
        if define.value is None:
            return ANY
        args = tuple(self._of_type(define, *pair) for pair in zip(define.params, args, strict=True))
        reads = self.facts.changes.read_by(define.name)
        if not reads and not define.modifiers and self._few(args):
            ways = product(*(arg.each() for arg in args))
            found = [self._worked_out(define, define.value, tuple(Values(each, each) for each in way)) for way in ways]
            if found and all(each.low == each.high for each in found):
                return self._checked(define, exactly(int(each.low) for each in found) or ANY)
        return self._checked(define, self.unchecked(define, args))

    def unchecked(self, define: Define, args: tuple[Values, ...]) -> Values:
        """What it comes to with all its changes, before it is looked at whether that is of its type."""
        return (
            ANY if define.value is None else self._modified(define, self._worked_out(define, define.value, args), args)
        )

    def _checked(self, define: Define, values: Values) -> Values:
        """A value outside the type of a definition is refused."""
        return values.within(*self.facts.declared.of(define.type)) or values if define.kind == "value" else values

    def _of_type(self, define: Define, param: str, values: Values) -> Values:
        """Arguments outside the type of their parameter are refused."""
        return values.within(*self.facts.declared.of(define.params[param])) or values

    @staticmethod
    def _few(args: tuple[Values, ...]) -> bool:
        number: float = 1
        for each in args:
            number *= each.high - each.low + 1
        return bool(args) and number <= MOST_TRIED and number != inf

    def _worked_out(self, define: Define, value: t.Expr, args: tuple[Values, ...]) -> Values:
        known = NOTHING_KNOWN
        for param, values in zip(define.params, args, strict=True):
            known = known.learnt(self.facts.keys.local(param), values, self.facts.keys.bit("local", param))
        return self.facts.values(value, known)

    def _modified(self, define: Define, found: Values, args: tuple[Values, ...]) -> Values:
        """With what may be set instead, then with what may be added."""
        for change in define.modifiers:
            if change.how == "set":
                found = found.joined(self._worked_out(define, change.value, args))
        for change in define.modifiers:
            if change.how == "add":
                more = self._worked_out(define, change.value, args)
                found = Values(found.low + min(0, more.low), found.high + max(0, more.high))
        return found

    def follows(self, define: str, holds: bool) -> Known | None:
        """What is known of parameters and of the state if a condition holds, or fails; None if it cannot."""
        key = define, holds
        if key not in self._follows:
            self._follows[key] = NOTHING_KNOWN  # while it is looked at
            self._follows[key] = self._following(self.facts.v.defines[define], holds)
        return self._follows[key]

    def _following(self, define: Define, holds: bool) -> Known | None:
        found = None if define.value is None else self.facts.assume(define.value, holds, NOTHING_KNOWN)
        for change in define.modifiers:
            then = self.facts.assume(change.where, True, NOTHING_KNOWN)
            after = None if then is None else self.facts.assume(change.value, holds, then)
            if after is not None:
                found = after if found is None else found.joined(after)
        return found
