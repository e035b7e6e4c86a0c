"""Holding data against the schemas that are published with the package: foreign data, and ours in tests.

It reads the schemas that lie in the package and none of the models they are made from, so a program that reads a record
does not build them. It is not for the hot path.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

SCHEMA_DIR: Final = Path(__file__).resolve().parents[2] / "schemas"
"""Where the schemas lie that are published with the package."""


def problem(name: str, data: object, part: str = "") -> str:
    """What is wrong with foreign data, in a sentence that begins with its place; empty if it fits.

    Args:
        name: the schema.
        data: what was read.
        part: the name of a definition of the schema that alone is meant.
    """
    from jsonschema.exceptions import best_match

    found = best_match(_validator(name, part).iter_errors(data))
    if found is None:
        return ""
    place = "".join(f"[{each}]" if isinstance(each, int) else f".{each}" for each in found.absolute_path).lstrip(".")
    return f"{place or 'at the top'}: {found.message[:200]}"


@cache
def _validator(name: str, part: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    schema: dict[str, Any] = json.loads((SCHEMA_DIR / f"{name}.schema.json").read_text(encoding="utf-8"))
    return Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": schema["$defs"]} if part else schema)
