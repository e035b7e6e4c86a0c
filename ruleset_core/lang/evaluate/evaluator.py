"""The evaluator: runs typed trees on states. It is the specification: what it does is right, what it refuses is a broken rule.

For each node a *closure* is built once, when the node is first needed, and run as often as wanted. Take `pot + 1`:

    e.value(node)                                     builds `lambda s, env: within(pot(s, env) + one(s, env))`
    e.value(node)(state, {"me": 0})                   runs it: a state, and what local names stand for

The builders stand in tables by the class of the node: `expressions`, `quantities` and `selections` (what is worked out),
`statements` (what is done), `blocks` (how procedures go on). Each kind of node is written there once. What differs between
uses of the evaluator is no part of them:

- `access.Access` says how the state is read: as it is, as one seat knows it, by a seat that looks ahead.
- `tracer.Tracer` wraps closures, to see what happens: for stories, profiles, tests.

What is known when the game is linked (weights of loops, offsets, members) is looked up when a closure is built.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

from ruleset_core.lang import program as p
from ruleset_core.lang import runtime
from ruleset_core.lang import tree as t
from ruleset_core.lang.evaluate import blocks, definitions, expressions, places, selections, statements
from ruleset_core.lang.evaluate.access import Access
from ruleset_core.lang.evaluate.closures import Built, Call, Definition, Effect, Env, Members, Step, Value
from ruleset_core.lang.evaluate.effects import Effects
from ruleset_core.lang.evaluate.errors import BrokenRule
from ruleset_core.lang.runtime import GREATEST, LEAST, Memory
from ruleset_core.lang.types import Type

if TYPE_CHECKING:
    from ruleset_core.lang.evaluate.tracer import Tracer
    from ruleset_core.lang.lower.steps import Loop, Steps
    from ruleset_core.lang.origin import Origin
    from ruleset_core.lang.vocabulary import Decision, Field

B = TypeVar("B")


class Evaluator:
    """Runs a program on states.

    Attributes:
        access: how states are read.
        tracer: what wraps the closures; None for nothing.
        effects: what writes pieces and costs into states.
        enough: how many answers of a question of a seat are enough to go on; without it, all are worked out.
        charge: counts steps of the decision in progress, see `lang.lower.steps`.
        definitions: by name, built when they are first used, since they may lead on to each other. So are `procedures`.
    """

    def __init__(
        self,
        program: p.Program,
        hooks: Mapping[str, Callable[..., int]] | None = None,
        access: Access | None = None,
        tracer: Tracer | None = None,
    ) -> None:
        self.program = program
        self.vocabulary = program.vocabulary
        self.hooks = hooks or {}
        self.access = access or Access()
        self.tracer = tracer
        self.charge: Callable[[Memory, int], None] = self._charge
        self.effects = Effects(self.vocabulary)
        self.enough: Callable[[int], float] = lambda _seat: inf
        self._built: dict[int, tuple[Any, Any]] = {}  # with the node, so that its id stays its own
        self.definitions: Mapping[str, Definition] = Built(self.definition)
        self.procedures: Mapping[str, Call] = Built(self.procedure)
        self._blocks: Mapping[int, Step] = Built(self.block)
        if tracer is not None:
            tracer.attach(self)

    @cached_property
    def steps(self) -> Steps:
        """What is charged for what."""
        return self.program.steps

    # -- running --------------------------------------------------------------------------------------------------

    def run(self, s: Memory) -> None:
        """Go on until a seat must decide, or until nothing is left to do."""
        s.steps = 0
        if self.tracer is not None:
            self.tracer.begin(s)
        while s.stack:
            frame = s.stack.pop()
            if self._blocks[frame[0]](s, frame):
                return

    def step(self, s: Memory) -> bool:
        """Run the block on top of the stack alone; whether a seat must decide."""
        s.steps = 0
        frame = s.stack.pop()
        return self._blocks[frame[0]](s, frame)

    def amount(self, node: t.Expr, s: Memory, env: Env, origin: Origin | None = None) -> Any:
        """The value of an expression that is asked for by itself, such as a row of the score: it has steps of its own."""
        s.steps = 0
        try:
            self.charge(s, self.steps.tree(node))
            return self.value(node)(s, env)
        except BrokenRule as broken:
            broken.note(origin)
            raise

    def showing(self, decision: Decision, number: int, s: Memory, seat: int) -> int:
        """The first piece that shows what an option stands for; -1 if none does."""
        keys = [self.value(key) for key in decision.keys]
        for piece in self.vocabulary.members(decision.type):
            env = {"me": seat, "it": piece}
            if self.vocabulary.combination(decision, (key(s, env) for key in keys)) == number:
                return piece
        return -1

    def apart(self) -> Evaluator:
        """The same, for expressions that are asked once: what is built for them is not kept."""
        other = Evaluator(self.program, self.hooks, self.access)
        other.definitions, other.procedures = self.definitions, self.procedures
        return other

    # -- closures of nodes ----------------------------------------------------------------------------------------

    def value(self, node: t.Expr) -> Value:
        """What works an expression out."""
        found = self._built.get(id(node))
        return self._build(node, expressions.EXPRESSIONS) if found is None else found[1]  # type: ignore[no-any-return]

    def condition(self, node: t.Expr | None) -> Value | None:
        """What works a condition out; None if there is none, which always holds."""
        return None if node is None else self.value(node)

    def members(self, node: t.Selection) -> Members:
        """What lists the values of a selection, in order. Whoever changes the state meanwhile copies them first."""
        found = self._built.get(id(node))
        return self._build(node, selections.SELECTIONS) if found is None else found[1]  # type: ignore[no-any-return]

    def zone(self, node: t.ZoneRef) -> Value:
        """What finds out which list of pieces is meant."""
        found = self._built.get(id(node))
        return self._build(node, places.PLACES) if found is None else found[1]  # type: ignore[no-any-return]

    def address(self, node: t.Load) -> Value:
        """What finds out where a value lies in the state."""
        return self.traced(node, places.address(self, node))

    def statement(self, node: t.Statement) -> Effect:
        """What runs a statement that never suspends."""
        return self.traced(node, statements.statement(self, node))

    def block(self, number: int) -> Step:
        """What runs a block, given its frame."""
        return blocks.block(self, self.program.blocks[number])

    def procedure(self, name: str) -> Call:
        """What runs a procedure that never suspends, given its arguments."""
        node = self.program.procedures[name]
        return self.traced(node, statements.procedure(self, node))

    def definition(self, name: str) -> Definition:
        """What works a definition out, given its locals: the acting seat and its arguments."""
        define = self.vocabulary.defines[name]
        worked_out = self.traced(define, definitions.definition(self, define))
        return self.access.definition(define, worked_out)

    def traced(self, node: object, closure: B) -> B:
        """A closure as the tracer wraps it."""
        return closure if self.tracer is None else self.tracer.wrap(node, closure)

    def _build(self, node: Any, builders: Mapping[type, Callable[[Any, Any], Any]]) -> Any:
        closure = self.traced(node, builders[type(node)](self, node))
        self._built[id(node)] = node, closure
        return closure

    # -- steps and bounds -----------------------------------------------------------------------------------------

    def _charge(self, s: Memory, steps: int) -> None:
        s.steps += steps
        if s.steps > runtime.INTERPRETED or s.steps > runtime.STEPS:
            self.access.beyond(s)

    def begin(self, node: Loop) -> Callable[[Memory, int], None] | None:
        """What charges for a loop of so many rounds before anything of it happens; None where that costs nothing."""
        if not self.access.counts:
            return None
        begun, each, charge = self.steps.begun(node), self.steps.each(node), self.charge
        if not begun and not each:
            return None
        return lambda s, rounds: charge(s, begun + max(0, rounds) * each)

    def bounds(self, kind: Type) -> tuple[int, int, int]:
        """The least and the greatest value of a type as it is kept (32 bits), and one besides, which is `none` where it is allowed."""
        if kind.kind not in {"int", "bool", "member"} or not self.vocabulary.finite(kind):
            return LEAST, GREATEST, LEAST
        low, high = places.span(self.vocabulary, kind)
        low, high = max(low, LEAST), min(high, GREATEST)
        return low, high, -1 if kind.optional else low

    def checked(self, kinds: Sequence[Type], count: int, what: str) -> Callable[[Sequence[Any]], None]:
        """What lets so many values through that are handed on, if they are of these types and can be kept."""
        bounds = [self.bounds(kind) for kind in kinds]
        bounds += [(LEAST, GREATEST, LEAST)] * (count - len(bounds))
        slowly = self.check

        def check(values: Sequence[Any]) -> None:
            for value, (low, high, besides) in zip(values, bounds, strict=False):
                if value.__class__ is not int or (not low <= value <= high and value != besides):
                    slowly(kinds, values, what)
                    return

        return check

    def check(self, kinds: Sequence[Type], values: Sequence[Any], what: str) -> None:
        """Values that are handed on must be of the types that are asked for; they are kept in locals."""
        for value in values:
            self.kept(value, what)
        for kind, value in zip(kinds, values, strict=False):
            if not self.fits(kind, value):
                spelled = self.vocabulary.spell(kind.maybe(), value)
                raise self.access.broken("given", what, kind=kind, value=spelled)

    def fits(self, kind: Type, value: int) -> bool:
        """Whether a value is of a type."""
        if kind.kind not in {"int", "bool", "member"} or not self.vocabulary.finite(kind):
            return True
        low, high = places.span(self.vocabulary, kind)
        return low <= value <= high or (kind.optional and value == -1)

    def kept(self, value: Any, what: str) -> Any:
        """A value that is to be kept (in a field, an amount, a local): 32 bits."""
        if value.__class__ is int and not LEAST <= value <= GREATEST:
            raise self.access.broken("kept", what, value=value)
        return value

    def held(self, field: Field, value: int) -> int:
        """A value that is to be put into a field, which may hold it."""
        if not self.fits(field.type, value):
            spelled = self.vocabulary.spell(field.type.maybe(), value)
            raise self.access.broken("field", field.name, kind=field.type, value=spelled)
        return self.kept(value, field.name)  # type: ignore[no-any-return]
