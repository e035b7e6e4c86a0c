"""Colours, shells, and terminals that cannot show everything."""

import json
import sys

import pytest

from ruleset_core.cli.output import REPLACEMENTS, to_ascii


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(run, shell):
    outcome = run("completion", shell)
    assert outcome.code == 0
    assert "_RULESET_COMPLETE" in outcome.out


def test_completion_of_commands(start):
    out = start(_RULESET_COMPLETE="bash_complete", COMP_WORDS="ruleset li", COMP_CWORD="1").out
    assert out.split(",")[1].strip() == "list"


def test_completion_of_games(start):
    out = start(_RULESET_COMPLETE="bash_complete", COMP_WORDS="ruleset show pi", COMP_CWORD="2").out
    assert out.strip() == "plain,pig"


@pytest.mark.skipif(sys.platform == "win32", reason="encodings of terminals differ")
def test_a_terminal_of_ascii_alone(start):
    outcome = start("list", "--lang", "es", PYTHONUTF8="0", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert outcome.code == 0
    assert "Tres en raya" in outcome.out


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="encodings of terminals differ")
def test_pictures_on_a_terminal_of_ascii_alone(start):
    game = ["play", "troyes_dice", "--seats", "first,first", "--seed", "4", "--no-save", "--lang", "es"]
    drawn = start(*game).out
    ascii_only = start(*game, PYTHONUTF8="0", PYTHONIOENCODING="ascii", LC_ALL="C").out
    assert "■" in drawn
    assert "✗" in drawn
    assert ascii_only.isascii()
    rows = [line for line in drawn.splitlines() if "│" in line]
    plain = [line for line in ascii_only.splitlines() if line.startswith("|")]
    assert [len(line) for line in plain] == [len(line) for line in rows]  # what is drawn keeps its shape
    assert ascii_only.count("?") == drawn.count("?")


def test_signs_that_stand_in_for_others_are_told_apart():
    assert len(set(REPLACEMENTS.values())) == len(REPLACEMENTS)
    assert all(len(sign) == 1 and sign.isascii() for sign in REPLACEMENTS.values())
    assert to_ascii("¿Próx. ciudad → 3 ■□▣✗◆◇●×·−…? 漢") == "Prox. ciudad -> 3 #_QX&^*x.-~? ?"


@pytest.mark.slow
def test_output_without_colour_codes(start):
    for words in (["--help"], ["list"], ["nope"]):
        outcome = start(*words, NO_COLOR="1")
        assert "\x1b" not in outcome.out + outcome.err


def test_completion_offers_names_alone(start, tmp_path):
    for number, name in enumerate(["pig;touch x $(id)", "pi`id`", "pi\nx", "pig2"]):
        (tmp_path / f"pi $(id) {number}").mkdir()
        header = f"game: {json.dumps(name)}\nname: {{en: a, es: b}}\nplayers: 2\n"
        (tmp_path / f"pi $(id) {number}" / "game.yaml").write_text(header, encoding="utf-8")
    environment = {"COMP_WORDS": "ruleset show pi", "COMP_CWORD": "2", "RULESET_PATH": str(tmp_path)}
    out = start(_RULESET_COMPLETE="bash_complete", **environment).out
    assert sorted(out.split()) == ["plain,pig", "plain,pig2"]
