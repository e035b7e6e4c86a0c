"""How large an expression is: its range, its nodes, its depth."""

from __future__ import annotations

from ruleset_core.lang.code.nodes import Expr


def low(code: Expr) -> int:
    """The least value an expression can have."""
    return code if isinstance(code, int) else code.low


def high(code: Expr) -> int:
    """The greatest value an expression can have."""
    return code if isinstance(code, int) else code.high


def size(code: Expr) -> int:
    """How many nodes an expression has; 1 for a known number."""
    return 1 if isinstance(code, int) else code.size


def depth(code: Expr) -> int:
    """How deep an expression is; 0 for a known number."""
    return 0 if isinstance(code, int) else code.depth


def within(code: Expr, least: int, most: int) -> bool:
    """Whether an expression is known to lie from `least` to `most`."""
    if isinstance(code, int):
        return least <= code <= most
    return least <= code.low and code.high <= most
