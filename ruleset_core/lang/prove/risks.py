"""Which parts of a game need a proof at all: most accesses are safe by the types of what they are given.

Nothing is known here of conditions; what is risky is looked at again by those who know them.
"""

from __future__ import annotations

from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.program import Program
from ruleset_core.lang.prove.marks import Marks
from ruleset_core.lang.types import RESOURCE, SEAT, Type
from ruleset_core.lang.walk import everything, parts

NO_RISK = frozenset({t.Local, t.Const})
HARMLESS = frozenset({t.Op, t.Block, t.If, t.Quantity, t.Contains, t.ZoneAt, t.Nth, t.For, t.Repeat, t.Move})
"""Nodes that refuse nothing themselves."""


class Risks:
    """Looks at each tree once; marks what is safe by its types."""

    def __init__(self, program: Program, marks: Marks, *, seats_in_game: bool) -> None:
        self.program = program
        self.v = program.vocabulary
        self.marks = marks
        self.seats_in_game = seats_in_game
        self.untrusted: set[str] = set()
        self._trees: dict[int, bool] = {}
        self._names: dict[str, bool] = {}

    def of(self, node: Any) -> bool:
        """Whether a tree holds anything that types alone do not show to be safe, or leads to such."""
        kind = type(node)
        if kind is t.Local or kind is t.Const:
            return False
        found = self._trees.get(id(node))
        if found is None:
            found = kind not in HARMLESS and self._own(node)
            for part in parts(node):
                if type(part) not in NO_RISK and self.of(part):
                    found = True
            self._trees[id(node)] = found
        return found

    def named(self, name: str) -> bool:
        """The same for what runs under a name: a procedure, `value DEFINE` or `event EVENT`."""
        found = self._names.get(name)
        if found is None:
            self._names[name] = True  # while it is looked at
            found = self._doubtful(name)
            for tree in self._under(name):  # each is looked at, for its marks
                found = self.of(tree) or found
            self._names[name] = found
        return found

    def _doubtful(self, name: str) -> bool:
        """Whether what a definition comes to may not be of its type."""
        define = self.v.defines.get(name.removeprefix("value ")) if name.startswith("value ") else None
        if define is None or define.kind != "value" or define.value is None:
            return False
        given = [define.value, *(change.value for change in define.modifiers)]
        added = any(change.how == "add" for change in define.modifiers) and self.v.finite(define.type)
        return self._noted(define, not added and all(self._fits(value, define.type) for value in given))

    def _under(self, name: str) -> list[Any]:
        kind, _, plain = name.partition(" ")
        if kind == "value":
            define = self.v.defines[plain]
            trees = [part for change in define.modifiers for part in (change.where, change.value)]
            return trees if define.value is None else [*trees, define.value]
        if kind == "event" and name not in self.program.procedures:
            heard = self.v.listeners.get(plain, [])
            return [part for each in heard for part in (each.condition, self.program.procedures[each.procedure].body)]
        return [self.program.procedures[name].body] if name in self.program.procedures else []

    def _own(self, node: Any) -> bool:
        """Whether the node itself may be refused, or leads to what may be."""
        match node:
            case t.Load():
                return self._noted(node, self._seat(node.seat) and self._all(node.index, node.field.index))
            case t.ZoneRef():
                return self._noted(node, self._seat(node.seat) and self._all(node.index, node.zone.index))
            case t.FactOf():
                return self._noted(node, self._fits(node.of, self.v.domains[node.fact.domain].type))
            case t.Put():
                return self._noted(node, self._fits(node.value, node.target.field.type))
            case t.Apply():
                define = self.v.defines[node.define]
                safe = self._noted(node, self._all(node.args, tuple(define.params.values())))
                return safe or self.named(f"value {node.define}")
            case t.Do():
                procedure = self.program.procedures[node.procedure]
                return self._noted(node, self._all(node.args, procedure.kinds)) or self.named(node.procedure)
            case t.Emit():
                kinds = tuple(node.event.fields.values())
                return self._noted(node, self._all(node.args, kinds)) or self.named(f"event {node.event.name}")
            case t.DoCard():
                return any(self.named(name) for name in dict.fromkeys(node.procedures) if name)
            case t.Selection():
                return self._noted(node, node.kind not in {"items", "enclosed"})
            case t.As():
                return self._noted(node, self._seat(node.seat))
            case t.Gain() | t.Lose():
                return self._noted(node, self._fits(node.resource, RESOURCE))
            case t.Pay() | t.CanPay():
                return self._noted(node, all(self._fits(resource, RESOURCE) for _, resource in node.costs))
            case t.Choose() | t.ChooseUpTo() | t.PassTurn():
                return self._noted(node, safe=True)
            case t.Let():
                if self.v.hooks and self._of_hooks(node.value):
                    self.untrusted.add(node.var)
                return False
            case t.Turns() | t.ForField() | t.Rounds() | t.HookCall():
                return True
            case _:
                return False

    def _noted(self, node: Any, safe: bool) -> bool:
        if safe:
            self.marks.safe(node)
        return not safe

    def _seat(self, seat: t.Expr | None) -> bool:
        if seat is None:
            return True
        if isinstance(seat, t.Const):
            return 0 <= seat.value < self.v.players[0]
        return self.seats_in_game and seat.type == SEAT and not (self.v.hooks and self._of_hooks(seat))

    def _of_hooks(self, value: t.Expr) -> bool:
        """Whether a value may come from a hook: its results are looked at only in play."""
        untrusted = self.untrusted
        return any(
            isinstance(each, t.HookCall) or (isinstance(each, t.Local) and each.name in untrusted)
            for each in everything(value)
        )

    def _all(self, values: tuple[t.Expr, ...], kinds: tuple[Type, ...]) -> bool:
        return all(map(self._fits, values, kinds))

    def _fits(self, value: t.Expr, kind: Type) -> bool:
        """Whether a value is of a type by its own."""
        given = value.type
        if self.v.hooks and self._of_hooks(value):
            return False
        if kind.kind == "member" and given.kind == "member":
            known = given.domain == kind.domain or (kind.seats and self.seats_in_game)
            return known and (kind.optional or not given.optional) and bool(self.v.domains[given.domain].ids)
        if kind.kind == "int":
            if not self.v.finite(kind):
                return True
            if isinstance(value, t.Const):
                return kind.low is not None and kind.high is not None and kind.low <= value.value <= kind.high
            held = (
                isinstance(value, t.Local | t.Load | t.FactOf | t.Apply)
                and given.low is not None
                and given.high is not None
            )
            return held and not given.optional and kind.low <= given.low and given.high <= kind.high  # type: ignore[operator]
        return kind.kind == given.kind == "bool" or not self.v.finite(kind)
