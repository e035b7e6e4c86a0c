"""What an expression is made of."""

from __future__ import annotations

import re
from dataclasses import fields

from ruleset_core.lang.code import nodes as n


def parts_of(code: n.Node) -> list[n.Node]:
    """The expressions directly within an expression."""
    found: list[n.Node] = []
    for name in _NAMES[type(code)]:
        part = getattr(code, name)
        if type(part) is tuple:
            found += [each for each in part if type(each) is not int]
        elif type(part) is not int:
            found.append(part)
    return found


class _Names(dict[type, tuple[str, ...]]):
    """For each class of nodes, its own fields that may hold expressions."""

    def __missing__(self, kind: type) -> tuple[str, ...]:
        types = {each.name: str(each.type) for each in fields(kind)}
        found = self[kind] = tuple(name for name in kind.__slots__ if _HOLDS.search(types[name]))  # type: ignore[attr-defined]
        return found


_HOLDS = re.compile(r"\b(Expr|Node|Local)\b")
_NAMES = _Names()
