"""Panels of a kind, drawn with more or less detail: those of all players stand beside each other where there is room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import Final

from rich.text import Text

from ruleset_core.scenes import nodes as n
from ruleset_core.terminal import inks, linear
from ruleset_core.terminal.flow import cut, packed
from ruleset_core.terminal.frame import Band, Framed, room
from ruleset_core.terminal.nodes import lines_of, stacked
from ruleset_core.terminal.pen import Pen, offered, stands
from ruleset_core.terminal.pointing import panel_pointer, pointed, pointers
from ruleset_core.terminal.tables import in_line

LEVELS: Final[tuple[dict[str, bool | int], ...]] = (
    {},
    {"airy": False},
    {"texts": False},
    {"texts": False, "airy": False},
    {"texts": False, "airy": False, "tight": True, "rank": 3},
    {"texts": False, "airy": False, "tight": True, "rank": 1},
)
"""How much is shown, from all to least."""
WITHOUT_TEXTS: Final = 3
SHORT: Final = 5
CHOICES: Final = 6
"""What can be chosen there, and nothing else."""
LINE: Final = 7
"""The last level: one line."""
_ENDLESS: Final = 1000
"""Columns of what is cut off afterwards."""
SIDE: Final = 36
"""The least columns of panels beside each other."""


class Kind:
    """Panels with one id."""

    def __init__(self, panels: Sequence[n.Panel], pen: Pen, width: int) -> None:
        self.panels = panels
        self.id = panels[0].id
        self.about = any(panel.about for panel in panels)
        self.width = width
        self._pen = pen
        self._drawn: dict[int, list[Band]] = {}

    @cached_property
    def options(self) -> frozenset[int]:
        """The options for which something stands in it."""
        return frozenset(option for panel in self.panels for stand in stands(panel.show) for option in stand.options)

    @cached_property
    def has_map(self) -> bool:
        """Whether places of a board stand for options."""
        return any(offered(board) for panel in self.panels for board in _boards(panel.show))

    @cached_property
    def has_texts(self) -> bool:
        """Whether some of it is shown only where there is room for texts."""
        return any(_has_texts(panel.show) for panel in self.panels)

    def at(self, level: int) -> list[Band]:
        """The panels as they are drawn at a level, those in a row beside each other."""
        if level < 2 and not self.has_texts:
            level += 2
        if level not in self._drawn:
            many = self._beside()
            made = [self._panel(panel, level, room(self.width, many)) for panel in self.panels]
            self._drawn[level] = [made[at : at + many] for at in range(0, len(made), many)]
        return self._drawn[level]

    @property
    def rows(self) -> int:
        """How many rows of panels beside each other it takes."""
        return -(-len(self.panels) // self._beside())

    def heights(self, level: int) -> list[int]:
        """The lines that each row of panels takes at a level, without those of the frame."""
        return [max(len(panel.lines) for panel in band) for band in self.at(level)]

    def drawn(self, level: int) -> frozenset[int]:
        """The options of which one sees the thing at a level. The name of a place does not say where it lies."""
        if not self.options or (level >= CHOICES and self.has_map):
            return frozenset()
        return drawn_in(line for band in self.at(level) for panel in band for line in panel.lines)

    def is_whole(self, level: int) -> bool:
        """Whether nothing is left out at a level."""
        return level < WITHOUT_TEXTS - 1 or (level <= WITHOUT_TEXTS and not self.has_texts)

    def _beside(self) -> int:
        """How many stand beside each other."""
        return next((many for many in range(len(self.panels), 1, -1) if room(self.width, many) >= SIDE), 1)

    def _panel(self, panel: n.Panel, level: int, width: int) -> Framed:
        if level == LINE:
            lines = self._line(panel, width)
        elif level == CHOICES:
            lines = packed(self._choices(panel), width) or [Text()]
        else:
            pen = self._pen.with_(**LEVELS[level])
            short = stacked(panel.short, pen, width) if level == SHORT and panel.short is not None else []
            lines = (
                short or stacked(panel.show, pen, width) or [Text(inks.EMPTY, "dim")]
            )  # a short form may say nothing
        lines = [cut(line, width) for line in lines]
        return Framed(panel.title, panel.note, panel.about, lines, panel_pointer(panel, level))

    def _choices(self, panel: n.Panel) -> list[Text]:
        """What can be chosen, by name."""
        there = dict.fromkeys(stand for stand in stands(panel.show) if stand.name)
        return [pointed(Text.assemble(self._pen.keyed(stand), (stand.name, "bold")), stand) for stand in there]

    def in_line(self, width: int) -> str:
        """How the players stand, if it says that, in so many columns."""
        tables = (node for panel in self.panels for node in panel.show if isinstance(node, n.Table))
        return next(filter(None, (in_line(each, self._pen, width) for each in tables)), "")

    def _line(self, panel: n.Panel, width: int) -> list[Text]:
        """A panel in one line: what can be chosen there, or else how the players stand, or what it says first."""
        found = packed(self._choices(panel), width)
        if found:
            return found[:1]
        pen = self._pen.with_(**LEVELS[SHORT])
        forms = (
            [text for node in form or () for text in _brief(node, pen, width)] for form in (panel.short, panel.show)
        )
        said = next(filter(None, forms), [])
        return [Text(" · ", "dim").join(said) if said else Text(inks.EMPTY, "dim")]


def _brief(node: n.Node, pen: Pen, width: int) -> list[Text]:
    """What a node says, in a row: signs as signs, dice by colour and pips, players side by side, other tables as sentences."""
    if isinstance(node, n.Table) and (standing := in_line(node, pen, width)):
        return [Text(standing, "dim")]
    if isinstance(node, n.Line | n.Cards):
        return lines_of(node, pen, _ENDLESS)
    if isinstance(node, n.Group) and not node.title:
        return [text for each in node.items for text in _brief(each, pen, width)]
    return [Text(line, "dim") for line in linear.lines_of(node, pen) if line]


def drawn_in(lines: Iterable[Text]) -> frozenset[int]:
    """The options of which the things stand in some lines."""
    return frozenset(option for line in lines for _, _, said in pointers(line) for option in said.get("options", ()))


def kinds(panels: Sequence[n.Panel], pen: Pen, width: int) -> Iterator[Kind]:
    """Panels by what they are of, in their order."""
    for _, several in groupby(panels, lambda panel: (panel.id, panel.about)):
        yield Kind([*several], pen, width)


def _boards(nodes: Sequence[n.Node]) -> Iterator[n.Board]:
    for node in nodes:
        if isinstance(node, n.Board):
            yield node
        elif isinstance(node, n.Group):
            yield from _boards(node.items)


def _has_texts(node: object) -> bool:
    """Whether a part of a scene holds what goes first where there is little room: texts of cards, lines within places."""
    if isinstance(node, tuple):
        return any(map(_has_texts, node))
    match node:
        case n.Span():
            return node.style == "text" or node.below
        case n.Card():
            return bool(node.text) or _has_texts(node.facts) or _has_texts(node.under)
        case n.Cards():
            return _has_texts(node.cards)
        case n.Table():
            return any(_has_texts(row.cells) for row in node.rows)
        case n.Line():
            return _has_texts(node.parts)
        case n.Board():
            return any(_has_texts(place.what) for place in node.places)
        case n.Group():
            return _has_texts(node.items)
    return False
