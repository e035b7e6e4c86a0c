"""Spans as styled text: names, signs, colours, keys; wrapping and columns; what each piece of text stands for when one points at it.

Marks say what stands on a place of a board in as few characters as can be told apart; cells have the letters of columns and the numbers of rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final, Self

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.look.laid_shapes import picture_in_dots
from ruleset_core.view.scene.scene_items import CHARACTERS as SIGNS
from ruleset_core.view.scene.scene_items import COLOURS, colour_letter, colour_name, seat_mark, sign_letter, sign_name
from ruleset_core.view.terminal.answer_keys import NO_KEYS, AnswerKeys

__all__ = [
    "COLOURS", "CUT", "EMPTY", "GAP", "MANY", "SIGNS", "STYLES", "TextPen", "blocks_beside", "colour_letter",
    "colour_name", "cut_line", "has_options", "merge_blocks", "pack_parts", "pad_line", "panel_pointer", "point_at",
    "pointer_style", "pointers", "sign_name", "style_of", "things_with_options", "widest_line", "wrap_text",
]  # fmt: skip


# Colours and signs by name, as a terminal shows them. What a colour says is said by a letter as well.

STYLES: Final = {
    "red": "bold red",
    "yellow": "bold dark_goldenrod",
    "white": "bold",
    "blue": "bold dodger_blue2",
    "green": "bold green",
    "black": "bold grey50",
    "pink": "bold magenta",
    "purple": "bold medium_purple",
    "orange": "bold dark_orange",
    "brown": "bold orange4",
    "grey": "grey50",
    "gold": "bold gold3",
}
"""Middle tones that read on dark and light terminals; white is the terminal's own colour in bold."""

EMPTY: Final = "·"


def style_of(colour: str, kind: str = "") -> str:
    """The style of a colour, or of what stands out or back."""
    found = STYLES.get(colour, "")
    return f"{found} {kind}".strip() if kind and kind not in found else found


# What one points at: each thing that is drawn carries in its style what it is and which options it stands for.
#
# Styles of rich have room for plain data that no terminal shows (`Style.meta`). Where things lie within each other it
# is laid over each other:
#
# - `thing`: the identity of the innermost thing;
# - `options`, `goals`: the options of the innermost thing that stands for some, alone or as the first of a pair, and where it is the
#   second; `identity` is that thing's. All three are missing where nothing stands for any.

_KEPT: Final = 4096


def point_at(text: Text, stand: scenes.SceneTarget | None) -> Text:
    """The same text, which stands for a thing from now on; things within it keep what they stand for."""
    if stand is not None and text:
        text.stylize_before(pointer_style(stand))
    return text


def pointer_style(stand: scenes.SceneTarget) -> Style:
    """The style of whatever is drawn of a thing. It looks like nothing."""
    return _pointer(stand.identity, stand.options, stand.goals)


@lru_cache(maxsize=_KEPT)
def _pointer(identity: str, options: tuple[int, ...], goals: tuple[int, ...]) -> Style:
    if not (options or goals):
        return Style(meta={"thing": identity})
    return Style(meta={"thing": identity, "identity": identity, "options": options, "goals": goals})


def panel_pointer(panel: scenes.ScenePanel, level: int) -> Style:
    """The style of the title of a panel: its id, whose it is, and with how much detail it is drawn (0: all there is)."""
    return Style(meta={"panel": panel.id, "seat": panel.seat, "level": level})


def pointers(text: Text) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """All stretches of a drawing that stand for something, where each begins, and what was said of it."""
    for span in text.spans:
        if isinstance(span.style, Style) and span.style.meta:
            yield text.plain[span.start : span.end], span.start, span.style.meta


# How spans become text: names, signs, colours, and what to type for a thing.

GAP: Final = "   "
MANY: Final = 8
"""More equal signs than this are told by number."""
_STYLES: Final = {"text": "dim", "seat": ""}
"""How a terminal shows styles that are none of its own."""

"""In these stands nothing."""


