"""Statements that never suspend as Python source."""

from __future__ import annotations

import re

from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.generate.base import Code, Env, py
from ruleset_core.lang.generate.exprs import ExprGenerator
from ruleset_core.lang.knowledge import seen_field, sights
from ruleset_core.lang.lower.expand import GAIN, expanded, tracked
from ruleset_core.lang.lower.suspends import possible
from ruleset_core.lang.types import SEAT
from ruleset_core.lang.walk import everything

FEW = 6
"""Loops over at most this many known values, with at most this many statements, are written out."""


class EffectGenerator(ExprGenerator):
    """Turns statements into lines of source."""

    def __init__(self, program: p.Program) -> None:
        super().__init__(program)
        self.lines: list[str] = []
        self.tracks = tracked(self.vocabulary)

    def out(self, indent: int, line: str) -> None:
        """One line of source."""
        self.lines.append("    " * indent + line)

    def procedure_name(self, name: str) -> str:
        """The Python name of a procedure that never suspends."""
        return f"p{list(self.program.procedures).index(name)}"

    def _plain_cards(self, procedures: tuple[str, ...], indent: int, env: Env) -> None:
        me = self.text(env.get("me", "me"))
        for name in dict.fromkeys(procedures):
            if name and self.program.procedures[name].entry < 0:
                pieces = tuple(place for place, each in enumerate(procedures) if each == name)
                self.out(indent, f"if q in {pieces!r}: {self.procedure_name(name)}(s, v, z, {me}, q)")

    def statement(self, node: t.Statement, indent: int, env: Env) -> None:
        """Write one statement."""
        node = expanded(node, self.vocabulary)
        match node:
            case t.Block():
                env = dict(env)
                for item in node.items:
                    self.statement(item, indent, env)
            case t.Let():
                self._let(node, indent, env)
            case t.Put():
                self._put(node, indent, env)
            case t.If():
                self._if(node, indent, env)
            case t.For():
                self._for(node, indent, env)
            case t.Repeat():
                self.out(indent, f"for _ in range({self.expr(node.times, env)}):")
                self._body(node.body, indent + 1, env)
            case t.As():
                self._as(node, indent, env)
            case t.Pay():
                self._pay(node, indent, env)
            case t.Take():
                self._take(node.costs, indent, env)
            case t.Do():
                self._do(node, indent, env)
            case t.DoCard():
                self.out(indent, f"q = {self.expr(node.of, env)}")
                self._plain_cards(node.procedures, indent, env)
            case _:
                self._verb(node, indent, env)

    def _body(self, block: t.Block, indent: int, env: Env) -> None:
        before = len(self.lines)
        self.statement(block, indent, env)
        if len(self.lines) == before:
            self.out(indent, "pass")

    def _let(self, node: t.Let, indent: int, env: Env) -> None:
        self.out(indent, f"{py(node.var)} = {self.whole(self.expr(node.value, env), node.value.type)}")
        env.pop(node.var, None)
        if node.var == "me":
            self.out(indent, f"mb = {self.vocabulary.shared_size} + me*{self.vocabulary.seat_size}")

    def _put(self, node: t.Put, indent: int, env: Env) -> None:
        value = self.whole(self.expr(node.value, env), node.target.type)
        self.out(indent, f"v[{self.address(node.target, env)}] = {value}")

    def _if(self, node: t.If, indent: int, env: Env) -> None:
        condition = self.expr(node.condition, env)
        if isinstance(condition, int):
            way = node.then if condition else node.otherwise
            if way is not None:
                self.statement(way, indent, env)
            return
        self.out(indent, f"if {condition}:")
        self._body(node.then, indent + 1, env)
        if node.otherwise is not None and node.otherwise.items:
            self.out(indent, "else:")
            self._body(node.otherwise, indent + 1, env)

    def _for(self, node: t.For, indent: int, env: Env) -> None:
        values = self.known_members(node.selection, env)
        if values is not None and len(values) <= FEW and len(node.body.items) <= FEW and not self._loops(node.body):
            self._written_out(node, values, indent, env)
            return
        members = self.members(node.selection, env)
        if node.selection.kind == "zone":
            members = f"[*{members}]"
        inner = dict(env)
        inner.pop(node.var, None)
        self.out(indent, f"for {py(node.var)} in {members}:")
        indent += 1
        if node.selection.type.domain == "seat":
            base = self.name("sb")
            self.out(indent, f"{base} = {self.vocabulary.shared_size} + {py(node.var)}*{self.vocabulary.seat_size}")
            inner[f"{py(node.var)} base"] = base
        where = 1 if node.where is None else self.expr(node.where, inner)
        if where != 1:
            self.out(indent, f"if {where}:")
            indent += 1
        self._body(node.body, indent, inner)

    @staticmethod
    def _loops(block: t.Block) -> bool:
        return any(isinstance(node, (t.For, t.Repeat)) for node in everything(block))

    def _written_out(self, node: t.For, values: tuple[int, ...], indent: int, env: Env) -> None:
        """A short loop over known values without the loop: places in the state become plain numbers."""
        for value in values:
            inner = {**env, node.var: value}
            where = 1 if node.where is None else self.expr(node.where, inner)
            if where == 0:
                continue
            if where == 1:
                self.statement(node.body, indent, inner)
            else:
                self.out(indent, f"if {where}:")
                self._body(node.body, indent + 1, inner)

    def _as(self, node: t.As, indent: int, env: Env) -> None:
        me = self.name("me")
        self.out(indent, f"{me} = {self.text(self.expr(node.seat, env))}")
        self.out(indent, f"{me}b = {self.vocabulary.shared_size} + {me}*{self.vocabulary.seat_size}")
        self.statement(node.body, indent, {**env, "me": me, f"{me} base": f"{me}b"})

    def _pay(self, node: t.Pay, indent: int, env: Env) -> None:
        can = self.can_pay(node.costs, env)
        if can == 0:
            if node.otherwise is not None:
                self.statement(node.otherwise, indent, env)
            return
        if can != 1:
            self.out(indent, f"if {can}:")
            indent += 1
        before = len(self.lines)
        self._take(node.costs, indent, env)
        self.statement(node.body, indent, env)
        if len(self.lines) == before:
            self.out(indent, "pass")
        if can != 1 and node.otherwise is not None and node.otherwise.items:
            self.out(indent - 1, "else:")
            self._body(node.otherwise, indent, env)

    def _take(self, costs: tuple[tuple[t.Expr, t.Expr], ...], indent: int, env: Env) -> None:
        pairs = [(self.expr(amount, env), self.expr(resource, env)) for amount, resource in costs]
        names: list[tuple[Code, Code]] = []
        for amount, resource in pairs:  # all amounts are worked out before anything is taken
            if isinstance(amount, int):
                names.append((max(0, amount), resource))
            else:
                name = self.name("c")
                self.out(indent, f"{name} = {amount}")
                names.append((name, resource))
        held = self.vocabulary.fields["held"].offset
        for amount, resource in names:
            place = self.add(self.add(self.mine(env), held), resource)
            if isinstance(amount, str):
                self.out(indent, f"if {amount} > 0: v[{place}] -= {amount}")
            elif amount:
                self.out(indent, f"v[{place}] -= {amount}")

    def _do(self, node: t.Do, indent: int, env: Env) -> None:
        args = self.arguments(node.args, env)
        self.out(indent, f"{self.procedure_name(node.procedure)}(s, v, z, {self.text(env.get('me', 'me'))}{args})")

    def arguments(self, args: tuple[t.Expr, ...], env: Env) -> str:
        """What is handed on to a procedure, each after a comma."""
        return "".join(f", {self.whole(self.expr(arg, env), arg.type)}" for arg in args)

    def _verb(self, node: t.Statement, indent: int, env: Env) -> None:
        match node:
            case t.Gain():
                self._gain(node, indent, env)
            case t.Lose():
                self._lose(node, indent, env)
            case t.Roll():
                self._roll(node, indent, env)
            case t.Shuffle():
                self._forget(node.zone, indent, env)
                stream = self.program.streams.index(node.zone.zone.name)
                self.out(indent, f"shuffle(s, {stream}, z[{self.zone(node.zone, env)}])")
            case t.Sort():
                self._forget(node.zone, indent, env)
                var = self.name("x")
                key = self.expr(node.key, {**env, "it": var})
                zone = f"z[{self.zone(node.zone, env)}]"
                if re.search(r"\bz\[|\(s,", str(key)):  # a list looks empty to a key while `sort` is at work on it
                    self.out(indent, f"{zone} = sorted({zone}, key=lambda {var}: {key})")
                else:
                    self.out(indent, f"{zone}.sort(key=lambda {var}: {key})")
            case t.Move():
                self._move(node, indent, env)
            case t.Flip():
                place = self.address(node.side, env)
                self.out(indent, f"v[{place}] = (v[{place}]+1) % {node.sides}")
            case t.EndGame():
                self.out(indent, "s.ended = 1")
            case t.Again():
                self.out(indent, f"v[{self.vocabulary.fields['turn.again'].offset}] = 1")
            case t.PassTurn():
                passed = self.add(self.mine(env), self.vocabulary.fields["turn.passed"].offset)
                self.out(indent, f"v[{passed}] = 1")
            case t.EnterPhase():
                self.out(indent, f"s.stage = {node.number}")
            case t.Simultaneous():
                self.out(indent, f"s.sim = {'([*v], [[*x] for x in z])' if node.on else 'None'}")
            case t.Enqueue():
                entry = self.program.procedures[node.procedure].entry
                args = self.arguments(node.args, env)
                self.out(indent, f"s.queue.append(({entry}, {self.text(env.get('me', 'me'))}{args}))")
            case t.Hooked():
                args = self.arguments(node.args, env)
                self.out(indent, f"H_{node.hook}(s, {self.text(env.get('me', 'me'))}{args})")
            case _:
                raise ValueError(f"{type(node).__name__} cannot be generated here")

    def _amount(self, value: t.Expr, indent: int, env: Env) -> Code:
        amount = self.expr(value, env)
        if isinstance(amount, int):
            return max(0, amount)
        if not amount.isidentifier():
            name = self.name("n")
            self.out(indent, f"{name} = {amount}")
            return name
        return amount

    def _gain(self, node: t.Gain, indent: int, env: Env) -> None:
        amount = self._amount(node.amount, indent, env)
        if amount == 0:
            return
        resource = self.expr(node.resource, env)
        if isinstance(amount, str):
            self.out(indent, f"if {amount} > 0:")
            indent += 1
        places = (
            possible(node.resource, len(self.vocabulary.resources)) if isinstance(resource, str) else {int(resource)}
        )
        if places & self.tracks:
            self._gain_tracked(amount, resource, indent, env)
            return
        held, filled = (self.vocabulary.fields[name].offset for name in ("held", "filled"))
        place = self.add(self.add(self.mine(env), held), resource)
        bounds = [self.vocabulary.resources[each].maximum for each in sorted(places)]
        if any(bound >= 0 for bound in bounds):
            top: Code = bounds[0] if len(bounds) == 1 else f"{self.constant(self._tops())}[{resource}]"
            self.out(indent, f"g = min({amount}, {top}-v[{place}])")
            amount = "g"
        self.out(indent, f"v[{place}] += {amount}")
        if self.vocabulary.fields["filled"].used:
            self.out(indent, f"v[{self.add(self.add(self.mine(env), filled), resource)}] += {amount}")

    def _tops(self) -> tuple[int, ...]:
        return tuple(each.maximum if each.maximum >= 0 else 10**9 for each in self.vocabulary.resources)

    def _gain_tracked(self, amount: Code, resource: Code, indent: int, env: Env) -> None:
        """Where nothing suspends the whole gain is done here; where something might, the block has seen that all fits."""
        procedure = self.program.procedures[GAIN]
        me = self.text(env.get("me", "me"))
        if procedure.suspends:
            self.out(indent, f"gain_track(s, v, z, {me}, {self.mine(env)}, {resource}, {amount})")
            return
        fits = self._fits(amount, resource, env)
        quick = f"gain_track(s, v, z, {me}, {self.mine(env)}, {resource}, {amount})"
        slow = f"{self.procedure_name(GAIN)}(s, v, z, {me}, {resource}, {amount})"
        self.out(indent, quick if fits == 1 else f"{quick} if {fits} else {slow}" if fits != 0 else slow)

    def _lose(self, node: t.Lose, indent: int, env: Env) -> None:
        amount = self._amount(node.amount, indent, env)
        if amount == 0:
            return
        held = self.vocabulary.fields["held"].offset
        place = self.add(self.add(self.mine(env), held), self.expr(node.resource, env))
        if isinstance(amount, str):
            self.out(indent, f"if {amount} > 0: v[{place}] -= min(v[{place}], {amount})")
        else:
            self.out(indent, f"v[{place}] -= min(v[{place}], {amount})")

    def _roll(self, node: t.Roll, indent: int, env: Env) -> None:
        values = self.vocabulary.members(node.target.type)
        stream = self.program.streams.index(node.target.field.name)
        size = "s.n" if node.target.type.domain == SEAT.domain else len(values)
        drawn = f"draw(s, {stream}, {size})"
        self.out(indent, f"v[{self.address(node.target, env)}] = {self.add(drawn, values[0])}")

    def _move(self, node: t.Move, indent: int, env: Env) -> None:
        at = self.vocabulary.fields[f"{node.zone.zone.kind}.at"].offset
        self.out(indent, f"q = {self.expr(node.piece, env)}")
        field = seen_field(self.vocabulary, node.zone.zone.kind)
        if node.zone.zone.visible == "seen" and field is not None:
            more = f"{self.zone(node.zone, env)}, q+{field.offset}, {self.constant(sights(self.vocabulary))}"
            self.out(indent, f"if q >= 0: put_seen(s, q+{at}, q, {more})")
        else:
            self.out(indent, f"if q >= 0: move(s, q+{at}, q, {self.zone(node.zone, env)})")

    def _forget(self, ref: t.ZoneRef, indent: int, env: Env) -> None:
        """Written before the pieces are put into another order: afterwards the index of the zone might be another."""
        field = seen_field(self.vocabulary, ref.zone.kind)
        if ref.zone.visible == "seen" and field is not None:
            self.out(indent, f"forget(s, {field.offset}, z[{self.zone(ref, env)}])")
