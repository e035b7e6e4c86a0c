"""Finding a game by name or by path."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from ruleset_core import discovery
from ruleset_core.discovery import GameNotFoundError, PluginError, find_expansion, find_game, plugin_of


def test_by_name():
    assert find_game("pig") == discovery.EXAMPLES_ROOT / "pig"


@pytest.mark.parametrize("name", ["./examples/pig", "examples/pig", "examples/pig/game.yaml"])
def test_by_path(name, monkeypatch):
    monkeypatch.chdir(discovery.EXAMPLES_ROOT.parent)
    assert (find_game(name) / "game.yaml").is_file()


@pytest.mark.parametrize("name", ["./nowhere", "./tests"])
def test_path_without_a_game(name, monkeypatch):
    monkeypatch.chdir(discovery.EXAMPLES_ROOT.parent)
    with pytest.raises(GameNotFoundError):
        find_game(name)


def test_a_directory_here_is_found_by_its_name_if_no_game_has_it(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name in ("mine", "pig"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.yaml").write_text(f"game: {name}\n", encoding="utf-8")
    assert find_game("mine") == Path("mine")
    assert find_game("pig") == discovery.EXAMPLES_ROOT / "pig"
    assert [discovery.ambiguous_name(name) for name in ("mine", "pig", "./pig", "troyes")] == [
        False,
        True,
        False,
        False,
    ]


def test_close_names_are_suggested():
    with pytest.raises(GameNotFoundError, match="did you mean `tic_tac_toe`") as caught:
        find_game("tic_tac_to")
    assert caught.value.suggestions == ("tic_tac_toe",)


def test_where_known_games_are_named_is_told_when_none_is_close():
    """They are too many to be listed in a message."""
    with pytest.raises(GameNotFoundError, match="`ruleset list` lists them"):
        find_game("zzzzzz")


def test_unknown_expansion():
    with pytest.raises(GameNotFoundError, match="there is no expansion of pig `more`"):
        find_expansion("pig", "more", find_game("pig"))


def test_expansion_by_path(tmp_path):
    (tmp_path / "expansion.yaml").write_text("expansion: more\nof: pig\n", encoding="utf-8")
    assert find_expansion("pig", str(tmp_path), find_game("pig")) == tmp_path


def test_game_of_data_alone_has_no_plugin():
    assert plugin_of("pig") is None


@pytest.mark.parametrize(
    "value", ["no_such_module:GAME", "ruleset_core.discovery:NOTHING", "ruleset_core.discovery:GROUP"]
)
def test_broken_plugin_is_named(monkeypatch, value):
    point = EntryPoint("hexes", value, discovery.GROUP)
    monkeypatch.setattr(discovery, "plugins", lambda: {"hexes": point})
    with pytest.raises(PluginError, match="hexes"):
        plugin_of("hexes")


def test_which_of_two_games_of_one_name_is_meant_is_said(run, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    run("new", "./pig")
    run("new", "./mine")
    ran = run("show", "pig")
    assert (ran.code, ran.err) == (0, "`pig` is the game of that name; for the directory here write `./pig`\n")
    ran = run("show", "mine")
    assert (ran.code, ran.err) == (0, "")
