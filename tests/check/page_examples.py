"""Runs the examples on the pages of diagnostic codes against a tiny game."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ruleset_core.check.checker import CheckReport, check_paths

GAME = """\
game: fair
name: {en: Fair, es: Feria}
about: {en: Buy wares while they last., es: Compra mientras queden mercancías.}
version: "1.0"
players: 2..4
provenance: house

sets:
  answer: {members: [buy, leave]}
resources:
  members:
    coin: {start: 5}
    fame: {max: 20}
pieces:
  ware:
    total: 2
    facts: {price: int}
state:
  round: {is: 1..3}
  face: {is: 1..6}
zones:
  stall: {of: ware, start: all}
  sold: {of: ware}
events:
  bought: {fields: {what: ware}}
decisions:
  deal:
    of: answer
    ask: {en: Do you buy it?, es: ¿Lo compras?}
define:
  cost: {params: {w: ware}, amount: w.price}
flow:
  - phase: setup
    do: shuffle stall
  - phase: day
    for: round
    in: 1 to 3
    steps:
      - phase: trade
        turns: once
        do: |
          roll face;
          if stall[0] != none {
            let first_one = stall[0];
            choose deal {
              buy where can { pay cost(first_one) coin } {
                pay cost(first_one) coin -> { move first_one to sold; do first_one.effect; emit bought(first_one) }
              } |
              leave { gain face coin }
            }
          }
rules:
  - id: glory
    when: {event: bought, where: what.price > 3, do: gain 1 fame}
score:
  fame: {name: {en: Fame, es: Fama}, amount: fame}
"""
CARDS = """\
kind: ware
cards:
  lamp: {name: {en: Lamp, es: Lámpara}, provenance: house, price: 2, effect: gain 1 fame}
  rug: {name: {en: Rug, es: Alfombra}, provenance: house, price: 4, effect: gain 3 fame}
"""
FILES = {"game.yaml": GAME, "cards/wares.yaml": CARDS}
"""The tiny game. It is free of findings."""

PLAYED = {
    "game.yaml": """\
game: fair
name: {en: Fair, es: Feria}
about: {en: Buy wares while they last., es: Compra mientras queden mercancías.}
version: "1.0"
players: 2
provenance: house

resources: {members: {coin: {start: 5}}}
pieces: {ware: {total: 3, facts: {price: int}}}
zones:
  stall: {of: ware, start: all}
  basket: {of: ware, by: [seat]}
state:
  round: {is: 1..3}
  face: {is: 1..6}
decisions:
  buy: {of: ware, ask: {en: What do you buy?, es: ¿Qué compras?}, done: {en: nothing, es: nada}}
""",
    "trade.yaml": """\
define:
  trade: {effect: "roll face; gain face coin; do buying"}
  buying:
    effect: choose up to 1 buy w in stall where w.price <= coin { lose w.price coin; move w to basket; do w.effect }
""",
    "flow.yaml": """\
flow:
  - phase: day
    for: round
    in: 1 to 3
    steps:
      - {phase: trade, turns: once, do: do trade}
""",
    "score.yaml": """\
score:
  coins: {name: {en: Coins, es: Monedas}, amount: coin}
""",
    "cards/wares.yaml": """\
kind: ware
cards:
  lamp: {name: {en: Lamp, es: Lámpara}, provenance: house, price: 3, effect: gain 4 coin}
  rug: {name: {en: Rug, es: Alfombra}, provenance: house, price: 2, effect: gain 4 coin}
  stool: {name: {en: Stool, es: Taburete}, provenance: house, price: 1, effect: gain 2 coin}
""",
}
"""The tiny game of the pages of what only games that are played tell: wares are options here."""

_FENCE = re.compile(r"^```(?:yaml|csv|svg|json|po|text) file=(\S+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ExampleFile:
    """A file of an example."""

    name: str
    content: bytes | None


def page_sections(page: str) -> dict[str, str]:
    """The parts of a page by their headings."""
    pieces = _SECTION.split(page)
    return {name.strip(): text for name, text in zip(pieces[1::2], pieces[2::2], strict=True)}


def example_files(section: str) -> list[ExampleFile]:
    """The files of the example in a part of a page."""
    return [
        ExampleFile(each, _content(words.split(), text))
        for name, words, text in _FENCE.findall(section)
        for each in _names(name, words.split())
    ]


def _names(name: str, words: list[str]) -> list[str]:
    for word in words:
        if word.startswith("copies="):
            stem, dot, ending = name.rpartition(".")
            return [f"{stem}_{number}{dot}{ending}" for number in range(int(word.removeprefix("copies=")))]
    return [name]


def _content(words: list[str], text: str) -> bytes | None:
    if "absent" in words:
        return None
    for word in words:
        if word.startswith("grow="):
            lines = text.splitlines(keepends=True)
            text = "".join(lines[:-1]) + lines[-1] * int(word.removeprefix("grow="))
    if "base64" in words:
        return b64decode(text)
    return text.encode("latin-1" if "latin-1" in words else "utf-8")


def write_example(section: str, directory: Path, game: Mapping[str, str] = FILES) -> None:
    """Write a tiny game and the example over it."""
    files: dict[str, bytes | None] = {name: text.encode() for name, text in game.items()}
    files |= {file.name: file.content for file in example_files(section)}
    for name, content in files.items():
        if content is not None:
            path = directory / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def check_example(section: str, directory: Path, *, house: bool = False) -> CheckReport:
    """Check the tiny game with the example of a part of a page laid over it, in an empty directory."""
    write_example(section, directory)
    return check_paths([directory], house=house)
