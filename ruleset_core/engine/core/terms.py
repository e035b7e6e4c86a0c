"""What prospects may be made of, read from a state: for who learns what each of it is worth. `lang.search.prospects` reads the same where it is played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ruleset_core.errors import OptionError
from ruleset_core.lang.numbered import ASKED, COUNT, places

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.state import State
    from ruleset_core.lang.vocabulary import Vocabulary

__all__ = ["Terms", "clock_of"]


class Terms:
    """The numbers and lists of a seat of its own, numbers of the table, and the time.

    Attributes:
        names: what each number is called in `worth`: numbers of the seat, how long its lists are, what was asked for besides, cards in its lists.
    """

    def __init__(self, game: Game, clock: Sequence[str] = (), beside: Sequence[str] = ()) -> None:
        """Those of a game.

        Args:
            game: the game.
            clock: the shared values that tell the time, the slowest one first.
            beside: shared values that are looked at too, or `decides`: whether the seat is to decide.

        Raises:
            OptionError: the game has no such shared value that all see.
        """
        v = game.program.vocabulary
        self._v, known = v, places(v)
        self._clock = clock_of(known.shared, clock)
        self._own = [*known.own.values()]
        self._beside = [place for name in beside for place in _beside(known.shared, name)]
        self._lists = [(each.slot, dict[str, int](), each.cards) for each in known.lists.values()]
        names = [*known.own, *(f"{name}.{COUNT}" for name in known.lists), *(name for name, _ in self._beside)]
        for (_, terms, cards), name in zip(self._lists, known.lists, strict=True):
            for card in dict.fromkeys(cards):
                terms[card] = len(names)
                names.append(f"{name}.{card}")
        self.names = tuple(names)

    def of(self, state: State, seat: int) -> tuple[int, tuple[int, ...]]:
        """The time, and how much of each a seat has."""
        values, first, moment = state.v, self._v.fields_of(seat), 0
        for place, low, count in self._clock:
            moment = moment * count + min(max(values[place] - low, 0), count - 1)
        if state.simultaneous and seat != state.seat and values[first + chose_of(self._v)]:
            moment += 1
        shelf = self._v.zones_of(seat)
        lists = [state.z[shelf + slot] for slot, _, _ in self._lists]
        found = [values[first + place] for place in self._own] + [len(each) for each in lists]
        found += [int(state.seat == seat) if place < 0 else values[place] for _, place in self._beside]
        found += [0] * (len(self.names) - len(found))
        for (_, terms, cards), pieces in zip(self._lists, lists, strict=True):
            for piece in pieces:
                found[terms[cards[piece]]] += 1
        return moment, tuple(found)


def chose_of(v: Vocabulary) -> int:
    """Where among the values of a seat it stands that it has chosen, in games where all choose at the same time."""
    return v.fields["turn.chosen"].offset if "turn.chosen" in v.fields else 0


def _beside(shared: dict[str, tuple[int, int, int]], name: str) -> Iterator[tuple[str, int]]:
    """The places of a shared value of this name, of all its indices; -1 for who decides."""
    found = [(each, place) for each, (place, _, _) in shared.items() if each.partition("[")[0] == name]
    if name == ASKED:
        found.append((ASKED, -1))
    if not found:
        raise _unknown(name)
    return iter(found)


def clock_of(shared: dict[str, tuple[int, int, int]], names: Sequence[str]) -> list[tuple[int, int, int]]:
    """Of each shared value where it lies, its least, and how many are told apart. Raises OptionError."""
    for name in names:
        if name not in shared:
            raise _unknown(name)
    return [shared[name] for name in names]


def _unknown(name: str) -> OptionError:
    return OptionError(f"there is no shared value `{name[:60]}` that all see", ("prospects", "clock"))
