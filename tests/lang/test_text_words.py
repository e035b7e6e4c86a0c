"""How texts put names of the data together: articles, `your`, plurals, verbs that agree, letters for what is worked out."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, load
from ruleset_core.story.text.language import language_of
from tests.engine.games import write

GAME = """
game: wording
name: {en: Wording, es: Redacción}
players: 2
sets:
  place:
    name: {en: place, es: lugar}
    members:
      palace: {name: {en: Palace, es: Palacio}, said: {en: the Palace, es: el Palacio}}
      inn: {name: {en: Inn, es: Posada}, said: {en: the Inn, es: la Posada}}
  house: {seats: true, members: {bank: {name: {en: bank, es: banca}}}}
  hue: {name: {en: colour, es: color}, members: {red: {name: {en: red, es: rojo}}, blue: {name: {en: blue, es: azul}}}}
  shade: {name: {en: shade, es: tono}, adjectives: true, members: {grey: {name: {en: grey, es: gris}}, black: {name: {en: black, es: negro}}}}
resources: {members: {ox: {name: {en: ox, es: buey}, plural: {en: oxen, es: bueyes}, start: 3}, hen: {name: {en: hen, es: gallina}}}}
pieces:
  card:
    total: 9
    name: {en: card, es: carta}
    facts:
      hue: {is: "hue?", name: {en: colour, es: color}, none: {en: any colour, es: cualquier color}}
      shade: {is: "shade?", name: {en: shade, es: tono}}
      price: {is: int, name: {en: price, es: precio}}
      place: {is: place}
zones:
  deck: {of: card, start: all, name: {en: deck, es: mazo}}
  hand: {of: card, by: [seat], name: {en: hand, es: mano}}
state:
  rams: {is: int, name: {en: rams left, es: carneros en pie}}
  lord: {is: seat, name: {en: lord, es: señor}}
  owner: {is: house, name: {en: owner, es: dueño}}
  cubes: {by: [seat, place], is: int, name: {en: your cubes on a place, es: tus cubos en un lugar}}
  activation: {is: int, name: {en: activation, es: activación}}
define:
  hand_size: {name: {en: "the cards in the hand of {p}", es: "las cartas en la mano de {p}"}, params: {p: seat}, amount: "count c in p.hand"}
  free: {name: {en: "the dice that are free", es: "los dados que son gratis"}, amount: 0}
  visits: {name: {en: "the visits to {s}", es: "las visitas a {s}"}, params: {s: place}, amount: "cubes[me, s]"}
  empty: {name: {en: a hand is empty, es: hay una mano vacía}, condition: "any p in seat where (no c in p.hand)"}
  able: {name: {en: "{s} is open", es: "{s} queda en uso"}, changed: {no: {en: "{s} is shut", es: "{s} queda fuera de uso"}}, params: {s: place}, condition: "cubes[me, s] > 0"}
  fare: {name: {en: "the fare to {s}", es: "el pasaje a {s}"}, changed: {set: {en: "going to {s} costs {value} coins", es: "ir a {s} cuesta {value} monedas"}}, params: {s: place}, amount: 1}
  hats: {name: {en: "the {k} hats", es: "las gorras {k}"}, params: {k: shade}, amount: 1}
  worth: {name: {en: "the worth of {c}", es: "el valor de {c}"}, params: {c: card}, amount: 1}
  dues: {name: {en: "the coins of {p}", es: "las monedas de {p}"}, one: {en: "coin of {p}", es: "moneda de {p}"}, params: {p: seat}, amount: 1}
  gates: {name: {en: "the number of {k} gates", es: "el número de puertas {k}"}, one: {en: "{k} gate", es: "puerta {k}"}, params: {k: shade}, amount: 2}
  spans: {name: {en: "the times you have {n} oxen", es: "las veces que tienes {n} bueyes"}, one: {en: "{n} oxen you have", es: "{n} bueyes que tengas"}, params: {n: int}, amount: "ox per n"}
  prize: {name: {en: "the prize for {each n}, 9 at most", es: "el premio por {each n}, 9 como máximo"}, params: {n: int}, amount: "min(9, n)"}
  weight: {name: {en: "the weight of {c}", es: "el peso de {c}"}, changed: {add: {en: "{c} weighs {value} more", es: "{c} pesa {value} más"}, times: {en: "{c} weighs {value} times as much", es: "{c} pesa {value} veces más"}}, params: {c: card}, amount: c.price}
  heavy: {params: {c: card}, condition: "c.price > 3"}
  beside: {name: {en: "{s} is beside {c}", es: "{s} está junto a {c}"}, params: {s: place, c: card}, condition: "cubes[me, s] > c.price"}
  hat: {name: {en: "{c} is a hat", es: "{c} es una gorra"}, params: {c: card}, condition: c.price > 5}
  grey_beside: {name: {en: "{c} is {k} and {s} is beside {d}", es: "{c} es {k} y {s} está junto a {d}"}, params: {c: card, k: shade, s: place, d: card}, condition: "c.shade == k and beside(s, d)"}
  skilled: {name: {en: "you lay with the left hand", es: "pones con la mano izquierda"}, condition: activation > 2}
  used: {name: {en: "you use the hammer beside {c}", es: "usas el martillo junto a {c}"}, params: {c: card}, condition: "c.price > 4"}
  force: {name: {en: "the force", es: "la fuerza"}, changed: {add: {en: "the force of the hammer goes up by {value}", es: "la fuerza del martillo aumenta en {value}"}}, amount: 1}
  rent: {name: {en: "1 for each gate of {p}, as far as it goes", es: "1 por cada puerta de {p}, hasta donde llegue"}, params: {p: seat}, amount: "min(p.ox, 3)"}
  own_rent: {name: {en: the same amount, es: la misma cantidad}, amount: rent(me)}
  fine: {params: {n: int}, effect: lose n ox}
  wild: {name: {en: "{c} counts as wild", es: "{c} cuenta como comodín"}, params: {c: card}, condition: "c.price > 3"}
