"""Effects in words: every node has its words, no number gets lost, and what comes out can be read."""

from __future__ import annotations

import re
from dataclasses import is_dataclass
from string import Formatter

import pytest

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.program import Program
from ruleset_core.lang.traversal import all_nodes
from ruleset_core.lang.types import BOOL, INT, SEAT, member_type
from ruleset_core.messages import LANGUAGES
from ruleset_core.story.text import card_text, effect_text, expr_text, reward_text
from ruleset_core.story.text.effect_text import VERB_OF
from ruleset_core.story.text.language import language_of
from tests.lang import text_game as game

NODES = [
    each for each in vars(t).values() if isinstance(each, type) and is_dataclass(each) and each.__module__ == t.__name__
]
LANGS = LANGUAGES


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return game.link(tmp_path_factory.mktemp("words") / "")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("node", NODES, ids=lambda node: node.__name__)
def test_every_node_has_words(node: type, lang: str) -> None:
    if node in {t.Search, t.AnswerPart}:  # they are what a selection goes through, and said as one
        assert language_of(lang).templates["Selection reached" if node is t.Search else "Selection answers"]
    elif node in VERB_OF:
        assert language_of(lang).templates[f"verb {VERB_OF[node]}"]
    else:
        assert any(key.split(" ")[0] == node.__name__ for key in language_of(lang).templates)


@pytest.mark.parametrize("lang", LANGS[1:])
def test_languages_say_the_same_parts(lang: str) -> None:
    def parts(text: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(text) if name} - {
            "a_one",
            "the_one",
            "no_one",
            "first_one",
            "one",
        }

    english, other = (language_of(each).templates for each in ("en", lang))
    extra = {key for key in (*other, *english) if key.endswith(" many") or key == "unknown mass"}
    assert set(other) - extra == set(english) - extra
    for templates in (english, other):
        for key, text in templates.items():
            usual = english.get(key.removesuffix(" many").removesuffix(" mass"), text)
            assert parts(text) - {"kind", "a", "many"} == parts(usual) - {"kind", "a", "many"}, key


