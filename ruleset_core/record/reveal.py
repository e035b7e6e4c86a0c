"""Did a move reveal something? Told from what a seat may see before and after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["reveals"]


def reveals(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """True when a piece can be seen in a zone that could be seen in none before (a card came off a hidden deck)."""
    known = set(_seen(before))
    return any(piece not in known for piece in _seen(after))


def _seen(observation: Mapping[str, Any]) -> Iterator[str]:
    yield from _pieces(observation.get("zones", {}))
    for seat in observation.get("seats", ()):
        yield from _pieces(seat)


def _pieces(value: Any) -> Iterator[str]:
    """Ids in lists, at any depth of zones indexed by names; `top` is the one card to see of a pile."""
    if isinstance(value, Mapping):
        if isinstance(value.get("top"), str):
            yield value["top"]
        for item in value.values():
            yield from _pieces(item)
    elif isinstance(value, list):
        yield from (item for item in value if isinstance(item, str))
