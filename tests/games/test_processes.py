"""The same seed gives the same bytes in another process, whatever the seed of Python's hashes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import load
from ruleset_core.testing.conformance import ConformanceGame, check_game, game_checks
from ruleset_core.testing.conformance.game_checks import PlayedTestGame
from tests.sampled import CLOSELY, CONFORMANCE_SECONDS


def played(players: int, seed: int) -> PlayedTestGame:
    game = load("troyes_dice")
    table = ConformanceGame(players, seed)
    state = table.new(game)
    taken: list[int] = []
    while not state.over:
        taken.append(state.options[len(taken) % len(state.options)])
        state.apply(taken[-1])
    return PlayedTestGame(game, table, taken, state)


@pytest.mark.slow
def test_another_process_plays_the_same() -> None:
    games = [played(2, 7), played(5, 8)]
    source = game_checks.loading_arguments(games[0].game, None, [])
    for hash_seed in (0, 4242):
        assert game_checks.digest_in_new_process(games, source, hash_seed) == [
            game_checks.game_digest(game) for game in games
        ]


@pytest.mark.slow
def test_a_process_that_cannot_load_the_game_says_so() -> None:
    game = played(1, 1)
    source = {**game_checks.loading_arguments(game.game, None, []), "name": "no_such_game"}
    said = game_checks.digest_in_new_process([game], source, 1)
    assert isinstance(said, str)
    assert said.startswith("the new process failed: ")
    assert "no_such_game" in said


@pytest.mark.parametrize(
    "other", [ConformanceGame(2, 8), ConformanceGame(3, 7), ConformanceGame(2, 7, {"numbering": "rolled"})]
)
def test_other_games_have_other_digests(other: ConformanceGame) -> None:
    game = load("troyes_dice")
    mine, theirs = (PlayedTestGame(game, table, [], table.new(game)) for table in (ConformanceGame(2, 7), other))
    assert game_checks.game_digest(mine) != game_checks.game_digest(theirs)


@pytest.mark.slow
def test_expansions_given_by_path_are_loaded_by_path_again(tmp_path: Path) -> None:
    header = 'expansion: luck\nof: pig\nname: {en: Luck, es: Suerte}\nversion: "1"\n'
    (tmp_path / "expansion.yaml").write_text(header, encoding="utf-8")
    game = load("pig", expansions=[str(tmp_path)])
    report = check_game(game, games=2, expansions=[str(tmp_path)], closely=CLOSELY, seconds=CONFORMANCE_SECONDS)
    assert report.checks["processes"].findings == []
    assert check_game(game, games=2, closely=0, seconds=0.1).checks["processes"].findings != []
