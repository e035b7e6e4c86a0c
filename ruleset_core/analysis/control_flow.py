"""Control flow: which statements may ask, which locals a block needs, strongly connected procedures, depth of the stack.

A decision interrupts an effect, and what is still to do is kept as a frame: a block and its locals. Lowering asks here which
statements may be interrupted, and which locals have to be kept; state layout asks how large the stack may get.

>>> strongly_connected({"raid": ["flee"], "flee": ["raid"], "rest": ["raid"]}) == [{"raid", "flee"}]    # recursion
True
>>> from ruleset_core import load
>>> program = load("pig").program
>>> SuspensionAnalysis(program).procedure("phase play")    # it has `choose decide`
True
>>> successors(program.blocks[5])    # the question: go on with the answer, or without one
[6, 8]
>>> stack_capacity(program, {})    # numbers: a block of `flow`, and above it one of `phase play` with its local `me`
3
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import cached_property
from typing import Any

from ruleset_core.analysis.desugaring import GAIN, tracked_resources
from ruleset_core.lang import program as p
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.node_traits import TRAITS
from ruleset_core.lang.program import Ask, BasicBlock, Call, CallCard, Program
from ruleset_core.lang.runtime import FRAMES
from ruleset_core.lang.traversal import TreeFold, inner, leads, locals_of, runs
from ruleset_core.lang.types import INT, SEAT, Type

# What leads back to itself in a graph of names.


def strongly_connected(graph: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """The sets of names that lead to each other, a name that leads to itself alone included (Tarjan, without recursion)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    open_: dict[str, None] = {}  # in the order in which they were met
    found: list[set[str]] = []
    for root in graph:
        if root in number:
            continue
        way = [(root, iter(tuple(graph[root])))]
        number[root] = low[root] = len(number)
        open_[root] = None
        while way:
            name, rest = way[-1]
            for other in rest:
                if other not in graph:
                    continue
                if other not in number:
                    number[other] = low[other] = len(number)
                    open_[other] = None
                    way.append((other, iter(tuple(graph[other]))))
                    break
                if other in open_:
                    low[name] = min(low[name], number[other])
            else:
                way.pop()
                if way:
                    low[way[-1][0]] = min(low[way[-1][0]], low[name])
                if low[name] == number[name]:
                    circle: set[str] = set()
                    while name not in circle:
                        circle.add(open_.popitem()[0])
                    if len(circle) > 1 or name in graph[name]:
                        found.append(circle)
    return found


# Which statements may suspend: those that ask a player, and those that may run such statements.


