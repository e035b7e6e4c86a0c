"""The data of a YAML file with nothing wrong in it, without the places of its values: three times as fast as with them.

Most files have no mistakes, and then hardly anybody asks where in them something stands. So a file is read here first. What
may be wrong with it, or what needs a second look, is only noticed; then the file is read by `model/reading/reader`, which alone knows
what to say. `tests/model/test_quick.py` holds the two against each other.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from typing import Any, Final, TypeAlias

from yaml import YAMLError
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from ruleset_core.model.reading.reader import MAX_DEPTH, MAX_NODES, MAX_SCALAR, NEXT_DOCUMENT
from ruleset_core.model.reading.scalars import MAY_MEAN, UnsupportedScalarError, plain
from ruleset_core.shown import HIDDEN

__all__ = ["DoubtError", "Read", "apart", "data_of", "read_before"]

Read: TypeAlias = dict[bytes, bytes]
"""Data by the texts it was read from, in the short: a hash of the text, and what `marshal` makes of plain data."""
_READ: ContextVar[Mapping[bytes, bytes]] = ContextVar("_READ", default={})  # noqa: B039 - nobody changes it

_NONE: Final = object()
"""Stands where a mapping waits for a key."""


class DoubtError(Exception):
    """Something in a file may be wrong."""


def data_of(text: str, parser: Callable[[str], Any]) -> Any:
    """The data of a YAML text; `parser` is a class of `yaml` that makes events of it.

    Raises:
        DoubtError: `model/reading/reader` has to read it. A hidden character that is no escape is for the caller to find.
    """
    read = _READ.get()
    known = read.get(_hash(text)) if read else None
    return _data_of(text, parser) if known is None else marshal.loads(known)  # noqa: S302 - `read_before` says whose it is


@contextmanager
def read_before(read: Read) -> Iterator[None]:
    """Within, texts that another process of ours has read (with `apart`) are not read again."""
    token = _READ.set(read)
    try:
        yield
    finally:
        _READ.reset(token)


def apart(text: str, parser: Callable[[str], Any]) -> Read:
    """The data of a text for another process; nothing if `model/reading/reader` has to read it."""
    try:
        return {_hash(text): marshal.dumps(_data_of(text, parser))}
    except DoubtError:
        return {}


def _hash(text: str) -> bytes:
    return sha256(text.encode("utf-8", "surrogatepass")).digest()


def _data_of(text: str, parser: Callable[[str], Any]) -> Any:
    if "\t" in text:  # it may stand where only spaces should
        raise DoubtError
    loader = parser(text)
    try:
        return _read(loader.get_event, text)
    except (YAMLError, UnsupportedScalarError, ValueError) as problem:
        raise DoubtError from problem
    finally:
        loader.dispose()


def _read(next_event: Any, text: str) -> Any:
    """One loop without calls of our own for each event: that is what makes it fast."""
    root: Any = _NONE
    top: Any = None
    key: Any = _NONE
    outer: list[tuple[Any, Any]] = []
    nodes = 0
    long = len(text) > MAX_SCALAR
    while True:
        event = next_event()
        kind = type(event)
        if kind is ScalarEvent:
            value: Any = event.value
            style = event.style
            if not style:
                if value[:1] in MAY_MEAN:
                    value = plain(value)
            elif style == '"' and not value.isprintable() and HIDDEN.search(value):  # an escape may hide something
                raise DoubtError
            if long and type(value) is str and len(value) > MAX_SCALAR:
                raise DoubtError
        elif kind is MappingStartEvent:
            value = {}
        elif kind is SequenceStartEvent:
            value = []
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            top, key = outer.pop()
            continue
        elif kind is DocumentEndEvent:
            if NEXT_DOCUMENT.match(text, event.end_mark.index):
                raise DoubtError
            continue
        elif kind is StreamEndEvent:
            if nodes > MAX_NODES or root is _NONE or root is None:
                raise DoubtError
            return root
        elif kind is AliasEvent:
            raise DoubtError
        else:  # the beginning of the stream or of the document
            continue
        if event.anchor is not None or event.tag is not None:
            raise DoubtError
        nodes += 1
        if type(top) is list:
            top.append(value)
        elif top is None:
            root = value
        elif key is _NONE:
            if (type(value) is not str and type(value) is not int) or value in top:
                raise DoubtError
            key = value
            continue
        else:
            top[key] = value
            key = _NONE
        if kind is not ScalarEvent:
            if len(outer) >= MAX_DEPTH:
                raise DoubtError
            outer.append((top, key))
            top, key = value, _NONE
