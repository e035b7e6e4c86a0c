"""The deciding step tells variables apart: those of options, of loops and of questions within each other.

The sets are larger than what is written out value by value, so that each variable becomes the variable of a loop.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import Game, load
from tests.lang.compare import Executors

HEADER: dict[str, Any] = {
    "game": "variables",
    "name": {"en": "Variables", "es": "Variables"},
    "version": "1.0",
    "players": "2..3",
    "provenance": "house",
}
ASK = {"en": "Where?", "es": "¿Dónde?"}


def made(directory: Path, **sections: Any) -> Game:
    """A game with these sections; whoever has the most points wins."""
    score = {"points": {"name": {"en": "points", "es": "puntos"}, "amount": "points"}}
    (directory / "game.yaml").write_text(json.dumps({**HEADER, "score": score, **sections}, ensure_ascii=False))
    return load(directory)


def agreed(game: Game, decisions: int = 40) -> None:
    """Plays some games in every executor."""
    all_ = Executors(game)
    for seed in range(4):
        found = all_.disagreement(game.players[seed % 2], seed, Random(seed).randrange, decisions)
        assert not found, found
    assert all_.decisions


@pytest.mark.parametrize("size", [3, 5, 6, 9])
def test_member_of_a_list_within_a_question_about_an_option(tmp_path: Path, size: int) -> None:
    game = made(
        tmp_path,
        sets={"cell": {"grid": {"squares": [size, size], "sides": "edge"}}},
        state={
            "shut": {"by": ["edge"], "is": "bool"},
            "pawn": {"by": ["seat"], "is": "cell", "start": "b1"},
            "points": {"by": ["seat"], "is": "int"},
        },
        decisions={"step": {"of": "cell", "word": "go", "ask": ASK, "done": {"en": "rest", "es": "descansar"}}},
        define={
            "passage": {
                "params": {"a": "cell", "b": "cell"},
                "condition": "no s in a.sides where shut[s] and (b in s.cells)",
            }
        },
        flow=[
            {"phase": "setup", "do": "set shut[b1_b2] = true; set shut[a1_a2] = true"},
            {
                "phase": "play",
                "turns": "forever",
                "do": "choose step c in pawn.near where passage(pawn, c) { set pawn = c }"
                " or rest where points < 3 { set points = points + 1 }",
            },
        ],
    )
    agreed(game)


@pytest.mark.parametrize("shapes", [3, 13, 20])
def test_questions_about_one_of_many_options(tmp_path: Path, shapes: int) -> None:
    """`any t in s.turns` stands within `any h in cell`: three variables, one within the other."""
    turns = [f"t{number}" for number in range(5)]
    members = {f"s{number}": {"turns": turns[number % 3 :]} for number in range(shapes)}
    game = made(
        tmp_path,
        players=2,
        sets={
            "cell": {"grid": [7, 7]},
            "turn": {
                "facts": {"step": "int"},
                "members": {name: {"step": number} for number, name in enumerate(turns)},
            },
            "shape": {"facts": {"turns": "list of turn"}, "members": members},
        },
        state={
            "used": {"by": ["seat", "shape"], "is": "bool"},
            "corner": {"by": ["seat", "cell"], "is": "bool"},
            "points": {"by": ["seat"], "is": "int"},
        },
        decisions={"piece": {"of": "shape", "ask": ASK}},
        define={
            "far": {"params": {"s": "shape", "t": "turn", "h": "cell"}, "amount": "h.x + h.y + t.step + number(s)"},
            "fits": {
                "params": {"s": "shape"},
                "condition": "any h in cell where corner[me, h] and (any t in s.turns where far(s, t, h) == 10 + points mod 5)",
            },
        },
        flow=[
            {"phase": "setup", "do": "set corner[seat_0, c3] = true; set corner[seat_1, d5] = true"},
            {
                "phase": "play",
                "turns": "until_all_pass",
                "do": "choose piece s in shape where not used[me, s] and fits(s)"
                " { set used[me, s] = true; set points = points + number(s) } else { pass_turn }",
            },
        ],
    )
    agreed(game)


def test_seats_of_a_loop_and_of_questions_within_it(tmp_path: Path) -> None:
    """Where the values of each seat begin is worked out for the loop's `p` and for the `q` and `r` of both questions."""
    game = made(
        tmp_path,
        sets={"cell": {"grid": [5, 5]}},
        state={"points": {"by": ["seat"], "is": "int"}, "mark": {"by": ["seat", "cell"], "is": "0..9"}},
        decisions={"mark": {"of": "cell", "ask": ASK}},
        flow=[
            {
                "phase": "play",
                "turns": "forever",
                "do": "for each p in seat where any q in seat where q.points <= p.points"
                " and (any r in seat where r != q and (any d in cell where r.mark[d] + q.mark[d] > p.mark[d]))"
                " { set p.points = p.points + 1 };"
                " choose mark c in cell where mark[me, c] < 9 { set mark[me, c] = mark[me, c] + 1 }",
            },
        ],
    )
    agreed(game)


def test_key_of_a_sort_with_questions_within_each_other(tmp_path: Path) -> None:
    game = made(
        tmp_path,
        sets={"cell": {"grid": [5, 5]}},
        pieces={"stone": {"product": {"place": "cell"}}},
        zones={"bag": {"of": "stone", "start": "all", "visible": "all"}},
        state={"points": {"by": ["seat"], "is": "int"}, "mark": {"by": ["cell"], "is": "0..9"}},
        decisions={"mark": {"of": "cell", "ask": ASK}},
        flow=[
            {
                "phase": "play",
                "turns": "forever",
                "do": "sort bag by count a in it.place.near where any b in a.near where mark[b] > mark[a] and b != it.place;"
                " choose mark c in cell where mark[c] < 9 { set mark[c] = mark[c] + 1 }",
            },
        ],
    )
    agreed(game)


def test_list_of_several_selections_has_room_on_the_stack(tmp_path: Path) -> None:
    """The list in the frame of the question is two values long, of a set with thirty."""
    game = made(
        tmp_path,
        sets={"thing": {"members": {f"t{number}": {} for number in range(30)}}},
        state={"points": {"by": ["seat"], "is": "int"}, "mark": {"is": "thing", "start": "t3"}},
        decisions={"take": {"of": "thing", "word": "take", "ask": ASK}},
        flow=[
            {
                "phase": "play",
                "turns": "once",
                "do": "do twice; set points = points + 1; do twice; set points = points + 1",
            }
        ],
        define={
            "twice": {
                "effect": "for each x in [mark] + [t9] { choose take y in [x, t7] { set points = points + number(y); set mark = y } }"
            }
        },
    )
    agreed(game)
