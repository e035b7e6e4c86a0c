"""Plots: every value has its mark, where it belongs, and nothing is told by colour alone."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from ruleset_core.lab.report import document
from ruleset_core.lab.report.document import NARROW, WIDE
from ruleset_core.lab.report.plots import (
    DASHES,
    HUES,
    PAGE,
    Bar,
    Interval,
    PairMarks,
    PlotLine,
    PlotRow,
    ReferenceLine,
    Spread,
    bin_counts,
    cut_text,
    histogram,
    line_plot,
    row_plots,
)
from ruleset_core.view.svg import svg_elements as paper
from ruleset_core.view.svg.svg_elements import text_width
from tests.drawing.test_draw import contrast

WIDTHS = (NARROW, WIDE)


def told(value: float, places: int) -> str:
    return f"{value:.{places}f}"


def marks(svg: ET.Element, kind: str) -> list[ET.Element]:
    return [each for each in svg.iter() if kind in each.get("class", "").split()]


@pytest.mark.parametrize("width", WIDTHS)
def test_means_lie_in_their_order_and_full_dots_are_those_beyond_chance(width: float) -> None:
    given = [PlotRow("a", Interval(10, 3, sure=True), "10"), PlotRow("b", Interval(25, 3), "25")]
    (svg,) = row_plots(given, width, "wins", told, line=ReferenceLine(20, "fair"))
    (full,), (hollow,) = marks(svg, "dot"), marks(svg, "hollow")
    (line,) = marks(svg, "compare")
    assert float(full.get("cx", "")) < float(line.get("x1", "")) < float(hollow.get("cx", "")) < width
    assert len(marks(svg, "whisker")) == 2


@pytest.mark.parametrize("width", WIDTHS)
def test_long_plots_are_cut_into_pictures_with_the_same_axis(width: float) -> None:
    given = [PlotRow(f"card {number}", Bar(number, 1), str(number)) for number in range(2 * PAGE + 3)]
    found = list(row_plots(given, width, "points", told))
    assert [len(marks(svg, "bar")) for svg in found] == [PAGE, PAGE, 3]
    ticks = [[text.text for text in svg.iter("text") if text.get("class") == "soft"] for svg in found]
    assert ticks[0] == ticks[1] == ticks[2]


def test_bars_below_nothing_go_to_the_left() -> None:
    (svg,) = row_plots([PlotRow("a", Bar(-5, 1)), PlotRow("b", Bar(5, 1))], WIDE, "points", told)
    (left, right) = marks(svg, "bar")
    assert float(left.get("x", "")) + float(left.get("width", "")) == pytest.approx(float(right.get("x", "")), abs=0.02)
    ends = [re.findall(r"(?:^M|H)([\d.]+)", each.get("d", "")) for each in marks(svg, "whisker")]
    middles = [(float(low) + float(high)) / 2 for low, high in ends]
    assert middles == pytest.approx(
        [float(left.get("x", "")), float(right.get("x", "")) + float(right.get("width", ""))], abs=0.02
    )
    assert [float(high) - float(low) for low, high in ends] == pytest.approx(
        [float(each.get("width", "")) * 2 / 5 for each in (left, right)], abs=0.03
    )


def test_spreads_have_a_bar_for_every_bin_with_something_in_it() -> None:
    bins = bin_counts({1: 4, 2: 8, 9: 1}, 1, 9, 20)
    (svg,) = row_plots([PlotRow("a", Spread(bins, (1, 2), 2.0))], WIDE, "points", told)
    assert len(marks(svg, "bin")) == 3
    high = [float(each.get("height", "")) for each in marks(svg, "bin")]
    assert high[1] == pytest.approx(2 * high[0], rel=0.01)


def test_signs_differ_in_their_shape() -> None:
    (svg,) = row_plots(
        [PlotRow("a", PairMarks(3, 1)), PlotRow("b", PairMarks(None, 2))],
        WIDE,
        "games",
        told,
        legend=("offered", "taken"),
    )
    assert [len(marks(svg, sign)) for sign in ("ring", "disc")] == [2, 3]  # one of them of the legend


def test_counts_grow_with_what_was_counted() -> None:
    svg = histogram(
        bin_counts({4: 10, 5: 30}, 4, 5, 20), WIDE, "decisions", told, half=(4, 5), half_name="half", mean=4.75, mean_name="4.75"
    )  # fmt: skip
    low, high = (float(each.get("height", "")) for each in marks(svg, "bin"))
    assert high == pytest.approx(3 * low, rel=0.01)


@pytest.mark.parametrize("width", WIDTHS)
def test_lines_are_told_apart_without_colours(width: float) -> None:
    given = [PlotLine(f"place {n}", [(0, 0), (100, 10 + n / 10)]) for n in range(6)]
    svg = line_plot(given, width, "time", "points", told, told)
    assert (
        len({each.get("stroke-dasharray") for each in marks(svg, "line")}) == len(DASHES) == HUES == len(document.HUES)
    )
    assert [each.text for each in marks(svg, "name")] == [each.name for each in given]
    names = sorted(float(each.get("y", "")) for each in marks(svg, "name"))
    assert all(below - above >= 15.9 for above, below in pairwise(names))


def test_names_are_cut_to_the_room_there_is() -> None:
    assert cut_text("short", 200) == "short"
    long = cut_text("a name that is much longer than there is room for", 100)
    assert long.endswith("…")
    assert text_width(long, 13) <= 100


def test_colours_can_be_told_from_the_paper() -> None:
    for place in (0, 1):
        for ground in ("paper", "panel"):
            under = paper.GROUND[ground][place]
            assert min(contrast(paper.TEXTS[name][place], under) for name in document.HUES) >= 4.5
            assert contrast(document.FILL[place], under) >= 3


def test_what_cannot_be_is_not_drawn() -> None:
    """A share lies between 0 and 100, however wide its margin is."""
    given = [PlotRow("a", Interval(0, 20, least=0, most=100)), PlotRow("b", Interval(95, 20, least=0, most=100))]
    (drawn,) = row_plots(given, 700, "wins", told)
    ticks = [float(each.text) for each in drawn.iter("text") if each.text and each.text.lstrip("-").isdigit()]
    assert (min(ticks), max(ticks)) == (0, 100)
