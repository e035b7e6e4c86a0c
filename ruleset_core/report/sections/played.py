"""What was played, so that it can be played again; and what the words of a report mean."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree as ET

from ruleset_core import __version__
from ruleset_core.report.elements import coded, h, listed
from ruleset_core.report.told import Told, Words

__all__ = ["again", "meanings", "played"]


def played(told: Told, command: str) -> list[ET.Element]:
    """The command, and what it stands for."""
    plan, summary = told.plan, told.summary
    options = ", ".join(f"{name}={value}" for name, value in plan.options.items())
    course = summary.course
    rows = {
        "p_game": f"{told.game.title(told.lang)} ({told.game.id})",
        "p_expansions": ", ".join(told.game.expansions),
        "p_options": options,
        "p_bots": ", ".join(plan.seats),
        "p_games": told.grouped(summary.games),
        "p_seed": str(plan.seed),
        "p_sheets": told.grouped(summary.sheets),
        "p_stories": told.grouped(summary.stories) if summary.stories else "",
        "p_courses": told.grouped(course.games) if course else "",
        "p_hash": told.game.hash,
        "p_version": f"ruleset {__version__}",
    }
    return [*again(told, command), listed([(told.say(key), value) for key, value in rows.items() if value])]


def again(words: Words, command: str) -> list[ET.Element]:
    """What is typed to play the same again."""
    return [h("p", words.say("again")), h("p", h("code", command))]


def meanings(words: Words, which: Iterable[str]) -> ET.Element:
    """What words mean."""
    made = h("dl")
    for each in which:
        made.append(h("dt", words.say(f"t_{each}")))
        made.append(h("dd", *coded(words.say(f"d_{each}"))))
    return made
