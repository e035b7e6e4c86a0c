"""Random play of one game by all executors, compared after every decision in everything that a state holds."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, State
from ruleset_core.engine import state as running
from ruleset_core.engine.game import Game
from ruleset_core.engine.history import NOTICED
from ruleset_core.engine.scoring import items_of, written
from ruleset_core.lang.runtime import TooLong
from ruleset_core.lang.tree import TRUE
from ruleset_core.lang.wasm.record import Shared
from tests.lang.in_core import in_core

HELD = (
    "n",
    "seat",
    "point",
    "stage",
    "a",
    "ended",
    "options",
    "v",
    "z",
    "streams",
    "settings",
    "stack",
    "queue",
    "sim",
)
"""What a state holds."""
TOLD = ("draws", "forced")
"""What it tells of the last decision, in pieces of so many numbers each."""
LOW_LIMITS = {
    "questions": {"MANY": 1, "SHORT": 0, "SIMPLE": 1},
    "options": {"UNROLL": 0},
    "selections": {"SIMPLE": 1},
    "effects": {"FEW": 1},
    "defines": {"INLINE": 12, "FEW_CHANGES": 1},
    "tables": {"TABLE": 2},
    "lookups": {"MOST_ROWS": 2},
}
"""Limits of the deciding step, by module, as low as they may be."""
Pick = Callable[[int], int]


def plain(state: Any) -> str:
    """The bytes of a state."""
    return json.dumps(state.to_json(), sort_keys=True)


def difference(right: Any, other: Any, wrong: str) -> str:
    """How a state differs from one that is right; empty if it does not. `wrong`: who made it."""
    found = [
        f"{name}: {getattr(right, name)} is right, {wrong} has {getattr(other, name)}"
        for name in HELD
        if getattr(right, name) != getattr(other, name)
    ]
    for name in TOLD:
        is_, has = getattr(right, name), getattr(other, name)
        if has != is_ and (len(has) == len(is_) or not hasattr(other, "counts") or has != is_[: len(has)]):
            found.append(f"{name}: {is_} is right, {wrong} has {has}")
    drawn = min(len(right.draws) // 3, Shared.drawn_most + 1)  # beyond that the core counts no more
    counts = (len(right.forced) // 2, drawn)
    if getattr(other, "counts", counts) != counts:
        found.append(f"{wrong} counts {other.counts} forced decisions and draws, {counts} is right")
    return "; ".join(found)[:2000]


def few_steps(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """For a while no executor takes more steps than this for a decision: what never ends is given up early."""
    for place in ("runtime", "wasm.native", "wasm.module"):
        monkeypatch.setattr(f"ruleset_core.lang.{place}.STEPS", most)


def low_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a while generated code treats sets of three as it treats large ones: hardly anything is written out or becomes a table."""
    for place, limits in LOW_LIMITS.items():
        for name, most in limits.items():
            monkeypatch.setattr(f"ruleset_core.lang.decide.{place}.{name}", most)


