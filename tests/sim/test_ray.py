"""The same on a Ray cluster: the same bytes, and nothing is lost when a worker is killed. In processes of their own: Ray keeps threads and files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from ruleset_core.cli import main
from tests.sampled import LONG

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: pip install 'ruleset[ray]'")
ROOT = Path(__file__).parents[2]
LIMIT = 300
"""Seconds: on a busy machine Ray takes half a minute to begin."""

KILLS = """
import os, signal
from pathlib import Path
from ruleset_core.play.bots import make_bot
from ruleset_core.lab.sim import SimulationPlan, run_plan
from ruleset_core.lab.sim.parallel import by_ray, share_out

def work(task):
    with open("began", "a") as file:
        file.write(f"{task} {os.getpid()}\\n")
    if task == 4 and not Path("killed").exists():
        Path("killed").write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()

def tasks():
    yield from range(12)

found = [task for task, _ in share_out(work, tasks(), 2, 3, by_ray())]
assert found == list(range(12)), found
began = [line.split() for line in Path("began").read_text().splitlines()]
assert [task for task, _ in began].count("4") == 2, "what was killed is begun again"
assert [task for task, process in began if process == Path("killed").read_text()][-1] == "4", "by another process"

plan = SimulationPlan("pig", ("first", "random"), 40, 3)
game = plan.load()
alone = list(run_plan(plan, game))
assert list(run_plan(plan, game, workers=2, backend=by_ray())) == alone
"""


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "RULESET_STATE": str(home / "state"), "RULESET_LANG": "en", "PYTHONPATH": str(ROOT)}


@pytest.mark.slow
@pytest.mark.skipif(not LONG, reason="Ray begins once more: RULESET_LONG=1")
@needs_ray
def test_a_killed_worker_loses_nothing(tmp_path):
    (tmp_path / "kills.py").write_text(KILLS)
    done = subprocess.run(
        [sys.executable, "kills.py"],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def typed(*words: str) -> list[str]:
    return [sys.executable, "-c", "import sys; from ruleset_core.cli import main; sys.exit(main(sys.argv[1:]))", *words]


@pytest.mark.slow
@pytest.mark.skipif(not LONG, reason="Ray begins once more: RULESET_LONG=1")
@needs_ray
def test_the_same_bytes_and_bots_of_ones_own(tmp_path):
    (tmp_path / "mine.py").write_text(
        "class Last:\n"
        "    def __init__(self, stream):\n        pass\n"
        "    def choose(self, state):\n        return state.options[-1]\n"
    )
    words = ("simulate", "tic_tac_toe", "--seats", "mine.py:Last,random", "--games", "30", "--format", "json")
    runs = [
        subprocess.run(
            typed(*words, "--workers", "2", *more),
            cwd=tmp_path,
            env=environment(tmp_path),
            capture_output=True,
            timeout=LIMIT,
            check=False,
        )
        for more in ((), ("--backend", "ray"))
    ]
    assert [run.returncode for run in runs] == [0, 0], runs[1].stderr.decode()
    assert runs[0].stdout == runs[1].stdout != b""


@pytest.mark.slow
@needs_ray
def test_an_interrupt_keeps_what_was_done(tmp_path):
    words = ("tournament", "pig", "--bots", "greedy,random", "--games", "20000", "--all", "--keep", "mine.games")
    with subprocess.Popen(
        typed(*words, "--backend", "ray", "--workers", "2"),
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        kept, begun = tmp_path / "mine.games", time.monotonic()
        while not (kept.exists() and kept.read_text().count("\n") > 2) and time.monotonic() < begun + LIMIT:
            time.sleep(0.2)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=LIMIT)
    assert process.returncode == 130, err
    assert "continue" in err.lower()
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--backend", "ray", "--ray-address", "127.0.0.1:1"), "no Ray cluster was reached at 127.0.0.1:1"),
        (("--backend", "ray", "--ray-address", "nonsense"), "is no address of a Ray cluster"),
        (("--ray-address", "127.0.0.1:1"), "--ray-address is for --backend ray"),
    ],
)
def test_a_cluster_that_is_not_there_is_told(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("ruleset_core.lab.sim.parallel.check_ray", lambda: None)
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))
    assert main(["simulate", "pig", "--games", "4", "--lang", "en", *words]) in {1, 2}
    shown = capsys.readouterr()
    assert said in shown.err
    assert "Traceback" not in shown.err


def test_what_to_install_is_told(tmp_path, monkeypatch, capsys):
    def missing() -> None:
        raise ImportError(name="ray")

    monkeypatch.setattr("ruleset_core.lab.sim.parallel.check_ray", missing)
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))
    assert main(["simulate", "pig", "--games", "4", "--lang", "en", "--backend", "ray"]) == 2
    assert "pip install 'ruleset[ray]'" in capsys.readouterr().err
