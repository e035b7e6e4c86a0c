"""`--in-order`: of what two expansions change the later one has the last word; records know it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleset_core import load
from ruleset_core.play.records import Seat, Session, read_record, save
from tests.check.page_examples import FILES
from tests.cli.conftest import Run

HEADER = 'expansion: {name}\nof: fair\nname: {{en: More, es: Más}}\nversion: "1.0"\n'


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tiny game, and two expansions of it that give other amounts of coins to begin with."""
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    for file, text in FILES.items():
        path = tmp_path / "fair" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for name, coins in (("poor", 1), ("rich", 30)):
        path = tmp_path / name
        path.mkdir()
        text = HEADER.format(name=name) + f"override: {{resources: {{members: {{coin: {{start: {coins}}}}}}}}}\n"
        (path / "expansion.yaml").write_text(text, encoding="utf-8")
    return tmp_path


COMMANDS: list[tuple[Any, ...]] = [
    ("show", "fair", "lamp"),
    ("play", "fair", "--seats", "random,random", "--seed", "1"),
    ("bench", "fair", "--seconds", "0.1", "--format", "json"),
    ("perft", "fair", "--depth", "1"),
    ("test", "--conformance", "fair", "--games", "1"),
    ("schema", "fair"),
]


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_two_that_contradict_are_refused_unless_in_order(words: tuple[Any, ...], two: Path, run: Run) -> None:
    laid = ("-x", "poor", "-x", "rich", "--data", two)
    refused = run(*words, *laid)
    assert refused.code == 1
    assert "`poor` and `rich` both change `start` of the resource `coin`" in refused.err
    assert "--in-order" in refused.err
    assert run(*words, *laid, "--in-order").code == 0


def test_check_finds_no_conflict_in_order(two: Path, run: Run) -> None:
    assert run("check", two).code == 1
    assert run("check", two, "--in-order").code == 0


def test_a_record_is_replayed_in_its_order(two: Path, run: Run) -> None:
    for names, coins in ((("poor", "rich"), 30), (("rich", "poor"), 1)):
        roots = [str(two)]
        game = load("fair", names, roots, in_order=True)
        session = Session.start(game, [Seat("A", "random"), Seat("B", "random")], 1, {}, game.expansions, roots)
        assert game.program.vocabulary.resources[0].start == coins
        session.apply(session.live.options[0])
        file = two / f"{names[0]}.ruleset"
        save(session.record(), file)
        header = read_record(str(file)).header
        assert (header.expansions, header.in_order) == (names, True)
        shown = run("replay", file)
        assert shown.code == 0, shown.err
    plain = Session.start(load("fair", roots=[two]), [Seat("A", "random"), Seat("B", "random")], 1)
    assert "in_order" not in plain.header.to_json()
