"""Expressions over fixed facts and locals alone: what they look at, and about how much work they are.

The evaluator works them out (`evaluate.folding`), for tables and for what is known when the game is linked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.evaluate.evaluator import Evaluator
from ruleset_core.lang.evaluate.folding import ConstantFolding
from ruleset_core.lang.types import SEAT, Type

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruleset_core.lang.decide.build import Build
    from ruleset_core.lang.evaluate.closures import Value

ROUNDS = 40
"""How often a loop of unknown length is taken to go round when its work is estimated."""


@dataclass(slots=True, eq=False)
class Form:
    """An expression that reads no state.

    Attributes:
        work: about how many steps it takes to work it out.
        free: the locals it reads, with their types.
        looked: how many facts, questions and uses of definitions are in it.
    """

    work: int
    free: dict[str, Type]
    looked: int


Members = tuple[int, list[Form]]
"""Of a selection about how many values it has, and its parts."""
NOTHING: dict[str, Type] = {}


def _made(parts: Sequence[Form], work: int, *, looks: bool) -> Form:
    """An expression made of others; its work is its own."""
    free, looked = NOTHING, int(looks)
    for part in parts:
        if part.free:
            free = {**free, **part.free} if free else part.free
        looked += part.looked
    return Form(work, free, looked)


def _work(parts: Sequence[Form]) -> int:
    return sum([part.work for part in parts])


class Fixed:
    """What is known of trees that read no state."""

    def __init__(self, build: Build) -> None:
        self.b = build
        self._forms: dict[int, tuple[t.Expr, Form | None]] = {}
        self._evaluator = Evaluator(build.program, access=ConstantFolding())
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

    def run(self, node: t.Expr) -> Value:
        """What works an expression out that has a form; its state is None."""
        return self._evaluator.value(node)

    def form(self, node: t.Expr) -> Form | None:
        """What is known of an expression; None if it reads the state."""
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
    def _const(_node: t.Const) -> Form:
        return Form(1, NOTHING, 0)

    @staticmethod
    def _local(node: t.Local) -> Form | None:
        return None if node.name == "me" else Form(1, {node.name: node.type}, 0)

    def _fact(self, node: t.FactOf) -> Form | None:
        parts = self._all((node.of,) if node.side is None else (node.of, node.side))
        return None if parts is None else _made(parts, 1 + parts[0].work, looks=True)

    def _op(self, node: t.Op) -> Form | None:
        parts = None if node.name in {"fits", "acting"} else self._all(node.args)
        return None if parts is None else _made(parts, 1 + _work(parts), looks=False)

    def _apply(self, node: t.Apply) -> Form | None:
        define = self.b.v.defines[node.define]
        args = self._all(node.args)
        if define.value is None or args is None:
            return None
        inside = self._all([define.value, *(part for each in define.modifiers for part in (each.where, each.value))])
        return None if inside is None else _made(args, 1 + _work(args) + _work(inside), looks=True)

    def members(self, selection: t.Selection) -> Members | None:
        """What is known of a selection; None if it reads the state."""
        kind = selection.kind
        if kind == "values":
            return len(selection.values), []
        if kind not in {"fact", "items", "range"} or (kind == "range" and selection.type == SEAT):
            return None
        parts = self._all(selection.parts)
        if parts is None:
            return None
        if kind == "items":
            return len(parts), parts
        ends = [part.value for part in selection.parts if isinstance(part, t.Const)]
        return max(0, ends[1] - ends[0] + 1) if len(ends) == 2 else ROUNDS, parts

    def _contains(self, node: t.Contains) -> Form | None:
        one, among = self.form(node.of), self.members(node.selection)
        if one is None or among is None:
            return None
        rounds, inside = among
        parts = [one, *inside]
        return _made(parts, 1 + (1 + rounds // 10) * _work(parts), looks=True)

    def _nth(self, node: t.Nth) -> Form | None:
        parts = self._all((node.of, node.place))
        return None if parts is None else _made(parts, 1 + _work(parts), looks=True)

    def _pick(self, node: t.Pick) -> Form | None:
        part = None if node.held else self.form(node.place)
        return None if part is None else _made([part], 1, looks=False)

    def _question(self, node: t.Quantity) -> Form | None:
        among = self.members(node.selection)
        asked = [part for part in (node.where, node.body) if part is not None]
        forms = None if among is None else self._all(asked)
        if among is None or forms is None:
            return None
        rounds, before = among
        made = _made(forms, 1 + max(1, rounds) * (_work(forms) if asked else 1), looks=True)
        inside = {name: kind for name, kind in made.free.items() if name != node.var}
        made.free = {name: kind for part in before for name, kind in part.free.items()} | inside
        made.looked += sum([part.looked for part in before])
        return made
