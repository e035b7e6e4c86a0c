"""Phases that are played as long as a condition holds: how often at most, and what then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, LoadError, State, start_at
from tests.executors import both
from tests.lang import random_game
from tests.lang.compare import plain
from tests.lang.in_core import in_core
from tests.lang.test_effects import codes, load

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


@pytest.mark.slow
@pytest.mark.parametrize(("most", "told"), [("4", "4 times"), ("players", "1 times"), ("clock - 3", "-3 times")])
def test_going_beyond_the_most_is_a_broken_rule(tmp_path: Path, most: str, told: str) -> None:
    files = random_game.plain(SLOW)
    files["rules.yaml"]["flow"] = [{"phase": "often", "do": SLOW, "while": "clock < 9 or clock > 1000", "most": most}]
    game = random_game.build(random_game.write(tmp_path, files))
    core = in_core(game)
    for way in both(game):
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


MORE = "set clock = clock + 10"


@pytest.mark.parametrize(
    ("flow", "clock"),
    [
        ([{"phase": "a", "when": "clock > 0", "do": SLOW}, {"phase": "b", "when": "clock == 0", "do": MORE}], 10),
        ([{"phase": "a", "when": "clock == 0", "while": "clock < 3", "do": SLOW}], 3),
        ([{"phase": "a", "when": "clock == 0", "for": "round", "in": "1 to 3", "do": SLOW}], 3),
        ([{"phase": "a", "when": "clock == 1", "while": "clock < 3", "do": SLOW}], 0),
        ([{"phase": "a", "when": "players == 1", "turns": "once", "do": SLOW}], 1),
        (
            [
                {
                    "phase": "a", "for": "round", "in": "1 to 3",
                    "steps": [{"phase": "b", "when": "round == 2", "do": MORE}, {"phase": "c", "do": SLOW}],
                }
            ],
            13,
        ),
    ],
)  # fmt: skip
def test_a_phase_takes_place_only_when_its_condition_holds(tmp_path: Path, flow: Any, clock: int) -> None:
    files = random_game.plain(SLOW)
    files["rules.yaml"]["flow"] = flow
    game = random_game.build(random_game.write(tmp_path, files))
    assert [each.new(1, 1).ask("clock") for each in both(game)] == [clock, clock]


@pytest.mark.parametrize(("when", "clock"), [("clock == 0", 111), ("clock > 0", 0)])
def test_what_waits_for_a_phase_waits_for_one_that_takes_place(tmp_path: Path, when: str, clock: int) -> None:
    rules = [
        {"id": f"at_{word}", "when": {"event": f"{word} a", "do": f"set clock = clock + {more}"}}
        for word, more in (("begin", 10), ("end", 100))
    ]
    files = random_game.plain(SLOW)
    files["rules.yaml"] |= {"flow": [{"phase": "a", "when": when, "do": SLOW}], "rules": rules}
    game = random_game.build(random_game.write(tmp_path, files))
    assert [each.new(1, 1).ask("clock") for each in both(game)] == [clock, clock]


def test_a_game_can_begin_in_a_phase_that_would_not_take_place(tmp_path: Path) -> None:
    files = random_game.plain(SLOW)
    files["rules.yaml"]["flow"] = [
        {"phase": "a", "do": SLOW},
        {"phase": "b", "when": "clock > 5", "turns": "once", "do": "choose pick_colour c { set clock = clock + 10 }"},
    ]
    game = random_game.build(random_game.write(tmp_path, files))
    assert all(each.new(1, 1).over for each in both(game))
    assert start_at(game, "b", 1, 1, given={"clock": 2}).options


def test_a_condition_of_a_phase_is_checked_as_others(tmp_path: Path) -> None:
    assert "E303" in codes(tmp_path / "a", SLOW, flow=[{"phase": "often", "do": SLOW, "when": "clock"}])
    assert "E301" in codes(tmp_path / "b", SLOW, flow=[{"phase": "often", "do": SLOW, "when": "clokc > 2"}])


def test_a_phase_with_if_is_helped(tmp_path: Path) -> None:
    with pytest.raises(LoadError) as caught:
        load(tmp_path, SLOW, flow=[{"phase": "often", "do": SLOW, "if": "clock > 2"}])
    assert [each.suggestion.replacement for each in caught.value.diagnostics if each.suggestion] == ["when"]
