"""Step costs (fuel): how many steps each node is charged, and effects that certainly exceed the limit.

Data may loop for as long as it likes, so decisions count steps, and one that takes more than `runtime.STEPS` is refused.
The interpreter and the core must count alike although one folds and writes out what the other runs. So the costs are
worked out here, on the lowered program, before anything is optimized:

    set pot = pot + face                    1     a statement; an addition costs nothing
    roll face                              11     a statement, and 10 for a random number
    count x in 1 to 6 where x > 2           6     a step a round: part of the block that it stands in
    count c in hand where c.rank > 5       32     as many as a hand can hold, whatever it holds
    sum x in 1 to 400 of x mod 7          400     more than `LIGHT`: charged when it begins

    block 6 of Pig (roll, or hold)         20     5 for entering, and all that may happen in it

`ruleset check` uses the same numbers to report effects that certainly take too many steps (`excessive_costs`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import prod
from typing import Any, NamedTuple, get_args

from ruleset_core.analysis.control_flow import possible_resources, strongly_connected
from ruleset_core.analysis.desugaring import GAIN, desugared, tracked_resources
from ruleset_core.lang import program as p
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.node_traits import TRAITS
from ruleset_core.lang.operations import OPERATIONS
from ruleset_core.lang.origins import Origin
from ruleset_core.lang.quantities import OF_SIZE, QUANTITIES
from ruleset_core.lang.runtime import EDGES, STEPS
from ruleset_core.lang.traversal import TreeFold, constant, leads, parts
from ruleset_core.lang.types import SEAT, Type

# What an effect weighs: how many steps it is charged for. Interpreter, core and `check` (`CertainCosts`) count by these
# figures alone.
#
# A decision (one run, from an answer to the next question) may take `runtime.STEPS` steps. They are charged so:
#
# - Entering a block costs the block's weight (`StepCosts.block`): `ENTRY`, and what is in it. A block that does nothing costs nothing.
# - A node weighs what `WEIGHTS` says, an operation what its record says, and what is in it: a statement one. A definition, or a procedure that never asks, weighs one and what is in it, wherever
#   it is used. Whatever is in them counts, whether conditions let it happen or not: all parts of `and` and `or`. Of the two ways of
#   an `if`, and of cards that are known only at play, the heaviest counts.
# - A loop or question weighs one step a round, and what is in it, as often as it can go round at most. If that is not more than
#   `LIGHT`, it is part of what it stands in. Else it is charged when it begins, all at once, even if it stops early: as much
#   (`StepCosts.begun`), or, where it goes through zones or its length is not known when the game is linked, the values it goes
#   through times `StepCosts.each`. But what may stop early in a range of numbers, as `any n in 1 to coin` does, is charged round by round
#   (`StepCosts.round`): ranges may be long.
# - A random number weighs `DRAW` steps.
# - A trial weighs `TRIAL` steps and one for every `AT_ONCE` values that a state may have, besides what is in it.
# - A question to a player is part of the block that asks it, whatever it weighs, unless it is about the pieces of a zone. Of answers with
#   several parts, such as three cards of a hand, each part is then charged whenever it is gone through (`StepCosts.part`).
# - A definition or procedure that weighs more than `LIGHT`, and a procedure that leads back to itself, are charged when they begin
#   (`StepCosts.entered`), not with what uses them.
#
# A row of the score may take as many steps of its own, and is charged its weight (`StepCosts.tree`) first; so is any
# other amount that is asked for by itself.
#
# Weights are worked out on the lowered program, before anything is written out or folded, when they are asked for.
# They depend on what a tree says, not on which copy of it is asked about. So what is part of a block costs the same
# whether it is worked out in play, looked up or known beforehand. What is charged when it begins is never folded away
# (`StepCosts.light`), and is worked out as often as the evaluator does: of `a per b` with a heavy `b` the core holds `b`
# in a local (`IrBuilder.evaluate_once`). So both count the same after every decision.

LARGEST_WEIGHT = 1 << 40
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
TRIAL = 10
"""What a trial costs besides what is done in it: putting the state aside and back."""
AT_ONCE = 16
"""So many values of the state are copied in the time of a step."""
PIECES = frozenset({"zone", "union"})
"""What selections are called whose length depends on where pieces lie."""
Loop = t.Repeat | t.For | t.Quantity | p.Ask
WEIGHTS: Mapping[type, int] = dict.fromkeys(get_args(t.Statement), 1) | {
    t.Block: 0,
    p.Call: 1,
    p.CallCard: 1,
    t.Roll: 1 + DRAW,
    t.Give: 0,
}
"""What a node weighs besides its parts. Others weigh nothing; an operation, what its record says (`OPERATIONS`)."""


def steps_of(program: p.Program) -> StepCosts:
    """What blocks, loops and calls of a lowered program are charged for, made once."""
    found: StepCosts | None = program.results.get("steps")
    if found is None:
        found = program.results["steps"] = StepCosts(program)
    return found


class StepCosts:
    """The weights of a lowered program."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        self.v = program.vocabulary
        self.tracks = tracked_resources(self.v)
        self._blocks: dict[int, int] = {}
        self._trees: dict[int, tuple[Any, int]] = {}  # kept with its weight, so that its id stays its own
        self._loops: dict[
            int, tuple[Loop, int, int, int, int]
        ] = {}  # kept with its weights, so that its id stays its own
        self._heavy = TreeFold(self._begins, program.under)
        self._calls: dict[str, set[str]] = {}
        self._known: dict[str, int] = {}
        self._circular: set[str] | None = None
        self._ways: dict[type, Callable[[Any], int]] = {
            t.Quantity: self._going_round, t.For: self._going_round, t.Repeat: self._going_round,
            t.Gather: self._gather, t.Contains: self._contains, t.Sort: self._ordered, t.Shuffle: self._ordered,
            t.Simultaneous: self._simultaneous, t.Apply: self._applied, t.Do: self._done, t.DoCard: self._card,
            t.AnswerPart: self._parts, t.Would: self._tried, t.Emit: self._made_of, t.Gain: self._made_of, t.Lose: self._made_of, t.If: self._either, t.Op: self._operation,
            p.Ask: self._going_round, p.Call: self._done, p.CallCard: self._card,
        }  # fmt: skip

    # -- what executors ask ---------------------------------------------------------------------------------------

    def block(self, number: int) -> int:
        """What entering a block costs."""
        if number not in self._blocks:
            node = self.program.blocks[number]
            inside = self._all(node.statements)
            over = inside == 0 and isinstance(
                node.end, p.ProcedureEnd
            )  # it does nothing, and not all ways lead through it
            self._blocks[number] = 0 if over else min(LARGEST_WEIGHT, ENTRY + inside + self._weigh(node.end))
        return self._blocks[number]

    def begun(self, node: Loop) -> int:
        """What a loop costs when it begins, however often it goes round; 0: what it is in has it, or `each` says."""
        return self._loop(node)[2]

    def each(self, node: Loop) -> int:
        """What every value costs that is gone through by a loop whose length nobody knows before it begins; else 0."""
        return self._loop(node)[3]

    def round(self, node: Loop) -> int:
        """What every round costs of a loop that is charged as it goes, since it may stop early; else 0."""
        return self._loop(node)[4]

    def apart(self, node: Loop) -> bool:
        """Whether a loop is charged by itself, not with what it stands in."""
        return any(self._loop(node)[2:])

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
                self._known[now] = min(LARGEST_WEIGHT, 1 + self._all(self.program.under(now)))
            if not more:
                waiting.pop()
            waiting += more
        return self._known[name]

    def light(self, node: t.Expr | t.Statement) -> bool:
        """Whether nothing in an amount, or in what it uses, is charged when it begins: what it is in has all of it."""
        return not self._heavy.bits_of(node)

    def _begins(self, node: Any) -> bool:
        """Whether a part of an amount is charged when it begins."""
        if isinstance(node, t.Quantity | t.For | t.Repeat):
            return self.apart(node)
        if isinstance(node, t.Do | t.DoCard):
            return any(self.entered(name) for name in leads(node))
        return isinstance(node, t.Search) or (isinstance(node, t.Apply) and self.entered(f"value {node.define}") > 0)

    def search(self, node: t.Search) -> tuple[int, int]:
        """What a search costs when it begins, and what each value costs that it finds."""
        first = (self.bound(node.start) or self._whole(node.start)) * (1 + self._all([node.first]))
        further = 0
        if node.then is not None:
            further = self._weigh(node.then) + self._longest_of(node.then) * (1 + self._all([node.further]))
        around = self._longest_of(node.step) * (1 + self._all([node.where, node.worth]) + further)
        begun = first * (1 + self._all([node.worth])) if node.longest and node.then is None else first
        each = 1 + self._weigh(node.step) + around + self._all([node.goal])
        return min(LARGEST_WEIGHT, 1 + begun), min(LARGEST_WEIGHT, each)

    def ways(self, node: t.Search, things: Type) -> tuple[int, int, int]:
        """Of the graph of a longest way: its places, its things, and how many leads it may have."""
        places = self._whole(node.start)
        each = self._longest_of(node.step) * (1 if node.then is None else max(1, self._longest_of(node.then)))
        return places, self.v.domains[things.domain].size, min(EDGES, places + places * each)

    def _longest_of(self, selection: t.Selection) -> int:
        return self.bound(selection) or self._whole(selection)

    def _whole(self, selection: t.Selection) -> int:
        return self.v.domains[selection.type.domain].size

    def tree(self, node: t.Expr | t.Statement | p.Terminator) -> int:
        """What an amount, an effect or the end of a block weighs by itself, such as a row of the score."""
        found = self._trees.get(id(node))
        if found is None:
            found = self._trees[id(node)] = node, min(LARGEST_WEIGHT, self._weigh(node))
        return found[1]

    @property
    def circular(self) -> set[str]:
        """Procedures that never ask and lead back to themselves."""
        if self._circular is None:
            names = [each.name for each in self.program.procedures.values() if self._at_once(each.name)]
            graph = {name: [each for each in self._led(name) if not each.startswith("value ")] for name in names}
            self._circular = {name for circle in strongly_connected(graph) for name in circle}
        return self._circular

    # -- what has a name ------------------------------------------------------------------------------------------

    def _at_once(self, name: str) -> bool:
        """Whether a procedure runs without asking. Gains do, where it is seen beforehand that nothing on the way asks."""
        return name == GAIN or not self.program.procedures[name].suspends

    def _led(self, name: str) -> set[str]:
        """What a body leads to by name."""
        if name not in self._calls:
            found = self._calls[name] = set()
            rest: list[Any] = self.program.under(name)
            while rest:
                node = rest.pop()
                if isinstance(node, (t.Emit, t.Gain, t.Lose)):
                    whole = desugared(node, self.v)
                    if whole is not node:
                        rest.append(whole)
                        continue
                    if self._unit_by_unit(node):
                        found.add(GAIN)
                elif isinstance(node, (t.Apply, t.Do, t.DoCard)):
                    found.update(each for each in leads(node) if each.startswith("value ") or self._at_once(each))
                rest += parts(node)
        return self._calls[name]

    def _unit_by_unit(self, node: Any) -> bool:
        return isinstance(node, t.Gain) and bool(self.tracks & possible_resources(node.resource, len(self.v.resources)))

    def _use(self, name: str) -> int:
        """What a use of something with a name adds to what it stands in."""
        weight = self._known[name] if name in self._known else 0 if name in self.circular else self.named(name)
        return 0 if weight > LIGHT or name in self.circular else weight

    # -- adding up ------------------------------------------------------------------------------------------------

    def _weigh(self, node: Any) -> int:
        kind = type(node)
        way = self._ways.get(kind)
        return WEIGHTS.get(kind, 0) + (self._all(parts(node)) if way is None else way(node))

    def _all(self, nodes: Iterable[Any]) -> int:
        return sum(self._weigh(node) for node in nodes if node is not None)

    def _either(self, node: t.If) -> int:
        return self._weigh(node.condition) + max(self._all([node.then]), self._all([node.otherwise]))

    def _operation(self, node: t.Op) -> int:
        cost = OPERATIONS[node.name].cost
        if node.name != "if":
            return cost + self._all(node.args)
        condition, then, otherwise = map(self._weigh, node.args)
        return cost + condition + max(then, otherwise)

    def _loop(self, node: Loop) -> tuple[Loop, int, int, int, int]:
        """The loop, what it adds to what it stands in, what it costs when it begins, what each round costs then, and as it goes."""
        found = self._loops.get(id(node))
        if found is None:
            traits = TRAITS[type(node)]
            (around,) = traits.binds.values() or [
                traits.statements
            ]  # what may read the value gone through; what is repeated
            inside = [getattr(node, name) for name in around]
            before = [getattr(node, name) for name in traits.parts if name not in around]
            size = self.times(node) if isinstance(node, t.Repeat) else self.bound(node.selection)
            if isinstance(node, p.Ask) and size is None:
                size = node.decision.size  # a range is cut to what can be asked
            one = min(LARGEST_WEIGHT, 1 + self._all(inside))
            if isinstance(node, p.Ask) and self.by_part(node):
                size, before = 0, [each for each in before if each is not node.selection]
            first, all_ = self._all(before), min(LARGEST_WEIGHT, one * (size or 0))
            zone = not isinstance(node, t.Repeat) and node.selection.kind in PIECES
            if _is_size_known(node):
                found = (node, first + 1, 0, 0, 0)
            elif _may_stop(node) and (size is None or all_ > LIGHT):
                found = (node, first, 0, 0, one)
            elif size is None or (zone and all_ > LIGHT):
                found = (node, first, 0, one, 0)
            elif isinstance(node, p.Ask) or all_ <= LIGHT:
                found = (node, first + all_, 0, 0, 0)
            else:
                found = (node, first, all_, 0, 0)
            self._loops[id(node)] = found
        return found

    def _going_round(self, node: Loop) -> int:
        return self._loop(node)[1]

    @staticmethod
    def times(node: t.Repeat) -> int | None:
        """How often an effect is repeated; None if that is known only in play."""
        known = constant(node.times)
        return None if known is None else max(0, known)

    def _parts(self, node: t.AnswerPart) -> int:
        """What is looked at for answers of several parts besides a step for each: all values of a part for each one of that before it."""
        each = self._all([node.where]) + (0 if node.then is None else 1 + self._weigh(node.then))
        others = 0 if node.other is None else self._weigh(node.other)
        return self._weigh(node.selection) + min(LARGEST_WEIGHT, self._values_of(node) * each) + others

    def by_part(self, node: p.Ask) -> bool:
        """Whether each part of the answers is charged when it is gone through: it is about pieces of a zone, and that may be much."""
        among = node.selection.answer_parts
        return any(part.selection.kind in PIECES for part in among) and self._weigh(node.selection) > LIGHT

    def part(self, node: t.AnswerPart) -> tuple[int, int]:
        """What going through a part of such answers costs when it begins, and what every piece costs there; one of them is 0."""
        each, found = 1 + self._all([node.where]), self._weigh(node.selection)
        if node.selection.kind in PIECES:
            return 0, min(LARGEST_WEIGHT, each + found)
        return min(LARGEST_WEIGHT, found + self._values_of(node) * each), 0

    def _values_of(self, node: t.AnswerPart) -> int:
        """The most values that are gone through for a part: of a range only what can be picked."""
        bound = self.bound(node.selection)
        return node.size if bound is None else bound

    def _contains(self, node: t.Contains) -> int:
        """One look, whatever the list: it takes no round of the language. What an area holds must be found first."""
        found = self.bound(node.selection) if node.selection.kind == "enclosed" else 1  # a search charges itself
        return self._all((node.of, node.selection)) + (found or 0)

    def _gather(self, node: t.Gather) -> int:
        return self._weigh(node.selection) + (self.bound(node.selection) or 0)

    def _ordered(self, node: t.Sort | t.Shuffle) -> int:
        each = 1 + self._weigh(node.key) if isinstance(node, t.Sort) else DRAW
        return self._weigh(node.zone) + self.pieces(node.zone.zone.kind) * each

    def _simultaneous(self, _node: t.Simultaneous) -> int:
        return self.v.fields_of(self.v.players[1])  # the whole state is copied

    def _tried(self, node: t.Would) -> int:
        """The state is put aside and put back, `AT_ONCE` values in a step."""
        v, most = self.v, self.v.players[1]
        return TRIAL + (v.fields_of(most) + v.zones_of(most)) // AT_ONCE + self._weigh(node.effect)

    def _applied(self, node: t.Apply) -> int:
        return self._use(f"value {node.define}") + self._all(node.args)

    def _done(self, node: t.Do | p.Call) -> int:
        return (self._use(node.procedure) if self._at_once(node.procedure) else 0) + self._all(node.args)

    def _card(self, node: t.DoCard | p.CallCard) -> int:
        named = {name for name in node.procedures if name and self._at_once(name)}
        return self._weigh(node.of) + max((self._use(name) for name in named), default=0)

    def _made_of(self, node: t.Emit | t.Gain | t.Lose) -> int:
        """Events, and gains and losses of which others hear."""
        whole = desugared(node, self.v)
        if whole is not node:
            return self._weigh(whole)
        return self._all(parts(node)) + (self._use(GAIN) if self._unit_by_unit(node) else 0)

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
            case "things":
                return len(self.v.parts(selection.parts[0].type))
            case "reached":
                return None
            case "union":
                whole = self._whole(selection)
                return min(whole, sum(self.bound(each) or whole for each in selection.among))
            case "answers" if selection.answer is not None:
                return sum(prod(map(self._values_of, kind.chain)) for kind in selection.answer.kinds)
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


