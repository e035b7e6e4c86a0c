"""What fields begin with where it is worked out: by seat, by place, by option and number of players, in all executors."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, core_of, load
from ruleset_core.check.checker import check_paths
from tests.check.conftest import told
from tests.executors import both

GAME = """\
game: starts
name: {en: Starts, es: Comienzos}
about: {en: Fields that begin with something., es: Campos que comienzan con algo.}
version: "1.0"
players: 2..4
provenance: house
options:
  rich: {name: {en: rich, es: ricos}, of: bool, default: false}
  step: {name: {en: step, es: paso}, of: 1..3, default: 1}
sets:
  cell: {name: {en: cell, es: casilla}, grid: {squares: [4, 3]}}
pieces:
  tile: {name: {en: tile, es: ficha}, count: 5, facts: {size: 1..5}, values: {size: [5, 4, 3, 2, 1]}}
zones:
  bag: {of: tile, start: all, name: {en: bag, es: bolsa}}
resources:
  members:
    coin: {name: {en: coin, es: moneda}, start: 3}
state:
  cap: {is: 0..99, start: 10 * players + option.step, name: {en: cap, es: máximo}}
  room: {by: [cell], is: 0..99, start: cap - at.x * at.y, name: {en: room, es: sitio}}
  owner: {by: [cell], is: "seat?", start: if at.y == 1 then seat_0 else if at.y == 3 then seat_1 else none, name: {en: owner, es: dueño}}
  purse: {by: [seat, tile], is: int, start: (if option.rich then 20 else coin) + number(me) + at.size, name: {en: purse, es: bolsa}}
  cells: {by: [seat], is: 0..12, start: "count c in cell where owner[c] == me", name: {en: cells, es: casillas}}
  doubled: {is: int, start: twice(cap), name: {en: doubled, es: doble}}
  table: {by: ["1..3", "2..4"], is: int, start: 10 * at + at2, name: {en: table, es: tabla}}
decisions:
  go: {of: bool, ask: {en: "Go?", es: "¿Sigues?"}}
define:
  twice: {params: {n: int}, amount: 2 * n}
flow:
  - phase: play
    turns: forever
    do: |
      may go { gain 1 coin };
      if coin > 5 { end_game }
score:
  coin: {name: {en: coins, es: monedas}, amount: "coin + cap + doubled + cells + first_room + purse[tile_2] + table[2, 3]"}
