"""Names the place where two pieces of plain data differ."""

from __future__ import annotations

from typing import Any


def difference(one: Any, two: Any, path: str = "") -> str:
    """Name the first place where two pieces of data differ, and what stands there."""
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        parts = [(f"{path}.{key}", one[key], two[key]) for key in one]
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        parts = [(f"{path}[{index}]", a, b) for index, (a, b) in enumerate(zip(one, two, strict=True))]
    else:
        return f"{path.removeprefix('.')} is {one!r} or {two!r}"
    return next(difference(a, b, where) for where, a, b in parts if a != b)