def _may_stop(node: Loop) -> bool:
    """Whether it goes through a range of numbers, and may stop before its end."""
    if not isinstance(node, t.Quantity) or not QUANTITIES[node.kind].early:
        return False
    return node.selection.kind == "range" and node.selection.type.kind == "int"


def _is_size_known(node: Loop) -> bool:
    """Whether how many there are is known without going through them."""
    if not isinstance(node, t.Quantity) or node.where is not None or node.selection.kind == "union":
        return False
    return node.kind == "count" or (node.kind in OF_SIZE and node.selection.kind == "zone")


# What is certain to take more steps than a decision may: no game can be played in which that happens.
#
# `StepCosts` charges loops when they begin, whatever conditions let happen. Here these charges are added up along what
# surely happens: the first part of `and` and `or`, the lighter way of an `if`, the first round of a question that may
# stop early, no round over pieces of a zone. So nothing is refused that play could let pass. What depends on the
# position is counted in play.

EARLY = frozenset(name for name, each in QUANTITIES.items() if each.early)
"""Questions that stop at the first answer."""


class ExcessiveCost(NamedTuple):
    """An expression or effect that takes at least so many steps, and the statement or definition it stands in."""

    origin: Origin
    steps: int


def excessive_costs(program: p.Program) -> list[ExcessiveCost]:
    """The innermost statements, definitions and rows of the score that are certain to take more than `STEPS` steps."""
    return CertainCosts(program).find()


