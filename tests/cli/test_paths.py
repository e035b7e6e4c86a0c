"""Finding a game by name or by path."""

from importlib.metadata import EntryPoint

import pytest

from ruleset_core import paths
from ruleset_core.paths import GameNotFoundError, PluginError, find_expansion, find_game, plugin_of


def test_by_name():
    assert find_game("pig") == paths.EXAMPLES_ROOT / "pig"


@pytest.mark.parametrize("name", ["./examples/pig", "examples/pig", "examples/pig/game.yaml"])
def test_by_path(name, monkeypatch):
    monkeypatch.chdir(paths.EXAMPLES_ROOT.parent)
    assert (find_game(name) / "game.yaml").is_file()


@pytest.mark.parametrize("name", ["./nowhere", "./tests"])
def test_path_without_a_game(name, monkeypatch):
    monkeypatch.chdir(paths.EXAMPLES_ROOT.parent)
    with pytest.raises(GameNotFoundError):
        find_game(name)


def test_close_names_are_suggested():
    with pytest.raises(GameNotFoundError, match="did you mean `tic_tac_toe`") as caught:
        find_game("tic_tac_to")
    assert caught.value.suggestions == ("tic_tac_toe",)


def test_known_games_are_named_when_none_is_close():
    with pytest.raises(GameNotFoundError, match=r"known: .*pig"):
        find_game("zzzzzz")


def test_unknown_expansion():
    with pytest.raises(GameNotFoundError, match="there is no expansion of pig `more`"):
        find_expansion("pig", "more", find_game("pig"))


def test_expansion_by_path(tmp_path):
    (tmp_path / "expansion.yaml").write_text("expansion: more\nof: pig\n", encoding="utf-8")
    assert find_expansion("pig", str(tmp_path), find_game("pig")) == tmp_path


def test_game_of_data_alone_has_no_plugin():
    assert plugin_of("pig") is None


@pytest.mark.parametrize("value", ["no_such_module:GAME", "ruleset_core.paths:NOTHING", "ruleset_core.paths:GROUP"])
def test_broken_plugin_is_named(monkeypatch, value):
    point = EntryPoint("hexes", value, paths.GROUP)
    monkeypatch.setattr(paths, "plugins", lambda: {"hexes": point})
    with pytest.raises(PluginError, match="hexes"):
        plugin_of("hexes")
