"""Reads the files of scenarios and lessons into cases, each with the game that it is played with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, Final

from ruleset_core import Game, translations_wanted
from ruleset_core.diagnostics import Diagnostic, Span, error
from ruleset_core.discovery import EXPANSION_FILE, GAME_FILE, find_game, lesson_files, list_games
from ruleset_core.files import LESSONS
from ruleset_core.headers import read_header
from ruleset_core.model.schema.scenario_files import (
    GivenPositionModel,
    LessonFile,
    LessonModel,
    ScenarioFile,
    ScenarioModel,
)
from ruleset_core.model.schema.validation import validate
from ruleset_core.model.sources import Document, SourceFiles
from ruleset_core.model.translations import in_languages, read_translation
from ruleset_core.model.yaml_documents import load_document

SCENARIOS: Final = "scenarios"
"""The folder of scenarios beside a game or an expansion, and their section in its files."""
_EXEMPT: Final = "exempt.yaml"
"""Lists rulings that cannot show in play, with reasons; it holds no scenarios."""


# A scenario or a lesson, ready to be played.


@dataclass(frozen=True, slots=True)
class PositionCase:
    """A scenario or a lesson of a file.

    Attributes:
        document: the file, for positions in it.
        index: which of the file's it is.
        described: what it says.
        game: directory or name of the game to load.
        expansions: the expansions to load it with.
        roots: further directories to look for them.
    """

    section: ClassVar[str] = ""

    document: Document
    index: int
    described: GivenPositionModel
    game: str
    expansions: tuple[str, ...]
    roots: tuple[Path, ...] = ()

    @property
    def name(self) -> str:
        """What it is called."""
        raise NotImplementedError

    @property
    def lesson_id(self) -> str:
        """The id of the lesson; empty where it is none."""
        return ""

    @property
    def options(self) -> Sequence[tuple[str, int | None, tuple[str | int, ...]]]:
        """The options taken in it: notation, the seat that is said to take it, and the path of the step."""
        raise NotImplementedError

    def span(self, *path: str | int) -> Span:
        """Where a value of it stands; without a path, its name."""
        return self.document.span((self.section, self.index, *(path or self._called)))

    def key_span(self, *path: str | int) -> Span:
        """Where the key of a value stands."""
        return self.document.key_span((self.section, self.index, *path))

    @property
    def _called(self) -> tuple[str, ...]:
        return ("name",)


@dataclass(frozen=True, slots=True)
class ScenarioCase(PositionCase):
    """A scenario."""

    section: ClassVar[str] = SCENARIOS

    @property
    def scenario(self) -> ScenarioModel:
        """What it says."""
        assert isinstance(self.described, ScenarioModel)
        return self.described

    @property
    def name(self) -> str:
        """What it shows, in a few words."""
        return self.scenario.name

    @property
    def options(self) -> Sequence[tuple[str, int | None, tuple[str | int, ...]]]:
        """The options of its `do:`."""
        return [(each.option, each.seat, ("do", at)) for at, each in enumerate(self.scenario.do) if each.option]


@dataclass(frozen=True, slots=True)
class LessonCase(PositionCase):
    """A lesson."""

    section: ClassVar[str] = LESSONS

    @property
    def lesson(self) -> LessonModel:
        """What it says."""
        assert isinstance(self.described, LessonModel)
        return self.described

    @property
    def name(self) -> str:
        """Its id."""
        return self.lesson.lesson

    @property
    def lesson_id(self) -> str:
        """The same."""
        return self.name

    @property
    def options(self) -> Sequence[tuple[str, int | None, tuple[str | int, ...]]]:
        """The options of its steps."""
        seats = [self.lesson.seat if each.seat is None else each.seat for each in self.lesson.steps]
        keys: list[str | int] = ["do" if each.seat is None else each.seat for each in self.lesson.steps]
        return [
            (each.do, seat, ("steps", at, key))
            for at, (each, seat, key) in enumerate(zip(self.lesson.steps, seats, keys, strict=True))
        ]

    @property
    def _called(self) -> tuple[str, ...]:
        return ("lesson",)


# Which files there are.


@dataclass(frozen=True, slots=True)
class PositionHome:
    """The game a file belongs to by its place: what `load` needs."""

    game: str = ""
    expansions: tuple[str, ...] = ()
    roots: tuple[Path, ...] = ()


def scenario_files(targets: Sequence[str], roots: Sequence[Path] = ()) -> list[Path]:
    """Give the files of scenarios and lessons of files, directories or games named; of all games when nothing is named.

    Raises:
        GameNotFoundError: a name that is neither a path nor a game.
    """
    found: dict[Path, Path] = {}
    for place in _places(targets, roots):
        for file in [place] if place.is_file() else sorted(place.rglob("*.yaml")):
            if place.is_file() or ({SCENARIOS, LESSONS} & {*file.parts} and file.name != _EXEMPT):
                found.setdefault(file.resolve(), file)
    return list(found.values())


def find_position_home(file: Path) -> PositionHome:
    """Say which game a file of scenarios or lessons belongs to, by the directories around it."""
    for directory in file.resolve().parents:
        if (directory / EXPANSION_FILE).is_file():
            header = read_header(directory / EXPANSION_FILE)
            around = [str(parent) for parent in directory.parents if (parent / GAME_FILE).is_file()]
            return PositionHome(around[0] if around else header.of, (header.id or directory.name,), (directory,))
        if (directory / GAME_FILE).is_file():
            return PositionHome(str(directory))
    return PositionHome()


def _places(targets: Sequence[str], roots: Sequence[Path]) -> Iterator[Path]:
    for target in targets:
        yield Path(target) if Path(target).exists() else find_game(target, roots)
    if not targets:
        for game in list_games(roots):
            yield game.path
            yield from game.expansions.values()


def lesson_cases(directories: Sequence[Path], roots: Sequence[Path] = ()) -> list[LessonCase]:
    """The lessons of a game and its expansions, by their directories, in the order of their files. Files with mistakes are left out."""
    files = (file for each in dict.fromkeys(directories) for file in lesson_files(each))
    return [case for file in files for case in read_cases(file, roots)[0] if isinstance(case, LessonCase)]


def lessons_of(game: Game) -> list[LessonCase]:
    """The lessons that fit a loaded game: those for as many expansions as are loaded."""
    loaded = frozenset(game.expansions)
    return [case for case in lesson_cases(game.directories) if frozenset(case.expansions) == loaded]


# What a file holds.


def _translated(document: Document, file: Path) -> Document:
    """A file of lessons with its texts in the language in which games are loaded, as far as they are translated."""
    files, directory = SourceFiles(*translations_wanted()), file.parent.parent
    read = {lang: read_translation(files, directory, lang) for lang in files.translations(directory)}
    found = {lang: translation for lang, translation in read.items() if translation is not None}
    if not files.languages and not found:
        return document
    data = in_languages(document.data, file.relative_to(directory).as_posix(), files.languages, found)
    return replace(document, data=data, written=document.data)


_MODELS: Final[Mapping[str, tuple[type[ScenarioFile | LessonFile], type[PositionCase]]]] = {
    SCENARIOS: (ScenarioFile, ScenarioCase),
    LESSONS: (LessonFile, LessonCase),
}


def position_cases(targets: Sequence[str], roots: Sequence[Path] = ()) -> list[PositionCase]:
    """The scenarios and lessons of files, directories or games; files with mistakes are left out. Raises as `scenario_files`."""
    return [case for file in scenario_files(targets, roots) for case in read_cases(file, roots)[0]]


def read_cases(file: Path, roots: Sequence[Path] = ()) -> tuple[list[PositionCase], list[Diagnostic]]:
    """Give the scenarios or lessons of a file, and what is wrong with the file. Never raises for bad files."""
    document, diagnostics = load_document(file)
    if document is None:
        return [], diagnostics
    section = LESSONS if isinstance(document.data, dict) and LESSONS in document.data else SCENARIOS
    if section == LESSONS and file.parent.name == LESSONS:
        document = _translated(document, file)
    model, case = _MODELS[section]
    shaped, mistakes = validate(document, model)
    if shaped is None or diagnostics:
        return [], [*diagnostics, *mistakes]
    home = find_position_home(file)
    game = shaped.game or home.game
    if not game:
        help_text = f"add `game: NAME`, or put the file into `{section}/` of the game"
        message = f"no game to run these {section} with"
        return [], [error("E504", message, document.key_span((section,)), help=help_text)]
    around = (*roots, *home.roots)
    listed: Sequence[GivenPositionModel] = shaped.scenarios if isinstance(shaped, ScenarioFile) else shaped.lessons
    return [
        case(document, index, one, game, tuple(dict.fromkeys((*home.expansions, *one.expansions))), around)
        for index, one in enumerate(listed)
    ], []
