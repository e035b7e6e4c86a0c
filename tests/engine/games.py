"""Small games for tests of the engine: one of hidden cards, one of hidden amounts, and ones made of a flow alone."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

from ruleset_core import Game, State, load, start_at

CARDS = """
game: cards
name: {en: Cards, es: Cartas}
players: 1..3
options:
  rounds: {name: {en: rounds, es: rondas}, of: 1..3, default: 2}
  open_deck: {name: {en: open deck, es: mazo a la vista}, of: bool, default: false}
  suit: {name: {en: suit, es: palo}, of: suit, default: moon}
sets:
  suit: {members: {sun: {name: {en: Sun, es: Sol}}, moon: {name: {en: Moon, es: Luna}}}}
resources:
  members:
    point: {name: {en: points, es: puntos}}
    life: {start: 2, max: 5}
pieces:
  card: {total: 9, facts: {value: int, suit: suit}, sides: [up, down]}
  die: {count: 2}
state:
  round: {is: 0..3}
  face: {by: [die], is: 1..6}
  pick: {by: [seat], is: "card?", visible: owner}
  vault: {is: 0..9, visible: nobody}
  bid: {by: [seat, suit], is: 0..9, visible: owner}
  crown: {is: "seat?"}
zones:
  deck: {of: card, start: all, visible: nobody}
  hand: {of: card, by: [seat], visible: owner}
  pile: {of: card, visible: top}
  table: {of: card, by: [seat]}
  chest: {of: card, by: [suit], visible: nobody}
decisions:
  lay:
    of: card
    ask: {en: "Which card?", es: "¿Qué carta?"}
    secret: true
    label: {en: "{it} ({it.value})", es: "{it} ({it.value})"}
    why:
      - {unless: it in hand, say: {en: Not in your hand., es: No está en tu mano.}}
      - {unless: it.value > 99, say: {en: Too low., es: Muy baja.}}
  risk: {of: bool, ask: {en: "Roll?", es: "¿Tirar?"}}
  stake: {of: 0..3, word: put up, ask: {en: "How much?", es: "¿Cuánto?"}}
flow:
  - phase: setup
    do: |
      shuffle deck;
      for each p in seat { repeat 2 { move deck[0] to p.hand } };
      move deck[0] to pile; move deck[0] to pile; move deck[0] to chest[sun];
      roll vault
  - phase: rounds
    for: round
    in: 1 to 2
    steps:
      - phase: choosing
        turns: simultaneous
        do: |
          choose lay c in hand { set pick = c };
          choose stake n { set bid[sun] = n }
      - phase: showing
        turns: once
        do: |
          if pick != none { move pick to table; gain pick.value point; set pick = none };
          may risk { roll face[die_1]; gain face[die_1] life; if face[die_1] == 1 { shuffle deck } }
score:
  points: {name: {en: points, es: puntos}, amount: point}
  suits: {name: {en: suits, es: palos}, each: suit, amount: "bid[it]"}
tie_breaks: [life]
achievements:
  rich: {name: {en: Rich, es: Rico}, when: total > 5}
  alone: {name: {en: Alone, es: Solo}, when: total >= 0, players: solo}
  many: {name: {en: Many, es: Varios}, when: total >= 0, players: several}
ranks:
  - {at: 0, name: {en: Novice, es: Novato}}
  - {at: 10, name: {en: Master, es: Maestro}}
"""
FILE = """
kind: card
cards:
""" + "\n".join(
    f"  c{value}: {{name: {{en: Card {value}, es: Carta {value}}}, provenance: house, value: {value}, suit: {suit}, copies: {copies}}}"
    for value, suit, copies in [(1, "sun", 2), (2, "moon", 1), (3, "sun", 1), (4, "moon", 1), (5, "sun", 2), (6, "moon", 1), (7, "sun", 1)]
)  # fmt: skip

PURSES = """
game: purses
name: {en: Purses, es: Bolsas}
players: 1..3
resources:
  members:
    coin: {name: {en: Coin, es: Moneda}, start: 4, visible: owner}
    debt: {name: {en: Debt, es: Deuda}, start: 17, max: 40, visible: nobody}
    fame: {name: {en: Fame, es: Fama}, start: 1, spaces: 9, max: 6, visible: owner}
    wood: {name: {en: Wood, es: Madera}, start: 3}
pieces: {die: {count: 1}}
zones: {bag: {of: die, start: all}}
state: {pips: {by: [die], is: 1..6}}
decisions:
  spend: {of: 0..3, ask: {en: "How much?", es: "¿Cuánto?"}, label: {en: "{it} of {coin}", es: "{it} de {coin}"}}
  take: {of: 0..2, ask: {en: "Wood?", es: "¿Madera?"}, label: {en: "{it} to {wood}", es: "{it} a {wood}"}}
define: {half: {params: {p: seat}, amount: p.coin per 2}}
flow:
  - phase: play
    turns: snake
    do: |
      choose spend n in 0 to 2 { lose n coin; gain n debt; gain n fame };
      choose take n { gain n wood; roll pips[die_1] }
score:
  wood: {name: {en: Wood, es: Madera}, amount: wood}
  coins: {name: {en: Coins, es: Monedas}, amount: coin + half(me)}
  debts: {name: {en: Debts, es: Deudas}, amount: -debt}
  most: {name: {en: Richest, es: Más rica}, amount: if every p in others has p.coin < coin then 5 else 0}
  lead: {name: {en: Most wood, es: Más madera}, amount: if every p in others has p.wood < wood then 5 else 0}
  dice: {name: {en: Dice, es: Dados}, each: die, where: half(me) > 1, amount: "pips[it]"}
  odd: {name: {en: Odd, es: Rara}, each: die, where: any p in seat where p.fame > 3, amount: 1}
"""

FLOW = """
game: flow
name: {{en: Flow, es: Curso}}
players: 1..4
resources: {{members: {{point: {{}}, log: {{}}}}}}
state:
  starter: {{is: seat}}
  tally: {{is: int}}
  round: {{is: 0..9}}
  turns: {{by: [seat], is: int}}
  face: {{is: 1..6}}
decisions:
  more: {{of: bool, ask: {{en: "More?", es: "¿Más?"}}}}
  amount: {{of: 0..5, ask: {{en: "How many?", es: "¿Cuántos?"}}}}
score:
  points: {{name: {{en: points, es: puntos}}, amount: point}}
{rest}
"""


def write(directory: Path, game: str, cards: str = "") -> Path:
    """The files of a game."""
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "game.yaml").write_text(dedent(game), encoding="utf-8")
    if cards:
        (directory / "cards").mkdir(exist_ok=True)
        (directory / "cards" / "cards.yaml").write_text(cards, encoding="utf-8")
    return directory


def cards(directory: Path) -> Game:
    """The game of hidden cards."""
    return load(write(directory, CARDS, FILE))


def flow(directory: Path, rest: str) -> Game:
    """A game that is a flow (and what else is given); `tally` and `turns` are there to be counted with."""
    return load(write(directory, FLOW.format(rest=dedent(rest))))


def acting_on(usual: dict[str, Any], game: Game, *deeds: str, given: dict[str, Any] | None = None) -> State:
    """After some answers of three seats in turn in the phase `acting`, in a state that is described, or the usual one."""
    state = start_at(game, "acting", 3, 1, given=usual if given is None else given)
    for deed in deeds:
        state.apply(deed)
    return state
