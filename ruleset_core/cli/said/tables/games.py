"""What is said of games, cards, names and what expansions change."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

__all__ = ["GAMES"]

GAMES: Final[Both] = {
    "players": ("players", "jugadores"),
    "from_to": ("{low} to {high}", "de {low} a {high}"),
    "expansions": ("expansions", "expansiones"),
    "options": ("options", "opciones"),
    "data": ("data", "datos"),
    "like": ("like", "como"),
    "in_play": ("in play", "en juego"),
    "there_are_none": ("none", "ninguna"),
    "rules": ("rules", "reglas"),
    "expansions_change": ("What the expansions change", "Lo que cambian las expansiones"),
    "variant_changes": ("What is different from {game}", "En qué se distingue de {game}"),
    "number_name": ("NUMBER", "NÚMERO"),
    "number_value": ("IS", "ES"),
    "number_place": ("AT", "EN"),
    "number_text": ("WITHIN", "DENTRO DE"),
    "taken_out": ("`{name}` is taken out of the game by {by}", "{by} quita `{name}` del juego"),
    "opened": ("Opened for expansions", "Abierto a expansiones"),
    "nothing_opened": ("{game} has opened nothing by name.", "{game} no ha abierto nada por su nombre."),
    "nothing_untold": (
        "The log of {game} leaves out nothing that it could tell.",
        "El registro de {game} no omite nada de lo que podría contar.",
    ),
    "untold_note": ("Left out of the log by `note: false`", "Omitido en el registro con `note: false`"),
    "untold_usual": (
        "Not told, as nothing asks for it (`note: true` or `tell:` of a field, `tell:` of an event)",
        "No se cuenta, pues nada lo pide (`note: true` o `tell:` de un campo, `tell:` de un suceso)",
    ),
    "in_log": ("in the log", "en el registro"),
    "log_told": ("told", "se cuenta"),
    "log_note": ("left out by `note: false`", "omitido con `note: false`"),
    "log_usual": ("not told, as nothing asks for it", "no se cuenta, pues nada lo pide"),
    "none_of_part": ("{game} has none of these.", "{game} no tiene nada de esto."),
    "used_as": ("used as", "se usa"),
    "type": ("type", "de tipo"),
    "stands_in": ("stands in", "está en"),
    "opened_for": ("opened for", "abierto para"),
    "is_changed_by": ("changed by", "lo cambia"),
}
