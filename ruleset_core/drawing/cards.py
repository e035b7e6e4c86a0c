"""Cards with faces, dice with pips, backs, and how they lie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core.drawing.box import Box, at, flow, stack
from ruleset_core.drawing.inline import inline, prose
from ruleset_core.drawing.pen import SMALL, Pen
from ruleset_core.drawing.svg import add, measure, node
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.said import letter

WIDE: Final = 148.0
"""Width of a card with a face."""
PAD: Final = 6.0
DIE: Final = 40.0
SIGN: Final = 22.0
_PIPS: Final = {
    1: "5", 2: "37", 3: "357", 4: "1379", 5: "13579", 6: "134679",
}  # fmt: skip
"""Which of nine places, in rows from above, have a pip."""


def cards(node_: n.Cards, pen: Pen, width: float) -> Box:
    """Pieces as they lie."""
    if node_.lies == "pile":
        return _pile(node_, pen)
    if node_.lies == "list":
        hidden = [_back(card, pen) for card in node_.cards if card.back]
        known = (_listed(card, pen, width) for card in node_.cards if not card.back)
        return stack([*known, *([flow(hidden, width, 6)] if hidden else [])], 4)
    boxes = [_below(card, _piece(card, pen), pen) for card in node_.cards]
    if node_.lies == "market" or node_.room:
        boxes = [*_numbered(node_, boxes, pen)]
    return flow(boxes, width, 6)


def _piece(card: n.Card, pen: Pen) -> Box:
    if card.back:
        return _back(card, pen)
    if card.pips is not None or card.sign == "die":
        return _die(card, pen)
    return _face(card, pen) if card.facts or card.text or card.art in pen.art else _chip(card, pen)


def _back(card: n.Card, pen: Pen) -> Box:
    element = node("g")
    add(element, "rect", width=30, height=42, rx=4, class_="card-box")
    sign = pen.sign("back", 24, card.colour)
    sign.set("transform", "translate(3 9)")
    element.append(sign)
    return Box(30, 42, pen.thing(element, card.stand, pen.named("back", "")))


def _die(card: n.Card, pen: Pen) -> Box:
    """A die shows its number as pips, a greater one in figures; below it the letter of its colour."""
    element, shown = node("g"), card.pips
    kind = f"card-box c-{card.colour}" if card.colour else "card-box"
    add(element, "rect", width=DIE, height=DIE, rx=8, class_=kind)
    ink = f"var(--o-{card.colour})" if card.colour else "var(--ink)"
    said = letter(card.colour, pen.lang) if card.colour else ""
    if shown is not None and shown in _PIPS:
        for place in map(int, _PIPS[shown]):
            x, y = DIE * (1 + (place - 1) % 3) / 4, DIE * (1 + (place - 1) // 3) / 4
            add(element, "circle", cx=x, cy=y, r=3.6, style=f"fill: {ink}")
    else:
        figure = "?" if shown is None else str(shown)
        add(element, "text", figure, x=DIE / 2, y=DIE * 0.64, font_size=16, text_anchor="middle",
            class_=f"bold o-{card.colour}" if card.colour else "bold")  # fmt: skip
    title = card.name if shown is None else f"{card.name}: {shown}"
    pen.thing(element, card.stand, title)
    if not said:
        return Box(DIE, DIE, element)
    add(
        element,
        "text",
        said,
        x=DIE / 2,
        y=DIE + 12,
        font_size=SMALL,
        text_anchor="middle",
        class_=f"bold t-{card.colour}",
        data_below="colour",
    )
    return Box(DIE, DIE + 15, element)


def _chip(card: n.Card, pen: Pen) -> Box:
    """A piece of which no more is told than its name."""
    element = node("g")
    label = prose(card.name, pen, 190, bold=True)
    wide, high = SIGN + label.width + 3 * PAD, max(label.height, SIGN) + 2 * PAD
    add(element, "rect", width=wide, height=high, rx=5, class_="card-box")
    sign = pen.sign(card.sign or "card", SIGN, card.colour)
    sign.set("transform", f"translate({PAD} {(high - SIGN) / 2:.1f})")
    element.append(sign)
    element.append(at(label, SIGN + 2 * PAD, (high - label.height) / 2))
    return Box(wide, high, pen.thing(element, card.stand))


def _face(card: n.Card, pen: Pen) -> Box:
    """A card: its name on its colour, its picture, its facts, its text."""
    inner = WIDE - 2 * PAD
    head = _head(card, pen, WIDE)
    parts = [inline(fact, pen, inner) for fact in card.facts]
    if card.text:
        parts.append(prose(card.text, pen, inner, SMALL))
    picture = _picture(card, pen, inner)
    body = stack([*([picture] if picture else []), *parts], 3)
    high = head.height + body.height + (2 * PAD if parts or picture else 0)
    element = node("g")
    add(element, "rect", width=WIDE, height=high, rx=6, class_="card-box")
    element.append(head.element)
    element.append(at(body, PAD, head.height + PAD))
    return Box(WIDE, high, pen.thing(element, card.stand, card.name))


def _head(card: n.Card, pen: Pen, width: float) -> Box:
    """Sign and name on a band of the card's colour."""
    element = node("g")
    label = prose(card.name, pen, width - SIGN - 3 * PAD, 13, bold=True)
    high = max(label.height, SIGN) + 8
    kind = f"c-{card.colour}" if card.colour else "ground"
    add(element, "rect", x=1.5, y=1.5, width=width - 3, height=high, rx=5, class_=kind)
    if card.colour:
        for text in label.element.iter("text"):
            text.set("class", f"bold o-{card.colour}")
    sign = pen.sign(card.sign or "card", SIGN, card.colour)
    sign.set("transform", f"translate({PAD} {(high - SIGN) / 2 + 1:.1f})")
    element.append(sign)
    element.append(at(label, SIGN + 2 * PAD, (high - label.height) / 2 + 1))
    return Box(width, high + 2, element)


