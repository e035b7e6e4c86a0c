"""Nothing that others wrote steers the terminal: not data, not names of files, not messages, not plugins."""

from __future__ import annotations

import io
import json
import sys

import pytest

from ruleset_core.cli.console.screen import Screen
from ruleset_core.cli.experiments.runs import Progress
from ruleset_core.cli.output import echo_painted, guard_streams, working
from ruleset_core.safe_text import HIDDEN, clean_line, clean_lines, safe_json
from tests.engine.games import flow

EVIL = "\x1b]0;title\x07\x1b[2J\x9b5m\u202e\u2066\u2028\u200b\U000e0041\x85\r\x08"
ESCAPED = '"Fine\\e]0;title\\a\\e[2J\\x9b5m\\u202e\\u2066\\L\\u200b\\N\\r\\b"'


def harmless(text: str) -> bool:
    return HIDDEN.search(text) is None and "\r" not in text


@pytest.mark.parametrize("char", [char for char in EVIL if not char.isprintable()])
def test_every_such_character_is_replaced(char):
    assert clean_line(f"a{char}b") == clean_lines(f"a{char}b") == "a�b"
    assert HIDDEN.search(char) or char == "\r"


def test_what_people_write_stays():
    said = "¿Qué? «Ñandú» — 👩\u200d🚀 ❤️ ↯ 漢字 العربية עברית ก็ é e\u0301 \xa0!"
    assert clean_line(said) == clean_lines(said) == said
    assert clean_lines("a\tb\r\nc\n") == "a\tb\r\nc\n"
    assert clean_line("a\tb\nc") == "a�b�c"


def test_json_keeps_what_it_says_and_escapes_what_may_not_be_shown():
    value = {"a": EVIL + "\x7f\ud800 ñ 👩\u200d🚀", "b": ["\n"]}
    assert harmless(safe_json(value))
    assert json.loads(safe_json(value)) == value
    assert "ñ 👩\u200d🚀" in safe_json(value)


@pytest.fixture
def evil_root(tmp_path):
    """A root with games whose names, directories or files would write to the terminal."""
    for name in ("plain", f"dir{EVIL[:8]}\u202e\nline"):
        (tmp_path / "root" / name).mkdir(parents=True)
        header = f"game: hexes\nname: {{en: {ESCAPED}, es: {ESCAPED}}}\nplayers: 2\n"
        (tmp_path / "root" / name / "game.yaml").write_text(header, encoding="utf-8")
        (tmp_path / "root" / name / f"{name}.yaml").write_text("a: [", encoding="utf-8")
    return tmp_path / "root"


@pytest.mark.parametrize("form", [(), ("--format", "json")])
def test_a_list_shows_no_steering_characters(run, evil_root, form):
    outcome = run("list", "--data", evil_root, *form)
    assert outcome.code == 0
    assert "hexes" in outcome.out
    assert harmless(outcome.out + outcome.err)
    assert form or len([line for line in outcome.out.splitlines() if "line" in line]) == 1


@pytest.mark.parametrize("form", ["full", "concise", "json", "github", "sarif"])
def test_a_check_says_where_they_are_and_shows_none(run, evil_root, form):
    outcome = run("check", evil_root, "--format", form)
    assert outcome.code == 1
    assert "E015" in outcome.out
    assert harmless(outcome.out + outcome.err)


@pytest.mark.parametrize(
    "words",
    [("show",), ("play", "--no-save"), ("stats",), ("test", "--conformance"), ("explain",), ("replay",), ("fmt",),
     ("check",), ("play", "--resume"), ("list", "--data"), ("play", "pig", "--seats"), ("play", "pig", "--moves"),
     ("show", "pig"), ("show", "pig", "--board", "x.svg", "--from"), (), ("play", "pig", "-x"), ("new",)],
)  # fmt: skip
def test_no_command_repeats_what_steers(run, evil_root, words, monkeypatch):
    monkeypatch.chdir(evil_root)
    for name in (evil_root / "plain", f"./dir{EVIL[:8]}\u202e\nline", f"no{EVIL}"):
        outcome = run(*words, name)
        assert outcome.code in {0, 1, 2}
        assert outcome.out + outcome.err
        assert harmless(outcome.out + outcome.err)


@pytest.mark.parametrize("debug", ["", "1"])
def test_messages_of_other_programs_are_made_harmless(run, monkeypatch, debug):
    def fail(*_args: object) -> None:
        sys.stdout.write(EVIL)
        raise ValueError(EVIL)

    monkeypatch.setattr("ruleset_core.cli.commands.listings.list_games", fail)
    monkeypatch.setenv("RULESET_DEBUG", debug)
    outcome = run("list")
    assert outcome.code == 70
    assert "ValueError" in outcome.err
    assert harmless(outcome.out + outcome.err)


def test_colours_of_our_own_pass_the_guard(monkeypatch):
    seen = io.StringIO()
    monkeypatch.setattr(sys, "stdout", seen)
    monkeypatch.setenv("FORCE_COLOR", "1")
    with guard_streams():
        echo_painted("\x1b[31mred\x1b[0m", color=True)
        sys.stdout.write("\x1b[31mfalse\n")
        screen = Screen()
        screen.line(f"{EVIL}bold", "bold")
        screen.draw(f"{EVIL}drawn")
    assert sys.stdout is seen
    first, second, *_ = seen.getvalue().splitlines()
    assert first == "\x1b[31mred\x1b[0m"
    assert second == "�[31mfalse"
    assert harmless(seen.getvalue().replace("\x1b[31m", "").replace("\x1b[1m", "").replace("\x1b[0m", ""))


@pytest.mark.parametrize("long", [False, True])
def test_a_status_line_replaces_itself_below_the_guard(monkeypatch, long):
    """`hint` and `simulate` write over one line; a line that would wrap is cut, since it could not be written over."""
    seen = io.StringIO()
    seen.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", seen)
    monkeypatch.setenv("COLUMNS", "40")
    text = f"{EVIL}thinking" + long * " for long" * 9
    with guard_streams():
        with working(text) as progress:
            progress(1, 2)
        games = Progress(100, 0, "en")
        games._last = -1.0
        games.report(50)
        games.done()
    shown = seen.getvalue()
    assert "thinking" in shown
    assert "50" in shown
    assert "\n" not in shown
    assert harmless(shown.replace("\r", ""))
    assert shown.count("�") == 2 * clean_line(EVIL).count("�")
    written = [part for part in shown.split("\r") if part.strip()]
    assert len(written) == 3
    assert all(len(part) < 40 for part in written)
    assert not shown.split("\r")[-2].strip()


def test_a_failed_scenario_is_told_in_a_clean_place(run, tmp_path):
    place = tmp_path / f"evil{EVIL}\n" / "mine"
    run("new", place)
    scenarios = place / "scenarios" / "turn.yaml"
    scenarios.write_text("scenarios: [{name: none, do: [], expect: {decision: nowhere}}]\n", encoding="utf-8")
    outcome = run("test", place)
    assert outcome.code == 1
    assert "FAILED" in outcome.out
    assert harmless(outcome.out + outcome.err)


def test_a_text_of_players_over_several_lines_is_refused(tmp_path):
    with pytest.raises(Exception, match="E105"):
        flow(tmp_path, 'flow: []\nranks: [{at: 0, name: {en: "a\\nb", es: c}}]\n')
