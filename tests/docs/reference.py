"""The tables of `docs/designers/files.md`, made from the models, so that the page cannot say anything else.

`python -m tests.docs` writes them again.
"""

from __future__ import annotations

import re
from typing import Final

from ruleset_core.model.shapes.keys import Key, keys
from tests.docs.pages import DOCS

FILES: Final = DOCS / "designers" / "files.md"
MARK: Final = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def table(name: str) -> str:
    """The keys of a model that are its own: key, type, default, meaning."""
    lines = ["| key | type | default | meaning |", "| --- | --- | --- | --- |"]
    lines += [f"| `{key.name}` | {key.type} | {_default(key)} | {_meaning(key)} |" for key in keys(name)]
    return "\n".join(lines) + "\n"


def _default(key: Key) -> str:
    return "required" if key.required else key.default or "-"


def _meaning(key: Key) -> str:
    example = f" For example `{key.example}`." if key.example else ""
    return (key.says + example).replace("|", "\\|")


def filled(text: str) -> str:
    """The page with its tables made anew."""
    return MARK.sub(lambda match: f"{match[1]}{table(match[2])}{match[3]}", text)
