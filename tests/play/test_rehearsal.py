"""The game that is played before the first screen, to know how large panels get, takes less than a second whatever the game."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from time import thread_time
from types import SimpleNamespace
from typing import Any

import pytest

from ruleset_core import Game, load
from ruleset_core.cli.console import game_view
from ruleset_core.cli.console.game_view import MOMENTS, sample_views
from ruleset_core.view.terminal.span_text import has_options

WALLS = """
game: walls
name: {en: Walls, es: Muros}
about: {en: "Build or break a wall, then step; walls may not close the way.", es: "Haz o quita un muro y da un paso; los muros no cierran el paso."}
version: "1.0"
players: 2
provenance: house
sets: {cell: {name: {en: cell, es: casilla}, grid: {squares: [9, 9], sides: {set: edge, name: {en: edge, es: borde}}}}}
state:
  shut: {by: [edge], is: bool, name: {en: walled, es: tapiado}}
  pawn: {by: [seat], is: cell, name: {en: pawn, es: peón}}
decisions:
  step: {of: cell, ask: {en: "Where?", es: "¿Adónde?"}}
  wall: {of: edge, ask: {en: "Which wall?", es: "¿Qué muro?"}}
define:
  goal: {params: {s: seat}, amount: if s == seat_0 then 9 else 1}
  free:
    params: {s: seat, w: edge}
    condition: >-
      any c in (from a in cell where a == pawn[s] by b in a.near where (no e in a.sides where (shut[e] or e == w) and (b in e.cells)))
      where c.y == goal(s)
flow:
  - phase: setup
    do: set pawn[seat_0] = e1; set pawn[seat_1] = e9
  - phase: play
    name: {en: play, es: partida}
    turns: forever
    do: |
      choose wall w where not w.rim and (shut[w] or (no s in seat where not free(s, w))) { set shut[w] = not shut[w] };
      choose step c in pawn.near where (no e in pawn.sides where shut[e] and (c in e.cells)) {
        set pawn = c;
        if c.y == goal(me) and c.x == 5 { end_game }
      }
outcome: {wins: pawn.y == goal(me)}
"""


def place(game: Game, seats: int) -> Any:
    header = SimpleNamespace(seats=[0] * seats, options={})
    return SimpleNamespace(
        game=game, lang="en", names=["Ana", "Luis"], session=SimpleNamespace(game=game, header=header)
    )


@pytest.fixture
def walls(tmp_path: Path) -> Game:
    (tmp_path / "game.yaml").write_text(WALLS, encoding="utf-8")
    return load(tmp_path)


@pytest.mark.slow
def test_an_expensive_game_is_rehearsed_within_a_second(walls: Game) -> None:
    began = thread_time()
    assert sample_views(place(walls, 2), 0)
    assert thread_time() - began < 1


@pytest.mark.slow
def test_what_is_cut_short_is_spread_over_what_was_played(walls: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that moves by a fiftieth of a second whenever somebody looks at it, it is the same every time."""
    found = []
    real = game_view._moments
    monkeypatch.setattr(game_view, "_moments", lambda states, viewer: found.append(len(states)) or real(states, viewer))
    clocks = [count() for _ in range(2)]
    one, other = (sample_views(place(walls, 2), 0, lambda clock=clock: next(clock) / 50) for clock in clocks)  # type: ignore[misc]
    assert one == other
    assert found[0] == found[1] == 25
    assert len(one) == MOMENTS - 1


def test_at_least_one_moment_is_looked_at(walls: Game) -> None:
    clock = count()
    assert len(sample_views(place(walls, 2), 0, lambda: next(clock))) == 1


def test_a_game_that_takes_no_time_is_played_to_its_end() -> None:
    game = load("hex")
    scenes = sample_views(place(game, 2), 1, lambda: 0.0)
    assert len(scenes) == MOMENTS - 1
    offers = [any(has_options(panel.show) for panel in scene.panels) for scene in scenes]
    assert offers[:-1] == [True] * (MOMENTS - 2), "the viewer is to decide; the end may come after another's move"
    assert len({str(each) for each in scenes}) == len(scenes)
