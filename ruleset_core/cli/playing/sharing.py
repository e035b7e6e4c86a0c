"""How a screen is shared by the game and the question, so that panels keep their places from turn to turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruleset_core.cli.playing.asking import LONG_MENU

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruleset_core.cli.playing.place import Place
    from ruleset_core.scenes.nodes import Scene
    from ruleset_core.terminal.draw import Sheet
    from ruleset_core.terminal.sizes import Sizes

__all__ = ["Sharing"]

LEAST: Final = 8
"""Lines that are always kept for the game itself."""
COUNTED: Final = 7
USUAL: Final = 10
MOST: Final = 13
"""Lines that are left to the question in a low terminal: where its answers are only counted, usually, and where it needs more. There
are only these, so that the game has the same size from turn to turn."""
TOLD: Final = 3
"""Lines of what happened that should stand nearest to the question."""


class Sharing:
    """Knows how many lines the game may take.

    Attributes:
        below: the lines that are left to the question and to what happened.
    """

    def __init__(self, place: Place) -> None:
        self._place = place
        self._sizes: dict[int, Sizes] = {}
        """How large panels are for each viewer, in the game on the table."""
        self._wanted: dict[tuple[object, ...], int] = {}
        """The lines wanted for each kind of question."""
        self.below = USUAL

    def sit_down(self) -> None:
        """Another game lies there."""
        self._sizes, self._wanted, self.below = {}, {}, USUAL

    @property
    def height(self) -> int | None:
        """The lines that the game may take; None for as many as it needs."""
        high = self._place.screen.height
        return None if high is None else max(high - self.below, LEAST)

    def leave(self, scene: Scene, keys: Mapping[int, str], lines: int) -> int:
        """Leave at least so many lines to a question, of which none tells what happened; so many are left to both.

        A third of a terminal is left, or half of it if that is needed, and always as much for the same kind of question. What the
        question is about is worth more than what happened.
        """
        high = self._place.screen.height
        if high is None:
            return lines
        question = (scene.viewer, *(panel.id for panel in scene.panels if panel.about))
        wanted = max(self._wanted.get(question, 0), _step(high, lines + TOLD, counted=len(keys) > LONG_MENU))
        self._wanted[question] = wanted
        self.below = max(min(wanted, high - self._sheet(scene, keys).least()), lines)
        return self.below

    def most_below(self, scene: Scene, keys: Mapping[int, str]) -> int | None:
        """The lines that a question should make do with, so that one sees what it is about; None where there are enough."""
        high = self._place.screen.height
        return None if high is None else min(max(high // 2, MOST), high - self._sheet(scene, keys).least())

    def sizes(self, viewer: int) -> Sizes:
        """How large panels are in the course of such a game."""
        if viewer not in self._sizes:
            from ruleset_core.cli.playing.rehearsal import rehearsed
            from ruleset_core.terminal.sizes import Sizes

            self._sizes[viewer] = Sizes(rehearsed(self._place, viewer))
        return self._sizes[viewer]

    def _sheet(self, scene: Scene, keys: Mapping[int, str]) -> Sheet:
        from ruleset_core.terminal.draw import Sheet
        from ruleset_core.terminal.drawing import few

        return Sheet(scene, self._place.screen.width, few(keys), self.sizes(scene.viewer))


def _step(high: int, lines: int, *, counted: bool) -> int:
    """The lines to leave to a question that needs so many; few where its answers are `counted`, not listed: that stays so for long."""
    steps = max(high // 3, USUAL), max(high // 2, MOST)
    return next((step for step in ((max(high // 4, COUNTED),) if counted else ()) + steps if lines <= step), lines)
