"""Work that is shared out comes back in its order, whatever becomes of those who do it."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from ruleset_core import RulesetError
from ruleset_core.sim.workers import share_out


class Dies:
    """Kills its process where it is told to, the first few times; else says what it was given."""

    def __init__(self, notes: Path, at: int, times: int) -> None:
        self._notes, self._at, self._times = notes, at, times

    def __call__(self, task: int) -> int:
        if task == self._at and len(list(self._notes.iterdir())) < self._times:
            (self._notes / str(os.getpid())).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return task


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="only elsewhere can a process be killed so")
@pytest.mark.parametrize("times", [1, 2])
def test_a_process_that_is_killed_loses_nothing(tmp_path, times):
    found = list(share_out(Dies(tmp_path, 5, times), range(12), workers=2))
    assert found == [(task, task) for task in range(12)]
    assert len(list(tmp_path.iterdir())) == times


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="only elsewhere can a process be killed so")
def test_processes_that_are_always_killed_are_told(tmp_path):
    found = []
    with pytest.raises(RulesetError, match=r"ended from outside 3 times in a row; is there enough memory for 2\?"):
        found.extend(share_out(Dies(tmp_path, 2, 100), range(12), workers=2))
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize("workers", [1, 2])
def test_what_comes_next_may_depend_on_what_came(tmp_path, workers):
    seen = []

    def tasks():
        task = 0
        while sum(seen) < 10:
            yield task
            task += 1

    for _, result in share_out(Dies(tmp_path, -1, 0), tasks(), workers, 1):
        seen.append(result)
    assert seen[:5] == [0, 1, 2, 3, 4]
    assert len(seen) < 10
