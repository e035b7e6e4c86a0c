"""What is certain to take more steps than a decision may: no game can be played in which that happens.

`Steps` charges loops when they begin, whatever conditions let happen. Here these charges are added up along what surely happens: the
first part of `and` and `or`, the lighter way of an `if`, the first round of a question that may stop early, no round over pieces of
a zone. So nothing is refused that play could let pass. What depends on the position is counted in play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.lower.expand import expanded
from ruleset_core.lang.lower.steps import LEAVES, MOST
from ruleset_core.lang.origin import Origin
from ruleset_core.lang.quantities import QUANTITIES
from ruleset_core.lang.runtime import STEPS
from ruleset_core.lang.types import SEAT
from ruleset_core.lang.walk import constant, parts

EARLY = frozenset(name for name, each in QUANTITIES.items() if each.early)
"""Questions that stop at the first answer."""


class TooMuch(NamedTuple):
    """An expression or effect that takes at least so many steps, and the statement or definition it stands in."""

    origin: Origin
    steps: int


def too_much(program: p.Program) -> list[TooMuch]:
    """The innermost statements, definitions and rows of the score that are certain to take more than `STEPS` steps."""
    return Certain(program).found()


class Certain:
    """The steps that the parts of a lowered program take at least."""

    def __init__(self, program: p.Program) -> None:
        self.program, self.v, self.steps = program, program.vocabulary, program.steps
        self._named: dict[str, int] = {}
        self._told: dict[Origin, int] = {}

    def found(self) -> list[TooMuch]:
        """See `too_much`."""
        for node in self.program.blocks:
            for statement in node.statements:
                self._look(statement, node.origin)
            self._look(node.end, node.origin)
        for procedure in self.program.procedures.values():
            self._look(procedure.body, procedure.body.origin)
        for define in self.v.defines.values():
            self._look(define.value, define.origin)
        for row in self.program.scores:
            items = 1 if row.items is None else self._rounds(row.items)
            for tree, origin in ((row.where, row.condition_origin), (row.amount, row.origin)):
                self._look(tree, origin if items else None)
        return [TooMuch(origin, steps) for origin, steps in self._told.items()]

    def _look(self, node: Any, origin: Origin | None) -> None:
        """Note the innermost parts of a tree that take too much; `origin`: of what the tree stands in."""
        if node is None or type(node) in LEAVES or (steps := self.total(node)) <= STEPS:
            return
        at = getattr(node, "origin", None) or origin
        inner = [part for part in self._within(node) if self.total(part) > STEPS]
        for part in inner:
            self._look(part, at)
        named = isinstance(node, (t.Apply, t.Do, p.Call)) and not inner  # told of what has the name
        if not inner and not named and at is not None:
            self._told[at] = max(steps, self._told.get(at, 0))

    def _within(self, node: Any) -> Iterator[Any]:
        whole = expanded(node, self.v) if isinstance(node, (t.Emit, t.Gain, t.Lose)) else node
        if whole is not node:
            yield whole
        else:
            yield from (part for part in parts(node) if part is not None and type(part) not in LEAVES)

    def total(self, node: Any) -> int:
        """The steps that an effect, an amount or the end of a block takes at least."""
        begun = self.steps.end(node) if isinstance(node, p.Ending) else self.steps.tree(node)
        return min(MOST, begun + self.heavy(node))

    def heavy(self, node: Any) -> int:
        """What is charged within a tree beside its own weight."""
        if node is None or type(node) in LEAVES:
            return 0
        return min(MOST, self._heavy(node))

    def _heavy(self, node: Any) -> int:
        match node:
            case t.Quantity() | t.For() | p.Ask():
                return self._loop(node)
            case t.Repeat():
                times = constant(node.times)
                return self.steps.begun(node) + self.heavy(node.times) + max(0, times or 0) * self.heavy(node.body)
            case t.If():
                return self.heavy(node.condition) + min(self.heavy(node.then), self.heavy(node.otherwise))
            case t.Op(name="if"):
                return self.heavy(node.args[0]) + min(map(self.heavy, node.args[1:]))
            case t.Op(name="and" | "or"):
                return self.heavy(node.args[0])
            case t.Apply():
                return self._all(node.args) + self._name(f"value {node.define}")
            case t.Do() | p.Call():
                asks = self.program.procedures[node.procedure].suspends
                return self._all(node.args) + (0 if asks else self._name(node.procedure))
            case t.DoCard() | p.CallCard():
                return self.heavy(node.of)
            case t.Pay():
                return sum(self._all(cost) for cost in node.costs)
            case t.Search():
                return self.steps.search(node)[0]
            case t.Emit() | t.Gain() | t.Lose():
                whole = expanded(node, self.v)
                return self._all(parts(node)) if whole is node else self.heavy(whole)
            case _:
                return self._all(parts(node))

    def _all(self, nodes: Any) -> int:
        return sum(map(self.heavy, nodes))

    def _loop(self, node: t.Quantity | t.For | p.Ask) -> int:
        body = None if isinstance(node, p.Ask) else node.body
        rounds = self._rounds(node.selection)
        if isinstance(node, t.Quantity) and node.kind in EARLY:
            rounds = min(1, rounds)
        each = self.heavy(node.where) + (self.heavy(body) if node.where is None else 0)
        return self.steps.begun(node) + self.heavy(node.selection) + rounds * each

    def _rounds(self, selection: t.Selection) -> int:
        """How often a loop goes round at least."""
        if selection.kind in {"values", "items"}:
            return len(selection.values) or len(selection.parts)
        if selection.kind == "seats" or (selection.kind == "range" and selection.type.domain == SEAT.domain):
            return self.v.players[0]
        return (self.steps.bound(selection) or 0) if selection.kind == "range" else 0

    def _name(self, name: str) -> int:
        """What using a definition, or a procedure that never asks, takes beside the weight of what uses it."""
        if name not in self._named:
            self._named[name] = 0  # while it is looked at
            if name.startswith("value "):
                define = self.v.defines[name.removeprefix("value ")]
                below = self._all([define.value, *(change.where for change in define.modifiers)])
            else:
                below = self.heavy(self.program.procedures[name].body)
            self._named[name] = min(MOST, below)
        return self.steps.entered(name) + self._named[name]
