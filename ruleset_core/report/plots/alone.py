"""Plots as a picture of their own: one below the other, with titles, and with all that says how they look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core.drawing.style import FONT
from ruleset_core.drawing.svg import add
from ruleset_core.report.style import plots as rules

from .frame import LABEL, SMALL, cut, picture, text

__all__ = ["alone"]

EDGE: Final = 16.0
HEAD: Final = 26.0
"""Room around plots, and for the title of each."""


def alone(title: str, plots: Sequence[tuple[str, ET.Element]], note: str = "") -> str:
    """A picture that needs nothing else.

    Args:
        title: of all of it.
        plots: each with its title.
        note: what is said below.
    """
    width = max(float(plot.get("width", 0)) for _, plot in plots)
    places, top = [], EDGE + LABEL + 14
    for _, plot in plots:
        places.append(top)
        top += HEAD + float(plot.get("height", 0))
    whole = picture(width + 2 * EDGE, top + (SMALL + EDGE if note else 0) + EDGE / 2)
    whole.set("aria-label", title)
    add(whole, "style", "\n".join([rules(), f".plot{{font-family:{FONT}}}", ".paper{fill:var(--paper)}"]))
    add(whole, "rect", width="100%", height="100%", class_="paper")
    text(whole, cut(title, width, LABEL + 2), EDGE, EDGE + LABEL, size=LABEL + 2, kind="name")
    for (name, plot), place in zip(plots, places, strict=True):
        text(whole, cut(name, width), EDGE, place + LABEL + 2, size=LABEL, kind="name")
        plot.set("x", str(EDGE))
        plot.set("y", str(place + HEAD))
        whole.append(plot)
    if note:
        text(whole, cut(note, width, SMALL), EDGE, top + SMALL, kind="soft")
    return ET.tostring(whole, encoding="unicode") + "\n"
