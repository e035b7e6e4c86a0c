"""Any node as lines of text, and nodes below each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import assert_never

from rich.text import Text

from ruleset_core.scenes import nodes as n
from ruleset_core.terminal.boards import board
from ruleset_core.terminal.cards import cards
from ruleset_core.terminal.flow import beside, packed, widest, wrap
from ruleset_core.terminal.pen import GAP, Pen, stands
from ruleset_core.terminal.tables import table
from ruleset_core.terminal.tracks import tracks

Block = list[Text]


def stacked(nodes: Sequence[n.Node], pen: Pen, width: int) -> Block:
    """Nodes below each other; where room is scarce, what takes one line shares it with others."""
    lines: Block = []
    before: Block = []
    for block in _blocks(nodes, pen, width):
        if before and pen.airy and max(len(block), len(before)) > 1:
            lines.append(Text())
        if before and not pen.airy and len(block) == len(before) == 1 and _share(lines[-1], block[0], width):
            lines[-1] = lines[-1].copy().append(GAP).append_text(block[0])
        else:
            lines += block
        before = block
    return lines


def _share(above: Text, line: Text, width: int) -> bool:
    return above.cell_len + len(GAP) + line.cell_len <= width


def _blocks(nodes: Sequence[n.Node], pen: Pen, width: int) -> Iterator[Block]:
    """The lines of each node that is shown; tracks that follow each other stand in columns."""
    shown = [*_wanted(nodes, pen)]
    for are_tracks, several in groupby(shown, lambda node: isinstance(node, n.Track)):
        if are_tracks:
            yield tracks([node for node in several if isinstance(node, n.Track)], pen, width)
            continue
        for node in several:
            block = lines_of(node, pen, width)
            if block:
                yield block


def _wanted(nodes: Sequence[n.Node], pen: Pen) -> Iterator[n.Node]:
    """What is important enough, and what stands for options that nothing of that stands for."""
    there = {option for node in nodes if _rank(node) <= pen.rank for stand in stands(node) for option in stand.options}
    for node in nodes:
        if _rank(node) <= pen.rank or not there.issuperset(
            option for stand in stands(node) for option in stand.options
        ):
            yield node


def _rank(node: n.Node) -> int:
    return node.rank if isinstance(node, n.Group) else 1


def lines_of(node: n.Node, pen: Pen, width: int) -> Block:
    """A node, drawn."""
    match node:
        case n.Line():
            return packed([pen.spans(part) for part in node.parts], width)
        case n.Prose():
            return wrap(Text(node.text), width)
        case n.Table():
            return table(node, pen, width)
        case n.Cards():
            return cards(node, pen, width)
        case n.Track():
            return tracks([node], pen, width)
        case n.Board():
            return board(node, pen, width)
        case n.Group():
            return _group(node, pen, width)
    assert_never(node)


def _group(node: n.Group, pen: Pen, width: int) -> Block:
    """Several things under a title; what takes one line stands behind it."""
    if node.beside:
        blocks = [block for each in node.items if (block := stacked((each,), pen, width))]
        if pen.airy and len(blocks) > 1 and sum(map(widest, blocks)) + len(GAP) * (len(blocks) - 1) > width:
            blocks = [block for each in node.items if (block := stacked((each,), pen.with_(airy=False), width))]
        inner = beside(blocks, width)
    else:
        inner = stacked(node.items, pen, width)
    if not node.title or not inner or (pen.tight and pen.rank < 2 and isinstance(node.items[0], n.Board)):
        return inner  # a board is worth more than the line above it
    title = Text(node.title, "bold" if len(inner) > 1 else "dim")
    if len(inner) == 1 and title.cell_len + 1 + inner[0].cell_len <= width:
        return [title.append(" ").append_text(inner[0])]
    return [*wrap(title, width), *inner]
