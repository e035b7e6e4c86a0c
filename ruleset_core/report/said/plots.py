"""What plots show, and what can be seen on each."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

PLOTS: Final[Both] = {
    "seat": ("Seat {seat}", "Asiento {seat}"),
    "h_seat": ("seat", "asiento"),
    "h_bot": ("bot", "bot"),
    "h_games": ("games", "partidas"),
    "h_wins": ("wins (of 100 games)", "gana (de cada 100 partidas)"),
    "h_margin": ("margin ±", "margen ±"),
    "h_score": ("mean score", "puntuación media"),
    "h_half": ("the middle half", "la mitad central"),
    "h_least": ("lowest", "mínimo"),
    "h_most": ("highest", "máximo"),
    "h_points": ("points", "puntos"),
    "h_decisions": ("decisions", "decisiones"),
    "h_category": ("category", "categoría"),
    "h_cause": ("what gives them", "qué los da"),
    "h_progress": ("of the game", "de la partida"),
    "h_phase": ("phase", "fase"),
    "h_place": ("place {place}", "puesto {place}"),
    "h_leader_wins": ("the one ahead wins (of 100 games)", "gana quien va por delante (de cada 100 partidas)"),
    "to": ("{low} to {high}", "{low} a {high}"),
    "mean_is": ("mean {mean}", "media {mean}"),
    "half_of_games": ("half of the games", "la mitad de las partidas"),
    "a_wins": ("wins of 100 games", "victorias de cada 100 partidas"),
    "a_points": ("points", "puntos"),
    "a_points_seat": ("points of a player, on average", "puntos de un jugador, de media"),
    "a_decisions": ("decisions in a game", "decisiones en una partida"),
    "a_decisions_mean": ("decisions in a game, on average", "decisiones en una partida, de media"),
    "a_progress": ("how much of the game is over", "cuánto de la partida ha pasado"),
    "fair_share": ("fair share {share}", "lo justo: {share}"),
    "w_seats": ("Wins by seat", "Victorias por asiento"),
    "w_bots": ("Wins by bot", "Victorias por bot"),
    "w_text": (
        (
            "The dot is how many of 100 games are won, the line through it the margin: the true figure lies on it 95 of 100 times. A full dot stands "
            "out from the fair share beyond chance, an empty one does not."
        ),
        (
            "El punto es cuántas de cada 100 partidas se ganan, y la línea que lo cruza, el margen: 95 de cada 100 veces la cifra verdadera está en ella. "
            "Un punto lleno se aparta de lo justo más de lo que explica el azar; uno vacío, no."
        ),
    ),
    "p_seats": ("Scores by seat", "Puntuaciones por asiento"),
    "p_bots_scores": ("Scores by bot", "Puntuaciones por bot"),
    "p_all": ("Scores", "Puntuaciones"),
    "p_text": (
        "The higher a bar, the more often a score came up. The strip below marks the middle half of the scores, the upright line their mean.",
        "Cuanto más alta es una barra, más veces salió esa puntuación. La franja de debajo señala la mitad central y la línea vertical, la media.",
    ),
    "l_title": ("Decisions in a game", "Decisiones en una partida"),
    "l_text": (
        "Each bar is how many games took so many decisions. The shortest took {least}, the longest {most}.",
        "Cada barra es cuántas partidas llevaron ese número de decisiones. La más corta llevó {least}; la más larga, {most}.",
    ),
    "l_phases": ("Decisions by phase", "Decisiones por fase"),
    "l_phases_text": (
        "How many decisions of a game are made in each phase, all players together, in {games} games that were followed.",
        "Cuántas decisiones de una partida se toman en cada fase, entre todos, en {games} partidas que se siguieron.",
    ),
    "from_categories": ("Points by category", "Puntos por categoría"),
    "from_categories_text": (
        "What a player has in each category of the score at the end, on average, in {sheets} games. The line at the end of a bar is the margin.",
        "Lo que tiene de media un jugador al final en cada categoría de la puntuación, en {sheets} partidas. La línea al final de la barra es el margen.",
    ),
    "from_causes": ("Points by what gives them", "Puntos por lo que los da"),
    "from_causes_text": (
        "The cards, rules and choices that gave a player the most points, or took them, on average, in {stories} games whose story was heard.{rest}",
        "Las cartas, reglas y elecciones que más puntos dieron a un jugador, o le quitaron, de media, en {stories} partidas de las que se siguió el relato.{rest}",
    ),
    "from_rest": (" {rest} more are in the table.", " Hay {rest} más en la tabla."),
    "c_title": ("Scores in the course of a game", "Puntuaciones a lo largo de una partida"),
    "c_text": (
        (
            "The mean scores, as if the game ended then, of those who come first, second and so on at the end, in {games} games that were followed. "
            "Within the bands lies the middle half of the games{which}."
        ),
        (
            "Las puntuaciones medias, como si la partida acabara entonces, de quienes al final quedan primeros, segundos y así, en {games} partidas que se "
            "siguieron. En las bandas está la mitad central de las partidas{which}."
        ),
    ),
    "c_which": (", for the first and the last place", ", para el primer puesto y el último"),
    "c_text_alone": (
        "The mean score, as if the game ended then, in {games} games that were followed. Within the band lies the middle half of the games.",
        "La puntuación media, como si la partida acabara entonces, en {games} partidas que se siguieron. En la banda está la mitad central de las partidas.",
    ),
    "c_late": (
        " {late} of 100 points come in the last twentieth of the decisions, or when they are counted at the end.",
        " {late} de cada 100 puntos llegan en la última vigésima parte de las decisiones, o al contarlos al final.",
    ),
    "place": ("{place} place", "{place} puesto"),
    "alone": ("score", "puntos"),
    "lead_title": ("Does the one ahead win?", "¿Gana quien va por delante?"),
    "lead_text": (
        (
            "At each moment of a game: of the games in which one player (or team) alone is ahead then, how many it goes on to win. The band is the margin. "
            "A line that climbs early means that a game is decided early."
        ),
        (
            "En cada momento de la partida: de las partidas en que un solo jugador (o equipo) va por delante, cuántas acaba ganando. La banda es el margen. "
            "Una línea que sube pronto significa que la partida se decide pronto."
        ),
    ),
    "lead_name": ("ahead", "delante"),
}
