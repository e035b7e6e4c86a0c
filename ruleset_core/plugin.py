"""The Python that a game brings: the object another distribution registers, and packages loaded from where they lie."""

import sys
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class GamePlugin:
    """A game with Python, registered by its distribution under the entry point group `ruleset.games`.

    A game that is data alone needs no plugin, only a directory. Modules are named, not imported: a list of games must not
    pay for their hooks.

    Attributes:
        name: the game's id, as in the header of its `game.yaml`.
        data: directory with the game's `game.yaml`.
        hooks: module with the typed queries and procedures that data cannot say.
    """

    name: str
    data: Path
    hooks: str | None = None

    def is_sound(self) -> bool:
        """Whether the fields hold what they should: plugins are written by others, and nothing checks their types."""
        given: Any = self
        hooks = given.hooks is None or isinstance(given.hooks, str)
        return isinstance(given.name, str) and hooks and isinstance(given.data, Path)


def import_package(name: str, directory: Path) -> None:
    """Import the package in a directory under a name of our own, so that no other module of any name is in its way.

    Its modules are then imported as `NAME.MODULE`. Raises whatever the package raises.
    """
    file = directory / "__init__.py"
    known = sys.modules.get(name)
    if known is not None and known.__file__ == str(file):
        return
    spec = spec_from_file_location(name, file, submodule_search_locations=[str(directory)])
    assert spec is not None  # a name that ends in `.py` has a loader
    assert spec.loader is not None
    module = module_from_spec(spec)
    for each in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
        del sys.modules[each]
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