class CertainCosts:
    """The steps that the parts of a lowered program take at least."""

    def __init__(self, program: p.Program) -> None:
        self.program, self.v, self.steps = program, program.vocabulary, steps_of(program)
        self._named: dict[str, int] = {}
        self._told: dict[Origin, int] = {}

    def find(self) -> list[ExcessiveCost]:
        """See `excessive_costs`."""
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
        return [ExcessiveCost(origin, steps) for origin, steps in self._told.items()]

    def _look(self, node: Any, origin: Origin | None) -> None:
        """Note the innermost parts of a tree that take too much; `origin`: of what the tree stands in."""
        if node is None or (steps := self.total(node)) <= STEPS:
            return
        at = getattr(node, "origin", None) or origin
        inner = [part for part in self._within(node) if self.total(part) > STEPS]
        for part in inner:
            self._look(part, at)
        named = isinstance(node, (t.Apply, t.Do, p.Call)) and not inner  # told of what has the name
        if not inner and not named and at is not None:
            self._told[at] = max(steps, self._told.get(at, 0))

    def _within(self, node: Any) -> Iterator[Any]:
        whole = desugared(node, self.v) if isinstance(node, (t.Emit, t.Gain, t.Lose)) else node
        if whole is not node:
            yield whole
        else:
            yield from parts(node)

    def total(self, node: Any) -> int:
        """The steps that an effect, an amount or the end of a block takes at least."""
        return min(LARGEST_WEIGHT, self.steps.tree(node) + self.heavy(node))

    def heavy(self, node: Any) -> int:
        """What is charged within a tree beside its own weight."""
        return 0 if node is None else min(LARGEST_WEIGHT, self._heavy(node))

    def _heavy(self, node: Any) -> int:
        match node:
            case t.Quantity() | t.For() | p.Ask():
                return self._loop(node)
            case t.Repeat():
                times = constant(node.times)
                return self.steps.begun(node) + self.heavy(node.times) + max(0, times or 0) * self.heavy(node.body)
            case t.If():
                return self.heavy(node.condition) + min(self.heavy(node.then), self.heavy(node.otherwise))
            case t.Op() if OPERATIONS[node.name].lazy:
                first, *others = map(self.heavy, node.args)
                return first + (0 if len(others) < 2 else min(others))
            case t.Contains():
                return self.heavy(node.of) + self._looked(node.selection)
            case t.Apply():
                return self._all(node.args) + self._name(f"value {node.define}")
            case t.Do() | p.Call():
                asks = self.program.procedures[node.procedure].suspends
                return self._all(node.args) + (0 if asks else self._name(node.procedure))
            case t.DoCard() | p.CallCard():
                return self.heavy(node.of)
            case t.Pay():
                return sum(map(self._all, node.costs))
            case t.Search():
                return self.steps.search(node)[0]
            case t.Emit() | t.Gain() | t.Lose():
                whole = desugared(node, self.v)
                return self._all(parts(node)) if whole is node else self.heavy(whole)
            case _:
                return self._all(parts(node))

    def _looked(self, selection: t.Selection) -> int:
        """What is looked at of a selection, whatever is looked for in it."""
        if selection.kind in {"items", "range"}:
            return self._all(selection.parts[:1])
        return self._looked(selection.among[0]) if selection.among else self.heavy(selection)

    def _all(self, nodes: Any) -> int:
        return sum(map(self.heavy, nodes))

    def _loop(self, node: t.Quantity | t.For | p.Ask) -> int:
        body = None if isinstance(node, p.Ask) else node.body
        rounds = self._rounds(node.selection)
        if isinstance(node, t.Quantity) and node.kind in EARLY:
            rounds = min(1, rounds)
        each = self.heavy(node.where) + (self.heavy(body) if node.where is None else 0)
        return self.steps.begun(node) + self.heavy(node.selection) + rounds * (self.steps.round(node) + each)

    def _rounds(self, selection: t.Selection) -> int:
        """How often a loop goes round at least."""
        if selection.kind in {"values", "items"}:
            return len(selection.values) or selection.certain
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
            self._named[name] = min(LARGEST_WEIGHT, below)
        return self.steps.entered(name) + self._named[name]
