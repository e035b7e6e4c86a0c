"""How many steps are charged where: a known number when a block is entered, the rest when a loop begins.

The figures are those of `lower.steps`, but more is charged beforehand than the interpreter does: small loops whose length is
bounded when the game is linked cost nothing while it runs. So more may be charged than the interpreter charges, which then has the
last word. Less is charged for what is worked out when the game is loaded or written out in few nodes, which takes no time in play.

`lower.steps` walks the trees, and says which loops and uses stand where (its `Site`s); here they are only weighed once more.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.lower.expand import GAIN
from ruleset_core.lang.lower.steps import LIGHT, MOST, Loop, Site

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build

BEFOREHAND = 150
"""Loops that cost at most this much are charged with the block they stand in."""


class Charges:
    """What entering a block, and beginning a loop, costs the code that is being made."""

    def __init__(self, build: Build) -> None:
        self.b = build
        self.steps = build.program.steps
        self._loops: dict[int, tuple[Loop, int, int]] = {}
        self._named: dict[str, int] = {}

    def block(self, number: int) -> int:
        """What entering a block costs."""
        return min(MOST, self.steps.block(number) + self._all(self.steps.sites_of_block(number)))

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

    def _all(self, sites: Iterable[Site]) -> int:
        return sum(map(self._site, sites))

    def _site(self, node: Site) -> int:
        match node:
            case t.Apply():
                return self._use(f"value {node.define}")
            case t.Do() | p.Call():
                return self._use(node.procedure) if self.steps.at_once(node.procedure) else 0
            case t.DoCard() | p.CallCard():
                named = {name for name in node.procedures if name and not self.b.program.procedures[name].suspends}
                return max(map(self._use, named), default=0)
            case t.Gain():
                return self._use(GAIN) + self._units * self.unit
        return self._loop(node)[1]

    @cached_property
    def _units(self) -> int:
        """The most units of a gain that are looked at one by one."""
        reach = self.b.reach  # unit by unit there is one more round than units, the one that sees that none is left
        most = [self.b.v.resources[each].spaces for each in self.b.gains.tracks]
        return max(0, reach.most + 1 if reach.suspends else max(most))

    @cached_property
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
            self._named[name] = self._all(self.steps.sites_of(name))
        return self._named[name]

    def _loop(self, node: Loop) -> tuple[Loop, int, int]:
        """The loop, what is charged for its rounds beforehand, and what every round costs when it begins."""
        found = self._loops.get(id(node))
        if found is None:  # the loop is kept with its costs, so that its id is not given to another
            about = self.steps.loop(node)
            one = min(MOST, about.each + self._all(about.within))
            if about.size is not None and about.size * one <= BEFOREHAND:
                found = (node, about.size * one, 0)
            else:
                found = (node, 0, one)
            self._loops[id(node)] = found
        return found
