"""The reference interpreter: what every effect means, said as plainly as possible. Slow; generated Python and the core play.

It runs the same blocks as the generated code and leaves the same frames behind, so the two can be compared after every
decision.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.interpret.broken import BrokenRule
from ruleset_core.lang.interpret.values import Env, Values
from ruleset_core.lang.knowledge import SEEN, follow, forget, forgets, put_seen, seen_field, show, sights
from ruleset_core.lang.lower.expand import GAIN, expanded
from ruleset_core.lang.origin import Origin
from ruleset_core.lang.runtime import DEEP, FRAMES, QUEUE, Memory, draw, move, shuffle
from ruleset_core.lang.tree_placed import Placed
from ruleset_core.lang.types import SEAT
from ruleset_core.lang.vocabulary import Field

DEPTH = "how deep"
"""Beside the locals: in how many procedures that lead back to themselves this happens. No local has a space in its name."""


class Interpreter(Values):
    """Runs a program on states."""

    def run(self, s: Memory) -> None:
        """Go on until a seat must decide, or until nothing is left to do."""
        s.steps = 0
        while s.stack:
            if self._next(s):
                return

    def step(self, s: Memory) -> bool:
        """Run the block on top of the stack alone; whether a seat must decide."""
        s.steps = 0
        return self._next(s)

    def _next(self, s: Memory) -> bool:
        frame = s.stack.pop()
        node = self.program.blocks[frame[0]]
        env: Env = dict(zip(node.locals, frame[1:], strict=True))
        if node.answers is not None:
            env[node.answers.var] = s.a - node.answers.decision.base + node.answers.decision.low
        return self._block(node, s, env)

    def amount(self, node: t.Expr, s: Memory, env: Env, origin: Origin | None = None) -> Any:
        """The value of an expression that is asked for by itself, such as a row of the score: it has steps of its own."""
        s.steps = 0
        try:
            self.charge(s, self.steps.tree(node))
            return self.value(node, s, env)
        except BrokenRule as broken:
            broken.note(origin)
            raise

    def _block(self, node: p.Node, s: Memory, env: Env) -> bool:
        """Run a block to its end; whether a seat must decide."""
        at: Placed | p.Ending = node.statements[0] if node.statements else node.end
        waiting = s.stack[-1][0] if s.stack else -1
        try:
            self.charge(s, self.steps.block(node.number))
            for at in node.statements:
                self.execute(at, s, env)
            at = node.end
            return self._finish(node, s, env)
        except BrokenRule as broken:
            broken.note(at.origin)
            callers = self.program.callers(waiting)
            if len(callers) == 1:
                broken.note(callers[0], instead_of=self._units)
            raise

    @property
    def _units(self) -> Origin | None:
        """The origin of what gains unit by unit: of no use to a reader, who wants to know which gain it was."""
        return self.program.procedures[GAIN].body.origin if GAIN in self.program.procedures else None

    def push(self, s: Memory, block: int, env: Env) -> None:
        """A frame for a block; the empty end of a procedure needs none."""
        node = self.program.blocks[block]
        if node.statements or not isinstance(node.end, p.End):
            s.stack.append((block, *(env[name] for name in node.locals)))

    def _finish(self, node: p.Node, s: Memory, env: Env) -> bool:
        end = node.end
        match end:
            case p.Jump():
                self.push(s, end.target, env)
            case p.Split():
                self.push(s, end.then if self.value(end.condition, s, env) else end.otherwise, env)
            case p.Ask():
                return self._ask(end, s, env)
            case p.Call():
                args = [self.value(arg, s, env) for arg in end.args]
                self.push(s, end.then, env)
                self._enter(s, end.procedure, env, args)
            case p.CallCard():
                piece = self.value(end.of, s, env)
                self.push(s, end.then, env)
                if piece >= 0 and end.procedures[piece]:
                    self._enter(s, end.procedures[piece], env, [piece])
            case p.Stop() | p.Empty() if s.ended:
                s.stack.clear()
                s.queue.clear()
            case p.Stop():
                self.push(s, end.then, env)
            case p.Empty():
                if s.queue:
                    self.push(s, node.number, env)
                    s.stack.append(s.queue.pop(0))
                else:
                    self.push(s, end.then, env)
        return False

    def _enter(self, s: Memory, name: str, env: Env, args: list[int]) -> None:
        procedure = self.program.procedures[name]
        if procedure.entry >= 0:
            self.check(procedure.kinds, args, name)
            if name in self.program.recursive and len(s.stack) > FRAMES:
                raise BrokenRule("frames")
            s.stack.append((procedure.entry, env.get("me", -1), *args))
        else:
            self.call(name, s, env, args)

    def _ask(self, ask: p.Ask, s: Memory, env: Env) -> bool:
        decision, me = ask.decision, self.somebody(env)
        found = self.gone_through(ask.selection, s, env) if decision.keys else self.members(ask.selection, s, env)
        if not decision.keys:  # a range may go beyond what the question is about
            low, beyond = decision.low, decision.low + decision.size
            if isinstance(found, range):
                found = range(max(found.start, low), min(found.stop, beyond))
            found = [value for value in found if low <= value < beyond]
        self.begin(ask, len(found), s)
        each = [env | {ask.item: value} for value in found]
        options = self._offered(ask, s, me, each)
        numbers = [decision.base + value - decision.low for value in options]
        veiled = ask.veil is not None and bool(self.value(ask.veil, s, env))
        some = bool(options) or veiled
        if some and ask.done is not None and self.value(ask.done, s, env):
            numbers.append(decision.base + decision.size)
        if not numbers:
            self.push(s, ask.empty, env)
            return False
        node = self.program.blocks[ask.then]
        s.stack.append((ask.then, *(env[name] for name in node.locals)))
        if len(numbers) == 1 and not veiled:
            s.a = numbers[0]
            s.forced += (me, numbers[0])
            return False
        s.seat, s.point, s.options = me, self.point(decision.name), numbers
        return True

    def _offered(self, ask: p.Ask, s: Memory, seat: int, each: list[Env]) -> list[int]:  # noqa: ARG002 - whoever looks on cares
        """The answers that are possible, of those there are, in ascending order."""
        return sorted({self.value(ask.key, s, one) for one in each if self.holds(ask.where, s, one)})

    def point(self, name: str) -> int:
        """The number of a decision."""
        return list(self.vocabulary.decisions).index(name)

    def call(self, name: str, s: Memory, env: Env, args: list[int]) -> None:
        """Run a procedure that never suspends."""
        procedure = self.program.procedures[name]
        self.check(procedure.kinds, args, name)
        self.charge(s, self.steps.entered(name))
        inner: Env = {"me": env.get("me", -1), **dict(zip(procedure.params, args, strict=True))}
        inner[DEPTH] = env.get(DEPTH, 0) + (name in self.steps.circular)
        if inner[DEPTH] > DEEP:
            raise BrokenRule("circle")
        self.execute(procedure.body, s, inner)

    def execute(self, node: t.Statement, s: Memory, env: Env) -> None:
        """Run a statement that never suspends."""
        node = self.whole(node)
        match node:
            case t.Block():
                for item in node.items:
                    try:
                        self.execute(item, s, env)
                    except BrokenRule as broken:
                        broken.note(item.origin)
                        raise
            case t.Let():
                env[node.var] = self.kept(self.value(node.value, s, env), node.var)
            case t.Put():
                self._put(node, s, env)
            case t.If():
                way = node.then if self.value(node.condition, s, env) else node.otherwise
                if way is not None:
                    self.execute(way, s, env)
            case t.For():
                for value in self.gone_through(node.selection, s, env, node):
                    env[node.var] = value
                    if self.holds(node.where, s, env):
                        self.execute(node.body, s, env)
            case t.Repeat():
                times = self.kept(self.value(node.times, s, env), "repeat")
                self.begin(node, times, s)
                for _ in range(times):
                    self.execute(node.body, s, env)
            case t.As():
                self.execute(node.body, s, {**env, "me": self.acting(self.value(node.seat, s, env), s)})
            case t.Pay():
                if self._can(node.costs, s, env):
                    self._take(node.costs, s, env)
                    self.execute(node.body, s, env)
                elif node.otherwise is not None:
                    self.execute(node.otherwise, s, env)
            case t.Take():
                self._take(node.costs, s, env)
            case t.Do():
                self.call(node.procedure, s, env, [self.value(arg, s, env) for arg in node.args])
            case t.DoCard():
                piece = self.value(node.of, s, env)
                if piece >= 0 and node.procedures[piece]:
                    self.call(node.procedures[piece], s, env, [piece])
            case t.Enqueue():
                self._enqueue(node, s, env)
            case t.Hooked():
                self.hooks[node.hook](s, env.get("me", -1), *(self.value(arg, s, env) for arg in node.args))
            case _:
                self._verb(node, s, env)

    def whole(self, node: t.Statement) -> t.Statement:
        """A statement with events, gains and phases made explicit: once, so that its loops are known again."""
        if id(node) not in self._whole:  # the node is kept, so that its id stays its own
            self._whole[id(node)] = (node, expanded(node, self.vocabulary))
        return self._whole[id(node)][1]

    @cached_property
    def _whole(self) -> dict[int, tuple[t.Statement, t.Statement]]:
        return {}

    def _enqueue(self, node: t.Enqueue, s: Memory, env: Env) -> None:
        procedure = self.program.procedures[node.procedure]
        args = [self.value(arg, s, env) for arg in node.args]
        self.check(procedure.kinds, args, node.procedure)
        if len(s.queue) >= QUEUE:
            raise BrokenRule("queue")
        s.queue.append((procedure.entry, env.get("me", -1), *args))

    def _put(self, node: t.Put, s: Memory, env: Env) -> None:
        value = self.held(node.target.field, self.value(node.value, s, env))
        s.v[self.address(node.target, s, env)] = value

    def held(self, field: Field, value: int) -> int:
        """A value that is to be put into a field, which may hold it."""
        if not self.fits(field.type, value):
            spelled = self.vocabulary.spell(field.type.maybe(), value)
            raise BrokenRule("field", field.name, kind=field.type, value=spelled)
        return self.kept(value, field.name)  # type: ignore[no-any-return]

    def _verb(self, node: t.Statement, s: Memory, env: Env) -> None:
        match node:
            case t.Gain():
                self._gain(node, s, env)
            case t.Lose():
                place = self._held("held", self.value(node.resource, s, env), env)
                s.v[place] -= min(s.v[place], max(0, self.value(node.amount, s, env)))
            case t.Roll():
                kind = node.target.type
                values = self.vocabulary.members(kind)
                stream = self.program.streams.index(node.target.field.name)
                size = s.n if kind.domain == SEAT.domain else len(values)
                s.v[self.address(node.target, s, env)] = values[draw(s, stream, size)]
            case t.Shuffle():
                self._forget(node.zone, s, env)
                stream = self.program.streams.index(node.zone.zone.name)
                self.shuffled(s, stream, self.zone(node.zone, s, env))
            case t.Sort():
                self._forget(node.zone, s, env)
                place = self.zone(node.zone, s, env)  # the key may look at the zone, so it is sorted beside it
                self.ordered(
                    s, place, sorted(s.z[place], key=lambda piece: self.value(node.key, s, env | {"it": piece}))
                )
            case t.Move():
                self._move(node, s, env)
            case t.Flip():
                place = self.address(node.side, s, env)
                s.v[place] = (s.v[place] + 1) % node.sides
            case t.Show():
                self._show(node, s, env)
            case t.EndGame():
                s.ended = 1
            case t.Again():
                s.v[self.vocabulary.fields["turn.again"].offset] = 1
            case t.PassTurn():
                s.v[self._own_address("turn.passed", env)] = 1
            case t.Refuse():
                raise BrokenRule(node.reason, node.what, value=self.value(node.number, s, env))
            case t.EnterPhase():
                s.stage = node.number
            case t.Simultaneous():
                s.sim = ([*s.v], [[*zone] for zone in s.z]) if node.on else None
            case _:
                raise BrokenRule("nothing", type(node).__name__)

    def _move(self, node: t.Move, s: Memory, env: Env) -> None:
        piece, kind = self.value(node.piece, s, env), node.zone.zone.kind
        if piece < 0:
            return
        self.moved(s, kind, piece, self.zone(node.zone, s, env))

    def moved(self, s: Memory, kind: str, piece: int, zone: int) -> None:
        """Put a piece at the end of a list of pieces."""
        at, field = self.vocabulary.fields[f"{kind}.at"].offset + piece, seen_field(self.vocabulary, kind)
        if field is not None and self.vocabulary.domains[kind].remembered:
            follow(s, at, piece, zone, field.offset, field.strides[0], self._sights)
        elif field is not None and self._sights[zone] == SEEN:
            put_seen(s, at, piece, zone, field.offset + piece, self._sights)
        else:
            move(s, at, piece, zone)

    def _show(self, node: t.Show, s: Memory, env: Env) -> None:
        piece = self.value(node.piece, s, env)
        if piece >= 0:
            column = 0 if node.column is None else self.value(node.column, s, env)
            self.shown(s, node.kind, piece, self.value(node.seat, s, env), column)

    def shown(self, s: Memory, kind: str, piece: int, seat: int, column: int) -> None:
        """A seat (none: nobody) gets to know a piece, or with a `column` that it is not of a value."""
        field = seen_field(self.vocabulary, kind)
        if field is not None:
            show(s, field.offset + piece * field.strides[0] + column, seat)

    def shuffled(self, s: Memory, stream: int, zone: int) -> None:
        """Put a list of pieces in random order."""
        shuffle(s, stream, s.z[zone])

    def ordered(self, s: Memory, zone: int, pieces: list[int]) -> None:
        """Put a list of pieces in this order."""
        s.z[zone] = pieces

    @cached_property
    def _sights(self) -> tuple[int, ...]:
        return sights(self.vocabulary)

    def _forget(self, ref: t.ZoneRef, s: Memory, env: Env) -> None:
        """What is put into another order is known to nobody any longer."""
        field = seen_field(self.vocabulary, ref.zone.kind)
        if field is not None and forgets(self.vocabulary, ref.zone):
            forget(s, field.offset, field.strides[0], s.z[self.zone(ref, s, env)])

    def _gain(self, node: t.Gain, s: Memory, env: Env) -> None:
        amount, resource = self.value(node.amount, s, env), self.value(node.resource, s, env)
        if resource < 0:
            raise BrokenRule("resource")
        bounds = self.vocabulary.resources[resource]
        if bounds.spaces >= 0 or bounds.overflow:
            try:
                self.call(GAIN, s, env, [resource, amount])
            except BrokenRule as broken:
                broken.note(node.origin, instead_of=self._units)
                raise
            return
        held, filled = self._held("held", resource, env), self._held("filled", resource, env)
        room = max(0, amount) if bounds.maximum < 0 else max(0, min(amount, bounds.maximum - s.v[held]))
        name = self.vocabulary.resources[resource].name
        s.v[held] = self.kept(s.v[held] + room, name)
        if self.vocabulary.fields["filled"].used:
            s.v[filled] = self.kept(s.v[filled] + room, name)

    def _take(self, costs: tuple[tuple[t.Expr, t.Expr], ...], s: Memory, env: Env) -> None:
        for amount, resource in [(self.value(a, s, env), self.value(r, s, env)) for a, r in costs]:
            place = self._held("held", resource, env)
            s.v[place] = self.kept(s.v[place] - max(0, amount), self.vocabulary.resources[resource].name)


__all__ = ["BrokenRule", "Interpreter"]
