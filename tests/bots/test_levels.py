"""The levels of bots, measured against what is known: the best play of Pig, all lines of tic-tac-toe, and each other."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from ruleset_core import Game, RulesetError, State, core_of, levels_of, load
from ruleset_core.engine.core.seat_policies import levels
from ruleset_core.play.bots import (
    LEVELS,
    BotError,
    LevelBot,
    Stream,
    effective_bot,
    is_known_bot,
    is_repeatable,
    make_bot,
    time_budget_of,
)
from ruleset_core.play.records import RecordHeader, Seat, Session
from tests.bots.optimum import Optimum
from tests.engine.test_thinking import by_interpreter
from tests.standin import replace_function

GAMES = int(os.environ.get("RULESET_PIG", "16"))
"""Games of Pig; 20,000 for a figure to rely on."""


def needs_core(game: Game) -> None:
    if core_of(game).executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")


@pytest.mark.slow
def test_strong_plays_pig_nearly_as_well_as_can_be() -> None:
    """RULESET_PIG=20000 plays as many games. What each decision takes from the chance to win adds up to the share that is lost, so few games tell
    it much more exactly than who won them. The aim is 48 %; the short form allows for luck, and tells what it came to where that is less.
    """
    game, best, won, lost = load("pig"), Optimum(), 0, list[float]()
    needs_core(game)
    for number in range(GAMES):
        mine = number % 2
        state, bot = game.new(players=2, seed=number), make_bot("strong", number, mine)
        lost.append(0.0)
        while not state.over:
            points, pot = state.scores(), state.observe(state.seat)["fields"]["pot"]
            own, other = points[state.seat], points[1 - state.seat]
            if state.seat == mine:
                option = bot.choose(state)
                lost[-1] += best.lost(own, other, pot, rolled=game.notation(option) == "play roll")
                state.apply(option)
            else:
                state.apply("play roll" if best.rolls(own, other, pot) else "play hold")
        won += mine in state.winners()
    mean = sum(lost) / GAMES
    error = (sum((each - mean) ** 2 for each in lost) / GAMES**2) ** 0.5
    assert 0.5 - mean >= 0.48 - 3 * error, (
        f"a share of {0.5 - mean:.3f}, give or take {2 * error:.3f}; won {won} of {GAMES}"
    )
    assert abs(won / GAMES - (0.5 - mean)) < 4 * 0.5 / GAMES**0.5  # both say the same, as far as luck lets them


def lines(state: State, mine: int, decided: int) -> int:
    """Play `strong` against all that the other may do; how many lines there are."""
    if state.over:
        assert state.outcome(mine) >= 0, "a line loses"
        return 1
    if state.seat == mine:
        after = state.clone()
        after.apply(make_bot("strong", 1, mine, decided).choose(state))
        return lines(after, mine, decided + 1)
    found = 0
    for option in state.options:
        after = state.clone()
        after.apply(option)
        found += lines(after, mine, decided)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("mine", [0, 1])
def test_strong_loses_no_line_of_tic_tac_toe(mine: int) -> None:
    game = load("tic_tac_toe")
    needs_core(game)
    assert lines(game.new(seed=1), mine, 0) > 50


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_that_is_made_late_goes_on_as_it_would_have(level: str) -> None:
    game = load("pig")
    state, whole = game.new(players=2, seed=3), make_bot(level, 2, 0)
    for decided in range(3):
        option = whole.choose(state)
        assert make_bot(level, 2, 0, decided).choose(state) == option
        state.apply("play roll")


def test_without_a_core_all_levels_are_easy(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("pig")
    replace_function(monkeypatch, "core_of", by_interpreter)
    state = game.new(players=2, seed=3)
    assert core_of(state.game).executor == "interpreter"
    assert {effective_bot(level, game) for level in LEVELS} == {"easy"}
    chosen = {LevelBot(Stream(1, "x"), level).choose(state) for level in LEVELS}
    assert len(chosen) == 1


def test_a_level_may_think_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("troyes_dice")
    needs_core(game)
    state, asked = game.new(players=2, seed=3), list[dict[str, Any]]()
    bot: Any = make_bot("strong@80ms", 1, 0)
    search = type(core_of(game)).searching
    monkeypatch.setattr(
        type(core_of(game)),
        "searching",
        lambda self, *given, **more: asked.append(more) or search(self, *given, **more),
    )
    assert bot.choose(state) in state.options
    assert bot.sims > 0
    assert asked[0]["seconds"] == 0.08
    assert effective_bot("strong@80ms", game) == "strong@80ms"
    replace_function(monkeypatch, "core_of", by_interpreter)
    assert effective_bot("strong@80ms", game) == "easy"


@pytest.mark.parametrize(
    ("name", "seconds"),
    [("strong@500ms", 0.5), ("normal@2s", 2.0), ("strong", None), ("greedy", None), ("a@b/c.py:Mine", None)],
)
def test_budgets_are_read(name: str, seconds: float | None) -> None:
    assert time_budget_of(name) == seconds
    assert is_repeatable(name) == (seconds is None)


@pytest.mark.parametrize("name", ["easy@1s", "strong@", "strong@0ms", "strong@5", "normal@601s", "strong@-1s", "x@1s"])
def test_budgets_that_cannot_be_are_told(name: str) -> None:
    assert not is_known_bot(name)
    with pytest.raises(BotError, match=r"accept a thinking time|write the thinking time as in"):
        make_bot(name, 1, 0)


@pytest.mark.parametrize(
    "text",
    [
        "[]", '{"strong": 3}', "{", '{"stronger": {"sims": 3}}', '{"strong": {"sims": true}}',
        '{"strong": {"sims": 3}, "strong": {"sims": 4}}',
    ],
)  # fmt: skip
def test_levels_that_cannot_be_are_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "levels.json").write_text(text, encoding="utf-8")
    with pytest.raises(RulesetError, match=r"levels\.json"):
        levels(tmp_path)


def test_figures_of_a_game_take_the_place_of_the_usual_ones(tmp_path: Path) -> None:
    usual: dict[str, Any] = levels(tmp_path)
    (tmp_path / "levels.json").write_text('{"strong": {"sims": 7}}', encoding="utf-8")
    assert levels(tmp_path) == usual | {"strong": usual["strong"] | {"sims": 7}}


def test_prospects_of_what_the_game_does_not_have_are_told_with_the_file(tmp_path: Path) -> None:
    shutil.copytree(load("pig").directory, tmp_path / "swine")
    (tmp_path / "swine/levels.json").write_text(
        '{"prospects": {"base": [1], "worth": {"mills": [2]}}}', encoding="utf-8"
    )
    with pytest.raises(RulesetError, match=r"levels\.json: prospects: .*`mills`"):
        levels_of(load(str(tmp_path / "swine")))


def test_a_record_keeps_the_figures_of_levels() -> None:
    seats = [Seat("A", "strong@2s"), Seat("B", "human"), Seat("C", "easy")]
    game = load("troyes")
    header = Session.start(game, seats, 1).header
    assert [*header.levels] == ["easy", "strong"]
    assert header.levels["strong"]["sims"] == levels_of(game)["strong"]["sims"]
    assert RecordHeader.from_json(json.loads(json.dumps(header.to_json()))) == header
    dice = Session.start(load("troyes_dice"), [Seat("A", "strong")], 1).header.levels["strong"]
    assert re.fullmatch("[0-9a-f]{8}", str(dice["prospects"]))  # a sign that tells it from other such
    assert Session.start(game, [Seat("A", "human"), Seat("B", "greedy")], 1).header.levels == {}
