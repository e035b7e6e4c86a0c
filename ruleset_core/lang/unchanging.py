"""Classes of values that nobody changes once they are made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

C = TypeVar("C")


@dataclass_transform(eq_default=False, frozen_default=True, field_specifiers=(field,))
def unchanging(cls: type[C]) -> type[C]:
    """A dataclass with slots that the type checker refuses to change; two of them are equal only if they are one.

    A dataclass that is frozen while it runs, too, sets each field by a call. A game is made of tens of thousands of these.
    """
    return dataclass(slots=True, eq=False)(cls)


@dataclass_transform(eq_default=True, frozen_default=True, field_specifiers=(field,))
def comparable(cls: type[C]) -> type[C]:
    """The same, but two are equal if what they hold is."""
    return dataclass(slots=True, unsafe_hash=True)(cls)
