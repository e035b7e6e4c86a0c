"""The course of games: how scores grow from the beginning to the end, who leads on the way, and what the decisions are for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .figures import Estimate, Sums, mean_of, quarters

if TYPE_CHECKING:
    from ruleset_core import State

__all__ = ["STEPS", "Course", "Followed", "Place", "Track", "course_of"]

STEPS: Final = 20
"""A game is looked at so often, each time after the same share of its decisions, and once before the first one."""


class Track(NamedTuple):
    """The course of a game.

    Attributes:
        scores: at each step by seat, as if the game ended then.
        ahead: at each step the seats that stand best; of a team its first one.
        order: the seats at the end, those that win before the others, then by how they stand.
        won: those that win.
        phases: how many decisions were made in each phase.
    """

    scores: tuple[tuple[int, ...], ...]
    ahead: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]
    won: tuple[int, ...]
    phases: tuple[tuple[str, int], ...]

    @staticmethod
    def of(told: Any) -> Track:
        """The course of plain data. Raises TypeError, ValueError."""
        scores, ahead, order, won, phases = told
        return Track(
            tuple(tuple(map(int, each)) for each in scores),
            tuple(tuple(map(int, each)) for each in ahead),
            tuple(map(int, order)),
            tuple(map(int, won)),
            tuple((str(phase), int(count)) for phase, count in phases),
        )


class Followed:
    """A game whose course is followed while it is played."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._seen: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        self._phases = Counter[str]()

    def before(self) -> None:
        """A decision is about to be made."""
        self._look()
        self._phases[self._state.phase or ""] += 1

    def track(self) -> Track:
        """The course of the game, which is over."""
        state = self._state
        self._look()
        won = tuple(state.winners())
        standings = [worth for _, worth in state.standings()]
        order = sorted(range(state.n), key=lambda seat: (seat not in won, -standings[seat]))
        last = len(self._seen) - 1
        looked = [self._seen[step * last // STEPS] for step in range(STEPS + 1)]
        scores, ahead = zip(*looked, strict=True)
        return Track(scores, ahead, tuple(order), won, tuple(self._phases.items()))

    def _look(self) -> None:
        standings = self._state.standings()
        best = max(worth for _, worth in standings)
        ahead = {team: seat for seat, (team, worth) in reversed([*enumerate(standings)]) if worth == best}
        self._seen.append((tuple(self._state.scores()), tuple(sorted(ahead.values()))))


@dataclass(frozen=True, slots=True)
class Place:
    """The scores of those who come to a place at the end, at a step: their mean, and between which two the middle half lies."""

    score: Estimate
    half: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Course:
    """The course of games.

    Attributes:
        games: of how many.
        places: by place at the end, the first one first, what it stood at in each step.
        leads: at each step, of the games in which one seat alone (or one team) is ahead, the share that it wins; `count` is how many those are.
        phases: decisions of a game by phase.
    """

    games: int
    places: tuple[tuple[Place, ...], ...]
    leads: tuple[Estimate, ...]
    phases: dict[str, Estimate]


def course_of(tracks: Sequence[Track]) -> Course | None:
    """What the courses of games say together; None where there are none."""
    if not tracks:
        return None
    players = len(tracks[0].order)
    steps = range(STEPS + 1)
    places = tuple(
        tuple(_place([track.scores[step][track.order[place]] for track in tracks]) for step in steps)
        for place in range(players)
    )
    phases: dict[str, Sums] = {}
    for track in tracks:
        for phase, count in track.phases:
            phases.setdefault(phase, Sums()).add(count)
    told = {phase: sums.among(len(tracks)).estimate() for phase, sums in phases.items()}
    return Course(len(tracks), places, tuple(_lead(tracks, step) for step in steps), told)


def _place(scores: Sequence[int]) -> Place:
    return Place(mean_of(scores), quarters(Counter(scores)))


def _lead(tracks: Sequence[Track], step: int) -> Estimate:
    """How often those win who are ahead, where not everybody is; a team stands as one."""
    alone = [track for track in tracks if len(track.ahead[step]) == 1]
    won = sum(track.ahead[step][0] in track.won for track in alone)
    return Sums(len(alone), won, won).share()
