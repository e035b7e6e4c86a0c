"""What selections go through: `seat`, `1..6`, `hand`, `card.colours`, `others`. Values come in order, each closure lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.lang import tree as t
from ruleset_core.lang.areas import enclosed
from ruleset_core.lang.evaluate import places, searches

if TYPE_CHECKING:
    from ruleset_core.lang.evaluate.closures import Env, Members
    from ruleset_core.lang.evaluate.evaluator import Evaluator
    from ruleset_core.lang.runtime import Memory


def selection(e: Evaluator, node: t.Selection) -> Members:
    """What lists the values of a selection."""
    if node.kind in _KINDS:
        return _KINDS[node.kind](e, node)
    if node.zone is None:
        raise e.access.broken("nothing", "in")
    return e.access.pieces(node.zone.zone, e.zone(node.zone))


def _values(_e: Evaluator, node: t.Selection) -> Members:
    """The members of a set, in declared order."""
    values = node.values
    return lambda _s, _env: values


def _range(e: Evaluator, node: t.Selection) -> Members:
    """`a..b`: from `a` to `b`, both included; nothing where `b` is less."""
    low, high = map(e.value, node.parts)
    return lambda s, env: range(low(s, env), high(s, env) + 1)


def _items(e: Evaluator, node: t.Selection) -> Members:
    """`(a, b, c)`: these, in this order."""
    parts = [e.value(part) for part in node.parts]
    return lambda s, env: [part(s, env) for part in parts]


def _fact(e: Evaluator, node: t.Selection) -> Members:
    """`card.colours`: a list of facts."""
    return e.value(node.parts[0])


def _enclosed(e: Evaluator, node: t.Selection) -> Members:
    """The spaces of the area that a line closes; there must be such a line."""
    line, broken, board, field = e.value(node.parts[0]), e.access.broken, e.vocabulary.board, node.field
    before = None if field is None else e.access.before_field(field)

    def area(s: Memory, env: Env) -> Sequence[int]:
        if before is not None:
            before(s, env)
        at = line(s, env)
        if board is None or field is None or not 0 <= at < len(board.ends):
            raise broken("line")
        return enclosed(board, s.v, field.offset, at)

    return area


def _reached(e: Evaluator, node: t.Selection) -> Members:
    """What one comes to step by step, or the longest way; see `searches`."""
    if node.search is None:
        raise e.access.broken("nothing", "in")
    build = searches.longest if node.search.longest else searches.reached
    return build(e, node.search, node.type)


def _union(e: Evaluator, node: t.Selection) -> Members:
    """`hand + table`: what is in any of them, in their order, each once; none is left out."""
    size, parts = e.vocabulary.domains[node.type.domain].size, [e.members(each) for each in node.among]

    def together(s: Memory, env: Env) -> Sequence[int]:
        found = [value for members in parts for value in members(s, env)]
        return [value for value in dict.fromkeys(found) if 0 <= value < size]

    return together


def _paired(e: Evaluator, node: t.Selection) -> Members:
    """The pairs that may be picked, as numbers; see `searches`."""
    if node.pairs is None:
        raise e.access.broken("nothing", "in")
    return searches.paired(e, node.pairs)


def _seats(_e: Evaluator, node: t.Selection) -> Members:
    """The seats that play, then further members of a set that has the seats among its members."""
    values = node.values
    return lambda s, _env: [*range(s.n), *values]


def _others(e: Evaluator, _node: t.Selection) -> Members:
    """`others`: all other seats than the one that acts, from its left on."""
    me = places.somebody(e)

    def others(s: Memory, env: Env) -> Sequence[int]:
        seat = me(env)
        return [(seat + step) % s.n for step in range(1, s.n)]

    return others


def _around(e: Evaluator, node: t.Selection) -> Members:
    """`after(p)`, `before(p)`: all other seats than `p`, from its left, or its right, on; none where there is no such seat."""
    value, sign = e.value(node.parts[0]), 1 if node.kind == "after" else -1

    def seats(s: Memory, env: Env) -> Sequence[int]:
        seat = value(s, env)
        return [(seat + sign * step) % s.n for step in range(1, s.n)] if 0 <= seat < s.n else []

    return seats


_KINDS: Final[Mapping[str, Callable[[Any, t.Selection], Members]]] = {
    "values": _values,
    "range": _range,
    "items": _items,
    "fact": _fact,
    "enclosed": _enclosed,
    "reached": _reached,
    "union": _union,
    "paired": _paired,
    "seats": _seats,
    "others": _others,
    "after": _around,
    "before": _around,
}
SELECTIONS: Final[Mapping[type, Callable[[Any, Any], Members]]] = {t.Selection: selection}
