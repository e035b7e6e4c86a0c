"""Hooks: typed functions of a game's plugin for what data cannot say well. Data calls them by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module

from ruleset_core import paths
from ruleset_core.plugin import GamePlugin


@dataclass(frozen=True, slots=True)
class HookFunction:
    """A hook: its parameter types and result type as data writes them (None: an effect), and the function itself.

    The function gets the state, the acting seat (-1: none) and one int per parameter; a query returns an int.
    """

    params: tuple[str, ...]
    result: str | None
    run: Callable[..., int]


def hooks_of(plugin: GamePlugin | None) -> Mapping[str, HookFunction]:
    """The hooks a plugin offers: the `HOOKS` of its hook module."""
    if plugin is None or plugin.hooks is None:
        return {}
    where = f"the hooks of `{plugin.name}` cannot be loaded from `{plugin.hooks}`"
    with paths.contained(where):
        found = dict(import_module(plugin.hooks).HOOKS)
    if not all(isinstance(name, str) and isinstance(hook, HookFunction) for name, hook in found.items()):
        raise paths.PluginError(f"{where}: HOOKS holds something else than a HookFunction")
    return found
