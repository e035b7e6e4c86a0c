"""Expressions: what a typed tree means, as an expression of the intermediate program."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import WORD, Expr
from ruleset_core.lang.code.size import low, within

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build

Env = dict[Any, Any]
DEEP = 22
"""How deep an expression may be before a part of it becomes a function: printers and Python's parser have limits."""


class Exprs:
    """Turns trees into expressions."""

    def __init__(self, build: Build) -> None:
        self.b = build
        self.ways: dict[Any, Callable[[Any, Env], Expr]] = {
            t.Load: build.places.load,
            t.FactOf: self._fact,
            t.Op: build.operations.value,
            t.Quantity: build.questions.value,
            t.Apply: build.defines.value,
            t.Contains: build.selections.contains,
            t.ZoneAt: build.places.piece_at,
            t.Nth: self._nth,
            t.CanPay: lambda node, env: build.operations.can_pay(node.costs, env, sure=node.sure),
            t.HookCall: self._hook,
            t.Players: lambda _node, _env: build.players,
            t.OptionValue: self._option,
            t.Pick: self._pick,
            t.Size: lambda node, _: build.make.list_length(node.held, WORD[1]),
        }
        self.tabled = {t.FactOf, t.Quantity, t.Apply, t.Op, t.Nth, t.Contains}

    def value(self, node: t.Expr, env: Env) -> Expr:
        """The expression of a tree."""
        kind = type(node)
        if kind is t.Const:  # half of all nodes are one of these two: what stands here runs tens of thousands of times
            return node.value  # type: ignore[union-attr]
        if kind is t.Local:
            held: Expr | None = env.get(node.name)  # type: ignore[union-attr]
            return self._local(node, env) if held is None else held  # type: ignore[arg-type]
        if kind in self.tabled:
            known = self.b.tables.looked_up(node, env)
            if known is not None:
                return known
        found = self.ways[kind](node, env)
        if not isinstance(found, int) and found.depth > DEEP:
            return self.b.functions.apart(found)
        return found

    def truth(self, node: t.Expr | None, env: Env) -> Expr:
        """A condition, 0 or 1; one that is left out holds."""
        return 1 if node is None else self.b.make.truth(self.value(node, env))

    def _local(self, node: t.Local, env: Env) -> Expr:
        return self.b.places.me(env) if node.name == "me" else self.b.local(node.name, node.type)

    def _fact(self, node: t.FactOf, env: Env) -> Expr:
        make, size = self.b.make, self.b.v.domains[node.fact.domain].size
        of = self.b.places.there(self.value(node.of, env), 0, size - 1, sure=node.sure)
        values = node.fact.values
        if isinstance(of, int) and node.side is None:
            return int(values[of])  # type: ignore[arg-type]
        if node.side is not None:
            side = self.b.places.there(self.value(node.side, env), 0, node.fact.sides - 1, sure=node.sure)
            of = make.plus(make.times(of, node.fact.sides), side)
        return make.entry(make.table(values), of)  # type: ignore[arg-type]

    def row(self, node: t.Expr, env: Env) -> tuple[n.Table, Expr]:
        """A list that is a fact: a table of lists, and the row in it."""
        if not isinstance(node, t.FactOf):
            raise TypeError(f"a list of {type(node).__name__}")
        make, size = self.b.make, self.b.v.domains[node.fact.domain].size
        of = self.b.places.there(self.value(node.of, env), 0, size - 1, sure=node.sure)
        if node.side is not None:
            side = self.b.places.there(self.value(node.side, env), 0, node.fact.sides - 1, sure=node.sure)
            of = make.plus(make.times(of, node.fact.sides), side)
        return make.table(node.fact.values), of  # type: ignore[arg-type]

    def _nth(self, node: t.Nth, env: Env) -> Expr:
        make = self.b.make
        table, row = self.row(node.of, env)
        place, beyond = self.value(node.place, env), -int(node.type.optional)
        length = make.row_length(table, row)
        if length == 0:
            return make.after(place, beyond)
        inside = make.compare("<", place, length)  # comes first: `of` is looked at whatever the place is
        if low(place) < 0:
            inside = make.every((inside, make.compare(">=", place, 0)))
        if inside == 0:
            return make.after(row, make.after(place, beyond))
        longest = max(len(each) for each in table.rows)  # type: ignore[arg-type]
        return make.choice(inside, make.row_at(table, row, self.b.narrow(place, 0, longest - 1)), beyond)

    def arguments(self, args: tuple[t.Expr, ...], env: Env) -> tuple[Expr, ...]:
        """What is handed to the plugin, the acting seat first."""
        return (self.b.places.me(env), *(self.b.make.kept(self.value(arg, env)) for arg in args))

    def _hook(self, node: t.HookCall, env: Env) -> Expr:
        found = self.b.make.hooked(node.hook, self.arguments(node.args, env), *self.b.span(node.type))
        self.b.functions.hooks.add(node.hook)
        return found

    def _option(self, node: t.OptionValue, _env: Env) -> Expr:
        return self.b.make.setting(node.place, *self.b.span(node.type))

    def _pick(self, node: t.Pick, env: Env) -> Expr:
        make, place = self.b.make, self.value(node.place, env)
        least, most = self.b.span(node.type)
        if node.held:
            return make.list_at(node.held, place, least, most)
        if node.values == tuple(range(len(node.values))):
            return self.b.narrow(place, 0, len(node.values) - 1)
        if within(place, 0, len(node.values) - 1):
            return make.entry(make.table(node.values), place)
        return make.entry(make.table(node.values), self.b.narrow(place, 0, len(node.values) - 1))
