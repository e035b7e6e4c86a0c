"""Expansions that touch no file of a game, as a designer would write them: what each of the four games lets be changed."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from ruleset_core import Game, State, load
from ruleset_core.check.run import check_paths
from ruleset_core.testing import check_game, run_scenarios
from tests.sampled import CLOSELY

DATA = Path(__file__).parent / "data"
OF = {
    "long_siege": "troyes", "purple_die": "troyes", "ramparts": "troyes", "dear_dice": "troyes_dice",
    "university": "troyes_dice", "loud_criers": "tournay", "rich_guilds": "carcassonne_masons",
}  # fmt: skip
GAMES = 100


def laid_on(name: str) -> Game:
    return load(OF[name], [str(DATA / name)])


def played(game: Game, players: int, seed: int) -> State:
    state, pick = game.new(players, seed), Random(seed)
    while not state.over:
        state.apply(pick.choice(state.options))
    return state


@pytest.mark.parametrize("name", OF)
def test_it_is_sound_and_its_rules_hold(name: str) -> None:
    assert check_paths([DATA / name]).diagnostics == ()
    results = run_scenarios([str(DATA / name)], in_all=True)
    assert results
    assert [each.case.name for each in results if not each.ok] == []


@pytest.mark.parametrize("name", OF)
def test_a_hundred_random_games_come_to_an_end(name: str) -> None:
    game = laid_on(name)
    low, high = game.players
    for number in range(GAMES):
        state = played(game, low + number % (min(high, 4) - low + 1), number)
        assert len(state.scores()) == len(state.observe(0)["seats"])


PAIRS = [pair for pair in permutations(OF, 2) if OF[pair[0]] == OF[pair[1]]]


@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_two_of_a_game_go_together_in_either_order(pair: tuple[str, str]) -> None:
    both = load(OF[pair[0]], [str(DATA / name) for name in pair])
    changes = {(each.kind, each.name, each.path): each.new for each in both.program.changes}
    for name in pair:
        alone = {(each.kind, each.name, each.path): each.new for each in laid_on(name).program.changes}
        assert alone.items() <= changes.items()
    low, high = both.players
    for number in range(GAMES // 10):
        state = played(both, low + number % (min(high, 4) - low + 1), number)
        assert len(state.scores()) == len(state.observe(0)["seats"])
    swapped = load(OF[pair[0]], [str(DATA / name) for name in reversed(pair)])
    assert swapped.entries == both.entries


@pytest.mark.slow
@pytest.mark.parametrize("name", OF)
def test_the_promises_hold(name: str) -> None:
    report = check_game(laid_on(name), games=6, expansions=[str(DATA / name)], closely=CLOSELY)
    assert report.ok, "\n".join(report.lines())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_troyes_with_a_round_more(players: int) -> None:
    """The last round is there, and what the red deck held has come: a card a round."""
    with_more, as_ever = (played(game, players, 3).observe(0) for game in (laid_on("long_siege"), load("troyes")))
    assert with_more["fields"]["round"] == as_ever["fields"]["round"] + 1 == players + 3
    assert with_more["zones"]["event_deck"]["red"] == {"count": 0}
