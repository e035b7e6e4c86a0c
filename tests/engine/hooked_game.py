"""A small game with hooks: a hook says what a card is worth, others turn a deck, roll a die and end the game."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from ruleset_core import Game, HookFunction, discovery, load
from ruleset_core.discovery import GamePlugin
from ruleset_core.lang.runtime import draw
from tests.engine.games import write

GAME = """
game: hooked
name: {en: Hooked, es: Enganchado}
players: 1..3
resources: {members: {point: {name: {en: Points, es: Puntos}}}}
pieces: {card: {total: 12, facts: {value: int}}}
state:
  round: {is: 0..9}
  face: {is: 0..6}
zones:
  deck: {of: card, start: all, visible: nobody}
  hand: {of: card, by: [seat], visible: owner}
  pile: {of: card}
decisions:
  lay: {of: card, ask: {en: "Which card?", es: "¿Qué carta?"}}
  more: {of: bool, ask: {en: "More?", es: "¿Más?"}}
flow:
  - {phase: setup, do: "shuffle deck; for each p in seat { repeat 3 { move deck[0] to p.hand } }"}
  - phase: rounds
    turns: forever
    until: (count c in deck) == 0 or face == 6
    do: |
      choose lay c in hand where worth(c) >= -1 { gain worth(c) point; move c to pile };
      call turn(); call toss();
      move deck[0] to hand;
      may more { gain 1 point; if face == 5 { call stop() } }
score:
  points: {name: {en: Points, es: Puntos}, amount: "point + (sum c in hand of worth(c))"}
"""
CARDS = """
kind: card
cards:
""" + "\n".join(
    f"  c{value}: {{name: {{en: Card {value}, es: Carta {value}}}, provenance: house, value: {value}, copies: 2}}" for value in range(1, 7)
)  # fmt: skip


def worth(state: Any, me: int, card: int) -> int:
    """The face last rolled and how many cards lie on the pile count, too."""
    v = state.game.program.vocabulary
    pile = state.z[v.zones["pile"].slot]
    return (card + state.v[v.fields["face"].offset] + len(pile) + me) % 4 - 1


def turn(state: Any, _me: int) -> None:
    """The deck is turned round."""
    state.z[state.game.program.vocabulary.zones["deck"].slot].reverse()


def toss(state: Any, _me: int) -> None:
    """A die is rolled, from the stream of the deck."""
    v = state.game.program.vocabulary
    state.v[v.fields["face"].offset] = draw(state, 0, 6) + 1


def stop(state: Any, _me: int) -> None:
    """The game is over after this turn."""
    state.v[state.game.program.vocabulary.fields["face"].offset] = 6


HOOKS = {
    "worth": HookFunction(("card",), "int", worth),
    "turn": HookFunction((), None, turn),
    "toss": HookFunction((), None, toss),
    "stop": HookFunction((), None, stop),
}


def plug_in(monkeypatch: Any, hooks: dict[str, HookFunction]) -> None:
    """From now on games that are loaded have these hooks."""
    module = ModuleType("hooks_of_test")
    module.HOOKS = hooks  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "hooks_of_test", module)
    monkeypatch.setattr(discovery, "plugin_at", lambda name, directory: GamePlugin(name, directory, "hooks_of_test"))


def hooked(directory: Path, monkeypatch: Any) -> Game:
    """The game."""
    plug_in(monkeypatch, HOOKS)
    return load(write(directory, GAME, CARDS))