EFFECTS = [
    "gain 17 coin; gain 18 patience; lose 3 apple",
    "gain 2 * luck + 7 coin",
    "gain 3 * (count c in colour where mood[c] >= 15) apple",
    "gain 4 this.colour.likes; gain luck + 9 this.colour.likes",
    "let n = 11 + luck; gain n coin; gain n patience",
    "set mood[red] = 64; set mood[blue] = mood[blue] + 5; set mood[blue] = mood[blue] - 6; set guard = none; set guard = this",
    "set ready = true; set ready = false; set ready = luck == 6; set tower[red] = true",
    "if luck == 5 { gain 12 coin } else if luck < 4 { lose 13 coin } else { gain 14 coin; gain 15 apple }",
    "if luck > 2 { if luck > 3 { gain 21 coin } } else { gain 22 coin }",
    "for each c in colour where mood[c] != 27 { set mood[c] = 28; gain 29 coin }",
    "for each c in colour { for each d in colour where c != d { set mood[d] = 33 } }",
    "repeat 7 { gain 9 coin }; repeat 1 { gain 8 coin }",
    "choose which c where mood[c] < 34 { gain 35 coin } else { gain 36 apple }",
    "choose which c in [red, blue]; set mood[c] = 37; gain 38 coin",
    "choose which { red { gain 39 coin } | blue where luck > 2 { gain 40 coin } }",
    "choose many n in 2 to 9 { gain n coin }",
    "may sure { pay 7 coin, pay 8 patience -> gain 9 apple }; may sure { gain 10 coin }; may sure { pay 5 coin -> { } }",
    "choose up to 3 which c where mood[c] > 16 { set mood[c] = 18 }",
    "choose up to 5 which c where mood[c] > 6 done where luck > 4 { set mood[c] = 8 }",
    "choose up to luck which c done where false { gain 11 coin }; choose up to 4 which c done where true { gain 12 coin }",
    "choose exactly 2 some c where mood[c] > 66 { set mood[c] = 67 } then { gain count d in picked where mood[d] < 68 coin } else { gain 69 coin }",
    "choose from 2 to luck some c where no d in picked where mood[d] > 7 done where (count d in picked where d.warm) > 1 { gain 70 coin }",
    "choose exactly luck some c in [red, blue] { } then { gain 71 coin } or leave { gain 72 apple }",
    "let o = do rival(73); if o != none { as o { gain 74 coin } }",
    "gain this.points[64] coin; gain green.marks[luck + 65] apple; set mood[red.near[8]] = 9",
    "for each o in owner where sheep[o] > 21 { set sheep[o] = 22; set sheep[me] = 23; set lord = o }",
    "as p { gain 6 coin }; pay 4 coin -> { gain 5 apple } else { lose 6 apple }; pay 3 coin -> { }",
    "do feast(19); do snack(20); do this.effect; emit painted(red); call tidy_up(24)",
    "roll luck; shuffle desk; sort desk by it.price * 2; move desk[3] to hand; flip this; again; pass_turn; end_game",
    "gain half(26) coin; gain toll(red) coin; gain distance(44, 45) apple; gain abs(luck - 46) coin; gain abs(-luck) coin",
    "gain sum c in colour where c.warm of mood[c] * 47 coin; gain highest c in colour of mood[c] + 48 coin",
    "let c = most c2 in colour by mood[c2] * 49 ties last; if c != none { gain 50 coin }",
    "let c = first c2 in red.near where mood[c2] > 51; if c == none { gain 52 coin }",
    "gain (if luck == 1 then 53 else 54) coin; gain min(luck, 55) coin; gain max(luck, 56) coin; gain -luck + 57 coin",
    "gain (luck + 58) per 3 coin; gain luck mod 4 coin; gain players * 59 coin; gain p.coin - 2 apple",
]  # fmt: skip
CONDITIONS = [
    "coin >= 3", "not coin >= 3", "p.apple == 4", "busy", "not busy", "calm(red)", "not calm(red)", "lucky(8)", "ready", "not p.ready",
    "tower[red]", "not p.tower[blue]", "any c in colour where mood[c] > 17", "no c in colour where mood[c] > 18",
    "every c in colour has mood[c] == 19", "not every c in colour has mood[c] == 19", "(count c in desk where c.price > 2) >= 20",
    "luck in 2 to 5", "not luck in [2, 4]", "p in others", "guard in desk", "red in red.near", "can { pay 3 coin }",
    "not can { pay 4 coin, pay 5 apple }", "not (luck > 3 and coin > 4)", "(luck > 5 or coin > 6) and not apple > 7",
    "option.long_game", "not option.long_game", "guard == none", "guard != none", "hand[0] != none and p.hand[1] == none",
    "p.hand[-1] == none", "desk[-1] == guard and hand[-2] != none",
    "red.near[0] == none", "red.near[3] == green", "not lord == me", "lord == fields", "not this in hand", "this in p.hand",
    "this.side == day", "this.colour == red and not this.colour.warm", "mood[green] in 1 to luck + 61", "true", "held[this.colour.likes] > 62",
]  # fmt: skip


def numbers(tree: t.Expr | t.Block) -> set[str]:
    """The numbers written in a text, as a tree holds them."""
    found: set[str] = set()
    first = [node.place for node in all_nodes(tree) if isinstance(node, (t.ZoneAt, t.Nth))]  # 0 is said as `first`
    first += [
        node.place.args[1] for node in all_nodes(tree) if isinstance(node, t.ZoneAt) and node.from_end == 1
    ]  # `last`
    for node in all_nodes(tree):
        if isinstance(node, t.Const) and node.type.kind == "int" and not any(node is each for each in first):
            found.add(str(abs(node.value)))
        if isinstance(node, t.Selection) and node.type.kind == "int" and node.values:
            found |= {str(node.values[0]), str(node.values[-1])}
        if isinstance(node, t.Selection) and node.type == SEAT:
            found -= {"0", "1"}
    return found


def check(text: str, *, least: set[str]) -> None:
    assert "{" not in text
    assert "_" not in text
    assert "  " not in text
    assert least <= set(re.findall(r"\d+", text)), text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("source", EFFECTS)
