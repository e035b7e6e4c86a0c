"""Scenes as text that is read from top to bottom, by a screen reader: no frame, no column, nothing drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.said import SIGNS_IN_TEXTS
from ruleset_core.terminal import inks
from ruleset_core.terminal.pen import Pen
from ruleset_core.terminal.words import say


def told(panel: n.Panel, pen: Pen) -> Iterator[str]:
    """A panel, line by line."""
    yield _words(panel.title, pen)
    for node in panel.show:
        yield from lines_of(node, pen)
    if panel.note and not SIGNS_IN_TEXTS.keys() & {*panel.note}:  # what signs mean is of no use without them
        yield _words(panel.note, pen)


def lines_of(node: n.Node, pen: Pen) -> Iterator[str]:
    """A node, line by line."""
    match node:
        case n.Line():
            yield ", ".join(said for part in node.parts if (said := spoken(part, pen)))
        case n.Prose():
            yield _words(node.text, pen)
        case n.Table():
            yield from _table(node, pen)
        case n.Cards():
            yield (
                _cards(node, pen)
                if not any(card.text and pen.texts for card in node.cards)
                else "; ".join(_card(card, pen) for card in node.cards)
            )
        case n.Track():
            yield _track(node, pen)
        case n.Board():
            yield from _board(node, pen)
        case n.Group():
            inner = [line for each in node.items for line in lines_of(each, pen)]
            if node.title and len(inner) == 1:
                yield f"{node.title}: {inner[0]}"
            else:
                yield from [f"{node.title}:", *inner] if node.title and inner else inner
        case _:
            assert_never(node)


def spoken(spans: n.Spans, pen: Pen) -> str:
    """Spans as words: signs by name and number, colours by name where nothing else says them."""
    told, before = "", True
    for span in spans:
        said = _span(span, pen)
        told += said if span.close and not (before or span.sign) else f" {said}"
        before = bool(span.sign)
    return " ".join(told.split())


def _span(span: n.Span, pen: Pen) -> str:
    key = f"[{pen.key(span.stand)}] " if pen.key(span.stand) else ""
    if not span.sign:
        return key + _words(span.text, pen)
    name = " ".join(part for part in (inks.sign_name(span.sign, pen.lang), _colour(span.colour, pen)) if part)
    if span.of:
        return key + f"{name} {say('of', pen.lang, span.times, span.of)}"
    return key + (span.text or name) + (f" {span.times}" if span.times > 1 else "")


def _words(text: str, pen: Pen) -> str:
    """A text with words for the signs of drawings."""
    said = text.replace(f" {inks.EMPTY} ", ", ").replace(inks.EMPTY, "-")
    return "".join(
        f" {inks.sign_name(SIGNS_IN_TEXTS[char], pen.lang)} " if char in SIGNS_IN_TEXTS else char for char in said
    )


def _colour(colour: str, pen: Pen) -> str:
    return inks.colour_name(colour, pen.lang) if colour else ""


def _table(node: n.Table, pen: Pen) -> Iterator[str]:
    """Each row alone: `Ana: cards 3, points 12`; where nothing stands, nothing is told."""
    for row in node.rows:
        cells = [
            f"{head.title or _colour(head.colour, pen)} {said}".strip()
            for head, cell in zip(node.heads, row.cells, strict=True)
            if head.rank <= pen.rank and (said := spoken(cell, pen)) not in {"", "-"}
        ]
        name = spoken(row.name, pen)
        key = "" if any(span.stand == row.stand for span in row.name) else pen.keyed(row.stand).plain
        turn = f" ({say('decides', pen.lang)})" if row.marked else ""
        yield key + name + turn + (": " + ", ".join(cells) if cells else "")


def _cards(node: n.Cards, pen: Pen) -> str:
    known = [_card(card, pen) for card in node.cards if not card.back or card.facts or card.stand.options]
    hidden = len(node.cards) - len(known)
    if node.lies == "pile":
        return _pile(node, pen)
    rest = [say("hidden", pen.lang, hidden) + (f" ({node.backs})" if node.backs else "")] if hidden else []
    return ", ".join([*known, *rest]) or say("none", pen.lang)


def _pile(node: n.Cards, pen: Pen) -> str:
    top = node.cards[-1] if node.cards else None
    on_top = say("on_top", pen.lang, _card(top, pen)) if top is not None and not top.back else ""
    return ", ".join(part for part in (str(len(node.cards)), node.backs, on_top) if part)


def _card(card: n.Card, pen: Pen) -> str:
    if card.back:
        told = " ".join(spoken(fact, pen) for fact in card.facts)
        return pen.keyed(card.stand).plain + say("hidden", pen.lang, 1) + (f" ({told})" if told else "")
    facts = [spoken(fact, pen) for fact in card.facts]
    told = " ".join(part for part in (*facts, spoken(card.under, pen), card.text if pen.texts else "") if part)
    return pen.keyed(card.stand).plain + _called(card, pen) + (f" ({told})" if told else "")


def _called(card: n.Card, pen: Pen) -> str:
    """The name of a piece; a die goes by its colour and what it shows, as it is drawn."""
    if card.pips is None:
        return card.name
    return f"{_colour(card.colour, pen) or card.name} {card.pips}".strip()


def _track(track: n.Track, pen: Pen) -> str:
    value = "?" if track.value is None else str(track.value)
    parts = [value if track.to is None else say("of", pen.lang, value, track.to)]
    if track.held is not None:
        parts.append(say("left", pen.lang, track.held))
    parts.append(spoken(track.after, pen))
    return f"{track.name} {', '.join(part for part in parts if part)}".strip()


def _told(place: n.Place, pen: Pen) -> str:
    """What stands on a place; lines of their own are sentences."""
    lines: list[list[n.Span]] = [[]]
    for span in place.what:
        lines += [[]] if span.below else []
        lines[-1].append(span)
    said = ". ".join(told for line in lines if (told := spoken(tuple(line), pen)))
    return f"{place.stand.name} {said or '-'}"


def _board(node: n.Board, pen: Pen) -> Iterator[str]:
    """A line for each row of places, from its first to its last; then what is built on lines and crossings.

    Where there is little room, places on which nothing is are not named.
    """
    rows: dict[float, list[n.Place]] = {}
    for place in node.places:
        rows.setdefault(place.at[1] if node.shape != "plan" else 0, []).append(place)
    for y in sorted(rows):
        shown = [place for place in rows[y] if place.what or not (pen.tight or node.shape == "plan")]
        if any(span.below for place in shown for span in place.what):
            yield from (_told(place, pen) for place in shown if place.what)
        elif shown:
            yield ", ".join(_told(place, pen) for place in shown)
    several: Sequence[tuple[n.Stand, n.Spans]] = [
        *((place.stand, place.what) for place in node.crossings),
        *((edge.stand, edge.what) for edge in node.edges),
    ]
    told = [f"{stand.name} {spoken(what, pen)}".strip() for stand, what in several if what]
    if told:
        yield ", ".join(told)
    yield from (spoken(each, pen) for each in node.legend)
