"""Bytes that `writer` made to objects. What is wrong with them is a `DamagedError`, in time and memory that their length bounds."""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ruleset_core.lang.serialize.classes import Layout, UnknownClassError, constants, layout_of
from ruleset_core.lang.serialize.writer import COLLECTIONS, ELEMENT

__all__ = ["Content", "DamagedError", "read"]

_SIZES = {2: "H", 4: "I"}


class DamagedError(Exception):
    """These bytes are not what `writer` makes, or what another version of it made."""


class Content(NamedTuple):
    """What a section holds: its root, and all values for sections that build on it."""

    root: Any
    values: list[Any]


def read(content: bytes, given: Sequence[Any] = (), base: Content | None = None) -> Content:
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


def _content(content: bytes, values: list[Any]) -> Content:
    end = 8 + int.from_bytes(content[:8], "little")
    fixed, numbers, texts, signatures = json.loads(content[8:end])
    if fixed != len(values):
        raise DamagedError("it refers to other values")
    if not all(each.__class__ is int for each in numbers) or not all(each.__class__ is str for each in texts):
        raise DamagedError("numbers and texts are something else")
    values += numbers
    values += texts
    root = _objects(values, _words(content, end), [_layout(each) for each in signatures])
    return Content(root, values)


def _layout(signature: str) -> Layout:
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


def _objects(values: list[Any], words: array[int], layouts: Sequence[Layout]) -> Any:
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
