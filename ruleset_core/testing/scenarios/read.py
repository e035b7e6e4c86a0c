"""Reads scenario files: YAML with positions, checked against the shape of the model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path as FilePath
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from ruleset_core.model.diagnostic import Diagnostic, error, hint
from ruleset_core.model.source import Document, Path
from ruleset_core.model.yamlpos import load_document

from .find import home_of
from .model import Case, Expect, ExpectStep, Scenario, ScenarioFile

_MODELS: Final[dict[str, type[BaseModel]]] = {"scenarios": Scenario, "expect": Expect, "do": ExpectStep}


def read_cases(file: FilePath, roots: Sequence[FilePath] = ()) -> tuple[list[Case], list[Diagnostic]]:
    """Give the scenarios of a file, and what is wrong with the file. Never raises for bad files."""
    document, diagnostics = load_document(file)
    if document is None or diagnostics:
        return [], diagnostics
    try:
        shaped = ScenarioFile.model_validate(document.data)
    except ValidationError as problem:
        return [], list(_shape_errors(document, problem))
    home = home_of(file)
    game = shaped.game or home.game
    if not game:
        return [], [error("E505", "which game are these scenarios of?", document.span(()), help="add `game: NAME`")]
    around = (*roots, *home.roots)
    return [
        Case(document, index, one, game, tuple(dict.fromkeys((*home.expansions, *one.expansions))), around)
        for index, one in enumerate(shaped.scenarios)
    ], []


def _shape_errors(document: Document, problem: ValidationError) -> Iterable[Diagnostic]:
    """One diagnostic for each place: pydantic reports every alternative of a union on its own."""
    places: dict[Path, dict[str, Any]] = {}
    for found in problem.errors(include_url=False):
        path = _within(document.data, found["loc"])
        if found["type"] == "missing":
            path += (found["loc"][-1],)
        places.setdefault(path, dict(found))
    for path, found in places.items():
        yield _shape_error(document, path, found["type"], found["msg"])


def _shape_error(document: Document, path: Path, kind: str, message: str) -> Diagnostic:
    if kind == "extra_forbidden":
        help_text = hint(str(path[-1]), list(_model_at(path).model_fields), "keys")
        return error("E101", f"unknown key `{path[-1]}`", document.key_span(path), help=help_text)
    if kind == "missing":
        return error("E102", f"key `{path[-1]}` is missing", document.key_span(path))
    where = ".".join(str(part) for part in path)
    return error("E103", f"`{where}`: {message[:1].lower()}{message[1:]}", document.span(path))


def _within(data: Any, loc: Iterable[str | int]) -> Path:
    """The path of an error in the file: pydantic's, without the names it gives to alternatives."""
    path: Path = ()
    for part in loc:
        if (isinstance(data, dict) and part in data) or (isinstance(data, list) and isinstance(part, int)):
            data = data[part]
            path += (part,)
    return path


def _model_at(path: Path) -> type[BaseModel]:
    """The model whose key stands at the end of a path."""
    around = next((part for part in reversed(path[:-1]) if part in _MODELS), "")
    return _MODELS.get(str(around), ScenarioFile)
