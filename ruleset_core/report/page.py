"""A report as a page: one file that needs nothing else, whole without a script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from .elements import coded, h
from .findings import Finding, findings
from .sections.cards import cards
from .sections.going import going
from .sections.length import length
from .sections.played import played, words
from .sections.points import points
from .sections.sources import sources
from .sections.winning import winning
from .style import sheet
from .told import Told

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.sim import Plan, Summary

__all__ = ["simulation"]

SECTIONS: Final[tuple[tuple[str, Callable[[Told], Iterable[ET.Element]]], ...]] = (
    ("winning", winning),
    ("points", points),
    ("from", sources),
    ("course", going),
    ("cards", cards),
    ("length", length),
    ("played", played),
    ("words", lambda told: [words(told)]),
)
SIGNS: Final = {"notice": "M12 3L22 21H2ZM12 10v5M12 18v.01", "fine": "M3 13l6 6L21 5", "": "M5 12h14"}
"""What stands before a finding: a warning sign, a hook, a dash."""


def simulation(game: Game, plan: Plan, summary: Summary, lang: str) -> str:
    """The page of many games, as HTML.

    Args:
        game: what was played.
        plan: how.
        summary: what came out, of one game at the least.
        lang: `en` or `es`.
    """
    told = Told(game, plan, summary, lang)
    title = told.say("title", game=game.title(lang), games=told.grouped(summary.games))
    counted = Counter(plan.seats)
    bots = ", ".join(f"{count} × {bot}" if count > 1 else bot for bot, count in counted.items())
    lead = told.say("lead_alone" if told.alone else "lead", bots=bots)
    drawn = [(name, list(section(told))) for name, section in SECTIONS]
    return page(
        title, lead, findings(told), [(name, told.say(f"s_{name}"), parts) for name, parts in drawn if parts], told
    )


def page(
    title: str,
    lead: str,
    found: Iterable[Finding],
    sections: Iterable[tuple[str, str, Iterable[ET.Element]]],
    told: Told,
) -> str:
    """A page of findings and sections, each with its id, its heading and what stands in it."""
    sections = list(sections)
    links = h("ul", *(h("li", h("a", heading, href=f"#{name}")) for name, heading, _ in sections))
    head = h(
        "head",
        ET.Element("meta", charset="utf-8"),
        ET.Element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        ET.Element(
            "meta",
            {"http-equiv": "Content-Security-Policy", "content": "default-src 'none'; style-src 'unsafe-inline'"},
        ),
        h("title", title),
        h("style", sheet()),
    )
    main = h(
        "main",
        h("header", h("h1", title), h("p", lead, class_="lead")),
        h(
            "section",
            h("h2", told.say("found"), id="found"),
            h("ul", *map(_finding, found)),
            class_="found",
            aria_labelledby="found",
        ),
        h("nav", links, aria_label=told.say("contents")),
        *(h("section", h("h2", heading, id=name), *parts, aria_labelledby=name) for name, heading, parts in sections),
    )
    html = h("html", head, h("body", main), lang=told.lang)
    return "<!doctype html>\n" + ET.tostring(html, encoding="unicode", method="html") + "\n"


def _finding(found: Finding) -> ET.Element:
    sign = h("svg", h("path", d=SIGNS[found.kind], class_="sign"), viewBox="0 0 24 24", aria_hidden="true")
    return h("li", sign, *coded(found.text), class_=found.kind)
