"""`ruleset play` and `ruleset replay` in a real terminal."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from ruleset_core.play.records import read_record
from tests.play.conftest import Run
from tests.play.terminal import REAL, Terminal


@pytest.fixture
def env(state_home: Path) -> dict[str, str]:
    return {"RULESET_STATE": str(state_home), "LANG": "C.UTF-8"}


@pytest.mark.slow
def test_a_person_plays_in_colours(env: dict[str, str], state_home: Path) -> None:
    with Terminal(["play", "fake", "--seed", "1"], env) as terminal:
        terminal.expect("Player 1 (human), Player 2 (greedy)")
        terminal.expect("[heap 0, seen by 0]")
        terminal.answer("take 1")
        terminal.expect("Player 1: take 1\n")
        terminal.answer("bogus")
        terminal.expect("neither a move nor a command")
        terminal.answer("plain")
        terminal.expect("Player 2: take 3 · finish")
        terminal.answer("quit")
        terminal.expect("Continue with:")
        terminal.expect("ruleset play --resume")
        assert terminal.end() == 0
        assert "\x1b[1m" in terminal.raw
    (file,) = state_home.iterdir()
    assert len(read_record(file).moves) == 4


@pytest.mark.slow
def test_the_tab_key_completes(env: dict[str, str]) -> None:
    with Terminal(["play", "fake", "--players", "1"], env) as terminal:
        terminal.expect("> ")
        terminal.type("take 2\n")
        terminal.expect("> ")
        terminal.type("fin\tp\t\n")
        terminal.expect("Player 1: finish plain\n")


@pytest.mark.slow
@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_ctrl_c_and_the_end_of_input_leave_politely(env: dict[str, str], state_home: Path, key: str, code: int) -> None:
    with Terminal(["play", "fake"], env) as terminal:
        terminal.answer("take 1")
        terminal.expect("And then?")
        terminal.expect("> ")
        (file,) = state_home.iterdir()
        terminal.press(key, "The game is saved in")
        terminal.expect(f"{file}\n")
        terminal.expect("Continue with:")
        terminal.expect(f"ruleset play --resume {file}\n")
        assert terminal.end() == code
        assert "Traceback" not in terminal.text


@pytest.mark.slow
def test_a_killed_game_loses_nothing_that_was_decided(env: dict[str, str], state_home: Path) -> None:
    with Terminal(["play", "fake", "--players", "1"], env) as terminal:
        for number, move in enumerate(["take 1", "finish dice", "take 3"]):
            terminal.answer(move)
            terminal.expect(f"Player 1: {move}\n")
            assert len(read_record(next(state_home.iterdir())).moves) == number + 1
        terminal.process.send_signal(signal.SIGKILL)
        assert terminal.end() == -9
    with Terminal(["play", "--resume"], env) as terminal:
        terminal.expect("Continuing after 3 moves.")
        terminal.answer("log")
        terminal.expect("1  Player 1: take 1 · finish dice · take 3\n")
        terminal.answer("finish plain")
        terminal.expect("Player 1: finish plain\n")


@pytest.mark.slow
def test_a_running_game_is_not_resumed_twice(env: dict[str, str], state_home: Path) -> None:
    with Terminal(["play", "fake"], env) as first:
        first.expect("> ")
        (file,) = state_home.iterdir()
        with Terminal(["play", "--resume", str(file)], env) as second:
            second.expect("is being played in another terminal")
            assert second.end() == 1


@pytest.mark.slow
def test_plain_text_in_a_terminal(env: dict[str, str]) -> None:
    with Terminal(["play", "fake", "--plain"], env) as terminal:
        terminal.answer("quit")
        assert terminal.end() == 0
        assert "\x1b[1m" not in terminal.raw


@pytest.mark.slow
def test_stepping_through_a_replay(env: dict[str, str], state_home: Path) -> None:
    with Terminal(["play", "fake", "--players", "1"], env) as terminal:
        for move in ("take 1", "finish plain", "quit"):
            terminal.answer(move)
        assert terminal.end() == 0
    (file,) = state_home.iterdir()
    with Terminal(["replay", str(file)], env) as terminal:
        terminal.expect("Position 0 of 2")
        terminal.answer("n")
        terminal.expect("Position 1 of 2")
        terminal.expect("[heap 1, seen by 0]")
        terminal.answer("end")
        terminal.expect("Position 2 of 2")
        terminal.answer("q")
        assert terminal.end() == 0


@pytest.mark.slow
def test_long_texts_break_between_words_and_commands_nowhere(env: dict[str, str], state_home: Path) -> None:
    with Terminal(["play", "fake"], env, columns=40) as terminal:
        terminal.answer("help")
        terminal.expect("  name.")
        terminal.answer("quit")
        terminal.expect("Continue with")
        terminal.end()
    (file,) = state_home.iterdir()
    assert f"Continue with:\nruleset play --resume {file}\n" in terminal.text
    told = terminal.text.partition("Type the number of an option")[2].partition("> ")[0].splitlines()
    assert len(told) > 8
    assert all(len(line) <= 40 for line in told[1:])
    assert told[1] == "  or a unique beginning of it."


@pytest.mark.slow
def test_what_one_player_saw_is_nowhere_on_the_screen_of_the_next(env: dict[str, str]) -> None:
    with Terminal(
        ["play", "carcassonne_masons", "--seats", "Ana=human,Bo=human", "--seed", "1"], env, REAL
    ) as terminal:
        while "press Enter" not in terminal.text:
            terminal.expect(": ")
            terminal.type("1\n")
        terminal.expect("press Enter")
        assert "\x1b[2J\x1b[3J\x1b[1;1H" in terminal.raw


@pytest.mark.slow
def test_the_end_of_input_is_told_on_a_line_of_its_own(env: dict[str, str]) -> None:
    with Terminal(["play", "fake"], env) as terminal:
        terminal.expect("> ")
        terminal.press("\x04", "The game is saved in")
        assert "> \nThe game is saved in" in terminal.text
        assert terminal.end() == 0


FORCED = ("play", "pig", "--seats", "Ana=human,Bo=human", "--no-save", "--plain")
"""With seed 3 Ana has to roll first, and rolls a one: her turn is over before she was asked. With 20 that happens to both, and to Ana again."""


@pytest.mark.slow
def test_a_turn_without_a_choice_is_shown_and_waits_for_enter(env: dict[str, str]) -> None:
    with Terminal([*FORCED, "--seed", "3"], env, REAL) as terminal:
        terminal.type("hold\n")  # before anything is shown: that is no answer to what is asked then
        terminal.expect(
            "Ana rolls (no other choice): the die shows 1. Bust!\nAna: there was no choice in this turn. Press Enter"
        )
        assert "Pig\nplay" not in terminal.text  # the board is drawn after it
        assert not terminal.shows("Bo: Roll again")
        terminal.type("\n")
        terminal.expect("Bo rolls (no other choice: there is nothing to hold yet): the die shows 5.\nBo: Roll again")
        terminal.answer("hold")
        terminal.expect("Bo holds: gains 5 points.")


@pytest.mark.slow
def test_several_turns_without_a_choice_wait_once(env: dict[str, str]) -> None:
    with Terminal([*FORCED, "--seed", "20", "--lang", "es"], env, REAL) as terminal:
        terminal.expect("Ana, Bo: en este turno no había nada que elegir. Pulsa Intro")
        terminal.type("\n")
        terminal.expect(
            "Bo lanza (sin otra opción: aún no hay nada que guardar): el dado muestra 4.\nBo: ¿Lanzar otra vez o plantarse?"
        )


@pytest.mark.slow
def test_who_does_not_want_to_wait_does_not(env: dict[str, str]) -> None:
    with Terminal([*FORCED, "--seed", "3", "--no-wait"], env, REAL) as terminal:
        terminal.expect("Ana rolls (no other choice): the die shows 1. Bust!")
        terminal.expect("Bo: Roll again")
        assert "Press Enter" not in terminal.text


@pytest.mark.slow
def test_what_is_typed_instead_of_enter_answers_nothing(env: dict[str, str]) -> None:
    with Terminal([*FORCED, "--seed", "3"], env, REAL) as terminal:
        terminal.expect("Press Enter")
        terminal.type("hold; hold\n")
        terminal.expect("Bo: Roll again")
        terminal.expect("> ")
        assert "Bo holds" not in terminal.text


def test_nobody_waits_where_there_is_no_terminal(run: Run) -> None:
    ran = run(*FORCED, "--seed", "3", typed="hold\n")
    assert "Ana rolls (no other choice): the die shows 1. Bust!" in ran.out
    assert "Bo holds: gains 5 points." in ran.out
    assert "Press Enter" not in ran.out


@pytest.mark.slow
@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_who_is_waited_for_may_leave(env: dict[str, str], key: str, code: int) -> None:
    with Terminal([*FORCED, "--seed", "3"], env, REAL) as terminal:
        terminal.expect("Press Enter")
        terminal.press(key, "\nThe game was not saved.")
        assert terminal.end() == code
        assert "Traceback" not in terminal.text


@pytest.mark.slow
def test_what_asks_breaks_between_words(env: dict[str, str], state_home: Path) -> None:
    with Terminal(["play", "fake"], env) as terminal:
        terminal.answer("quit")
        terminal.end()
    (file,) = state_home.iterdir()
    with Terminal(["replay", str(file), "--lang", "es"], env, columns=60) as terminal:
        terminal.expect("q salir > ")
        terminal.type("q\n")
        terminal.end()
    asked = next(line for line in terminal.text.splitlines() if "q salir >" in line)
    assert "NOMBRE" in terminal.text
    assert all(len(line) <= 60 for line in [asked, terminal.text[: terminal.text.find(asked)].splitlines()[-1]])
