"""What an effect weighs: how many steps it is charged for. All executors count by these figures.

A decision (one run, from an answer to the next question) may take `runtime.STEPS` steps. They are charged so:

- Entering a block costs the block's weight (`Steps.block`): `ENTRY`, and what is in it.
- A statement weighs one and what is in it. A definition, or a procedure that never asks, weighs one and what is in it, wherever
  it is used. Whatever is in them counts, whether conditions let it happen or not: all parts of `and` and `or`. Of the two ways of
  an `if`, and of cards that are known only at play, the heaviest counts.
- A loop or question weighs one step a round, and what is in it, as often as it can go round at most. If that is not more than
  `LIGHT`, it is part of what it stands in. Else it is charged when it begins, all at once, even if it stops early: as much
  (`Steps.begun`), or, where it goes through zones or its length is not known when the game is linked, the values it goes
  through times `Steps.each`.
- A random number weighs `DRAW` steps.
- A question to a player is part of the block that asks it, whatever it weighs, unless it is about the pieces of a zone.
- A definition or procedure that weighs more than `LIGHT`, and a procedure that leads back to itself, are charged when they begin
  (`Steps.entered`), not with what uses them.

A row of the score may take as many steps of its own; another amount that is asked for by itself, `runtime.INTERPRETED`.

Weights are worked out on the lowered program, before anything is written out or folded, when they are asked for. They depend
on what a tree says, not on which copy of it is asked about. So what is part of a block costs the same whether it is worked out in
play, looked up or known beforehand. What is charged when it begins is never folded away (`Steps.light`). An executor may count
more than this where it works something out twice, or does not follow units of a gain one by one; never less. What it notices is
looked at again by the interpreter, which counts exactly: what takes it no more than `runtime.INTERPRETED` steps stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, get_args

from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.lower.circles import circles
from ruleset_core.lang.lower.expand import GAIN, expanded, tracked
from ruleset_core.lang.lower.suspends import possible
from ruleset_core.lang.operations import OPERATIONS
from ruleset_core.lang.quantities import OF_SIZE
from ruleset_core.lang.types import SEAT, Type
from ruleset_core.lang.walk import constant, everything, parts
from ruleset_core.lang.ways import EDGES

MOST = 1 << 40
"""Weights grow no further than this; it is far more than any decision may take."""
LIGHT = 300
"""What weighs at most this is charged with what it stands in, whether it happens or not; what weighs more, when it begins.

