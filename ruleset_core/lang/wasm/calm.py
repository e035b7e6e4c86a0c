"""What may be worked out whether it is needed or not."""

from __future__ import annotations

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import Expr
from ruleset_core.lang.wasm.unit import Body

CALM = 14
"""Expressions of at most so many nodes may be worked out though they might not be needed, where they cannot fail."""


def calm(b: Body, code: Expr) -> bool:
    """Whether an expression is small and cannot fail wherever it is worked out."""
    if isinstance(code, int):
        return True
    if code.size > CALM:
        return False
    found = b.calm.get(code)
    if found is None:
        found = b.calm[code] = _calm(b, code)
    return found


def _calm(b: Body, code: n.Node) -> bool:
    match code:
        case n.Local() | n.Players() | n.Setting() | n.Answer() | n.ListLength() | n.Queued() | n.Ended() | n.Offered():
            return True
        case n.Value():
            return not outside(code.place, b.unit.record.value_count) and _steady(b, code.place)
        case n.Entry():
            return not outside(code.place, len(code.table.rows)) and _steady(b, code.place)
        case n.ZoneLength():
            return isinstance(code.zone, int)
        case n.Per() | n.Mod():
            return isinstance(code.right, int) and calm(b, code.left)
        case n.Plus() | n.Minus() | n.Times() | n.Least() | n.Most() | n.Compare():
            return calm(b, code.left) and calm(b, code.right)
        case n.Not():
            return calm(b, code.part)
        case n.Among():
            return calm(b, code.of)
        case n.All() | n.Any():
            return all(calm(b, part) for part in code.parts)
        case n.Choice():
            return calm(b, code.condition) and calm(b, code.then) and calm(b, code.otherwise)
    return False


def _steady(b: Body, place: Expr) -> bool:
    """Whether the range of a place does not rest on a condition that was met before it: all its locals have their full range."""
    match place:
        case int():
            return True
        case n.Local():
            held = b.names.get(place.name)
            return held is not None and held.low >= place.low and held.high <= place.high
        case n.Plus() | n.Minus() | n.Times():
            return _steady(b, place.left) and _steady(b, place.right)
    return False


def outside(place: Expr, count: int) -> bool:
    """Whether a place may lie outside of a stretch of so many."""
    return not 0 <= place < count if isinstance(place, int) else place.low < 0 or place.high >= count