class Executors:
    """The interpreter, generated Python, and the core where there is one, on one game."""

    def __init__(self, game: Game) -> None:
        self.game = game.write_out()  # a few decisions would be the interpreter's
        self.slow = game.interpreted()
        self.core = in_core(game)
        self.decisions = self.refusals = self.impatient = 0

    def disagreement(
        self, players: int, seed: int, pick: Pick, decisions: int,
        settings: Mapping[str, object] | None = None, saved: int = 1, slow: bool = True,
    ) -> str:  # fmt: skip
        """What they see differently in a game with random choices ("" if nothing).

        Where one refuses, all must, with the same words, and be as they were before. Then another option is tried.

        Args:
            players: number of seats.
            seed: of the game.
            pick: a random number below another.
            decisions: how many to make at most.
            settings: of the game's options.
            saved: every how many decisions it is also saved and read again.
            slow: whether the interpreter plays too; it takes most of the time.
        """
        games = (self.game, self.slow) if slow else (self.game,)
        found = self._begun(games, players, seed, settings or {})
        if found is None:
            return ""
        states, where = found
        number = 0
        for number in range(decisions):
            where = where or self._differs(states)
            if not where and number % saved == 0:
                where = self._saved(states[0])  # and the core goes on with what was read
            if where or states[0].over:
                break
            options = states[0].options
            where = self._applied(states, options[pick(len(options))])
            self.decisions += 1
        where = where or self._differs(states) or self._standing(states)
        return where and f"after {number} decisions or one more: {where}"

    def _begun(
        self, games: Sequence[Game], players: int, seed: int, settings: Mapping[str, object]
    ) -> tuple[list[Any], str] | None:
        """The states of those that have some in Python, and what is wrong with them; None if the game cannot be begun."""
        states, said = [], []
        for game in games:
            try:
                states.append(game.new(players, seed, settings))
            except BrokenRuleError as error:
                said.append(str(error))
        fine = self.core is None or self.core.begin(self.game.blank(players, seed, settings))
        if not states and (self.core is None or not fine):
            self.refusals += 1
            return None if len({*said}) == 1 else ([], f"not begun: {said}")
        if not said and not fine:
            blank = self.game.blank(players, seed, settings)
            blank.stack.append(self.game.beginning)
            fine = self._impatient(running.run, blank, states[0])
        if said or not fine:
            return states, f"refused: {said}, the core does {'not ' * fine}refuse to begin"
        return states, ""

    def _differs(self, states: Sequence[Any]) -> str:
        right = states[-1]
        for other in states[:-1]:
            if found := difference(right, other, "generated Python"):
                return found
        return "" if self.core is None else difference(right, self.core.state(), "the core")

    def _saved(self, state: Any) -> str:
        written = json.loads(plain(state))
        again = state.game.from_json(written)
        if json.loads(plain(again)) != written:
            return "not the same after saving"
        if self.core is not None:
            self.core.put(again)
        return ""

    def _applied(self, states: Sequence[Any], option: int) -> str:
        """Take an option everywhere; what is wrong with that."""
        before, said = [state.clone() for state in states], []
        for state in states:
            try:
                state.apply(option)
            except BrokenRuleError as error:
                said.append(str(error))
        fine = self.core is None or self.core.apply(option)
        if not said and (fine or self._impatient(partial(running.take, option=option), before[0].clone(), states[0])):
            return ""
        if len(said) != len(states) or (self.core is not None and fine):
            return f"option {option} is refused: {said}; the core does {'not ' * fine}refuse"
        if len({*said}) > 1:
            return f"option {option} is refused with different words: {said}"
        for state, was in zip(states, before, strict=True):
            if found := difference(was, state, "what is left of the state"):
                return f"option {option} is refused: {found}"
        self.refusals += 1
        return ""

    def _impatient(self, run: Callable[[State], None], before: State, after: State) -> bool:
        """Whether generated Python also counted too many steps at first, and the interpreter had the last word."""
        try:
            run(before)
        except TooLong:
            self.impatient += 1
            if self.core is not None:
                self.core.put(after, told=True)
            return True
        return False

    def _standing(self, states: Sequence[Any]) -> str:
        """The score, its rows, and who has won."""
        state = states[0]
        rows = self._rows(states[-1])
        if isinstance(rows, str):
            return rows
        rights = [None if None in row else sum(row) for row in rows]
        total = None if None in rights else rights
        found = _or_none(state.scores)
        if found != total:
            return f"scores: {total} are right, generated Python has {found}"
        won = self._won(states[-1], total)
        if (found := _or_none(state.verdict)) != won:
            return f"winners and outcomes: {won} are right, generated Python has {found}"
        if self.core is None:
            return ""
        if (there := self.core.scores(state.n)) != total:
            return f"scores: {total} are right, the core has {there}"
        if (there := self.core.verdict(state.n)) != won:
            return f"winners and outcomes: {won} are right, the core has {there}"
        return ""

    def _won(self, state: Any, total: list[int] | None) -> tuple[list[int], list[int]] | None:
        """Who has won and what comes of it for each, as the interpreter sees it; None where a rule is broken."""
        if total is None:
            return None
        program, seats = self.game.program, range(state.n)
        amount, who = self.game.interpreter.amount, program.outcome
        asked = [*program.tie_breaks, who.wins or TRUE, who.team or TRUE]
        told = [[_or_none(amount, tree, state, {"me": seat}) for tree in asked] for seat in seats]
        if any(None in row for row in told):
            return None
        together = [
            [other for other in seats if other == seat or (who.team and told[other][-1] == told[seat][-1])]
            for seat in seats
        ]
        keys = [
            (
                sum(total[each] for each in team) * (-1 if who.lowest else 1),
                *(sum(told[each][place] for each in team) for place in range(len(program.tie_breaks))),
            )
            for team in together
        ]
        can = [seat for seat in seats if any(told[each][-2] for each in together[seat])]
        won = [seat for seat in can if keys[seat] == max(keys[each] for each in can)]
        drawn = len(together[0]) < state.n and len(won) in {0, state.n}
        return won, [0 if drawn else 1 if seat in won else -1 for seat in seats]

    def _rows(self, state: Any) -> list[list[int | None]] | str:
        """The rows of the score of every seat as the interpreter sees them, None where a rule is broken; or what differs."""
        game, program, all_rows = self.game, self.game.program, []
        reckoning = written(game)

        def right_one(node: Any, env: Any) -> Any:
            return _or_none(game.interpreter.amount, node, state, env)

        def made_one(function: Callable[..., Any], *args: Any) -> Any:
            state.steps = 0  # each amount may take as many steps as a decision
            return _or_none(function, *args)

        for seat in range(state.n):
            rows: list[int | None] = []
            for score, function, listed in zip(program.scores, reckoning.scores, reckoning.listed, strict=True):
                for value in items_of(state, score.items) if score.items else (None,):
                    env = {"me": seat} if value is None else {"me": seat, "it": value}
                    args = (state, state.v, *env.values())
                    shown = 1 if score.where is None else right_one(score.where, env)
                    if listed is not None and (told := made_one(listed, *args)) != shown:
                        return f"score {score.name} of seat {seat}: {value} is to be listed: {shown}; generated: {told}"
                    if shown == 0:
                        continue
                    right = None if shown is None else right_one(score.amount, env)
                    if shown is not None and (made := made_one(function, *args)) != right:
                        return f"score {score.name} of seat {seat}: {right} is right, {made} was generated"
                    rows.append(right)
            all_rows.append(rows)
        return all_rows


def _or_none(work: Callable[..., Any], *args: Any) -> Any:
    """What comes out; None where a rule is broken."""
    try:
        return work(*args)
    except NOTICED:
        return None


def disagreement(game: Game, players: int, seed: int, pick: Pick, decisions: int) -> str:
    """What the executors see differently in one game; see `Executors.disagreement`."""
    return Executors(game).disagreement(players, seed, pick, decisions)
