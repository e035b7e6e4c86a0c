"""What differs between two games, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING, Final

from ruleset_core.cli.common import table
from ruleset_core.cli.said.messages import say
from ruleset_core.model.diagnostic import shorten
from ruleset_core.sim.comparing import SURE
from ruleset_core.texts.figures import grouped
from ruleset_core.texts.questions import change_told, value_told

if TYPE_CHECKING:
    from ruleset_core.cli.lab.comparing import Played
    from ruleset_core.sim import Comparison, Line

__all__ = ["comparison_lines", "titles"]

COLUMNS, LEAST_NAME = 80, 20
"""Columns of a terminal, and of the shortest name that can still be told from others."""
MANY: Final = 10_000_000
"""More games than that are told as so many."""
LEAST: Final = 1.05
"""What saves less saves nothing worth telling."""


def titles(played: Played, lang: str) -> list[str]:
    """What the sides are called, with their paths where they are called the same."""
    found = [side.title(game, lang) for side, game in zip(played.sides, played.games, strict=True)]
    return (
        found
        if len(set(found)) > 1
        else [f"{title} ({side.game})" for title, side in zip(found, played.sides, strict=True)]
    )


def comparison_lines(played: Played, found: Comparison, lang: str) -> Iterator[str]:
    """All that is told of a comparison."""
    plan = played.plans[0]
    for letter, title in zip("AB", titles(played, lang), strict=True):
        yield f"{letter}  {title}"
    bots = ", ".join(plan.seats)
    yield say("cmp_played", lang, games=grouped(found.pairs, lang), bots=bots, seed=plan.seed)
    yield ""
    rows = [[say("cmp_figure", lang), "A", "B", "B − A", say("cmp_sure", lang)]]
    rows += [[played.asked(line.question, lang), *_told(line, lang)] for line in found.lines]
    room = COLUMNS - sum(max(map(len, column)) + 2 for column in list(zip(*rows, strict=True))[1:])
    rows = [[shorten(name, max(room, LEAST_NAME)), *told] for name, *told in rows]
    yield from table(rows).splitlines()
    yield ""
    sure = sum(line.sure for line in found.lines)
    yield say("cmp_found", lang, sure=sure, all=len(found.lines)) if sure else say("cmp_none_found", lang)
    if found.alike:
        yield say("cmp_alike", lang, alike=grouped(found.alike, lang), games=grouped(found.pairs, lang))
    yield from _saved(found, played.asked(found.lines[0].question, lang), lang)
    yield ""
    yield say("cmp_margin", lang)
    yield say("cmp_many", lang, count=len(found.lines), percent=round(100 * SURE))
    if any(line.needed for line in found.lines if not line.sure):
        yield say("cmp_needed", lang)


def _told(line: Line, lang: str) -> list[str]:
    means = [value_told(line.question, each.mean, lang) for each in (line.one, line.other)]
    return [*means, change_told(line.question, line.change, lang), _verdict(line, lang)]


def _verdict(line: Line, lang: str) -> str:
    """Whether it is beyond chance, and if it is not, how many games it would take."""
    if line.sure:
        return say("cmp_yes", lang)
    if line.needed is None:
        return say("cmp_same", lang)
    if line.needed > MANY:
        return say("cmp_too_small", lang)
    return say("cmp_after", lang, games=grouped(_rounded(line.needed), lang))


def _rounded(value: int) -> int:
    """With two digits: nobody knows more."""
    power: int = 10 ** max(0, len(str(value)) - 2)
    return -(-value // power) * power


def _saved(found: Comparison, what: str, lang: str) -> Iterator[str]:
    """What pairing has saved, of the first figure."""
    saved = found.lines[0].saved
    if saved == inf:
        yield say("cmp_saved_all", lang, what=what)
    elif saved < LEAST:
        yield say("cmp_saved_none", lang)
    elif found.pairs > 1:
        unpaired = grouped(_rounded(round(found.pairs * saved)), lang)
        yield say("cmp_saved", lang, what=what, games=grouped(found.pairs, lang), unpaired=unpaired)
