"""Names: one name means one thing, and says what it means."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.walls.sources import ROOT, nodes, python, tree

COMMANDS = "cli.commands"
"""Its modules are called after what a person types: `ruleset check` stands in `cli/commands/checks.py`, whatever package does the work."""
SIBLINGS = ({"view.svg", "view.terminal"},)  # two drawings of the same things
"""Packages whose modules may share a name."""
VAGUE = {"of", "said", "known"}
"""Names that say nothing of what a function of a module gives; methods may have them, behind the name of their object."""
VAGUE_ANYWHERE = {"told", "found", "shown", "seen", "heard", "hears", "listen", "spell"}
"""Names that no function, method or function within another may have, with an underscore before them or without."""


def test_names_of_modules_are_given_once() -> None:
    """Two modules that became one may have had values of one name: functions of both would read the second."""
    for path in python("ruleset_core"):
        targets = [target for each in tree(path).body if isinstance(each, ast.Assign) for target in each.targets]
        stored = (
            each for target in targets for each in ast.walk(target) if isinstance(getattr(each, "ctx", 0), ast.Store)
        )
        given = Counter(map(ast.unparse, stored))
        assert not [name for name, count in given.items() if count > 1], path


def public_classes(path: Path) -> Iterator[str]:
    yield from (node.name for node in nodes(path, ast.ClassDef) if not node.name.startswith("_"))


def test_no_public_class_has_the_name_of_another() -> None:
    homes = defaultdict(list)
    for path in python("ruleset_core"):
        for name in public_classes(path):
            homes[name].append(path.relative_to(ROOT).as_posix())
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}


def shared_names(modules: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Names of modules in several packages that are no siblings, with these packages."""
    several = {name: packages - {COMMANDS} for name, packages in modules.items()}
    return {name: each for name, each in several.items() if len(each) > 1 and each not in SIBLINGS}


def packages_by_module() -> dict[str, set[str]]:
    """By name of a module, or of a package within another, the packages that have one: `""` is the whole."""
    homes = defaultdict(set)
    for path in python("ruleset_core"):
        *packages, name = path.relative_to(ROOT / "ruleset_core").with_suffix("").parts
        if name == "__init__" and packages:
            *packages, name = packages
        if not name.startswith("__"):
            homes[name].add(".".join(packages))
    return homes


def test_modules_share_a_name_only_where_packages_are_siblings() -> None:
    assert shared_names(packages_by_module()) == {}


def test_all_siblings_are_needed() -> None:
    shared = [packages - {COMMANDS} for packages in packages_by_module().values()]
    assert [siblings for siblings in SIBLINGS if siblings not in shared] == []


def test_a_shared_name_is_noticed() -> None:
    assert shared_names({"cards": {"view.svg", "view.terminal"}, "notes": {"view.svg", "web"}}) == {
        "notes": {"view.svg", "web"}
    }


def vague_names(module: ast.Module) -> list[str]:
    """Functions and methods of a module that do not say what they give."""
    functions = [node for node in ast.walk(module) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return [
        node.name
        for node in functions
        if node.name.removeprefix("_") in VAGUE_ANYWHERE or (node in module.body and node.name in VAGUE)
    ]


def test_functions_say_what_they_give() -> None:
    vague = {path.relative_to(ROOT).as_posix(): vague_names(tree(path)) for path in python("ruleset_core", "games")}
    assert {path: names for path, names in vague.items() if names} == {}


def test_a_vague_name_is_noticed() -> None:
    source = "class Sums:\n    def told(self): ...\n    def of(self): ...\n\ndef f():\n    def _found(): ...\n\ndef said(): ...\n"
    assert sorted(vague_names(ast.parse(source))) == ["_found", "said", "told"]
