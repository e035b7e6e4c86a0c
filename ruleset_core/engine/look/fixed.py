"""Definitions that come to the same in every position: they look at facts of members and at nothing that a game keeps."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.lang import tree as t
from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import Fact

if TYPE_CHECKING:
    from ruleset_core.lang.definitions import Define

_ALWAYS: Final = frozenset({"values", "range", "items", "fact"})
"""Selections that are the same in every position, if what they are made of is."""
_NODES: Final = (t.Const, t.Local, t.FactOf, t.Op, t.Quantity, t.Nth, t.Contains, t.Selection)


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
    return all(_is_fixed(getattr(node, each.name)) for each in fields(node))
