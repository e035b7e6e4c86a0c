"""What is drawn carries what it stands for: which options, and whose identity that is."""

from __future__ import annotations

import pytest
from rich.console import Console
from rich.text import Text

from ruleset_core import load
from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.terminal.drawing import draw
from ruleset_core.view.terminal.span_text import point_at, pointers, things_with_options
from tests.sampled import slow_if_long
from tests.terminal.positions import GAMES, keyed, positions, seen

WITH_THINGS = ("breakthrough", "carcassonne_masons", "hex", "tic_tac_toe", "tournay", "troyes", "troyes_dice")
"""Games whose answers are things that lie there; elsewhere they may be numbers or words."""


def thing(name: str, *options: int) -> scenes.SceneTarget:
    return scenes.SceneTarget("thing", name, f"thing:{name}", options, name=name)


def said_at(text: Text, column: int) -> dict[str, object]:
    """What a terminal is told of a cell."""
    for segment in text.render(Console()):
        if column < len(segment.text):
            return segment.style.meta if segment.style else {}
        column -= len(segment.text)
    return {}


def test_the_innermost_thing_that_can_be_chosen_is_what_one_chooses() -> None:
    die, seat = point_at(Text("die", "bold red"), thing("die", 3)), point_at(Text("seat"), thing("seat"))
    row = point_at(Text.assemble("row ", die, " ", seat), thing("row", 1, 2))
    of_row = {"identity": "thing:row", "options": (1, 2), "goals": ()}
    assert said_at(row, 0) == {"thing": "thing:row", **of_row}
    assert said_at(row, 4) == {"thing": "thing:die", "identity": "thing:die", "options": (3,), "goals": ()}
    assert said_at(row, 8) == {"thing": "thing:seat", **of_row}


def test_it_looks_like_nothing() -> None:
    plain, other = Text("die", "bold"), point_at(Text("die", "bold"), thing("die", 3))
    drawn = []
    for text in (plain, other):
        console = Console(force_terminal=True, color_system="truecolor")
        with console.capture() as capture:
            console.print(text)
        drawn.append(capture.get())
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("name", slow_if_long(GAMES, {"tournay"}))
def test_whatever_stands_for_an_option_can_be_pointed_at(name: str) -> None:
    found = 0
    for place, state in zip(range(8), positions(load(name), 5), strict=False):
        shown = seen(state, ("en", "es")[place % 2])
        wanted = {
            (stand.identity, stand.options) for panel in shown.panels for stand in things_with_options(panel.show)
        }
        for width in (60, 100):
            drawn = {
                (each["identity"], each["options"])
                for _, _, each in pointers(draw(shown, width, keys=keyed(state)))
                if each.get("options")
            }
            assert wanted <= drawn
        found += len(wanted)
    assert found or name not in WITH_THINGS
