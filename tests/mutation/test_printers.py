"""Slips in what decides and what prints are noticed by the tests named with them."""

from __future__ import annotations

import pytest

from tests.mutation.printer_slips import SLIPS, Slip
from tests.mutation.printers import ROOT, Copy, slipped
from tests.sampled import LONG


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: f"{slip.file}: {slip.what}")
def test_slips_fit_the_files_of_today(slip: Slip) -> None:
    text = (ROOT / "ruleset_core" / slip.file).read_text(encoding="utf-8")
    assert slipped(text, slip) != text
    assert all((ROOT / test.partition("::")[0]).exists() for test in slip.tests)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("copy"))


@pytest.mark.slow
@pytest.mark.parametrize("part", ["compile/wasm", *(["compile/irgen"] if LONG else [])])
def test_a_slip_is_noticed(part: str, copy: Copy) -> None:
    slip = next(each for each in SLIPS if each.file.startswith(part) and len(each.tests) == 1)
    assert not copy.failing(slip.tests, keep=True)
    assert copy.noticed(slip).startswith(slip.tests[0])
