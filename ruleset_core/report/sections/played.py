"""What was played, so that it can be played again; and what the words of a report mean."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from ruleset_core import __version__
from ruleset_core.report.elements import coded, h, listed
from ruleset_core.report.told import Told

__all__ = ["command", "played", "words"]

WORDS = ("margin", "chance", "half", "fair", "decision", "bot", "seed", "hash")


def played(told: Told) -> Iterator[ET.Element]:
    """The command, and what it stands for."""
    plan, summary = told.plan, told.summary
    yield h("p", told.say("again"))
    yield h("p", h("code", command(told)))
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
    yield listed([(told.say(key), value) for key, value in rows.items() if value])


def command(told: Told) -> str:
    """What is typed to play the same games again and write the same page."""
    plan = told.plan
    words = ["ruleset", "simulate", plan.game]
    for expansion in plan.expansions:
        words += ["-x", expansion]
    words += ["--in-order"] if plan.in_order else []
    words += ["--seats", ",".join(plan.seats), "--games", str(plan.games), "--seed", str(plan.seed)]
    for name, value in plan.options.items():
        words += ["--option", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    words += ["--sheets", str(plan.sheets), "--stories", str(plan.stories)]
    for root in plan.roots:
        words += ["--data", root]
    return shlex.join([*words, "--lang", told.lang, "--report", "report.html"])


def words(told: Told) -> ET.Element:
    """What words mean."""
    made = h("dl")
    for each in WORDS:
        made.append(h("dt", told.say(f"t_{each}")))
        made.append(h("dd", *coded(told.say(f"d_{each}"))))
    return made
