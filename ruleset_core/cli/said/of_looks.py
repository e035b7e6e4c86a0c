"""What `ruleset show --look` says, in English and Spanish."""

from __future__ import annotations

from typing import Final

LOOK: Final[dict[str, tuple[str, str]]] = {
    "look_of_what": ("--{name} is for --look", "--{name} se usa con --look"),
    "look_alone": (
        "--look shows a position: leave out the name, --names, --board and --record",
        "--look muestra una posición: omite el nombre, --names, --board y --record",
    ),
    "watch_or_svg": ("give --watch or --svg, not both", "usa --watch o --svg, no ambas"),
    "look_scenario_knows": (
        "a scenario says itself how many play, with what expansions and what chance: leave out --expansion, --players and --seed",
        "un escenario ya dice cuántos juegan, con qué expansiones y qué azar: omite --expansion, --players y --seed",
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
