"""Linked programs as bytes and back: a bounded, checksummed format for graphs of known dataclasses. Nothing is pickled."""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from itertools import accumulate, takewhile
from operator import attrgetter
from typing import Any, Final, NamedTuple

from ruleset_core.lang.types import Type

# Which classes may be written, and their fields. Both come from the definitions of the classes: a new field needs
# nothing here.
#
# A class is named by its module below `ruleset_core.lang` and its own name: `typed_tree.Const`.

_PACKAGE: Final = "ruleset_core.lang."

MODULES: Final = frozenset(
    {
        "look_nodes",
        "origins",
        "program",
        "rulebook_nodes",
        "syntax.syntax_tree",
        "typed_statements",
        "typed_tree",
        "types",
        "domains",
        "vocabulary",
    }
)
"""The modules whose dataclasses and named tuples may be written."""

LEFT_OUT: Final[Mapping[str, frozenset[str]]] = {
    "program.Program": frozenset({"changes", "results"}),
    "vocabulary.Vocabulary": frozenset({"read", "plans"}),
}
"""Fields that are worked out again when somebody asks, or that belong to the sources; so are all whose names begin with `_`."""

_CONSTANTS: Final = ("types", "typed_tree")
"""Modules with values that are compared by identity, such as `typed_tree.TRUE`."""


class UnknownClassError(Exception):
    """A class that is not in the table."""


class ClassLayout(NamedTuple):
    """How objects of a class are written: its fields in this order, and what makes one of their values."""

    name: str
    fields: tuple[str, ...]
    make: Callable[..., Any]

    @property
    def signature(self) -> str:
        """The class with its fields: what was written by another definition of it is refused."""
        return f"{self.name}({','.join(self.fields)})"


def name_of(kind: type) -> str:
    """The name of a class. Raises UnknownClassError for one that may not be written."""
    module = kind.__module__.removeprefix(_PACKAGE)
    if module not in MODULES:
        raise UnknownClassError(f"{kind.__module__}.{kind.__qualname__}")
    return f"{module}.{kind.__qualname__}"


@cache
def layout_of(name: str) -> ClassLayout:
    """How objects of a class are written. Raises UnknownClassError where the table has no such class."""
    module, _, own = name.rpartition(".")
    kind = getattr(import_module(_PACKAGE + module), own, None) if module in MODULES else None
    if not isinstance(kind, type) or kind.__module__ != _PACKAGE + module:
        raise UnknownClassError(name)
    if "__stored__" in vars(kind):  # a class that names the fields that are written
        return ClassLayout(name, vars(kind)["__stored__"], kind)
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return ClassLayout(name, kind._fields, kind)
    if not is_dataclass(kind):
        raise UnknownClassError(name)
    return _of_dataclass(name, kind)


def _of_dataclass(name: str, kind: Any) -> ClassLayout:
    """Fields up to the first that is left out or has to be named are given by their place, as is quickest, the others by name."""
    kept = stored_fields(name, kind)
    placed = list(takewhile(lambda each: not each.kw_only and each.name in kept, fields(kind)))
    count = len(placed)
    by_name = [each for each in kept if each not in {one.name for one in placed}]
    if not by_name:
        return ClassLayout(name, tuple(kept), kind)

    def make(*values: Any) -> Any:
        return kind(*values[:count], **dict(zip(by_name, values[count:], strict=True)))

    return ClassLayout(name, (*(each.name for each in placed), *by_name), make)


def stored_fields(name: str, kind: Any) -> list[str]:
    """The fields of a dataclass that are written."""
    left = LEFT_OUT.get(name, frozenset())
    return [each.name for each in fields(kind) if not each.name.startswith("_") and each.name not in left]


def dataclasses_of_nodes() -> set[Any]:
    """All dataclasses of the modules that may be written."""
    found = [each for name in MODULES for each in vars(import_module(_PACKAGE + name)).values()]
    return {each for each in found if isinstance(each, type) and is_dataclass(each)}


@cache
def constants() -> tuple[Any, ...]:
    """Values that there is one of in a process: what was this one when it was written is this one again."""
    found: dict[int, Any] = {}
    for module in _CONSTANTS:
        for _, value in sorted(vars(import_module(_PACKAGE + module)).items()):
            if is_dataclass(value) and not isinstance(value, type):
                found[id(value)] = value
    return tuple(found.values())


