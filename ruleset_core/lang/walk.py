"""Walking typed trees: what is below a node, which locals a tree reads, whether it reads the state."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_args

from ruleset_core.lang import tree as t
from ruleset_core.lang.operations import MEANINGS
from ruleset_core.lang.tree_placed import Placed
from ruleset_core.lang.types import SEAT, Type

if TYPE_CHECKING:
    from ruleset_core.lang.origin import Origin
    from ruleset_core.lang.vocabulary import Fact

LEAVES = (t.Load, t.ZoneAt, t.CanPay, t.HookCall, t.Players, t.OptionValue, t.ZoneRef, t.Gather, t.Size)
SKIPPED = {"Field", "Zone", "Fact", "Event", "Decision", "Type"}
_PLAIN: Final = SKIPPED | {"str", "int", "bool", "None", "tuple", "Origin"}
_NAME: Final = re.compile(r"\w+")


def parts(node: Any) -> list[Any]:
    """The tree nodes directly below a node."""
    return _BELOW[type(node)](node)


class _IsNode(dict[Any, bool]):
    """Whether values of a class are parts of trees, rather than what trees refer to; worked out once for each class.

    A lookup here costs a fraction of a call, and walks of trees ask it several hundred thousand times in a check.
    """

    def __missing__(self, kind: Any) -> bool:
        self[kind] = is_dataclass(kind) and str(getattr(kind, "__name__", "")) not in SKIPPED
        return self[kind]


class _Below(dict[Any, Callable[[Any], list[Any]]]):
    """For each class of nodes, what lists the nodes below one; read off the fields of the class where nothing is given."""

    def __missing__(self, kind: Any) -> Callable[[Any], list[Any]]:
        self[kind] = made = below(kind)
        return made


def holding(kind: Any) -> tuple[str, ...]:
    """The names of the fields of a class in which there can be nodes."""
    return tuple(field.name for field in fields(kind) if set(_NAME.findall(str(field.type))) - _PLAIN)


def below(kind: Any) -> Callable[[Any], list[Any]]:
    """What lists the nodes below one of a class, by the types of its fields."""
    names = holding(kind)
    read: Callable[[Any], Any] = attrgetter(*names) if names else _nothing
    return _nothing if not names else lambda node: _nodes(read(node) if len(names) > 1 else (read(node),))


def _nothing(_node: Any) -> list[Any]:
    return []


def _nodes(values: tuple[Any, ...]) -> list[Any]:
    """The nodes among the values of fields, which may be nodes, lists of them, or lists of pairs."""
    found: list[Any] = []
    for value in values:
        if type(value) is tuple:
            for item in value:
                if type(item) is tuple:
                    found += [each for each in item if _IS_NODE[type(each)]]
                elif _IS_NODE[type(item)]:
                    found.append(item)
        elif value is not None and _IS_NODE[type(value)]:
            found.append(value)
    return found


def _placed(node: t.Load | t.ZoneRef) -> list[Any]:
    return [*node.index] if node.seat is None else [node.seat, *node.index]


def _gone_through(node: t.Selection) -> list[Any]:
    if node.search is not None or node.pairs is not None:
        return [*node.parts, node.search or node.pairs]
    if node.among:
        return [*node.among]
    return [*node.parts] if node.zone is None else [*node.parts, node.zone]


def _asked(node: t.Quantity) -> list[Any]:
    return [each for each in (node.selection, node.where, node.body) if each is not None]


_IS_NODE: Final = _IsNode()
_BELOW: Final = _Below({
    t.Const: _nothing, t.Local: _nothing, t.Op: lambda node: [*node.args], t.Load: _placed, t.ZoneRef: _placed,
    t.FactOf: lambda node: [node.of] if node.side is None else [node.of, node.side], t.Selection: _gone_through,
    t.Quantity: _asked, t.Contains: lambda node: [node.of, node.selection], t.Apply: lambda node: [*node.args],
    t.Block: lambda node: [*node.items], t.Let: lambda node: [node.value], t.Put: lambda node: [node.target, node.value],
    t.If: lambda node: [node.condition, node.then] if node.otherwise is None else [node.condition, node.then, node.otherwise],
    t.Do: lambda node: [*node.args],
})  # fmt: skip
"""Nearly all nodes of a game are of these classes; `tests/lang/test_walk.py` holds them against `below`."""


def everything(node: Any) -> Iterator[Any]:
    """The node and all nodes below it, each before what is below it."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        yield each
        below = _BELOW[type(each)](each)
        if below:
            below.reverse()
            waiting += below


