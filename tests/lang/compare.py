"""Random play of one game by all executors, compared after every decision in everything that a state holds."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, State
from ruleset_core.compile.wasm.state_layout import SharedMemory
from ruleset_core.engine.game import Game
from ruleset_core.engine.scoring import items_of
from ruleset_core.lang.typed_tree import TRUE
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
    "quantity_generation": {"MANY": 1, "SHORT": 0, "SIMPLE": 1},
    "selection_generation": {"SIMPLE": 1},
    "statement_generation": {"UNROLL": 0, "FEW_TO_WRITE_OUT": 1},
    "expression_generation": {"INLINE": 12, "FEW_CHANGES": 1, "MOST_ROWS": 2},
    "constant_tables": {"TABLE": 2},
    "loop_passes": {"FEW": 1, "COSTLY": 1},
}
"""Limits of IR generation, by module, as low as they may be."""
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
    drawn = min(len(right.draws) // 3, SharedMemory.drawn_most + 1)  # beyond that the core counts no more
    counts = (len(right.forced) // 2, drawn)
    if getattr(other, "counts", counts) != counts:
        found.append(f"{wrong} counts {other.counts} forced decisions and draws, {counts} is right")
    return "; ".join(found)[:2000]


def few_steps(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """For a while no executor takes more steps than this for a decision: what never ends is given up early."""
    for place in ("lang.runtime", "compile.wasm.core_game", "compile.wasm.game_module"):
        monkeypatch.setattr(f"ruleset_core.{place}.STEPS", most)


def low_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a while sets of three are lowered as large ones are: hardly anything is written out or becomes a table."""
    for place, limits in LOW_LIMITS.items():
        for name, most in limits.items():
            monkeypatch.setattr(f"ruleset_core.compile.irgen.{place}.{name}", most)


class Executors:
    """The interpreter, and the core where there is one, on one game.

    Attributes:
        decisions, refusals: how many were compared.
    """

    def __init__(self, game: Game) -> None:
        self.game = game.interpreted()
        self.core = in_core(game)
        self.decisions = self.refusals = 0

    def disagreement(
        self, players: int, seed: int, pick: Pick, decisions: int,
        settings: Mapping[str, object] | None = None, saved: int = 1,
    ) -> str:  # fmt: skip
        """What they see differently in a game with random choices ("" if nothing).

        Where one refuses, both must, and be as they were before. Then another option is tried.

        Args:
            players: number of seats.
            seed: of the game.
            pick: a random number below another.
            decisions: how many to make at most.
            settings: of the game's options.
            saved: every how many decisions it is also saved and read again.
        """
        state, where = self._begun(players, seed, settings or {})
        if state is None:
            return where
        number = 0
        for number in range(decisions):
            where = where or self._differs(state)
            if not where and number % saved == 0:
                where = self._saved(state)  # and the core goes on with what was read
            if where or state.over:
                break
            where = self._applied(state, state.options[pick(len(state.options))])
            self.decisions += 1
        where = where or self._differs(state) or self._standing(state)
        return where and f"after {number} decisions or one more: {where}"

    def _begun(self, players: int, seed: int, settings: Mapping[str, object]) -> tuple[State | None, str]:
        """The state of the interpreter, None if the game cannot be begun; and what is wrong with it."""
        state, said = None, ""
        try:
            state = self.game.new(players, seed, settings)
        except BrokenRuleError as error:
            said = str(error)
        fine = self.core is None or self.core.begin(self.game.blank(players, seed, settings))
        if state is None:
            self.refusals += 1
            return None, "" if self.core is None or not fine else f"refused: {said}, the core does not refuse to begin"
        return state, self._counts(state) if fine else "the core refuses to begin"

    def _differs(self, right: State) -> str:
        return "" if self.core is None else difference(right, self.core.state(), "the core")

    def _saved(self, state: State) -> str:
        written = json.loads(plain(state))
        again = state.game.from_json(written)
        if json.loads(plain(again)) != written:
            return "not the same after saving"
        if self.core is not None:
            self.core.put(again)
        return ""

    def _applied(self, state: State, option: int) -> str:
        """Take an option in both; what is wrong with that."""
        before, said = state.clone(), ""
        try:
            state.apply(option)
        except BrokenRuleError as error:
            said = str(error)
        fine = self.core is None or self.core.apply(option)
        if not said:
            return self._counts(state) if fine else f"option {option} is refused by the core alone"
        if self.core is not None and fine:
            return f"option {option} is refused: {said}; the core does not refuse"
        if found := difference(before, state, "what is left of the state"):
            return f"option {option} is refused: {found}"
        self.refusals += 1
        return ""

    def _counts(self, right: State) -> str:
        """How many steps the core counts for the last decision, if they are not as many as those of the interpreter."""
        if self.core is None or self.core.steps == right.steps:
            return ""
        return f"{right.steps:,} steps are right, the core counts {self.core.steps:,}"

    def _standing(self, state: State) -> str:
        """The score and who has won: as the rows say by themselves, as the state says, and as the core says."""
        rows = self._rows(state)
        rights = [None if None in row else sum(row) for row in rows]
        total = None if None in rights else rights
        won = self._won(state, total)
        told = [("the state", _or_none(state.scores), _or_none(state.verdict))]
        if self.core is not None:
            told.append(("the core", self.core.scores(state.n), self.core.verdict(state.n)))
        for who, scores, verdict in told:
            if scores != total:
                return f"scores: {total} are right, {who} has {scores}"
            if verdict != won:
                return f"winners and outcomes: {won} are right, {who} has {verdict}"
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

    def _rows(self, state: State) -> list[list[int | None]]:
        """The rows of the score of every seat, None where a rule is broken."""
        program, found = self.game.program, []

        def value(node: Any, env: Any) -> Any:
            return _or_none(self.game.interpreter.amount, node, state, env)

        for seat in range(state.n):
            rows: list[int | None] = []
            for score in program.scores:
                for item in items_of(state, score.items) if score.items else (None,):
                    env = {"me": seat} if item is None else {"me": seat, "it": item}
                    shown = 1 if score.where is None else value(score.where, env)
                    if shown != 0:
                        rows.append(None if shown is None else value(score.amount, env))
            found.append(rows)
        return found


def _or_none(work: Callable[..., Any], *args: Any) -> Any:
    """What comes out; None where a rule is broken."""
    try:
        return work(*args)
    except BrokenRuleError:
        return None


def disagreement(game: Game, players: int, seed: int, pick: Pick, decisions: int) -> str:
    """What the executors see differently in one game; see `Executors.disagreement`."""
    return Executors(game).disagreement(players, seed, pick, decisions)
