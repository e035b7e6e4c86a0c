"""Steps are counted alike by both executors, whatever is worked out when a game is loaded, looked up or written out."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruleset_core import BrokenRuleError, Game
from ruleset_core import load as load_game
from ruleset_core.analysis.step_costs import steps_of
from tests.campaign.generated import Generated
from tests.lang import random_game
from tests.lang.compare import Executors, few_steps
from tests.lang.effects import DataWriter
from tests.lang.in_core import in_core
from tests.lang.test_agreement import LONG, chosen, load, one_effect
from tests.sampled import slow_if_long

ROOT = Path(__file__).parents[2]
GAMES = sorted(each.parent for place in ("data", "examples") for each in (ROOT / place).glob("*/game.yaml"))
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
    "a range that is left at once": "set clock = 9; if any n in 1 to clock * 99 where n == 1 { set clock = 1 }",
    "a range that is longer than may be": "if any n in 1 to luck * 30000000 where n == 1 { set clock = 1 }",
    "a range that is gone through": "set clock = 9; if no n in 1 to clock * 9 where n > 81 { set clock = 1 }",
    "a known range that is left": "set clock = 7; set total = first n in 1 to 500 where n mod 9 == clock",
    "a range whose rounds are heavy": "set clock = 7; if every n in 1 to 9 has (count x in 1 to n * 60 where x == 3) > 4 - clock { set clock = 1 }",
    "a range in which nothing counts": "if any n in 1 to 900 where false { set clock = 1 }",
    "rounds that are known": "repeat 40 { set clock = (clock + 1) mod 5 }",
    "rounds that are not": "set clock = 9; repeat clock * 9 { set total = total + 1 }",
    "a way of an `if`": "if mood[red] > 9 { set total = sum_to(90) } else { set total = sum_to(20) }",
    "a question to a player about several lists": "choose pick_tile t in deck + hand where (count x in 1 to 60 where x mod 9 == t.price) > 0",
    "a question to a player that facts alone settle": "choose pick_colour c where far(c)",
    "a gain on a track": "gain 2 salt; gain 0 salt; gain 1 gem",
}  # fmt: skip


HEAVY = "(sum x in 1 to 400 of x mod 7)"
ZERO = f"(if {HEAVY} == 0 then 1 else 0)"
COUNTED = {
    "what is looked for twice": f"if {ZERO} in [{ZERO}, {ZERO}, 3] {{ set clock = 1 }}",
    "what is in none": f"if {HEAVY} in [0, {HEAVY}] {{ set clock = 1 }}",
    "a range that is left early": f"if -1 in 0 to {HEAVY} {{ set clock = 1 }}",
    "a quotient": f"set total = {HEAVY} per ({HEAVY} - 1190)",
    "a rest": f"set total = {HEAVY} mod ({HEAVY} - 1190)",
    "an amount without its sign": f"set total = abs(3 - {HEAVY}) mod 50",
    "a place in a list": f"set clock = if deck[{ZERO}] == none then 1 else 2",
    "a cost": f"if can {{ pay {ZERO} coin, pay {HEAVY} coin }} {{ set clock = 3 }}",
    "a cost of what is found": f"if can {{ pay {ZERO} (first r in resource where {HEAVY} > 0) }} {{ set clock = 3 }}",
    "rounds": f"repeat {ZERO} + 2 {{ set total = total + 1 }}",
    "a loop as far as": f"for each x in 0 to {ZERO} + clock {{ set total = total + x }}",
    "a gain of whatever is best": "gain 2 (if (most r in resource by number(r) ties first) == none then coin else gem); gain 3 (if clock == 1 then wood else fame)",
    "a gain that does not fit": "gain 9 salt; gain 9 gem; gain 9 fame",
    "a list with the same twice": f"choose pick_colour c in [red, red, blue] where {HEAVY} > 0",
    "a veil": f"choose up to 2 pick_colour c in colour where {HEAVY} > 0 done where {HEAVY} > 0 {{ set clock = 1 }}",
}  # fmt: skip
"""What was worked out twice by one and once by the other, or in one of them alone."""


def made(directory: Path, do: str) -> Game:
    more = "set luck = 1; " * 30  # the question before it takes fewer steps
    files = random_game.plain(f"choose sure b {{ if b {{ {more}{do} }} }}", define=DEFINE)
    return random_game.build(random_game.write(directory, files), plugin=False)


@pytest.mark.parametrize("do", FOLDED.values(), ids=FOLDED)
def test_what_is_folded_costs_what_it_costs(tmp_path: Path, do: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both executors refuse from the same number of steps on."""
    game = made(tmp_path, do)
    slow, option = game.interpreted().new(1, 1), game.parse("sure true")
    slow.apply(option)
    steps = slow.steps
    for most, refused in ((steps, 0), (steps - 1, 1)):
        few_steps(monkeypatch, most)
        both = Executors(game)
        assert game.new(1, 1).options[-1] == option
        assert not both.disagreement(1, 1, lambda size: size - 1, 1)
        assert both.refusals == refused


@pytest.mark.parametrize("do", COUNTED.values(), ids=COUNTED)
def test_what_was_counted_twice_or_not_at_all(tmp_path: Path, do: str) -> None:
    game = made(tmp_path, do)
    for seed in range(4):
        assert not Executors(game).disagreement(1, seed, Random(seed).randrange, 4)


@pytest.mark.parametrize("path", slow_if_long(GAMES, {"tournay", "troyes"}), ids=lambda path: path.name)
def test_games(path: Path) -> None:
    game = load_game(path)
    for players in {game.players[0], game.players[1]}:
        assert not Executors(game).disagreement(players, 5, Random(5).randrange, 150 if LONG else 60, saved=25)


@pytest.mark.slow
def test_random_games_with_few_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refusals = decisions = 0
    for seed in range(400 if LONG else 14):
        pick = Random(seed).randrange
        few_steps(monkeypatch, 150 + pick(2000))
        files = one_effect(pick, "forever") if seed % 2 else random_game.parts(DataWriter(pick))
        game = load(tmp_path / str(seed), files, plugin=False)
        if game is None:
            continue
        both = Executors(game)
        found = both.disagreement(1 + seed % 3, seed, pick, 12, chosen(game, pick))
        assert not found, f"game {seed}: {found}"
        decisions, refusals = decisions + both.decisions, refusals + both.refusals
    assert decisions > 16
    assert refusals > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 101, 201, 301])
def test_some_games_of_the_campaign(seed: int) -> None:
    campaign = Generated("vocabulary", seed)
    assert campaign.run(3) == []
    assert campaign.refused < 12


def test_row_of_the_score_is_charged_its_own_weight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    amount = " + ".join(f"(count x in 1 to {n} where x mod 2 == clock)" for n in range(9, 19))
    score = {"all": {"name": {"en": "All", "es": "Todo"}, "amount": amount}}
    directory = random_game.write(tmp_path, random_game.plain("choose sure b {}", score=score))
    game = random_game.build(directory, plugin=False)
    state = game.interpreted().new(1, 1)
    weight = steps_of(game.program).tree(game.program.scores[0].amount)
    assert weight > 100
    for most, refused in ((weight, False), (weight - 1, True)):
        few_steps(monkeypatch, most)
        core = in_core(random_game.build(directory, plugin=False))
        assert core is not None
        core.put(state)
        assert (core.scores(1) is None) == refused
        with pytest.raises(BrokenRuleError) if refused else pytest.MonkeyPatch.context():
            game.interpreter.amount(game.program.scores[0].amount, state, {"me": 0})
