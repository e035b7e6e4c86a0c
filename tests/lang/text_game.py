"""A small game whose declarations give the texts of tests something to speak about."""

from __future__ import annotations

from pathlib import Path

from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.statement_checker import StatementChecker
from ruleset_core.compile.linker import Linker
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.program import Program
from ruleset_core.lang.syntax.parser import parse
from ruleset_core.lang.types import SEAT, Type, member_type
from ruleset_core.model.game_files import gather

HOOKS = {"distance": (("int", "int"), "int"), "tidy_up": (("int",), None), "lucky": (("int",), "bool")}

GAME = """
game: words
name: {en: Words, es: Palabras}
players: 1..4
options:
  long_game: {name: {en: long game, es: partida larga}, of: bool, default: false}
sets:
  colour:
    name: {en: colour, es: color}
    facts: {warm: bool, likes: resource, near: list of colour, marks: {is: list of 0..99, name: {en: mark, es: marca}}}
    members:
      red: {name: {en: red, es: rojo}, warm: true, likes: coin, near: [green], marks: [1]}
      green: {name: {en: green, es: verde}, warm: false, likes: patience, near: [red, blue], marks: []}
      blue: {name: {en: blue, es: azul}, warm: false, likes: apple, near: [green], marks: [1]}
  owner:
    name: {en: owner, es: dueño}
    seats: true
    members: {fields: {name: {en: the fields, es: el campo}}}
resources:
  members:
    coin: {name: {en: coin, es: moneda}}
    apple: {name: {en: apple, es: manzana}}
    patience: {name: {en: patience, es: paciencia}, spaces: 50, rewards: {7: gain 31 coin}}
pieces:
  card:
    name: {en: card, es: carta}
    total: 3
    remembered: true
    hints: [colour]
    facts: {price: int, colour: colour, points: {is: list of 0..9, name: {en: point, es: punto}}}
    sides: [day, night]
    in_play: desk[0] == this
zones:
  desk: {of: card, start: all, name: {en: desk, es: mesa}}
  hand: {of: card, by: [seat], name: {en: hand, es: mano}}
state:
  mood: {by: [colour], is: 0..99, name: {en: mood of a colour, es: humor de un color}}
  ready: {by: [seat], is: bool, name: {en: ready, es: listo}}
  tower: {by: [seat, colour], is: bool, name: {en: built, es: construido}}
  luck: {is: 1..6, name: {en: luck, es: suerte}}
  lord: {is: owner, start: fields, name: {en: lord, es: señor}}
  sheep: {by: [owner], is: 0..99, name: {en: sheep of an owner, es: ovejas de un dueño}}
  guard: {is: "card?", name: {en: guard, es: guardia}}
positions:
  stand: {of: [mood, luck], last: 3, name: {en: stand, es: situación}}
decisions:
  which: {of: colour, ask: {en: "Which?", es: "¿Cuál?"}}
  pair: {of: {thing: colour, many: 1..9}, ask: {en: "Which, how many?", es: "¿Cuál, cuántos?"}}
  deed: {of: [pick, amount], ask: {en: "What?", es: "¿Qué?"}}
  pick: {of: colour, ask: {en: "Which colour?", es: "¿Qué color?"}}
  amount: {of: 1..9, ask: {en: "How much?", es: "¿Cuánto?"}}
  some: {of: colour, most: 3, ask: {en: "Which ones?", es: "¿Cuáles?"}}
  many: {of: 0..40, ask: {en: "How many?", es: "¿Cuántas?"}}
  sure: {of: bool, ask: {en: "Sure?", es: "¿Seguro?"}}
define:
  toll: {params: {c: colour}, amount: "mood[c] + 23", name: {en: "toll for {c}", es: "peaje de {c}"}}
  busy: {condition: luck > 4, name: {en: busy, es: ocupado}}
  calm: {params: {c: colour}, condition: "mood[c] < 12", name: {en: "{c} is calm", es: "{c} está en calma"}}
  half: {params: {n: int}, amount: n per 2}
  purse: {params: {n: int}, amount: n mod 7, name: {en: "purse of {n}", es: "bolsa de {n}"}}
  wages: {amount: luck, name: {en: wages of cooks and maids, es: sueldos de cocineros y criadas}}
  feast: {params: {n: int}, effect: gain n apple, name: {en: "feast of {n}", es: "fiesta de {n}"}}
  rival: {params: {n: int}, is: "seat?", effect: "for each p in others { as p { if coin > n { return p } } }", name: {en: "challenge for {n}", es: "desafío por {n}"}}
  snack: {params: {n: int}, effect: gain n apple}
  leader: {is: seat, value: most p in seat by p.coin ties first, name: {en: leader of the round, es: líder de la ronda}}
  top: {params: {c: colour}, is: "card?", value: first x in desk where x.colour == c, name: {en: "first card of {c}", es: "primera carta de {c}"}}
  dye: {params: {c: colour}, is: colour, value: c, name: {en: "dye of {c}", es: "tinte de {c}"}}
events:
  painted: {fields: {c: colour}, name: {en: a colour is painted, es: se pinta un color}}
rules:
  - {id: painter, provenance: house, when: {event: painted, where: c == red and luck == 3, do: gain 19 coin}}
  - {id: thrift, provenance: house, instead: {event: gain, where: resource == coin and amount > 13, do: gain 2 apple}}
  - {id: track, provenance: house, when: {event: reach, where: resource == patience and space == 9, do: end_game}}
  - {id: morning, provenance: house, when: {event: begin play, do: "shuffle desk"}}
  - {id: rush, provenance: house, while_in_play: {modify: toll, where: "mood[c] > 52", add: 53}}
  - {id: crown, provenance: house, while_in_play: {modify: leader, where: luck > 2, set: seat_0}}
  - {id: vat, provenance: house, while_in_play: {modify: dye, where: c == red, set: blue}}
flow:
  - phase: play
    name: {en: play, es: partida}
    turns: once
    do: gain 1 coin
score:
  coins: {name: {en: coins, es: monedas}, amount: coin}
"""

