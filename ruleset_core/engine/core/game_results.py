"""Results of many games as rows of numbers behind the buffer protocol: numpy reads them and is not needed."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from math import prod
from struct import calcsize
from typing import Any, Literal

from ruleset_core.engine.scoring import category_amounts
from ruleset_core.engine.state import State

Kind = Literal["q", "i", "H", "B", "b"]
"""64 bits, 32 bits, 16 bits without a sign, 8 bits without a sign, 8 bits with one."""
LARGEST_COUNT = 0xFFFF
"""What is counted in 16 bits is at most this."""


def rows(kind: Kind, *shape: int) -> memoryview:
    """Rows of numbers, perhaps rows of rows, all 0."""
    size = prod(shape)
    numbers = memoryview(bytearray(calcsize(kind) * size))
    return numbers.cast(kind, shape) if size else numbers.cast(kind)


def column(kind: Kind, count: int) -> memoryview:
    """`count` numbers, all 0."""
    return memoryview(bytearray(calcsize(kind) * count)).cast(kind)


class NumberRows:
    """Can be copied and sent to another process: numbers as their kind, their shape and their bytes."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), *self._packed())

    def _packed(self) -> Iterator[Any]:
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            yield (value.format, value.shape, value.tobytes()) if isinstance(value, memoryview) else value


def _again(result: type[Any], *values: Any) -> Any:
    """A result of what was sent."""
    kinds = [field.type for field in fields(result)]
    return result(
        *(
            _view_of(*value) if "memoryview" in kind and value is not None else value
            for kind, value in zip(kinds, values, strict=True)
        )
    )


def _view_of(kind: Kind, shape: tuple[int, ...], packed: bytes) -> memoryview:
    numbers = memoryview(bytearray(packed))
    return numbers.cast(kind, shape) if packed else numbers.cast(kind)


@dataclass(frozen=True, slots=True)
class Counts(NumberRows):
    """What became of the cards of games: 16 bits each; more counts as 65,535.

    In each game come rows with a number for each card: dealt to seat 0, to seat 1... and to nobody; offered to each seat; taken by each; had by each.

    Attributes:
        cards: the cards by id.
        players: number of seats.
        numbers: by game, row (there are `4 * players + 1`) and card.
        leads: by game, seat and card, 32 bits, see `lead`; None where nobody thinks.

    Example:
        >>> from ruleset_core import core_of, load
        >>> counts = core_of(load("troyes_dice")).play(players=2, games=10, seed=7, counts=True).counts
        >>> card = counts.cards.index("fortress_1")
        >>> 0 <= counts.had(0, card, seat=1) <= 1
        True
    """

    cards: tuple[str, ...]
    players: int
    numbers: memoryview
    leads: memoryview | None = None

    def dealt(self, game: int, card: int, seat: int | None = None) -> int:
        """How many copies of a card came out in a list of a seat, or of nobody (None)."""
        return self._at(game, self.players if seat is None else seat, card)

    def offered(self, game: int, card: int, seat: int) -> int:
        """At how many decisions a seat might have taken it."""
        return self._at(game, self.players + 1 + seat, card)

    def taken(self, game: int, card: int, seat: int) -> int:
        """How often a seat took it."""
        return self._at(game, 2 * self.players + 1 + seat, card)

    def had(self, game: int, card: int, seat: int) -> int:
        """How many copies a seat had at the end in its lists; of a card that is no piece, whether a yes/no field says so."""
        return self._at(game, 3 * self.players + 1 + seat, card)

    def lead(self, game: int, card: int, seat: int) -> int:
        """By how many points a seat was ahead of the others, added up, when it was first offered a card, else 0."""
        if self.leads is None:
            return 0
        found: int = self.leads[game, seat, card]
        return found

    def lead_row(self, game: int) -> bytes | None:
        """All leads of a game, by seat and card, 32 bits each, as `row`; None where nobody thinks."""
        size = 4 * self.players * len(self.cards)
        return None if self.leads is None else bytes(self.leads.cast("B")[size * game : size * (game + 1)])

    def _at(self, game: int, row: int, card: int) -> int:
        found: int = self.numbers[game, row, card]
        return found

    def row(self, game: int) -> bytes:
        """All numbers of a game, row by row, 16 bits each: `memoryview(row).cast("H")` reads them."""
        size = 2 * (4 * self.players + 1) * len(self.cards)
        return bytes(self.numbers.cast("B")[size * game : size * (game + 1)])

    @staticmethod
    def blank(cards: tuple[str, ...], players: int, games: int, *, leads: bool = True) -> Counts:
        """Internal: Room for so many games."""
        ahead = rows("i", games, players, len(cards)) if leads else None
        return Counts(cards, players, rows("H", games, 4 * players + 1, len(cards)), ahead)


