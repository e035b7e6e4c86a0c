"""What is told to be doubtful, and what is seen to be guarded."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from ruleset_core.check.checker import check_paths
from tests.check.page_examples import check_example

WRITTEN = sorted((Path(__file__).parent / "written").iterdir())

STATE = """
state:
  boss: {is: "seat?"}
  mark: {is: "ware?"}
  step: {is: 0..9}
  row: {by: [1..6], is: 0..6}
  owner: {by: [ware], is: "seat?"}
  tint: {is: colour}
  heap: {by: [pair], is: 0..9}
sets:
  colour: {members: [red, blue], facts: {side: "answer?"}}
  pair: {product: {number: 1..6, hue: colour}}
"""

SAFE = [
    "if boss != none { as boss { gain 1 coin } }",
    "if not (boss == none) { gain boss.coin coin }",
    "if boss == none { set boss = me }; as boss { gain 1 coin }",
    "set boss = me; gain boss.coin coin",
    "if boss != none and boss.coin > 2 { gain 1 coin }",
    "if boss == none or boss.coin > 2 { gain 1 coin }",
    "gain (if boss == none then 0 else boss.coin) coin",
    "if boss in others { gain boss.coin coin }",
    "let b = boss; if b != none { gain boss.coin coin; gain b.coin coin }",
    "let known = boss != none; if known { gain boss.coin coin }",
    "let x = first x in stall where x.price > 1; if x != none { gain x.price coin }",
    "let x = first x in ware where owner[x] != none; if x != none { gain owner[x].coin coin }",
    "let p = most p in seat by p.coin ties first; gain p.coin coin",
    "if any x in stall { gain stall[0].price coin }",
    "if any x in stall { let x = first x in stall; gain x.price coin }",
    "if (count x in stall) > 1 { gain stall[1].price coin }",
    "for each x in ware where owner[x] != none { gain owner[x].coin coin }",
    "if step > 0 and step <= 6 { gain row[step] coin }",
    "if step in 1 to 6 { gain row[step] coin }",
    "gain row[min(step + 1, 6)] coin",
    "if step < 6 { gain row[step + 1] coin }",
    "gain row[step mod 6 + 1] coin",
    "for each n in 1 to 5 { set row[n] = row[n + 1] }",
    "let last = 6; for each n in 1 to last - 1 { set row[last - n + 1] = row[last - n] }",
    "if mark != none { do mark.effect; gain 1 coin }",
    "for each x in stall { set owner[x] = me; gain owner[x].coin coin }",
    "if any p in seat where p == boss { gain 1 coin }; if boss != none { do give(boss) }",
    "if boss != none { do given }",
    "do kept(boss)",
    "choose deal { buy where boss != none { gain boss.coin coin } | leave { gain 1 coin } }",
    "if players > 2 { gain seat_2.coin coin }",
    "gain heap[first t in pair where t.number == 3 and t.hue == tint] coin",
    "if step in 1 to 6 { gain heap[first t in pair where t.hue == tint and t.number == step] coin }",
]
DOUBTFUL = {
    "as boss { gain 1 coin }": "`boss` may be none",
    "gain boss.coin coin": "`boss` may be none",
    "if boss != none { set boss = none; gain boss.coin coin }": "`boss` may be none",
    "if boss != none { do forgets; gain boss.coin coin }": "`boss` may be none",
    "if boss != none or step > 3 { gain boss.coin coin }": "`boss` may be none",
    "let x = first x in stall where x.price > 1; gain x.price coin": "`x` may be none",
    "gain stall[0].price coin": "`stall[0]` may be none",
    "if any x in stall { move stall[0] to sold; gain stall[0].price coin }": "`stall[0]` may be none",
    "gain row[step] coin": "`step` may lie outside 1..6",
    "if step < 7 { gain row[step + 1] coin }": "`step + 1` may lie outside 1..6",
    "set boss = none; do give(boss)": "`boss` may be none",
    "for each x in ware { gain owner[x].coin coin }": "`owner[x]` may be none",
    "gain heap[first t in pair where t.number == step and t.hue == tint] coin": "this value may be none",
    "let t = first t in pair where t.number == 3 and heap[t] > 1; gain heap[t] coin": "`t` may be none",
    "gain seat_2.coin coin": "`seat_2` is not in every game",
    "if boss != none { for each p in seat { gain boss.coin coin; set boss = none } }": "`boss` may be none",
}
DEFINE = {
    "give": {"params": {"p": "seat"}, "effect": "as p { gain 1 coin }"},
    "given": {"effect": "gain boss.coin coin"},
    "kept": {"params": {"p": "seat?"}, "effect": "if p != none { gain p.coin coin }"},
    "forgets": {"effect": "set boss = none"},
}


def doubts(effect: str, directory: Path) -> list[str]:
    """The messages of W522 for an effect."""
    rules = {
        "rules": [{"id": "tried", "when": {"event": "bought", "do": effect}}],
        "define": {name: each for name, each in DEFINE.items() if name in effect},
    }
    section = f"```yaml file=tried.yaml\n{STATE}{yaml.safe_dump(rules)}```\n"
    report = check_example(section, directory)
    assert not [each for each in report.diagnostics if each.severity == "error"], report.diagnostics
    return [each.message for each in report.diagnostics if each.code == "W522"]


@pytest.mark.parametrize("effect", SAFE)
def test_what_is_guarded_is_seen_to_be(effect: str, tmp_path: Path) -> None:
    assert doubts(effect, tmp_path) == []


@pytest.mark.parametrize("effect", DOUBTFUL)
def test_what_is_not_guarded_is_told(effect: str, tmp_path: Path) -> None:
    (message,) = doubts(effect, tmp_path)
    assert message.startswith(DOUBTFUL[effect])


def test_one_warning_tells_of_a_declaration_and_stands_at_the_access(tmp_path: Path) -> None:
    rules = "rules:\n  - {id: tried, when: {event: bought, do: gain boss.coin coin; set boss = none; gain boss.coin coin}}\n"
    report = check_example(f"```yaml file=tried.yaml\n{STATE}{rules}```\n", tmp_path)
    (found,) = (each for each in report.diagnostics if each.code == "W522")
    assert found.notes == ("1 more like it in the same declaration",)
    line = (tmp_path / "tried.yaml").read_text().splitlines()[found.span.line - 1]
    assert line[found.span.column - 1 : found.span.end_column - 1] == "boss.coin"
    assert "if boss != none { ... }" in found.help


@pytest.mark.parametrize("game", WRITTEN, ids=lambda game: game.name)
def test_games_written_without_a_thought_of_it(game: Path) -> None:
    assert check_paths([game]).diagnostics == ()
