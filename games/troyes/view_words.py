"""The words and colours of the Troyes view that the game's data does not name."""

from __future__ import annotations

from typing import Final

from ruleset_core.cli.view_frame import RED, WHITE, YELLOW, spoken

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "of": ("of", "de"),
    "you": ("you", "tú"),
    "begins": ("{} begins", "empieza {}"),
    "over": ("game over", "fin de la partida"),
    "deniers": ("deniers", "deniers"),
    "influence": ("infl.", "infl."),
    "citizens": ("citiz.", "ciud."),
    "passed": ("passed", "pasó"),
    "characters": ("char.", "personajes"),
    "won": ("won", "ganados"),
    "points": ("points", "puntos"),
    "black": ("black dice", "dados negros"),
    "group": ("chosen", "elegidos"),
    "salary": ("salary", "salario"),
    "lying": ("lying", "expuls."),
    "level": ("level", "nivel"),
    "hire": ("hire", "coste"),
    "per": ("per", "cada"),
    "spaces": ("spaces", "espacios"),
    "cubes": ("cubes", "cubos"),
    "banners": ("banners", "banderas"),
    "rewards": ("points", "puntos"),
    "threat": ("black", "negros"),
    "no_cards": ("none yet", "aún ninguna"),
    "cube_of": ("Cubes for {}. ", "Cubos para {}. "),
    "cube_dice": ("Cubes for {}, with {}. ", "Cubos para {}, con {}. "),
    "dice": ("dice", "dados"),
    "to_come": ("to come: {}", "quedan: {}"),
    "steps": ("1 point from {}, 3 from {}, 6 from {}", "1 punto desde {}, 3 desde {}, 6 desde {}"),
    "city_legend": ("citizens 2+5: own supply + general supply", "ciudadanos 2+5: reserva propia + general"),
    "card_legend": ("2:1 two points, tradesman of 1 · 1×3 three cubes of 1", "2:1 dos puntos, comerciante de 1 · 1×3 tres cubos de 1"),
}  # fmt: skip

word = spoken(_WORDS)
"""One of the words above in English or Spanish."""
STYLES: Final = (RED, WHITE, YELLOW)
"""How the colours are drawn, in the order in which the data declares them."""
