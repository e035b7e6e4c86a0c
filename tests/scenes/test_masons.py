"""How Masons is shown: the board, the cities and the hands are what the observation says, and each wall lies between its ends."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from ruleset_core import Game, State, imagine, load
from ruleset_core.formats import scene_format as scenes
from ruleset_core.formats.scene_format import walk_scene
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.terminal.drawing import draw
from ruleset_core.view.terminal.planar_boards import draw_plan
from ruleset_core.view.terminal.span_text import TextPen
from tests.scenes.reading import read
from tests.scenes.test_scenes import cards


@pytest.fixture(scope="module")
def game() -> Game:
    return load("carcassonne_masons")


def played(game: Game, players: int, decisions: int) -> State:
    state, pick = game.new(players, seed=11), Random(players)
    while not state.over and decisions:
        state.apply(pick.choice(state.options))
        decisions -= 1
    return state


def board(shown: scenes.Scene) -> scenes.SceneBoard:
    return next(each for each in walk_scene(shown) if isinstance(each, scenes.SceneBoard))


def table(shown: scenes.Scene, name: str) -> scenes.SceneTable:
    panel = next(each for each in shown.panels if each.id == name)
    return next(each for each in walk_scene(panel) if isinstance(each, scenes.SceneTable))


def text(spans: scenes.TextSpans) -> str:
    return "".join(span.text for span in spans)


def with_a_city(game: Game) -> dict[str, Any]:
    """What a seat sees where a city stands, made up."""
    seen = game.new(players=3, seed=4).observe(0)
    fields = seen["fields"]
    fields["city"]["l01"] = fields["city"]["l02"] = 12
    fields["stands"]["12"] = True
    fields["city_houses"]["12"] |= {"yellow": 1, "red": 1}
    fields["city_palaces"]["12"] |= {"blue": 2}
    return seen


@pytest.mark.parametrize("expansions", [(), ("isthmus",)])
def test_what_stands_on_the_board_is_shown_where_it_stands(expansions: tuple[str, ...]) -> None:
    state = played(load("carcassonne_masons", expansions), 3, 60)
    fields = state.observe(0)["fields"]
    shown = board(scene(state.game, state.masked(0)))
    assert {each.stand.id for each in shown.edges if each.what} == {
        line for line, built in fields["walled"].items() if built
    }
    towers = {each.stand.id: span.colour for each in shown.crossings for span in each.what if span.sign == "tower"}
    assert towers == {crossing: colour for crossing, colour in fields["tower"].items() if colour}
    houses = {each.stand.id: {span.colour: span.times for span in each.what} for each in shown.places if each.what}
    assert houses == {
        space: {colour: many for colour, many in there.items() if many}
        for space, there in fields["houses"].items()
        if any(there.values())
    }


def test_the_shore_is_marked(game: Game) -> None:
    shown = board(scene(game, game.new(2, seed=1).masked(0)))
    shore = [each.stand.id for each in shown.crossings if text(each.what) == "~"]
    assert len(shore) == 14
    assert "L15²" in draw(scene(game, game.new(2, seed=1).masked(0)), 100).plain


def test_cities_show_their_number_size_and_buildings(game: Game) -> None:
    shown = scene(game, read(game, with_a_city(game)))
    assert [place.stand.id for place in board(shown).places if text(place.what) == "#12"] == ["l01", "l02"]
    (row,) = table(shown, "cities").rows
    size, houses, palaces = row.cells
    assert text(row.name) == "#12"
    assert text(size) == "2"
    assert [(span.colour, span.times) for span in houses if span.times] == [("yellow", 1), ("red", 1)]
    assert [(span.colour, span.times) for span in palaces if span.times] == [("blue", 2)]


def test_before_any_city_that_is_said(game: Game) -> None:
    assert "aún no hay ciudades" in draw(scene(game, game.new(2, seed=1).masked(0), "es"), 80).plain


def test_others_cards_are_not_shown(game: Game) -> None:
    state = played(game, 3, 60)
    for viewer in (-1, 0, 1, 2):
        found = {card.stand.id for card in cards(scene(game, state.masked(viewer))) if card.stand.family == "guild"}
        assert found == (set() if viewer < 0 else {*state.observe(viewer)["seats"][viewer]["hand"]})
    assert all(card.text for card in cards(scene(game, state.masked(0))))


def test_only_the_observation_is_drawn(game: Game) -> None:
    """A seat cannot tell apart two states in which everything it may not know is drawn anew."""
    for decisions in (0, 30, 90):
        state = played(game, 4, decisions)
        shown = [scene(game, one.masked(1)) for one in (state, imagine(state, 1, 7))]
        assert shown[0] == shown[1]


def test_what_is_left_and_who_has_what_is_told(game: Game) -> None:
    state = played(game, 3, 60)
    seen = state.observe(0)
    drawn = draw(scene(game, read(game, seen)), 100).plain
    assert f"walls {seen['fields']['walls_left']} " in drawn
    assert f"deck {seen['zones']['deck']['count']}" in drawn
    points = [text(row.cells[0]) for row in table(scene(game, read(game, seen)), "players").rows]
    assert points == [str(seat["point"]) for seat in seen["seats"]]


def test_names_of_any_length_fit(game: Game) -> None:
    state = played(game, 4, 60)
    names = ("Ana", "B" * 60, "Maximiliana", "孔子孔子孔子孔子孔子孔子")
    for width in (60, 80, 100, 120):
        lines = draw(scene(game, state.masked(0), "es", names), width).split("\n")
        assert {line.cell_len for line in lines} == {width}


@pytest.mark.slow
@pytest.mark.parametrize("airy", [True, False])
def test_every_wall_stands_between_the_names_of_its_ends(game: Game, airy: bool) -> None:
    """Each line in turn: what changes in the drawing lies on the way from one end to the other, and only there."""
    bare = board(scene(game, game.new(players=2, seed=1).masked(0)))
    width, pen = 96, TextPen("en", airy=airy)

    def drawn(wall: str = "") -> list[str]:
        edges = tuple(
            replace(each, what=(scenes.TextSpan(sign="wall"),) if each.stand.id == wall else ()) for each in bare.edges
        )
        lines = draw_plan(replace(bare, edges=edges), pen, width)
        assert lines is not None
        return [line.plain.ljust(width) for line in lines]

    before = drawn()
    where = {
        each.stand.id: (row, line.index(each.stand.id.upper()) + 1)
        for each in bare.crossings
        for row, line in enumerate(before)
        if re.search(rf"{each.stand.id.upper()}[ :·-]", line)
    }
    assert len(where) == len(bare.crossings)
    ends = {each.stand.id: each.stand.id.split("_") for each in bare.edges}
    for wall, (one, other) in ends.items():
        after = drawn(wall)
        changed = [
            (row, column, after[row][column])
            for row, line in enumerate(before)
            for column, sign in enumerate(line)
            if after[row][column] != sign and after[row][column] in "═/\\"
        ]
        (top, west), (bottom, east) = sorted((where[one], where[other]))
        assert {sign for *_, sign in changed} == {"═" if top == bottom else "\\" if west < east else "/"}, wall
        assert all(top <= row <= bottom for row, *_ in changed), wall
        assert all(min(west, east) - 1 <= column <= max(west, east) + 1 for _, column, _ in changed), wall


def test_what_stands_in_a_city_is_shaded_and_colours_are_told_by_their_regions(game: Game) -> None:
    seen = with_a_city(game)
    shown = board(scene(game, read(game, seen), "en"))
    city = {space for space, number in seen["fields"]["city"].items() if number}
    assert city
    assert {place.stand.id for place in shown.places if place.shaded} == city
    assert [(span.text, span.colour) for span in shown.tints] == [
        ("red arms", "red"), ("blue arms", "blue"), ("yellow arms", "yellow"),
    ]  # fmt: skip


def test_what_is_not_known_of_a_place_does_not_shade_it(game: Game) -> None:
    seen = with_a_city(game)
    seen["fields"]["city"] = dict.fromkeys(seen["fields"]["city"])
    assert not any(place.shaded for place in board(scene(game, read(game, seen), "en")).places)
