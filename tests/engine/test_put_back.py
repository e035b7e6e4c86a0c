"""A state stays as it was before a rule that is broken, wherever the state came from, and whoever plays it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from ruleset_core import BrokenRuleError, Game, State, core_of, imagine, load, start_at
from tests.executors import both

GAME = """
game: brittle
name: {en: Brittle, es: Frágil}
players: 1..3
resources: {members: {coin: {start: 5}}}
sets: {colour: {members: [red, green]}}
pieces: {card: {count: 4}}
zones:
  deck: {of: card, start: all, visible: nobody}
  hand: {of: card, by: [seat], visible: owner}
state:
  tally: {is: int}
  stuck: {is: bool}
  die: {is: 1..6}
  chosen: {is: colour?}
  mood: {by: [colour], is: int}
decisions:
  amount: {of: 0..9, ask: {en: How much?, es: ¿Cuánto?}}
flow:
  - phase: setup
    do: for each p in seat { shuffle deck }; roll die
  - phase: work
    turns: forever
    do: |
      if stuck { roll die } else {
        choose amount n {
          roll die; gain n coin; set tally = tally + n; shuffle deck;
          if n == 7 { set stuck = true };
          if n == 8 { set mood[chosen] = n };
          if n == 9 { end_game }
        }
      }
score:
  coins: {name: {en: Coins, es: Monedas}, amount: 'if tally == 21 then mood[chosen] else coin'}
"""
OUT = {7: "does not come to its next decision", 8: "`mood[none]` does not exist"}


@pytest.fixture(scope="module", autouse=True)
def few_steps() -> Iterator[None]:
    """What never ends is given up early."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ruleset_core.lang.runtime.STEPS", 20_000)
        yield


@pytest.fixture(scope="module")
def brittle(tmp_path_factory: pytest.TempPathFactory) -> Game:
    directory = tmp_path_factory.mktemp("brittle") / "brittle"
    directory.mkdir()
    (directory / "game.yaml").write_text(GAME)
    return load(directory)


def began(game: Game) -> State:
    return game.new(2, seed=3)


def saved(game: Game) -> State:
    return game.from_json(json.loads(json.dumps(played(game.new(2, seed=3)).to_json())))


def given(game: Game) -> State:
    return start_at(game, "work", 2, 5, given={"tally": 4}, script={"die": [2, 3]})


def imagined(game: Game) -> State:
    return imagine(played(game.new(3, seed=8)), 1, 4)


def played(state: State) -> State:
    for number in (1, 4, 2):
        state.apply(state.options[number])
    return state


@pytest.mark.parametrize("make", [began, saved, given, imagined])
@pytest.mark.parametrize("number", OUT)
def test_state_stays_as_it_was(brittle: Game, make: Callable[[Game], State], number: int) -> None:
    for game in both(brittle):
        state = make(game)
        for turn in range(3):
            before, clone, options = state.to_json(), state.clone(), state.options
            with pytest.raises(BrokenRuleError) as caught:
                state.apply(number)
            assert OUT[number] in str(caught.value)
            assert "phase `work`: game.yaml:" in str(caught.value)
            assert state.to_json() == before
            assert state.options == options
            state.apply(turn)
            clone.apply(turn)
            assert state.to_json() == clone.to_json()


def test_clones_go_on_by_themselves(brittle: Game) -> None:
    state = played(brittle.new(2, seed=3))
    other = state.clone()
    state.apply(1)
    other.apply(2)
    for each in (state, other):
        before = each.to_json()
        with pytest.raises(BrokenRuleError):
            each.apply(7)
        assert each.to_json() == before


def test_scores_say_what_is_broken(brittle: Game) -> None:
    state = start_at(brittle, "work", 2, 5, given={"tally": 21})
    for each in (state, core_of(brittle).compiled(state)):
        before = each.to_json()
        for look in (each.scores, each.winners, partial(each.score_sheet, 0)):
            with pytest.raises(BrokenRuleError, match="`amount` of the score `coins`"):
                look()
        assert each.to_json() == before


def test_game_that_cannot_begin_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "brittle").mkdir()
    (tmp_path / "brittle" / "game.yaml").write_text(
        GAME.replace("shuffle deck }", "set tally = 1; set mood[chosen] = 2 }")
    )
    game = load(tmp_path / "brittle")
    for each in both(game):
        with pytest.raises(BrokenRuleError, match=r"phase `setup`: game.yaml:.*`mood\[none\]`"):
            each.new(2, 1)


def test_what_a_plugin_raises_leaves_the_state_as_it_was(brittle: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    game = brittle.interpreted()
    state, run = played(game.new(2, seed=3)), game.interpreter.run
    before = state.to_json()

    def stopped(s: State) -> None:
        run(s)
        raise KeyboardInterrupt

    monkeypatch.setattr(game.interpreter, "run", stopped)
    with pytest.raises(KeyboardInterrupt):
        state.apply(1)
    assert state.to_json() == before
