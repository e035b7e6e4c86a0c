"""`ruleset simulate` as it is typed."""

from __future__ import annotations

import contextlib
import io
import json

import pytest

from ruleset_core import RulesetError, load
from ruleset_core.cli import main
from ruleset_core.lab.sim import SimulationPlan, parallel, play_games
from tests.engine.test_thinking import by_interpreter
from tests.sim.planted import lay_out
from tests.standin import replace_function


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("RULESET_LANG", "en")

    def typed(*words: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(["simulate", *words, "--workers", "1"])
        return code, out.getvalue(), err.getvalue()

    return typed


@pytest.mark.slow
def test_figures_are_told(run):
    words = ("pig", "--seats", "greedy,random", "--games", "8")
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Pig: 8 games, seed 1"
    assert lines[2].split() == ["BOT", "WINS", "SCORE", "BEFORE", "THE", "REST"]
    assert lines[3].startswith("greedy  ")
    assert lines[-1].startswith("± is the margin")
    assert run(*words)[1] == out


@pytest.mark.parametrize(
    "words", [("pig", "--seats", "strong,easy"), ("troyes_dice", "--bot", "normal", "--lang", "es")]
)
def test_no_other_bot_plays_under_the_name_of_one_that_needs_the_core(run, monkeypatch, words):
    replace_function(monkeypatch, "core_of", by_interpreter)
    code, out, err = run(*words, "--games", "2")
    assert (code, out) == (1, "")
    assert "`easy`" in err
    with pytest.raises(RulesetError, match="strong cannot think ahead here"):
        list(play_games(load("pig"), SimulationPlan("pig", ("strong", "easy"), 2, 1), range(2)))


def test_one_game_is_one_game(run):
    out = run("pig", "--bot", "random", "--games", "1")[1]
    assert out.startswith("Pig: 1 game, seed 1")
    assert "(score sheets of 1 game)" in out
    assert "1 partida, semilla" in run("pig", "--seats", "al azar,Fuerte", "--games", "1", "--lang", "es")[1]


@pytest.mark.slow
def test_in_spanish(run):
    out = run("pig", "--bot", "random", "--games", "300", "--lang", "es")[1]
    assert out.startswith("Cerdo: 300 partidas, semilla 1")
    assert "50,0 %" in out or " %" in out
    assert "margen" in out


@pytest.mark.slow
def test_a_game_alone_has_no_winners(run):
    out = run("troyes_dice", "--bot", "random", "--players", "1", "--games", "20")[1]
    assert "WINS" not in out
    assert "POINTS FROM" in out


@pytest.mark.slow
def test_what_points_came_from_is_told(run):
    out = run("troyes_dice", "--bot", "random", "--games", "6", "--stories", "4")[1]
    assert "POINTS CAME FROM" in out
    assert "(from the stories of 4 games; " in out
    assert all(len(line) <= 80 for line in out.splitlines()[:-1])
    out = run("troyes_dice", "--bot", "random", "--games", "6", "--stories", "4", "--lang", "es")[1]
    assert "LOS PUNTOS SALIERON DE" in out
    told = json.loads(run("troyes_dice", "--bot", "random", "--games", "6", "--stories", "6", "--format", "json")[1])
    assert told["stories"] == 6
    mean = sum(each["score"]["mean"] for each in told["by_seat"]) / 2
    assert sum(each["points"]["mean"] for each in told["causes"]) == pytest.approx(mean)
    assert "POINTS CAME FROM" not in run("troyes_dice", "--bot", "random", "--games", "6", "--stories", "0")[1]


@pytest.mark.slow
def test_cards_are_told(run, tmp_path):
    (tmp_path / "fair").mkdir()
    lay_out(tmp_path / "fair")
    out = run("./fair", "--bot", "random", "--games", "400", "--stories", "0")[1]
    heads, *lines = out[out.index("CARD ") :].splitlines()
    assert heads.split() == ["CARD", "DEALT", "OFFER", "TAKEN", "HAD", "SCORE", "WINS"]
    assert [line.split()[0] for line in lines[:3]] == ["Jewel", "Charm", "Thorn"]
    assert lines[0].split()[1] == "2.00"
    assert lines[0].split()[5].startswith("+")
    assert lines[0].split()[7].endswith("*")  # beyond chance
    assert all(len(line) <= 80 for line in lines[:-1])
    assert "more cards" not in out
    out = run("./fair", "--bot", "random", "--games", "400", "--stories", "0", "--lang", "es")[1]
    assert "CARTA" in out
    assert "Joya" in out
    told = json.loads(run("./fair", "--bot", "random", "--games", "400", "--stories", "0", "--format", "json")[1])
    assert list(told["cards"]) == ["charm", "jewel", "thorn"]
    assert told["cards"]["jewel"]["sure"]
    assert abs(told["cards"]["jewel"]["score"]["mean"] - 3) < 2


@pytest.mark.parametrize("lang", ["en", "es"])
def test_of_a_game_without_a_score_no_points_are_told(run, lang):
    out = run("hex", "--seats", "easy,random", "--games", "20", "--lang", lang)[1]
    heads = ["BOT", "WINS"] if lang == "en" else ["BOT", "GANA"]
    assert out.splitlines()[2].split() == heads
    assert not [word for word in ("SCORE", "REST", "points", "PUNTOS", "puntos") if word in out]


def test_few_cards_are_told_unless_all_are_asked_for(run):
    words = ("troyes_dice", "--bot", "random", "--games", "120", "--stories", "0", "--sheets", "0")
    some, every = run(*words)[1], run(*words, "--cards", "all")[1]
    assert "…\n" in some
    assert " more: --cards all)" in some
    assert "--cards all" not in every
    assert every.count("Fortress ") > some.count("Fortress ")
    assert all(len(line) <= 80 for line in every.splitlines()[:-1])


@pytest.mark.slow
def test_as_data(run):
    told = json.loads(run("pig", "--bot", "random", "--games", "50", "--format", "json")[1])
    assert told["games"] == 50
    assert [(each["name"], each["won"]["count"]) for each in told["bots"]] == [("random", 100)]
    assert sum(told["lengths"].values()) == 50


@pytest.mark.slow
def test_all_games_as_a_file(run, tmp_path):
    code, _, err = run("pig", "--bot", "random", "--games", "20", "--out", "all.csv")
    assert code == 0
    assert "All games: all.csv" in err
    assert len((tmp_path / "all.csv").read_text().splitlines()) == 21


def test_the_cards_of_all_games_as_a_file(run, tmp_path):
    words = ("troyes_dice", "--bot", "random", "--games", "5", "--stories", "0")
    code, _, err = run(*words, "--out-cards", "cards.csv")
    assert (code, "The cards of all games: cards.csv" in err) == (0, True)
    heads, *lines = (tmp_path / "cards.csv").read_text().splitlines()
    assert heads == "game,card,seat,bot,dealt,offered,taken,had,ahead,score,won"
    assert len(lines) > 50
    assert "Pig has no cards" in run("pig", "--out-cards", "cards.csv")[2]
    assert "--out-cards: the file name must end in .csv" in run("troyes_dice", "--out-cards", "cards.xls")[2]


@pytest.mark.slow
def test_an_interrupt_loses_nothing(run, tmp_path, monkeypatch):
    whole = run("pig", "--seats", "first,random", "--games", "24")[1]
    play, calls = parallel.play_games, []

    def interrupted(*given):
        calls.append(given)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return play(*given)

    monkeypatch.setattr(parallel, "play_games", interrupted)
    code, out, err = run("pig", "--seats", "first,random", "--games", "24")
    assert code == 130
    assert out.startswith("Pig: 8 games")
    assert "Stopped after 8 of 24 games." in err
    code, out, err = run("pig", "--seats", "first,random", "--games", "24", "--resume")
    assert (code, out, err) == (0, whole, "")
    assert not list((tmp_path / "state" / "sims").iterdir())
    assert run("pig", "--seats", "first,random", "--games", "24", "--resume")[0] == 2


def test_a_file_of_ones_own_is_kept_and_not_overwritten(run):
    assert run("pig", "--bot", "random", "--games", "9", "--keep", "mine.games")[0] == 0
    code, _, err = run("pig", "--bot", "random", "--games", "9", "--keep", "mine.games")
    assert code == 2
    assert "add --resume" in err
    code, out, _ = run("pig", "--bot", "random", "--games", "12", "--keep", "mine.games", "--resume")
    assert code == 0
    assert out.startswith("Pig: 12 games")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("pig", "--seats", "human,greedy"), "people cannot play here"),
        (("pig", "--seats", "gredy,random"), "did you mean `greedy`?"),
        (("pig", "--bot", "normal@1s"), "add --not-repeatable"),
        (("pig", "--players", "11"), "Pig is for 2 to 10"),
        (("pig", "--players", "2", "--seats", "random,random"), "give --seats, or --players and --bot"),
        (("pig", "--out", "a.xls"), "--out: the file name must end in .csv"),
        (("pigg",), "pig"),
    ],
)
def test_what_cannot_be_is_said(run, words, said):
    code, out, err = run(*words, "--games", "2")
    assert code in {1, 2}
    assert out == ""
    assert said in err
    assert "Traceback" not in err


