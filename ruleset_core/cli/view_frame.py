"""What views of games draw alike: framed panels, the colours of players, a family of colours, words in two languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rich.box import ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from ruleset_core.cli.view_kit import linear
from ruleset_core.cli.view_names import Names

# Middle tones that read on dark and light terminals; white is the terminal's own colour in bold.
YELLOW: Final = "bold dark_goldenrod"
WHITE: Final = "bold"
RED: Final = "bold red"
_SEATS: Final = ("bold cyan", "bold magenta", "bold green", "bold blue")


def seat_style(seat: int) -> str:
    """The style of a player's number and marks."""
    return _SEATS[seat % len(_SEATS)]


def spoken(words: Mapping[str, tuple[str, str]]) -> Callable[[str, str], str]:
    """A function that gives one of these words in a language: English stands first, then Spanish."""

    def word(key: str, lang: str) -> str:
        return words[key][1 if lang == "es" else 0]

    return word


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of cards, dice or citizens."""

    id: str
    name: str
    style: str

    @property
    def letter(self) -> str:
        """The initial that stands for the colour, so that it can be told without colours."""
        return self.name[0].upper()


def colours_of(names: Names, family: str, styles: Sequence[str]) -> dict[str, Colour]:
    """The members of a set that are colours, in the declared order, drawn in these styles."""
    members = names.members(family)
    return {
        each: Colour(each, names.of(family, each), styles[place % len(styles)]) for place, each in enumerate(members)
    }


def stacked(blocks: Sequence[Sequence[Text]]) -> Text:
    """Blocks of lines below each other, with an empty line between them; empty blocks leave none."""
    lines: list[Text] = []
    for block in blocks:
        lines += ([Text("")] if lines and block else []) + list(block)
    return Text("\n").join(lines)


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
