"""Expressions as a designer writes them, for messages; empty for what is too long to repeat."""

from __future__ import annotations

from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.operations import INFIX
from ruleset_core.lang.vocabulary import Vocabulary

ME = "me"


def written(v: Vocabulary, node: Any) -> str:
    """The text of an expression; empty if it is not a simple one."""
    match node:
        case t.Local():
            return node.name
        case t.Const():
            return v.spell(node.type, node.value)
        case t.Load(field=field) if field.name == "held":
            return _of(v, node.seat, written(v, node.index[0]))
        case t.Load():
            name = node.field.name.rpartition(".")[2]
            if "." in node.field.name:
                return _joined(written(v, node.index[0]), name)
            return _placed(v, _of(v, node.seat, name), node.index)
        case t.ZoneRef():
            return _placed(v, _of(v, node.seat, node.zone.name), node.index)
        case t.FactOf():
            return _joined(written(v, node.of), node.fact.name)
        case t.ZoneAt():
            return _placed(v, written(v, node.zone), (node.place,)).replace("][", ", ")
        case t.Nth():
            return _placed(v, written(v, node.of), (node.place,))
        case t.Op() if node.name in INFIX and node.type.kind == "int":
            left, right = (written(v, part) for part in node.args)
            return f"{left} {node.name} {right}" if left and right else ""
        case t.Apply() if " " in node.define:
            return _joined(written(v, node.args[0]), node.define.partition(" ")[0])
        case t.Apply():
            args = [written(v, arg) for arg in node.args]
            return "" if "" in args else f"{node.define}({', '.join(args)})" if args else node.define
        case _:
            return ""


def _of(v: Vocabulary, seat: Any, name: str) -> str:
    """Something of a seat; of the acting one it is not said."""
    if seat is None or (isinstance(seat, t.Local) and seat.name == ME):
        return name
    return _joined(written(v, seat), name)


def _joined(owner: str, name: str) -> str:
    return f"{owner}.{name}" if owner and name else ""


def _placed(v: Vocabulary, name: str, places: tuple[Any, ...]) -> str:
    inside = [written(v, each) for each in places]
    if not name or "" in inside:
        return ""
    return f"{name}[{', '.join(inside)}]" if inside else name
