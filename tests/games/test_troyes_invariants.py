"""Random games of Troyes keep their books in every state: citizens, dice, cards, cubes and money (`troyes_watch.py`).

`RULESET_LONG=1` plays a thousand games for every number of players instead of a handful.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ruleset_core import Game, load
from tests.games.troyes_watch import TroyesWatch
from tests.games.watching import all_watched, with_slip

TROYES = Path(__file__).parents[2] / "data" / "troyes"
GAMES = 1000 if os.environ.get("RULESET_LONG") else 5


@pytest.fixture(scope="module", params=[(), ("bonus_2011",)], ids=["base", "bonus_2011"])
def game(request: pytest.FixtureRequest) -> Game:
    return load(TROYES, expansions=request.param)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_books_are_kept(game: Game, players: int) -> None:
    wrong = all_watched(TroyesWatch, game, players, range(GAMES))
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "right", "wrong", "told"),
    [
        ("dice.yaml", "gain power(aid) per 2 denier", "gain power(none) per 2 denier", "deniers, not"),
        ("game.yaml", "if passed { gain 1 purse }", "if passed { gain 2 purse }", "deniers, not"),
        ("cards/activities.yaml", "gain 3 * activations denier", "gain 4 * activations denier", "deniers, not"),
        pytest.param("game.yaml", "set grey_supply = grey_supply + 1", "set grey_supply = grey_supply + 0", "grey citizens", marks=pytest.mark.slow),
        pytest.param("events.yaml", "if n == e.banners", "if n > e.banners", "all banners", marks=pytest.mark.slow),
        pytest.param("game.yaml", "amount: players + 2", "amount: players + 1", "over in round", marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_what_is_wrong_is_seen(tmp_path: Path, file: str, right: str, wrong: str, told: str) -> None:
    game = with_slip(TROYES, tmp_path / "troyes", file, right, wrong)
    found = all_watched(TroyesWatch, game, 3, range(12), until=told)
    assert any(told in each for each in found), found
