"""The words and colours of the picture of the country that the game's data does not name."""

from __future__ import annotations

from typing import Final

from ruleset_core.cli.views.frame import spoken

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "wall": ("wall", "muro"),
    "tower": ("tower", "torre"),
    "houses": ("houses", "casas"),
    "house": ("house", "casa"),
    "city": ("city", "ciudad"),
    "of_size": ("city {}: {} spaces", "ciudad {}: {} espacios"),
    "homes": ("houses", "casas"),
    "palaces": ("palaces", "palacios"),
}  # fmt: skip

word = spoken(_WORDS)
"""One of the words above in English or Spanish."""

# Middle tones that read on dark and on light ground, in the order in which the data declares the colours.
_HOUSES: Final = ("#b58900", "#2e9b57", "#268bd2", "#d33682", "#dc322f")
_TOWERS: Final = ("#222222", "#8a8a8a", "#ffffff")


def house_colour(place: int) -> str:
    """The colour of houses by its place in the declared order."""
    return _HOUSES[place % len(_HOUSES)]


def tower_colour(place: int) -> str:
    """The colour of towers by its place in the declared order."""
    return _TOWERS[place % len(_TOWERS)]
