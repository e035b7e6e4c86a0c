"""A scene in a terminal: drawn into the columns and lines there are, or told to be read from top to bottom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from rich.text import Text

from ruleset_core.scenes import nodes as n
from ruleset_core.terminal import linear
from ruleset_core.terminal.fit import Fitted, Sizes, fitted
from ruleset_core.terminal.flow import wrap
from ruleset_core.terminal.frame import frame
from ruleset_core.terminal.pen import Pen
from ruleset_core.terminal.words import say

NARROWEST = 20
LOWEST = 3


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
        sizes: how large panels have been so far, so that they do not jump; kept by who draws again and again.
        only: these panels alone.

    """
    pen = Pen(scene.lang, keys or {}, scene.players)
    panels = scene.panels if only is None else only
    width = max(width, NARROWEST)
    if plain:
        head = [scene.title, _turn(scene)] if only is None else []
        said = [
            *filter(None, head),
            *(line for panel in panels for line in linear.told(panel, pen)),
        ]
        return _joined([row for line in said for row in wrap(Text(line), width)])
    bands = [
        Fitted([*several], pen, width, sizes or Sizes())
        for _, several in groupby(panels, lambda panel: (panel.id, panel.about))
    ]
    if height is None:
        for each in bands:
            each.level = 0
        return _joined(frame([band for each in bands for band in each.bands()], width, turn=_turn(scene)))
    shown = fitted(bands, max(height, LOWEST) - 1)
    missing = [each for each in bands if each not in shown or not each.is_whole()]
    return _joined(frame([band for each in shown for band in each.bands()], width, _more(missing, scene), _turn(scene)))


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
        for panel in each.panels
    ]
    word = "tablero" if scene.lang == "es" else "board"
    return say("more", scene.lang, " · ".join(f"{word} {name}" for name in dict.fromkeys(names))) if names else ""


def _joined(lines: Sequence[Text]) -> Text:
    whole = Text("\n").join(lines)
    whole.no_wrap = True
    return whole
