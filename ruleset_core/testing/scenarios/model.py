"""Scenarios: rules as tests, written in the game's words. The shape of a file, and of what running one gives."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Discriminator, Field, StrictBool, StrictInt, StrictStr, Tag

from ruleset_core.model.diagnostic import Diagnostic, Span
from ruleset_core.model.source import Document

Words: TypeAlias = StrictStr | list[StrictStr]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Expect(_Strict):
    """What must hold at a point of a scenario; what is left out is not looked at."""

    that: Words = Field(default=[], description="Conditions; `seat 1: ` in front says whose they are.")
    offered: Words = Field(default=[], description="Options, in notation, that are among those offered.")
    only: Words | None = Field(default=None, description="Exactly the options offered, in any order.")
    refused: Words | dict[StrictStr, StrictStr] = Field(
        default=[], description="Options that are not offered; as a mapping, with a part of the explanation."
    )
    decision: StrictStr | None = Field(default=None, description="The decision that is asked.")
    seat: StrictInt | None = Field(default=None, description="Who decides.")
    phase: StrictStr | None = Field(default=None, description="The phase the game is in.")
    over: StrictBool | None = Field(default=None, description="Whether the game is over.")
    scores: list[StrictInt] | None = Field(default=None, description="The score of every seat.")
    winners: list[StrictInt] | None = Field(default=None, description="The seats that win.")
    achievements: dict[StrictInt, list[StrictStr]] | None = Field(
        default=None, description="By seat, exactly the achievements it has."
    )


class ExpectStep(_Strict):
    """An expectation between two choices."""

    expect: Expect


def _kind_of_step(step: object) -> str:
    if not isinstance(step, dict):
        return "<choice>"
    return "<seat>" if all(isinstance(key, int) for key in step) else "<expect>"


#: `- die 2` is a choice, `- 1: die 2` a choice of seat 1 (YAML reads it as a mapping), `- expect: ...` an expectation.
Step: TypeAlias = Annotated[
    Annotated[StrictStr, Tag("<choice>")]
    | Annotated[dict[StrictInt, StrictStr], Field(min_length=1, max_length=1), Tag("<seat>")]
    | Annotated[ExpectStep, Tag("<expect>")],
    Discriminator(_kind_of_step),
]


class Scenario(_Strict):
    """A state given, choices taken, results expected."""

    name: StrictStr = Field(description="What the scenario shows, in a few words.")
    covers: Words = Field(default=[], description="Ids of the rulings or examples it shows.")
    players: StrictInt | None = Field(default=None, description="How many play; default the fewest the game allows.")
    options: dict[StrictStr, StrictStr | StrictInt | StrictBool] = Field(default={}, description="Options of the game.")
    expansions: list[StrictStr] = Field(default=[], description="Expansions to play with.")
    seed: StrictInt = Field(default=1, description="Seed of everything random that `dice` does not force.")
    at: StrictStr | None = Field(default=None, description="The phase to begin with; default the beginning.")
    given: dict[StrictStr, Any] = Field(default={}, description="The state to begin with, as far as it matters.")
    dice: dict[StrictStr, list[StrictInt]] = Field(default={}, description="Forced outcomes of random streams.")
    do: list[Step] = Field(
        default=[], description="Choices in notation, `SEAT: ` in front when it matters, and expectations between."
    )
    expect: Expect = Field(default=Expect(), description="What must hold at the end.")


class ScenarioFile(_Strict):
    """A file of scenarios."""

    game: StrictStr | None = Field(default=None, description="The game; default the one whose directory this is in.")
    scenarios: list[Scenario]


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
        """Where a part of the scenario stands; the line it begins on."""
        return self.document.key_span(("scenarios", self.index, *path))

    def value_span(self, *path: str | int) -> Span:
        """Where a value of the scenario stands."""
        return self.document.span(("scenarios", self.index, *path))


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one scenario, or of a file that could not be read.

    Attributes:
        name: the scenario, or the file.
        span: where it stands.
        covers: ids of the rulings or examples it shows.
        failures: what went otherwise than expected, each with its place; empty when it passed.
        seconds: how long it took.
    """

    name: str
    span: Span
    covers: tuple[str, ...] = ()
    failures: tuple[Diagnostic, ...] = ()
    seconds: float = 0.0

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
                }
                for failure in self.failures
            ],
        }
