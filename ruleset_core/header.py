"""The header of a `game.yaml` or `expansion.yaml`, read by light means.

Listing games must be quick and must survive broken files, so only the head of the file is parsed, without positions
and without checks. The loader reads the same keys again, strictly.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_HEADER_KEYS = frozenset({"about", "authors", "expansion", "game", "name", "of", "players", "provenance", "version"})
_TOP_LEVEL_KEY = re.compile(r"^([A-Za-z_]\w*)\s*:", re.MULTILINE)
_LIMIT = 200_000
"""Characters read at most; a header is far shorter."""


@dataclass(frozen=True, slots=True)
class Header:
    """What the head of a file says. `id` is empty when the head cannot be read."""

    id: str = ""
    of: str = ""
    name: Mapping[str, str] = field(default_factory=dict)
    players: tuple[int, int] | None = None
    version: str = ""

    def title(self, lang: str) -> str:
        """The name in `lang`, else in English, else the id."""
        return self.name.get(lang) or self.name.get("en") or self.id


def read_header(file: Path) -> Header:
    """The header in `file`; an empty one when it cannot be read (the check says why, a list must go on)."""
    import yaml

    try:
        with file.open(encoding="utf-8") as stream:
            text = stream.read(_LIMIT)
        document = yaml.load(_head(text), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - safe
    except (OSError, UnicodeDecodeError, ValueError, RecursionError, yaml.YAMLError):
        return Header()
    return _header(document) if isinstance(document, dict) else Header()


def _head(text: str) -> str:
    """The top-level blocks of `text` that belong to the header; the others may be long and need not be parsed."""
    starts = list(_TOP_LEVEL_KEY.finditer(text))
    ends = [match.start() for match in starts[1:]] + [len(text)]
    return "".join(text[m.start() : end] for m, end in zip(starts, ends, strict=True) if m[1] in _HEADER_KEYS)


def _header(document: dict[Any, Any]) -> Header:
    name = document.get("name")
    return Header(
        id=str(document.get("game") or document.get("expansion") or ""),
        of=str(document.get("of") or ""),
        name={str(key): str(value) for key, value in name.items()} if isinstance(name, dict) else {},
        players=_players(document.get("players")),
        version=str(document.get("version") or ""),
    )


def _players(value: object) -> tuple[int, int] | None:
    match = re.fullmatch(r"\s*(\d+)\s*(?:\.\.\s*(\d+)\s*)?", str(value))
    return (int(match[1]), int(match[2] or match[1])) if match else None
