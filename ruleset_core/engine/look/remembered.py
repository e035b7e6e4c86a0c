"""What parts of a scene were made of, so that those of which nothing changed need not be made again.

While a part is made, everything is noted that it looks at: values, lists of pieces, what stands for options. It is the same part again
as long as all of these are what they were. So a part that was made for one viewer is shown to another one only where that one knows the
same of all that it was made of.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from ruleset_core.engine.look.room import Room
    from ruleset_core.engine.look.seen import Seen
    from ruleset_core.lang.types import Type

T = TypeVar("T")
Note = int | tuple[Any, ...]
"""Something that was looked at: the place of a value, that of a list as `~place`, or what was asked besides, with its arguments."""
MOST: Final = 3_000
"""Parts that are remembered; when there are more, all are forgotten."""
WAYS: Final = 6
"""Ways in which a part is remembered, since one viewer knows more than another."""
STAND: Final = "stand"
"""What is asked for the options of a thing; these are compared only where there are any."""


@dataclass(slots=True)
class _Part:
    """A part as it was made, and what it was made of.

    Attributes:
        made: the part.
        notes: all that was looked at.
        room: how much of the room for a scene it takes.
        values, was: how the values are got that were looked at, and what they were.
        lists, lay: the same of lists of pieces.
        stands, offers: the things in it, and the options of those that had any.
        asked: what was asked besides, and what the answers were.
    """

    made: Any
    notes: frozenset[Note]
    room: int
    values: Callable[[Any], Any] | None
    was: Any
    lists: Callable[[Any], Any] | None
    lay: Any
    stands: tuple[tuple[Any, ...], ...]
    offers: dict[tuple[Any, ...], Any]
    asked: tuple[tuple[tuple[Any, ...], Any], ...]


class Memory:
    """Parts of scenes of one game with one number of players, in one language.

    Attributes:
        kinds: the types of the things in them, by their families.
        numbers: short keys for long ones.
        parts: the parts by their keys, that which was made last first.
    """

    def __init__(self) -> None:
        self.kinds: dict[str, Type] = {}
        self.numbers: dict[Hashable, int] = {}
        self.parts: dict[Hashable, list[_Part]] = {}
        self._names: Sequence[str] = ()

    def begin(self, names: Sequence[str]) -> None:
        """A scene begins. Everything is forgotten where players are called otherwise now, or where it became too much."""
        if names != self._names or len(self.parts) > MOST:
            self._names, self.parts, self.numbers = names, {}, {}


class Notes:
    """What is looked at while one scene is made.

    Attributes:
        kinds: the types of the things that were noted, by their families.
        offers: whether anything is offered.
        asks: how it is found what was asked besides, by name.
        add: notes something.
        upside: what is looked at as if turned.
    """

    def __init__(self, memory: Memory, names: Sequence[str], seen: Seen, room: Room) -> None:
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
        seen.v, seen.z = _Watched(seen.v, self, values=True), _Watched(seen.z, self, values=False)

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

    def _is_same(self, part: _Part) -> bool:
        if (
            part.room >= self._room.left
            or (part.values is not None and part.values(self._values) != part.was)
            or (part.lists is not None and part.lists(self._lists) != part.lay)
        ):
            return False
        if self.offers or part.offers:
            of, none = self.asks[STAND], ((), ())
            if any(of(*each) != part.offers.get(each, none) for each in part.stands):
                return False
        return all(self.asks[note[0]](*note[1:]) == answer for note, answer in part.asked)

    def _as_made(self, made: Any, noted: set[Note], room: int) -> _Part:
        values = [note for note in noted if note.__class__ is int and note >= 0]
        lists = [~note for note in noted if note.__class__ is int and note < 0]
        others = [note for note in noted if isinstance(note, tuple)]
        stands = tuple(note[1:] for note in others if note[0] == STAND)
        of = self.asks.get(STAND)
        offers = {each: got for each in stands if any(got := of(*each))} if self.offers and of is not None else {}
        value_of, list_of = (itemgetter(*each) if each else None for each in (values, lists))
        return _Part(
            made, frozenset(noted), room,
            value_of, value_of and value_of(self._values), list_of, list_of and list_of(self._lists),
            stands, offers, tuple((note, self.asks[note[0]](*note[1:])) for note in others if note[0] != STAND),
        )  # fmt: skip


class _Watched(list[Any]):
    """Values or lists of pieces, of which it is noted which are looked at."""

    __slots__ = ("_notes", "_values")

    def __init__(self, given: Iterable[Any], notes: Notes, *, values: bool) -> None:
        super().__init__(given)
        self._notes, self._values = notes, values

    def __getitem__(self, at: Any) -> Any:
        """What lies at a place; it is noted that somebody looked."""
        if at.__class__ is int and at >= 0:
            self._notes.add(at if self._values else ~at)
        else:
            self._note(range(len(self))[at] if isinstance(at, slice) else (range(len(self))[at],))
        return super().__getitem__(at)

    def __iter__(self) -> Iterator[Any]:
        """All of it."""
        self._note(range(len(self)))
        return super().__iter__()

    def __contains__(self, given: object) -> bool:
        """Whether something is among all of it."""
        self._note(range(len(self)))
        return super().__contains__(given)

    def _note(self, places: Iterable[int]) -> None:
        for place in places:
            self._notes.add(place if self._values else ~place)
