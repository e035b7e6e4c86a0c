"""What is answered to something typed: what it means, or why it means nothing."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

__all__ = ["TYPED"]

TYPED: Final[Both] = {
    "no_thing_said": (
        "nothing in {game} is called `{text}`; cards that speak of it: {cards}",
        "nada se llama `{text}` en {game}; cartas que hablan de ello: {cards}",
    ),
    "no_thing_but": (
        "nothing in {game} is called `{text}`; did you mean {close}?",
        "nada se llama `{text}` en {game}; ¿querías decir {close}?",
    ),
    "no_thing": ("nothing in {game} is called `{text}`", "nada se llama `{text}` en {game}"),
    "speak_of_it": ("Cards that speak of it: {cards}", "Cartas que hablan de ello: {cards}"),
    "ambiguous": ("`{text}` could be: {options}", "`{text}` puede ser: {options}"),
    "no_number": ("there is no option {text}; there are {count}", "no hay opción {text}; hay {count}"),
    "no_value": (
        "there is no option {text}; numbers are values here: {keys}",
        "no hay opción {text}; aquí los números son valores: {keys}",
    ),
    "rules_more": (
        "`? NAME` tells of each, and of any card, question or word of the screen.",
        "`? NOMBRE` explica cada cosa, y cualquier carta, pregunta o palabra de la pantalla.",
    ),
    "none_now": ("`{text}` ({options}) is not possible now", "`{text}` ({options}) no es posible ahora"),
    "chain_stops": ("Not taken: {rest} ({problem}).", "Sin tomar: {rest} ({problem})."),
    "chain_waits": ("look at the turn before", "mira antes este turno"),
    "chain_mistake": ("that answer is not offered", "esa respuesta no se ofrece"),
    "no_move": ("`{text}` is neither a move nor a command", "`{text}` no es ni jugada ni orden"),
}
