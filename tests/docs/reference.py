"""The lists of keys in `docs/designers/files.md` and beside it, made from the models, so that they cannot say anything else.

`python -m tests.docs` writes them again.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from ruleset_core.check.help_pages.reference_pages import FileKey, file_keys
from tests.docs.pages import DOCS

FILES: Final = DOCS / "designers" / "files.md"
PAGES: Final = (
    FILES,
    DOCS / "designers" / "scenarios.md",
    DOCS / "designers" / "lessons.md",
    DOCS / "designers" / "how-a-turn-runs.md",
)
MARK: Final = re.compile(r"(<!-- keys: (\w+) -->\n)(?:- .*\n)*")
SHORT: Final = (
    ("text in `en` and `es`, or one without words", "text"),
    ("text in `en` and `es`", "text"),
    ("`true` or `false`", "bool"),
    ("`x in SELECTION`", "selection"),
    ("string or list of strings", "strings"),
    *((f"list of {many}", many) for many in ("conditions", "expressions", "names", "numbers", "strings", "types")),
)
"""How the page says a type in one word; its head explains these words."""
LISTED: Final = re.compile(r"list of \[(?:look )?([a-z ]+)\](?=\()")
"""A list of what has keys of its own: its plural stands for it."""
TOLD_BY_EXPLAIN: Final = re.compile(
    r"\[([a-z ]+)\]\(#(?:look-[a-z-]+|grid(?:-parts)?|shapes|region|crossing|line|space)\)"
)
"""What has keys that no page lists: `ruleset explain` does."""
ENGLISH: Final = re.compile(r"\{en: [\"']?(.*?)[\"']?, es: ")
SIGNS: Final = 20
"""A list of more choices than this is that of the signs: it stands once, under `signs`."""
WIDEST: Final = 40
"""The most characters of an example beside its key."""


def listed(name: str, said: set[tuple[str, str]]) -> str:
    """The keys of a model that are its own: key with an example, type with default, meaning.

    A required key and the default among choices are bold. `said` holds the keys and meanings above it on the page: those
    that are repeated share one line, without their meanings.
    """
    lines, repeated = [], []
    for key in file_keys(name):
        if (key.name, key.says) in said:
            repeated.append(_bold(f"`{key.name}`") if key.required else f"`{key.name}`")
        else:
            lines.append(f"- {_key(key)} ({_type(key)}): {key.says}")
        said.add((key.name, key.says))
    if repeated:
        lines.append(f"- {', '.join(repeated)}")
    return "\n".join(lines) + "\n"


def _bold(text: str) -> str:
    return f"**{text}**"


def _key(key: FileKey) -> str:
    """The key with its example where that is short: of a text with a value in it the English words."""
    example = "" if key.example in key.says.split("`") else key.example
    if english := ENGLISH.match(example):
        example = f'"{english[1]}"' if "{" in english[1] else ""
    shown = f"`{key.name}: {example}`" if 0 < len(example) <= WIDEST else f"`{key.name}`"
    return _bold(shown) if key.required else shown


def _type(key: FileKey) -> str:
    if key.type.count(", ") > SIGNS and key.name != "signs":
        return "sign"
    kind = key.type
    for written, short in SHORT:
        kind = kind.replace(written, short)
    kind = TOLD_BY_EXPLAIN.sub(r"\1", LISTED.sub(r"[\1s]", kind))
    if not key.default or key.default == "`false`":
        return kind
    if key.default in kind.split(", "):
        return ", ".join(_bold(choice) if choice == key.default else choice for choice in kind.split(", "))
    return f"{kind}, {key.default}"


def filled(page: Path, text: str) -> str:
    """The page with its lists made anew."""
    said: set[tuple[str, str]] = set()
    there = "" if page == FILES else FILES.name
    return MARK.sub(lambda match: f"{match[1]}{listed(match[2], said).replace('](#', f']({there}#')}", text)
