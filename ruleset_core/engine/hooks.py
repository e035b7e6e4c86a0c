"""Hooks: typed Python functions of a plugin that data calls by name. Comes in: a plugin; goes out: functions whose results are checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from operator import index
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any

from ruleset_core import discovery
from ruleset_core.discovery import GamePlugin
from ruleset_core.errors import BrokenRuleError
from ruleset_core.eval.evaluation_errors import BrokenRule
from ruleset_core.lang.runtime import GREATEST, LEAST

if TYPE_CHECKING:
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class HookFunction:
    """A hook: its parameter types and result type as data writes them (None: an effect), and the function itself.

    The function gets the state, the acting seat (-1: none) and one int per parameter; a query returns an int.

    Example:
        >>> from ruleset_core import HookFunction
        >>> HookFunction(("int",), "int", lambda state, seat, number: number + 1).params
        ('int',)
    """

    params: tuple[str, ...]
    result: str | None
    run: Callable[..., int]


def hooks_of(plugin: GamePlugin | None) -> Mapping[str, HookFunction]:
    """The hooks a plugin offers: the `HOOKS` of its hook module."""
    if plugin is None or plugin.hooks is None:
        return {}
    where = f"the hooks of `{plugin.name}` cannot be loaded from `{plugin.hooks}`"
    with discovery.plugin_errors(where):
        found = dict(import_module(plugin.hooks).HOOKS)
    if not all(isinstance(name, str) and isinstance(hook, HookFunction) for name, hook in found.items()):
        raise discovery.PluginError(f"{where}: HOOKS holds something else than a HookFunction")
    return found


def checked_hooks(hooks: Mapping[str, HookFunction], vocabulary: Vocabulary) -> dict[str, Callable[..., int]]:
    """The functions as every executor calls them: what goes wrong in one, or is not of its type, is a broken rule."""
    return {name: _held(name, hook, vocabulary.hooks[name].result, vocabulary) for name, hook in hooks.items()}


def _held(name: str, hook: HookFunction, result: Type | None, vocabulary: Vocabulary) -> Callable[..., int]:
    fits: frozenset[int] | None = None
    if result is not None and vocabulary.finite(result):
        fits = frozenset(vocabulary.members(result)) | ({-1} if result.optional else frozenset())

    def called(state: Any, seat: int, *args: int) -> int:
        try:
            found = hook.run(state, seat, *args)
        except BrokenRuleError:
            raise
        except Exception as error:  # a plugin may raise anything
            raise BrokenRule("hook", name, problem=_problem(error)) from error
        if result is None:
            return 0
        try:
            number = index(found)
        except TypeError:
            number = None
        if number is None or (fits is not None and number not in fits):
            raise BrokenRule("field", name, kind=hook.result, value=repr(found))
        if not LEAST <= number <= GREATEST:
            raise BrokenRule("kept", name, value=number)
        return number

    return called


def _problem(error: Exception) -> str:
    """What was raised, and where: whoever wrote the plugin looks there."""
    last = extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__}: {error}".rstrip(": ")
    return f"{what} ({Path(last.filename).name}:{last.lineno})"
