"""What the points of a game came from, without its whole story: only those moves are heard that change what is scored.

To hear a move takes many times as long as to make it, and most moves change nothing that counts at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.engine.story.reasons import Choices
from ruleset_core.engine.story.sheets import sheet
from ruleset_core.engine.story.story import hear, hear_setup, tell
from ruleset_core.engine.story.why import account
from ruleset_core.lang.evaluate.trace import Changed
from ruleset_core.lang.evaluate.watched import Watched

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruleset_core.engine.state import State
    from ruleset_core.engine.story.story import Heard
    from ruleset_core.engine.story.why import Account
    from ruleset_core.lang.evaluate.trace import AnyPart

__all__ = ["Scored"]


class Scored:
    """A game that is played by `take`, so that it can be told in the end what its points came from.

    `accounts` are those that `State.why` gives of the score when the whole story was heard.
    """

    def __init__(self, state: State) -> None:
        """`state`: at its first decision; it is played on."""
        self._state, self._choices = state, Choices(state.game)
        self._moves: list[tuple[State, int, frozenset[int]]] = []
        """Of each move the state before it, the option, and the places of the values that it wrote."""

    def take(self, option: int) -> None:
        """Take an option. Raises what `State.apply` does."""
        state, before = self._state, self._state.clone()
        written = Watched(state.v)
        state.v = written
        try:
            state.apply(option)
        finally:
            state.v = [*written]
        self._moves.append((before, option, frozenset(place for place, _ in written.written)))

    def accounts(self) -> list[Account]:
        """Where the score of each seat came from, for somebody who may know all.

        Raises:
            BrokenRuleError: the rules ask for something without meaning.
        """
        state = self._state
        lines = (line for seat in range(state.n) for line in sheet(state, seat, None))
        counted = frozenset(place for line in lines if line.values is not None for place in line.values.addresses)
        heard = {-1: hear_setup(self._moves[0][0] if self._moves else state)}
        for step, (_, _, written) in enumerate(self._moves):
            if written & counted:
                self._hear(step, heard)
                self._hear_choice(step, heard, counted)
        if self._moves:
            self._hear(len(self._moves) - 1, heard)  # says who has won
        story = tell(state.game, state.n, [heard[step] for step in sorted(heard)], None)
        return [account(state, story, seat=seat) for seat in range(state.n)]

    def _hear(self, step: int, heard: dict[int, Heard]) -> None:
        if step not in heard:
            before, option, _ = self._moves[step]
            heard[step] = hear(before, option, step)

    def _hear_choice(self, step: int, heard: dict[int, Heard], counted: frozenset[int]) -> None:
        """Hear the moves before one, back to where it is said which choice, if any, stands behind what it changes."""
        parts: Iterable[AnyPart] = _up_to_change(heard[step].parts, counted)
        while step >= 0 and not any(map(self._choices.settled_by, parts)):
            step -= 1
            self._hear(step, heard)
            parts = heard[step].parts


def _up_to_change(parts: Iterable[AnyPart], counted: frozenset[int]) -> Iterable[AnyPart]:
    """The parts of a move before the first value of these changes."""
    for part in parts:
        if isinstance(part, Changed) and part.address in counted:
            return
        yield part
