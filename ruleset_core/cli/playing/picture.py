"""What a game looks like on the screen now: drawn again only when something that is seen has changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleset_core.cli.playing.draw import Room, draw_scene, scene_of
from ruleset_core.cli.playing.sharing import Sharing
from ruleset_core.cli.said.messages import say
from ruleset_core.lookup.words import fold
from ruleset_core.table.seen import scores_of, seen_by

if TYPE_CHECKING:
    from ruleset_core.cli.playing.place import Place
    from ruleset_core.cli.playing.reader import Reader
    from ruleset_core.scenes.nodes import Panel, Scene

__all__ = ["Now", "Picture"]

Keys = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Now:
    """What is to be seen, and what to type for the options offered."""

    scene: Scene
    keys: dict[int, str]


class Picture:
    """The game as the reader of a screen sees it."""

    def __init__(self, place: Place, reader: Reader) -> None:
        self._place = place
        self._reader = reader
        self._last: Now | None = None
        self._sharing = Sharing(place)

    def forget(self) -> None:
        """Another person looks: it is drawn again whatever it looks like."""
        self._last = None

    def sit_down(self) -> None:
        """Another game lies there."""
        self.forget()
        self._sharing.sit_down()

    def now(self, keys: Keys | None = None) -> Now:
        """What is to be seen now; `keys` are what to type for the options offered."""
        at, viewer, keys = self._place, self._reader.viewer, dict(keys or {})
        seat = viewer if viewer is not None else max(at.live.seat, 0)
        seen, scores = seen_by(at.live, seat), scores_of(at.live, seat)
        return Now(scene_of(at.game, seen, at.lang, at.names, keys, scores), keys)

    def has_changed(self, now: Now) -> bool:
        """Whether something would be drawn otherwise than it was."""
        return self._last != now

    def leave(self, now: Now, lines: int) -> int:
        """Leave at least so many lines to a question; the lines that are left to it and to what happened."""
        return self._sharing.leave(now.scene, now.keys, lines)

    def most_below(self, now: Now) -> int | None:
        """The lines that a question should make do with; None where there are enough."""
        return self._sharing.most_below(now.scene, now.keys)

    def draw(self, now: Now | None = None) -> None:
        """Draw the game as it is seen."""
        from ruleset_core.terminal.drawing import few

        self._last = now = now or self.now()
        self._place.screen.draw(draw_scene(now.scene, self._room(now.scene), few(now.keys)))

    def draw_whole(self, name: str, keys: Keys) -> None:
        """Draw all of the game, or of the panels of a name: an id, a title, a player."""
        from ruleset_core.terminal.drawing import FEW

        at = self._place
        room = Room(at.screen.width, None, at.screen.linear)
        scene = self.now(keys).scene
        panels = [*_named(scene, name)]
        if not panels:
            there = ", ".join(dict.fromkeys(_names(scene, panel)[0] for panel in scene.panels))
            at.screen.error(say("no_panel", at.lang, name=name, names=there))
            return
        at.screen.draw(draw_scene(scene, room, keys if len({*keys.values()}) <= FEW else {}, panels))

    def _room(self, scene: Scene) -> Room:
        screen, high = self._place.screen, self._sharing.height
        return Room(screen.width, high, screen.linear, None if high is None else self._sharing.sizes(scene.viewer))


def _named(scene: Scene, name: str) -> Iterator[Panel]:
    """The panels of a name, or else those with a name, or a word of it, that begins so; all where nothing is named."""
    wanted = fold(name)
    for fits in (str.__eq__, str.startswith, _within):
        found = [panel for panel in scene.panels if any(fits(fold(each), wanted) for each in _names(scene, panel))]
        if found:
            yield from found
            return


def _within(name: str, wanted: str) -> bool:
    """Whether a word of a name begins so: `event` for `Row of events`."""
    return f" {wanted}" in name


def _names(scene: Scene, panel: Panel) -> list[str]:
    """How a panel may be called: the player whose it is, its id, its title."""
    player = [] if panel.seat is None else [scene.players[panel.seat]]
    return [*player, panel.id, panel.title]
