"""The worked example learns: what it has learned in two seconds beats chance, in a minute `greedy`."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from tests.sampled import LONG

pytest.importorskip("gymnasium")

PROGRAM = Path(__file__).parents[2] / "docs" / "programs" / "learn_pig.py"


@pytest.fixture(scope="module")
def program() -> Any:
    spec = importlib.util.spec_from_file_location("learn_pig", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_it_beats_chance_soon(program):
    assert program.won_against("random", program.learn(400), 200) >= 115  # 125 were won


@pytest.mark.skipif(not LONG, reason="a minute of learning: RULESET_LONG=1")
def test_it_beats_greedy(program):
    assert (
        program.won_against("greedy", program.learn(12_000), 200) >= 108
    )  # 61 % of 400 were won when this was written
