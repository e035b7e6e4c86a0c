"""The pane of the table: the scene in the room of the pane, in which what can be chosen glows and can be pointed at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from rich.style import Style
from textual.message import Message

from ruleset_core.cli.full.pane import Pane
from ruleset_core.scenes.nodes import Stand
from ruleset_core.terminal.drawing import Drawing, few

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.events import Click, Leave, MouseMove

    from ruleset_core.cli.printed.asked import Question

__all__ = ["Board"]

NARROWEST: Final = 20


class Board(Pane):
    """What lies on the table, as the viewer sees it. `meant`: the options somebody looks at now, which are marked."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"board--offered", "board--meant"}

    class Aimed(Message):
        """Somebody looks at a thing, or at none."""

        def __init__(self, stand: Stand | None) -> None:
            super().__init__()
            self.stand = stand

    class Chosen(Message):
        """Somebody clicked on a thing that stands for these options, none if it stands for none."""

        def __init__(self, stand: Stand, options: tuple[int, ...]) -> None:
            super().__init__()
            self.stand, self.options = stand, options

    def __init__(self) -> None:
        super().__init__("board")
        self._drawing: Drawing | None = None
        self._usual: Drawing | None = None
        """What is drawn if nobody has asked for all of it, or for a part."""
        self._large = False
        self._besides: list[RenderableType] = []
        self._keys: dict[int, str] = {}
        self._several = self._narrowed = False
        self._meant: frozenset[int] = frozenset()
        self._stands: dict[str, Stand] = {}
        self._aimed: Stand | None = None

    # -- what is seen -----------------------------------------------------------------------------------------------

    def show(self, drawing: Drawing) -> None:
        """Draw another scene; what was drawn besides it goes."""
        self._drawing, self._besides = drawing, []
        if not drawing.whole:
            self._usual = drawing
        self._stands = {stand.identity: stand for stand in _stands(drawing.scene.panels)}
        self._aimed = None
        self.renew()

    def back(self) -> None:
        """Draw the scene again in place of all of it, of a part, or of what was drawn besides it."""
        if self._usual is not None and (self._drawing is not self._usual or self._besides):
            self.show(self._usual)

    def enlarge(self, *, large: bool) -> None:
        """Draw all of the scene, however many lines it takes; or as much as there is room for."""
        self._large = large
        self.renew()

    def add(self, drawn: RenderableType) -> None:
        """Draw something below the scene, and look at that."""
        self._besides.append(drawn)
        self.renew()

    def clear(self) -> None:
        """Leave nothing to be seen."""
        self._drawing, self._usual, self._besides = None, None, []
        self._stands, self._keys = {}, {}
        self._meant, self._aimed = frozenset(), None
        self.renew()

    def ask(self, question: Question | None) -> None:
        """Let what a question can be answered with glow; None when nothing is asked."""
        choices = question.choices if question is not None else ()
        self._keys = {option: choice.key for choice in choices for option in choice.options}
        self._narrowed = question is not None and question.narrowed
        self._several = any(len(choice.options) > 1 for choice in choices)
        self._meant = frozenset()
        self.renew(stay=True)

    def mark(self, options: Sequence[int]) -> None:
        """Mark what stands for these options."""
        if self._meant != frozenset(options):
            self._meant = frozenset(options)
            self.dress()

    def begins(self) -> int:
        """The scene, or what was drawn last besides it."""
        return self.starts[-1] if self._besides else 0

    def made(self, width: int, height: int) -> Sequence[RenderableType]:
        """The scene, and what was drawn besides."""
        drawing = self._drawing
        if drawing is None:
            return self._besides
        high = None if self._large or drawing.whole else height
        return [drawing.drawn(max(width, NARROWEST), high, few(self._keys)), *self._besides]

    def dressed(self, style: Style, row: int) -> Style:
        """What stands for an option glows; what stands for those that are meant stands out, as does what was picked."""
        del row
        options, goals = style.meta.get("options", ()), style.meta.get("goals", ())
        if not options and not goals:
            return style
        whole = len(self._keys) > 1 and self._keys.keys() <= {*options, *goals}  # a click on it would say nothing
        if whole and not self._narrowed:
            return style
        if whole or (self._meant and not self._meant.isdisjoint((*options, *goals))):
            meant: Style = self.get_component_rich_style("board--meant", partial=True)
            return style + meant
        lit = options if self._several else (*options, *goals)
        if self._keys.keys().isdisjoint(lit):
            return style
        glow: Style = self.get_component_rich_style("board--offered", partial=True)
        return style + glow

    # -- the mouse --------------------------------------------------------------------------------------------------

    def on_mouse_move(self, event: MouseMove) -> None:
        """Tell what is looked at."""
        stand = self._stands.get(self.meta_at(event.x, event.y).get("thing", ""))
        if stand is not self._aimed:
            self._aimed = stand
            self.post_message(self.Aimed(stand))

    def on_leave(self, _event: Leave) -> None:
        """Nothing is looked at any more."""
        if self._aimed is not None:
            self._aimed = None
            self.post_message(self.Aimed(None))

    def on_click(self, event: Click) -> None:
        """Tell what was clicked on, and which of the options that are offered it stands for."""
        meta = self.meta_at(event.x, event.y)
        options = dict.fromkeys((*meta.get("options", ()), *meta.get("goals", ())))
        stand = self._stands.get(meta.get("identity" if options else "thing", ""))
        if stand is not None:
            self.post_message(self.Chosen(stand, tuple(option for option in options if option in self._keys)))


def _stands(node: object) -> Iterator[Stand]:
    """All things in a part of a scene."""
    if isinstance(node, Stand):
        yield node
    elif isinstance(node, tuple):
        for each in node:
            yield from _stands(each)
    else:
        for name in getattr(type(node), "__slots__", ()):
            yield from _stands(getattr(node, name))
