"""Every code has a page, every page a code, and the examples on the pages are true."""

import re
from pathlib import Path

import pytest

from ruleset_core.check.example import CARDS, GAME, PLAYED, check_example, lay_out, sections
from ruleset_core.check.house import CODES as ON_REQUEST
from ruleset_core.check.render import render
from ruleset_core.check.run import check_paths
from ruleset_core.cli import main
from ruleset_core.native.switches import EXECUTOR
from ruleset_core.pages import codes, page
from ruleset_core.testing.scenarios import run_scenarios
from tests.check.index import FILE, index

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "ruleset_core").rglob("*.py"))
HEADINGS = ["What it means", "Why it matters", "Wrong", "Right"]
TOLD_IN_WORDS = {"E411", "E504", "E999"}
"""Codes no file inside a game brings about."""
OF_SCENARIOS = {"E501", "E502", "E503", "E505"}
OF_PLAY = {"E430", *(code for code in codes() if code.startswith("W53"))}
CHECKED = [code for code in codes() if code not in TOLD_IN_WORDS | OF_SCENARIOS | OF_PLAY]


def test_every_code_that_is_emitted_has_a_page_and_the_other_way_round():
    emitted = {code for file in SOURCES for code in re.findall(r'"([EW][0-9]{3})"', file.read_text(encoding="utf-8"))}
    assert emitted == set(codes())


@pytest.mark.parametrize("code", codes())
def test_a_page_has_its_headings(code):
    text = page(code)
    title = text.splitlines()[0]
    assert re.fullmatch(rf"# {code} \S.*[^.]", title)
    assert list(sections(text)) == HEADINGS
    assert all(part.strip() for part in sections(text).values())
    assert all(len(line) <= 130 for line in text.splitlines())


def test_the_tiny_game_is_sound(tmp_path):
    assert check_example("", tmp_path).diagnostics == ()
    assert GAME
    assert CARDS


@pytest.mark.parametrize("code", CHECKED)
def test_the_wrong_example_is_wrong_in_this_way_only(code, tmp_path):
    found = check_example(sections(page(code))["Wrong"], tmp_path, house=code in ON_REQUEST).diagnostics
    told = {item.code for item in found if item.code not in ON_REQUEST or item.code == code}
    assert told == {code}, render(found, "concise")


@pytest.mark.parametrize("code", CHECKED)
def test_the_right_example_is_right(code, tmp_path):
    found = check_example(sections(page(code))["Right"], tmp_path).diagnostics
    assert found == (), render(found, "concise")


@pytest.mark.parametrize("code", sorted(OF_SCENARIOS))
@pytest.mark.parametrize("heading", ["Wrong", "Right"])
def test_examples_of_scenarios(code, heading, tmp_path, monkeypatch):
    monkeypatch.setenv(EXECUTOR, "interpreter")
    lay_out(sections(page(code))[heading], tmp_path)
    results = run_scenarios([str(tmp_path)])
    assert len(results) == 1
    told = {item.code for result in results for item in result.failures}
    assert told == ({code} if heading == "Wrong" else set()), results


@pytest.mark.parametrize("code", sorted(OF_PLAY))
@pytest.mark.parametrize("heading", ["Wrong", "Right"])
def test_examples_of_games_that_are_played(code, heading, tmp_path, capsys):
    lay_out(sections(page(code))[heading], tmp_path, PLAYED)
    main(["check", str(tmp_path), "--play", "60", "--jobs", "1", "--format", "concise"])
    told = set(re.findall(r" ([EW][0-9]{3}) ", capsys.readouterr().out))
    assert {each for each in told if each.startswith("E")} <= {code}, told
    assert (code in told) == (heading == "Wrong"), told


def test_the_tiny_game_that_is_played_is_sound(tmp_path):
    lay_out("", tmp_path, PLAYED)
    assert check_paths([tmp_path]).diagnostics == ()


def test_the_index_names_every_page():
    assert FILE.read_text(encoding="utf-8") == index(), "python -m tests.check.index"
