"""What is said between the turns, of broken rules, scripts and files, and at the end."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

__all__ = ["TURNS"]

TURNS: Final[Both] = {
    "hand_over": ("{name}: press Enter when only you are looking", "{name}: pulsa Intro cuando solo mires tú"),
    "no_choice": (
        "{name}: there was no choice in this turn. Press Enter",
        "{name}: en este turno no había nada que elegir. Pulsa Intro",
    ),
    "only_choice": ("No other choice: {answer}", "Sin otra opción: {answer}"),
    "once_more": ("Once more: {prompt}", "Otra vez: {prompt}"),
    "many_options": (
        "{count} options, such as `{notation}`; ? lists all of them",
        "{count} opciones, por ejemplo `{notation}`; ? las lista todas",
    ),
    "no_panel": (
        "nothing on the table is called '{name}'; there is: {names}",
        "en la mesa nada se llama '{name}'; hay: {names}",
    ),
    "prompt": ("> ", "> "),
    "only_answer": (
        "The only answer; Enter takes it. You are asked so that nobody learns that there is no other.",
        "La única respuesta; Intro la toma. Se te pregunta para que nadie sepa que no hay otra.",
    ),
    "answer_otherwise": (
        "This rule is broken, so nothing has changed: you may answer otherwise.",
        "Esta regla falla, así que nada ha cambiado: puedes responder otra cosa.",
    ),
    "go_on": ("Go on with: {command}", "Para seguir: {command}"),
    "look": ("Look at it with: {command}", "Para verla: {command}"),
    "over": ("The game is over.", "La partida ha terminado."),
    "script_refused": ("{file}:{line}: {problem}", "{file}:{line}: {problem}"),
    "script_long": (
        "{file}:{line}: the game is over before this line",
        "{file}:{line}: la partida termina antes de esta línea",
    ),
    "script_text": ("{file}: is not a text of UTF-8", "{file}: no es un texto UTF-8"),
    "script_end": (
        "The moves of {file} end here: {name} is to decide ({prompt}).",
        "Las jugadas de {file} acaban aquí: decide {name} ({prompt}).",
    ),
}
