"""`ruleset play` on the tiny game."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from ruleset_core import BrokenRuleError
from ruleset_core.play.records import Journal, Seat, Session, autosave, read_record, replay, saved_files
from tests.play.conftest import Run
from tests.record.fake import FakeGame, State

pytestmark = pytest.mark.usefixtures("fake")


def saved(state_home: Path) -> Path:
    (file,) = state_home.iterdir()
    return file


def test_without_a_terminal_bots_play_a_whole_game(run: Run, state_home: Path) -> None:
    ran = run("play", "fake", "--seed", 3)
    assert ran.code == 0
    assert "Players: Player 1 (greedy), Player 2 (greedy)" in ran.out
    assert "The game is over." in ran.out
    assert "Winner: " in ran.out
    assert "\x1b" not in ran.out
    assert not state_home.exists()  # nobody played: nothing to go on with


def test_the_same_seed_gives_the_same_game(run: Run) -> None:
    first, second = (run("play", "fake", "--seed", 3, "--seats", "greedy,random") for _ in range(2))
    assert first == second
    assert run("play", "fake", "--seed", 4, "--seats", "greedy,random").out != first.out


def test_a_person_plays_by_numbers_and_notations(run: Run) -> None:
    typed = ["1", "finish plain", "take 3", "2"]
    ran = run("play", "fake", "--seats", "Ana=human,Bo=first", typed=typed, person=True)
    assert ran.code == 0
    assert "Ana: How many?" in ran.out
    assert "  2  take 2\n" in ran.out
    for line in (
        "Ana: take 1\n",
        "Ana: finish plain\n",
        "Bo: take 1 · finish plain\n",
        "Ana: take 3\n",
        "Ana: finish dice\n",
    ):
        assert line in ran.out


def test_a_long_menu_is_not_listed_until_it_is_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from ruleset_core.cli.console import game_view

    monkeypatch.setattr(game_view, "LONG_MENU", 1)
    ran = run("play", "fake", "--seats", "Ana=human,Bo=first", typed=["?", "quit"], person=True)
    assert "3 options, such as `take 2`; ? all lists all of them" in ran.out
    assert ran.out.index("options, such as") < ran.out.index("  2  take 2")


def test_answers_are_typed_ahead_until_somebody_else_decides(run: Run) -> None:
    ran = run("play", "fake", "--seats", "Ana=human,Bo=first", typed=["2; plain; 3", "quit"], person=True)
    assert "Ana: take 2\n" in ran.out
    assert "Ana: finish plain\n" in ran.out
    assert "Not taken: 3 (another player has decided since, or decides now)." in ran.out
    assert ran.out.count("Ana: And then?") == 0  # a question that is answered ahead is not shown


def test_answers_typed_ahead_stop_at_the_first_that_is_not_offered(run: Run) -> None:
    ran = run("play", "fake", "--seats", "Ana=human,Bo=first", typed=["2 9 1", "quit"], person=True)
    assert "there is no option 9; there are 2" in ran.out
    assert "Not taken: 1 (that answer is not offered)." in ran.out
    assert ran.out.count("Ana: And then?") == 1
    assert "Bo: take" not in ran.out


def test_answers_typed_ahead_stop_at_what_is_drawn(run: Run) -> None:
    typed = ["1; dice; 1"]
    ran = run("play", "fake", "--players", 1, "--seats", "Ana=human", typed=typed, person=True)
    assert "Not taken: 1 (dice or cards were drawn since)." in ran.out
    assert ran.out.count("Ana: take 1\n") == 1


def breaks(monkeypatch: pytest.MonkeyPatch, option: int) -> None:
    """An option of the game after which a rule asks for something that has no meaning."""
    takes = State.apply

    def apply(state: State, taken: int | str) -> None:
        if taken == option:
            raise BrokenRuleError(
                "Fake, phase `x`: `tally` of no seat", {"es": "Falso, fase `x`: `tally` de ningún jugador"}
            )
        takes(state, taken)

    monkeypatch.setattr(State, "apply", apply)


@pytest.mark.parametrize(("lang", "said"), [("en", "`tally` of no seat"), ("es", "`tally` de ningún jugador")])
def test_a_person_may_answer_otherwise_when_a_rule_breaks(
    run: Run, monkeypatch: pytest.MonkeyPatch, lang: str, said: str
) -> None:
    breaks(monkeypatch, 2)
    typed = ["3", "2", "quit"]
    ran = run("play", "fake", "--seats", "Ana=human,Bo=first", "--lang", lang, typed=typed, person=True)
    assert ran.code == 0
    assert said in ran.out + ran.err
    told = "Nothing has changed: choose another answer." if lang == "en" else "Nada ha cambiado: elige otra respuesta."
    assert told in ran.out + ran.err
    assert ("Ana: take 2\n" if lang == "en" else "Ana: tomar 2\n") in ran.out


def test_bots_stop_where_a_rule_breaks(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    breaks(monkeypatch, 0)
    ran = run("play", "fake", "--seats", "first,first", "--lang", "es")
    assert ran.code == 1
    assert "Jugador 1 elige `take 1` y falla una regla: Falso, fase `x`: `tally` de ningún jugador" in ran.err
    assert "Traceback" not in ran.err


def test_what_was_played_is_kept_where_a_rule_breaks_for_a_bot(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    breaks(monkeypatch, 0)
    ran = run("play", "fake", "--seats", "Ana=human,Bo=first", typed=["2", "finish plain"], person=True)
    assert ran.code == 1
    assert "Continue with: ruleset play --resume" in ran.out
    assert "Bo takes `take 1`, and a rule is broken: Fake" in ran.err


def test_a_score_that_breaks_does_not_end_the_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks_too(_state: State, _seat: int) -> Any:
        raise BrokenRuleError("Fake: `tally` of no seat", {"es": "Falso: `tally` de ningún jugador"})

    monkeypatch.setattr(State, "score_sheet", breaks_too)
    ran = run("play", "fake", "--seats", "Ana=human,Bo=first", typed=["scores", "2", "quit"], person=True)
    assert ran.code == 0
    assert "`tally` of no seat" in ran.out + ran.err
    assert "Ana: take 2\n" in ran.out


def test_a_script_says_in_which_line_a_rule_breaks(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    breaks(monkeypatch, 2)
    script = tmp_path / "moves.txt"
    script.write_text("take 1\nfinish plain\ntake 3\n", encoding="utf-8")
    ran = run("play", "fake", "--moves", script)
    assert ran.code == 1
    assert f"{script}:3: Fake, phase `x`: `tally` of no seat" in ran.err


def test_enter_takes_the_only_answer(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = State.options.fget
    monkeypatch.setattr(State, "options", property(lambda state: everything(state)[:1]))
    ran = run("play", "fake", "--seats", "Ana=human,Bo=first", typed=["", "", "quit"], person=True)
    assert "The only answer; Enter takes it." in ran.out
    assert "Ana: take 1\n" in ran.out
    assert "Ana: finish plain\n" in ran.out


def test_enter_takes_nothing_where_there_is_a_choice(run: Run) -> None:
    ran = run("play", "fake", "--seats", "Ana=human,Bo=first", typed=["", "", "quit"], person=True)
    assert "The only answer" not in ran.out
    assert "Ana: take" not in ran.out


def test_bots_that_come_to_no_end_are_stopped(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from ruleset_core.play.match import seating

    monkeypatch.setattr(seating, "ENDLESS", 3)
    ran = run("play", "fake", "--seats", "first,first")
    assert ran.code == 1
    assert "made 3 decisions without reaching the end" in ran.err
    assert run("play", "fake", "--seats", "human,first", typed=["1"] * 9, person=True).code == 0


def test_in_spanish(run: Run) -> None:
    ran = run("play", "fake", "--lang", "es", typed=["tomar", "2", "ayuda"], person=True)
    assert "Jugador 1: ¿Cuántos?" in ran.out
    assert "  2  tomar 2\n" in ran.out
    assert "Jugador 1: tomar 2\n" in ran.out
    assert "guardar ARCHIVO" in ran.out
    assert "La partida está guardada en" in ran.out


def test_the_game_is_drawn_when_it_looks_otherwise(run: Run) -> None:
    ran = run("play", "fake", "--seats", "human,first", typed=["1", "?", "log", "1", "1"], person=True)
    drawn = [line.partition("heap ")[2].partition(",")[0] for line in ran.out.splitlines() if "[heap" in line]
    assert drawn == ["0", "1", "2", "3"]
    ran = run("play", "fake", "--seats", "human,first", typed=["board", "1", "tablero"], person=True)
    assert ran.out.count("[heap") == 4


def test_leaving_says_how_to_go_on(run: Run) -> None:
    for typed, code in ((["1", "quit"], 0), (["1"], 0), (["1", KeyboardInterrupt()], 130)):
        ran = run("play", "fake", typed=typed, person=True)
        assert ran.code == code
        assert "Traceback" not in ran.out + ran.err
        file = saved_files()[0]
        assert ran.out.endswith(f"The game is saved in {file}\nContinue with: ruleset play --resume {file}\n")
        assert len(read_record(file).moves) == 1


def test_a_game_is_resumed_where_it_was(run: Run, state_home: Path, fake: Any) -> None:
    whole = run("play", "fake", "--seed", 6, "--seats", "human,random", typed=["1"] * 40, person=True)
    (file,) = state_home.iterdir()
    moves = read_record(file).moves
    file.unlink()
    run("play", "fake", "--seed", 6, "--seats", "human,random", typed=["1", "1", "1"], person=True)
    for way in (["--resume"], ["--resume", "fake"], ["fake", "--resume"], ["--resume", saved(state_home)]):
        ran = run("play", *way, typed=[], person=True)
        assert ran.code == 0, ran.err
        assert ran.out.startswith("Continuing after ")
    ran = run("play", "--resume", typed=["1"] * 40, person=True)
    assert read_record(file if file.exists() else saved(state_home)).moves == moves  # the bot goes on as it would have
    assert ran.out.splitlines()[-6:-2] == whole.out.splitlines()[-6:-2]
    ran = run("play", "--resume", person=True, typed=[])
    assert ran.code == 1
    assert ran.err == f"Error: no unfinished game is saved in {state_home}\n"
    assert replay(fake, read_record(saved(state_home))).live.over


def test_a_game_that_cannot_go_on_is_skipped(run: Run, state_home: Path, fake: Any) -> None:
    run("play", "fake", "--seed", "6", typed=["1"], person=True)
    old = saved(state_home)
    strange = Session.start(fake, (Seat("Ana", "human"), Seat("Bo", "hal9000")), seed=5)
    autosave(strange.record()).close()
    (state_home / "fake-junk.ruleset").write_bytes(b"junk")
    os.utime(old, (1, 1))
    ran = run("play", "--resume", typed=[], person=True)
    assert ran.code == 0
    assert "fake-junk.ruleset: is not a saved game" in ran.out
    assert "`hal9000`, who plays seat 2, is not a bot known here" in ran.out
    assert f"Continue with: ruleset play --resume {old}" in ran.out


def test_a_finished_game_is_only_shown(run: Run, state_home: Path) -> None:
    run("play", "fake", "--players", "1", typed=["3", "1"] * 7, person=True)
    ran = run("play", "--resume", saved(state_home), typed=[], person=True)
    assert ran.code == 0
    assert "The game is over." in ran.out


def test_undo_in_the_own_turn_only(run: Run, state_home: Path) -> None:
    typed = ["undo", "take 3", "undo", "take 1", "finish plain", "undo"]
    ran = run("play", "fake", "--seats", "Ana=human,Bo=first", typed=typed, person=True)
    assert "Cannot undo: there is nothing to take back." in ran.out
    assert "Ana takes back: take 3\n" in ran.out
    assert "Cannot undo: another player has decided since, or decides now." in ran.out
    assert [move.notation for move in read_record(saved(state_home)).moves][:2] == ["take 1", "finish plain"]


def test_the_question_mark_explains(run: Run) -> None:
    ran = run("play", "fake", typed=["?", "? finish dice", "? take 1", "? nonsense"], person=True)
    assert "You can:\n  1  take 1\n" in ran.out
    assert "`finish dice` is not possible now: not now" in ran.out
    assert "`take 1` is possible: type it" in ran.out
    assert "nothing in Fake is called `nonsense`" in ran.out


def test_log_scores_and_help(run: Run) -> None:
    ran = run("play", "fake", typed=["log", "2", "log", "scores", "help"], person=True)
    assert "No moves yet." in ran.out
    assert "1  Player 1: take 2\n" in ran.out
    said = [" ".join(line.strip("│ ").split()) for line in ran.out.splitlines()]
    at = said.index("Player 1 Player 2")
    assert [said[at + 1], said[at + 3]] == ["heap 2 0", "total 2 0"]
    assert "  undo       take back" in ran.out


def test_save_and_load(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "kept.ruleset"
    typed = ["save", f"save {file}", "take 3", "load", f"load {file}", "load /no/such", f"save {tmp_path}", "log"]
    ran = run("play", "fake", typed=["take 2", *typed], person=True)
    assert "save FILE: name a file" in ran.out
    assert f"Saved: {file}" in ran.out
    assert f"Loaded: {file}, 1 move" in ran.out
    assert "/no/such: there is no such file" in ran.out
    assert f"{tmp_path}: exists and is not a saved game" in ran.out
    assert len(read_record(file).moves) == 1


def test_choices_of_others_stay_hidden_while_all_choose(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    game = FakeGame(simultaneous=True)
    monkeypatch.setattr("ruleset_core.load", lambda *_, **__: game)
    ran = run("play", "fake", "--seats", "Ana=first,Bo=human", typed=["log"], person=True)
    assert "Ana: take" not in ran.out
    assert "Ana: " not in ran.out.partition("> log")[2]  # not even how often she was asked
    assert "No moves yet." in ran.out
    ran = run("play", "fake", "--seats", "Ana=first,Bo=human", typed=["1", "1"], person=True)
    lines = [line for line in ran.out.splitlines() if line.startswith(("Ana: ", "Bo: "))]
    assert lines[:5] == [
        "Bo: How many?",
        "Bo: take 1",
        "Bo: And then?",
        "Bo: finish plain",
        "Ana: take 1 · finish plain",  # told when all have chosen
    ]


def test_secret_choices_are_never_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    game = FakeGame(secret=("take",))
    monkeypatch.setattr("ruleset_core.load", lambda *_, **__: game)
    ran = run("play", "fake", "--seats", "Ana=first,Bo=human", typed=["1", "1", "log"], person=True)
    assert "Ana: take" not in ran.out
    assert "Ana: ? · finish plain" in ran.out


def test_two_persons_with_secrets_do_not_see_each_others_screen(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = ("--seats", "Ana=human,Bo=human")
    ran = run("play", "fake", *seats, typed=["1"] * 5, person=True)
    assert "press Enter" not in ran.out
    assert ran.out.count("Ana: take 1\n") == 2
    game = FakeGame(hands=True)
    monkeypatch.setattr("ruleset_core.load", lambda *_, **__: game)
    ran = run("play", "fake", *seats, typed=["1", "1", "", "1", "1", "", "1"], person=True)
    assert "Bo: press Enter when only you are looking" in ran.out
    assert "Ana: press Enter when only you are looking" in ran.out
    assert ran.out.count("Ana: take 1\n") == 2  # told to Ana at once, to Bo when he comes
    assert ran.out.count("Ana: take 1 · finish plain\n") == 1


def test_moves_from_a_pipe(run: Run) -> None:
    ran = run("play", "fake", "--seats", "human,first", typed="take 1\nbogus\n1\n")
    assert ran.code == 0
    assert "`bogus` is neither a move nor a command" in ran.out
    assert "Player 1: finish plain\n" in ran.out
    assert "Continue with: ruleset play --resume " in ran.out


def test_a_full_disk_is_said_once_and_play_goes_on(run: Run, monkeypatch: pytest.MonkeyPatch, state_home: Path) -> None:
    write, flush = os.write, Journal.append

    def append(self: Journal, *args: Any) -> bool:
        full = args[1] in {2, 3}
        monkeypatch.setattr(os, "write", fail if full else write)
        return flush(self, *args)

    def fail(*_: Any) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Journal, "append", append)
    ran = run("play", "fake", "--players", 1, typed=["1"] * 5, person=True)
    assert ran.code == 0
    assert ran.out.count("No space left on device. The game goes on.") == 1
    assert ran.out.count("Saving works again.") == 1
    assert len(read_record(saved(state_home)).moves) == 5


def test_a_state_directory_that_cannot_be_written(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESET_STATE", "/dev/null/state")
    ran = run("play", "fake", typed=["1"], person=True)
    assert ran.code == 0
    assert "cannot be written: Not a directory\nThis game is not being saved." in ran.out
    assert ran.out.endswith("The game was not saved.\n")


def test_no_save(run: Run, state_home: Path) -> None:
    assert run("play", "fake", "--no-save", typed=["1"], person=True).out.endswith("The game was not saved.\n")
    assert not state_home.exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "name a game, or --resume one"),
        (("fake", "--players", "9"), "Fake is for 1 to 4 players"),
        (("fake", "--players", "999999999999"), "Fake is for 1 to 4 players"),
        (("fake", "--players", "0"), "0 is not in the range"),
        (("fake", "--seats", "human,gredy"), "one of: random, first, greedy, greedy1, easy, normal, strong; did you mean `greedy`?"),
        (("fake", "--seats", ""), "`` cannot take a seat"),
        (("fake", "--seats", "\x1b=human"), "cannot be a name"),
        (("fake", "--seats", "Ana=human,ana=easy"), "two players are called ana; give each a name of its own"),
        (("fake", "--seats", "human,human", "--players", "3"), "3 play, and --seats names 2; name every one, as in `--seats human,human,random`"),
        (("fake", "--option", "speed="), "`speed=` is not NAME or NAME=VALUE"),
        (("fake", "--option", "=2"), "`=2` is not NAME or NAME=VALUE"),
        (("fake", "--option", "speed=1", "--option", "speed=2"), "option `speed` is given twice"),
        (("--resume", "--seed", "3"), "--seed is for a new game"),
        (("--resume", "--seed", "0"), "--seed is for a new game"),
        (("--resume", "--number", "0"), "--number is for a new game"),
        (("fake", "--number", "3"), "give the seed too: --seed N"),
        (("fake", "--seed", "3", "--number", "-1"), "-1 is not in the range"),
        (("--resume", "--option", "a=b"), "--option is for a new game"),
    ],
)  # fmt: skip
def test_wrong_usage(run: Run, args: tuple[str, ...], said: str) -> None:
    ran = run("play", *args)
    assert ran.code == 2
    assert said in ran.err


def test_options_of_the_game(run: Run) -> None:
    assert run("play", "fake", "--option", "speed=2").code == 0
    assert run("play", "fake", "--option", "speed").code == 0
    ran = run("play", "fake", "--option", "size=2")
    assert ran.code == 1
    assert ran.err == "Error: there is no such option\n"


def test_saving_onto_its_own_file_loses_nothing(run: Run, state_home: Path) -> None:
    run("play", "fake", "--seats", "human,human", "--seed", 3, typed=["take 1", "quit"], person=True)
    (file,) = state_home.iterdir()
    typed = ["finish plain", f"save {file}", "take 2", "finish plain", "quit"]
    ran = run("play", "--resume", file, typed=typed, person=True)
    assert f"Saved: {file}" in ran.out
    assert f"The game is saved in {file}" in ran.out
    assert [move.notation for move in read_record(file).moves] == ["take 1", "finish plain", "take 2", "finish plain"]


def test_a_file_that_was_deleted_is_said_and_written_again(
    run: Run, state_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = Journal.append

    def deleting(self: Journal, entry: Any, number: int = 0) -> bool:
        if number == 2:
            saved(state_home).unlink(missing_ok=True)
        return append(self, entry, number)

    monkeypatch.setattr(Journal, "append", deleting)
    ran = run(
        "play", "fake", "--seats", "human,human", "--seed", 3, typed=["take 1", "finish plain", "quit"], person=True
    )
    (file,) = state_home.iterdir()
    assert f"from now on it is saved in {file}" in ran.out + ran.err
    assert f"The game is saved in {file}" in ran.out
    assert len(read_record(file).moves) == 2


def test_an_end_that_a_crash_kept_from_being_noted_is_noted(run: Run, state_home: Path) -> None:
    run("play", "fake", "--seats", "human,first", "--seed", 3, typed=["1"] * 99, person=True)
    file = saved(state_home)
    lines = file.read_bytes().splitlines(keepends=True)
    assert b'"over"' in lines[-1]
    file.write_bytes(b"".join(lines[:-1]))
    assert run("play", "--resume", typed=[], person=True).code == 0
    assert file.read_bytes() == b"".join(lines)
