"""The programs in C play the games that the core plays, and the core has a fair share of their speed."""

from __future__ import annotations

from pathlib import Path
from shutil import which

import pytest

from tests.bench.beside_c import PROGRAMS, Program, by_core, by_program, compiled, report, shares

pytestmark = [pytest.mark.slow, pytest.mark.skipif(which("cc") is None, reason="there is no C compiler")]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_both_play_the_same_games(program: Program, tmp_path: Path) -> None:
    path = compiled(program, tmp_path)
    for games in (1, 2, 300):
        assert by_program(program, path, games) == by_core(program, games)
    measured = shares(program, path, 3, program.games // 10)
    assert max(plain / core for core, plain in measured) > program.least


def test_a_share_is_the_median_of_the_pairs() -> None:
    line = report(PROGRAMS[0], 100, [(1.0, 0.5), (1.0, 0.25), (1.0, 0.75), (1.0, 0.4), (1.0, 0.6)])
    assert line == "patios: core 100 decisions a CPU second, C 200: 0.50 of it (0.40 to 0.60; wanted 0.33)"
