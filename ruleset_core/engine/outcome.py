"""Who wins: what every seat has to show, by team, and what comes of the game for each. Works on any state, as if the game ended there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleset_core.engine.scoring import total

if TYPE_CHECKING:
    from ruleset_core.engine.state import State


@dataclass(frozen=True, slots=True)
class Winning:
    """How a game is won.

    Attributes:
        lowest: whether the lowest score wins, not the highest.
        conditional: whether only a seat can win for which a condition holds, so that it may be nobody.
        teams: whether seats add up their scores and win together.
    """

    lowest: bool
    conditional: bool
    teams: bool


@dataclass(slots=True)
class _Claim:
    """What a team has to show: its key, the better the greater, and whether it can win at all."""

    key: list[int]
    can: bool


def _claims(state: State) -> tuple[list[int], dict[int, _Claim]]:
    """The team of every seat, and what each team has to show."""
    game, reckoning = state.game, state.game.reckoning
    who = game.program.outcome
    sign = -1 if who.lowest else 1
    ties = len(game.program.tie_breaks)
    teams: list[int] = []
    found: dict[int, _Claim] = {}
    for seat in range(state.n):
        points, more = total(state, seat), []
        for function in reckoning.ties:
            state.steps = 0
            more.append(int(function(state, state.v, seat)))
        key = [sign * points, *more[:ties]]
        team = seat if who.team is None else more[-1]
        can = who.wins is None or bool(more[ties])
        teams.append(team)
        if team in found:
            both = zip(found[team].key, key, strict=True)
            found[team] = _Claim([one + other for one, other in both], found[team].can or can)
        else:
            found[team] = _Claim(key, can)
    return teams, found


def verdict(state: State) -> tuple[list[int], list[int]]:
    """The seats that win, and for every seat 1 (won), 0 (drawn) or -1 (lost).

    Of those who can win, the best do, by tie-breaks in declared order; who is still equal shares the victory. Where several
    teams all win, or none does, it is drawn.
    """
    teams, claims = _claims(state)
    best = max((claim.key for claim in claims.values() if claim.can), default=None)
    won = {team for team, claim in claims.items() if claim.can and claim.key == best}
    winners = [seat for seat, team in enumerate(teams) if team in won]
    if len(claims) > 1 and len(won) in {0, len(claims)}:
        return winners, [0] * state.n
    return winners, [1 if team in won else -1 for team in teams]


def standings(state: State) -> list[tuple[int, int]]:
    """The team of every seat, and what its score is worth: that of the whole team, less than 0 where the lowest wins."""
    teams, claims = _claims(state)
    return [(team, claims[team].key[0]) for team in teams]
