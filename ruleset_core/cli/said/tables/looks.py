"""What `ruleset show --look` says, in English and Spanish."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

LOOK: Final[Both] = {
    "look_of_what": ("--{name} is for --look", "--{name} se usa con --look"),
    "position_of_what": ("--{name} is for --look and --board", "--{name} se usa con --look y --board"),
    "look_or_board": ("give --look or --board, not both", "usa --look o --board, no ambas"),
    "look_alone": (
        "--look and --board show a position: leave out the name and --names",
        "--look y --board muestran una posición: omite el nombre y --names",
    ),
    "watch_or_svg": ("give --watch or --svg, not both", "usa --watch o --svg, no ambas"),
    "look_scenario_knows": (
        "a scenario says itself how many play, with what expansions and what chance: leave out --expansion, --players and --seed",
        "un escenario ya dice cuántos juegan, con qué expansiones y qué azar: omite --expansion, --players y --seed",
    ),
    "record_knows": (
        "a saved game has its expansions, players and moves: leave out --expansion, --scenario, --players, --seed and --moves",
        "una partida guardada ya tiene sus expansiones, jugadores y jugadas: omite --expansion, --scenario, --players, --seed y --moves",
    ),
    "record_of": ("{file}: is a game of {game}", "{file}: es una partida de {game}"),
    "board_begins": ("{game}: the board at the beginning", "{game}: el tablero al comienzo"),
    "board_after": ("{game}: the board after {count} moves", "{game}: el tablero tras {count} jugadas"),
    "no_board": ("{game} has no board to draw here", "{game} no tiene un tablero que dibujar aquí"),
    "picture": ("Drawn: {file}", "Dibujado: {file}"),
    "picture_failed": ("{file}: cannot be written: {reason}", "{file}: no se puede escribir: {reason}"),
    "not_a_picture": (
        "{file}: exists and is no SVG picture; choose another name",
        "{file}: existe y no es una imagen SVG; elige otro nombre",
    ),
    "no_scenario": (
        "no scenario of {game} has `{name}` in its name",
        "ningún escenario de {game} tiene `{name}` en su nombre",
    ),
    "many_scenarios": (
        "several scenarios have `{name}` in their names: {known}",
        "varios escenarios tienen `{name}` en su nombre: {known}",
    ),
    "no_seat": ("--seat: from 1 to {count}", "--seat: de 1 a {count}"),
    "watching": (
        "Drawn anew at every save of {game}; Ctrl-C ends it.",
        "Se dibuja de nuevo cada vez que guardas {game}; Ctrl-C lo termina.",
    ),
}
