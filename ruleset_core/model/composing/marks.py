"""Whose figures are which: what an expansion replaces is no longer what the game's own source says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruleset_core.model.composing.change import Change
from ruleset_core.model.composing.drafts import MISSING, Draft
from ruleset_core.model.source import Path

__all__ = ["mark"]

_WORDS = frozenset({
    "name", "said", "plural", "label", "ask", "told", "tell", "done", "say", "why", "note", "word", "notation",
    "provenance", "house", "inferred", "changed",
})  # fmt: skip
"""Keys of an entry that say nothing about figures."""


def mark(changes: Sequence[tuple[Change, Path]], draft: Draft, entry: Path, given: Any, provenance: str) -> None:
    """Say of the figures that were replaced in an entry where they come from: as the expansion says, else a house value.

    Args:
        changes: what was replaced, and where it stands.
        draft: the file of the entry.
        entry: the path of the entry.
        given: what the expansion says of the entry.
        provenance: what holds for the figures of the expansion.
    """
    for change, path in changes:
        owner, figure, said = _owner(path, entry, given)
        usual = change.kind == "decision" and figure == "default"  # which answer Enter takes
        if usual or not figure or any(part in _WORDS for part in path[len(entry) :]):
            continue
        came = next((key for key in ("house", "inferred") if figure in said.get(key, ())), "")
        came = came or str(said.get("provenance", provenance))
        if change.kind in ("card", "resource") or owner != entry:
            _list(draft, owner, figure, came, change)
        elif draft.value((*owner, "provenance")) not in {came, MISSING if came == "published" else came}:
            draft.put((*owner, "provenance"), came, change.home)


def _owner(path: Path, entry: Path, given: Any) -> tuple[Path, str, Any]:
    """The entry that says where a figure comes from, the figure ("" for none), and what the expansion says of that entry."""
    below = path[len(entry) :]
    if below[:1] in (("sides",), ("members",)):
        said = given.get(below[0], {}).get(below[1], {}) if len(below) > 1 else {}
        return (*entry, *below[:2]), str(below[2]) if len(below) > 2 else "", said
    return entry, str(below[0]) if below else "", given


def _list(draft: Draft, owner: Path, figure: str, came: str, change: Change) -> None:
    """Put a figure into the list of those that are a house value or inferred, and out of the other one."""
    whole = draft.value((*owner, "provenance"))
    for key in ("house", "inferred"):
        listed = draft.value((*owner, key))
        names = list(listed) if isinstance(listed, list) else []
        if figure in names and key != came:
            kept = [each for each in names if each != figure]
            draft.put((*owner, key), kept, draft.home((*owner, key)))
        elif key == came and figure not in names and whole != came:
            if listed is MISSING:
                draft.put((*owner, key), [], change.home)
            draft.insert((*owner, key), len(names), figure, change.home)
