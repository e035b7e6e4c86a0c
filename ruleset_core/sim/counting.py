"""What becomes of the cards in a game that bots play, and how each seat stood when it was first offered one."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruleset_core import State

__all__ = ["Counting"]


class Counting:
    """Counts while a game is played: `before` an option is taken, and `after` it."""

    def __init__(self, state: State) -> None:
        self._state, self._tally = state, state.game.core().tally(state.n)
        cards = len(state.game.card_ids())
        self._offered = [[0] * cards for _ in range(state.n)]
        self._stood = array("i", bytes(4 * state.n * cards))
        self._cards = cards
        self._tally.begin(state)
        self._note()

    def before(self, option: int) -> None:
        """An option is about to be taken."""
        self._tally.choose(self._state, option)
        self._note()

    def after(self) -> None:
        """It was taken."""
        self._tally.go_on(self._state)
        self._note()

    def told(self) -> tuple[bytes, bytes]:
        """What became of the cards, and how the seats stood; the game is over."""
        self._tally.end(self._state)
        return self._tally.counts().row(0), self._stood.tobytes()

    def _note(self) -> None:
        """How seats stand that were offered a card for the first time: by how many points they are ahead, added up over the others."""
        for seat, before in enumerate(self._offered):
            offered = self._tally.offered(seat)
            if offered == before:
                continue
            self._offered[seat] = offered
            new = [card for card, count in enumerate(offered) if count and not before[card]]
            if new:
                scores = self._state.scores()
                ahead = scores[seat] * len(scores) - sum(scores)
                for card in new:
                    self._stood[seat * self._cards + card] = ahead
