"""Cards, dice and other pieces: as lists with all they say, in rows, as piles, as large dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

from rich.text import Text

from ruleset_core.scenes import nodes as n
from ruleset_core.terminal import inks
from ruleset_core.terminal.flow import merged, packed, padded, wrap
from ruleset_core.terminal.pen import Pen, offered
from ruleset_core.terminal.pointing import pointed
from ruleset_core.terminal.tables import table
from ruleset_core.terminal.words import say

BACK: Final = inks.SIGNS["back"]
MANY_BACKS: Final = 6
DIE: Final = 9
"""Columns of a large die."""
MOST_DICE: Final = 8

SINGLE: Final = ("╭", "╮", "╰", "╯", "─", "│")
DOUBLE: Final = ("╔", "╗", "╚", "╝", "═", "║")
"""Corners and sides of a die; black ones have double lines, so that they are told without colours."""
PIPS: Final = {
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
}


def cards(node: n.Cards, pen: Pen, width: int) -> list[Text]:
    """Pieces as they lie."""
    known = [card for card in node.cards if not card.back]
    if node.lies == "pile":
        return packed([_pile(node, pen)], width)
    if pen.airy and _are_dice(node.cards) and (len(node.cards) * (DIE + 3)) <= width + 3:
        return _dice(node.cards, pen)
    listed = node.lies == "list" or (node.lies == "market" and pen.airy)
    told = pen.texts and any(card.text for card in known)
    in_order = any(one.back and not other.back for one, other in pairwise(node.cards))
    if known and not in_order and (told or (listed and not pen.tight)):
        return _listed(node, pen, width)
    return packed([*_counted(node, pen)], width)


def _counted(node: n.Cards, pen: Pen) -> Iterator[Text]:
    """The cards in a few words; of those that lie side by side and look the same the first one, with their number."""
    numbered = node.lies == "market"
    said = ((_short(card, pen, numbered=numbered), card) for card in _gathered(node, pen))
    for (_, own), run in groupby(said, key=lambda one: (one[0].plain, isinstance(one[1], Text) or offered(one[1]))):
        several = [line for line, _ in run]
        if own or len(several) == 1:
            yield from several
        else:
            yield several[0].copy().append(f" ×{len(several)}", "dim")


def _gathered(node: n.Cards, pen: Pen) -> list[n.Card | Text]:
    """The cards, many backs together, and the empty places behind them."""
    shown: list[n.Card | Text] = []
    for alike, run in groupby(node.cards, lambda card: card.back and not _is_own(card)):
        several = [*run]
        many = len(several)
        shown += [Text(f"{BACK}×{many}" if many > MANY_BACKS else BACK * many, "dim")] if alike else several
    if node.backs:
        shown.append(Text(f"({node.backs})", "dim"))
    missing = node.room - len(node.cards)
    if missing > 0 and not pen.tight:
        shown.append(Text(inks.EMPTY * min(missing, 12), "dim"))
    return shown


def _is_own(card: n.Card) -> bool:
    """Whether a back is told apart from others: it stands for an option, or something was told of it."""
    return bool(card.facts) or offered(card)


def _short(card: n.Card | Text, pen: Pen, *, numbered: bool = False) -> Text:
    """A card in a few words: its name and what its facts say."""
    if isinstance(card, Text):
        return card
    line = Text.assemble(pen.keyed(card.stand))
    if numbered:
        line.append(f"{card.place + 1} ", "dim")
    line.append_text(_named(card, pen))
    facts = (
        [] if pen.tight and pen.rank < 2 else [pen.spans(_bare(fact)) for fact in card.facts if not _says(card, fact)]
    )
    told = Text(" ").join(fact for fact in facts if fact.plain.strip() not in {"", inks.EMPTY})
    if told:
        line.append(" ").append_text(told)
    if card.under:
        line.append(" ").append_text(pen.spans(card.under))
    return pointed(line, card.stand)


def _says(card: n.Card, fact: n.Spans) -> bool:
    """Whether a fact is the colour that is said already."""
    return any(span.stand is not None and span.colour and span.colour == card.colour for span in fact)


def _named(card: n.Card, pen: Pen) -> Text:
    """The name of a card in its colour, with the letter of it; a die by what it shows."""
    style, said = inks.style(card.colour), inks.letter(card.colour, pen.lang)
    if card.back:
        return Text(BACK, "dim")
    if card.pips is not None:
        return Text(f"{said} {card.pips}".strip(), style or "bold")
    return Text(f"{said} {card.name}".strip(), style)


def _bare(fact: n.Spans) -> n.Spans:
    """A fact without its label where a column has that for a head."""
    return fact[1:] if len(fact) > 1 and _is_label(fact[0]) else fact


def _is_label(span: n.Span) -> bool:
    return span.style == "dim" and not span.sign and span.text.endswith(" ")


def _listed(node: n.Cards, pen: Pen, width: int) -> list[Text]:
    """One below the other: facts in columns, texts behind them."""
    shown = [card for card in node.cards if not card.back]
    many = max(len(card.facts) for card in shown)
    even = all(len(card.facts) == many for card in shown)
    heads, rows = [], []
    for at in range(many if even else 0):
        labels = {card.facts[at][0].text.strip() for card in shown if _is_label(card.facts[at][0])}
        heads.append(n.Head(labels.pop() if len(labels) == 1 else "", rank=1 + (at > 2)))
    wanted = [at for at in range(len(heads)) if not all(_says(card, card.facts[at]) for card in shown)]
    under = any(card.under for card in shown)
    text = pen.texts and any(card.text for card in shown)
    for card in shown:
        cells = [_bare(card.facts[at]) if heads[at].title else card.facts[at] for at in wanted]
        if not even:
            cells = [tuple(span for fact in card.facts for span in (*fact, n.Span(" ")))]
        cells += [card.under] if under else []
        cells += [(n.Span(card.text, style="dim"),)] if text else []
        rows.append(n.Row(card.stand, _name_spans(card, node, pen), tuple(cells)))
    titles = [heads[at] for at in wanted] if even else [n.Head("")]
    titles += [n.Head("")] if under else []
    titles += [n.Head("", wide=True)] if text else []
    lines = table(n.Table(tuple(titles), tuple(rows)), pen.with_(tight=False), width)
    rest = [each for each in _gathered(node, pen) if isinstance(each, Text) or each.back]
    return lines + packed([_short(each, pen) for each in rest], width)


def _name_spans(card: n.Card, node: n.Cards, pen: Pen) -> n.Spans:
    place = (n.Span(f"{card.place + 1} ", style="dim"),) if node.lies == "market" else ()
    return (*place, n.Span(_named(card, pen).plain, card.colour))


def _pile(node: n.Cards, pen: Pen) -> Text:
    """How many lie there, what lies on top, and what is known of the rest."""
    line = Text(str(len(node.cards)), "bold")
    known = [place for place, card in enumerate(node.cards) if not card.back]
    line.append(f" {BACK}" if len(known) < len(node.cards) else "", "dim")
    line.append(f" ({node.backs})" if node.backs else "", "dim")
    if not known:
        return line if node.cards else Text(inks.EMPTY, "dim")
    top = node.cards[-1]
    if len(known) == len(node.cards):
        shown = _short(top, pen.with_(rank=1, tight=True))
        return (
            line.append("  ").append_text(Text(say("on_top", pen.lang, "\0"), "dim").split("\0")[0]).append_text(shown)
        )
    ends = [*reversed(node.cards[known[0] :])]
    told = [Text("?") if card.back else _short(card, pen.with_(rank=1, tight=True)) for card in ends]
    line.append("  " + say("from_top", pen.lang, ""), "dim")
    return line.append_text(Text(", ").join(told))


# -- dice ---------------------------------------------------------------------------------------------------------------


def _are_dice(shown: Sequence[n.Card]) -> bool:
    return 0 < len(shown) <= MOST_DICE and all(card.pips in PIPS and card.sign == "die" for card in shown)


def _dice(shown: Sequence[n.Card], pen: Pen) -> list[Text]:
    """Large dice side by side; what is said of each stands below it."""
    return merged([_die(card, pen) for card in shown])


def _die(card: n.Card, pen: Pen) -> list[Text]:
    style = inks.style(card.colour)
    nw, ne, sw, se, bar, side = DOUBLE if card.colour == "black" else SINGLE
    key = f" {pen.key(card.stand)} " if pen.key(card.stand) else ""
    lines = [Text(nw + key.center(DIE - 2, bar) + ne, style)]
    lines += [Text(f"{side}{row}{side}", style) for row in PIPS[card.pips or 1]]
    lines.append(Text(sw + bar * (DIE - 2) + se, style))
    below = [_named(card, pen)]
    below += [
        row for spans in (*card.facts, card.under) if not _says(card, spans) for row in wrap(pen.spans(spans), DIE + 2)
    ]
    lines += [padded(Text(" " * max((DIE - each.cell_len) // 2, 0)).append_text(each), DIE) for each in below if each]
    return [pointed(line, card.stand) for line in lines]
