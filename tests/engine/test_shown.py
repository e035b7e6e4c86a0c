"""Decisions about pieces with `notation:`: options are what pieces show, so that like pieces are one option."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, IllegalOption, LoadError, NotationError, State, load, start_at
from tests.engine.games import write
from tests.executors import both

GAME = """
game: shown
name: {en: Shown, es: Vistos}
players: 2..3
sets:
  colour: {members: {red: {name: {en: red, es: rojo}}, blue: {name: {en: blue, es: azul}}}}
  family: {seats: true, members: {grey: {name: {en: grey, es: gris}}}}
resources: {members: {coin: {start: 3}}}
pieces:
  die: {count: 5, name: {en: die, es: dado}, facts: {colour: colour}, values: {colour: [red, red, red, blue, blue]}}
zones: {bag: {of: die, start: all}, taken: {of: die, by: [seat]}}
state:
  pips: {by: [die], is: 1..6}
  home: {by: [die], is: "family?"}
  last: {is: "die?"}
decisions:
  die:
    of: die
    word: take
    notation: "{it.colour} {pips[it]} from {home[it]}"
    ask: {en: "Which, with {coin}?", es: "¿Cuál, con {coin}?"}
    label: {en: "{it.colour} {pips[it]} of {home[it]}: {pips[it] + 1}", es: "{it.colour} {pips[it]} de {home[it]}"}
    done: {en: "enough: {count d in taken}", es: "basta: {count d in taken}"}
    why:
      - {unless: it in bag, say: {en: It is taken., es: Ya está tomado.}}
      - {unless: "pips[it] < 5", say: {en: Too high., es: Demasiado alto.}}
flow:
  - phase: play
    turns: once
    do: |
      choose up to 2 die d in bag where pips[d] < 5 done where (any t in taken) or (every d in bag has home[d] == none) {
        set last = d;
        move d to taken
      }
score:
  dice: {name: {en: dice, es: dados}, amount: "sum d in taken of pips[d]"}
