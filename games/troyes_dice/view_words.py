"""The words and colours of the Troyes Dice view that the game's data does not name."""

from __future__ import annotations

from typing import Final

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "of": ("of", "de"),
    "free": ("free", "gratis"),
    "any": ("any 1", "1 a elegir"),
    "black": ("black", "negro"),
    "neutral": ("neutral", "neutral"),
    "plazas": ("plazas", "plazas"),
    "dice": ("dice to choose", "dados a elegir"),
    "raids": ("the black die also strikes the sheets", "el dado negro ataca también las hojas"),
    "your_sheet": ("your sheet", "tu hoja"),
    "decides": ("to decide", "decide"),
    "number": ("number", "número"),
    "left": ("{} left", "quedan {}"),
    "full": ("full", "lleno"),
    "next": ("next {}", "próx. {}"),
    "all_three": ("all three", "los tres"),
    "legend": (
        "■ done  □ open  ✗ lost  ◆ link won  ◇ link open  ×n points each",
        "■ hecho  □ libre  ✗ perdido  ◆ vínculo  ◇ posible  ×n puntos cada uno",
    ),
    "offers": ("What the dice build as they lie", "Lo que construyen los dados tal como están"),
    "over": ("game over", "fin de la partida"),
    "others": ("Other sheets", "Otras hojas"),
    "sheets": ("Sheets", "Hojas"),
    "goods": ("goods", "recursos"),
    "citizens": ("citizens", "ciudad."),
    "numbering": ("the columns are being numbered", "se numeran las columnas"),
}

# Middle tones that read on dark and light terminals; the third colour is the terminal's own, in bold.
_STYLES: Final = ("bold red", "bold dark_goldenrod", "bold")


def word(key: str, lang: str) -> str:
    """One of the words above in English or Spanish."""
    return _WORDS[key][1 if lang == "es" else 0]


def colour_style(place: int) -> str:
    """The style of a colour by its place in the declared order."""
    return _STYLES[place % len(_STYLES)]
