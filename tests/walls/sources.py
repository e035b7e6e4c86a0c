"""The files of the project, as text and as trees."""

from __future__ import annotations

import ast
import gc
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).parents[2]
Node = TypeVar("Node", bound=ast.AST)


@cache
def tracked() -> tuple[Path, ...]:
    """The files of the project: those of the repository, or all that are here where there is none (a source archive)."""
    run = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if run.returncode == 0:
        return tuple(ROOT / name for name in run.stdout.split("\0") if name and (ROOT / name).is_file())
    folders = ("data", "docs", "examples", "games", "ruleset_core", "tests")
    return tuple(path for folder in folders for path in sorted((ROOT / folder).rglob("*")) if path.is_file())


def python(*folders: str) -> list[Path]:
    return [path for path in tracked() if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in folders]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@contextmanager
def _kept() -> Iterator[None]:
    """What is made meanwhile stays to the end: looking through trees for garbage took two thirds of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@cache
def _nodes_by_class(path: Path) -> dict[type, list[Any]]:
    found = defaultdict(list)
    with _kept():
        for node in ast.walk(tree(path)):
            found[type(node)].append(node)
    return dict(found)


def nodes(path: Path, kind: type[Node]) -> list[Node]:
    """The nodes of a class in the tree of a module, which is walked once for all who ask."""
    return _nodes_by_class(path).get(kind, [])


def imported(path: Path) -> Iterator[str]:
    for node in nodes(path, ast.Import):
        yield from (alias.name for alias in node.names)
    for node in nodes(path, ast.ImportFrom):
        if node.module and not node.level:
            yield node.module


def calls(path: Path) -> Iterator[tuple[ast.Call, str, str]]:
    """Calls of a module: the name that is called, and what it is looked up in ("" for a bare name)."""
    for node in nodes(path, ast.Call):
        if isinstance(node.func, ast.Name):
            yield node, node.func.id, ""
        elif isinstance(node.func, ast.Attribute):
            yield node, node.func.attr, _owner(node.func)


@cache
def _owner(called: ast.Attribute) -> str:
    return ast.unparse(called.value)
