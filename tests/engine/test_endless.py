"""Data that never comes to an end is told so, soon."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ruleset_core import BrokenRuleError, LoadError, load
from tests.engine import games
from tests.lang.compare import few_steps

ENDLESS = {
    "forever": 'flow: [{phase: go, turns: forever, do: "set tally = tally + 1"}]',
    "again": 'flow: [{phase: go, turns: once, do: "again"}]',
    "again in a circle": 'flow: [{phase: go, turns: forever, do: "if face > 3 { set face = 1 }; again"}]',
    "nobody passes": 'flow: [{phase: go, turns: until_all_pass, do: "set face = 1"}]',
    "forced choices": 'flow: [{phase: go, turns: forever, do: "choose amount n in 2 to 2 { set tally = n }"}]',
    "no choices": 'flow: [{phase: go, turns: forever, do: "choose amount n where n > tally + 9 { set tally = n }"}]',
    "queue": 'events: {rang: {resolve: queued}}\nrules: [{id: bell, when: {event: rang, do: "emit rang"}}]\nflow: [{phase: go, do: "emit rang"}]',
    "two events": 'events: {rang: {resolve: queued}, rung: {resolve: queued}}\nrules:\n  - {id: bell, when: {event: rang, do: "emit rung; emit rung"}}\n  - {id: ball, when: {event: rung, do: "emit rang; emit rang"}}\nflow: [{phase: go, do: "emit rang"}]',
}  # fmt: skip


@pytest.mark.parametrize("name", ENDLESS)
@pytest.mark.parametrize("interpreted", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_endless_game_is_told_so(tmp_path: Path, name: str, interpreted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if name not in {"forever", "queue"}:  # these with all the steps there are; for the others a tenth says the same
        few_steps(monkeypatch, 100_000)
    game = games.flow(tmp_path, ENDLESS[name])
    if interpreted:
        game = game.interpreted()
    began = time.perf_counter()
    with pytest.raises(BrokenRuleError, match=r"does not come to its next decision|wait for their turn"):
        game.new(2, 1)
    assert time.perf_counter() - began < 15


OVERFLOW = """
resources:
  members:
    point: {{max: 1, overflow: "{one}"}}
    log: {{max: 1, overflow: "{two}"}}
"""


@pytest.mark.parametrize(("one", "two"), [
    ("gain 1 log", "gain 1 point"), ("gain 1 point", "gain 1 log"),
])  # fmt: skip
def test_overflows_that_fill_each_other_are_told_so(tmp_path: Path, one: str, two: str) -> None:
    text = games.FLOW.replace("resources: {{members: {{point: {{}}, log: {{}}}}}}\n", OVERFLOW)
    rest = 'flow: [{phase: go, turns: once, do: "gain 3 point"}]'
    game = load(games.write(tmp_path, text.format(rest=rest, one=one, two=two)))
    with pytest.raises(BrokenRuleError):
        game.new(1, 1)


@pytest.mark.parametrize("do", [
    "repeat 1000000000 { set tally = tally + 1 }",
    "repeat 100000 { repeat 100000 { set tally = tally + 1 } }",
    "set tally = count n in 1 to 1000000 * 1000000",
    "set tally = count a in 1 to 40 where no b in 1 to 40 where no c in 1 to 40 where no d in 1 to 40 where no e in 1 to 40 where a + b + c + d + e == 999",
])  # fmt: skip
def test_endless_work_is_refused_soon(tmp_path: Path, do: str) -> None:
    began = time.perf_counter()
    with pytest.raises(LoadError) as caught:
        games.flow(tmp_path, f'flow: [{{phase: go, do: "{do}"}}]')
    assert {each.code for each in caught.value.diagnostics if each.severity == "error"} <= {"E314", "E319"}
    assert time.perf_counter() - began < 15