class SuspensionAnalysis:
    """Whether statements may suspend, whatever their depth."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.tracks = tracked_resources(program.vocabulary)
        self._fold = TreeFold(lambda node: TRAITS[type(node)].suspends, program.under, names=self._at_once, below=inner)

    def mark(self) -> None:
        """Note it of all procedures."""
        for procedure in self.program.procedures.values():
            procedure.suspends = bool(self._fold.named(procedure.name))

    def procedure(self, name: str) -> bool:
        """Whether a procedure may suspend."""
        return self.program.procedures[name].suspends

    def statement(self, node: t.Statement) -> bool:
        """Whether a statement may suspend."""
        return bool(self._fold.bits_of(node))

    def _at_once(self, node: Any) -> list[str] | tuple[str, ...]:
        """The procedures that a statement itself runs; what is queued is run later."""
        match node:
            case t.Gain():
                slow = bool(self.tracks & possible_resources(node.resource, len(self.program.vocabulary.resources)))
                return [*([GAIN] if slow else []), *self._immediate_listeners("gain", node)]
            case t.Lose():
                return self._immediate_listeners("lose", node)
            case _:
                return runs(node)

    def _immediate_listeners(self, event: str, node: t.Gain | t.Lose) -> list[str]:
        listeners = [] if node.plain else self.program.vocabulary.listeners.get(event, [])
        return [each.procedure for each in listeners if not each.queued]


def possible_resources(resource: t.Expr, count: int) -> set[int]:
    """Which resources an expression may mean, as far as fixed facts tell."""
    if isinstance(resource, t.Const):
        return {resource.value}
    if isinstance(resource, t.FactOf):
        return {value for value in resource.fact.values if isinstance(value, int) and value >= 0}
    return set(range(count))


# Which locals a block needs when it is entered: what its frame holds.


def successors(node: BasicBlock) -> list[int]:
    """The blocks a block may go on at, those that are called left out."""
    return [getattr(node.end, name) for name in TRAITS[type(node.end)].targets]


Kinds = dict[str, Type]


def _also(found: Kinds, more: Kinds, without: Container[str] = ()) -> None:
    """Add locals with their types; of a list, how many it holds is told by a number, so the type of its values counts."""
    for name, kind in more.items():
        if name not in without and (name not in found or found[name] == INT):
            found[name] = kind


def _reads_and_sets(node: BasicBlock) -> tuple[Kinds, set[str]]:
    reads: Kinds = {}
    sets: set[str] = set()
    _run_through(node.statements, reads, sets)
    _also(reads, _terminator_reads(node), sets)
    return reads, sets


def _run_through(statements: Iterable[t.Statement], reads: Kinds, sets: set[str]) -> None:
    for statement in statements:
        _also(reads, locals_of(statement), sets)
        if isinstance(statement, t.Let):
            sets.add(statement.var)


def _terminator_reads(node: BasicBlock) -> Kinds:
    found = locals_of(node.end)
    if isinstance(node.end, (Ask, Call, CallCard)) and node.end.again is not None:
        _run_through(node.end.again.lets, found, set())
        if node.end.again.condition is not None:
            _also(found, locals_of(node.end.again.condition))
    return found


def live_locals(blocks: list[BasicBlock]) -> list[Kinds]:
    """What each block reads, or any that may follow it, unless it is set on the way."""
    facts = [_reads_and_sets(node) for node in blocks]
    after = [successors(node) for node in blocks]
    before: list[list[int]] = [[] for _ in blocks]
    for number, targets in enumerate(after):
        for target in targets:
            before[target].append(number)
    needed: list[Kinds] = [{} for _ in blocks]
    waiting = dict.fromkeys(range(len(blocks)))
    while waiting:
        number, _ = waiting.popitem()
        reads, sets = facts[number]
        end = blocks[number].end
        total = dict(reads)
        gone = {*sets, end.var} if isinstance(end, Ask) else sets
        for target in after[number]:
            _also(total, needed[target], gone)
        if total != needed[number]:
            needed[number] = total
            waiting.update(dict.fromkeys(before[number]))
    return needed


def prune_dead_locals(program: Program) -> None:
    """Backward flow of what is still needed; a question also keeps what its condition reads, to say why not."""
    needed = live_locals(program.blocks)
    for node in program.blocks:
        end = node.end
        if isinstance(end, Ask) and not node.repeats:
            answer = program.blocks[end.then]
            answer.answers = end
            _also(needed[answer.number], _terminator_reads(node))
            needed[answer.number].pop(end.var, None)
        elif isinstance(end, (Call, CallCard)) and end.again is not None:
            _also(needed[end.then], _terminator_reads(node))
    for node in program.blocks:
        if isinstance(node.end, (Ask, Call, CallCard)) and node.end.again is not None:
            behind = program.blocks[node.end.then]  # both blocks have the same frame
            behind.again = node.end.again
            needed[behind.again.block] = needed[behind.number]
    for node in program.blocks:
        if node.restart >= 0:  # both blocks have the same frame
            _also(needed[node.number], needed[node.restart])
            needed[node.restart] = needed[node.number]
    for node in program.blocks:
        node.locals = tuple(sorted(needed[node.number]))
        node.kinds = tuple(needed[node.number][name] for name in node.locals)
    for procedure in program.procedures.values():
        if procedure.entry >= 0:
            node = program.blocks[procedure.entry]
            kinds = needed[node.number] | dict(zip(procedure.params, procedure.kinds, strict=False))
            node.locals = ("me", *procedure.params)
            node.kinds = (SEAT, *(kinds.get(name, INT) for name in procedure.params))


# How deep the stack can become, and which procedures lead back to themselves: known when a game is linked.
#
# A frame is its block's number and its locals; a list that a local holds is its length and so many values as the
# longest has.


def recursive_procedures(program: p.Program) -> frozenset[str]:
    """Procedures that may ask and lead back to themselves: when one is called, there may be `FRAMES` frames."""
    return frozenset(_Stack(program, {}).recursive)


def recursive_of(program: p.Program) -> frozenset[str]:
    """The same of a program that is lowered, worked out once."""
    found: frozenset[str] | None = program.results.get("recursive")
    if found is None:
        found = program.results["recursive"] = recursive_procedures(program)
    return found


def stack_capacity(program: p.Program, lists: Mapping[str, int]) -> int:
    """The most numbers that lie on the stack; `lists`: the longest length of every list that a local holds.

    Where procedures lead back to themselves: in the frames that are allowed, and in what may be added.
    """
    return _Stack(program, lists).words()


class _Stack:
    def __init__(self, program: p.Program, lists: Mapping[str, int]) -> None:
        self.program = program
        self.lists = lists
        self._known: dict[str, int] = {}

    def words(self) -> int:
        """See `stack_capacity`."""
        most = max((self._deepest(name) for name in self.called), default=1)
        if self.recursive:
            most += (FRAMES + 1) * max(self._size(node) for node in self.program.blocks)
        return most

    def _size(self, node: p.BasicBlock) -> int:
        return 1 + sum(1 + self.lists.get(name, 0) for name in node.locals)

    @cached_property
    def called(self) -> dict[str, list[tuple[int, str]]]:
        """What each procedure that may ask calls, with the block that goes on afterwards."""
        queued = [each.procedure for all_ in self.program.vocabulary.listeners.values() for each in all_ if each.queued]
        return {
            name: [call for number in self._blocks_of(procedure.entry) for call in self._calls(number, queued)]
            for name, procedure in self.program.procedures.items()
            if procedure.entry >= 0
        }

    def _blocks_of(self, entry: int) -> list[int]:
        found, rest = {entry: None}, [entry]
        while rest:
            more = [each for each in successors(self.program.blocks[rest.pop()]) if each not in found]
            found.update(dict.fromkeys(more))
            rest += more
        return [*found]

    def _calls(self, number: int, queued: list[str]) -> list[tuple[int, str]]:
        end = self.program.blocks[number].end
        if isinstance(end, p.Empty):
            names, then = [*dict.fromkeys(queued)], number
        else:
            names, then = [*dict.fromkeys(leads(end))], getattr(end, "then", number)
        return [(then, name) for name in names if self.program.procedures[name].entry >= 0]

    @cached_property
    def recursive(self) -> set[str]:
        """Procedures that lead back to themselves."""
        graph = {name: [other for _, other in calls] for name, calls in self.called.items()}
        return {name for circle in strongly_connected(graph) for name in circle}

    def _deepest(self, name: str) -> int:
        """The most words of a procedure and of what it calls, circles left out; names are at most some hundreds deep."""
        if name not in self._known:
            words = max(
                self._size(self.program.blocks[each]) for each in self._blocks_of(self.program.procedures[name].entry)
            )
            for then, other in self.called[name]:
                if other not in self.recursive:
                    words = max(words, self._size(self.program.blocks[then]) + self._deepest(other))
            self._known[name] = words
        return self._known[name]
