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
from operator import attrgetter
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


_LEAVES: Final = frozenset({int, str})


class _Ready(NamedTuple):
    """An object that is written as soon as its parts are: its kind and its parts."""

    value: Any
    kind: int
    parts: Sequence[Any]


class _Known(dict[int, int]):
    """What stands for each object that was met, by its id."""

    def __init__(self, find: Callable[[int], int]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: int) -> int:
        found = self[key] = self._find(key)
        return found


class _Writer:
    """Collects records as one list of words. A word from 0 on is an object of this section by its number; below 0 it is an entry of a
    table of all else (counted from the end), whose places are known at the end: numbers, texts, what was there before, lengths and kinds.
    """

    def __init__(self, given: Sequence[Any], base: Section | None, convert: Convert) -> None:
        there = [None, False, True, *constants(), *given]
        self._convert = convert
        self._there = base.places if base else {id(each): at for at, each in enumerate(there)}
        self._fixed = base.size if base else len(there)
        self._else: dict[tuple[type | None, Any], int] = {}
        self._kept: list[Any] = [base.kept if base else there]
        self._own: dict[int, int] = {}
        self._known = _Known(lambda key: self._other(None, self._there[key]))
        self._words: list[int] = []
        self._count = 0
        self._leaves: dict[type, dict[Any, int]] = {int: {}, str: {}}
        self._types: dict[Type, int] = {}
        self._classes: dict[str, int] = {}
        self._getters: dict[type, tuple[int, Callable[[Any], Sequence[Any]]]] = {}

    def section(self, root: Any) -> Section:
        """The whole."""
        self._all(root)
        self._words.append(self._leaf(root) if root.__class__ in _LEAVES else self._known[id(root)])
        values = {kind: list(found) for kind, found in self._leaves.items()}
        starts = {int: self._fixed, str: self._fixed + len(values[int])}
        places = {kind: {value: at for at, value in enumerate(values[kind], starts[kind])} for kind in values}
        table = [value if kind is None else places[kind][value] for kind, value in reversed(self._else)]
        begin = starts[str] + len(values[str])
        words = [begin + word if word >= 0 else table[word] for word in self._words]
        signatures = [layout_of(name).signature for name in self._classes]
        head = json.dumps([self._fixed, values[int], values[str], signatures], separators=(",", ":")).encode()
        own = {key: begin + number for key, number in self._own.items()}
        content = len(head).to_bytes(8, "little") + head + _as_words(words)
        return Section(content, {**self._there, **own}, self._kept, begin + self._count)

    def _all(self, root: Any) -> None:
        """Write every object after its parts, without recursion."""
        known, there, open_ = self._known, self._there, set[int]()
        waiting: list[Any] = [root]
        while waiting:
            value = waiting.pop()
            if value.__class__ is _Ready:
                open_.discard(id(value.value))
                self._note(*value)
            elif value.__class__ not in _LEAVES and id(value) not in known and id(value) not in there:
                if id(value) in open_:
                    raise CircleError(type(value).__qualname__)
                open_.add(id(value))
                kind, parts = self._taken_apart(value)
                waiting.append(_Ready(value, kind, parts))
                waiting += [each for each in reversed(parts) if each.__class__ not in _LEAVES and id(each) not in known]

    def _note(self, value: Any, kind: int, parts: Sequence[Any]) -> None:
        """A record of an object whose parts have theirs."""
        self._kept += (value, parts)  # what is alive keeps its id
        if value.__class__ is Type:  # thousands say the same, and are compared by what they say
            same = self._types.setdefault(value, self._count)
            if same != self._count:
                self._own[id(value)] = self._known[id(value)] = same
                return
        self._words.append(self._other(None, kind))
        if kind <= ELEMENT:
            self._words.append(self._other(None, len(parts)))
        leaves, known = self._leaves, self._known
        self._words += [
            (leaves[each.__class__].get(each) or self._leaf(each)) if each.__class__ in _LEAVES else known[id(each)]
            for each in parts
        ]
        self._own[id(value)] = self._known[id(value)] = self._count
        self._count += 1

    def _leaf(self, value: Any) -> int:
        """The word of a number or text that was not met before."""
        found = self._leaves[value.__class__][value] = self._other(value.__class__, value)
        return found

    def _other(self, kind: type | None, value: Any) -> int:
        """The entry of the table of what is no object of this section: a number or a text, or a number that stands for itself."""
        found = self._else.get((kind, value))
        if found is None:
            found = self._else[kind, value] = -len(self._else) - 1
        return found

    def _taken_apart(self, value: Any) -> tuple[int, Sequence[Any]]:
        """The kind of an object and its parts."""
        kind = value.__class__
        known = self._getters.get(kind)
        if known is not None:
            return known[0], known[1](value)
        if kind is dict:
            return COLLECTIONS.index(dict), [each for pair in value.items() for each in pair]
        if kind is set or kind is frozenset:
            return COLLECTIONS.index(kind), sorted(value, key=lambda each: (type(each).__name__, each))
        if kind in COLLECTIONS:
            return COLLECTIONS.index(kind), value
        if kind.__module__ == "xml.etree.ElementTree":
            return ELEMENT, [value.tag, value.attrib, value.text, value.tail, *value]
        change = self._convert.get(kind)
        if change is None:
            self._getters[kind] = self._getter(kind)
            return self._taken_apart(value)
        stored = change(value)
        number, get = self._getter(stored.__class__)
        return number, get(stored)

    def _getter(self, kind: type) -> tuple[int, Callable[[Any], Sequence[Any]]]:
        """How objects of a class are taken apart."""
        layout = layout_of(name_of(kind))
        number = ELEMENT + 1 + self._classes.setdefault(layout.name, len(self._classes))
        if len(layout.fields) > 1:
            return number, attrgetter(*layout.fields)
        return number, lambda value: [getattr(value, name) for name in layout.fields]


def _as_words(numbers: Sequence[int]) -> bytes:
    """Numbers from 0 on in as many bytes each as the largest needs (2 or 4), after that size; little-endian on every machine."""
    words = array("H" if max(numbers, default=0) < 1 << 16 else "I", numbers)
    if sys.byteorder == "big":
        words.byteswap()
    return bytes([words.itemsize]) + words.tobytes()
