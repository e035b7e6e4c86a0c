"""One card, measured: as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.cli.experiments.comparison_output import axis_ticks, draw_interval, interval_axis
from ruleset_core.cli.parameters import text_table
from ruleset_core.diagnostics import shorten
from ruleset_core.lab.report.card_sections import card_facts, kind_title, worth_text
from ruleset_core.lab.sim.card_reports import CardReport
from ruleset_core.lab.sim.table_effects import LEAST_GAMES
from ruleset_core.messages import message
from ruleset_core.play.wording.names_and_numbers import format_grouped

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.statistics import Estimate

LINE: Final = 80
"""Columns of a terminal."""
WIDE: Final = 34
"""Columns of what is drawn."""
ENDS: Final = 8
"""Cards that are told of each end of a long list."""
AROUND: Final = 6
"""Cards that are told above and below the one that is asked for."""
NAME: Final = 20
"""Columns of a name."""


def card_lines(game: Game, reports: Sequence[CardReport], lang: str) -> Iterator[str]:
    """All that is told of cards that are asked for."""
    for report in reports:
        yield from _card(game, report, lang)
        yield ""
    yield from wrap(message("cli.card.worth_means", lang, least=LEAST_GAMES), LINE)
    yield from wrap(message("cli.simulate.margin", lang), LINE)


def _card(game: Game, report: CardReport, lang: str) -> Iterator[str]:
    name = game.card(report.card).name(lang)
    yield message(
        "cli.card.heading",
        lang,
        card=name,
        kind=kind_title(game, report, lang),
        games=format_grouped(report.games, lang),
    )
    yield from text_table(card_facts(game, report, lang)).splitlines()
    yield from _beside(game, report, lang)


def _beside(game: Game, report: CardReport, lang: str) -> Iterator[str]:
    """A row for each card of the kind of which something is known, the one that is worth most first."""
    known = sorted(((card, each) for card, each in report.rows if each is not None), key=lambda each: -each[1].mean)
    if len(known) < 2:
        return
    yield ""
    yield message("cli.card.beside", lang, kind=kind_title(game, report, lang))
    axis = interval_axis([each for _, each in known], WIDE)
    here = min(max(round(axis.at(0.0)), 0), WIDE - 1)
    rows = [["", axis_ticks(axis, WIDE, lang, share=not game.score_names()), ""]]
    for place, (card, each) in enumerate(known):
        if not _is_shown(place, [name for name, _ in known].index(report.card) if report.worth else 0, len(known)):
            rows += [["  …", "", ""]] if rows[-1][0] != "  …" else []
            continue
        mark = "▸ " if card == report.card else "  "
        name = mark + shorten(game.card(card).name(lang), NAME)
        rows.append([name, draw_interval(each, axis, WIDE, here), worth_text(game, each, lang)])
    yield from text_table(rows).splitlines()
    left = len(report.rows) - len(known)
    if left:
        yield message("cli.card.others", lang, count=left, least=LEAST_GAMES)


def _is_shown(place: int, own: int, count: int) -> bool:
    """Whether a place of a long list is shown: its ends, and what stands around the card."""
    return count <= 2 * ENDS + 2 * AROUND or place < ENDS or place >= count - ENDS or abs(place - own) <= AROUND


def report_record(report: CardReport) -> dict[str, Any]:
    """The same as data."""

    def estimate(found: Estimate | None) -> dict[str, Any] | None:
        return None if found is None else found.record()

    return {
        "kind": report.kind,
        "games": report.games,
        "dealt": report.dealt,
        "chosen": report.chosen,
        "offered": report.everybody.offered,
        "got": report.everybody.got,
        "times_offered": report.times[0],
        "times_taken": report.times[1],
        "by_seat": [*map(asdict, report.seats)],
        "by_bot": [*map(asdict, report.bots)],
        "when": report.when,
        "worth": estimate(report.worth),
        "with": estimate(report.with_it),
        "without": estimate(report.without),
        "beside": {card: estimate(each) for card, each in report.rows},
    }
