"""Classes of values that nobody changes once they are made."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

C = TypeVar("C")


@dataclass_transform(eq_default=False, frozen_default=True, field_specifiers=(field,))
def unchanging(cls: type[C]) -> type[C]:
    """A dataclass with slots that the type checker refuses to change; two of them are equal only if they are one.

    A dataclass that is frozen while it runs, too, sets each field by a call. A game is made of tens of thousands of these.
    """
    cls.__repr__ = _shown  # type: ignore[method-assign]
    return dataclass(slots=True, eq=False, repr=False)(cls)


@dataclass_transform(eq_default=True, frozen_default=True, field_specifiers=(field,))
def comparable(cls: type[C]) -> type[C]:
    """The same, but two are equal if what they hold is."""
    cls.__repr__ = _shown  # type: ignore[method-assign]
    return dataclass(slots=True, unsafe_hash=True, repr=False)(cls)


@dataclass_transform(eq_default=True, frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def named(cls: type[C]) -> type[C]:
    """The same, made with the names of all fields: so a class may add fields to those of another that have usual values."""
    cls.__repr__ = _shown  # type: ignore[method-assign]
    return dataclass(slots=True, unsafe_hash=True, repr=False, kw_only=True)(cls)


def _shown(self: Any) -> str:
    """As dataclasses show themselves. One function for all: what is made for each class by itself makes every start slower."""
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"
