"""Arithmetic, comparisons, `and`, `or`, costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.code.nodes import LONG, Expr
from ruleset_core.lang.code.size import high, within
from ruleset_core.lang.decide.meanings import Compiled
from ruleset_core.lang.operations import OPERATIONS
from ruleset_core.lang.vocabulary import Resource

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build

Env = dict[Any, Any]
UNBOUNDED = 2**31 - 1
"""Stands in tables for a bound that is none: no amount is larger."""
MANY_TERMS = 12
"""Sums of more terms are added up in pairs, so that they are not deep."""


class Operations:
    """Expressions of operations."""

    def __init__(self, build: Build) -> None:
        self.b = build
        self.compiled = Compiled(build)
        self.ways: dict[str, Callable[[t.Op, Env], Expr]] = {
            "and": self._junction,
            "or": self._junction,
            "if": self._choice,
            "+": self._sum,
            "-": self._sum,
            "given": self._given,
            "acting": self._acting,
            "fits": self._fits,
        }
        """Operations that are made of trees: some arguments are not always worked out, chains are made as a whole."""

    def value(self, node: t.Op, env: Env) -> Expr:
        """The expression of an operation."""
        way = self.ways.get(node.name)
        if way is not None:
            return way(node, env)
        operation, args = OPERATIONS[node.name], [self.b.exprs.value(arg, env) for arg in node.args]
        if operation.code is None:
            return self.compiled.value(operation, args)
        code: Expr = operation.code(self.b.make, *args)
        return code

    def _choice(self, node: t.Op, env: Env) -> Expr:
        value, (condition, then, otherwise) = self.b.exprs.value, node.args
        code = value(condition, env)
        if isinstance(code, int):
            return value(then if code else otherwise, env)
        return self.b.make.choice(code, value(then, env), value(otherwise, env))

    def _given(self, node: t.Op, env: Env) -> Expr:
        return self.b.fitting(self.b.exprs.value(node.args[0], env), node.type, sure=node.sure)

    def _acting(self, node: t.Op, env: Env) -> Expr:
        return self.b.places.seat(node.args[0], env, sure=node.sure)

    def _fits(self, node: t.Op, env: Env) -> Expr:
        resource = self.resource(self.b.exprs.value(node.args[1], env), sure=node.sure)
        return self.fits(self.b.exprs.value(node.args[0], env), resource, env)

    def _junction(self, node: t.Op, env: Env) -> Expr:
        """`and`, `or`: nothing is worked out after the part that settles it."""
        make, parts = self.b.make, []
        settled = int(node.name == "or")
        for part in self._flat(node, node.name):
            code = self.b.exprs.truth(part, env)
            parts.append(code)
            if isinstance(code, int) and code == settled:
                break
        return make.every(parts) if node.name == "and" else make.some(parts)

    @staticmethod
    def _flat(node: t.Expr, name: str) -> list[t.Expr]:
        """The parts of nested `and`s, or `or`s, in order."""
        found: list[t.Expr] = []
        open_ = [node]
        while open_:
            each = open_.pop()
            if type(each) is t.Op and each.name == name:
                open_ += each.args[::-1]
            else:
                found.append(each)
        return found

    def _sum(self, node: t.Op, env: Env) -> Expr:
        """A sum, its terms in any order, where no order leaves 64 bits."""
        make = self.b.make
        terms = [(sign, self.b.exprs.value(part, env)) for sign, part in self._terms(node)]
        if not all(within(code, LONG[0] // len(terms), LONG[1] // len(terms)) for _, code in terms):
            sides = [self.b.exprs.value(part, env) for part in node.args]
            return make.plus(*sides) if node.name == "+" else make.minus(*sides)
        codes: list[Expr] = []
        known = 0
        for sign, code in terms:
            if isinstance(code, int):
                known += sign * code
            elif sign < 0:
                codes.append(make.minus(codes.pop(), code) if codes else make.minus(0, code))
            else:
                codes.append(code)
        while len(codes) > MANY_TERMS:
            codes = [make.plus(*codes[place : place + 2]) if place + 1 < len(codes) else codes[place]
                     for place in range(0, len(codes), 2)]  # fmt: skip
        total: Expr = 0
        for code in codes:
            total = make.plus(total, code)
        return make.plus(total, known)

    @staticmethod
    def _terms(node: t.Expr) -> list[tuple[int, t.Expr]]:
        found: list[tuple[int, t.Expr]] = []
        open_ = [(1, node)]
        while open_:
            sign, each = open_.pop()
            if type(each) is t.Op and each.name in {"+", "-"}:
                open_ += [(-sign if each.name == "-" else sign, each.args[1]), (sign, each.args[0])]
            else:
                found.append((sign, each))
        return found

    # -- resources ----------------------------------------------------------------------------------------------

    def resource(self, code: Expr, *, sure: bool) -> Expr:
        """A resource that is there."""
        return self.b.places.there(code, 0, len(self.b.v.resources) - 1, sure=sure)

    def fits(self, amount: Expr, resource: Expr, env: Env) -> Expr:
        """Whether all of an amount finds room, and nothing that is reached on the way may ask.

        Where reaching a space may ask, the interpreter always goes unit by unit; what no listener answers to comes to the same.
        """
        make, places = self.b.make, self.b.places
        resources = self.b.v.resources if not isinstance(resource, int) else [self.b.v.resources[resource]]
        suspends = self.b.reach.suspends
        parts = [self.b.reach.calm(amount, resource, env)] if suspends else []
        spaces = [-1 if suspends else each.spaces for each in resources]
        for name, bounds in (("filled", spaces), ("held", list(map(top, resources)))):
            if any(bound >= 0 for bound in bounds):
                limits = [bound if bound >= 0 else UNBOUNDED for bound in bounds]
                limit = limits[0] if isinstance(resource, int) else make.entry(make.table(limits), resource)
                parts.append(make.compare("<=", make.plus(places.own_value(name, env, resource), amount), limit))
        return make.every(parts)

    def can_pay(self, costs: tuple[tuple[t.Expr, t.Expr], ...], env: Env, *, sure: bool) -> Expr:
        """Whether costs can be paid together."""
        make, places = self.b.make, self.b.places
        pairs = [
            (self.b.exprs.value(amount, env), self.resource(self.b.exprs.value(resource, env), sure=sure))
            for amount, resource in costs
        ]
        free = [amount for amount, resource in pairs if high(amount) <= 0 and isinstance(resource, int)]
        pairs = [(amount, resource) for amount, resource in pairs if high(amount) > 0 or not isinstance(resource, int)]
        parts: list[Expr] = []
        for place, (_, resource) in enumerate(pairs):
            if any(other is resource or other == resource for _, other in pairs[:place]):
                continue
            total: Expr = 0
            for amount, other in pairs:
                share = amount if len(pairs) == 1 else make.most(amount, 0)
                here = make.compare("==", other, resource)
                total = make.plus(total, make.choice(here, share, 0))
            parts.append(make.compare(">=", places.own_value("held", env, resource), total))
        paid = make.every(parts)
        for amount, resource in pairs if len(pairs) > 1 else ():  # all are looked at, whichever is missing
            paid = make.after(resource, make.after(amount, paid))
        for amount in free:
            paid = make.after(amount, paid)
        return paid


def top(bounds: Resource) -> int:
    """The most that can be held where the spaces of the track do not bound it already; else -1."""
    bound = bounds.maximum >= 0 and not 0 <= bounds.spaces <= bounds.maximum
    return bounds.maximum if bound else -1
