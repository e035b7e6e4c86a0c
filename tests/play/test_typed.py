"""What a typed line means."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import Game, NotationError, State, load
from ruleset_core.check.checker import check_paths
from ruleset_core.cli.console.input import (
    AnswerPath,
    Command,
    InputMistake,
    menu_lines,
    option_asked_about,
    parse_line,
    split_answers,
)
from ruleset_core.play.lookup.queries import LookupContext
from ruleset_core.play.wording.game_messages import MenuOffer, menu_keys, offers
from ruleset_core.testing import run_scenarios
from tests.engine.games import write
from tests.record.fake import FakeGame


def meaning(typed: str, *moves: str, lang: str = "en") -> int | AnswerPath | Command | InputMistake:
    game: Any = FakeGame()
    state = game.new(2, 5)
    for move in moves:
        state.apply(move)
    return parse_line(typed, offers(game, state, lang), game, state, lang)


@pytest.mark.parametrize("typed", ["2", "take 2", "TAKE  2", "t 2", " tak 2 ", "ta 2"])
def test_an_option_by_number_notation_or_beginning(typed: str) -> None:
    assert meaning(typed) == 1


def test_the_words_behind_the_first_will_do() -> None:
    assert meaning("d", "take 1") == 4
    assert meaning("plain", "take 1") == 3


def test_a_name_is_meant_before_those_that_begin_with_it() -> None:
    game: Any = FakeGame()
    menu = [MenuOffer(0, "hut c3_ne", ""), MenuOffer(1, "hut c3_n", ""), MenuOffer(2, "road c3_ne", "")]
    assert parse_line("c3_n", menu, game, game.new(2, 5), "en") == 1
    assert isinstance(parse_line("c3_ne", menu, game, game.new(2, 5), "en"), InputMistake)


def test_a_number_is_a_whole_word() -> None:
    game: Any = FakeGame()
    menu = [MenuOffer(0, "die 1", ""), MenuOffer(1, "die 10", ""), MenuOffer(2, "die 11", "")]
    assert parse_line("d 1", menu, game, game.new(2, 5), "en") == 0


def test_a_dash_is_as_good_as_the_line_of_an_id() -> None:
    game: Any = FakeGame()
    menu = [MenuOffer(0, "wall b4_b5", ""), MenuOffer(1, "wall b4_c5", "")]
    for typed in ("wall b4-b5", "b4-b5", "B4_B5", "b4-b"):
        assert parse_line(typed, menu, game, game.new(2, 5), "en") == 0


@pytest.mark.parametrize("typed", ["2", "take 2", "TAKE  2", "t 2", "ta 2"])
def test_what_can_be_played_can_be_asked_about(typed: str) -> None:
    game: Any = FakeGame()
    state = game.new(2, 5)
    assert option_asked_about(typed, LookupContext(offers(game, state, "en"), game, state, "en")) == 1


def test_what_is_asked_about_may_be_unclear_or_nothing_at_all() -> None:
    game: Any = FakeGame()
    state = game.new(2, 5)
    menu = offers(game, state, "en")
    assert option_asked_about("tak", LookupContext(menu, game, state, "en")) == InputMistake(
        "`tak` could be: take 1, take 2, take 3"
    )
    assert option_asked_about("99", LookupContext(menu, game, state, "en")) is None
    assert option_asked_about("xyz", LookupContext(menu, game, state, "es")) is None


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
    menu = [MenuOffer(3, "place quarry", "the quarry")]
    assert parse_line("q", menu, game, game.new(2, 5), "en") == 3


def test_a_move_comes_before_a_command_of_its_name() -> None:
    game: Any = FakeGame()
    menu = [MenuOffer(3, "log", "log the tree")]
    assert parse_line("log", menu, game, game.new(2, 5), "en") == 3
    assert parse_line(":log", menu, game, game.new(2, 5), "en") == Command("log")


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
    assert meaning(typed) == InputMistake(text)


def test_mistakes_speak_spanish() -> None:
    assert meaning("finish dice", lang="es") == InputMistake("`finish dice` no es posible ahora: ahora no")


VALUES = [MenuOffer(3, "value 3", "3"), MenuOffer(4, "value 5", "5"), MenuOffer(0, "value done", "enough")]


def test_the_number_of_a_value_is_the_value() -> None:
    assert menu_keys(VALUES) == ["3", "5", "a"]
    assert [line.split()[0] for line in menu_lines(VALUES)] == ["3", "5", "a"]
    game: Any = FakeGame()
    for typed, option in (("5", 4), ("05", 4), ("a", 0), ("enough", 0), ("value 3", 3)):
        assert parse_line(typed, VALUES, game, game.new(2, 5), "en") == option
    said = InputMistake("there is no option 1; numbers are values here: 3, 5, a")
    assert parse_line("1", VALUES, game, game.new(2, 5), "en") == said


def test_options_with_numbers_of_different_kinds_are_counted() -> None:
    assert menu_keys([MenuOffer(0, "red 2", ""), MenuOffer(1, "blue 2", "")]) == ["1", "2"]
    assert menu_keys([MenuOffer(0, "2", ""), MenuOffer(1, "done", "")]) == ["1", "2"]


def test_letters_leave_out_those_of_commands() -> None:
    menu = [MenuOffer(0, "take 7", "")] + [MenuOffer(n, f"take {n * 'x'}", "") for n in range(1, 30)]
    keys = menu_keys(menu)
    assert keys[0] == "7"
    assert keys[1:3] == ["a", "b"]
    assert "q" not in keys
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("typed", "answers"),
    [
        ("3 5 a", ["3", "5", "a"]),
        ("3;value 5 ; ;a", ["3", "value 5", "a"]),
        ("value 3", ["value 3"]),
        ("v 3", ["v 3"]),
        ("7 3", ["7 3"]),
        ("save a;b", ["save a;b"]),
        ("3 five", ["3 five"]),
        (";", [";"]),
        ("", [""]),
    ],
)
def test_answers_in_a_chain(typed: str, answers: list[str]) -> None:
    assert split_answers(typed, VALUES) == answers


def test_a_number_before_words_is_a_line_of_the_menu() -> None:
    menu = [
        MenuOffer(0, "shelve pear_4 b1", ""),
        MenuOffer(1, "shelve pear_2 b1", ""),
        MenuOffer(2, "shelve plum_2 c1", ""),
    ]
    assert split_answers("2 b1", menu) == ["2", "b1"]
    assert split_answers("pear 2 b1", menu) == ["pear 2 b1"]
    assert split_answers("2 x 4", [MenuOffer(0, "boast 1 x 4", ""), MenuOffer(1, "boast 2 x 4", "")]) == ["2 x 4"]


def test_words_of_the_screen_with_and_without_accents() -> None:
    game: Any = FakeGame()
    menu = [MenuOffer(0, "action pay", "administración, 2 deniers"), MenuOffer(1, "action red", "rojo 4, coste 1")]
    for typed, option in (("administración", 0), ("ADMINISTRACION", 0), ("admin", 0), ("rojo", 1), ("rojo 4", 1)):
        assert parse_line(typed, menu, game, game.new(2, 5), "es") == option
    assert isinstance(parse_line("4", menu, game, game.new(2, 5), "es"), InputMistake)


def test_words_of_the_question_and_glued_numbers() -> None:
    assert (
        meaning("many 2") == meaning("take2") == meaning("cuántos 2", lang="es") == meaning("tomar 2", lang="es") == 1
    )


def test_a_word_of_the_question_and_a_number_is_no_place_on_the_menu() -> None:
    game, state = question("troyes", "space")
    menu = offers(game, state, "en")
    assert isinstance(parse_line("citizen 1", menu, game, state, "en"), InputMistake)
    assert isinstance(parse_line("1", menu, game, state, "en"), int)


def test_a_line_is_named_from_either_end() -> None:
    game: Any = FakeGame()
    menu = [MenuOffer(0, "wall d4_d5", "D4-D5"), MenuOffer(1, "wall d4_e5", "D4-E5")]
    for typed in ("d5_d4", "d5-d4", "d5 d4", "wall d5_d4", "d4 d5"):
        assert parse_line(typed, menu, game, game.new(2, 5), "en") == 0


def test_what_another_question_offers_is_refused_with_its_reason() -> None:
    assert meaning("plain") == InputMistake("`finish plain` is not possible now: not now")
    assert meaning("finish") == InputMistake("`finish` is not possible now: not now")


@pytest.mark.parametrize(("lang", "typed", "meant"), [("en", "registroo", False), ("es", "registroo", True)])
def test_commands_of_the_other_language_are_not_suggested(lang: str, typed: str, meant: bool) -> None:
    said = meaning(typed, lang=lang)
    assert isinstance(said, InputMistake)
    assert ("registro`?" in said.text) == meant


def question(name: str, decision: str, *, options: int = 2) -> tuple[Game, State]:
    """A state of an included game in which a question is asked, the first at random that has so many answers."""
    game = load(name)
    for seed in range(20):
        state, random = game.new(2, seed=seed), Random(seed)
        while not state.over:
            if state.decision is not None and state.decision.name == decision and len(state.options) >= options:
                return game, state
            state.apply(random.choice(state.options))
    raise LookupError(decision)


def typed_at(name: str, decision: str, typed: str, lang: str = "en") -> str:
    """What is played, or said, when this is typed at a question."""
    game, state = question(name, decision)
    menu = offers(game, state, lang, ["Ana", "Bo"])
    meant = parse_line(typed, menu, game, state, lang, ["Ana", "Bo"])
    if isinstance(meant, AnswerPath):
        return "; ".join([game.notation(meant.option), *meant.rest])
    return game.notation(meant) if isinstance(meant, int) else getattr(meant, "text", "a command")


@pytest.mark.parametrize(
    ("name", "decision", "lang", "typed", "played"),
    [
        ("tournay", "task", "en", "red_2", "act draw; deck red_2"),
        ("tournay", "task", "en", "red 2", "act draw; deck red_2"),
        ("tournay", "task", "en", "draw red2", "act draw; deck red_2"),
        ("tournay", "task", "es", "rojo 2", "act draw; deck red_2"),
        ("tournay", "task", "es", "mazo rojo 2", "act draw; deck red_2"),
        ("tournay", "task", "es", "roba una carta", "act draw"),
        ("troyes", "action", "en", "settle in the palace", "action settle; building palace"),
        ("carcassonne_masons", "wall", "en", "from a2 to a1", "wall a1_a2"),
        ("carcassonne_masons", "wall", "en", "A2A1", "wall a1_a2"),
        ("carcassonne_masons", "wall", "es", "el muro de a1 a a2", "wall a1_a2"),
        ("carcassonne_masons", "colour", "es", "la roja", "house red"),
        ("carcassonne_masons", "colour", "es", "pink", "house pink"),
        ("carcassonne_masons", "colour", "en", "rosa", "house pink"),
        ("troyes", "space", "es", "ayunt 2", "space city_hall_2"),
        ("troyes", "space", "en", "3 palace", "space palace_3"),
    ],
)
def test_what_a_person_would_type(name: str, decision: str, lang: str, typed: str, played: str) -> None:
    assert typed_at(name, decision, typed, lang) == played


@pytest.mark.parametrize(
    ("name", "decision", "typed", "said"),
    [
        ("tournay", "task", "deck red", "`deck red` could be: act draw · deck red_1, act draw · deck red_2"),
        (
            "tournay",
            "task",
            "recruit",
            "`act recruit` is not possible now: recruiting is an action of the expert game.",
        ),
        (
            "tournay",
            "task",
            "guildhall",
            '`guildhall` is not possible now: the question is "What do your citizens do?"',
        ),
        (
            "carcassonne_masons",
            "wall",
            "score",
            '`score` is not possible now: the question is "Where does the wall go?"',
        ),
        (
            "troyes",
            "event",
            "brigands",
            "`brigands` (event brigands_a, event brigands_b, event brigands_c) is not possible now: that event is not in the row.",
        ),
        ("troyes", "space", "palace", "`palace` could be: space palace_1"),
        ("carcassonne_masons", "wall", "b2", "`b2` could be: wall b2_"),
        ("carcassonne_masons", "wall", "-1", "`-1` is neither a move nor a command"),
        ("carcassonne_masons", "scoring", "play thing", "`play` could be: score one, score two"),
    ],
)
def test_what_is_not_clear_or_not_possible_is_told_why(name: str, decision: str, typed: str, said: str) -> None:
    assert typed_at(name, decision, typed).startswith(said)


def test_an_option_of_another_question_is_refused_in_spanish() -> None:
    said = typed_at("carcassonne_masons", "wall", "score", "es")
    assert said == "`score` no es posible ahora: la pregunta es «¿Dónde va el muro?»"


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["b 2", "that is all", "nothing", "xyzzy", "discard a1_a2"])
def test_nothing_is_played_that_was_not_said(typed: str) -> None:
    for name, decision in (("tournay", "task"), ("troyes", "action"), ("carcassonne_masons", "wall")):
        game, state = question(name, decision)
        assert isinstance(parse_line(typed, offers(game, state, "en"), game, state, "en"), InputMistake)


def test_no_question_between_is_answered_with_nothing_said() -> None:
    game, state = question("troyes", "black", options=3)
    assert isinstance(parse_line("agriculture", offers(game, state, "en"), game, state, "en"), InputMistake)


def test_the_name_of_the_other_language_comes_last() -> None:
    game: Any = FakeGame()
    menu = [MenuOffer(0, "a x", "once", foreign=("una vez",)), MenuOffer(1, "b y", "una", foreign=("one",))]
    assert parse_line("una", menu, game, game.new(2, 5), "en") == 1
    assert parse_line("una vez", menu, game, game.new(2, 5), "en") == 0


def test_words_for_nothing_more_take_the_option_that_ends() -> None:
    game: Any = FakeGame()
    menu = [
        MenuOffer(0, "stand yellow", "yellow"),
        MenuOffer(1, "stand done", "that is all", names=("done", "enough", "nada")),
    ]
    for typed in ("enough", "nada", "that is all", "done"):
        assert parse_line(typed, menu, game, game.new(2, 5), "en") == 1


BIDS = """
game: bids
name: {en: Bids}
players: 2
state: {price: {is: int}}
decisions: {bid: {of: 1..2000, ask: {en: How much?}}}
flow: [{phase: all, turns: once, do: "choose bid n in 39 to 412 { set price = price + n }"}]
score: {none: {name: {en: none}, amount: price}}
"""


def test_a_number_that_is_not_offered_is_answered_with_the_range(tmp_path: Path) -> None:
    directory = write(tmp_path, BIDS)
    game = load(directory)
    state = game.new(2, seed=1)
    said = {
        "9999": "there is no option 9999; numbers are values here: 39 to 412",
        "bid 9999": "`bid` could be: bid 39 to 412",
    }
    for typed, text in said.items():
        mistake = parse_line(typed, offers(game, state, "en"), game, state, "en")
        assert isinstance(mistake, InputMistake)
        assert mistake.text == text
    with pytest.raises(NotationError, match="`bid` goes from 1 to 2000") as refused:
        game.parse("bid 9999")
    assert refused.value.suggestions == ()
    scenario = "scenarios: [{name: a bid, do: [bid 9999], expect: {offered: [bid 39]}}, {name: less, do: [bid 5]}]"
    (directory / "scenarios").mkdir()
    (directory / "scenarios" / "bids.yaml").write_text(scenario)
    assert [each.help for each in check_paths([directory], select=["E"]).diagnostics] == ["`bid` goes from 1 to 2000"]
    notes = [failure.notes[-1] for each in run_scenarios([str(directory)]) for failure in each.failures]
    assert notes == ["offered: `bid 39` to `412`"] * 2


def test_figures_keep_their_order() -> None:
    game: Any = FakeGame()
    menu = [MenuOffer(0, "boast 1 x 4", ""), MenuOffer(1, "boast 4 x 2", ""), MenuOffer(2, "boast 4 x 3", "")]
    assert parse_line("boast 4 of 2", menu, game, game.new(2, 5), "en") == 1
    assert parse_line("boast 1 of 4", menu, game, game.new(2, 5), "en") == 0
    assert isinstance(parse_line("boast 4 of 1", menu, game, game.new(2, 5), "en"), InputMistake)


def test_the_reason_is_that_of_answers_which_begin_like_an_offered_one() -> None:
    game = load("patios")
    state = game.new(2, 3)
    box = next(option for option in state.options if game.notation(option).startswith("lay box "))
    assert game.notation(box).startswith("lay box box_0 ")
    found = parse_line("lay box a1", offers(game, state, "en"), game, state, "en")
    assert isinstance(found, InputMistake)
    assert found.text.endswith("it would lie beyond the wall.")
