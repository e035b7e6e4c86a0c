"""Numbers of the data by name, and a game in which some of them are others."""

from __future__ import annotations

import pytest

from ruleset_core import LoadError, NumberError, load

GAME = """\
game: tariff
name: {en: Tariff, es: Tarifa}
players: 2
provenance: house
sets:
  ware:
    facts: {price: 0..9}
    members:
      salt: {price: 2}
      wool: {price: 3}
resources:
  members:
    coin: {name: {en: coin, es: moneda}, start: 4}
pieces:
  card: {total: 3, facts: {hire: 0..8}}
  die: {count: 3, facts: {pips: 1..6}, values: {pips: [1, 2, 6]}}
zones:
  row: {of: card, start: all}
state:
  lap: {is: 1..5}
decisions:
  buy: {of: ware, ask: {en: What?, es: ¿Qué?}}
define:
  rounds: {amount: players + 2}
  tax: {amount: 1}
flow:
  - phase: setup
    do: |
      for each s in seat { as s { gain 2 coin } }   # 7 more than nothing
  - phase: round
    for: lap
    in: 1 to 3
    steps:
      - phase: market
        turns: once
        do: |
          choose buy w { pay w.price coin -> gain tax coin }
score:
  coins: {name: {en: coins, es: monedas}, amount: coin}
"""
CARDS = """\
kind: card
cards:
  miller: {name: {en: Miller, es: Molinero}, hire: 2, provenance: house, effect: gain 1 coin; gain 3 coin}
  merchant: {name: {en: Merchant, es: Mercader}, hire: 4, provenance: house, copies: 2}
"""


@pytest.fixture
def tariff(tmp_path):
    (tmp_path / "tariff" / "cards").mkdir(parents=True)
    (tmp_path / "tariff" / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "tariff" / "cards" / "all.yaml").write_text(CARDS, encoding="utf-8")
    return tmp_path / "tariff"


def numbers(game):
    return {each.name: each.value for each in game.glossary.numbers}


def test_numbers_have_names(tariff):
    found = numbers(load(tariff))
    assert found == {
        "ware.facts.price.1": 0,
        "ware.facts.price.2": 9,
        "lap.is.1": 1,
        "lap.is.2": 5,
        "card.facts.hire.1": 0,
        "card.facts.hire.2": 8,
        "die.facts.pips.1": 1,
        "die.facts.pips.2": 6,
        "ware.members.salt.price": 2,
        "ware.members.wool.price": 3,
        "coin.start": 4,
        "card.total": 3,
        "die.count": 3,
        "die.values.pips.1": 1,
        "die.values.pips.2": 2,
        "die.values.pips.3": 6,
        "rounds.amount": None,
        "rounds.amount.1": 2,
        "tax.amount": 1,
        "setup.do.1": 2,
        "round.in.1": 1,
        "round.in.2": 3,
        "coins.amount": None,
        "miller.hire": 2,
        "miller.effect.1": 1,
        "miller.effect.2": 3,
        "merchant.hire": 4,
        "merchant.copies": 2,
    }
    [hire] = [each for each in load(tariff).glossary.numbers if each.name == "merchant.hire"]
    assert hire.parts == ("cards", "merchant", "hire")
    assert hire.home == (str(tariff / "cards" / "all.yaml"), 4)


@pytest.mark.parametrize(
    ("name", "value", "now"),
    [
        ("merchant.hire", 8, {"merchant.hire": 8}),
        ("cards.merchant.hire", 8, {"merchant.hire": 8}),
        ("salt.price", 7, {"ware.members.salt.price": 7}),
        ("coin.start", 0, {"coin.start": 0}),
        ("tax", 5, {"tax.amount": 5}),
        ("rounds", 9, {"rounds.amount": 9, "rounds.amount.1": None}),
        ("rounds.amount.1", 9, {"rounds.amount.1": 9}),
        ("rounds.1", 9, {"rounds.amount.1": 9}),
        ("miller.effect.2", 30, {"miller.effect.2": 30}),
        ("setup.do.1", 11, {"setup.do.1": 11}),
        ("die.values.pips.3", 5, {"die.values.pips.3": 5}),
        ("round.in.2", 5, {"round.in.2": 5}),
        ("lap.is.2", 4, {"lap.is.2": 4}),
        ("miller.copies", 3, {"miller.copies": 3, "card.total": 5}),
        ("coin.max", 20, {"coin.max": 20}),
    ],
)
def test_another_number_takes_the_place_of_one(tariff, name, value, now):
    before = load(tariff)
    game = load(tariff, numbers={name: value})
    expected = numbers(before) | now
    assert numbers(game) == {
        name: value for name, value in expected.items() if (name, value) != ("rounds.amount.1", None)
    }
    assert game.hash != before.hash
    assert game.expansions == ()
    assert load(tariff).hash == before.hash


