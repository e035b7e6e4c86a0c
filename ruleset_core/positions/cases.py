"""Scenarios and lessons that were read, as plain data: a position in the words of a game, and answers that are taken there.

examples/pig/lessons/first_game.yaml     a file, which `position_files` reads
LessonCase                               `described`: the position; `options`: `("play roll", 0, ...)`; `lesson`: what is said
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ruleset_core.diagnostics import Span
from ruleset_core.files import LESSONS

if TYPE_CHECKING:
    from ruleset_core.model.schema.scenario_files import ExpectationModel, ScenarioModel
    from ruleset_core.model.sources import Document

SCENARIOS: Final = "scenarios"
"""The folder of scenarios beside a game or an expansion, and their section in its files."""


@dataclass(frozen=True, slots=True)
class CaseText:
    """What a lesson says, by language; `given`: the languages in which its file has it."""

    texts: Mapping[str, str]
    given: tuple[str, ...] = ()

    def get(self, lang: str) -> str:
        """The text in a language; English when there is none."""
        return self.texts.get(lang) or self.texts["en"]


@dataclass(frozen=True, slots=True)
class GivenPosition:
    """A position in the words of a game. `players`: None for the fewest; `at`: the phase, None for the first; `dice`: what is drawn first, by stream."""

    players: int | None = None
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    seed: int = 1
    at: str | None = None
    given: Mapping[str, Any] = field(default_factory=dict)
    dice: Mapping[str, Sequence[Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of a lesson: an answer, what is said before, to another answer and afterwards. `seat`: whose move it is, if not the learner's."""

    do: str
    seat: int | None = None
    say: CaseText | None = None
    instead: CaseText | None = None
    then: CaseText | None = None
    mark: tuple[str, ...] = ()
    expect: ExpectationModel | None = field(default=None, compare=False)
    """What must be true afterwards, where it comes from a file: for tests."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a lesson says. `seat`: who learns."""

    name: CaseText
    about: CaseText | None
    seat: int
    steps: tuple[LessonStep, ...]
    free: CaseText | None = None

    @property
    def texts(self) -> list[CaseText]:
        """All that it says while it is played."""
        said = [text for step in self.steps for text in (step.say, step.instead, step.then)]
        return [text for text in (*said, self.free) if text is not None]


CaseOption = tuple[str, int | None, tuple[str | int, ...]]
"""An answer that is taken: its notation, the seat that is said to take it, and the path of the step in its case."""


@dataclass(frozen=True, slots=True)
class PositionCase:
    """A scenario or a lesson.

    Attributes:
        name: what it is called: of a lesson its id.
        described: the position that it begins with.
        options: the answers taken in it.
        game: directory or name of the game to load.
        expansions: the expansions to load it with.
        roots: further directories to look for them.
        document: its file, for places in it; None for one that was stored.
        index: which of the file's it is.
    """

    section: ClassVar[str] = ""

    name: str
    described: GivenPosition
    options: tuple[CaseOption, ...]
    game: str
    expansions: tuple[str, ...]
    roots: tuple[Path, ...] = ()
    document: Document | None = field(default=None, repr=False)
    index: int = 0

    @property
    def file(self) -> str:
        """The file it stands in; empty for one that was stored."""
        return "" if self.document is None else self.document.file

    @property
    def lesson_id(self) -> str:
        """The id of the lesson; empty where it is none."""
        return ""

    def span(self, *path: str | int) -> Span:
        """Where a value of it stands; without a path, its name."""
        if self.document is None:
            return Span.whole(self.name)
        return self.document.span((self.section, self.index, *(path or self._called)))

    def key_span(self, *path: str | int) -> Span:
        """Where the key of a value stands."""
        return (
            Span.whole(self.name)
            if self.document is None
            else self.document.key_span((self.section, self.index, *path))
        )

    @property
    def _called(self) -> tuple[str, ...]:
        return ("name",)


@dataclass(frozen=True, slots=True)
class ScenarioCase(PositionCase):
    """A scenario. `model`: what its file says, for tests."""

    section: ClassVar[str] = SCENARIOS

    model: ScenarioModel | None = field(default=None, repr=False)

    @property
    def scenario(self) -> ScenarioModel:
        """What its file says."""
        assert self.model is not None  # one that was stored is not tested
        return self.model


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonCase(PositionCase):
    """A lesson."""

    section: ClassVar[str] = LESSONS

    lesson: Lesson

    @property
    def lesson_id(self) -> str:
        """Its id."""
        return self.name

    @property
    def _called(self) -> tuple[str, ...]:
        return ("lesson",)
