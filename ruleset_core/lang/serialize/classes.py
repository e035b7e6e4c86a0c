"""Which classes may be written, and their fields. Both come from the definitions of the classes: a new field needs nothing here.

A class is named by its module below `ruleset_core.lang` and its own name: `tree.Const`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["LEFT_OUT", "MODULES", "Layout", "UnknownClassError", "constants", "layout_of", "name_of", "stored_fields"]

_PACKAGE: Final = "ruleset_core.lang."

MODULES: Final = frozenset(
    {
        "board_shape",
        "definitions",
        "look.nodes",
        "origin",
        "program",
        "syntax.nodes",
        "templates",
        "tree",
        "tree_flow",
        "tree_lowered",
        "tree_verbs",
        "types",
        "vocabulary",
    }
)
"""The modules whose dataclasses and named tuples may be written."""

LEFT_OUT: Final[Mapping[str, frozenset[str]]] = {
    "program.Program": frozenset({"changes"}),
    "vocabulary.Vocabulary": frozenset({"read", "plans"}),
}
"""Fields that are worked out again when somebody asks, or that belong to the sources; so are all whose names begin with `_`."""

_CONSTANTS: Final = ("types", "tree")
"""Modules with values that are compared by identity, such as `tree.TRUE`."""


class UnknownClassError(Exception):
    """A class that is not in the table."""


class Layout(NamedTuple):
    """How objects of a class are written: its fields in this order, and what makes one of their values."""

    name: str
    fields: tuple[str, ...]
    make: Callable[..., Any]

    @property
    def signature(self) -> str:
        """The class with its fields: what was written by another definition of it is refused."""
        return f"{self.name}({','.join(self.fields)})"


def name_of(kind: type) -> str:
    """The name of a class. Raises UnknownClassError for one that may not be written."""
    module = kind.__module__.removeprefix(_PACKAGE)
    if module not in MODULES:
        raise UnknownClassError(f"{kind.__module__}.{kind.__qualname__}")
    return f"{module}.{kind.__qualname__}"


@cache
def layout_of(name: str) -> Layout:
    """How objects of a class are written. Raises UnknownClassError where the table has no such class."""
    module, _, own = name.rpartition(".")
    kind = getattr(import_module(_PACKAGE + module), own, None) if module in MODULES else None
    if not isinstance(kind, type) or kind.__module__ != _PACKAGE + module:
        raise UnknownClassError(name)
    if "__stored__" in vars(kind):  # a class that names the fields that are written
        return Layout(name, vars(kind)["__stored__"], kind)
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return Layout(name, kind._fields, kind)
    if not is_dataclass(kind):
        raise UnknownClassError(name)
    return _of_dataclass(name, kind)


def _of_dataclass(name: str, kind: Any) -> Layout:
    """Fields up to the first that is left out or has to be named are given by their place, as is quickest, the others by name."""
    kept = stored_fields(name, kind)
    placed = list(takewhile(lambda each: not each.kw_only and each.name in kept, fields(kind)))
    count = len(placed)
    by_name = [each for each in kept if each not in {one.name for one in placed}]
    if not by_name:
        return Layout(name, tuple(kept), kind)

    def make(*values: Any) -> Any:
        return kind(*values[:count], **dict(zip(by_name, values[count:], strict=True)))

    return Layout(name, (*(each.name for each in placed), *by_name), make)


def stored_fields(name: str, kind: Any) -> list[str]:
    """The fields of a dataclass that are written."""
    left = LEFT_OUT.get(name, frozenset())
    return [each.name for each in fields(kind) if not each.name.startswith("_") and each.name not in left]


@cache
def constants() -> tuple[Any, ...]:
    """Values that there is one of in a process: what was this one when it was written is this one again."""
    found: dict[int, Any] = {}
    for module in _CONSTANTS:
        for _, value in sorted(vars(import_module(_PACKAGE + module)).items()):
            if is_dataclass(value) and not isinstance(value, type):
                found[id(value)] = value
    return tuple(found.values())
