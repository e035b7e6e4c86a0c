"""What stands in for a game, a state or a glossary in tests that need no engine: it does itself what the tests are about.

All else it has from a real game of the same moves, so that nothing here is to be changed when games can do more.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import ruleset_core
from ruleset_core import Game, State
from ruleset_core import load as really_load  # before a test puts something in its place

__all__ = [
    "FUNCTIONS",
    "StandInGame",
    "StandInGlossary",
    "StandInState",
    "ask_stand_ins",
    "real_game",
    "replace_function",
]

FUNCTIONS = (
    "account_of",
    "core_of",
    "foresee",
    "foresee_all",
    "trace_step",
    "trace_setup",
    "imagine",
    "start_at",
    "swapped",
    "subjects",
    "story_of",
    "visible_scores",
    "visible_sheet",
)
"""Functions of a game or a state that a stand-in may have as methods."""

HEAP = """
game: fake
name: {en: Fake, es: Falso}
players: 1..4
sets: {end: {members: {plain: {}, dice: {}}}}
state: {heap: {is: 0..40}, face: {is: 1..3}, put: {is: 0..40, by: [seat]}}
decisions:
  take: {of: 1..3, ask: {en: How many?, es: ¿Cuántos?}}
  finish: {of: end, ask: {en: And then?, es: ¿Y luego?}}
flow:
  - phase: turn
    turns: forever
    until: heap >= 21
    do: |
      choose take n in 1 to 3 { set heap = heap + n; set put = put + n };
      choose finish {
        plain { } |
        dice { roll face; set heap = heap + face; set put = put + face }
      }
score: {heap: {name: {en: heap, es: montón}, amount: put}}
"""


@cache
def real_game() -> Game:
    """The game of a heap, as data."""
    with TemporaryDirectory() as directory:
        (Path(directory) / "game.yaml").write_text(HEAP, encoding="utf-8")
        return really_load(directory)


@cache
def _real_state() -> State:
    return real_game().new(2, seed=1)


def _lent(real: Any, name: str) -> Any:
    if name.startswith("__"):  # copying and the like ask for such names before anything is there
        raise AttributeError(name)
    return getattr(real, name)


class StandInGame:
    """Stands in for a `Game`."""

    def __getattr__(self, name: str) -> Any:
        return _lent(real_game(), name)


class StandInGlossary:
    """Stands in for the glossary of a game."""

    def __getattr__(self, name: str) -> Any:
        return _lent(real_game().glossary, name)


class StandInState:
    """Stands in for a `State`."""

    def __getattr__(self, name: str) -> Any:
        return _lent(_real_state(), name)


def ask_stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the functions of the package call a stand-in's method of the same name, if it is given one that has it."""
    for name in FUNCTIONS:
        replace_function(monkeypatch, name, partial(_asked, getattr(ruleset_core, name)))


def replace_function(monkeypatch: pytest.MonkeyPatch, name: str, other: Callable[..., Any]) -> None:
    """Put another function in the place of one of `ruleset_core`, in all modules that import it."""
    real = getattr(ruleset_core, name)
    for module in [each for path, each in sys.modules.items() if path.startswith(("ruleset_core.", "tests."))]:
        if vars(module).get(name) is real:
            monkeypatch.setattr(module, name, other)


def _asked(real: Callable[..., Any], subject: Any, *args: Any, **named: Any) -> Any:
    own = getattr(type(subject), real.__name__, None)
    return real(subject, *args, **named) if own is None else own(subject, *args, **named)
