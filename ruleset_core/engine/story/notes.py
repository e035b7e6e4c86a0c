"""Which changes of values are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.vocabulary import Field

__all__ = ["is_of_note"]


def is_of_note(program: Program, field: Field) -> bool:
    """Whether it is told when a field changes: what the data says, else single values that all share."""
    if field.note is not None:
        return field.note
    if field.tell:
        return True
    told = program.told
    return not field.per_seat and not field.index and "." not in field.name and (not told or field.name in told)
