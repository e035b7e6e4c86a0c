"""Colours and signs by name, as a terminal shows them. What a colour says is said by a letter as well."""

from __future__ import annotations

from typing import Final

from ruleset_core.scenes.said import CHARACTERS as SIGNS
from ruleset_core.scenes.said import COLOURS, LETTERS, SPOKEN, colour_name, letter, sign_name

__all__ = [
    "COLOURS", "EMPTY", "LETTERS", "SIGNS", "SPOKEN", "STYLES", "colour_name", "letter", "sign_name", "style",
]  # fmt: skip

STYLES: Final = {
    "red": "bold red",
    "yellow": "bold dark_goldenrod",
    "white": "bold",
    "blue": "bold dodger_blue2",
    "green": "bold green",
    "black": "bold grey50",
    "pink": "bold magenta",
    "purple": "bold medium_purple",
    "orange": "bold dark_orange",
    "brown": "bold orange4",
    "grey": "grey50",
    "gold": "bold gold3",
}
"""Middle tones that read on dark and light terminals; white is the terminal's own colour in bold."""

EMPTY: Final = "·"


def style(colour: str, kind: str = "") -> str:
    """The style of a colour, or of what stands out or back."""
    found = STYLES.get(colour, "")
    return f"{found} {kind}".strip() if kind and kind not in found else found
