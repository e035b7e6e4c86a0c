"""How a state came about, so that it can be replayed; and which moves of it a viewer may be told.

The core only notices that a rule is broken; to say which, the interpreter plays the game again from a state that is known. So
every state knows how it came about, for the price of one pair a decision:

    game.new(...)      past = NewGameStart(game, seats=2, settings=(), streams=[...])
    apply(0)           past = (NewGameStart(...), 0)
    apply(1)           past = ((NewGameStart(...), 0), 1)

`replay_start` walks back to the beginning, or to a `Checkpoint` that was kept on the way, and gives the options from there. The
second half of this module says which of these moves a viewer may be told of: none of others while all choose at the same time,
and never what is `secret`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.state import State


# How a state came about, so that it can be made again: after a rule broke in the core, and where a record alone does
# not say enough.
#
# `State.past` is a chain of options taken, as pairs (what was before, option), that begins with a `NewGameStart`, a
# `WorldStart`, or a copy of a state that came about otherwise. A state in the core also keeps a copy of itself every
# `runtime.EVERY` decisions (`State.kept`): from there it is played again, so never more than some decisions. While
# nothing is wrong, a decision costs one pair.


class HistoryStart(ABC):
    """What a history begins with, from which a state can be made again."""

    __slots__ = ()

    @abstractmethod
    def again(self) -> State:
        """The state that the history begins with, which may be changed."""


@dataclass(slots=True)  # not frozen: one is made for every game, and that takes three times as long
class NewGameStart(HistoryStart):
    """A game as it was before its setup, enough to begin again; `streams` are not changed."""

    game: Game
    seats: int
    settings: tuple[int, ...]
    streams: list[int]

    def blank(self) -> State:
        """The state before its setup."""
        state = self.game.laid_out(self.seats, self.settings)
        state.streams = self.streams[:]
        state.stack.append(self.game.beginning)
        state.past = self
        return state

    def again(self) -> State:
        """The state at its first decision."""
        state = self.blank()
        self.game.run(state)
        return state


class Checkpoint(HistoryStart):
    """A state as it was after the last decision of a history, which is `past`."""

    __slots__ = ("_state", "past")

    def __init__(self, past: Any, state: State) -> None:
        """`state`: a copy outside of the core that nobody changes."""
        self.past, self._state = past, state

    def again(self) -> State:
        """The state, which may be changed."""
        state = self._state.clone()
        state.past, state.kept = self.past, self
        return state


def replay_start(past: Any, kept: Checkpoint | None) -> tuple[Any, list[int]]:
    """Where a history goes on from, which is what was kept or its beginning, and the options taken from there."""
    taken = []
    while past.__class__ is tuple and (kept is None or past is not kept.past):
        past, option = past
        taken.append(option)
    return (kept if kept is not None and past is kept.past else past), taken[::-1]


def state_before(past: Any, kept: Checkpoint | None = None) -> State | None:
    """The state that a history leads to, played again by the interpreter from what was kept; None if it cannot be known."""
    past, taken = replay_start(past, kept)
    if past is None:
        return None
    if isinstance(past, HistoryStart):
        state = past.again()
    else:
        state = past.clone()
        state.past = past
    for option in taken:
        state.game.take(state, option)
    return state


def in_same_choice(one: State, other: State) -> bool:
    """Whether two states are of one choice that seats make at the same time, for states that lie in the core.

    A record does not tell one choice from the next if nothing has changed in between. So what was done since the two were
    one state is done again outside of the core.
    """
    if not (one.simultaneous and other.simultaneous):
        return False
    behind, past = [], one.past
    while past.__class__ is tuple:
        behind.append(past)
        past = past[0]
    place = {id(link): number for number, link in enumerate([*behind, past])}
    shared, since = other.past, []
    while id(shared) not in place and shared.__class__ is tuple:
        shared, option = shared
        since.append(option)
    if id(shared) not in place or shared is None:
        return False
    first = (
        one.plain() if shared is one.past else other.plain() if shared is other.past else state_before(shared, one.kept)
    )
    if first is None:
        return False
    second = first.clone()
    for _, option in reversed(behind[: place[id(shared)]]):
        first.game.take(first, option)
    for option in reversed(since):
        second.game.take(second, option)
    return first.sim is second.sim


# Who is told what of the moves of a game: nothing of others while all choose at the same time, nothing secret ever.


@dataclass(frozen=True, slots=True)
class FollowedMove:
    """A move of a game that is followed state by state.

    Attributes:
        seat: who decided.
        option: what was taken.
        secret: whether others never learn that.
        forced: the forced options that the same seat took after it, each with whether it is secret.
        group: the simultaneous choice that the move belongs to, by the number of moves before it began; else -1.
        then: the one that is on after the move.

    Example:
        >>> from ruleset_core import follow_move, group_at_start, load
        >>> state = load("tic_tac_toe").new(seed=1)
        >>> before, option = state.clone(), state.options[0]
        >>> state.apply(option)
        >>> move = follow_move(0, group_at_start(before), before, option, state)
        >>> move.seat, move.secret
        (0, False)
    """

    seat: int
    option: int
    secret: bool = False
    forced: tuple[tuple[int, bool], ...] = ()
    group: int = -1
    then: int = -1

    def hidden_now(self, group: int, viewer: int | None) -> bool:
        """Whether it is hidden only because its simultaneous choice, `group`, is still on."""
        return viewer is not None and self.seat != viewer and self.group >= 0 and self.group == group

    def may_see(self, group: int, viewer: int | None) -> bool:
        """Whether `viewer` may know which option was taken, while the choice `group` is on."""
        return viewer in {None, self.seat} or not (self.secret or self.hidden_now(group, viewer))


@dataclass(frozen=True, slots=True)
class VisibleMove:
    """What is told of a move, or of several secret ones of a simultaneous choice.

    Attributes:
        number: of the move, the first being 0; of the first of several.
        last: the same, of the last of several.
        seat: who decided.
        option: what was taken; None if that is secret.
        forced: the forced options of the same seat after it.

    Example:
        >>> from ruleset_core import follow_move, group_at_start, load, visible_moves
        >>> state = load("tic_tac_toe").new(seed=1)
        >>> before, option = state.clone(), state.options[0]
        >>> state.apply(option)
        >>> moves = [follow_move(0, group_at_start(before), before, option, state)]
        >>> [move.number for move in visible_moves(moves, group_at_start(before), viewer=1)]
        [0]
    """

    number: int
    last: int
    seat: int
    option: int | None
    forced: tuple[int, ...] = ()


def group_at_start(state: State) -> int:
    """The simultaneous choice that is on before the first move; -1 for none."""
    return 0 if state.simultaneous else -1


def group_after(number: int, group: int, before: State, after: State) -> int:
    """The simultaneous choice that is on after a move; -1 for none."""
    if group >= 0 and before.together(after):
        return group
    return number + 1 if after.simultaneous else -1


def follow_move(number: int, group: int, before: State, option: int, after: State) -> FollowedMove:
    """The move that led from one state to another.

    Args:
        number: how many moves there were before it.
        group: the simultaneous choice that was on before it, -1 for none.
        before: the state before the move.
        option: what was taken.
        after: the state after it.
    """
    secret, pairs = before.game.is_secret, zip(after.forced[::2], after.forced[1::2], strict=True)
    forced = tuple((each, secret(each)) for seat, each in pairs if seat == before.seat)
    return FollowedMove(before.seat, option, secret(option), forced, group, group_after(number, group, before, after))


def visible_moves(
    moves: Sequence[FollowedMove], group: int, viewer: int | None, numbers: Iterable[int] | None = None
) -> Iterator[VisibleMove]:
    """The moves with these numbers, or all, as `viewer` may be told them.

    What is hidden now is left out. Secret moves that a seat makes in a row in a simultaneous choice are told as one, so that nobody learns how many questions it was asked.

    Args:
        moves: those taken up to now.
        group: the simultaneous choice that is on now, -1 for none.
        viewer: a seat; None for somebody who may know all.
        numbers: in ascending order.
    """
    for number in range(len(moves)) if numbers is None else numbers:
        move = moves[number]
        if move.hidden_now(group, viewer):
            continue
        if move.may_see(group, viewer):
            own = viewer in {None, move.seat}
            yield VisibleMove(
                number, number, move.seat, move.option, tuple(each for each, secret in move.forced if own or not secret)
            )
        elif not (number and _one(moves[number - 1], move)):
            last = number
            while last + 1 < len(moves) and _one(move, moves[last + 1]):
                last += 1
            yield VisibleMove(number, last, move.seat, None)


def _one(before: FollowedMove, move: FollowedMove) -> bool:
    """Whether two secret moves in a row are told as one."""
    return before.secret and move.secret and before.seat == move.seat and before.group == move.group >= 0
