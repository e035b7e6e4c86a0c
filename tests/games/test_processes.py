"""The same seed gives the same bytes in another process, whatever the seed of Python's hashes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import load
from ruleset_core.testing.conformance import Table, check_game, fresh
from ruleset_core.testing.conformance.whole import Played


def played(players: int, seed: int) -> Played:
    game = load("troyes_dice")
    table = Table(players, seed)
    state = table.new(game)
    taken: list[int] = []
    while not state.over:
        taken.append(state.options[len(taken) % len(state.options)])
        state.apply(taken[-1])
    return Played(game, table, taken, state)


def test_another_process_plays_the_same() -> None:
    games = [played(2, 7), played(5, 8)]
    source = fresh.source_of(games[0].game, None, [])
    for hash_seed in (0, 4242):
        assert fresh.elsewhere(games, source, hash_seed) == [fresh.digest(game) for game in games]


def test_a_process_that_cannot_load_the_game_says_so() -> None:
    game = played(1, 1)
    source = {**fresh.source_of(game.game, None, []), "name": "no_such_game"}
    said = fresh.elsewhere([game], source, 1)
    assert isinstance(said, str)
    assert said.startswith("the new process failed: ")
    assert "no_such_game" in said


@pytest.mark.parametrize("other", [Table(2, 8), Table(3, 7), Table(2, 7, {"numbering": "rolled"})])
def test_other_games_have_other_digests(other: Table) -> None:
    game = load("troyes_dice")
    mine, theirs = (Played(game, table, [], table.new(game)) for table in (Table(2, 7), other))
    assert fresh.digest(mine) != fresh.digest(theirs)


def test_expansions_given_by_path_are_loaded_by_path_again(tmp_path: Path) -> None:
    header = 'expansion: luck\nof: pig\nname: {en: Luck, es: Suerte}\nversion: "1"\n'
    (tmp_path / "expansion.yaml").write_text(header, encoding="utf-8")
    game = load("pig", expansions=[str(tmp_path)])
    report = check_game(game, games=2, expansions=[str(tmp_path)])
    assert report.checks["processes"].findings == []
    assert check_game(game, games=2).checks["processes"].findings != []
