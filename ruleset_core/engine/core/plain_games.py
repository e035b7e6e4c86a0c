"""Whole games in Python, one after the other: the specification of those that `core_games` plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.engine.broken import endless
from ruleset_core.engine.core.plain_room import PlainRoom
from ruleset_core.engine.core.results import Moves
from ruleset_core.engine.core.tally import LITTLE, count_in, put_counts
from ruleset_core.errors import BrokenRuleError
from ruleset_core.lang.search.games import play_on
from ruleset_core.lang.seeds import ASIDE, Aside, first, numbered

if TYPE_CHECKING:
    from ruleset_core.engine.core.results import Games
    from ruleset_core.engine.core.seated import Batch, Sitting
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.state import State

ENDLESS = 2
"""What `play_on` gives where a game does not end."""
WORK = 20_000
"""What is done in one go, in decisions by lot; see `play_on`."""


def aside_of(seed: int, number: int) -> Aside:
    """What the choices of one of the many games of a seed are drawn from."""
    return Aside(numbered(first(seed, ASIDE), number))


class PlainGames(PlainRoom):
    """A room in which whole games are played, and what came out of them is put into rows."""

    def __init__(self, game: Game, batch: Batch) -> None:
        found, sitting = batch.found, batch.sitting
        super().__init__(game, found.players, LITTLE if sitting is None else sitting.widest)
        self._game, self._found, self._options = game, found, batch.options
        self._start, self._seeds = 0, list[int]()
        self.logging, self.log = int(found.moves is not None), [0] * (WORK + 1)
        if batch.counted is not None:
            count_in(self, batch.counted)
            self.standing = int(found.counts is not None and found.counts.leads is not None)
        if sitting is not None:
            self._sit(sitting)

    def _sit(self, sitting: Sitting) -> None:
        if sitting.odds is not None:
            self.odds = sitting.odds.flat
        if sitting.prospects is not None:
            self.lay(sitting.prospects.laid(self._game))
        self.policies, self.turned = len(sitting.policies), int(sitting.turned)
        self.figures, self._seeds = sitting.figures, [each.seed for each in sitting.lots]
        self.lots = self._seeds
        self.sitting, self.luck, self.turns = ([0] * self.seats for _ in range(3))

    def play(self, start: int, stop: int) -> None:
        """Play the games of rows `start` up to but not including `stop`. Raises BrokenRuleError, which says in which game."""
        self._start, self.row, self.rows, self.begun = start, 0, stop - start, 0
        self.first = self._found.first + start
        moves = Moves(self._found.moves, start)
        try:
            going = 1
            while going:
                going = play_on(self, WORK)
                moves.add(self.log[: self.logged])
                if going == ENDLESS:
                    raise endless(self._game)
        except BrokenRuleError as error:
            number, seed = self.first + self.row, self._found.seed
            raise error.of(f"game {number} of seed {seed}", f"partida {number} de la semilla {seed}") from error

    def think_as(self, who: int, seat: int) -> None:
        """Think in the worlds of a policy on a seat."""
        self.seed = self._seeds[who * self.seats + seat]

    def fresh(self, s: int) -> None:
        """The game of the row, at its first decision."""
        number, found = self.first + self.row, self._found
        self.show(s, self._game.new(found.players, found.seed, self._options, game=number))
        self.aside = aside_of(found.seed, number)

    def over(self, s: int) -> None:
        """Keep what came out of the game of the row."""
        row, found = self._start + self.row, self._found
        put_outcome(found, row, self.states[s])
        found.decisions[row], found.lengths[row] = self.decisions, self.taken
        if found.counts is not None:
            put_counts(found.counts, row, self)


def put_outcome(found: Games, row: int, state: State) -> None:
    """Put how a game ended into a row."""
    for seat, score in enumerate(state.scores()):
        found.scores[row, seat] = score
    winners, outcomes = state.verdict()
    for seat, outcome in enumerate(outcomes):
        found.outcomes[row, seat] = outcome
    for seat in winners:
        found.winners[row, seat] = 1
