"""The installed wheel works from any directory, without the checkout and without tools of development."""

import json

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
