"""Which panels are shown with how much detail, so that all fit into the lines there are.

What the question is about comes first, then what has a lower rank. Each panel is first given its line; then what the
question is about as much as it can have without texts, even if others have no line then; then all others more and more in turn. Texts of cards come last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rich.text import Text

from ruleset_core.scenes import nodes as n
from ruleset_core.terminal import linear
from ruleset_core.terminal.flow import cut, packed
from ruleset_core.terminal.frame import EDGES, Band, Framed, room
from ruleset_core.terminal.nodes import stacked
from ruleset_core.terminal.pen import Pen, offered, stands
from ruleset_core.terminal.pointing import pointed

LEVELS: Final[tuple[dict[str, bool | int], ...]] = (
    {},
    {"airy": False},
    {"texts": False},
    {"texts": False, "airy": False},
    {"texts": False, "airy": False, "tight": True, "rank": 3},
    {"texts": False, "airy": False, "tight": True, "rank": 1},
)
"""How much is shown, from all to least; after them comes a line for each panel."""
WITHOUT_TEXTS: Final = 3
SHORT: Final = 5
LINE: Final = 6
"""The last level: one line."""
SIDE: Final = 36
"""The least columns of panels beside each other."""
CHOICES: Final = 3
"""The most lines that tell what can be chosen, where there is room for nothing else."""
HEAD: Final = 1
"""Lines that a band takes besides what it holds."""
CUT: Final = 3
"""The least lines of a panel that is cut off."""


@dataclass
class Sizes:
    """The most lines that panels have taken so far, by level: what has been as large may be as large again.

    Who draws again and again keeps it, so that panels do not jump from turn to turn.
    """

    seen: dict[tuple[str, int, int], int] = field(default_factory=dict)

    def at_least(self, panel: str, width: int, level: int, lines: int) -> int:
        """The lines to keep free for a panel."""
        found = max(self.seen.get((panel, width, level), 0), lines)
        self.seen[panel, width, level] = found
        return found


class Fitted:
    """Panels of a kind that stand beside each other where there is room, and how they are drawn."""

    def __init__(self, panels: Sequence[n.Panel], pen: Pen, width: int, sizes: Sizes) -> None:
        self.panels = panels
        self.level = LINE
        self.keep = 0
        """So many lines are left of it, 0 for all."""
        self._pen, self._width, self._sizes = pen, width, sizes
        self._drawn: dict[int, list[Band]] = {}
        self.offered = any(offered(panel.show) for panel in panels)
        self.about = any(panel.about for panel in panels)

    def bands(self) -> list[Band]:
        """What is drawn at its level."""
        found = self._at(self.level)
        if not self.keep:
            return found
        left, kept = self.keep, list[Band]()
        for band in found:
            if left <= HEAD:
                break
            kept.append([_shorter(panel, left - HEAD) for panel in band])
            left -= _high(kept[-1])
        return kept

    def lines(self, level: int) -> int:
        """How many lines it takes at a level, or may take."""
        high = sum(map(_high, self._at(level)))
        key = self.panels[0].id
        return high if level == LINE else self._sizes.at_least(key, self._width, level, high)

    def is_whole(self) -> bool:
        """Whether nothing is left out."""
        if self.keep or self.level > WITHOUT_TEXTS:
            return False
        pen = self._pen.with_(airy="airy" not in LEVELS[self.level])
        width = self._widths()
        now = self._at(self.level)
        before = [stacked(panel.show, pen, width) for panel in self.panels]
        return [text(panel.lines) for band in now for panel in band] == [text(each) for each in before]

    def _beside(self) -> int:
        """How many stand beside each other."""
        many = len(self.panels)
        while many > 1 and room(self._width, many) < SIDE:
            many -= 1
        return many

    def _widths(self) -> int:
        return room(self._width, self._beside())

    def _at(self, level: int) -> list[Band]:
        if level not in self._drawn:
            many, width = self._beside(), self._widths()
            made = [self._panel(panel, level, width) for panel in self.panels]
            self._drawn[level] = [made[at : at + many] for at in range(0, len(made), many)]
        return self._drawn[level]

    def _panel(self, panel: n.Panel, level: int, width: int) -> Framed:
        if level == LINE:
            lines = self._line(panel, width)
        else:
            show = panel.short if level == SHORT and panel.short is not None else panel.show
            lines = stacked(show, self._pen.with_(**LEVELS[level]), width)
        return Framed(panel.title, panel.note, panel.about, lines or [Text()])

    def _line(self, panel: n.Panel, width: int) -> list[Text]:
        """A panel in one line: what can be chosen there, in a few lines if need be, or what it says first."""
        pen = self._pen.with_(texts=False)
        told = [
            pointed(Text.assemble(pen.keyed(stand), (stand.name, "bold")), stand)
            for stand in dict.fromkeys(stands(panel.show))
            if stand.name
        ]
        if told:
            return packed(told, width)[:CHOICES]
        said = [line for node in panel.short or panel.show for line in linear.lines_of(node, pen) if line]
        return [cut(Text(" · ".join(said), "dim"), width)]


def text(lines: Sequence[Text]) -> list[str]:
    """Lines without styles."""
    return [line.plain for line in lines]


def _high(band: Band) -> int:
    return HEAD + max(len(panel.lines) for panel in band)


def _shorter(panel: Framed, keep: int) -> Framed:
    """A panel of at most so many lines."""
    if len(panel.lines) <= keep:
        return panel
    return Framed(panel.title, panel.note, panel.about, [*panel.lines[: keep - 1], Text("…", "dim")])


def fitted(panels: Sequence[Fitted], height: int) -> list[Fitted]:
    """Those that are shown, each at a level with which all fit into so many lines."""
    shown = [*panels]
    least = sum(each.lines(SHORT) for each in shown if each.about)
    while len(shown) > 1 and _least(shown, whole=least <= height) > height:
        last = next((each for each in reversed(shown) if not (each.offered or each.about)), shown[-1])
        shown.remove(last)
    left = height - sum(each.lines(LINE) for each in shown)
    first = [each for each in shown if each.about] or [each for each in shown if each.offered] or shown[:1]
    passes = [(first, WITHOUT_TEXTS), (shown, SHORT), *((shown, level) for level in (4, 3, 2, 1, 0))]
    for several, best in passes:
        for each in several:
            left = _grown(each, best, left)
    for each in shown:
        need = sum(map(_high, each.bands()))
        if each.level == LINE and left >= CUT - 1 and each.lines(SHORT) > need:
            each.level, each.keep = SHORT, need + left
            left -= sum(map(_high, each.bands())) - need
    return shown


def _least(shown: Sequence[Fitted], *, whole: bool) -> int:
    """The least lines that panels take: what the question is about is worth more than a line of others, if it can be `whole`."""
    return sum(each.lines(SHORT if whole and each.about else LINE) for each in shown)


def _grown(each: Fitted, best: int, left: int) -> int:
    """Give a panel the most detail it can have down from a level; the lines that are left then."""
    now = each.lines(each.level)
    for level in range(best, each.level):
        if each.lines(level) <= now + left:
            each.level = level
            return left + now - each.lines(level)
    return left


__all__ = ["EDGES", "Fitted", "Sizes", "fitted"]