def test_no_number_of_an_effect_gets_lost(program: Program, source: str, lang: str) -> None:
    block = game.effect(program, source, p=SEAT)
    text = effect_text(block, program.vocabulary, lang)
    check(text, least=numbers(block) | set(re.findall(r"(?<!\w)\d+", source.replace("red.near", ""))))
    assert text.endswith(".")
    assert text[0].isupper() or text[0].isdigit()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("source", CONDITIONS)
def test_no_number_of_a_condition_gets_lost(program: Program, source: str, lang: str) -> None:
    tree = game.expr(program, source, BOOL)
    check(expr_text(tree, program.vocabulary, lang), least=numbers(tree))


def test_opposites_are_said_apart(program: Program) -> None:
    for lang in LANGS:
        texts = [expr_text(game.expr(program, source, BOOL), program.vocabulary, lang) for source in CONDITIONS]
        assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    ("source", "english", "spanish"),
    [
        ("gain 1 coin", "Gain 1 coin.", "Gana 1 moneda."),
        ("gain 3 coin; gain 2 patience", "Gain 3 coins and 2 patience.", "Gana 3 monedas y 2 de paciencia."),
        ("pay 2 coin -> gain 1 apple", "If you can, pay 2 coins: gain 1 apple.", "Si puedes, paga 2 monedas: gana 1 manzana."),
        ("may sure { pay 1 coin -> end_game }", "You may pay 1 coin: the game ends.", "Puedes pagar 1 moneda: la partida termina."),
        ("may up to 2 many { pay 1 coin -> gain 2 apple }", "Up to 2 times you may pay 1 coin: gain 2 apples.", "Hasta 2 veces puedes pagar 1 moneda: gana 2 manzanas."),
        ("may up to luck many { pay 1 coin -> gain 2 apple }", "For each luck you may pay 1 coin: gain 2 apples.", "Por cada suerte puedes pagar 1 moneda: gana 2 manzanas."),
        ("choose deed { amount n where n < luck { gain n coin } | red { gain 1 apple } | blue where luck > 2 { flip this } }",
         "Choose one: red (gain 1 apple); if the luck is more than 2, blue (flip this card); or choose a number n from 1 to 9 where n is less than the luck: gain n coins.",
         "Elige una opción: rojo (gana 1 manzana); si la suerte es mayor que 2, azul (voltea esta carta); o elige un número n de 1 a 9 donde n es menor que la suerte: gana n monedas."),
        ("choose deed { red { gain 1 apple } | blue where luck > 2 { flip this } } or leave { gain 1 coin }",
         "Choose one: red (gain 1 apple); if the luck is more than 2, blue (flip this card); or gain 1 coin.",
         "Elige una opción: rojo (gana 1 manzana); si la suerte es mayor que 2, azul (voltea esta carta); o gana 1 moneda."),
        ("gain 2 * luck coin", "Gain 2 coins for each luck.", "Gana 2 monedas por cada suerte."),
        ("gain luck * (coin per 2) apple", "For each luck, gain 1 apple for every 2 coins you have.", "Por cada suerte, gana 1 manzana por cada 2 monedas que tienes."),
        ("repeat luck { flip this }", "For each luck, flip this card.", "Por cada suerte, voltea esta carta."),
        ("for each p in seat { as p { gain 1 coin } }", "Each player gains 1 coin.", "Cada jugador gana 1 moneda."),
        ("if coin < luck + 1 { gain 1 coin }", "If you have fewer coins than the luck + 1, gain 1 coin.", "Si tienes menos monedas que la suerte + 1, gana 1 moneda."),
        ("flip this", "Flip this card.", "Voltea esta carta."),
        ("rotate hand to left", "Each hand goes on to the left.", "Cada mano pasa a la izquierda."),
        ("rotate hand to right", "Each hand goes on to the right.", "Cada mano pasa a la derecha."),
        ("gain left(me).coin coin", "Gain X coins (X = the coins of the seat to the left of you).", "Gana X monedas (X = las monedas del asiento a la izquierda de ti)."),
        ("gain (least x in seat by x.coin ties last).coin coin", "Gain X coins (X = the coins of the player with the lowest coins of that player (the last of equals)).",
         "Gana X monedas (X = las monedas del jugador con el menor valor de monedas de ese jugador (en caso de empate, lo último))."),
        ("show desk[0] to me", "Look at the first card of the desk.", "Mira la primera carta de la mesa."),
        ("for each p in others { show this to p }", "For each other player, show this card to that player.", "Por cada otro jugador, enseña esta carta a ese jugador."),
        ("show desk[0].colour to me", "Look at the colour of the first card of the desk.", "Mira el color de la primera carta de la mesa."),
        ("for each p in others { show this.colour == red to p }", "For each other player, show that player whether the colour of this card is red.", "Por cada otro jugador, muestra a ese jugador si el color de esta carta es rojo."),
        ("show this.colour != red to me", "Find out whether the colour of this card is not red.", "Averigua si el color de esta carta no es rojo."),
        ("set mood[red] = mood[red] + 2", "The mood of red goes up by 2.", "El humor de rojo aumenta en 2."),
        ("choose which c; set tower[c] = true", "Choose a colour: from now on that colour is built.", "Elige un color: desde ahora ese color está construido."),
        ("choose pair c where mood[c] > 1 then n in 1 to 3 { gain n coin }", "Choose a colour where the mood of that colour is more than 1 and then a number n from 1 to 3: gain n coins.", "Elige un color donde el humor de ese color es mayor que 1 y después un número n de 1 a 3: gana n monedas."),
        ("choose up to 2 which c done where coin > 4 { gain 1 apple }", "Up to 2 times (stopping only if you have more than 4 coins), choose a colour: gain 1 apple.", "Hasta 2 veces (puedes parar solo si tienes más de 4 monedas), elige un color: gana 1 manzana."),
        ("choose up to 2 which c done where false { gain 1 apple }", "Up to 2 times (without stopping earlier), choose a colour: gain 1 apple.", "Hasta 2 veces (sin parar antes), elige un color: gana 1 manzana."),
        ("gain this.points[luck] coin", "Gain X coins (X = the value of the point of this card at the luck).", "Gana X monedas (X = el valor del punto de esta carta en la suerte)."),
        ("set lord = fields", "The lord becomes the fields.", "El señor pasa a ser el campo."), ("set lord = me", "The lord becomes you.", "El señor pasa a ser tú."),
        ("as leader { gain 3 coin }", "The leader of the round gains 3 coins.", "El líder de la ronda gana 3 monedas."),
        ("set guard = top(red)", "The guard becomes the first card of red.", "La guardia pasa a ser la primera carta de rojo."),
        ("set mood[dye(blue)] = leader.coin", "The mood of the dye of blue becomes the coins of the leader of the round.", "El humor del tinte de azul pasa a ser las monedas del líder de la ronda."),
        ("for each x in leader.hand { flip x }", "For each card in the hand of the leader of the round, flip that card.", "Por cada carta en la mano del líder de la ronda, voltea esa carta."),
        ("gain 2 * count c in colour where tower[c] apple", "Gain 2 apples for each colour where that colour is built.", "Gana 2 manzanas por cada color donde ese color está construido."),
    ],
)  # fmt: skip
def test_what_effects_say(program: Program, source: str, english: str, spanish: str) -> None:
    block = game.effect(program, source)
    assert effect_text(block, program.vocabulary, "en") == english
    assert effect_text(block, program.vocabulary, "es") == spanish


