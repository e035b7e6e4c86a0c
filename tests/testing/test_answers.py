"""What could be answered at a line of a scenario that is being written."""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time

import pytest

from ruleset_core import load
from ruleset_core.cli import main
from ruleset_core.diagnostics import Diagnostic
from ruleset_core.testing import run_scenarios
from ruleset_core.testing.scenarios.answers import ScenarioAnswers, answers_at

TEXT = """\
game: tic_tac_toe
scenarios:
  - name: a mark is made
    do:
      - mark b2
      - mark a1
      - mark c3
    expect:
      that:
        - true  # a mistake
  - name: in one line
    do: [mark b2, "mark a1", mark
"""
LEFT = ["mark b1", "mark c1", "mark a2", "mark c2", "mark a3", "mark b3", "mark c3"]


def at(line: int, column: int | None = None, text: str = TEXT) -> ScenarioAnswers:
    found = answers_at(text, line, Path("a.yaml"), column)
    assert isinstance(found, ScenarioAnswers)
    return found


def notations(found: ScenarioAnswers) -> list[str]:
    return [each.notation for each in found.answers]


@pytest.mark.parametrize(("line", "seat", "left"), [(7, 0, LEFT), (9, 1, LEFT[:-1]), (10, 1, LEFT[:-1])])
def test_answers_go_by_what_stands_above(line: int, seat: int, left: list[str]) -> None:
    found = at(line)
    assert (found.seat, found.decision, notations(found)) == (seat, "place", left)
    assert found.answers[0].words


def test_an_answer_is_taken_for_one_that_is_not_written_yet() -> None:
    assert notations(at(6)) == ["mark a1", *LEFT[:2], "mark a2", *LEFT[3:]]
    assert len(at(5).answers) == 9


@pytest.mark.parametrize(("column", "count"), [(10, 9), (20, 8), (33, 7)])
def test_within_brackets_the_column_says_how_far(column: int, count: int) -> None:
    found = at(12, column)
    assert (found.scenario, len(found.answers)) == ("in one line", count)


def test_an_answer_above_that_cannot_be_taken_is_told_with_those_in_its_place() -> None:
    found = at(7, text=TEXT.replace("- mark a1", "- mark b2"))
    assert found.problem is not None
    assert found.problem.span.line == 6
    assert len(found.answers) == 8


def test_nothing_is_asked_above_the_first_scenario_or_where_it_cannot_begin() -> None:
    assert answers_at(TEXT, 2, Path("a.yaml")) is None
    found = answers_at(TEXT.replace("    do:", "    at: nowhere\n    do:"), 6, Path("a.yaml"))
    assert isinstance(found, Diagnostic)


def test_an_answer_is_offered_within_a_moment() -> None:
    file = next(Path("data/troyes/scenarios").glob("black_dice.yaml"))
    text, game = file.read_text(encoding="utf-8"), load("troyes")
    began = process_time()
    found = answers_at(text, 22, file, loaded=lambda _: game)
    assert process_time() - began < 0.15
    assert isinstance(found, ScenarioAnswers)
    assert found.answers


def test_a_command_prints_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(TEXT, encoding="utf-8")
    assert main(["test", str(file), "--answers", "7"]) == 0
    assert "mark b1" in capsys.readouterr().out
    assert main(["test", str(file), "--answers", "7", "--format", "json"]) == 0
    assert [each["notation"] for each in json.loads(capsys.readouterr().out)["answers"]] == LEFT


def test_a_scenario_names_the_nearest_answers(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("game: tic_tac_toe\nscenarios: [{name: a, do: [mark b2, mark b2]}]\n", encoding="utf-8")
    (failure,) = run_scenarios([str(file)])[0].failures
    assert failure.help.startswith("did you mean `mark ")
