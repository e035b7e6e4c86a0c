"""What a condition says when it holds, and when it fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.lang import tree as t
from ruleset_core.lang.operations import OPERATIONS, OPPOSITE, SWAPPED
from ruleset_core.lang.prove.known import Known
from ruleset_core.lang.quantities import OF_MEMBERS, QUANTITIES
from ruleset_core.lang.ranges import Values, compared, gap
from ruleset_core.lang.rebuild import substitute
from ruleset_core.lang.walk import chain

if TYPE_CHECKING:
    from ruleset_core.lang.prove.facts import Facts

MOST_WAYS = 6
"""Of so many conditions, one of which holds, it is looked at what each of them says."""


class Conditions:
    """Works out conditions."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.v = facts.v
        self.keys = facts.keys
        self.declared = facts.declared
        self._of_found: dict[int, t.Expr] = {}

    def assume(self, node: t.Expr, holds: bool, known: Known) -> Known | None:
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
        narrowed = self._narrow(node, "==", Values(holds, holds), known)
        return None if narrowed is None else self._implied(node, holds, narrowed)

    def _both(self, node: t.Op, holds: bool, known: Known) -> Known | None:
        first = self.assume(node.args[0], holds, known)
        return None if first is None else self.assume(node.args[1], holds, first)

    def _either(self, node: t.Op, holds: bool, known: Known) -> Known | None:
        """One of several; of many next to nothing is known."""
        parts = chain(node, node.name)
        if len(parts) > MOST_WAYS:
            return known
        found: Known | None = None
        for part in parts:
            after = self.assume(part, holds, known)
            if after is known:
                return known  # this way nothing is learnt, so nothing is known of all of them
            if after is not None:
                found = after if found is None else found.joined(after)
        return found

    def _ways(self, node: t.Op, holds: bool, known: Known) -> Known | None:
        """One of two ways, each under a condition of its own."""
        condition, *ways = node.args
        found: Known | None = None
        for is_so, value in zip((True, False), ways, strict=True):
            then = self.assume(condition, is_so, known)
            after = None if then is None else self.assume(value, holds, then)
            if after is not None:
                found = after if found is None else found.joined(after)
        return found

    def _compared(self, operator: str, left: t.Expr, right: t.Expr, known: Known) -> Known | None:
        if self.keys.of(left) == self.keys.of(right):
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
        more, less = (self.keys.of(part) for part in ((left, right) if operator[0] == ">" else (right, left)))
        return self.facts.left(more, less, len(operator) % 2, narrowed)  # `<` and `>`: by one at least

    def _narrow(self, node: t.Expr, operator: str, other: Values, known: Known) -> Known | None:
        """What is known if an expression compares like this with some of other values."""
        return self._within(node, compared(operator, other), known)

    def _within(self, node: t.Expr, bounds: Values, known: Known) -> Known | None:
        """What is known if the value of an expression lies within bounds; None if it cannot."""
        mine = self.facts.values(node, known)
        left = mine.within(bounds.low, bounds.high, bounds.gaps)
        if left is None:
            return None
        if left == mine:
            return known
        known = self.facts.learnt(self.keys.of(node), left, known)
        if isinstance(node, t.Local):
            stands_for = known.lets.get(self.keys.of(node))
            return known if stands_for is None else self.stood_for(node, stands_for, left, known)
        if isinstance(node, t.FactOf) and node.side is None:
            members = self.declared.having(node.fact, left, self.facts.values(node.of, known))
            return None if members is None else self._within(node.of, members, known)
        if isinstance(node, t.Op):
            return self._solved(node, left, known)
        return known

    def narrowed(self, node: t.Expr, bounds: Values, known: Known) -> Known:
        """What is known where a value certainly lies within bounds."""
        return self._within(node, bounds, known) or known

    def stood_for(self, local: t.Local, value: t.Expr, values: Values, known: Known) -> Known | None:
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

    def _solved(self, node: t.Op, result: Values, known: Known) -> Known | None:
        """What a known result, as of a sum or difference, says of its two parts."""
        solved = OPERATIONS[node.name].solved
        if solved is None:
            return known
        first, second = node.args
        one, two = solved(result, self.facts.values(first, known), self.facts.values(second, known))
        then = self._within(first, one, known)
        return None if then is None else self._within(second, two, then)

    def _implied(self, node: t.Expr, holds: bool, known: Known) -> Known | None:
        """What a condition says beyond its own value."""
        match node:
            case t.Local():
                stands_for = known.lets.get(self.keys.of(node))
                return known if stands_for is None else self.assume(stands_for, holds, known)
            case t.Contains():
                return self._among(node, holds, known)
            case t.Quantity(kind="any" | "no") if (node.kind == "any") == holds:
                return self._found(node, known)
            case t.Apply():
                return self._defined(node, holds, known)
            case _:
                return known

    def _among(self, node: t.Contains, holds: bool, known: Known) -> Known | None:
        if holds:
            return self._within(node.of, self.facts.selections.members(node.selection, known), known)
        if node.selection.kind == "values":
            return self._within(node.of, Values(gaps=sum(map(gap, set(node.selection.values)))), known)
        return known

    def _found(self, node: t.Quantity, known: Known) -> Known | None:
        """There is an item for which the condition holds: what it says of anything else holds."""
        inside = self.facts.inside(node, known)
        return None if inside is None else self.facts.without(inside, self.keys.bit("local", node.var))

    def _defined(self, node: t.Apply, holds: bool, known: Known) -> Known | None:
        """A condition defined in data holds, or fails: what follows for what it is given."""
        follows = self.facts.results.follows(node.define, holds)
        if follows is None:
            return None
        names = {
            self.keys.local(param): self.keys.of(arg)
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
