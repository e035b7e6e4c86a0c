"""Scenes as linear text for a screen reader: no frame, no columns, nothing drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import assert_never

from ruleset_core.formats import scene_format as scenes
from ruleset_core.messages import behind_colon, labelled, message, set_apart
from ruleset_core.view.look.colour_words import coloured_name, is_named
from ruleset_core.view.scene.scene_items import SIGNS_IN_TEXTS
from ruleset_core.view.terminal import span_text
from ruleset_core.view.terminal.span_text import TextPen


def read_panel(panel: scenes.ScenePanel, pen: TextPen) -> Iterator[str]:
    """A panel, line by line."""
    yield _words(panel.title, pen)
    for node in panel.show:
        yield from read_node(node, pen)
    if panel.note and not SIGNS_IN_TEXTS.keys() & {*panel.note}:  # what signs mean is of no use without them
        yield _words(panel.note, pen)


def read_node(node: scenes.SceneNode, pen: TextPen) -> Iterator[str]:
    """A node, line by line."""
    match node:
        case scenes.SceneLine():
            yield ", ".join(said for part in node.parts if (said := screen_reader_text(part, pen)))
        case scenes.Paragraph():
            yield _words(node.text, pen)
        case scenes.SceneTable():
            yield from _table(node, pen)
        case scenes.SceneCards():
            yield (
                _cards(node, pen)
                if not any(card.text and pen.texts for card in node.cards)
                else set_apart((_card(card, pen) for card in node.cards), pen.lang)
            )
        case scenes.SceneTrack():
            yield _track(node, pen)
        case scenes.SceneBoard():
            yield from _board(node, pen)
        case scenes.SceneGroup():
            inner = [line for each in node.items for line in read_node(each, pen)]
            if node.title and len(inner) == 1:
                yield labelled(node.title, inner[0], pen.lang)
            else:
                yield from [labelled(node.title, "", pen.lang), *inner] if node.title and inner else inner
        case _:
            assert_never(node)


def screen_reader_text(spans: scenes.TextSpans, pen: TextPen, *, headed: str = "") -> str:
    """Spans as words: signs by name and number, colours by name where nothing else says them.

    `headed`: the title before it, so that `coins` goes on `0 of 2`, not `coin 0 of 2`, and `houses` `red`, not `red house`.
    """
    told, before = "", True
    for place, span in enumerate(spans):
        said = _span(span, pen, headed)
        comma = "," if span.sign and place and spans[place - 1].sign and not span.text.startswith("(") else ""
        told += said if span.close and not (before or span.sign) else f"{comma} {said}"
        before = bool(span.sign)
    return re.sub(r"[ \n]+", " ", told).strip()


def _span(span: scenes.TextSpan, pen: TextPen, headed: str) -> str:
    key = f"[{pen.key(span.stand)}] " if pen.key(span.stand) else ""
    if not span.sign:
        return key + _words(span.text, pen)
    if span.of:
        count = message("terminal.of", pen.lang, count=span.times, all=span.of)
        return key + (count if headed else f"{_sign(span, pen)} {count}")
    colour = _colour(span.colour, pen)
    named = colour != "" and is_named(headed, span_text.sign_name(span.sign, pen.lang), pen.lang)
    return key + (span.text or (colour if named else _sign(span, pen))) + (f" {span.times}" if span.times > 1 else "")


def _sign(span: scenes.TextSpan, pen: TextPen) -> str:
    """What a sign is called, with its colour as the language has it: `white tower`, `tour blanche`."""
    return coloured_name(span_text.sign_name(span.sign, pen.lang), _colour(span.colour, pen), pen.lang)


def _words(text: str, pen: TextPen) -> str:
    """A text with words for the signs of drawings."""
    said = text.replace(f" {span_text.EMPTY} ", ", ").replace(span_text.EMPTY, "-")
    return "".join(
        f" {span_text.sign_name(SIGNS_IN_TEXTS[char], pen.lang)} " if char in SIGNS_IN_TEXTS else char for char in said
    )


def _colour(colour: str, pen: TextPen) -> str:
    return span_text.colour_name(colour, pen.lang) if colour else ""


def _table(node: scenes.SceneTable, pen: TextPen) -> Iterator[str]:
    """Each row alone: `Ana: cards 3, points 12`; where nothing stands, nothing is told."""
    for row in node.rows:
        cells = [
            _with_head(head.title or _colour(head.colour, pen), said)
            for head, cell in zip(node.heads, row.cells, strict=True)
            if head.rank <= pen.rank and (said := screen_reader_text(cell, pen, headed=head.title)) not in {"", "-"}
        ]
        name = screen_reader_text(row.name, pen)
        key = "" if any(span.stand == row.stand for span in row.name) else pen.keyed(row.stand).plain
        turn = f" ({message('terminal.decides', pen.lang)})" if row.marked else ""
        yield key + (labelled(name + turn, ", ".join(cells), pen.lang) if cells else name + turn)


def _with_head(title: str, said: str) -> str:
    """`cards 3`; `Player 1 = 3`, for a number may not follow another."""
    return f"{title} = {said}" if title[-1:].isdigit() and said[:1].isdigit() else f"{title} {said}".strip()


def _cards(node: scenes.SceneCards, pen: TextPen) -> str:
    known = [_card(card, pen) for card in node.cards if not card.back or card.all_facts or card.stand.options]
    hidden = len(node.cards) - len(known)
    if node.lies == "pile":
        return _pile(node, pen)
    rest = (
        [message("terminal.hidden", pen.lang, count=hidden) + (f" ({node.backs})" if node.backs else "")]
        if hidden
        else []
    )
    return ", ".join([*known, *rest]) or message("terminal.none", pen.lang)


def _pile(node: scenes.SceneCards, pen: TextPen) -> str:
    top = node.cards[-1] if node.cards else None
    on_top = message("terminal.on_top", pen.lang, what=_card(top, pen)) if top is not None and not top.back else ""
    return pen.keyed(node.stand).plain + ", ".join(part for part in (str(len(node.cards)), node.backs, on_top) if part)


def _card(card: scenes.SceneCard, pen: TextPen) -> str:
    if card.back:
        told = " ".join(screen_reader_text(fact, pen) for fact in card.all_facts)
        return (
            pen.keyed(card.stand).plain + message("terminal.hidden", pen.lang, count=1) + (f" ({told})" if told else "")
        )
    facts = [screen_reader_text(fact, pen) for fact in (*card.all_facts, card.under)]
    told, text = ", ".join(filter(None, facts)), " ".join(card.text.splitlines()) if pen.texts else ""
    told = labelled(told, behind_colon(text), pen.lang) if told and text else told or text
    return pen.keyed(card.stand).plain + _called(card, pen) + (f" ({told})" if told else "")


def _called(card: scenes.SceneCard, pen: TextPen) -> str:
    """The name of a piece; a die goes by its colour and what it shows, as it is drawn."""
    if card.pips is None:
        return card.name
    return f"{_colour(card.colour, pen) or card.name} {card.pips}".strip()


def _track(track: scenes.SceneTrack, pen: TextPen) -> str:
    value = "?" if track.value is None else str(track.value)
    parts = [value if track.to is None else message("terminal.of", pen.lang, count=value, all=track.to)]
    if track.held is not None:
        parts.append(message("terminal.left", pen.lang, count=track.held))
    parts.append(screen_reader_text(track.after, pen))
    return f"{track.name} {', '.join(part for part in parts if part)}".strip()


def _place_sentence(place: scenes.ScenePlace, pen: TextPen) -> str:
    """What stands on a place; lines of their own are sentences."""
    lines: list[list[scenes.TextSpan]] = [[]]
    for span in place.what:
        lines += [[]] if span.below else []
        lines[-1].append(span)
    said = ". ".join(told for line in lines if (told := screen_reader_text(tuple(line), pen)))
    return f"{place.stand.name} {said or '-'}"


def _board(node: scenes.SceneBoard, pen: TextPen) -> Iterator[str]:
    """A line for each row of places, from its first to its last; then what is built on lines and crossings.

    Where there is little room, places on which nothing is are not named.
    """
    rows: dict[float, list[scenes.ScenePlace]] = {}
    for place in node.places:
        rows.setdefault(place.at[1] if node.shape != "plan" else 0, []).append(place)
    for y in sorted(rows):
        shown = [place for place in rows[y] if place.what or not (pen.tight or node.shape == "plan")]
        if any(span.below for place in shown for span in place.what):
            yield from (_place_sentence(place, pen) for place in shown if place.what)
        elif shown:
            yield ", ".join(_place_sentence(place, pen) for place in shown)
    several: Sequence[tuple[scenes.SceneTarget, scenes.TextSpans]] = [
        *((place.stand, place.what) for place in node.crossings),
        *((edge.stand, edge.what) for edge in node.edges),
    ]
    told = [f"{stand.name} {screen_reader_text(what, pen)}".strip() for stand, what in several if what]
    if told:
        yield ", ".join(told)
    yield from filter(None, (_legend(each, pen) for each in node.legend))


def _legend(spans: scenes.TextSpans, pen: TextPen) -> str:
    """What a sign means; nothing where that is what it is called."""
    if not spans or not spans[0].sign:
        return screen_reader_text(spans, pen)
    sign, means = screen_reader_text(spans[:1], pen), screen_reader_text(spans[1:], pen)
    return "" if means == sign else labelled(sign, means, pen.lang)
