"""Steps are counted alike by all executors, whatever is worked out when a game is loaded, looked up or written out."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruleset_core import BrokenRuleError, Game, State
from ruleset_core.lang.runtime import Trap
from tests.lang import random_game
from tests.lang.compare import Executors, few_steps
from tests.lang.effects import DataWriter
from tests.lang.test_agreement import LONG, chosen, load, one_effect

SLOW = "no a in 1 to 9 where (any b in 1 to 9 where (any d in 1 to 9 where a + b + d == n))"
"""Known as soon as `n` is, and heavy: it may not be forgotten that it was to be worked out."""
DEFINE = {
    "slow": {"params": {"n": "int"}, "condition": SLOW},
    "sum_to": {"params": {"n": "int"}, "amount": "sum x in 1 to n of x mod 7"},
    "hues": {"params": {"c": "colour"}, "amount": "sum a in 1 to 30 of (count x in 1 to 12 where x mod 3 == c.rank)"},
    "wide": {"params": {"c": "colour"}, "amount": "(count x in 1 to 200 where x mod 3 == c.rank) + (count x in 1 to 200 where x mod 4 == c.rank)"},
    "far": {"params": {"c": "colour"}, "condition": "(count x in 1 to 200 where x == c.rank) + (count x in 1 to 200 where x == c.rank) > 400 and open"},
    "small": {"params": {"c": "colour"}, "amount": "count x in 1 to 6 where x mod 3 == c.rank"},
}  # fmt: skip
FOLDED = {
    "a condition that is known": "if slow(40) { set clock = 1 } else { set clock = 2 }",
    "a condition nobody needs": "if slow(40) and clock > 90 { set clock = 1 }",
    "an amount that is known": "set total = sum_to(35)",
    "a table": "for each c in colour { set mood[c] = hues(c) mod 7 }",
    "a small table": "for each c in colour { set mood[c] = small(c) mod 7 }",
    "what is heavy of light parts": "set total = wide(favourite)",
    "the same twice": "if hues(favourite) == hues(favourite) and hues(favourite) == hues(favourite) { set clock = 3 }",
    "nothing of the same": "set total = hues(favourite) - hues(favourite)",
    "a loop that is written out": "for each x in [3, 5, 8] { set total = total + sum_to(x * 9) }",
    "a heavy loop that is written out": "for each c in colour { set total = total + (count x in 1 to 150 where x mod 4 == c.rank) }",
    "a question over nothing that counts": "set total = count x in 1 to 2000 where x == 0",
    "a question over a zone": "set clock = count t in deck where slow(t.price)",
    "any piece": "if any t in deck { set clock = 1 }",
    "rounds that are known": "repeat 40 { set clock = (clock + 1) mod 5 }",
    "rounds that are not": "set clock = 9; repeat clock * 9 { set total = total + 1 }",
    "a way of an `if`": "if mood[red] > 9 { set total = sum_to(90) } else { set total = sum_to(20) }",
    "a question to a player about several lists": "choose pick_tile t in deck + hand where (count x in 1 to 60 where x mod 9 == t.price) > 0",
    "a question to a player that facts alone settle": "choose pick_colour c where far(c)",
    "a gain on a track": "gain 2 salt; gain 0 salt; gain 1 gem",
}  # fmt: skip


def counted(s: State, option: int) -> int:
    """The steps that generated Python counts for an option; the state goes on."""
    s.a, s.steps, steps = option, 0, 0
    while s.stack:
        frame = s.stack.pop()
        steps = s.game.blocks[frame[0]](s, frame, steps)
        if steps < 0:
            break
    return s.steps + abs(steps)


def made(directory: Path, do: str) -> Game:
    files = random_game.plain(f"choose sure b {{ if b {{ {do} }} }}", define=DEFINE)
    return random_game.build(random_game.write(directory, files), plugin=False)


@pytest.mark.parametrize("do", FOLDED.values(), ids=FOLDED)
def test_what_is_folded_costs_what_it_costs(tmp_path: Path, do: str) -> None:
    game = made(tmp_path, do)
    slow, fast = game.interpreted().new(1, 1), game.new(1, 1)
    option = game.parse("sure true")
    slow.apply(option)
    assert counted(fast, option) == slow.steps


@pytest.mark.parametrize("name", ["a condition nobody needs", "a loop that is written out", "a question over a zone"])
def test_all_refuse_from_the_same_number_of_steps_on(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = made(tmp_path, FOLDED[name])
    slow, option = game.interpreted().new(1, 1), game.parse("sure true")
    slow.apply(option)
    steps = slow.steps
    for most, refused in ((steps, 0), (steps - 1, 1)):
        few_steps(monkeypatch, most)
        all_ = Executors(game)
        assert game.new(1, 1).options[-1] == option
        assert not all_.disagreement(1, 1, lambda size: size - 1, 1)
        assert (all_.refusals, all_.impatient) == (refused, 0)


def test_nobody_counts_less_than_the_interpreter(tmp_path: Path) -> None:
    same = 0
    decisions = 0
    for seed in range(400 if LONG else 16):
        pick = Random(seed).randrange
        files = one_effect(pick, "forever") if seed % 2 else random_game.parts(DataWriter(pick))
        game = load(tmp_path / str(seed), files, plugin=False)
        if game is None:
            continue
        try:
            slow = game.interpreted().new(2, seed, chosen(game, pick))
        except BrokenRuleError:
            continue
        for _ in range(12):
            if slow.over:
                break
            fast = game.from_json(slow.to_json())
            option = slow.options[pick(len(slow.options))]
            try:
                slow.apply(option)
            except BrokenRuleError:
                continue
            try:
                found = counted(fast, option)
            except Trap:
                continue  # it counts more, and asks the interpreter
            assert found >= slow.steps, f"game {seed}"
            decisions += 1
            same += found == slow.steps
    assert decisions > 24
    assert same > decisions // 2
