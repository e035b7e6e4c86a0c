"""What changes and counts a thing: found in the rules of any game, by card, answer, rule, track and phase."""

from __future__ import annotations

import pytest

from ruleset_core import Game, effect_sources, load
from tests.engine.games import write

RULES = """
game: uses
name: {en: Uses, es: Usos}
players: 2
resources:
  members:
    coin: {start: 3, name: {en: coin, es: moneda}}
    gem: {name: {en: gem, es: gema}, spaces: 9, overflow: lost, resolve: at_once, rewards: {5: gain 1 coin}}
    star: {name: {en: star, es: estrella}}
sets:
  deed: {members: {work: {name: {en: work, es: trabajar}}, trade: {name: {en: trade, es: comerciar}}}}
  price: {facts: {goods: resource}, members: {low: {goods: coin}, high: {goods: gem}}}
pieces: {card: {total: 3, facts: {value: int}}}
state: {tally: {is: int}, seen: {by: [seat], is: int}}
zones: {deck: {of: card, start: all, visible: nobody}, hand: {of: card, by: [seat], visible: owner}}
decisions:
  deed: {of: deed, ask: {en: "What?", es: "¿Qué?"}}
  pays: {of: resource, ask: {en: "With what?", es: "¿Con qué?"}}
define:
  earn: {name: {en: earn, es: ganar}, effect: "gain 2 coin", because: {en: wages, es: salario}}
flow:
  - phase: deal
    name: {en: deal, es: reparto}
    do: "shuffle deck; for each p in seat { as p { move deck[0] to hand; gain 1 star } }"
  - phase: play
    name: {en: play, es: juego}
    turns: forever
    do: |
      choose deed {
        work { do earn; set tally = tally + 1 }
        | trade { choose pays r in resource where r != star { pay 1 r -> { gain 1 gem; move deck[0] to hand } } }
      };
      for each s in others { as s { gain 1 star } };
      set seen = seen + 1;
      if tally > 9 { end_game }
score:
  goods: {name: {en: goods, es: bienes}, each: price, amount: "held[it.goods]"}
  cards: {name: {en: cards, es: cartas}, amount: "sum c in hand of c.value"}
tie_breaks: [seen]
"""
CARDS = """
kind: card
cards:
  mine: {name: {en: Mine, es: Mina}, provenance: house, value: 1, effect: "gain 1 gem"}
  shop: {name: {en: Shop, es: Tienda}, provenance: house, value: 2, effect: "lose 1 gem"}
  hut: {name: {en: Hut, es: Choza}, provenance: house, value: 3, effect: "gain 1 coin"}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load(write(tmp_path_factory.mktemp("games") / "uses", RULES, CARDS))


@pytest.mark.parametrize(
    ("part", "name", "use", "said"),
    [
        ("resources", "coin", "gained", ["wages", "Hut", "gem track"]),
        ("resources", "coin", "spent", ["trade"]),
        ("resources", "coin", "counted", ["goods"]),
        ("resources", "gem", "gained", ["trade", "Mine"]),
        ("resources", "gem", "spent", ["trade", "Shop"]),
        ("resources", "star", "gained", ["play"]),  # what is given at the beginning is no way to get it
        ("resources", "star", "spent", []),  # `where r != star`
        ("resources", "star", "counted", []),
        ("fields", "tally", "gained", ["work"]),
        ("fields", "seen", "counted", ["who wins"]),
        ("kinds", "card", "gained", ["trade"]),
        ("zones", "hand", "counted", ["cards"]),
        ("zones", "no_such", "gained", []),
    ],
)
def test_sources_are_named_by_what_players_know(game: Game, part: str, name: str, use: str, said: list[str]) -> None:
    assert [each.names["en"] for each in effect_sources(game, part, name, use)] == said  # type: ignore[arg-type]


def test_they_are_named_in_both_languages(game: Game) -> None:
    assert [each.names["es"] for each in effect_sources(game, "resources", "gem", "gained")] == ["comerciar", "Mina"]


def test_members_of_sets_are_found_where_a_rule_names_them() -> None:
    tournay = load("tournay")
    caused = effect_sources(tournay, "members", "occupant damage", "gained")
    assert [each.names["en"] for each in caused] == ["draw a card", "activate a building"]
    counted = [each.names["en"] for each in effect_sources(tournay, "members", "colour yellow", "counted")]
    assert {"Guild", "Counting House"} <= {*counted}
    assert "Catapult" not in counted


def test_each_resource_of_troyes_dice_counts_by_the_fact_that_names_it() -> None:
    game = load("troyes_dice")
    for name in ("influence", "fortune", "knowledge"):
        assert [each.name for each in effect_sources(game, "resources", name, "counted")] == ["resources"]
    spent = [
        {each.name for each in effect_sources(game, "resources", name, "spent")} for name in ("influence", "knight")
    ]
    assert spent == [{"buy", "revalue"}, set()]