STATEMENTS: Final = frozenset(get_args(t.Statement))
"""The classes of nodes that do something. What they compute with, to which most nodes belong, holds none of them."""


def statements(node: Any) -> Iterator[Any]:
    """The statement and all statements below it, each before what is below it."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        yield each
        if type(each) in HOLDERS:
            waiting += reversed(inner(each))


HOLDERS: Final = {
    kind: tuple(name for name in ("items", "body", "then", "instead", "otherwise") if name in holding(kind))
    for kind in STATEMENTS
    if not {"items", "body", "then"}.isdisjoint(holding(kind))
}
"""The classes of statements that hold others, with the fields in which they do."""


def inner(node: Any) -> list[Any]:
    """The statements directly below a node."""
    names = HOLDERS.get(type(node))
    if names is None:
        return []
    if names[0] == "items":
        return [*node.items]
    return [each for each in [getattr(node, name) for name in names] if each is not None]


S = TypeVar("S", bound=Placed)


def placed(statement: S, origin: Origin | None) -> S:
    """The same statement, just made: it and the statements below it that have no origin get this one.

    They are filled in on the spot. Nobody has looked at them yet, and copying whole trees would make loading slower.
    """
    if statement.origin is None and origin is not None:
        object.__setattr__(statement, "origin", origin)
        if type(statement) in HOLDERS:
            for each in inner(statement):
                placed(each, origin)
    return statement


def constant(node: Any, players: int | None = None) -> int | None:
    """The value of an amount made of numbers alone (and of the number of players, if given); None if of anything else."""
    if isinstance(node, t.Const):
        return node.value if node.type.kind == "int" else None
    if isinstance(node, t.Players):
        return players
    if not isinstance(node, t.Op) or node.name not in MEANINGS or node.type.kind != "int":
        return None
    values = [constant(part, players) for part in node.args]
    known = [value for value in values if value is not None]
    return MEANINGS[node.name](*known) if len(known) == len(values) else None


def locals_of(node: Any) -> dict[str, Type]:
    """The locals a tree reads that are bound outside it, with their types."""
    found: dict[str, Type] = {}
    _read(node, frozenset(), found)
    return found


def chain(node: t.Expr, name: str) -> list[t.Expr]:
    """The parts of a chain of `and`, or of `or`."""
    if isinstance(node, t.Op) and node.name == name:
        return [each for part in node.args for each in chain(part, name)]
    return [node]


def fact_asked(part: t.Expr, var: str) -> tuple[Fact, t.Expr] | None:
    """The fact of a local that a condition asks for, and what it must be; None for other conditions."""
    if not isinstance(part, t.Op) or part.name != "==":
        return None
    for one, other in (part.args, part.args[::-1]):
        mine = isinstance(one, t.FactOf) and one.side is None and isinstance(one.of, t.Local) and one.of.name == var
        if isinstance(one, t.FactOf) and mine and var not in locals_of(other):
            return one.fact, other
    return None


def _read(node: Any, bound: frozenset[str], found: dict[str, Type]) -> None:
    way = _READS.get(type(node))
    if way is not None:
        way(node, bound, found)
        return
    for part in _BELOW[type(node)](node):
        _read(part, bound, found)


def _read_local(node: t.Local, bound: frozenset[str], found: dict[str, Type]) -> None:
    if node.name not in bound:
        found[node.name] = node.type


def _read_held(node: t.Pick | t.Size, bound: frozenset[str], found: dict[str, Type]) -> None:
    if node.held:
        found[node.held] = node.type
    if isinstance(node, t.Pick):
        _read(node.place, bound, found)


def _read_block(node: t.Block, bound: frozenset[str], found: dict[str, Type]) -> None:
    for item in node.items:
        _read(item, bound, found)
        if isinstance(item, t.Let):
            bound |= {item.var}


def _read_sort(node: t.Sort, bound: frozenset[str], found: dict[str, Type]) -> None:
    _read(node.zone, bound, found)
    _read(node.key, bound | {"it"}, found)


def _read_as(node: t.As, bound: frozenset[str], found: dict[str, Type]) -> None:
    _read(node.seat, bound, found)
    _read(node.body, bound | {"me"}, found)


def _read_binder(node: Any, bound: frozenset[str], found: dict[str, Type]) -> None:
    inner = bound | {node.var}
    if node.selection.pairs is not None:
        inner |= {*node.selection.pairs.names()}
    outside = [node.selection, *(getattr(node, name, None) for name in ("times", "done", "instead", "otherwise"))]
    for part in parts(node):
        _read(part, bound if any(part is each for each in outside) else inner, found)
    if isinstance(node, (t.Choose, t.ChooseUpTo)):
        found.setdefault("me", SEAT)


def _read_search(node: t.Search, bound: frozenset[str], found: dict[str, Type]) -> None:
    inner = bound | {node.var}
    for part, names in ((node.start, bound), (node.first, inner), (node.limit, bound), (node.step, inner)):
        if part is not None:
            _read(part, names, found)
    beyond = inner | {node.to}
    parts = (node.where, beyond), (node.worth, beyond), (node.then, beyond), (node.further, beyond | {node.onward})
    for part, names in parts:
        if part is not None:
            _read(part, names, found)


def _read_pairs(node: t.Pairs, bound: frozenset[str], found: dict[str, Type]) -> None:
    inner = bound | {node.one}
    for part, names in (
        (node.first, bound),
        (node.where, inner),
        (node.second, inner),
        (node.also, inner | {node.two}),
    ):
        if part is not None:
            _read(part, names, found)


def _read_acting(node: Any, bound: frozenset[str], found: dict[str, Type]) -> None:
    for part in parts(node):
        _read(part, bound, found)
    if "me" not in bound and (not isinstance(node, t.Selection) or node.kind == "others"):
        found.setdefault("me", SEAT)


NEEDS_ME = (
    t.Apply, t.HookCall, t.CanPay, t.Pay, t.Take, t.Do, t.DoCard, t.Emit, t.Hooked, t.Gain, t.Lose, t.PassTurn, t.Enqueue,
    t.Choose, t.ChooseUpTo,
)  # fmt: skip
"""Nodes that hand the acting seat on even where it is not written."""
_READS: Final[dict[type, Callable[[Any, frozenset[str], dict[str, Type]], None]]] = {
    **dict.fromkeys((*NEEDS_ME, t.Selection), _read_acting),
    **dict.fromkeys((t.Quantity, t.For, t.Choose, t.ChooseUpTo), _read_binder),
    t.Local: _read_local, t.Pick: _read_held, t.Size: _read_held, t.Block: _read_block, t.Sort: _read_sort, t.As: _read_as, t.Search: _read_search,
    t.Pairs: _read_pairs,
}  # fmt: skip
"""Nodes that read or bind a name themselves; of all others only the parts do."""


def reads_state(node: Any, memo: dict[int, bool], bodies: dict[str, Any]) -> bool:
    """Whether the value of an expression depends on the state (or on anything but locals and fixed facts)."""
    key = id(node)
    if key not in memo:
        memo[key] = True  # while it is looked at; defines are not recursive
        memo[key] = _reads_state(node, memo, bodies)
    return memo[key]


def _reads_state(node: Any, memo: dict[int, bool], bodies: dict[str, Any]) -> bool:
    if isinstance(node, LEAVES):
        return True
    if isinstance(node, t.Apply):
        define = bodies[node.define]
        if define.value is None or reads_state(define.value, memo, bodies):
            return True
        if any(
            reads_state(change.where, memo, bodies) or reads_state(change.value, memo, bodies)
            for change in define.modifiers
        ):
            return True
    if isinstance(node, t.Selection) and node.kind in {"others", "after", "before", "zone", "seats", "enclosed"}:
        return True
    return any(reads_state(part, memo, bodies) for part in parts(node))
