"""Members that are looked up by their facts: the same answer as going through all of them, in every executor."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core.compile.irgen import expression_generation
from ruleset_core.lang import typed_tree as t
from tests.lang import random_game
from tests.lang.compare import Executors

ANSWERED = {
    "one": "set guard = first x in tile where x.price == clock",
    "of several the first": "set guard = first x in tile where x.hue == favourite",
    "whether": "set open = any x in tile where x.price == clock and x.hue == blue",
    "whether not": "set open = no x in tile where clock == x.price",
    "how many": "set total = count x in tile where x.twin == guard and x.hue == red",
    "by a condition": "set total = count c in colour where c.warm == open",
    "beyond all": "set total = count x in tile where x.price == clock * 1000",
    "something long": "set total = count x in tile where x.price == clock * clock + (count p in seat where p.coin > clock) - 1 and x.hue == mood_of(clock)",
    "among known numbers": "set guard = first x in [oak, elm, fir, oak] where x.price == clock",
}
SHORTENED = {
    "what it knows besides": "set guard = first x in tile where x.hue == favourite and twin_of(x) != guard",
    "before": "set guard = first x in tile where keeper[x] == none and x.hue == favourite",
    "a sum": "set total = sum x in tile where x.hue == mood_of(clock) of x.price + clock",
    "the most": "set guard = most x in tile where x.hue == mood_of(clock) by x.price * clock ties last",
    "every": "set open = every x in tile where x.hue == mood_of(clock) has x.price > clock",
    "the highest of none": "set total = highest x in tile where x.price == clock + 100 of clock",
}
GONE_THROUGH = {
    "what depends on it": "set total = count x in tile where x.price == x.power",
    "what may break a rule": "set total = count x in tile where x.price == guard.price",
    "behind what may break a rule": "set total = count x in tile where x.twin.price == 1 and x.hue == favourite",
    "sides": "set total = count x in tile where x.power == clock",
    "another sign": "set total = count x in tile where x.price >= clock",
    "or": "set total = count x in tile where x.price == clock or x.hue == favourite",
}
DEFINE: dict[str, Any] = {
    "mood_of": {
        "params": {"n": "int"},
        "is": "colour",
        "value": "if n > 1 then red else if n > 0 then green else blue",
    },
    "twin_of": {"params": {"x": "tile"}, "is": "tile?", "value": "x.twin"},
}


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kinds of questions that were looked up; few members are enough for it."""
    kinds: list[str] = []
    value = expression_generation.LookupGenerator.value

    def noted(self: expression_generation.LookupGenerator, node: t.Quantity, values: Any, env: Any) -> Any:
        made = value(self, node, values, env)
        if made is not None:
            kinds.append(node.kind)
        return made

    monkeypatch.setattr(expression_generation, "FEW_TO_LOOK_UP", 1)
    monkeypatch.setattr(expression_generation, "FEW_TO_GO_THROUGH", 1)
    monkeypatch.setattr(expression_generation.LookupGenerator, "value", noted)
    return kinds


def played(directory: Path, do: str) -> None:
    """The same in every executor, with other numbers, colours and tiles."""
    change = (
        "if n == 1 { set guard = elm }; if n == 2 { set guard = none }; if n == 3 { set favourite = red }; roll open"
    )
    files = random_game.plain(f"repeat 3 {{ choose how_many n {{ set clock = n; {do}; {change} }} }}", define=DEFINE)
    game = random_game.build(random_game.write(directory, files), plugin=False)
    all_ = Executors(game)
    for seed in range(8):
        assert not all_.disagreement(2, seed, Random(seed).randrange, 12, {})


@pytest.mark.parametrize("do", [*ANSWERED.values(), *SHORTENED.values()], ids=[*ANSWERED, *SHORTENED])
def test_what_is_looked_up_is_what_going_through_it_finds(tmp_path: Path, do: str, found: list[str]) -> None:
    played(tmp_path, do)
    assert found


@pytest.mark.parametrize("do", GONE_THROUGH.values(), ids=GONE_THROUGH)
def test_what_may_not_be_looked_up(tmp_path: Path, do: str, found: list[str]) -> None:
    played(tmp_path, do)
    assert not found


def test_a_table_that_would_be_too_long_is_not_made(
    tmp_path: Path, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expression_generation, "MOST_ROWS", 5)
    played(tmp_path, ANSWERED["whether"])
    assert not found
