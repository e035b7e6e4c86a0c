"""Expressions over fixed facts and locals alone, worked out without making any code: for tables and known values.

A tree becomes a Python closure once, and is then run for as many values of its locals as are wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.code.nodes import LONG, WORD
from ruleset_core.lang.operations import MEANINGS as ARITHMETIC
from ruleset_core.lang.quantities import QUANTITIES
from ruleset_core.lang.types import SEAT, Type

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build

Known = dict[str, int]
Run = Callable[[Known], Any]
ROUNDS = 40
"""How often a loop of unknown length is taken to go round when its work is estimated."""


class BrokenError(Exception):
    """The value asked for does not exist: looking for it breaks a rule."""


@dataclass(slots=True, eq=False)
class Form:
    """An expression that reads no state.

    Attributes:
        run: works it out for known values of its locals.
        work: about how many steps that takes.
        free: the locals it reads, with their types.
        looked: how many facts, questions and uses of definitions are in it.
    """

    run: Run
    work: int
    free: dict[str, Type]
    looked: int


Members = tuple[Callable[[Known], Sequence[int]], int, list[Form]]
"""What lists the values of a selection, about how many there are, and its parts."""
NOTHING: dict[str, Type] = {}


def _made(run: Run, parts: Sequence[Form], work: int, *, looks: bool) -> Form:
    """An expression made of others; its work is its own."""
    free, looked = NOTHING, int(looks)
    for part in parts:
        if part.free:
            free = {**free, **part.free} if free else part.free
        looked += part.looked
    return Form(run, work, free, looked)


def _work(parts: Sequence[Form]) -> int:
    return sum([part.work for part in parts])


class Fixed:
    """Closures of trees that read no state."""

    def __init__(self, build: Build) -> None:
        self.b = build
        self._forms: dict[int, tuple[t.Expr, Form | None]] = {}
        self.ways: dict[Any, Callable[[Any], Form | None]] = {
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

    def form(self, node: t.Expr) -> Form | None:
        """What works an expression out; None if it reads the state."""
        found = self._forms.get(id(node))
        if found is None:  # the node is kept with its form, so that its id is not given to another
            way = self.ways.get(type(node))
            found = self._forms[id(node)] = (node, None if way is None else way(node))
        return found[1]

    def _all(self, nodes: Iterable[t.Expr]) -> list[Form] | None:
        """Several, if none of them reads the state."""
        found: list[Form] = []
        for node in nodes:
            form = self.form(node)
            if form is None:
                return None
            found.append(form)
        return found

    @staticmethod
    def _const(node: t.Const) -> Form:
        value = node.value
        return Form(lambda _: value, 1, NOTHING, 0)

    @staticmethod
    def _local(node: t.Local) -> Form | None:
        name = node.name
        return None if name == "me" else Form(itemgetter(name), 1, {name: node.type}, 0)

    def _fact(self, node: t.FactOf) -> Form | None:
        parts = self._all((node.of,) if node.side is None else (node.of, node.side))
        if parts is None:
            return None
        of, values, size = parts[0].run, node.fact.values, self.b.v.domains[node.fact.domain].size
        side = None if node.side is None else parts[1].run
        sides = node.fact.sides

        def run(known: Known) -> Any:
            place = of(known)
            if not 0 <= place < size:
                raise BrokenError
            return values[place] if side is None else values[place * sides + side(known)]

        return _made(run, parts, 1 + parts[0].work, looks=True)

    def _op(self, node: t.Op) -> Form | None:
        if node.name in {"fits", "acting"}:
            return None
        parts = self._all(node.args)
        if parts is None:
            return None
        return _made(self._operation(node, [part.run for part in parts]), parts, 1 + _work(parts), looks=False)

    def _operation(self, node: t.Op, parts: list[Run]) -> Run:
        name = node.name
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

    def _apply(self, node: t.Apply) -> Form | None:
        define = self.b.v.defines[node.define]
        changes = [each for how in ("set", "add") for each in define.modifiers if each.how == how]
        args = self._all(node.args)
        if define.value is None or args is None:
            return None
        inside = self._all([define.value, *(part for each in changes for part in (each.where, each.value))])
        if inside is None:
            return None
        handed = [
            (name, self._given(kind), arg.run) for (name, kind), arg in zip(define.params.items(), args, strict=True)
        ]
        value = inside[0].run
        steps = [
            (each.how, where.run, new.run) for each, where, new in zip(changes, inside[1::2], inside[2::2], strict=True)
        ]

        of_type = self._given(define.type) if define.kind == "value" and self.b.v.finite(define.type) else None

        def run(known: Known) -> int:
            inner = {name: given(arg(known)) for name, given, arg in handed}
            found: int = value(inner)
            for how, where, new in steps:
                if where(inner):
                    found = new(inner) + (found if how == "add" else 0)
            return found if of_type is None else of_type(found)

        return _made(run, args, 1 + _work(args) + _work(inside), looks=True)

    def members(self, selection: t.Selection, *, looked_for: bool = False) -> Members | None:
        """What lists the values of a selection. Where one is only `looked_for` among them, the others need not be of its type."""
        kind = selection.kind
        if kind == "values":
            values = selection.values
            return (lambda _: values), len(values), []
        if kind not in {"fact", "items", "range"} or (kind == "range" and selection.type == SEAT):
            return None
        forms = self._all(selection.parts)
        if forms is None:
            return None
        parts = [part.run for part in forms]
        if kind == "fact":
            return parts[0], ROUNDS, forms
        if kind == "items":
            if looked_for:
                return (lambda known: [part(known) for part in parts]), len(parts), forms
            given = self._given(selection.type)
            return (lambda known: [given(part(known)) for part in parts]), len(parts), forms
        first, last = parts
        ends = [part.value for part in selection.parts if isinstance(part, t.Const)]
        rounds = max(0, ends[1] - ends[0] + 1) if len(ends) == 2 else ROUNDS
        return (lambda known: range(first(known), last(known) + 1)), rounds, forms

    def _contains(self, node: t.Contains) -> Form | None:
        one, among = self.form(node.of), self.members(node.selection, looked_for=True)
        if one is None or among is None:
            return None
        of, (members, rounds, inside) = one.run, among
        parts = [one, *inside]
        run: Run = lambda known: int(of(known) in members(known))  # noqa: E731
        return _made(run, parts, 1 + (1 + rounds // 10) * _work(parts), looks=True)

    def _nth(self, node: t.Nth) -> Form | None:
        parts = self._all((node.of, node.place))
        if parts is None:
            return None
        of, at, beyond = parts[0].run, parts[1].run, -int(node.type.optional)

        def run(known: Known) -> int:
            values, place = of(known), at(known)
            return values[place] if 0 <= place < len(values) else beyond

        return _made(run, parts, 1 + _work(parts), looks=True)

    def _pick(self, node: t.Pick) -> Form | None:
        part = None if node.held else self.form(node.place)
        if part is None:
            return None
        place, values = part.run, node.values
        return _made(lambda known: values[place(known)], [part], 1, looks=False)

    def _question(self, node: t.Quantity) -> Form | None:
        among = self.members(node.selection)
        asked = [part for part in (node.where, node.body) if part is not None]
        forms = None if among is None else self._all(asked)
        if among is None or forms is None:
            return None
        members, rounds, before = among
        var = node.var
        where = None if node.where is None else forms[0].run
        body = None if node.body is None else forms[-1].run
        answer = QUANTITIES[node.kind].meaning
        last = node.ties == "last"

        def run(known: Known) -> int:
            inner = dict(known)

            def found() -> Any:
                for value in members(known):
                    inner[var] = value
                    if where is None or where(inner):
                        yield value, body(inner) if body is not None else 1

            try:
                return answer(found(), last)
            except OverflowError:
                raise BrokenError from None

        made = _made(run, forms, 1 + max(1, rounds) * (_work(forms) if asked else 1), looks=True)
        inside = {name: kind for name, kind in made.free.items() if name != var}
        made.free = {name: kind for part in before for name, kind in part.free.items()} | inside
        made.looked += sum([part.looked for part in before])
        return made
