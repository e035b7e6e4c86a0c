"""What a seat or an observer may see of a match: observations, scores, replay stops, and the story not yet shown."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Hashable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from ruleset_core import BrokenRuleError, Game, State, Story, visible_moves, visible_scores
from ruleset_core.play.records import RecordError, Session
from ruleset_core.view.look import game_looks
from ruleset_core.view.look.game_looks import MaskedState

# What somebody at a table may see, whatever shows it.


def seat_view(state: State, seat: int, *, over: bool = False) -> MaskedState:
    """What a seat may know; when the game is over (`over`: early), also what the others held: nothing of that is a secret any more."""
    seen = state.masked(seat)
    for other in range(state.n) if over or state.over else ():
        seen.reveal(state.masked(other))
    return seen


def seat_observation(state: State, seat: int) -> dict[str, Any]:
    """The same in names."""
    found = state.observe(seat)
    if state.over:
        found["seats"] = [state.observe(each)["seats"][each] for each in range(state.n)]
    return found


def seat_scores(state: State, seat: int, *, over: bool = False) -> list[int | None]:
    """What a seat is told of the scores, all of them where the game is `over`; nothing where a rule of these is broken, which is told where they are asked for."""
    try:
        return [*state.scores()] if over else visible_scores(state, seat)
    except BrokenRuleError:
        return []


def team_scores(seen: MaskedState, scores: list[int | None], game: Game) -> list[int | None]:
    """What the team of each seat has together, as far as a viewer may know the scores and who plays with whom; else the scores themselves.

    In Spades the points of a pair stand with its first player: `[40, 60, 0, 0]` becomes `[40, 60, 40, 60]`.
    """
    if not game.winning.teams or None in scores:
        return scores
    at = game_looks.LookEvaluator(game, seen, "en")
    teams = [at.team(seat) for seat in range(len(scores))]
    if game_looks.UNKNOWN in teams:
        return scores
    return [sum(each or 0 for each, other in zip(scores, teams, strict=True) if other == team) for team in teams]


def seat_ranks(state: State) -> list[int] | None:
    """Who came where in a game that is over; None where a rule of the scores is broken, as for `seat_scores`."""
    try:
        return state.ranks()
    except BrokenRuleError:
        return None


def seat_teams(state: State) -> list[int] | None:
    """The team of each seat in a game that is over, by number; None where there are no teams, or a rule is broken, as for `seat_scores`."""
    try:
        return [team for team, _ in state.standings()] if state.game.winning.teams else None
    except BrokenRuleError:
        return None


# The positions of a recorded game at which somebody stops who may not know all of it.


class ReplayStops:
    """Where a viewer is told something new, numbered by how much it was told until then.

    To who may know all (None) that is every position by its own number. To others the number of moves would tell how many
    questions were answered in secret.
    """

    def __init__(self, session: Session, viewer: int | None) -> None:
        self._session = session
        self._positions = [0]
        self._numbers = [0]
        start = known = 0  # moves before `start` are told for good, so much of them
        for position, move in enumerate(session.taken, 1):
            now = known + sum(1 for _ in visible_moves(session.taken, move.then, viewer, range(start, position)))
            if now > self._numbers[-1]:
                self._positions.append(position)
                self._numbers.append(now)
            if move.then < 0 or move.then != move.group:
                start, known = position, now

    @property
    def last(self) -> int:
        """The greatest number."""
        return self._numbers[-1]

    @property
    def here(self) -> int:
        """The number of the stop at, or before, the position that is looked at."""
        return self.number(self._session.position)

    def number(self, position: int) -> int:
        """The number of the stop at, or before, a position."""
        return self._numbers[bisect_right(self._positions, position) - 1]

    def since(self, position: int) -> list[int]:
        """The position of the stop at, or before, a position, and those of all later ones."""
        return self._positions[max(bisect_right(self._positions, position) - 1, 0) :]

    def step(self, by: int) -> bool:
        """Go so many stops on or back; False if there are none."""
        place = self._place() + by
        if not 0 <= place < len(self._positions):
            return False
        self._session.to(self._positions[place])
        return True

    def go(self, number: int) -> None:
        """Go to the last stop with at most this number. Raises `RecordError` when it is beyond the end."""
        if not 0 <= number <= self.last:
            raise RecordError("no_position", number=number, last=self.last)
        self._session.to(self._positions[bisect_right(self._numbers, number) - 1])

    def _place(self) -> int:
        return bisect_right(self._positions, self._session.position) - 1


# What each reader has not been told yet of a session, and turns in which nobody who reads had a choice.

BEGINNING: Final = -1
"""The position before the setup."""

StoryMark: TypeAlias = tuple[int, int]
"""How far somebody was told: so many moves, and so many parts of what came of the next one."""


class PendingStory:
    """Tells once what happened since; choices that are hidden for now are told when they no longer are.

    A page is what somebody reads: a screen, or a page of a browser. `told`: so many moves were told to all before; of a
    game that begins, what happens from the first turn on is told. `hints`: so many that were asked for were told, too.
    """

    def __init__(self, told: int = 0, hints: int = 0) -> None:
        self._start: StoryMark = told or BEGINNING, 0
        self._marks: dict[Hashable, StoryMark] = {}
        self._first_hint = hints
        self._hints: dict[Hashable, int] = {}

    def new_hints(self, session: Session, page: Hashable) -> list[int]:
        """The seats that have asked for hints since this was last told on a page: everybody may know."""
        known = self._hints.get(page, self._first_hint)
        self._hints[page] = len(session.hints)
        return [*dict.fromkeys(each.seat for each in session.hints[known:])]

    def new_story(
        self, session: Session, viewer: int | None, *pages: Hashable, turn_of: int | None = None
    ) -> Story | None:
        """What `viewer` may know and was not told yet, and now is; None if nothing was done since.

        Args:
            session: the game.
            viewer: a seat; the number of seats for who looks on, None for who may know all.
            pages: where it is told: what was told on the first of them counts, and it counts as told on all.
                The viewer's own, if none is named.
            turn_of: a turn that goes on waits, so that it is told in one sentence, unless this seat was asked in it.
        """
        pages = pages or (viewer,)
        told = self._marks.get(pages[0], self._start)
        story, mark = _since(session, viewer, told), (len(session.steps), 0)
        parted = None if story is None or turn_of is None or session.over else story.split(turn_of)
        if parted is not None:
            story, (step, parts) = parted
            mark = step, parts + (told[1] if step == told[0] else 0)
        self._marks.update(dict.fromkeys(pages, mark))
        return story

    def take_back(self, count: int) -> None:
        """Only `count` moves stand: tell anew what will come in place of those taken back."""
        self._start = min(self._start, (count, 0))
        self._marks = {page: min(told, (count, 0)) for page, told in self._marks.items()}


def _since(session: Session, viewer: int | None, told: StoryMark) -> Story | None:
    first, parts = told
    end = len(session.steps)
    if first >= end:
        return None
    story = session.story(first, end, viewer)
    return (story.from_first_turn if first == BEGINNING else story).between(parts)


@dataclass(frozen=True, slots=True)
class ForcedTurns:
    """Whole turns in which no reader had a choice: `story` goes up to the last of them, `seats` had them, `rest` follows."""

    story: Story
    seats: tuple[int, ...]
    rest: Story


def forced_turns(session: Session, story: Story, readers: Collection[int]) -> ForcedTurns | None:
    """The whole turns of these seats in a story in which they were never asked, as far as anything is told of them."""
    told = 0
    seats: list[int] = []
    for end, seat in story.turns_without_answer(readers, over=session.over):
        if story.between(told, end).sentences():  # what is told in one language is told in all
            told, seats = end, [*seats, seat]
    return ForcedTurns(story.between(0, told), tuple(seats), story.between(told)) if seats else None