def _picture(card: n.Card, pen: Pen, width: float) -> Box | None:
    """The picture of the game's own."""
    if card.art not in pen.art:
        return None
    pen.pictured.add(card.art)
    element: ET.Element = node("g")
    add(element, "use", href=f"#art-{card.art}", width=width, height=width * 0.6)
    return Box(width, width * 0.6, element)


def _listed(card: n.Card, pen: Pen, width: float) -> Box:
    """A card on a line of its own, with all it says."""
    element = node("g")
    spans = [n.Span(card.name, card.colour, "bold"), *([n.Span(str(card.pips))] if card.pips is not None else [])]
    for fact in card.facts:
        spans += [n.Span("·", style="dim"), *fact]
    spans += card.under
    parts = [inline(spans, pen, width - SIGN - 3 * PAD)]
    if card.text:
        parts.append(prose(card.text, pen, width - SIGN - 3 * PAD, 12, "dim"))
    body = stack(parts, 1)
    high = max(body.height, SIGN) + PAD
    add(element, "rect", width=width, height=high, rx=4, class_="hold")
    sign = pen.sign(card.sign or "card", SIGN, card.colour)
    sign.set("transform", f"translate({PAD} {PAD / 2})")
    element.append(sign)
    element.append(at(body, SIGN + 2 * PAD, PAD / 2))
    return Box(width, high, pen.thing(element, card.stand, card.name))


def _below(card: n.Card, box: Box, pen: Pen) -> Box:
    """What stands below a piece."""
    if not card.under:
        return box
    return stack((box, inline(card.under, pen, max(box.width, 60), SMALL)), 2)


def _numbered(node_: n.Cards, boxes: list[Box], pen: Pen) -> Iterator[Box]:
    """Places with their numbers, also those where nothing lies."""
    there = {card.place: box for card, box in zip(node_.cards, boxes, strict=True)}
    wide = max((box.width for box in boxes), default=64)
    numbered = node_.lies == "market"
    for place in range(max([node_.room, *(each + 1 for each in there)], default=0)):
        box = there.get(place)
        if box is None:
            element = node("g")
            add(element, "rect", width=wide, height=48, rx=5, class_="free")
            box = Box(wide, 48, element)
        yield stack((prose(str(place + 1), pen, wide, SMALL, "dim"), box), 1) if numbered else box


def _pile(node_: n.Cards, pen: Pen) -> Box:
    """The piece on top, and how many there are; the others lie below it."""
    count = len(node_.cards)
    top = node_.cards[-1] if node_.cards else None
    element = node("g")
    if top is None:
        add(element, "rect", width=30, height=42, rx=4, class_="free")
        box = Box(30, 42, element)
    else:
        piece = _piece(top, pen)
        for below in range(min(count - 1, 2), 0, -1):
            add(
                element,
                "rect",
                x=below * 3,
                y=below * 3,
                width=piece.width,
                height=piece.height,
                rx=4,
                class_="card-box",
            )
        element.append(piece.element)
        box = Box(piece.width + 6, piece.height + 6, element)
    said = f"×{count}"
    label = prose(said, pen, measure(said, 14) + 1, 14, "dim")
    return flow([box, label], box.width + label.width + 10, 6, middle=True)
