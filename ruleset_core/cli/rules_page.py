"""The rules of a game as one HTML page that needs nothing else: contents, parts, paragraphs, pictures drawn by the look."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core import Game, RuleBlock, RulesDocument, RuleSpan, RulesParagraph
from ruleset_core.lab.report.document import PAGE_POLICY, Inside, h, style_sheet
from ruleset_core.play.lookup.rules_lookup import position_scene
from ruleset_core.view.look.game_looks import picture_credits, pictures
from ruleset_core.view.svg.drawing import draw
from ruleset_core.view.terminal.drawing import draw as draw_text

_WIDE: Final = 640
"""Units that a picture is wide."""
_TOLD: Final = 10_000
"""Columns of the words for those who do not see it: nothing in them is broken."""
RULES_STYLE: Final = """
ul{padding-left:1.4rem}
img{display:block;max-width:100%;margin:.6rem 0;border:1px solid var(--line);border-radius:8px}
table,th,td{text-align:left}
thead th{white-space:nowrap}
table{font-size:.95rem}
"""


def rules_page(game: Game, rules: RulesDocument, lang: str) -> str:
    """The text of the page."""
    head = h(
        "head",
        ET.Element("meta", charset="utf-8"),
        ET.Element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        ET.Element("meta", {"http-equiv": "Content-Security-Policy", "content": PAGE_POLICY}),
        h("title", rules.title),
        h("style", style_sheet() + RULES_STYLE),
    )
    main = h("main", h("header", h("h1", rules.title)), *rules_elements(game, rules, lang))
    page = h("html", head, h("body", main), lang=lang)
    return "<!doctype html>\n" + ET.tostring(page, encoding="unicode", method="html") + "\n"


def rules_elements(game: Game, rules: RulesDocument, lang: str) -> Iterator[ET.Element]:
    """The contents with their links, then the parts."""
    yield h("nav", h("ul", *(h("li", h("a", part.title, href=f"#{part.name}")) for part in rules.parts)))
    for part in rules.parts:
        inside = (each for paragraph in part.paragraphs for each in _paragraph(game, paragraph, part.title, lang))
        yield h("section", h("h2", part.title, id=part.name), *inside, aria_labelledby=part.name)


def _paragraph(game: Game, paragraph: RulesParagraph, part: str, lang: str) -> Iterator[ET.Element]:
    if paragraph.title != part:
        yield h("h3", paragraph.title, id=f"paragraph-{paragraph.name}")
    yield from map(_block, paragraph.blocks)
    if paragraph.picture and (drawn := _picture(game, paragraph, lang)) is not None:
        yield drawn


def _block(block: RuleBlock) -> ET.Element:
    if block.kind == "text":
        return h("p", *_words(block.rows[0][0]))
    if block.kind == "list":
        return h("ul", *(h("li", *_words(row[0])) for row in block.rows))
    first, *rest = block.rows
    head = h("thead", h("tr", *(h("th", *_words(cell), scope="col") for cell in first)))
    body = h("tbody", *(h("tr", *(h("td", *_words(cell)) for cell in row)) for row in rest))
    return h("div", h("table", head, body), class_="scroll", tabindex="0")


def _words(spans: tuple[RuleSpan, ...]) -> list[Inside]:
    return [h("b", str(span.text)) if span.bold else str(span.text) for span in spans]


def _picture(game: Game, paragraph: RulesParagraph, lang: str) -> ET.Element | None:
    """The position beside a paragraph, drawn by the look."""
    found = position_scene(game, paragraph.picture, lang)
    if found is None:
        return None
    told = draw_text(found, _TOLD, plain=True).plain
    drawn = draw(found, _WIDE, art=pictures(game), made_by=picture_credits(game), title=paragraph.title)
    data = b64encode(drawn.encode("utf-8")).decode("ascii")
    return h("img", src=f"data:image/svg+xml;base64,{data}", alt=" ".join(told.split()), width=str(_WIDE))
