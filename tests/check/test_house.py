"""Figures of published cards that are our own choice, or inferred, all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import LoadError, load
from ruleset_core.check.checker import check_paths
from ruleset_core.cli.group import main
from tests.engine.games import write

GAME = """
game: prices
name: {en: Prices, es: Precios}
players: 1
sets:
  colour: {facts: {rank: int, warm: bool}, members: {red: {rank: 1, warm: true, provenance: inferred, house: [warm]}}}
resources: {facts: {weight: int}, members: {coin: {weight: 3, house: [weight]}}}
pieces: {card: {total: 3, facts: {price: int, slots: int}, sides: [day, night], side_facts: {pay: int, gold: bool}}}
zones: {deck: {of: card, start: all}}
flow: [{phase: go, do: "if deck[0].price > deck[0].pay { shuffle deck }"}]
score: {one: {name: {en: one, es: uno}, amount: coin + sum c in deck of c.score}}
"""
CARDS = """
kind: card
cards:
  inn:
    name: {en: Inn, es: Posada}
    provenance: published
    house: [price]
    inferred: [slots, copies, score]
    copies: 2
    score: 1
    price: 3
    slots: 2
    sides: {day: {pay: 1, gold: true}, night: {pay: 2, gold: false, house: [pay], inferred: [gold]}}
  mill: {name: {en: Mill, es: Molino}, provenance: published, price: 3, slots: 2, sides: {day: {pay: 1, gold: true}, night: {pay: 2, gold: true}}}
"""


def test_they_are_listed(tmp_path: Path) -> None:
    path = write(tmp_path / "prices", GAME, CARDS)
    report = check_paths([path], house=True)
    assert [each.message for each in report.diagnostics if each.code == "W503"] == [
        "`price` of `inn` is a house value",
        "`pay` of `inn` is a house value",
        "`warm` of `red` is a house value",
        "`weight` of `coin` is a house value",
    ]
    assert [each.message for each in report.diagnostics if each.code == "W519"] == [
        "`slots` of `inn` is inferred",
        "`copies` of `inn` is inferred",
        "`score` of `inn` is inferred",
        "`gold` of `inn` is inferred",
        "`red` is inferred",
    ]
    assert report.warnings == check_paths([path]).warnings


def test_they_are_counted_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(write(tmp_path / "prices", GAME, CARDS))
    main(["check", path, "--house", "--format", "concise"])
    assert capsys.readouterr().out.endswith(" 4 house values. 5 inferred.\n")
    main(["check", path])
    assert "W519" not in capsys.readouterr().out


def test_cards_know_and_show_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = write(tmp_path / "prices", GAME, CARDS)
    assert [load(game).card(card).house for card in ("inn", "mill")] == [("price", "night.pay"), ()]
    inferred = [load(game).card(card).inferred for card in ("inn", "mill")]
    assert inferred == [("slots", "copies", "score", "night.gold"), ()]
    main(["show", str(game), "inn"])
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "price       3 (house value)" in lines
    assert "slots       2 (inferred)" in lines
    assert "kind        card, 2 copies (inferred)" in lines
    assert "provenance  published, `score` (inferred)" in lines
    assert "night       pay 2 (house value), gold no (inferred)" in lines
    main(["show", str(game), "inn", "--lang", "es"])
    spanish = capsys.readouterr().out
    assert "3 (valor propio)" in spanish
    assert "2 (inferido)" in spanish


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("house: [price]", "house: [prise]", "E313", "no fact or key `prise` is given here; did you mean `price`?"),
        ("house: [price]", "house: [pay]", "E313", "no fact or key `pay` is given here"),
        ("house: [pay]", "house: [price]", "E313", "no fact or key `price` is given here"),
        ("house: [price]", "house: [price, price]", "E107", "`price` is in this list twice"),
        ("house: [price]", "house: price", "E103", ""),
        ("published\n", "house\n", "E107", "all of this is a house value already"),
        ("published\n", "inferred\n", "E107", "all of this is inferred already"),
        ("[slots, copies, score]", "[price]", "E107", "`price` is under `house` too"),
        ("[slots, copies, score]", "[slots, cost]", "E313", "no fact or key `cost` is given here"),
        ("[slots, copies, score]", "[name]", "E313", "no fact or key `name` is given here"),
    ],
)
def test_they_must_be_there(tmp_path: Path, old: str, new: str, code: str, said: str) -> None:
    with pytest.raises(LoadError) as raised:
        load(write(tmp_path / "prices", GAME, CARDS.replace(old, new)))
    assert [each.code for each in raised.value.diagnostics if each.severity == "error"] == [code]
    assert any(said in f"{each.message}; {each.help}" for each in raised.value.diagnostics)
