"""Modules: their layers, their length, and circles of imports."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.walls.sources import ROOT, nodes, python

LONGEST = 650
"""Most lines of a module. A module is one subject: some have 50 lines, some 500. What is longer has two subjects."""


def test_import_contracts_are_kept() -> None:
    command = [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command; lint_imports_command()",
        "--no-cache",
    ]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.search(r"([4-9]|[1-9][0-9]) kept, 0 broken", run.stdout)


def test_modules_are_no_longer_than_one_subject_takes() -> None:
    lengths = {
        path: len(path.read_text(encoding="utf-8").splitlines()) for path in python("ruleset_core", "games", "tests")
    }
    longest = sorted(lengths.items(), key=lambda each: -each[1])[:5]
    shown = ", ".join(f"{path.relative_to(ROOT)} {count}" for path, count in longest)
    assert longest[0][1] <= LONGEST, f"the longest modules: {shown}"
    core = sorted(count for path, count in lengths.items() if path.is_relative_to(ROOT / "ruleset_core"))
    assert core[len(core) // 2] <= 350


LARGEST_CIRCLE = 5
"""Most modules that import each other in a circle; imports within functions and those for types count."""


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports_within(path: Path, modules: frozenset[str]) -> set[str]:
    """The modules of the package that a module imports anywhere: of `from a import b` it is `a.b` if that is a module, else `a`."""
    package = module_name(path) if path.name == "__init__.py" else module_name(path).rpartition(".")[0]
    found = set()
    for node in nodes(path, ast.Import):
        found.update(alias.name for alias in node.names)
    for node in nodes(path, ast.ImportFrom):
        above = package.rsplit(".", node.level - 1)[0] if node.level else ""
        home = ".".join(filter(None, (above, node.module)))
        found.update(name if (name := f"{home}.{alias.name}") in modules else home for alias in node.names)
    return (found & modules) - {module_name(path)}


def circles(graph: Mapping[str, set[str]]) -> list[set[str]]:
    """The sets of modules that all lead to each other, by importing."""

    def reached(start: str, edges: Mapping[str, set[str]]) -> set[str]:
        found, waiting = {start}, [start]
        while waiting:
            new = (edges[waiting.pop()] & left) - found
            found |= new
            waiting += new
        return found

    back = {name: {other for other, to in graph.items() if name in to} for name in graph}
    found, left = [], set(graph)
    while left:
        start = min(left)
        found.append(reached(start, graph) & reached(start, back))
        left -= found[-1]
    return found


def test_modules_do_not_import_each_other_in_large_circles() -> None:
    paths = {module_name(path): path for path in python("ruleset_core")}
    graph = {name: imports_within(path, frozenset(paths)) for name, path in paths.items()}
    large = [sorted(each) for each in circles(graph) if len(each) > LARGEST_CIRCLE]
    assert not large, "\n".join(map(str, large))


def test_a_circle_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    texts = {
        "one.py": "def f():\n    from ruleset_core.two import x",
        "two.py": "if TYPE_CHECKING:\n    from .three import y",
        "three.py": "from ruleset_core import one, four",
        "four.py": "import os",
        "__init__.py": "",
    }
    (tmp_path / "ruleset_core").mkdir()
    for name, text in texts.items():
        (tmp_path / "ruleset_core" / name).write_text(text, encoding="utf-8")
    paths = {module_name(path): path for path in (tmp_path / "ruleset_core").iterdir()}
    graph = {name: imports_within(path, frozenset(paths)) for name, path in paths.items()}
    assert {"ruleset_core.one", "ruleset_core.two", "ruleset_core.three"} in circles(graph)
    assert {"ruleset_core.four"} in circles(graph)
