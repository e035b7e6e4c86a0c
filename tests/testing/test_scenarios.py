"""Scenarios: what passes, and what is said, where, when something is not as expected."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from ruleset_core import BrokenRuleError
from ruleset_core.diagnostics import Span
from ruleset_core.testing import run_scenarios, scenarios
from ruleset_core.testing.scenarios import ScenarioResult
from tests.standin import ask_stand_ins
from tests.testing import tiny

HANDS = "hands: [[0, 1, 2], [3, 4, 5]]"


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Load the small game whatever is asked for; gives what was asked for."""
    ask_stand_ins(monkeypatch)
    found: list[tuple[Any, ...]] = []

    def load(name: str, expansions: tuple[str, ...] = (), roots: tuple[Path, ...] = ()) -> Any:
        found.append((name, expansions, roots))
        return tiny.Game()

    monkeypatch.setattr(scenarios, "load", load)
    return found


def run(directory: Path, *texts: str) -> list[ScenarioResult]:
    """Run scenarios written as flow mappings or block lines, one a text."""
    lines = ["game: tiny", "scenarios:"]
    for text in texts:
        block = dedent(text).strip().splitlines()
        lines += [f"  - {block[0]}", *(f"    {line}" for line in block[1:])]
    file = directory / "cases.yaml"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return run_scenarios([str(file)])


def failures(directory: Path, text: str) -> list[tuple[int, str]]:
    """The lines of the scenario (its name is on line 1) and the messages of what failed."""
    (result,) = run(directory, text)
    return [(failure.span.line - 2, failure.message) for failure in result.failures]


def test_a_scenario_that_is_as_expected(tmp_path: Path) -> None:
    text = f"""
        name: the higher card scores
        covers: [R1, R2]
        given: {{{HANDS}}}
        do:
          - 0: lay c1
          - lay c4
          - expect: {{that: ["seat 1: points == 1", "round == 2"], seat: 0}}
          - "0: lay c2"
        expect:
          that: ["seat 0: points == 0", fair]
          offered: lay c5
          only: [lay c5, lay c6]
          refused: {{lay c4: not now}}
          decision: lay
          seat: 1
          phase: lay
          over: false
          scores: [0, 1]
          winners: [1]
    """
    (result,) = run(tmp_path, text)
    assert result.failures == ()
    assert (result.name, result.covers, result.span.line) == ("the higher card scores", ("R1", "R2"), 3)


@pytest.mark.parametrize(
    ("expect", "said"),
    [
        ('that: ["seat 0: points == 2"]', "expected `seat 0: points == 2`, found `points` is 0"),
        ("that: [round == 3]", "expected `round == 3`, found `round` is 1"),
        ("that: not fair", "expected `not fair`, but it is not so"),
        ("that: [round]", "`round` is the amount 1, not a condition"),
        ("that: [points == 0]", "unknown name `points`"),
        ("offered: [lay c4]", "expected `lay c4` to be offered, but it is not (not now (en))"),
        ("offered: [lay c9]", "not notation: 'lay c9'"),
        ("only: [lay c1, lay c2]", "expected no other options, but `lay c3` too"),
        ("only: [lay c1, lay c2, lay c3, lay c4]", "expected `lay c4` to be offered, but it is not (not now (en))"),
        ("refused: [lay c1]", "expected `lay c1` to be refused, but it is offered"),
        ("refused: {lay c4: too dear}", "expected `lay c4` to be refused because of `too dear`, found `not now (en)`"),
        ("decision: push", "expected decision push, found lay"),
        ("seat: 1", "expected seat 1, found 0"),
        ("phase: push", "expected phase push, found lay"),
        ("over: true", "expected over true, found false"),
        ("scores: [0, 1]", "expected scores [0, 1], found [0, 0]"),
        ("winners: [0]", "expected winners [0], found [0, 1]"),
        ("achievements: {1: [rich]}", "expected seat 1 to have `rich`, found none"),
    ],
)
def test_an_expectation_that_is_not_met(tmp_path: Path, expect: str, said: str) -> None:
    text = f"name: x\ngiven: {{{HANDS}}}\nexpect:\n  {expect}"
    assert failures(tmp_path, text) == [(4, said)]


def test_all_expectations_of_a_point_are_looked_at(tmp_path: Path) -> None:
    text = f"name: x\ngiven: {{{HANDS}}}\nexpect:\n  that: [round == 2,\n         round > 4]\n  seat: 1"
    assert [line for line, _ in failures(tmp_path, text)] == [4, 5, 6]


@pytest.mark.parametrize(
    ("steps", "line", "said"),
    [
        ("- lay c1\n- lay c1", 5, "not legal now: lay c1"),
        ("- lay c9", 4, "not notation: 'lay c9'"),
        ("- 1: lay c4", 4, "`lay c4`: expected seat 1 to decide, found seat 0"),
        ('- "1: lay c4"', 4, "`lay c4`: expected seat 1 to decide, found seat 0"),
    ],
)
def test_a_step_that_cannot_be_taken_ends_the_scenario(tmp_path: Path, steps: str, line: int, said: str) -> None:
    text = f"name: x\ngiven: {{{HANDS}}}\ndo:\n{steps}\nexpect: {{over: true}}"
    assert failures(tmp_path, text) == [(line, said)]


def test_a_step_after_the_end(tmp_path: Path) -> None:
    text = "name: x\nat: push\ndo:\n- stop\n- stop\n- expect: {over: true}\n- roll"
    assert failures(tmp_path, text) == [(7, "`roll` cannot be taken: the game is over")]


