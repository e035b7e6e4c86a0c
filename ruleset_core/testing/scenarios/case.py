"""A scenario ready to run, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruleset_core.model.diagnostic import Diagnostic, Span
from ruleset_core.model.shapes.scenarios import Scenario
from ruleset_core.model.source import Document


@dataclass(frozen=True, slots=True)
class Case:
    """One scenario of a file, ready to run.

    Attributes:
        document: the file, for positions.
        index: which of the file's scenarios it is.
        scenario: what it says.
        game: directory or name of the game to load.
        expansions: the expansions to load it with.
        roots: further directories to look for them.
    """

    document: Document
    index: int
    scenario: Scenario
    game: str
    expansions: tuple[str, ...]
    roots: tuple[Path, ...] = ()

    @property
    def name(self) -> str:
        """The name of the scenario."""
        return self.scenario.name

    def span(self, *path: str | int) -> Span:
        """Where a value of the scenario stands; without a path, its name."""
        return self.document.span(("scenarios", self.index, *(path or ("name",))))

    def key_span(self, *path: str | int) -> Span:
        """Where the key of a value stands."""
        return self.document.key_span(("scenarios", self.index, *path))


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one scenario, or of a file that could not be read.

    Attributes:
        name: the scenario, or the file.
        span: where it stands.
        covers: ids of the rulings or examples it shows.
        failures: what went otherwise than expected, each with its place; empty when it passed.
        seconds: how long it took.
        skipped: where it was run in every executor, those that could not, with the reason.
    """

    name: str
    span: Span
    covers: tuple[str, ...] = ()
    failures: tuple[Diagnostic, ...] = ()
    seconds: float = 0.0
    skipped: Mapping[str, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """True when the scenario passed."""
        return not self.failures

    def to_json(self) -> dict[str, Any]:
        """Plain data for machines."""
        return {
            "name": self.name,
            "file": self.span.file,
            "line": self.span.line,
            "covers": list(self.covers),
            "ok": self.ok,
            "failures": [
                {
                    "code": failure.code,
                    "file": failure.span.file,
                    "line": failure.span.line,
                    "column": failure.span.column,
                    "message": failure.message,
                    "notes": list(failure.notes),
                    "help": failure.help,
                }
                for failure in self.failures
            ],
        }
