"""Lists what is not published: entries whose provenance is `house` or `inferred`, and facts that an entry calls so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ruleset_core.model.diagnostic import Diagnostic
from ruleset_core.model.gather import Gathered
from ruleset_core.model.source import Document, Path

#: What is told of each provenance: the code, and how the sentence ends.
_TOLD: Final = {"house": ("W503", "is a house value"), "inferred": ("W519", "is inferred")}
CODES: Final = frozenset(code for code, _ in _TOLD.values())
"""Codes that are told only where they were asked for, and are no findings."""


def house_values(gathered: Gathered) -> Iterator[Diagnostic]:
    """One W503 or W519 for each entry, card or file header of that provenance, and for each fact listed under it."""
    for document in gathered.documents:
        yield from _below(document, (), document.data)


def _below(document: Document, path: Path, node: Any) -> Iterator[Diagnostic]:
    if isinstance(node, dict):
        if node.get("provenance") in _TOLD:
            yield _entry(document, path, node)
        for mark in _TOLD:
            yield from _facts(document, path, node, mark)
        for key, value in node.items():
            yield from _below(document, (*path, key), value)
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from _below(document, (*path, place), value)


def _facts(document: Document, path: Path, node: dict[Any, Any], mark: str) -> Iterator[Diagnostic]:
    """The facts an entry lists; `values` of a counted kind may have a fact of that name."""
    listed = node.get(mark)
    if not isinstance(listed, list) or not path or path[-1] == "values":
        return
    owner = path[-3] if path[-2:-1] == ("sides",) else path[-1]
    code, said = _TOLD[mark]
    for place, name in enumerate(listed):
        span = document.span((*path, mark, place))
        yield Diagnostic(code, "warning", f"`{name}` of `{owner}` {said}", span)


def _entry(document: Document, path: Path, node: dict[Any, Any]) -> Diagnostic:
    name = node.get("id") or node.get("phase") or (path[-1] if path else "this file")
    shown = f"entry {name + 1}" if isinstance(name, int) else f"`{name}`" if path else str(name)
    code, said = _TOLD[node["provenance"]]
    return Diagnostic(code, "warning", f"{shown} {said}", document.span((*path, "provenance")))
