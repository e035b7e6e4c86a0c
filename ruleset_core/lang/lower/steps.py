"""What an effect weighs: how many steps it is charged for. All executors count by these figures.

A decision (one run, from an answer to the next question) may take `runtime.STEPS` steps. They are charged so:

- Entering a block costs the block's weight (`Steps.block`): `ENTRY`, and what is in it.
- A statement weighs one and what is in it. A definition, or a procedure that never asks, weighs one and what is in it, wherever
  it is used. Whatever is in them counts, whether conditions let it happen or not: all parts of `and` and `or`, both ways of an
  `if`. Of cards that are known only at play, the heaviest counts.
- A loop or question weighs one step a round, and what is in it, as often as it can go round at most. If that is not more than
  `LIGHT`, it is part of what it stands in, and `Steps.rounds` is 0. Else, and where its length is not known when the game is
  linked, nothing of it is: it is charged when it begins, all at once, the values it goes through times `Steps.rounds`, even if
  it stops early.
- A definition or procedure that weighs more than `LIGHT`, and a procedure that leads back to itself, are charged when they begin
  (`Steps.entered`), not with what uses them.

An amount that is asked for by itself (a row of the score) may take as many steps of its own.

Weights are worked out on the lowered program, before anything is written out or folded, when they are asked for. They depend
on what a tree says, not on which copy of it is asked about. An executor may count more than this where it is not sure, never
less: what it notices is looked at again by the interpreter, which counts exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeGuard, get_args

from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.lower.circles import circles
from ruleset_core.lang.lower.expand import GAIN, expanded, tracked
from ruleset_core.lang.lower.suspends import possible
from ruleset_core.lang.types import SEAT
from ruleset_core.lang.walk import constant, parts

MOST = 1 << 40
"""Weights grow no further than this; it is far more than any decision may take."""
LIGHT = 25
"""What weighs at most this is charged with what it stands in, whether it happens or not; what weighs more, when it begins."""


ENTRY = 5
"""What entering a block costs by itself: a frame is taken from the stack and another put there."""
Loop = t.Repeat | t.For | t.Quantity | p.Ask
Site = Loop | t.Apply | t.Do | p.Call | t.DoCard | p.CallCard | t.Gain
"""Where an executor may charge more than the interpreter does: loops, uses of what has a name, gains unit by unit."""
STATEMENTS = frozenset(get_args(t.Statement)) - {t.Block}


@dataclass(slots=True, eq=False)
class Round:
    """What is known of a loop.

    Attributes:
        node: the loop.
        weight: what it adds to what it stands in.
        each: what each round costs when it begins.
        size: how often it can go round; None if that is known only in play.
        outside: loops and uses in what is worked out once.
        within: those in what is worked out every round.
    """

    node: Loop
    weight: int
    each: int
    size: int | None
    outside: list[Site]
    within: list[Site]


class Steps:
    """The weights of a lowered program."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        self.v = program.vocabulary
        self.tracks = tracked(self.v)
        self._blocks: dict[int, tuple[int, list[Site]]] = {}
        self._loops: dict[int, Round] = {}  # a loop is kept with its weights, so that its id stays its own
        self._calls: dict[str, set[str]] = {}
        self._known: dict[str, int] = {}
        self._within: dict[str, list[Site]] = {}
        self._sites: list[Site] = []
        self._circular: set[str] | None = None
        self._ways: dict[type, Callable[[Any], int]] = {
            t.Quantity: self._going_round, t.For: self._going_round, t.Repeat: self._going_round,
            t.Gather: self._gather, t.Contains: self._contains, t.Sort: self._ordered, t.Shuffle: self._ordered,
            t.Simultaneous: self._simultaneous, t.Apply: self._applied, t.Do: self._done, t.DoCard: self._card,
            t.Emit: self._made_of, t.Gain: self._made_of, t.Lose: self._made_of,
            p.Ask: self._going_round, p.Call: self._done, p.CallCard: self._card,
        }  # fmt: skip

    # -- what executors ask ---------------------------------------------------------------------------------------

    def block(self, number: int) -> int:
        """What entering a block costs."""
        return self._block(number)[0]

    def rounds(self, node: Loop) -> int:
        """What every value that is gone through costs, charged for all of them when a loop begins; 0: what it is in has it."""
        return self.loop(node).each

    def entered(self, name: str) -> int:
        """What using a procedure that never asks (or under `value NAME` a definition) costs beside the weight of what uses it."""
        weight = self.named(name)
        return weight if weight > LIGHT or name in self.circular else 0

    def named(self, name: str) -> int:
        """What a procedure that never asks, or under `value NAME` a definition, weighs."""
        waiting = [name]
        while waiting:  # a long row of definitions must not be a deep recursion
            now = waiting[-1]
            more = [] if now in self._known else [each for each in self._led(now) if each not in self._known]
            more = [each for each in more if each not in self.circular]
            if not more and now not in self._known:
                weight, self._within[now] = self._apart(self._bodies(now))
                self._known[now] = min(MOST, 1 + weight)
            if not more:
                waiting.pop()
            waiting += more
        return self._known[name]

    def tree(self, node: t.Expr | t.Statement) -> int:
        """What an amount or an effect weighs by itself, such as a row of the score."""
        return min(MOST, self._weigh(node))

    # -- where an executor may charge in another way ----------------------------------------------------------------

    def sites_of_block(self, number: int) -> list[Site]:
        """The loops and uses in a block, but for those that are gone through with a loop."""
        return self._block(number)[1]

    def sites_of(self, name: str) -> list[Site]:
        """The same for a procedure that never asks, or under `value NAME` a definition."""
        self.named(name)
        return self._within[name]

    def _block(self, number: int) -> tuple[int, list[Site]]:
        found = self._blocks.get(number)
        if found is None:
            node = self.program.blocks[number]
            weight, sites = self._apart([*node.statements, node.end])
            found = self._blocks[number] = (min(MOST, ENTRY + weight), sites)
        return found

    def _apart(self, nodes: Iterable[Any]) -> tuple[int, list[Site]]:
        """What nodes weigh, and the loops and uses in them, in a list of their own."""
        outer, self._sites = self._sites, []
        weight = self._all(nodes)
        sites, self._sites = self._sites, outer
        return weight, sites

    @property
    def circular(self) -> set[str]:
        """Procedures that never ask and lead back to themselves."""
        if self._circular is None:
            names = [each.name for each in self.program.procedures.values() if self.at_once(each.name)]
            graph = {name: [each for each in self._led(name) if not each.startswith("value ")] for name in names}
            self._circular = {name for circle in circles(graph) for name in circle}
        return self._circular

    # -- what has a name ------------------------------------------------------------------------------------------

    def at_once(self, name: str) -> bool:
        """Whether a procedure runs without asking. Gains do, where it is seen beforehand that nothing on the way asks."""
        return name == GAIN or not self.program.procedures[name].suspends

    def _bodies(self, name: str) -> list[Any]:
        if not name.startswith("value "):
            return [self.program.procedures[name].body]
        define = self.v.defines[name.removeprefix("value ")]
        changes = [part for change in define.modifiers for part in (change.where, change.value)]
        return [part for part in (define.value, *changes) if part is not None]

    def _led(self, name: str) -> set[str]:
        """What a body leads to by name."""
        if name not in self._calls:
            found = self._calls[name] = set()
            rest = self._bodies(name)
            while rest:
                node = rest.pop()
                if type(node) in LEAVES:
                    continue
                if isinstance(node, t.Apply):
                    found.add(f"value {node.define}")
                elif isinstance(node, (t.Emit, t.Gain, t.Lose)):
                    whole = expanded(node, self.v)
                    if whole is not node:
                        rest.append(whole)
                        continue
                    if self.unit_by_unit(node):
                        found.add(GAIN)
                elif isinstance(node, (t.Do, t.DoCard)):
                    named = [node.procedure] if isinstance(node, t.Do) else node.procedures
                    found.update(each for each in named if each and self.at_once(each))
                rest += parts(node)
        return self._calls[name]

    def unit_by_unit(self, node: Any) -> TypeGuard[t.Gain]:
        """Whether it is a gain of something whose units are looked at one by one."""
        return isinstance(node, t.Gain) and bool(self.tracks & possible(node.resource, len(self.v.resources)))

    def _use(self, name: str) -> int:
        """What a use of something with a name adds to what it stands in."""
        weight = self._known[name] if name in self._known else 0 if name in self.circular else self.named(name)
        return 0 if weight > LIGHT or name in self.circular else weight

    # -- adding up ------------------------------------------------------------------------------------------------

    def _weigh(self, node: Any) -> int:
        kind = type(node)
        if kind in LEAVES:
            return 0
        way = self._ways.get(kind)
        return (kind in STATEMENTS) + (self._all(parts(node)) if way is None else way(node))

    def _all(self, nodes: Iterable[Any]) -> int:
        found = 0
        for node in nodes:
            if node is not None and type(node) not in LEAVES:
                found += self._weigh(node)
        return found

    def loop(self, node: Loop) -> Round:
        """What is known of a loop."""
        found = self._loops.get(id(node))
        if found is None:
            before, inside = loop_parts(node)
            size = self.times(node) if isinstance(node, t.Repeat) else self.bound(node.selection)
            if isinstance(node, p.Ask) and size is None:
                size = node.decision.size  # a range is cut to what can be asked
            first, outside = self._apart(before)
            rounds, within = self._apart(inside)
            one, times = min(MOST, 1 + rounds), size
            if isinstance(node, t.Quantity) and node.kind == "count" and node.where is None and size is not None:
                one = times = 1  # how many there are is known
            heavy = times is None or one * times > LIGHT
            weight = first + (0 if heavy else one * (times or 0))
            found = self._loops[id(node)] = Round(node, weight, one if heavy else 0, size, outside, within)
        return found

    def _going_round(self, node: Loop) -> int:
        found = self.loop(node)
        self._sites += [*found.outside, node]
        return found.weight

    @staticmethod
    def times(node: t.Repeat) -> int | None:
        """How often an effect is repeated; None if that is known only in play."""
        known = constant(node.times)
        return None if known is None else max(0, known)

    def _contains(self, node: t.Contains) -> int:
        """One look, whatever the list: it takes no round of the language. What an area holds must be found first."""
        found = self.bound(node.selection) if node.selection.kind == "enclosed" else 1
        return self._all((node.of, node.selection)) + (found or 0)

    def _gather(self, node: t.Gather) -> int:
        return self._weigh(node.selection) + (self.bound(node.selection) or 0)

    def _ordered(self, node: t.Sort | t.Shuffle) -> int:
        key = self._weigh(node.key) if isinstance(node, t.Sort) else 0
        return self._weigh(node.zone) + self.pieces(node.zone.zone.kind) * (1 + key)

    def _simultaneous(self, _node: t.Simultaneous) -> int:
        return self.v.fields_of(self.v.players[1])  # the whole state is copied

    def _applied(self, node: t.Apply) -> int:
        self._sites.append(node)
        return self._use(f"value {node.define}") + self._all(node.args)

    def _done(self, node: t.Do | p.Call) -> int:
        self._sites.append(node)
        return (self._use(node.procedure) if self.at_once(node.procedure) else 0) + self._all(node.args)

    def _card(self, node: t.DoCard | p.CallCard) -> int:
        self._sites.append(node)
        named = {name for name in node.procedures if name and self.at_once(name)}
        return self._weigh(node.of) + max((self._use(name) for name in named), default=0)

    def _made_of(self, node: t.Emit | t.Gain | t.Lose) -> int:
        """Events, and gains and losses of which others hear."""
        whole = expanded(node, self.v)
        if whole is not node:
            return self._weigh(whole)
        if not self.unit_by_unit(node):
            return self._all(parts(node))
        self._sites.append(node)
        return self._all(parts(node)) + self._use(GAIN)

    # -- how many there may be ------------------------------------------------------------------------------------

    def bound(self, selection: t.Selection) -> int | None:
        """The most values a selection can go through; None if that is known only in play."""
        match selection.kind:
            case "values":
                return len(selection.values)
            case "items":
                return len(selection.parts)
            case "enclosed":
                return self.v.domains["space"].size
            case "seats":
                return self.v.players[1] + len(selection.values)
            case "others":
                return max(0, self.v.players[1] - 1)
            case "zone" if selection.zone is not None:
                return self.pieces(selection.zone.zone.kind)
            case "fact":
                return self._longest(selection.parts[0])
            case _:
                return self._span(selection)

    def pieces(self, kind: str) -> int:
        """How many pieces there are of a kind: so many a zone can hold at most."""
        return self.v.domains[kind].size

    def _longest(self, of: t.Expr) -> int:
        if not isinstance(of, t.FactOf):
            return MOST
        return max((len(each) for each in of.fact.values if isinstance(each, tuple)), default=0)

    def _span(self, selection: t.Selection) -> int | None:
        if selection.type.domain == SEAT.domain:
            return self.v.players[1]
        ends = [constant(part) for part in selection.parts]
        low, high = ends
        return None if low is None or high is None else max(0, high - low + 1)


def loop_parts(node: Loop) -> tuple[tuple[t.Expr | t.Selection | None, ...], tuple[t.Expr | t.Block | None, ...]]:
    """What is worked out once, and what is every round."""
    match node:
        case t.Repeat():
            return (node.times,), (node.body,)
        case p.Ask():
            return (node.selection, node.done, node.veil), (node.where, node.key)
        case _:
            return (node.selection,), (node.where, node.body)


LEAVES: frozenset[type] = frozenset(
    {
        t.Const, t.Local, t.Players, t.OptionValue, t.Size, t.EnterPhase, t.EndGame, t.Again, t.PassTurn,
        p.Jump, p.Stop, p.Empty, p.End,
    }
)  # fmt: skip
