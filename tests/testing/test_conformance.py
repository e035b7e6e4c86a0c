"""The conformance suite finds the faults it promises to find, and nothing in a game without faults."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ruleset_core import FollowedMove, load
from ruleset_core.testing import check_game
from ruleset_core.testing.conformance import game_checks, position_checks
from ruleset_core.testing.conformance.position_checks import CheckedPosition
from tests.standin import ask_stand_ins
from tests.testing import tiny


def check(fault: str, games: int = 30) -> Any:
    return check_game(cast("Any", tiny.Game(fault)), games=games)


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small game cannot be loaded by name, so another process is played by this one; it has what looks like a core, and scenes."""
    ask_stand_ins(monkeypatch)
    monkeypatch.setattr(tiny.Core, "reason", "")
    monkeypatch.setattr(position_checks, "scene", tiny.scene)
    monkeypatch.setattr(
        game_checks, "digest_in_new_process", lambda played, *_: [game_checks.game_digest(game) for game in played]
    )


def test_a_game_without_faults_passes() -> None:
    report = check("")
    assert report.ok, "\n".join(report.lines())
    assert report.games == 30
    assert all(result.runs for result in report.checks.values())


@pytest.mark.parametrize(
    ("fault", "found_by"),
    [
        ("descending", "options"),
        ("twice", "options"),
        ("crash", "ends"),
        ("bait", "notation"),
        ("lenient", "refusals"),
        ("spoils", "refusals"),
        ("shallow", "clone"),
        ("global", "clone"),
        ("global", "replay"),
        ("forgets", "save"),
        ("tuples", "observation"),
        ("conjures", "pieces"),
        ("marked", "hidden"),
        ("whispers", "hidden"),
        ("glimpses", "scenes"),
        ("merges", "scenes"),
        ("peek", "simultaneous"),
        ("sheet", "scores"),
        ("loser", "scores"),
        ("upside_down", "scores"),
        ("diverges", "interpreter"),
        ("parts", "core"),
        ("miscounts", "playouts"),
        ("unaccounted", "accounts"),
        ("tattles", "stories"),
        ("slips", "stories"),
        ("alike", "vocabulary"),
        ("guesses", "vocabulary"),
    ],
)
def test_a_fault_is_found(fault: str, found_by: str) -> None:
    report = check(fault)
    assert not report.ok
    assert not report.checks[found_by].ok, "\n".join(report.lines())


def test_a_game_without_a_core_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny.Core, "reason", "it is written by hand")
    report = check("")
    assert report.ok
    for name in ("core", "playouts"):
        assert report.checks[name].skipped == "there is no core: it is written by hand"


def test_a_choice_that_is_told_too_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FollowedMove, "hidden_now", lambda *_: False)
    found = check("").checks["simultaneous"].findings
    assert "seat 1 is told what seat 0 chose" in found[0].message


def test_a_game_that_never_ends_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruleset_core.testing.conformance.LIMIT", 50)
    report = check("endless", games=1)
    assert "not over after 50 choices" in str(report.checks["ends"].findings[0])


def test_a_game_without_a_question_is_called_so(tmp_path: Path) -> None:
    text = """\
game: mute
name: {en: Mute, es: Mudo}
version: "1.0"
players: 1
provenance: house
resources: {members: {point: {name: {en: point, es: punto}}}}
flow: [{phase: play, turns: once, do: gain 1 point}]
score: {point: {name: {en: points, es: puntos}, amount: point}}
"""
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    found = check_game(load(tmp_path), games=1).checks["ends"].findings
    assert str(found[0]).startswith("over before anybody was asked")


def test_a_finding_names_the_game_and_the_choice() -> None:
    finding = check("sheet").checks["scores"].findings[0]
    assert (finding.table.players, finding.table.seed) == (2, 1)
    assert str(finding).endswith(f"(2 players, seed 1, after {finding.choices} choices)")


def test_findings_are_counted_but_only_the_first_are_kept() -> None:
    result = check("sheet").checks["scores"]
    assert (result.broken, len(result.findings)) == (60, 3)


@pytest.mark.parametrize(("viewer", "named"), [(0, "seat 0"), (1, "seat 1"), (-1, "who looks on")])
def test_who_is_shown_what_another_holds_is_named(viewer: int, named: str) -> None:
    """Each is shown a hand that is hidden from them."""
    game = load("burrow")
    state = game.new(2, 1)
    shown = SimpleNamespace(
        observe=lambda seat: state.observe(seat if seat != viewer else int(viewer == 0)),
        masked=state.masked,
        scores=state.scores,
        seat=state.seat,
    )
    found = position_checks.declared_visibility(CheckedPosition(game, state, cast("Any", shown), Random(1)))
    assert {each.partition(" is shown pieces of `hand`")[0] for each in found} == {named}


