"""`ruleset tournament` as it is typed."""

from __future__ import annotations

import contextlib
import csv
import io
import json
from pathlib import Path
from shutil import copytree

import pytest

from ruleset_core import load
from ruleset_core.cli import main
from ruleset_core.lab.sim import matches


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("RULESET_LANG", "en")

    def typed(*words: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(["tournament", *words, *([] if "--workers" in words else ["--workers", "1"])])
        return code, out.getvalue(), err.getvalue()

    return typed


def cells(out: str) -> list[list[str]]:
    """The rows of the first table."""
    lines = out.split("\n\n", maxsplit=1)[0].splitlines()[:-1]
    return [[cell.strip() for cell in line.split("  ") if cell] for line in lines]


@pytest.mark.slow
def test_the_table_is_told(run):
    code, out, err = run("pig", "tic_tac_toe", "--bots", "easy,random", "--share", "65", "--games", "80")
    assert (code, err) == (0, "")
    heads, pig, _ = cells(out)
    assert heads == ["GAME", "BOT", "AGAINST", "SHARE", "SURELY WITHIN", "WON", "SHARED", "LOST", "KNOWN"]
    assert [*pig[:3], pig[-1]] == ["Pig", "easy", "random", "more than 55.0 %"]
    assert "HALF OF ITS ANSWERS WITHIN" in out
    assert "though they stop early" in out


def test_without_bots_each_level_meets_the_one_below(run, monkeypatch):
    monkeypatch.setattr(matches, "play_pair_game", lambda *_: (2, (1, 0), (matches.AnswerTimes(1, 0, {}),) * 2))
    _, *rows = cells(run("pig", "--games", "2", "--all", "--lang", "es")[1])
    assert [row[:3] for row in rows] == [
        ["Cerdo", "fácil", "al azar"],
        ["Cerdo", "normal", "fácil"],
        ["Cerdo", "fuerte", "normal"],
        ["Cerdo", "fuerte", "codicioso"],
    ]


def test_a_document_calls_bots_by_the_words_of_its_language(run, tmp_path):
    words = ("pig", "--bots", "strong@1ms,first", "--games", "2", "--not-repeatable", "--out", "all.md", "--times")
    run(*words, "--lang", "es")
    lines = (tmp_path / "all.md").read_text(encoding="utf-8").splitlines()
    assert lines[2].startswith("| Cerdo | fuerte@1ms | la primera opción |")
    (strong, *_, simulations), (first, *_, none) = (line.strip("| ").split(" | ")[1:] for line in lines[-2:])
    assert (strong, first) == ("fuerte@1ms", "la primera opción")
    assert "".join(simulations.split()).isdigit()  # `1 028` on a quick machine
    assert none.endswith("ms"), "it does not simulate"


@pytest.mark.slow
def test_as_data_it_is_the_same_each_time_and_with_more_workers(run, tmp_path):
    words = ("pig", "--bots", "easy,random,first", "--games", "30", "--format", "json")
    code, out, _ = run(*words)
    assert code == 0
    assert run(*words, "--workers", "2")[1] == out
    found = json.loads(out)["matches"]
    assert [(each["bot"], each["against"]) for each in found] == [
        ("easy", "random"),
        ("easy", "first"),
        ("random", "first"),
    ]
    assert all(each["low"] <= each["share"] <= each["high"] for each in found)
    assert "bot_seconds_p95" not in found[0]
    timed = json.loads(run(*words, "--times")[1])
    assert "bot_seconds_p95" in timed["matches"][0]
    assert timed.keys() - json.loads(run(*words)[1]).keys() == {"date", "version"}
    for name in ("all.csv", "all.md", "all.json"):
        assert "Written: " in run(*words, "--out", name)[2]
    assert [row["bot"] for row in csv.DictReader((tmp_path / "all.csv").read_text().splitlines())] == [
        "easy",
        "easy",
        "random",
    ]
    assert (tmp_path / "all.json").read_text() == out
    lines = (tmp_path / "all.md").read_text().splitlines()
    assert lines[0].startswith("| game | bot | against | share |")
    assert len(lines) == 5


def test_an_interrupt_loses_nothing(run, tmp_path, monkeypatch):
    words = ("pig", "tic_tac_toe", "--bots", "random,first", "--games", "12", "--all", "--format", "json")
    whole = run(*words)[1]
    play, calls = matches.play_pair_game, []

    def interrupted(*given):
        calls.append(given)
        if len(calls) == 16:
            raise KeyboardInterrupt
        return play(*given)

    monkeypatch.setattr(matches, "play_pair_game", interrupted)
    code, out, err = run(*words)
    assert code == 130
    assert [each["games"] for each in json.loads(out)["matches"]] == [12, 2]
    assert "Stopped in pairing 2 of 2; 14 games are kept in" in err
    assert "--resume" in err
    assert run(*words, "--resume") == (0, whole, "")
    assert not list((tmp_path / "state" / "sims").iterdir())


def test_games_of_other_figures_are_not_gone_on_with(run, tmp_path):
    """How far `normal` looks is written beside the rules, and no part of their hash: games before and after a change do not mix."""
    copytree(Path(load("pig").directory), tmp_path / "pig")
    words = (str(tmp_path / "pig"), "--bots", "normal,random", "--games", "2", "--all", "--keep", "mine.games")
    assert run(*words)[0] == 0
    assert run(*words, "--resume")[0] == 0
    (tmp_path / "pig" / "levels.json").write_text('{"normal": {"sims": 5}}', encoding="utf-8")
    code, _, err = run(*words, "--resume")
    assert code == 1
    assert "mine.games" in err


def test_more_games_can_be_asked_for_later(run):
    words = ("pig", "--bots", "random,first", "--all", "--keep", "mine.games")
    assert run(*words, "--games", "4")[0] == 0
    assert "add --resume" in run(*words, "--games", "8")[2]
    code, out, _ = run(*words, "--games", "8", "--resume", "--format", "json")
    assert code == 0
    assert json.loads(out)["matches"][0]["games"] == 8


def test_bots_may_go_by_the_clock_where_that_does_not_matter(run):
    code, out, _ = run("tic_tac_toe", "--bots", "strong@2ms,random", "--games", "4", "--all", "--not-repeatable")
    assert code == 0
    assert "strong@2ms" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("pig", "--bots", "easy"), "a tournament needs two bots"),
        (("pig", "--bots", "easy,easy"), "`easy` is named twice"),
        (("pig", "--bots", "human,easy"), "people cannot play here"),
        (("pig", "--bots", "esy,random"), "did you mean `easy`?"),
        (("pig", "--bots", "chess,random"), "there are: random"),
        (("pig", "--bots", "strong@9ms,random"), "cannot be repeated; add --not-repeatable"),
        (("pig", "--bots", "easy@9ms,random"), "only `normal`, `strong` accept a thinking time"),
        (("pig", "--bots", "strong@9,random"), "as in `strong@500ms`"),
        (("pig", "--players", "11"), "Pig is for 2 to 10"),
        (("pig", "--share", "60", "--sure", "70"), "cannot be greater than --share"),
        (("pig", "--out", "a.xls"), "--out: the file name must end in .json"),
        (("pig", "--resume"), "nothing to continue"),
        ((), "Missing argument"),
    ],
)
def test_what_cannot_be_is_said(run, words, said):
    code, out, err = run(*words, "--games", "2")
    assert code in {1, 2}
    assert out == ""
    assert said in err
    assert "Traceback" not in err
