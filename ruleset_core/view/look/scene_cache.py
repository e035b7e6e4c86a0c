"""Parts of scenes kept from scene to scene with what they depend on, and the limits of the size of a scene.

A move changes little of a scene. So parts are kept with all that they looked at:

    part `seats` of Pig, seen by seat 0:     looked at v[3] = 0, v[6] = 0, no lists, options of seats: none
    after roll: v[3] = 0, v[6] = 0           the same part again
    after hold: v[3] = 16                    made anew

A part that was made for one viewer is shown to another one where that one knows the same of all that it looked at. So what
all may see is made once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from ruleset_core.engine.observation import MaskedState
from ruleset_core.eval.access_policies import ReadValues, WatchedList
from ruleset_core.lang.look_nodes import STEPS, THINGS
from ruleset_core.lang.types import Type

# What parts of a scene were made of, so that those of which nothing changed need not be made again.
#
# While a part is made, everything is noted that it looks at: values, lists of pieces, what stands for options. It is
# the same part again as long as all of these are what they were. So a part that was made for one viewer is shown to
# another one only where that one knows the same of all that it was made of.

T = TypeVar("T")
Note = int | tuple[Any, ...]
"""Something that was looked at: the place of a value, that of a list as `~place`, or what was asked besides, with its arguments."""
MOST_PARTS: Final = 3_000
"""Parts that are remembered; when there are more, all are forgotten."""
WAYS: Final = 6
"""Ways in which a part is remembered, since one viewer knows more than another."""
STAND: Final = "stand"
"""What is asked for the options of a thing; these are compared only where there are any."""
NO_OFFERS: Final = ((), ())
"""What is answered of a thing that stands for nothing."""


@dataclass(slots=True)
class _CachedPart:
    """A part as it was made, and what it was made of.

    Attributes:
        made: the part.
        notes: all that was looked at.
        room: how much of the room for a scene it takes.
        read: the values and lists of pieces that were looked at.
        stands, offers: the things in it, and the options of those that had any.
        asked: what was asked besides, and what the answers were.
    """

    made: Any
    notes: frozenset[Note]
    room: int
    read: ReadValues
    stands: tuple[tuple[Any, ...], ...]
    offers: dict[tuple[Any, ...], Any]
    asked: tuple[tuple[tuple[Any, ...], Any], ...]


class SceneCache:
    """Parts of scenes of one game with one number of players, in one language.

    Attributes:
        kinds: the types of the things in them, by their families.
        numbers: short keys for long ones.
        parts: the parts by their keys, that which was made last first.
    """

    def __init__(self) -> None:
        self.kinds: dict[str, Type] = {}
        self.numbers: dict[Hashable, int] = {}
        self.parts: dict[Hashable, list[_CachedPart]] = {}
        self._names: Sequence[str] = ()

    def begin(self, names: Sequence[str]) -> None:
        """A scene begins. Everything is forgotten where players are called otherwise now, or where it became too much."""
        if names != self._names or len(self.parts) > MOST_PARTS:
            self._names, self.parts, self.numbers = names, {}, {}


class DependencyRecorder:
    """What is looked at while one scene is made.

    Attributes:
        kinds: the types of the things that were noted, by their families.
        offers: whether anything is offered.
        asks: how it is found what was asked besides, by name.
        add: notes something.
        upside: what is looked at as if turned.
    """

    def __init__(self, memory: SceneCache, names: Sequence[str], seen: MaskedState, room: SceneBudget) -> None:
        memory.begin(names)
        self.kinds = memory.kinds
        self.offers = False
        self.asks: dict[str, Callable[..., Any]] = {}
        self._room, self._parts = room, memory.parts
        self._numbers = memory.numbers
        self._values, self._lists = seen.v, seen.lists
        self.upside: tuple[int, ...] = ()
        self._inner: dict[Hashable, set[Note]] = {}
        self._noted: set[Note] = set()
        self.add: Callable[[Note], None] = self._noted.add
        seen.v, seen.z = WatchedList(seen.v, self, values=True), WatchedList(seen.z, self, values=False)

    def part(self, key: Hashable, make: Callable[[], T]) -> T:
        """A part; the one that was made before where nothing of it changed."""
        ways = self._parts.setdefault(key, [])
        for found in ways:
            if self._is_same(found):
                self._room.left -= found.room
                self._noted |= found.notes
                made: T = found.made
                return made
        before, left = self._begin(), self._room.left
        try:
            made = make()
        finally:
            noted = self._end(before)
        if self._room.left > 0:  # nothing of it was left out
            del ways[WAYS - 1 :]
            ways.insert(0, self._as_made(made, noted, left - self._room.left))
        return made

    def number(self, key: Hashable) -> int:
        """A number for a long part of keys."""
        return self._numbers.setdefault(key, len(self._numbers))

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Something that is made once in a scene: whoever asks `again` looks at the same."""
        before = self._begin()
        try:
            return make()
        finally:
            self._inner[key, self.upside] = self._end(before)

    def again(self, key: Hashable) -> None:
        """What was made once is used again."""
        self._noted |= self._inner.get((key, self.upside), set())

    def aside(self, make: Callable[[], T]) -> T:
        """Something that is compared by what comes of it: what it looks at does not count."""
        before = self._begin()
        try:
            return make()
        finally:
            self._back(before)

    def _begin(self) -> set[Note]:
        before = self._noted
        self._back(set())
        return before

    def _back(self, noted: set[Note]) -> None:
        self._noted = noted
        self.add = noted.add

    def _end(self, before: set[Note]) -> set[Note]:
        """Whatever was looked at, all around it looked at, too."""
        noted = self._noted
        before |= noted
        self._back(before)
        return noted

    def _is_same(self, part: _CachedPart) -> bool:
        if part.room >= self._room.left or not part.read.stand(self._values, self._lists):
            return False
        if self.offers or part.offers:
            of = self.asks[STAND]
            if any(of(*each) != part.offers.get(each, NO_OFFERS) for each in part.stands):
                return False
        return all(self.asks[note[0]](*note[1:]) == answer for note, answer in part.asked)

    def _as_made(self, made: Any, noted: set[Note], room: int) -> _CachedPart:
        others = [note for note in noted if note.__class__ is tuple]
        stands = tuple(note[1:] for note in others if note[0] == STAND)
        of = self.asks.get(STAND)
        offers = (
            {each: got for each in stands if (got := of(*each)) != NO_OFFERS} if self.offers and of is not None else {}
        )
        return _CachedPart(
            made, frozenset(noted), room, ReadValues(noted, self._values, self._lists), stands, offers, tuple((note, self.asks[note[0]](*note[1:])) for note in others if note[0] != STAND),
        )  # fmt: skip


