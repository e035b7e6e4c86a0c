"""The reference interpreter: what every effect means, said as plainly as possible. Slow; the generator is what plays.

It runs the same blocks as the generated code and leaves the same frames behind, so the two can be compared after every
decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import repeat
from typing import Any

from ruleset_core.errors import BrokenRuleError
from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.arithmetic import ARITHMETIC
from ruleset_core.lang.expand import GAIN, expanded
from ruleset_core.lang.runtime import ENDLESS, STEPS, Memory, draw, move, shuffle

Env = dict[str, Any]


class BrokenRule(BrokenRuleError):
    """Data asked for something that has no meaning, such as a field of `none`."""


class Interpreter:
    """Runs a program on states."""

    def __init__(self, program: p.Program, hooks: dict[str, Callable[..., int]] | None = None) -> None:
        self.program = program
        self.vocabulary = program.vocabulary
        self.hooks = hooks or {}

    # -- running ------------------------------------------------------------------------------------------------

    def run(self, s: Memory) -> None:
        """Go on until a seat must decide, or until nothing is left to do."""
        for _ in repeat(None, STEPS):
            if not s.stack:
                return
            frame = s.stack.pop()
            node = self.program.blocks[frame[0]]
            env: Env = dict(zip(node.locals, frame[1:], strict=True))
            if node.answers is not None:
                env[node.answers.var] = s.a - node.answers.decision.base + node.answers.decision.low
            for statement in node.statements:
                self.execute(statement, s, env)
            if self._finish(node, s, env):
                return
        raise BrokenRule(ENDLESS)

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
            s.stack.append((procedure.entry, env.get("me", -1), *args))
        else:
            self.call(name, s, env, args)

    def _ask(self, ask: p.Ask, s: Memory, env: Env) -> bool:
        decision = ask.decision
        found = [
            value
            for value in self.members(ask.selection, s, env)
            if decision.low <= value < decision.low + decision.size
        ]
        options = sorted({value for value in found if self._holds(ask.where, s, env | {ask.var: value})})
        if not options:
            self.push(s, ask.empty, env)
            return False
        numbers = [decision.base + value - decision.low for value in options]
        if ask.stops:
            numbers.append(decision.base + decision.size)
        node = self.program.blocks[ask.then]
        s.stack.append((ask.then, *(env[name] for name in node.locals)))
        if len(numbers) == 1:
            s.a = numbers[0]
            s.forced += (env["me"], numbers[0])
            return False
        s.seat, s.point, s.options = env["me"], self.point(decision.name), numbers
        return True

    def point(self, name: str) -> int:
        """The number of a decision."""
        return list(self.vocabulary.decisions).index(name)

    def call(self, name: str, s: Memory, env: Env, args: Iterable[int]) -> None:
        """Run a procedure that never suspends."""
        procedure = self.program.procedures[name]
        inner: Env = {"me": env.get("me", -1), **dict(zip(procedure.params, args, strict=True))}
        self.execute(procedure.body, s, inner)

    # -- statements ---------------------------------------------------------------------------------------------

    def execute(self, node: t.Statement, s: Memory, env: Env) -> None:
        """Run a statement that never suspends."""
        node = expanded(node, self.vocabulary)
        match node:
            case t.Block():
                for item in node.items:
                    self.execute(item, s, env)
            case t.Let():
                env[node.var] = self.value(node.value, s, env)
            case t.Put():
                self._put(node, s, env)
            case t.If():
                way = node.then if self.value(node.condition, s, env) else node.otherwise
                if way is not None:
                    self.execute(way, s, env)
            case t.For():
                for value in list(self.members(node.selection, s, env)):
                    env[node.var] = value
                    if self._holds(node.where, s, env):
                        self.execute(node.body, s, env)
            case t.Repeat():
                for _ in range(self.value(node.times, s, env)):
                    self.execute(node.body, s, env)
            case t.As():
                self.execute(node.body, s, {**env, "me": self.value(node.seat, s, env)})
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
                entry = self.program.procedures[node.procedure].entry
                s.queue.append((entry, env.get("me", -1), *(self.value(arg, s, env) for arg in node.args)))
            case t.Hooked():
                self.hooks[node.hook](s, env.get("me", -1), *(self.value(arg, s, env) for arg in node.args))
            case _:
                self._verb(node, s, env)

    def _put(self, node: t.Put, s: Memory, env: Env) -> None:
        value, kind = self.value(node.value, s, env), node.target.type
        inside = not self.vocabulary.finite(kind) or value in self.vocabulary.members(kind)
        if not (inside or (kind.optional and value == -1)):
            raise BrokenRule(f"`{node.target.field.name}` is a {kind} and cannot be {value}")
        s.v[self.address(node.target, s, env)] = value

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
                s.v[self.address(node.target, s, env)] = values[draw(s, stream, len(values))]
            case t.Shuffle():
                stream = self.program.streams.index(node.zone.zone.name)
                shuffle(s, stream, s.z[self.zone(node.zone, s, env)])
            case t.Sort():
                place = self.zone(node.zone, s, env)  # the key may look at the zone, so it is sorted beside it
                s.z[place] = sorted(s.z[place], key=lambda piece: self.value(node.key, s, env | {"it": piece}))
            case t.Move():
                piece = self.value(node.piece, s, env)
                if piece >= 0:
                    at = self.vocabulary.fields[f"{node.zone.zone.kind}.at"].offset + piece
                    move(s, at, piece, self.zone(node.zone, s, env))
            case t.Flip():
                place = self.address(node.side, s, env)
                s.v[place] = (s.v[place] + 1) % node.sides
            case t.EndGame():
                s.ended = 1
            case t.Again():
                s.v[self.vocabulary.fields["turn.again"].offset] = 1
            case t.PassTurn():
                s.v[self._seat_address("turn.passed", env["me"])] = 1
            case t.EnterPhase():
                s.stage = node.number
            case t.Simultaneous():
                s.sim = ([*s.v], [[*zone] for zone in s.z]) if node.on else None
            case _:
                raise BrokenRule(f"{type(node).__name__} cannot run here")

    def _gain(self, node: t.Gain, s: Memory, env: Env) -> None:
        amount, resource = self.value(node.amount, s, env), self.value(node.resource, s, env)
        if resource < 0:
            raise BrokenRule("an amount of no resource")
        bounds = self.vocabulary.resources[resource]
        if bounds.spaces >= 0 or bounds.overflow:
            self.call(GAIN, s, env, [resource, amount])
            return
        held, filled = self._held("held", resource, env), self._held("filled", resource, env)
        room = max(0, amount) if bounds.maximum < 0 else max(0, min(amount, bounds.maximum - s.v[held]))
        s.v[held] += room
        if self.vocabulary.fields["filled"].used:
            s.v[filled] += room

    def _held(self, name: str, resource: int, env: Env) -> int:
        if resource < 0:
            raise BrokenRule("an amount of no resource")
        return self._seat_address(name, env["me"]) + resource

    def _seat_address(self, name: str, seat: int) -> int:
        if seat < 0:
            raise BrokenRule("nobody can do this: no seat is acting")
        return self.vocabulary.shared_size + seat * self.vocabulary.seat_size + self.vocabulary.fields[name].offset

    def _take(self, costs: tuple[tuple[t.Expr, t.Expr], ...], s: Memory, env: Env) -> None:
        for amount, resource in [(self.value(a, s, env), self.value(r, s, env)) for a, r in costs]:
            s.v[self._held("held", resource, env)] -= max(0, amount)

    def _can(self, costs: tuple[tuple[t.Expr, t.Expr], ...], s: Memory, env: Env) -> bool:
        total: dict[int, int] = {}
        for amount, resource in costs:
            key = self.value(resource, s, env)
            total[key] = total.get(key, 0) + max(0, self.value(amount, s, env))
        return all(s.v[self._held("held", key, env)] >= amount for key, amount in total.items())

    # -- places -------------------------------------------------------------------------------------------------

    def address(self, load: t.Load, s: Memory, env: Env) -> int:
        """Where a value lies in the state."""
        place = load.field.offset
        if load.seat is not None:
            seat = self.value(load.seat, s, env)
            if not 0 <= seat < s.n:
                raise BrokenRule(f"`{load.field.name}` of no seat")
            place += self.vocabulary.shared_size + seat * self.vocabulary.seat_size
        for expr, kind, stride in zip(load.index, load.field.index, load.field.strides, strict=True):
            value = self.value(expr, s, env)
            low = kind.low or 0 if kind.kind == "int" else 0
            if value not in self.vocabulary.members(kind):
                raise BrokenRule(f"`{load.field.name}[{self.vocabulary.spell(kind.maybe(), value)}]` does not exist")
            place += (value - low) * stride
        return place

    def zone(self, ref: t.ZoneRef, s: Memory, env: Env) -> int:
        """Which list of pieces."""
        place = ref.zone.slot
        if ref.seat is not None:
            seat = self.value(ref.seat, s, env)
            if not 0 <= seat < s.n:
                raise BrokenRule(f"`{ref.zone.name}` of no seat")
            place += self.vocabulary.shared_zones + seat * self.vocabulary.seat_zones
        for expr, kind, stride in zip(ref.index, ref.zone.index, ref.zone.strides, strict=True):
            low = kind.low or 0 if kind.kind == "int" else 0
            value = self.value(expr, s, env)
            if value not in self.vocabulary.members(kind):
                raise BrokenRule(f"`{ref.zone.name}[{self.vocabulary.spell(kind.maybe(), value)}]` does not exist")
            place += (value - low) * stride
        return place

    # -- values -------------------------------------------------------------------------------------------------

    def _holds(self, where: t.Expr | None, s: Memory, env: Env) -> bool:
        return where is None or bool(self.value(where, s, env))

    def value(self, node: t.Expr, s: Memory, env: Env) -> Any:
        """The value of an expression."""
        match node:
            case t.Const():
                return node.value
            case t.Local():
                return env[node.name]
            case t.Load():
                return s.v[self.address(node, s, env)]
            case t.FactOf():
                return self._fact(node, s, env)
            case t.Op():
                return self._operation(node, s, env)
            case t.Quantity():
                return self._quantity(node, s, env)
            case t.Apply():
                return self._apply(node, s, env)
            case t.Contains():
                return int(self.value(node.of, s, env) in list(self.members(node.selection, s, env)))
            case t.ZoneAt():
                pieces = s.z[self.zone(node.zone, s, env)]
                place = self.value(node.place, s, env)
                return pieces[place] if 0 <= place < len(pieces) else -1
            case t.CanPay():
                return int(self._can(node.costs, s, env))
            case t.HookCall():
                return int(self.hooks[node.hook](s, env.get("me", -1), *(self.value(arg, s, env) for arg in node.args)))
            case t.Players():
                return s.n
            case t.OptionValue():
                return s.settings[node.place]
            case t.Gather():
                return tuple(self.members(node.selection, s, env))
            case t.Pick():
                return (env[node.held] if node.held else node.values)[self.value(node.place, s, env)]
            case t.Size():
                return len(env[node.held])

    def _fact(self, node: t.FactOf, s: Memory, env: Env) -> Any:
        of = self.value(node.of, s, env)
        if not 0 <= of < self.vocabulary.domains[node.fact.domain].size:
            raise BrokenRule(f"`{node.fact.name}` of none")
        if node.side is not None:
            of = of * node.fact.sides + self.value(node.side, s, env)
        return node.fact.values[of]

    def _operation(self, node: t.Op, s: Memory, env: Env) -> int:
        if node.name == "and":
            return int(bool(self.value(node.args[0], s, env)) and bool(self.value(node.args[1], s, env)))
        if node.name == "or":
            return int(bool(self.value(node.args[0], s, env)) or bool(self.value(node.args[1], s, env)))
        if node.name == "if":
            return int(self.value(node.args[1 if self.value(node.args[0], s, env) else 2], s, env))
        if node.name == "fits":
            return self._fits(self.value(node.args[0], s, env), self.value(node.args[1], s, env), s, env)
        return ARITHMETIC[node.name](*(self.value(arg, s, env) for arg in node.args))

    def _fits(self, amount: int, resource: int, s: Memory, env: Env) -> int:
        bounds = self.vocabulary.resources[resource]
        if "event reach" in self.program.procedures and self.program.procedures["event reach"].suspends:
            return 0
        filled, held = (s.v[self._held(name, resource, env)] for name in ("filled", "held"))
        spaces = bounds.spaces < 0 or filled + amount <= bounds.spaces
        return int(spaces and (bounds.maximum < 0 or held + amount <= bounds.maximum))

    def _apply(self, node: t.Apply, s: Memory, env: Env) -> int:
        define = self.vocabulary.defines[node.define]
        args = [self.value(arg, s, env) for arg in node.args]
        inner: Env = {"me": env.get("me", -1), **dict(zip(define.params, args, strict=True))}
        if define.value is None:
            raise BrokenRule(f"`{node.define}` has no value")
        value = int(self.value(define.value, s, inner))
        for how in ("set", "add"):
            for change in define.modifiers:
                if change.how == how and self.value(change.where, s, inner):
                    value = int(self.value(change.value, s, inner)) + (value if how == "add" else 0)
        return value

    def members(self, selection: t.Selection, s: Memory, env: Env) -> Iterable[int]:
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
            case "others":
                return [(env["me"] + step) % s.n for step in range(1, s.n)]
            case _:
                if selection.zone is None:
                    raise BrokenRule("a selection of nothing")
                return list(s.z[self.zone(selection.zone, s, env)])

    def _quantity(self, node: t.Quantity, s: Memory, env: Env) -> int:
        found = [x for x in self.members(node.selection, s, env) if self._holds(node.where, s, env | {node.var: x})]
        match node.kind:
            case "any":
                return int(bool(found))
            case "no":
                return int(not found)
            case "count":
                return len(found)
            case "first":
                return found[0] if found else -1
        if node.body is None:
            raise BrokenRule(f"`{node.kind}` of nothing")
        amounts = [int(self.value(node.body, s, env | {node.var: x})) for x in found]
        match node.kind:
            case "every":
                return int(all(amounts))
            case "sum":
                return sum(amounts)
            case "highest":
                return max(amounts, default=0)
            case "lowest":
                return min(amounts, default=0)
        if not found:
            return -1
        best = max(amounts) if node.kind == "most" else min(amounts)
        tied = [x for x, amount in zip(found, amounts, strict=True) if amount == best]
        return tied[0] if node.ties == "first" else tied[-1]
