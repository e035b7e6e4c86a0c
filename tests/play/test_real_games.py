"""`ruleset play` and `ruleset replay` on the games that come with the package."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ruleset_core import load
from ruleset_core.play.records import read_record, replay
from tests.play.conftest import FIRST, Run, rolls_again
from tests.play.terminal import REAL, Terminal

GAMES = ["pig", "tic_tac_toe", "troyes_dice"]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_bots_play_to_the_end(run: Run, game: str, lang: str) -> None:
    first, second = (run("play", game, "--seats", "greedy,random", "--seed", 5, "--lang", lang) for _ in range(2))
    assert first.code == 0, first.err
    assert first == second
    assert {"en": "The game is over.", "es": "La partida ha terminado."}[lang] in first.out
    assert "\x1b" not in first.out


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_game_stopped_and_resumed_is_the_same_game(run: Run, game: str, state_home: Path) -> None:
    """Always the first option, leaving after every few decisions; the bot goes on as if nothing had happened."""
    seats = ("--seats", "human,random", "--seed", "11", "--lang", "en")
    whole = run("play", game, *seats, typed=[FIRST] * 500, person=True)
    assert "The game is over." in whole.out
    (file,) = state_home.iterdir()
    moves = read_record(file).moves
    assert run("replay", file).code == 0
    file.unlink()
    ran = run("play", game, *seats, typed=[FIRST] * 3, person=True)
    for _ in range(200):
        if "The game is over." in ran.out:
            break
        ran = run("play", "--resume", typed=[FIRST] * (30 if game == "troyes_dice" else 9), person=True)
    (file,) = state_home.iterdir()
    assert read_record(file).moves == moves
    session = replay(load(game), read_record(file))
    assert session.live.scores() == list(read_record(file).over or ())


def test_a_script_of_tic_tac_toe(run: Run, tmp_path: Path) -> None:
    script = tmp_path / "moves.txt"
    script.write_text("mark a1\nmark b1\nmark a2\nmark b2\nmark a3   # three in a column\n")
    ran = run("play", "tic_tac_toe", "--moves", script)
    assert ran.code == 0
    assert "Winner: Player 1" in ran.out
    script.write_text("mark a1\nmark a1\n")
    ran = run("play", "tic_tac_toe", "--moves", script)
    assert ran.code == 1
    assert "moves.txt:2: `mark a1` is not possible now: that cell is already marked." in ran.err
    ran = run("play", "tic_tac_toe", "--moves", script, "--lang", "es")
    assert "`a1` no es posible ahora: esa casilla ya está marcada." in ran.err


@pytest.mark.slow
def test_a_script_from_the_input(state_home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", REAL, "play", "tic_tac_toe", "--moves", "-"],
        input=b"mark a1\nmark b1\n",
        env={"RULESET_STATE": str(state_home), "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        check=True,
    )
    assert b"The moves of stdin end here: Player 1 is to decide (Which cell do you mark?)." in done.stdout


def test_why_an_option_is_not_offered(run: Run) -> None:
    ran = run("play", "tic_tac_toe", "--seats", "human,human", typed=["a1", "?", "? mark a1"], person=True)
    assert "Not now:\n  a1: that cell is already marked.\n" in ran.out
    ran = run("play", "pig", "--seats", "human,human", "--seed", 3, typed=["", "play dice", "play rol"], person=True)
    assert "`play` could be: play roll, play hold" in ran.out
    assert "Player 1 rolls" in ran.out


@pytest.mark.slow
def test_an_answer_to_a_later_question_answers_all_on_the_way(run: Run) -> None:
    game = ("play", "tournay", "--seats", "Ana=human,Bo=first", "--seed", 1, "--no-save")
    ran = run(*game, typed=["red 2", "quit"], person=True)
    assert "Ana: From which deck?" not in ran.out  # answered, so it is not asked
    assert "Ana draws a card" in ran.out
    assert "red II" in ran.out
    ran = run(*game, typed=["red 1; citizen of seat_0; earn; 1", "quit"], person=True)
    assert "Not taken: earn; 1 (" in ran.out  # nobody knew what would be drawn
    ran = run(*game, typed=["red; 1", "quit"], person=True)
    assert "`red` could be: act draw · deck red_1, act draw · deck red_2" in ran.out
    assert "Not taken: 1 (that answer is not offered)." in ran.out
    assert ran.out.count("Ana: What do your citizens do?") == 1


def test_the_question_mark_tells_what_the_cards_of_a_question_do(run: Run) -> None:
    game, start = load("carcassonne_masons"), ["wall d4_d5"]
    card = next(card for card in map(game.card, game.card_ids()) if len(card.text()) < 60)
    option = next(game.notation(option) for option in range(game.vocabulary_size) if game.card_of(option) == card.id)
    ran = run(
        "play", "carcassonne_masons", "--seed", 3, typed=[*start, "? wall roll_early", f"? {option}"], person=True
    )
    *_, before, after = ran.out.split("> ? ")
    assert card.text().splitlines()[0] not in before
    assert f"{card.name()}: {card.text()}\n" in after


@pytest.mark.slow
def test_the_question_mark_tells_what_comes_of_a_move(run: Run) -> None:
    typed = ["? wall roll_early", "? tower at d4"]
    english = run("play", "carcassonne_masons", "--seed", 3, typed=typed, person=True).out
    assert "> ? wall roll_early\n" in english
    *_, early, _tower = english.split("> ? ")
    assert "  Then chance decides.\n" in early
    spanish = run("play", "carcassonne_masons", "--seed", 3, "--lang", "es", typed=typed, person=True).out
    assert "  Luego decide el azar.\n" in spanish


def test_undo_goes_back_to_the_roll_and_no_further(run: Run) -> None:
    ran = run("play", "troyes_dice", "--players", 1, "--seed", 3, typed=["1", "1", "undo", "undo", "undo"], person=True)
    assert ran.out.count("takes back: ") == 2
    assert "Cannot undo: there is nothing to take back." in ran.out
    seed = next(seed for seed in range(99) if rolls_again(seed))
    ran = run("play", "pig", "--seats", "human,human", "--seed", seed, typed=["roll", "undo"], person=True)
    assert "Cannot undo: dice or cards were drawn since." in ran.out


@pytest.mark.slow
def test_nobody_reads_what_the_others_choose_at_the_same_time(run: Run) -> None:
    typed = ["log", *["1"] * 9]
    ran = run("play", "troyes_dice", "--seats", "first,human", "--seed", 3, typed=typed, person=True)
    before, _, after = ran.out.partition("log\n")
    said = [line for line in before.splitlines() if line.startswith("Player 1 ")]
    assert said == []
    log, _, _ = after.partition("> ")
    assert log == "1  The black 1 destroys the red plaza where it lies.\n"  # what the setup did, no move of Player 1
    assert [line for line in after.splitlines() if line.startswith("Player 1 ")]  # told when all have chosen


def test_a_game_found_only_by_its_path_is_resumed(run: Run, tmp_path: Path) -> None:
    from ruleset_core.discovery import EXAMPLES_ROOT

    mine = tmp_path / "my_games" / "my_pig"
    mine.mkdir(parents=True)
    text = (EXAMPLES_ROOT / "pig" / "game.yaml").read_text(encoding="utf-8")
    (mine / "game.yaml").write_text(text.replace("game: pig", "game: my_pig"), encoding="utf-8")
    for way in ((mine,), ("my_pig", "--data", mine.parent)):
        ran = run("play", *way, "--seats", "human,human", "--seed", 1, typed=["roll"], person=True)
        assert ran.code == 0, ran.err
        ran = run("play", "--resume", typed=[], person=True)
        assert ran.out.startswith("Continuing after 1 move.")


@pytest.mark.slow
def test_a_game_goes_on_with_changed_rules(run: Run, tmp_path: Path, state_home: Path) -> None:
    from ruleset_core.discovery import EXAMPLES_ROOT

    mine = tmp_path / "pig"
    mine.mkdir()
    rules = mine / "game.yaml"
    text = (EXAMPLES_ROOT / "pig" / "game.yaml").read_text(encoding="utf-8")
    rules.write_text(text, encoding="utf-8")
    run("play", mine, "--seats", "human,human", "--seed", "1", typed=["roll", "hold"], person=True)
    (kept,) = state_home.iterdir()
    before = kept.read_bytes()

    rules.write_text("# a remark\n" + text, encoding="utf-8")  # nothing that is played with
    ran = run("play", "--resume", "pig", typed=[], person=True)
    assert ran.out.startswith("Continuing after 2 moves.")
    assert list(state_home.iterdir()) == [kept]

    rules.write_text(text.replace("points >= 100", "points >= 50"), encoding="utf-8")
    ran = run("play", "--resume", kept, typed=[], person=True)
    assert f"{kept}: changed since: phase `play`. All moves still fit" in ran.out
    assert "Continuing after 2 moves." in ran.out
    assert kept.read_bytes() == before
    assert len(list(state_home.iterdir())) == 2

    rules.write_text(text.replace("hold where pot > 0", "hold where pot > 90"), encoding="utf-8")
    ran = run("play", "--resume", kept, typed=[], person=True)
    assert ran.code == 1
    assert ran.err.count("\n") == 1
    assert "1 of 2 moves fit, then `play hold` brings other dice or cards" in ran.err  # the roll is taken by itself now
    assert "; changed since: phase `play`; continue from there with: ruleset play --resume " in ran.err
    told = shlex.split(ran.err.partition("continue from there with: ruleset ")[2])
    ran = run(*told, typed=[], person=True)
    assert ran.code == 0, ran.err
    assert "Continuing after 0 moves." in ran.out
    assert kept.read_bytes() == before
    ran = run("replay", kept)
    assert "; see it up to there with: ruleset replay " in ran.err
    ran = run("replay", kept, "--force")
    assert "Position 0 of 0" in ran.out


def test_a_replay_is_told_where_its_game_lies_now(run: Run, tmp_path: Path, state_home: Path) -> None:
    from ruleset_core.discovery import EXAMPLES_ROOT

    mine, fog = tmp_path / "mine", tmp_path / "fog"
    mine.mkdir()
    fog.mkdir()
    text = (EXAMPLES_ROOT / "pig" / "game.yaml").read_text(encoding="utf-8").replace("game: pig", "game: sow")
    (mine / "game.yaml").write_text(text, encoding="utf-8")
    (fog / "expansion.yaml").write_text("expansion: fog\nof: sow\nname: {en: Fog, es: Niebla}\n", encoding="utf-8")
    typed = ["roll", "hold"]
    run("play", mine, "-x", fog, "--seats", "human,human", "--seed", "1", typed=typed, person=True)
    (file,) = state_home.iterdir()
    assert run("replay", file).code == 0  # it knows where it was played
    for each in (mine, fog):
        each.rename(each.with_name(f"{each.name}_moved"))
    assert "there is no game `sow`" in run("replay", file).err
    now = (tmp_path / "mine_moved", "-x", tmp_path / "fog_moved")
    ran = run("replay", *now, file)
    assert ran.code == 0, ran.err
    assert "Position 2 of 2" in ran.out
    wrong = run("replay", "pig", file).err
    assert f"is a game of `sow`, not of `pig`; see it with: ruleset replay {file}" in wrong
    assert "not played with the expansion `rain`; its expansions: `fog`" in run("replay", "-x", "rain", file).err
    assert run("replay").code == 2
    ran = run("play", now[0], "--resume", file, "--data", now[2], typed=[], person=True)
    assert "Continuing after 2 moves." in ran.out


def test_a_record_of_another_game_is_not_gone_on_with(run: Run, state_home: Path) -> None:
    run("play", "pig", "--seats", "human,human", "--seed", "1", typed=["roll", "quit"], person=True)
    (file,) = state_home.iterdir()
    before = file.read_bytes()
    ran = run("play", "tic_tac_toe", "--resume", file, typed=["quit"], person=True)
    assert ran.code == 1
    wanted = f"{file}: is a game of `pig`, not of `tic_tac_toe`; continue it with: ruleset play --resume {file}"
    assert " ".join(ran.err.split()).endswith(wanted)
    assert ran.out == ""
    ran = run("play", "tic_tac_toe", "--lang", "es", "--resume", file, typed=["quit"], person=True)
    assert f"para seguir con ella: ruleset play --resume {file}" in " ".join(ran.err.split())
    assert file.read_bytes() == before
    assert run("play", "pig", "--resume", file, typed=["quit"], person=True).code == 0


def test_a_game_is_measured_by_its_path_and_with_an_expansion(run: Run, tmp_path: Path) -> None:
    from ruleset_core.discovery import EXAMPLES_ROOT

    (tmp_path / "fog").mkdir()
    (tmp_path / "fog" / "expansion.yaml").write_text(
        "expansion: fog\nof: pig\nname: {en: Fog, es: Niebla}\n", encoding="utf-8"
    )
    ran = run("bench", EXAMPLES_ROOT / "pig", "-x", tmp_path / "fog", "--seconds", "0.1")
    assert ran.code == 0, ran.err
    assert "\npig+fog  2 " in ran.out
    assert "name the one game" in run("bench", "-x", "fog").err


@pytest.mark.slow
def test_in_a_terminal(state_home: Path) -> None:
    env = {"RULESET_STATE": str(state_home), "LANG": "C.UTF-8"}
    args = ["play", "troyes_dice", "--seed", "1", "--seats", "human,first"]
    with Terminal(args, env, REAL) as terminal:
        for _ in range(3):
            terminal.expect("  1  ")
            terminal.answer("1")
        terminal.process.send_signal(signal.SIGKILL)
        terminal.end()
    (file,) = state_home.iterdir()
    moves = read_record(file).moves
    assert len(moves) >= 2
    with Terminal(["play", "--resume"], env, REAL) as terminal:
        terminal.expect(f"Continuing after {len(moves)} moves.")
        terminal.answer("log")
        terminal.expect("Player 1 uses")
        terminal.answer("quit")
        assert terminal.end() == 0
    with Terminal(["replay", str(file)], env, REAL) as terminal:
        terminal.answer("end")
        terminal.expect(f"Position {len(moves)} of {len(moves)}")
        terminal.answer("q")
        assert terminal.end() == 0
