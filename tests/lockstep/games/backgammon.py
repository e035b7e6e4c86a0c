"""Their first player is ours, and their point 0 is our 24. One action of theirs are two dice."""

from __future__ import annotations

from typing import Any

from ruleset_core import State
from tests.lockstep.frame import Draws, Pair, Table, Turns

POINTS = [f"p{n}" for n in range(1, 25)]
SPOTS = ["off", *POINTS, "bar"]
BAR = 100
"""Where their bar is."""


def _ours(state: State) -> Table:
    return tuple(tuple(seat["checkers"][spot] for spot in SPOTS) for seat in state.observe(-1)["seats"])


def _theirs(theirs: Any) -> Table:
    rows = ([theirs.board(seat, 24 - point) for point in range(1, 25)] for seat in range(2))
    return tuple(
        (15 - sum(row) - theirs.board(seat, BAR), *row, theirs.board(seat, BAR)) for seat, row in enumerate(rows)
    )


def _after(table: Table, seat: int, answers: list[list[str]]) -> Table:
    rows = [dict(zip(SPOTS, row, strict=True)) for row in table]
    own, other = rows[seat], rows[1 - seat]
    for _, man, goal in answers:
        own[man] -= 1
        own[goal] += 1
        if goal != "off" and other[goal]:
            other[goal] -= 1
            other["bar"] += 1
    return tuple(tuple(row.values()) for row in rows)


def _begun(state: State) -> int:
    fields = state.observe(-1)["fields"]
    faces, uses = fields["face"].values(), fields["uses"].values()
    return (4 if len(set(faces)) == 1 else 2) - int(sum(uses))


def _answers(theirs: Any, action: int) -> int:
    return sum(each.pos >= 0 for each in theirs.spiel_move_to_checker_moves(theirs.current_player(), action))


def _chance(_state: State, theirs: Any, draws: Draws) -> int:
    """Two dice, and at first who begins; of the first rolls only the last one, which is no double."""
    if opening := theirs.is_initial_state():
        while draws[0][1] == draws[1][1]:
            del draws[:2]
    rolled = [outcome + 1 for _, outcome in draws[:2]]
    del draws[:2]
    low, high = sorted(rolled)
    roll = f"{high}{low}" if opening and rolled[1] == high else f"{low}{high}"
    for outcome, _ in theirs.chance_outcomes():
        said = theirs.action_to_string(outcome)
        if f"(roll: {roll})" in said:
            return int(outcome)
    raise AssertionError(f"no roll {roll}")


def _returns(state: State) -> list[float]:
    won = sum(state.scores())
    return [float(each * won) for each in state.outcomes()]


PAIR = Pair(
    "backgammon(scoring_type=full_scoring)",
    chance=_chance,
    returns=_returns,
    turns=Turns(_ours, _theirs, _after, _begun, _answers),
)
