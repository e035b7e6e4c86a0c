"""A small game of two face-down decks of distinct backs, to whose bottoms cards go back, and of stashes of one's own."""

from __future__ import annotations

from pathlib import Path

from ruleset_core import Game, load
from tests.engine.games import write

DECKS = """
game: decks
name: {en: Decks, es: Mazos}
players: 2..3
sets:
  deeds: {members: [bury, sink, drop, lift, draw, turn, mix, order]}
  back: {members: {red: {name: {en: Red, es: Rojo}}, blue: {name: {en: Blue, es: Azul}}}}
pieces:
  card: {total: 12, named: false, facts: {back: back, value: int, heavy: bool}, back: [back, heavy], sides: [day, night]}
  die: {count: 2}
state:
  round: {is: 0..4}
  pips: {by: [die], is: 1..6}
zones:
  box: {of: card, start: all, visible: nobody}
  deck: {of: card, by: [back], visible: seen}
  hand: {of: card, by: [seat], visible: owner}
  stash: {of: card, by: [seat], visible: seen}
  table: {of: card, by: [seat]}
  pile: {of: card, visible: top}
  tray: {of: die, start: all}
decisions:
  some: {of: bool, ask: {en: "Sure?", es: "¿Seguro?"}}
  deed: {of: deeds, ask: {en: "What?", es: "¿Qué?"}}
  lay: {of: card, secret: true, ask: {en: "Which card?", es: "¿Qué carta?"}}
  take: {of: card, ask: {en: "Which card?", es: "¿Qué carta?"}}
  hide: {of: card, secret: true, ask: {en: "Which card?", es: "¿Qué carta?"}}
flow:
  - phase: setup
    do: |
      for each c in card { move c to deck[c.back] };
      for each b in back { shuffle deck[b]; for each p in seat { move deck[b][0] to p.hand } };
      for each p in seat { move deck[red][0] to p.table };
      roll pips[die_1]
  - phase: rounds
    for: round
    in: 1 to 4
    steps:
      - phase: hiding
        turns: simultaneous
        do: |
          choose hide c in hand { move c to stash };
          may some { if (count c in table) > 0 { move table[0] to stash } };
          may some { if (count c in stash) > 1 { move stash[0] to hand } }
      - phase: acting
        turns: once
        do: |
          choose deed {
            bury { choose lay c in hand { move c to deck[c.back] } }
            | sink where (count c in table) > 0 { move table[0] to deck[table[0].back] }
            | drop where (count c in hand) > 0 { choose take c in hand { move c to pile } }
            | lift where (count c in pile) > 0 { move pile[0] to deck[pile[0].back] }
            | draw where (count c in deck[red]) > 0 { move deck[red][0] to hand }
            | turn where (count c in deck[red]) > 0 { move deck[red][0] to deck[red] }
            | mix { shuffle deck[red] }
            | order { sort deck[blue] by it.value }
          };
          if (count c in hand) == 0 and (count c in deck[blue]) > 0 { move deck[blue][0] to hand }
score:
  value: {name: {en: value, es: valor}, amount: sum c in hand of c.value}
"""
FILE = "kind: card\ncards:\n" + "\n".join(
    f"  {colour[0]}{value}: {{provenance: house, value: {value}, back: {colour}, heavy: {str(heavy).lower()}}}"
    for colour, value, heavy in [
        *(("red", value, False) for value in range(1, 8)),
        *(("blue", value, value == 5) for value in range(1, 6)),
    ]
)


def decks(directory: Path, game: str = DECKS) -> Game:
    """The game, or another version of it."""
    return load(write(directory, game, FILE))
