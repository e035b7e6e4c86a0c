"""What an expression is made of."""

from __future__ import annotations

from ruleset_core.lang.code import nodes as n


def harmless(code: n.Node) -> bool:
    """Whether an expression that nobody wants may be left out: nothing in it may break a rule."""
    return type(code) is not n.Checked and all(map(harmless, parts_of(code)))


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