events:
  laid: {fields: {c: card, s: place}, name: {en: you lay a card, es: pones una carta}}
flow:
  - phase: play
    turns: once
    do: |
      for each c in deck { emit laid(c, inn); do c.effect };
      if deck[0].hue == red and deck[0].price > free + visits(inn) or empty { gain hand_size(me) ox }
decisions: {gain_or: {of: resource, ask: {en: "What?", es: "¿Qué?"}}, card: {of: card, ask: {en: "Which card?", es: "¿Qué carta?"}}, pick: {of: card, label: {en: "{it}: {it.hue}", es: "{it}: {it.hue}"}, ask: {en: "Which?", es: "¿Cuál?"}}}
score: {oxen: {name: {en: oxen, es: bueyes}, amount: ox}}
"""
CARD = "  {name}: {{name: {{en: {name}, es: {name}}}, provenance: house, price: 2, place: inn, {rest}}}\n"
CARDS_OF_ONE = "kind: card\ncards:\n" + CARD.format(name="only", rest="hue: red, copies: 9")
SAID = {
    "set cubes[inn] = cubes[inn] + activation": (
        "Your cubes on the Inn go up by 1 for each activation.",
        "Tus cubos en la Posada aumentan en 1 por cada activación.",
    ),
    "gain hand_size(me) ox": (
        "Gain X oxen (X = the cards in your hand).",
        "Gana X bueyes (X = las cartas en tu mano).",
    ),
    "let mine = cubes[palace] + 1; if mine > 2 { gain mine ox }": (
        "N is your cubes on the Palace + 1. If N is more than 2, gain N oxen.",
        "N es tus cubos en el Palacio + 1. Si N es mayor que 2, gana N bueyes.",
    ),
    "move deck[0] to hand": (
        "Move the first card of the deck to your hand.",
        "Mueve la primera carta del mazo a tu mano.",
    ),
    "if deck[0] == none { gain 2 ox }": (
        "If there is no card in the deck, gain 2 oxen.",
        "Si no hay carta en el mazo, gana 2 bueyes.",
    ),
    "gain count c in deck where c.hue == red ox": (
        "Gain 1 ox for each card in the deck whose colour is red.",
        "Gana 1 buey por cada carta en el mazo de color rojo.",
    ),
    "gain count c in deck where c.shade == grey ox": (
        "Gain 1 ox for each grey card in the deck.",
        "Gana 1 buey por cada carta gris en el mazo.",
    ),
    "gain hats(black) + (count c in deck where c.shade == grey) ox": (
        "Gain X oxen (X = the black hats + the number of grey cards in the deck).",
        "Gana X bueyes (X = las gorras negras + el número de cartas grises en el mazo).",
    ),
    "choose card c in deck where c.shade == black { move c to hand }": (
        "Choose a black card in the deck: move that card to your hand.",
        "Elige una carta negra en el mazo: mueve esa carta a tu mano.",
    ),
    "if not able(inn) { gain 1 ox }": (
        "If the Inn is shut, gain 1 ox.",
        "Si la Posada queda fuera de uso, gana 1 buey.",
    ),
    "for each p in seat where p.ox > 2 { as p { gain 1 ox } }": (
        "Each player who has more than 2 oxen gains 1 ox.",
        "Cada jugador que tiene más de 2 bueyes gana 1 buey.",
    ),
    "gain 3 * gates(grey) ox": (
        "Gain 3 oxen for each grey gate.",
        "Gana 3 bueyes por cada puerta gris.",
    ),
    "gain min(6, 2 * gates(grey)) + gates(black) ox": (
        "Gain 2 oxen for each grey gate (6 at most) and 1 ox for each black gate.",
        "Gana 2 bueyes por cada puerta gris (6 como máximo) y 1 buey por cada puerta negra.",
    ),
    "gain gates(grey) per 3 ox; gain spans(4) ox": (
        "Gain 1 ox for every 3 grey gates and 1 ox for every 4 oxen you have.",
        "Gana 1 buey por cada 3 puertas grises y 1 buey por cada 4 bueyes que tengas.",
    ),
    "gain prize(spans(4)) + prize(gates(grey)) ox": (
        "Gain X oxen (X = (the prize for every 4 oxen you have, 9 at most) + (the prize for each grey gate, 9 at most)).",
        "Gana X bueyes (X = (el premio por cada 4 bueyes que tengas, 9 como máximo) + (el premio por cada puerta gris, 9 como máximo)).",
    ),
    "gain activation * gates(grey) ox": (
        "For each activation, gain 1 ox for each grey gate.",
        "Por cada activación, gana 1 buey por cada puerta gris.",
    ),
    "repeat activation { repeat gates(grey) { choose card c in deck { move c to hand } } }": (
        "For each activation and each grey gate, choose a card in the deck and move that card to your hand.",
        "Por cada activación y cada puerta gris, elige una carta en el mazo y mueve esa carta a tu mano.",
    ),
    "if ox >= 3 { if activation > 1 { gain 1 ox } }": (
        "If you have at least 3 oxen and the activation is more than 1, gain 1 ox.",
        "Si tienes al menos 3 bueyes y la activación es mayor que 1, gana 1 buey.",
    ),
    "for each p in others { as p { lose 2 ox; gain 1 ox } }": (
        "Each other player loses 2 oxen and gains 1 ox.",
        "Cada otro jugador pierde 2 bueyes y gana 1 buey.",
    ),
    "for each p in others { as p { lose cubes[inn] ox } }": (
        "Each other player: lose X oxen (X = your cubes on the Inn).",
        "Cada otro jugador: pierde X bueyes (X = tus cubos en la Posada).",
    ),
    "let c = deck[0]; if c == none { gain 1 ox }": (
        "Consider the first card of the deck. If there is no such card, gain 1 ox.",
        "Considera la primera carta del mazo. Si no hay tal carta, gana 1 buey.",
    ),
    "gain dues(me) ox; if lord == me and owner == me { gain 1 ox }": (
        "Gain 1 ox for each coin of yours. If the lord is you and the owner is yours, gain 1 ox.",
        "Gana 1 buey por cada moneda tuya. Si el señor es tú y el dueño te pertenece, gana 1 buey.",
    ),
    "if rams > 0 { gain 1 ox }; if rams == 0 { gain 2 ox }; if cubes[inn] > 0 { gain 3 ox }": (
        "If there are rams left, gain 1 ox. If there are no rams left, gain 2 oxen. If your cubes on the Inn are more than 0, gain 3 oxen.",
        "Si hay carneros en pie, gana 1 buey. Si no hay carneros en pie, gana 2 bueyes. Si tus cubos en la Posada son más que 0, gana 3 bueyes.",
    ),
    "for each p in others { gain 2 ox; as p { lose 2 ox } }": (
        "Each other player gives you 2 oxen.",
        "Cada otro jugador te da 2 bueyes.",
    ),
    "for each p in others { gain rent(p) ox; as p { lose own_rent ox } }": (
        "Each other player gives you 1 ox for each gate of that player, as far as it goes.",
        "Cada otro jugador te da 1 buey por cada puerta de ese jugador, hasta donde llegue.",
    ),
    "for each p in others { gain 2 ox; as p { lose 3 ox } }": (
        "For each other player, gain 2 oxen and that player loses 3 oxen.",
        "Por cada otro jugador, gana 2 bueyes y ese jugador pierde 3 bueyes.",
    ),
    "as lord { gain 1 ox }; lose 1 ox": ("Give the lord 1 ox.", "Da 1 buey al señor."),
    "choose gain_or { ox { gain 2 ox } | hen { gain 3 hen } }": (
        "Gain 2 oxen or 3 hens.",
        "Gana 2 bueyes o 3 gallinas.",
    ),
    "choose gain_or { ox { gain 2 ox; lose 1 hen } | hen { gain 3 hen } }": (
        "Choose one: ox (gain 2 oxen and lose 1 hen) or hen (gain 3 hens).",
        "Elige una opción: buey (gana 2 bueyes y pierde 1 gallina) o gallina (gana 3 gallinas).",
    ),
    "choose gain_or { ox { gain 2 ox; gain hats(black) ox } | hen { gain 3 hen } }": (
        "Choose one: gain 2 oxen and X oxen (X = the black hats); or gain 3 hens.",
        "Elige una opción: gana 2 bueyes y X bueyes (X = las gorras negras); o gana 3 gallinas.",
    ),
    "if hand_size(me) > 3 { gain 2 ox } else if hand_size(me) > 1 { gain 1 ox }": (
        "If the cards in your hand are more than 3, gain 2 oxen; otherwise, if they are more than 1, gain 1 ox.",
        "Si las cartas en tu mano son más que 3, gana 2 bueyes; si no, si son más que 1, gana 1 buey.",
    ),
    "if activation > 3 { gain 2 ox } else if activation > 1 { gain 1 ox }": (
        "If the activation is more than 3, gain 2 oxen; otherwise, if it is more than 1, gain 1 ox.",
        "Si la activación es mayor que 3, gana 2 bueyes; si no, si es mayor que 1, gana 1 buey.",
    ),
    "choose card c in deck { if c.place == inn { set cubes[c.place] = 2 } }": (
        "Choose a card in the deck: if the place of that card is the Inn, your cubes on that place become 2.",
        "Elige una carta en el mazo: si el lugar de esa carta es la Posada, tus cubos en ese lugar pasan a ser 2.",
    ),
    "gain count c in deck where c.place == palace ox": (
        "Gain 1 ox for each card in the deck of the Palace.",
        "Gana 1 buey por cada carta en el mazo del Palacio.",
    ),
    "let c = deck[0]; if c != none { move c to hand; gain 1 ox }": (
        "With the first card of the deck, if there is one: move that card to your hand and gain 1 ox.",
        "Con la primera carta del mazo, si existe: mueve esa carta a tu mano y gana 1 buey.",
    ),
    "do fine(gates(grey))": ("Lose 1 ox for each grey gate.", "Pierde 1 buey por cada puerta gris."),
    "if empty { gain 1 ox }": (
        "If a hand is empty, gain 1 ox.",
        "Si hay una mano vacía, gana 1 buey.",
    ),
}
CHANGED = {
    "{modify: free, set: 2}": ("The dice that are free are 2.", "Los dados que son gratis son 2."),
    "{modify: visits, where: s == inn, add: 1}": (
        "The visits to the Inn are 1 higher.",
        "Las visitas a la Posada aumentan en 1.",
    ),
    "{modify: able, where: s == inn, set: false}": ("The Inn is shut.", "La Posada queda fuera de uso."),
    "{modify: able, where: s == inn, set: true}": ("The Inn is open.", "La Posada queda en uso."),
    "{modify: fare, where: s == inn, set: 3}": ("Going to the Inn costs 3 coins.", "Ir a la Posada cuesta 3 monedas."),
    "{modify: fare, where: s == inn, add: 3}": (
        "The fare to the Inn is 3 higher.",
        "El pasaje a la Posada aumenta en 3.",
    ),
    "{modify: weight, add: c.price}": ("Any card weighs 2 times as much.", "Cualquier carta pesa 2 veces más."),
    "{modify: weight, where: c.shade == black, add: 2 * c.price}": (
        "A black card weighs 3 times as much.",
        "Una carta negra pesa 3 veces más.",
    ),
    "{modify: wild, where: c.shade == black, set: false}": (
        "This never holds: a black card counts as wild.",
        "Esto no se cumple nunca: una carta negra cuenta como comodín.",
    ),
    "{modify: heavy, where: c.shade == grey, set: false}": (
        "This never holds: the price of a grey card is more than 3.",
        "Esto no se cumple nunca: el precio de una carta gris es mayor que 3.",
    ),
    "{modify: weight, add: 4}": ("Any card weighs 4 more.", "Cualquier carta pesa 4 más."),
    "{modify: worth, where: c.shade == grey, add: 1}": (
        "The worth of a grey card is 1 higher.",
        "El valor de una carta gris aumenta en 1.",
    ),
    "{modify: wild, set: c.shade == black}": (
        "Only a black card counts as wild.",
        "Solo una carta negra cuenta como comodín.",
    ),
}  # fmt: skip


HAPPENS = {
    "when: {event: laid, where: c.shade == grey, do: gain 1 ox}": (
        "When you lay a grey card: gain 1 ox.", "Cuando pones una carta gris: gana 1 buey."),
    "when: {event: laid, where: hat(c), do: gain 1 ox}": (
        "When you lay a hat: gain 1 ox.", "Cuando pones una gorra: gana 1 buey."),
    "when: {event: laid, where: 'hat(c) and c.shade == black and beside(s, this)', do: gain 1 ox}": (
        "When you lay a black hat beside this card: gain 1 ox.", "Cuando pones una gorra negra junto a esta carta: gana 1 buey."),
    "when: {event: laid, where: 'grey_beside(c, grey, s, this)', do: gain 1 ox}": (
        "When you lay a grey card beside this card: gain 1 ox.", "Cuando pones una carta gris junto a esta carta: gana 1 buey."),
    "when: {event: laid, where: c.place == palace, do: move c to hand}": (
        "When you lay a card of the Palace: move that card to your hand.", "Cuando pones una carta del Palacio: mueve esa carta a tu mano."),
    "when: {event: laid, where: 'beside(s, this)', do: 'set cubes[s] = 0'}": (
        "When you lay a card, if that place is beside this card: your cubes on that place become 0.",
        "Cuando pones una carta, si ese lugar está junto a esta carta: tus cubos en ese lugar pasan a ser 0."),
    "when: {event: laid, where: skilled and c.price > 2, do: gain 1 ox}": (
        "When you lay a card with the left hand, if the price of that card is more than 2: gain 1 ox.",
        "Cuando pones una carta con la mano izquierda, si el precio de esa carta es mayor que 2: gana 1 buey."),
    "requires: empty, when: {event: laid, do: 'if empty { gain 1 ox }'}": (
        "When you lay a card: gain 1 ox. Only if a hand is empty.", "Cuando pones una carta: gana 1 buey. Solo si hay una mano vacía."),
    "while_in_play: [{modify: force, where: used(this), add: 2}]": (
        "The force of the hammer beside this card goes up by 2.", "La fuerza del martillo junto a esta carta aumenta en 2."),
    "while_in_play: [{modify: free, where: used(this), set: 2}]": (
        "With the hammer beside this card, the dice that are free are 2.", "Con el martillo junto a esta carta, los dados que son gratis son 2."),
    "while_in_play: [{modify: visits, where: 'beside(s, this)', add: 1}]": (
        "The visits to a place beside this card are 1 higher.", "Las visitas a un lugar junto a esta carta aumentan en 1."),
    "while_in_play: [{modify: free, set: 2}, {modify: able, where: s == inn, set: false}]": (
        "The dice that are free are 2. The Inn is shut.", "Los dados que son gratis son 2. La Posada queda fuera de uso."),
}  # fmt: skip


@pytest.fixture(scope="module")
def wording(tmp_path_factory: pytest.TempPathFactory) -> Game:
    cards = "kind: card\ncards:\n"
    for number, effect in enumerate(SAID):
        cards += CARD.format(name=f"effect_{number}", rest=f'hue: red, effect: "{effect}"')
    for number, change in enumerate(CHANGED):
        cards += CARD.format(name=f"change_{number}", rest=f"while_in_play: [{change}]")
    for number, clause in enumerate(HAPPENS):
        cards += CARD.format(name=f"happens_{number}", rest=clause)
    text = GAME.replace("emit laid(c, inn)", "if c.requires { emit laid(c, inn) }").replace(
        "total: 9", f"total: {len(SAID) + len(CHANGED) + len(HAPPENS)}"
    )
    folder: Path = tmp_path_factory.mktemp("wording")
    return load(str(write(folder / "wording", text, cards)))


@pytest.mark.parametrize("number", range(len(SAID)))
def test_effects_read_like_sentences(wording: Game, number: int) -> None:
    info = wording.card(f"effect_{number}")
    assert (info.text("en"), info.text("es")) == list(SAID.values())[number]


@pytest.mark.parametrize("number", range(len(HAPPENS)))
def test_conditions_are_put_into_what_happens(wording: Game, number: int) -> None:
    info = wording.card(f"happens_{number}")
    assert (info.text("en"), info.text("es")) == list(HAPPENS.values())[number]


@pytest.mark.parametrize("number", range(len(CHANGED)))
def test_verbs_agree_with_what_changes(wording: Game, number: int) -> None:
    info = wording.card(f"change_{number}")
    assert (info.text("en"), info.text("es")) == list(CHANGED.values())[number]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ("{set: {en: 'costs {fare}', es: 'cuesta {value}'}}", "nothing called `fare` can be put in here"),
        ("{times: {en: 'costs {much}', es: 'cuesta {value}'}}", "nothing called `much` can be put in here"),
        ("{no: {en: is shut, es: queda fuera de uso}}", "nothing reads `no` of a definition by `amount`"),
    ],
)
def test_a_sentence_that_cannot_be_said_is_refused(tmp_path: Path, changed: str, said: str) -> None:
    broken = GAME.replace("params: {s: place}, amount: 1}", f"params: {{s: place}}, amount: 1, changed: {changed}}}")
    broken = broken.replace(
        'changed: {set: {en: "going to {s} costs {value} coins", es: "ir a {s} cuesta {value} monedas"}}, ', ""
    )
    with pytest.raises(Exception, match=said):
        load(str(write(tmp_path / "broken", broken, CARDS_OF_ONE)))


def test_words_of_the_data_take_the_place_of_generated_ones(tmp_path: Path) -> None:
    rest = "hue: red, copies: 9, effect: gain 1 ox, text: {en: An ox is yours., es: Un buey es tuyo.}"
    rule = "rules: [{id: market, text: {en: An ox comes., es: Viene un buey.}, when: {event: end play, do: shuffle deck}}]\n"
    game = load(
        str(write(tmp_path / "given", GAME + rule, "kind: card\ncards:\n" + CARD.format(name="only", rest=rest)))
    )
    info = game.card("only")
    assert (info.text("en"), info.text("es")) == ("An ox is yours.", "Un buey es tuyo.")
    assert (info.made["en"], info.made["es"]) == ("Gain 1 ox.", "Gana 1 buey.")
    assert game.rule_texts("es") == {"market": "Viene un buey."}
    assert game.rule_texts("en", generated=True) == {"market": "At the end of the play: shuffle the deck."}


def test_a_fact_that_is_not_given_has_words(wording: Game) -> None:
    assert wording.glossary.missing_fact_texts("card") == {"hue": "any colour"}
    state = wording.new(2, 1)
    options = [wording.parse(f"pick {card}") for card in ("effect_0", "change_0")]
    assert [wording.label(state, option) for option in options] == ["effect_0: red", "change_0: any colour"]
    assert wording.label(state, options[1], "es") == "change_0: cualquier color"


@pytest.mark.parametrize(
    ("noun", "said"),
    [("luz", "la luz"), ("luces", "las luces"), ("cruz", "la cruz"), ("legión", "la legión"), ("sede", "la sede"),
     ("arroz", "el arroz"), ("camión", "el camión"), ("puente", "el puente"), ("peces", "los peces")],
)  # fmt: skip
def test_spanish_nouns_have_their_articles(noun: str, said: str) -> None:
    assert language_of("es").with_article("the", noun) == said
