"""Hooks: typed functions of a game's plugin for what data cannot say well. Data calls them by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module

from ruleset_core.errors import RulesetError
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
    try:
        found = import_module(plugin.hooks).HOOKS
    except (ImportError, AttributeError) as error:
        raise RulesetError(f"the hooks of `{plugin.name}` cannot be loaded from `{plugin.hooks}`: {error}") from error
    return dict(found)
