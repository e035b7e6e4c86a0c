"""What stands on the engine calls no method of a public class whose docstring begins with `Internal:`.

Classes are told by the names that the project gives their objects: `game.take(...)` and `match.state.game.take(...)` call
`Game.take`, `state.copy_to(...)` calls `State.copy_to`.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import ruleset_core
from tests.docs.api import PRIVATE, member_function
from tests.walls.sources import ROOT, nodes, python

PUBLIC = {name: getattr(ruleset_core, name) for name in ruleset_core.__all__}


def internal_of(kind: type) -> set[str]:
    """The members of a class that are documented as internal."""
    found = {name: member_function(value) for each in kind.__mro__ for name, value in vars(each).items()}
    return {name for name, value in found.items() if value is not None and (value.__doc__ or "").startswith(PRIVATE)}


INTERNAL = {re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(): internal_of(PUBLIC[name]) for name in PUBLIC if isinstance(PUBLIC[name], type)}  # fmt: skip
"""The internal members of the public classes, by the names of their objects."""


def callers() -> list[Path]:
    """The modules of what uses the public API only, and the hooks of games."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (above,) = (each["source_modules"] for each in contracts if each["name"].endswith("uses the public API only"))
    places = [ROOT.joinpath(*each.split(".")) for each in above]
    own = [path for path in python("ruleset_core") if any(place in path.parents for place in places)]
    return [*own, *python("games")]


def internal_uses(accesses: Iterator[ast.Attribute]) -> Iterator[str]:
    for node in accesses:
        called = ast.unparse(node.value).rpartition(".")[2]
        of = called.lower()
        if any(node.attr in INTERNAL[name] for name in INTERNAL if of == name or of.endswith(f"_{name}")):
            yield f"{node.lineno}: {ast.unparse(node)}"


def test_what_stands_on_the_engine_uses_nothing_internal() -> None:
    assert {"take", "decision_of"} <= INTERNAL["game"]
    assert "copy_to" in INTERNAL["state"]
    paths = callers()
    assert {path.relative_to(ROOT).parts[1] for path in paths} >= {"cli", "play", "web", "view"}
    used = {(path, use) for path in paths for use in internal_uses(iter(nodes(path, ast.Attribute)))}
    assert sorted(f"{path.relative_to(ROOT)}:{use}" for path, use in used) == []


def test_uses_are_noticed_and_others_are_none() -> None:
    text = "match.game.take(state, 1); first_state.copy_to(x); looker.take(1); game.blank(2); state.apply(0)"
    accesses = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute))
    assert sorted(internal_uses(accesses)) == ["1: first_state.copy_to", "1: match.game.take"]
