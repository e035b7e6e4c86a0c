"""The same seed gives the same bytes, whatever the process; each thing random has a stream of its own."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from ruleset_core import Game, LoadError, load, start_at
from ruleset_core.lang.runtime import draw
from tests.engine import games

ROOT = Path(__file__).parents[2]
PLAY = """
import hashlib, json, sys
from ruleset_core import load
from ruleset_core.engine.saves import save_layout
for name, expansions in json.loads(sys.argv[1]):
    game = load(name, expansions)
    written = hashlib.sha256(save_layout(game).encode())
    for seed in range(3):
        state = game.new(2, seed)
        for step in range(400):
            if state.over:
                break
            written.update(json.dumps([state.to_json(), state.observe(0)]).encode())
            state.apply(state.options[step * 7 % len(state.options)])
    print(name, game.hash, written.hexdigest())
"""


@pytest.mark.slow
def test_processes_agree_to_the_byte(tmp_path: Path) -> None:
    played = [
        ("pig", []),
        ("troyes_dice", []),
        ("troyes_dice", ["banquetes_y_asaltos"]),
        (str(games.write(tmp_path, games.CARDS, games.FILE)), []),
    ]
    found = set()
    for seed in ("0", "31337"):
        variables = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        run = subprocess.run(
            [sys.executable, "-c", PLAY, json.dumps(played)], capture_output=True, text=True, check=True, env=variables
        )
        found.add(run.stdout)
    assert len(found) == 1
    assert len(found.pop().splitlines()) == 4


def test_seed_decides(cards: Game) -> None:
    assert cards.new(2, 1).to_json() == cards.new(2, 1).to_json()
    assert len({json.dumps(cards.new(2, seed).to_json()["z"]) for seed in range(20)}) > 15
    assert cards.new(2).to_json() != cards.new(2).to_json()


def test_one_more_roll_does_not_shift_a_shuffle(tmp_path: Path) -> None:
    more = games.CARDS.replace("  roll vault", "  roll vault; roll vault; repeat 5 { roll face[die_2] }")
    assert more != games.CARDS
    one, other = games.cards(tmp_path / "one"), load(games.write(tmp_path / "other", more, games.FILE))
    for seed in range(5):
        first, second = one.new(3, seed), other.new(3, seed)
        assert first.z == second.z
        assert first.ask("vault") in range(10)
        for state in (first, second):
            while state.phase == "choosing":
                state.apply(state.options[0])
            state.apply("risk true")
        shuffled = [state.game.program.streams.index("deck") for state in (first, second)]
        assert first.streams[shuffled[0]] == second.streams[shuffled[1]]


def test_draws_are_recorded_by_stream(cards: Game) -> None:
    state = cards.new(2, 7)
    names = [cards.program.streams[stream] for stream in state.draws[::3]]
    assert names == ["deck"] * 8 + ["vault"]
    assert state.draws[1::3] == [9, 8, 7, 6, 5, 4, 3, 2, 10]
    assert all(0 <= outcome < size for size, outcome in zip(state.draws[1::3], state.draws[2::3], strict=True))


def test_draws_are_those_of_the_last_apply(cards: Game) -> None:
    state = cards.new(2, 7)
    setup = state.draws
    copy = state.clone()
    assert len(setup) == 27
    while state.phase == "choosing":
        state.apply(state.options[0])
    state.apply("risk true")
    assert len(setup) == 27
    assert state.draws != setup
    assert copy.draws == setup
    assert cards.from_json(state.to_json()).draws == state.draws


def test_recorded_outcomes_play_the_same_game(cards: Game) -> None:
    state = cards.new(2, 7)
    script: dict[str, list[int]] = {}
    for stream, outcome in zip(state.draws[::3], state.draws[2::3], strict=True):
        script.setdefault(cards.program.streams[stream], []).append(outcome)
    again = start_at(cards, None, 2, 99, script=script)
    assert again.z == state.z
    assert again.ask("vault") == state.ask("vault")


@pytest.mark.parametrize("size", [2, 6, 20])
def test_outcomes_are_even(cards: Game, size: int) -> None:
    state = cards.new(1, 3)
    counts = Counter(draw(state, 0, size) for _ in range(size * 2000))
    assert set(counts) == set(range(size))
    assert max(abs(count - 2000) for count in counts.values()) < 220


def test_streams_of_a_seed_are_unlike_each_other(cards: Game) -> None:
    state = cards.new(1, 3)
    first = [[draw(state, stream, 2) for _ in range(64)] for stream in range(len(state.streams))]
    assert len({tuple(each) for each in first}) == len(first)
    assert hashlib.sha256(bytes(first[0])).digest() != hashlib.sha256(bytes(first[1])).digest()


def test_a_set_without_members_cannot_be_rolled(tmp_path: Path) -> None:
    (tmp_path / "faces.yaml").write_text("sets: {side: {}}\nstate: {shown: {is: side}}\n", encoding="utf-8")
    with pytest.raises(LoadError, match="there is no side to roll"):
        games.flow(tmp_path, "flow: [{phase: go, turns: once, do: roll shown}]")
