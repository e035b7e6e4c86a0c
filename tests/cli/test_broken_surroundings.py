"""A broken plugin, root or directory is one line about that one, and the rest works."""

from __future__ import annotations

import shutil
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from ruleset_core import discovery
from ruleset_core.discovery import GamePlugin, PluginError
from ruleset_core.engine.hooks import hooks_of

BROKEN = {
    "raises": "raise ValueError('out of order')",
    "leaves": "import sys; sys.exit(3)",
    "misspelt": "def (",
    "own": "class Stop(BaseException): pass\nraise Stop",
    "missing": "import no_such_module_at_all",
    "wrong": "GAME = 3",
    "fields": "from ruleset_core.discovery import GamePlugin\nGAME = GamePlugin('fields', data='nowhere')",
    "printing": "print('\\x1b[2J'); raise OSError(13, 'Permission denied')",
}


@pytest.fixture
def broken_plugins(tmp_path, monkeypatch):
    for name, text in BROKEN.items():
        (tmp_path / f"plugin_{name}.py").write_text(text, encoding="utf-8")
        monkeypatch.delitem(sys.modules, f"plugin_{name}", raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    points = {name: EntryPoint(name, f"plugin_{name}:GAME", discovery.GROUP) for name in BROKEN}
    monkeypatch.setattr(discovery, "plugins", lambda: points)


@pytest.mark.usefixtures("broken_plugins")
@pytest.mark.parametrize("command", ["list", "check", "stats"])
def test_broken_plugins_are_a_line_each(run, command, monkeypatch):
    monkeypatch.setattr(discovery, "DATA_ROOT", discovery.EXAMPLES_ROOT)
    outcome = run(command)
    assert outcome.code == int(command == "check")  # where all is to be in order, it is not
    lines = outcome.err.splitlines()
    assert len(lines) == len(BROKEN)
    assert all(line.startswith("Left out: the plugin of game `") for line in lines)
    examples = len(list(discovery.EXAMPLES_ROOT.glob("*/game.yaml")))
    assert "pig" in outcome.out or f"No problems found in {examples} games" in outcome.out


@pytest.mark.usefixtures("broken_plugins")
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plugin_is_told_to_who_asks_for_it(run, name):
    outcome = run("play", name)
    assert outcome.code == 1
    assert outcome.err.startswith(f"Error: the plugin of game `{name}`")
    assert run("play", "pig", "--seats", "first,random", "--plain").code == 0


@pytest.mark.parametrize("hooks", [{"far": 3}, 7, {3: None}])
def test_hooks_that_are_none_are_told(monkeypatch, hooks):
    module = ModuleType("hooks_that_are_none")
    module.HOOKS = hooks  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "hooks_that_are_none", module)
    with pytest.raises(PluginError, match="the hooks of `x` cannot be loaded from `hooks_that_are_none`"):
        hooks_of(GamePlugin("x", Path("x"), "hooks_that_are_none"))


# ------------------------------------------------------------------------------------------------- roots, directories


def loop(place: Path) -> Path:
    """A link to itself: nobody can look into it, not even the superuser."""
    place.symlink_to(place)
    return place


@pytest.mark.parametrize("command", [("list",), ("stats",), ("check",)])
def test_a_root_that_cannot_be_looked_into_is_one_line(run, tmp_path, monkeypatch, command):
    monkeypatch.setattr(discovery, "DATA_ROOT", discovery.EXAMPLES_ROOT)
    monkeypatch.setenv("RULESET_PATH", str(loop(tmp_path / "loop")))
    outcome = run(*command)
    assert outcome.code == int(command == ("check",))
    (line,) = outcome.err.splitlines()
    assert line.startswith(f"Left out: `{tmp_path / 'loop'}`, where games are looked for, cannot be looked into: ")
    assert outcome.out
    assert run("show", "pig").code == 0
    assert str(tmp_path / "loop") in run("show", "nobody").err


