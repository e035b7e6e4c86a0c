"""From disk if it was compiled before, else made; and where it cannot be done, one sentence says why."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ruleset_core.compile.host import executor_choice, selftest, wasm_modules, wasmtime_binding
from ruleset_core.compile.host.executor_choice import announcing, executor, why_not, without_cache
from ruleset_core.compile.host.wasm_modules import WRITERS, load_module
from ruleset_core.compile.host.wasmtime_binding import WasmError
from ruleset_core.disk_cache import DiskCache
from ruleset_core.errors import RulesetError
from tests.native.assembler import ADD, BUSY, assemble

ROOT = Path(__file__).parents[2]
runs = pytest.mark.skipif(why_not() is not None, reason=f"nothing is run here: {why_not()}")
keeps_code = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="native code is not kept on this system")
WASM = assemble(ADD)


def never() -> bytes:
    raise AssertionError("it was kept")


def adds(loaded) -> bool:
    return loaded.module.instance().function("add")(20, 3) == 23


@runs
@keeps_code
def test_the_second_time_nothing_is_made_or_compiled():
    first = load_module("key", lambda: WASM)
    second = load_module("key", never)
    assert (first.origin, second.origin) == ("made", "native")
    assert first.wasm == second.wasm == WASM
    assert adds(first)
    assert adds(second)


@runs
def test_another_key_is_another_module():
    load_module("key", lambda: WASM)
    assert load_module("other", lambda: assemble(BUSY)).origin == "made"
    assert load_module("key", never).wasm == WASM


NO_WRITERS = {
    *("ruleset_core", "ruleset_core.version"),
    *(
        f"ruleset_core.{each}" for each in ("budgets", "diagnostics", "errors", "messages", "safe_text")
    ),  # what is said of mistakes
    "ruleset_core.files",  # reads what others write
    "ruleset_core.cursor",  # where an editor stands in a text
}


def test_whatever_writes_a_module_is_part_of_its_key():
    code = "import sys, ruleset_core.compile.irgen.generator, ruleset_core.compile.wasm.game_module, ruleset_core.compile.wasm.search_module\nprint(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    used = {each for each in found.stdout.split() if each.partition(".")[0] == "ruleset_core"}
    assert {
        each for each in used - NO_WRITERS if not f"{each}.".startswith(tuple(f"{name}." for name in WRITERS))
    } == set()


@runs
def test_another_writer_makes_another_module(monkeypatch):
    load_module("key", lambda: WASM)
    monkeypatch.setattr(wasm_modules, "source_stamp", lambda *_packages: "another")
    assert load_module("key", lambda: assemble(BUSY)).origin == "made"


@runs
def test_where_sources_cannot_be_looked_at_nothing_is_kept(monkeypatch):
    def refuse(*_packages):
        raise OSError

    monkeypatch.setattr(wasm_modules, "source_stamp", refuse)
    assert [load_module("archived", lambda: WASM).origin for _ in range(2)] == ["made", "made"]


def files(cache_home: Path, ending: str) -> list[Path]:
    return [each for each in cache_home.iterdir() if each.name.endswith(ending)]


@runs
@keeps_code
@pytest.mark.parametrize("damage", [b"", b"no module", "half", "turned"])
def test_damaged_native_code_is_compiled_again(cache_home, damage):
    load_module("key", lambda: WASM)
    (file,) = files(cache_home, ".native")
    whole = file.read_bytes()
    turned = whole[:5000] + bytes([whole[5000] ^ 255]) + whole[5001:]
    file.write_bytes({"half": whole[: len(whole) // 2], "turned": turned}.get(damage, damage))
    again = load_module("key", never)
    assert again.origin == "wasm"
    assert adds(again)
    assert load_module("key", never).origin == "native"


@runs
@keeps_code
def test_native_code_that_does_not_fit_is_compiled_again(cache_home):
    load_module("key", lambda: WASM)
    (file,) = files(cache_home, ".native")
    DiskCache(cache_home).put(file.name, b"whole, and no code")
    assert load_module("key", never).origin == "wasm"
    assert load_module("key", never).origin == "native"


@runs
def test_damaged_or_wrong_wasm_is_made_again(cache_home):
    load_module("key", lambda: WASM)
    (file,) = files(cache_home, ".wasm")
    file.write_bytes(file.read_bytes()[:-1])
    assert load_module("key", lambda: WASM).origin == "made"
    for each in files(cache_home, ".native"):
        each.unlink()
    DiskCache(cache_home).put(file.name, b"whole, and no module")
    assert load_module("key", lambda: WASM).origin == "made"
    assert load_module("key", never).wasm == WASM


@runs
def test_what_is_no_module_is_an_error_and_not_kept(cache_home):
    with pytest.raises(WasmError):
        load_module("key", lambda: b"nothing")
    assert not cache_home.exists() or files(cache_home, "") == []


@runs
def test_without_a_place_everything_is_made(tmp_path):
    kept = DiskCache(None)
    assert [load_module("key", lambda: WASM, kept=kept).origin for _ in range(2)] == ["made", "made"]
    (tmp_path / "file").write_text("")
    assert load_module("key", lambda: WASM, kept=DiskCache(tmp_path / "file")).origin == "made"


@runs
def test_who_wants_nothing_kept_gets_nothing_kept(cache_home, monkeypatch):
    with without_cache():
        assert [load_module("key", lambda: WASM).origin for _ in range(2)] == ["made", "made"]
    monkeypatch.setenv("RULESET_NO_CACHE", "1")
    assert load_module("key", lambda: WASM).origin == "made"
    assert not cache_home.exists()
    monkeypatch.setenv("RULESET_NO_CACHE", "")
    assert load_module("key", lambda: WASM).origin == "made"
    assert cache_home.exists()


@runs
def test_who_waits_is_told(monkeypatch):
    told, heard = [], threading.Event()

    def call() -> None:
        told.append(threading.current_thread())
        heard.set()

    def until_told() -> bytes:
        assert heard.wait(30)
        return WASM

    with announcing(call):
        monkeypatch.setattr(wasm_modules, "SLOW", 0.01)
        load_module("slow", until_told)
        monkeypatch.setattr(wasm_modules, "SLOW", 60.0)
        load_module("quick", lambda: WASM)
    told[0].join(30)
    assert len(told) == 1
    assert not [
        each for each in threading.enumerate() if isinstance(each, threading.Timer) and not each.finished.is_set()
    ]


@pytest.mark.slow
@runs
def test_two_processes_at_once(cache_home):
    program = """
