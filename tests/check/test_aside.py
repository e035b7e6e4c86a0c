"""A check by several processes finds what one finds, ends when it is interrupted, and says so when a process is lost."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from ruleset_core.budgets import measured_stages, stage
from ruleset_core.check import checker, worker_group
from ruleset_core.check.targets import find_targets
from ruleset_core.check.worker_group import FilePrefetch, WorkerGroup, WorkerLostError, default_jobs, workers_for
from ruleset_core.cli import main
from ruleset_core.model import yaml_nodes
from ruleset_core.model.game_files import gather

forks = pytest.mark.skipif(sys.platform != "linux", reason="nothing can be forked here")
DATA = Path(__file__).parents[2] / "data"
WINTER = 'expansion: NAME\nof: fair\nname: {en: Winter, es: Invierno}\nversion: "1.0"\n'
WRONG = "rules: [{id: NAME_rule, when: {event: bougth, do: end_game}}]\nstate: {spare: {is: bool}}\n"
SCENARIOS = "scenarios:\n  - {name: one, expansions: [a], do: [byu], expect: {that: 'coin = 5'}}\n  - {name: two, do: [lieve]}\n"
PLAYED = "scenarios: [{name: one, do: [deal buuy], expect: {that: 'seat 0: coin > 2'}}]\n"


@pytest.fixture(autouse=True)
def _forking(monkeypatch):
    """Threads and processes that other tests have left change nothing here."""
    count, left = threading.active_count, threading.active_count() - 1
    monkeypatch.setattr(threading, "active_count", lambda: count() - left)
    OF_OTHERS.clear()
    OF_OTHERS.update(children() if sys.platform == "linux" else ())


@pytest.fixture
def several(fair, monkeypatch) -> Path:
    """A game with three expansions, and something wrong everywhere."""
    monkeypatch.setattr(worker_group, "SMALL", 0)
    files = {f"expansions/{name}/expansion.yaml": (WINTER + WRONG).replace("NAME", name) for name in ("a", "b")}
    files["expansions/c/expansion.yaml"] = WINTER.replace("NAME", "c")
    files["expansions/c/scenarios/c.yaml"] = PLAYED
    files |= {"spare.yaml": "state: {idle: {is: bool}}\n", "scenarios/all.yaml": SCENARIOS}
    return fair(files)


@pytest.mark.slow
@forks
def test_several_processes_find_what_one_finds(several, capfd):
    told = []
    for jobs in ("1", "2", "3", "9"):
        code = main(["check", str(several), "--house", "--jobs", jobs])
        out, err = capfd.readouterr()
        told.append((code, re.sub(r"\([0-9.]+ s\)", "", out), err))
    assert told[1:] == told[:1] * 3
    assert told[0][0] == 1
    for code in ("E312", "E316", "W501", "W503"):
        assert code in told[0][1]


@forks
def test_work_is_shared_out_and_comes_back_in_its_order():
    def work(number: int) -> tuple[int, int]:
        time.sleep(0.01)
        return number, os.getpid()

    with WorkerGroup(3) as hands:
        done = hands.share([partial(work, number) for number in range(600)], "numbers")()
    assert [number for number, _ in done] == list(range(600))
    assert len({process for _, process in done}) == 3


@forks
def test_what_others_measure_counts():
    def work() -> None:
        with stage("lints"):
            sum(range(3_000_000))

    with measured_stages() as seconds, WorkerGroup(2) as hands:
        hands.aside(work, "sums")()
    assert seconds["lints"] > 0.01


@forks
@pytest.mark.parametrize("how", ["killed", "gone"])
def test_a_lost_process_is_told(how):
    def work() -> None:
        if how == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        os._exit(3)

    said = "(signal 9)" if how == "killed" else "(exit code 3)"
    with (
        WorkerGroup(2) as hands,
        pytest.raises(WorkerLostError, match=re.escape(f"check `pig` has ended before it was done {said}")),
    ):
        hands.aside(work, "`pig`")()
    none_left()


@forks
def test_what_fails_elsewhere_fails_here():
    with WorkerGroup(2) as hands, pytest.raises(MemoryError, match="too much"):
        hands.aside(partial(fail, "too much"), "nothing")()
    none_left()


def fail(why: str) -> None:
    raise MemoryError(why)


@forks
def test_a_lost_process_is_told_by_the_command(capsys, monkeypatch):
    monkeypatch.setattr(checker, "check_one_target", lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
    monkeypatch.setattr(WorkerGroup, "share", lambda hands, works, what: hands.aside(works[0], what))
    assert main(["check", "troyes", "tournay", "--jobs", "3"]) == 1
    assert "`--jobs 1` does everything in one" in capsys.readouterr().err


@forks
def test_no_process_is_left():
    with WorkerGroup(4) as hands:
        for _ in range(3):
            hands.aside(partial(time.sleep, 60), "nothing")
        assert hands.free == 0
    none_left()


def children() -> set[str]:
    """Processes of this one, also such as have ended and were not waited for."""
    return {child for task in Path("/proc/self/task").iterdir() for child in (task / "children").read_text().split()}


OF_OTHERS: set[str] = set()
"""Processes that tests before have left."""


def none_left() -> None:
    assert children() <= OF_OTHERS


@pytest.mark.slow
@forks
def test_an_interrupt_ends_all():
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # tests in the background ignore it
        "import time, ruleset_core.check.checker as run; run.checked = lambda *_, **__: time.sleep(60)\n"
        "from ruleset_core.cli import main; raise SystemExit(main(['check', 'troyes', 'tournay', '--jobs', '3']))"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as running:
        children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
        until = time.monotonic() + 20
        while len(children.read_text().split()) < 2 and time.monotonic() < until:
            time.sleep(0.02)
        os.killpg(running.pid, signal.SIGINT)
        try:
            assert running.communicate(timeout=20)[1] == "\nStopped.\n"
        finally:
            running.kill()
    assert running.returncode == 130
    with pytest.raises(ProcessLookupError):
        os.killpg(running.pid, 0)


@forks
def test_what_was_read_ahead_is_not_read_again(monkeypatch):
    targets = find_targets([DATA / "tournay"])
    with WorkerGroup(2) as hands:
        wait = FilePrefetch(targets, hands)._result
        assert wait is not None
        read, (seconds,) = wait()
    assert len(read) > 10
    assert seconds["reading"] > 0
    asked = []
    monkeypatch.setattr(yaml_nodes, "_data_of", lambda text, _: asked.append(text))
    with yaml_nodes.with_preloaded_data(read):
        gathered, problems = gather(DATA / "tournay")
    assert gathered.header is not None
    assert (asked, problems) == ([], [])


@pytest.mark.parametrize(("processors", "load", "jobs"), [(1, 0, 1), (2, 0.7, 3), (2, 4, 1), (8, 4, 9), (64, 4, 16)])
def test_as_many_processes_as_suit_the_machine(processors, load, jobs, monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(processors)), raising=False)
    monkeypatch.setattr(os, "getloadavg", lambda: (load, 0, 0), raising=False)
    assert default_jobs() == jobs


@forks
def test_little_is_done_by_one(fair):
    assert workers_for(find_targets([fair()]), 3).free == 0
    assert workers_for(find_targets([DATA / "tournay"]), 3).free == 2


@forks
def test_one_process_does_all_where_no_other_is_to_be_had(monkeypatch):
    def refuse() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", refuse)
    with WorkerGroup(3) as hands:
        assert hands.aside(os.getpid, "nothing")() == os.getpid()
        assert hands.share([os.getpid, os.getppid], "nothing")() == [os.getpid(), os.getppid()]


def test_one_process_does_all_where_forking_is_not_safe(monkeypatch):
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        assert WorkerGroup(3).free == 0
    finally:
        stop.set()
        thread.join()
    monkeypatch.setattr(sys, "platform", "darwin")
    with WorkerGroup(3) as hands:
        assert hands.aside(os.getpid, "nothing")() == os.getpid()
        assert hands.share([os.getpid, os.getppid], "nothing")() == [os.getpid(), os.getppid()]