@pytest.mark.parametrize(
    ("source", "english", "spanish"),
    [
        ("this in hand", "this card is in your hand", "esta carta está en tu mano"), ("lord == fields", "the lord is the fields", "el señor es el campo"), ("green.near[1] == blue", "the value at place 1 of the near of green is blue", "el valor en el lugar 1 del near de verde es azul"),
        ("coin >= 3", "you have at least 3 coins", "tienes al menos 3 monedas"),
        ("not coin >= 3", "you have fewer than 3 coins", "tienes menos de 3 monedas"),
        ("patience == 1", "you have exactly 1 patience", "tienes exactamente 1 de paciencia"),
        ("guard == none", "there is no guard", "no hay guardia"),
        ("leader == me", "you are the leader of the round", "eres el líder de la ronda"), ("me != leader", "you are not the leader of the round", "no eres el líder de la ronda"),
        ("leader.coin > 3", "the leader of the round has more than 3 coins", "el líder de la ronda tiene más de 3 monedas"),
        ("top(red) == none", "there is no first card of red", "no hay primera carta de rojo"),
        ("top(red).price > 2", "the price of the first card of red is more than 2", "el price de la primera carta de rojo es mayor que 2"),
        ("not busy", "“busy” does not hold", "no se cumple «ocupado»"),
        ("calm(red)", "red is calm", "rojo está en calma"),
        ("any c in hand where c.price > 2", "there is a card in your hand where the price of that card is more than 2", "hay una carta en tu mano donde el price de esa carta es mayor que 2"),
        ("(luck > 5 or busy) and ready", "(the luck is more than 5 or “busy” holds) and “ready” holds", "(la suerte es mayor que 5 o se cumple «ocupado») y se cumple «listo»"),
    ],
)  # fmt: skip
def test_what_conditions_say(program: Program, source: str, english: str, spanish: str) -> None:
    tree = game.expr(program, source, BOOL)
    assert expr_text(tree, program.vocabulary, "en") == english
    assert expr_text(tree, program.vocabulary, "es") == spanish


