"""What a typed line means."""

from __future__ import annotations

from typing import Any

import pytest

from ruleset_core.cli.play_typed import Command, Mistake, Offer, asked_about, offers, understand
from tests.record.fake import FakeGame


def meaning(typed: str, *moves: str, lang: str = "en") -> int | Command | Mistake:
    game: Any = FakeGame()
    state = game.new(2, 5)
    for move in moves:
        state.apply(move)
    return understand(typed, offers(game, state, lang), game, state, lang)


@pytest.mark.parametrize("typed", ["2", "take 2", "TAKE  2", "t 2", " tak 2 ", "ta 2"])
def test_an_option_by_number_notation_or_beginning(typed: str) -> None:
    assert meaning(typed) == 1


def test_the_words_behind_the_first_will_do() -> None:
    assert meaning("d", "take 1") == 4
    assert meaning("plain", "take 1") == 3


def test_a_number_is_a_whole_word() -> None:
    game: Any = FakeGame()
    menu = [Offer(0, "die 1", ""), Offer(1, "die 10", ""), Offer(2, "die 11", "")]
    assert understand("d 1", menu, game, game.new(2, 5), "en") == 0


def test_a_dash_is_as_good_as_the_line_of_an_id() -> None:
    game: Any = FakeGame()
    menu = [Offer(0, "wall b4_b5", ""), Offer(1, "wall b4_c5", "")]
    for typed in ("wall b4-b5", "b4-b5", "B4_B5", "b4-b"):
        assert understand(typed, menu, game, game.new(2, 5), "en") == 0


@pytest.mark.parametrize("typed", ["2", "take 2", "TAKE  2", "t 2", "ta 2"])
def test_what_can_be_played_can_be_asked_about(typed: str) -> None:
    game: Any = FakeGame()
    state = game.new(2, 5)
    assert asked_about(typed, offers(game, state, "en"), game, state, "en") == 1


def test_what_is_asked_about_may_be_unclear_or_nothing_at_all() -> None:
    game: Any = FakeGame()
    state = game.new(2, 5)
    menu = offers(game, state, "en")
    assert asked_about("tak", menu, game, state, "en") == Mistake("`tak` could be: take 1, take 2, take 3")
    assert isinstance(asked_about("99", menu, game, state, "en"), Mistake)
    assert isinstance(asked_about("xyz", menu, game, state, "es"), Mistake)


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("undo", Command("undo")),
        ("deshacer", Command("undo")),
        (":log", Command("log")),
        ("save my game.ruleset", Command("save", "my game.ruleset")),
        ("?", Command("?")),
        ("? take 2", Command("?", "take 2")),
        ("?take 2", Command("?", "take 2")),
        ("QUIT", Command("quit")),
        ("q", Command("quit")),
    ],
)
def test_commands(typed: str, command: Command) -> None:
    assert meaning(typed) == command


def test_a_letter_is_a_command_only_where_no_move_begins_with_it() -> None:
    game: Any = FakeGame()
    menu = [Offer(3, "place quarry", "the quarry")]
    assert understand("q", menu, game, game.new(2, 5), "en") == 3


def test_a_move_comes_before_a_command_of_its_name() -> None:
    game: Any = FakeGame()
    menu = [Offer(3, "log", "log the tree")]
    assert understand("log", menu, game, game.new(2, 5), "en") == 3
    assert understand(":log", menu, game, game.new(2, 5), "en") == Command("log")


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("9", "there is no option 9; there are 3"),
        ("0", "there is no option 0; there are 3"),
        ("9" * 99, f"there is no option {'9' * 9}; there are 3"),
        ("t", "`t` could be: take 1, take 2, take 3"),
        ("taek 2", "`taek 2` is neither a move nor a command; did you mean `take 2`?"),
        ("undoo", "`undoo` is neither a move nor a command; did you mean `undo`?"),
        ("xyzzy", "`xyzzy` is neither a move nor a command"),
        ("x" * 99, f"`{'x' * 57}...` is neither a move nor a command"),
        ("finish dice", "`finish dice` is not possible now: not now"),
        ("²", "`²` is neither a move nor a command"),
    ],
)
def test_mistakes_say_what_is_wrong(typed: str, text: str) -> None:
    assert meaning(typed) == Mistake(text)


def test_mistakes_speak_spanish() -> None:
    assert meaning("finish dice", lang="es") == Mistake("`finish dice` no es posible ahora: ahora no")
