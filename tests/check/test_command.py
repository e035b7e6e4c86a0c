"""`ruleset check` on the command line."""

import json
import re
from pathlib import Path

import pytest

from ruleset_core.budgets import STAGES
from ruleset_core.cli import main
from ruleset_core.values import schema_problem

BONUS = """\
rules:
  - id: bonus
    when: {event: bought, do: gian 1 fame}
state:
  spare: {is: bool}
"""
FULL = """\
error[E302]: unknown verb `gian`
 --> bonus.yaml:3:31
  |
3 |     when: {event: bought, do: gian 1 fame}
  |                               ^^^^
  = help: did you mean `gain`?
  |
3 -     when: {event: bought, do: gian 1 fame}
3 +     when: {event: bought, do: gain 1 fame}

warning[W501]: the field `spare` is never used
 --> bonus.yaml:5:3
  |
5 |   spare: {is: bool}
  |   ^^^^^
  = help: remove it, or look for the place that should use it

1 error, 1 warning in 1 game, 3 files.
"""


@pytest.fixture
def run(capsys, fair, monkeypatch):
    def run(*words, text=BONUS):
        monkeypatch.chdir(fair({"bonus.yaml": text}))
        code = main(["check", *words])
        out, err = capsys.readouterr()
        return code, re.sub(r" \([0-9.]+ s\)", "", out), err

    return run


def test_full(run):
    assert run(".") == (1, FULL, "")


def test_concise(run):
    code, out, _ = run(".", "--format", "concise")
    assert code == 1
    assert out.splitlines() == [
        "bonus.yaml:3:31: E302 unknown verb `gian`",
        "bonus.yaml:5:3: W501 the field `spare` is never used",
        "1 error, 1 warning in 1 game, 3 files.",
    ]


def test_formats_for_programs_print_nothing_else(run):
    assert [item["code"] for item in json.loads(run(".", "--format", "json")[1])] == ["E302", "W501"]
    assert json.loads(run(".", "--format", "sarif")[1])["version"] == "2.1.0"


def test_timings_say_where_the_time_went(run):
    lines = run(".", "--timings")[1].splitlines()
    head = next(place for place, line in enumerate(lines) if line.startswith("ms "))
    assert lines[head].split() == ["ms", *STAGES, "sum"]
    name, *cells = lines[head + 1].split()
    assert name == "fair"
    assert abs(sum(map(int, cells[:-1])) - int(cells[-1])) <= len(cells)
    assert int(cells[-1]) > 0
    assert re.fullmatch(r"start +[1-9][0-9]*", lines[head + 2])


def test_timings_as_data(run):
    found = json.loads(run(".", "--timings", "--format", "json")[1])
    assert [item["code"] for item in found["findings"]] == ["E302", "W501"]
    (seconds,) = found["seconds"].values()
    assert list(seconds) == list(STAGES)
    assert seconds["reading"] > 0
    assert schema_problem("diagnostics", found) == ""


def test_timings_leave_what_programs_read_alone(run):
    _, out, err = run(".", "--timings", "--format", "sarif")
    assert json.loads(out)["version"] == "2.1.0"
    assert err.startswith("ms ")
    assert run(".", "--format", "github")[1].startswith("::error file=bonus.yaml,line=3,endLine=3,col=31,")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), 1),
        (("--select", "W"), 0),
        (("--select", "W", "--strict"), 1),
        (("--ignore", "E302,W501", "--strict"), 0),
        (("--select", "W503", "--house", "--strict"), 0),
        (("--select", "E9999"), 2),
        (("--format", "xml"), 2),
        (("no_such_game",), 2),
        (("/no/such/path",), 2),
    ],
)
def test_exit_codes(words, code, run):
    assert run(".", *words)[0] == code


def test_nothing_found(run):
    assert run(".", text="view: {columns: [coin]}\n")[:2] == (0, "No problems found in 1 game, 3 files.\n")


def test_house_values(run):
    _, out, _ = run(".", "--house", "--format", "concise", text="view: {columns: [coin]}\n")
    assert "W503 `lamp` is a house value" in out
    assert out.endswith("No problems found in 1 game, 3 files. 3 house values.\n")


def test_help(run):
    code, out, _ = run("--help")
    assert code == 0
    assert "Examples:" in out
    assert "exit code" in out


def test_an_empty_directory_is_wrong_usage(capsys, tmp_path: Path):
    assert main(["check", str(tmp_path)]) == 2
    assert "no game.yaml or expansion.yaml" in capsys.readouterr().err
