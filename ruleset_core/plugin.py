"""The object a game registers under the entry point group `ruleset.games`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class GamePlugin:
    """What Python a game brings. A game that is data alone needs no plugin, only a directory.

    Modules are named, not imported: a list of games must not pay for their hooks.

    Attributes:
        name: the game's id, as in the header of its `game.yaml`.
        hooks: module with the typed queries and procedures that data cannot say.
        data: directory with the game's `game.yaml`, when it is not `<data root>/<name>`.
    """

    name: str
    hooks: str | None = None
    data: Path | None = None

    def is_sound(self) -> bool:
        """Whether the fields hold what they should: plugins are written by others, and nothing checks their types."""
        given: Any = self
        hooks = given.hooks is None or isinstance(given.hooks, str)
        return isinstance(given.name, str) and hooks and (given.data is None or isinstance(given.data, Path))
