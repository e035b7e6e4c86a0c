"""The evaluator: builds a closure for each node once, when it is first needed, and runs blocks; and what effects write into a state.

Walking a tree for every decision would take most of the time, so each node becomes a Python closure when it is first needed, and
the closure is called from then on:

    Put(Load(pot), Op("+", Load(pot), Load(face)))      a closure of a state and of locals: s.v[1] = s.v[1] + s.v[0], checked

>>> from ruleset_core import load
>>> game = load("pig")
>>> state = game.new(players=2, seed=4)
>>> state.v[:2], state.stack                  # face and pot; block 6 waits for the answer, for seat 0
([4, 4], [(6, 0)])
>>> state.apply(0)                            # roll: block 6 runs, then block 5, which asks again
>>> state.v[:2], state.stack
([6, 10], [(6, 0)])

`Evaluator.run` takes the frame on top of the stack and calls the closure of its block, until one asks or the stack is empty.

The builders stand in tables by the class of the node: `expressions` and `selections` (what is worked out), `statements` (what is
done), `blocks` (how procedures go on, and an evaluator with all of these).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import Any, NamedTuple, TypeVar

from ruleset_core.analysis.step_costs import Loop, StepCosts, steps_of
from ruleset_core.eval.access_policies import AccessPolicy
from ruleset_core.eval.closures import (
    Call,
    ClosureCache,
    Definition,
    Effect,
    Env,
    EvaluationTracer,
    Members,
    Step,
    Value,
)
from ruleset_core.eval.evaluation_errors import BrokenRule
from ruleset_core.lang import program as p
from ruleset_core.lang import runtime, visibility
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.origins import Origin
from ruleset_core.lang.program import Definition as Define
from ruleset_core.lang.runtime import GREATEST, LEAST, StateMemory
from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import DecisionDeclaration, Field, Vocabulary

# What effects write into a state where that is more than one value: pieces moved, shuffled, sorted, shown; costs paid.
#
#     StateWriter.move(s, "card", piece=5, zone=1)      takes 5 out of the list that it lies in, appends it to s.z[1], and notes in
#                                                       s.v where it lies and, for kinds that are remembered, who knows it
#     the recorder's writer, likewise                   does the same and notes PieceMoved(kind="card", piece=5, source=0, target=1)
#
# A tracer that tells what happens has a writer of its own, which does the same and tells of it.


class StateWriter:
    """Writes into states of a game."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._sights: tuple[int, ...] = ()

    def move(self, s: StateMemory, kind: str, piece: int, zone: int) -> None:
        """Put a piece at the end of a list of pieces, and keep who knows it there."""
        v = self.vocabulary
        at, field = v.fields[f"{kind}.at"].offset + piece, visibility.knowledge_field(v, kind)
        if field is None:
            runtime.move(s, at, piece, zone)
            return
        self._sights = self._sights or visibility.list_sights(v)
        if v.domains[kind].remembered:
            visibility.follow(s, at, piece, zone, field.offset, field.strides[0], self._sights)
        elif self._sights[zone] == visibility.SEEN_BY_NOTED:
            visibility.record_sight(s, at, piece, zone, field.offset + piece, self._sights)
        else:
            runtime.move(s, at, piece, zone)

    def show(self, s: StateMemory, kind: str, piece: int, seat: int, column: int) -> None:
        """A seat (none: nobody) gets to know a piece, or with a `column` that it is not of a value."""
        field = visibility.knowledge_field(self.vocabulary, kind)
        if field is not None:
            visibility.show(s, field.offset + piece * field.strides[0] + column, seat)

    def shuffle(self, s: StateMemory, stream: int, zone: int) -> None:
        """Put a list of pieces in random order."""
        runtime.shuffle(s, stream, s.z[zone])

    def sort(self, s: StateMemory, zone: int, pieces: list[int]) -> None:
        """Put a list of pieces in this order."""
        s.z[zone] = pieces

    def forget(self, s: StateMemory, kind: str, zone: int) -> None:
        """Nobody knows any longer where the pieces of a list lie."""
        field = visibility.knowledge_field(self.vocabulary, kind)
        if field is not None:
            visibility.forget(s, field.offset, field.strides[0], s.z[zone])

    def pay(self, s: StateMemory, me: int, costs: Sequence[tuple[int, int, int]]) -> None:
        """Costs leave a seat: the place, the resource and the amount of each."""
        _ = me
        for place, resource, amount in costs:
            left = s.v[place] - max(0, amount)
            if not LEAST <= left <= GREATEST:
                raise BrokenRule("kept", self.vocabulary.resources[resource].name, value=left)
            s.v[place] = left


B = TypeVar("B")


class Builders(NamedTuple):
    """What builds the closures of nodes: tables by the class of the node, and functions. They take the evaluator first."""

    expressions: Mapping[type, Callable[[Any, Any], Value]]
    selections: Mapping[type, Callable[[Any, Any], Members]]
    places: Mapping[type, Callable[[Any, Any], Value]]
    address: Callable[[Any, t.Load], Value]
    statement: Callable[[Any, t.Statement], Effect]
    block: Callable[[Any, p.BasicBlock], Step]
    procedure: Callable[[Any, p.Procedure], Call]
    definition: Callable[[Any, Define], Definition]


