"""What the check makes of slips that designers make (see `tests.check.slips`): nearly all are found, in one finding where they are."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ruleset_core.check.checker import check_paths
from ruleset_core.testing.scenarios import run_scenarios
from tests.check.slips.corpus import FAMILIES, HERE, LISTS, outdated, slips
from tests.check.slips.measure import Outcome, copy_data, outcome, table
from tests.sampled import LONG

OWN_GAMES, ORCHARD = LISTS
GAMES = HERE / "games"
FOUND, ONE = 0.97, 0.93
"""Of the slips of each list: found; and in one finding, at the line or, where no line is at fault, the file."""
SUGGESTED, RESTORED = 0.70, 0.80
"""Of the slips in the project's own games: with a suggestion; and of those, the ones that restore the meaning."""


def outcomes(name: str, place: Path, every: int = 1) -> list[Outcome]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("RULESET_PATH", raising=False)
        data = copy_data(place)
        return [outcome(slip, data) for slip in [each for each in slips() if each.family in LISTS[name]][::every]]


def holds(made: list[Outcome]) -> None:
    """The figures of a list."""
    assert sum(each.found for each in made) >= FOUND * len(made), table(made)
    assert sum(each.one for each in made) >= ONE * len(made), table(made)
    assert [(each.slip.name, each.told) for each in made if each.blames] == []


def test_the_lists_are_whole_and_their_places_exist() -> None:
    assert outdated() == []
    counts = Counter(slip.family for slip in slips())
    assert set(counts) == set(FAMILIES)
    assert {name: sum(counts[each] for each in families) for name, families in LISTS.items()} == {
        OWN_GAMES: 200,
        ORCHARD: 81,
    }


@pytest.mark.parametrize("name", ["orchard", "small_orchard"])
def test_without_slips_the_games_are_sound(name: str) -> None:
    assert check_paths([GAMES / name], roots=[GAMES]).diagnostics == ()
    played = run_scenarios([str(GAMES / name)], roots=[GAMES])
    assert played
    assert [(each.name, each.failures) for each in played if each.failures] == []


@pytest.mark.slow
def test_slips_in_the_small_game(tmp_path: Path) -> None:
    holds(outcomes(ORCHARD, tmp_path, 1 if LONG else 3))


@pytest.mark.slow
def test_slips_in_the_own_games(tmp_path: Path) -> None:
    made = outcomes(OWN_GAMES, tmp_path, 1 if LONG else 12)
    holds(made)
    suggested = sum(each.suggested for each in made)
    assert suggested >= SUGGESTED * len(made), table(made)
    assert sum(each.restored for each in made) >= RESTORED * suggested, table(made)
