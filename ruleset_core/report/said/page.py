"""What stands around the plots of a report."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

PAGE: Final[Both] = {
    "title": ("{game}: what {games} games say", "{game}: lo que dicen {games} partidas"),
    "lead": (
        "Played by bots ({bots}), who change seats from game to game.",
        "Las han jugado bots ({bots}), que cambian de asiento en cada partida.",
    ),
    "lead_alone": ("Played by a bot alone ({bots}).", "Las ha jugado un bot en solitario ({bots})."),
    "found": ("What was found", "Lo que se ha visto"),
    "contents": ("On this page", "En esta página"),
    "numbers": ("The numbers", "Las cifras"),
    "s_winning": ("Who wins?", "¿Quién gana?"),
    "s_points": ("How many points?", "¿Cuántos puntos?"),
    "s_from": ("Where do points come from?", "¿De dónde salen los puntos?"),
    "s_course": ("How does a game go?", "¿Cómo va una partida?"),
    "s_cards": ("What do the cards do?", "¿Qué hacen las cartas?"),
    "s_length": ("How long is a game?", "¿Cuánto dura una partida?"),
    "s_played": ("What was played", "Qué se ha jugado"),
    "s_words": ("What the words mean", "Qué significan las palabras"),
    "again": (
        "This command plays the same games again and writes the same page:",
        "Este mandato juega otra vez las mismas partidas y escribe la misma página:",
    ),
    "p_game": ("game", "juego"),
    "p_expansions": ("expansions", "expansiones"),
    "p_options": ("options", "opciones"),
    "p_bots": ("bots", "bots"),
    "p_games": ("games", "partidas"),
    "p_seed": ("seed", "semilla"),
    "p_hash": ("rules (hash)", "reglas (hash)"),
    "p_version": ("made by", "hecho con"),
    "p_sheets": ("score sheets looked at", "hojas de puntos miradas"),
    "p_stories": ("games whose story was heard", "partidas de las que se siguió el relato"),
    "p_courses": ("games that were followed", "partidas que se siguieron"),
}