Charging beforehand costs no time in play, and leaves executors free to look up or write out what they like; but it counts what
may never happen.
"""

ENTRY = 5
"""What entering a block costs by itself: a frame is taken from the stack and another put there."""
DRAW = 10
"""What a random number costs, which takes as long as so many steps: one for a roll, one for every piece of a kind for a shuffle."""
Loop = t.Repeat | t.For | t.Quantity | p.Ask
STATEMENTS = frozenset(get_args(t.Statement)) - {t.Block}


class Steps:
    """The weights of a lowered program."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        self.v = program.vocabulary
        self.tracks = tracked(self.v)
        self._blocks: dict[int, int] = {}
        self._loops: dict[int, tuple[Loop, int, int, int]] = {}  # kept with its weights, so that its id stays its own
        self._lights: dict[str, bool] = {}
        self._calls: dict[str, set[str]] = {}
        self._known: dict[str, int] = {}
        self._circular: set[str] | None = None
        self._ways: dict[type, Callable[[Any], int]] = {
            t.Quantity: self._going_round, t.For: self._going_round, t.Repeat: self._going_round,
            t.Gather: self._gather, t.Contains: self._contains, t.Sort: self._ordered, t.Shuffle: self._ordered,
            t.Roll: self._rolled, t.Simultaneous: self._simultaneous, t.Apply: self._applied, t.Do: self._done, t.DoCard: self._card,
            t.Pairs: self._pairs, t.Emit: self._made_of, t.Gain: self._made_of, t.Lose: self._made_of, t.If: self._either, t.Op: self._operation,
        }  # fmt: skip

    # -- what executors ask ---------------------------------------------------------------------------------------

    def block(self, number: int) -> int:
        """What entering a block costs."""
        if number not in self._blocks:
            node = self.program.blocks[number]
            found = ENTRY + self._all(node.statements) + self.end(node.end)
            self._blocks[number] = min(MOST, found)
        return self._blocks[number]

    def begun(self, node: Loop) -> int:
        """What a loop costs when it begins, however often it goes round; 0: what it is in has it, or `each` says."""
        return self._loop(node)[2]

    def each(self, node: Loop) -> int:
        """What every value costs that is gone through by a loop whose length nobody knows before it begins; else 0."""
        return self._loop(node)[3]

    def entered(self, name: str) -> int:
        """What using a procedure that never asks (or under `value NAME` a definition) costs beside the weight of what uses it."""
        weight = self.named(name)
        return weight if weight > LIGHT or name in self.circular else 0

    def named(self, name: str) -> int:
        """What a procedure that never asks, or under `value NAME` a definition, weighs."""
        waiting = [] if name in self._known else [name]
        while waiting:  # a long row of definitions must not be a deep recursion
            now = waiting[-1]
            more = [] if now in self._known else [each for each in self._led(now) if each not in self._known]
            more = [each for each in more if each not in self.circular]
            if not more and now not in self._known:
                self._known[now] = min(MOST, 1 + self._all(self._bodies(now)))
            if not more:
                waiting.pop()
            waiting += more
        return self._known[name]

    def light(self, node: t.Expr) -> bool:
        """Whether nothing in an amount, or in what it uses, is charged when it begins: what it is in has all of it."""
        for each in everything(node):
            if isinstance(each, t.Search):
                return False
            if isinstance(each, t.Quantity):
                if self.begun(each) or self.each(each):
                    return False
            elif isinstance(each, t.Apply):
                name = f"value {each.define}"
                if name not in self._lights:
                    self._lights[name] = False  # while it is looked at
                    bodies = self._bodies(name)
                    self._lights[name] = self.entered(name) == 0 and all(self.light(body) for body in bodies)
                if not self._lights[name]:
                    return False
        return True

    def search(self, node: t.Search) -> tuple[int, int]:
        """What a search costs when it begins, and what each value costs that it finds."""
        first = (self.bound(node.start) or self._whole(node.start)) * (1 + self._all([node.first]))
        further = 0
        if node.then is not None:
            further = self._weigh(node.then) + self._longest_of(node.then) * (1 + self._all([node.further]))
        around = self._longest_of(node.step) * (1 + self._all([node.where, node.worth]) + further)
        begun = first * (1 + self._all([node.worth])) if node.longest and node.then is None else first
        return min(MOST, 1 + begun), min(MOST, 1 + self._weigh(node.step) + around)

    def ways(self, node: t.Search, things: Type) -> tuple[int, int, int]:
        """Of the graph of a longest way: its places, its things, and how many leads it may have."""
        places = self._whole(node.start)
        each = self._longest_of(node.step) * (1 if node.then is None else max(1, self._longest_of(node.then)))
        return places, self.v.domains[things.domain].size, min(EDGES, places + places * each)

    def _longest_of(self, selection: t.Selection) -> int:
        return self.bound(selection) or self._whole(selection)

    def _whole(self, selection: t.Selection) -> int:
        return self.v.domains[selection.type.domain].size

    def tree(self, node: t.Expr | t.Statement) -> int:
        """What an amount or an effect weighs by itself, such as a row of the score."""
        return min(MOST, self._weigh(node))

    @property
    def circular(self) -> set[str]:
        """Procedures that never ask and lead back to themselves."""
        if self._circular is None:
            names = [each.name for each in self.program.procedures.values() if self._at_once(each.name)]
            graph = {name: [each for each in self._led(name) if not each.startswith("value ")] for name in names}
            self._circular = {name for circle in circles(graph) for name in circle}
        return self._circular

    # -- what has a name ------------------------------------------------------------------------------------------

    def _at_once(self, name: str) -> bool:
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
                    if self._unit_by_unit(node):
                        found.add(GAIN)
                elif isinstance(node, (t.Do, t.DoCard)):
                    named = [node.procedure] if isinstance(node, t.Do) else node.procedures
                    found.update(each for each in named if each and self._at_once(each))
                rest += parts(node)
        return self._calls[name]

    def _unit_by_unit(self, node: Any) -> bool:
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

    def _either(self, node: t.If) -> int:
        return self._weigh(node.condition) + max(self._all([node.then]), self._all([node.otherwise]))

    def _operation(self, node: t.Op) -> int:
        cost = OPERATIONS[node.name].cost
        if node.name != "if":
            return cost + self._all(node.args)
        condition, then, otherwise = map(self._weigh, node.args)
        return cost + condition + max(then, otherwise)

    def _loop(self, node: Loop) -> tuple[Loop, int, int, int]:
        """The loop, what it adds to what it stands in, what it costs when it begins, and what each round costs then."""
        found = self._loops.get(id(node))
        if found is None:
            before, inside = loop_parts(node)
            size = self.times(node) if isinstance(node, t.Repeat) else self.bound(node.selection)
            if isinstance(node, p.Ask) and size is None:
                size = node.decision.size  # a range is cut to what can be asked
            one = min(MOST, 1 + self._all(inside))
            first, all_ = self._all(before), min(MOST, one * (size or 0))
            zone = not isinstance(node, t.Repeat) and node.selection.kind in {"zone", "union"}
            if _told(node):
                found = (node, first + 1, 0, 0)
            elif size is None or (zone and all_ > LIGHT):
                found = (node, first, 0, one)
            elif isinstance(node, p.Ask) or all_ <= LIGHT:
                found = (node, first + all_, 0, 0)
            else:
                found = (node, first, all_, 0)
            self._loops[id(node)] = found
        return found

    def _going_round(self, node: Loop) -> int:
        return self._loop(node)[1]

    @staticmethod
    def times(node: t.Repeat) -> int | None:
        """How often an effect is repeated; None if that is known only in play."""
        known = constant(node.times)
        return None if known is None else max(0, known)

    def _pairs(self, node: t.Pairs) -> int:
        """What is looked at for pairs besides a step for each: all second values for each first one."""
        firsts, seconds = self._both(node)
        around = self._weigh(node.second) + seconds * self._all([node.also])
        return self._weigh(node.first) + min(MOST, firsts * (1 + self._all([node.where]) + around))

    def _both(self, node: t.Pairs) -> tuple[int, int]:
        """The most first and second values that are gone through: of a range only what can be picked."""
        (_, firsts), (_, seconds) = node.spans
        one, two = self.bound(node.first), self.bound(node.second)
        return firsts if one is None else one, seconds if two is None else two

    def _contains(self, node: t.Contains) -> int:
        """One look, whatever the list: it takes no round of the language. What an area holds must be found first."""
        found = self.bound(node.selection) if node.selection.kind == "enclosed" else 1  # a search charges itself
        return self._all((node.of, node.selection)) + (found or 0)

    def _gather(self, node: t.Gather) -> int:
        return self._weigh(node.selection) + (self.bound(node.selection) or 0)

    def _ordered(self, node: t.Sort | t.Shuffle) -> int:
        each = 1 + self._weigh(node.key) if isinstance(node, t.Sort) else DRAW
        return self._weigh(node.zone) + self.pieces(node.zone.zone.kind) * each

    def _rolled(self, node: t.Roll) -> int:
        return DRAW + self._all(parts(node))

    def _simultaneous(self, _node: t.Simultaneous) -> int:
        return self.v.fields_of(self.v.players[1])  # the whole state is copied

    def _applied(self, node: t.Apply) -> int:
        return self._use(f"value {node.define}") + self._all(node.args)

    def _done(self, node: t.Do | p.Call) -> int:
        return (self._use(node.procedure) if self._at_once(node.procedure) else 0) + self._all(node.args)

    def _card(self, node: t.DoCard | p.CallCard) -> int:
        named = {name for name in node.procedures if name and self._at_once(name)}
        return self._weigh(node.of) + max((self._use(name) for name in named), default=0)

    def _made_of(self, node: t.Emit | t.Gain | t.Lose) -> int:
        """Events, and gains and losses of which others hear."""
        whole = expanded(node, self.v)
        if whole is not node:
            return self._weigh(whole)
        return self._all(parts(node)) + (self._use(GAIN) if self._unit_by_unit(node) else 0)

    def end(self, end: p.Ending) -> int:
        """What the end of a block weighs."""
        match end:
            case p.Split():
                return self._weigh(end.condition)
            case p.Ask():
                return self._loop(end)[1]
            case p.Call():
                return self._done(end)
            case p.CallCard():
                return self._card(end)
            case _:
                return 0

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
            case "others" | "after" | "before":
                return max(0, self.v.players[1] - 1)
            case "reached":
                return None
            case "union":
                whole = self._whole(selection)
                return min(whole, sum(self.bound(each) or whole for each in selection.among))
            case "paired" if selection.pairs is not None:
                firsts, seconds = self._both(selection.pairs)
                return firsts * seconds
            case "zone" if selection.zone is not None:
                return self.pieces(selection.zone.zone.kind)
            case "fact":
                return self._longest(selection.parts[0])
            case _:
                return self._span(selection)

    def pieces(self, kind: str) -> int:
        """How many pieces there are of a kind: so many a zone can hold at most."""
        return self.v.domains[kind].size

    def _longest(self, of: t.Expr) -> int | None:
        if not isinstance(of, t.FactOf):
            return None
        return max((len(each) for each in of.fact.values if isinstance(each, tuple)), default=0)

    def _span(self, selection: t.Selection) -> int | None:
        if selection.type.domain == SEAT.domain:
            return self.v.players[1]
        ends = [constant(part) for part in selection.parts]
        low, high = ends
        return None if low is None or high is None else max(0, high - low + 1)


def _told(node: Loop) -> bool:
    """Whether how many there are is known without going through them."""
    if not isinstance(node, t.Quantity) or node.where is not None or node.selection.kind == "union":
        return False
    return node.kind == "count" or (node.kind in OF_SIZE and node.selection.kind == "zone")


def loop_parts(node: Loop) -> tuple[tuple[t.Expr | t.Selection | None, ...], tuple[t.Expr | t.Block | None, ...]]:
    """What is worked out once, and what is every round."""
    match node:
        case t.Repeat():
            return (node.times,), (node.body,)
        case p.Ask():
            return (node.selection, node.done, node.veil), (node.where, node.key)
        case _:
            return (node.selection,), (node.where, node.body)


LEAVES = frozenset({t.Const, t.Local, t.Players, t.OptionValue, t.Size, t.EnterPhase, t.EndGame, t.Again, t.PassTurn})