def test_several_at_once_even_in_one_text(tariff):
    game = load(
        tariff, numbers={"miller.effect.1": 6, "miller.effect.2": 5, "die.values.pips.1": 3, "die.values.pips.2": 4}
    )
    found = numbers(game)
    assert (found["miller.effect.1"], found["miller.effect.2"]) == (6, 5)
    assert [found[f"die.values.pips.{n}"] for n in (1, 2, 3)] == [3, 4, 6]


def test_it_is_played_with_them(tariff):
    assert load(tariff).new(seed=1).scores() == [6, 6]
    assert load(tariff, numbers={"setup.do.1": 5, "coin.start": 1}).new(seed=1).scores() == [6, 6]
    assert load(tariff, numbers={"setup.do.1": 7}).new(seed=1).scores() == [11, 11]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("mercant.hire", 2, "there is no number `mercant.hire` in this game; did you mean `merchant.hire`?"),
        ("merchant.hre", 2, "did you mean `merchant.hire`?"),
        ("merchant", 2, "did you mean `merchant.copies` or `merchant.hire`?"),
        ("hire", 2, "`hire` may be `miller.hire` or `merchant.hire`; say which"),
        ("members.price", 2, "may be `ware.members.salt.price` or `ware.members.wool.price`; say which"),
        ("miller.effect", 2, "there is no number `miller.effect`"),
        ("zork.x", 2, "`ruleset show GAME --numbers` lists all"),
        (
            "merchant.hire",
            9,
            "merchant.hire=9: 9 lies outside 0..8; the range is declared at `hire` (game.yaml:15): widen it there",
        ),
        ("merchant.copies", 0, "merchant.copies=0: expected at least 1, found 0"),
        ("miller.effect.1", -1, "within a text, where no number is below 0"),
        ("miller.score", True, "is not a whole number"),
        ("tax", "2", "is not a whole number"),
        ("tax", 10**30, "tax=1"),
        ("", 2, "there is no number ``"),
    ],
)
def test_what_cannot_be_is_said(tariff, name, value, said):
    with pytest.raises(NumberError) as caught:
        load(tariff, numbers={name: value})
    assert said in str(caught.value)


def test_mistakes_of_the_game_itself_are_told_as_its_own(tariff):
    (tariff / "game.yaml").write_text(GAME.replace("gain tax coin", "gain taxx coin"), encoding="utf-8")
    with pytest.raises(LoadError, match="taxx"):
        load(tariff, numbers={"merchant.hire": 3})


def test_what_expansions_replaced_may_be_another_number_still(tmp_path):
    (tmp_path / "rich").mkdir()
    (tmp_path / "rich" / "expansion.yaml").write_text(
        "expansion: rich\nof: troyes\nname: {en: Rich, es: Rico}\nversion: '1.0'\n"
        "override: {resources: {members: {denier: {start: 7}}}}\n",
        encoding="utf-8",
    )
    game = load("troyes", expansions=[str(tmp_path / "rich")], numbers={"denier.start": 11})
    assert numbers(game)["denier.start"] == 11
    assert game.expansions == ("rich",)


@pytest.mark.parametrize(
    "name", ["troyes_dice", "troyes", "tournay", "carcassonne_masons", "pig", "sheaves", "ditches"]
)
def test_every_number_is_found_by_its_name(name):
    from ruleset_core.discovery import GameNotFoundError
    from ruleset_core.engine.tunables import tunable_named

    try:
        game = load(name)
    except GameNotFoundError:
        pytest.skip(f"there is no {name}")
    documents = game.source.documents
    assert len({each.name for each in game.glossary.numbers}) == len(game.glossary.numbers)
    for each in game.glossary.numbers:
        assert tunable_named(game.glossary.numbers, documents, each.name) == each


def test_a_behaviour_that_stands_alone_is_one_of_a_list(tariff):
    """`when:` may be a single behaviour without a list: a number within it is tried out all the same."""
    card = '  baker: {name: {en: Baker, es: Panadero}, hire: 1, provenance: house, when: {event: end round, do: "for each s in seat { as s { gain 5 coin } }"}}\n'
    text = CARDS.replace("copies: 2}", "copies: 1}") + card
    (tariff / "cards" / "all.yaml").write_text(text, encoding="utf-8")
    assert numbers(load(tariff))["baker.when.do.1"] == 5
    assert "6 coins" in load(tariff, numbers={"baker.when.do.1": 6}).card("baker").text()
