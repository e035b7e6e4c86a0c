"""One card, measured: its facts in words, and it beside the others of its kind, as a section of a report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from ruleset_core.lab.report.document import ReportContext, ReportFigure, ReportTable, definition_table, finite, h
from ruleset_core.lab.report.plots import Interval, PlotRow, ReferenceLine, row_plots
from ruleset_core.lab.sim.card_reports import CardReport, TakerShare
from ruleset_core.lab.sim.table_effects import LEAST_GAMES
from ruleset_core.messages import message
from ruleset_core.play.wording.names_and_numbers import (
    format_difference,
    format_grouped,
    format_mean,
    format_number,
    format_percent,
    format_share,
    format_share_difference,
)

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.statistics import Estimate

HUNDRED: Final = 100.0


def worth_text(game: Game, worth: Estimate | None, lang: str) -> str:
    """What a card is worth: points, or a share of games won."""
    if worth is None:
        return "–"
    return format_difference(worth, lang) if game.score_names() else format_share_difference(worth, lang)


def kind_title(game: Game, report: CardReport, lang: str) -> str:
    """What the kind of a card is called."""
    return game.glossary.title("families", report.kind, lang)


def card_facts(game: Game, report: CardReport, lang: str) -> list[list[str]]:
    """What became of a card, in words: rows of a name and what is said."""

    def say(key: str, **words: object) -> str:
        return message(f"cli.card.{key}", lang, **words)

    share = format_percent(report.dealt / report.games, lang)
    rows = [[say("comes"), say("comes_in", share=share, games=format_grouped(report.dealt, lang))]]
    times, taken = report.times
    if report.chosen:
        offers = format_number(times / max(1, report.dealt), lang, 1)
        rows.append(
            [say("offered"), say("offered_to", seats=format_grouped(report.everybody.offered, lang), times=offers)]
        )
        rows.append(
            [
                say("taken"),
                f"{_share(report.everybody, lang)}; {say('times', times=format_number(taken / max(1, report.everybody.got), lang, 1))}",
            ]
        )
    else:
        rows.append([say("had"), _share(report.everybody, lang)])
    by_whom = [say("seat", seat=each.name, share=_share(each, lang)) for each in report.seats if each.offered]
    by_whom += [f"`{each.name}`: {_share(each, lang)}" for each in report.bots if each.offered]
    rows += [[say("by") if not place else "", said] for place, said in enumerate(by_whom)]
    if report.when is not None:
        rows.append([say("when"), say("when_half", low=report.when[0], high=report.when[1])])
    rows.append(
        [
            say("worth"),
            say("points" if game.score_names() else "wins", worth=worth_text(game, report.worth, lang))
            if report.worth
            else say("unknown", least=LEAST_GAMES)
            if report.everybody.got or (report.chosen and report.everybody.offered)
            else say("aside"),
        ]
    )
    if report.presence is not None and report.with_it is not None and report.without is not None and game.score_names():
        change = format_difference(report.presence, lang)
        said = {"with_it": format_mean(report.with_it, lang), "without": format_mean(report.without, lang)}
        rows.append([say("game"), say("game_points", change=change, **said)])
    return rows


def _share(taker: TakerShare, lang: str) -> str:
    return message(
        "cli.card.share", lang, share=format_share(taker.share, lang), got=format_grouped(taker.got, lang),
        offered=format_grouped(taker.offered, lang),
    ) if taker.offered else "–"  # fmt: skip


def card_section(told: ReportContext, reports: Sequence[CardReport]) -> Iterator[ET.Element]:
    """Cards that were asked for, each with a row for every card of its kind of which something is known."""
    for report in reports:
        yield h("h3", told.game.card(report.card).name(told.lang))
        yield definition_table(card_facts(told.game, report, told.lang))
        known = sorted(((card, each) for card, each in report.rows if each is not None), key=lambda each: -each[1].mean)
        if len(known) > 1:
            yield _beside(told, report, known)


def _beside(told: ReportContext, report: CardReport, known: Sequence[tuple[str, Estimate]]) -> ET.Element:
    unit = 1.0 if told.scored else HUNDRED
    names = [("▸ " if card == report.card else "") + told.game.card(card).name(told.lang) for card, _ in known]
    drawn = [
        PlotRow(
            name, Interval(unit * each.mean, unit * finite(each.margin), each.beyond(0.0)), worth_text(told.game, each, told.lang)
        )
        for name, (_, each) in zip(names, known, strict=True)
    ]  # fmt: skip
    table = [
        [name, told.signed_number(unit * each.mean, 2), told.number(unit * finite(each.margin), 2)]
        for name, (_, each) in zip(names, known, strict=True)
    ]  # fmt: skip
    heads = [told.say(f"report.{key}") for key in ("h_card", "h_worth", "h_margin")]
    line = ReferenceLine(0.0, told.say("report.no_difference"))
    return ReportFigure(
        told.say("cli.card.beside", kind=kind_title(told.game, report, told.lang)).rstrip(":").rstrip(),
        lambda width: row_plots(
            drawn, width, told.say(f"report.a_worth_{'score' if told.scored else 'won'}"), told.grouped, line=line
        ),
        told.say("cli.card.worth_means", least=LEAST_GAMES),
        ReportTable(heads, table),
    ).drawn(told.lang)