class Evaluator:
    """Runs a program on states. `eval.blocks.make_evaluator` makes one of all kinds of nodes.

    Attributes:
        builders: what builds the closures.
        access: how states are read.
        tracer: what wraps the closures; None for nothing.
        effects: what writes pieces and costs into states.
        enough: how many answers of a question of a seat are enough to go on; without it, all are worked out.
        charge: counts steps of the decision in progress, see `analysis.step_costs`.
        definitions: by name, built when they are first used, since they may lead on to each other. So are `procedures`.
    """

    def __init__(
        self,
        builders: Builders,
        program: p.Program,
        hooks: Mapping[str, Callable[..., int]] | None = None,
        access: AccessPolicy | None = None,
        tracer: EvaluationTracer | None = None,
    ) -> None:
        self.builders = builders
        self.program = program
        self.vocabulary = program.vocabulary
        self.hooks = hooks or {}
        self.access = access or AccessPolicy()
        self.tracer = tracer
        self.charge: Callable[[StateMemory, int], None] = self._charge
        self.effects = StateWriter(self.vocabulary)
        self.enough: Callable[[int], float] = lambda _seat: inf
        self._built: dict[int, tuple[Any, Any]] = {}  # with the node, so that its id stays its own
        self.definitions: Mapping[str, Definition] = ClosureCache(self.definition)
        self.procedures: Mapping[str, Call] = ClosureCache(self.procedure)
        self._blocks: Mapping[int, Step] = ClosureCache(self.block)
        if tracer is not None:
            tracer.attach(self)

    @cached_property
    def steps(self) -> StepCosts:
        """What is charged for what."""
        return steps_of(self.program)

    # -- running --------------------------------------------------------------------------------------------------

    def run(self, s: StateMemory) -> None:
        """Go on until a seat must decide, or until nothing is left to do."""
        s.steps = 0
        if self.tracer is not None:
            self.tracer.begin(s)
        while s.stack:
            frame = s.stack.pop()
            if self._blocks[frame[0]](s, frame):
                return

    def step(self, s: StateMemory) -> bool:
        """Run the block on top of the stack alone; whether a seat must decide."""
        s.steps = 0
        frame = s.stack.pop()
        return self._blocks[frame[0]](s, frame)

    def amount(self, node: t.Expr, s: StateMemory, env: Env, origin: Origin | None = None) -> Any:
        """The value of an expression that is asked for by itself, such as a row of the score: it has steps of its own."""
        s.steps = 0
        try:
            self.charge(s, self.steps.tree(node))
            return self.value(node)(s, env)
        except BrokenRule as broken:
            broken.note(origin)
            raise

    def defined(self, name: str, args: Sequence[int], s: StateMemory, seat: int) -> int:
        """What a definition comes to for arguments that are of the types of its parameters, asked for by itself."""
        s.steps = 0
        return self.definitions[name](
            s, {"me": seat, **dict(zip(self.vocabulary.defines[name].params, args, strict=True))}
        )

    def showing(self, decision: DecisionDeclaration, number: int, s: StateMemory, seat: int) -> int:
        """The first piece that shows what an option stands for; -1 if none does."""
        keys = [self.value(key) for key in decision.keys]
        for piece in self.vocabulary.members(decision.type):
            env = {"me": seat, "it": piece}
            if self.vocabulary.combination(decision, (key(s, env) for key in keys)) == number:
                return piece
        return -1

    def apart(self) -> Evaluator:
        """The same, for expressions that are asked once: what is built for them is not kept."""
        other = Evaluator(self.builders, self.program, self.hooks, self.access)
        other.definitions, other.procedures = self.definitions, self.procedures
        return other

    # -- closures of nodes ----------------------------------------------------------------------------------------

    def value(self, node: t.Expr) -> Value:
        """What works an expression out."""
        found = self._built.get(id(node))
        return self._build(node, self.builders.expressions) if found is None else found[1]  # type: ignore[no-any-return]

    def condition(self, node: t.Expr | None) -> Value | None:
        """What works a condition out; None if there is none, which always holds."""
        return None if node is None else self.value(node)

    def members(self, node: t.Selection) -> Members:
        """What lists the values of a selection, in order. Whoever changes the state meanwhile copies them first."""
        found = self._built.get(id(node))
        return self._build(node, self.builders.selections) if found is None else found[1]  # type: ignore[no-any-return]

    def zone(self, node: t.ZoneRef) -> Value:
        """What finds out which list of pieces is meant."""
        found = self._built.get(id(node))
        return self._build(node, self.builders.places) if found is None else found[1]  # type: ignore[no-any-return]

    def address(self, node: t.Load) -> Value:
        """What finds out where a value lies in the state."""
        return self.traced(node, self.builders.address(self, node))

    def statement(self, node: t.Statement) -> Effect:
        """What runs a statement that never suspends."""
        return self.traced(node, self.builders.statement(self, node))

    def block(self, number: int) -> Step:
        """What runs a block, given its frame."""
        return self.builders.block(self, self.program.blocks[number])

    def procedure(self, name: str) -> Call:
        """What runs a procedure that never suspends, given its arguments."""
        node = self.program.procedures[name]
        return self.traced(node, self.builders.procedure(self, node))

    def definition(self, name: str) -> Definition:
        """What works a definition out, given its locals: the acting seat and its arguments."""
        define = self.vocabulary.defines[name]
        worked_out = self.traced(define, self.builders.definition(self, define))
        return self.access.definition(define, worked_out)

    def traced(self, node: object, closure: B) -> B:
        """A closure as the tracer wraps it."""
        return closure if self.tracer is None else self.tracer.wrap(node, closure)

    def _build(self, node: Any, builders: Mapping[type, Callable[[Any, Any], Any]]) -> Any:
        closure = self.traced(node, builders[type(node)](self, node))
        self._built[id(node)] = node, closure
        return closure

    # -- steps and bounds -----------------------------------------------------------------------------------------

    def _charge(self, s: StateMemory, steps: int) -> None:
        s.steps += steps
        if s.steps > runtime.BRIEF_STEPS or s.steps > runtime.STEPS:
            self.access.beyond(s)

    def begin(self, node: Loop) -> Callable[[StateMemory, int], None] | None:
        """What charges for a loop of so many rounds before anything of it happens; None where that costs nothing."""
        if not self.access.counts:
            return None
        return self._begin(self.steps.begun(node), self.steps.each(node))

    def begin_part(self, node: t.AnswerPart) -> Callable[[StateMemory, int], None] | None:
        """The same for a part of answers that is charged by itself (`StepCosts.part`)."""
        return self._begin(*self.steps.part(node)) if self.access.counts else None

    def _begin(self, begun: int, each: int) -> Callable[[StateMemory, int], None] | None:
        charge = self.charge
        if not begun and not each:
            return None
        return lambda s, rounds: charge(s, begun + max(0, rounds) * each)

    def span(self, kind: Type) -> tuple[int, int]:
        """The least and the greatest value of a type, as indices go through it; nothing lies between those of one without bounds."""
        if kind.kind == "int":
            return (0, -1) if kind.low is None or kind.high is None else (kind.low, kind.high)
        return 0, 1 if kind.kind == "bool" else self.vocabulary.domains[kind.domain].size - 1

    def bounds(self, kind: Type) -> tuple[int, int, int]:
        """The least and the greatest value of a type as it is kept (32 bits), and the value of `none`, where it is allowed."""
        if kind.kind not in {"int", "bool", "member"} or not self.vocabulary.finite(kind):
            return LEAST, GREATEST, LEAST
        low, high = self.span(kind)
        low, high = max(low, LEAST), min(high, GREATEST)
        return low, high, -1 if kind.optional else low

    def checked(self, kinds: Sequence[Type], count: int, what: str) -> Callable[[Sequence[Any]], None]:
        """What lets so many values through that are handed on, if they are of these types and can be kept."""
        bounds = [self.bounds(kind) for kind in kinds]
        bounds += [(LEAST, GREATEST, LEAST)] * (count - len(bounds))
        slowly = self.check

        def check(values: Sequence[Any]) -> None:
            for value, (low, high, none) in zip(values, bounds, strict=False):
                if value.__class__ is not int or (not low <= value <= high and value != none):
                    slowly(kinds, values, what)
                    return

        return check

    def check(self, kinds: Sequence[Type], values: Sequence[Any], what: str) -> None:
        """Values that are handed on must be of the types that are asked for; they are kept in locals."""
        for value in values:
            self.kept(value, what)
        for kind, value in zip(kinds, values, strict=False):
            if not self.fits(kind, value):
                spelled = self.vocabulary.format_unfit(kind, value)
                raise self.access.broken("given", what, kind=kind, value=spelled)

    def fits(self, kind: Type, value: int) -> bool:
        """Whether a value is of a type."""
        if kind.kind not in {"int", "bool", "member"} or not self.vocabulary.finite(kind):
            return True
        low, high = self.span(kind)
        return low <= value <= high or (kind.optional and value == -1)

    def kept(self, value: Any, what: str) -> Any:
        """A value that is to be kept (in a field, an amount, a local): 32 bits."""
        if value.__class__ is int and not LEAST <= value <= GREATEST:
            raise self.access.broken("kept", what, value=value)
        return value

    def held(self, field: Field, value: int) -> int:
        """A value that is to be put into a field, which may hold it."""
        if not self.fits(field.type, value):
            spelled = self.vocabulary.format_unfit(field.type, value)
            raise self.access.broken("field", field.name, kind=field.type, value=spelled)
        return self.kept(value, field.name)  # type: ignore[no-any-return]