def test_a_report_is_written_and_only_pages_are_overwritten(run, tmp_path):
    words = ("pig", "--bot", "random", "--games", "30", "--stories", "2")
    code, _, err = run(*words, "--report", "pig.html")
    assert code == 0
    assert "The report: pig.html" in err
    page = (tmp_path / "pig.html").read_text(encoding="utf-8")
    assert "<h1>Pig: what 30 games say</h1>" in page
    again = page[
        page.index("<code>ruleset simulate") + len("<code>ruleset simulate") : page.index("--report report.html</code>")
    ]
    assert run(*again.split(), "--report", "pig.html")[0] == 0
    assert (tmp_path / "pig.html").read_text(encoding="utf-8") == page
    (tmp_path / "notes.html").write_text("milk", encoding="utf-8")
    code, out, err = run(*words, "--report", "notes.html")
    assert (code, out) == (1, "")
    assert "notes.html exists and is not an HTML page" in err
    assert (tmp_path / "notes.html").read_text(encoding="utf-8") == "milk"


def test_what_was_played_before_an_interrupt_is_reported(run, tmp_path, monkeypatch):
    play, calls = parallel.play_games, []

    def interrupted(*given):
        calls.append(given)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return play(*given)

    monkeypatch.setattr(parallel, "play_games", interrupted)
    assert run("pig", "--seats", "first,random", "--games", "24", "--report", "pig.html")[0] == 130
    assert "<h1>Pig: what 8 games say</h1>" in (tmp_path / "pig.html").read_text(encoding="utf-8")