def test_a_failure_says_who_is_asked_and_what_is_offered(tmp_path: Path) -> None:
    (result,) = run(tmp_path, f"name: x\ngiven: {{{HANDS}}}\ndo: [lay c4]")
    assert result.failures[0].notes == (
        "seat 0 decides `lay` in phase `lay`",
        "offered: `lay c1`, `lay c2` and `lay c3`",
    )


def test_of_many_options_ten_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny.Game, "notation", lambda _game, option: f"lay c{option + 1}")
    monkeypatch.setattr(tiny.State, "options", property(lambda _state: list(range(280))))
    (result,) = run(tmp_path, f"name: x\ngiven: {{{HANDS}}}\nexpect: {{over: true, only: [lay c1]}}")
    only, over = sorted(result.failures, key=lambda each: "over" in each.message)
    assert over.notes[1].startswith("offered: `lay c1`, `lay c2`, ")
    assert over.notes[1].endswith(", `lay c10` and 270 more")
    assert only.message.endswith(", `lay c11` and 269 more too")


def test_a_scenario_that_cannot_begin(tmp_path: Path) -> None:
    assert failures(tmp_path, "name: x\nat: nowhere") == [(1, "the scenario cannot begin: there is no phase `nowhere`")]


def test_a_game_that_breaks_down_is_a_failure_of_its_scenario_alone(tmp_path: Path) -> None:
    broken, sound = run(tmp_path, "name: x\ngiven: {hands: 7}\nexpect: {seat: 0, offered: lay c1}", "name: y")
    assert "the game broke down: TypeError" in broken.failures[0].message
    assert sound.ok


@pytest.mark.parametrize(
    ("place", "line", "said"),
    [
        (None, 3, "Tiny: 7 lies outside 1..6"),
        (Span("game.yaml", 70, 3, 70, 9), 70, "`do` of a phase: 7 lies outside 1..6"),
    ],
)
def test_a_rule_that_breaks_is_told_at_its_own_place_where_that_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: Span | None, line: int, said: str
) -> None:
    def broken(_state: tiny.State, _option: int) -> None:
        problem = BrokenRuleError("Tiny: 7 lies outside 1..6", reason="7 lies outside 1..6")
        problem.span, problem.owner, problem.phase = place, "`do` of a phase", "lay"
        raise problem

    monkeypatch.setattr(tiny.State, "apply", broken)
    (result,) = run(tmp_path, "name: x\ndo: [lay c1]")
    assert [(each.code, each.span.line, each.message) for each in result.failures] == [("E505", line, said)]


@pytest.mark.parametrize(
    ("text", "code", "line", "said"),
    [
        ("name: x\nexpcet: {over: true}", "E101", 2, "unknown key `expcet`"),
        ("name: x\nexpect: {ofered: [a]}", "E101", 2, "unknown key `ofered`"),
        ("name: x\ndo:\n- expect: {ofered: [a]}", "E101", 3, "unknown key `ofered`"),
        ("name: x\ndo:\n- lay c1\n- exepct: {over: true}", "E103", 4, "expected an option or `expect: ...`"),
        ("name: x\nexpect: {seat: zero}", "E103", 2, "expected a whole number, found the text `zero`"),
        ("covers: [R1]", "E102", 1, "missing key `name`"),
    ],
)
def test_the_shape_of_a_file_is_checked(tmp_path: Path, text: str, code: str, line: int, said: str) -> None:
    (result,) = run(tmp_path, text)
    (failure,) = result.failures
    assert (failure.code, failure.span.line - 2) == (code, line)
    assert said in failure.message


def test_a_file_of_no_game(tmp_path: Path) -> None:
    file = tmp_path / "cases.yaml"
    file.write_text("scenarios: [{name: x}]", encoding="utf-8")
    (result,) = run_scenarios([str(file)])
    assert result.failures[0].message == "no game to run these scenarios with"


def test_the_filter_looks_at_names_and_covered_ids(tmp_path: Path) -> None:
    file = tmp_path / "cases.yaml"
    file.write_text("game: tiny\nscenarios: [{name: one}, {name: two, covers: R7}, {name: three}]", encoding="utf-8")
    assert [result.name for result in run_scenarios([str(file)], filter_text="r7")] == ["two"]
    assert [result.name for result in run_scenarios([str(file)], filter_text="THREE")] == ["three"]


def test_results_are_json(tmp_path: Path) -> None:
    (result,) = run(tmp_path, "name: x\nexpect: {over: true}")
    assert json.loads(json.dumps(result.to_json()))["failures"][0]["line"] == 4


def test_the_game_is_the_one_around_the_file(tmp_path: Path, asked: list[tuple[Any, ...]]) -> None:
    game = tmp_path / "mine"
    expansion = game / "expansions" / "winter"
    for place in (game, expansion):
        (place / "scenarios").mkdir(parents=True)
        (place / "scenarios" / "cases.yaml").write_text("scenarios: [{name: x}, {name: y}]", encoding="utf-8")
    (game / "game.yaml").write_text("game: mine", encoding="utf-8")
    (game / "scenarios" / "exempt.yaml").write_text("R1: cannot show in play", encoding="utf-8")
    (expansion / "expansion.yaml").write_text("expansion: winter\nof: mine", encoding="utf-8")
    results = run_scenarios([str(game)])
    assert [result.ok for result in results] == [True] * 4
    assert sorted(asked) == [
        (str(game.resolve()), (), ()),
        (str(game.resolve()), ("winter",), (expansion.resolve(),)),
    ]
