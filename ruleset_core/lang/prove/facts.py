"""Where the value of an expression lies, and what a condition says of it when it holds."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.operations import worked_out
from ruleset_core.lang.prove.changes import Changes
from ruleset_core.lang.prove.conditions import Conditions
from ruleset_core.lang.prove.declared import Declared
from ruleset_core.lang.prove.keys import EVERYTHING
from ruleset_core.lang.prove.known import Known
from ruleset_core.lang.prove.results import Results
from ruleset_core.lang.prove.selections import Selections
from ruleset_core.lang.quantities import QUANTITIES
from ruleset_core.lang.ranges import ANY, TRUTHS, Values

HELD = Values(0)


class Asked:
    """What is known of a question (`quantities.Asked`), worked out where it is wanted."""

    def __init__(self, facts: Facts, node: t.Quantity, known: Known) -> None:
        self._facts, self._node, self._known = facts, node, known
        self.filtered = node.where is not None

    @property
    def size(self) -> Values:
        """How many values are gone through."""
        return self._facts.selections.size(self._node.selection, self._known)

    @property
    def item(self) -> Values:
        """The values for which the condition holds."""
        item = self._facts.selections.members(self._node.selection, self._known)
        inside = self._facts.inside(self._node, self._known) if self.filtered else None
        return item if inside is None else inside.values.get(self._facts.keys.local(self._node.var), item)

    @property
    def amount(self) -> Values:
        """The amounts of these."""
        inside = self._facts.inside(self._node, self._known)
        return ANY if self._node.body is None or inside is None else self._facts.values(self._node.body, inside)

    @property
    def some(self) -> bool:
        """Whether there certainly is one."""
        return self._facts.selections.some(self._node, self._known)


class Facts:
    """Works out values of a game, and what follows from conditions."""

    def __init__(self, changes: Changes) -> None:
        self.v = changes.v
        self.changes = changes
        self.keys = changes.keys
        self.declared = Declared(changes.v)
        self.untrusted: set[str] = set()
        self.results = Results(self)
        self.selections = Selections(self)
        self.conditions = Conditions(self)
        self.assume = self.conditions.assume
        self._ways_of: dict[type, Callable[[Any, Known], Values]] = {
            t.Const: self._const, t.Local: self._declared, t.Load: self._field, t.FactOf: self._fact, t.Op: self._operation,
            t.Quantity: self._question, t.ZoneAt: self._piece, t.Nth: self._nth, t.Apply: self._defined_as,
            t.Players: self._players, t.OptionValue: self._declared, t.Contains: self._true_or_not,
            t.CanPay: self._true_or_not,
        }  # fmt: skip
        self._whole: dict[int, t.Selection] = {}
        self._consts: dict[int, Values] = {}

    def without(self, known: Known, changed: int) -> Known:
        """What is left when something may have changed."""
        if not changed & known.about:
            return known
        reads = self.keys.reads
        values = {number: each for number, each in known.values.items() if not reads[number] & changed}
        lets = {
            number: value
            for number, value in known.lets.items()
            if not (reads[number] | reads[self.keys.of(value)]) & changed
        }
        offered = tuple(each for each in known.offered if not reads[self.keys.of(each)] & changed)
        return Known(values, lets, offered, known.about)

    def learnt(self, number: int, values: Values, known: Known) -> Known:
        """With one more range."""
        return known.learnt(number, values, self.keys.reads[number])

    def lasting(self, known: Known) -> Known:
        """What is left when anything may have happened: what was learnt of locals and fixed facts."""
        return self.without(known, EVERYTHING & ~self.keys.locals)

    # -- values -------------------------------------------------------------------------------------------------

    def values(self, node: t.Expr, known: Known) -> Values:
        """Where the value of an expression certainly lies."""
        kind = type(node)
        if kind is t.Const:
            return self._const(node, known)  # type: ignore[arg-type]
        way = self._ways_of.get(kind)
        worked: Values = ANY if way is None else way(node, known)
        if not known.values:
            return worked
        learnt = known.values.get(self.keys.of(node))
        if learnt is None:
            return worked
        return worked.within(learnt.low, learnt.high, learnt.gaps) or worked

    def _const(self, node: t.Const, _known: Known) -> Values:
        found = self._consts.get(node.value)
        if found is None:
            found = self._consts[node.value] = Values(node.value, node.value)
        return found

    def _declared(self, node: t.Local | t.OptionValue, _known: Known) -> Values:
        if isinstance(node, t.Local) and node.name in self.untrusted:
            return ANY
        return self.declared.of(node.type)

    def _fact(self, node: t.FactOf, known: Known) -> Values:
        return self.declared.fact(node.fact, self.values(node.of, known), sided=node.side is not None)

    def _defined_as(self, node: t.Apply, known: Known) -> Values:
        return TRUTHS if node.type.kind == "bool" else self.results.of(node, known)

    def _players(self, _node: t.Players, _known: Known) -> Values:
        return Values(*self.v.players)

    @staticmethod
    def _true_or_not(_node: t.Expr, _known: Known) -> Values:
        return TRUTHS

    def _field(self, node: t.Load, _known: Known) -> Values:
        if node.field.name != "held":
            return self.declared.of(node.field.type)
        resource = node.index[0]
        if not isinstance(resource, t.Const) or resource.value < 0:
            return HELD
        bounds = self.v.resources[resource.value]
        return Values(0, min((each for each in (bounds.maximum, bounds.spaces) if each >= 0), default=inf))

    def _operation(self, node: t.Op, known: Known) -> Values:
        if node.type.kind == "bool":
            return TRUTHS
        if node.name == "if":
            found: Values | None = None
            for holds, way in ((True, node.args[1]), (False, node.args[2])):
                then = self.assume(node.args[0], holds, known)
                if then is not None:
                    one = self.values(way, then)
                    found = one if found is None else found.joined(one)
            return found or ANY
        return worked_out(node.name, [self.values(part, known) for part in node.args])

    def _piece(self, node: t.ZoneAt, known: Known) -> Values:
        found = self.declared.of(node.type)
        place = self.values(node.place, known)
        if place.low < 0 or place.high == inf:
            return found
        selection = self._whole.get(id(node))
        if selection is None:
            selection = self._whole[id(node)] = t.Selection(node.type.sure(), "zone", zone=node.zone)
        return Values(0, found.high) if self.selections.size(selection, known).low > place.high else found

    def _nth(self, node: t.Nth, known: Known) -> Values:
        if isinstance(node.of, t.FactOf):
            of, place = self.values(node.of.of, known), self.values(node.place, known)
            return self.declared.element(node.of.fact, of, place, optional=node.type.optional)
        return self.declared.of(node.type)

    def _question(self, node: t.Quantity, known: Known) -> Values:
        return QUANTITIES[node.kind].span(Asked(self, node, known))

    def inside(self, node: t.Quantity, known: Known) -> Known | None:
        """What is known within a question about one of its items; None if there is none."""
        bound = self.through(node.selection, node.var, known)
        return bound if node.where is None else self.assume(node.where, True, bound)

    def bound(self, name: str, values: Values, known: Known) -> Known:
        """With a new local."""
        return self.without(known, self.keys.bit("local", name)).learnt(
            self.keys.local(name), values, self.keys.bit("local", name)
        )

    def through(self, selection: t.Selection, name: str, known: Known) -> Known:
        """With a local that goes through something."""
        bound = self.bound(name, self.selections.members(selection, known), known)
        if (
            selection.kind == "range"
        ):  # not above its end; of a difference, what is left is no less than what is taken away
            end = selection.parts[1]
            bound = self.left(self.keys.of(end), self.keys.local(name), 0, bound)
            if isinstance(end, t.Op) and end.name == "-":
                least = self.values(end.args[1], known).low
                bound = self.left(self.keys.of(end.args[0]), self.keys.local(name), least, bound)
        return bound

    def left(self, whole: int, part: int, least: float, known: Known) -> Known:
        """A difference is no less than this."""
        if least == -inf:
            return known
        number = self.keys.number(("op", "-"), (whole, part))
        learnt = known.values.get(number, ANY)
        return self.learnt(number, learnt.within(least, inf) or learnt, known)
