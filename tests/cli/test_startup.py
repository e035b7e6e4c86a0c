"""Start-up: what is not needed is not imported."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = {"pydantic", "lark", "rich", "jsonschema", "hypothesis", "textual"}
SCRIPT = """
import sys
from ruleset_core.cli import main
code = main(sys.argv[1:])
print(*sorted(name for name in sys.modules if "." not in name or name.startswith("ruleset_core")), file=sys.stderr)
sys.exit(code)
"""


def modules_after(*words: str) -> set[str]:
    command = [sys.executable, "-c", SCRIPT, *words]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True, cwd="/")
    return set(done.stderr.split())


@pytest.mark.parametrize("words", [("list",), ("list", "--format", "json"), ("--help",), ("completion", "bash")])
def test_light_commands_import_nothing_heavy(words):
    modules = modules_after(*words)
    assert not modules & HEAVY
    assert not {
        name
        for name in modules
        if name.startswith(("ruleset_core.engine", "ruleset_core.lang", "ruleset_core.compile.host"))
    }
    assert "ctypes" not in modules


@pytest.mark.slow
def test_panes_are_imported_only_where_they_are_asked_for():
    modules = modules_after("play", "pig", "--seats", "random,random", "--seed", "5", "--no-save")
    assert "ruleset_core.cli.console.game_loop" in modules
    assert not {name for name in modules if name == "textual" or name.startswith("ruleset_core.cli.fullscreen")}


def test_list_imports_no_other_commands():
    commands = {name for name in modules_after("list") if name.startswith("ruleset_core.cli.")}
    assert commands == {
        f"ruleset_core.cli.{name}" for name in ("commands", "commands.listings", "group", "output", "parameters")
    }


@pytest.mark.slow
def test_a_check_plays_nothing():
    modules = modules_after("check", "pig", "troyes_dice")
    assert "ruleset_core.compile.irgen.generator" in modules
    assert not modules & {"ctypes", "faulthandler", "lark", "rich", "jsonschema", "wasmtime", "multiprocessing"}
    playing = ("engine", "compile.host", "eval.recorder", "compile.wasm")
    assert not {name for name in modules if name.startswith(tuple(f"ruleset_core.{each}" for each in playing))}
