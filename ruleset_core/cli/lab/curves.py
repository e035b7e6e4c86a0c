"""What numbers do that were tried out: a curve for each figure, drawn in the terminal or as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING, Final

from ruleset_core.cli.common import table
from ruleset_core.cli.said.messages import say
from ruleset_core.report.scale import Scale, scale
from ruleset_core.sim.comparing import SURE
from ruleset_core.texts.figures import grouped, number, percent
from ruleset_core.texts.questions import change_told, is_share, mean_told

if TYPE_CHECKING:
    from ruleset_core.cli.lab.comparing import Played
    from ruleset_core.sim import Curve, Point

__all__ = ["curve_lines", "drawn", "point_name", "tried"]

COLUMNS, LEAST_WIDE, MOST_WIDE = 80, 16, 36
"""Columns of a terminal, and of what is drawn: what figures leave."""
PICTURE: Final = 640.0
"""Width of a picture."""
LEAST: Final = 1e-9


def curve_lines(played: Played, curves: Sequence[Curve], lang: str) -> Iterator[str]:
    """All that is told of numbers that were tried out."""
    plan, game = played.plans[0], played.games[0]
    yield played.sides[0].title(game, lang)
    yield say("cmp_each", lang, games=grouped(played.count, lang), bots=", ".join(plan.seats), seed=plan.seed)
    for curve in curves:
        yield ""
        yield from _curve(played, curve, lang)
    yield ""
    yield say("cmp_margin", lang)
    count = sum(len(curve.points) - 1 for curve in curves)
    yield say("cmp_many_points", lang, count=count, percent=round(100 * SURE))


def tried(played: Played, curve: Curve) -> list[tuple[dict[str, int | None], Point]]:
    """The points of a curve with the numbers of each, in their order where these are known of the game as it is."""
    first, *rest = curve.points
    now = {name: played.games[0].glossary.number(name).value for name in played.axis}
    found = [(now, first), *((dict[str, int | None](point.numbers), point) for point in rest)]
    known = None not in now.values()
    return sorted(found, key=lambda each: [each[0][name] or 0 for name in played.axis]) if known else found


def point_name(played: Played, numbers: dict[str, int | None], point: Point, lang: str) -> str:
    """What a row is called: its numbers, and whether that is the game as it is."""
    if None in numbers.values():
        return say("cmp_as_it_is", lang)
    values = ", ".join(str(numbers[name]) for name in played.axis)
    return say("cmp_now", lang, value=values) if point.change is None else values


def _curve(played: Played, curve: Curve, lang: str) -> Iterator[str]:
    """A figure: a row for each value, drawn along one axis, so that the points make a curve from top to bottom."""
    question = curve.question
    points = [(point_name(played, numbers, point, lang), point) for numbers, point in tried(played, curve)]
    figures = [["", say("cmp_change", lang)]]
    for _, point in points:
        change = "" if point.change is None else change_told(question, point.change, lang)
        figures.append([mean_told(question, point.mean, lang), change + " *" * point.sure])
    names = [", ".join(played.axis), *(name for name, _ in points)]
    taken = max(map(len, names)) + sum(max(map(len, column)) for column in zip(*figures, strict=True)) + 6
    wide = min(max(COLUMNS - taken, LEAST_WIDE), MOST_WIDE)
    axis = _axis(curve.points, wide)
    here = round(axis.at(curve.points[0].mean.mean))
    pictures = [
        _ticks(axis, wide, lang, share=is_share(question)),
        *(_drawn(point, axis, wide, here) for _, point in points),
    ]
    rows = [[name, picture, *told] for name, picture, told in zip(names, pictures, figures, strict=True)]
    yield played.asked(question, lang)
    yield from table(rows).splitlines()


def _axis(points: Sequence[Point], wide: int) -> Scale:
    """An axis in columns on which all points lie with their margins."""
    ends = [value for point in points for value in _ends(point)]
    low, high = min(ends), max(ends)
    if high - low < LEAST:
        low, high = low - 0.5, high + 0.5
    return scale(low, high, 0, wide - 1, most=max(2, wide // 9), round_ends=False)


def _ends(point: Point) -> tuple[float, float]:
    margin = 0.0 if point.mean.margin == inf else point.mean.margin
    return point.mean.mean - margin, point.mean.mean + margin


def _drawn(point: Point, axis: Scale, wide: int, here: int) -> str:
    """A point with its margin; where the game as it is has its mean, a line goes down."""
    low, at, high = (round(axis.at(value)) for value in (_ends(point)[0], point.mean.mean, _ends(point)[1]))
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


def _ticks(axis: Scale, wide: int, lang: str, *, share: bool) -> str:
    """The numbers along the axis."""
    cells = [" "] * wide
    free = 0
    for value in axis.ticks():
        said = percent(value, lang) if share else number(value, lang, axis.places)
        start = max(0, min(round(axis.at(value)) - len(said) // 2, wide - len(said)))
        if start >= free:
            cells[start : start + len(said)] = said
            free = start + len(said) + 1
    return "".join(cells).rstrip()


def drawn(played: Played, curves: Sequence[Curve], lang: str) -> str:
    """The curves as a picture: values along, one line for each set of the other numbers."""
    from ruleset_core.report.plots.alone import alone
    from ruleset_core.report.plots.lines import Course, lines

    first, *others = played.axis
    plots = []
    for curve in curves:
        share = is_share(curve.question)

        def told(value: float, places: int, share: bool = share) -> str:
            return percent(value, lang) if share else number(value, lang, places)

        series: dict[str, list[tuple[int, Point]]] = {}
        for numbers, point in tried(played, curve):
            x = numbers[first]
            if x is not None:
                series.setdefault(", ".join(f"{name} = {numbers[name]}" for name in others), []).append((x, point))
        courses = [
            Course(name, [(x, point.mean.mean) for x, point in points], [_ends(point) for _, point in points])
            for name, points in series.items()
        ]
        now = played.games[0].glossary.number(first).value
        along = first if now is None else say("cmp_axis", lang, name=first, value=now)
        plot = lines(courses, PICTURE, along, "", lambda value, _: number(value, lang, 0), told, whole=True)
        plots.append((played.asked(curve.question, lang), plot))
    title = f"{played.sides[0].title(played.games[0], lang)}: {', '.join(played.axis)}"
    note = say(
        "cmp_each",
        lang,
        games=grouped(played.count, lang),
        bots=", ".join(played.plans[0].seats),
        seed=played.plans[0].seed,
    )
    return alone(title, plots, note)
