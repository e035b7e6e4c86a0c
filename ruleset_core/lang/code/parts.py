"""What an expression, a statement or the source of a loop is made of."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any, get_args

from ruleset_core.lang.code import nodes as n


def parts_of(code: Any) -> list[n.Node]:
    """The expressions directly within an expression, a statement or a source; not those of statements within it."""
    found: list[n.Node] = []
    for name in _NAMES[type(code)]:
        part = getattr(code, name)
        if isinstance(part, n.Node):
            found.append(part)
        elif type(part) is tuple:
            found += [each for each in part if isinstance(each, n.Node)]
        elif type(part) in _SOURCES:
            found += parts_of(part)
    return found


class _Names(dict[type, tuple[str, ...]]):
    """For each class, its own fields that may hold expressions."""

    def __missing__(self, kind: type) -> tuple[str, ...]:
        types = {each.name: str(each.type) for each in fields(kind)}
        found = self[kind] = tuple(name for name in kind.__slots__ if _HOLDS.search(types[name]))  # type: ignore[attr-defined]
        return found


_HOLDS = re.compile(r"\b(Expr|Node|Local|Source)\b")
_NAMES = _Names()
_SOURCES = frozenset(get_args(n.Source))
