"""How many steps are charged where: a known number when a block is entered, the rest when a loop begins.

The figures are those of `lower.steps`, but more is charged beforehand than the interpreter does: small loops whose length is
bounded when the game is linked cost nothing while it runs. So more may be charged than the interpreter charges, which then has the
last word. Less is charged for what is worked out when the game is loaded or written out in few nodes, which takes no time in play.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.lower.expand import GAIN, expanded
from ruleset_core.lang.lower.steps import LEAVES, LIGHT, MOST, Loop, loop_parts
from ruleset_core.lang.lower.suspends import possible
from ruleset_core.lang.walk import parts

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build

BEFOREHAND = 150
"""Loops that cost at most this much are charged with the block they stand in."""
LOOPS = (t.Repeat, t.For, t.Quantity, p.Ask)


class Charges:
    """What entering a block, and beginning a loop, costs the code that is being made."""

    def __init__(self, build: Build) -> None:
        self.b = build
        self.steps = build.program.steps
        self._loops: dict[int, tuple[Loop, int, int]] = {}
        self._named: dict[str, int] = {}

    def block(self, number: int) -> int:
        """What entering a block costs."""
        node = self.b.program.blocks[number]
        return min(MOST, self.steps.block(number) + self._all(node.statements) + self._extra(node.end))

    def value(self, node: t.Expr) -> int:
        """What an amount that is asked for by itself costs."""
        return min(MOST, self.steps.tree(node) + self._extra(node))

    def rounds(self, node: Loop) -> int:
        """What is charged for every round when a loop begins; 0 if that is done beforehand."""
        return self._loop(node)[2]

    def entered(self, name: str) -> int:
        """What is charged when a procedure, or under `value NAME` a definition, begins; 0: what uses it has it."""
        if not self._by_itself(name):
            return 0
        return min(MOST, self.steps.entered(name) + self._body(name))

    def _by_itself(self, name: str) -> bool:
        return self.steps.entered(name) > 0 or (name not in self.steps.circular and self._body(name) > LIGHT)

    # -- what is charged beforehand beside the weights of `Steps` -------------------------------------------------

    def _all(self, nodes: Iterable[Any]) -> int:
        return sum([self._extra(node) for node in nodes if node is not None])

    def _extra(self, node: Any) -> int:
        kind = type(node)
        if kind in LEAVES:
            return 0
        if kind in LOOPS:
            return self._loop(node)[1]
        if kind is t.Apply:
            return self._use(f"value {node.define}") + self._all(node.args)
        if kind in {t.Do, p.Call}:
            at_once = node.procedure == GAIN or not self.b.program.procedures[node.procedure].suspends
            return (self._use(node.procedure) if at_once else 0) + self._all(node.args)
        if kind in {t.DoCard, p.CallCard}:
            named = {name for name in node.procedures if name and not self.b.program.procedures[name].suspends}
            return self._extra(node.of) + max(map(self._use, named), default=0)
        if kind in {t.Emit, t.Gain, t.Lose}:
            return self._made_of(node)
        return self._all(parts(node))

    def _made_of(self, node: t.Emit | t.Gain | t.Lose) -> int:
        whole = expanded(node, self.b.v)
        if whole is not node:
            return self._extra(whole)
        found = self._all(parts(node))
        tracks = self.b.gains.tracks
        if isinstance(node, t.Gain) and tracks & possible(node.resource, len(self.b.v.resources)):
            reach = self.b.reach  # unit by unit there is one more round than units, the one that sees that none is left
            most = reach.most + 1 if reach.suspends else max(self.b.v.resources[each].spaces for each in tracks)
            found += self._use(GAIN) + max(0, most) * self.unit
        return found

    @property
    def unit(self) -> int:
        """What every unit of a gain that is looked at unit by unit costs."""
        if self.b.reach.suspends:
            return self.b.reach.unit
        (repeat,) = self.b.program.procedures[GAIN].body.items
        return self.rounds(repeat) if isinstance(repeat, t.Repeat) else 0

    def _use(self, name: str) -> int:
        """What a use of something with a name costs beyond its weight: nothing, where it is charged when it begins."""
        return 0 if self._by_itself(name) else self._body(name)

    def _body(self, name: str) -> int:
        if name not in self._named:
            self._named[name] = 0  # while it is looked at: what leads back to itself is charged when it begins
            if name.startswith("value "):
                define = self.b.v.defines[name.removeprefix("value ")]
                changes = [part for change in define.modifiers for part in (change.where, change.value)]
                self._named[name] = self._all((define.value, *changes))
            else:
                self._named[name] = self._extra(self.b.program.procedures[name].body)
        return self._named[name]

    def _loop(self, node: Loop) -> tuple[Loop, int, int]:
        """The loop, what is charged for it beforehand, and what every round costs when it begins."""
        found = self._loops.get(id(node))
        if found is None:
            before, inside = loop_parts(node)
            one = min(MOST, self.steps.rounds(node) + self._all(inside))
            size = self.steps.times(node) if isinstance(node, t.Repeat) else self.steps.bound(node.selection)
            if isinstance(node, p.Ask) and size is None:
                size = node.decision.size
            first = self._all(before)
            if size is not None and size * one <= BEFOREHAND:
                found = (node, first + size * one, 0)
            else:
                found = (node, first, one)
            self._loops[id(node)] = found
        return found
