"""Short lists of facts are looked at one by one, without a loop: the same answer, in every executor."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core.compile.irgen.quantity_generation import QuantityGenerator
from ruleset_core.lang import typed_tree as t
from tests.lang import random_game
from tests.lang.compare import Executors

ONE_BY_ONE = {
    "some": "set open = any c in favourite.beside where c.rank == clock",
    "none": "set open = no c in favourite.beside where c.warm == open",
    "all": "set open = every c in favourite.beside has c.rank < clock",
    "some of those that count": "set open = every c in favourite.beside where c.warm has c != guard.hue",
}
GONE_THROUGH = {
    "how many: a number said twice would count twice": "set total = count c in favourite.beside where c.rank > clock",
    "rows without any": "set open = any c in favourite.near where c.rank == clock",
    "the first": "set favourite = first c in favourite.beside where c.warm",
}


@pytest.fixture
def columns(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kinds of questions that were looked at one by one."""
    kinds: list[str] = []
    made = QuantityGenerator._columns

    def noted(self: QuantityGenerator, node: t.Quantity, env: Any) -> Any:
        found = made(self, node, env)
        if found is not None:
            kinds.append(node.kind)
        return found

    monkeypatch.setattr(QuantityGenerator, "_columns", noted)
    return kinds


def played(directory: Path, do: str) -> None:
    """The same in every executor, with other numbers, colours and tiles."""
    change = "if n == 1 { set guard = elm }; if n == 2 { set favourite = blue }; if n == 3 { set favourite = red }"
    files = random_game.plain(
        f"set guard = oak; repeat 3 {{ choose how_many n {{ set clock = n * 3 - 1; {do}; {change}; roll open }} }}"
    )
    game = random_game.build(random_game.write(directory, files), plugin=False)
    all_ = Executors(game)
    for seed in range(8):
        assert not all_.disagreement(2, seed, Random(seed).randrange, 12, {})


@pytest.mark.parametrize("case", ONE_BY_ONE)
def test_one_by_one(tmp_path: Path, columns: list[str], case: str) -> None:
    played(tmp_path, ONE_BY_ONE[case])
    assert columns


@pytest.mark.parametrize("case", GONE_THROUGH)
def test_gone_through(tmp_path: Path, columns: list[str], case: str) -> None:
    played(tmp_path, GONE_THROUGH[case])
    assert not columns
