"""What was found, in plain sentences."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

FOUND: Final[Both] = {
    "f_seat_more": (
        "Where one sits matters: seat {seat} wins {won} of 100 games, where {fair} would be its share. Chance alone hardly does that.",
        "Importa dónde se sienta uno: el asiento {seat} gana {won} de cada 100 partidas, cuando le tocarían {fair}. El azar solo casi nunca hace eso.",
    ),
    "f_seat_less": (
        "Seat {seat} wins less than its share: {won} of 100 games instead of {fair}. Chance alone hardly does that.",
        "El asiento {seat} gana menos de lo que le toca: {won} de cada 100 partidas en vez de {fair}. El azar solo casi nunca hace eso.",
    ),
    "f_seats_fair": (
        "No seat wins more or less than its share beyond chance. An advantage of {margin} in 100 games or more would probably have shown.",
        "Ningún asiento gana más o menos de lo que le toca, salvo por azar. Una ventaja de {margin} o más de cada 100 partidas probablemente se habría notado.",
    ),
    "f_seats_unsure": (
        "Whether it matters where one sits cannot be told from these games: only an advantage of {margin} in 100 games or more would probably have shown.",
        "Con estas partidas no se puede decir si importa dónde se sienta uno: solo se habría notado una ventaja de {margin} o más de cada 100 partidas.",
    ),
    "f_bot_more": (
        "The bot {bot} plays better than the others: it wins {won} of 100 games, where {fair} would be its share, and has {rest} points more than they have on average.",
        "El bot {bot} juega mejor que los demás: gana {won} de cada 100 partidas, cuando le tocarían {fair}, y tiene de media {rest} puntos más que ellos.",
    ),
    "f_bots_alike": (
        "No bot wins more than its share beyond chance.",
        "Ningún bot gana más de lo que le toca, salvo por azar.",
    ),
    "f_shared": (
        "{share} of 100 games end with several winners.",
        "{share} de cada 100 partidas acaban con varios ganadores.",
    ),
    "f_nobody": ("{count} games are won by nobody.", "{count} partidas no las gana nadie."),
    "f_scores": (
        "Half of all scores lie between {low} and {high}; the lowest was {least}, the highest {most}.",
        "La mitad de las puntuaciones están entre {low} y {high}; la más baja fue {least} y la más alta {most}.",
    ),
    "f_length": (
        "A game takes {mean} decisions on average, all players together; half of the games take {low} to {high}.",
        "Una partida lleva de media {mean} decisiones, entre todos; la mitad de las partidas, de {low} a {high}.",
    ),
    "f_length_alone": (
        "A game takes {mean} decisions on average; half of the games take {low} to {high}.",
        "Una partida lleva de media {mean} decisiones; la mitad de las partidas, de {low} a {high}.",
    ),
    "f_from": (
        "Most points come from “{name}”: {mean} of the {all} that a player has on average.",
        "La mayor parte de los puntos sale de «{name}»: {mean} de los {all} que tiene de media un jugador.",
    ),
    "f_hardly": (
        "Hardly any points come from {names}.",
        "Apenas salen puntos de {names}.",
    ),
    "f_lead": (
        "Whoever is ahead halfway wins {half} of 100 games; with a quarter of the game to go it is {late}.",
        "Quien va por delante a mitad de partida gana {half} de cada 100; cuando queda un cuarto de la partida son {late}.",
    ),
    "f_few": (
        "These are few games: smaller differences are still hidden by chance. {games} would halve the margins.",
        "Son pocas partidas: el azar aún esconde las diferencias pequeñas. Con {games} los márgenes serían la mitad.",
    ),
    "f_bots_not_people": (
        "All of this is what these bots do; people may do otherwise.",
        "Todo esto es lo que hacen estos bots; las personas pueden hacer otra cosa.",
    ),
}