"""


def write(path: Path, old: str = "", new: str = "") -> Path:
    text = GAME.replace("first_room", "room[a1]")
    assert old in text
    path.mkdir(exist_ok=True)
    (path / "game.yaml").write_text(text.replace(old, new) if old else text, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return load(write(tmp_path_factory.mktemp("starts") / "starts"))


@pytest.mark.parametrize(("players", "rich", "step"), [(2, False, 1), (3, True, 3), (4, False, 2)])
def test_values_are_what_is_said(game: Any, players: int, rich: bool, step: int) -> None:
    state = game.new(players, 1, {"rich": rich, "step": step})
    seen, cap = state.observe(0), 10 * players + step
    assert seen["fields"]["cap"] == cap
    assert seen["fields"]["doubled"] == 2 * cap
    for place, cell in enumerate(f"{file}{rank}" for rank in (1, 2, 3) for file in "abcd"):
        x, y = place % 4 + 1, place // 4 + 1
        assert seen["fields"]["room"][cell] == cap - x * y
        assert seen["fields"]["owner"][cell] == {1: 0, 2: None, 3: 1}[y]
    for seat, mine in enumerate(seen["seats"]):
        number = state.ask(f"number(seat_{seat})")
        assert mine["cells"] == (4 if seat < 2 else 0)
        assert [*mine["purse"].values()] == [(20 if rich else 3) + number + size for size in (5, 4, 3, 2, 1)]
    assert {(a, b): value for a, row in seen["fields"]["table"].items() for b, value in row.items()} == {
        (str(a), str(b)): 10 * a + b for a in (1, 2, 3) for b in (2, 3, 4)
    }


@pytest.mark.parametrize("seed", range(3))
def test_all_executors_begin_alike(game: Any, seed: int) -> None:
    options = {"rich": seed % 2 == 1, "step": 1 + seed}
    fast, slow = game.new(2 + seed, seed, options), game.interpreted().new(2 + seed, seed, options)
    core, random = core_of(game).states(1, 2 + seed, seed, options), Random(seed)
    while not fast.over:
        assert fast.to_json() == slow.to_json()
        assert core.state(0).v == fast.v
        option = random.choice(fast.options)
        fast.apply(option)
        slow.apply(option)
        core.step([option])
    assert [*fast.scores()] == [*slow.scores()] == core.final.tolist()[0][: 2 + seed]


def test_it_is_begun_with_again(game: Any) -> None:
    """Saving, going back and a second game of other options find the same values."""
    state = game.new(3, 5, {"step": 2})
    other = game.new(3, 5, {"step": 3})
    first = state.to_json()
    state.apply("go true")
    assert game.new(3, 5, {"step": 2}).to_json() == first == game.from_json(first).to_json()
    assert other.observe(0)["fields"]["cap"] == 33


@pytest.mark.parametrize(
    ("old", "new", "code", "what"),
    [
        (
            "start: 10 * players + option.step",
            "start: doubled + 1",
            "E429",
            "`doubled` is not known when `cap` begins",
        ),
        ("start: 10 * players + option.step", "start: cap + 1", "E429", "`cap` is not known when `cap` begins"),
        ("start: 10 * players + option.step", "start: count b in bag", "E429", "what lies in `bag` is not known"),
        (
            "amount: 2 * n",
            "amount: n + (count b in bag)",
            "E429",
            "what lies in `bag` is not known when `doubled` begins",
        ),
        ("start: twice(cap)", "start: twice(cap) == 2", "E303", "a number is needed"),
        ("start: 10 * players + option.step", "start: 10 * playrs", "E301", "playrs"),
        ("start: 10 * players + option.step", "start: 10 * at.x", "E301", "at"),
        ("start: 10 * players + option.step", "start: 100", "E314", "100 lies outside 0..99"),
        ("start: 10 * players + option.step", "start: me", "E309", ""),
    ],
)
def test_what_cannot_be_worked_out_is_told(tmp_path: Path, old: str, new: str, code: str, what: str) -> None:
    found = [told(each) for each in check_paths([write(tmp_path / "wrong", old, new)]).diagnostics]
    assert any(each.startswith(code) and what in each for each in found), found


def test_names_alone_are_members_first_then_fields_and_definitions(tmp_path: Path) -> None:
    path = write(tmp_path / "names", "start: twice(cap)", "start: cap")
    assert load(path).new(2, 1).observe(0)["fields"]["doubled"] == 21
    path = write(tmp_path / "players", "start: twice(cap)", "start: players")
    assert load(path).new(3, 1).observe(0)["fields"]["doubled"] == 3
    misspelt = check_paths([write(tmp_path / "misspelt", "is: int, start: twice(cap)", "is: bool, start: treu")])
    assert [each.code for each in misspelt.diagnostics if each.severity == "error"][:1] == ["E303"]


def test_a_value_beyond_the_field_is_a_broken_rule_with_its_place(tmp_path: Path) -> None:
    game = load(write(tmp_path / "beyond", "start: 10 * players + option.step", "start: 40 * players"))
    assert game.new(2, 1).observe(0)["fields"]["cap"] == 80
    for each in both(game):
        with pytest.raises(BrokenRuleError, match=r"game.yaml:\d+:\d+.*`cap`|`cap` is `0..99` and cannot be 120"):
            each.new(3, 1)
    with pytest.raises(BrokenRuleError):
        core_of(game).play(3, 2, 1)


def test_what_is_given_to_a_scenario_counts(tmp_path: Path) -> None:
    path = write(tmp_path / "given")
    (path / "scenarios").mkdir()
    (path / "scenarios" / "given.yaml").write_text(
        "scenarios:\n  - {name: given, at: play, given: {cap: 7}, expect: {that: [cap == 7, doubled == 42]}}\n",
        encoding="utf-8",
    )
    assert [told(each) for each in check_paths([path]).diagnostics if each.severity == "error"] == []
