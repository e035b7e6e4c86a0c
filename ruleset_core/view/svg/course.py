"""The course of a game as SVG: a line for each player over the decisions, rounds marked, turning points numbered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from ruleset_core.view.svg.svg_elements import FONT, GROUND, TEXTS, add_element, format_number, make_element, text_width

if TYPE_CHECKING:
    from ruleset_core.play.wording.analysis_messages import CourseChart, CourseLine


WIDE: Final = 760.0
HIGH: Final = 260.0
"""The room of the lines, below the heading and above what is told."""
TOP: Final = 62.0
SIZE, SMALL = 15.0, 12.0
LEADING: Final = 17.0
APART: Final = 16.0
"""Names at the ends of lines, and texts below, stand so far from each other."""
HUES: Final = ("blue", "orange", "green", "purple", "brown", "pink", "red", "yellow", "grey", "gold")
DASHES: Final = ("", "7 4", "2 4", "10 4 2 4", "14 5", "4 7")
"""By colours and by these lines are told apart."""


def draw_course(course: CourseChart, title: str, below: Sequence[str] = (), hues: Sequence[str] = HUES) -> str:
    """The picture, which needs nothing else: light or dark as the reader wants it.

    Args:
        course: what there is to draw.
        title: what stands above it.
        below: what is told below it, a text each.
        hues: the colours of the lines, in their order.
    """
    told = [line for each in below for line in (*_wrapped(each, WIDE - 40), "")]
    bottom = TOP + HIGH
    high = bottom + 40 + LEADING * len(told) + 12
    svg = make_element(
        "svg", viewBox=f"0 0 {format_number(WIDE)} {format_number(high)}", width=WIDE, height=high, class_="course", role="img",
        aria_label=course.description, xmlns="http://www.w3.org/2000/svg",
    )  # fmt: skip
    add_element(svg, "title", course.description)
    add_element(svg, "style", _style(hues))
    add_element(svg, "rect", width=WIDE, height=high, class_="paper")
    add_element(svg, "text", title, x=20, y=28, font_size=SIZE, class_="bold")
    add_element(svg, "text", course.what, x=20, y=TOP - 12, font_size=SMALL, class_="soft")
    names = max((text_width(line.name, SMALL, bold=True) for line in course.lines), default=0.0)
    left = 24 + max(text_width(f"{tick:g}", SMALL) for tick in course.ticks)
    plot = _Plot(course, len(hues), left, WIDE - 24 - min(names, 140.0), TOP, bottom)
    plot.ground(svg)
    for place, line in enumerate(course.lines):
        plot.line(svg, line, place)
    plot.names(svg)
    plot.turnings(svg)
    for row, text in enumerate(told):
        add_element(svg, "text", text, x=20, y=bottom + 52 + LEADING * row, font_size=SMALL)
    return ET.tostring(svg, encoding="unicode") + "\n"


class _Plot:
    """Where places and values lie in the picture."""

    def __init__(self, course: CourseChart, hues: int, left: float, right: float, top: float, bottom: float) -> None:
        self.course, self._hues = course, hues
        self.left, self.right, self.top, self.bottom = left, right, top, bottom

    def _x(self, place: float) -> float:
        return self.left + place / max(self.course.last, 1.0) * (self.right - self.left)

    def _y(self, value: float) -> float:
        low, high = self.course.ticks[0], self.course.ticks[-1]
        return self.bottom - (value - low) / (high - low) * (self.bottom - self.top)

    def ground(self, svg: ET.Element) -> None:
        """Lines across with their values, lines down where rounds begin with their names."""
        for tick in self.course.ticks:
            y = self._y(tick)
            add_element(svg, "line", x1=self.left, x2=self.right, y1=y, y2=y, class_="grid")
            add_element(
                svg, "text", f"{tick:g}", x=self.left - 6, y=y + 4, font_size=SMALL, text_anchor="end", class_="soft"
            )
        free = 0.0
        for mark in self.course.rounds:
            x = self._x(mark.place)
            add_element(svg, "line", x1=x, x2=x, y1=self.top, y2=self.bottom, class_="grid round")
            if x >= free:
                add_element(svg, "text", mark.text, x=x + 2, y=self.bottom + 17, font_size=SMALL, class_="soft")
                free = x + text_width(mark.text, SMALL) + 10
        if not self.course.rounds:
            said = f"{self.course.last:g} {self.course.along}"
            add_element(
                svg, "text", said, x=self.right, y=self.bottom + 17, font_size=SMALL, text_anchor="end", class_="soft"
            )

    def line(self, svg: ET.Element, line: CourseLine, place: int) -> None:
        """What a player could expect, as steps: it holds until something else is known."""
        if not line.points:
            return
        (first, value), *rest = line.points
        path = f"M{format_number(self._x(first))} {format_number(self._y(value))}"
        path += "".join(f"H{format_number(self._x(at))}V{format_number(self._y(up))}" for at, up in rest)
        made = add_element(svg, "path", d=path, class_=f"line h{place % self._hues}")
        if dash := DASHES[place % len(DASHES)]:
            made.set("stroke-dasharray", dash)

    def names(self, svg: ET.Element) -> None:
        """The players at the ends of their lines, apart from each other."""
        ends = [(self._y(line.points[-1][1]), place) for place, line in enumerate(self.course.lines) if line.points]
        places: list[float] = []
        for wanted, _ in sorted(ends):
            places.append(max(wanted, places[-1] + APART) if places else wanted)
        over = max(0.0, places[-1] - self.bottom) if places else 0.0
        for y, (_, place) in zip(places, sorted(ends), strict=True):
            name = _cut(self.course.lines[place].name, 140.0)
            kind = f"bold t{place % self._hues}"
            add_element(svg, "text", name, x=self.right + 6, y=y - over + 4, font_size=SMALL, class_=kind)

    def turnings(self, svg: ET.Element) -> None:
        """Numbers in rings where the game turned."""
        for mark in self.course.turnings:
            x, y = self._x(mark.place), self._y(mark.value)
            add_element(svg, "circle", cx=x, cy=y, r=9.5, class_="ring")
            add_element(svg, "text", mark.text, x=x, y=y + 4.3, font_size=SMALL, text_anchor="middle", class_="bold")


def _cut(text: str, room: float) -> str:
    while text_width(text, SMALL, bold=True) > room:
        text = text[:-2] + "…"
    return text


def _wrapped(text: str, room: float) -> list[str]:
    """A text in lines, what follows the first one set in."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".lstrip() if len(lines) == 1 else f"{lines[-1]} {word}"
        if text_width(longer, SMALL) <= room or not lines[-1].strip():
            lines[-1] = longer
        else:
            lines.append(f"\N{NO-BREAK SPACE}\N{NO-BREAK SPACE}\N{NO-BREAK SPACE}{word}")
    return lines


def _style(wanted: Sequence[str]) -> str:
    """Colours for light and dark, as those of pictures of games."""
    light, dark = (
        "".join(f"--{name}:{GROUND[name][tone]};" for name in ("paper", "ink", "soft", "line"))
        + "".join(f"--t-{name}:{TEXTS[name][tone]};" for name in dict.fromkeys(wanted))
        for tone in (0, 1)
    )
    hues = "".join(
        f".course .line.h{place}{{stroke:var(--t-{name})}}.course text.t{place}{{fill:var(--t-{name})}}\n"
        for place, name in enumerate(wanted)
    )
    return (
        f".course{{{light}font-family:{FONT}}}\n@media (prefers-color-scheme:dark){{.course{{{dark}}}}}\n"
        ".course .paper{fill:var(--paper)}.course text{fill:var(--ink);white-space:pre}.course .soft{fill:var(--soft)}\n"
        ".course .bold{font-weight:bold}.course .grid{stroke:var(--line);stroke-opacity:.35}\n"
        ".course .round{stroke-dasharray:2 4}.course .line{fill:none;stroke-width:2.4;stroke-linejoin:round}\n"
        f".course .ring{{fill:var(--paper);stroke:var(--ink);stroke-width:1.6}}\n{hues}"
    )
