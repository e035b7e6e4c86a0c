"""The plots of reports show the numbers of the tables below them, and their texts can be read."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain, combinations
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest

from ruleset_core.lab.report.document import ReportContext
from ruleset_core.lab.report.plots import LABEL
from ruleset_core.lab.report.report_sections import LEAST_LEADS, course_section
from ruleset_core.lab.sim import Estimate
from ruleset_core.view.svg.svg_elements import text_width
from tests.report.played import PAGES, played, written

NUMBER = re.compile(r"[+−]?\d[\d,]*(?:\.\d+)?")
ROUNDED = 0.06
"""Tables have one decimal or two."""


class Figure(NamedTuple):
    """A figure of a page: its title, its plots (several where they are wide and narrow, or long), the rows of its table."""

    title: str
    plots: list[ET.Element]
    rows: list[list[str]]


def figures(name: str) -> list[Figure]:
    found = []
    for title, body in re.findall(r"<h3>(.*?)</h3>(.*?)</figure>", written(name, "en"), re.DOTALL):
        plots = re.findall(r"<svg.*?</svg>", body.replace(' xmlns="http://www.w3.org/2000/svg"', ""), re.DOTALL)
        (table,) = re.findall(r"<table.*?</table>", body, re.DOTALL)
        rows = [["".join(cell.itertext()) for cell in row] for row in ET.fromstring(table).iter("tr")]
        found.append(Figure(title, [ET.fromstring(plot) for plot in plots], rows[1:]))
    return found


def numbers(*cells: str) -> list[float]:
    return [float(each.replace(",", "").replace("−", "-")) for cell in cells for each in NUMBER.findall(cell)]


def marks(svg: ET.Element, kind: str) -> list[ET.Element]:
    return [each for each in svg.iter() if {"mark", kind} <= {*each.get("class", "").split()}]


def at(element: ET.Element, *names: str) -> list[float]:
    return [float(element.get(name, "")) for name in names]


class Axis(NamedTuple):
    """An axis as a reader finds it: by its first and its last tick."""

    low: float
    high: float
    first: float
    last: float

    def value(self, place: float) -> float:
        return self.low + (place - self.first) / (self.last - self.first) * (self.high - self.low)

    @property
    def unit(self) -> float:
        """What one unit of the picture is worth."""
        return abs((self.high - self.low) / (self.last - self.first))


def axis(svg: ET.Element, anchor: str, place: str, row: str) -> Axis:
    """That of the ticks in one line: those along have their middles in a row, those up their ends in a column."""
    lines: dict[float, list[tuple[float, float]]] = {}
    for each in svg.findall("text"):
        if each.get("class") == "soft" and each.get("text-anchor") == anchor and (found := numbers(each.text or "")):
            lines.setdefault(at(each, row)[0], []).append((found[0], at(each, place)[0]))
    ticks = sorted(max(lines.values(), key=len))
    lift = 4 if place == "y" else 0  # letters stand on a line that is so much lower
    return Axis(ticks[0][0], ticks[-1][0], ticks[0][1] - lift, ticks[-1][1] - lift)


def is_among(value: float, told: list[float], unit: float) -> bool:
    return any(abs(value - each) <= ROUNDED + 0.02 * unit for each in told)


def check_rows(figure: Figure, svg: ET.Element) -> int:
    along, checked = axis(svg, "middle", "x", "y"), 0
    for group in svg.iter("g"):
        if group.get("class") != "row":
            continue
        title = group.findtext("title") or ""
        (told,) = [numbers(*row[1:]) for row in figure.rows if title == row[0] or title.startswith(f"{row[0]}: ")]
        means = [at(each, "cx")[0] for kind in ("dot", "hollow", "ring", "disc") for each in marks(group, kind)]
        for bar in marks(group, "bar"):
            left, wide = at(bar, "x", "width")
            nothing = (
                along.value(left)
                if abs(along.value(left)) < abs(along.value(left + wide))
                else along.value(left + wide)
            )
            assert abs(nothing) <= 0.02 * along.unit, title
            means.append(left if abs(along.value(left)) > abs(along.value(left + wide)) else left + wide)
        means += [at(each, "x1")[0] for each in marks(group, "mean")]
        assert all(is_among(along.value(each), told, along.unit) for each in means), (figure.title, title)
        for whisker in marks(group, "whisker"):
            left, right = (float(each) for each in re.findall(r"(?:^M|H)([\d.]+)", whisker.get("d", "")))
            halves = [abs(along.value(end) - along.value(mean)) for end in (left, right) for mean in means]
            assert any(is_among(half, told, along.unit) for half in halves), (figure.title, title)
        checked += len(means)
    return checked


def check_lines(figure: Figure, svg: ET.Element) -> int:
    along, up, checked = axis(svg, "middle", "x", "y"), axis(svg, "end", "y", "x"), 0
    for line in marks(svg, "line"):
        points = [[float(each) for each in point.split()] for point in line.get("d", "")[1:].split("L")]
        assert len(points) == len(figure.rows), figure.title
        for (x, y), row in zip(points, figure.rows, strict=True):
            assert is_among(along.value(x), numbers(row[0]), along.unit), (figure.title, row)
            assert is_among(up.value(y), numbers(*row[1:]), up.unit), (figure.title, row)
        checked += len(points)
    for point in marks(svg, "point"):
        assert is_among(up.value(at(point, "cy")[0]), numbers(*(cell for row in figure.rows for cell in row)), up.unit)
    return checked


def check_counts(figure: Figure, svg: ET.Element) -> int:
    up, bins = axis(svg, "end", "y", "x"), [at(each, "height")[0] for each in marks(svg, "bin")]
    total = sum(numbers(*(row[1] for row in figure.rows)))
    assert sum(bins) * up.unit == pytest.approx(total, abs=up.unit * len(bins)), figure.title
    return len(bins)


@pytest.mark.parametrize("name", PAGES)
def test_a_plot_shows_the_numbers_of_its_table(name: str) -> None:
    found = figures(name)
    assert found
    for figure in found:
        checked = 0
        for svg in figure.plots:
            if marks(svg, "line"):
                checked += check_lines(figure, svg)
            elif [*svg.iter("g")]:
                checked += check_rows(figure, svg)
            else:
                checked += check_counts(figure, svg)
        assert checked >= len(figure.plots), figure.title


@pytest.mark.parametrize("name", PAGES)
def test_no_text_of_a_plot_leaves_it_or_covers_another(name: str) -> None:
    for figure in figures(name):
        for svg in figure.plots:
            width, height = at(svg, "width", "height")
            boxes = []
            for each in svg.iter("text"):
                x, y, size = at(each, "x", "y", "font-size")
                wide = text_width(each.text or "", size)
                left = x - wide * {"middle": 0.5, "end": 1.0}.get(each.get("text-anchor", ""), 0.0)
                boxes.append((left, y - 0.7 * size, left + wide, y, each.text))
                assert -1 <= left <= left + wide <= width + 1, (figure.title, each.text)
                assert 0.6 * LABEL <= y <= height, (figure.title, each.text)
            for (a, b, c, d, one), (e, f, g, h, other) in combinations(boxes, 2):
                assert not (a < g - 1 and e < c - 1 and b < h and f < d), (figure.title, one, other)


def test_a_report_has_the_figures_that_its_games_can_have() -> None:
    course = ["Scores in the course of a game", "Does the one ahead win?"]
    assert {name: [figure.title for figure in figures(name)] for name in ("pig", "dice", "solo", "toe")} == {
        "pig": [
            *("Wins by bot", "Wins by seat", "Scores by bot", "Scores by seat", "Points by what gives them"),
            *(*course, "Decisions in a game"),
        ],
        "dice": [
            *("Wins by seat", "Scores by seat", "Points by category", "Points by what gives them", *course),
            *(
                "Points with each card",
                "Wins with each card",
                "How often each card is offered and taken",
                "Decisions in a game",
            ),
        ],
        "solo": [
            *("Scores", "Points by category", "Points by what gives them", course[0], "Points with each card"),
            *("How often each card is offered and taken", "Decisions in a game"),
        ],
        "toe": ["Wins by seat", "Scores by seat", course[0], "Decisions in a game"],
    }


@pytest.mark.parametrize("games", [LEAST_LEADS - 1, LEAST_LEADS])
def test_whether_the_one_ahead_wins_is_told_of_enough_games(games: int) -> None:
    game, plan, summary = played("toe")
    assert summary.course is not None
    leads = [Estimate(0.5, 0.1, games, 0.5)] * len(summary.course.leads)
    context = ReportContext("en", game, plan, replace(summary, course=replace(summary.course, leads=leads)))
    assert len([*course_section(context)]) == 1 + (games == LEAST_LEADS)


@pytest.mark.parametrize(
    ("before", "end", "late"), [(75, 100, 0), (74, 100, 26), (100, 100, 0), (-20, -10, 0), (-10, 0, 0), (-10, 10, 200)]
)
def test_what_comes_at_the_very_end_is_told_where_it_is_more_than_a_quarter(before: int, end: int, late: int) -> None:
    game, plan, summary = played("toe")
    assert summary.course is not None
    place = summary.course.places[0]
    scores = [replace(place[0], score=Estimate(value, 1, 1, 1)) for value in [*[before] * (len(place) - 1), end]]
    context = ReportContext("en", game, plan, replace(summary, course=replace(summary.course, places=[scores])))
    text = "".join(chain.from_iterable(each.itertext() for each in course_section(context)))
    assert ("in the last twentieth of the decisions" in text) == (f"{late} of 100 points" in text) == (late > 0)
