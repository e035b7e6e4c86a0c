"""`--from` and `--lesson` on command lines: what they begin, and what they refuse in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


def moves(tmp_path: Path, *lines: str) -> str:
    (tmp_path / "moves.txt").write_text("\n".join(lines), encoding="utf-8")
    return str(tmp_path / "moves.txt")


def test_a_lesson_is_played_from_a_script_and_saved(run: Any, tmp_path: Path, own_state: Path) -> None:
    taken = [f"play {each}" for each in ("roll", "roll", "roll", "hold", "roll", "roll")]
    done = run("play", "pig", "--lesson", "--moves", moves(tmp_path, *taken))
    assert done.code == 0, done.err
    assert "Player 1 rolls" in done.out
    [saved] = own_state.glob("*.ruleset")
    replayed = run("replay", saved)
    assert replayed.code == 0, replayed.err
    assert "and holds: the die shows 6, then 5, then 6; gains 21 points" in run("log", saved).out
    again = run("play", "pig", "--from", f"{saved}@2", "--seats", "random,random", "--no-save")
    assert again.code == 0, again.err


def test_a_lesson_refuses_another_answer_of_a_script(run: Any, tmp_path: Path) -> None:
    done = run("play", "pig", "--lesson", "first_turns", "--moves", moves(tmp_path, "play hold"))
    assert done.code == 1
    assert "Roll again" in done.err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("play", "pig", "--lesson", "nonesuch"), 1, "lessons: first_turns"),
        (("play", "pig", "--lesson", "--players", "3"), 2, "leave --players out"),
        (("play", "pig", "--lesson", "--from", "x"), 2, "not both"),
        (("play", "pig", "--from", "first_turns", "--option", "x"), 2, "leave --option out"),
        (("play", "hurdles", "--from", "dog"), 1, "several positions"),
        (("play", "hurdles", "--from", "first dog", "--seats", "easy,easy,easy"), 2, "2 play"),
        (("play", "--resume", "--from", "x"), 2, "--from"),
        (("play", "pig", "--from", "none.ruleset@3"), 1, "none.ruleset"),
        (("hint", "--from", "x"), 2, "name the game alone"),
        (("serve", "--from", "x"), 2, "name the game"),
        (("serve", "pig", "--lesson", "--players", "2"), 2, "leave --players out"),
        (("serve", "pig", "--lesson", "nothing"), 1, "nothing"),
        (("serve", "pig", "--lesson", "--from", "x"), 2, "not both"),
    ],
)
def test_what_cannot_be_begun_is_said(run: Any, words: tuple[str, ...], code: int, said: str) -> None:
    done = run(*words)
    assert (done.code, said.lower() in done.err.lower()) == (code, True), done.err


def test_positions_and_lessons_are_completed() -> None:
    import click

    from ruleset_core.cli.parameters import complete_lesson, complete_position

    ctx = click.Context(click.Command("play"))
    ctx.params = {"game": "hurdles"}
    option = click.Option(["--from"])
    assert complete_position(ctx, option, "a dog") == ["a dog does not jump"]
    assert complete_lesson(ctx, option, "") == ["a_race"]
    ctx.params = {"game": "nonesuch"}
    assert complete_position(ctx, option, "") == complete_lesson(ctx, option, "") == []


def test_a_hint_is_given_in_a_position(run: Any) -> None:
    done = run("hint", "hurdles", "--from", "first dog", "--sims", "50")
    assert done.code == 0, done.err
    assert "walk d7" in done.out
