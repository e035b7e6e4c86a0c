"""The installed wheel works from any directory, without the checkout and without tools of development."""

import json
import os
import shutil
import subprocess
import sys
import zipfile

import pytest

from .conftest import ROOT, run

pytestmark = pytest.mark.packaging


def ruleset(scripts, *words, cwd="/"):
    done = run(scripts / "ruleset", *words, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def test_version(installed):
    assert ruleset(installed, "--version").startswith("ruleset ")


def test_list_shows_games_and_examples_of_the_wheel(installed):
    games = {game["game"]: game for game in json.loads(ruleset(installed, "list", "--format", "json"))}
    assert {"troyes_dice", "pig", "tic_tac_toe"} <= games.keys()
    assert "banquetes_y_asaltos" in games["troyes_dice"]["expansions"]
    assert not any(game["path"].startswith(str(ROOT)) for game in games.values())


def test_check(installed):
    ruleset(installed, "check")


def test_a_game_between_bots(installed):
    assert ruleset(installed, "play", "troyes_dice", "--seats", "random,random", "--seed", "1")


def test_an_example(installed):
    assert ruleset(installed, "play", "pig", "--seats", "random,random", "--seed", "1")


def test_a_new_game_checks_and_plays(installed, tmp_path):
    ruleset(installed, "new", "./fresh", cwd=tmp_path)
    ruleset(installed, "check", "./fresh", cwd=tmp_path)
    ruleset(installed, "play", "./fresh", "--seats", "random,random", "--seed", "1", cwd=tmp_path)


def test_tools_of_development_are_not_installed(installed):
    for module in ("pytest", "hypothesis", "mypy"):
        assert run(installed / "python", "-c", f"import {module}").returncode != 0


LOAD = "import sys\nfrom ruleset_core import load\nprint(*(load(name).id for name in sys.argv[1:]))\n"
INCLUDED = sorted(path.parent.name for path in (ROOT / "data").glob("*/game.yaml"))


def test_a_package_called_games_beside_a_script_is_in_nobodys_way(installed, tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "__init__.py").touch()
    (tmp_path / "script.py").write_text(LOAD, encoding="utf-8")
    done = run(installed / "python", "script.py", *INCLUDED, cwd=tmp_path)
    assert done.stdout.split() == INCLUDED, done.stderr


HOOKS = "from ruleset_core import HookFunction\n\nHOOKS = {'seven': HookFunction((), 'int', lambda state, seat: 7)}\n"


@pytest.fixture(scope="module")
def hooked(tmp_path_factory):
    """A copy of the checkout in which an included game has a hook."""
    copy = tmp_path_factory.mktemp("hooked") / "checkout"
    copy.mkdir()
    for name in ("data", "examples", "games", "ruleset_core"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, copy)
    shutil.move(copy / "examples" / "pig", copy / "data" / "pig")
    file = copy / "data" / "pig" / "game.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("gain pot points", "gain seven() points"), encoding="utf-8")
    assert file.read_text(encoding="utf-8") != text
    (copy / "games" / "pig").mkdir()
    (copy / "games" / "pig" / "__init__.py").touch()
    (copy / "games" / "pig" / "hooks.py").write_text(HOOKS, encoding="utf-8")
    return copy


@pytest.mark.parametrize("way", ["checkout", "editable", "wheel"])
def test_hooks_of_an_included_game_are_found_alike(way, hooked, installed, tmp_path):
    """As a checkout on the path of Python, as a file that leads there, and from a wheel."""
    place = tmp_path / "site"
    place.mkdir()
    program = "import sys\nfrom ruleset_core import load\nprint(*load('pig').stats()['hooks'])\n"
    if way == "editable":
        (place / "hooked.pth").write_text(str(hooked), encoding="utf-8")
        program = (
            f"import site\nsite.addsitedir({str(place)!r})\nimport sys\nsys.path.insert(0, sys.path.pop())\n{program}"
        )
    elif way == "wheel":
        done = run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", tmp_path, hooked)
        assert done.returncode == 0, done.stdout + done.stderr
        (file,) = tmp_path.glob("*.whl")
        with zipfile.ZipFile(file) as archive:
            archive.extractall(place)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "__init__.py").touch()
    (tmp_path / "script.py").write_text(program, encoding="utf-8")
    found = {"checkout": str(hooked), "editable": "", "wheel": str(place)}[way]
    variables = {**os.environ, "PYTHONPATH": found}
    command = [str(installed / "python"), "script.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env=variables)
    assert done.stdout == "seven\n", done.stderr
