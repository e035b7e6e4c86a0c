"""Panels: each node as lines, panels of one kind with more or less detail, all of them in one frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Final, assert_never

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from ruleset_core.formats import scene_format as scenes
from ruleset_core.messages import labelled, message
from ruleset_core.view.terminal import screen_reader, span_text
from ruleset_core.view.terminal.boards import draw_board
from ruleset_core.view.terminal.cards import draw_cards, draw_table, row_parts, standings_line
from ruleset_core.view.terminal.span_text import (
    GAP,
    TextPen,
    blocks_beside,
    cut_line,
    has_options,
    pack_parts,
    pad_line,
    panel_pointer,
    point_at,
    pointers,
    things_with_options,
    widest_line,
    wrap_text,
)

# Any node as lines of text, and nodes below each other.

LONGEST: Final = 60
"""Longer tracks are told in numbers."""
USED, HELD = "×", "●"


def draw_tracks(nodes: Sequence[scenes.SceneTrack], pen: TextPen, width: int) -> list[Text]:
    """Tracks below each other, their names and numbers in columns."""
    if pen.tight:
        return pack_parts([_track_numbers(each, pen) for each in nodes], width)
    names = [_name(each, pen) for each in nodes]
    ways = [_way(each) for each in nodes]
    told = [_track_line(each, pen) for each in nodes]
    after = [pen.spans(each.after) for each in nodes]
    first, middle, number = widest_line(names), widest_line(ways), widest_line(told)
    drawn = first + middle + number + widest_line(after) + 6 <= width
    found = []
    for name, way, said, rest in zip(names, ways, told, after, strict=True):
        line = pad_line(name, first).append("  ")
        if drawn and middle:
            line.append_text(pad_line(way, middle)).append("  ")
        line.append_text(pad_line(said, number)).append("  ").append_text(rest)
        line.rstrip()
        found.append(cut_line(line, width))
    return found


def _track_numbers(track: scenes.SceneTrack, pen: TextPen) -> Text:
    """A track in numbers alone: several share a line."""
    parts = (_name(track, pen), _track_line(track, pen), pen.spans(track.after))
    return Text(" ").join(part for part in parts if part)


def _name(track: scenes.SceneTrack, pen: TextPen) -> Text:
    said = span_text.colour_letter(track.colour, pen.lang)
    return Text(f"{said} {track.name}".strip(), span_text.style_of(track.colour))


def _way(track: scenes.SceneTrack) -> Text:
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
            line.append(HELD, span_text.style_of(track.colour))
        else:
            line.append(span_text.EMPTY, "dim")
    return line


def _track_line(track: scenes.SceneTrack, pen: TextPen) -> Text:
    value = "?" if track.value is None else str(track.value)
    line = Text(value if track.to is None else f"{value}/{track.to}")
    if track.held is not None:
        line.append(f"  {message('terminal.left', pen.lang, count=track.held)}")
    return line


# -- Any node as lines of text -----------------------------------------------------------------------------------------


Block = list[Text]


def stack_nodes(nodes: Sequence[scenes.SceneNode], pen: TextPen, width: int) -> Block:
    """Nodes below each other; where room is scarce, what takes one line shares it with others."""
    lines: Block = []
    before: Block = []
    for block in _blocks(nodes, pen, width):
        if before and pen.airy and max(len(block), len(before)) > 1:
            lines.append(Text())
        if before and not pen.airy and len(block) == len(before) == 1 and _share(lines[-1], block[0], width):
            lines[-1] = lines[-1].copy().append(GAP).append_text(block[0])
        else:
            lines += block
        before = block
    return lines


def _share(above: Text, line: Text, width: int) -> bool:
    return above.cell_len + len(GAP) + line.cell_len <= width


def _blocks(nodes: Sequence[scenes.SceneNode], pen: TextPen, width: int) -> Iterator[Block]:
    """The lines of each node that is shown; tracks that follow each other stand in columns."""
    shown = [*_wanted(nodes, pen)]
    for are_tracks, several in groupby(shown, lambda node: isinstance(node, scenes.SceneTrack)):
        if are_tracks:
            yield draw_tracks([node for node in several if isinstance(node, scenes.SceneTrack)], pen, width)
            continue
        for node in several:
            if isinstance(node, scenes.SceneBoard) and not pen.airy:
                yield from filter(None, draw_board(node, pen, width))
            elif block := node_lines(node, pen, width):
                yield block


def _wanted(nodes: Sequence[scenes.SceneNode], pen: TextPen) -> Iterator[scenes.SceneNode]:
    """What is important enough, and what stands for options that nothing of that stands for."""
    there = {
        option
        for node in nodes
        if _rank(node) <= pen.rank
        for stand in things_with_options(node)
        for option in stand.options
    }
    for node in nodes:
        if _rank(node) <= pen.rank or not there.issuperset(
            option for stand in things_with_options(node) for option in stand.options
        ):
            yield node


def _rank(node: scenes.SceneNode) -> int:
    return node.rank if isinstance(node, scenes.SceneGroup) else 1


def node_lines(node: scenes.SceneNode, pen: TextPen, width: int) -> Block:
    """A node, drawn."""
    match node:
        case scenes.SceneLine():
            return pack_parts([pen.spans(part) for part in node.parts], width)
        case scenes.Paragraph():
            return wrap_text(Text(node.text), width)
        case scenes.SceneTable():
            return draw_table(node, pen, width)
        case scenes.SceneCards():
            return draw_cards(node, pen, width)
        case scenes.SceneTrack():
            return draw_tracks([node], pen, width)
        case scenes.SceneBoard():
            drawn, legend = draw_board(node, pen, width)
            return [*drawn, *legend]
        case scenes.SceneGroup():
            return _group(node, pen, width)
    assert_never(node)


def _group(node: scenes.SceneGroup, pen: TextPen, width: int) -> Block:
    """Several things under a title; what takes one line stands behind it."""
    if node.beside:
        blocks = [block for each in node.items if (block := stack_nodes((each,), pen, width))]
        if pen.airy and len(blocks) > 1 and sum(map(widest_line, blocks)) + len(GAP) * (len(blocks) - 1) > width:
            blocks = [block for each in node.items if (block := stack_nodes((each,), pen.with_(airy=False), width))]
        inner = blocks_beside(blocks, width)
    else:
        inner = stack_nodes(node.items, pen, width)
    if not node.title or not inner or (pen.tight and pen.rank < 2 and isinstance(node.items[0], scenes.SceneBoard)):
        return inner  # a board is worth more than the line above it
    title = Text(node.title, "bold" if len(inner) > 1 else "dim")
    named = Text(labelled(node.title, "", pen.lang) + " ", "dim")  # `creel: 1   5   3`, not the first creel
    if len(inner) == 1 and named.cell_len + inner[0].cell_len <= width:
        return [named.append_text(inner[0])]
    return [*wrap_text(title, width), *inner]


# Panels below each other in one frame: a line with its title above each, its note in the line below it.

EDGES: Final = 4
"""Columns that the frame takes."""
HEAD: Final = 1
"""Lines that a row of panels takes besides what it holds."""
BETWEEN: Final = 3
"""Columns between panels that stand beside each other."""
_DIM: Final = "dim"


@dataclass(frozen=True, slots=True)
class FramedPanel:
    """A panel with its lines. `about`: the question is about it. `said`: what its title carries, for who points at it.

    `inline`: its title stands in its first line, which leaves room for it.
    """

    title: str
    note: str
    about: bool
    lines: Sequence[Text]
    said: Style = field(default_factory=Style.null)
    inline: bool = False


Band = Sequence[FramedPanel]
"""Panels beside each other."""


def panel_widths(width: int, panels: int) -> int:
    """The columns of each of so many panels beside each other."""
    return max((width - EDGES - BETWEEN * (panels - 1)) // panels, 1)


def frame_lines(bands: Sequence[Band], width: int, note: str = "", turn: str = "", told: str = "") -> list[Text]:
    """Everything in one frame; `turn` stands at its upper edge, `note` at its lower one, and what is `told` of others before it."""
    lines: list[Text] = []
    above: Band = ()
    notes: list[str] = []
    for band in bands:
        if not lines:
            lines.append(_line((), band, width, "╭╮", turn))
        elif not band[0].inline:
            lines.append(_line(above, band, width, "├┤", notes=notes))
            notes = []
        lines += _rows(band, width)
        notes += [panel.note for panel in band if panel.note]
        above = band
    lines.append(_line(above, (), width, "╰╯", note, told, notes))
    return lines


def _starts(band: Band, width: int) -> list[int]:
    """Where each panel of a band begins: the column of the line before it."""
    size = panel_widths(width, max(len(band), 1))
    return [place * (size + BETWEEN) for place in range(len(band))]


def _rows(band: Band, width: int) -> Iterator[Text]:
    size = panel_widths(width, len(band))
    for at in range(max(len(panel.lines) for panel in band)):
        titled = band[0].inline and not at
        line = _inline_title(band[0]) if titled else Text.assemble(("│ ", _DIM))
        for place, panel in enumerate(band):
            last = place == len(band) - 1
            inner = width - line.cell_len - 2 if last else size
            part = cut_line(panel.lines[at], inner) if at < len(panel.lines) else Text()
            line.append_text(pad_line(part, inner)).append(" │" if last else " │ ", _DIM)
        yield line


def _inline_title(panel: FramedPanel) -> Text:
    return Text.assemble(("├─", _DIM), _title(panel, panel.title), ("── ", _DIM))


def _title(panel: FramedPanel, text: str) -> Text:
    named = Text(f" {text} ", "bold" if panel.about else "none")
    named.stylize(panel.said)
    return named


def _line(
    above: Band, below: Band, width: int, ends: str, note: str = "", told: str = "", notes: Sequence[str] = ()
) -> Text:
    """The line between two bands: titles of what is below, or what is `told` there, `notes` of what is above.

    Where there is too little room for all, `note` stays and the others are cut.
    """
    signs = ["─"] * width
    signs[0], signs[-1] = ends[0], ends[1]
    for start in _starts(above, width)[1:]:
        signs[start] = "┴"
    for start in _starts(below, width)[1:]:
        signs[start] = "┼" if signs[start] == "┴" else "┬"
    pieces: list[tuple[int, Text]] = []
    starts = _starts(below, width)
    for start, end, panel in zip(starts, [*starts[1:], width - 1], below, strict=False):
        title = Text(panel.title)
        title.truncate(max(end - start - 5, 1), overflow="ellipsis")
        pieces.append((start + 2, _title(panel, title.plain)))
    if told:
        pieces.append((2, Text(f" {told} ")))
    used = max((at + text.cell_len for at, text in pieces), default=2)
    left = width - used - 5
    kept = f"  {note}" if note and notes else note
    others = cut_line(Text("  ".join(notes)), left - cell_len(kept))
    shown = cut_line(Text(f"{others.plain}{kept}" if others.cell_len > 1 else note), left)
    if left > 1 and shown.cell_len > 1:
        pieces.append((width - 3 - shown.cell_len - 1, Text(f" {shown.plain} ", _DIM)))
    line, column = Text(), 0
    for at, text in pieces:
        line.append("".join(signs[column:at]), _DIM).append_text(text)
        column = at + text.cell_len
    return line.append("".join(signs[column:]), _DIM)


# Panels of a kind, drawn with more or less detail: those of all players stand beside each other where there is room.

LEVELS: Final[tuple[dict[str, bool | int], ...]] = (
    {},
    {"airy": False},
    {"texts": False},
    {"texts": False, "airy": False},
    {"texts": False, "airy": False, "tight": True, "rank": 3},
    {"texts": False, "airy": False, "tight": True, "rank": 1},
)
"""How much is shown, from all to least."""
WITHOUT_TEXTS: Final = 3
SHORT: Final = 5
CHOICES: Final = 6
"""What can be chosen there, and nothing else."""
TWO_LINES: Final = 7
LINE: Final = 8
"""The last levels: two lines or one, in which the title stands too."""
INLINE: Final = 5
"""Columns that the frame takes around a title in a line, beyond what it takes around the line."""
LEAST_BESIDE_TITLE: Final = 24
"""Columns that a title leaves to the line it stands in."""
_ENDLESS: Final = 1000
"""Columns of what is cut off afterwards."""
SIDE: Final = 36
"""The least columns of panels beside each other."""


class PanelGroup:
    """Panels with one id.

    Attributes:
        own: whether something in it is of the viewer: a panel, or a row of a table of the players.
        of_others: whether all of it is of other players.
        leads: whether its title stands at the upper edge of the frame, whatever its level.
    """

    def __init__(self, panels: Sequence[scenes.ScenePanel], pen: TextPen, width: int, viewer: int) -> None:
        self.panels = panels
        self.id = panels[0].id
        self.about = any(panel.about for panel in panels)
        self.own = any(panel.seat == viewer or next(_own_rows(panel), None) for panel in panels)
        self.of_others = all(panel.seat not in {None, viewer} for panel in panels)
        self.leads = False
        self.width = width
        self._pen = pen
        self._drawn: dict[int, list[Band]] = {}

    @cached_property
    def options(self) -> frozenset[int]:
        """The options for which something stands in it."""
        return frozenset(
            option for panel in self.panels for stand in things_with_options(panel.show) for option in stand.options
        )

    @cached_property
    def has_map(self) -> bool:
        """Whether places of a board stand for options."""
        return any(has_options(board) for panel in self.panels for board in _boards(panel.show))

    @cached_property
    def has_texts(self) -> bool:
        """Whether some of it is shown only where there is room for texts."""
        return any(_has_texts(panel.show) for panel in self.panels)

    def at(self, level: int) -> list[Band]:
        """The panels as they are drawn at a level, those in a row beside each other."""
        if level < 2 and not self.has_texts:
            level += 2
        if level not in self._drawn:
            many = 1 if level >= TWO_LINES else self._beside()
            made = [self._panel(panel, level, panel_widths(self.width, many)) for panel in self.panels]
            self._drawn[level] = [made[at : at + many] for at in range(0, len(made), many)]
        return self._drawn[level]

    @property
    def rows(self) -> int:
        """How many rows of panels beside each other it takes."""
        return -(-len(self.panels) // self._beside())

    def heights(self, level: int) -> list[int]:
        """The lines that each row of panels takes at a level, without those of the frame."""
        return [max(len(panel.lines) for panel in band) for band in self.at(level)]

    def head(self, level: int) -> int:
        """The lines that the frame takes above each row of panels at a level."""
        return 0 if level >= TWO_LINES and not self.leads else HEAD

    def drawn(self, level: int) -> frozenset[int]:
        """The options of which one sees the thing at a level. The name of a place does not say where it lies."""
        if not self.options or (level >= CHOICES and self.has_map):
            return frozenset()
        return options_in_lines(line for band in self.at(level) for panel in band for line in panel.lines)

    def is_whole(self, level: int) -> bool:
        """Whether nothing is left out at a level."""
        return level < WITHOUT_TEXTS - 1 or (level <= WITHOUT_TEXTS and not self.has_texts)

    def says_the_same(self, level: int, other: int) -> bool:
        """Whether two levels differ in nothing but in where titles stand."""
        one, two = ([panel.lines for band in self.at(each) for panel in band] for each in (level, other))
        return one == two

    def _beside(self) -> int:
        """How many stand beside each other."""
        return next((many for many in range(len(self.panels), 1, -1) if panel_widths(self.width, many) >= SIDE), 1)

    def _panel(self, panel: scenes.ScenePanel, level: int, width: int) -> FramedPanel:
        inline = level >= TWO_LINES and not self.leads
        title = panel.title
        if level >= TWO_LINES:
            most = max(width - INLINE - LEAST_BESIDE_TITLE, width // 3)
            title = cut_line(Text(title), most).plain if inline else title
            lines = self._line(panel, width, cell_len(title) + INLINE if inline else 0, 1 + (level == TWO_LINES))
        elif level == CHOICES:
            lines = pack_parts(self._choices(panel), width) or [Text()]
        else:
            pen = self._pen.with_(**LEVELS[level])
            short = stack_nodes(panel.short, pen, width) if level == SHORT and panel.short is not None else []
            lines = (
                short or stack_nodes(panel.show, pen, width) or [Text(span_text.EMPTY, "dim")]
            )  # a short form may say nothing
        lines = [cut_line(line, width) for line in lines]
        return FramedPanel(title, panel.note, panel.about, lines, panel_pointer(panel, level), inline)

    def _choices(self, panel: scenes.ScenePanel) -> list[Text]:
        """What can be chosen, by name."""
        there = dict.fromkeys(stand for stand in things_with_options(panel.show) if stand.name)
        return [point_at(Text.assemble(self._pen.keyed(stand), (stand.name, "bold")), stand) for stand in there]

    def in_line(self, width: int) -> str:
        """How the players stand, if it says that, in so many columns."""
        tables = (node for panel in self.panels for node in panel.show if isinstance(node, scenes.SceneTable))
        return next(filter(None, (standings_line(each, self._pen, width) for each in tables)), "")

    def _line(self, panel: scenes.ScenePanel, width: int, used: int, many: int) -> list[Text]:
        """A panel in so many lines, of the first of which so much is `used`: what can be chosen there, or what it says first.

        What the viewer owns in a table of the players is not cut:

            ├─ players ── 1 Ana (you)   coins 4   cards 2   wool 1   wood 3   grain 0     │
            │ stone 1                                                                     │
        """
        own = [part for table, row in _own_rows(panel) for part in row_parts(table, row, self._pen)]
        said = (
            own
            or self._choices(panel)
            or [part for line in self._summary_lines(panel, width) for part in line.split(GAP)]
        )
        if many == 1 and not own:
            return [cut_line(Text(GAP).join(said), width - used)]
        first, *rest = pack_parts([*([Text(" " * (used - len(GAP)))] if used else []), *said], width)
        lines = [first[used:], *rest]
        return lines if own or len(lines) <= many else [lines[0], lines[1].append(f" {span_text.CUT}", "dim")]

    def _summary_lines(self, panel: scenes.ScenePanel, width: int) -> list[Text]:
        """How the players stand, or what a panel says first."""
        pen = self._pen.with_(**LEVELS[SHORT])
        forms = (
            [text for node in form or () for text in _node_in_row(node, pen, width)]
            for form in (panel.short, panel.show)
        )
        said = next(filter(None, forms), [])
        return [Text(" · ", "dim").join(said) if said else Text(span_text.EMPTY, "dim")]


def _own_rows(panel: scenes.ScenePanel) -> Iterator[tuple[scenes.SceneTable, scenes.SceneRow]]:
    """What the viewer owns, in tables of the players."""
    for table in scenes.walk_scene(panel.show):
        if isinstance(table, scenes.SceneTable) and all(row.stand.family == "seat" for row in table.rows):
            yield from ((table, row) for row in table.rows if row.own)


def _node_in_row(node: scenes.SceneNode, pen: TextPen, width: int) -> list[Text]:
    """What a node says, in a row: signs as signs, dice by colour and pips, players side by side, other tables as sentences."""
    if isinstance(node, scenes.SceneTable) and (standing := standings_line(node, pen, width)):
        return [Text(standing, "dim")]
    if isinstance(node, scenes.SceneLine | scenes.SceneCards):
        return node_lines(node, pen, _ENDLESS)
    if isinstance(node, scenes.SceneGroup) and not node.title:
        return [text for each in node.items for text in _node_in_row(each, pen, width)]
    return [Text(line, "dim") for line in screen_reader.read_node(node, pen) if line]


def options_in_lines(lines: Iterable[Text]) -> frozenset[int]:
    """The options of which the things stand in some lines."""
    return frozenset(option for line in lines for _, _, said in pointers(line) for option in said.get("options", ()))


def group_panels(panels: Sequence[scenes.ScenePanel], pen: TextPen, width: int, viewer: int) -> Iterator[PanelGroup]:
    """Panels by what they are of, in their order."""
    for _, several in groupby(panels, lambda panel: (panel.id, panel.about)):
        yield PanelGroup([*several], pen, width, viewer)


def _boards(nodes: Sequence[scenes.SceneNode]) -> Iterator[scenes.SceneBoard]:
    for node in nodes:
        if isinstance(node, scenes.SceneBoard):
            yield node
        elif isinstance(node, scenes.SceneGroup):
            yield from _boards(node.items)


def _has_texts(node: object) -> bool:
    """Whether a part of a scene holds what goes first where there is little room: texts of cards, lines within places."""
    if isinstance(node, tuple):
        return any(map(_has_texts, node))
    match node:
        case scenes.TextSpan():
            return node.style == "text" or node.below
        case scenes.SceneCard():
            return bool(node.text) or _has_texts(node.all_facts) or _has_texts(node.under)
        case scenes.SceneCards():
            return _has_texts(node.cards)
        case scenes.SceneTable():
            return any(_has_texts(row.cells) for row in node.rows)
        case scenes.SceneLine():
            return _has_texts(node.parts)
        case scenes.SceneBoard():
            return any(_has_texts(place.what) for place in node.places)
        case scenes.SceneGroup():
            return _has_texts(node.items)
    return False
