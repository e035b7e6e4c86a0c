"""A page: one file that needs nothing else, whole without a script. It begins with what was found."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from .elements import coded, h
from .style import sheet
from .told import Words

__all__ = ["Finding", "page"]

SIGNS: Final = {"notice": "M12 3L22 21H2ZM12 10v5M12 18v.01", "fine": "M3 13l6 6L21 5", "": "M5 12h14"}
"""What stands before a finding: a warning sign, a hook, a dash."""


class Finding(NamedTuple):
    """A sentence, and whether it is something to notice, something that is as it should be, or neither."""

    kind: str
    text: str


def page(
    title: str,
    lead: str,
    found: Iterable[Finding],
    sections: Iterable[tuple[str, str, Iterable[ET.Element]]],
    words: Words,
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
            h("h2", words.say("found"), id="found"),
            h("ul", *map(_finding, found)),
            class_="found",
            aria_labelledby="found",
        ),
        h("nav", links, aria_label=words.say("contents")),
        *(h("section", h("h2", heading, id=name), *parts, aria_labelledby=name) for name, heading, parts in sections),
    )
    html = h("html", head, h("body", main), lang=words.lang)
    return "<!doctype html>\n" + ET.tostring(html, encoding="unicode", method="html") + "\n"


def _finding(found: Finding) -> ET.Element:
    sign = h("svg", h("path", d=SIGNS[found.kind], class_="sign"), viewBox="0 0 24 24", aria_hidden="true")
    return h("li", sign, *coded(found.text), class_=found.kind)
