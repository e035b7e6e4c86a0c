"""Values as plain data: what observations hold of numbers, conditions, members and seats."""

from __future__ import annotations

from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import Vocabulary

Plain = int | bool | str | None
"""A value as JSON has it."""


def plain(v: Vocabulary, kind: Type, value: int) -> Plain:
    """A value as observations hold it."""
    if value == -1 and kind.optional:
        return None
    if kind.kind == "bool":
        return bool(value)
    return value if kind.kind == "int" or kind.domain == "seat" else v.spell(kind, value)
