"""Plots as SVG: rows with marks along an axis, histograms, lines with bands; the axis scale they share. They know nothing
of games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, inf, log10
from typing import Final, TypeAlias, assert_never
from xml.etree import ElementTree as ET

from ruleset_core.lab.report.document import plot_styles as rules
from ruleset_core.view.svg.svg_elements import FONT, add_element, format_number, make_element, text_width

# Where values lie along an axis, at which round ones it has ticks, and numbers that were counted put into bins.


def round_step(span: float, most: int) -> float:
    """The least round step (1, 2 or 5 times a power of ten) of which at most so many fit into a span."""
    if span <= 0:
        return 1.0
    power = 10.0 ** floor(log10(span / most))
    return next(times * power for times in (1, 2, 5, 10) if span <= times * power * most * (1 + 1e-9))


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis from `low` to `high`, drawn from `left` to `right`, with a tick every `step`; all in its own units or those of the picture."""

    low: float
    high: float
    left: float
    right: float
    step: float

    def at(self, value: float) -> float:
        """Where a value lies."""
        return self.left + (value - self.low) / (self.high - self.low) * (self.right - self.left)

    def ticks(self) -> list[float]:
        """The round values of its ticks."""
        first, last = ceil(self.low / self.step - 1e-9), floor(self.high / self.step + 1e-9)
        return [number * self.step for number in range(first, last + 1)]

    @property
    def places(self) -> int:
        """How many decimals its ticks need."""
        return max(0, -floor(log10(self.step) + 1e-9))


def axis_scale(
    low: float, high: float, left: float, right: float, *, most: int = 8, round_ends: bool = True, least: float = 0.0
) -> Scale:
    """An axis on which all values from `low` to `high` lie; it begins and ends with a tick unless `round_ends` is false.

    Ticks are not nearer to each other than `least`: where there are whole numbers alone, 1.
    """
    if high - low <= 1e-9 * max(1.0, abs(low), abs(high)):
        low, high = low - 0.5, high + 0.5
    size = max(round_step(high - low, most), least)
    if round_ends:
        low, high = floor(low / size + 1e-9) * size, ceil(high / size - 1e-9) * size
    return Scale(low, high, left, right, size)


FEWEST: Final = 12
"""Bins that there may be however little was counted."""


@dataclass(frozen=True, slots=True)
class Bins:
    """How often values were seen, `width` of them together: those from `first` on, those from `first + width` on..."""

    first: int
    width: int
    counts: tuple[int, ...]

    def edge(self, place: int) -> float:
        """Where a bin begins on an axis: a whole number is as wide as one, with itself in the middle."""
        return self.first + self.width * place - 0.5

    @property
    def ends(self) -> tuple[float, float]:
        """Where the first one begins and the last one ends."""
        return self.edge(0), self.edge(len(self.counts))


