"""Operations as Python source, worked out as far as they are known."""

from __future__ import annotations

from ruleset_core.lang import tree as t
from ruleset_core.lang.arithmetic import ARITHMETIC
from ruleset_core.lang.generate.base import BaseGenerator, Code, Env
from ruleset_core.lang.types import BOOL
from ruleset_core.lang.vocabulary import Resource

UNBOUNDED = 10**9
"""Stands in tables for a bound that is none; no seat comes to own that many of anything."""
COMPARE = {"==", "!=", "<", "<=", ">", ">="}


class OperationGenerator(BaseGenerator):
    """Arithmetic, comparisons, `and`, `or`, costs."""

    def _operation(self, node: t.Op, env: Env) -> Code:
        name = node.name
        if name in {"and", "or"}:
            return self.junction(name, [self.expr(arg, env) for arg in node.args])
        if name == "if":
            return self._conditional(node, env)
        if name in {"+", "-"}:
            return self._sum(node, env)
        args = [self.expr(arg, env) for arg in node.args]
        if name in {"given", "acting"}:
            return args[0]
        if name == "fits":
            return self._fits(args[0], args[1], env)
        if all(isinstance(arg, int) for arg in args):
            return ARITHMETIC[name](*args)
        if name in {">=", "<"} and isinstance(args[1], int) and args[1] <= 0 and self._never_negative(node.args[0]):
            return int(name == ">=")
        first = args[0]
        if name == "not":
            return f"(not {first})"
        if name == "neg":
            return f"(-{first})"
        if name in {"abs", "min", "max"}:
            return self._function(name, args)
        second = args[1]
        if name in {"per", "mod"}:
            return self._division("//" if name == "per" else "%", first, second)
        if name in {"==", "!="} and all(arg.type == BOOL for arg in node.args) and isinstance(second, int):
            return first if bool(second) == (name == "==") else f"(not {first})"
        return f"({first}{name}{self.text(second)})" if name in COMPARE else f"({first}{name}{second})"

    def _sum(self, node: t.Op, env: Env) -> Code:
        """Sums and differences with all that is known in one number."""
        known, code = 0, ""
        for sign, part in self._terms(node, 1):
            value = self.expr(part, env)
            if isinstance(value, int):
                known += sign * value
            else:
                code += f"{'+' if sign > 0 else '-'}{value}"
        if not code:
            return known
        return self.add(
            f"({code.removeprefix('+')})" if code.count("+") + code.count("-") > 1 else code.removeprefix("+"), known
        )

    def _terms(self, node: t.Expr, sign: int) -> list[tuple[int, t.Expr]]:
        if not isinstance(node, t.Op) or node.name not in {"+", "-"}:
            return [(sign, node)]
        return self._terms(node.args[0], sign) + self._terms(node.args[1], -sign if node.name == "-" else sign)

    def range_of(self, node: t.Expr, env: Env) -> tuple[int, int]:
        """The least and the greatest value a number can have, as far as types and operations tell."""
        unknown = (-(10**9), 10**9)
        if (
            isinstance(node, t.Op)
            and node.name == "mod"
            and isinstance(node.args[1], t.Const)
            and node.args[1].value > 0
        ):
            return 0, node.args[1].value - 1
        code = self.expr(node, env)
        if isinstance(code, int):
            return code, code
        kind = node.type
        if (
            isinstance(node, (t.Load, t.Local))
            and kind.kind == "int"
            and kind.low is not None
            and kind.high is not None
        ):
            return (min(kind.low, -1) if kind.optional else kind.low), kind.high
        return unknown

    @staticmethod
    def _never_negative(node: t.Expr) -> bool:
        """Amounts of resources are never below 0, nor are sums of them."""
        if isinstance(node, t.Op) and node.name == "+":
            return all(OperationGenerator._never_negative(arg) for arg in node.args)
        return isinstance(node, t.Load) and node.field.name in {"held", "filled"}

    def _function(self, name: str, args: list[Code]) -> Code:
        if name == "abs" and isinstance(args[0], str) and args[0].isidentifier():
            return f"({args[0]} if {args[0]}>=0 else -{args[0]})"
        if name != "abs" and all(isinstance(arg, int) or len(arg) < 12 for arg in args):
            sign = "<" if name == "min" else ">"
            return f"({args[0]} if {args[0]}{sign}{args[1]} else {args[1]})"
        return f"{name}({', '.join(map(str, args))})"

    def _division(self, sign: str, first: Code, second: Code) -> Code:
        if second == 1:
            return first if sign == "//" else 0
        if isinstance(second, int):
            return f"({first}{sign}{second})" if second > 0 else 0
        return f"({first}{sign}{second})" if second == "s.n" else f"({first}{sign}{second} if {second}>0 else 0)"

    def _conditional(self, node: t.Op, env: Env) -> Code:
        condition = self.expr(node.args[0], env)
        if isinstance(condition, int):
            return self.expr(node.args[1 if condition else 2], env)
        then, otherwise = self.expr(node.args[1], env), self.expr(node.args[2], env)
        if then == otherwise:
            return then
        if node.type == BOOL:
            if otherwise == 0:
                return self.junction("and", [condition, then])
            if then == 1:
                return self.junction("or", [condition, otherwise])
        return f"({self.text(then)} if {condition} else {self.text(otherwise)})"

    @staticmethod
    def junction(name: str, parts: list[Code]) -> Code:
        """`and` / `or` of parts, with known parts worked out."""
        absorbing = 0 if name == "and" else 1
        if any(isinstance(part, int) and bool(part) == bool(absorbing) for part in parts):
            return absorbing  # values have no effects, so the others need not be looked at
        kept = [part for part in parts if isinstance(part, str)]
        if not kept:
            return 1 - absorbing
        return kept[0] if len(kept) == 1 else f"({f' {name} '.join(kept)})"

    def _fits(self, amount: Code, resource: Code, env: Env) -> Code:
        reach = self.program.procedures.get("event reach")
        if reach is not None and reach.suspends:
            return 0
        held, filled = (self.vocabulary.fields[name].offset for name in ("held", "filled"))
        if isinstance(resource, int):
            return self._fits_one(amount, resource, held, filled, env)
        limits = tuple(each.spaces if each.spaces >= 0 else UNBOUNDED for each in self.vocabulary.resources)
        tops = tuple(self._top(each) for each in self.vocabulary.resources)
        parts = [
            f"v[{self.add(self.add(self.mine(env), filled), resource)}]+{amount}<={self.constant(limits)}[{resource}]"
        ]
        if any(top < UNBOUNDED for top in tops):
            parts.append(
                f"v[{self.add(self.add(self.mine(env), held), resource)}]+{amount}<={self.constant(tops)}[{resource}]"
            )
        return f"({' and '.join(parts)})"

    def _fits_one(self, amount: Code, resource: int, held: int, filled: int, env: Env) -> Code:
        bounds = self.vocabulary.resources[resource]
        parts: list[Code] = []
        if bounds.spaces >= 0:
            parts.append(f"v[{self.add(self.mine(env), filled + resource)}]+{amount}<={bounds.spaces}")
        if self._top(bounds) < UNBOUNDED:
            parts.append(f"v[{self.add(self.mine(env), held + resource)}]+{amount}<={bounds.maximum}")
        return self.junction("and", parts)

    @staticmethod
    def _top(bounds: Resource) -> int:
        """The most that can be held, where the spaces of the track do not bound it already."""
        bound = bounds.maximum >= 0 and not 0 <= bounds.spaces <= bounds.maximum
        return bounds.maximum if bound else UNBOUNDED

    def can_pay(self, costs: tuple[tuple[t.Expr, t.Expr], ...], env: Env) -> Code:
        """Whether costs can be paid together."""
        held = self.vocabulary.fields["held"].offset
        pairs = [(self.expr(amount, env), self.expr(resource, env)) for amount, resource in costs]
        pairs = [(amount, resource) for amount, resource in pairs if not isinstance(amount, int) or amount > 0]
        parts: list[Code] = []
        for place, (_, resource) in enumerate(pairs):
            if any(other == resource for _, other in pairs[:place]):
                continue
            total: Code = 0
            for amount, other in pairs:
                share: Code = amount
                if isinstance(amount, str) and len(pairs) > 1:
                    share = f"max(0,{amount})"
                if other == resource:
                    total = self.add(total, share)
                elif not (isinstance(other, int) and isinstance(resource, int)):
                    total = self.add(total, f"({share} if {other}=={resource} else 0)")
            parts.append(f"(v[{self.add(self.add(self.mine(env), held), resource)}]>={total})")
        return self.junction("and", parts)