"""
DICE = {"die_1": 3, "die_2": 3, "die_3": 6, "die_4": 3, "die_5": 1}
HOMES = {"die_1": 0, "die_2": 0, "die_3": "grey", "die_4": 1, "die_5": "grey"}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load(write(tmp_path_factory.mktemp("shown") / "shown", GAME))


def begun(game: Game, **given: object) -> State:
    return start_at(game, "play", 2, 1, given={"pips": DICE, "home": HOMES, **given})


def offered(state: State) -> list[str]:
    return [state.game.notation(option) for option in state.options]


def test_like_pieces_are_one_option(game: Game) -> None:
    for made in both(game):
        state = begun(made)
        assert offered(state) == ["take red 3 from seat_0", "take blue 1 from grey", "take blue 3 from seat_1"]
        state.apply("take red 3 from seat_0")
        assert state.ask("last") == "die_1"
        assert "take red 3 from seat_0" in offered(state)
        state.apply("take red 3 from seat_0")
        assert [state.ask("last"), state.ask("count d in taken", 0)] == ["die_2", 2]
        assert "take red 3 from seat_0" not in offered(state)


def test_a_piece_that_shows_none_is_no_option(game: Game) -> None:
    for made in both(game):
        state = begun(made, home={**HOMES, "die_4": None})
        assert offered(state) == ["take red 3 from seat_0", "take blue 1 from grey"]
        state = begun(made, home=dict.fromkeys(HOMES))
        assert state.over  # nothing to choose: nobody was asked


def test_the_first_piece_that_shows_it_is_meant_where_only_some_are_candidates(game: Game) -> None:
    for made in both(game):
        state = begun(made, zones={"bag": ["die_2", "die_1", "die_5"]})
        state.apply("take red 3 from seat_0")
        assert state.ask("last") == "die_2"


def test_every_notation_is_one_option(game: Game) -> None:
    words = [game.notation(option) for option in game.vocabulary_of("die")]
    assert len(words) == len(set(words)) == 2 * 6 * 4 + 1
    assert words[-1] == "take done"
    assert [game.parse(word) for word in words] == list(game.vocabulary_of("die"))


def test_words_of_an_option_without_the_piece(game: Game) -> None:
    option = game.parse("take blue 6 from seat_2")
    state = begun(game)
    assert game.option_name(option, "es") == "azul 6 de Jugador 3"
    assert game.label(state, option, "en") == game.option_name(option, "en") == "blue 6 of Player 3"
    assert state.why_not(option) == "there is no such die"
    assert state.why_not(option, "es") == "no hay tal dado"
    with pytest.raises(IllegalOption, match="`take blue 6 from seat_2` is not possible now: there is no such die"):
        state.apply(option)


def test_the_reason_is_that_of_a_piece_that_shows_it(game: Game) -> None:
    state = begun(game)
    assert state.why_not(game.parse("take red 6 from grey"), "en") == "Too high."
    state = begun(game, zones={"bag": ["die_1", "die_2", "die_3", "die_5"]}, seats=[{}, {"taken": ["die_4"]}])
    assert state.why_not(game.parse("take blue 3 from seat_1"), "es") == "Ya está tomado."


def test_questions_labels_and_done_show_values(game: Game) -> None:
    state = begun(game, seats=[{"coin": 7}, {}])
    assert state.decision is not None
    assert [state.decision.prompt(lang) for lang in ("en", "es")] == ["Which, with 7?", "¿Cuál, con 7?"]
    option = game.parse("take red 3 from seat_0")
    assert game.label(state, option, "en", names=["Ana", "Bo"]) == "red 3 of Ana: 4"
    assert game.label(state, option, "es", names=["Ana", "Bo"]) == "rojo 3 de Ana"
    state.apply(option)
    done = game.parse("take done")
    assert [game.label(state, done, lang) for lang in ("en", "es")] == ["enough: 1", "basta: 1"]
    assert game.option_name(done) == "done"


def test_done_is_offered_only_where_it_is_allowed(game: Game) -> None:
    state = begun(game)
    done = game.parse("take done")
    assert done not in state.options
    with pytest.raises(IllegalOption):
        state.apply(done)
    assert [state.why_not(done, lang) for lang in ("en", "es")] == [
        "you cannot stop here yet",
        "aún no puedes parar aquí",
    ]
    state.apply("take blue 1 from grey")
    assert done in state.options
    state.apply(done)
    assert state.seat == 1


def test_the_numbers_survive_saving(game: Game) -> None:
    state = begun(game)
    state.apply("take blue 1 from grey")
    again = game.from_json(state.to_json())
    assert (offered(again), again.to_json()) == (offered(state), state.to_json())


@pytest.mark.parametrize("text", ["take red 3", "take red 7 from grey", "take red 3 of seat_0", "take die_1"])
def test_other_words_are_no_notation(game: Game, text: str) -> None:
    with pytest.raises(NotationError):
        game.parse(text)


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        (("of: die\n", "of: colour\n"), "E303", "only a decision about pieces, or of several parts, has a `notation`"),
        (('"{it.colour} {pips[it]} from {home[it]}"', '"{coin}"'), "E303", "no fixed number of values"),
        (('"{it.colour} {pips[it]} from {home[it]}"', '"{it.colour}{pips[it]}"'), "", ""),
        (('"{it.colour} {pips[it]} from {home[it]}"', '"{high[it]}{many[it]}"'), "E303", "the same notation"),
        (('"{it.colour} {pips[it]} from {home[it]}"', '"{many[it]} {more[it]} {pips[it]}"'), "E314", "15,000 options"),
        (('"{it.colour} {pips[it]} from {home[it]}"', "a die"), "E314", "all pieces would be one option"),
        (('"{it.colour} {pips[it]} from {home[it]}"', '"{it.hue}"'), "E313", "hue"),
        (('"{it.colour} {pips[it]} from {home[it]}"', '"{it.colour"'), "E314", "put what tells them apart in braces"),
        (('"Which, with {coin}?"', '"Which, with {coin?"'), "E202", "`{` is never closed in this text"),
        (('"Which, with {coin}?"', '"Which, with coin}?"'), "E202", "`}` closes nothing in this text"),
        (("of: die\n", "of: -3..20\n"), "E303", "only a decision about pieces"),
        (("decisions:\n", "decisions:\n  act: {of: [die], ask: {en: What?}}\n"), "E303", "as a kind of answers of `act`, pieces are not told apart"),
    ],
)  # fmt: skip
def test_what_is_refused(tmp_path: Path, change: tuple[str, str], code: str, said: str) -> None:
    more = "  high: {by: [die], is: 1..20}\n  many: {by: [die], is: 1..50}\n  more: {by: [die], is: 1..50}\n  last:"
    text = GAME.replace(*change).replace("  last:", more)
    if not code and not said:
        load(write(tmp_path / "shown", text))
        return
    with pytest.raises(LoadError) as raised:
        load(write(tmp_path / "shown", text))
    found = [each for each in raised.value.diagnostics if each.code == code or not code]
    assert any(said in f"{each.message}; {each.help}" for each in found), raised.value.diagnostics
