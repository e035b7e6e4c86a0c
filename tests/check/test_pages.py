"""Every code has a page, every page a code, and the examples on the pages are true."""

import re
from pathlib import Path

import pytest

from ruleset_core.check import lints
from ruleset_core.check.checker import check_paths
from ruleset_core.check.help_pages import diagnostic_codes, explanation_page
from ruleset_core.check.lints import PROVENANCE_CODES as ON_REQUEST
from ruleset_core.check.rendering import render_diagnostics
from ruleset_core.cli import main
from ruleset_core.compile.host.executor_choice import EXECUTOR
from ruleset_core.model import game_files
from ruleset_core.testing.scenarios import run_scenarios
from ruleset_core.values import FORMAT
from tests.check.index import FILE, index
from tests.check.page_examples import CARDS, GAME, PLAYED, check_example, page_sections, write_example

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "ruleset_core").rglob("*.py"))
HEADINGS = ["What it means", "Why it matters", "Wrong", "Right"]
TOLD_IN_WORDS = {"E411", "E504", "E999"}
"""Codes no file inside a game brings about."""
OF_LATER_FORMATS = {"W542"}
"""Codes whose examples are those of a later version, whose format is 2."""
OF_SCENARIOS = {"E501", "E502", "E503", "E505"}
OF_PLAY = {"E430", *(code for code in diagnostic_codes() if code.startswith("W53"))}
CHECKED = [code for code in diagnostic_codes() if code not in TOLD_IN_WORDS | OF_LATER_FORMATS | OF_SCENARIOS | OF_PLAY]


def test_every_code_that_is_emitted_has_a_page_and_the_other_way_round():
    emitted = {code for file in SOURCES for code in re.findall(r'"([EW][0-9]{3})"', file.read_text(encoding="utf-8"))}
    assert emitted == set(diagnostic_codes())


@pytest.mark.parametrize("code", diagnostic_codes())
def test_a_page_has_its_headings(code):
    text = explanation_page(code)
    title = text.splitlines()[0]
    assert re.fullmatch(rf"# {code} \S.*[^.]", title)
    assert list(page_sections(text)) == HEADINGS
    assert all(part.strip() for part in page_sections(text).values())
    assert all(len(line) <= 130 for line in text.splitlines())


def test_the_tiny_game_is_sound(tmp_path):
    assert check_example("", tmp_path).diagnostics == ()
    assert GAME
    assert CARDS


@pytest.mark.parametrize("code", CHECKED)
def test_the_wrong_example_is_wrong_in_this_way_only(code, tmp_path):
    found = check_example(
        page_sections(explanation_page(code))["Wrong"], tmp_path, house=code in ON_REQUEST
    ).diagnostics
    told = {item.code for item in found if item.code not in ON_REQUEST or item.code == code}
    assert told == {code}, render_diagnostics(found, "concise")


@pytest.mark.parametrize("code", CHECKED)
def test_the_right_example_is_right(code, tmp_path):
    found = check_example(page_sections(explanation_page(code))["Right"], tmp_path).diagnostics
    assert found == (), render_diagnostics(found, "concise")


@pytest.mark.parametrize("code", sorted(OF_LATER_FORMATS))
@pytest.mark.parametrize("heading", ["Wrong", "Right"])
def test_examples_of_a_later_format(code, heading, tmp_path, monkeypatch):
    """A game of format 2 with an example over it."""
    assert FORMAT == 1, f"show {code} by a form of format {FORMAT} that goes"
    for module in (game_files, lints):
        monkeypatch.setattr(module, "FORMAT", 2)
    text = f"```yaml file=game.yaml\nformat: 2\n{GAME}```\n" + page_sections(explanation_page(code))[heading]
    told = {item.code for item in check_example(text, tmp_path).diagnostics}
    assert told == ({code} if heading == "Wrong" else set())


@pytest.mark.parametrize("code", sorted(OF_SCENARIOS))
@pytest.mark.parametrize("heading", ["Wrong", "Right"])
def test_examples_of_scenarios(code, heading, tmp_path, monkeypatch):
    monkeypatch.setenv(EXECUTOR, "interpreter")
    write_example(page_sections(explanation_page(code))[heading], tmp_path)
    results = run_scenarios([str(tmp_path)])
    assert len(results) == 1
    told = {item.code for result in results for item in result.failures}
    assert told == ({code} if heading == "Wrong" else set()), results


@pytest.mark.parametrize("code", sorted(OF_PLAY))
@pytest.mark.parametrize("heading", ["Wrong", "Right"])
def test_examples_of_games_that_are_played(code, heading, tmp_path, capsys):
    write_example(page_sections(explanation_page(code))[heading], tmp_path, PLAYED)
    main(["check", str(tmp_path), "--play", "60", "--jobs", "1", "--format", "concise"])
    told = set(re.findall(r" ([EW][0-9]{3}) ", capsys.readouterr().out))
    assert {each for each in told if each.startswith("E")} <= {code}, told
    assert (code in told) == (heading == "Wrong"), told


def test_the_tiny_game_that_is_played_is_sound(tmp_path):
    write_example("", tmp_path, PLAYED)
    assert check_paths([tmp_path]).diagnostics == ()


def test_the_table_covers_every_code():
    assert FILE.read_text(encoding="utf-8") == index(), "python -m tests.check.index"
