"""What is said of cards: how often they are met, and what taking one goes with."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

CARDS: Final[Both] = {
    "h_card": ("card", "carta"),
    "h_dealt": ("dealt, times a game", "sale, veces por partida"),
    "h_offered": ("offered, times a game", "se ofrece, veces por partida"),
    "h_taken": ("taken, times a game", "se toma, veces por partida"),
    "h_had": ("had at the end, copies a game", "se tiene al final, copias por partida"),
    "h_might": ("could get it (of 100 players)", "podían tenerla (de cada 100 jugadores)"),
    "h_got_of": ("got it (of 100 players)", "la tuvieron (de cada 100 jugadores)"),
    "h_got": ("players with it", "jugadores con ella"),
    "h_not": ("players without it", "jugadores sin ella"),
    "h_beyond": ("beyond chance", "más que azar"),
    "h_more_score": ("points more", "puntos más"),
    "h_more_won": ("wins more (of 100 games)", "victorias más (de cada 100 partidas)"),
    "yes": ("yes", "sí"),
    "no_difference": ("no difference", "sin diferencia"),
    "a_more_score": ("points more, with the card than without", "puntos más con la carta que sin ella"),
    "a_more_won": (
        "wins more of 100 games, with the card than without",
        "victorias más de cada 100 partidas, con la carta que sin ella",
    ),
    "impact_score": ("Points with each card", "Puntos con cada carta"),
    "impact_score_text": (
        (
            "How many points more a player has who takes the card, beside one who could have and did not: the same bot on the same seat, as far ahead or behind "
            "then. Of a card that comes without being chosen: who has it at the end, beside who has not. Full dots are beyond chance, all cards looked at together. "
            "Taking is a choice, not a lot: it may go with other choices, so this shows which cards to look at, not what they are worth. Cards with fewer than "
            "{least} players of either kind are left out."
        ),
        (
            "Cuántos puntos más tiene quien toma la carta que quien pudo y no quiso: el mismo bot en el mismo asiento, yendo entonces igual de bien o de mal. De una "
            "carta que llega sin elegirla: quien la tiene al final y quien no. Los puntos llenos son más que azar, mirando todas las cartas a la vez. Se toma por "
            "decisión, no por sorteo: puede ir con otras decisiones, así que esto muestra en qué cartas fijarse, no lo que valen. Se omiten las cartas con menos de "
            "{least} jugadores de un tipo o del otro."
        ),
    ),
    "impact_won": ("Wins with each card", "Victorias con cada carta"),
    "impact_won_text": (
        "The same for games won: how many more of 100 a player wins who takes the card than one who could have and did not (at least {least} of each).",
        "Lo mismo con las partidas ganadas: cuántas más de cada 100 gana quien toma la carta que quien pudo y no quiso (al menos {least} de cada).",
    ),
    "cards_unsure": (
        "So few games cannot say what taking a card does: it takes at least {least} players who took it, and as many who could have and did not.",
        "Tan pocas partidas no dicen qué hace tomar una carta: hacen falta al menos {least} jugadores que la tomaran y otros tantos que pudieran y no quisieran.",
    ),
    "met": ("How often each card is offered and taken", "Con qué frecuencia se ofrece y se toma cada carta"),
    "met_text": (
        (
            "The ring is how many of 100 players could take the card at least once in a game, the disc how many did. A wide gap is a card that is passed by, a ring with the disc in "
            "it one that is always taken. Of cards that come without being chosen the disc is who has them at the end; those that nobody ever has are in the table alone. At the right, how many copies come out in a game."
        ),
        (
            "El anillo es cuántos de cada 100 jugadores pudieron tomar la carta al menos una vez en una partida, y el disco, cuántos la tomaron. Un hueco ancho es una carta que se "
            "deja pasar; un anillo con el disco dentro, una que siempre se toma. De las cartas que llegan sin elegirlas el disco es quién las tiene al final; las que nadie tiene nunca están solo en la tabla. A la derecha, cuántas copias salen en una partida."
        ),
    ),
    "a_players": ("players of 100", "jugadores de cada 100"),
    "g_might": ("could take it", "podía tomarla"),
    "g_got": ("took it, or had it at the end", "la tomó, o la tenía al final"),
    "v_dealt": ("dealt {count}", "sale {count}"),
    "f_cards_more": (
        "Cards that go with more points, beyond chance: {cards}.",
        "Cartas que van con más puntos, más de lo que explica el azar: {cards}.",
    ),
    "f_cards_less": (
        "Cards that go with fewer points, beyond chance: {cards}.",
        "Cartas que van con menos puntos, más de lo que explica el azar: {cards}.",
    ),
    "f_cards_alike": (
        "As far as these games can tell, no card goes with more or fewer points beyond chance.",
        "Hasta donde dicen estas partidas, ninguna carta va con más ni con menos puntos, salvo por azar.",
    ),
    "f_cards_rest": ("{cards} and {rest} more", "{cards} y {rest} más"),
    "f_never": (
        "Nobody ever took, though it was offered: {cards}.",
        "Nadie tomó nunca, aunque se ofreció: {cards}.",
    ),
}
