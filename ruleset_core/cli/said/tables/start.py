"""What is said of how a game begins: seats, options, records that go on."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

__all__ = ["START"]

START: Final[Both] = {
    "web_missing": (
        'serving pages needs `starlette` and `uvicorn`: pip install "ruleset[web]" (in a checkout, `python3 dev.py serve` does)',
        'servir páginas necesita `starlette` y `uvicorn`: pip install "ruleset[web]" (en un repositorio lo hace `python3 dev.py serve`)',
    ),
    "web_lobby": ("Lobby, for you alone: {url}", "Sala, solo para ti: {url}"),
    "web_table": (
        "{game}: each link is a place at the table; give it to nobody else",
        "{game}: cada enlace es un sitio en la mesa; no lo des a nadie más",
    ),
    "web_host": ("host", "anfitrión"),
    "web_watch": ("to watch", "para mirar"),
    "web_stop": (
        "Ctrl-C ends the server; games stay where they are.",
        "Ctrl-C termina el servidor; las partidas se conservan.",
    ),
    "web_taken": (
        "port {port} is in use: give another one with --port, or 0 for any",
        "el puerto {port} está ocupado: da otro con --port, o 0 para cualquiera",
    ),
    "web_own_bot": (
        "`{kind}` cannot play on a server, which seats only bots that `ruleset bots` lists; install it as the documents say (Bots), or use it with `ruleset play`",
        "`{kind}` no puede jugar en un servidor, que solo admite los bots que `ruleset bots` enumera; instálalo como dicen los documentos (Bots) o úsalo con `ruleset play`",
    ),
    "web_address": ("cannot listen on {host}:{port}: {why}", "no se puede escuchar en {host}:{port}: {why}"),
    "seed": ("Seed {seed}.", "Semilla {seed}."),
    "seed_number": ("Seed {seed}, game {number}.", "Semilla {seed}, partida {number}."),
    "number_of_seed": (
        "--number says which of the games of a seed; name the seed too: --seed N",
        "--number dice cuál de las partidas de una semilla; indica también la semilla: --seed N",
    ),
    "not_saved": ("This game is not being saved.", "Esta partida no se guarda."),
    "hint": (
        "Type a number or a move; ? for help, ? rules for what the game is about.",
        "Escribe un número o una jugada (? = ayuda, ? reglas = de qué va el juego).",
    ),
    "since": ("Since your last turn:", "Desde tu último turno:"),
    "resumed": ("Going on after {count} moves.", "Continúa tras {count} jugadas."),
    "dropped": (
        "The last line of {file} was incomplete and has been dropped.",
        "La última línea de {file} estaba incompleta y se ha descartado.",
    ),
    "skipped": ("Skipped: {problem}", "Se omite: {problem}"),
    "still_fits": (
        "{file}: {changed}. All moves still fit; what follows is played with the rules of now.",
        "{file}: {changed}. Todas las jugadas encajan aún; lo que sigue se juega con las reglas de ahora.",
    ),
    "fits_so_far": (
        "{problem}. This much is there; {file} stays as it is.",
        "{problem}. Hasta ahí llega; {file} queda como está.",
    ),
    "new_file": ("From now on it is saved in a new file.", "Desde ahora se guarda en un fichero nuevo."),
    "misfit_go_on": ("{problem}; go on from there with: {command}", "{problem}; para seguir desde ahí: {command}"),
    "misfit_look": ("{problem}; see it up to there with: {command}", "{problem}; para verla hasta ahí: {command}"),
    "other_game_go_on": ("{problem}; go on with it: {command}", "{problem}; para seguir con ella: {command}"),
    "other_bot_go_on": (
        "{problem}; say who plays from now on: --seats human,easy",
        "{problem}; di quién juega desde ahora: --seats human,easy",
    ),
    "other_game_look": ("{problem}; see it with: {command}", "{problem}; para verla: {command}"),
    "plays_as": (
        "There is no core here to think in: {easy} plays in place of {kinds}.",
        "Aquí no hay núcleo con el que pensar: en lugar de {kinds} juega {easy}.",
    ),
    "no_such_bot": (
        "there is no bot `{kind}`; there are: {known}",
        "no hay ningún bot `{kind}`; hay: {known}",
    ),
    "bots_only": (
        "people cannot play here: `human` is no bot",
        "aquí no pueden jugar personas: `human` no es un bot",
    ),
    "by_the_clock": (
        "`{kind}` goes by the clock, so it does not play the same twice; add --not-repeatable if that does not matter",
        "`{kind}` se guía por el reloj, así que no juega dos veces igual; añade --not-repeatable si no importa",
    ),
    "no_such_kind": (
        "`{kind}` can take no seat; it is `human` or one of: {known}",
        "`{kind}` no puede ocupar un asiento; es `human` o uno de: {known}",
    ),
    "seats_players": (
        "{players} play, and --seats names {seats}; name every one, as in `--seats {example}`",
        "juegan {players}, y --seats nombra {seats}; nombra a todos, como en `--seats {example}`",
    ),
    "players_range": ("{game} is for {span} players", "{game} es para {span} jugadores"),
    "same_name": (
        "two players are called {name}; give each a name of its own, as in Ana=human,Bo=easy",
        "hay dos jugadores con el nombre {name}; da a cada uno el suyo, como en Ana=human,Bo=easy",
    ),
    "bad_name": (
        "`{name}` is no name to show: 1 to 40 printable characters",
        "`{name}` no sirve de nombre: de 1 a 40 caracteres visibles",
    ),
    "bad_option": ("`{text}` is not NAME or NAME=VALUE", "`{text}` no es NOMBRE ni NOMBRE=VALOR"),
    "option_twice": ("option `{name}` is given twice", "la opción `{name}` se da dos veces"),
    "new_game_only": ("{option} is for a new game, not for --resume", "{option} es de partidas nuevas, no de --resume"),
    "which_game": ("name a game, or --resume one", "indica un juego, o retoma una partida con --resume"),
}
