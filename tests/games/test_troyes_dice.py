"""What scenarios of Troyes Dice cannot say: the ranks of a player alone, and how many faces the herald's die has."""

from __future__ import annotations

import pytest

from ruleset_core import Game, load, start_at


@pytest.fixture(scope="module")
def dice() -> Game:
    return load("troyes_dice")


@pytest.mark.parametrize(
    ("points", "rank"),
    [(44, None), (45, "bronze"), (54, "bronze"), (55, "silver"), (64, "silver"), (65, "gold")],
)
def test_ranks_of_a_player_alone(dice: Game, points: int, rank: str | None) -> None:
    citizens = {"knight": 20, "artisan": min(20, points - 20), "priest": max(0, min(20, points - 40))}
    goods = {"influence": 2 * max(0, points - 60), "fortune": 0, "knowledge": 0}
    given = {"day": 8, "half": "afternoon", "seats": [citizens | goods]}
    state = start_at(dice, phase="end_half_day", players=1, given=given)
    assert (state.scores(), state.rank()) == ([points], rank)


def test_the_herald_rolls_a_die_of_six_faces(dice: Game) -> None:
    first = {dice.new(players=1, seed=seed, options={"numbering": "rolled"}).ask("leftmost") for seed in range(60)}
    assert first == {1, 2, 3, 4, 5, 6}
