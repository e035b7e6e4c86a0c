"""Large games have a core, too: states over a megabyte, many seats and tie-breaks."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import Game, core_of, load
from ruleset_core.compile.host.executor_choice import why_not
from ruleset_core.compile.host.wasmtime_binding import WasmError
from ruleset_core.engine.core import compiled_arenas
from ruleset_core.engine.core.interpreted_runner import InterpretedRunner
from ruleset_core.engine.core.many_games import Core
from tests.engine.games import write

pytestmark = pytest.mark.skipif(why_not() is not None, reason=f"there is no core here: {why_not()}")

HEAD = """
game: large
name: {en: Large, es: Grande}
players: 1..4
resources: {members: {point: {name: {en: Points, es: Puntos}}}}
"""
ZONES = """
sets: {cell: {grid: [26, 26]}}
pieces: {die: {count: 900}}
zones: {bag: {of: die, start: all}, heap: {of: die, by: [cell]}}
decisions: {cell: {of: cell, ask: {en: "Where?", es: "¿Dónde?"}}}
flow:
  - {phase: setup, do: "shuffle bag"}
  - phase: put
    turns: forever
    until: point > 6
    do: "choose cell c { repeat 3 { move bag[0] to heap[c] }; shuffle heap[c]; gain 1 point }"
score: {points: {name: {en: Points, es: Puntos}, amount: "point + (count d in heap[a1])"}}
"""
"""A state in which each of 676 lists has room for 900 pieces."""


def same(game: Game, players: int, most: int) -> None:
    """Interpreter and core play alike."""
    assert core_of(game).executor == "core"
    inside, outside, pick = core_of(game).new(players, 3), game.interpreted().new(players, 3), Random(2)
    for _ in range(most):
        assert inside.options == outside.options
        assert inside.to_json() == outside.to_json()
        if outside.over:
            break
        option = pick.choice(outside.options)
        inside.apply(option)
        outside.apply(option)
        twin = inside.clone()
        assert twin.seat == outside.seat
        assert twin.options == outside.options
    assert inside.scores() == outside.scores()


def many(game: Game, games: int, **more: Any) -> None:
    """Core and Python play the same games."""
    plain = Core(game, InterpretedRunner(game), "interpreter", "")
    assert core_of(game).play(2, games, seed=1, **more) == plain.play(2, games, seed=1, **more)


def test_a_state_may_take_more_than_a_megabyte(tmp_path: Path) -> None:
    game = load(write(tmp_path, HEAD + ZONES))
    same(game, 2, 5)
    many(game, 2)
    state: Any = core_of(game).new(2, 1)
    assert state.host.size > 1 << 20


def test_a_game_may_have_99_seats_and_many_tie_breaks(tmp_path: Path) -> None:
    ties = ", ".join(f"point mod {number}" for number in range(2, 80))
    rules = f"""
decisions: {{amount: {{of: 0..9, ask: {{en: "How many?", es: "¿Cuántos?"}}}}}}
flow: [{{phase: go, turns: once, do: "choose amount n {{ gain n point }}"}}]
score: {{points: {{name: {{en: Points, es: Puntos}}, amount: point per 4}}}}
tie_breaks: [{ties}]
"""
    game = load(write(tmp_path, HEAD.replace("1..4", "2..99") + rules))
    same(game, 99, 99)
    plain = Core(game, InterpretedRunner(game), "interpreter", "")
    assert core_of(game).play(99, 4, seed=1) == plain.play(99, 4, seed=1)


def test_where_there_is_no_room_for_thinking_python_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A state of a game with very many options is large, and thinking looks at many of them."""
    game = load("tic_tac_toe")
    state, few = game.new(2, 1).plain(), {"budget": 8, "ahead": 8, "nodes": 64}
    core, plain = core_of(game), Core(game, InterpretedRunner(game), "interpreter", "")

    def none(*_about: object) -> None:
        raise WasmError("no memory")

    host: Any = core.new(2, 1)
    core = Core(game, type(core._runner)(game, core._runner._module, core._runner._notes), "core", "")  # type: ignore[attr-defined,call-arg]  # with no rooms yet
    monkeypatch.setattr(type(host.host), "room", none)
    with pytest.raises(compiled_arenas.ArenaTooSmallError):
        compiled_arenas.CompiledArena(
            host.host, core._runner._search_module(), compiled_arenas.SearchSettings.from_figures(few), state
        )  # type: ignore[attr-defined]
    assert core.search(state, 0, 20, 3, **few) == plain.search(state, 0, 20, 3, **few)
    assert core.worths(state, 0, 3) == plain.worths(state, 0, 3)
    assert core.endings(state, 0, 3, 3).scores == plain.endings(state, 0, 3, 3).scores
    assert core.play(2, 1, seed=1, policies=["easy", "random"]) == plain.play(2, 1, seed=1, policies=["easy", "random"])
