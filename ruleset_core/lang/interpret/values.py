"""Values in the reference interpreter: amounts, conditions, members, and places in the state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import program as p
from ruleset_core.lang import runtime
from ruleset_core.lang import tree as t
from ruleset_core.lang.areas import enclosed
from ruleset_core.lang.interpret.broken import BrokenRule
from ruleset_core.lang.interpret.searches import longest, paired, reached
from ruleset_core.lang.operations import MEANINGS as ARITHMETIC
from ruleset_core.lang.quantities import QUANTITIES
from ruleset_core.lang.runtime import GREATEST, HIGH, LEAST, LOW, Memory
from ruleset_core.lang.types import Type

if TYPE_CHECKING:
    from ruleset_core.lang.definitions import Define
    from ruleset_core.lang.lower.steps import Loop, Steps
    from ruleset_core.lang.vocabulary import Decision

Env = dict[str, Any]


class Values:
    """Works out expressions on states.

    Attributes:
        patient: whether to go on up to `runtime.STEPS`, as is needed where generated code came to the end already; else
            `runtime.INTERPRETED` steps are enough.
    """

    patient = False

    def __init__(self, program: p.Program, hooks: dict[str, Callable[..., int]] | None = None) -> None:
        self.program = program
        self.vocabulary = program.vocabulary
        self.hooks = hooks or {}

    # -- steps and numbers ----------------------------------------------------------------------------------------

    @cached_property
    def steps(self) -> Steps:
        """What is charged for what."""
        return self.program.steps

    def charge(self, s: Memory, steps: int) -> None:
        """Count steps of the decision in progress; see `lang.lower.steps`."""
        s.steps += steps
        if s.steps > runtime.INTERPRETED or s.steps > runtime.STEPS:
            self.beyond(s)

    def beyond(self, s: Memory) -> None:
        """More steps were counted than the interpreter takes by itself, or than are allowed: it gives up."""
        if s.steps > runtime.STEPS or not self.patient:
            raise BrokenRule("steps")

    def begin(self, node: Loop, rounds: int, s: Memory) -> None:
        """A loop begins: what it costs is charged before anything of it happens."""
        self.charge(s, self.steps.begun(node) + max(0, rounds) * self.steps.each(node))

    @staticmethod
    def kept(value: Any, what: str) -> Any:
        """A value that is to be kept (in a field, an amount, a local): 32 bits."""
        if value.__class__ is int and not LEAST <= value <= GREATEST:
            raise BrokenRule("kept", what, value=value)
        return value

    @staticmethod
    def between(value: int) -> int:
        """A value that stands in between, such as a product before it is compared or kept: 64 bits."""
        if not LOW <= value <= HIGH:
            raise BrokenRule("between")
        return value

    # -- values ---------------------------------------------------------------------------------------------------

    def value(self, node: t.Expr, s: Memory, env: Env) -> Any:
        """The value of an expression."""
        kind = node.__class__
        if kind is t.Local:  # most are one of these
            return env[node.name]  # type: ignore[union-attr]
        if kind is t.Const:
            return node.value  # type: ignore[union-attr]
        return self._kinds[kind](node, s, env)

    @cached_property
    def _kinds(self) -> dict[type[t.Expr], Callable[[Any, Memory, Env], Any]]:
        """What works out an expression, by its kind."""
        return {
            t.Op: self._operation,
            t.Load: self.load,
            t.FactOf: self._fact,
            t.Quantity: self._quantity,
            t.Apply: self._apply,
            t.Contains: self._contains,
            t.ZoneAt: self.piece_at,
            t.Nth: self._nth,
            t.CanPay: lambda node, s, env: int(self._can(node.costs, s, env)),
            t.HookCall: self.hook,
            t.Players: lambda _, s, __: s.n,
            t.OptionValue: lambda node, s, _: s.settings[node.place],
            t.Gather: lambda node, s, env: tuple(self.gone_through(node.selection, s, env)),
            t.Pick: lambda node, s, env: (env[node.held] if node.held else node.values)[self.value(node.place, s, env)],
            t.Size: lambda node, _, env: len(env[node.held]),
        }

    def _contains(self, node: t.Contains, s: Memory, env: Env) -> int:
        of = self.value(node.of, s, env)
        selection = node.selection  # what is found in one of several is not looked for in the next
        return int(any(of in self.members(each, s, env) for each in selection.among or (selection,)))

    def _nth(self, node: t.Nth, s: Memory, env: Env) -> int:
        values, place = self.value(node.of, s, env), self.value(node.place, s, env)
        return values[place] if 0 <= place < len(values) else -int(node.type.optional)

    def load(self, node: t.Load, s: Memory, env: Env) -> int:
        """A value that the state keeps."""
        return s.v[self.address(node, s, env)]

    def piece_at(self, node: t.ZoneAt, s: Memory, env: Env) -> int:
        """The piece at a place of a list; -1 if there is none."""
        pieces, place = s.z[self.zone(node.zone, s, env)], self.value(node.place, s, env)
        return pieces[place] if 0 <= place < len(pieces) else -1

    def hook(self, node: t.HookCall, s: Memory, env: Env) -> int:
        """What a hook answers."""
        args = [self.value(arg, s, env) for arg in node.args]
        return self.between(int(self.hooks[node.hook](s, env.get("me", -1), *args)))

    def showing(self, decision: Decision, number: int, s: Memory, seat: int) -> int:
        """The first piece that shows what an option stands for; -1 if none does."""
        for piece in self.vocabulary.members(decision.type):
            env = {"me": seat, "it": piece}
            if self.vocabulary.combination(decision, (self.value(key, s, env) for key in decision.keys)) == number:
                return piece
        return -1

    def check(self, kinds: Iterable[Type], values: Sequence[int], what: str) -> None:
        """Values that are handed on must be of the types that are asked for; they are kept in locals."""
        for value in values:
            self.kept(value, what)
        for kind, value in zip(kinds, values, strict=False):
            if not self.fits(kind, value):
                raise BrokenRule("given", what, kind=kind, value=self.vocabulary.spell(kind.maybe(), value))

    def fits(self, kind: Type, value: int) -> bool:
        """Whether a value is of a type."""
        if kind.kind not in {"int", "bool", "member"} or not self.vocabulary.finite(kind):
            return True
        return self._is_member(kind, value) or (kind.optional and value == -1)

    def _is_member(self, kind: Type, value: int) -> bool:
        """Whether a value is one of `Vocabulary.members`, without a list of them all."""
        if kind.kind == "int":
            return kind.low is not None and kind.high is not None and kind.low <= value <= kind.high
        return 0 <= value < (2 if kind.kind == "bool" else self.vocabulary.domains[kind.domain].size)

    def holds(self, where: t.Expr | None, s: Memory, env: Env) -> bool:
        """Whether a condition holds, if there is one."""
        return where is None or bool(self.value(where, s, env))

    def _fact(self, node: t.FactOf, s: Memory, env: Env) -> Any:
        of = self.value(node.of, s, env)
        if not 0 <= of < self.vocabulary.domains[node.fact.domain].size:
            raise BrokenRule("fact", node.fact.name)
        if node.side is not None:
            of = of * node.fact.sides + self.value(node.side, s, env)
        return node.fact.values[of]

    def _operation(self, node: t.Op, s: Memory, env: Env) -> int:
        name, args = node.name, node.args
        if name == "and":
            return int(bool(self.value(args[0], s, env)) and bool(self.value(args[1], s, env)))
        if name == "or":
            return int(bool(self.value(args[0], s, env)) or bool(self.value(args[1], s, env)))
        if name == "if":
            return int(self.value(args[1 if self.value(args[0], s, env) else 2], s, env))
        work = ARITHMETIC.get(name)
        if work is not None and len(args) == 2:
            return self.between(work(self.value(args[0], s, env), self.value(args[1], s, env)))
        if work is not None:
            return self.between(work(*[self.value(arg, s, env) for arg in args]))
        if node.name == "given":
            value = self.value(node.args[0], s, env)
            self.check([node.type], [value], node.owner)
            return int(value)
        if node.name == "acting":
            return self.acting(self.value(node.args[0], s, env), s)
        if node.name == "fits":
            return self._fits(self.value(node.args[0], s, env), self.value(node.args[1], s, env), s, env)
        raise BrokenRule("nothing", node.name)

    def acting(self, seat: int, s: Memory) -> int:
        """A seat that is to act from here on: one of those that play."""
        if not 0 <= seat < s.n:
            raise BrokenRule("as" if seat < 0 else "beyond")
        return seat

    def _fits(self, amount: int, resource: int, s: Memory, env: Env) -> int:
        if resource < 0:
            raise BrokenRule("resource")
        bounds = self.vocabulary.resources[resource]
        if "event reach" in self.program.procedures and self.program.procedures["event reach"].suspends:
            return 0
        filled, held = (s.v[self._held(name, resource, env)] for name in ("filled", "held"))
        spaces = bounds.spaces < 0 or filled + amount <= bounds.spaces
        return int(spaces and (bounds.maximum < 0 or held + amount <= bounds.maximum))

    def _apply(self, node: t.Apply, s: Memory, env: Env) -> int:
        define = self.vocabulary.defines[node.define]
        args = [self.value(arg, s, env) for arg in node.args]
        self.check(define.params.values(), args, node.define)
        return self.defined(define, args, s, env.get("me", -1))

    def defined(self, define: Define, args: Sequence[int], s: Memory, me: int) -> int:
        """The value of a definition."""
        self.charge(s, self.steps.entered(f"value {define.name}"))
        inner: Env = {"me": me, **dict(zip(define.params, args, strict=True))}
        if define.value is None:
            raise BrokenRule("nothing", define.name)
        at = define.origins.get(args[0]) if define.origins else define.origin
        try:
            value = int(self.value(define.value, s, inner))
            for how in ("set", "add"):
                for change in define.modifiers:
                    at = change.condition_origin
                    if change.how == how and self.value(change.where, s, inner):
                        at = change.origin
                        new = int(self.value(change.value, s, inner))
                        value = self.between(value + new) if how == "add" else new
            self._of_type(define, value)
        except BrokenRule as broken:
            broken.note(at)
            raise
        return value

    def _of_type(self, define: Define, value: int) -> None:
        """What a definition of a type comes to must be of it."""
        if define.kind == "value" and not self.fits(define.type, value):
            spelled = self.vocabulary.spell(define.type.maybe(), value)
            raise BrokenRule("result", define.name, kind=define.type, value=spelled)

    def members(self, selection: t.Selection, s: Memory, env: Env) -> Sequence[int]:
        """The values a selection goes through, in order."""
        match selection.kind:
            case "values":
                return selection.values
            case "range":
                return range(self.value(selection.parts[0], s, env), self.value(selection.parts[1], s, env) + 1)
            case "items":
                return [self.value(part, s, env) for part in selection.parts]
            case "fact":
                return list(self.value(selection.parts[0], s, env))
            case "enclosed":
                return self._enclosed(selection, s, env)
            case "reached" if selection.search is not None:
                look = longest if selection.search.longest else reached
                return look(self, selection.search, selection.type, s, env)
            case "union":
                size = self.vocabulary.domains[selection.type.domain].size
                found = [value for each in selection.among for value in self.members(each, s, env)]
                return [value for value in dict.fromkeys(found) if 0 <= value < size]
            case "paired" if selection.pairs is not None:
                return paired(self, selection.pairs, s, env)
            case "seats":
                return [*range(s.n), *selection.values]
            case "others":
                me = self.somebody(env)
                return [(me + step) % s.n for step in range(1, s.n)]
            case "after" | "before":
                seat = self.value(selection.parts[0], s, env)
                sign = 1 if selection.kind == "after" else -1
                return [(seat + sign * step) % s.n for step in range(1, s.n)] if 0 <= seat < s.n else []
            case _:
                if selection.zone is None:
                    raise BrokenRule("nothing", "in")
                return list(s.z[self.zone(selection.zone, s, env)])

    def _enclosed(self, selection: t.Selection, s: Memory, env: Env) -> Sequence[int]:
        line = self.value(selection.parts[0], s, env)
        board = self.vocabulary.board
        if board is None or selection.field is None or not 0 <= line < len(board.ends):
            raise BrokenRule("line")
        return enclosed(board, s.v, selection.field.offset, line)

    def gone_through(self, selection: t.Selection, s: Memory, env: Env, loop: Loop | None = None) -> list[int]:
        """The values a loop goes through, which begins with this; each is there, and can be kept."""
        found = self.members(selection, s, env)
        size = found.stop - found.start if isinstance(found, range) else len(found)
        if loop is not None:
            self.begin(loop, size, s)
        if selection.kind == "items":
            self.check([selection.type] * len(found), found, "a loop")
        elif isinstance(found, range):
            self.check((), (found.start, found.stop - 1), "a range")
        return [*found]

    def _quantity(self, node: t.Quantity, s: Memory, env: Env) -> int:
        inner = dict(env)

        def at(value: int) -> Env:
            """The locals in one round; the same each time, since nothing keeps them."""
            inner[node.var] = value
            return inner

        rest = (x for x in self.gone_through(node.selection, s, env, node) if self.holds(node.where, s, at(x)))
        if node.kind in {"any", "no"}:  # nothing is looked at behind what settles it
            return int(any(True for _ in rest) == (node.kind == "any"))
        if node.kind == "first":
            return next(rest, -1)
        if node.kind == "every" and node.body is not None:
            return int(all(self.value(node.body, s, at(x)) for x in rest))
        found = [*rest]
        if node.kind == "count":
            return len(found)
        if node.body is None:
            raise BrokenRule("nothing", node.kind)
        amounts = [int(self.value(node.body, s, at(x))) for x in found]
        try:
            return QUANTITIES[node.kind].meaning(zip(found, amounts, strict=True), node.ties == "last")
        except OverflowError:
            raise BrokenRule("between") from None

    def address(self, load: t.Load, s: Memory, env: Env) -> int:
        """Where a value lies in the state."""
        place = load.field.offset
        if load.seat is not None:
            seat = self.value(load.seat, s, env)
            if not 0 <= seat < s.n:
                raise BrokenRule("seat", self._called(load))
            place += self.vocabulary.fields_of(seat)
        for expr, kind, stride in zip(load.index, load.field.index, load.field.strides, strict=True):
            value = self.value(expr, s, env)
            low = kind.low or 0 if kind.kind == "int" else 0
            if not self._is_member(kind, value):
                raise BrokenRule("index", load.field.name, value=self.vocabulary.spell(kind.maybe(), value))
            place += (value - low) * stride
        return place

    def _called(self, load: t.Load) -> str:
        """What data calls a field: amounts of resources by the resource, where that is known."""
        index = load.index[0] if load.index else None
        named = load.field.name in {"held", "filled"} and isinstance(index, t.Const)
        return self.vocabulary.resources[index.value].name if named and isinstance(index, t.Const) else load.field.name

    def zone(self, ref: t.ZoneRef, s: Memory, env: Env) -> int:
        """Which list of pieces."""
        place = ref.zone.slot
        if ref.seat is not None:
            seat = self.value(ref.seat, s, env)
            if not 0 <= seat < s.n:
                raise BrokenRule("seat", ref.zone.name)
            place += self.vocabulary.zones_of(seat)
        for expr, kind, stride in zip(ref.index, ref.zone.index, ref.zone.strides, strict=True):
            low = kind.low or 0 if kind.kind == "int" else 0
            value = self.value(expr, s, env)
            if not self._is_member(kind, value):
                raise BrokenRule("index", ref.zone.name, value=self.vocabulary.spell(kind.maybe(), value))
            place += (value - low) * stride
        return place

    def _held(self, name: str, resource: int, env: Env) -> int:
        if resource < 0:
            raise BrokenRule("resource")
        return self._own_address(name, env) + resource

    def somebody(self, env: Env) -> int:
        """The acting seat."""
        seat: int = env.get("me", -1)
        if seat < 0:
            raise BrokenRule("nobody")
        return seat

    def _own_address(self, name: str, env: Env) -> int:
        return self.vocabulary.fields_of(self.somebody(env)) + self.vocabulary.fields[name].offset

    def _can(self, costs: tuple[tuple[t.Expr, t.Expr], ...], s: Memory, env: Env) -> bool:
        total: dict[int, int] = {}
        for amount, resource in costs:
            key = self.value(resource, s, env)
            total[key] = self.between(total.get(key, 0) + max(0, self.value(amount, s, env)))
        held = {key: s.v[self._held("held", key, env)] for key in total}  # all are looked at, whichever is missing
        return all(held[key] >= amount for key, amount in total.items())