@pytest.mark.slow
@pytest.mark.parametrize("make", [lambda _: None, Path.touch])
def test_what_ruleset_path_names_and_is_no_directory_is_one_line(run, tmp_path, monkeypatch, make):
    monkeypatch.setattr(discovery, "DATA_ROOT", discovery.EXAMPLES_ROOT)
    make(tmp_path / "gmaes")
    monkeypatch.setenv("RULESET_PATH", str(tmp_path / "gmaes"))
    said = f"`{tmp_path / 'gmaes'}`, which RULESET_PATH names, is not a directory"
    for command in ("list", "check"):
        outcome = run(command)
        assert (outcome.code, outcome.err) == (int(command == "check"), f"Left out: {said}\n")
        assert "pig" in outcome.out if command == "list" else outcome.out
    assert said in run("show", "nobody").err
    assert said in run("show", "pig", "-x", "nobody").err
    assert run("show", "pig").err == ""


@pytest.mark.parametrize("folder", ["cards", "boards", "scenarios"])
@pytest.mark.parametrize("broken", [loop, Path.touch, lambda place: place.symlink_to("nowhere")])
def test_a_directory_that_cannot_be_looked_into_is_an_error(run, tmp_path, folder, broken):
    run("new", tmp_path / "mine")
    shutil.rmtree(tmp_path / "mine" / folder, ignore_errors=True)
    broken(tmp_path / "mine" / folder)
    outcome = run("check", tmp_path / "mine", "--format", "concise")
    assert outcome.code == 1
    assert f"mine/{folder}:1:1: E001 cannot look into this directory: " in outcome.out
    assert "E999" not in outcome.out
    if folder != "scenarios":
        assert run("play", tmp_path / "mine", "--seats", "first,first").code == 1
        formatted = run("fmt", tmp_path / "mine")
        assert formatted.code == 1
        assert f"left alone {tmp_path / 'mine' / folder}" in formatted.err


@pytest.mark.slow
def test_figures_of_all_games_leave_out_a_broken_one(run, tmp_path):
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn" / "game.yaml").write_text("game: torn\nname: [\n", encoding="utf-8")
    outcome = run("stats", "--data", tmp_path)
    assert outcome.code == 0
    assert "pig" in outcome.out
    assert outcome.err.startswith("Left out: torn: ")
    assert run("stats", "torn", "--data", tmp_path).code == 1


def test_too_many_files_are_said(run, tmp_path):
    run("new", tmp_path / "mine")
    for number in range(2000):
        (tmp_path / "mine" / "cards" / f"c{number}.yaml").write_text("kind: charm\ncards: {}\n", encoding="utf-8")
    outcome = run("check", tmp_path / "mine", "--format", "concise")
    assert outcome.code == 1
    assert "E016 there are 2,002 files here; a game or expansion has at most 2,000" in outcome.out
    assert len(outcome.out.splitlines()) == 2
    assert "E016" in run("fmt", tmp_path / "mine").err
    assert "E016" in run("play", tmp_path / "mine", "--seats", "first,first").err


@pytest.mark.parametrize("where", ["loop/below", "file/below", "loop", "a" * 300, "../" * 3000])
def test_a_game_that_cannot_be_saved_is_played(run, tmp_path, monkeypatch, where):
    loop(tmp_path / "loop")
    (tmp_path / "file").touch()
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / where))
    moves = tmp_path / "moves"
    moves.write_text("play hold\n", encoding="utf-8")
    outcome = run("play", "pig", "--seats", "human,first", "--moves", moves, "--plain", "--seed", "1")
    assert outcome.code == 0
    assert outcome.out.count("This game is not being saved.") == 1
    assert outcome.out.count("cannot be written") == 1
    assert run("play", "--resume").code == 1


def test_a_game_is_played_where_the_user_has_no_home(run, monkeypatch):
    def homeless() -> None:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("RULESET_STATE", raising=False)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    outcome = run("play", "pig", "--seats", "human,first", "--moves", "/dev/null", "--plain")
    assert "not_writable" not in outcome.err
    assert run("play", "pig", "--seats", "first,random", "--plain").code == 0
    assert run("play", "--resume").code == 1
