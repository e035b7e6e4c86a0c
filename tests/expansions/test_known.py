"""Expansions that touch no file of a game, as a designer would write them: what each of the four games lets be changed."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from ruleset_core import Game, State, core_of, load
from ruleset_core.check.checker import check_paths
from ruleset_core.testing import check_game, run_scenarios
from tests.check.conftest import REVIEWS
from tests.sampled import CLOSELY, CONFORMANCE_SECONDS, LONG, sampled

DATA = Path(__file__).parent / "data"
OF = {
    "long_siege": "troyes", "purple_die": "troyes", "ramparts": "troyes", "dear_dice": "troyes_dice",
    "university": "troyes_dice", "loud_criers": "tournay", "rich_guilds": "carcassonne_masons",
}  # fmt: skip
SAMPLE = sampled(OF, ("ramparts", "university", "loud_criers", "rich_guilds"))
"""Expansions that are checked and that the conformance suite looks at: one of each game, all with RULESET_LONG=1."""
GAMES = 100
"""Random games that the core plays with each number of players; one with each is played step by step."""


def laid_on(name: str) -> Game:
    return load(OF[name], [str(DATA / name)])


def played(game: Game, players: int, seed: int) -> State:
    state, pick = game.new(players, seed), Random(seed)
    while not state.over:
        state.apply(pick.choice(state.options))
    return state


def come_to_an_end(game: Game, games: int) -> None:
    """Random games do, with each number of players."""
    low, high = game.players
    for players in range(low, min(high, 4) + 1):
        found = core_of(game).play(players, games, seed=1)
        assert [len(each) for each in found.scores.tolist()] == [players] * games
        assert all(any(each) for each in found.winners.tolist())
        state = played(game, players, players)
        assert len(state.scores()) == len(state.observe(0)["seats"]) == players


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLE)
def test_it_is_sound_and_its_rules_hold(name: str) -> None:
    assert check_paths([DATA / name], ignore=REVIEWS).diagnostics == ()
    results = run_scenarios([str(DATA / name)], in_all=True)
    assert results
    assert [each.case.name for each in results if not each.ok] == []


@pytest.mark.parametrize("name", OF)
def test_a_hundred_random_games_come_to_an_end(name: str) -> None:
    come_to_an_end(laid_on(name), GAMES)


PAIRS = [pair for pair in permutations(OF, 2) if OF[pair[0]] == OF[pair[1]]]


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_two_of_a_game_go_together_in_either_order(pair: tuple[str, str]) -> None:
    both = load(OF[pair[0]], [str(DATA / name) for name in pair])
    changes = {(each.kind, each.name, each.path): each.new for each in both.program.changes}
    for name in pair:
        alone = {(each.kind, each.name, each.path): each.new for each in laid_on(name).program.changes}
        assert alone.items() <= changes.items()
    come_to_an_end(both, GAMES // 10)
    swapped = load(OF[pair[0]], [str(DATA / name) for name in reversed(pair)])
    assert swapped.entries == both.entries


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLE)
def test_the_promises_hold(name: str) -> None:
    game, expansions = laid_on(name), [str(DATA / name)]
    report = check_game(
        game, games=3 if LONG else 1, expansions=expansions, closely=CLOSELY, seconds=CONFORMANCE_SECONDS
    )
    assert report.ok, "\n".join(report.lines())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_troyes_with_a_round_more(players: int) -> None:
    """The last round is there, and what the red deck held has come: a card a round."""
    with_more, as_ever = (played(game, players, 3).observe(0) for game in (laid_on("long_siege"), load("troyes")))
    assert with_more["fields"]["round"] == as_ever["fields"]["round"] + 1 == players + 3
    assert with_more["zones"]["event_deck"]["red"] == {"count": 0}
