"""How much a scene may hold: whatever a look says, a scene of it is made soon and is no larger than this."""

from __future__ import annotations

from typing import Final

THINGS: Final = 8_000
"""Parts, rows, pieces and places of a scene, and whatever is looked at to find them. What comes after so many is left out."""
PANELS: Final = 100
"""Panels of a scene; those after them are left out."""
STEPS: Final = 50
"""So many steps of working something out count as a thing."""
TEXT: Final = 2_000
"""Characters of a text; the rest is left out."""
CHARACTERS: Final = 20
"""So many characters of a text count as a thing."""
NAME: Final = 200
"""Characters of the name of a thing."""
SIGNS: Final = 40
"""Signs of a kind that stand side by side, and free places in a row; more are a number."""


class Room:
    """What is left of the room for a scene."""

    def __init__(self) -> None:
        self.left = THINGS

    def take(self, things: int = 1) -> bool:
        """Whether there is room for so many things more; they take it."""
        self.left -= things
        return self.left >= 0

    def worked(self, steps: int) -> None:
        """Something was worked out in so many steps."""
        self.left -= steps // STEPS

    def text(self, said: str) -> str:
        """A text, cut where it is too long."""
        self.left -= len(said) // CHARACTERS
        return cut(said, TEXT)


def cut(said: str, most: int) -> str:
    """A text of at most so many characters."""
    return said if len(said) <= most else said[: most - 1] + "…"
