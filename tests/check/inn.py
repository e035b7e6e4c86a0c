"""A game in several files with an expansion, a table of cards and a variant, each of which needs names that others declare."""

from __future__ import annotations

from pathlib import Path

__all__ = ["FILES", "lay_inn"]

FILES = {
    "inn/game.yaml": """\
game: inn
name: {en: Inn, es: Posada}
about: {en: Guests come and pay., es: Los huéspedes vienen y pagan.}
version: "1.0"
players: 2
provenance: house
view:
  columns: [coin, points]
flow:
  - phase: round
    for: turn_number
    in: 1 to 4
    steps:
      - phase: turn
        turns: once
        do: |
          roll pips;
          choose take {
            food { gain worth(pips) coin; if shelf[0] != none { let c = shelf[0]; pay c.fee coin -> { do c.effect } } } |
            bed { if stall[0] != none { let g = stall[0]; move g to used; do g.effect; emit visit(g) } }
          }
score:
  points: {name: {en: points, es: puntos}, amount: points + coin}
""",
    "inn/board.yaml": """\
sets:
  take:
    members:
      food: {name: {en: food, es: comida}}
      bed: {name: {en: a bed, es: una cama}}
  mood: {members: {merry: {name: {en: merry, es: alegre}}, sad: {name: {en: sad, es: triste}}}}
resources:
  members:
    coin: {start: 3, name: {en: coin, es: moneda}}
    points: {max: 50, name: {en: point, es: punto}}
pieces:
  guest: {total: 2, facts: {power: 0..9, mood: mood}}
  charm: {facts: {fee: 1..5}, total: 1}
state:
  turn_number: {is: 1..4, name: {en: turn, es: turno}}
  pips: {is: 1..6, name: {en: pips, es: puntos del dado}}
zones:
  stall: {of: guest, start: all}
  used: {of: guest}
  shelf: {of: charm, start: all}
events:
  visit: {fields: {who: guest}}
decisions:
  take: {of: take, ask: {en: What do you take?, es: ¿Qué tomas?}}
define:
  worth: {params: {n: 1..6}, amount: n + 1, name: {en: worth, es: valor}}
look:
  panels: {}
""",
    "inn/rules.yaml": """\
rules:
  - id: shuffled
    when: {event: begin round, do: shuffle stall; shuffle shelf}
  - id: merry_guests
    when: {event: visit, where: who.mood == merry and who.power > 2, do: gain 1 points}
""",
    "inn/cards/guests.yaml": """\
kind: guest
cards:
  clover: {name: {en: Clover, es: Trébol}, provenance: house, power: 3, mood: merry, effect: gain 2 points}
  thistle: {name: {en: Thistle, es: Cardo}, provenance: house, power: 1, mood: sad, effect: gain worth(3) points}
""",
    "inn/cards/charms.yaml": """\
kind: charm
cards:
  lace: {name: {en: Lace, es: Encaje}, provenance: house, fee: 1, effect: gain 1 coin}
""",
    "inn/scenarios/start.yaml": """\
scenarios:
  - name: a bed
    do: ["0: take food", "1: take bed"]
""",
    "harvest/expansion.yaml": """\
expansion: harvest
of: inn
name: {en: Harvest, es: Cosecha}
version: "1.0"
provenance: house
extend:
  sets:
    take: {members: {shelter: {name: {en: shelter, es: refugio}}}}
    mood: {members: {wild: {name: {en: wild, es: salvaje}}}}
  flow:
    - phase: rain
      after: round
      do: set wet = true
override:
  define:
    worth: {amount: n + 2}
  flow:
    turn:
      do: |
        roll pips;
        choose take {
          food { gain worth(pips) coin; if shelf[0] != none { let c = shelf[0]; pay c.fee coin -> { do c.effect } } } |
          bed { if stall[0] != none { let g = stall[0]; move g to used; do g.effect; emit visit(g) } } |
          shelter { gain harvest_of(pips) points }
        }
""",
    "harvest/wet.yaml": """\
state:
  wet: {is: bool, name: {en: wet, es: mojado}}
define:
  harvest_of: {params: {n: 1..6}, amount: if wet then n else 0, name: {en: harvest, es: cosecha}}
pieces:
  tool: {total: 2, facts: {use: 1..3}}
zones:
  barn: {of: tool, start: all}
""",
    "harvest/rules.yaml": """\
rules:
  - id: soaked
    when: {event: begin rain, do: shuffle barn; set wet = false}
  - id: wild_guests
    when: {event: visit, where: who.mood == wild, do: gain harvest_of(2) points}
  - id: sharp
    while_in_play: {modify: worth, add: "if barn[0] != none then barn[0].use else 0"}
""",
    "harvest/cards/charms.csv": """\
charm,name.en,name.es,provenance,fee,effect
ribbon,Ribbon,Cinta,house,2,gain 1 points
bell,Bell,Campana,house,3,gain harvest_of(2) coin
""",
    "harvest/cards/tools.yaml": """\
kind: tool
cards:
  sickle: {name: {en: Sickle, es: Hoz}, provenance: house, use: 2}
  rake: {name: {en: Rake, es: Rastrillo}, provenance: house, use: 1}
""",
    "harvest/scenarios/rain.yaml": """\
scenarios:
  - name: a shelter
    do: ["0: take shelter"]
    expect: {seat: 1}
""",
    "inn_late/game.yaml": """\
game: inn_late
like: ../inn
with: [../harvest]
name: {en: Late inn, es: Posada tardía}
about: {en: A variant., es: Una variante.}
version: "1.0"
override:
  cards: {sickle: {use: 3}}
  state: {turn_number: {name: {en: hour, es: hora}}}
extend:
  sets: {mood: {members: {tired: {name: {en: tired, es: cansado}}}}}
""",
    "inn_late/more.yaml": """\
rules:
  - id: tired_guests
    when: {event: visit, where: who.mood == tired, do: gain 1 coin}
""",
}
"""The files by their paths. They are free of findings."""


def lay_inn(directory: Path) -> None:
    """Write the game, its expansion and its variant."""
    for name, text in FILES.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
