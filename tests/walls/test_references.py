"""What comments and documents for contributors name is there: modules, their parts, classes, and files.

# Raises `WasmTrap`; see `State.apply`.      a comment of `ruleset_core`
is_known("WasmTrap")                         True: the project has such a class
is_known("State.aply")                       False: `State` has no such method
"""

from __future__ import annotations

import ast
import builtins
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.walls.sources import ROOT, nodes, python

CORE = ROOT / "ruleset_core"
PACKAGES = sorted({path.relative_to(CORE).parts[0] for path in python("ruleset_core") if path.parent != CORE})
DOTTED = re.compile(rf"`((?:{'|'.join(PACKAGES)})\.[A-Za-z_][A-Za-z_.]*[A-Za-z_])`")
"""A module or a part of one, by its name below `ruleset_core`."""
FILED = re.compile(r"`([a-z_]+(?:/[A-Za-z_.]+)+)`")
"""A file or a directory, from the root, `ruleset_core`, `tests` or `docs` on; `.py` may be left out."""
CAMEL = r"[A-Z][a-z0-9]*[a-z]\w*"
CLASS = re.compile(
    rf"`(?:click\.)?({CAMEL}(?:\.[A-Za-z_]\w*)?)(?:\(\))?`|\b({CAMEL}(?:Error|Trap))\b|\b[Rr]aises ({CAMEL})"
)
"""A class or what stands in one, in backticks or as an exception: `State.apply`, "Raises `WasmTrap`", a line of `Raises:`."""
IN_MODULE = re.compile(rf"`((?!click\.|option\.NAME`)[a-z_]+\.(?:{CAMEL}|[A-Z_]{{2,}}))`")
"""A class or constant by the last name of its module: `runtime.STEPS`; not the `option.NAME` of the language."""
SEEN = re.compile(r"\b[Ss]ee `([a-z_]\w*)`")
"""What a reader is sent to: a function, an attribute or a module."""
OUTSIDE = frozenset({"BadParameter", "ClickException", "UsageError", "PythonParser"})
"""Classes of dependencies, and of modules within functions, that comments name and no module imports by itself."""
WRITTEN = ".json"
"""Files that programs write: schemas, and what tests were recorded to run."""
PAGES = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs" / "contributors").glob("*.md"))]


@cache
def modules() -> dict[str, Path]:
    names = {".".join(path.relative_to(CORE).with_suffix("").parts): path for path in python("ruleset_core")}
    return {name.removesuffix(".__init__"): path for name, path in names.items()}


@cache
def names_in(path: Path) -> frozenset[str]:
    """The functions, classes, values and attributes that a module writes down, and its imports."""
    named = [nodes(path, kind) for kind in (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.alias)]
    found = {node.name for each in named for node in each}
    found |= {node.id for node in nodes(path, ast.Name)} | {node.attr for node in nodes(path, ast.Attribute)}
    return frozenset(found)


@dataclass(frozen=True)
class ClassParts:
    """The names that stand in the body and methods of a class, and the names of its bases."""

    names: set[str]
    bases: set[str]


@cache
def classes() -> dict[str, ClassParts]:
    """The classes of the project; those with the same name count as one."""
    found: dict[str, ClassParts] = {}
    for path in python("ruleset_core", "games"):
        for node in nodes(path, ast.ClassDef):
            parts = found.setdefault(node.name, ClassParts(set(), set()))
            parts.bases.update(name_of(base) for base in node.bases)
            for each in ast.walk(node):
                if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
                    parts.names.add(each.name)
                elif isinstance(each, ast.Name | ast.Attribute) and isinstance(each.ctx, ast.Store):
                    parts.names.add(name_of(each))
    return found


def name_of(node: ast.expr) -> str:
    """The last name of an expression: `Sequence` of `abc.Sequence[int]`."""
    if isinstance(node, ast.Subscript):
        return name_of(node.value)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


@cache
def names_of_project() -> frozenset[str]:
    """All names that modules write down, the names of the modules, and builtins."""
    paths = python("ruleset_core", "games")
    return frozenset(dir(builtins)).union(*map(names_in, paths), (module_name(path) for path in paths))


