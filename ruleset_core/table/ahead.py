"""Answers given ahead: where all choose at the same time, seats may answer in any order.

The game asks them one after the other, so that every game has one record. What a seat answers before its turn is kept and
applied when that comes. What it is asked then does not depend on what others choose (error E318 sees to it, and the
property `simultaneous` of conformance), so it is found by letting those before it choose anything on a copy. It does
depend on chance, which falls in the order of the record: so nothing is asked behind something drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruleset_core import BrokenRuleError

if TYPE_CHECKING:
    from ruleset_core import State
    from ruleset_core.record import Session

__all__ = ["Ahead"]

TRIES: Final = 500
"""Options that are tried in place of those before a seat; then it waits for them."""


class Ahead:
    """The answers that are kept, by seat, while the choice lasts in which they were given."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._group = -1
        self._kept: dict[int, list[int]] = {}
        self._asked: dict[int, State | None] = {}
        self._live: State | None = None
        """The last state when it was looked who is asked."""

    def copy(self) -> Ahead:
        """The same answers, kept apart."""
        copy = Ahead(self._session)
        copy._group, copy._live, copy._asked = self._group, self._live, dict(self._asked)
        copy._kept = {seat: [*options] for seat, options in self._kept.items()}
        return copy

    def kept(self, seat: int) -> tuple[int, ...]:
        """What a seat has answered that waits for others."""
        self.look()
        return tuple(self._kept.get(seat, ()))

    def asked(self, seat: int) -> State | None:
        """Where a seat is asked before its turn, behind what it has answered; None where it is not."""
        self.look()
        if self._group < 0 or self._session.live.seat == seat:
            return None
        if seat not in self._asked:
            self._asked[seat] = self._follow(seat)
        return self._asked[seat]

    def keep(self, seat: int, option: int) -> None:
        """Keep an answer to the question at `asked`. Raises `BrokenRuleError` where a rule breaks, and keeps nothing then."""
        state = self._asked[seat]
        assert state is not None  # else there is no question to be answered
        after = state.clone()
        after.apply(option)
        self._kept.setdefault(seat, []).append(option)
        self._asked[seat] = after if self._goes_on(after, seat) else None

    def take_back(self, seat: int) -> int | None:
        """Forget the last answer of a seat that is kept, and give it; None where there is none."""
        if not self.kept(seat):
            return None
        self._asked.pop(seat, None)
        return self._kept[seat].pop()

    def drop(self, seat: int) -> bool:
        """Forget all answers of a seat that are kept; whether there were any."""
        self._asked.pop(seat, None)
        return bool(self._kept.pop(seat, None))

    def next(self) -> int | None:
        """The kept answer of the seat whose turn it is now, taken off; None where there is none."""
        self.look()
        live = self._session.live
        kept = [] if live.over else self._kept.get(live.seat, [])
        return kept.pop(0) if kept else None

    def look(self) -> None:
        """Forget what belongs to a choice that is over. To be called when moves are taken back: one may come anew then."""
        session = self._session
        if session.live is self._live:
            return
        group = session.group(len(session.steps))
        if group != self._group:
            self._kept.clear()
        self._group, self._live = group, session.live
        self._asked.clear()

    def _follow(self, seat: int) -> State | None:
        """Where a seat is asked once those before it have chosen anything, and it has what it has answered."""
        state: State | None = self._session.live
        tries = TRIES
        while state is not None and state.seat != seat:
            state, tries = self._anything(state, tries)
        for option in self._kept.get(seat, ()):
            if state is None or option not in state.options:
                return None
            state = state.clone()
            try:
                state.apply(option)
            except BrokenRuleError:  # it is asked again when its turn comes
                return None
            if not self._goes_on(state, seat):
                return None
        return state

    def _goes_on(self, state: State, seat: int) -> bool:
        """Whether a seat is asked once more in the same choice, and nothing has been left to chance."""
        return not state.over and not state.draws and state.seat == seat and state.together(self._session.live)

    def _anything(self, state: State, tries: int) -> tuple[State | None, int]:
        """The state after any option that leaves nothing to chance and does not end the choice; None where there is none."""
        for option in reversed(state.options):  # the last one is mostly the shortest way
            if tries <= 0:
                return None, 0
            tries -= 1
            after = state.clone()
            try:
                after.apply(option)
            except BrokenRuleError:
                continue
            if not after.over and not after.draws and after.together(self._session.live):
                return after, tries
        return None, tries
