"""What `ruleset learn` says, in English and Spanish."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

LEARNINGS: Final[Both] = {
    "learn_two": (
        "{game} is not for two players: chances by points are for games of two",
        "{game} no es para dos jugadores: las posibilidades por puntos son para partidas de dos",
    ),
    "learn_no_core": (
        "learning needs the compiled core, which is not there: pip install -U wasmtime",
        "para aprender hace falta el núcleo compilado, que no está: pip install -U wasmtime",
    ),
    "learn_only_prospects": ("{options}: for --prospects alone", "{options}: solo para --prospects"),
    "learn_no_prospects": ("{options}: not for --prospects", "{options}: no para --prospects"),
    "learn_progress": (
        "round {round} of {rounds}: {done} of {games} games, {left} left in it",
        "ronda {round} de {rounds}: {done} de {games} partidas, faltan {left} de ella",
    ),
    "learn_round": (
        "Round {round} of {rounds}: the table changed by {changed} on average.",
        "Ronda {round} de {rounds}: la tabla cambió {changed} de media.",
    ),
    "learn_no_numpy": (
        "learning what positions promise needs numpy, which is not there: pip install numpy",
        "para aprender lo que prometen las posiciones hace falta numpy, que no está: pip install numpy",
    ),
    "learn_points": (
        "Round {round} of {rounds}: {points} points in a game on average.",
        "Ronda {round} de {rounds}: {points} puntos por partida de media.",
    ),
    "learn_table": (
        "Of 1,000 games, who begins a turn wins so many. Rows: own points; columns: those of the other.",
        "De 1000 partidas, quien empieza un turno gana tantas. Filas: puntos propios; columnas: los del otro.",
    ),
    "learn_stopped": (
        "Stopped after {done} of {rounds} rounds; {file} is as it was.",
        "Detenido tras {done} de {rounds} rondas; {file} está como estaba.",
    ),
    "learn_kept": (
        "What was learned is kept in {file}; go on with the same command and --resume.",
        "Lo aprendido se guarda en {file}; sigue con el mismo mandato y --resume.",
    ),
    "learn_elsewhere": (
        "Written to {file}. Bots play by it once it is copied to {own}.",
        "Escrito en {file}. Los bots juegan con ello cuando se copia a {own}.",
    ),
    "learn_promised": (
        "Written to {file}: `normal` and `strong` play by it from now on.",
        "Escrito en {file}: desde ahora `normal` y `strong` juegan con ello.",
    ),
    "learn_written": (
        "Written to {file}: `normal` and `strong` play by it from now on, in games of two.",
        "Escrito en {file}: desde ahora `normal` y `strong` juegan con ello, en partidas de dos.",
    ),
}
