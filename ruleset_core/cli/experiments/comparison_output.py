"""Comparisons and curves as lines of text, as JSON or CSV, and as report pages; and the figures asked for by `--figure`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, Final

import click

from ruleset_core.cli.experiments.runs import repeat_command
from ruleset_core.cli.parameters import text_table
from ruleset_core.diagnostics import closest_candidates, friendly_list, shorten
from ruleset_core.lab.report.plots import PlotLine, Scale, axis_scale, line_plot, standalone_svg
from ruleset_core.lab.report.report_pages import ComparedPlans, SweptFigure, comparison_html, sweep_html
from ruleset_core.lab.sim import (
    ComparedFigure,
    Comparison,
    Curve,
    CurvePoint,
    Estimate,
    FigureComparison,
    SimulationPlan,
)
from ruleset_core.lab.sim.summary import SURE, rounded_up
from ruleset_core.messages import message
from ruleset_core.play.wording.names_and_numbers import (
    change_text,
    format_grouped,
    format_number,
    format_percent,
    is_share_question,
    mean_text,
    value_text,
)

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.cli.experiments.compare import ComparedGames


# What differs between two games, as lines of text.

LINE_COLUMNS, LEAST_NAME = 80, 20
"""Columns of a terminal, and of the shortest name that can still be told from others."""
MANY_GAMES: Final = 10_000_000
"""More games than that are told as so many."""
LEAST_SAVING: Final = 1.05
"""What saves less saves nothing worth telling."""


def side_titles(played: ComparedGames, lang: str) -> list[str]:
    """What the sides are called, with their paths where they are called the same."""
    found = [side.title(game, lang) for side, game in zip(played.sides, played.games, strict=True)]
    return (
        found
        if len(set(found)) > 1
        else [f"{title} ({side.game})" for title, side in zip(found, played.sides, strict=True)]
    )


def comparison_lines(played: ComparedGames, found: Comparison, lang: str) -> Iterator[str]:
    """All that is told of a comparison."""
    plan = played.plans[0]
    for letter, title in zip("AB", side_titles(played, lang), strict=True):
        yield f"{letter}  {title}"
    bots = ", ".join(plan.seats)
    yield message("cli.compare.played", lang, games=format_grouped(found.pairs, lang), bots=bots, seed=plan.seed)
    yield from _deal(played, lang)
    yield ""
    rows = [[message("cli.compare.figure", lang), "A", "B", "B − A", message("cli.compare.sure", lang)]]
    rows += [[played.asked(line.question, lang), *_table_row(line, lang)] for line in found.lines]
    room = LINE_COLUMNS - sum(max(map(len, column)) + 2 for column in list(zip(*rows, strict=True))[1:])
    rows = [[shorten(name, max(room, LEAST_NAME)), *told] for name, *told in rows]
    yield from text_table(rows).splitlines()
    yield ""
    sure = sum(line.sure for line in found.lines)
    yield (
        message("cli.compare.found", lang, sure=sure, all=len(found.lines))
        if sure
        else message("cli.compare.none_found", lang)
    )
    if found.alike:
        yield message(
            "cli.compare.alike", lang, alike=format_grouped(found.alike, lang), games=format_grouped(found.pairs, lang)
        )
        card = changed_card(played)
        if card and 2 * found.alike > found.pairs:
            yield message("cli.compare.deal_it", lang, card=card)
    yield from _saved(found, played.asked(found.lines[0].question, lang), lang)
    yield ""
    yield message("cli.compare.margin", lang)
    yield message("cli.compare.many", lang, count=len(found.lines), percent=round(100 * SURE))
    if any(line.needed for line in found.lines if not line.sure):
        yield message("cli.compare.needed", lang)


def _deal(played: ComparedGames, lang: str) -> Iterator[str]:
    """That a card is dealt into every game of all sides, if one is."""
    deals = [plan.deal for plan in played.plans]
    if deals[0] is not None and all(each is not None and each.inside for each in deals):
        yield message("cli.deal.everywhere", lang, card=played.games[0].card(deals[0].card).name(lang))


def changed_card(played: ComparedGames) -> str:
    """The card whose numbers alone are others, where it is not dealt into every game; empty where there is none."""
    game, numbers = played.games[0], {name for side in played.sides for name in side.numbers}
    parts = [game.glossary.number(name).parts for name in numbers]
    cards = {part[1] if part[0] == "cards" else "" for part in parts if len(part) > 1}
    card = cards.pop() if len(cards) == 1 else ""
    return card if played.plans[0].deal is None and card in game.card_ids() else ""


def _table_row(line: FigureComparison, lang: str) -> list[str]:
    means = [value_text(line.question, each.mean, lang) for each in (line.one, line.other)]
    return [*means, change_text(line.question, line.change, lang), _verdict(line, lang)]


def _verdict(line: FigureComparison, lang: str) -> str:
    """Whether it is beyond chance, and if it is not, how many games it would take."""
    if line.sure:
        return message("cli.compare.yes", lang)
    if line.needed is None:
        return message("cli.compare.same", lang)
    if line.needed > MANY_GAMES:
        return message("cli.compare.too_small", lang)
    return message("cli.compare.after", lang, games=format_grouped(rounded_up(line.needed), lang))


def _saved(found: Comparison, what: str, lang: str) -> Iterator[str]:
    """What pairing has saved, of the first figure."""
    saved = found.lines[0].saved
    if saved == inf:
        yield message("cli.compare.saved_all", lang, what=what)
    elif saved < LEAST_SAVING:
        yield message("cli.compare.saved_none", lang)
    elif found.pairs > 1:
        unpaired = format_grouped(rounded_up(round(found.pairs * saved)), lang)
        yield message("cli.compare.saved", lang, what=what, games=format_grouped(found.pairs, lang), unpaired=unpaired)


# What numbers do that were tried out: a curve for each figure, drawn in the terminal or as a picture.

CURVE_COLUMNS, LEAST_WIDE, MOST_WIDE = 80, 16, 36
"""Columns of a terminal, and of what is drawn: what figures leave."""
PICTURE: Final = 640.0
"""Width of a picture."""
LEAST_SPAN: Final = 1e-9


def curve_lines(played: ComparedGames, curves: Sequence[Curve], lang: str) -> Iterator[str]:
    """All that is told of numbers that were tried out."""
    plan, game = played.plans[0], played.games[0]
    yield played.sides[0].title(game, lang)
    yield message(
        "cli.compare.each", lang, games=format_grouped(played.count, lang), bots=", ".join(plan.seats), seed=plan.seed
    )
    yield from _deal(played, lang)
    for curve in curves:
        yield ""
        yield from _curve(played, curve, lang)
    yield ""
    yield message("cli.compare.margin", lang)
    count = sum(len(curve.points) - 1 for curve in curves)
    yield message("cli.compare.many_points", lang, count=count, percent=round(100 * SURE))


def ordered_points(played: ComparedGames, curve: Curve) -> list[tuple[dict[str, int | None], CurvePoint]]:
    """The points of a curve with the numbers of each, in their order where these are known of the game as it is."""
    first, *rest = curve.points
    now = {name: played.games[0].glossary.number(name).value for name in played.axis}
    found = [(now, first), *((dict[str, int | None](point.numbers), point) for point in rest)]
    known = None not in now.values()
    return sorted(found, key=lambda each: [each[0][name] or 0 for name in played.axis]) if known else found


def point_name(played: ComparedGames, numbers: dict[str, int | None], point: CurvePoint, lang: str) -> str:
    """What a row is called: its numbers, and whether that is the game as it is."""
    if None in numbers.values():
        return message("cli.compare.as_it_is", lang)
    values = ", ".join(str(numbers[name]) for name in played.axis)
    return message("cli.compare.now", lang, value=values) if point.change is None else values


def _curve(played: ComparedGames, curve: Curve, lang: str) -> Iterator[str]:
    """A figure: a row for each value, drawn along one axis, so that the points make a curve from top to bottom."""
    question = curve.question
    points = [(point_name(played, numbers, point, lang), point) for numbers, point in ordered_points(played, curve)]
    figures = [["", message("cli.compare.change", lang)]]
    for _, point in points:
        change = "" if point.change is None else change_text(question, point.change, lang)
        figures.append([mean_text(question, point.mean, lang), change + " *" * point.sure])
    names = [", ".join(played.axis), *(name for name, _ in points)]
    taken = max(map(len, names)) + sum(max(map(len, column)) for column in zip(*figures, strict=True)) + 6
    wide = min(max(CURVE_COLUMNS - taken, LEAST_WIDE), MOST_WIDE)
    axis = interval_axis([point.mean for point in curve.points], wide)
    here = round(axis.at(curve.points[0].mean.mean))
    pictures = [
        axis_ticks(axis, wide, lang, share=is_share_question(question)),
        *(draw_interval(point.mean, axis, wide, here) for _, point in points),
    ]
    rows = [[name, picture, *told] for name, picture, told in zip(names, pictures, figures, strict=True)]
    yield played.asked(question, lang)
    yield from text_table(rows).splitlines()


def interval_axis(found: Sequence[Estimate], wide: int) -> Scale:
    """An axis in columns on which all of some figures lie with their margins."""
    ends = [value for each in found for value in _ends(each)]
    low, high = min(ends), max(ends)
    if high - low < LEAST_SPAN:
        low, high = low - 0.5, high + 0.5
    return axis_scale(low, high, 0, wide - 1, most=max(2, wide // 9), round_ends=False)


def _ends(found: Estimate) -> tuple[float, float]:
    margin = 0.0 if found.margin == inf else found.margin
    return found.mean - margin, found.mean + margin


def draw_interval(found: Estimate, axis: Scale, wide: int, here: int) -> str:
    """A mean with its margin along an axis of so many columns, and a line at column `here`.

    For 2 ± 1 on an axis from 0 to 4 with a line at 0:

        │  ├───●───┤
    """
    first, last = _ends(found)
    low, at, high = (round(axis.at(value)) for value in (first, found.mean, last))
    cells = [" "] * wide
    cells[here] = "│"
    for place in range(low, high + 1):
        cells[place] = "─"
    if low < at:
        cells[low] = "├"
    if at < high:
        cells[high] = "┤"
    cells[at] = "●"
    return "".join(cells).rstrip()


def axis_ticks(axis: Scale, wide: int, lang: str, *, share: bool) -> str:
    """The numbers along the axis."""
    cells = [" "] * wide
    free = 0
    for value in axis.ticks():
        said = format_percent(value, lang) if share else format_number(value, lang, axis.places)
        start = max(0, min(round(axis.at(value)) - len(said) // 2, wide - len(said)))
        if start >= free:
            cells[start : start + len(said)] = said
            free = start + len(said) + 1
    return "".join(cells).rstrip()


def curves_svg(played: ComparedGames, curves: Sequence[Curve], lang: str) -> str:
    """The curves as a picture: values along, one line for each set of the other numbers."""
    first, *others = played.axis
    plots = []
    for curve in curves:
        share = is_share_question(curve.question)

        def format_tick(value: float, places: int, share: bool = share) -> str:
            return format_percent(value, lang) if share else format_number(value, lang, places)

        series: dict[str, list[tuple[int, CurvePoint]]] = {}
        for numbers, point in ordered_points(played, curve):
            x = numbers[first]
            if x is not None:
                series.setdefault(", ".join(f"{name} = {numbers[name]}" for name in others), []).append((x, point))
        courses = [
            PlotLine(name, [(x, point.mean.mean) for x, point in points], [_ends(point.mean) for _, point in points])
            for name, points in series.items()
        ]
        now = played.games[0].glossary.number(first).value
        along = first if now is None else message("cli.compare.axis", lang, name=first, value=now)
        plot = line_plot(
            courses, PICTURE, along, "", lambda value, _: format_number(value, lang, 0), format_tick, whole=True
        )
        plots.append((played.asked(curve.question, lang), plot))
    title = f"{played.sides[0].title(played.games[0], lang)}: {', '.join(played.axis)}"
    note = message(
        "cli.compare.each",
        lang,
        games=format_grouped(played.count, lang),
        bots=", ".join(played.plans[0].seats),
        seed=played.plans[0].seed,
    )
    return standalone_svg(title, plots, note)


# What was compared, as a page.


def comparison_page(played: ComparedGames, found: Comparison, lang: str) -> str:
    """Two games that were compared."""
    sides = ComparedPlans(
        side_titles(played, lang), played.games, played.plans, played.rows, partial(played.asked, lang=lang)
    )
    return comparison_html(sides, found, repeat_command(lang), lang)


def sweep_page(played: ComparedGames, curves: Sequence[Curve], lang: str) -> str:
    """Numbers that were tried out."""
    found = [
        SweptFigure(
            curve,
            [
                (point_name(played, numbers, point, lang), numbers, point)
                for numbers, point in ordered_points(played, curve)
            ],
        )
        for curve in curves
    ]
    sides = ComparedPlans(
        side_titles(played, lang), played.games, played.plans, played.rows, partial(played.asked, lang=lang)
    )
    return sweep_html(sides, tuple(played.axis), found, repeat_command(lang), lang)


# Which figures of games are asked for, as it is typed: `score`, `score:2`, `wins:1`, `length`, `category:NAME`...

_WORDS: Final = {"score": "score", "wins": "won", "decisions": "decisions", "length": "length", "shared": "shared"}
_OF_SOMEBODY: Final = ("score", "wins")


def parse_figures(texts: Sequence[str], plan: SimulationPlan, games: Sequence[Game], lang: str) -> list[ComparedFigure]:
    """What is asked for, of one of the games at least. Raises `click.BadParameter`."""
    return list(dict.fromkeys(_figure(text.strip(), plan, games, lang) for text in texts))


def _figure(text: str, plan: SimulationPlan, games: Sequence[Game], lang: str) -> ComparedFigure:
    word, colon, of = text.partition(":")
    seats = [str(seat + 1) for seat in range(len(plan.seats))]
    bots = plan.named_bots() if len(set(plan.seats)) > 1 else []
    categories = dict.fromkeys(name for game in games for name in game.score_names())
    cards = dict.fromkeys(name for game in games for name in game.card_ids())
    if word == "category" and of in categories:
        return ComparedFigure("category", category=of)
    if word == "taken" and of in cards:
        return ComparedFigure("taken", card=of)
    if word in _OF_SOMEBODY and of in seats:
        return ComparedFigure(_WORDS[word], seat=int(of) - 1)
    if word in _OF_SOMEBODY and of in bots:
        return ComparedFigure(_WORDS[word], bot=bots.index(of))
    if word in _WORDS and not colon and word != "wins":
        return ComparedFigure(_WORDS[word])
    known = [
        *(each for each in _WORDS if each != "wins"),
        *(f"{each}:{whose}" for each in _OF_SOMEBODY for whose in (*seats, *bots)),
        *(f"category:{each}" for each in categories),
        *(f"taken:{each}" for each in cards),
    ]
    close = closest_candidates(text, known)
    hint = (
        message("play.meant", lang, text=friendly_list(close).strip("`"))
        if close
        else message("cli.compare.figures", lang)
    )
    raise click.BadParameter(
        message("cli.compare.no_figure", lang, text=shorten(text), hint=hint), param_hint="--figure"
    )


def figure_argument(question: ComparedFigure, plan: SimulationPlan) -> str:
    """A question as it is typed."""
    word = next((word for word, kind in _WORDS.items() if kind == question.kind), question.kind)
    if question.seat is not None:
        return f"{word}:{question.seat + 1}"
    if question.bot is not None:
        return f"{word}:{plan.named_bots()[question.bot]}"
    name = question.category or question.card
    return f"{word}:{name}" if name else word


# What was compared, as data, and as files.


def comparison_record(played: ComparedGames, found: Comparison) -> dict[str, Any]:
    """A comparison, ready for JSON. Margins are those of 95 of 100; None where there is only one value."""
    plan = played.plans[0]
    return {
        **_head(played),
        "pairs": found.pairs,
        "alike": found.alike,
        "differences": [
            {
                "figure": figure_argument(line.question, plan),
                "a": line.one.record(),
                "b": line.other.record(),
                "change": line.change.record(),
                "chance": line.chance,
                "sure": line.sure,
                "pairs_needed": line.needed,
                "pairing_saves": None if line.saved == inf else line.saved,
            }
            for line in found.lines
        ],
    }


def curves_record(played: ComparedGames, curves: list[Curve]) -> dict[str, Any]:
    """Numbers that were tried out, ready for JSON."""
    return {
        **_head(played),
        "pairs": played.count,
        "curves": [
            {
                "figure": figure_argument(curve.question, played.plans[0]),
                "points": [
                    {
                        "numbers": dict(point.numbers),
                        "mean": point.mean.record(),
                        "change": None if point.change is None else point.change.record(),
                        "sure": point.sure,
                    }
                    for point in curve.points
                ],
            }
            for curve in curves
        ],
    }


def _head(played: ComparedGames) -> dict[str, Any]:
    first = played.plans[0]
    sides = [
        {
            "game": game.name,
            "expansions": list(game.expansions),
            "numbers": dict(side.numbers),
            "hash": game.hash,
            "with": plan.deal.card if plan.deal and plan.deal.inside else None,
            "without": plan.deal.card if plan.deal and not plan.deal.inside else None,
        }
        for side, game, plan in zip(played.sides, played.games, played.plans, strict=True)
    ]
    return {"sides": sides, "seats": list(first.seats), "seed": first.seed}
