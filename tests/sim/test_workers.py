"""Work that is shared out comes back in its order, whatever becomes of those who do it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import pytest

from ruleset_core import RulesetError
from ruleset_core.lab.sim.parallel import share_out


class Dies:
    """Kills its process where it is told to, the first few times; else says what it was given."""

    def __init__(self, notes: Path, at: int, times: int) -> None:
        self._notes, self._at, self._times = notes, at, times

    def __call__(self, task: int) -> int:
        if task == self._at and len(list(self._notes.iterdir())) < self._times:
            (self._notes / str(os.getpid())).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return task


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="only elsewhere can a process be killed so")
@pytest.mark.parametrize("times", [1, 2])
def test_a_process_that_is_killed_loses_nothing(tmp_path, times):
    found = list(share_out(Dies(tmp_path, 5, times), range(12), workers=2))
    assert found == [(task, task) for task in range(12)]
    assert len(list(tmp_path.iterdir())) == times


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="only elsewhere can a process be killed so")
def test_processes_that_are_always_killed_are_told(tmp_path):
    # at the first task, as what is done in between begins the row anew
    found = []
    with pytest.raises(RulesetError, match=r"ended from outside 3 times in a row; is there enough memory for 2\?"):
        found.extend(share_out(Dies(tmp_path, 0, 100), range(12), workers=2))
    assert found == []
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.slow
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


SHARES_OUT = """
import os, sys, time
from ruleset_core.lab.sim.parallel import share_out
from tests.sim.test_workers import Sleeps

if __name__ == "__main__":
    for _ in share_out(Sleeps(), range(4), workers=2):
        print("done", flush=True)
"""


class Sleeps:
    """Tells its process, and takes long for all but the first task."""

    def __call__(self, task: int) -> int:
        sys.stdout.write(f"{os.getpid()}\n")
        sys.stdout.flush()
        time.sleep(60 if task else 0)
        return task


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="only elsewhere can a process be killed so")
def test_processes_end_with_the_one_that_shares_out(tmp_path):
    script = tmp_path / "shares.py"
    script.write_text(SHARES_OUT, encoding="utf-8")
    root = str(Path(__file__).parents[2])
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": root},
    ) as parent:
        assert parent.stdout is not None
        lines = [parent.stdout.readline().strip() for _ in range(4)]  # three of the tasks have begun, one is done
        parent.kill()
        rest = Thread(target=parent.stdout.read)  # the pipe ends when nobody holds it any more
        rest.start()
        rest.join(20)
        alive = rest.is_alive()
        workers = {int(line) for line in lines if line != "done"}
        for worker in workers if alive else ():
            os.kill(worker, signal.SIGKILL)
        rest.join()
    assert not alive
    assert workers


class Hangs:
    """Never ends any but the first task."""

    def __call__(self, task: int) -> int:
        while task:
            pass
        return task


def test_who_stops_does_not_wait_for_what_never_ends():
    found = share_out(Hangs(), range(4), workers=2)
    assert next(found) == (0, 0)
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        found.throw(KeyboardInterrupt)
    assert time.monotonic() - began < 10