@pytest.mark.parametrize(
    ("source", "english", "spanish"),
    [
        ("max(luck, coin) + 1", "(the higher of the luck and your coins) + 1", "(el mayor de la suerte y tus monedas) + 1"),
        ("max(luck, coin + 1)", "the higher of the luck and (your coins + 1)", "el mayor de la suerte y (tus monedas + 1)"),
        ("1 + min(luck, 2) * 3", "1 + (the lower of the luck and 2) × 3", "1 + (el menor de la suerte y 2) × 3"),
        ("min(max(luck, 2), 3)", "the lower of (the higher of the luck and 2) and 3", "el menor de (el mayor de la suerte y 2) y 3"),
        ("luck mod 4 - 1", "(the remainder of the luck ÷ 4) - 1", "(el resto de la suerte ÷ 4) - 1"),
        ("(luck - 1) mod 4", "the remainder of (the luck - 1) ÷ 4", "el resto de (la suerte - 1) ÷ 4"),
        ("purse(luck + 1)", "purse of (the luck + 1)", "bolsa de (la suerte + 1)"), ("purse(luck) + 1", "purse of the luck + 1", "bolsa de la suerte + 1"),
        ("luck + 1 - 2 * coin", "the luck + 1 - 2 × your coins", "la suerte + 1 - 2 × tus monedas"),
        ("wages - 1", "(wages of cooks and maids) - 1", "(sueldos de cocineros y criadas) - 1"),
        ("left(me).coin + 1", "the coins of the seat to the left of you + 1", "las monedas del asiento a la izquierda de ti + 1"),
    ],
)  # fmt: skip
def test_what_an_amount_takes_in_is_never_in_doubt(program: Program, source: str, english: str, spanish: str) -> None:
    tree = game.expr(program, source, INT)
    assert expr_text(tree, program.vocabulary, "en") == english
    assert expr_text(tree, program.vocabulary, "es") == spanish


@pytest.mark.parametrize(
    ("source", "english"),
    [
        ("luck > 5 or luck > 3 and ready", "the luck is more than 5 or (the luck is more than 3 and “ready” holds)"),
        ("(luck > 5 or luck > 3) and ready", "(the luck is more than 5 or the luck is more than 3) and “ready” holds"),
        ("not (luck > 3 and ready) and busy", "(it is not true that (the luck is more than 3 and “ready” holds)) and “busy” holds"),
        ("not (luck > 3 and ready and busy)", "it is not true that (the luck is more than 3 and “ready” holds and “busy” holds)"),
        ("max(luck, 2) >= 3", "the higher of the luck and 2 is at least 3"), ("3 <= max(luck, 2)", "3 is at most the higher of the luck and 2"),
    ],
)  # fmt: skip
def test_what_a_condition_takes_in_is_never_in_doubt(program: Program, source: str, english: str) -> None:
    assert expr_text(game.expr(program, source, BOOL), program.vocabulary, "en") == english


