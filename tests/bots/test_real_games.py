"""Bots on the games of the package."""

from __future__ import annotations

import pytest

from ruleset_core import load
from ruleset_core.play.bots import make_bot

GAMES = ["pig", "tic_tac_toe", "troyes_dice"]


def scores(game: str, kinds: list[str], seed: int) -> list[int]:
    state = load(game).new(players=len(kinds), seed=seed)
    bots = [make_bot(kind, seed, seat) for seat, kind in enumerate(kinds)]
    while not state.over:
        state.apply(bots[state.seat].choose(state))
    return state.scores()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_games_of_bots_come_to_an_end_and_repeat(game: str) -> None:
    for kinds in (["random", "greedy"], ["greedy", "random"]):
        assert scores(game, kinds, 4) == scores(game, kinds, 4)


@pytest.mark.slow
def test_greedy_beats_chance() -> None:
    for game, rounds in (("tic_tac_toe", 30), ("troyes_dice", 5), ("carcassonne_masons", 3)):
        lead = [
            greedy - other for greedy, other in (scores(game, ["greedy", "random"], seed) for seed in range(rounds))
        ]
        assert sum(lead) > 0, (game, lead)


def test_greedy_takes_the_line_of_three() -> None:
    game = load("tic_tac_toe")
    state = game.new(players=2, seed=1)
    for move in ("mark a1", "mark b1", "mark a2", "mark b2"):
        state.apply(move)
    assert game.notation(make_bot("greedy", 1, 0).choose(state)) == "mark a3"
