"""Positions that are described in files: scenarios and lessons are read here, become states, and are followed step by step.

    examples/hurdles/scenarios/rules.yaml    `read_cases`: a `ScenarioCase` for each scenario
    case                                     `start_position(case, game)`: the `State` after `given:` and `at:`
    its `do:`                                `PositionRun`: options taken one after the other, or why one cannot be

`testing` holds what follows against what is expected. `play` begins games there, and lets a person play a lesson.
"""

from __future__ import annotations

from ruleset_core.positions.lesson_progress import LessonProgress, LessonText
from ruleset_core.positions.position_files import (
    LessonCase,
    PositionCase,
    ScenarioCase,
    directories_of,
    has_lessons,
    lessons_of,
    position_cases,
    read_cases,
    scenario_files,
)
from ruleset_core.positions.position_runs import START, STEP, PositionRun, position_after, start_position

__all__ = [
    "START",
    "STEP",
    "LessonCase",
    "LessonProgress",
    "LessonText",
    "PositionCase",
    "PositionRun",
    "ScenarioCase",
    "directories_of",
    "has_lessons",
    "lessons_of",
    "position_after",
    "position_cases",
    "read_cases",
    "scenario_files",
    "start_position",
]
