"""Interpreter and core do the same, whatever the effect.

Random games over a small vocabulary with a little of everything are played by all of them, and their states compared in
everything they hold after every decision; what one refuses, all refuse. In most games data stand for the plugin.
`RULESET_LONG=1` plays some thousands of games instead of some dozens.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ruleset_core import LoadError
from ruleset_core.compile.irgen import expression_generation
from ruleset_core.engine.game import Game
from tests.lang import random_game
from tests.lang.compare import Executors, few_steps, low_limits
from tests.lang.effects import DataWriter, Writer
from tests.lang.values import RESOURCES, Context

LONG = bool(os.environ.get("RULESET_LONG"))
BATCHES = 100 if LONG else 1
BATCH = 30 if LONG else 10
TRIED = 2 * BATCH
"""Of so many random games a batch must be without mistakes; a writer that writes nonsense tests nothing. Of all, 0.7 are."""
EXAMPLES = 2000 if LONG else 15
PLUGIN = 4
"""Every so many random games there is one that calls functions of a plugin."""
REMEMBERED = 3
"""Every so many there is one whose tiles are remembered and shown."""
OUT = 5
"""Every so many there is one in which seats with the flag are out."""
LOW = 3
"""Every so many there is one that is lowered as if its sets were large."""
FORGIVEN = {"E309", "E311", "E314", "E318", "E321"}
"""What may be wrong with random texts: it needs a seat, leads back to itself, lies outside a range, is not one's own, may not be tried."""


@pytest.fixture(autouse=True)
def gives_up_early(monkeypatch: pytest.MonkeyPatch) -> None:
    few_steps(monkeypatch, 5000)
    monkeypatch.setattr(expression_generation, "FEW_TO_LOOK_UP", 1)  # the sets of random games are small
    monkeypatch.setattr(expression_generation, "FEW_TO_GO_THROUGH", 1)


def load(
    directory: Path, files: dict[str, object], *, plugin: bool, remembered: bool = False, out: bool = False
) -> Game | None:
    """A game, or None for one with mistakes that random texts may have."""
    shutil.rmtree(directory, ignore_errors=True)
    try:
        return random_game.build(random_game.write(directory, files, remembered=remembered, out=out), plugin=plugin)
    except LoadError as problem:
        if {each.code for each in problem.diagnostics if each.severity == "error"} <= FORGIVEN:
            return None
        raise


def chosen(game: Game, pick: Callable[[int], int]) -> dict[str, object]:
    """Values of the options that random games have."""
    values = {"wild": bool(pick(2)), "mode": ("red", "green", "blue")[pick(3)]}
    return {name: value for name, value in values.items() if name in game.program.vocabulary.options}


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games(batch: int, tmp_path: Path) -> None:
    usable = 0
    for seed in range(batch * TRIED, (batch + 1) * TRIED):
        if usable == BATCH:
            break
        pick = Random(seed).randrange
        writer = Writer(pick) if seed % PLUGIN == 0 else DataWriter(pick)
        writer.remembered = seed % REMEMBERED == 0
        files = random_game.parts(writer)
        where, out = tmp_path / str(seed), seed % OUT == 0
        with pytest.MonkeyPatch.context() as monkeypatch:
            if seed % LOW == 1:
                low_limits(monkeypatch)
            game = load(where, files, plugin=writer.plugin, remembered=writer.remembered, out=out)
            if game is None:
                continue
            usable += 1
            all_ = Executors(game)
        for players in (1, 2, 3):
            found = all_.disagreement(players, seed, pick, 25, chosen(game, pick))
            assert not found, f"game {seed} with {players} player(s), in {tmp_path / str(seed)}: {found}"
    assert usable == BATCH, "too many random games have mistakes: the writer writes nonsense"


