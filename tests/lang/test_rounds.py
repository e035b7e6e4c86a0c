"""Phases that are played as long as a condition holds: how often at most, and what then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, State
from tests.lang import random_game
from tests.lang.compare import plain
from tests.lang.in_core import in_core
from tests.lang.test_effects import codes

SLOW = "set clock = clock + 1"


def begun(directory: Path, **phase: Any) -> State:
    """A game whose only phase is played round by round; the same for all executors."""
    files = random_game.plain(SLOW)
    files["rules.yaml"]["flow"] = [{"phase": "often", "do": SLOW, **phase}]
    game = random_game.build(random_game.write(directory, files))
    real, core = game.new(1, 1), in_core(game)
    assert plain(real) == plain(game.interpreted().new(1, 1))
    assert core is None or core.begin(game.blank(1, 1, {}))
    return real


@pytest.mark.parametrize(
    ("phase", "clock"),
    [
        ({"while": "clock < 3", "most": "5"}, 3),
        ({"while": "clock < 5", "most": "5"}, 5),
        ({"while": "clock < 9", "most": "2 * players", "beyond": "set clock = clock + 10"}, 12),
        ({"while": "clock < 9", "most": "0", "beyond": "set clock = 40"}, 40),
        ({"while": "clock < 2", "most": "5", "beyond": "set clock = 40"}, 2),
        ({"while": "clock < 9", "for": "round", "in": "1 to 3", "beyond": "set clock = clock + 10"}, 13),
        ({"while": "clock < 3", "for": "round", "in": "1 to 3", "beyond": "set clock = clock + 10"}, 3),
        ({"while": "clock < 2", "for": "round", "in": "1 to 3", "beyond": "set clock = clock + 10"}, 2),
    ],
)
def test_there_are_so_many_rounds_at_most(tmp_path: Path, phase: dict[str, Any], clock: int) -> None:
    assert begun(tmp_path, **phase).ask("clock") == clock


@pytest.mark.parametrize(("most", "told"), [("4", "4 times"), ("players", "1 times"), ("clock - 3", "-3 times")])
def test_going_beyond_the_most_is_a_broken_rule(tmp_path: Path, most: str, told: str) -> None:
    files = random_game.plain(SLOW)
    files["rules.yaml"]["flow"] = [{"phase": "often", "do": SLOW, "while": "clock < 9 or clock > 1000", "most": most}]
    game = random_game.build(random_game.write(tmp_path, files))
    core = in_core(game)
    for way in (game, game.interpreted()):
        with pytest.raises(BrokenRuleError, match=f"`often` was played {told}, and its `while` holds still") as caught:
            way.new(1, 1)
        assert "rules.yaml" in str(caught.value)
    assert core is None or not core.begin(game.blank(1, 1, {}))


@pytest.mark.parametrize(
    ("phase", "code"),
    [
        ({"most": "5"}, "E102"),
        ({"beyond": "end_game"}, "E102"),
        ({"while": "clock < 9", "beyond": "end_game"}, "E102"),
        ({"while": "clock < 9", "for": "round", "in": "1 to 3", "most": "3"}, "E107"),
        ({"while": "clock < 9", "most": "red"}, "E303"),
    ],
)
def test_keys_that_do_not_fit_are_told(tmp_path: Path, phase: dict[str, Any], code: str) -> None:
    flow = [{"phase": "often", "do": SLOW, **phase}]
    assert code in codes(tmp_path, SLOW, flow=flow)