@cache
def names_by_module() -> dict[str, set[str]]:
    """The same by the last name of the module; `types` may be several."""
    found: dict[str, set[str]] = {}
    for path in python("ruleset_core", "games"):
        found.setdefault(module_name(path), set()).update(names_in(path))
    return found


def module_name(path: Path) -> str:
    return path.parent.name if path.stem == "__init__" else path.stem


def has(name: str, part: str) -> bool:
    """Whether a class, or one that it is made of, has a part. Classes from elsewhere may have any."""
    found = classes().get(name)
    return found is None or part in found.names or any(has(base, part) for base in found.bases if base in classes())


def is_known(name: str) -> bool:
    """Whether there is a class, a part of one, or a class or constant of a module; or what a reader is sent to."""
    home, _, part = name.partition(".")
    if home[0].isupper():
        return (home in names_of_project() or home in OUTSIDE) and (not part or has(home, part))
    return part in names_by_module().get(home, ()) if part else home in names_of_project()


def is_there(name: str) -> bool:
    """Whether a dotted name leads to a module, or to what stands in one: `eval.trace.PieceMoved.what` to the last."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        path = modules().get(".".join(parts[:end]))
        if path is not None:
            return all(part in names_in(path) for part in parts[end:])
    return False


@cache
def remarks_of(path: Path) -> tuple[str, ...]:
    return tuple(remarks(path.read_text(encoding="utf-8")))


def remarks(source: str) -> Iterator[str]:
    """The comments and docstrings of a module."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and '"""' in token.string[:4]):
            yield token.string


def test_comments_name_what_is_there() -> None:
    lost = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in python("ruleset_core")
        for remark in remarks_of(path)
        for name in DOTTED.findall(remark)
        if not name.endswith(WRITTEN) and not is_there(name)
    }
    assert lost == set()


def named(remark: str) -> list[str]:
    """The classes, parts of classes and modules, and other names that a remark sends its reader to."""
    found = [name for match in CLASS.findall(remark) for name in match if name]
    return found + IN_MODULE.findall(remark) + SEEN.findall(remark)


def test_comments_name_classes_that_are_there() -> None:
    paths = python("ruleset_core")
    lost = {(path, name) for path in paths for each in remarks_of(path) for name in named(each) if not is_known(name)}
    assert sorted(f"{path.relative_to(ROOT)}: {name}" for path, name in lost) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_pages_for_contributors_name_what_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    homes = (ROOT, CORE, ROOT / "tests", ROOT / "docs")
    lost = [name for name in DOTTED.findall(text) if not is_there(name)]
    for name in (each for each in FILED.findall(text) if not each.endswith(WRITTEN)):
        places = [home / name for home in homes]
        places += [place.with_name(f"{place.name}.py") for place in places]
        lost += [name] if not any(place.exists() for place in places) else []
    assert lost == []


def test_a_name_that_is_gone_is_noticed() -> None:
    assert is_there("eval.evaluator.Evaluator")
    assert is_there("compile.irgen")
    assert not is_there("eval.evaluator.NoSuchClass")
    assert not is_there("eval.nowhere")
    assert list(remarks('"""a `b`"""\nx = 1  # c\n')) == ['"""a `b`"""', "# c"]


def test_a_class_that_is_gone_is_noticed() -> None:
    remark = "Raises `NoSuchError`, as `State.aply`; see `State.apply`, `runtime.STEPS`, `runtime.STEP`; see `nowhere_at_all`."
    assert [name for name in named(remark) if not is_known(name)] == [
        "NoSuchError",
        "State.aply",
        "runtime.STEP",
        "nowhere_at_all",
    ]
    assert named("Raises GoneTrap.") == ["GoneTrap"]
    assert not is_known("GoneTrap")
    assert is_known("WasmTrap")
    assert is_known("LookaheadAccess.value")  # its own
    assert is_known("LookaheadAccess.broken")  # of its base
    assert is_known("ValueError")