CARDS = """
kind: card
cards:
  lamp:
    name: {en: Lamp, es: Lámpara}
    provenance: house
    price: 2
    points: [2, 3]
    colour: red
    effect: gain 17 coin
    sides:
      day: {while_in_play: [{modify: toll, where: c == red, set: 41}, {modify: busy, set: false}]}
      night: {while_in_play: [{modify: toll, add: "-6"}, {modify: half, where: n == 8, add: coin}, {modify: calm, where: c == blue, set: true}]}
  stone:
    name: {en: Stone, es: Piedra}
    provenance: house
    copies: 2
    price: 3
    points: [1]
    colour: blue
    when: [{event: painted, where: c == this.colour, do: "gain 4 coin; move this to hand"}]
"""


def link(directory: Path) -> Program:
    """The game, linked."""
    (directory / "cards").mkdir()
    (directory / "game.yaml").write_text(GAME, encoding="utf-8")
    (directory / "cards" / "cards.yaml").write_text(CARDS, encoding="utf-8")
    found, problems = gather(directory)
    linker = Linker(found)
    program = linker.link(dict(HOOKS))
    errors = [each.message for each in [*problems, *linker.diagnostics] if each.severity == "error"]
    assert errors == []
    return program


def resolver(program: Program) -> StatementChecker:
    made = StatementChecker(program.vocabulary)
    made.card_effects = {"card": ("effect lamp", "", "")}
    return made


def effect(program: Program, text: str, **extra: Type) -> t.Block:
    """A text as a typed effect."""
    tree, problems = parse(text, "effect")
    assert tree is not None, problems
    made = resolver(program)
    block = made.effect(tree, BindingScope({"this": member_type("card"), **extra}))
    assert made.problems == [], made.problems
    return block


def expr(program: Program, text: str, want: Type | None = None) -> t.Expr:
    """A text as a typed expression."""
    tree, problems = parse(text, "expr")
    assert tree is not None, problems
    made = resolver(program)
    value = made.expr(tree, BindingScope({"this": member_type("card"), "p": SEAT}), want)
    assert made.problems == [], made.problems
    return value
