"""Names the places where two pieces of plain data differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def differences(one: Any, two: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Give every place where two pieces of data differ, as deep as both have it, and what stands there in each."""
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        for key in one:
            yield from differences(one[key], two[key], f"{path}.{key}" if path else str(key))
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for index, (a, b) in enumerate(zip(one, two, strict=True)):
            yield from differences(a, b, f"{path}[{index}]")
    elif one != two:
        yield path, one, two


def difference(one: Any, two: Any) -> str:
    """Say where two pieces of data first differ."""
    for path, a, b in differences(one, two):
        return f"{path} is {a!r} or {b!r}"
    return "no difference"
