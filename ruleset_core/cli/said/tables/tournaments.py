"""What `ruleset tournament` says, in English and Spanish."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

TOURNAMENTS: Final[Both] = {
    "match_two": (
        "a tournament needs two bots: --bots strong,easy",
        "un torneo necesita dos bots: --bots strong,easy",
    ),
    "match_same": (
        "`{bot}` is named twice: a bot does not play against itself",
        "`{bot}` figura dos veces: un bot no juega contra sí mismo",
    ),
    "match_alone": (
        "{game} is for one player: there is nobody to play against",
        "{game} es para un jugador: no hay contra quién jugar",
    ),
    "match_sure": (
        "--sure says what is surely passed, so it is not greater than --share",
        "--sure dice lo que seguro se supera, así que no es mayor que --share",
    ),
    "match_game": ("GAME", "JUEGO"),
    "match_bot": ("BOT", "BOT"),
    "match_against": ("AGAINST", "CONTRA"),
    "match_share": ("SHARE", "PARTE"),
    "match_interval": ("SURELY WITHIN", "SEGURO ENTRE"),
    "match_won": ("WON", "GANADAS"),
    "match_shared": ("SHARED", "REPARTIDAS"),
    "match_lost": ("LOST", "PERDIDAS"),
    "match_verdict": ("KNOWN", "SE SABE"),
    "match_to": ("{low} to {high}", "{low} a {high}"),
    "match_holds": ("more than {sure}", "más de {sure}"),
    "match_fails": ("less than {share}", "menos de {share}"),
    "match_better": ("plays better", "juega mejor"),
    "match_worse": ("plays worse", "juega peor"),
    "match_open": ("not yet", "aún no"),
    "match_unplayed": ("not begun", "sin empezar"),
    "match_median": ("HALF OF ITS ANSWERS WITHIN", "LA MITAD DE SUS RESPUESTAS EN"),
    "match_most": ("95 OF 100", "95 DE 100"),
    "match_sims": ("SIMULATIONS", "SIMULACIONES"),
    "match_note": (
        "A game won counts 1, a shared one a half. The interval is wrong in at most 5 of 100 such pairings, though they stop early.",
        "Una partida ganada cuenta 1; una repartida, la mitad. El intervalo falla a lo sumo en 5 de cada 100 duelos, aunque terminen antes.",
    ),
    "match_progress": (
        "{game}: {first} against {second}, {done} games, {share}; pairing {at} of {all}, at most {left} left for it",
        "{game}: {first} contra {second}, {done} partidas, {share}; duelo {at} de {all}, le quedan a lo sumo {left}",
    ),
    "match_stopped": (
        "Stopped in pairing {at} of {all}; {games} games are kept in {file}.",
        "Detenido en el duelo {at} de {all}; se guardan {games} partidas en {file}.",
    ),
    "match_go_on": (
        "Go on with the same command and --resume.",
        "Sigue con el mismo mandato y --resume.",
    ),
    "match_kind": (
        "--out: a name that ends in .json, .csv or .md",
        "--out: un nombre que acabe en .json, .csv o .md",
    ),
    "match_written": ("Written: {file}", "Escrito: {file}"),
}
