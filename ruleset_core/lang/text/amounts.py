"""So much of something in words: `2 coins`, `1 coin for each open gate, 6 at most`, `X coins (X = ...)`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ruleset_core.lang import tree as t
from ruleset_core.lang.text.exprs import Exprs
from ruleset_core.lang.text.nouns import Argument, Names
from ruleset_core.lang.types import INT, RESOURCE


@dataclass(frozen=True, slots=True)
class _Counted:
    """A number of things: what one and several of them are called, and what else is asked of them."""

    one: str
    many: str
    where: str = ""


class Amounts(Exprs):
    """Writes amounts of resources and of points."""

    def costs(self, costs: tuple[tuple[t.Expr, t.Expr], ...], names: Names) -> str:
        """`1 coin and 2 apples`."""
        return self.language.listed([self.amount(*cost, names) for cost in costs], "and")

    def amount(self, amount: t.Expr, resource: t.Expr, names: Names) -> str:
        """So much of a resource."""
        amount, resource = self.known(amount, names), self.known(resource, names)
        if not isinstance(resource, t.Const):
            short = isinstance(amount, (t.Const, t.Local))
            key = "of" if short else "unknown of"
            return self.say(key, amount=self.expr(amount, names), resource=self.expr(resource, names, 9))
        return self.counted(amount, self.value(RESOURCE, resource.value), names)

    def counted(self, amount: t.Expr, noun: str, names: Names) -> str:
        """So many of what a noun says."""
        if isinstance(amount, t.Const):
            return self.language.counted(amount.value, noun)
        if each := self._each(amount, noun, names):
            return each
        mass, many = self.language.mass(noun), self.language.several(noun)
        if isinstance(amount, t.Local) and " " not in self.expr(amount, names):
            said = self.expr(amount, names)
            return self.say("counted mass", number=said, noun=noun) if mass else f"{said} {many}"
        key = "unknown mass" if mass and self.language.has("unknown mass") else "unknown"
        return self.say(key, noun=many, amount=self.expr(amount, names))

    # -- for each of what is counted ------------------------------------------------------------------------------

    def _each(self, amount: t.Expr, noun: str, names: Names) -> str:
        """`2 coins for each open gate`, sums of such amounts, and the most there may be of them; else nothing."""
        if isinstance(amount, t.Op) and amount.name == "+":
            said = [self._each(part, noun, names) for part in amount.args]
            return self.language.listed(said, "and") if all(said) else ""
        if isinstance(amount, t.Op) and amount.name == "min":
            most, rest = sorted(amount.args, key=lambda arg: not isinstance(arg, t.Const))
            said = [self._each(rest, noun, names)]
            if isinstance(most, t.Const) and said[0]:
                return self.say("at most", amount=said[0], most=str(most.value))
            return ""
        if isinstance(amount, t.Const):
            return self.language.counted(amount.value, noun)
        number, rest_of = _product(amount)
        if len(rest_of) != 1 or not (counted := self._things(rest_of[0], names)):
            return ""
        key = "for every" if counted.one[:1].isdigit() else "for each"
        return self.say(key, number=self.language.counted(number, noun), one=counted.one, where=counted.where)

    def each(self, amount: t.Expr, names: Names) -> str:
        """`each open gate`, `every 2 coins you have`, of an amount that counts such things; else the amount."""
        counted = self._things(amount, names)
        if counted is None:
            return self.expr(amount, names, 7)
        word = self.language.names["every" if counted.one[:1].isdigit() else "each"]
        return f"{word} {counted.one}{counted.where}"

    def _things(self, amount: t.Expr, names: Names) -> _Counted | None:
        """What an amount counts, if it does nothing else."""
        if self.named(amount):
            one = self.language.bare(self.expr(amount, names))
            return _Counted(one, self.language.several(one))
        if isinstance(amount, t.Quantity) and amount.kind == "count":
            inner, phrase = self.introduced(amount.var, amount.selection, names, amount.where)
            return _Counted(phrase.one, phrase.many, self.where(amount.where, inner, amount.var))
        if isinstance(amount, t.Load) and amount.field.name == "held" and self.mine_is(amount, names):
            resource = self.known(amount.index[0], names)
            if isinstance(resource, t.Const):
                noun = self.value(RESOURCE, resource.value)
                return _Counted(self.say("held one", noun=noun), self.say("held one", noun=self.language.several(noun)))
        if isinstance(amount, t.Apply) and (one := self.one_of(amount, names)):
            return _Counted(one, self.language.plural(one))
        if isinstance(amount, t.Op) and amount.name == "per" and isinstance(amount.args[1], t.Const):
            counted = self._things(amount.args[0], names)
            return counted and _Counted(f"{amount.args[1].value} {counted.many}", "", counted.where)
        return None

    def one_of(self, amount: t.Apply, names: Names) -> str:
        """What the data calls one of what an amount counts; empty when it has no words for it."""
        define = self.v.defines[amount.define]
        words = define.one.get(self.language.code, "")
        args = (
            Argument(self.expr(arg, names, 1), kind, name)
            for arg, (name, kind) in zip(amount.args, define.params.items(), strict=True)
        )
        return self.titled(words, [each for each in args if f"{{{each.name}}}" in words])

    @staticmethod
    def named(amount: t.Expr) -> bool:
        """Whether an amount is a plain field of the game with a name of its own: `for each activation`."""
        return (
            isinstance(amount, t.Load)
            and amount.field.name not in {"held", "filled"}
            and not amount.index
            and amount.seat is None
        )

    def shared(self, amounts: Sequence[t.Expr]) -> t.Expr | None:
        """The field all amounts are multiplied by, if that is said best once for all: `for each activation, ...`."""
        fields = [next((part for part in _product(each)[1] if self.named(part)), None) for each in amounts]
        first = fields[0]
        if first is None or not all(each is not None and _same(each, first) for each in fields):
            return None
        return first if len(amounts) > 1 or len(_product(amounts[0])[1]) > 1 else None

    # -- what is worth points ---------------------------------------------------------------------------------------

    def points(self, amount: t.Expr, names: Names) -> str:
        """So many points; an amount whose name speaks of points says it by itself."""
        noun = self.language.names["point"]
        said = self.expr(amount, names)
        if isinstance(amount, t.Apply) and re.search(rf"^[^(]*\b{self.language.plural(noun)}\b", said):
            return said
        return self.counted(amount, noun, names)


def _product(amount: t.Expr) -> tuple[int, list[t.Expr]]:
    """The number an amount is multiplied by, and its other factors."""
    if isinstance(amount, t.Op) and amount.name == "*":
        (one, left), (other, right) = (_product(arg) for arg in amount.args)
        return one * other, left + right
    if isinstance(amount, t.Const):
        return amount.value, []
    return 1, [amount]


def _same(one: t.Expr, other: t.Expr) -> bool:
    return isinstance(one, t.Load) and isinstance(other, t.Load) and one.field.name == other.field.name


def without(amount: t.Expr, factor: t.Expr) -> t.Expr:
    """An amount without the field it is multiplied by."""
    number, rest = _product(amount)
    rest.remove(next(part for part in rest if _same(part, factor)))
    parts: list[t.Expr] = [*([t.Const(INT, number)] if number != 1 or not rest else []), *rest]
    result = parts[0]
    for part in parts[1:]:
        result = t.Op(INT, "*", (result, part))
    return result
