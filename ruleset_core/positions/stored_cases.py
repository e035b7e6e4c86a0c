"""Lessons and positions as JSON in the directory of an exported game, where nothing reads the files that they come from.

games/pig/stored_positions.json     [{"name": "first_game", "lesson": {...}, "options": [...], ...}, {"name": "a full row", ...}]
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from ruleset_core.files import file_bytes
from ruleset_core.positions.cases import (
    CaseText,
    GivenPosition,
    Lesson,
    LessonCase,
    LessonStep,
    PositionCase,
    ScenarioCase,
)
from ruleset_core.values import with_plain_keys

STORED: Final = "stored_positions.json"
"""The file in the directory of a game or an expansion."""


def write_cases(directory: Path, cases: Iterable[PositionCase], game: str) -> None:
    """Store cases of a game in its directory."""
    found = [{**_case_data(case), "game": game} for case in cases]
    (directory / STORED).write_text(json.dumps(found, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def read_stored(directory: Path) -> list[PositionCase] | None:
    """The cases that are stored in a directory; None where there are none."""
    try:
        raw = file_bytes(directory / STORED)
    except OSError:
        return None
    return [_case(each) for each in json.loads(raw)]


def _case_data(case: PositionCase) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": case.name, "described": asdict(case.described), "options": case.options, "expansions": case.expansions,
    }  # fmt: skip
    if isinstance(case, LessonCase):
        steps = [
            {**_said(step, "say", "instead", "then"), "do": step.do, "seat": step.seat, "mark": step.mark}
            for step in case.lesson.steps
        ]
        data["lesson"] = {**_said(case.lesson, "name", "about", "free"), "seat": case.lesson.seat, "steps": steps}
    return data


def _said(of: Lesson | LessonStep, *names: str) -> dict[str, Mapping[str, str]]:
    found = {name: getattr(of, name) for name in names}
    return {name: text.texts for name, text in found.items() if text is not None}


def _case(data: Mapping[str, Any]) -> PositionCase:
    given = data["described"]
    options = tuple((text, seat, tuple(path)) for text, seat, path in data["options"])
    place: dict[str, Any] = {
        "name": data["name"], "options": options, "game": data["game"], "expansions": tuple(data["expansions"]),
        "described": GivenPosition(**{**given, "given": with_plain_keys(given["given"])}),
    }  # fmt: skip
    if "lesson" not in data:
        return ScenarioCase(**place)
    lesson = data["lesson"]
    steps = tuple(map(_step, lesson["steps"]))
    about, free = _texts(lesson, "about", "free")
    return LessonCase(lesson=Lesson(CaseText(lesson["name"]), about, lesson["seat"], steps, free), **place)


def _step(data: Mapping[str, Any]) -> LessonStep:
    say, instead, then = _texts(data, "say", "instead", "then")
    return LessonStep(data["do"], data["seat"], say, instead, then, tuple(data["mark"]))


def _texts(data: Mapping[str, Any], *names: str) -> list[CaseText | None]:
    return [CaseText(data[name]) if name in data else None for name in names]
