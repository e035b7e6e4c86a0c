"""Amounts of resources and loops as text: `1 coin for each open gate, 6 at most`; `for each coin, ...`.

What an amount counts decides how it is said; a product with a count becomes `for each`:

    gain 2 points                                        Gain 2 points.
    gain (count c in hand) thorns                        Gain 1 thorn for each card in your hand.
    gain 2 * (count c in hand where c.suit == trump) thorns
                                                         Gain 2 thorns for each card in your hand where the suit of that card is the trump.
    gain bid thorns                                      Gain X thorns (X = your bid).
    for each p in others { as p { gain 1 thorns } }      Each other player gains 1 thorn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.operations import ATOM, OTHER, PRODUCT
from ruleset_core.lang.traversal import alike, substitute, times
from ruleset_core.lang.types import INT, RESOURCE, SEAT
from ruleset_core.story.text.nouns import LocalNames, TitleArgument
from ruleset_core.story.text.phrases import ExpressionWriter


@dataclass(frozen=True, slots=True)
class _Counted:
    """A number of things: what one and several of them are called, and what else is asked of them."""

    one: str
    many: str
    where: str = ""


class AmountWriter(ExpressionWriter):
    """Writes amounts of resources and of points."""

    def costs(self, costs: tuple[tuple[t.Expr, t.Expr], ...], names: LocalNames) -> str:
        """`1 coin and 2 apples`."""
        return self.language.listed([self.amount(*cost, names) for cost in costs], "and")

    def amount(self, amount: t.Expr, resource: t.Expr, names: LocalNames) -> str:
        """So much of a resource."""
        amount, resource = self.constant_of(amount, names), self.constant_of(resource, names)
        if isinstance(resource, t.FactOf) and isinstance(amount, t.Const):  # `1 citizen of that colour`
            unit = self.language.counted(amount.value, self.fact(resource.fact))
            return self.say("FactOf", fact=unit, of=self.expr(resource.of, names))
        if not isinstance(resource, t.Const):
            short = isinstance(amount, (t.Const, t.Local))
            key = "of" if short else "unknown of"
            return self.say(key, amount=self.expr(amount, names), resource=self.expr(resource, names, ATOM))
        return self.counted(amount, self.value(RESOURCE, resource.value), names)

    def counted(self, amount: t.Expr, noun: str, names: LocalNames) -> str:
        """So many of what a noun says."""
        while isinstance(amount, t.Local) and (bound := names.bound.get(amount.name)) and bound.given:
            amount, names = bound.given
        if isinstance(amount, t.Const):
            return self.language.counted(amount.value, noun)
        if each := self._each(amount, noun, names) or self._title_for_each(amount, noun, names):
            return each
        mass, many = self.language.mass(noun), self.language.several(noun)
        if isinstance(amount, t.Local) and " " not in self.expr(amount, names):
            said = self.expr(amount, names)
            return self.say("counted mass", number=said, noun=noun) if mass else f"{said} {many}"
        key = "unknown mass" if mass and self.language.has("unknown mass") else "unknown"
        return self.say(key, noun=many, amount=self.expr(amount, names))

    # -- for each of what is counted ------------------------------------------------------------------------------

    def _title_for_each(self, amount: t.Expr, noun: str, names: LocalNames) -> str:
        """`1 coin for each gate`, of a name of the data that says `1 for each gate`."""
        begins = self.say("for each", number="1", one="", where="")
        said = self.expr(amount, names) if isinstance(amount, t.Apply) else ""
        if not said.startswith(begins):
            return ""
        return self.say("for each", number=self.language.counted(1, noun), one=said.removeprefix(begins), where="")

    def _each(self, amount: t.Expr, noun: str, names: LocalNames, key: str = "at most") -> str:
        """`2 coins for each open gate`, sums of such amounts, and the most there may be of them; else nothing."""
        if isinstance(amount, t.Op) and amount.name == "+":
            said = [self._each(part, noun, names, key="at most in a list") for part in amount.args]
            return self.language.listed(said, "and") if all(said) else ""
        if isinstance(amount, t.Op) and amount.name == "min":
            most, rest = sorted(amount.args, key=lambda arg: not isinstance(arg, t.Const))
            said = [self._each(rest, noun, names)]
            if isinstance(most, t.Const) and said[0]:
                return self.say(key, amount=said[0], most=str(most.value))
            return ""
        if isinstance(amount, t.Const):
            return self.language.counted(amount.value, noun)
        number, rest_of = _product(amount)
        if len(rest_of) != 1 or not (counted := self._things(rest_of[0], names)):
            return ""
        key = "for every" if counted.one[:1].isdigit() else "for each"
        return self.say(key, number=self.language.counted(number, noun), one=counted.one, where=counted.where)

    def each(self, amount: t.Expr, names: LocalNames) -> str:
        """`each open gate`, `every 2 coins you have`, of an amount that counts such things; else the amount."""
        counted = self._things(amount, names)
        if counted is None:
            return self.expr(amount, names, PRODUCT)
        word = self.language.names["every" if counted.one[:1].isdigit() else "each"]
        return f"{word} {counted.one}{counted.where}"

    def _things(self, amount: t.Expr, names: LocalNames) -> _Counted | None:
        """What an amount counts, if it does nothing else."""
        if self.named(amount):
            one = self.language.without_article(self.expr(amount, names))
            return _Counted(one, self.language.several(one))
        if isinstance(amount, t.Quantity) and amount.kind == "count":
            inner, phrase = self.introduced(amount.var, amount.selection, names, amount.where)
            return _Counted(phrase.one, phrase.many, self.where(amount.where, inner, amount.var))
        if isinstance(amount, t.Load) and amount.field.name == "held" and self.mine_is(amount, names):
            resource = self.constant_of(amount.index[0], names)
            if isinstance(resource, t.Const):
                noun = self.value(RESOURCE, resource.value)
                return _Counted(self.say("held one", noun=noun), self.say("held one", noun=self.language.several(noun)))
        if isinstance(amount, t.Apply) and (one := self.one_of(amount, names)):
            return _Counted(one, self.language.plural(one))
        if isinstance(amount, t.Op) and amount.name == "per" and isinstance(amount.args[1], t.Const):
            counted = self._things(amount.args[0], names)
            return counted and _Counted(f"{amount.args[1].value} {counted.many}", "", counted.where)
        return None

    def one_of(self, amount: t.Apply, names: LocalNames) -> str:
        """What the data calls one of what an amount counts; empty when it has no words for it."""
        define = self.v.defines[amount.define]
        words = define.one.get(self.language.code, "")
        args = (
            TitleArgument(self.expr(arg, names, OTHER), kind, name)
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

    def points(self, amount: t.Expr, names: LocalNames) -> str:
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


def without_factor(amount: t.Expr, factor: t.Expr) -> t.Expr:
    """An amount without the field it is multiplied by."""
    number, rest = _product(amount)
    rest.remove(next(part for part in rest if _same(part, factor)))
    parts: list[t.Expr] = [*([t.Const(INT, number)] if number != 1 or not rest else []), *rest]
    result = parts[0]
    for part in parts[1:]:
        result = times(result, part)
    return result


# -- again and again, or by somebody else ------------------------------------------------------------------------------


class LoopWriter(AmountWriter):
    """Writes loops and what other seats do."""

    def for_each(self, one: str, body: str) -> str:
        """`for each coin, flip this card`; what is more than that stands behind a colon."""
        return self.say("Repeat each", one=one, body=body, then=_then(body))

    def repeated(self, node: t.Repeat, names: LocalNames, *, last: bool) -> str:
        """`3 times: ...`, `for each activation and each red die, ...`."""
        ones = [self._one_time(node, names)]
        while ones[-1] and len(node.body.items) == 1 and isinstance(node.body.items[0], t.Repeat):
            if not (one := self._one_time(node.body.items[0], names)):
                break
            node = node.body.items[0]
            ones.append(one)
        body = self.inline(node.body, names, last=last)
        if ones[-1]:
            return self.for_each(f" {self.language.names['and each']} ".join(ones), body)
        once = isinstance(node.times, t.Const) and node.times.value == 1
        return self.say("Repeat once" if once else "Repeat", times=self.expr(node.times, names, ATOM), body=body)

    def _one_time(self, node: t.Repeat, names: LocalNames) -> str:
        """What one round stands for: `activation`; nothing if it is a mere number of times."""
        if isinstance(node.times, t.Apply) and (one := self.one_of(node.times, names)):
            return one
        plain = self.named(node.times) or (isinstance(node.times, t.Apply) and not node.times.args)
        return self.language.without_article(self.expr(node.times, names)) if plain else ""

    def gone_through(self, node: t.For, names: LocalNames, *, last: bool) -> str:
        """`for each card in your hand, ...`; `each player who ... gains 2 coins` where the others do something."""
        inner, phrase = self.introduced(node.var, node.selection, names)
        acts = _acting(node)
        where = "" if node.where is None else self.expr(node.where, inner)
        key = ("For" if acts is None else "For as") + (" if" if where else "")
        one = f"{inner.bound[node.var].text} "
        if acts is not None and where.startswith(one) and where.count(one) == 1:
            key, where = "For as who", where.removeprefix(one)
        does = "" if acts is None or key == "For as if" else self._does(acts, inner)
        if not acts and not where and len(node.body.items) == 2:
            does = self._given(*node.body.items, t.Local(SEAT, node.var), inner)
            key = "For as" if does else key
        if does:
            return self.say(f"{key} does", where=where, does=does, **phrase.parts)
        body = self.inline(acts or node.body, inner, last=last)
        return self.say(key, where=where, body=body, then=_then(body), **phrase.parts)

    def acting(self, node: t.As, names: LocalNames, *, last: bool) -> str:
        """`that player loses 1 coin`; what is more than that stands behind a colon."""
        seat = self.expr(node.seat, names)
        if does := self._does(node.body, names):
            return self.say("As does", seat=seat, does=does)
        return self.say("As", seat=seat, body=self.inline(node.body, names, last=last))

    def handed(self, one: t.Statement, other: t.Statement, names: LocalNames) -> str:
        """`that player gives you 2 coins`, `give that player 2 coins`; nothing if both statements are no such thing."""
        for mine, acts in ((one, other), (other, one)):
            if not isinstance(acts, t.As) or isinstance(mine, t.As):
                continue
            seat = self.expr(acts.seat, names)
            if does := self._given(one, other, acts.seat, names):
                return self.say("As does", seat=seat, does=does)
            theirs = acts.body.items[0] if len(acts.body.items) == 1 else None
            if isinstance(mine, t.Lose) and isinstance(theirs, t.Gain) and self._as_much(mine, theirs, acts.seat):
                return self.say("give", seat=seat, amounts=self.amount(mine.amount, mine.resource, names))
        return ""

    def _given(self, one: t.Statement, other: t.Statement, seat: t.Expr, names: LocalNames) -> str:
        """`gives you 2 coins`, where you gain what a seat loses; else nothing."""
        for mine, acts in ((one, other), (other, one)):
            if (
                isinstance(mine, t.Gain)
                and isinstance(acts, t.As)
                and alike(acts.seat, seat)
                and len(acts.body.items) == 1
            ):
                theirs = acts.body.items[0]
                if isinstance(theirs, t.Lose) and self._as_much(mine, theirs, seat):
                    return self.say("gives", amounts=self.amount(mine.amount, mine.resource, names))
        return ""

    def _as_much(self, mine: t.Gain | t.Lose, theirs: t.Gain | t.Lose, seat: t.Expr) -> bool:
        """Whether another seat gains or loses what you lose or gain."""
        amount = theirs.amount
        define = self.v.defines[amount.define] if isinstance(amount, t.Apply) and not amount.args else None
        if define is not None and isinstance(define.value, t.Apply) and not define.modifiers:
            amount = define.value
        as_much = any(alike(mine.amount, each) for each in (theirs.amount, substitute(amount, {"me": seat})))
        return as_much and alike(mine.resource, theirs.resource)

    def _does(self, block: t.Block, names: LocalNames) -> str:
        """What somebody else gains and loses, `gains 2 coins`; nothing if more is done, or it depends on what is theirs."""
        said = []
        for kind, run in groupby(block.items, key=type):
            if kind not in (t.Gain, t.Lose):
                return ""
            amounts = tuple((each.amount, each.resource) for each in run if isinstance(each, (t.Gain, t.Lose)))
            said.append(self.say("gains" if kind is t.Gain else "loses", amounts=self.costs(amounts, names)))
        text = self.language.listed(said, "and")
        own = "|".join((*self.language.possessives, self.language.names["me"]))
        return "" if re.search(rf"\b({own})\b", text) else text

    # what the rest of the writer brings
    def inline(self, block: t.Block, names: LocalNames, *, last: bool = False) -> str:
        """A block as part of a sentence."""
        raise NotImplementedError


def _then(body: str) -> str:
    """What parts `for each ...` from what is done: a comma, or a colon where that is long."""
    return ": " if body.startswith("[") or ";" in body else ", "


def _acting(node: t.For) -> t.Block | None:
    """What every seat that is gone through does, if that is all that happens."""
    if len(node.body.items) != 1 or not isinstance(node.body.items[0], t.As):
        return None
    acts = node.body.items[0]
    return acts.body if isinstance(acts.seat, t.Local) and acts.seat.name == node.var else None


def hint_statement(node: t.For) -> tuple[t.Expr, t.Show] | None:
    """What a loop tells of a piece, if it is such a one: the fact or the condition, and the statement within."""
    show = node.body.items[0] if len(node.body.items) == 1 else None
    if isinstance(show, t.Show) and show.column is not None and isinstance(node.where, t.Op):
        return node.where.args[1], show
    return None