def test_a_report_in_spanish(run, tmp_path):
    assert run("pig", "--bot", "random", "--games", "9", "--report", "cerdo.html", "--lang", "es")[0] == 0
    assert "Cerdo: lo que dicen 9 partidas" in (tmp_path / "cerdo.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("a.pdf", "the file name must end in .html"),
        ("nowhere/a.html", "there is no such directory"),
        ("d.html", "directory"),
    ],
)
def test_nothing_is_played_where_no_report_can_be_written(run, tmp_path, file, said):
    (tmp_path / "d.html").mkdir()
    code, out, err = run("pig", "--games", "5", "--report", file)
    assert code in {1, 2}
    assert out == ""
    assert said in err
    assert "Traceback" not in err


def test_a_full_disk_is_one_message(run, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("ruleset_core.play.records.journal.write_fully", full)
    code, _, err = run("pig", "--bot", "random", "--games", "5", "--report", "pig.html")
    assert code == 1
    assert "pig.html: no space left on device" in err
    assert not (tmp_path / "pig.html").exists()


@pytest.mark.parametrize("name", ["games.csv", "games.jsonl", "games.parquet"])
def test_a_table_that_cannot_be_written_leaves_the_old_one_and_the_games(run, tmp_path, monkeypatch, name):
    def no_space(*_):
        yield {"game": 0}
        raise OSError(28, "No space left on device")

    file = tmp_path / name
    file.write_text("of yesterday")
    words = ("pig", "--bot", "random", "--games", "5", "--out", name)
    with monkeypatch.context() as patched:
        patched.setattr("ruleset_core.lab.sim.result_files.game_rows", no_space)
        code, _, err = run(*words)
    assert code == 1
    assert f"{name}: No space left on device" in err
    assert "The games are kept in" in err
    assert file.read_text() == "of yesterday"
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == [name]
    assert run(*words, "--resume")[0] == 0
    assert b"of yesterday" not in file.read_bytes()
    assert list((tmp_path / "state" / "sims").iterdir()) == []
