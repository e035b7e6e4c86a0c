"""A tiny game in which it is known what each card is worth, and bots of which it is known when they take one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ruleset_core import Game, load
from ruleset_core.lab.sim import SimulationPlan

if TYPE_CHECKING:
    from ruleset_core import State
    from ruleset_core.play.bots import Stream

GAME = """
game: fair
name: {en: Fair, es: Feria}
players: 2
resources: {members: {coin: {name: {en: coin, es: moneda}}}}
sets: {task: {members: {work: {name: {en: work, es: trabajar}}, idle: {name: {en: idle, es: descansar}}}}}
pieces: {ware: {name: {en: ware, es: género}, total: 6, facts: {worth: int, day: 1..3}}}
zones:
  stall: {of: ware, start: all, name: {en: stall, es: puesto}}
  basket: {of: ware, by: [seat], name: {en: basket, es: cesta}}
state:
  round: {is: 1..3, name: {en: round, es: ronda}}
  die: {is: 1..6, name: {en: die, es: dado}}
decisions:
  task: {of: task, ask: {en: What do you do?, es: ¿Qué haces?}}
  buy: {of: ware, ask: {en: Which do you take?, es: ¿Cuál tomas?}, done: {en: none, es: ninguno}}
flow:
  - phase: day
    name: {en: day, es: día}
    for: round
    in: 1 to 3
    steps:
      - phase: turn
        name: {en: turn, es: turno}
        turns: once
        do: |
          roll die;
          gain die coin;
          choose task { work { gain 4 coin } | idle {} };
          choose up to 1 buy w in stall where w.day == round { move w to basket }
score:
  coins: {name: {en: coins, es: monedas}, amount: coin}
  wares: {name: {en: wares, es: géneros}, amount: sum w in basket of w.worth}
"""
CARDS = """
kind: ware
cards:
  charm: {name: {en: Charm, es: Amuleto}, provenance: house, copies: 2, worth: 0, day: 3}
  jewel: {name: {en: Jewel, es: Joya}, provenance: house, copies: 2, worth: 3, day: 2}
  thorn: {name: {en: Thorn, es: Espina}, provenance: house, copies: 2, worth: -2, day: 1}
"""


def lay_out(directory: Path, notation: str = "") -> Game:
    """The game, in a directory of its own; with a notation for the cards that are bought, which makes like cards one option."""
    (directory / "cards").mkdir()
    (directory / "game.yaml").write_text(
        GAME.replace("{of: ware, ask", f"{{of: ware, notation: '{notation}', ask" if notation else "{of: ware, ask"),
        encoding="utf-8",
    )
    (directory / "cards" / "wares.yaml").write_text(CARDS, encoding="utf-8")
    return load(directory)


def plan(game: Game, seats: tuple[str, str], games: int) -> SimulationPlan:
    """Games of it in which cards are counted."""
    return SimulationPlan(str(game.directory), seats, games, 4, sheets=0, counts=True)


class Diligent:
    """Works, and takes a charm: who scores much takes it always, and it is worth nothing."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(self, state: State) -> int:
        """Work; a charm nine times of ten."""
        rests = self._stream.pick(range(10)) == 0
        return (
            state.options[-1]
            if rests and state.decision is not None and state.decision.name == "buy"
            else state.options[0]
        )


class Proud:
    """Takes a charm when ahead, else seldom: who takes it has stood better before, and it is worth nothing."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(self, state: State) -> int:
        """Any task; a charm if ahead, or one time of five."""
        if state.decision is not None and state.decision.name == "task":
            return self._stream.pick(state.options)
        scores = state.scores()
        wants = scores[state.seat] > scores[1 - state.seat] or self._stream.pick(range(5)) == 0
        return state.options[0] if wants else state.options[-1]
