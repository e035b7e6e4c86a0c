"""Lists read by place, pieces known by where they lie, and phases that count to what is known only for this game."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, LoadError, State, load, start_at
from ruleset_core.check.checker import check_paths
from tests.engine.games import write
from tests.executors import both

GAME = """
game: lists
name: {en: Lists, es: Listas}
players: 2..4
options: {most: {name: {en: most, es: máximo}, of: 0..5, default: 2}}
sets:
  colour: {members: [red, blue]}
  level:
    facts: {points: list of 0..9, colours: list of colour, flags: list of bool}
    members:
      low: {points: [], colours: [], flags: [true]}
      high: {points: [4, 0, 7], colours: [blue, red], flags: [false, true]}
resources: {members: {coin: {}}}
pieces:
  card: {total: 3, facts: {slots: list of 1..9, level: level}}
zones:
  deck: {of: card, start: all}
  hand: {of: card, by: [seat]}
  shelf: {of: card, by: [colour]}
state:
  round: {is: 0..9}
  tally: {is: int}
  spare: {is: "card?"}
decisions: {go: {of: 1..2, ask: {en: "Go?", es: "¿Sigue?"}}}
flow:
  - phase: setup
    do: if tally > 99 { set spare = deck[0]; move deck[0] to hand[starter_of(0)]; move deck[0] to shelf[red] }
  - phase: rounds
    for: round
    in: RANGE
    steps:
      - {phase: play, turns: once, do: "choose go n { set tally = tally + round }"}
define: {starter_of: {params: {n: int}, amount: n}}
score: {points: {name: {en: points, es: puntos}, amount: coin}}
""".replace("hand[starter_of(0)]", "shelf[blue]").replace("define: {starter_of: {params: {n: int}, amount: n}}\n", "")
FILE = """
kind: card
cards:
  a: {name: {en: A, es: A}, provenance: house, slots: [3, 2, 1], level: high}
  b: {name: {en: B, es: B}, provenance: house, slots: [9], level: low, copies: 2}
