"""What the formats of JSON that leave the engine are made of, without pydantic: those who play make thousands of these.

The classes are plain dataclasses. What their JSON Schemas say beside the types of fields stands in `Keys` and `ByKind`, which pydantic asks
when schemas are written (`model/shapes/schema`), and nobody else.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Final

__all__ = ["STRICT", "ByKind", "Count", "Keys", "SeatNumber", "as_json"]

STRICT: Final[Any] = {"extra": "forbid"}
"""As `__pydantic_config__` of a class: no key but those named."""


class Keys:
    """Keys of a JSON Schema, such as `description` and `minimum`."""

    __slots__ = ("keys",)

    def __init__(self, description: str = "", **keys: Any) -> None:
        self.keys = {**keys, **({"description": description} if description else {})}

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        return {**handler(schema), **self.keys}


class ByKind:
    """Says that the classes of a union are told apart by their field `kind`."""

    __slots__ = ()

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic import Discriminator

        return handler(Annotated[source, Discriminator("kind")])


Count = Annotated[int, Keys(minimum=0)]
SeatNumber = Annotated[int, Keys(minimum=0, maximum=98)]


def as_json(node: Any) -> Any:
    """Dataclasses, tuples and mappings as JSON has them: mappings and lists, with all fields."""
    if isinstance(node, tuple | list):
        return [as_json(each) for each in node]
    if isinstance(node, dict):
        return {key: as_json(each) for key, each in node.items()}
    return {name: as_json(getattr(node, name)) for name in _names(node.__class__)} if is_dataclass(node) else node


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))
