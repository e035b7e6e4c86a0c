"""Seats that are out of the game are asked nothing: for them there is nothing to choose from, whatever the question."""

from __future__ import annotations

from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.lower.nodes import both, local
from ruleset_core.lang.program import Program
from ruleset_core.lang.rebuild import altered
from ruleset_core.lang.types import BOOL, SEAT
from ruleset_core.lang.vocabulary import Field
from ruleset_core.lang.walk import HOLDERS


def spare_who_is_out(program: Program) -> None:
    """Add to every question that the seat is in the game. A game in which nobody can be out is left as it is."""
    if program.vocabulary.out is not None:
        for procedure in program.procedures.values():
            procedure.body = _spared(procedure.body, program.vocabulary.out)


def _spared(node: Any, out: Field) -> Any:
    changes: dict[str, Any] = {}
    for name in HOLDERS.get(type(node), ()):
        value = getattr(node, name)
        if value is not None:
            many = type(value) is tuple
            changes[name] = tuple(_spared(each, out) for each in value) if many else _spared(value, out)
    if isinstance(node, (t.Choose, t.ChooseUpTo)):
        is_in = t.Op(BOOL, "not", (t.Load(BOOL, out, local("me", SEAT), (), sure=node.sure),))
        pairs = node.selection.pairs
        if pairs is None:
            changes["where"] = both(is_in, node.where)
        else:  # a pair has conditions of its own
            pairs = altered(pairs, {"where": both(is_in, pairs.where)})
            changes["selection"] = altered(node.selection, {"pairs": pairs})
    return altered(node, changes) if changes else node
