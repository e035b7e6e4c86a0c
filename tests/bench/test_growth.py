"""What is done for a game grows as the game does: lines are counted, no clock is asked."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleset_core import load
from ruleset_core.compile.wasm.game_module import build_game_module
from ruleset_core.compile.wasm.module_builder import FunctionBody, ModuleBuilder
from tests.bench.growth import board, expanded, market, table

FEW = 1000
"""Lines that say nothing yet."""


def lines_of(work: Callable[[], object]) -> Counter[str]:
    """By module of ours, how many lines a piece of work runs, and how often expressions within them go round."""
    count = Counter[str]()

    def line(frame: Any, _event: str, _arg: Any) -> Any:
        count[frame.f_code.co_filename] += 1
        return line

    before = sys.gettrace()
    sys.settrace(lambda frame, _event, _arg: line if "ruleset_core" in frame.f_code.co_filename else None)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.slow
def test_loading_many_cards_is_linear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESET_NO_CACHE", "1")
    places = [market(tmp_path / str(count) / "grown", count) for count in (10, 40, 70)]
    load(places[0])  # what is read once
    few, some, many = (lines_of(lambda place=place: load(place)) for place in places)  # type: ignore[misc]
    assert {name for name in many if many[name] - some[name] > max(FEW, 1.2 * (some[name] - few[name]))} == set()


def test_effects_of_many_cards_share_words_of_a_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words, define = list[int](), ModuleBuilder.define

    def noted(unit: ModuleBuilder, title: str, body: FunctionBody, *rest: Any, **named: Any) -> Any:
        words[-1] = max(words[-1], len(body.kinds) * title.startswith("block"))
        return define(unit, title, body, *rest, **named)

    monkeypatch.setattr(ModuleBuilder, "define", noted)
    for count in (10, 40):
        words.append(0)
        build_game_module(load(market(tmp_path / str(count) / "grown", count)).source.ir)
    assert words[0] == words[1]


def test_generated_games_play_in_the_core(tmp_path: Path) -> None:
    for place in (board(tmp_path / "board" / "grown", 4), expanded(tmp_path / "expanded" / "grown", 2)):
        names = sorted(each.name for each in (place / "expansions").glob("*"))
        game = load(place, expansions=names)
        state = game.new(2, 1)
        while not state.over:
            state.apply(state.options[0])
        assert len(state.scores()) == 2


def test_figures_stand_in_a_table() -> None:
    figures = {"load": 1.2345, "compile": 0.5, "check": 123.4, "MB": 99.96, "decision": 2}
    assert table([("5 cards", figures)]).splitlines()[-1] == "| 5 cards | 1.23 | 0.5 | 123 | 100 | 2 |"
