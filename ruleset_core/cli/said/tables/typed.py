"""What is answered to something typed: what it means, or why it means nothing."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

__all__ = ["TYPED"]

TYPED: Final[Both] = {
    "ambiguous": ("`{text}` could be: {options}", "`{text}` puede ser: {options}"),
    "no_number": ("there is no option {text}; there are {count}", "no hay opción {text}; hay {count}"),
    "no_value": (
        "there is no option {text}; numbers are values here: {keys}",
        "no hay opción {text}; aquí los números son valores: {keys}",
    ),
    "no_thing": ("nothing in {game} is called `{text}`", "nada se llama `{text}` en {game}"),
    "no_thing_but": (
        "nothing in {game} is called `{text}`; did you mean {close}?",
        "nada se llama `{text}` en {game}; ¿querías decir {close}?",
    ),
    "no_thing_said": (
        "nothing in {game} is called `{text}`; cards that speak of it: {cards}",
        "nada se llama `{text}` en {game}; cartas que hablan de ello: {cards}",
    ),
    "is_scored": ("a line of the score sheet", "una línea de la hoja de puntuación"),
    "is_worth": ("worth: {worth}", "vale: {worth}"),
    "is_of_rules": ("worked out by the rules", "lo determinan las reglas"),
    "speak_of_it": ("Cards that speak of it: {cards}", "Cartas que hablan de ello: {cards}"),
    "is_phase": ("a part of the game; in order: {phases}", "una parte de la partida; por orden: {phases}"),
    "phase_now": ("It is being played now.", "Se está jugando ahora."),
    "phase_not_now": ("Now: {phase}.", "Ahora: {phase}."),
    "rules_phases": ("How a game runs: {names}", "Cómo discurre la partida: {names}"),
    "rules_effects": ("What happens: {names}", "Qué sucede: {names}"),
    "rules_amounts": ("What is worked out: {names}", "Qué se calcula: {names}"),
    "rules_score": ("What scores: {names}", "Qué puntúa: {names}"),
    "rules_more": (
        "`? NAME` tells of each, and of any card, question or word of the screen.",
        "`? NOMBRE` explica cada cosa, y cualquier carta, pregunta o palabra de la pantalla.",
    ),
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
    "none_now": ("not possible now: {options}", "no son posibles ahora: {options}"),
    "chain_stops": ("Not taken: {rest} ({problem}).", "Sin tomar: {rest} ({problem})."),
    "chain_waits": ("look at the turn before", "mira antes este turno"),
    "chain_mistake": ("that answer is not offered", "esa respuesta no se ofrece"),
    "no_move": ("`{text}` is neither a move nor a command", "`{text}` no es ni jugada ni orden"),
}