DOCK = """
game: dock
name: {en: Dock, es: Muelle}
players: 1..2
sets: {deed: {members: [rest, lift, drop]}}
state: {step: {is: 0..3}, bed: {by: [1..2], is: 0..3}, boss: {is: seat?}}
decisions: {act: {of: deed, ask: {en: What?, es: ¿Qué?}}}
flow:
  - phase: work
    turns: forever
    do: |
      choose act {
        rest { end_game } |
        lift { set bed[step + 3] = 1 } |
        drop { as boss { set step = 1 } }
      }
score: {all: {name: {en: all, es: todo}, amount: step}}
"""


def test_a_broken_rule_is_told_once_and_is_no_fault_of_other_promises(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(DOCK, encoding="utf-8")
    report = check_game(load(tmp_path), games=30)
    assert not report.ok
    assert {name for name, result in report.checks.items() if not result.ok} == {"rules"}
    rules = report.checks["rules"]
    told = [finding.message for finding in rules.findings]
    assert len(told) == 2 < rules.broken
    assert sum("`bed[3]` does not exist" in each for each in told) == 1
    assert sum("`as` a seat that is none" in each for each in told) == 1
    assert any(line.endswith(f"and {rules.broken - 2} more in these places") for line in report.lines())
    assert 30 > report.games == report.checks["ends"].runs > 0


@pytest.mark.slow
def test_the_same_seed_gives_the_same_report() -> None:
    assert check("peek").to_json() == check("peek").to_json()


def test_the_report_is_json() -> None:
    report = check("sheet")
    assert json.loads(json.dumps(report.to_json()))["ok"] is False


def test_another_process_that_plays_differently_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_checks, "digest_in_new_process", lambda played, *_: ["0" for _ in played])
    finding = check("").checks["processes"].findings[0]
    assert "plays differently: 2 players, seed 1" in finding.message


PEEK = """
game: peek
name: {en: Peek, es: Mirar}
version: "1.0"
players: 2
provenance: house
state:
  pips: {by: [seat], is: 1..6, visible: owner, name: {en: die, es: dado}, note: false}
  hid: {is: 1..6, visible: nobody, name: {en: rolled, es: tirado}, note: false}
events:
  shown: {fields: {n: 1..6}, name: {en: shown, es: mostrado}, tell: {en: "It was {n}.", es: "Era {n}."}}
decisions:
  nod: {of: 1..2, ask: {en: Which way?, es: "¿Cómo?"}}
flow:
  - phase: play
    name: {en: play, es: partida}
    turns: snake
    do: |
      choose nod n { for each p in seat { emit shown(p.pips); roll hid; set pips[p] = hid } }
outcome: {wins: pips > 3}
"""

TWINS = """
game: twins
name: {en: Twins, es: Gemelos}
version: "1.0"
players: 2
provenance: house
sets: {colour: {members: [blue, red]}}
pieces:
  card: {product: {colour: colour}, copies: 2}
  task: {product: {colour: colour}, copies: 2}
zones:
  hand: {of: card, start: all}
  wall: {of: task, start: all}
  solved: {of: task}
decisions: {solve: {of: task, ask: {en: Which?, es: ¿Cuál?}}}
flow: [{phase: play, turns: snake, do: "choose solve t in wall { move t to solved }"}]
outcome: {wins: me == seat_0}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", [PEEK, TWINS], ids=["announced and rolled again", "two kinds with members of one name"]
)
def test_nothing_is_found_in_a_sound_game(text: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    report = check_game(load(tmp_path), games=12)
    assert report.ok, "\n".join(report.lines())


def test_what_is_announced_is_no_secret() -> None:
    assert check("announces").checks["stories"].ok


@pytest.mark.slow
def test_what_there_is_no_time_for_is_left_out_and_told() -> None:
    report = check_game(load("carcassonne_masons"), games=2, seconds=0.1)
    assert report.ok
    for result in report.checks.values():
        assert result.runs or result.skipped, result.name
    assert report.checks["stories"].left_out > 0 == report.checks["options"].left_out
    assert f"{report.checks['stories'].left_out} left out)" in "\n".join(report.lines())
    assert report.to_json()["checks"][8]["left_out"] == list(report.checks.values())[8].left_out
    assert sum(result.left_out for result in check_game(load("pig"), games=2).checks.values()) == 0


@pytest.mark.slow
def test_the_first_games_are_looked_at_as_closely_as_is_wanted() -> None:
    whole, half, none = (check_game(load("tic_tac_toe"), games=2, closely=share).checks for share in (1, 0.5, 0))
    assert 0 == none["stories"].runs < half["stories"].runs < whole["stories"].runs
    assert none["options"].runs == half["options"].runs == whole["options"].runs > 0
