"""What is said of things that are looked up, in English and Spanish."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both, Texts
from ruleset_core.texts.shared import ONE, SHARED

__all__ = ["LOOKUP", "say"]

LOOKUP: Final[Both] = {
    "is_scored": ("a line of the score sheet", "una línea de la hoja de puntuación"),
    "is_worth": ("worth: {worth}", "vale: {worth}"),
    "is_of_rules": ("worked out by the rules", "lo determinan las reglas"),
    "is_phase": ("a part of the game; in order: {phases}", "una parte de la partida; por orden: {phases}"),
    "phase_now": ("It is being played now.", "Se está jugando ahora."),
    "phase_not_now": ("Now: {phase}.", "Ahora: {phase}."),
    "rules_phases": ("How a game runs", "Cómo discurre la partida"),
    "rules_effects": ("What happens", "Qué sucede"),
    "rules_amounts": ("What is worked out", "Qué se calcula"),
    "rules_score": ("What scores", "Qué puntúa"),
    "lies": ("It lies here: {where}.", "Está en: {where}."),
    "lies_hidden": (
        "Where it lies you cannot see, or it is not in this game.",
        "No puedes ver dónde está, o no está en esta partida.",
    ),
    "nothing": ("nothing", "nada"),
    "yes": ("yes", "sí"),
    "no": ("no", "no"),
    "filled": ("spaces filled", "casillas ocupadas"),
    "of_whom": ("{what} of {name}", "{what} de {name}"),
    "on_top": ("{where}, on top", "{where}, encima"),
    "is_a_question": ("A question: {ask}", "Una pregunta: {ask}"),
    "its_answers": ("Answers: {answers}", "Respuestas: {answers}"),
    "kind": ("kind", "tipo"),
    "copies": ("{count} copies", "{count} ejemplares"),
    "expansion": ("expansion", "expansión"),
    "provenance": ("provenance", "procedencia"),
    "published": ("published", "publicado"),
    "inferred": ("inferred", "inferido"),
    "changed_by": ("while in play changed by {what}", "en juego lo cambia {what}"),
    "without": ("without {what}", "sin {what}"),
    "was_before": ("{by}; before: {old}", "{by}; antes: {old}"),
    "made_new": ("{what} (changed)", "{what} (cambia)"),
    "new_things": ("new: {what}", "nuevo: {what}"),
    "changed": ("changed", "cambiado"),
    "figure_now": ("printed {printed}; changed by {what}", "impreso {printed}; lo cambia {what}"),
    "figure_unknown": (
        "printed {printed}; what counts depends on something hidden: {what}",
        "impreso {printed}; lo que cuenta depende de algo oculto: {what}",
    ),
    "house_value": ("house value", "valor propio"),
    "house_means": (
        "A house value is a figure of this program's own, until that of the published game is known; what is inferred follows from published figures.",
        "Un valor propio es una cifra de este programa, hasta que se sepa la del juego publicado; lo inferido se sigue de cifras publicadas.",
    ),
    "nobody_plays": ("none of the players", "ninguno de los jugadores"),
    "not_now_this": ("Not now", "Ahora no"),
    "can_choose": ("You can choose: {label}", "Puedes elegir: {label}"),
    "cannot_now": ("Not now: {label}", "Ahora no: {label}"),
    "kind_rules": ("rule", "regla"),
    "kind_phases": ("part of the game", "parte de la partida"),
    "kind_score": ("line of the score sheet", "línea de la hoja de puntuación"),
}

say: Final = Texts({**SHARED, **LOOKUP}, ONE).say