@dataclass(frozen=True, slots=True)
class TextPen:
    """With how much detail something is drawn.

    Attributes:
        lang: the viewer's language.
        keys: what to type for options.
        players: what the players are called.
        texts: whether what cards say is shown.
        airy: whether blocks are set apart, grids ruled and dice drawn.
        rank: the highest rank of nodes and columns that is shown.
        tight: whether what says nothing is left out.
        said: colours that are said already, so that no letter says them.
        boards: boards that were drawn already, by node, columns, airy and texts; most levels of detail draw them alike.
    """

    lang: str
    keys: AnswerKeys = NO_KEYS
    players: tuple[str, ...] = ()
    texts: bool = True
    airy: bool = True
    rank: int = 9
    tight: bool = False
    said: frozenset[str] = frozenset()
    boards: dict[tuple[int, int, bool, bool, bool], tuple[scenes.SceneBoard, list[Text], list[Text]]] = field(
        default_factory=dict
    )

    def with_(self, **changed: bool | int | frozenset[str]) -> Self:
        """The same pen with other details."""
        return replace(self, **changed)  # type: ignore[arg-type]

    def key(self, stand: scenes.SceneTarget | None) -> str:
        """What to type for a thing; empty where there is nothing."""
        return self.keys.at(stand)

    def keyed(self, stand: scenes.SceneTarget | None) -> Text:
        """The key of a thing before it, nothing where there is none."""
        key = self.key(stand)
        return Text(f"[{key}] ", "bold cyan") if key else Text()

    def spans(self, spans: Iterable[scenes.TextSpan], *, keys: bool = True) -> Text:
        """Spans one behind the other; names of things that stand beside each other are kept apart."""
        line = Text()
        before = None
        for span in spans:
            if span.style == "text" and not self.texts:
                continue
            if before is not None and not span.close and _apart(before, span):
                line.append(" ")
            joined = span.close and not (before is not None and _is_gap(before))
            again = joined or (before is not None and before.stand == span.stand)
            key = self.keyed(span.stand) if keys and not again else Text()
            line.append_text(point_at(Text.assemble(key, self.span(span)), span.stand))
            before = span
        return line

    def span(self, span: scenes.TextSpan) -> Text:
        """A text, or signs with the letter of their colour."""
        style = style_of(span.colour, _STYLES.get(span.style, span.style))
        if span.close and self.key(span.stand):
            style = f"{style} reverse"
        if not span.sign:
            picture = picture_in_dots(span.squares)
            return Text(f"{picture} {span.text}".strip() if picture else span.text, style)
        sign = SIGNS.get(span.sign, "?")
        said = "" if span.colour in self.said else sign_letter(span.sign, span.colour, self.lang)
        if max(span.times, span.of) > MANY and not span.of:
            return Text(f"{said}{sign}×{span.times}", style)
        missing = max(span.of - span.times, 0)
        return Text.assemble((said + sign * span.times, style), (EMPTY * missing, "dim"))


def _is_gap(span: scenes.TextSpan) -> bool:
    """Whether a span sets apart what stands before and behind it."""
    return len(span.text) > 1 and span.text.isspace()


def _apart(before: scenes.TextSpan, now: scenes.TextSpan) -> bool:
    """Whether a blank is needed between two spans."""
    if before.sign and now.sign:
        return before.colour != now.colour
    ends = before.sign or before.text[-1:].strip()
    begins = now.sign or now.text[:1].strip()
    return bool(ends and begins and (before.stand or now.stand or before.sign or now.sign))


def things_with_options(node: object) -> list[scenes.SceneTarget]:
    """All in a node that stands for options."""
    return [each for each in scenes.targets_in(node) if each.options]


def has_options(node: object) -> bool:
    """Whether something in a node stands for an option."""
    return bool(things_with_options(node))


# Texts put side by side, below each other, and broken between words.

CUT: Final = "…"


def cut_line(line: Text, width: int) -> Text:
    """A line of at most so many columns; what is longer ends in `…`."""
    if line.cell_len <= width:
        return line
    short = line.copy()
    short.truncate(max(width, 1), overflow="ellipsis")
    return short


def wrap_text(text: Text, width: int) -> list[Text]:
    """A text broken between words; words that are too long are broken within."""
    if text.cell_len <= width and "\n" not in text.plain:
        return [text]
    found = []
    for line in text.split("\n", allow_blank=True):
        words, row = line.split(" "), Text()
        for word in words:
            gap = 1 if row else 0
            if row and row.cell_len + gap + word.cell_len > width:
                found.append(row)
                row, gap = Text(), 0
            row.append(" " * gap).append_text(word)
            while row.cell_len > width:
                at = _fitting(row.plain, width)
                found.append(row[:at])
                row = row[at:]
        found.append(row)
    return found


def _fitting(text: str, width: int) -> int:
    """How many characters of a text have room, one at least."""
    used = 0
    for place, char in enumerate(text):
        used += cell_len(char)
        if used > width:
            return max(place, 1)
    return len(text)


