"""Ranges with names: facts, fields, zones, parameters, loops, looks and scores follow one declaration, also when an expansion changes it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruleset_core import Game, load
from ruleset_core.check.checker import check_paths
from ruleset_core.formats import scene_format as scenes
from ruleset_core.testing import check_game
from ruleset_core.view.scene.scene_builder import scene
from tests.engine.games import write
from tests.sampled import CLOSELY, CONFORMANCE_SECONDS

SHOP = """
game: shop
name: {en: Shop, es: Tienda}
about: {en: Buy on several floors., es: Compra en varios pisos.}
version: "1.0"
players: 2
provenance: house
ranges:
  floor: 1..3
  day: {is: 1..4}
pieces:
  ware: {product: {floor: floor, size: 0..1}, named: false}
zones:
  stock: {of: ware, start: all, name: {en: stock, es: almacén}}
  shelf: {of: ware, by: [floor], name: {en: shelf, es: estante}}
  bag: {of: ware, by: [seat], name: {en: bag, es: bolsa}}
state:
  day: {is: day, name: {en: day, es: día}}
  price: {by: [floor], is: 0..99, start: at * 2, name: {en: price, es: precio}}
  lift: {is: "floor?", name: {en: lift, es: ascensor}}
resources:
  members:
    coin: {name: {en: coin, es: moneda}, start: 20}
    point: {name: {en: point, es: punto}}
decisions:
  ride: {of: floor, ask: {en: Which floor?, es: ¿Qué piso?}}
define:
  dear: {params: {f: floor}, name: {en: "floor {f} is dear", es: "el piso {f} es caro"}, condition: "price[f] >= 2 * upper_bound(floor)"}
flow:
  - phase: setup
    name: {en: setup, es: preparación}
    do: for each f in floor { for each w in stock where w.floor == f { move w to shelf[f] } }
  - phase: days
    name: {en: days, es: días}
    for: day
    in: day
    steps:
      - phase: turn
        name: {en: turn, es: turno}
        turns: once
        do: |
          choose ride f where price[f] <= coin and f != lift;
          set lift = f;
          lose price[f] coin;
          if dear(f) { gain 2 point };
          gain f point;
          set price[f] = min(99, price[f] + 1);
          if shelf[f][0] != none { move shelf[f][0] to bag }
score:
  point: {name: {en: points, es: puntos}, amount: point}
  floors: {name: {en: floors, es: pisos}, amount: count f in floor where (any w in bag where w.floor == f)}
look:
  panels:
    prices:
      show: [{table: {each: f in floor, columns: [{title: {en: price, es: precio}, cell: "price[f]"}]}}]
"""
TALL = 'expansion: tall\nof: shop\nname: {en: Tall, es: Alta}\nversion: "1.0"\nprovenance: house\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("shop"), SHOP, "")


def with_override(directory: Path, override: str) -> tuple[Path, Path]:
    """The game, and an expansion that changes a range."""
    game = write(directory / "shop", SHOP, "")
    tall = game / "expansions" / "tall"
    tall.mkdir(parents=True)
    (tall / "expansion.yaml").write_text(TALL + override, encoding="utf-8")
    return game, tall


def rows(game: Game) -> int:
    """How many rows the table of the look has."""
    shown = scenes.scene_as_json(scene(game, game.new(2, 1).masked(0), "en"))
    (prices,) = (panel for panel in shown["panels"] if panel["id"] == "prices")
    return json.dumps(prices).count('"cells"')


def test_what_has_a_range_by_name_is_what_is_written_out(folder: Path, tmp_path: Path) -> None:
    plain = SHOP.replace("ranges:\n  floor: 1..3\n  day: {is: 1..4}\n", "")
    plain = (
        plain.replace("floor: floor", "floor: 1..3")
        .replace("by: [floor]", 'by: ["1..3"]')
        .replace('is: "floor?"', 'is: "1..3?"')
    )
    plain = (
        plain.replace("of: floor", "of: 1..3")
        .replace("f: floor", "f: 1..3")
        .replace("upper_bound(floor)", "3")
        .replace("in floor", "in 1 to 3")
    )
    plain = plain.replace("is: day,", "is: 1..4,").replace("in: day", "in: 1 to 4")
    one, other = load(folder), load(write(tmp_path, plain, ""))
    for seed in range(3):
        here, there = one.new(2, seed), other.new(2, seed)
        while not here.over:
            assert here.options == there.options
            here.apply(here.options[-1])
            there.apply(there.options[-1])
        assert here.scores() == there.scores()
        assert here.v == there.v


@pytest.mark.parametrize(
    "override", ["override: {ranges: {floor: 1..5}}\n", "override: {ranges: {floor: {is: 1..5}}}\n"]
)
def test_an_expansion_widens_all_that_hangs_on_a_range(tmp_path: Path, override: str) -> None:
    folder, path = with_override(tmp_path, override)
    assert not check_paths([folder, path]).diagnostics
    game = load(folder, expansions=["tall"])
    v = game.program.vocabulary
    assert v.zones["shelf"].size == v.fields["price"].size == 5
    assert v.domains["ware"].size == 10
    assert v.decisions["ride"].size == 5
    assert (v.defines["dear"].params["f"].high, v.fields["lift"].type.high) == (5, 5)
    assert rows(game) == 5
    assert rows(load(folder)) == 3
    state = game.new(2, 1)
    state.apply("ride 5")
    assert state.ask("point", 0) == 7
    report = check_game(
        game, games=2, closely=CLOSELY, seconds=CONFORMANCE_SECONDS, source=str(folder), expansions=[str(path)]
    )
    assert report.ok, "\n".join(report.lines())


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("floor: 1..3", "floor: bool", "E303 a range goes from one number to another, and `bool` does not"),
        ("floor: 1..3", "floor: int", "E303 a range goes from one number to another, and `int` does not"),
        ("floor: 1..3", "floor: 1..3?", "E303 a range goes from one number to another, and `1..3?` does not"),
        ("floor: 1..3", "floor: 3..1", "E314 `3..1` is empty: 3 is above 1"),
        ("floor: 1..3", "ware: 1..3", "E315 `ware` is a set or a kind of pieces already"),
        ("floor: 1..3", "seat: 1..3", "E315 `seat` is a set of every game"),
        ("of: floor", "of: flor", "E308 unknown type `flor`"),
        ("f in floor where (any", "f in flor where (any", "E301 unknown selection `flor`"),
        ("day: {is: 1..4}", "day: {is: 1..4}\n  week: 1..7", "W501 the range `week` is never used"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_range_is_told(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert SHOP.count(old) == 1
    found = check_paths([write(tmp_path, SHOP.replace(old, new), "")]).diagnostics
    assert said in [f"{each.code} {each.message}" for each in found]
