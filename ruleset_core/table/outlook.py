"""What players may expect of a position: it is played on to its end again and again, in worlds that a seat cannot tell from the true one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from ruleset_core.sim.figures import Estimate, Sums

if TYPE_CHECKING:
    from ruleset_core import Endings, State
    from ruleset_core.record import Session

__all__ = ["Futures", "Outlook", "Progress", "quiet"]

Progress: TypeAlias = Callable[[int, int], object]
"""Is told how much is done, and of how much. It may raise to stop."""
BATCH: Final = 8
"""Worlds that are played from at once; in between, progress is told."""
HALF: Final = 0.5
"""A drawn game counts so much of a game won."""

Ending: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The scores of a play-out, and its outcomes, by seat."""


def quiet(_done: int, _of: int) -> None:
    """Tell nobody about progress."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a seat may expect, or how much more than of something else.

    Attributes:
        won: the share of games won, from 0 to 1; a drawn one counts half.
        points: its score.
        lead: how much better its score is than the best of the others; the score itself where nobody else has one of their own.
    """

    won: Estimate
    points: Estimate
    lead: Estimate

    @property
    def sign(self) -> int:
        """Of a difference: 1 if it is for the better beyond chance, -1 for the worse, 0 where chance may explain it."""
        for part in (self.won, self.lead):
            if part.beyond(0):
                return 1 if part.mean > 0 else -1
        return 0


@dataclass(slots=True)
class Futures:
    """Play-outs of one or several options of a position, all in the same worlds.

    Attributes:
        state: the position.
        seat: whose knowledge of it counts.
        options: what is taken first, one or several; none to play on from the position as it is.
        seed: what all luck comes from.
        begun: where all began to choose at the same time, if they do and others have chosen before this seat: from there they choose anew, as it
            cannot know what they chose. `answers`: what it has answered itself since then.
        endings: by option and world, what became of the game.
        decisions: how many decisions all play-outs took.
    """

    state: State
    seat: int
    options: tuple[int, ...]
    seed: int
    begun: State | None = None
    answers: tuple[int, ...] = ()
    endings: list[list[Ending]] = field(init=False)
    decisions: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.endings = [[] for _ in self.options or (-1,)]

    @property
    def worlds(self) -> int:
        """How many worlds were played from."""
        return len(self.endings[0])

    def play(self, worlds: int, progress: Progress = quiet) -> None:
        """Play from worlds that were not yet played from, until there are so many."""
        core, begun = self.state.game.core(), self.worlds
        while self.worlds < worlds:
            count = min(BATCH, worlds - self.worlds)
            found = core.endings(
                self.begun or self.state, self.seat, count, self.seed, self.options, self.worlds, self.answers
            )
            self.decisions += sum(found.decisions.tolist())
            for row, ended in enumerate(self.endings):
                ended += [_ending(found, row * count + world, self.state.n) for world in range(count)]
            progress(self.worlds - begun, worlds - begun)

    def play_for(
        self, work: int, least: int, most: int, progress: Progress = quiet, *, enough: int | None = None
    ) -> None:
        """Play as many worlds as take about so many decisions for each option, within bounds. It depends on no clock.

        `enough`: so many are played as long as that is no more than twice the work; as many as `least` if left out.
        """
        enough = least if enough is None else enough
        self.play(min(BATCH, most, least))
        each = max(1, self.decisions // (self.worlds * len(self.endings)))
        least = max(least, min(enough, 2 * work // each))
        self.play(min(max(work // each, least), most), progress)

    def outlook(self, seat: int, row: int = 0) -> Outlook:
        """What a seat may expect of an option, by its place."""
        won, points, lead = _summed([self._figures(seat, each) for each in self.endings[row]])
        return Outlook(won.share(HALF), points.estimate(), lead.estimate())

    def worth(self, row: int) -> tuple[float, float]:
        """How good an option turned out for the seat, to be compared: its share of games won, then its lead; its lead where there is nothing to win."""
        found = self.outlook(self.seat, row)
        wins = self.state.n > 1 or self.state.game.winning.conditional
        return (found.won.mean, found.lead.mean) if wins else (found.lead.mean, 0.0)

    def more(self, seat: int, row: int, other: int) -> Outlook:
        """How much more a seat may expect of an option than of another one, world by world."""
        return self.more_than(seat, row, self, other)

    def more_than(self, seat: int, row: int, others: Futures, other: int) -> Outlook:
        """How much more a seat may expect of an option than of one of another position, as far as both were played from as many worlds."""
        pairs = zip(self.endings[row], others.endings[other], strict=False)
        both = [(self._figures(seat, one), self._figures(seat, two)) for one, two in pairs]
        won, points, lead = _summed([(one[0] - two[0], one[1] - two[1], one[2] - two[2]) for one, two in both])
        return Outlook(_apart(won), points.estimate(), lead.estimate())

    @property
    def counts_points(self) -> bool:
        """Whether points say more than who wins: not where a score is just 1 or 0."""
        return any(score not in {0, 1} for row in self.endings for scores, _ in row for score in scores)

    def _figures(self, seat: int, ending: Ending) -> tuple[int, int, int]:
        """Twice the share of the game that was won, the score, and the lead."""
        scores, outcomes = ending
        winning = self.state.game.winning
        sign = -1 if winning.lowest else 1
        others = [sign * score for other, score in enumerate(scores) if other != seat]
        lead = sign * scores[seat] - (max(others) if others and not winning.teams else 0)
        return outcomes[seat] + 1, scores[seat], lead


def begun_together(
    session: Session, position: int, seat: int, kept: Sequence[int] = ()
) -> tuple[State | None, tuple[int, ...]]:
    """Where the choice at the same time began that is on at a position, and what a seat has answered since; None where none is on.

    Nor where the seat is the first to choose, and where it was shown something drawn: that cannot be played again. Who is asked ahead of others is not
    the first, though they have not chosen: the question is found by letting them choose anything.

    Args:
        session: the game.
        position: after so many moves.
        seat: who is asked.
        kept: what it has answered ahead.
    """
    group = session.group(position)
    since = session.steps[group:position] if group >= 0 else []
    own = [step for step in since if step.move.seat == seat]
    first = session.states[position].seat == seat and len(since) == len(own)
    if group < 0 or first or any(step.move.draws for step in own):
        return None, ()
    return session.states[group], (*(step.option for step in own), *kept)


def _apart(won: Sums) -> Estimate:
    """How far shares lie apart, world by world. Where that is the same in all, another world may still be otherwise: as `Sums.share` says."""
    found = won.estimate(HALF)
    if found.deviation or not found.count:
        return found
    moved = Sums.of({won.total // won.count + 2: won.count}).share(HALF / 2)  # from -1..1 to 0..1
    return Estimate(found.mean, min(1.0, 2 * moved.margin), found.count, 0.0)


def _ending(found: Endings, place: int, seats: int) -> Ending:
    every = range(seats)
    return tuple(found.scores[place, seat] for seat in every), tuple(found.outcomes[place, seat] for seat in every)


def _summed(rows: Sequence[tuple[int, int, int]]) -> tuple[Sums, Sums, Sums]:
    won, points, lead = Sums(), Sums(), Sums()
    for row in rows:
        for sums, figure in zip((won, points, lead), row, strict=True):
            sums.add(figure)
    return won, points, lead
