"""The HTML document of a report: elements, tables, figures, style sheet, and how numbers are written in its language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final, NamedTuple, TypeAlias
from xml.etree import ElementTree as ET

from ruleset_core import Game
from ruleset_core.lab.sim import Estimate, SimulationPlan, Summary
from ruleset_core.messages import message
from ruleset_core.play.wording.names_and_numbers import format_grouped, format_number
from ruleset_core.view.svg.svg_elements import FONT, GROUND, NO_XML, TEXTS, make_element

# Pieces of a page: elements with what is in them, tables, plots with what is said of them. All text is escaped by the
# one who writes the page.

Inside: TypeAlias = str | ET.Element

WIDE: Final = 680.0
NARROW: Final = 328.0
"""Widths of a plot on paper and screens, and on phones."""


def h(tag: str, /, *inside: Inside, **attributes: str) -> ET.Element:
    """An element with texts and other elements in it. Names of attributes as in `view.svg.svg_elements.set_attributes`."""
    made = make_element(tag, **attributes)
    for each in inside:
        if isinstance(each, ET.Element):
            made.append(each)
        elif len(made):
            made[-1].tail = (made[-1].tail or "") + NO_XML.sub("", each)
        else:
            made.text = (made.text or "") + NO_XML.sub("", each)
    return made


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Rows of figures below headings. The first column names the row."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]

    def drawn(self, caption: str) -> ET.Element:
        """As an element. What is too wide is moved to and fro within it, also by keys."""
        head = h("tr", *(h("th", name, scope="col") for name in self.heads))
        table = h("table", h("caption", caption), h("thead", head), h("tbody", *map(_row, self.rows)))
        return h("div", table, class_="scroll", tabindex="0", role="region", aria_label=caption)


def definition_table(rows: Iterable[Sequence[str]]) -> ET.Element:
    """Names with what they stand for, as a table of words."""
    return h("table", h("tbody", *map(_row, rows)), class_="words")


def _row(row: Sequence[str]) -> ET.Element:
    return h("tr", h("th", row[0], scope="row"), *(h("td", each) for each in row[1:]))


@dataclass(frozen=True, slots=True)
class ReportFigure:
    """A plot with what is said of it.

    Attributes:
        title: what it shows.
        draw: draws it in a width; several where it is long, so that a page may end between them.
        text: what can be seen on it, in a sentence or two: shown below it, and read to those who do not see it.
        table: the numbers.
    """

    title: str
    draw: Callable[[float], Iterable[ET.Element]]
    text: str
    table: ReportTable

    def drawn(self, lang: str) -> ET.Element:
        """As an element: drawn twice, for phones and for the rest, of which only one is seen."""
        plots = [self._plots(kind, width) for kind, width in (("wide", WIDE), ("narrow", NARROW))]
        numbers = h("details", h("summary", message("report.numbers", lang)), self.table.drawn(self.title))
        return h("figure", h("h3", self.title), *plots, h("figcaption", self.text), numbers)

    def _plots(self, kind: str, width: float) -> ET.Element:
        drawn = list(self.draw(width))
        drawn[0].set("aria-label", f"{self.title}. {self.text}")
        for number, each in enumerate(drawn[1:], 2):
            each.set("aria-label", f"{self.title} ({number})")
        return h("div", *drawn, class_=kind)


def plot_figure(
    title: str, draw: Callable[[float], ET.Element], text: str, table: ReportTable, lang: str
) -> ET.Element:
    """A plot that is drawn at once."""
    return ReportFigure(title, lambda width: (draw(width),), text, table).drawn(lang)


def mark_code(text: str) -> list[Inside]:
    """A text in which words between backticks are code."""
    parts = text.split("`")
    return [h("code", part) if place % 2 else part for place, part in enumerate(parts)]


# How a page of figures looks: on screens, light and dark, on phones, on paper. Colours are those of pictures of
# games.

HUES: Final = ("blue", "orange", "green", "purple", "brown", "pink")
"""Colours of lines that stand together."""

FILL: Final = ("#5f8ac8", "#4f7fc0")
"""What bars are filled with, on light and on dark paper."""
GRID: Final = ("#d8d3c6", "#3a3d41")

_RULES: Final = """
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 FONT;overflow-wrap:anywhere}
main{max-width:760px;margin:0 auto;padding:24px 40px 48px}
h1{font-size:1.7rem;line-height:1.2;margin:.2em 0 .1em;text-wrap:balance;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2.6rem 0 .4rem;padding-top:.7rem;border-top:2px solid var(--line)}
h3{font-size:1rem;margin:1.5rem 0 .4rem}
p{margin:.5rem 0}
.lead{color:var(--soft);margin:0 0 1rem}
code{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:.9em;overflow-wrap:anywhere}
a{color:var(--t-blue)}
nav ul{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;list-style:none;margin:0;padding:0;font-size:.92rem}
.found{background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:.3rem 1.2rem .9rem;margin:1rem 0}
.found h2{border:0;margin:.5rem 0 .2rem;padding:0}
.found ul{list-style:none;margin:0;padding:0}
.found li{margin:.6rem 0;padding-left:1.9rem;position:relative}
.found li svg{position:absolute;left:0;top:.28em;width:1.15em;height:1.15em}
.sign{fill:none;stroke:var(--soft);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.notice .sign{stroke:var(--t-orange)}
.fine .sign{stroke:var(--t-green)}
figure{margin:.6rem 0 1.6rem}
figcaption{margin:.35rem 0}
.plot{display:block;width:100%;height:auto;font-family:inherit}
.narrow{display:none}
details{margin:.3rem 0}
summary{cursor:pointer;color:var(--t-blue);width:fit-content}
:focus-visible{outline:3px solid var(--t-blue);outline-offset:2px}
.scroll{overflow-x:auto;margin:.5rem 0;position:relative}
table{border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);padding:.2rem 0}
th,td{border-bottom:1px solid var(--grid);padding:.22rem .7rem .22rem 0;text-align:right;vertical-align:top}
th:first-child,.words th,.words td{text-align:left}
thead th{border-color:var(--line)}
tbody th{font-weight:normal}
.words td{overflow-wrap:anywhere}
dt{font-weight:bold;margin-top:.7rem}
dd{margin:0 0 0 1.2rem}
@media (max-width:640px){
main{padding:16px 16px 40px}
h1{font-size:1.4rem}
.wide{display:none}
.narrow{display:block}
.narrow .plot{max-width:440px;margin:0 auto}
.found{padding:.2rem .8rem .7rem}
}
"""
_PLOTS: Final = """
.plot text{fill:var(--ink);paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
.plot .soft{fill:var(--soft)}
.plot .value{font-variant-numeric:tabular-nums}
.grid{stroke:var(--grid);stroke-width:1}
.axis{stroke:var(--line);stroke-width:1}
.compare{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:5 4}
.whisker{fill:none;stroke:var(--ink);stroke-width:1.6}
.dot{fill:var(--t-blue);stroke:var(--t-blue);stroke-width:2}
.hollow{fill:var(--paper);stroke:var(--t-blue);stroke-width:2}
.bar,.bin{fill:var(--fill)}
.half{fill:var(--t-orange)}
.mean{stroke:var(--ink);stroke-width:2}
.join{stroke:var(--line);stroke-width:2}
.ring{fill:var(--paper);stroke:var(--ink);stroke-width:1.6}
.disc{fill:var(--t-blue)}
.line{fill:none;stroke-width:2.4;stroke-linejoin:round}
.point{stroke:var(--paper);stroke-width:1.5}
.band{stroke:none;fill-opacity:.16}
.name{font-weight:bold}
"""
_PRINT: Final = """
@page{size:A4;margin:16mm 15mm}
body{font-size:10.5pt;background:none}
.plot text{stroke:#fff}
.hollow,.ring{fill:#fff}
main{max-width:none;padding:0}
nav,details:not([open]){display:none}
summary{list-style:none;color:var(--ink)}
.wide{display:block}
.narrow{display:none}
h2,h3,caption,dt{break-after:avoid}
h2+*{break-before:avoid}
.plot,li,tr,dt,dd,pre,figcaption{break-inside:avoid}
figure>h3,figure>.wide{break-after:avoid}
.scroll{overflow:visible}
a{color:inherit;text-decoration:none}
"""


def style_sheet() -> str:
    """The style sheet of a page."""
    rules = _RULES.strip().replace("FONT", FONT)
    return f"{plot_styles()}{rules}\n@media print{{{_PRINT}}}\n"


def plot_styles() -> str:
    """What plots need of it: the colours, and how marks and texts look."""
    light, dark = (_variables(place) for place in (0, 1))
    hues = "".join(
        f".line.h{place}{{stroke:var(--t-{name})}}.band.h{place}{{fill:var(--t-{name})}}.plot .t{place}{{fill:var(--t-{name})}}\n"
        for place, name in enumerate(HUES)
    )
    return (
        f":root{{color-scheme:light dark;{light}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
        f"{_PLOTS.strip()}\n{hues}"
    )


def _variables(place: int) -> str:
    ground = "".join(f"--{name}:{GROUND[name][place]};" for name in ("paper", "panel", "ink", "soft", "line"))
    hues = "".join(f"--t-{name}:{TEXTS[name][place]};" for name in HUES)
    return f"{ground}{hues}--grid:{GRID[place]};--fill:{FILL[place]};"


# What all sections of a report share: the games, what they say together, the language; and how figures are written in
# it.


@dataclass(frozen=True, slots=True)
class ReportLanguage:
    """How texts and figures are written in a language."""

    lang: str

    def say(self, key: str, **values: object) -> str:
        """A text of the report."""
        return message(key, self.lang, **values)

    def number(self, value: float, places: int = 1) -> str:
        """A number in the language, with a true minus."""
        text = format_number(abs(value), self.lang, places)
        return f"−{text}" if value < 0 and text.strip("0,.") else text

    def grouped(self, value: float, places: int = 0) -> str:
        """A value of an axis: whole numbers with their thousands apart."""
        return format_grouped(round(value), self.lang) if places == 0 and value >= 0 else self.number(value, places)

    def hundredths(self, found: Estimate) -> str:
        """How many of 100, with the margin: `31.2 ± 2.0`."""
        return self.number(100 * found.mean) + self.margin(100 * found.margin)

    def mean(self, found: Estimate) -> str:
        """A mean with its margin, with as many decimals as say something."""
        places = 1 if found.margin >= 0.1 or found.margin == 0 else 2
        return self.number(found.mean, places) + self.margin(found.margin, places)

    def signed(self, found: Estimate) -> str:
        """A difference with its margin."""
        return ("+" if found.mean > 0 else "") + self.mean(found)

    def signed_number(self, value: float, places: int) -> str:
        """A difference."""
        return ("+" if value > 0 else "") + self.number(value, places)

    def margin(self, margin: float, places: int = 1) -> str:
        """A margin as it stands behind a figure; nothing for what was seen once."""
        return "" if margin == inf else f" ± {self.number(margin, places)}"

    def some(self, value: float) -> str:
        """So many of 100, as in a sentence: whole, unless it is less than ten."""
        return self.number(value, 0 if value >= 9.95 else 1)

    def quoted(self, names: Iterable[str]) -> str:
        """Names in a row, each between quotation marks."""
        return ", ".join(self.say("report.quoted", name=name) for name in names)


@dataclass(frozen=True, slots=True)
class ReportContext(ReportLanguage):
    """A report of many games being written."""

    game: Game
    plan: SimulationPlan
    summary: Summary

    @property
    def alone(self) -> bool:
        """Whether a bot plays alone, so that nobody wins or loses against others."""
        return len(self.plan.seats) == 1

    @property
    def scored(self) -> bool:
        """Whether the game has a score."""
        return bool(self.game.score_names())

    @property
    def unlike_bots(self) -> bool:
        """Whether there are several kinds of bots."""
        return len(set(self.plan.seats)) > 1

    def seats(self) -> list[str]:
        """The seats by name."""
        return [self.say("report.seat", seat=seat + 1) for seat in range(len(self.plan.seats))]

    def place(self, place: int) -> str:
        """A place at the end, counted from 0."""
        return self.say("report.place", place=self.ordinal(place + 1))

    def ordinal(self, number: int) -> str:
        """`1st`, `2nd`, `3rd`, `4th`: places of ten players at the most."""
        return self.say(f"report.ordinal_{number}" if number < 4 else "report.ordinal", number=number)

    def phase(self, name: str) -> str:
        """A phase as players call it."""
        return self.game.glossary.title("phases", name, self.lang) if name else "–"


def finite(margin: float) -> float:
    """A margin that can be drawn."""
    return 0.0 if margin == inf else margin


# A page: one file that needs nothing else, whole without a script. It begins with what was found.

PAGE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
FINDING_ICONS: Final = {"notice": "M12 3L22 21H2ZM12 10v5M12 18v.01", "fine": "M3 13l6 6L21 5", "": "M5 12h14"}
"""What stands before a finding: a warning sign, a hook, a dash."""


class ReportFinding(NamedTuple):
    """A sentence, and whether it is something to notice, something that is as it should be, or neither."""

    kind: str
    text: str


def report_page(
    title: str,
    lead: str,
    found: Iterable[ReportFinding],
    sections: Iterable[tuple[str, str, Iterable[ET.Element]]],
    words: ReportLanguage,
    games: Iterable[Game],
    *,
    style: str = "",
) -> str:
    """A page of findings and sections, each with its id, its heading and what stands in it, and what may be done with the games it is about.

    `style`: rules of its own, behind those of all pages. Pictures may stand in it as data.
    """
    sections = list(sections)
    links = h("ul", *(h("li", h("a", heading, href=f"#{name}")) for name, heading, _ in sections))
    head = h(
        "head",
        ET.Element("meta", charset="utf-8"),
        ET.Element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        ET.Element(
            "meta",
            {"http-equiv": "Content-Security-Policy", "content": PAGE_POLICY},
        ),
        h("title", title),
        h("style", style_sheet() + style),
    )
    main = h(
        "main",
        h("header", h("h1", title), h("p", lead, class_="lead")),
        h(
            "section",
            h("h2", words.say("report.found"), id="found"),
            h("ul", *map(_finding, found)),
            class_="found",
            aria_labelledby="found",
        ),
        h("nav", links, aria_label=words.say("report.contents")),
        *(h("section", h("h2", heading, id=name), *parts, aria_labelledby=name) for name, heading, parts in sections),
    )
    main.append(
        h("footer", *(h("p", each) for each in dict.fromkeys(game.rights.text(words.lang) for game in games) if each))
    )
    html = h("html", head, h("body", main), lang=words.lang)
    return "<!doctype html>\n" + ET.tostring(html, encoding="unicode", method="html") + "\n"


def _finding(found: ReportFinding) -> ET.Element:
    sign = h("svg", h("path", d=FINDING_ICONS[found.kind], class_="sign"), viewBox="0 0 24 24", aria_hidden="true")
    return h("li", sign, *mark_code(found.text), class_=found.kind)
