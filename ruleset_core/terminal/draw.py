"""A scene in a terminal: drawn into the columns and lines there are, or told to be read from top to bottom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from rich.text import Text

from ruleset_core.scenes import nodes as n
from ruleset_core.terminal import linear
from ruleset_core.terminal.fit import Fitted, fitted, least
from ruleset_core.terminal.flow import wrap
from ruleset_core.terminal.frame import EDGES, frame
from ruleset_core.terminal.panels import kinds
from ruleset_core.terminal.pen import Pen
from ruleset_core.terminal.sizes import Sizes
from ruleset_core.terminal.words import say

NARROWEST = 20
LOWEST = 3
EDGE = 1
"""The lower edge of the frame."""
BESIDE = 6
"""Columns that two texts at an edge take for what is around and between them."""


def draw(
    scene: n.Scene,
    width: int,
    height: int | None = None,
    *,
    plain: bool = False,
    keys: Mapping[int, str] | None = None,
    sizes: Sizes | None = None,
    only: Sequence[n.Panel] | None = None,
) -> Text:
    """A scene as text.

    Args:
        scene: what a viewer sees.
        width: columns there are, at least 20.
        height: lines there are, at least 3; None for as many as it takes. What does not fit is named at the lower edge.
        plain: whether it is to be read from top to bottom: no frame, nothing drawn, whatever it takes.
        keys: what to type for options, by their numbers.
        sizes: how large panels are in the course of the game, so that they do not jump; kept by who draws again and again.
        only: these panels alone.

    """
    panels = scene.panels if only is None else only
    width = max(width, NARROWEST)
    if plain:
        pen = Pen(scene.lang, keys or {}, scene.players)
        head = [scene.title, _turn(scene)] if only is None else []
        said = [
            *filter(None, head),
            *(line for panel in panels for line in linear.told(panel, pen)),
        ]
        return _joined([row for line in said for row in wrap(Text(line), width)])
    return Sheet(scene, width, keys, sizes, only).drawn(height)


class Sheet:
    """A scene to be drawn into so many columns."""

    def __init__(
        self,
        scene: n.Scene,
        width: int,
        keys: Mapping[int, str] | None = None,
        sizes: Sizes | None = None,
        panels: Sequence[n.Panel] | None = None,
    ) -> None:
        self._scene, self._width = scene, max(width, NARROWEST)
        pen, sizes = Pen(scene.lang, keys or {}, scene.players), sizes or Sizes()
        shown = sizes.with_absent(scene.panels) if panels is None else panels
        self._bands = [Fitted(kind, sizes) for kind in kinds(shown, pen, self._width)]

    def least(self) -> int:
        """The lines in which one sees at least what the question is about."""
        return least(self._bands) + EDGE

    def drawn(self, height: int | None) -> Text:
        """The drawing in so many lines, at least 3; None for as many as it takes."""
        turn = _turn(self._scene)
        if height is None:
            whole = [band for each in self._bands for band in each.kind.at(0)]
            return _joined(frame(whole, self._width, turn=turn))
        shown = fitted(self._bands, max(height, LOWEST) - EDGE)
        missing = [each for each in self._bands if each not in shown or not each.is_whole()]
        bands = [band for each in shown for band in each.bands()]
        more = _more(missing, self._scene)
        left = self._width - EDGES - BESIDE - cell_len(more)
        told = (each.kind.in_line(left) for each in self._bands if each not in shown)
        return _joined(frame(bands, self._width, more, turn, next(filter(None, told), "")))


def _turn(scene: n.Scene) -> str:
    """The phase, and who decides, if that is told; or that the game is over."""
    if scene.over:
        return say("over", scene.lang)
    if scene.acting is None:
        return scene.phase
    you = f" ({say('you', scene.lang)})" if scene.acting == scene.viewer else ""
    phase = f", {scene.phase}" if scene.phase else ""
    return f"{scene.players[scene.acting]}{you} {say('decides', scene.lang)}{phase}"


def _more(missing: Sequence[Fitted], scene: n.Scene) -> str:
    """The commands that show what is left out."""
    names = [
        panel.id if panel.seat is None or panel.seat == scene.viewer else scene.players[panel.seat]
        for each in missing
        for panel in each.kind.panels
    ]
    word = "tablero" if scene.lang == "es" else "board"
    return say("more", scene.lang, " · ".join(f"{word} {name}" for name in dict.fromkeys(names))) if names else ""


def _joined(lines: Sequence[Text]) -> Text:
    whole = Text("\n").join(lines)
    whole.no_wrap = True
    return whole
