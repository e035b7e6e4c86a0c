"""What the docstrings of modules show is so: their examples are run."""

from __future__ import annotations

import ast
import doctest
import importlib
from pathlib import Path

import pytest

from tests.walls.sources import ROOT, python, tree


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


SHOWN = [module_name(path) for path in python("ruleset_core") if ">>> " in path.read_text(encoding="utf-8")]


def test_some_docstrings_show_examples() -> None:
    assert {"ruleset_core.eval", "ruleset_core.compile.lowering", "ruleset_core.view.scene"} <= {*SHOWN}


PASSES = ("analysis", "compile/irgen", "compile/lowering", "compile/search", "compile/wasm", "eval", "web")
"""Packages of which every module is a stage of work, in files of the core."""
HELPERS = frozenset({"connections", "page_messages"})
"""Modules among them that are none."""


def test_every_stage_of_work_begins_with_a_worked_example() -> None:
    paths = [path for package in PASSES for path in (ROOT / "ruleset_core" / package).glob("*.py")]
    docstrings = {path: ast.get_docstring(tree(path)) or "" for path in paths if path.stem not in HELPERS}
    bare = [path for path, text in docstrings.items() if "\n    " not in text and ">>> " not in text]
    assert not bare, "put a worked example behind the first line: what comes in, what goes out, why"


EXTRAS = {"pyspiel"}
"""What only `test-all` installs: without it, examples of modules that need it are skipped."""


@pytest.mark.parametrize("name", SHOWN)
def test_examples_of_a_docstring_hold(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name not in EXTRAS:
            raise
        pytest.skip(f"{missing.name} is not installed")
    results = doctest.testmod(module)
    assert (results.failed, results.attempted > 0) == (0, True)
