"""Scenes of all games are drawn within what there is, and say the same from day to day."""

from __future__ import annotations

import unicodedata

import pytest

from ruleset_core import load
from ruleset_core.cli.output import REPLACEMENTS
from ruleset_core.view.terminal import span_text
from ruleset_core.view.terminal.drawing import PanelSizes, draw
from ruleset_core.view.terminal.span_text import things_with_options
from tests.terminal.goldens import HERE, drawn
from tests.terminal.positions import GAMES, keyed, positions, seen

SIZES = ((30, 8), (60, 20), (80, 14), (80, 24), (100, 40), (160, 50))


@pytest.mark.parametrize("name", GAMES)
def test_drawn_as_kept(name: str) -> None:
    assert drawn(name) == (HERE / f"{name}.txt").read_text(encoding="utf-8"), "python -m tests.terminal.goldens"


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_wider_or_higher_than_asked(name: str) -> None:
    sizes = PanelSizes()
    for place, state in zip(range(8), positions(load(name), 5), strict=False):
        shown = seen(state, ("en", "es")[place % 2])
        for width, height in SIZES[place % 2 :: 2]:
            lines = draw(shown, width, height, keys=keyed(state), sizes=sizes).split("\n")
            assert len(lines) <= height
            assert {line.cell_len for line in lines} == {width}
        assert {line.cell_len for line in draw(shown, 100).split("\n")} == {100}


@pytest.mark.parametrize("name", GAMES)
def test_read_aloud_nothing_is_drawn(name: str) -> None:
    signs = {*REPLACEMENTS, *span_text.SIGNS.values()} - {"→", "°", "−", "÷", "×"}
    for place, state in zip(range(4), positions(load(name), 6), strict=False):
        text = draw(seen(state, ("en", "es")[place % 2]), 80, plain=True).plain
        assert not {sign for sign in text if sign in signs or unicodedata.name(sign, "").startswith("BOX DRAWINGS")}
        assert all(len(line) <= 80 for line in text.splitlines())


def test_every_sign_has_a_character_a_word_and_a_stand_in() -> None:
    from ruleset_core.cli.output import to_ascii

    assert all("?" not in to_ascii(sign) for sign in span_text.SIGNS.values())
    assert tuple(span_text.STYLES) == span_text.COLOURS


@pytest.mark.slow
def test_everything_offered_is_named_where_there_is_room() -> None:
    for name in ("tic_tac_toe", "sheaves", "hex"):
        for state in positions(load(name), 7, 0.3):
            shown = seen(state)
            text = draw(shown, 100, 40, keys=keyed(state)).plain
            there = [stand for panel in shown.panels for stand in things_with_options(panel.show)]
            assert there or state.over or name == "sheaves"  # where bids are numbers, which lie nowhere
            for each in there:
                key = keyed(state).at(each)
                assert not key or f"[{key}]" in text
            assert keyed(state) or text.count("+") >= len(there)
