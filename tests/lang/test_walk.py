"""What stands below a node is listed in one way by hand, for speed, and in another by the fields of its class."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ruleset_core import load
from ruleset_core.lang.walk import below, everything, parts

GAMES = ("troyes", "tournay", "carcassonne_masons", "troyes_dice", "pig", "tic_tac_toe")


def trees(name: str) -> list[Any]:
    program = load(name).program
    found: list[Any] = [procedure.body for procedure in program.procedures.values()]
    found += [define.value for define in program.vocabulary.defines.values() if define.value is not None]
    return found + [statement for block in program.blocks for statement in block.statements]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_below_a_node_is_what_its_fields_hold(name: str) -> None:
    seen: Counter[type] = Counter()
    for tree in trees(name):
        for node in everything(tree):
            seen[type(node)] += 1
            listed, held = parts(node), below(type(node))(node)
            assert [*map(id, listed)] == [*map(id, held)], node
    assert len(seen) > 8
