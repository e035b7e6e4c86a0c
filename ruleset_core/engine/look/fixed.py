"""What comes to the same in every position: definitions and conditions that look at facts of members and at nothing that a game keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruleset_core.lang import tree as t
from ruleset_core.lang.walk import everything

if TYPE_CHECKING:
    from ruleset_core.lang.definitions import Define
    from ruleset_core.lang.look.nodes import Through

_ALWAYS: Final = frozenset({"values", "range", "items", "fact"})
"""Selections that are the same in every position, if what they are made of is."""
_NODES: Final = (t.Const, t.Local, t.FactOf, t.Op, t.Quantity, t.Nth, t.Contains, t.Selection)
_LOOKS: Final = frozenset({"acting", "fits"})
"""Operations that look at the position."""
MOST_KEPT: Final = 10_000
"""Of so many arguments it is kept what something comes to that is the same in every position."""


def is_fixed(define: Define) -> bool:
    """Whether a definition comes to the same for the same arguments, whatever the position, without any other definition."""
    return not define.modifiers and define.value is not None and _is_fixed(define.value)


def _is_fixed(node: t.Expr) -> bool:
    return all(
        isinstance(each, _NODES)
        and not (isinstance(each, t.Selection) and each.kind not in _ALWAYS)
        and not (isinstance(each, t.Op) and each.name in _LOOKS)
        for each in everything(node)
    )


class Sieve:
    """Which members pass a condition that is the same in every position, by what other names stand for.

    Attributes:
        names: the local names that the condition looks at, without that of the member.
        known: what was found for them, each member with its place.
    """

    def __init__(self, var: str, where: t.Expr) -> None:
        found = {each.name for each in everything(where) if isinstance(each, t.Local)}
        self.names = tuple(sorted(found - {var}))
        self.known: dict[tuple[int | None, ...], list[tuple[int | None, int]]] = {}


def sieve_of(through: Through) -> Sieve | None:
    """What keeps the members for which a condition holds; None where that depends on the position, or takes steps to find out."""
    where = through.where
    if where is None or through.selection.kind != "values" or not _is_fixed(where):
        return None
    loops = any(isinstance(each, t.Quantity | t.Selection) for each in everything(where))
    return None if loops else Sieve(through.var, where)
