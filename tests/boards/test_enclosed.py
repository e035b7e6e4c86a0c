"""The area that a line closes, against a flood fill that knows nothing of it; and how much is looked at to find it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from ruleset_core.lang.runtime import enclosed
from ruleset_core.lang.vocabulary import BoardShape
from tests.boards.plans import line_of, random_plan, shape, triangles, walls

HOUSE = shape(triangles(6, 15))
LARGE = shape(triangles(60, 150))
OUTSIDE = -1


def component(board: BoardShape, v: list[int], first: int) -> set[int]:
    """Everything that no wall parts from a space, the outside included; every line is looked at again and again."""
    found, grown = {first}, True
    while grown:
        grown = False
        for line, (one, other) in enumerate(board.sides):
            if not v[line] and (one in found) != (other in found):
                found |= {one, other}
                grown = True
    return found


def right(board: BoardShape, v: list[int], line: int) -> set[frozenset[int]]:
    """The areas a line may be said to close: the smaller of its sides; one of both if they are as large."""
    before = component(board, [*v[:line], 0, *v[line + 1 :]], board.sides[line][0])
    sides = [frozenset(component(board, v, side)) for side in board.sides[line] if side != OUTSIDE]
    if len(sides) == 2 and sides[0] == sides[1]:
        return {frozenset()}
    closed = [side for side in sides if OUTSIDE not in side]
    assert all(side < before for side in closed)
    least = min(map(len, closed), default=0)
    return {side for side in closed if len(side) == least} or {frozenset()}


def check(board: BoardShape, v: list[int], line: int) -> int:
    """Compare; how large the area is."""
    found = enclosed(board, v, 0, line)
    assert len(set(found)) == len(found)
    assert frozenset(found) in right(board, v, line), (line, [each for each, wall in enumerate(v) if wall])
    return len(found)


def build(board: BoardShape, random: Random, steps: int, fall: float = 0.15) -> list[int]:
    """Walls go up and fall at random, and every one that goes up is compared."""
    v, sizes = [0] * len(board.ends), []
    for _ in range(steps):
        line = random.randrange(len(v))
        if v[line] and random.random() < fall:
            v[line] = 0
        elif not v[line]:
            v[line] = 1
            sizes.append(check(board, v, line))
    return sizes


@pytest.mark.parametrize("seed", range(6))
def test_random_walls_on_the_house_board(seed: int) -> None:
    sizes = build(HOUSE, Random(seed), 220)
    assert any(size > 1 for size in sizes)
    assert sizes.count(0) > 20


@pytest.mark.parametrize("seed", range(40))
def test_random_walls_on_random_boards(seed: int) -> None:
    random = Random(seed)
    assert any(build(shape(random_plan(random)), random, 120))


def ring(board: BoardShape, spaces: set[int]) -> list[int]:
    """The lines around some spaces."""
    return [line for line, sides in enumerate(board.sides) if len(spaces & {*sides}) == 1]


def around(board: BoardShape, crossing: int, steps: int = 1) -> set[int]:
    """The spaces around a crossing, then around all of their corners."""
    near = {crossing}
    for step in range(steps):
        spaces = {space for space, corners in enumerate(board.corners) if near & {*corners}}
        if step + 1 < steps:
            near = {corner for space in spaces for corner in board.corners[space]}
    return spaces


def middle(board: BoardShape) -> int:
    """The crossing nearest to the middle."""
    east, south = (max(point[axis] for point in board.points) // 2 for axis in (0, 1))
    return min(
        range(len(board.points)), key=lambda at: abs(board.points[at][0] - east) + abs(board.points[at][1] - south)
    )


def test_every_wall_of_a_ring_closes_it() -> None:
    inside = around(HOUSE, middle(HOUSE))
    lines = ring(HOUSE, inside)
    v = walls(HOUSE, lines)
    assert len(lines) == 6
    for line in lines:
        assert {*enclosed(HOUSE, v, 0, line)} == inside
    v[lines[0]] = 0
    assert not any(enclosed(HOUSE, v, 0, line) for line in lines[1:])


def test_a_wall_within_a_ring_closes_its_smaller_half_and_one_that_hangs_loose_nothing() -> None:
    inside = around(HOUSE, middle(HOUSE))
    spokes = list(HOUSE.meeting[middle(HOUSE)])
    v = walls(HOUSE, [*ring(HOUSE, inside), spokes[0]])
    assert enclosed(HOUSE, v, 0, spokes[0]) == ()
    for spoke in spokes[1:]:
        if len({*HOUSE.sides[spoke]} & {space for line in spokes[:1] for space in HOUSE.sides[line]}) == 1:
            v[spoke] = 1
            assert len(enclosed(HOUSE, v, 0, spoke)) == 1
            v[spoke] = 0


def test_an_island_within_an_area_is_no_part_of_it() -> None:
    at = middle(HOUSE)
    island, whole = around(HOUSE, at), around(HOUSE, at, 2)
    lines = ring(HOUSE, whole)
    v = walls(HOUSE, [*ring(HOUSE, island), *lines])
    assert {*enclosed(HOUSE, v, 0, lines[0])} == whole - island
    assert check(HOUSE, v, lines[0]) == len(whole) - len(island)


def test_the_edge_of_the_board_closes_only_where_it_is_walled() -> None:
    line = line_of(HOUSE, HOUSE.corners[0][1], HOUSE.corners[0][2])
    edge = [each for each in HOUSE.around[0] if each != line]
    assert any(OUTSIDE in HOUSE.sides[each] for each in edge)
    assert enclosed(HOUSE, walls(HOUSE, [line]), 0, line) == ()
    assert enclosed(HOUSE, walls(HOUSE, [line, *edge]), 0, line) == (0,)
    for last in edge:
        assert enclosed(HOUSE, walls(HOUSE, [line, *edge]), 0, last) == (0,)


def test_the_whole_outline_encloses_the_whole_board() -> None:
    outline = [line for line, sides in enumerate(HOUSE.sides) if OUTSIDE in sides]
    v = walls(HOUSE, outline)
    assert len(enclosed(HOUSE, v, 0, outline[0])) == 90


def test_the_field_may_stand_anywhere_in_the_state() -> None:
    inside = around(HOUSE, middle(HOUSE))
    lines = ring(HOUSE, inside)
    assert {*enclosed(HOUSE, [1] * 7 + walls(HOUSE, lines) + [1], 7, lines[2])} == inside


class Counted(tuple[Any, ...]):
    """A tuple that counts how often something is looked up."""

    __slots__ = ()
    looked = 0

    def __getitem__(self, place: Any) -> Any:
        Counted.looked += 1
        return super().__getitem__(place)


def looks(board: BoardShape, v: list[int], line: int) -> tuple[int, int]:
    """How many lines, spaces and crossings are looked up to find an area, and how large it is."""
    watched = replace(
        board,
        ends=Counted(board.ends),
        sides=Counted(board.sides),
        around=Counted(board.around),
        meeting=Counted(board.meeting),
    )
    Counted.looked = 0
    return len(enclosed(watched, v, 0, line)), Counted.looked


def test_what_is_looked_at_does_not_grow_with_the_board() -> None:
    found = []
    for board in (HOUSE, LARGE):
        lines = ring(board, around(board, middle(board)))
        found.append(looks(board, walls(board, lines), lines[0]))
    assert len(LARGE.corners) == 100 * len(HOUSE.corners)
    assert found[0][0] == found[1][0] == 6
    assert found[1][1] <= 1.5 * found[0][1]


def test_what_is_looked_at_grows_with_the_city_on_a_board_full_of_other_walls() -> None:
    random = Random(1)
    at = middle(LARGE)
    apart = around(LARGE, at, 10)
    others = [line for line, sides in enumerate(LARGE.sides) if not apart & {*sides} and random.random() < 0.3]
    assert len(others) > 3000
    for steps in (1, 2, 4, 8):
        lines = ring(LARGE, around(LARGE, at, steps))
        size, looked = looks(LARGE, walls(LARGE, [*lines, *others]), lines[0])
        assert size == 6 * steps * steps
        assert looked <= 12 * (size + len(lines)) + 40