def bin_counts(counts: Mapping[int, int], low: int, high: int, most: int) -> Bins:
    """Whole numbers from `low` to `high` put into at most so many bins, each a round number wide; fewer where little was counted (Rice's rule)."""
    some = max(FEWEST, min(most, round(2 * sum(counts.values()) ** (1 / 3))))
    width = max(1, round(round_step(high - low + 1, some)))
    first = low // width * width
    found = [0] * ((high - first) // width + 1)
    for value, count in counts.items():
        found[(value - first) // width] += count
    return Bins(first, width, tuple(found))


# What plots have in common: the picture itself, an axis below, texts that are cut where there is no room.

LABEL: Final = 13.0
SMALL: Final = 12.0
"""Sizes of letters, in units of the picture."""
Told = Callable[[float, int], str]
"""How a value of an axis is written, with so many decimals."""


def is_wide(width: float) -> bool:
    """Whether there is room for names beside what they name."""
    return width >= 480


def empty_picture(width: float, height: float) -> ET.Element:
    """An empty picture. It is read as one thing, by its label."""
    size = f"0 0 {format_number(width)} {format_number(height)}"
    return make_element(
        "svg", viewBox=size, width=width, height=height, class_="plot", role="img", xmlns="http://www.w3.org/2000/svg"
    )


def place_text(
    parent: ET.Element, said: str, x: float, y: float, *, anchor: str = "", size: float = SMALL, kind: str = ""
) -> ET.Element:
    """A text at a place; `anchor` is `middle` or `end`."""
    return add_element(parent, "text", said, x=x, y=y, font_size=size, text_anchor=anchor, class_=kind)


def cut_text(said: str, room: float, size: float = LABEL) -> str:
    """A text as far as there is room."""
    if text_width(said, size) <= room:
        return said
    while said and text_width(said + "…", size) > room:
        said = said[:-1]
    return said.rstrip() + "…"


def x_axis(svg: ET.Element, axis: Scale, top: float, bottom: float, title: str, told: Told) -> None:
    """An axis below with its ticks, a line up from each, and what it is of."""
    for value in axis.ticks():
        x = axis.at(value)
        add_element(svg, "line", x1=x, x2=x, y1=top, y2=bottom, class_="grid")
        place_text(svg, told(value, axis.places), x, bottom + 17, anchor="middle", kind="soft")
    add_element(svg, "line", x1=axis.left, x2=axis.right, y1=bottom, y2=bottom, class_="axis")
    place_text(
        svg,
        cut_text(title, axis.right - axis.left, SMALL),
        (axis.left + axis.right) / 2,
        bottom + 36,
        anchor="middle",
        kind="soft",
    )


# Plots as a picture of their own: one below the other, with titles, and with all that says how they look.

EDGE: Final = 16.0
HEAD: Final = 26.0
"""Room around plots, and for the title of each."""


def standalone_svg(title: str, plots: Sequence[tuple[str, ET.Element]], note: str = "") -> str:
    """A picture that needs nothing else.

    Args:
        title: of all of it.
        plots: each with its title.
        note: what is said below.
    """
    width = max(float(plot.get("width", 0)) for _, plot in plots)
    places, top = [], EDGE + LABEL + 14
    for _, plot in plots:
        places.append(top)
        top += HEAD + float(plot.get("height", 0))
    whole = empty_picture(width + 2 * EDGE, top + (SMALL + EDGE if note else 0) + EDGE / 2)
    whole.set("aria-label", title)
    add_element(whole, "style", "\n".join([rules(), f".plot{{font-family:{FONT}}}", ".paper{fill:var(--paper)}"]))
    add_element(whole, "rect", width="100%", height="100%", class_="paper")
    place_text(whole, cut_text(title, width, LABEL + 2), EDGE, EDGE + LABEL, size=LABEL + 2, kind="name")
    for (name, plot), place in zip(plots, places, strict=True):
        place_text(whole, cut_text(name, width), EDGE, place + LABEL + 2, size=LABEL, kind="name")
        plot.set("x", str(EDGE))
        plot.set("y", str(place + HEAD))
        whole.append(plot)
    if note:
        place_text(whole, cut_text(note, width, SMALL), EDGE, top + SMALL, kind="soft")
    return ET.tostring(whole, encoding="unicode") + "\n"


# How often values were seen, as bars beside each other, with the middle half and the mean.


def histogram(
    bins: Bins,
    width: float,
    title: str,
    told: Told,
    *,
    half: tuple[float, float],
    half_name: str,
    mean: float,
    mean_name: str,
) -> ET.Element:
    """A picture of counts.

    Args:
        bins: how often values were seen.
        width: of the picture.
        title: what the values are.
        told: how values and counts are written.
        half: between which values the middle half lies.
        half_name: told of it below the bars.
        mean: the mean.
        mean_name: told of it above the bars.
    """
    top, tall = 30.0, 190.0 if is_wide(width) else 150.0
    bottom = top + tall
    up = axis_scale(0, max(bins.counts), bottom, top, most=4)
    lead = max(text_width(told(value, 0), SMALL) for value in up.ticks()) + 12
    axis = axis_scale(*bins.ends, lead, width - 14, most=8 if is_wide(width) else 4, round_ends=False)
    svg = empty_picture(width, bottom + 66)
    for value in up.ticks():
        if value == round(value):
            y = up.at(value)
            add_element(svg, "line", x1=lead, x2=width - 14, y1=y, y2=y, class_="grid")
            place_text(svg, told(value, 0), lead - 6, y + 4, anchor="end", kind="soft")
    for place, count in enumerate(bins.counts):
        if count:
            left, right = (axis.at(bins.edge(at)) for at in (place, place + 1))
            y = min(up.at(count), bottom - 0.8)
            add_element(
                svg, "rect", x=left + 0.5, y=y, width=max(right - left - 1, 0.6), height=bottom - y, class_="mark bin"
            )
    x_axis(svg, axis, bottom, bottom, title, told)
    x = axis.at(mean)
    add_element(svg, "line", x1=x, x2=x, y1=top - 6, y2=bottom, class_="mark mean")
    _beside(svg, mean_name, x, top - 12, width)
    left, right = (axis.at(value) for value in half)
    add_element(svg, "rect", x=left, y=bottom + 44, width=max(right - left, 2), height=4, class_="mark half")
    _beside(svg, half_name, (left + right) / 2, bottom + 62, width)
    return svg


def _beside(svg: ET.Element, said: str, x: float, y: float, width: float) -> None:
    """A text around a place, as far as it stays within the picture."""
    half = text_width(said, SMALL) / 2
    place_text(svg, said, min(max(x, half + 2), width - half - 2), y, anchor="middle")


# Lines over an axis, each with its name at its end and, where it has one, a band around it.

DASHES: Final = ("", "7 4", "2 4", "10 4 2 4", "14 5", "4 7")
"""By these lines are told apart where colours cannot be seen."""
HUES: Final = 6
APART: Final = 16.0
"""Names at the ends of lines stand so far from each other."""


@dataclass(frozen=True, slots=True)
class PlotLine:
    """A line: its name, its points, and between which values a band around each point lies."""

    name: str
    points: Sequence[tuple[float, float]]
    band: Sequence[tuple[float, float]] = ()


def line_plot(
    given: Sequence[PlotLine],
    width: float,
    title: str,
    up_title: str,
    across_told: Told,
    told: Told,
    *,
    zero: bool = False,
    whole: bool = False,
    dots: bool = False,
    here: tuple[float, str] | None = None,
) -> ET.Element:
    """A picture of lines.

    Args:
        given: the lines.
        width: of the picture.
        title: what the axis along is.
        up_title: what the axis up is.
        across_told: how values along are written.
        told: how values up are written.
        zero: whether the axis up begins at 0.
        whole: whether values along are whole numbers.
        dots: whether the points have dots, as there is nothing between them.
        here: a value along to compare with, and what it is.
    """
    top, tall = 34.0 if here is None else 44.0, 260.0 if is_wide(width) else 220.0
    bottom = top + tall
    ends = [value for each in given for pair in each.band for value in pair] + [
        y for each in given for _, y in each.points
    ]
    up = axis_scale(min([0.0, *ends] if zero else ends), max(ends), bottom, top, most=6)
    lead = max(text_width(told(value, up.places), SMALL) for value in up.ticks()) + 12
    rest = max(text_width(each.name, SMALL) for each in given) + 14
    along = [x for each in given for x, _ in each.points]
    room, most = width - max(rest, 16), 8 if is_wide(width) else 4
    axis = axis_scale(min(along), max(along), lead, room, most=most, round_ends=False, least=1.0 if whole else 0.0)
    svg = empty_picture(width, bottom + 46)
    place_text(svg, up_title, 2, 14, kind="soft")
    for value in up.ticks():
        y = up.at(value)
        add_element(svg, "line", x1=axis.left, x2=axis.right, y1=y, y2=y, class_="grid")
        place_text(svg, told(value, up.places), axis.left - 6, y + 4, anchor="end", kind="soft")
    x_axis(svg, axis, bottom, bottom, title, across_told)
    for place, each in enumerate(given):
        if each.band:
            add_element(svg, "path", d=_band(each, axis, up), class_=f"mark band h{place % HUES}")
    if here is not None:
        x, half = axis.at(here[0]), text_width(here[1], SMALL) / 2
        add_element(svg, "line", x1=x, x2=x, y1=top - 4, y2=bottom, class_="compare")
        place_text(svg, here[1], min(max(x, half + 2), width - half - 2), top - 8, anchor="middle", kind="soft")
    for place, each in enumerate(given):
        for x, y in each.points if dots else ():
            add_element(svg, "circle", cx=axis.at(x), cy=up.at(y), r=4, class_=f"mark point t{place % HUES}")
        path = add_element(
            svg,
            "path",
            d="M" + "L".join(_point(axis.at(x), up.at(y)) for x, y in each.points),
            class_=f"mark line h{place % HUES}",
        )
        if dash := DASHES[place % len(DASHES)]:
            path.set("stroke-dasharray", dash)
    for place, (each, y) in enumerate(
        zip(given, _apart([up.at(each.points[-1][1]) for each in given], top, bottom), strict=True)
    ):
        place_text(svg, each.name, axis.right + 8, y + 4, kind=f"name t{place % HUES}")
    return svg


def _point(x: float, y: float) -> str:
    return f"{format_number(x)} {format_number(y)}"


def _band(course: PlotLine, axis: Scale, up: Scale) -> str:
    there = [_point(axis.at(x), up.at(high)) for (x, _), (_, high) in zip(course.points, course.band, strict=True)]
    back = [_point(axis.at(x), up.at(low)) for (x, _), (low, _) in zip(course.points, course.band, strict=True)]
    return "M" + "L".join([*there, *reversed(back)]) + "Z"


def _apart(wanted: Sequence[float], top: float, bottom: float) -> list[float]:
    """Places as near to those wanted as can be, but apart from each other and within the picture."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    found = list(wanted)
    before = top - APART
    for place in order:
        before = found[place] = max(found[place], before + APART)
    after = bottom + APART
    for place in reversed(order):
        after = found[place] = min(found[place], after - APART)
    return found


# Named rows with marks along one axis: means with their margins, bars, spreads of values, several signs on a row.

PAGE: Final = 28
"""Rows of one picture: as many as stand on a sheet of paper."""
ROW_SIGNS: Final = ("ring", "disc")


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean, and how far it may be off. `sure`: it stands out from the line beyond chance. `least`, `most`: what can be at all."""

    mean: float
    margin: float
    sure: bool = False
    least: float = -inf
    most: float = inf

    @property
    def ends(self) -> tuple[float, float]:
        """Between what it lies."""
        return max(self.mean - self.margin, self.least), min(self.mean + self.margin, self.most)


@dataclass(frozen=True, slots=True)
class Bar:
    """An amount from 0 on, and how far it may be off."""

    mean: float
    margin: float


@dataclass(frozen=True, slots=True)
class Spread:
    """How often values were seen, the middle half of them, and their mean."""

    bins: Bins
    half: tuple[float, float]
    mean: float


@dataclass(frozen=True, slots=True)
class PairMarks:
    """Two values of one thing, each with a sign of its own: a ring, which there may be none of, and a disc, which fits into it."""

    ring: float | None
    disc: float


Mark: TypeAlias = Interval | Bar | Spread | PairMarks


@dataclass(frozen=True, slots=True)
class PlotRow:
    """A row: its name, its mark, and the value as text."""

    name: str
    mark: Mark
    value: str = ""


@dataclass(frozen=True, slots=True)
class ReferenceLine:
    """A value to compare all rows with, and what it is."""

    at: float
    name: str


def row_plots(
    given: Sequence[PlotRow],
    width: float,
    title: str,
    told: Told,
    *,
    line: ReferenceLine | None = None,
    legend: Sequence[str] = (),
    low: float | None = None,
    high: float | None = None,
) -> Iterator[ET.Element]:
    """Pictures of rows below each other, each with the axis, so that a sheet of paper may end between them.

    Args:
        given: the rows in their order.
        width: of the picture.
        title: what the axis counts.
        told: how its values are written.
        line: a value to compare with.
        legend: what the signs mean, where rows have several.
        low: where the axis begins at the latest.
        high: where it ends at the earliest.
    """
    ends = [end for row in given for end in _ends(row.mark)] + ([line.at] if line else [])
    lead = (
        min(max((text_width(row.name, LABEL) for row in given), default=0) + 14, width * 0.36)
        if is_wide(width)
        else 0.0
    )
    rest = max((text_width(row.value, SMALL) for row in given), default=0) + 14 if is_wide(width) else 0.0
    axis = axis_scale(
        min(ends) if low is None else min(low, *ends), max(ends) if high is None else max(high, *ends),
        lead + 14, width - max(rest, 14), most=8 if is_wide(width) else 5,
        round_ends=not any(isinstance(row.mark, Spread) for row in given),
    )  # fmt: skip
    for first in range(0, len(given), PAGE):
        yield _page(given[first : first + PAGE], width, axis, title, told, line, legend)


def _page(
    given: Sequence[PlotRow],
    width: float,
    axis: Scale,
    title: str,
    told: Told,
    line: ReferenceLine | None,
    legend: Sequence[str],
) -> ET.Element:
    top = 6.0 + (22 if line else 0) + (24 if legend else 0)
    high = [_height(row.mark) + (0 if is_wide(width) else 20) for row in given]
    bottom = top + sum(high)
    svg = empty_picture(width, bottom + 44)
    x_axis(svg, axis, top, bottom, title, told)
    if legend:
        _legend(svg, legend, axis.left if is_wide(width) else 4, width)
    if axis.low < 0 < axis.high:
        add_element(svg, "line", x1=axis.at(0), x2=axis.at(0), y1=top, y2=bottom, class_="axis")
    if line:
        x = axis.at(line.at)
        add_element(svg, "line", x1=x, x2=x, y1=top - 4, y2=bottom, class_="compare")
        half = text_width(line.name, SMALL) / 2
        place_text(svg, line.name, min(max(x, half + 2), width - half - 2), top - 10, anchor="middle", kind="soft")
    most = max((max(row.mark.bins.counts) for row in given if isinstance(row.mark, Spread)), default=1)
    y = top
    for row, height in zip(given, high, strict=True):
        _row(svg, row, axis, y, height, width, most)
        y += height
    return svg


def _ends(mark: Mark) -> tuple[float, ...]:
    match mark:
        case Interval():
            return mark.ends
        case Bar():
            return 0.0, mark.mean - mark.margin, mark.mean + mark.margin
        case Spread():
            return mark.bins.ends
        case PairMarks():
            return (mark.disc,) if mark.ring is None else (mark.ring, mark.disc)
        case _:
            assert_never(mark)


def _height(mark: Mark) -> float:
    return 58.0 if isinstance(mark, Spread) else 27.0


def _row(svg: ET.Element, row: PlotRow, axis: Scale, y: float, height: float, width: float, most: int) -> None:
    group = add_element(svg, "g", class_="row")
    add_element(group, "title", f"{row.name}: {row.value}" if row.value else row.name)
    if is_wide(width):
        middle, line = y + height / 2, y + height / 2 + 4.5
        name = cut_text(row.name, axis.left - 14)
        place_text(group, name, axis.left - 14, line, anchor="end", size=LABEL)
        place_text(group, row.value, width - 2, line, anchor="end", kind="value")
    else:
        middle, line = y + 20 + (height - 20) / 2, y + 17
        room = width - 8 - text_width(row.value, SMALL) - 10
        place_text(group, cut_text(row.name, room), 4, line, size=LABEL)
        place_text(group, row.value, width - 4, line, anchor="end", kind="value")
        y, height = y + 20, height - 20
    match row.mark:
        case Interval():
            _interval(group, row.mark, axis, middle)
        case Bar():
            _bar(group, row.mark, axis, middle)
        case Spread():
            _spread(group, row.mark, axis, y + height - 8, height - 16, most)
        case PairMarks():
            _signs(group, row.mark, axis, middle)
        case _:
            assert_never(row.mark)


def _interval(group: ET.Element, mark: Interval, axis: Scale, y: float) -> None:
    _whisker(group, mark.ends, axis, y)
    add_element(group, "circle", cx=axis.at(mark.mean), cy=y, r=5, class_="mark dot" if mark.sure else "mark hollow")


def _bar(group: ET.Element, mark: Bar, axis: Scale, y: float) -> None:
    left, right = sorted((axis.at(0), axis.at(mark.mean)))
    add_element(group, "rect", x=left, y=y - 8, width=max(right - left, 0.5), height=16, class_="mark bar")
    _whisker(group, (mark.mean - mark.margin, mark.mean + mark.margin), axis, y)


def _whisker(group: ET.Element, ends: tuple[float, float], axis: Scale, y: float) -> None:
    left, right = map(axis.at, ends)
    add_element(
        group,
        "path",
        d=f"M{format_number(left)} {format_number(y - 4)}v8m0-4H{format_number(right)}m0-4v8",
        class_="mark whisker",
    )


def _spread(group: ET.Element, mark: Spread, axis: Scale, bottom: float, height: float, most: int) -> None:
    bins = mark.bins
    for place, count in enumerate(bins.counts):
        if count:
            left, right = (axis.at(bins.edge(at)) for at in (place, place + 1))
            tall = max(height * count / most, 0.6)
            add_element(
                group,
                "rect",
                x=left + 0.5,
                y=bottom - tall,
                width=max(right - left - 1, 0.6),
                height=tall,
                class_="mark bin",
            )
    left, right = (axis.at(value) for value in mark.half)
    add_element(group, "rect", x=left, y=bottom + 2, width=max(right - left, 2), height=4, class_="mark half")
    x = axis.at(mark.mean)
    add_element(group, "line", x1=x, x2=x, y1=bottom - height, y2=bottom + 7, class_="mark mean")


def _signs(group: ET.Element, mark: PairMarks, axis: Scale, y: float) -> None:
    if mark.ring is not None:
        ends = sorted((axis.at(mark.ring), axis.at(mark.disc)))
        add_element(group, "line", x1=ends[0], x2=ends[1], y1=y, y2=y, class_="mark join")
        _sign(group, "ring", axis.at(mark.ring), y)
    _sign(group, "disc", axis.at(mark.disc), y)


def _sign(group: ET.Element, sign: str, x: float, y: float) -> None:
    add_element(group, "circle", cx=x, cy=y, r=6.5 if sign == "ring" else 3.8, class_=f"mark {sign}")


def _legend(svg: ET.Element, names: Sequence[str], x: float, width: float) -> None:
    group = add_element(svg, "g", class_="legend")
    for sign, name in zip(ROW_SIGNS, names, strict=True):
        _sign(group, sign, x + 7, 12)
        place_text(group, cut_text(name, width - x - 22, SMALL), x + 19, 16)
        x += 19 + text_width(name, SMALL) + 14
