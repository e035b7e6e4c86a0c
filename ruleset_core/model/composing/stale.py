"""Texts written by hand that are no longer true: an expansion has replaced what they tell of.

A text stays where whoever wrote it knew of the change: it is given with it, or by what comes after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ruleset_core.model.composing.change import Change
from ruleset_core.model.composing.drafts import MISSING, Draft, named
from ruleset_core.model.salvage import words_of
from ruleset_core.model.source import Path

__all__ = ["stale_texts"]

_BODIES = ("amount", "condition", "effect")
_DOES = ("effect", "cost", "requires", "score", "when", "instead", "while_in_play")
"""Keys of a card or rule that its text tells of."""
_SECTIONS = {"cards": "card", "rules": "rule"}

Moved = Sequence[tuple[Change, Draft, Path]]
Knows = Callable[[str, str], bool]
"""Whether what one expansion writes is written with what another one changes in mind."""


def stale_texts(
    drafts: Sequence[Draft], moved: Moved, own: dict[str, str], knows: Knows
) -> Iterator[tuple[Change, Draft, Path]]:  # fmt: skip
    """Each text by hand that has to go: as a change of the expansion that made it wrong, with the file and the path of the text.

    Args:
        drafts: the files with all that was changed.
        moved: what was changed, and where it stands.
        own: the ids of expansions by the origin of their files.
        knows: see there.
    """
    defines = _changed_defines(drafts, moved)
    for draft in drafts:
        mine = [(change, path) for change, other, path in moved if other is draft]
        for section, kind in _SECTIONS.items():
            if not mine and not defines:
                continue
            for name, entry in named(draft, section).items():
                for face in (entry, *_sides(draft, entry)):
                    text = draft.value((*face, "text"))
                    if text is MISSING:
                        continue
                    writer = next(
                        (each.expansion for each, path in reversed(mine) if path[: len(face) + 1] == (*face, "text")),
                        own.get(draft.origin, ""),
                    )
                    causes = [
                        each
                        for each, path in mine
                        if path[: len(face)] == face and path[len(face) : len(face) + 1] in _KEYS
                    ]
                    causes += [each for word in sorted(_spoken(draft, face) & defines.keys()) for each in defines[word]]
                    wrong = next((each for each in causes if not knows(writer, each.expansion)), None)
                    if wrong is not None:
                        path = (*face, "text")
                        yield (
                            Change(kind, name, path[len(entry) :], text, None, wrong.expansion, wrong.home),
                            draft,
                            path,
                        )


_KEYS = {(each,) for each in _DOES}


def _sides(draft: Draft, entry: Path) -> list[Path]:
    sides = draft.value((*entry, "sides"))
    return [(*entry, "sides", each) for each in sides] if isinstance(sides, dict) else []


def _spoken(draft: Draft, face: Path) -> set[str]:
    """All names in what a card or rule does, but that of a definition which it changes: what it makes of that it says itself."""
    return {word for key in _DOES for word in _words(draft.value((*face, key)))}


def _words(value: Any) -> set[str]:
    if isinstance(value, str):
        return words_of(value)
    if isinstance(value, dict):
        return {word for key, each in value.items() if key != "modify" for word in _words(each)}
    return {word for each in value for word in _words(each)} if isinstance(value, list) else set()


def _changed_defines(drafts: Sequence[Draft], moved: Moved) -> dict[str, list[Change]]:
    """Definitions that say something else now, because they were replaced, or one of those that they name."""
    found: dict[str, list[Change]] = {}
    for change, _, _ in moved:
        if change.kind == "definition" and change.path[:1] in {(each,) for each in _BODIES}:
            found.setdefault(change.name, []).append(change)
    if not found:
        return {}
    names = {
        name: {word for key in _BODIES for word in _words(draft.value((*path, key)))}
        for draft in drafts
        for name, path in named(draft, "define").items()
    }
    naming: dict[str, list[str]] = {}
    for name, words in names.items():
        for word in words & names.keys():
            naming.setdefault(word, []).append(name)
    waiting = [(name, change) for name, changes in found.items() for change in changes]
    while waiting:
        name, change = waiting.pop()
        for other in naming.get(name, ()):
            if change not in found.setdefault(other, []):
                found[other].append(change)
                waiting.append((other, change))
    return found
