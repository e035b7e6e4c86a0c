"""What an expression is made of."""

from __future__ import annotations

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
