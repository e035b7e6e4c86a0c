"""Expressions over fixed facts and locals alone, worked out without making any code: for tables and known values.

A tree becomes a Python closure once, and is then run for as many values of its locals as are wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.arithmetic import ARITHMETIC
from ruleset_core.lang.code.nodes import LONG, WORD
from ruleset_core.lang.types import SEAT, Type

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build

Known = dict[str, int]
Run = Callable[[Known], Any]
ROUNDS = 40
"""How often a loop of unknown length is taken to go round when its work is estimated."""
MOST_KNOWN = 40
"""Most rounds of a loop of unknown length that are worked out when the game is loaded: nobody is charged for them."""


class BrokenError(Exception):
    """The value asked for does not exist: looking for it breaks a rule."""


class TooMuchError(Exception):
    """It is not worked out when the game is loaded: that would take long, and so much is not charged beforehand."""


class NotFixedError(Exception):
    """The expression depends on the state."""


class Fixed:
    """Closures of trees that read no state."""

    def __init__(self, build: Build) -> None:
        self.b = build
        self._made: dict[int, tuple[t.Expr, Run | None]] = {}
        self._work: dict[int, int] = {}
        self.ways: dict[Any, Callable[[Any], Run]] = {
            t.Const: self._const,
            t.Local: self._local,
            t.FactOf: self._fact,
            t.Op: self._op,
            t.Quantity: self._question,
            t.Apply: self._apply,
            t.Contains: self._contains,
            t.Nth: self._nth,
            t.Pick: self._pick,
        }

    def run(self, node: t.Expr) -> Run | None:
        """What works an expression out; None if it reads the state."""
        key = id(node)
        if key not in self._made:
            self._made[key] = (node, None)
            try:
                way = self.ways.get(type(node))
                found = None if way is None else way(node)
            except NotFixedError:
                found = None
            self._made[key] = (node, found)
        return self._made[key][1]

    def work(self, node: t.Expr) -> int:
        """About how many steps it takes."""
        return self._work.get(id(node), 1)

    def _need(self, node: t.Expr) -> Run:
        found = self.run(node)
        if found is None:
            raise NotFixedError
        return found

    def _weigh(self, node: t.Expr, parts: Sequence[t.Expr], rounds: int = 1) -> None:
        self._work[id(node)] = 1 + rounds * sum(map(self.work, parts))

    @staticmethod
    def _const(node: t.Const) -> Run:
        value = node.value
        return lambda _: value

    @staticmethod
    def _local(node: t.Local) -> Run:
        name = node.name
        if name == "me":
            raise NotFixedError
        return lambda known: known[name]

    def _fact(self, node: t.FactOf) -> Run:
        of, values, size = self._need(node.of), node.fact.values, self.b.v.domains[node.fact.domain].size
        side = None if node.side is None else self._need(node.side)
        sides = node.fact.sides
        self._weigh(node, (node.of,))

        def run(known: Known) -> Any:
            place = of(known)
            if not 0 <= place < size:
                raise BrokenError
            return values[place] if side is None else values[place * sides + side(known)]

        return run

    def _op(self, node: t.Op) -> Run:
        name = node.name
        if name in {"fits", "acting"}:
            raise NotFixedError
        parts = [self._need(arg) for arg in node.args]
        self._weigh(node, node.args)
        if name in {"and", "or"}:
            first, second = parts
            if name == "and":
                return lambda known: int(bool(first(known)) and bool(second(known)))
            return lambda known: int(bool(first(known)) or bool(second(known)))
        if name == "if":
            condition, then, otherwise = parts
            return lambda known: then(known) if condition(known) else otherwise(known)
        if name == "given":
            (part,), given = parts, self._given(node.type)
            return lambda known: given(part(known))
        how = ARITHMETIC[name]
        if len(parts) == 1:
            one = parts[0]
            return lambda known: how(one(known))
        left, right = parts
        if name not in {"+", "-", "*"}:
            return lambda known: how(left(known), right(known))

        def run(known: Known) -> int:
            value = how(left(known), right(known))
            if not LONG[0] <= value <= LONG[1]:
                raise BrokenError
            return value

        return run

    def _given(self, kind: Type) -> Callable[[int], int]:
        """Lets values of a type through."""
        least, most = self.b.span(kind) if self.b.v.finite(kind) else WORD
        first = (kind.low or 0) if kind.optional and kind.kind == "int" else least

        def run(value: int) -> int:
            if not (first <= value <= most or (least <= value <= most and value <= -1)):
                raise BrokenError
            return value

        return run

    def _apply(self, node: t.Apply) -> Run:
        define = self.b.v.defines[node.define]
        if define.value is None:
            raise NotFixedError
        args = [
            (name, self._given(kind), self._need(arg))
            for (name, kind), arg in zip(define.params.items(), node.args, strict=True)
        ]
        value = self._need(define.value)
        changes = [
            (how, self._need(each.where), self._need(each.value))
            for how in ("set", "add")
            for each in define.modifiers
            if each.how == how
        ]
        inside = [define.value, *(part for each in define.modifiers for part in (each.where, each.value))]
        self._weigh(node, (*node.args, *inside))

        def run(known: Known) -> int:
            inner = {name: given(arg(known)) for name, given, arg in args}
            found: int = value(inner)
            for how, where, new in changes:
                if where(inner):
                    found = new(inner) + (found if how == "add" else 0)
            return found

        return run

    def members(self, selection: t.Selection) -> tuple[Callable[[Known], Sequence[int]], int]:
        """What lists the values of a selection, and about how many there are."""
        kind = selection.kind
        if kind == "values":
            values = selection.values
            return (lambda _: values), len(values)
        if kind == "fact":
            return self._need(selection.parts[0]), ROUNDS
        if kind == "items":
            parts, given = [self._need(part) for part in selection.parts], self._given(selection.type)
            return (lambda known: [given(part(known)) for part in parts]), len(parts)
        if kind == "range" and selection.type != SEAT:
            first, last = (self._need(part) for part in selection.parts)
            ends = [part.value for part in selection.parts if isinstance(part, t.Const)]
            rounds = max(0, ends[1] - ends[0] + 1) if len(ends) == 2 else ROUNDS
            return (lambda known: _counted(first(known), last(known))), rounds
        raise NotFixedError

    def _contains(self, node: t.Contains) -> Run:
        of = self._need(node.of)
        members, rounds = self.members(node.selection)
        self._weigh(node, (node.of, *node.selection.parts), 1 + rounds // 10)
        return lambda known: int(of(known) in members(known))

    def _nth(self, node: t.Nth) -> Run:
        of, at, beyond = self._need(node.of), self._need(node.place), -int(node.type.optional)
        self._weigh(node, (node.of, node.place))

        def run(known: Known) -> int:
            values, place = of(known), at(known)
            return values[place] if 0 <= place < len(values) else beyond

        return run

    def _pick(self, node: t.Pick) -> Run:
        if node.held:
            raise NotFixedError
        place, values = self._need(node.place), node.values
        return lambda known: values[place(known)]

    def _question(self, node: t.Quantity) -> Run:
        members, rounds = self.members(node.selection)
        var = node.var
        where = None if node.where is None else self._need(node.where)
        body = None if node.body is None else self._need(node.body)
        self._weigh(node, [part for part in (node.where, node.body) if part is not None] or (node,), max(1, rounds))
        answer = ANSWERS[node.kind]
        last = node.ties == "last"

        def run(known: Known) -> int:
            inner = dict(known)

            def found() -> Any:
                for value in members(known):
                    inner[var] = value
                    if where is None or where(inner):
                        yield value, body(inner) if body is not None else 1

            return answer(found(), last)

        return run


def _counted(first: int, last: int) -> range:
    if last - first >= MOST_KNOWN:
        raise TooMuchError
    return range(first, last + 1)


def _best(found: Any, sign: int, last: bool) -> int:
    best: tuple[int, int] | None = None
    for value, amount in found:
        worth = sign * amount
        if best is None or worth > best[0] or (last and worth == best[0]):
            best = (worth, value)
    return -1 if best is None else best[1]


def _total(found: Any) -> int:
    total: int = sum(amount for _, amount in found)
    if not LONG[0] <= total <= LONG[1]:
        raise BrokenError
    return total


ANSWERS: dict[str, Callable[[Any, bool], int]] = {
    "any": lambda found, _: int(any(True for _ in found)),
    "no": lambda found, _: int(not any(True for _ in found)),
    "every": lambda found, _: int(all(amount for _, amount in found)),
    "count": lambda found, _: sum(1 for _ in found),
    "sum": lambda found, _: _total(found),
    "first": lambda found, _: next((value for value, _ in found), -1),
    "highest": lambda found, _: max((amount for _, amount in found), default=0),
    "lowest": lambda found, _: min((amount for _, amount in found), default=0),
    "most": lambda found, last: _best(found, 1, last),
    "least": lambda found, last: _best(found, -1, last),
}
