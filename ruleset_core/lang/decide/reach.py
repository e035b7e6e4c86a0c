"""What reaching the spaces of tracks may lead to: a gain that nobody on the way can answer needs no look at each unit."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.code.nodes import WORD, Expr
from ruleset_core.lang.lower.expand import GAIN
from ruleset_core.lang.runtime import FRAMES
from ruleset_core.lang.walk import everything

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build

Env = dict[Any, Any]
REACH = "event reach"
"""The procedure that tells of a space that is filled."""
FAR = WORD[1]
"""Stands for a space that is never reached, and for a bound that is none."""


class Reach:
    """The spaces of tracks, and who listens to them."""

    def __init__(self, build: Build) -> None:
        self.b = build
        self._interest: dict[int, tuple[int, ...]] = {}
        self._rows: dict[tuple[int, int], list[int]] = {}

    @cached_property
    def suspends(self) -> bool:
        """Whether reaching a space may ask, as far as events tell without their spaces."""
        reach = self.b.program.procedures.get(REACH)
        return reach is not None and reach.suspends

    def interest(self, resource: int) -> tuple[int, ...]:
        """For every space of a track the next one that some listener may answer to; far off if there is none."""
        if resource not in self._interest:
            listeners = self.b.v.listeners.get("reach", [])
            spaces = max(self.b.v.resources[resource].spaces, 0)
            env: Env = {**self.b.places.acting(), "resource": resource}
            following, found = FAR, []
            for space in range(spaces, -1, -1):
                found.append(following)
                if any(self.b.exprs.truth(each.condition, {**env, "space": space}) != 0 for each in listeners):
                    following = space
            self._interest[resource] = tuple(reversed(found))
        return self._interest[resource]

    # -- where reaching a space may ask ---------------------------------------------------------------------------

    def calm(self, amount: Expr, resource: Expr, env: Env) -> Expr:
        """Whether an amount fits on the track, if there is one, and nobody may answer to any of its units.

        Unit by unit there would be two frames more; where they may be too many, the units are looked at.
        """
        if self._heavy:
            return 0
        make, resources = self.b.make, self.b.v.resources
        places = [resource] if isinstance(resource, int) else range(len(resources))
        tracks = [each for each in places if resources[each].spaces >= 0]
        if not tracks:
            return 1
        width = max(max(resources[each].spaces, resources[each].start) for each in tracks) + 1
        filled = self.b.narrow(
            self.b.places.own_value("filled", env, resource), 0, width - 1
        )  # no track is filled further
        if isinstance(resource, int):
            free, where = self._row(resource, width), filled
        else:
            free = [each for place in places for each in self._row(place, width)]
            where = make.plus(make.times(resource, width), filled)
        if isinstance(amount, int):
            few = make.entry(make.table([int(amount <= each) for each in free]), where)
        else:
            few = make.compare("<=", amount, make.entry(make.table(free), where))
        parts = [make.some((make.no(make.among(resource, tracks)), few))]
        if self.b.program.recursive & {GAIN, REACH}:
            parts.append(make.compare("<=", make.frames(), FRAMES - 2))
        return make.every(parts)

    def _row(self, resource: int, width: int) -> list[int]:
        """For every number of filled spaces how many more can be filled without an answer."""
        found = self._rows.get((resource, width))
        if found is None:
            spaces = self.b.v.resources[resource].spaces
            row = [min(following - 1, spaces) - filled for filled, following in enumerate(self.interest(resource))]
            found = self._rows[resource, width] = [*row, *[0] * width][:width]
        return found

    @cached_property
    def _heavy(self) -> bool:
        """Whether looking who answers takes steps of its own, or notes something: then it is always done."""
        event, listeners = self.b.v.events["reach"], self.b.v.listeners["reach"]
        if any(event.orders(each) for each in listeners):
            return True
        return any(self._charged(node) for each in listeners for node in everything(each.condition))

    def _charged(self, node: Any) -> bool:
        if isinstance(node, t.Quantity):
            return self.b.steps.begun(node) + self.b.steps.each(node) > 0
        return isinstance(node, (t.Apply, t.HookCall, t.Search))

    def silent(self, resource: Expr, space: Expr) -> Expr:
        """Whether nobody may answer to a space that was filled."""
        if self._heavy:
            return 0
        make, resources = self.b.make, self.b.v.resources
        width = max(each.spaces for each in resources) + 1
        rows = [self.interest(each) for each in range(len(resources))]
        nobody = [
            int(space == 0 or space >= len(row) or row[space - 1] != space) for row in rows for space in range(width)
        ]
        where = make.plus(make.times(resource, width), self.b.narrow(space, 0, width - 1))
        few = make.compare("<", make.frames(), FRAMES) if REACH in self.b.program.recursive else 1
        return make.every((make.entry(make.table(nobody), where), few))

    # -- what the blocks cost that are gone through where nobody answers -----------------------------------------

    @cached_property
    def told(self) -> int:
        """What it costs to tell of a space when nobody answers."""
        return sum(map(self.b.steps.block, self._way(REACH, held=False)))

    @cached_property
    def none(self) -> int:
        """What gaining nothing costs."""
        return sum(map(self.b.steps.block, self._way(GAIN, held=False)))

    @cached_property
    def unit(self) -> int:
        """What one unit costs that finds room on a track."""
        way = self._way(GAIN, held=True)
        around = _leads(self.b.program.blocks[way[-1]].end, held=True)
        return sum(map(self.b.steps.block, way[way.index(around) :])) + self.told

    def _way(self, name: str, *, held: bool) -> list[int]:
        """The blocks of a procedure, in order, if all conditions hold, or if none does; to its end, or back to one of them."""
        found: list[int] = []
        number = self.b.program.procedures[name].entry
        while number >= 0 and number not in found:
            node = self.b.program.blocks[number]
            if found and not node.statements and isinstance(node.end, p.End):
                break  # it has no frame, so nobody enters it
            found.append(number)
            number = _leads(node.end, held=held)
        return found


def _leads(end: p.Terminator, *, held: bool) -> int:
    """Where a block leads within its procedure; -1: to its end."""
    match end:
        case p.Split():
            return end.then if held else end.otherwise
        case p.Jump():
            return end.target
        case p.Call():
            return end.then
        case _:
            return -1
