"""What an expression is made of."""

from __future__ import annotations

from typing import Any

from ruleset_core.lang.code import nodes as n


def parts_of(code: n.Node) -> list[n.Node]:
    """The expressions directly within an expression."""
    found: list[n.Node] = []
    for name in type(code).__slots__:
        part = getattr(code, name)
        if isinstance(part, n.Node):
            found.append(part)
        elif type(part) is tuple:
            found += [each for each in part if isinstance(each, n.Node)]
    return found


def narrowed(made: dict[tuple[Any, ...], Any], code: n.Node, least: int, most: int) -> n.Node:
    """The same expression with another range, out of those that were made."""
    parts = [getattr(code, name) for name in type(code).__slots__]
    key = (type(code), least, most, *parts)
    found: n.Node | None = made.get(key)
    if found is None:
        found = made[key] = type(code)(least, most, code.size, code.depth, *parts)
    return found
