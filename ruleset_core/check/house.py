"""Lists what is of our own making: every entry whose provenance is `house`, every fact that an entry calls so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleset_core.model.diagnostic import Diagnostic
from ruleset_core.model.gather import Gathered
from ruleset_core.model.source import Document, Path


def house_values(gathered: Gathered) -> Iterator[Diagnostic]:
    """One W503 for each entry, card or file header marked `provenance: house`, and for each fact under `house`."""
    for document in gathered.documents:
        yield from _below(document, (), document.data)


def _below(document: Document, path: Path, node: Any) -> Iterator[Diagnostic]:
    if isinstance(node, dict):
        if node.get("provenance") == "house":
            yield _house(document, path, node)
        yield from _facts(document, path, node)
        for key, value in node.items():
            yield from _below(document, (*path, key), value)
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from _below(document, (*path, place), value)


def _facts(document: Document, path: Path, node: dict[Any, Any]) -> Iterator[Diagnostic]:
    """The facts an entry lists; `values` of a counted kind may have a fact of that name."""
    listed = node.get("house")
    if not isinstance(listed, list) or not path or path[-1] == "values":
        return
    owner = path[-3] if path[-2:-1] == ("sides",) else path[-1]
    for place, name in enumerate(listed):
        span = document.span((*path, "house", place))
        yield Diagnostic("W503", "warning", f"`{name}` of `{owner}` is a house value", span)


def _house(document: Document, path: Path, node: dict[Any, Any]) -> Diagnostic:
    name = node.get("id") or node.get("phase") or (path[-1] if path else "this file")
    shown = f"entry {name + 1}" if isinstance(name, int) else f"`{name}`" if path else str(name)
    return Diagnostic("W503", "warning", f"{shown} is a house value", document.span((*path, "provenance")))
