"""The end of a game: sheets, winners, ties, ranks, achievements."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, Game, State, core_of, load, start_at
from ruleset_core.play.match.seat_views import seat_ranks, seat_scores, seat_teams, team_scores
from tests.engine import games
from tests.executors import both


def given(cards: Game, *seats: dict[str, object]) -> State:
    return start_at(cards, "choosing", len(seats), 1, given={"seats": list(seats)})


def test_sheet_line_by_line(cards: Game) -> None:
    state = given(cards, {"point": 4, "bid": {"sun": 2, "moon": 3}})
    lines = state.score_sheet(0)
    assert [(line.category, line.item, line.amount) for line in lines] == [
        ("points", None, 4),
        ("suits", "sun", 2),
        ("suits", "moon", 3),
    ]
    assert [line.name("es") for line in lines] == ["puntos", "palos: Sol", "palos: Luna"]
    assert state.scores() == [9]


@pytest.mark.parametrize(("seats", "winners"), [
    ([{"point": 3}, {"point": 4}], [1]),
    ([{"point": 3}, {"point": 3}], [0, 1]),
    ([{"point": 3, "life": 1}, {"point": 3, "life": 3}], [1]),
    ([{"point": 3, "life": 5}, {"point": 4, "life": 0}], [1]),
    ([{"point": 2, "bid": {"sun": 1}}, {"point": 1}, {"point": 3}], [0, 2]),
])  # fmt: skip
def test_best_score_wins_then_ties_are_broken_then_shared(
    cards: Game, seats: list[dict[str, object]], winners: list[int]
) -> None:
    assert given(cards, *seats).winners() == winners


@pytest.mark.parametrize(("seats", "ranks"), [
    ([12, 9, 9], [1, 2, 2]), ([3, 4], [2, 1]), ([5, 5, 1], [1, 1, 3]),
])  # fmt: skip
def test_ranks_are_by_points(cards: Game, seats: list[int], ranks: list[int]) -> None:
    assert given(cards, *({"point": point} for point in seats)).ranks() == ranks


def test_who_wins_a_tie_comes_before_who_loses_it(cards: Game) -> None:
    assert given(cards, {"point": 3, "life": 1}, {"point": 3, "life": 3}).ranks() == [2, 1]


@pytest.mark.parametrize(("points", "rank"), [(0, "Novice"), (9, "Novice"), (10, "Master"), (99, "Master")])
def test_rank_of_a_solo_score(cards: Game, points: int, rank: str) -> None:
    assert given(cards, {"point": points}).rank() == rank


def test_rank_is_for_one(cards: Game) -> None:
    assert given(cards, {"point": 5}, {"point": 5}).rank() is None
    assert given(cards, {"point": 50}).rank("es") == "Maestro"


def test_achievements_look_at_the_total_and_the_number_of_players(cards: Game) -> None:
    assert given(cards, {"point": 5}).achievements(0) == ["alone"]
    assert given(cards, {"point": 6}, {}).achievements(0) == ["rich", "many"]
    assert given(cards, {"point": 6}, {}).achievements(1) == ["many"]


def test_score_without_meaning_is_told_as_such(tmp_path: Path) -> None:
    rest = 'sets: {c: {facts: {n: int}, members: {x: {n: 1}, y: {n: 2}}}}\nflow: [{phase: go, do: "set tally = 1"}]'
    text = games.FLOW.format(rest=rest).replace("amount: point", 'amount: "(first k in c where k.n > 2).n"')
    state = load(games.write(tmp_path, text)).new(1, 1)
    with pytest.raises(BrokenRuleError):
        state.game.interpreter.amount(state.game.program.scores[0].amount, state, {"me": 0})
    with pytest.raises(BrokenRuleError):
        state.ranks()
    assert seat_ranks(state) is None
    assert seat_scores(state, 0) == []


def test_a_page_is_told_who_played_together() -> None:
    assert seat_teams(load("spades").new(4, 1)) == [0, 1, 0, 1]
    assert seat_teams(load("tic_tac_toe").new(2, 1)) is None


def test_partners_are_told_what_their_team_has() -> None:
    spades, pig = load("spades"), load("pig")
    assert team_scores(spades.new(4, 1).masked(1), [40, 60, 0, 0], spades) == [40, 60, 40, 60]
    assert team_scores(spades.new(4, 1).masked(1), [40, None, 0, 0], spades) == [40, None, 0, 0]
    assert team_scores(pig.new(3, 1).masked(0), [4, 6, 0], pig) == [4, 6, 0]


@pytest.mark.parametrize("name", ["troyes_dice", "hex"])
def test_points_by_category_are_the_same_in_both_executors(name: str) -> None:
    game = load(name)
    played = [core.play(2, 3, 5, categories=True) for core in map(core_of, both(game))]
    assert played[0].categories.tolist() == played[1].categories.tolist()
    by_category: Any = played[0].categories.tolist()
    scores: Any = played[0].scores.tolist() if by_category else []
    assert [[sum(seat) for seat in each] for each in by_category] == scores
