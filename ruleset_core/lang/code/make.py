"""Makes expressions: folds what is known, works out ranges, gives the same object for the same expression.

Written as methods of one object, so that what is remembered goes away with the game's build.
"""

from __future__ import annotations

from typing import Any as Anything

from ruleset_core.lang.code import nodes as n

Expr = n.Expr


def low(code: Expr) -> int:
    """The least value an expression can have."""
    return code if isinstance(code, int) else code.low


def high(code: Expr) -> int:
    """The greatest value an expression can have."""
    return code if isinstance(code, int) else code.high


def size(code: Expr) -> int:
    """How many nodes an expression has; 1 for a known number."""
    return 1 if isinstance(code, int) else code.size


class Maker:
    """Makes the nodes of one game's code. Two calls that ask for the same give the same object."""

    def __init__(self) -> None:
        self._made: dict[tuple[Anything, ...], n.Node] = {}
        self._tables: dict[tuple[Anything, ...], n.Table] = {}
        self.tables: list[n.Table] = []

    def _node(self, kind: type[n.Node], low: int, high: int, size: int, *parts: Anything) -> n.Node:
        """`parts` are ints, strings, tuples of nodes, and nodes: a node is itself in the key, since it has no equal."""
        key = (kind, low, high, *parts)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = kind(low, high, size, *parts)
        return found
