"""Showing what a piece is like: the values it cannot have are gone through, and the seat gets to know each of them.

`show c.colour == red to p` comes to: for each colour of which the condition says something else than of the colour of the
piece, the seat knows that the piece is not of it. So every executor, proof and bound of loops holds for hints as well.
"""

from __future__ import annotations

from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.knowledge import column
from ruleset_core.lang.rebuild import rebuilt
from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.types import BOOL, INT
from ruleset_core.lang.vocabulary import Vocabulary

__all__ = ["facts_told", "hint_loop", "hint_of"]


def facts_told(v: Vocabulary, tree: t.Expr) -> list[t.FactOf]:
    """The facts of remembered pieces that something is said about: what stands on the left of comparisons."""
    match tree:
        case t.FactOf():
            remembered = v.domains[tree.fact.domain].remembered and tree.of.type.domain == tree.fact.domain
            return [tree] if remembered else facts_told(v, tree.of)
        case t.Op(name="and" | "or"):
            return [fact for part in tree.args for fact in facts_told(v, part)]
        case t.Op() if tree.args:
            return facts_told(v, tree.args[0])
        case t.Contains():
            return facts_told(v, tree.of)
        case _:
            return []


def hint_loop(v: Vocabulary, said: t.Expr, fact: t.FactOf, to: t.Expr, kind: str, scope: Scope) -> t.For:
    """The loop that a hint comes to. `said`: the fact, or a condition over it."""
    name = "value"
    while name in scope.locals:
        name += "_"
    value = t.Local(fact.type, name)
    if said == fact:
        where: t.Expr = t.Op(BOOL, "!=", (value, fact))
    else:
        where = t.Op(BOOL, "!=", (_instead(said, fact, value), said))
    start = column(v, kind, fact.fact.name)
    place = t.Op(INT, "+", (value, t.Const(INT, start)))
    show = t.Show(fact.of, to, kind, place)
    values = t.Selection(fact.type, "values", values=tuple(v.members(fact.type)))
    return t.For(name, values, where, t.Block((show,)))


def hint_of(node: t.For) -> tuple[t.Expr, t.Show] | None:
    """What a loop tells of a piece, if it is such a one: the fact or the condition, and the statement within."""
    show = node.body.items[0] if len(node.body.items) == 1 else None
    if isinstance(show, t.Show) and show.column is not None and isinstance(node.where, t.Op):
        return node.where.args[1], show
    return None


def _instead(tree: t.Expr, fact: t.FactOf, value: t.Local) -> Any:
    """The expression with a value in place of the fact."""

    def change(node: Any) -> Any:
        return value if isinstance(node, t.FactOf) and node == fact else rebuilt(node, change)

    return change(tree)
