"""What the check makes of slips that designers make (see `tests.check.slips`): the figures do not get worse.

A fifth of the slips is tried always; all of them with RULESET_LONG=1.
"""

from __future__ import annotations

import os

import pytest

from tests.check.slips.corpus import FAMILIES, outdated, slips
from tests.check.slips.measure import Outcome, copy_data, outcome, table

LONG = bool(os.environ.get("RULESET_LONG"))
FOUND, ONE, SUGGESTED, RESTORED = (0.95, 0.90, 0.70, 0.80) if LONG else (0.92, 0.87, 0.65, 0.75)
"""Of all slips: found; in one finding at the line; with a suggestion; and of those, the ones that restore the meaning."""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory) -> list[Outcome]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("RULESET_PATH", raising=False)
        data = copy_data(tmp_path_factory.mktemp("slips"))
        return [outcome(slip, data) for slip in slips()[:: 1 if LONG else 5]]


def test_there_are_two_hundred_and_their_places_exist() -> None:
    assert len(slips()) + len(outdated()) == 200
    assert len(slips()) >= 190, outdated()
    assert {slip.family for slip in slips()} == set(FAMILIES)


@pytest.mark.slow
def test_slips_are_found_told_once_and_mended(outcomes: list[Outcome]) -> None:
    count = len(outcomes)
    suggested = sum(each.suggested for each in outcomes)
    shares = [
        sum(each.found for each in outcomes) / count,
        sum(each.one for each in outcomes) / count,
        suggested / count,
        sum(each.restored for each in outcomes) / suggested,
    ]
    assert all(share >= least for share, least in zip(shares, (FOUND, ONE, SUGGESTED, RESTORED), strict=True)), table(
        outcomes
    )
