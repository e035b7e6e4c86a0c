"""Graphs of objects to bytes.

A section is a list of values, each named by its place: first those that are there already (`None`, `False`, `True`, the constants of
the language, what the caller gives, the values of the section it builds on), then its numbers, its texts and its objects. An object
is written after all its parts, by its kind and the places of its parts, and once however many refer to it: so what was one object is
one object again, and the reader needs no recursion. Take `Const(INT, 3)`, with `INT` at place 5:

    numbers [3]        at place 40
    objects Const 5 40 at place 41
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Callable, Mapping, Sequence
from types import NoneType
from typing import Any, Final, NamedTuple

from ruleset_core.lang.serialize.classes import constants, layout_of, name_of
from ruleset_core.lang.types import Type

__all__ = ["COLLECTIONS", "ELEMENT", "CircleError", "Convert", "Section", "write"]

COLLECTIONS: Final = (tuple, list, dict, set, frozenset)
"""Kinds 0 to 4: collections, which are written with their length. A mapping is its keys and values in turn."""
ELEMENT: Final = len(COLLECTIONS)
"""Kind 5: an element of XML, with its tag, attributes, text, tail and children. Kinds from 6 on are classes of the section."""

Convert = Mapping[type, Callable[[Any], Any]]
"""What is written in the place of objects of a class."""


class CircleError(Exception):
    """An object is part of itself."""


class Section(NamedTuple):
    """A section as bytes, and what others that build on it need: the places of its objects, kept alive, and how many there are."""

    content: bytes
    places: Mapping[int, int]
    kept: Sequence[Any]
    size: int


def write(root: Any, given: Sequence[Any] = (), base: Section | None = None, convert: Convert | None = None) -> Section:
    """A graph as a section; the last value is the root.

    Args:
        root: where the graph begins.
        given: objects that the reader will have and that are not written.
        base: a section whose objects may be referred to.
        convert: what is written in the place of objects of a class.

    Raises:
        UnknownClassError: there is an object of a class that may not be written.
        CircleError: an object is part of itself.
    """
    return _Writer(given, base, convert or {}).section(root)


_PLAIN: Final = frozenset({int, str, bool, NoneType})
_OBJECT, _LEAF, _PLACE = 0, 1, 2
"""What a word of a record counts until all numbers and texts are known: objects of the section, numbers and texts, or what it says."""


class _Writer:
    def __init__(self, given: Sequence[Any], base: Section | None, convert: Convert) -> None:
        there = [None, False, True, *constants(), *given]
        self._convert = convert
        self._there = base.places if base else {id(each): at for at, each in enumerate(there)}
        self._fixed = base.size if base else len(there)
        self._kept: list[Any] = [base.kept if base else there]
        self._own: dict[int, int] = {}
        self._leaves: dict[tuple[type, Any], int] = {}
        self._types: dict[Type, int] = {}
        self._classes: dict[str, int] = {}
        self._records: list[list[int]] = []

    def section(self, root: Any) -> Section:
        """The whole."""
        self._all(root)
        last = self._word(root)
        values: dict[type, list[Any]] = {int: [], str: []}
        for kind, value in self._leaves:
            values[kind].append(value)
        next_ = {int: self._fixed, str: self._fixed + len(values[int])}
        leaves = []
        for kind, _ in self._leaves:
            leaves.append(next_[kind])
            next_[kind] += 1
        begin = self._fixed + len(leaves)

        def place(word: int) -> int:
            number, tag = divmod(word, 4)
            return number + begin if tag == _OBJECT else leaves[number] if tag == _LEAF else number

        words = [place(word) for record in self._records for word in record]
        signatures = [layout_of(name).signature for name in self._classes]
        head = json.dumps([self._fixed, values[int], values[str], signatures], separators=(",", ":")).encode()
        places = {**self._there, **{key: place(word) for key, word in self._own.items()}}
        content = len(head).to_bytes(8, "little") + head + _as_words([*words, place(last)])
        return Section(content, places, self._kept, begin + len(self._records))

    def _all(self, root: Any) -> None:
        """Write every object after its parts, without recursion."""
        open_: set[int] = set()
        waiting: list[tuple[Any, tuple[int, Sequence[Any]] | None]] = [(root, None)]
        while waiting:
            value, apart = waiting.pop()
            if apart is not None:
                open_.discard(id(value))
                self._note(value, *apart)
                continue
            if value.__class__ in _PLAIN or id(value) in self._own or id(value) in self._there:
                continue
            if id(value) in open_:
                raise CircleError(type(value).__qualname__)
            open_.add(id(value))
            apart = self._taken_apart(value)
            waiting.append((value, apart))
            waiting += [(each, None) for each in reversed(apart[1]) if each.__class__ not in _PLAIN]

    def _note(self, value: Any, kind: int, parts: Sequence[Any]) -> None:
        """A record of an object whose parts have theirs."""
        self._kept += (value, parts)  # what is alive keeps its id
        if (
            value.__class__ is Type and value in self._types
        ):  # thousands say the same, and are compared by what they say
            self._own[id(value)] = self._types[value]
            return
        length = [len(parts) * 4 + _PLACE] if kind <= ELEMENT else []
        self._own[id(value)] = len(self._records) * 4 + _OBJECT
        self._records.append([kind * 4 + _PLACE, *length, *map(self._word, parts)])
        if value.__class__ is Type:
            self._types[value] = self._own[id(value)]

    def _word(self, value: Any) -> int:
        """What stands for a value until places are known."""
        kind = value.__class__
        if kind is int or kind is str:
            return self._leaves.setdefault((kind, value), len(self._leaves)) * 4 + _LEAF
        own = self._own.get(id(value))
        return self._there[id(value)] * 4 + _PLACE if own is None else own

    def _taken_apart(self, value: Any) -> tuple[int, Sequence[Any]]:
        """The kind of an object and its parts."""
        kind = value.__class__
        if kind is dict:
            return COLLECTIONS.index(dict), [each for pair in value.items() for each in pair]
        if kind is set or kind is frozenset:
            return COLLECTIONS.index(kind), sorted(value, key=lambda each: (type(each).__name__, each))
        if kind in COLLECTIONS:
            return COLLECTIONS.index(kind), value
        if kind.__module__ == "xml.etree.ElementTree":
            return ELEMENT, [value.tag, value.attrib, value.text, value.tail, *value]
        change = self._convert.get(kind)
        stored = value if change is None else change(value)
        layout = layout_of(name_of(stored.__class__))
        number = self._classes.setdefault(layout.name, len(self._classes))
        return ELEMENT + 1 + number, [getattr(stored, name) for name in layout.fields]


def _as_words(numbers: Sequence[int]) -> bytes:
    """Numbers from 0 on in as many bytes each as the largest needs (2 or 4), after that size; little-endian on every machine."""
    words = array("H" if max(numbers, default=0) < 1 << 16 else "I", numbers)
    if sys.byteorder == "big":
        words.byteswap()
    return bytes([words.itemsize]) + words.tobytes()