def pack_parts(parts: Sequence[Text], width: int, gap: str = GAP) -> list[Text]:
    """Parts side by side on as few lines as they need; a part is broken only where it alone is too wide."""
    lines: list[Text] = []
    for part in parts:
        if not part:
            continue
        if lines and lines[-1].cell_len + len(gap) + part.cell_len <= width:
            lines[-1].append(gap).append_text(part)
        else:
            lines += [each.copy() for each in wrap_text(part, width)]
    return lines


def pad_line(line: Text, width: int, *, right: bool = False) -> Text:
    """A line filled with blanks to a width, behind it or before."""
    room = " " * max(width - line.cell_len, 0)
    return Text(room).append_text(line) if right else line.copy().append(room)


def widest_line(lines: Sequence[Text]) -> int:
    """The width of the widest line."""
    return max((line.cell_len for line in lines), default=0)


def blocks_beside(blocks: Sequence[Sequence[Text]], width: int) -> list[Text]:
    """Blocks of lines side by side, as many as fit, the rest below."""
    lines: list[Text] = []
    strip: list[Sequence[Text]] = []
    used = 0
    for block in blocks:
        size = widest_line(block)
        if strip and used + len(GAP) + size > width:
            lines += merge_blocks(strip)
            strip, used = [], 0
        used += size + (len(GAP) if strip else 0)
        strip.append(block)
    return lines + merge_blocks(strip)


def merge_blocks(strip: Sequence[Sequence[Text]], gap: str = GAP, sizes: Sequence[int] = ()) -> list[Text]:
    """Blocks of lines as one: the first lines beside each other, the second ones, and so on."""
    sizes = sizes or [widest_line(block) for block in strip]
    lines = []
    for at in range(max((len(block) for block in strip), default=0)):
        line = Text()
        for number, (block, size) in enumerate(zip(strip, sizes, strict=True)):
            part = block[at] if at < len(block) else Text()
            last = number == len(strip) - 1
            line.append_text(part if last else pad_line(part, size)).append("" if last else gap)
        line.rstrip()
        lines.append(line)
    return lines


SHORT: Final = 3


def full_mark(spans: Iterable[scenes.TextSpan], pen: TextPen) -> Text:
    """Spans as they are, seats by their marks."""
    return Text(" ").join(point_at(_one(span, pen, short=False), span.stand) for span in spans)


def mark_lines(spans: Sequence[scenes.TextSpan], pen: TextPen) -> list[Text]:
    """Spans as the lines they stand on; what cards say goes first where there is no room for texts."""
    lines: list[list[scenes.TextSpan]] = [[]]
    for span in spans:
        if span.below and lines[-1]:
            lines.append([])
        if span.style != "text" or pen.texts:
            lines[-1].append(span)
    return [pen.spans(line) for line in lines if line]


def has_lines(spans: Iterable[scenes.TextSpan]) -> bool:
    """Whether something stands on a line of its own."""
    return any(span.below for span in spans)


def short_mark(spans: Iterable[scenes.TextSpan], pen: TextPen) -> Text:
    """Spans with letters for names."""
    return Text("").join(point_at(_one(span, pen, short=True), span.stand) for span in spans)


def _one(span: scenes.TextSpan, pen: TextPen, *, short: bool) -> Text:
    stand = span.stand
    if stand is not None and stand.family == "seat" and not span.sign:
        seat = int(stand.id.rpartition("_")[2]) if stand.id.rpartition("_")[2].isdecimal() else 0
        return Text(seat_mark(seat, len(pen.players) or 2), style_of(span.colour))
    if stand is not None and span.colour and span.text.isdecimal():  # two pieces of a number differ in colour
        letter = colour_letter(span.colour, pen.lang)
        return Text(f"{letter}{span.text}", style_of(span.colour))
    if span.sign or not short or len(span.text) <= SHORT:
        return pen.span(span)
    said = colour_letter(span.colour, pen.lang) or span.text[:1].upper()
    return Text(said, style_of(span.colour))


CELL: Final = re.compile(r"([a-z]+)([0-9]+)\Z")


def cell_names(places: Sequence[scenes.ScenePlace]) -> tuple[dict[float, str], dict[float, str]]:
    """The letter of each column and the number of each row, where the names of places are made of these."""
    columns: dict[float, str] = {}
    rows: dict[float, str] = {}
    bottom = max((place.at[1] for place in places), default=0)
    for place in places:
        found = CELL.match(place.stand.id)
        if found is None or rows.setdefault(place.at[1], found[2]) != found[2]:
            return {}, {}
        if place.at[1] == bottom:
            columns[place.at[0]] = found[1]
    return columns, rows
