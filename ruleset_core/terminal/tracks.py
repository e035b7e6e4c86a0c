"""Tracks: what is used, what is there, what is still free."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from ruleset_core.scenes import nodes as n
from ruleset_core.terminal import inks
from ruleset_core.terminal.flow import cut, packed, padded, widest
from ruleset_core.terminal.pen import Pen
from ruleset_core.terminal.words import say

LONGEST: Final = 60
"""Longer tracks are told in numbers."""
USED, HELD = "×", "●"


def tracks(nodes: Sequence[n.Track], pen: Pen, width: int) -> list[Text]:
    """Tracks below each other, their names and numbers in columns."""
    if pen.tight:
        return packed([_brief(each, pen) for each in nodes], width)
    names = [_name(each, pen) for each in nodes]
    ways = [_way(each) for each in nodes]
    told = [_told(each, pen) for each in nodes]
    after = [pen.spans(each.after) for each in nodes]
    first, middle, number = widest(names), widest(ways), widest(told)
    drawn = first + middle + number + widest(after) + 6 <= width
    found = []
    for name, way, said, rest in zip(names, ways, told, after, strict=True):
        line = padded(name, first).append("  ")
        if drawn and middle:
            line.append_text(padded(way, middle)).append("  ")
        line.append_text(padded(said, number)).append("  ").append_text(rest)
        line.rstrip()
        found.append(cut(line, width))
    return found


def _brief(track: n.Track, pen: Pen) -> Text:
    """A track in numbers alone: several share a line."""
    parts = (_name(track, pen), _told(track, pen), pen.spans(track.after))
    return Text(" ").join(part for part in parts if part)


def _name(track: n.Track, pen: Pen) -> Text:
    said = inks.letter(track.colour, pen.lang)
    return Text(f"{said} {track.name}".strip(), inks.style(track.colour))


def _way(track: n.Track) -> Text:
    """A sign for each space, in groups."""
    if track.value is None or track.to is None or track.to <= 0 or max(track.to, track.value) > LONGEST:
        return Text()
    held = track.value if track.held is None else min(track.held, track.value)
    ends, at = set[int](), 0
    for size in track.groups:
        at += size
        ends.add(at)
    line = Text()
    for place in range(max(track.to, track.value)):
        if place in ends:
            line.append(" ")
        if place < track.value - held:
            line.append(USED, "dim")
        elif place < track.value:
            line.append(HELD, inks.style(track.colour))
        else:
            line.append(inks.EMPTY, "dim")
    return line


def _told(track: n.Track, pen: Pen) -> Text:
    value = "?" if track.value is None else str(track.value)
    line = Text(value if track.to is None else f"{value}/{track.to}")
    if track.held is not None:
        line.append(f"  {say('left', pen.lang, track.held)}")
    return line
