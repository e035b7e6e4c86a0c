"""`hint` in a game and `ruleset hint`: shown, told to the others, kept in the file, and stopped by Ctrl-C."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import core_of, load
from ruleset_core.cli.console.input import command_words
from ruleset_core.play.match import Hint, HintTask, hints
from ruleset_core.play.records import HintRequest, Journal, RecordError, read_record, saved_files
from tests.play.conftest import Run

TWO = ("--seats", "Ana=human,Bo=human", "--seed", "3")


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    if core_of(load("tic_tac_toe")).executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")
    monkeypatch.setattr(hints, "WORK", 1)


@pytest.fixture
def saved(run: Run) -> Path:
    """The file of a game of tic-tac-toe that Ana wins with her next move."""
    typed = ["a1", "b2", "a2", "c1", "quit"]
    assert run("play", "tic_tac_toe", *TWO, typed=typed).code == 0
    return saved_files()[0]


def test_a_player_is_told_what_a_bot_would_do(run: Run) -> None:
    ran = run("play", "tic_tac_toe", *TWO, "--no-save", typed=["a1", "b2", "a2", "c1", "hint", "quit"])
    assert ran.code == 0
    told = ran.out.partition("What the bot `strong` would do:")[2].splitlines()
    assert told[1].split() == ["3", "mark", "a3", "a3"]
    assert told[2].strip() == "Ana marks a3: gains 1 point."
    assert told[3].split("±")[0].strip() == "you win 100"
    assert "fewer games won in 100" in told[7]
    assert "everybody at the table can see it" in ran.out


@pytest.mark.parametrize(
    ("lang", "word", "said"),
    [
        ("en", "hint strong", "`strong`"),
        ("es", "consejo strong", "`fuerte`"),
        ("es", "consejo fuerte", "`fuerte`"),
        ("en", "hint strong@30ms", "`strong@30ms`"),
        ("es", "consejo fuerte@30ms", "`fuerte@30ms`"),
    ],
)
def test_it_is_asked_in_both_languages_and_of_any_level(run: Run, lang: str, word: str, said: str) -> None:
    ran = run("play", "tic_tac_toe", *TWO, "--no-save", "--lang", lang, typed=[word, "q"])
    assert said in ran.out
    assert word.split(maxsplit=1)[0] in command_words(lang)


@pytest.mark.parametrize("bot", ["greedy", "easy@1s", "strong@1"])
def test_what_is_no_level_is_told(run: Run, bot: str) -> None:
    ran = run("play", "tic_tac_toe", *TWO, "--no-save", typed=[f"hint {bot}", "quit"])
    assert f"the bot `{bot}` gives no hints; these do: easy, normal, strong" in ran.out


def test_the_other_is_told_and_so_is_who_looks_at_the_file(run: Run) -> None:
    ran = run("play", "tic_tac_toe", *TWO, typed=["hint", "hint", "a1", "b2", "quit"])
    assert ran.out.count("Ana has asked for a hint.") == 1
    file = saved_files()[0]
    assert read_record(file).hints == (HintRequest(0, 0),)
    assert "Hints asked for: Ana 1." in run("replay", file).out


def test_a_table_may_be_without(run: Run) -> None:
    ran = run("play", "tic_tac_toe", *TWO, "--no-hints", typed=["hint", "a1", "quit"])
    assert "hints are off in this game" in ran.out
    again = run("play", "--resume", typed=["hint", "quit"])
    assert "hints are off in this game" in again.out
    ran = run("hint", saved_files()[0])
    assert (ran.code, ran.out) == (1, "")
    assert "hints are off in this game" in ran.err
    assert run("play", "--resume", "--no-hints").code == 2


def test_ctrl_c_stops_the_thinking_and_not_the_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(_task: HintTask, _progress: object) -> Hint:
        raise KeyboardInterrupt

    monkeypatch.setattr(HintTask, "think", stopped)
    ran = run("play", "tic_tac_toe", *TWO, typed=["hint", "a1", "quit"])
    assert "Stopped: no hint." in ran.out
    assert "Ana marks a1." in ran.out
    assert read_record(saved_files()[0]).hints == ()


def test_a_hint_about_a_file_is_written_into_it(run: Run, saved: Path) -> None:
    moves = read_record(saved).moves
    for _ in range(2):
        ran = run("hint", saved)
        assert ran.code == 0
        assert ran.out.splitlines()[0] == "Ana: Which cell do you mark?"
        assert ran.out.splitlines()[2].split() == ["mark", "a3", "a3"]
    record = read_record(saved)
    assert (record.moves, record.hints) == (moves, (HintRequest(0, 4),))
    assert run("play", "--resume", saved, typed=["a3"]).code == 0
    assert "Hints asked for: Ana 1." in run("replay", saved).out


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--seat", "2"), 1, "this player is asked nothing now"),
        (("--seat", "3"), 2, "there is no seat 3"),
        (("--bot", "greedy"), 1, "the bot `greedy` gives no hints"),
        (("--sims", "0"), 2, "--sims"),
    ],
)
def test_what_cannot_be_is_refused(run: Run, saved: Path, options: tuple[str, ...], code: int, said: str) -> None:
    before = saved.read_bytes()
    ran = run("hint", saved, *options)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err
    assert "Traceback" not in ran.err
    assert saved.read_bytes() == before


def test_a_game_that_is_over_has_none(run: Run, saved: Path) -> None:
    run("play", "--resume", saved, typed=["a3"])
    ran = run("hint", saved)
    assert ran.code == 1
    assert "the game is over" in ran.err


def test_a_file_that_cannot_be_written_gives_a_hint_all_the_same(
    run: Run, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(_record: object) -> Journal:
        raise RecordError("not_writable", file=saved, reason="read-only")

    monkeypatch.setattr(Journal, "reopen", refuses)
    ran = run("hint", saved)
    assert ran.code == 0
    assert "mark a3" in ran.out
    assert "could not be saved" in ran.out


def test_a_file_that_is_played_elsewhere_gives_none(run: Run, saved: Path) -> None:
    journal = Journal.reopen(read_record(saved))
    ran = run("hint", saved)
    journal.close()
    assert ran.code == 1
    assert "is being played in another terminal" in ran.err
