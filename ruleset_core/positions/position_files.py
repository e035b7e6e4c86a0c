"""Reads the files of scenarios and lessons into cases, each with the game that it is played with.

It reads YAML into models, which takes a while to import: whoever plays asks `find_cases`, which knows what was stored instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from ruleset_core import translations_wanted
from ruleset_core.diagnostics import Diagnostic, error
from ruleset_core.discovery import EXPANSION_FILE, GAME_FILE, find_game, list_games
from ruleset_core.files import LESSONS
from ruleset_core.headers import read_header
from ruleset_core.model.schema.base import LocalizedText
from ruleset_core.model.schema.scenario_files import (
    GivenPositionModel,
    LessonFile,
    LessonModel,
    LessonStepModel,
    ScenarioFile,
    ScenarioModel,
)
from ruleset_core.model.schema.validation import validate
from ruleset_core.model.sources import Document, SourceFiles
from ruleset_core.model.translations import in_languages, read_translation
from ruleset_core.model.yaml_documents import load_document, load_text
from ruleset_core.positions.cases import (
    SCENARIOS,
    CaseText,
    GivenPosition,
    Lesson,
    LessonCase,
    LessonStep,
    PositionCase,
    ScenarioCase,
)

_EXEMPT: Final = "exempt.yaml"
"""Lists rulings that cannot show in play, with reasons; it holds no scenarios."""


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


_MODELS: Final[Mapping[str, type[ScenarioFile | LessonFile]]] = {SCENARIOS: ScenarioFile, LESSONS: LessonFile}


def position_cases(targets: Sequence[str], roots: Sequence[Path] = ()) -> list[PositionCase]:
    """The scenarios and lessons of files, directories or games; files with mistakes are left out. Raises as `scenario_files`."""
    return [case for file in scenario_files(targets, roots) for case in read_cases(file, roots)[0]]


def read_cases(
    file: Path, roots: Sequence[Path] = (), text: str | None = None
) -> tuple[list[PositionCase], list[Diagnostic]]:
    """Give the scenarios or lessons of a file, and what is wrong with the file. Never raises for bad files.

    `text`: what stands in the file, where an editor has not written it yet.
    """
    document, diagnostics = load_document(file) if text is None else load_text(text, str(file))
    if document is None:
        return [], diagnostics
    section = LESSONS if isinstance(document.data, dict) and LESSONS in document.data else SCENARIOS
    if section == LESSONS and file.parent.name == LESSONS:
        document = _translated(document, file)
    shaped, mistakes = validate(document, _MODELS[section])
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
    cases = []
    for index, one in enumerate(listed):
        given = GivenPosition(one.players, one.options, one.seed, one.at, one.given, one.dice)
        expansions = tuple(dict.fromkeys((*home.expansions, *one.expansions)))
        cases.append(_case(one, {
            "described": given, "game": game, "expansions": expansions, "roots": around, "document": document, "index": index,
        }))  # fmt: skip
    return cases, []


def listed_cases(text: str, file: str) -> list[Any] | None:
    """The scenarios of a file as they stand there, whether sound or not; None where it cannot be read."""
    document, _ = load_text(text, file)
    listed = document.data.get(SCENARIOS) if document is not None and isinstance(document.data, dict) else None
    return listed if isinstance(listed, list) else None


def _case(one: GivenPositionModel, place: Mapping[str, Any]) -> PositionCase:
    """What a model says, in its place."""
    if isinstance(one, LessonModel):
        steps = tuple(map(_step, one.steps))
        seats = [(one.seat, "do") if each.seat is None else (each.seat, each.seat) for each in steps]
        options = [
            (each.do, seat, ("steps", at, key)) for at, (each, (seat, key)) in enumerate(zip(steps, seats, strict=True))
        ]
        lesson = Lesson(_text(one.name), _text_or_none(one.about), one.seat, steps, _text_or_none(one.free))
        return LessonCase(name=one.lesson, options=tuple(options), lesson=lesson, **place)
    assert isinstance(one, ScenarioModel)
    taken = tuple((each.option, each.seat, ("do", at)) for at, each in enumerate(one.do) if each.option)
    return ScenarioCase(name=one.name, options=taken, model=one, **place)


def _step(step: LessonStepModel) -> LessonStep:
    say, instead, then = (_text_or_none(each) for each in (step.say, step.instead, step.then))
    return LessonStep(step.do, step.seat, say, instead, then, step.mark, step.expect)


def _text(text: LocalizedText) -> CaseText:
    return CaseText({**{lang: text.get(lang) for lang in text.given}, **text.texts}, text.given)


def _text_or_none(text: LocalizedText | None) -> CaseText | None:
    return None if text is None else _text(text)
