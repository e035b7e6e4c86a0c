"""What is to be played: the same plan always gives the same games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from json import dumps
from typing import TYPE_CHECKING, Any

from ruleset_core import load

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["Plan"]


@dataclass(frozen=True, slots=True)
class Plan:
    """Games to be played.

    Of whatever is looked at in some games only, these are the first ones: each has luck of its own, so they are as good as any, and they stay the same
    where more games are added.

    Attributes:
        game: a name, or the path of a directory.
        seats: the bots, by name; game `i` begins with bot `i` of them on seat 0, so that each sits everywhere as often.
        games: how many.
        seed: what all randomness comes from.
        expansions, in_order, roots: as for `ruleset_core.load`.
        options: values of the game's options by name.
        numbers: numbers of the data that are others here, by name; as for `ruleset_core.load`.
        sheets: of how many games the score sheets are looked at; of all where bots think (it costs nothing there).
        stories: of how many games the story is heard, which says what points came from.
        courses: of how many games it is followed how the scores grow.
        counts: whether it is counted what becomes of the cards.
    """

    game: str
    seats: tuple[str, ...]
    games: int
    seed: int
    expansions: tuple[str, ...] = ()
    in_order: bool = False
    roots: tuple[str, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    sheets: int = 1000
    stories: int = 0
    courses: int = 0
    numbers: Mapping[str, int] = field(default_factory=dict)
    counts: bool = False

    def load(self) -> Game:
        """The game. Raises LoadError, NumberError."""
        return load(
            self.game,
            expansions=self.expansions,
            roots=self.roots,
            in_order=self.in_order,
            numbers=self.numbers,
        )

    @property
    def called(self) -> str:
        """What tells its games from those they are compared with, as it is typed: numbers that are others, or `GAME+EXPANSION`."""
        tried = ", ".join(f"{name}={value}" for name, value in self.numbers.items())
        return tried or "+".join((self.game, *self.expansions))

    def sitting(self, number: int) -> tuple[str, ...]:
        """Who sits on each seat in a game."""
        first = number % len(self.seats)
        return self.seats[first:] + self.seats[:first]

    def bot_on(self, number: int, seat: int) -> int:
        """Which of the bots, by its place in `seats`, sits on a seat in a game."""
        return (seat + number) % len(self.seats)

    def seat_of(self, number: int, bot: int) -> int:
        """Where a bot, by its place in `seats`, sits in a game."""
        return (bot - number) % len(self.seats)

    def named_bots(self) -> list[str]:
        """The bots by name, in the order of `seats`, numbered where one sits on several."""
        count, seen = Counter(self.seats), Counter[str]()
        found = []
        for bot in self.seats:
            seen[bot] += 1
            found.append(f"{bot} {seen[bot]}" if count[bot] > 1 else bot)
        return found

    def with_sheet(self, number: int) -> bool:
        """Whether the score sheets of a game are looked at."""
        return number < self.sheets

    def with_story(self, number: int) -> bool:
        """Whether the story of a game is heard."""
        return number < self.stories

    def with_course(self, number: int) -> bool:
        """Whether it is followed how the scores of a game grow."""
        return number < self.courses

    def key(self, rules: str) -> str:
        """What tells plans apart, whatever number of games; `rules` is what `rules_of` tells of the game."""
        apart = {"games": 0, "courses": 0, "game": "", "roots": (), "expansions": (), "numbers": {}, "rules": rules}
        told = {**asdict(self), **apart}
        return blake2b(dumps(told, sort_keys=True, default=str).encode(), digest_size=8).hexdigest()

    def told(self) -> dict[str, Any]:
        """As plain data."""
        return {**asdict(self), "options": dict(self.options)}

    @staticmethod
    def of(told: Mapping[str, Any]) -> Plan:
        """The plan of plain data."""
        lists = {name: tuple(told[name]) for name in ("seats", "expansions", "roots")}
        return Plan(**{**told, **lists})


def parts(numbers: Sequence[int], size: int) -> list[list[int]]:
    """Numbers in parts of at most so many."""
    return [list(numbers[at : at + size]) for at in range(0, len(numbers), size)]