# Graphs of objects to bytes.
#
# A section is a list of values, each named by its place: first those that are there already (`None`, `False`, `True`,
# the constants of the language, what the caller gives, the values of the section it builds on), then its numbers, its
# texts and its objects. An object is written after all its parts, by its kind and the places of its parts, and once
# however many refer to it: so what was one object is one object again, and the reader needs no recursion. Take
# `Const(INT, 3)`, with `INT` at place 5:
#
#     numbers [3]        at place 40
#     objects Const 5 40 at place 41

COLLECTIONS: Final = (tuple, list, dict, set, frozenset)
"""Kinds 0 to 4: collections, which are written with their length. A mapping is its keys and values in turn."""
ELEMENT: Final = len(COLLECTIONS)
"""Kind 5: an element of XML, with its tag, attributes, text, tail and children. Kinds from 6 on are classes of the section."""

Convert = Mapping[type, Callable[[Any], Any]]
"""What is written in the place of objects of a class."""


class CircleError(Exception):
    """An object is part of itself."""


class EncodedSection(NamedTuple):
    """A section as bytes, and what others that build on it need: the places of its objects, kept alive, and how many there are."""

    content: bytes
    places: Mapping[int, int]
    kept: Sequence[Any]
    size: int


def write_section(
    root: Any, given: Sequence[Any] = (), base: EncodedSection | None = None, convert: Convert | None = None
) -> EncodedSection:
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


_LEAVES: Final = (int, float, str)
"""Numbers, those of lengths on paper among them, and texts."""


class _Begun(NamedTuple):
    """An object, those of its parts that are not in its record yet, and the record."""

    value: Any
    rest: Iterator[Any]
    record: list[int]


class _Writer:
    """Collects records as one list of words. A word from 0 on is an object of this section by its number; below 0 it is an entry of a
    table of all else (counted from the end), whose places are known at the end: numbers, texts, what was there before, lengths and kinds.
    """

    def __init__(self, given: Sequence[Any], base: EncodedSection | None, convert: Convert) -> None:
        there = [None, False, True, *constants(), *given]
        self._convert = convert
        self._there = base.places if base else {id(each): at for at, each in enumerate(there)}
        self._fixed = base.size if base else len(there)
        self._else: dict[tuple[type | None, Any], int] = {}
        self._kept: list[Any] = [base.kept if base else there]
        self._own: dict[int, int] = {}
        self._known: dict[int, int] = {}
        self._words: list[int] = []
        self._count = 0
        self._leaves: dict[type, dict[Any, int]] = {kind: {} for kind in _LEAVES}
        self._types: dict[Type, int] = {}
        self._classes: dict[str, int] = {}
        self._getters: dict[type, tuple[int, Callable[[Any], Sequence[Any]]]] = {}

    def section(self, root: Any) -> EncodedSection:
        """The whole."""
        self._all([root])
        self._words.append(self._leaf(root) if root.__class__ in _LEAVES else self._known[id(root)])
        values = {kind: list(found) for kind, found in self._leaves.items()}
        starts = dict(zip(_LEAVES, accumulate(map(len, values.values()), initial=self._fixed), strict=False))
        places = {kind: {value: at for at, value in enumerate(values[kind], starts[kind])} for kind in values}
        table = [value if kind is None else places[kind][value] for kind, value in reversed(self._else)]
        begin = starts[str] + len(values[str])
        words = [begin + word if word >= 0 else table[word] for word in self._words]
        signatures = [layout_of(name).signature for name in self._classes]
        head = json.dumps(
            [self._fixed, values[int] + values[float], values[str], signatures], separators=(",", ":")
        ).encode()
        own = {key: begin + number for key, number in self._own.items()}
        content = len(head).to_bytes(8, "little") + head + _as_words(words)
        return EncodedSection(content, {**self._there, **own}, self._kept, begin + self._count)

    def _all(self, roots: Sequence[Any]) -> None:
        """Write every object after its parts, without recursion."""
        leaves, known, there = self._leaves, self._known, self._there
        begun: list[_Begun] = [_Begun(None, iter(roots), [])]
        inside: set[int] = set()
        while begun:
            value, rest, record = begun[-1]
            for each in rest:
                word: int | None
                if each.__class__ in _LEAVES:
                    word = leaves[each.__class__].get(each) or self._leaf(each)
                elif (word := known.get(id(each))) is None and id(each) in there:
                    word = known[id(each)] = self._other(None, there[id(each)])
                if word is None:
                    if id(each) in inside:
                        raise CircleError(type(each).__qualname__)
                    inside.add(id(each))
                    begun.append(self._begun(each))
                    break
                record.append(word)
            else:
                begun.pop()
                inside.discard(id(value))
                if begun:
                    begun[-1].record.append(self._number(value, record))

    def _begun(self, value: Any) -> _Begun:
        """An object none of whose parts is in its record yet."""
        kind, parts = self._taken_apart(value)
        self._kept += (value, parts)  # what is alive keeps its id
        size = [self._other(None, len(parts))] if kind <= ELEMENT else []
        return _Begun(value, iter(parts), [self._other(None, kind), *size])

    def _number(self, value: Any, record: list[int]) -> int:
        """The number of an object whose record is complete; of types thousands say the same, and are compared by what they say."""
        found = self._types.setdefault(value, self._count) if value.__class__ is Type else self._count
        if found == self._count:
            self._words += record
            self._count += 1
        self._own[id(value)] = self._known[id(value)] = found
        return found

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


