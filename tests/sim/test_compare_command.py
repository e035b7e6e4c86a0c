"""`ruleset compare` as it is typed."""

from __future__ import annotations

import contextlib
import csv
import io
import json
from xml.etree import ElementTree as ET

import click
import pytest

from ruleset_core import load
from ruleset_core.cli import main
from ruleset_core.cli.experiments.comparison_output import parse_figures
from ruleset_core.discovery import find_game
from ruleset_core.lab.sim import ComparedFigure, GamesFile, SimulationPlan, parallel
from tests.sim.luck import LUCK

RICH = """\
expansion: rich
of: pig
name: {en: Quick end, es: Final rápido}
version: "1.0"
override:
  flow:
    play:
      do: |
        choose decide {
          roll { roll face; if face == 1 { set pot = 0; emit bust } else { set pot = pot + face; again } } |
          hold where pot > 0 { gain pot points; set pot = 0; if points >= 50 { end_game } }
        }
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("RULESET_LANG", "en")

    def typed(*words: str, bot: str = "random") -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        seats = [] if "--seats" in words else ["--bot", bot]
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(["compare", *words, *seats, "--workers", "1"])
        return code, out.getvalue(), err.getvalue()

    return typed


def test_a_number_is_another_one(run, tmp_path):
    code, out, err = run("pig", "--set", "play.do.5=50", "--games", "40")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:3] == [
        "A  Pig",
        "B  Pig, play.do.5 = 50",
        "40 games of each on the same seeds (1); seats: random, random",
    ]
    assert lines[4].split() == ["FIGURE", "A", "B", "B", "−", "A", "BEYOND", "CHANCE"]
    [score] = [line for line in lines if line.startswith("score a seat ")]
    assert "−" in score
    assert score.endswith("  yes")
    assert any(line.startswith("Pairing: for “score a seat” these 40 pairs tell as much") for line in lines)
    assert run("pig", "--set", "play.do.5=50", "--games", "40")[1] == out
    assert not list((tmp_path / "state" / "sims").iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["random", "easy"])
def test_a_number_with_which_a_game_never_ends_is_told_with_the_bound(run, bot):
    code, out, err = run("pig", "--set", "play.do.5=50,2000000", "--games", "4", bot=bot)
    assert (code, out) == (1, "")
    assert "play.do.5=2000000: game 0 of seed 1: Pig: no end after 50,000 decisions" in err
    code, _, err = run("pig", "--set", "play.do.5=2000000", "--games", "4", "--lang", "es", bot=bot)
    assert "sin final tras 50 000 decisiones" in err


@pytest.mark.parametrize("workers", ["1", "2"])
def test_of_two_games_that_which_never_ends_is_named(run, tmp_path, workers):
    (tmp_path / "long").mkdir()
    text = (find_game("pig") / "game.yaml").read_text(encoding="utf-8")
    assert text.count("100") > 1
    (tmp_path / "long" / "game.yaml").write_text(text.replace("100", "2000000"), encoding="utf-8")
    code, out, err = run("pig", "long", "--games", "4", "--workers", workers)
    assert (code, out) == (1, "")
    assert "long: game 0 of seed 1: Pig: no end after 50,000 decisions" in err


@pytest.mark.slow
def test_several_processes_find_the_same(run):
    words = ["pig", "--set", "play.do.5=50..60..5", "--seats", "first,random", "--games", "20", "--format", "json"]
    alone = run(*words)[1]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(["compare", *words, "--workers", "2"]) == 0
    assert out.getvalue() == alone


@pytest.mark.slow
def test_with_an_expansion_and_without_however_it_is_named(run):
    words = ["--players", "2", "--games", "30"]
    by_name = run("troyes_dice", "banquetes_y_asaltos", *words)[1]
    assert by_name.startswith("A  Troyes Dice\nB  Troyes Dice + Feasts & Raids\n30 games of each")
    for other in ("+banquetes_y_asaltos", "troyes_dice+banquetes_y_asaltos"):
        assert run("troyes_dice", other, *words)[1] == by_name
    turned = run("troyes_dice+banquetes_y_asaltos", "troyes_dice", *words)[1]
    assert turned.startswith("A  Troyes Dice + Feasts & Raids\nB  Troyes Dice\n")


def test_with_the_directory_of_an_expansion(run, tmp_path):
    (tmp_path / "rich").mkdir()
    (tmp_path / "rich" / "expansion.yaml").write_text(RICH, encoding="utf-8")
    code, out, err = run("pig", "./rich", "--games", "30", "--lang", "es")
    assert (code, err) == (0, "")
    assert out.startswith("A  Cerdo\nB  Cerdo + Final rápido\n30 partidas de cada uno")
    told = [
        json.loads(run("pig", *what, "--games", "9", "--format", "json")[1])
        for what in (("./rich",), ("--set", "play.do.5=50"))
    ]
    assert run("pig", "rich", "--games", "30", "--lang", "es")[1] == out
    assert told[0]["differences"] == told[1]["differences"]  # the same, said in two ways


def test_a_game_and_its_variant(run, tmp_path):
    (tmp_path / "long").mkdir()
    (tmp_path / "long" / "game.yaml").write_text(
        "game: long_pig\nlike: pig\nname: {en: Long Pig, es: Cerdo largo}\nversion: '1.0'\n", encoding="utf-8"
    )
    out = run("pig", "./long", "--games", "10")[1]
    assert out.startswith("A  Pig\nB  Long Pig\n")
    assert "Nothing differs beyond chance." in out
    assert "10 of 10 pairs of games were exactly the same." in out
    assert " the same" in out
    same = run("pig", "pig", "--games", "4")[1]
    assert same.startswith("A  Pig (pig)\nB  Pig (pig)\n")


def test_curves_of_numbers(run, tmp_path):
    code, out, err = run("pig", "--set", "play.do.5=50..150..50", "--games", "30", "--out", "curve.svg")
    assert (code, err) == (0, "Written: curve.svg\n")
    lines = out.splitlines()
    assert lines[:4] == [
        "Pig",
        "30 games for each value on the same seeds (1); seats: random, random",
        "",
        "score a seat",
    ]
    assert lines[4].startswith("play.do.5 ")
    assert [line.split()[0] for line in lines[5:8]] == ["50", "100", "150"]
    assert "100 (now)" in lines[6]
    assert all("●" in line for line in lines[5:8])
    assert "decisions a game" in lines
    assert max(len(line) for line in lines if "●" in line) <= 80
    picture = ET.parse(tmp_path / "curve.svg").getroot()
    marks = [each for each in picture.iter() if "mark line" in (each.get("class") or "")]
    assert len(marks) == 2
    assert all(each.get("d").count("L") == 2 for each in marks)


def test_numbers_that_are_tried_out_together(run):
    told = json.loads(
        run(
            "pig",
            "--set",
            "play.do.5=50,100",
            "--set",
            "play.do.4=0,1",
            "--games",
            "10",
            "--figure",
            "score",
            "--format",
            "json",
        )[1]
    )
    [curve] = told["curves"]
    assert [each["numbers"] for each in curve["points"]] == [
        {},
        {"play.do.5": 50, "play.do.4": 0},
        {"play.do.5": 50, "play.do.4": 1},
        {"play.do.5": 100, "play.do.4": 1},
    ]


def test_as_data_and_as_a_table(run, tmp_path):
    code, out, _ = run("pig", "--set", "play.do.5=50", "--games", "20", "--format", "json", "--out", "all.csv")
    assert code == 0
    told = json.loads(out)
    assert [side["numbers"] for side in told["sides"]] == [{}, {"play.do.5": 50}]
    assert told["pairs"] == 20
    first = told["differences"][0]
    assert first["figure"] == "score"
    assert first["change"]["mean"] == pytest.approx(first["b"]["mean"] - first["a"]["mean"])
    with (tmp_path / "all.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["figure"] for row in rows] == [each["figure"] for each in told["differences"]]
    assert float(rows[0]["change"]) == first["change"]["mean"]


def test_only_what_is_asked_for(run):
    told = json.loads(
        run(
            "pig",
            "--set",
            "play.do.5=50",
            "--games",
            "10",
            "--figure",
            "wins:2",
            "--figure",
            "length",
            "--format",
            "json",
        )[1]
    )
    assert [each["figure"] for each in told["differences"]] == ["wins:2", "length"]


@pytest.mark.slow
def test_how_often_cards_are_taken_also_one_that_only_one_side_has(run):
    figures = ("--figure", "taken:banquet", "--figure", "taken:miller", "--players", "2", "--games", "60")
    code, out, err = run("troyes", "bonus_2011", *figures, "--format", "json")
    assert (code, err) == (0, "")
    banquet, miller = json.loads(out)["differences"]
    assert (banquet["figure"], banquet["a"]["mean"]) == ("taken:banquet", 0.0)
    assert banquet["b"]["mean"] > 0
    assert miller["a"]["mean"] > 0
    assert miller["change"]["mean"] == pytest.approx(miller["b"]["mean"] - miller["a"]["mean"])
    told = run("troyes", "--set", "miller.hire=0..4..4", *figures[2:])[1]
    assert "Miller is taken, a game\nmiller.hire " in told


def test_an_interrupt_tells_what_is_known_and_loses_nothing(run, tmp_path, monkeypatch):
    words = ("pig", "--set", "play.do.5=50", "--seats", "first,random", "--games", "24")
    whole = run(*words)[1]
    play, calls = parallel.play_games, []

    def interrupted(*given):
        calls.append(given)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return play(*given)

    monkeypatch.setattr(parallel, "play_games", interrupted)
    code, out, err = run(*words)
    assert code == 130
    assert "8 games of each" in out
    assert "Stopped after 8 of 24 games of each" in err
    code, out, err = run(*words, "--resume")
    assert (code, out, err) == (0, whole, "")
    assert len(calls) == 4 + 3  # eight more games of the first, sixteen of the second were left
    assert not list((tmp_path / "state" / "sims").iterdir())
    assert run(*words, "--resume")[0] == 2


@pytest.mark.parametrize("bot", ["random", "first"])
def test_a_number_with_which_a_rule_breaks_is_named(run, tmp_path, bot):
    (tmp_path / "luck").mkdir()
    broken = LUCK.replace("roll other; gain other coin", "set other = face + idle - 1; gain other coin")
    (tmp_path / "luck" / "game.yaml").write_text(broken, encoding="utf-8")
    code, out, err = run("./luck", "--set", "idle=1,3", "--games", "40", bot=bot)
    assert (code, out) == (1, "")
    assert err.startswith("Error: idle=3: ")
    assert "`other` is `1..6` and cannot be " in err
    assert not list((tmp_path / "state" / "sims").iterdir())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("pig",), "say what to compare"),
        (("pig", "pig", "--set", "play.do.5=3"), "say what to compare"),
        (("pigg", "pig"), "did you mean `pig`?"),
        (("pig", "pgi"), "did you mean `pig`?"),
        (("troyes_dice", "banquetes_y_asalto"), "did you mean `banquetes_y_asaltos`?"),
        (("troyes_dice", "+banquetes"), "banquetes"),
        (("pig", "tic_tac_toe+winter"), "winter"),
        (("pig", "troyes_dice", "--players", "11"), "Pig is for 2 to 10 players; Troyes Dice is for 1 to 10 players"),
        (("pig", "tic_tac_toe", "--seats", "random,random,random"), "cannot be compared with 3 players"),
        (("pig", "--set", "play.do.5"), "write NAME=VALUES"),
        (("pig", "--set", "play.do.5=two"), "`two` is not a number"),
        (("pig", "--set", "play.do.5=2..x"), "is not a number"),
        (("pig", "--set", "play.do.5=6..2"), "is not a number"),
        (("pig", "--set", "play.do.5=1..9..0"), "is not a number"),
        (("pig", "--set", "play.do.5=1..1000000000"), "at most 64"),
        (("pig", "--set", "play.do.5=10000000000000000"), "`10000000000000000` is not a number"),
        (("pig", "--set", "play.do.5=1..100000000"), "at most 64"),
        (("pig", *[each for name in range(1, 6) for each in ("--set", f"play.do.{name}=1..60")]), "at most 64"),
        (("pig", "--set", "play.do.5=100"), "the game already has this value"),
        (("pig", "--set", "play.do.5=1", "--set", "play.do.5=2"), "`play.do.5` is named twice"),
        (("pig", "--set", "play.do.5=1", "--set", "flow.play.do.5=2"), "is named twice"),
        (("pig", "--set", "pley.do.5=3"), "did you mean `play.do.5`?"),
        (("pig", "--set", "play.do.5=-3"), "no number is below 0"),
        (("troyes", "--set", "merchant.hire=2..99..97"), "merchant.hire=99: 99 lies outside 0..20"),
        (("pig", "pig", "--figure", "scor"), "did you mean `score`?"),
        (("troyes", "troyes", "--figure", "taken:mercant"), "did you mean `taken:merchant`?"),
        (("pig", "pig", "--figure", "wins:3"), "there is no figure `wins:3`"),
        (("pig", "pig", "--out", "curve.svg"), "--out: the file name must end in .csv or .json"),
        (("pig", "pig", "--out", "nowhere/a.csv"), "is not a directory"),
        (("pig", "pig", "--option", "zork=1"), "zork"),
        (("pig", "pig", "--seats", "human,random"), "human"),
    ],
)
def test_what_cannot_be_is_said(run, words, said):
    code, out, err = run(*words, "--games", "2")
    assert code in {1, 2}
    assert out == ""
    assert said in err
    assert "Traceback" not in err


def test_what_a_full_disk_stops_is_kept(run, tmp_path, monkeypatch):
    add, words = GamesFile.add, ("pig", "pig", "--seats", "random,first", "--games", "40")

    def full(kept, rows):
        add(kept, rows)
        raise OSError(28, "No space left on device", "games")

    with monkeypatch.context() as patched:
        patched.setattr(GamesFile, "add", full)
        code, _, err = run(*words)
    assert (code, err.splitlines()[-1]) == (1, "Error: No space left on device: games")
    assert len(list((tmp_path / "state" / "sims").iterdir())) == 2
    assert run(*words, "--resume")[0] == 0
    assert list((tmp_path / "state" / "sims").iterdir()) == []


@pytest.mark.parametrize("option", [("--out", "pig.json"), ("--report", "pig.html")])
def test_games_are_kept_until_all_is_written(run, tmp_path, monkeypatch, option):
    def no_space(*_):
        raise OSError(28, "No space left on device")

    words = ("pig", "--set", "play.do.5=50", "--games", "40", *option)
    with monkeypatch.context() as patched:
        patched.setattr("ruleset_core.play.records.write_atomically", no_space)
        patched.setattr("ruleset_core.cli.experiments.runs.write_atomically", no_space)
        code, _, err = run(*words)
    assert (code, "space left on device" in err) == (1, True)
    kept = sorted(str(each) for each in (tmp_path / "state" / "sims").iterdir())
    assert [f"The games are kept in {', '.join(kept)}: the same command with --resume" in err, len(kept)] == [True, 2]
    assert run(*words, "--resume")[0] == 0
    assert (tmp_path / option[1]).exists()
    assert list((tmp_path / "state" / "sims").iterdir()) == []


def test_a_figure_is_named_by_a_word_and_whose_it_is():
    game, plan = load("troyes"), SimulationPlan("troyes", ("easy", "random"), 1, 1)
    named = {
        "score": ComparedFigure("score"),
        "score:2": ComparedFigure("score", seat=1),
        "score:random": ComparedFigure("score", bot=1),
        "wins:1": ComparedFigure("won", seat=0),
        "wins:easy": ComparedFigure("won", bot=0),
        "decisions": ComparedFigure("decisions"),
        "length": ComparedFigure("length"),
        "shared": ComparedFigure("shared"),
        "taken:merchant": ComparedFigure("taken", card="merchant"),
        **{f"category:{name}": ComparedFigure("category", category=name) for name in game.score_names()},
    }
    assert parse_figures([*named], plan, [game], "en") == [*named.values()]
    for wrong in ("wins", "length:1", "category:merchant", f"taken:{next(iter(game.score_names()))}", "score:3"):
        with pytest.raises(click.BadParameter, match=f"there is no figure `{wrong}`|did you mean"):
            parse_figures([wrong], plan, [game], "en")
