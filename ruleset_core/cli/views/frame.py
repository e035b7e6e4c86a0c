"""What views of games draw alike: framed panels, words in two languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.box import ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from ruleset_core.cli.views.kit import linear


def spoken(words: Mapping[str, tuple[str, str]]) -> Callable[[str, str], str]:
    """A function that gives one of these words in a language: English stands first, then Spanish."""

    def word(key: str, lang: str) -> str:
        return words[key][1 if lang == "es" else 0]

    return word


def framed(body: RenderableType, title: str, width: int, note: str | None = None) -> RenderableType:
    """A panel with its title on the left above, and a note on the right below; where views are linear, without a frame."""
    title = title[:1].upper() + title[1:]
    if linear():
        return Group(*([Text(title, "bold")] if title else []), body, *([Text(note)] if note else []), Text())
    return Panel(
        body,
        title=Text(title, "bold not dim"),
        title_align="left",
        subtitle=Text(note, "dim") if note else None,
        subtitle_align="right",
        box=ROUNDED,
        border_style="dim",
        width=width,
    )
