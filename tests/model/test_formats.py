"""What leaves the engine as JSON fits its published schema; what does not fit is told with its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ruleset_core import load
from ruleset_core.cli import main
from ruleset_core.model.json_schemas import OUTPUT_FORMATS, published, schema_text
from ruleset_core.play.records import Seat, Session
from ruleset_core.play.records.record_lines import (
    RecordedAgreement,
    RecordedEnd,
    RecordedHint,
    RecordedResignation,
    RecordedUndo,
    decode_line,
    encode_line,
    entry_to_json,
)
from ruleset_core.values import SCHEMA_DIR, schema_problem

ROOT = Path(__file__).resolve().parents[2]
GAMES = ["troyes", "troyes_dice", "tournay", "carcassonne_masons", "./examples/pig", "./examples/tic_tac_toe"]


def printed(capsys: pytest.CaptureFixture[str], *words: object) -> Any:
    main([str(word) for word in words])
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", OUTPUT_FORMATS)
def test_committed_schemas_are_those_of_the_models(name: str) -> None:
    committed = (SCHEMA_DIR / f"{name}.schema.json").read_text(encoding="utf-8")
    assert committed == schema_text(published()[name]), "write them again: python -m tests.docs"
    Draft202012Validator.check_schema(json.loads(committed))


@pytest.mark.parametrize("game", GAMES)
def test_observations_and_saved_states_fit(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    state = load(game).new(seed=3)
    for number in range(40):
        if not state.over:
            state.apply(state.options[number % len(state.options)])
    for seat in range(-1, state.n):
        assert schema_problem("observation", state.observe(seat)) == ""
    assert schema_problem("state", json.loads(json.dumps(state.to_json()))) == ""


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"seat": "me"}, "seat: "),
        ({"to_act": -1}, "to_act: "),
        ({"fields": {"pot": 1.5}}, "fields.pot"),
        ({"zones": {"hand": {"cuont": 3}}}, "zones.hand"),
        ({"surprise": 1}, "at the top: "),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(change: dict[str, Any], place: str) -> None:
    seen = load(str(ROOT / "examples/pig")).new(seed=3).observe(0)
    assert schema_problem("observation", {**seen, **change}).startswith(place)


@pytest.mark.parametrize(
    ("change", "place"),
    [({"v": [1, "2"]}, "v[1]: "), ({"n": 0}, "n: "), ({"stack": [["x"]]}, "stack[0]"), ({"draws": None}, "draws: ")],
)
def test_a_forged_state_is_told_with_its_place(change: dict[str, Any], place: str) -> None:
    state = load(str(ROOT / "examples/pig")).new(seed=3)
    assert schema_problem("state", {**state.to_json(), **change}).startswith(place)


def test_lines_of_records_fit() -> None:
    session = Session.start(load(str(ROOT / "examples/pig")), [Seat("Ana", "human"), Seat("Bo", "first")], seed=3)
    for number in range(20):
        session.apply(session.live.options[number % 2])
    header, moves = session.record().header, session.record().moves
    others = [
        RecordedUndo(1),
        RecordedHint(1),
        RecordedResignation(1),
        RecordedAgreement((0, 1)),
        RecordedEnd((100, 3)),
    ]
    entries = [*moves, *others]
    lines = [header.to_json(), *(entry_to_json(entry, number) for number, entry in enumerate(entries, 1))]
    for line in [*lines, decode_line(encode_line(lines[0]).strip())]:
        assert schema_problem("record", json.loads(json.dumps(line))) == ""
    assert schema_problem("record", {**lines[1], "seat": "Ana"})


def test_findings_fit(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = (ROOT / "examples/pig/game.yaml").read_text(encoding="utf-8")
    (tmp_path / "game.yaml").write_text(text.replace("set pot", "set pto"), encoding="utf-8")
    found = printed(capsys, "check", tmp_path, "--format", "json")
    assert found
    assert schema_problem("diagnostics", found) == ""
    assert schema_problem("diagnostics", [{**found[0], "line": 0}]).startswith("[0].line")


def test_figures_of_bench_fit(capsys: pytest.CaptureFixture[str]) -> None:
    figures = printed(capsys, "bench", "pig", "--seconds", "0.1", "--format", "json")
    assert schema_problem("bench", figures) == ""
    del figures["games"][0]["ratio"]
    assert "ratio" in schema_problem("bench", figures)
