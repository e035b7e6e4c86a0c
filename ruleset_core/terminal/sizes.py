"""How many lines panels take in the course of a game, so that they keep their places from turn to turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from ruleset_core.scenes import nodes as n
from ruleset_core.terminal.panels import CHOICES, Kind, kinds
from ruleset_core.terminal.pen import Pen, stands

FEW: Final = 12
"""Up to so many options have a key at their thing."""
_KEY: Final = "12"
"""As wide as keys are."""


class Sizes:
    """The lines to keep free for panels: as many as they have taken so far, and took in a game that was played before.

    Who draws again and again keeps it. `usual`: what the same viewer sees at some moments of a game like this one.
    """

    def __init__(self, usual: Sequence[n.Scene] = ()) -> None:
        self._usual = usual
        self._rehearsed: dict[int, list[dict[str, Kind]]] = {}
        self._most: dict[tuple[str, int, int], list[int]] = {}
        self._absent: list[n.Panel] | None = None

    def of(self, kind: Kind, level: int) -> list[int]:
        """The lines of each row of panels at a level."""
        if level >= CHOICES:
            return kind.heights(level)
        key = kind.id, kind.width, level
        if key not in self._most:
            self._most[key] = _largest(
                *(each[kind.id].heights(level) for each in self._at(kind.width) if kind.id in each)
            )
        if len(self._most[key]) < kind.rows or not self._usual:
            self.outgrown(kind, level)
        return self._most[key][: kind.rows]

    def outgrown(self, kind: Kind, level: int) -> bool:
        """Whether panels take more lines now than they ever did; from now on these are kept free."""
        if level >= CHOICES:
            return False
        key = kind.id, kind.width, level
        before = self._most.get(key, [])
        self._most[key] = _largest(before, kind.heights(level))
        return self._most[key] != before

    def with_absent(self, panels: Sequence[n.Panel]) -> list[n.Panel]:
        """Panels with those that are usually there but not now, because there is nothing to show: they keep their places."""
        there = {(panel.id, panel.seat) for panel in panels}
        if self._absent is None:
            self._absent = [*_usually(self._usual)]
        order = {(panel.id, panel.seat): place for place, panel in enumerate(self._absent)}
        found = [*panels, *(panel for panel in self._absent if (panel.id, panel.seat) not in there)]
        if len(found) == len(panels):
            return found
        return sorted(found, key=lambda panel: (not panel.about, panel.rank, order.get((panel.id, panel.seat), -1)))

    def _at(self, width: int) -> list[dict[str, Kind]]:
        """The panels of the game before, in so many columns."""
        if width not in self._rehearsed:
            self._rehearsed[width] = [
                {kind.id: kind for kind in kinds(each.panels, _pen(each), width)} for each in self._usual
            ]
        return self._rehearsed[width]


def _largest(*several: Sequence[int]) -> list[int]:
    """The largest of each place."""
    return [max(each) for each in zip_longest(*several, fillvalue=0)]


def _usually(scenes: Sequence[n.Scene]) -> Iterator[n.Panel]:
    """Panels that are there in at least half of some scenes, always under the same title; without what they show."""
    fullest = max(scenes, key=lambda each: len(each.panels), default=None)
    for panel in fullest.panels if fullest is not None else ():
        titles = [
            each.title for scene in scenes for each in scene.panels if (each.id, each.seat) == (panel.id, panel.seat)
        ]
        if 2 * len(titles) >= len(scenes) and len({*titles}) == 1:
            yield replace(panel, about=False, show=(), short=None, note="")


def _pen(scene: n.Scene) -> Pen:
    """A pen with keys as wide as those that will be typed."""
    options = {option for panel in scene.panels for stand in stands(panel.show) for option in stand.options}
    keys = dict.fromkeys(options, _KEY) if len(options) <= FEW else {}
    return Pen(scene.lang, keys, scene.players)
