"""The view of Masons: width, languages, hidden values, and a board on which every line can be named by its ends."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from games.carcassonne_masons.view import board_marks, render
from ruleset_core import PlanarBoard, State
from ruleset_core.cli.plan_marks import BoardMarks, Mark, SpaceMarks, letters
from ruleset_core.cli.plan_text import plan_lines
from ruleset_core.cli.view_names import Names
from tests.views.conftest import Draw, Load, Play, ways, without

GAME = "carcassonne_masons"
WIDTHS = (80, 100, 120)


@pytest.mark.parametrize(("players", "expansions"), [(2, ()), (3, ()), (4, ()), (3, ("isthmus",))])
def test_a_drawing_keeps_to_its_width_to_the_end(
    players: int, expansions: tuple[str, ...], loaded: Load, draw: Draw
) -> None:
    game = loaded(GAME, *expansions)
    state, choice = game.new(players=players, seed=players), random.Random(players)
    drawn = ways(WIDTHS)
    while True:
        seen = state.observe(choice.randrange(players))
        for width, lang in next(drawn):
            text = draw(render(game, seen, lang, width), width)
            assert {len(line) for line in text.splitlines()} == {width}  # all frames are closed
            _nothing_is_left_out(game, seen, lang, text)
        if state.over:
            break
        for _ in range(10):
            if not state.over:
                state.apply(choice.choice(state.options))


def _nothing_is_left_out(game: Any, seen: dict[str, Any], lang: str, text: str) -> None:
    country = text[: text.index("╰")]
    towers = {crossing: tower for crossing, tower in seen["fields"]["tower"].items() if tower}
    assert len(re.findall(r"[A-G][1-9][~:][A-Z]", country)) == len(towers)
    cities = seen["fields"]["city"]
    for space in game.glossary.members("space"):
        assert bool(re.search(rf"\b{space.upper()}[¹²³]", country)) == (not cities[space]), space
    assert len(re.findall(r"#\d", country)) == sum(map(bool, cities.values()))
    signs = [mark.text for space in board_marks(game, seen, lang).spaces.values() for mark in space.marks]
    inside = country.partition("\n")[2].partition("═ / \\")[0].rpartition("\n")[0]
    left = re.sub(r"[A-G][1-9]([~:][A-Z])?|L\d\d[¹²³]|[^\w#]", " ", inside)
    assert sorted(left.split()) == sorted(signs)


def _table(loaded: Load) -> tuple[State, dict[str, Any]]:
    state = loaded(GAME).new(players=3, seed=4)
    return state, state.observe(0)


@pytest.mark.parametrize("width", [76, 96])
def test_every_wall_stands_between_the_names_of_its_ends(width: int, loaded: Load) -> None:
    """Each line in turn: what changes in the drawing lies on the way from one end to the other, and only there."""
    game = loaded(GAME)
    board = game.glossary.board()
    seen = game.new(players=2, seed=1).observe(0)
    none = board_marks(game, seen, "en")

    def drawn(*walls: str) -> list[str]:
        marks = replace(none, lines=dict.fromkeys(walls, Mark("", "wall")))
        return [line.plain.ljust(width) for line in plan_lines(Names(game, "en"), board, marks, width)]

    before = drawn()
    assert {len(line) for line in before} == {width}
    where = {
        crossing: (row, line.index(crossing.upper()))
        for crossing in board.crossings
        for row, line in enumerate(before)
        if re.search(rf"{crossing.upper()}[ ~·-]", line)
    }
    assert set(where) == set(board.crossings)
    for wall, ends in board.lines.items():
        after = drawn(wall)
        changed = [
            (row, column, after[row][column])
            for row, line in enumerate(before)
            for column, sign in enumerate(line)
            if after[row][column] != sign
        ]
        (top, west), (bottom, east) = sorted(where[end] for end in ends)
        assert {sign for *_, sign in changed} == {"═" if top == bottom else "\\" if west < east else "/"}, wall
        assert all(top <= row <= bottom for row, *_ in changed), wall
        assert all(min(west, east) <= column <= max(west, east) + 1 for _, column, _ in changed), wall
        assert len(changed) >= 3, wall


def test_houses_are_letters_with_counts(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    seen["fields"]["houses"]["l01"] |= {"yellow": 2, "pink": 1}
    seen["fields"]["houses"]["l40"] |= {"red": 1, "blue": 1, "green": 1}
    text = draw(render(state.game, seen, "en", 100), 100)
    assert "2y p" in text
    assert "g b r" in text
    text = draw(render(state.game, seen, "es", 80), 80)
    assert "2a s" in text
    assert "v z r" in text


def test_cities_show_their_number_size_and_buildings(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    fields = seen["fields"]
    fields["city"]["l01"] = fields["city"]["l02"] = 12
    fields["stands"]["12"] = True
    fields["city_houses"]["12"] |= {"yellow": 1, "red": 1}
    fields["city_palaces"]["12"] |= {"blue": 2}
    text = draw(render(state.game, seen, "en", 80), 80)
    assert text.count("#12") == 3
    assert re.search(r"#12 +2  y r +2b", text)
    assert board_marks(state.game, seen, "en").notes == ["city #12: 2 spaces, houses y r, palaces 2b"]


def test_regions_shore_and_borders_are_told_without_colour(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    text = draw(render(state.game, seen, "en", 100), 100)
    assert len(re.findall(r"[A-G]\d~", text)) == 14
    assert "L01¹" in text
    assert "L15²" in text
    assert "L75³" in text
    assert "D4- - - -D5" in text.replace("D4 ", "D4")
    assert "A2 · · · ·A3" in text


def test_others_cards_are_not_shown(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded(GAME)
    state = played(game, 3, 60)
    text = draw(render(game, state.observe(0), "en", 80), 80)
    hand = text[text.rindex("last roll") :]
    own, *others = (
        {card.partition("#")[0] for card in state.observe(seat)["seats"][seat]["hand"]} for seat in range(3)
    )
    assert all(game.name_of("guild", card) in hand for card in own)
    assert not any(f"{game.name_of('guild', card)}  " in hand for other in others for card in other - own)


def test_only_the_observation_is_drawn(loaded: Load, played: Play, draw: Draw) -> None:
    """A seat cannot tell apart two states in which everything it may not know is drawn anew."""
    game = loaded(GAME)
    for decisions in (0, 30, 90):
        state = played(game, 4, decisions) if decisions else game.new(players=4, seed=2)
        drawn = [draw(render(game, one.observe(1), "en", 80), 80) for one in (state, state.imagine(1, 7))]
        assert drawn[0] == drawn[1]


def test_hidden_values_are_question_marks(loaded: Load, played: Play, draw: Draw) -> None:
    seen = played(loaded(GAME), 3, 60).observe(0)
    hidden = {**without(seen), "seat": 0, "seats": [without(seat) for seat in seen["seats"]]}
    for width in WIDTHS:
        text = draw(render(loaded(GAME), hidden, "en", width), width)
        assert text.count("?") > 149


def test_who_only_watches_sees_no_cards(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded(GAME)
    text = draw(render(game, {**played(game, 2, 40).observe(0), "seat": None}, "en", 80), 80)
    assert "(you)" not in text
    assert "Gain" not in text


def test_the_end_is_said(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded(GAME)
    assert "fin de la partida" in draw(render(game, played(game, 2).observe(0), "es", 80), 80)


def test_names_of_any_length_fit(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded(GAME)
    seen = {**played(game, 4, 60).observe(0), "names": ("Ana", "B" * 60, "Maximiliana", "孔子孔子孔子孔子孔子孔子")}
    for width in WIDTHS:
        assert "1 Ana (tú)" in draw(render(game, seen, "es", width), width)


@pytest.mark.parametrize("width", [20, 40, 56])
def test_a_narrow_terminal_gets_a_list(width: int, loaded: Load, played: Play) -> None:
    game = loaded(GAME)
    seen = played(game, 2, 60).observe(0)
    marks = board_marks(game, seen, "en")
    text = " ".join(line.plain for line in plan_lines(Names(game, "en"), game.glossary.board(), marks, width))
    for wall in marks.lines:
        assert game.name_of("line", wall) in text


# -- any board -----------------------------------------------------------------------------------------------------

SQUARES = PlanarBoard(
    crossings={f"p{x}{y}": (30 * x + 7, 30 * y - 90) for y in range(3) for x in range(3)},
    lines={
        **{f"h{x}{y}": (f"p{x}{y}", f"p{x + 1}{y}") for y in range(3) for x in range(2)},
        **{f"v{x}{y}": (f"p{x}{y}", f"p{x}{y + 1}") for y in range(2) for x in range(3)},
    },
    spaces={
        f"s{x}{y}": (f"p{x}{y}", f"p{x + 1}{y}", f"p{x + 1}{y + 1}", f"p{x}{y + 1}") for y in range(2) for x in range(2)
    },
    regions={"west": ("s00", "s01"), "east": ("s10", "s11")},
)


def test_a_board_of_squares_is_drawn_too() -> None:
    wall, house = Mark("", "wall"), Mark("2y", "two yellow houses")
    marks = BoardMarks(
        lines={"h00": wall, "v20": wall},
        crossings={"p11": Mark("B", "black tower")},
        spaces={"s00": SpaceMarks((house,)), "s11": SpaceMarks((Mark("#1", "city 1"),), closed=True)},
    )
    names = Names(SimpleNamespace(title=lambda _: ""), "en")  # type: ignore[arg-type]
    drawn = [line.plain.rstrip() for line in plan_lines(names, SQUARES, marks, 60)]
    assert "\n".join(drawn) == SQUARE_PICTURE.strip("\n")


SQUARE_PICTURE = """
p00═══════p10· · · ·p20
 ·         :         ║
 ·  s00¹   :  s10²   ║
 ·   2y    :         ║
 ·         :         ║
p01· · · ·p11:B· · ·p21
 ·         :         ·
 ·  s01¹   :   #1    ·
 ·         :         ·
 ·         :         ·
p02· · · ·p12· · · ·p22
"""


def test_letters_tell_names_apart() -> None:
    assert letters(["yellow", "green", "blue"]) == ["y", "g", "b"]
    assert letters(["amarillo", "verde", "azul", "rosa", "rojo"]) == ["a", "v", "z", "s", "r"]
    assert letters(["old red", "old blue"]) == ["r", "b"]
    assert len(set(letters(["a"] * 20))) == 20
