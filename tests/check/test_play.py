"""`ruleset check --play` as it is typed."""

from __future__ import annotations

import json

import pytest

from ruleset_core.cli import main
from ruleset_core.lab.sim.trials import TrialPlayer
from tests.check.page_examples import PLAYED, write_example

DEAR = PLAYED["cards/wares.yaml"].replace("price: 3, effect: gain 4 coin", "price: 99, effect: gain 120 coin")


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def typed(*words: str) -> tuple[int, str, str]:
        code = main(["check", *words, "--jobs", "1"])
        told = capsys.readouterr()
        return code, told.out, told.err

    return typed


def dear(directory, comment=""):
    text = DEAR.replace("  lamp:", f"  {comment}\n  lamp:") if comment else DEAR
    write_example("", directory, PLAYED | {"cards/wares.yaml": text})


def test_what_is_found_has_its_place_and_how_sure_it_is(run, tmp_path):
    dear(tmp_path)
    assert run(".")[1].startswith("No problems found")
    code, out, _ = run(".", "--play", "40", "--select", "W531")
    assert code == 0
    assert "warning[W531]: the card `lamp` came out in 40 of 40 games, and nobody could ever take it" in out
    assert "cards/wares.yaml:3:3" in out
    assert "2 `easy` players, seed 1; so, 95 of 100 times, it happens in fewer than 7.5 % of such games" in out
    assert run(".", "--play", "40", "--select", "W531", "--strict")[0] == 1
    assert run(".", "--play", "40", "--select", "W531")[1].split("(")[0] == out.split("(")[0]


def test_a_comment_silences_it_and_is_not_idle_without_play(run, tmp_path):
    dear(tmp_path, "# ruleset: ignore[W531] a dream")
    assert "W531" not in run(".", "--play", "40")[1]
    assert "W507" not in run(".")[1]


def test_a_comment_in_a_table_silences_it(run, tmp_path):
    cards = "ware,name.en,name.es,provenance,price,effect\nlamp,Lamp,Lámpara,house,99,gain 120 coin\n"
    cards += "rug,Rug,Alfombra,house,2,gain 4 coin\nstool,Stool,Taburete,house,1,gain 2 coin\n"
    files = {name: text for name, text in PLAYED.items() if not name.startswith("cards/")}
    (tmp_path / "cards").mkdir()
    for comment in ("", "# ruleset: ignore[W531] a dream\n"):
        write_example("", tmp_path, files | {"cards/wares.csv": cards.replace("lamp,", comment + "lamp,")})
        assert ("W531" in run(".", "--play", "40")[1]) == (not comment)


def test_as_data(run, tmp_path):
    dear(tmp_path)
    told = json.loads(run(".", "--play", "40", "--format", "json", "--select", "W531")[1])
    assert [each["code"] for each in told] == ["W531"]


def test_random_players_and_their_number(run, tmp_path):
    dear(tmp_path)
    assert "2 `random` players" in run(".", "--play", "30", "--bot", "random", "--select", "W531")[1]
    code, _, err = run(".", "--play", "30", "--players", "5")
    assert code == 2
    assert "Fair is for 2 players" in err
    code, _, err = run(".", "--players", "2")
    assert code == 2
    assert "--players is for --play" in err


def test_a_game_with_errors_is_not_played(run, tmp_path):
    write_example("", tmp_path, PLAYED | {"cards/wares.yaml": DEAR.replace("gain 120 coin", "gain 120 coins")})
    code, out, _ = run(".", "--play", "40", "--format", "concise")
    assert code == 1
    assert "W531" not in out


def test_an_interrupt_tells_what_there_is(run, tmp_path, monkeypatch):
    dear(tmp_path)
    play, calls = TrialPlayer.__call__, []

    def interrupted(self, numbers):
        calls.append(numbers)
        if len(calls) == 8:
            raise KeyboardInterrupt
        return play(self, numbers)

    monkeypatch.setattr(TrialPlayer, "__call__", interrupted)
    code, out, err = run(".", "--play", "400", "--select", "W531")
    assert code == 130
    assert "Stopped after 28 of 400 games." in err
    assert "came out in 28 of 28 games" in out


def test_an_expansion_in_this_directory_is_played_on_its_game(run, tmp_path):
    (tmp_path / "warm_days").mkdir()
    text = "expansion: warm_days\nof: pig\nname: {en: Warm days, es: Días cálidos}\nversion: '1.0'\nrequires: []\n"
    (tmp_path / "warm_days" / "expansion.yaml").write_text(text, encoding="utf-8")
    code, out, err = run("./warm_days", "--play", "20")
    assert (code, "no expansion" in out + err) == (0, False)


def test_an_interrupt_while_games_are_looked_at_again_tells_what_there_is(run, tmp_path, monkeypatch):
    dear(tmp_path)

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("ruleset_core.lab.sim.trials._acted", interrupted)
    code, out, err = run(".", "--play", "40")
    assert code == 130
    assert "Stopped while the games were looked at again" in err
    assert "W531" in out
