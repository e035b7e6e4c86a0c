"""Domains: the closed families of names of a game (sets, seats, resources, pieces of a kind), with the facts of their members.

    sets: {colour: {members: [red, blue]}}         Domain("colour", ids=["red", "blue"])
    decisions: {move: {of: {a: cell, b: cell}}}    a Domain whose members are answers of two parts
    decisions: {discard: {of: card, most: 2}}      a Domain whose members are sets of cards

Names of the last two are made when they are read (`CombinedNames`, `SetNames`): there may be millions.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import comb, prod
from typing import overload

from ruleset_core.lang.types import Type

Text = dict[str, str]
"""A text in the languages spoken: `{"en": ..., "es": ...}`."""


NAME_SIGNS = "[a-z0-9_#-]"
"""The signs that names of members and pieces have, and numbers."""
MAX_VALUES = 10_000
"""Most values of a type that is gone through, indexed by or offered; also most spaces of a track, most pieces of a kind."""
MAX_ANSWERS = 1 << 24
"""Most answers of several parts that a question can have; those that are possible at once are searched for, and fewer."""
MAX_PLACES = 100_000
"""Most places of a field, all its indices together."""
MAX_PARTS = 20_000
"""Most crossings, lines, spaces and regions of a planar board, of each."""


@dataclass(slots=True)
class Fact:
    """A fixed property of the members of a domain; `values` by member, or by member and side.

    `length`: the least and the most values of a list, where that is declared. `by`: what its places are called, where a list
    has one for each member of a set. `made`: it is worked out, so that nobody writes its values.
    """

    name: str
    domain: str
    type: Type
    values: list[int | tuple[int, ...]]
    sides: int = 0
    title: Text = field(default_factory=dict)
    used: bool = False
    length: tuple[int, int] | None = None
    none: Text = field(default_factory=dict)
    by: Type | None = None
    made: bool = False


class ComputedNames(Sequence[str]):
    """Names that are made when they are read: there may be millions."""

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        found = range(len(self))[place]
        return self.name_at(found) if isinstance(found, int) else [self.name_at(each) for each in found]

    @abstractmethod
    def name_at(self, place: int) -> str:
        """The name at a place, counted from 0."""

    @abstractmethod
    def find(self, name: str) -> int | None:
        """The place of a name; None if there is none."""

    def index(self, name: object, start: int = 0, stop: int | None = None) -> int:
        """The place of a name. Raises ValueError if there is none."""
        place = self.find(name) if isinstance(name, str) else None
        if place is None or not start <= place < (len(self) if stop is None else stop):
            raise ValueError(f"{name!r} is none of them")
        return place

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.find(name) is not None


class CombinedNames(ComputedNames):
    """The names of all combinations, made when they are read: `a2 b3` is the 593rd of two rows of the cells of a chessboard.

    Args:
        rows: the names of each part.
        first: the words before each.
        behind: what stands behind each part, by default a blank between them; between two parts there is a sign that no name has.
    """

    def __init__(self, rows: Sequence[Sequence[str]], first: str = "", behind: Sequence[str] = ()) -> None:
        self._rows = rows
        self._first = first
        self._behind = [*behind] or [" "] * (len(rows) - 1) + [""]

    def __len__(self) -> int:
        return prod(map(len, self._rows))

    def name_at(self, place: int) -> str:
        """The parts of a name are the digits of its place."""
        found = []
        for row, behind in zip(reversed(self._rows), reversed(self._behind), strict=True):
            place, at = divmod(place, len(row))
            found.append(row[at] + behind)
        return self._first + "".join(reversed(found))

    @cached_property
    def _form(self) -> re.Pattern[str]:
        """What names look like, with a group for each part."""
        return re.compile(
            re.escape(self._first) + "".join(f"({NAME_SIGNS}+){re.escape(each)}" for each in self._behind)
        )

    @cached_property
    def _places(self) -> list[dict[str, int]]:
        return [{each: place for place, each in enumerate(row)} for row in self._rows]

    def find(self, name: str) -> int | None:
        """The place of a name, whose digits are those of its parts."""
        found, place = self._form.fullmatch(name), 0
        for row, places, word in zip(self._rows, self._places, found.groups() if found else (), strict=False):
            if word not in places:
                return None
            place = place * len(row) + places[word]
        return place if found else None


class SetNames(ComputedNames):
    """The names of all sets of up to so many things: of `a`, `b` and `c`, up to two: `a`, `b`, `c`, `a b`, `a c`, `b c`.

    Args:
        row: the names of the things.
        most: how many a set holds at most.
        first: the words before each name.
    """

    def __init__(self, row: Sequence[str], most: int, first: str = "") -> None:
        self._row = row
        self._most = most
        self._first = first

    def __len__(self) -> int:
        return count_sets(len(self._row), self._most)

    def name_at(self, place: int) -> str:
        """The things of a name stand in order."""
        return self._first + " ".join(self._row[each] for each in things_of_set(len(self._row), place))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {each: place for place, each in enumerate(self._row)}

    def find(self, name: str) -> int | None:
        """The place of a name, whatever the order of its things."""
        words = name.removeprefix(self._first).split(" ") if name.startswith(self._first) else []
        things = {self._places[word] for word in words if word in self._places}
        return number_of_set(len(self._row), sorted(things)) if 0 < len(words) == len(things) <= self._most else None


# Sets of things as numbers: those of one thing first, then those of two, each in the order of their things.


def count_sets(size: int, most: int) -> int:
    """How many sets there are of up to `most` of so many things, the empty one not counted.

    >>> count_sets(3, 2)
    6
    """
    return sum(comb(size, each) for each in range(1, most + 1))


def set_terms(size: int, count: int) -> list[tuple[int, ...]]:
    """What each thing at each place adds to the number of the last set of `count` things, to make that of a set.

    >>> set_terms(4, 2)                 # there are 6 sets of 2 of 4 things; the last one, 2 3, is number 5, and 0 1 is 5 - 3 - 2
    [(-3, -1, 0, 0), (-3, -2, -1, 0)]
    """
    return [tuple(-comb(size - 1 - thing, count - place) for thing in range(size)) for place in range(count)]


def number_of_set(size: int, things: Sequence[int]) -> int:
    """The number of a set, its things in order.

    >>> number_of_set(3, [0, 2])
    4
    """
    count = len(things)
    behind = sum(comb(size - 1 - thing, count - place) for place, thing in enumerate(things))
    return count_sets(size, count) - 1 - behind


def things_of_set(size: int, number: int) -> tuple[int, ...]:
    """The things of the set with a number, in order.

    >>> things_of_set(3, 4)
    (0, 2)
    """
    count = 1
    while number >= (sets := comb(size, count)):
        number -= sets
        count += 1
    behind, found, thing = comb(size, count) - 1 - number, [], 0
    for place in range(count):
        while (step := comb(size - 1 - thing, count - place)) > behind:
            thing += 1
        behind -= step
        found.append(thing)
        thing += 1
    return tuple(found)


@dataclass(frozen=True, slots=True)
class AnswerPartType:
    """A part of an answer: its name, its type, the least of its values and how many there are."""

    name: str
    type: Type
    low: int
    size: int


@dataclass(slots=True)
class Domain:
    """A closed family of names: a set, the resources, the seats, or the pieces of a kind (copies included).

    `said` and `plural`: what members are called in a sentence, and several of them, by place, where it is not usual.
    `only_in`: by place, the one language in which the game has the name, where it is one.
    `adjectives`: whether they describe a noun (`red dice`).
    `back`: the facts of a piece that show where it lies face down.
    `remembered`: whether a seat that saw a piece goes on knowing it as it moves.
    `hints`: the facts of a piece that a seat may get to know without the piece.
    `card` gives, for pieces that are cards, the first of all copies.
    `plan`: of the cells of a grid, a list that its first member has: all places rank by rank, each rank with one place more at either end;
    none where there is no cell. `across`: how many places a rank has.
    `lists_by`: lists that a member has for each member of another set: what a form covers from each cell. They are facts as of pieces
    with sides, `by` says of which set.
    `part_of`: the set of which it has some members, if it does.
    `parts`: the things that a member stands for, where it is an answer of several parts. Its id and its value of each part are worked
    out of its number (`Vocabulary.answer_values`): there may be millions of them. `count`: how many, where they have no ids.
    `sets`: a member is a set of up to as many things as there are parts, all of one type.
    """

    name: str
    kind: str
    ids: list[str]
    names: list[Text]
    title: Text
    facts: dict[str, Fact] = field(default_factory=dict)
    card: Fact | None = None
    plan: Fact | None = None
    across: int = 0
    lists_by: dict[str, Fact] = field(default_factory=dict)
    sides: list[str] = field(default_factory=list)
    back: list[str] = field(default_factory=list)
    used: bool = False
    seats: bool = False
    said: dict[int, Text] = field(default_factory=dict)
    plural: dict[int, Text] = field(default_factory=dict)
    only_in: dict[int, str] = field(default_factory=dict)
    adjectives: bool = False
    remembered: bool = False
    hints: list[str] = field(default_factory=list)
    parts: tuple[AnswerPartType, ...] = ()
    count: int = 0
    sets: bool = False
    part_of: str = ""

    @property
    def type(self) -> Type:
        """The type of its members."""
        return Type("member", self.name, seats=self.seats)

    @property
    def size(self) -> int:
        """Number of members."""
        return self.count or len(self.ids)

    @property
    def ids_by_name(self) -> dict[str, str]:
        """Ids of members by the names players read, written as ids are."""
        pairs = ((text, name) for name, texts in zip(self.ids, self.names, strict=False) for text in texts.values())
        return {text.lower().replace(" ", "_").replace("-", "_"): name for text, name in pairs}

    def back_of(self, piece: int) -> tuple[int | tuple[int, ...], ...]:
        """What shows of a piece that lies face down; pieces with the same back cannot be told apart there."""
        return tuple(self.facts[name].values[piece] for name in self.back)
