"""Random games of Masons keep their books in every state: pieces, cities, cards and the end (`masons_watch.py`).

`RULESET_LONG=1` plays a thousand games for every number of players, on either board, instead of a handful.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ruleset_core import Game, load
from tests.games.masons_builders import builders
from tests.games.masons_watch import MasonsWatch
from tests.games.watching import Choose, all_watched, anything, with_slip

MASONS = Path(__file__).parents[2] / "data" / "carcassonne_masons"
GAMES = 500 if os.environ.get("RULESET_LONG") else 4


@pytest.fixture(scope="module", params=[(), ("isthmus",)], ids=["base", "isthmus"])
def game(request: pytest.FixtureRequest) -> Game:
    return load(MASONS, expansions=request.param)


@pytest.mark.parametrize("choose", [anything, builders])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_books_are_kept(game: Game, players: int, choose: Choose) -> None:
    wrong = all_watched(MasonsWatch, game, players, range(GAMES), choose)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("file", "right", "wrong", "told"),
    [
        ("building.yaml", "set walls_left = walls_left + 1", "set walls_left = walls_left + 0", "walls"),
        ("building.yaml", "houses_left[c] + 2", "houses_left[c] + 1", "houses"),
        ("building.yaml", "if point >= 2 { lose", "if point >= 1 { lose", "points, not"),
        pytest.param("building.yaml", "\n      and (any x in l.spaces where city[x] == k)", "", "neighbours", marks=pytest.mark.slow),
        pytest.param("building.yaml", "for each s in space where city[s] == k { do clear_inside(s) };", "", "its walls are around", marks=pytest.mark.slow),
        pytest.param("building.yaml", "\n          and not c.outer\n          and (every x in c.spaces has city[x] == city[s])", "", "no tower at an end", marks=pytest.mark.slow),
        pytest.param("building.yaml", "if walls_left == 0 {", "if walls_left == 1 {", "the game ends", marks=pytest.mark.slow),
        pytest.param("scoring.yaml", "no o in seat where o.point < p.point", "no o in seat where o.point > p.point", "exchanged cards", marks=pytest.mark.slow),
        pytest.param("scoring.yaml", "move deck[0] to hand;\n      do renew_deck\n", "move deck[0] to hand\n", "the deck has run out", marks=pytest.mark.slow),
        pytest.param("scoring.yaml", "do play_one; do play_one; do draw }", "do play_one; do play_one; do draw; do draw }", "cards, not", marks=pytest.mark.slow),
        pytest.param("game.yaml", "if not closed_now {", "if closed_now {", "played last cards", marks=pytest.mark.slow),
        pytest.param("cards/guild.yaml", "gain wild_walls point", "gain wild_walls + 1 point", "points, not", marks=pytest.mark.slow),
        pytest.param("cards/guild.yaml", "gain city_towers point", "gain city_towers + 1 point", "points, not", marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_what_is_wrong_is_seen(tmp_path: Path, file: str, right: str, wrong: str, told: str) -> None:
    game = with_slip(MASONS, tmp_path / "masons", file, right, wrong)
    found = all_watched(MasonsWatch, game, 3, range(8), builders, until=told)
    assert any(told in each for each in found), found