from ruleset_core.compile.host.wasm_modules import WRITERS, load_module
from tests.native.test_loading import WASM, adds
for n in range(20):
    assert adds(load_module(f"key {n}", lambda: WASM))
"""
    command = [sys.executable, "-c", program]
    environment = {**os.environ, "RULESET_CACHE": str(cache_home)}
    started = [subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE) for _ in range(2)]
    assert [(each.communicate()[1], each.returncode) for each in started] == [(b"", 0)] * 2


# -- what may be missing ------------------------------------------------------------------------------------------------


def no_library(monkeypatch: pytest.MonkeyPatch, version: str, place: Path) -> None:
    class Found:
        def __init__(self) -> None:
            self.version = version

        def locate_file(self, path: str) -> Path:
            return place / path

    monkeypatch.setattr(executor_choice, "distribution", lambda _name: Found())


def refused() -> str:
    """The one sentence, which everybody says alike."""
    reason = why_not()
    assert reason is not None
    assert executor() == ("interpreter", reason, "")
    with pytest.raises(WasmError) as told:
        load_module("key", never)
    assert reason in str(told.value)
    assert "\n" not in reason
    return reason


@pytest.mark.usefixtures("looked_for_anew")
def test_the_package_is_missing(monkeypatch):
    def missing(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(executor_choice, "distribution", missing)
    said = refused()
    assert "not installed" in said
    assert "pip install -U wasmtime" in said


@pytest.mark.usefixtures("looked_for_anew")
@pytest.mark.parametrize("version", ["39.0.0", "5.0", "", "new", "-45.0"])
def test_the_version_is_too_old(monkeypatch, tmp_path, version):
    no_library(monkeypatch, version, tmp_path)
    assert "version 40 or a newer one is needed" in refused()


@runs
@pytest.mark.usefixtures("looked_for_anew")
def test_a_version_that_nobody_knows_is_tried_once(monkeypatch, cache_home):
    """It is tried in a process of its own; where it passes, that is kept, and it runs."""
    monkeypatch.setattr(executor_choice, "TRIED", 40)
    assert why_not() is None
    (kept,) = files(cache_home, ".tried")

    def again(*_command, **_more):
        raise AssertionError("it was tried before")

    monkeypatch.setattr(selftest.subprocess, "run", again)
    selftest.ensure_tested()
    kept.unlink()
    with pytest.raises(AssertionError, match="tried before"):
        selftest.ensure_tested()


@runs
@pytest.mark.usefixtures("looked_for_anew")
@pytest.mark.parametrize(
    ("program", "problem"),
    [
        ("raise SystemExit('a trap gives None')", "(a trap gives None)"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "it ends with -9"),
        ("import time; time.sleep(60)", "timed out"),
    ],
)
def test_a_version_that_fails_the_test_is_refused(monkeypatch, cache_home, program, problem):
    monkeypatch.setattr(executor_choice, "TRIED", 40)
    monkeypatch.setattr(selftest, "TRIED", 40)
    monkeypatch.setattr(selftest, "_PROGRAM", program)
    monkeypatch.setattr(selftest, "SECONDS", 1.0)
    said = refused()
    assert problem in said
    assert 'pip install "wasmtime<41"' in said
    assert not cache_home.exists() or files(cache_home, ".tried") == []


@runs
@pytest.mark.parametrize(("name", "code"), [("down", b"\x41\x00"), ("stop", b"\x41\x00"), ("copy", b"\x41\x07")])
def test_the_self_test_finds_what_is_wrong(monkeypatch, name, code):
    kind, _ = selftest._FUNCTIONS[name]
    monkeypatch.setitem(selftest._FUNCTIONS, name, (kind, code))
    with pytest.raises(WasmError, match="gives"):
        selftest.run_selftest()


@pytest.mark.usefixtures("looked_for_anew")
def test_the_system_has_no_library(monkeypatch, tmp_path):
    no_library(monkeypatch, "50.0.1", tmp_path)
    assert "no library for this system" in refused()
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    assert "riscv64" in refused()


@pytest.mark.usefixtures("looked_for_anew")
@pytest.mark.parametrize("content", [b"", b"not a library", b"\x7fELF half of one"])
def test_the_library_is_broken(monkeypatch, tmp_path, content):
    path = tmp_path / "_libwasmtime.so"
    path.write_bytes(content)
    no_library(monkeypatch, "50.0.1", tmp_path)
    monkeypatch.setattr(executor_choice, "_library_of", lambda _found: path)
    assert "does not load" in refused()


@runs
@pytest.mark.usefixtures("looked_for_anew")
def test_a_function_is_missing(monkeypatch):
    monkeypatch.setitem(wasmtime_binding._FUNCTIONS, "wasmtime_of_tomorrow", (None,))
    assert "wasmtime_of_tomorrow" in refused()


def test_the_range_is_the_one_of_the_project():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert project.count("wasmtime>=") == project.count(f'"wasmtime>={executor_choice.OLDEST}",') == 1


# -- switches ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["interpreter", "Interpreter"])
def test_the_environment_switches_it_off(monkeypatch, name):
    monkeypatch.setenv("RULESET_EXECUTOR", name)
    assert executor().name == name.lower()
    assert "RULESET_EXECUTOR" in executor().why
    with pytest.raises(WasmError, match="RULESET_EXECUTOR"):
        load_module("key", never)


@runs
@pytest.mark.parametrize("name", ["", "core", " Core "])
def test_the_environment_may_ask_for_the_core(monkeypatch, name):
    monkeypatch.setenv("RULESET_EXECUTOR", name)
    assert executor() == ("core", "", executor_choice.find_library().version)
    assert str(executor()).startswith("core (wasmtime ")


def test_an_executor_that_is_not_known_is_told(monkeypatch):
    monkeypatch.setenv("RULESET_EXECUTOR", "rust")
    for ask in (why_not, executor):
        with pytest.raises(RulesetError, match="RULESET_EXECUTOR is `rust`; it may be `core` or `interpreter`"):
            ask()


def test_importing_costs_nothing():
    program = "import sys, ruleset_core.compile.host.executor_choice; print(*(m for m in sys.modules if 'compile.host.' in m or m == 'ctypes'))"
    done = subprocess.run([sys.executable, "-S", "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[0] == "ruleset_core.compile.host.executor_choice"


@runs
def test_the_wrappers_of_the_package_are_not_imported():
    program = "import sys; from ruleset_core.compile.host.wasm_modules import load_module; from tests.native.test_loading import WASM; load_module('k', lambda: WASM)"
    program += "; print('wasmtime' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
