"""Loops that go over the rows of a relation, and what is worked out before them, come to the same as the interpreter; and they are there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import load
from ruleset_core.compile import ir
from ruleset_core.compile.irgen.ir_analysis import called_in
from ruleset_core.compile.wasm import loop_codegen
from ruleset_core.compile.wasm.module_builder import FunctionBody
from ruleset_core.compile.wasm.vector_codegen import vectorized
from tests.lang import random_game
from tests.lang.compare import Executors, low_limits

WRITTEN = Path(__file__).parent / "written"
BENCH = Path(__file__).parents[1] / "bench" / "games"
DEFINE: dict[str, Any] = {
    "warmest": {"amount": "count c in colour where c.warm and mood[c] > clock"},
    "lucky_pair": {"params": {"c": "colour", "t": "tile"}, "condition": "mood[c] < 5 and (warmest == 2 or t.hue == c)"},
    "beside_some": {
        "params": {"t": "tile?"},
        "amount": "count x in tile where t != none and (x.price + t.price) mod 3 == 0",
    },
    "close": {
        "params": {"c": "colour?"},
        "amount": "sum d in colour where c != none and (d in c.beside) and mood[d] > 1 of mood[d]",
    },
}
LOOPS = {
    "a relation with a local": "let g = guard; set total = count x in tile where g == none or x.hue == g.hue",
    "behind a guard": "set total = beside_some(guard)",
    "rows behind a guard": "set total = close(chosen)",
    "or what does not change": "for each c in colour { set total = total + count x in tile where keeper[x] == none and (warmest == 2 or x.hue == c) }",
    "in a function": "set total = count t in tile where any c in colour where lucky_pair(c, t)",
    "a relation without others": "set total = count x in tile where x.price > 2 and keeper[x] == none",
    "a search in a loop": "set total = count d in colour where mood[d] < 3 and (d in (from a in [favourite] by b in a.near where mood[b] < 5))",
    "a search of nothing": "for each d in favourite.beside { set total = total + count x in tile where x.twin in (from a in [oak] by b in [a.twin] where keeper[b] == none) }",
    "what may break a rule stays": "set total = count x in tile where x.price < 9 and guard.price > 1 and x.hue == favourite",
    "a loop that writes": "for each c in colour where warmest > 0 { set mood[c] = min(9, max(-2, warmest + 1)) }",
}


def statements(body: Iterable[Any]) -> list[Any]:
    """All statements, with those in others."""
    found: list[Any] = []
    for each in body:
        found.append(each)
        for inner in ("then", "otherwise", "body"):
            found += statements(getattr(each, inner, ()))
    return found


def nodes(code: Any) -> list[Any]:
    """All that a statement is made of."""
    if isinstance(code, tuple | list):
        return [node for each in code for node in nodes(each)]
    if not isinstance(code, ir.IrNode | ir.IrLoop | ir.IrIf | ir.IrReturn | ir.IrSetLocal):
        return []
    return [code, *(node for each in fields(code) for node in nodes(getattr(code, each.name)))]


@pytest.mark.parametrize("do", LOOPS.values(), ids=LOOPS)
def test_loops_come_to_the_same(tmp_path: Path, do: str, monkeypatch: pytest.MonkeyPatch) -> None:
    low_limits(monkeypatch)
    change = "if n == 1 { set guard = elm; set chosen = red }; if n == 2 { set guard = none; set chosen = none }; roll open; set mood[red] = n"
    files = random_game.plain(f"repeat 3 {{ choose how_many n {{ set clock = n; {do}; {change} }} }}", define=DEFINE)
    all_ = Executors(random_game.build(random_game.write(tmp_path, files), plugin=False))
    for seed in range(6):
        assert not all_.disagreement(2, seed, Random(seed).randrange, 12, {})


def test_short_rows_charge_for_each_number_once(tmp_path: Path) -> None:
    asked = "set open = any d in favourite.beside where (count x in 1 to 400 where x mod 7 == mood[d]) > 90"
    files = random_game.plain(
        f"repeat 3 {{ choose how_many n {{ {asked}; set favourite = if n > 1 then blue else if n > 0 then green else red }} }}"
    )
    all_ = Executors(random_game.build(random_game.write(tmp_path, files), plugin=False))
    for seed in range(4):
        assert not all_.disagreement(2, seed, Random(seed).randrange, 12, {})


@pytest.mark.parametrize("name", ["mills", "connect_four", "hearts"])
def test_games_that_are_measured_are_the_same_in_every_executor(name: str) -> None:
    game = load(name, (), [WRITTEN, BENCH])
    all_ = Executors(game)
    for seed in range(3):
        assert not all_.disagreement(game.players[0], seed, Random(seed).randrange, 80, {})


def test_a_relation_is_gone_through_by_rows() -> None:
    code = load("hex").source.ir
    loops = [each for made in code.functions.values() for each in statements(made.body) if isinstance(each, ir.IrLoop)]
    rows = [each.source.table.rows for each in loops if isinstance(each.source, ir.IrRowSource)]
    assert rows[0][0] == tuple(range(7))  # the cells of the first rank
    assert rows[0][1] == tuple(range(0, 49, 7))  # and of the first file


def test_what_rows_are_looked_up_for_stands_at_their_places() -> None:
    code = load("connect_four", (), [BENCH]).source.ir
    loops = [each for made in code.functions.values() for each in statements(made.body) if isinstance(each, ir.IrLoop)]
    bounds = [(each.source.low, each.source.stop) for each in loops if isinstance(each.source, ir.IrRangeSource)]
    ((first, stop),) = [each for each in bounds if isinstance(each[0], ir.IrTableEntry)]
    assert isinstance(first, ir.IrTableEntry)
    assert isinstance(stop, ir.IrTableEntry)
    lengths = [int(end) - int(begin) for begin, end in zip(first.table.rows, stop.table.rows, strict=True)]  # type: ignore[call-overload]
    assert max(lengths) == 13  # so many lines cross a cell in the middle


def test_a_search_runs_once_for_a_loop() -> None:
    code = load("ditches").source.ir
    loops = [each for made in code.functions.values() for each in statements(made.body) if isinstance(each, ir.IrLoop)]
    asked = [each for loop in loops for each in nodes(loop) if isinstance(each, ir.IrReaches)]
    assert [each.kept for each in asked] == [True, True]
    assert {each.function for each in asked} == code.kept


def test_what_does_not_change_is_handed_to_a_function_that_a_loop_calls() -> None:
    code = load("mills", (), [WRITTEN]).source.ir
    given = [name for name in code.functions if "_given" in name]
    assert given
    for block in code.blocks.values():
        for loop in statements(block.body):
            if isinstance(loop, ir.IrLoop) and called_in(loop) & set(given):
                assert not [
                    each for each in nodes(loop) if isinstance(each, ir.IrCall) and each.function.startswith("x")
                ]
    order = list(code.functions)
    assert all(
        order.index(other) < order.index(name) for name in given for other in called_in(code.functions[name].body)
    )


BOARD = """
game: board
name: {en: Board, es: Tablero}
players: 2
provenance: house
sets:
  cell: {grid: [3, 5]}
