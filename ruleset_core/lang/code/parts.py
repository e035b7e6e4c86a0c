"""What an expression, a statement or the source of a loop is made of."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any, get_args

from ruleset_core.lang.code import nodes as n


def parts_of(code: Any) -> list[n.Node]:
    """The expressions directly within an expression, a statement or a source; not those of statements within it."""
    found: list[n.Node] = []
    for part in _READERS[type(code)](code):
        if isinstance(part, n.Node):
            found.append(part)
        elif type(part) is tuple:
            found += [each for each in part if isinstance(each, n.Node)]
        elif type(part) in _SOURCES:
            found += parts_of(part)
    return found


class _Readers(dict[type, Callable[[Any], tuple[Any, ...]]]):
    """For each class, what reads its own fields that may hold expressions."""

    def __missing__(self, kind: type) -> Callable[[Any], tuple[Any, ...]]:
        types = {each.name: str(each.type) for each in fields(kind)}
        names = [name for name in kind.__slots__ if _HOLDS.search(types[name])]  # type: ignore[attr-defined]
        found = self[kind] = attrgetter(*names) if len(names) > 1 else _only(names[0]) if names else _nothing
        return found


def _only(name: str) -> Callable[[Any], tuple[Any, ...]]:
    """What reads one field; of a single name `attrgetter` makes no tuple."""
    read = attrgetter(name)
    return lambda code: (read(code),)


def _nothing(_code: Any) -> tuple[Any, ...]:
    return ()


_HOLDS = re.compile(r"\b(Expr|Node|Local|Source)\b")
_READERS = _Readers()
_SOURCES = frozenset(get_args(n.Source))