# Bytes that `writer` made to objects. What is wrong with them is a `DamagedError`, in time and memory that their
# length bounds.

_SIZES = {2: "H", 4: "I"}


class DamagedError(Exception):
    """These bytes are not what `writer` makes, or what another version of it made."""


class SectionContent(NamedTuple):
    """What a section holds: its root, and all values for sections that build on it."""

    root: Any
    values: list[Any]


def read_section(content: bytes, given: Sequence[Any] = (), base: SectionContent | None = None) -> SectionContent:
    """The root and the values of a section.

    Args:
        content: the section.
        given: what was given to the writer.
        base: the section it builds on.

    Raises:
        DamagedError: these bytes are no section, or one that refers to something else.
    """
    try:
        return _content(content, [None, False, True, *constants(), *given] if base is None else list(base.values))
    except (ValueError, TypeError, LookupError, AttributeError, UnknownClassError, RecursionError) as problem:
        raise DamagedError(str(problem)) from problem


def _content(content: bytes, values: list[Any]) -> SectionContent:
    end = 8 + int.from_bytes(content[:8], "little")
    fixed, numbers, texts, signatures = json.loads(content[8:end])
    if fixed != len(values):
        raise DamagedError("it refers to other values")
    if not all(each.__class__ in (int, float) for each in numbers) or not all(each.__class__ is str for each in texts):
        raise DamagedError("numbers and texts are something else")
    values += numbers
    values += texts
    root = _objects(values, _words(content, end), [_layout(each) for each in signatures])
    return SectionContent(root, values)


def _layout(signature: str) -> ClassLayout:
    layout = layout_of(signature.partition("(")[0])
    if layout.signature != signature:
        raise DamagedError(f"{layout.name} has other fields now")
    return layout


def _words(content: bytes, at: int) -> array[int]:
    words = array(_SIZES[content[at]])
    words.frombytes(content[at + 1 :])
    if sys.byteorder == "big":
        words.byteswap()
    return words


def _objects(values: list[Any], words: array[int], layouts: Sequence[ClassLayout]) -> Any:
    """Make the objects one after the other, and give the root: each refers to earlier values only, as there are no others yet."""
    get, add = values.__getitem__, values.append
    makers: list[Callable[..., Any]] = [each.make for each in layouts]
    sizes = [len(each.fields) for each in layouts]
    at, end = 0, len(words) - 1
    while at < end:
        kind = words[at] - ELEMENT - 1
        at += 1
        if kind >= 0:
            to = at + sizes[kind]
            add(makers[kind](*map(get, words[at:to])))
        else:
            to = at + 1 + words[at]
            add(_collection(kind + ELEMENT + 1, [*map(get, words[at + 1 : to])]))
        at = to
    if at != end:
        raise DamagedError("it ends in the middle of an object")
    return get(words[end])


def _collection(kind: int, parts: list[Any]) -> Any:
    if kind == ELEMENT:
        return _element(*parts)
    if kind == COLLECTIONS.index(dict):
        return dict(zip(parts[::2], parts[1::2], strict=True))
    return parts if kind == COLLECTIONS.index(list) else COLLECTIONS[kind](parts)


def _element(tag: str, attributes: dict[str, str], text: str | None, tail: str | None, *children: Any) -> Any:
    from xml.etree import ElementTree as ET  # few games have pictures of their own

    made = ET.Element(tag, attributes)
    made.text, made.tail = text, tail
    made.extend(children)
    return made
