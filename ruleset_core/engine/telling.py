"""Who is told what of the moves of a game: nothing of others while all choose at the same time, nothing secret ever."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruleset_core.engine.state import State

__all__ = ["Taken", "Told", "follow", "group_after", "group_at_start", "told"]


@dataclass(frozen=True, slots=True)
class Taken:
    """A move of a game that is followed state by state.

    Attributes:
        seat: who decided.
        option: what was taken.
        secret: whether others never learn that.
        forced: the options that the same seat took behind it because it had no other, and whether each is secret.
        group: the choice at the same time that the move belongs to, by the number of moves before it began; else -1.
        then: the one that is on after the move.
    """

    seat: int
    option: int
    secret: bool = False
    forced: tuple[tuple[int, bool], ...] = ()
    group: int = -1
    then: int = -1

    def hidden_now(self, group: int, viewer: int | None) -> bool:
        """Whether it is hidden only because the choice it belongs to is still on, `group` being the one that is."""
        return viewer is not None and self.seat != viewer and self.group >= 0 and self.group == group

    def may_see(self, group: int, viewer: int | None) -> bool:
        """Whether `viewer` may know which option was taken, while the choice `group` is on."""
        return viewer in {None, self.seat} or not (self.secret or self.hidden_now(group, viewer))


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a move, or of several secret ones made while all chose at the same time.

    Attributes:
        number: of the move, the first being 0; of the first of several.
        last: the same, of the last of several.
        seat: who decided.
        option: what was taken; None if that is secret.
        forced: what the same seat did behind it because it had no other choice.
    """

    number: int
    last: int
    seat: int
    option: int | None
    forced: tuple[int, ...] = ()


def group_at_start(state: State) -> int:
    """The choice at the same time that is on before the first move; -1 for none."""
    return 0 if state.simultaneous else -1


def group_after(number: int, group: int, before: State, after: State) -> int:
    """The choice at the same time that is on after a move; see `follow`."""
    if group >= 0 and before.together(after):
        return group
    return number + 1 if after.simultaneous else -1


def follow(number: int, group: int, before: State, option: int, after: State) -> Taken:
    """The move that led from one state to another, which a clone of it has become.

    Args:
        number: how many moves there were before it.
        group: the choice at the same time that was on before it, -1 for none.
        before: the state before the move.
        option: what was taken.
        after: the state after it.
    """
    secret, pairs = before.game.is_secret, zip(after.forced[::2], after.forced[1::2], strict=True)
    forced = tuple((each, secret(each)) for seat, each in pairs if seat == before.seat)
    return Taken(before.seat, option, secret(option), forced, group, group_after(number, group, before, after))


def told(
    moves: Sequence[Taken], group: int, viewer: int | None, numbers: Iterable[int] | None = None
) -> Iterator[Told]:
    """The moves with these numbers, or all, as `viewer` may be told them.

    What is hidden now is left out, so that nobody learns how many questions others were asked. For the same reason secret
    moves that a seat makes in a row in a choice at the same time are told as one, with the first of them.

    Args:
        moves: those taken up to now.
        group: the choice at the same time that is on now, -1 for none.
        viewer: a seat; None for somebody who may know all.
        numbers: in ascending order.
    """
    for number in range(len(moves)) if numbers is None else numbers:
        move = moves[number]
        if move.hidden_now(group, viewer):
            continue
        if move.may_see(group, viewer):
            own = viewer in {None, move.seat}
            yield Told(
                number, number, move.seat, move.option, tuple(each for each, secret in move.forced if own or not secret)
            )
        elif not (number and _one(moves[number - 1], move)):
            last = number
            while last + 1 < len(moves) and _one(move, moves[last + 1]):
                last += 1
            yield Told(number, last, move.seat, None)


def _one(before: Taken, move: Taken) -> bool:
    """Whether two secret moves in a row are told as one."""
    return before.secret and move.secret and before.seat == move.seat and before.group == move.group >= 0
