"""What `ruleset bots` says, in English and Spanish."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

BOTS: Final[Both] = {
    "bots_name": ("NAME", "NOMBRE"),
    "bots_what": ("PLAYS", "JUEGA"),
    "bots_random": ("anything the rules allow", "cualquier cosa que permitan las reglas"),
    "bots_first": ("the first option of every menu", "la primera opción de cada menú"),
    "bots_greedy": (
        "what looks best to the end of its own turn, chance on the way counted on average",
        "lo que parece mejor hasta el final de su turno; el azar por el camino, en promedio",
    ),
    "bots_greedy1": (
        "as `greedy`, but counts nothing that depends on dice of its own turn",
        "como `greedy`, pero no cuenta nada que dependa de dados de su propio turno",
    ),
    "bots_easy": ("as `greedy`, but looks less far", "como `greedy`, pero mira menos lejos"),
    "bots_normal": (
        "after thinking ahead in worlds that could be the true one; `easy` where there is no core",
        "tras pensar por adelantado en mundos que podrían ser el verdadero; `easy` si no hay núcleo",
    ),
    "bots_strong": ("as `normal`, but thinks longer", "como `normal`, pero piensa más"),
    "bots_installed": ("(installed: {what})", "(instalado: {what})"),
    "bots_own": (
        "Your own: path/to/my_bot.py:MyBot or package.module:MyBot, wherever a bot is named.",
        "Uno tuyo: ruta/a/mi_bot.py:MiBot o paquete.modulo:MiBot, donde se nombre un bot.",
    ),
}