state:
  stone: {by: [cell], is: "seat?"}
  height: {by: [cell], is: -3..9}
  total: {is: 0..200}
  wanted: {is: -3..9}
  open: {is: bool}
  played: {is: 0..40}
decisions:
  place: {of: cell, word: place, ask: {en: "Where?", es: "¿Dónde?"}}
flow:
  - phase: play
    turns: forever
    do: |
      set played = played + 1;
      if played == 40 { end_game };
      choose place spot where LOOKED;
      set stone[spot] = me;
      set height[spot] = min(9, height[spot] + 2);
      set wanted = height[spot];
      set total = COUNTED;
      set open = ASKED;
      if total > 12 or (open and height[spot] > 5) { end_game }
score:
  total: {name: {en: total, es: total}, amount: total}
"""
VECTORS = {
    "one comparison": (
        "stone[spot] == none",
        "count c in cell where stone[c] == me",
        "no c in cell where stone[c] == none",
    ),
    "several": (
        "stone[spot] != me and height[spot] <= 3",
        "count c in cell where height[c] > 1 or stone[c] != me",
        "any c in cell where height[c] == wanted and stone[c] == left(me)",
    ),
    "below nothing": (
        "height[spot] < 3 or height[spot] == wanted",
        "count c in cell where not (height[c] >= wanted)",
        "every c in cell has height[c] > -2",
    ),
}


@pytest.mark.parametrize("written", VECTORS.values(), ids=VECTORS)
def test_values_are_compared_four_at_once(
    written: tuple[str, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    low_limits(monkeypatch)
    text = BOARD
    for name, said in zip(("LOOKED", "COUNTED", "ASKED"), written, strict=True):
        text = text.replace(name, said)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    loops: list[bool] = []

    def noted(b: FunctionBody, node: ir.IrLoop) -> bool:
        loops.append(vectorized(b, node))
        return loops[-1]

    monkeypatch.setattr(loop_codegen, "vectorized", noted)
    all_ = Executors(load(tmp_path))
    assert loops.count(True) >= 3
    for seed in range(6):
        assert not all_.disagreement(2, seed, Random(seed).randrange, 40, {})
