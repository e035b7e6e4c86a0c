"""Which panels are shown with how much detail, so that all fit into the lines there are.

What the question is about comes first, then what has a lower rank. Each panel is first given its line; then what the question is
about as much as it can have without texts, even if others have no line then; then all others more and more in turn. Texts of cards
come last. It is laid out for what panels usually take, not for what stands there now; but where something could not be seen then
that stands for an option, its panel gets what that needs before any other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from rich.text import Text

from ruleset_core.terminal.frame import Band, Framed
from ruleset_core.terminal.panels import CHOICES, LINE, SHORT, WITHOUT_TEXTS, Kind, drawn_in
from ruleset_core.terminal.sizes import Sizes

HEAD: Final = 1
"""Lines that a row of panels takes besides what it holds."""
CUT: Final = 3
"""The least lines of a panel that is cut off."""


class Fitted:
    """Panels of a kind and how they are drawn. `floor`: the least of it that may be drawn."""

    def __init__(self, kind: Kind, sizes: Sizes) -> None:
        self.kind = kind
        self.level = self.floor = LINE
        self.keep = 0
        """So many lines are left of it, 0 for all."""
        self._sizes = sizes
        self._wanted: frozenset[int] = frozenset()

    def bands(self) -> list[Band]:
        """What is drawn at its level, in the lines that are kept free for it."""
        rooms = self._sizes.of(self.kind, self.level)
        found: list[Band] = [
            [_of(panel, high) for panel in band] for band, high in zip(self.kind.at(self.level), rooms, strict=True)
        ]
        if not self.keep:
            return found
        left, kept = self.keep, list[Band]()
        for band, high in zip(found, rooms, strict=True):
            if left <= HEAD:
                break
            kept.append([_of(panel, min(high, left - HEAD)) for panel in band])
            left -= HEAD + high
        return kept

    def lines(self, level: int) -> int:
        """How many lines are kept free for it at a level."""
        return sum(HEAD + high for high in self._sizes.of(self.kind, level))

    def outgrown(self) -> bool:
        """Whether it needs more lines at its level than were kept free; the next time they are."""
        return self._sizes.outgrown(self.kind, self.level)

    def is_whole(self) -> bool:
        """Whether nothing is left out."""
        return not self.keep and self.kind.is_whole(self.level)

    def want(self, options: frozenset[int]) -> None:
        """See to it that the things of some options are drawn, in the fewest lines that do; listed by name only where there is no other way."""
        self._wanted = options
        levels = [level for level in range(SHORT, -1, -1) if self._shows(level)] if options else []
        self.floor = min(levels, key=self.lines, default=CHOICES if options else LINE)

    def least(self) -> int:
        """The lines it needs if the question is about it."""
        return self.lines(min(self.floor, SHORT))

    def seen(self) -> frozenset[int]:
        """The options of which one sees the thing."""
        if not self.keep:
            return self.kind.drawn(self.level)
        return drawn_in(line for band in self.bands() for panel in band for line in panel.lines)

    def is_seen(self) -> bool:
        """Whether all things that are wanted are drawn."""
        return self._wanted <= self.seen()

    def grown(self, best: int, left: int) -> int:
        """Give it the most detail it can have down from a level; the lines that are left then."""
        now = self.lines(self.level)
        for level in range(best, min(self.level, CHOICES)):
            if self.lines(level) <= now + left and self._shows(level):
                self.level = level
                return left + now - self.lines(level)
        return left

    def _shows(self, level: int) -> bool:
        return self._wanted <= self.kind.drawn(level) if self._wanted else True


def fitted(bands: Sequence[Fitted], height: int) -> list[Fitted]:
    """Those that are shown, each at a level with which all fit into so many lines."""
    while True:
        shown = _fitted(bands, height)
        if not [each for each in shown if each.outgrown()]:
            return shown


def least(bands: Sequence[Fitted]) -> int:
    """The lines in which one sees at least what the question is about."""
    first = _first(bands)
    for each in first[:1]:
        each.level = SHORT
        each.outgrown()
    return first[0].least() + sum(each.lines(each.floor) for each in first[1:])


def _first(bands: Sequence[Fitted]) -> list[Fitted]:
    """What the question is about; where nothing says it, what stands for its options."""
    return (
        [each for each in bands if each.kind.about]
        or [each for each in bands if each.floor < LINE or each.kind.options]
        or [*bands[:1]]
    )


def _fitted(bands: Sequence[Fitted], height: int) -> list[Fitted]:
    for each in bands:
        each.want(frozenset())
    shown = _laid(bands, height)
    options = [each.kind.options for each in bands]
    unseen = frozenset[int]().union(*options) - frozenset[int]().union(*(each.seen() for each in shown))
    if not unseen:
        return shown
    for each in bands:
        if each.kind.options & unseen:
            each.want(each.kind.options)
            unseen -= each.kind.options
    while True:
        shown = _laid(bands, height)
        lost = [each for each in bands if each not in shown and each.floor < LINE]
        if lost:  # what it needs there is no room for: a line of it, and of others, is better than none
            lost[-1].want(frozenset())
            continue
        over = [each for each in shown if each.keep and not each.is_seen() and each.floor < CHOICES]
        if not over:
            return shown
        over[-1].floor = CHOICES


def _laid(bands: Sequence[Fitted], height: int) -> list[Fitted]:
    shown = [*bands]
    for each in shown:
        each.level, each.keep = each.floor, 0
    first = _first(shown)
    needed = [each for each in shown if each in first or each.floor < LINE]
    whole = next((several for several in (first, first[:1]) if _least(needed, several) <= height), [])
    while len(shown) > 1 and _least(shown, whole) > height:
        last = next((each for each in reversed(shown) if each.floor == LINE and each not in first), shown[-1])
        shown.remove(last)
    left = height - sum(each.lines(each.level) for each in shown)
    first = [each for each in shown if each in first or each.floor < LINE]
    passes: list[tuple[Collection[Fitted], int]] = [(whole, WITHOUT_TEXTS), (first, WITHOUT_TEXTS), (shown, SHORT)]
    for several, best in [*passes, *((shown, level) for level in (4, 3, 2, 1, 0))]:
        for each in several:
            left = each.grown(best, left)
    for each in shown:
        need = each.lines(each.level)
        if each.level == LINE and left >= CUT - 1 and need < each.lines(SHORT) <= 2 * (need + left):
            each.level, each.keep = SHORT, need + left
            left = 0
    if left < 0:
        shown[-1].keep = max(shown[-1].lines(shown[-1].level) + left, HEAD + 1)
    return shown


def _least(shown: Sequence[Fitted], whole: Collection[Fitted]) -> int:
    """The least lines that panels take if some of them are `whole`: what the question is about is worth more than a line of others."""
    return sum(each.least() if each in whole else each.lines(each.floor) for each in shown)


def _of(panel: Framed, lines: int) -> Framed:
    """A panel in so many lines: filled up with empty ones, or cut off; lines in which nothing stands for an option go first."""
    over = len(panel.lines) - lines
    if over <= 0:
        return replace(panel, lines=[*panel.lines, *[Text()] * -over])
    idle = [at for at, line in enumerate(panel.lines) if not drawn_in([line])]
    left_out = {*idle[-over - 1 :]} if over < len(idle) else {*range(lines - 1, len(panel.lines))}
    kept = [line for at, line in enumerate(panel.lines) if at not in left_out]
    return replace(panel, lines=[*kept, Text("…", "dim")])


__all__ = ["Fitted", "fitted", "least"]
