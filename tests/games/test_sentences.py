"""Sentences of cards that once made people stumble, as they are to be read, in both languages."""

from __future__ import annotations

from functools import cache

import pytest

from ruleset_core import Game, load

TROYES = ("troyes", "bonus_2011")
DICE = ("troyes_dice", "banquetes_y_asaltos")
MASONS = ("carcassonne_masons", "isthmus")
TOURNAY = ("tournay",)
CUBE = ("With a cube of this Activity card, ", "Con un cubo de esta carta de Actividad, ")
SENTENCES = [
    (
        TROYES,
        "joust",
        "If you have red dice left and nobody's have a higher total, each player who has that total: ",
        "Si te quedan dados rojos y los de nadie más suman más, cada jugador que suma lo mismo: ",
    ),
    (TROYES, "banquet", "the number of red dice in the district that has most", "el número de dados rojos del distrito que más"),
    (TROYES, "procession", "Each player who has dice left, no fewer than anybody: ", "Cada jugador que conserva dados, tantos como el que más: "),
    (TROYES, "conflict_of_succession", "takes the space of the die in the Palace", "ocupa el espacio del dado en el Palacio"),
    (TROYES, "support", "the two events nearest to this Event card on its left", "los dos eventos más cercanos a la izquierda"),
    (TROYES, "resistance", "the cube placed last on that Event card is removed", "se retira el último cubo puesto"),
    (TROYES, "tithe", "1 yellow die of each other district is free", "1 dado amarillo de cada otro distrito es gratis"),
    (TROYES, "priest", "a yellow die counts its value plus 3", "un dado amarillo cuenta su valor más 3"),
    (TROYES, "monk", "only a white die counts as yellow", "solo un dado blanco cuenta como amarillo"),
    (TROYES, "monk", "counts its value plus 2 ×", "cuenta su valor más 2 ×"),
    (TROYES, "templar", "only a white die counts as red", "solo un dado blanco cuenta como rojo"),
    (TROYES, "militiaman", "only a yellow die counts as red", "solo un dado amarillo cuenta como rojo"),
    (TROYES, "prior", "a die lays 2 cubes on the cathedral", "un dado pone 2 cubos en la catedral"),
    (TROYES, "baker", "the number of yellow dice in the city square", "el número de dados amarillos en la plaza"),
    (TROYES, "archer", "in the row of events", "en la fila de eventos"),
    (TROYES, "tax_collector", "that player: lose X deniers", "ese jugador: pierde X deniers"),
    (DICE, "market_5", "the number of available white dice", "el número de dados blancos disponibles"),
    (DICE, "chip_truce", "Feast: The die at the spot of this chip does not destroy", "Banquete: El dado en la casilla de esta ficha no destruye"),
    (DICE, "chip_knowledge", "changing the colour of the die costs 1 knowledge", "cambiar el color del dado cuesta 1 de sabiduría"),
    (DICE, "chip_knowledge", "knowledge cannot change the colour", "la sabiduría no puede cambiar el color"),
    (DICE, "chip_influence", "influence cannot change the value", "la influencia no puede cambiar el valor"),
    (DICE, "chip_market", "a market counts 1 die more than is available", "un mercado cuenta 1 dado más de los disponibles"),
    (DICE, "chip_market", "the die cannot build prestige buildings", "el dado no puede construir edificios de prestigio"),
    (MASONS, "wild_houses_red", "the red houses outside cities", "las casas rojas fuera de las ciudades"),
    (MASONS, "city_towers_grey", "the grey towers of the city", "las torres grises de la ciudad"),
    (TOURNAY, "yellow_pedlar", "if that card is yellow", "si esa carta es amarilla"),
    (TOURNAY, "red_stable", "Up to 2 red citizens of yours stand up", "Se levantan hasta 2 ciudadanos rojos tuyos"),
    (TOURNAY, "red_fort", "Only if an event has a coin.", "Solo si algún evento tiene una moneda."),
    (TOURNAY, "grande_ducasse", "more yellow citizens and cards", "más ciudadanos amarillos y cartas amarillas"),
]  # fmt: skip


@cache
def game(name: str, *expansions: str) -> Game:
    return load(name, expansions=expansions)


@pytest.mark.parametrize(("where", "card", "english", "spanish"), SENTENCES)
def test_a_card_reads_well(where: tuple[str, ...], card: str, english: str, spanish: str) -> None:
    info = game(*where).card(card)
    assert english in info.text("en")
    assert spanish in info.text("es")


CLUMSY = {
    "en": ("this never holds", "this always holds", "exactly if", "of you ", "your your", "Let n be"),
    "es": ("de color ", "no se cumple nunca", "se cumple esto", " de el ", " a el ", "tu tu ", "acts:"),
}


@pytest.mark.parametrize("lang", CLUMSY)
@pytest.mark.parametrize("where", [TROYES, DICE, MASONS, TOURNAY], ids=lambda where: str(where[0]))
def test_no_card_says_what_nobody_says(where: tuple[str, ...], lang: str) -> None:
    texts = {card: game(*where).card(card).text(lang) for card in game(*where).card_ids()}
    assert texts
    assert {card: text for card, text in texts.items() if any(words in text for words in CLUMSY[lang])} == {}


QUESTIONS = [
    (DICE, "colour", "Which colour do you give the ", "¿Qué color das al dado "),
    (DICE, "value", "Which value do you give the ", "¿Qué valor das al dado "),
    (TROYES, "own_die", "Which of your dice?", "¿Cuál de tus dados?"),
    (TROYES, "standing", "From which space do you take the citizen?", "¿De qué espacio tomas el ciudadano?"),
    (TROYES, "tradesman", "From which card do you take the tradesman?", "¿De qué carta quitas el artesano?"),
    (TOURNAY, "cover", "Which event do you cancel with a rampart?", "¿Qué evento anulas con una muralla?"),
    (TOURNAY, "giving", "You hold a card too many. What do you do?", "Te sobra una carta. ¿Qué haces?"),
]


@pytest.mark.parametrize(("where", "decision", "english", "spanish"), QUESTIONS)
def test_a_question_reads_well(where: tuple[str, ...], decision: str, english: str, spanish: str) -> None:
    asked = game(*where).program.vocabulary.decisions[decision].ask
    said = ["".join(part for part in asked[lang] if isinstance(part, str)) for lang in ("en", "es")]
    assert [said[0].startswith(english), said[1].startswith(spanish)] == [True, True], said


LABELS = [
    (TROYES, "task", "reroll", "reroll a die (1 influence)", "volver a tirar un dado (1 de influencia)"),
    (TROYES, "task", "recruit", "call a citizen to the supply (2 influence)", "llamar a un ciudadano a la reserva (2 de influencia)"),
    (TOURNAY, "task", "gather", "gather the citizens", "reunir a los ciudadanos"),
    (MASONS, "guild", "wild_houses_arms_red", "Land of the red arms", "Región del escudo rojo"),
]  # fmt: skip


@pytest.mark.parametrize(("where", "family", "member", "english", "spanish"), LABELS)
def test_a_label_reads_well(where: tuple[str, ...], family: str, member: str, english: str, spanish: str) -> None:
    names = game(*where).glossary
    assert names.name(family, member, "en") == english
    assert names.name(family, member, "es") == spanish


def test_a_half_day_is_no_noon() -> None:
    names = game(*DICE).glossary
    assert names.title("fields", "half", "es") == "media jornada"
    assert names.title("phases", "end_half_day", "es") == "fin de la media jornada"
