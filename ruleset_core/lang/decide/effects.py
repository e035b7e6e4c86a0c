"""Statements that never suspend."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import Expr
from ruleset_core.lang.code.size import high, low
from ruleset_core.lang.decide.places import BASES
from ruleset_core.lang.knowledge import forgets, keeps, seen_field
from ruleset_core.lang.lower.expand import expanded
from ruleset_core.lang.runtime import QUEUE
from ruleset_core.lang.types import SEAT
from ruleset_core.lang.walk import everything

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build

Env = dict[Any, Any]
Out = list[Any]
FEW = 6
"""Loops over at most this many known values, with at most this many statements, are written out."""
PASSED_ON = {"_amount", "_resource"}
"""Locals made by lowering that are set once for what follows, as those of the data are."""


class Effects:
    """Turns statements of trees into those of the intermediate program, at the end of a list."""

    def __init__(self, build: Build) -> None:
        self.b = build
        self.ways: dict[Any, Callable[[Any, Out, Env], None]] = {
            t.Block: self._block,
            t.Let: self._let,
            t.Put: self._put,
            t.If: self._if,
            t.For: self._for,
            t.Repeat: self._repeat,
            t.As: self._as,
            t.Pay: self._pay,
            t.Take: lambda node, out, env: build.gains.take(node.costs, out, env, sure=node.sure),
            t.Do: self._do,
            t.DoCard: self._do_card,
            t.Gain: build.gains.gain,
            t.Lose: build.gains.lose,
            t.Roll: self._roll,
            t.Shuffle: self._shuffle,
            t.Sort: self._sort,
            t.Move: self._move,
            t.Flip: self._flip,
            t.Show: self._show,
            t.EndGame: lambda _node, out, _env: out.append(n.SetEnded()),
            t.Again: lambda _node, out, _env: out.append(n.SetValue(build.v.fields["turn.again"].offset, 1)),
            t.PassTurn: lambda _node, out, env: out.append(n.SetValue(build.places.own("turn.passed", env), 1)),
            t.Refuse: lambda _node, out, _env: out.append(n.Require(0)),
            t.EnterPhase: lambda node, out, _env: out.append(n.SetStage(node.number)),
            t.Simultaneous: lambda node, out, _env: out.append(n.SetTogether(node.on)),
            t.Enqueue: self._enqueue,
            t.Hooked: self._hook,
        }

    def statement(self, node: t.Statement, out: Out, env: Env) -> None:
        """Write one statement. `env` is changed by what it binds."""
        node = expanded(node, self.b.v)
        self.ways[type(node)](node, out, env)

    def body(self, node: t.Statement, env: Env) -> Out:
        """A statement in a list of its own."""
        out: Out = []
        self.statement(node, out, dict(env))
        return out

    # -- structure ----------------------------------------------------------------------------------------------

    def _block(self, node: t.Block, out: Out, env: Env) -> None:
        inner = dict(env)
        for item in node.items:
            self.statement(item, out, inner)

    def _let(self, node: t.Let, out: Out, env: Env) -> None:
        make = self.b.make
        if isinstance(node.value, t.Gather):
            source, _, most = self.b.selections.source(node.value.selection, env, copied=False)
            self.b.functions.longest[node.var] = max(most, self.b.functions.longest.get(node.var, 0))
            out.append(n.Gather(node.var, source, most))
            return
        value = make.kept(self.b.exprs.value(node.value, env))
        env.pop(node.var, None)
        if node.var == "me":
            env.update(self.b.places.acting())
            out += [n.SetLocal(env["me"], value), n.SetLocal(env[BASES][env["me"]], self.b.places.base_of(env["me"]))]
            return
        if node.var.startswith("_") and node.var not in PASSED_ON:
            out.append(n.SetLocal(self.b.local(node.var, node.value.type), value))
            return
        local = make.local(node.var, low(value), high(value))
        env[node.var] = local  # it is set here alone, so its range is that of its value
        out.append(n.SetLocal(local, value))

    def _put(self, node: t.Put, out: Out, env: Env) -> None:
        value = self.b.fitting(self.b.exprs.value(node.value, env), node.target.type, sure=node.sure)
        if node.target.field.name in {"held", "filled"}:
            value = self.b.make.checked(value, 0, self.b.places.most[node.target.field.name])
        out.append(n.SetValue(self.b.places.address(node.target, env), value))

    def _if(self, node: t.If, out: Out, env: Env) -> None:
        condition = self.b.exprs.truth(node.condition, env)
        if isinstance(condition, int):
            way = node.then if condition else node.otherwise
            if way is not None:
                self.statement(way, out, dict(env))
            return
        then = self.body(node.then, env)
        otherwise = [] if node.otherwise is None else self.body(node.otherwise, env)
        self.fork(condition, then, otherwise, out)

    def fork(self, condition: Expr, then: Out, otherwise: Out, out: Out) -> None:
        """One of two ways; no way at all needs no condition, unless looking at it may break a rule."""
        if isinstance(condition, int):
            out += then if condition else otherwise
        elif then or otherwise or not self.b.make.harmless(condition):
            out.append(n.If(condition, then, otherwise))

    def _for(self, node: t.For, out: Out, env: Env) -> None:
        values = self.b.selections.known(node.selection, env)
        if values is not None and len(values) <= FEW and len(node.body.items) <= FEW and not _loops(node.body):
            out += self.b.selections.spent(n.Numbers(0, len(values)), node)
            for value in values:
                inner = {**env, node.var: value}
                where = self.b.exprs.truth(node.where, inner)
                if where != 0:
                    self.fork(where, self.body(node.body, inner), [], out)
            return
        source, span, most = self.b.selections.source(node.selection, env, copied=node.selection.kind == "zone")
        out += self.b.selections.spent(source, node)
        if most == 0 and self.b.selections.harmless(source):
            return
        local = self.b.make.local(node.var, *span)
        inner = {**env, node.var: local}
        head: Out = []
        if node.selection.type.domain == "seat":
            base = self.b.places.base_local(self.b.fresh("s"))
            inner[BASES] = {**(env.get(BASES) or {}), local: base}
            head = [n.SetLocal(base, self.b.places.base_of(local))]
        inside: Out = []
        where = self.b.exprs.truth(node.where, inner)
        self.fork(where, self.body(node.body, inner), [], inside)
        if head and head[0].local.name in self.b.functions.free_in(inside):
            inside[:0] = head
        out.append(n.Loop(local, source, inside))

    def _repeat(self, node: t.Repeat, out: Out, env: Env) -> None:
        times = self.b.make.kept(self.b.exprs.value(node.times, env))
        begun, each = self.b.steps.begun(node), self.b.steps.each(node)
        if begun or (each and times != 0):
            out.append(n.Spend(begun or self.b.make.times(self.b.make.most(times, 0), each)))
        body = self.body(node.body, env)
        if high(times) <= 0 and self.b.make.harmless(times):
            return
        turn = self.b.make.local(self.b.fresh("r"), 0, max(0, high(times) - 1))
        out.append(n.Loop(turn, n.Numbers(0, times), body))

    def _as(self, node: t.As, out: Out, env: Env) -> None:
        seat = self.b.places.seat(node.seat, env, sure=node.sure)
        if isinstance(seat, int):
            self.statement(node.body, out, {**env, "me": seat})
            return
        me = self.b.make.local(self.b.fresh("me"), low(seat), high(seat))
        base = self.b.places.base_local(self.b.fresh("b"))
        inner = {**env, "me": me, BASES: {**(env.get(BASES) or {}), me: base}}
        inside = self.body(node.body, inner)
        out.append(n.SetLocal(me, seat))
        if base.name in self.b.functions.free_in(inside):
            out.append(n.SetLocal(base, self.b.places.base_of(me)))
        out += inside

    def _pay(self, node: t.Pay, out: Out, env: Env) -> None:
        can = self.b.operations.can_pay(node.costs, env, sure=node.sure)
        if isinstance(can, int) and not can:
            if node.otherwise is not None:
                self.statement(node.otherwise, out, dict(env))
            return
        then: Out = []
        self.b.gains.take(node.costs, then, env, sure=node.sure)
        self.statement(node.body, then, dict(env))
        self.fork(can, then, [] if node.otherwise is None else self.body(node.otherwise, env), out)

    # -- calls --------------------------------------------------------------------------------------------------

    def arguments(self, name: str, args: tuple[t.Expr, ...], env: Env, *, sure: bool) -> tuple[Expr, ...]:
        """What is handed on to a procedure."""
        kinds = self.b.program.procedures[name].kinds
        codes = [self.b.exprs.value(arg, env) for arg in args]
        if not kinds:
            return tuple(map(self.b.make.kept, codes))
        return tuple(self.b.fitting(code, kind, sure=sure) for code, kind in zip(codes, kinds, strict=True))

    def call(self, name: str, args: tuple[Expr, ...], out: Out, env: Env) -> None:
        """Run a procedure that never suspends."""
        out.append(n.Do(self.b.functions.procedure(name), (self.b.places.me(env), *args)))

    def _do(self, node: t.Do, out: Out, env: Env) -> None:
        self.call(node.procedure, self.arguments(node.procedure, node.args, env, sure=node.sure), out, env)

    def _do_card(self, node: t.DoCard, out: Out, env: Env) -> None:
        piece = self.b.exprs.value(node.of, env)
        if not isinstance(piece, (int, n.Local)):
            held = self.b.make.local(self.b.fresh("p"), low(piece), high(piece))
            out.append(n.SetLocal(held, piece))
            piece = held
        self.plain_cards(node.procedures, piece, out, env)

    def plain_cards(self, procedures: tuple[str, ...], piece: Expr, out: Out, env: Env) -> None:
        """What a piece does, where that never suspends; found by halving, one after the other would take long."""
        found: dict[str, list[int]] = {}
        for place, name in enumerate(procedures):
            if name and self.b.program.procedures[name].entry < 0:
                found.setdefault(name, []).append(place)
        for name, pieces in found.items():
            run: Out = []
            self.call(name, (self.b.narrow(piece, 0, len(procedures) - 1),), run, env)
            self.fork(self.b.make.among(piece, pieces), run, [], out)

    def _enqueue(self, node: t.Enqueue, out: Out, env: Env) -> None:
        entry = self.b.program.procedures[node.procedure].entry
        args = self.arguments(node.procedure, node.args, env, sure=True)
        out.append(n.Require(self.b.make.compare("<", self.b.make.queued(QUEUE), QUEUE)))
        out.append(n.Enqueue(entry, (self.b.places.me(env), *args)))

    def _hook(self, node: t.Hooked, out: Out, env: Env) -> None:
        self.b.functions.hooks.add(node.hook)
        out.append(n.DoHook(node.hook, self.b.exprs.arguments(node.args, env)))

    # -- pieces and chance --------------------------------------------------------------------------------------

    def _roll(self, node: t.Roll, out: Out, env: Env) -> None:
        make, kind = self.b.make, node.target.type
        values = self.b.v.members(kind)
        stream = self.b.program.streams.index(node.target.field.name)
        sides = self.b.players if kind.domain == SEAT.domain else len(values)
        place = self.b.places.address(node.target, env)
        out.append(n.SetValue(place, make.plus(make.drawn(stream, sides), values[0])))

    def _shuffle(self, node: t.Shuffle, out: Out, env: Env) -> None:
        self._forget(node.zone, out, env)
        stream = self.b.program.streams.index(node.zone.zone.name)
        out.append(n.Shuffle(stream, self.b.places.zone(node.zone, env)))

    def _sort(self, node: t.Sort, out: Out, env: Env) -> None:
        self._forget(node.zone, out, env)
        pieces = self.b.v.domains[node.zone.zone.kind].size
        local, _ = self.b.functions.variable((0, pieces - 1), env)
        key = self.b.exprs.value(node.key, {**env, "it": local})
        out.append(n.Sort(self.b.places.zone(node.zone, env), local, key))

    def _seen(self, kind: str) -> int:
        """Where the bits of those who know the pieces of a kind begin; -1 if it needs none."""
        field = seen_field(self.b.v, kind)
        return -1 if field is None else field.offset

    def _width(self, kind: str) -> int:
        field = seen_field(self.b.v, kind)
        return 1 if field is None else field.strides[0]

    def _move(self, node: t.Move, out: Out, env: Env) -> None:
        make, kind = self.b.make, node.zone.zone.kind
        at = self.b.v.fields[f"{kind}.at"].offset
        piece = self.b.exprs.value(node.piece, env)
        if isinstance(piece, int) and piece < 0:
            return
        piece, there = self._piece(kind, piece, out)
        remembered = self.b.v.domains[kind].remembered
        seen = self._seen(kind) if remembered or keeps(self.b.v, node.zone.zone) else -1
        move = n.Move(there, at, self.b.places.zone(node.zone, env), seen, remembered, self._width(kind))
        self.fork(make.compare(">=", piece, 0), [move], [], out)

    def _piece(self, kind: str, piece: Expr, out: Out) -> tuple[Expr, Expr]:
        """A piece that is looked at more than once: as it may be none, and as it is none no more."""
        if low(piece) < 0 and not isinstance(piece, (int, n.Local)):
            held = self.b.make.local(self.b.fresh("p"), low(piece), high(piece))
            out.append(n.SetLocal(held, piece))
            piece = held
        return piece, self.b.narrow(piece, 0, self.b.v.domains[kind].size - 1)

    def _show(self, node: t.Show, out: Out, env: Env) -> None:
        make = self.b.make
        piece = self.b.exprs.value(node.piece, env)
        if isinstance(piece, int) and piece < 0:
            return
        piece, there = self._piece(node.kind, piece, out)
        bits = make.plus(self._seen(node.kind), make.times(there, self._width(node.kind)))
        if node.column is not None:
            bits = make.plus(bits, self.b.exprs.value(node.column, env))
        show = n.Show(bits, self.b.exprs.value(node.seat, env))
        self.fork(make.compare(">=", piece, 0), [show], [], out)

    def _flip(self, node: t.Flip, out: Out, env: Env) -> None:
        make = self.b.make
        place = self.b.places.address(node.side, env)
        out.append(n.SetValue(place, make.mod(make.plus(make.value(place, 0, node.sides - 1), 1), node.sides)))

    def _forget(self, ref: t.ZoneRef, out: Out, env: Env) -> None:
        """Written before the pieces are put into another order: afterwards the index of the zone might be another."""
        if forgets(self.b.v, ref.zone):
            out.append(n.Forget(self.b.places.zone(ref, env), self._seen(ref.zone.kind), self._width(ref.zone.kind)))


def _loops(block: t.Block) -> bool:
    return any(isinstance(node, (t.For, t.Repeat)) for node in everything(block))
