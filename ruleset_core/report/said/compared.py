"""What is said of two games that are compared, and of numbers that are tried out."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

COMPARED: Final[Both] = {
    "cmp_title": ("{one} and {other}: what differs", "{one} y {other}: qué cambia"),
    "cmp_lead": (
        "A is {one}, B is {other}. {games} games of each, on the same seeds and with the same bots ({bots}), compared game by game.",
        "A es {one}; B, {other}. {games} partidas de cada uno, con las mismas semillas y los mismos bots ({bots}), comparadas de una en una.",
    ),
    "sweep_title": ("{game}: what {names} does", "{game}: qué hace {names}"),
    "sweep_lead": (
        "{games} games for each value, on the same seeds and with the same bots ({bots}), compared game by game with the game as it is.",
        "{games} partidas por valor, con las mismas semillas y los mismos bots ({bots}), comparadas de una en una con el juego como está.",
    ),
    "f_differs": (
        "{figure}: {one} in A, {other} in B. The difference, {change}, is more than chance explains.",
        "{figure}: {one} en A y {other} en B. La diferencia, {change}, es más de lo que explica el azar.",
    ),
    "f_same": ("Nothing differs beyond chance.", "Nada cambia más allá del azar."),
    "f_rest_same": (
        "Nothing else differs beyond chance, of {count} figures that were looked at.",
        "Nada más cambia más allá del azar, de {count} cifras que se han mirado.",
    ),
    "f_more_games": (
        "A difference in “{figure}” as large as the one seen ({change}) would take about {games} games to be sure of.",
        "Para estar seguros de una diferencia en «{figure}» como la vista ({change}) harían falta unas {games} partidas.",
    ),
    "f_alike": (
        "{alike} of {games} pairs of games went exactly alike.",
        "{alike} de {games} pares de partidas fueron exactamente iguales.",
    ),
    "f_swept": (
        "{figure}: {first} where {name} is {low}, {last} where it is {high}.",
        "{figure}: {first} cuando {name} es {low} y {last} cuando es {high}.",
    ),
    "f_swept_sure": (
        "{figure}: beyond chance it differs from the game as it is with {values}.",
        "{figure}: se aparta del juego como está, más allá del azar, con {values}.",
    ),
    "f_swept_same": (
        "{figure}: with no value it differs from the game as it is beyond chance.",
        "{figure}: con ningún valor se aparta del juego como está más allá del azar.",
    ),
    "s_differs": ("What differs?", "¿Qué cambia?"),
    "s_spread": ("How are they spread?", "¿Cómo se reparten?"),
    "s_curves": ("What does it do?", "¿Qué hace?"),
    "d_points": ("Points: B less A", "Puntos: B menos A"),
    "d_shares": ("Wins and ties, of 100 games: B less A", "Victorias y empates, de cada 100 partidas: B menos A"),
    "d_lengths": ("Length: B less A", "Duración: B menos A"),
    "d_taken": ("Cards taken, times a game: B less A", "Cartas que se toman, veces por partida: B menos A"),
    "a_taken_more": ("times a game more in B than in A", "veces por partida más en B que en A"),
    "d_text": (
        "The dot is how much more B has than A, the line through it the margin. Full dots are beyond chance, all figures on this page looked at together.",
        "El punto es cuánto más tiene B que A, y la línea que lo cruza, el margen. Los puntos llenos son más que azar, mirando a la vez todas las cifras de esta página.",
    ),
    "a_points_more": ("points more in B than in A", "puntos más en B que en A"),
    "a_shares_more": ("more of 100 games in B than in A", "más de cada 100 partidas en B que en A"),
    "a_lengths_more": ("more in B than in A", "más en B que en A"),
    "h_figure": ("figure", "cifra"),
    "h_change": ("B less A", "B menos A"),
    "h_to_be_sure": ("games to be sure", "partidas para estar seguros"),
    "sp_scores": ("Scores", "Puntuaciones"),
    "sp_lengths": ("Decisions in a game", "Decisiones en una partida"),
    "sweep_text": (
        "The line is the mean with each value, the band its margin. {now}",
        "La línea es la media con cada valor, y la banda, su margen. {now}",
    ),
    "sweep_now": ("In the game as it is, {name} is {value}.", "En el juego como está, {name} es {value}."),
    "sweep_beside_text": (
        "The dot is the mean with these values, the line through it the margin. Full dots differ from the game as it is beyond chance.",
        "El punto es la media con esos valores, y la línea que lo cruza, el margen. Los puntos llenos se apartan del juego como está más allá del azar.",
    ),
    "as_it_is": ("as it is", "como está"),
    "h_mean": ("mean", "media"),
    "h_change_now": ("change from the game as it is", "cambio desde el juego como está"),
    "p_numbers": ("numbers", "números"),
    "t_pair": ("pair", "par"),
    "d_pair": (
        "Two games with the same luck: the same dice and cards, as long as both ask for them alike. What is due to luck cancels out, so that few games tell much.",
        "Dos partidas con la misma suerte: los mismos dados y cartas, mientras ambas los pidan igual. Lo que se debe a la suerte se anula, y pocas partidas dicen mucho.",
    ),
}
