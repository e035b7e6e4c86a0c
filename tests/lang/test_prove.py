"""What `check` does not doubt is never refused when the game is played."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, LoadError
from ruleset_core.analysis.range_visitor import UnprovenAccess
from ruleset_core.analysis.unproven_accesses import unproven_accesses
from ruleset_core.compile.linker import Linker
from ruleset_core.engine.game import Game
from ruleset_core.lang import typed_tree as t
from tests.lang import random_game
from tests.lang.effects import Writer
from tests.lang.watching import Watching, watched

LONG = bool(os.environ.get("RULESET_LONG"))
BATCHES = 100 if LONG else 2
BATCH = 40 if LONG else 8

OF_SIZE = (
    "what is kept lies between",
    "beyond 64 bits",
    "back to themselves",
    "come to its next decision",
    "comes to its next decision",
    "this takes more than",
)
"""Refusals that are about how large or how long something gets; nothing is shown of these."""


@pytest.fixture(autouse=True)
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruleset_core.lang.runtime.STEPS", 5000)


@pytest.fixture
def doubted(monkeypatch: pytest.MonkeyPatch) -> list[UnprovenAccess]:
    """What is doubtful in the game that was linked last."""
    found: list[UnprovenAccess] = []
    finish = Linker.finish

    def noting(linker: Linker) -> None:
        found[:] = unproven_accesses(linker.program, linker.order) if linker.sound else []
        finish(linker)

    monkeypatch.setattr(Linker, "finish", noting)
    return found


def refused(game: Game, players: int, seed: int, pick: Any, decisions: int) -> Watching | None:
    """What was refused in a game with random choices; None if nothing was."""
    slow, watching = watched(game)
    try:
        state = slow.new(players, seed, {})
        for _ in range(decisions):
            if state.over:
                break
            state.apply(state.options[pick(len(state.options))])
        for seat in range(state.n):
            _scores(state, seat)
    except BrokenRuleError as error:
        return None if any(each in str(error) for each in OF_SIZE) else watching
    return None


def _scores(state: Any, seat: int) -> None:
    work = state.game.interpreter.value
    for row in state.game.program.scores:
        for value in row.items.values if row.items else (-1,):
            env = {"me": seat, "it": value}
            if row.where is None or work(row.where)(state, env):
                work(row.amount)(state, env)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_what_is_not_doubted_is_never_refused(batch: int, tmp_path: Path, doubted: list[UnprovenAccess]) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        pick = Random(seed).randrange
        try:
            game = random_game.build(random_game.write(tmp_path / str(seed), random_game.parts(Writer(pick))))
        except LoadError:
            continue
        low, high = game.players
        for players in range(low, high + 1):
            found = refused(game, players, seed, pick, 30)
            if found is None or isinstance(found.refused, t.Refuse):
                continue
            known = any(each.node is found.refused or each.origin == found.origin for each in doubted)
            assert known, f"seed {seed}, {players} players: {found.refused}"
