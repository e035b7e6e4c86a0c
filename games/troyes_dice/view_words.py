"""The words and colours of the Troyes Dice view that the game's data does not name."""

from __future__ import annotations

from typing import Final

from ruleset_core.cli.view_frame import RED, WHITE, YELLOW, spoken

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "of": ("of", "de"),
    "free": ("free", "gratis"),
    "any": ("any {}", "{} a elegir"),
    "black": ("black", "negro"),
    "neutral": ("neutral", "neutral"),
    "plazas": ("plazas", "plazas"),
    "dice": ("dice to choose", "disponibles"),
    "raids": ("the black die also strikes the sheets", "el dado negro ataca también las hojas"),
    "your_sheet": ("your sheet", "tu hoja"),
    "decides": ("to decide", "le toca"),
    "your_turn": ("to decide", "te toca"),
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
    "others": ("Sheets of the others", "Hojas de los demás"),
    "sheets": ("Sheets", "Hojas"),
    "goods": ("goods", "recursos"),
    "citizens": ("citizens", "ciud."),
    "numbering": ("the columns are being numbered", "se numeran las columnas"),
}

word = spoken(_WORDS)
"""One of the words above in English or Spanish."""
STYLES: Final = (RED, YELLOW, WHITE)
"""How the colours are drawn, in the order in which the data declares them."""
