"""The names that the language gives by itself, and which names of data would mean two things beside them.

A name means what its place says: what is called with `( )` is a definition or a function, what stands alone is a field, a member, a
local or the like, what stands behind `in` or `is:` is a set, a kind or a zone. So a name of data is taken only where a name of the language
may stand in the same place. Verbs, questions, phases and events are named by words of the grammar before them: `do gain` and `gain 1 coin`
cannot be mistaken for each other.
"""

from __future__ import annotations

from typing import Final

from ruleset_core.lang.operations import FUNCTIONS
from ruleset_core.lang.syntax.parse import BUILT_IN, keywords

FIELDS: Final = ("held", "filled")
"""Fields of every game: how much a seat has of a resource, and how far its track is filled."""
EVENTS: Final = ("gain", "lose", "reach")
"""Events of every game."""
SETS: Final = ("seat", "resource")
"""Sets of every game."""
TYPES: Final = ("int", "bool")
"""Types of every game that are no sets."""

TAKEN: Final[dict[str, dict[str, frozenset[str]]]] = {
    "a function": {kind: frozenset(FUNCTIONS) for kind in ("define", "hooks")},
    "a field of every game": {kind: frozenset(FIELDS) for kind in ("state", "zones", "define", "members", "params")},
    "an event of every game": {"events": frozenset(EVENTS)},
    "a set of every game": {kind: frozenset(SETS) for kind in ("sets", "pieces", "zones")},
    "a type of every game": {kind: frozenset(TYPES) for kind in ("sets", "pieces")},
}
"""What the language calls so, and by sections of data the names that they cannot have for that. No name at all is a word of the grammar."""
FREE: Final = frozenset({"score", "achievements", "options", "rules"})
"""Sections whose names stand in no text of the language, or behind a word of their own: they may have any name."""


def clash(section: str, name: str) -> str:
    """What the language calls so already, so that an entry of a section cannot; empty if nothing."""
    if section in FREE:
        return ""
    if name in BUILT_IN or name in keywords():
        return "a word of the language"
    return next((what for what, kinds in TAKEN.items() if name in kinds.get(section, ())), "")
