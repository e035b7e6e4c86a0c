"""Headings of a table of cards that may stand at the cursor: facts of the kind, keys of a card, and parts of those that have some.

tool,name.en,fe|      `fee`, a fact of `tool`; `effect`, `house`, `when.event`, `while_in_play.modify` … as far as the table lacks them
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from ruleset_core.compile.linker import Linker
from ruleset_core.language_server.names import key_pages
from ruleset_core.messages import FILE_LANGUAGES
from ruleset_core.model.csv_columns import REMARK, CsvError, Row, columns_of_cards, parse_rows


class HeadingOffer(NamedTuple):
    """A heading that a table may have: what it is called, what it is in a few words, and more of it in Markdown."""

    heading: str
    line: str
    page: str


def headings_at(text: str, offset: int, linker: Linker | None) -> tuple[int, list[HeadingOffer]] | None:
    """Where the heading at a character begins, and what it may be; None outside of the headings."""
    row = _headings(text)
    if row is None or not row[0].start <= offset <= row[-1].end:
        return None
    cell = next(each for each in row if offset <= each.end)
    given = {each.content for each in row if each is not cell}
    if cell is row[0]:
        kinds = [each for each in linker.v.domains.values() if each.kind == "piece"] if linker is not None else []
        return cell.start, [HeadingOffer(each.name, "a kind of pieces", "") for each in kinds]
    offered = [*_facts(row[0].content, linker), *_keys()]
    return cell.start, [each for each in offered if each.heading not in given]


def _headings(text: str) -> Row | None:
    """The row of headings; None where the table cannot be read so far."""
    try:
        rows = parse_rows(text)
        return next((row for row in rows if row[0].content and not row[0].content.startswith(REMARK)), None)
    except CsvError:
        return None


def _facts(kind: str, linker: Linker | None) -> Iterator[HeadingOffer]:
    domain = linker.v.domains.get(kind) if linker is not None else None
    for fact in domain.facts.values() if domain is not None else ():
        if not fact.made:
            yield HeadingOffer(fact.name, f"fact of {kind}: {fact.type}", "")


def _keys() -> Iterator[HeadingOffer]:
    pages = key_pages("CardModel")
    for heading in columns_of_cards(FILE_LANGUAGES):
        key = "".join(takewhile(lambda sign: sign != ".", heading))
        line, page = pages.get(key, ("", ""))
        yield HeadingOffer(heading, line, page)
