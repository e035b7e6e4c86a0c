"""Rules texts of included games take their figures from the data, and were compared with what they explain."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ruleset_core.model.yaml_documents import load_document

ROOT = Path(__file__).parents[2]
FILES = [path for folder in ("data", "examples") for path in sorted((ROOT / folder).rglob("*.yaml"))]
BOOKS = [path for path in FILES if "rulebook:" in path.read_text(encoding="utf-8")]
FREE = {"about", "credits"}
"""Parts that tell of the game as it was made: its years, its players."""


def paragraphs(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The paragraphs of a file, and what it replaces of others, by name."""
    document, _ = load_document(path)
    assert document is not None
    for each in document.data.get("rulebook") or ():
        yield each["paragraph"], each
    override = document.data.get("override") or {}
    yield from (override.get("rulebook") or {}).items()


def test_there_are_some() -> None:
    assert {path.parent.name for path in BOOKS} >= {"pig", "creels"}


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_figure_is_written_down_twice(path: Path) -> None:
    bare = {
        (name, lang): found
        for name, each in paragraphs(path)
        if each.get("part") not in FREE
        for lang, text in each.get("text", {}).items()
        if (found := re.findall(r"\S*\d\S*", re.sub(r"\{[^{}]*\}", "", text)))
    }
    assert bare == {}, "write `{NAME}` or `{EXPR}` for these"


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_explains_something_was_compared_with_it(path: Path) -> None:
    without = [name for name, each in paragraphs(path) if each.get("explains") and "reviewed" not in each]
    assert without == [], "run `ruleset rules GAME --review`"
