"""Slips in a game's data are found by its scenarios, or told: the short form of `python -m tests.mutation`.

Of Pig every twelfth slip is tried, of Masons a few; with `RULESET_SLIPS=100` all of Pig, and as many of every included game.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from ruleset_core.discovery import DATA_ROOT, EXAMPLES_ROOT
from tests.mutation.__main__ import judged, main
from tests.mutation.subject import CRASHES, NOTICED, SURVIVES, Placed, Subject, chosen, in_turn

pytestmark = pytest.mark.slow
SLIPS = int(os.environ.get("RULESET_SLIPS", "0"))
GAMES = ["carcassonne_masons", *(["tournay", "troyes", "troyes_dice"] if SLIPS else [])]
NAMED = {
    "if points >= 101 { end_game }",
    "if points >= 100 {  }",
    "if face != 1 { set pot = 0 } else { set pot = pot + face; again }",
    "hold where true {",
}
SCENARIOS = """
scenarios:
  - name: what is rolled is gathered
    dice: {face: [2, 6, 1, 3, 5]}
    do:
      - expect: {seat: 0, that: [pot == 2], only: [play roll, play hold]}
      - play roll
      - expect: {seat: 0, that: [pot == 8]}
      - play roll
      - expect: {seat: 1, that: [pot == 3]}
      - play hold
    expect: {seat: 0, scores: [0, 3], that: [pot == 5]}
"""
END = """
  - name: a hundred ends the game
    dice: {face: [2, 4, 2]}
    given: {seats: [{points: 97}, {points: 95}]}
    do:
      - 0: play hold
      - expect: {over: false, scores: [99, 95]}
      - 1: play hold
      - expect: {over: false}
      - 0: play hold
    expect: {over: true, scores: [101, 99]}
"""


def _pig(directory: Path, scenarios: str) -> Subject:
    game = Path(shutil.copytree(EXAMPLES_ROOT / "pig", directory / "with" / "pig"))
    (game / "scenarios").mkdir()
    (game / "scenarios" / "play.yaml").write_text(scenarios, encoding="utf-8")
    return Subject(game, directory / "copy" / "pig")


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Placed, str]]:
    """Slips of Pig, judged by the scenario that does not see the end of the game: those that tests name, and every twelfth of the others."""
    subject = _pig(tmp_path_factory.mktemp("slips"), SCENARIOS)
    slips = [each for n, each in enumerate(subject.slips()) if SLIPS or n % 12 == 0 or each.new in NAMED]
    assert len({each.new for each in slips} & NAMED) >= 3
    return [(each, subject.judge(each)) for each in slips]


@pytest.fixture(scope="module")
def survivors(verdicts: list[tuple[Placed, str]]) -> list[Placed]:
    return [each for each, verdict in verdicts if verdict == SURVIVES]


def test_what_no_scenario_holds_is_told(survivors: list[Placed]) -> None:
    found = {each.new for each in survivors}
    assert "if points >= 101 { end_game }" in found
    assert "if points >= 100 {  }" in found
    assert "if face != 1 { set pot = 0 } else { set pot = pot + face; again }" not in found
    assert "hold where true {" not in found


def test_a_scenario_more_leaves_fewer(tmp_path: Path, survivors: list[Placed]) -> None:
    subject = _pig(tmp_path, SCENARIOS + END)
    left = {each.new for each in survivors if subject.judge(each) == SURVIVES}
    assert "if points >= 100 {  }" not in left
    assert 0 < len(left) < len(survivors)


def test_every_slip_of_pig_is_of_a_kind_and_loads_or_is_refused(
    verdicts: list[tuple[Placed, str]], tmp_path: Path
) -> None:
    kinds = {each.slip.kind for each in _pig(tmp_path, SCENARIOS).slips()}
    assert kinds >= {"figure", "comparison", "operator", "condition", "name", "statement", "branch"}
    assert CRASHES not in {verdict for _, verdict in verdicts}


def test_scenarios_that_fail_without_a_slip_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="fails without any slip"):
        _pig(tmp_path, SCENARIOS.replace("pot == 8", "pot == 7"))


def test_the_order_is_that_of_the_seed_and_takes_every_line_once_before_the_next(tmp_path: Path) -> None:
    slips = _pig(tmp_path, SCENARIOS).slips()
    order = in_turn(slips, 1)
    assert order == in_turn(slips, 1) != in_turn(slips, 2)
    assert sorted(map(str, order)) == sorted(map(str, slips))
    lines = {each.slip.line for each in slips}
    assert {each.slip.line for each in order[: len(lines)]} == lines


def test_cores_make_no_difference(tmp_path: Path) -> None:
    subject = _pig(tmp_path, SCENARIOS)
    slips = in_turn(subject.slips(), 3)[:3]
    (tmp_path / "scratch").mkdir()
    assert list(judged(tmp_path / "with" / "pig", subject, slips, 1)) == list(
        judged(tmp_path / "with" / "pig", subject, slips, 2)
    )


def test_survivors_are_tried_again_by_their_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    subject = _pig(tmp_path, SCENARIOS)
    game = tmp_path / "with" / "pig"
    main([str(game), "--count", "5"])
    printed = capsys.readouterr().out
    listed = tmp_path / "survivors.md"
    listed.write_text(f"What is left:\n\n{printed}\nA reason.\n", encoding="utf-8")
    (game / "game.yaml").write_text("# moved\n" + (game / "game.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    listed_again = chosen(in_turn(subject.slips(), 1), listed.read_text(encoding="utf-8"))
    assert [str(each) for each in listed_again] == _blocks(printed)
    main([str(game), "--only", str(listed)])
    again = capsys.readouterr().out
    assert len(_blocks(again)) == len(_blocks(printed)) > 0
    assert NOTICED not in again.splitlines()[-1]


def _blocks(printed: str) -> list[str]:
    lines = printed.splitlines()
    return ["\n".join(lines[at - 1 : at + 2]) for at, line in enumerate(lines) if line.startswith("  - ")]


@pytest.mark.parametrize("name", GAMES)
def test_included_games_notice_most(name: str, tmp_path: Path) -> None:
    subject = Subject(DATA_ROOT / name, tmp_path / name)
    told = [verdict for _, verdict in judged(DATA_ROOT / name, subject, in_turn(subject.slips(), 1)[: SLIPS or 24], 1)]
    assert CRASHES not in told
    assert told.count(NOTICED) > told.count(SURVIVES)
