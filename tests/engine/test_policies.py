"""Games of those who think, many in one call: the same as in Python, and as one by one."""

from __future__ import annotations

from typing import Any

import pytest

from ruleset_core import ChoiceStream, Counts, Game, core_of, load
from ruleset_core.compile.search import game_runs
from ruleset_core.engine.core.interpreted_runner import InterpretedRunner
from ruleset_core.engine.core.many_games import Core
from ruleset_core.engine.core.seat_policies import SearchSettings
from ruleset_core.play.bots import make_bot
from tests.campaign.run import boxes
from tests.sampled import INTERPRETED_LONG, LONG, sampled

GAMES = [box for box in boxes() if "+" not in box]
STAND = ("carcassonne_masons", "pig", "sheaves", "tournay", "troyes", "troyes_dice")
"""Games that stand for the others: long and short, of hidden hands, of chance, for one player."""
QUICK = [
    name
    for name in GAMES
    if name not in {"troyes", "tournay", "hex", "carcassonne_masons", *(() if LONG else ("yacht",))}
]
SMALL: dict[str, Any] = {"cut": 2, "sample": 3, "wide": 8, "far": 16, "budget": 3, "ahead": 4}
LITTLE: dict[str, dict[str, Any]] = {
    "easy": {"wide": 12, "far": 20},
    "normal": {"sims": 2, "nodes": 64, **SMALL},
    "strong": {"sims": 40, "nodes": 90, "policy": "light", "mix": 9, **SMALL},
}
"""Levels that play whole games in little time."""


def of_little_levels(game: Game, *, core: bool = True) -> Core:
    """A core of the game in which nobody thinks long."""
    found = Core(game, core_of(game)._runner if core else InterpretedRunner(game), core_of(game).executor, "")
    found.__dict__["levels"] = LITTLE
    return found


def one_by_one(core: Core, policies: list[str], seed: int, number: int) -> tuple[list[int], list[int]]:
    """A game that is played by asking a policy at each decision: what was taken, and the scores."""
    n = len(policies)
    state = core.game.new(n, seed, game=number)
    lots = [ChoiceStream(seed, f"bot/{policies[(seat + number) % n]}/{seat}", game=number) for seat in range(n)]
    taken = []
    while not state.over:
        seat = state.seat
        taken.append(core.choose(state, policies[(seat + number) % n], lots[seat]))
        state.apply(taken[-1])
    return taken, state.scores()


def counted(core: Core, players: int, seed: int, number: int, taken: list[int]) -> Counts:
    """What becomes of cards in a game, and how seats stood, counted step by step."""
    state, tally = core.game.new(players, seed, game=number), core.tally(players)
    tally.begin(state)
    for option in taken:
        tally.choose(state, option)
        state.apply(option)
        tally.go_on(state)
    tally.end(state)
    return tally.counts()


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(GAMES, STAND))
def test_many_games_are_those_that_are_played_one_by_one(name: str) -> None:
    game = load(name)
    core = of_little_levels(game)
    policies = [("easy", "normal", "random")[seat % 3] for seat in range(max(2, game.players[0]))]
    found = core.play(len(policies), 2, 5, first=1, policies=policies, turned=True, moves=True, counts=True)
    assert found.moves is not None
    assert found.counts is not None
    for row in range(2):
        taken, scores = one_by_one(core, policies, 5, 1 + row)
        alone = counted(core, len(policies), 5, 1 + row, taken)
        assert (found.counts.row(row), found.counts.lead_row(row)) == (alone.row(0), alone.lead_row(0))
        assert (found.moves[row].tolist(), found.scores.tolist()[row]) == (taken, scores)
        assert core.moves(1 + row, len(policies), 5, policies=policies, turned=True) == taken


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in QUICK if LONG or name not in INTERPRETED_LONG])
def test_games_of_policies_are_the_same_with_and_without_a_core(name: str) -> None:
    game = load(name)
    policies = [("easy", "normal", "random")[seat % 3] for seat in range(max(2, game.players[0]))]
    found = [
        of_little_levels(game, core=core).play(len(policies), 1, 5, policies=policies, moves=True, counts=True)
        for core in (True, False)
    ]
    assert found[0].moves == found[1].moves
    assert found[0].counts == found[1].counts
    for each in ("scores", "winners", "outcomes", "decisions", "options_taken"):
        assert getattr(found[0], each).tolist() == getattr(found[1], each).tolist()


def test_a_search_goes_on_where_a_call_ends() -> None:
    """So that Ctrl-C is heard within a long thought: forty simulations are more than one call makes."""
    core = of_little_levels(load("tic_tac_toe"))
    assert LITTLE["strong"]["sims"] > game_runs.AT_ONCE
    found = core.play(2, 4, 3, policies=["strong", "easy"], turned=True, moves=True)
    assert found.moves is not None
    for row in range(4):
        assert found.moves[row].tolist() == one_by_one(core, ["strong", "easy"], 3, row)[0]


def test_bots_of_levels_play_the_same_moves_as_many_games_of_policies() -> None:
    game = load("pig")
    found = core_of(game).play(2, 2, 5, policies=["easy", "normal"], turned=True, moves=True)
    assert found.moves is not None
    for number in range(2):
        state, names = game.new(2, 5, game=number), ["easy", "normal"][number:] + ["easy", "normal"][:number]
        bots = [make_bot(name, 5, seat, game=number) for seat, name in enumerate(names)]
        taken = []
        while not state.over:
            taken.append(bots[state.seat].choose(state))
            state.apply(taken[-1])
        assert found.moves[number].tolist() == taken


def test_a_bot_that_was_resumed_goes_on_with_its_lots() -> None:
    lots, rest = ChoiceStream(5, "x"), ChoiceStream(5, "x", drawn=3)
    for _ in range(3):
        lots.pick(10)
    assert [(lots.first, lots.pick(1000)) for _ in range(5)] == [(rest.first, rest.pick(1000)) for _ in range(5)]
    counted = [ChoiceStream(1, "even", drawn).pick(4) for drawn in range(400)]
    assert all(70 < counted.count(each) < 130 for each in range(4))
    assert (
        len(
            {ChoiceStream(1, name, drawn, number).first for name in "ab" for drawn in (0, 1) for number in (None, 0, 1)}
        )
        == 12
    )


def test_threads_change_nothing_of_games_of_policies() -> None:
    core = of_little_levels(load("troyes_dice"))
    found = [core.play(2, 5, 3, policies=["easy", "normal"], threads=threads, moves=True) for threads in (1, 2)]
    assert found[0].moves == found[1].moves
    assert found[0].scores == found[1].scores


def test_all_figures_of_a_manner_are_those_that_games_know() -> None:
    assert {*game_runs.SETTING_NAMES} == {*SearchSettings().figures()}
    assert len(game_runs.SETTING_NAMES) + 3 == game_runs.FIGURES


def test_a_memory_that_is_full_of_arenas_makes_way_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """An arena of Patios takes 1.5 GB of addresses: the third number of players went to the interpreter, 200 times as slow."""
    core, used = core_of(load("patios")), list[object]()
    if core.executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")
    monkeypatch.setattr(InterpretedRunner, "play", lambda *_args: used.append(1))
    for players in (2, 3, 4, 2):
        core.play(players, 1, 3, policies=["easy"] * players)
    assert used == []
