"""Where the figures of cards come from, and which card an option picks: what views and the terminal ask of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, load
from tests.engine.games import write

STALLS = """
game: stalls
name: {en: Stalls, es: Puestos}
players: 2
provenance: published
sets:
  goods: {members: {cloth: {name: {en: cloth, es: paño}}}}
pieces:
  card: {total: 4, facts: {price: {is: 0..9}}}
zones:
  pile: {of: card, start: all}
  yard: {of: card, by: [seat]}
state:
  sold: {is: "goods?"}
  cost: {is: 0..9}
decisions:
  take: {of: card, ask: {en: "Which?", es: "¿Cuál?"}, done: {en: none, es: ninguna}}
  sell: {of: goods, ask: {en: "Which?", es: "¿Cuál?"}}
flow:
  - phase: market
    turns: once
    do: |
      choose up to 1 take c in pile { set cost = c.price; move c to yard };
      choose sell g in goods { set sold = g }
score:
  cards: {name: {en: cards, es: cartas}, amount: count c in yard where sold != none or cost > 0}
"""
CARDS = """
kind: card
cards:
  cloth: {name: {en: Cloth, es: Paño}, provenance: house, copies: 2, price: 1}
  wool: {name: {en: Wool, es: Lana}, provenance: published, house: [price], inferred: [copies], copies: 1, price: 2}
  salt: {name: {en: Salt, es: Sal}, provenance: inferred, price: 3}
"""


@pytest.fixture(scope="module")
def stalls(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder: Path = tmp_path_factory.mktemp("games")
    return load(str(write(folder / "stalls", STALLS, CARDS)))


def test_it_is_told_where_the_figures_of_a_card_come_from(stalls: Game) -> None:
    names = stalls.glossary
    asked = {
        card: (names.provenance(card), *map(tuple, (names.house_facts(card), names.inferred_facts(card))))
        for card in names.members("card")
    }
    assert asked == {
        "cloth": ("house", (), ()),
        "cloth#2": ("house", (), ()),
        "wool": ("published", ("price",), ("copies",)),
        "salt": ("inferred", (), ()),
    }
    assert names.provenance("seat_0") == ""
    assert (tuple(names.house_facts("seat_0")), tuple(names.inferred_facts("seat_0"))) == ((), ())


def test_an_option_tells_the_card_it_picks_and_nothing_else_is_a_card(stalls: Game) -> None:
    picked = {text: stalls.card_of(stalls.parse(text)) for text in ("take cloth", "take cloth#2", "take salt")}
    assert picked == {"take cloth": "cloth", "take cloth#2": "cloth", "take salt": "salt"}
    assert stalls.card_of(stalls.parse("take done")) is None
    assert stalls.card_of(stalls.parse("sell cloth")) is None