# How much a scene may hold: whatever a look says, a scene of it is made soon and is no larger than this.

PANELS: Final = 100
"""Panels of a scene; those after them are left out."""
TEXT: Final = 2_000
"""Characters of a text; the rest is left out."""
CHARACTERS: Final = 20
"""So many characters of a text count as a thing."""
NAME: Final = 200
"""Characters of the name of a thing."""
SIGNS: Final = 40
"""Signs of a kind that stand side by side, and free places in a row; more are a number."""


class SceneBudget:
    """What is left of the room for a scene.

    Attributes:
        left: so many things more; below 0 everything is left out.
        cut: the panel in which the room ended; empty while there is some left.
    """

    def __init__(self) -> None:
        self.left = THINGS
        self.cut = ""

    def take(self, things: int = 1) -> bool:
        """Whether there is room for so many things more; they take it."""
        self.left -= things
        return self.left >= 0

    def spend(self, steps: int) -> None:
        """Something was worked out in so many steps."""
        self.left -= steps // STEPS

    def text(self, said: str) -> str:
        """A text, cut where it is too long."""
        self.left -= len(said) // CHARACTERS
        return cut_text(said, TEXT)


def cut_text(said: str, most: int) -> str:
    """A text of at most so many characters."""
    return said if len(said) <= most else said[: most - 1] + "…"
