"""What words of a report mean, for those who know no statistics."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

WORDS: Final[Both] = {
    "t_margin": ("margin (±)", "margen (±)"),
    "d_margin": (
        (
            "Other games would give somewhat other figures. Were all of this done again with other seeds, the true figure would lie within the margin 95 of "
            "100 times. Four times the games halve it."
        ),
        (
            "Otras partidas darían cifras algo distintas. Si todo esto se repitiera con otras semillas, 95 de cada 100 veces la cifra verdadera quedaría dentro "
            "del margen. Con cuatro veces más partidas se reduce a la mitad."
        ),
    ),
    "t_chance": ("beyond chance", "más allá del azar"),
    "d_chance": (
        (
            "If nothing were behind it, so great a difference would come up less than once in a hundred times. That is no proof, and it does not say that the "
            "difference is large."
        ),
        "Si no hubiera nada detrás, una diferencia así saldría menos de una vez de cada cien. No es una prueba, ni dice que la diferencia sea grande.",
    ),
    "t_half": ("the middle half", "la mitad central"),
    "d_half": (
        "Put all values in a row by size: a quarter of them lies below the middle half, a quarter above it.",
        "Pon todos los valores en fila por tamaño: una cuarta parte queda por debajo de la mitad central y otra cuarta parte por encima.",
    ),
    "t_fair": ("fair share", "lo justo"),
    "d_fair": (
        "What each seat would win if it did not matter where one sits. A victory that several share counts in parts.",
        "Lo que ganaría cada asiento si no importara dónde se sienta uno. Una victoria compartida cuenta por partes.",
    ),
    "t_decision": ("decision", "decisión"),
    "d_decision": (
        "A question to a player that has more than one answer.",
        "Una pregunta a un jugador que tiene más de una respuesta.",
    ),
    "t_bot": ("bot", "bot"),
    "d_bot": (
        "A player of the computer: `random` plays anything, `easy` and `greedy` what looks best now, `normal` and `strong` think ahead.",
        "Un jugador del ordenador: `random` juega cualquier cosa; `easy` y `greedy`, lo que parece mejor ahora; `normal` y `strong` piensan por adelantado.",
    ),
    "t_seed": ("seed", "semilla"),
    "d_seed": (
        "A number from which all chance comes: the same seed gives the same games.",
        "Un número del que sale todo el azar: la misma semilla da las mismas partidas.",
    ),
    "t_hash": ("hash", "hash"),
    "d_hash": (
        "A number that stands for all rules and cards: where it is the same, so are they.",
        "Un número que representa todas las reglas y cartas: donde es el mismo, ellas también lo son.",
    ),
}
