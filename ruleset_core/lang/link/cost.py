"""How much work an effect can be at most: loops within loops, amounts made of amounts. Too much is refused when loading.

This is an estimate, which knows little of what conditions leave out. A loop of which nobody knows how often it goes round
counts as one round, unless a declared range tells more: in play its rounds are counted (`lang.lower.steps`).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.link.checks import calls
from ruleset_core.lang.link.places import Places
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.runtime import STEPS
from ruleset_core.lang.types import BOOL, INT, member
from ruleset_core.lang.walk import constant, parts

if TYPE_CHECKING:
    from ruleset_core.lang.link.linker import Linker

MOST = 100_000_000
"""Most steps an effect or amount may take, everything it leads to included."""
TOO_MUCH = "this can take too many steps"
WEIGHED = frozenset({t.Quantity, t.For, t.Repeat, t.If, t.Op, t.Apply, t.Do, t.DoCard, t.Emit})
"""Nodes that are more than their parts and one step."""
EARLY = {"any", "no", "every", "first"}
"""Questions that stop at the first answer. Over a zone, which seldom holds all of its kind, they count with the root."""


def check_cost(linker: Linker) -> None:
    """Report the innermost effects and amounts that are too much work. Nothing may be recursive any more."""
    costs = Costs(linker)
    names = [*(f"value {each}" for each in linker.v.defines), *linker.program.procedures]
    for name in names:
        costs.of(name)
    places = Places(linker)
    told: set[Site] = set()
    for name in [each for each, cost in costs.known.items() if cost > MOST]:
        within = {called for part in costs.trees(name) for called in calls(part, linker.v.domains["resource"].ids)}
        if any(costs.of(called) > MOST for called in within & costs.known.keys()):
            continue
        tree, site = max(places.parts(name), key=lambda part: costs.cost(part[0]), default=(None, places.start()))
        if site not in told:
            told.add(site)
            loop = _loop(tree, costs)
            advice = "loops within loops, or amounts that use each other twice, multiply"
            linker.report("E319", TOO_MUCH, site, f"look at the loop in {loop}; {advice}" if loop else advice, key=True)
    for tree, site in _others(linker):
        below = {name for name in calls(tree, linker.v.domains["resource"].ids) if name in costs.known}
        if costs.cost(tree) > MOST and not any(costs.of(name) > MOST for name in below):
            advice = "loops within loops multiply"
            linker.report("E319", TOO_MUCH, site, advice, key=True)


def _loop(node: Any, costs: Costs) -> str:
    """File, line and column of the innermost loop with too much work in it; empty if none of the statements is one."""
    found = ""
    while node is not None:
        if isinstance(node, (t.For, t.Repeat)) and node.origin is not None:
            found = node.origin.text
        node = next((part for part in parts(node) if costs.cost(part) > MOST), None)
    return found


def _others(linker: Linker) -> Iterator[tuple[Any, Site]]:
    """What is worked out besides what has a name: rows of the score and what is looked at when the game is over."""
    for row in linker.program.scores:
        items = t.Selection(INT, "values") if row.items is None else row.items
        for tree, key in ((row.amount, "amount"), (row.where, "where")):
            if tree is not None and ("score", row.name) in linker.homes:
                yield t.Quantity(INT, "sum", "it", items, None, tree, "first"), linker.homes["score", row.name].at(key)
    for each in linker.program.achievements:
        if ("achievements", each.name) in linker.homes:
            yield each.when, linker.homes["achievements", each.name].at("when")


class Costs:
    """Estimates by name; those of defines are under `value NAME`."""

    def __init__(self, linker: Linker) -> None:
        self.linker = linker
        self.known: dict[str, int] = {}

    def of(self, name: str) -> int:
        """The steps of a procedure, a define or an event."""
        if name not in self.known:
            self.known[name] = min(MOST + 1, 1 + sum(self.cost(part) for part in self.trees(name)))
        return self.known[name]

    def trees(self, name: str) -> list[Any]:
        """What runs under a name."""
        v = self.linker.v
        if name.startswith("value "):
            define = v.defines[name.removeprefix("value ")]
            changes = [part for change in define.modifiers for part in (change.where, change.value)]
            return [part for part in (define.value, *changes) if part is not None]
        if name.startswith("event "):
            listeners = v.listeners.get(name.removeprefix("event "), [])
            at_once = [t.Do(each.procedure, ()) for each in listeners if not each.queued]
            return [*(each.condition for each in listeners), *at_once, *self._questions(name.removeprefix("event "))]
        return [self.linker.program.procedures[name].body]

    def _questions(self, name: str) -> list[Any]:
        """Where reactions are put in order: one question for each, in which all that react are looked at."""
        event = self.linker.v.events[name]
        waiting = [each for each in self.linker.v.listeners.get(name, []) if event.orders(each)]
        if event.order is None or not waiting:
            return []
        times = t.Const(INT, len(waiting))
        pieces = t.Selection(member(event.order.kind), "values", tuple(each.piece for each in waiting))
        offered = t.Quantity(BOOL, "count", "this", pieces, event.order.in_play, None, "first")
        return [t.Repeat(times, t.Block((t.Let("_", offered),)))]

    def cost(self, node: Any) -> int:
        """The steps of a tree."""
        kind = type(node)
        if kind is t.Const or kind is t.Local:
            return 1
        each = [self.cost(part) for part in parts(node)]
        below = sum(each)
        if kind not in WEIGHED or (kind is t.Op and node.name != "if"):
            return 1 + below if below <= MOST else MOST + 1
        match node:
            case t.Quantity(kind="count", where=None) if node.selection.kind == "zone":
                return 1 + below  # a zone knows how many it holds
            case t.Quantity() | t.For():
                size = max(1, self._size(node.selection))
                if isinstance(node, t.Quantity) and node.kind in EARLY and node.selection.kind in {"zone", "union"}:
                    size = isqrt(size - 1) + 1
                return self._round(size, below)
            case t.Repeat():
                times = _most(node.times)
                return self._round(1 if times is None else times, below)
            case t.If() | t.Op(name="if"):
                return min(MOST + 1, 1 + each[0] + max(each[1:]))  # one of the ways
            case t.Apply():
                return below + self.of(f"value {node.define}")
            case t.Do():
                return below + self.of(node.procedure)
            case t.DoCard():
                return below + max((self.of(name) for name in node.procedures if name), default=0)
            case t.Emit():
                return below + self.of(f"event {node.event.name}")
            case _:
                return min(MOST + 1, 1 + below)

    @staticmethod
    def _round(times: int, below: int) -> int:
        """A loop: no decision lets one go round more than `STEPS` times."""
        return MOST + 1 if times > STEPS else min(MOST + 1, 1 + below * max(0, times))

    def _size(self, selection: t.Selection) -> int:
        match selection.kind:
            case "values":
                return len(selection.values)
            case "items":
                return len(selection.parts)
            case "enclosed":
                return len(self.linker.v.domains["space"].ids)
            case "seats":
                return self.linker.v.players[1] + len(selection.values)
            case "range" if selection.type.domain != "seat":
                low, high = _least(selection.parts[0]), _most(selection.parts[1])
                return 1 if low is None or high is None else high - low + 1
            case "zone" | "fact" | "reached" | "union" if selection.type.kind == "member":
                return self.linker.v.domains[selection.type.domain].size
            case _:
                return self.linker.v.players[1]


def _most(node: t.Expr) -> int | None:
    """The most that an amount can be, as far as numbers and declared ranges tell."""
    found = constant(node)
    return found if found is not None else node.type.high if isinstance(node, (t.Load, t.Local, t.FactOf)) else None


def _least(node: t.Expr) -> int | None:
    """The least that an amount can be, as far as numbers and declared ranges tell."""
    found = constant(node)
    return found if found is not None else node.type.low if isinstance(node, (t.Load, t.Local, t.FactOf)) else None