def test_what_cards_say(program: Program) -> None:
    assert card_text(program, "lamp", "en").splitlines() == [
        "Gain 17 coins.",
        "Day: The toll for red is 41. This never holds: busy.",
        "Night: The toll for any colour is 6 lower. 8 ÷ 2 (rounded down) goes up by your coins. Blue is calm.",
    ]
    assert (
        card_text(program, "stone", "es")
        == "Cuando se pinta el color de esta carta: gana 4 monedas y mueve esta carta a tu mano."
    )
    assert card_text(program, "nothing", "en") == ""


def test_what_a_condition_tells_of_is_not_any(program: Program) -> None:
    assert (
        card_text(program, "rule rush", "en")
        == "If the mood of a colour is more than 52, the toll for that colour is 53 higher."
    )


def test_what_is_set_of_a_definition_of_a_member(program: Program) -> None:
    assert card_text(program, "rule crown", "en") == "If the luck is more than 2, the leader of the round is Player 1."
    assert card_text(program, "rule crown", "es") == "Si la suerte es mayor que 2, el líder de la ronda es Jugador 1."
    assert card_text(program, "rule vat", "en") == "The dye of red is blue."
    assert card_text(program, "rule vat", "es") == "El tinte de rojo es azul."


@pytest.mark.parametrize("lang", LANGS)
def test_what_rules_and_tracks_say(program: Program, lang: str) -> None:
    texts = {rule: card_text(program, f"rule {rule}", lang) for rule in ("painter", "thrift", "track", "morning")}
    if lang == "en":
        assert texts == {
            "painter": "When red is painted, if the luck is 3: gain 19 coins.",
            "thrift": "Whenever you gain coin, if amount is more than 13, this happens instead: gain 2 apples.",
            "track": "When you fill space 9 on the track of patience: the game ends.",
            "morning": "At the beginning of the play: shuffle the desk.",
        }
    assert all(
        number in texts[rule]
        for rule, number in [("painter", "19"), ("painter", "3"), ("thrift", "13"), ("track", "9")]
    )
    (reward,) = reward_text(program, "patience", lang)
    assert "7" in reward
    assert "31" in reward


def test_nodes_that_only_lowering_makes(program: Program) -> None:
    v = program.vocabulary
    coin, two = t.Const(member_type("resource"), 0), t.Const(INT, 2)
    colours = t.Selection(member_type("colour"), "values", (0, 1, 2))
    made = [
        t.Phase("play", 0, t.Block(())), t.Drain(), t.Enqueue("when stone", (two,)), t.Take(((two, coin),)), t.EnterPhase(2),
        t.Simultaneous(on=True), t.Simultaneous(on=False),
        t.ForField(t.Load(INT, v.fields["luck"], None, ()), t.Selection(INT, "values", (1, 2)), t.Block(())),
        t.Turns("once", t.Const(SEAT, 0), None, t.Block(()), t.FALSE), t.Turns("forever", t.Const(SEAT, 0), None, t.Block(()), None, t.Local(SEAT, "me")),
        t.Rounds(t.FALSE, t.Block(())), t.Rounds(t.FALSE, t.Block(()), t.Load(INT, v.fields["luck"], None, ()), two, t.Block((t.Refuse("rounds", "play", two),))), t.Refuse("rounds", "play", two), t.ForField(t.Load(INT, v.fields["luck"], None, ()), t.Selection(INT, "values", (1, 2)), t.Block(()), t.FALSE),
        *(t.Turns(how, t.Const(SEAT, 0), t.FALSE, t.Block(())) for how in ("once", "simultaneous", "snake", "forever", "until_all_pass")),
        t.Let("x", t.Gather(member_type("colour"), colours)), t.Let("x", t.Size(INT, "held")), t.Let("x", t.Pick(member_type("colour"), (0, 1), "", two)),
        t.Block((t.Block(()),)),
    ]  # fmt: skip
    for lang in LANGS:
        texts = [effect_text(t.Block((node,)), v, lang) for node in made]
        assert all(texts)
        assert len(set(texts)) == len(texts)
