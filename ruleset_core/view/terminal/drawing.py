"""A scene drawn into the columns and lines there are: which panels are shown with how much detail, and sizes kept from turn to turn."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.text import Text

from ruleset_core.formats import scene_format as scenes
from ruleset_core.messages import labelled, message
from ruleset_core.view.terminal import screen_reader
from ruleset_core.view.terminal.answer_keys import NO_KEYS, AnswerKeys
from ruleset_core.view.terminal.panels import (
    CHOICES,
    EDGES,
    HEAD,
    LINE,
    SHORT,
    TWO_LINES,
    WITHOUT_TEXTS,
    Band,
    FramedPanel,
    PanelGroup,
    frame_lines,
    group_panels,
    options_in_lines,
)
from ruleset_core.view.terminal.span_text import TextPen, things_with_options, wrap_text

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult


# How many lines panels take in the course of a game, so that they keep their places from turn to turn.

MOST_KEYED_OPTIONS: Final = 12
"""Up to so many options have a key at their thing."""
_KEY: Final = "12"
"""As wide as keys are."""


class PanelSizes:
    """The lines to keep free for panels: as many as they have taken so far, and took in a game that was played before.

    Who draws again and again keeps it. `usual`: what the same viewer sees at some moments of a game like this one.
    """

    def __init__(self, usual: Sequence[scenes.Scene] = ()) -> None:
        self._usual = usual
        self._rehearsed: dict[int, list[dict[str, PanelGroup]]] = {}
        self._most: dict[tuple[str, int, int], list[int]] = {}
        self._absent: list[scenes.ScenePanel] | None = None

    def row_heights(self, kind: PanelGroup, level: int) -> list[int]:
        """The lines of each row of panels at a level."""
        if level == CHOICES:
            return kind.heights(level)
        key = kind.id, kind.width, level
        if key not in self._most:
            self._most[key] = _largest(
                *(each[kind.id].heights(level) for each in self._at(kind.width) if kind.id in each)
            )
        rows = kind.rows if level < CHOICES else len(kind.heights(level))  # in one or two lines there may be more rows
        if len(self._most[key]) < rows or not self._usual:
            self.outgrown(kind, level)
        return self._most[key][:rows]

    def outgrown(self, kind: PanelGroup, level: int) -> bool:
        """Whether panels take more lines now than they ever did; from now on these are kept free."""
        if level == CHOICES:
            return False
        key = kind.id, kind.width, level
        before = self._most.get(key, [])
        self._most[key] = _largest(before, kind.heights(level))
        return self._most[key] != before

    def with_absent(self, panels: Sequence[scenes.ScenePanel]) -> list[scenes.ScenePanel]:
        """Panels with those that are usually there but not now, because there is nothing to show: they keep their places."""
        there = {(panel.id, panel.seat) for panel in panels}
        if self._absent is None:
            self._absent = [*_usually(self._usual)]
        order = {(panel.id, panel.seat): place for place, panel in enumerate(self._absent)}
        found = [*panels, *(panel for panel in self._absent if (panel.id, panel.seat) not in there)]
        if len(found) == len(panels):
            return found
        return sorted(found, key=lambda panel: (not panel.about, panel.rank, order.get((panel.id, panel.seat), -1)))

    def _at(self, width: int) -> list[dict[str, PanelGroup]]:
        """The panels of the game before, in so many columns."""
        if width not in self._rehearsed:
            self._rehearsed[width] = [
                {kind.id: kind for kind in group_panels(each.panels, _pen(each), width, each.viewer)}
                for each in self._usual
            ]
        return self._rehearsed[width]


def _largest(*several: Sequence[int]) -> list[int]:
    """The largest of each place."""
    return [max(each) for each in zip_longest(*several, fillvalue=0)]


def _usually(drawn: Sequence[scenes.Scene]) -> Iterator[scenes.ScenePanel]:
    """Panels that are there in at least half of some scenes, always under the same title; without what they show."""
    fullest = max(drawn, key=lambda each: len(each.panels), default=None)
    for panel in fullest.panels if fullest is not None else ():
        titles = [
            each.title for scene in drawn for each in scene.panels if (each.id, each.seat) == (panel.id, panel.seat)
        ]
        if 2 * len(titles) >= len(drawn) and len({*titles}) == 1:
            yield replace(panel, about=False, show=(), short=None, note="")


def _pen(scene: scenes.Scene) -> TextPen:
    """A pen with keys as wide as those that will be typed."""
    options = {
        option for panel in scene.panels for stand in things_with_options(panel.show) for option in stand.options
    }
    lines = tuple((_KEY, frozenset((option,))) for option in options) if len(options) <= MOST_KEYED_OPTIONS else ()
    return TextPen(scene.lang, AnswerKeys(tuple(options), lines), scene.players)


# Which panels are shown with how much detail, so that all fit into the lines there are.
#
# Each panel is first given its line. Where not all have room, what is of others goes first, then what is of all, then what
# the viewer owns. Then detail is given, in this order: what the question is about as much as it needs, a second line to what the
# viewer owns, what the question is about as much as it can have without texts, then what the viewer owns, what is of all, and all
# others more and more in turn. Texts of cards come last. It is laid out for what panels usually take, not for what stands there
# now, unless that costs something needed; and where something could not be seen that stands for an option, its panel gets what
# that needs before any other.

CUT: Final = 3
"""The least lines of a panel that is cut off."""


class FittedPanels:
    """Panels of a kind and how they are drawn. `floor`: the least of it that may be drawn."""

    def __init__(self, kind: PanelGroup, sizes: PanelSizes) -> None:
        self.kind = kind
        self.level = self.floor = LINE
        self.keep = 0
        """So many lines are left of it, 0 for all."""
        self.exact = False
        """No lines are kept free for it beyond those it takes now."""
        self._sizes = sizes
        self._wanted: frozenset[int] = frozenset()

    def bands(self) -> list[Band]:
        """What is drawn at its level, in the lines that are kept free for it."""
        rooms = self._heights(self.level)
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
        head = self.kind.head(level)
        return sum(head + high for high in self._heights(level))

    def _heights(self, level: int) -> list[int]:
        return self.kind.heights(level) if self.exact else self._sizes.row_heights(self.kind, level)

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

    def visible_options(self) -> frozenset[int]:
        """The options of which one sees the thing."""
        if not self.keep:
            return self.kind.drawn(self.level)
        return options_in_lines(line for band in self.bands() for panel in band for line in panel.lines)

    def is_seen(self) -> bool:
        """Whether all things that are wanted are drawn."""
        return self._wanted <= self.visible_options()

    def grown(self, best: int, left: int) -> int:
        """Give it the most detail it can have down from a level; the lines that are left then."""
        now = self.lines(self.level)
        for level in range(best, min(self.level, max(CHOICES, best + 1))):
            if self.lines(level) <= now + left and self._shows(level) and not self._is_wasted(level):
                self.level = level
                return left + now - self.lines(level)
        return left

    def _is_wasted(self, level: int) -> bool:
        """Whether a level takes a line more than the panel has, and says no more."""
        return (
            self.level >= TWO_LINES
            and self.lines(level) == self.lines(self.level) + HEAD
            and self.kind.says_the_same(level, self.level)
        )

    def _shows(self, level: int) -> bool:
        return self._wanted <= self.kind.drawn(level) if self._wanted else True


def fit_panels(bands: Sequence[FittedPanels], height: int) -> list[FittedPanels]:
    """Those that are shown, each at a level with which all fit into so many lines."""
    _keep_free(bands, usual=True)
    while True:
        shown = _fitted(bands, height)
        if not [each for each in shown if each.outgrown()]:
            break
    needed = [each for each in bands if each.kind.own or each in _first(bands)]
    if all(each in shown and not each.keep for each in needed):
        return shown
    _keep_free(bands, usual=False)  # what is needed is worth more than that panels keep their places
    return _fitted(bands, height)


def _keep_free(bands: Sequence[FittedPanels], *, usual: bool) -> None:
    """Keep free for panels what they usually take, or what they take now."""
    for each in bands:
        each.exact = not usual


def least_lines(bands: Sequence[FittedPanels], *, shared: bool = False) -> int:
    """The lines in which one sees at least what the question is about, and what the viewer owns.

    `shared`: also a line of all that is of no other player.
    """
    first = _first(bands)
    _keep_free(bands, usual=False)
    others = (
        each
        for each in bands
        if each not in first[:1] and (each in first or each.kind.own or (shared and not each.kind.of_others))
    )
    return first[0].least() + sum(each.lines(each.floor) for each in others)


def _first(bands: Sequence[FittedPanels]) -> list[FittedPanels]:
    """What the question is about; where nothing says it, what stands for its options."""
    return (
        [each for each in bands if each.kind.about]
        or [each for each in bands if each.floor < LINE or each.kind.options]
        or [*bands[:1]]
    )


def _fitted(bands: Sequence[FittedPanels], height: int) -> list[FittedPanels]:
    for each in bands:
        each.want(frozenset())
    shown = _laid(bands, height)
    options = [each.kind.options for each in bands]
    unseen = frozenset[int]().union(*options) - frozenset[int]().union(*(each.visible_options() for each in shown))
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


def _laid(bands: Sequence[FittedPanels], height: int) -> list[FittedPanels]:
    shown = [*bands]
    for each in shown:
        each.level, each.keep = each.floor, 0
    first = _first(shown)
    needed = [each for each in shown if each in first or each.floor < LINE]
    besides = [each for each in shown if each in needed or each.kind.own]
    ways = ((several, there) for there in (besides, needed) for several in (first, first[:1]))
    whole = next((several for several, there in ways if _least(there, several) <= height), [])
    while len(shown) > 1 and _least(shown, whole) > height:
        shown.remove(_least_important(shown, first))
    left = height - sum(each.lines(each.level) for each in shown)
    first = [each for each in shown if each in first or each.floor < LINE]
    own = [each for each in shown if each.kind.own]
    for several, best in ((whole, SHORT), (own, TWO_LINES), (whole, WITHOUT_TEXTS), (first, WITHOUT_TEXTS)):
        left = _grown(several, best, left)
    left = _cut(first, left)
    shared = [each for each in shown if not each.kind.of_others]
    for several, best in ((own, SHORT), (shared, SHORT), *((shown, level) for level in range(SHORT, -1, -1))):
        left = _grown(several, best, left)
    left = _cut([each for each in shown if not each.kind.own], left)
    if left < 0:
        shown[-1].keep = max(shown[-1].lines(shown[-1].level) + left, HEAD + 1)
    return shown


def _grown(several: Collection[FittedPanels], best: int, left: int) -> int:
    """Give panels in turn the most detail they can have down from a level; the lines that are left then."""
    for each in several:
        if not each.keep:
            left = each.grown(best, left)
    return left


def _cut(several: Sequence[FittedPanels], left: int) -> int:
    """Show more than a line of panels that have no room, cut off, if that is half of them; the lines that are left then."""
    for each in several:
        need = each.lines(each.level)
        if each.level == LINE and left >= CUT - 1 and need < each.lines(SHORT) <= 2 * (need + left):
            each.level, each.keep = SHORT, need + left
            left = 0
    return left


def _least_important(shown: Sequence[FittedPanels], first: Sequence[FittedPanels]) -> FittedPanels:
    """What goes first where there is too little room: what is of others, then what is of all, then what the viewer owns."""
    idle = [each for each in shown[:0:-1] if each.floor == LINE and each not in first]
    return max(idle, key=lambda each: (each.kind.of_others, not each.kind.own), default=shown[-1])


def _least(shown: Sequence[FittedPanels], whole: Collection[FittedPanels]) -> int:
    """The least lines that panels take if some of them are `whole`: what the question is about is worth more than a line of others."""
    return sum(each.least() if each in whole else each.lines(each.floor) for each in shown)


def _of(panel: FramedPanel, lines: int) -> FramedPanel:
    """A panel in so many lines: filled up with empty ones, or cut off; lines in which nothing stands for an option go first."""
    over = len(panel.lines) - lines
    if over <= 0:
        return replace(panel, lines=[*panel.lines, *[Text()] * -over])
    idle = [at for at, line in enumerate(panel.lines) if not options_in_lines([line])]
    left_out = {*idle[-over - 1 :]} if over < len(idle) else {*range(lines - 1, len(panel.lines))}
    kept = [line for at, line in enumerate(panel.lines) if at not in left_out]
    return replace(panel, lines=[*kept, Text("…", "dim")])


# A scene in a terminal: drawn into the columns and lines there are, or told to be read from top to bottom.

NARROWEST = 20
LOWEST = 3
EDGE = 1
"""The lower edge of the frame."""
BESIDE = 6
"""Columns that two texts at an edge take for what is around and between them."""


def draw(
    scene: scenes.Scene,
    width: int,
    height: int | None = None,
    *,
    plain: bool = False,
    keys: AnswerKeys | None = None,
    sizes: PanelSizes | None = None,
    only: Sequence[scenes.ScenePanel] | None = None,
) -> Text:
    """A scene as text.

    Args:
        scene: what a viewer sees.
        width: columns there are, at least 20.
        height: lines there are, at least 3; None for as many as it takes. What does not fit is named at the lower edge.
        plain: whether it is to be read from top to bottom: no frame, nothing drawn, whatever it takes.
        keys: what to type for options.
        sizes: how large panels are in the course of the game, so that they do not jump; kept by who draws again and again.
        only: these panels alone.

    """
    panels = scene.panels if only is None else only
    width = max(width, NARROWEST)
    if plain:
        pen = TextPen(scene.lang, keys or NO_KEYS, scene.players)
        head = [scene.title, _turn(scene)] if only is None else []
        said = [
            *filter(None, head),
            *(line for panel in panels for line in screen_reader.read_panel(panel, pen)),
        ]
        return _joined([row for line in said for row in wrap_text(Text(line), width)])
    return SceneLayout(scene, width, keys, sizes, only).drawn(height)


class SceneLayout:
    """A scene to be drawn into so many columns."""

    def __init__(
        self,
        scene: scenes.Scene,
        width: int,
        keys: AnswerKeys | None = None,
        sizes: PanelSizes | None = None,
        panels: Sequence[scenes.ScenePanel] | None = None,
    ) -> None:
        self._scene, self._width = scene, max(width, NARROWEST)
        pen, sizes = TextPen(scene.lang, keys or NO_KEYS, scene.players), sizes or PanelSizes()
        shown = sizes.with_absent(scene.panels) if panels is None else panels
        self._bands = [FittedPanels(kind, sizes) for kind in group_panels(shown, pen, self._width, scene.viewer)]
        for each in self._bands[:1]:
            each.kind.leads = True

    def least(self, *, shared: bool = False) -> int:
        """The lines in which one sees at least what the question is about, and what the viewer owns.

        `shared`: also a line of all that is of no other player.
        """
        return least_lines(self._bands, shared=shared) + EDGE

    def drawn(self, height: int | None) -> Text:
        """The drawing in so many lines, at least 3; None for as many as it takes."""
        turn = _turn(self._scene)
        if height is None:
            whole = [band for each in self._bands for band in each.kind.at(0)]
            return _joined(frame_lines(whole, self._width, turn=turn))
        shown = fit_panels(self._bands, max(height, LOWEST) - EDGE)
        missing = [each for each in self._bands if each not in shown or not each.is_whole()]
        bands = [band for each in shown for band in each.bands()]
        more = _more(missing, self._scene)
        left = self._width - EDGES - BESIDE - cell_len(more)
        told = (each.kind.in_line(left) for each in self._bands if each not in shown)
        return _joined(frame_lines(bands, self._width, more, turn, next(filter(None, told), "")))


def _turn(scene: scenes.Scene) -> str:
    """The phase, and who decides, if that is told; or that the game is over."""
    if scene.over:
        return message("terminal.over", scene.lang)
    if scene.acting is None:
        return scene.phase
    you = f" ({message('terminal.you', scene.lang)})" if scene.acting == scene.viewer else ""
    decides = f"{scene.players[scene.acting]}{you} {message('terminal.decides', scene.lang)}"
    return labelled(decides, scene.phase, scene.lang) if scene.phase else decides


def _more(missing: Sequence[FittedPanels], scene: scenes.Scene) -> str:
    """The commands that show what is left out."""
    names = [
        panel.id if panel.seat is None or panel.seat == scene.viewer else scene.players[panel.seat]
        for each in missing
        for panel in each.kind.panels
    ]
    what = f"{message('terminal.board', scene.lang)} {' · '.join(dict.fromkeys(names))}"
    return message("terminal.more", scene.lang, what=what) if names else ""


def _joined(lines: Sequence[Text]) -> Text:
    whole = Text("\n").join(lines)
    whole.no_wrap = True
    return whole


# A scene that waits to be drawn: by who prints it in the room it was made for, by who has a pane in that of the pane.


@dataclass(frozen=True, slots=True)
class DeferredDrawing:
    """A scene with the room it is to be drawn in; the arguments are those of `draw`.

    `whole`: somebody asked for all of it, or of a part.
    """

    scene: scenes.Scene
    width: int
    height: int | None = None
    plain: bool = False
    keys: AnswerKeys = NO_KEYS
    sizes: PanelSizes | None = None
    only: Sequence[scenes.ScenePanel] | None = None

    @property
    def whole(self) -> bool:
        """Whether all of it is to be seen, whatever room it takes."""
        return self.height is None

    def drawn(self, width: int, height: int | None, keys: AnswerKeys) -> Text:
        """The scene in another room, with other keys."""
        return draw(self.scene, width, height, plain=self.plain, keys=keys, sizes=self.sizes, only=self.only)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.drawn(self.width, self.height, self.keys)


def few_keys(keys: AnswerKeys) -> AnswerKeys:
    """The keys, if they are few enough to stand at the things; else none."""
    return keys if len(keys) <= MOST_KEYED_OPTIONS else NO_KEYS