"""


def made(directory: Path, counted: str = "1 to players + 2") -> Game:
    return load(write(directory / "lists", GAME.replace("RANGE", counted), FILE))


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> State:
    given = {"zones": {"deck": ["b"], "shelf": {"red": ["a"]}}, "seats": [{"hand": ["b#2"]}, {}]}
    return start_at(made(tmp_path_factory.mktemp("lists")), "rounds", 2, 1, given=given)


@pytest.mark.parametrize(("text", "value"), [
    ("high.points[0]", 4),
    ("high.points[2]", 7),
    ("high.points[3]", 0),
    ("high.points[-1]", 0),
    ("low.points[0]", 0),
    ("high.points[round]", 0),
    ("high.colours[0] == blue", True),
    ("high.colours[round] == red", True),
    ("high.colours[2] == none", True),
    ("high.colours[-1] == none", True),
    ("low.colours[0] == none", True),
    ("high.flags[1]", True),
    ("low.flags[1]", False),
    ("count x in high.points", 3),
    ("sum n in 0 to 5 of high.points[n]", 11),
    ("sum l in level of (sum n in -2 to 4 of l.points[n])", 11),
    ("sum c in card of c.slots[0]", 21),
    ("sum c in card of c.level.points[c.slots[1]]", 7),
    ("deck[0].slots[0]", 9),
    ("first n in 0 to 9 where high.points[n] == 7", 2),
])  # fmt: skip
def test_an_entry_of_a_list(state: State, text: str, value: int | bool) -> None:
    assert state.ask(text) == value


@pytest.mark.parametrize(("text", "code"), [
    ("high.points[red]", "E303"),
    ("high.points[0, 1]", "E304"),
    ("high.colours[0].points[1]", "E313"),
    ("deck[0].level[0]", "E304"),
])  # fmt: skip
def test_what_is_no_entry(state: State, text: str, code: str) -> None:
    with pytest.raises(LoadError) as raised:
        state.ask(text)
    assert [each.code for each in raised.value.diagnostics] == [code], raised.value.diagnostics


@pytest.mark.parametrize(("text", "value"), [
    ("a in shelf[red]", True),
    ("a in shelf[blue]", False),
    ("a in deck", False),
    ("b in deck", True),
    ("(first c in card where c != a and c != b) in hand", True),
    ("(any p in others where (any c in p.hand where c == b)) ", False),
    ("spare in deck", False),
    ("not (spare in deck) and spare == none", True),
    ("(first c in hand) in deck", False),
    ("count c in card where c in hand or c in deck", 2),
])  # fmt: skip
def test_a_piece_knows_where_it_lies(state: State, text: str, value: int | bool) -> None:
    assert state.ask(text, 0) == value


def test_a_piece_that_moves_knows_it_too(tmp_path: Path) -> None:
    text = GAME.replace("RANGE", "1 to 1").replace(
        '"choose go n { set tally = tally + round }"',
        '"choose go n { set spare = deck[0]; move deck[0] to hand; move spare to shelf[red];'
        " for each c in card where c in hand { set tally = tally + 10 };"
        " for each c in card where c in shelf[red] { set tally = tally + 1 };"
        ' if spare in shelf[red] { set tally = tally + 100 } }"',
    )
    game = load(write(tmp_path / "lists", text, FILE))
    for each in both(game):
        state = each.new(3, 1)
        tallies = []
        while not state.over:
            state.apply("go 1")
            tallies.append(state.ask("tally"))
        assert tallies == [101, 203, 306]


@pytest.mark.parametrize(("counted", "players", "rounds"), [
    ("1 to players + 2", 2, [1, 2, 3, 4]),
    ("1 to players + 2", 4, [1, 2, 3, 4, 5, 6]),
    ("3 to players", 3, [3]),
    ("3 to players", 2, []),
    ("0 to option.most", 2, [0, 1, 2]),
    ("1 to option.most - 2", 2, []),
    ("2 to 3", 2, [2, 3]),
    ("players to 4", 3, [3, 4]),
    ("option.most to 4", 2, [2, 3, 4]),
    ("option.most + 1 to players", 2, []),
])  # fmt: skip
def test_phases_count(tmp_path: Path, counted: str, players: int, rounds: list[int]) -> None:
    game = made(tmp_path, counted)
    for each in both(game):
        state, found = each.new(players, 1), []
        while not state.over:
            found.append(state.ask("round"))
            state.apply("go 1")
        assert found == [each for each in rounds for _ in range(players)]
        assert state.ask("tally") == players * sum(rounds)


def test_a_game_is_begun_in_the_middle_of_counting(tmp_path: Path) -> None:
    state = start_at(made(tmp_path), "play", 2, 1, given={"round": 3})
    found = []
    while not state.over:
        found.append(state.ask("round"))
        state.apply("go 1")
    assert found == [3, 3, 4, 4]


@pytest.mark.parametrize(("counted", "code", "said"), [
    ("1 to tally", "E303", "such as `1 to 8`, `1 to players` or `1 to option.rounds`"),
    ("1 to tally + 2", "E303", "known beforehand"),
    ("tally to 4", "E303", "known beforehand"),
    ("1 to count c in deck", "E303", "known beforehand"),
    ("1 to option.most + 5", "E314", "goes only from 0 to 9"),
    ("option.most - 1 to 4", "E314", "goes only from 0 to 9"),
    ("deck", "E303", "known beforehand"),
    ("colour", "E303", "`round` is a number 0..9, not a colour"),
    ("1 to 12", "E314", "goes only from 0 to 9"),
])  # fmt: skip
def test_what_may_change_is_not_counted_to(tmp_path: Path, counted: str, code: str, said: str) -> None:
    with pytest.raises(LoadError) as raised:
        made(tmp_path, counted)
    found = [each for each in raised.value.diagnostics if each.code == code]
    assert any(said in f"{each.message}; {each.help}" for each in found), raised.value.diagnostics


@pytest.mark.parametrize("counted", ["1 to players + 20", "1 to 3 * players", "-1 to players"])
def test_a_count_beyond_the_field_is_refused(tmp_path: Path, counted: str) -> None:
    with pytest.raises(LoadError) as raised:
        made(tmp_path, counted)
    assert "E314" in [each.code for each in raised.value.diagnostics]


LONG = ("slots: list of 1..9", "slots: {is: list of 1..9, length: LENGTH}")


@pytest.mark.parametrize(("length", "slots", "said"), [
    ("3", "[9]", "`slots` has 3 values, and these are 1; `length:` of the fact says how many"),
    ("3", "[9, 8, 7, 6]", "`slots` has 3 values, and these are 4; `length:` of the fact says how many"),
    ("2..3", "[9]", "`slots` has 2 to 3 values, and these are 1; `length:` of the fact says how many"),
    ("0..9", "9", "`slots` is a list of 1..9; write it as a list: `[9]`"),
    ("3..1", "[9]", "the range 3..1 is empty; write `1..3`"),
    ("-1", "[9]", "a list has no fewer than 0 values; "),
    ("3", "[9, 8, 17]", "17 lies outside 1..9; the range is declared at `slots` (game.yaml:15): widen it there, or stay within it"),
])  # fmt: skip
def test_a_list_is_as_long_as_declared(tmp_path: Path, length: str, slots: str, said: str) -> None:
    game = GAME.replace(LONG[0], LONG[1].replace("LENGTH", length)).replace("RANGE", "1 to 3")
    with pytest.raises(LoadError) as raised:
        load(write(tmp_path / "lists", game, FILE.replace("slots: [9]", f"slots: {slots}")))
    assert [f"{each.message}; {each.help}" for each in raised.value.diagnostics] == [said]


def test_a_place_no_list_has_is_not_read(tmp_path: Path) -> None:
    game = GAME.replace(LONG[0], LONG[1].replace("LENGTH", "1..3")).replace("tally > 99", "deck[0].slots[3] > 1")
    with pytest.raises(LoadError) as raised:
        load(write(tmp_path / "wrong", game.replace("RANGE", "1 to 3"), FILE))
    assert [each.message for each in raised.value.diagnostics] == ["`slots` has at most 3 values"]
    load(write(tmp_path / "right", game.replace("RANGE", "1 to 3").replace("slots[3]", "slots[2]"), FILE))


def test_only_a_list_has_a_length(tmp_path: Path) -> None:
    game = GAME.replace("level: level}", "level: {is: level, length: 2}}").replace("RANGE", "1 to 3")
    with pytest.raises(LoadError) as raised:
        load(write(tmp_path / "lists", game, FILE))
    assert [each.message for each in raised.value.diagnostics] == ["only a list has a `length`"]


@pytest.mark.parametrize(("asked", "piece"), [
    ("deck[-1]", "b"), ("deck[-2]", "a"), ("deck[-3]", "none"), ("deck[0]", "a"), ("shelf[red, -1]", "b#2"),
    ("shelf[blue, -1]", "none"), ("deck[tally - 1]", "none"), ("deck[tally + 1]", "b"), ("(seat_1).hand[-1]", "none"),
])  # fmt: skip
def test_places_are_counted_from_the_end(tmp_path: Path, asked: str, piece: str) -> None:
    given = {"zones": {"deck": ["a", "b"], "shelf": {"red": ["b#2"]}}, "seats": [{}, {}]}
    text = GAME.replace("RANGE", "1 to 1").replace(
        '"choose go n { set tally = tally + round }"', f'"choose go n {{ set spare = {asked} }}"'
    )
    game = load(write(tmp_path / "lists", text, FILE))
    for each in both(game):
        state = start_at(each, "play", 2, 1, given=given)
        assert state.ask(asked) == piece
        state.apply("go 1")
        assert state.ask("spare") == piece


@pytest.mark.parametrize(("do", "told"), [
    ("gain deck[-1].slots[0] coin", ["`deck[-1]` may be none, and its `slots` is looked at"]),
    ("if deck[-1] != none { gain deck[-1].slots[0] coin }", []),
    ("if any c in deck { gain deck[-1].slots[0] coin }", []),
    ("if any c in deck { gain deck[-2].slots[0] coin }", ["`deck[-2]` may be none, and its `slots` is looked at"]),
    ("if (count c in deck) > 1 { gain deck[-2].slots[0] coin }", []),
])  # fmt: skip
def test_whether_a_piece_from_the_end_is_there_is_proved(tmp_path: Path, do: str, told: list[str]) -> None:
    text = GAME.replace("RANGE", "1 to 1").replace('"choose go n { set tally = tally + round }"', f'"{do}"')
    found = check_paths([write(tmp_path / "lists", text, FILE)]).diagnostics
    assert [
        each.message for each in found if each.code == "W522" and "deck" in each.message and "-" in each.message
    ] == told
