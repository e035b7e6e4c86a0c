"""Reads scenario files: YAML with positions, checked against its shape, each scenario with the game it is of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ruleset_core.model.diagnostic import Diagnostic, error
from ruleset_core.model.reading.yamlpos import load_document
from ruleset_core.model.shapes.scenarios import ScenarioFile
from ruleset_core.model.shapes.validate import validate

from .case import Case
from .find import home_of


def read_cases(file: Path, roots: Sequence[Path] = ()) -> tuple[list[Case], list[Diagnostic]]:
    """Give the scenarios of a file, and what is wrong with the file. Never raises for bad files."""
    document, diagnostics = load_document(file)
    if document is None:
        return [], diagnostics
    shaped, mistakes = validate(document, ScenarioFile)
    if shaped is None or diagnostics:
        return [], [*diagnostics, *mistakes]
    home = home_of(file)
    game = shaped.game or home.game
    if not game:
        help_text = "add `game: NAME`, or put the file into `scenarios/` of the game"
        return [], [
            error("E504", "no game to run these scenarios with", document.key_span(("scenarios",)), help=help_text)
        ]
    around = (*roots, *home.roots)
    return [
        Case(document, index, one, game, tuple(dict.fromkeys((*home.expansions, *one.expansions))), around)
        for index, one in enumerate(shaped.scenarios)
    ], []
