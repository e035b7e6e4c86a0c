"""Writes data as YAML that a designer goes on with: what fits on a line stands on it.

>>> print(write_yaml({"show": [{"line": ["pot", {"value": "face", "label": {"en": "die", "es": "dado"}}]}], "rank": 2}), end="")
show:
  - line: [pot, {value: face, label: {en: die, es: dado}}]
rank: 2
>>> print(write_yaml({"text": ["1", "yes", "used[i]", "a: b", "?", "mano"]}, open_levels=0), end="")
text: ["1", "yes", "used[i]", "a: b", "?", mano]
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from ruleset_core.values import PLAIN_WORDS, YAML_TRUTHS

WIDTH: Final = 120
"""Columns of a line."""
_PLAIN: Final = re.compile(r"[^\W\d_](?:[^:#,\[\]{}\"\n]*[^:#,\[\]{}\"\s])?")
"""Texts that need no quotation marks wherever they stand, unless they are words with a meaning."""


def write_yaml(data: Any, open_levels: int = 2) -> str:
    """Mappings, lists, texts, whole numbers and truths as YAML. The first levels stand on lines of their own."""
    return "".join(f"{line}\n" for line in _lines(data, 0, open_levels))


def _lines(value: Any, indent: int, open_levels: int) -> list[str]:
    """The lines of a mapping or a list."""
    rows = (
        [(f"{_on_a_line(key)}:", each) for key, each in value.items()]
        if isinstance(value, dict)
        else [("-", each) for each in value]
    )
    lines: list[str] = []
    for head, each in rows:
        short = _on_a_line(each)
        fits = open_levels <= 0 and indent + len(head) + 1 + len(short) <= WIDTH
        if fits or not each or not isinstance(each, dict | list):
            lines.append(f"{head} {short}")
            continue
        first, *rest = _lines(each, indent + 2, open_levels - 1)
        lines += [f"- {first}"] if head == "-" else [head, f"  {first}"]
        lines += [f"  {line}" for line in rest]
    return lines


def _on_a_line(value: Any) -> str:
    """A value in one line, however long."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_on_a_line(key)}: {_on_a_line(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_on_a_line, value)) + "]"
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in {*PLAIN_WORDS, *YAML_TRUTHS}:
        return value
    return json.dumps(value, ensure_ascii=False)