RULES = [
    {"id": "paint", "when": {"event": "painted", "where": "n > 1", "do": "gain n coin; may sure { set favourite = c }"}, "provenance": "house"},
    {"id": "hide", "instead": {"event": "painted", "where": "c == chosen", "do": "set chosen = none"}, "provenance": "house"},
    {"id": "summons", "when": {"event": "called", "do": "as p { choose up to n pick_good r { gain 1 r } }"}, "provenance": "house"},
    {"id": "thrift", "instead": {"event": "gain", "where": "resource == wood and amount > 2", "do": "gain 1 coin"}, "provenance": "house"},
    {"id": "toll", "when": {"event": "lose", "where": "amount > 1", "do": "set level = level + 1"}, "provenance": "house"},
    {"id": "steps", "when": {"event": "reach", "where": "space mod 2 == 0", "do": "set total = total + space"}, "provenance": "house"},
]  # fmt: skip
MEMBERS = {
    "coin": {"start": 3}, "apple": {"start": 1, "max": 4}, "gem": {"spaces": 5, "rewards": {2: "may sure { gain 1 fame }", 4: "roll luck"}},
    "fame": {"spaces": 6, "max": 3, "overflow": "lost", "resolve": "at_once", "rewards": {3: "gain 1 gem; may sure { gain 2 coin }"}}, "wood": {"max": 3, "overflow": "set clock = clock + 1"}, "salt": {"start": 2, "max": 2, "spaces": 9},
}  # fmt: skip
DEFINE = {
    "price": {"params": {"n": "int", "c": "colour"}, "amount": "n + mood[c] + (count t in hand where t.hue == c)"},
    "calm": {"params": {"c": "colour", "p": "seat"}, "condition": "no q in c.near where p.tower[q]"},
    "leaf": {
        "params": {"c": "colour"},
        "effect": "if calm(c, me) { set tower[c] = true } else { choose pick_die d { roll d.pips } }",
    },
    "plain": {"params": {"n": "int"}, "effect": "repeat n mod 3 { gain 1 salt; set luck = luck mod 6 + 1 }"},
}
CARDS = {
    "oak": {"effect": "gain this.price + 2 coin"},
    "elm": {"effect": "choose pick_seat p { set partner = p }"},
    "ash": {"when": [{"event": "painted", "where": "this.hue != c", "do": "flip this"}]},
}
KNOWN = Context(
    defines=(*random_game.QUERIES, ("price", "int", ("int", "colour")), ("calm", "bool", ("colour", "seat"))),
    procedures=(("leaf", ("colour",)), ("plain", ("int",))),
    emits=("painted", "called", "traded"),
    gains=RESOURCES,
    cards=True,
    turns=True,
)


def one_effect(pick: Callable[[int], int], turns: str, *, remembered: bool = False) -> dict[str, object]:
    """A game in which everything is fixed but what happens in a turn."""
    deal = "shuffle deck; for each p in seat { move deck[0] to p.hand; move deck[0] to p.hand; move bag[0] to p.pool }"
    before = {
        "forever": "set clock = clock + 1; if clock > 4 { end_game }; ",
        "until_all_pass": "set level = level + 1; if level > 2 { pass_turn }; ",
    }
    writer = DataWriter(pick)
    writer.remembered = writer.hands = remembered
    do = before.get(turns, "") + writer.effect(KNOWN, 3, 4)
    define = DEFINE | random_game.AS_DATA
    return random_game.plain(
        do, turns=turns, setup=deal, cards=CARDS, rules=RULES, define=define, resources={"members": MEMBERS}
    )


@pytest.mark.slow
@given(st.data(), st.sampled_from(["once", "snake", "forever", "until_all_pass"]))
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=not LONG)
def test_random_effects(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, turns: str) -> None:
    def pick(size: int) -> int:
        return data.draw(st.integers(0, size - 1))

    files = one_effect(pick, turns, remembered=True)
    game = load(tmp_path_factory.getbasetemp() / "effect", files, plugin=False, remembered=True)
    assume(game is not None)
    players, seed = 1 + pick(3), pick(1000)
    found = Executors(game).disagreement(players, seed, pick, 20, chosen(game, pick))
    assert not found, found