@dataclass(frozen=True, slots=True)
class Games(NumberRows):
    """Random games played to their ends. Row `i` is game `first + i` of the seed: `game.new(seed=seed, game=first + i)`.

    Attributes:
        players: number of seats.
        seed: what all randomness came from, also where none was given.
        first: number of the first game.
        scores: by game and seat, 64 bits.
        winners: by game and seat, 1 for each winner, 8 bits.
        outcomes: by game and seat, 1 won, 0 drawn, -1 lost; as `State.outcome`, 8 bits.
        decisions: by game, how many questions were asked, 32 bits.
        options_taken: by game, how many options were taken, forced ones included, 32 bits.
        categories: by game, seat and category of the score its points, 64 bits; there are no categories unless they are wanted.
        counts: what became of the cards, where that was counted.
        moves: by game, the options taken in answer to questions, in order, where they were kept.

    Example:
        >>> from ruleset_core import core_of, load
        >>> games = core_of(load("pig")).play(players=2, games=100, seed=7)
        >>> games.scores.shape, games.options_taken.shape
        ((100, 2), (100,))
    """

    players: int
    seed: int
    first: int
    scores: memoryview
    winners: memoryview
    outcomes: memoryview
    decisions: memoryview
    options_taken: memoryview
    categories: memoryview
    counts: Counts | None = None
    moves: list[array[int]] | None = None

    def __len__(self) -> int:
        return len(self.decisions)

    def columns(self) -> tuple[memoryview, ...]:
        """All that is kept of every game, a row for each."""
        counted = (
            []
            if self.counts is None
            else [each for each in (self.counts.numbers, self.counts.leads) if each is not None]
        )
        categories = [self.categories] if len(self.categories) else []
        return self.scores, self.winners, self.outcomes, self.decisions, self.options_taken, *categories, *counted

    @staticmethod
    def blank(
        players: int, seed: int, first: int, games: int, cards: tuple[str, ...] | None = None,
        *, moves: bool = False, leads: bool = False, categories: int = 0,
    ) -> Games:  # fmt: skip
        """Internal: Room for so many games, and for what becomes of these cards in them."""
        scores, winners = rows("q", games, players), rows("B", games, players)
        outcomes, counts = (
            rows("b", games, players),
            None if cards is None else Counts.blank(cards, players, games, leads=leads),
        )
        return Games(
            players, seed, first, scores, winners, outcomes, column("i", games), column("i", games),
            rows("q", games, players, categories), counts,
            [array("i") for _ in range(games)] if moves else None,
        )  # fmt: skip


class MoveRows:
    """What was taken in games, being put into their rows; -1 stands where a game is over."""

    def __init__(self, moves: list[array[int]] | None, row: int) -> None:
        self._moves, self._row, self._now = moves, row, array("i")

    def add(self, taken: Sequence[int]) -> None:
        """What was taken next, of one game or several."""
        if self._moves is None:
            return
        for option in taken:
            if option >= 0:
                self._now.append(option)
            else:
                self._moves[self._row], self._now = self._now, array("i")
                self._row += 1


@dataclass(frozen=True, slots=True)
class Playouts(NumberRows):
    """Sums over play-outs, a row for each option taken first, or one row.

    Attributes:
        count: play-outs of each row.
        options: the option of each row; empty without options.
        scores: by row and seat, the sum of the scores, 64 bits.
        wins: by row and seat, how often the seat was among the winners, 64 bits.
        outcomes: by row and seat, the sum of the outcomes, 64 bits.
        decisions: by row, how many questions were answered at random, 64 bits.

    Example:
        >>> from ruleset_core import core_of, load
        >>> state = load("tic_tac_toe").new(seed=1)
        >>> found = core_of(state.game).rollouts(state, state.seat, 50, seed=1)
        >>> found.count, found.scores.shape
        (50, (1, 2))
    """

    count: int
    options: tuple[int, ...]
    scores: memoryview
    wins: memoryview
    outcomes: memoryview
    decisions: memoryview

    @staticmethod
    def blank(count: int, options: tuple[int, ...], players: int) -> Playouts:
        """Internal: Room for the sums."""
        tried = max(1, len(options))
        scores, wins, outcomes = (rows("q", tried, players) for _ in range(3))
        return Playouts(count, options, scores, wins, outcomes, column("q", tried))


@dataclass(frozen=True, slots=True)
class Endings(NumberRows):
    """What became of a position, play-out by play-out.

    The play-out of option `i` in world `w` stands at place `i * count + w`. All options met the same worlds.

    Attributes:
        count: worlds.
        first: the number of the first world.
        options: what was taken first, if anything.
        answers: what the seat had answered before that.
        scores: by play-out and seat, 64 bits.
        outcomes: by play-out and seat, 1 won, 0 drawn, -1 lost, 8 bits.
        decisions: by play-out, how many decisions it took, 32 bits.
        categories: by play-out and category of the score, the points of the seat that thinks, 64 bits; empty unless asked for.

    Example:
        >>> from ruleset_core import core_of, load
        >>> state = load("tic_tac_toe").new(seed=1)
        >>> found = core_of(state.game).endings(state, state.seat, 4, seed=1)
        >>> found.count, found.outcomes.shape
        (4, (4, 2))
    """

    count: int
    first: int
    options: tuple[int, ...]
    answers: tuple[int, ...]
    scores: memoryview
    outcomes: memoryview
    decisions: memoryview
    categories: memoryview

    @staticmethod
    def blank(
        count: int, first: int, options: tuple[int, ...], answers: tuple[int, ...], players: int, categories: int = 0
    ) -> Endings:
        """Internal: Room for so many."""
        tried = count * max(1, len(options))
        return Endings(
            count, first, options, answers, rows("q", tried, players), rows("b", tried, players), column("i", tried),
            rows("q", tried, categories),
        )  # fmt: skip

    def note(self, row: int, world: int, decisions: int, scores: Sequence[int], outcomes: Sequence[int]) -> None:
        """Internal: Put what came of one play-out where it belongs."""
        place = row * self.count + world
        self.decisions[place] = decisions
        for seat, score in enumerate(scores):
            self.scores[place, seat] = score
            self.outcomes[place, seat] = outcomes[seat]

    def note_categories(self, row: int, world: int, ended: State, seat: int) -> None:
        """Internal: Put the points of a seat by category, of the state where a play-out ended, where they belong, if they are asked for."""
        if len(self.categories):
            for category, amount in enumerate(category_amounts(ended, seat)):
                self.categories[row * self.count + world, category] = amount
