"""What comes to the same in every position: definitions and conditions that look at facts of members and at nothing that a game keeps."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.lang import tree as t
from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import Fact

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def _is_fixed(node: Any) -> bool:
    if isinstance(node, tuple):
        return all(map(_is_fixed, node))
    if not is_dataclass(node) or isinstance(node, Type | Fact):
        return True  # a name, a number
    if not isinstance(node, _NODES) or (isinstance(node, t.Selection) and node.kind not in _ALWAYS):
        return False
    if isinstance(node, t.Op) and node.name in _LOOKS:
        return False
    return all(_is_fixed(getattr(node, each.name)) for each in fields(node))


class Sieve:
    """Which members pass a condition that is the same in every position, by what other names stand for.

    Attributes:
        names: the local names that the condition looks at, without that of the member.
        known: what was found for them, each member with its place.
    """

    def __init__(self, through: Through) -> None:
        self.names = tuple(sorted({*_locals(through.where)} - {through.var}))
        self.known: dict[tuple[int | None, ...], list[tuple[int | None, int]]] = {}


def sieve_of(through: Through) -> Sieve | None:
    """What keeps the members for which a condition holds; None where that depends on the position, or takes steps to find out."""
    where = through.where
    if where is None or through.selection.kind != "values" or not _is_fixed(where) or any(_loops(where)):
        return None
    return Sieve(through)


def _locals(node: Any) -> Iterator[str]:
    return (each.name for each in _within(node) if isinstance(each, t.Local))


def _loops(node: Any) -> Iterator[bool]:
    return (isinstance(each, t.Quantity | t.Selection) for each in _within(node))


def _within(node: Any) -> Iterator[Any]:
    """An expression and all that is in it."""
    yield node
    for each in node if isinstance(node, tuple) else [getattr(node, one.name) for one in fields(node)]:
        if isinstance(each, tuple) or (is_dataclass(each) and not isinstance(each, Type | Fact)):
            yield from _within(each)
