"""A game of which it is known what a change does: six throws, each of which brings a coin from `lucky` on."""

LUCK = """\
game: luck
name: {en: Luck, es: Suerte}
players: 2
provenance: house
resources:
  members:
    coin: {name: {en: coin, es: moneda}, start: 2}
state:
  face: {is: 1..6}
  other: {is: 1..6}
decisions:
  stake: {of: 1..3, ask: {en: How much?, es: ¿Cuánto?}}
define:
  lucky: {amount: 4}
  idle: {amount: 1}
flow:
  - phase: throw
    turns: once
    do: |
      repeat idle { roll face };
      choose stake n in 1 to 3 { };
      for each k in 1 to 6 { roll face; if face >= lucky { gain 1 coin } };
      roll other; gain other coin
score:
  coins: {name: {en: coins, es: monedas}, amount: coin}
"""
