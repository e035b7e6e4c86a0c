"""A scene that waits to be drawn: by who prints it in the room it was made for, by who has a pane in that of the pane."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ruleset_core.scenes import nodes as n
from ruleset_core.terminal.draw import draw
from ruleset_core.terminal.sizes import FEW, Sizes

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.text import Text

__all__ = ["FEW", "Drawing", "few"]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A scene with the room it is to be drawn in; the arguments are those of `draw`.

    `whole`: somebody asked for all of it, or of a part.
    """

    scene: n.Scene
    width: int
    height: int | None = None
    plain: bool = False
    keys: Mapping[int, str] = field(default_factory=dict)
    sizes: Sizes | None = None
    only: Sequence[n.Panel] | None = None

    @property
    def whole(self) -> bool:
        """Whether all of it is to be seen, whatever room it takes."""
        return self.height is None

    def drawn(self, width: int, height: int | None, keys: Mapping[int, str]) -> Text:
        """The scene in another room, with other keys."""
        return draw(self.scene, width, height, plain=self.plain, keys=keys, sizes=self.sizes, only=self.only)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.drawn(self.width, self.height, self.keys)


def few(keys: Mapping[int, str], besides: str = "") -> dict[int, str]:
    """The keys, if they are few enough to stand at the things; else `besides` for each."""
    return dict(keys) if len({*keys.values()}) <= FEW else dict.fromkeys(keys, besides)
