"""From YAML parser events to plain data: a reader that keeps positions, and a fast one without positions for files that are correct.

Reading with positions takes several times as long as without, and most files are correct. So there are two readers of the same
events of a YAML parser:

    read_data        {"define": {"price": {"amount": 4}}}                            raises `FastPathError` at anything unusual
    build_document   the same data, and for each key and value: line, column, style of its quotes; diagnostics; goes on

Where the first one gives up, or where somebody asks for a place, the second one reads the file again.
"""

from __future__ import annotations

import marshal
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Final, TypeAlias

import yaml
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

from ruleset_core.diagnostics import Diagnostic, Suggestion, error, shorten
from ruleset_core.model.sources import (
    MAY_MEAN,
    DataPath,
    Document,
    SourceText,
    UnsupportedScalarError,
    ValuePosition,
    parse_plain_scalar,
)
from ruleset_core.model.yaml_errors import hidden_character
from ruleset_core.safe_text import HIDDEN, clean_line, clean_lines
from ruleset_core.values import set_within

# From parser events to plain data with positions; collects the mistakes a YAML parser would let pass.

NEXT_DOCUMENT = re.compile(r"(?:\s|#[^\r\n]*)*+(---|%)")
_TAG = re.compile(r"![^\s,\[\]{}]*")

MAX_DEPTH = 40
MAX_NODES = 100_000
MAX_SCALAR = 20_000
MAX_MISTAKES = 10_000
"""After so many the rest of a file is not read: it is no file of a game."""


class DocumentTooLargeError(Exception):
    """The rest of the file is not read; the reason has been reported."""


def build_document(source: SourceText, events: Iterable[Any], found: list[Diagnostic]) -> Document | None:
    """Read one document from parser events; mistakes are appended to `found`.

    Raises:
        DocumentTooLargeError: a limit was exceeded; reported in `found`.
        yaml.YAMLError: from the parser behind `events`.
    """
    reader = _Reader(source, found)
    for event in events:
        reader.read(event)
    return reader.document()


@dataclass(slots=True)
class _Frame:
    """A collection being read. `path` is None inside something already reported: its positions are not kept."""

    data: Any
    path: DataPath | None
    start: int
    style: str
    end: int
    key: str | int | None = None
    key_at: tuple[int, int] | None = None
    awaits_key: bool = True
    keys: dict[str | int, tuple[int, int]] = field(default_factory=dict)
    bad_key: ValuePosition | None = None


class _Reader:
    """The state of reading one file."""

    def __init__(self, source: SourceText, found: list[Diagnostic]) -> None:
        self.source = source
        self.found = found
        self.stack: list[_Frame] = []
        self.places: dict[DataPath, ValuePosition] = {}
        self.faulty: set[DataPath] = set()
        self.nodes = 0
        self.root: Any = None

    def document(self) -> Document | None:
        """What was read, or None (reported) when the file says nothing."""
        place = self.places.get(())
        if place is None or (place.start == place.end and not place.style):
            if not self.found:
                self._report("E010", "this file is empty", 0, 0, help="delete it, or give it its content")
            return None
        places = self.places
        return Document(self.source, self.root, lambda _source: places, frozenset(self.faulty))

    def read(self, event: Any) -> None:
        """Take in one event."""
        start, end = event.start_mark.index, event.end_mark.index
        if isinstance(event, yaml.NodeEvent):
            self._node(event, start, end)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close(end)
        elif isinstance(event, yaml.DocumentEndEvent):
            self._end_document(end)

    def _end_document(self, end: int) -> None:
        """Stop before the parser reads directives of a next document: it takes time quadratic in their number."""
        following = NEXT_DOCUMENT.match(self.source.text, end)
        if following:
            at = following.span(1)
            self._report("E010", "a second document begins here", *at, help="put it into a file of its own")
            raise DocumentTooLargeError

    def _node(self, event: Any, start: int, end: int) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self._report("E013", f"this file has more than {MAX_NODES:,} values", start, end, help="split the file")
            raise DocumentTooLargeError
        path = self._path()
        if isinstance(event, yaml.AliasEvent):
            self._report(
                "E006", f"alias `*{shorten(str(event.anchor))}`", start, end,
                label="aliases are not supported", help="write the value out again",
            )  # fmt: skip
            self._attach(None, path, ValuePosition(start, end, style="*"), fault=True)
            return
        self._refuse_properties(event, start, end)
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event, path, start, end)
        else:
            self._open(event, path, start, end)

    def _path(self) -> DataPath | None:
        """The path of the value that comes next; None for keys and below a reported mistake."""
        if not self.stack:
            return ()
        top = self.stack[-1]
        if top.path is None:
            return None
        if isinstance(top.data, list):
            return (*top.path, len(top.data))
        return None if top.awaits_key or top.key is None else (*top.path, top.key)

    def _refuse_properties(self, event: Any, start: int, end: int) -> None:
        if event.anchor is not None:
            at = self.source.text.find(f"&{event.anchor}", start, end if end > start else None)
            begin = at if at >= 0 else start
            self._report(
                "E006", f"anchor `&{shorten(event.anchor)}`", begin, begin + len(event.anchor) + 1,
                label="anchors are not supported", help="write the value out in each place",
            )  # fmt: skip
        if event.tag is not None:
            written = _TAG.search(self.source.text, start)
            where = written.span() if written else (start, start)
            self._report("E007", f"tag `{shorten(event.tag)}`", *where, label="tags are not supported",
                         help="delete the tag; put text that must stay text into quotes")  # fmt: skip

    # ------------------------------------------------------------------------------------------------ collections

    def _open(self, event: Any, path: DataPath | None, start: int, end: int) -> None:
        if len(self.stack) >= MAX_DEPTH:
            self._report("E009", f"nested more than {MAX_DEPTH} levels deep", start, end)
            raise DocumentTooLargeError
        data: Any = [] if isinstance(event, yaml.SequenceStartEvent) else {}
        style = ("[" if isinstance(data, list) else "{") if event.flow_style else "block"
        self.stack.append(_Frame(data, path, start, style, end))

    def _close(self, end: int) -> None:
        frame = self.stack.pop()
        # a block collection ends, for the parser, where the next thing begins: use the end of its last value
        last = frame.end if frame.style == "block" else end
        self._attach(frame.data, frame.path, ValuePosition(frame.start, last, style=frame.style))

    # ---------------------------------------------------------------------------------------------------- scalars

    def _scalar(self, event: Any, path: DataPath | None, start: int, end: int) -> None:
        text: str = event.value
        style: str = event.style or ""
        if style and style in "|>":
            end = start + len(self.source.text[start:end].rstrip())
        place = ValuePosition(start, end, style=style, scalar=text)
        if len(text) > MAX_SCALAR:
            self._report("E014", f"this text is longer than {MAX_SCALAR:,} characters", start, end)
            self._attach(clean_line(text[:1]), path, place, fault=True)
            return
        hidden = None if text.isascii() and text.isprintable() else HIDDEN.search(text)
        if hidden:
            advice = "take it out: nobody can see it, and a terminal may obey it"
            self.found.append(hidden_character(hidden[0], self.source.span(start, end), help=advice))
            self._attach(clean_lines(text), path, place._replace(scalar=None), fault=True)
            return
        if style or event.tag is not None:
            self._attach(text, path, place, fault=event.tag is not None)
            return
        try:
            self._attach(parse_plain_scalar(text), path, place)
        except UnsupportedScalarError as problem:
            self._report(
                "E011", str(problem), start, end,
                help="data files know whole numbers only; if this is text, put it into quotes",
                suggestion=f'"{text}"',
            )  # fmt: skip
            self._attach(text, path, place, fault=True)

    # ------------------------------------------------------------------------------------------------ keys and values

    def _attach(self, value: Any, path: DataPath | None, place: ValuePosition, *, fault: bool = False) -> None:
        """Put a finished value into the collection it belongs to."""
        if not self.stack:
            self.root = value
            self.places[()] = place
            return
        top = self.stack[-1]
        top.end = max(top.end, place.end)
        if isinstance(top.data, list):
            top.data.append(value)
        elif top.awaits_key:
            self._key(top, value, place, fault=fault)
            return
        else:
            if top.key is not None:
                top.data[top.key] = value
            top.awaits_key = True
        if path is not None:
            self.places[path] = ValuePosition(place.start, place.end, top.key_at, place.style, place.scalar)
            if fault:
                self.faulty.add(path)

    def _key(self, top: _Frame, value: Any, place: ValuePosition, *, fault: bool) -> None:
        top.awaits_key = False
        top.key = None
        top.key_at = (place.start, place.end)
        if not fault and (not isinstance(value, (str, int)) or isinstance(value, bool)):
            self._bad_key(top, place)
            return
        if fault:
            return
        if value in top.keys:
            first = (self.source.span(*top.keys[value]), "first defined here")
            self._report("E005", f"the key `{shorten(str(value))}` is given twice", place.start, place.end,
                         label="again here", help="delete one of the two, or rename it", related=(first,))  # fmt: skip
            line = self._same_line(top.keys[value][0], place.start)
            if line is not None:
                self.found[-1] = replace(self.found[-1], suggestion=Suggestion(self.source.span(*line), ""))
            return
        top.keys[value] = top.key_at
        top.key = value

    def _same_line(self, first: int, again: int) -> tuple[int, int] | None:
        """The second of two lines that say the same."""
        text, ends = self.source.text, []
        for at in (first, again):
            start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at) + 1
            ends.append((start, end))
        same = text[slice(*ends[0])] == text[slice(*ends[1])] and ends[0] != ends[1]
        return ends[1] if same and all(end > start for start, end in ends) else None

    def _bad_key(self, top: _Frame, place: ValuePosition) -> None:
        if place.scalar is None:
            self._report("E012", "a key must be a single word", place.start, place.end,
                         help="text that begins with `{` or `[` must be in quotes")  # fmt: skip
            return
        advice = "a key must be text or a whole number; put it into quotes if it is meant as text"
        if not place.scalar:
            self._report("E012", "an empty key is not a name", place.start, place.end, help=advice)
            return
        before, top.bad_key = top.bad_key, place
        between = "\n" if before is None else self.source.text[before.end : place.start]
        if before is None or "\n" in between or self.found[-1].span != self.source.span(before.start, before.end):
            self._report("E012", f"`{place.scalar}` is not a name", place.start, place.end,
                         suggestion=f'"{place.scalar}"', help=advice)  # fmt: skip
            return
        self.found.pop()  # `{true: ..., false: ...}` is one slip
        self._report("E012", f"`{before.scalar}` and `{place.scalar}` are no names", before.start, place.end,
                     suggestion=f'"{before.scalar}"{between}"{place.scalar}"', help=advice)  # fmt: skip

    def _report(
        self, code: str, message: str, start: int, end: int, *, suggestion: str | None = None, **more: Any
    ) -> None:
        span = self.source.span(start, end)
        repair = Suggestion(span, suggestion) if suggestion is not None else None
        self.found.append(error(code, message, span, suggestion=repair, **more))
        if len(self.found) >= MAX_MISTAKES:
            raise DocumentTooLargeError


# The data of a YAML file with nothing wrong in it, without the places of its values: three times as fast as with
# them.
#
# Most files have no mistakes, and then hardly anybody asks where in them something stands. So a file is read here
# first. What may be wrong with it, or what needs a second look, is only noticed; then the file is read by
# `model/yaml_nodes`, which alone knows what to say. `tests/model/test_quick.py` holds the two against each other.

Read: TypeAlias = dict[bytes, bytes]
"""Data by the texts it was read from, in the short: a hash of the text, and what `marshal` makes of plain data."""
_READ: ContextVar[Mapping[bytes, bytes]] = ContextVar("_READ", default={})  # noqa: B039 - nobody changes it

_NONE: Final = object()
"""Stands where a mapping waits for a key."""


class FastPathError(Exception):
    """Something in a file may be wrong."""


class TooManyValuesError(FastPathError):
    """Nothing is wrong with a file but its length."""


def read_data(text: str, parser: Callable[[str], Any]) -> Any:
    """The data of a YAML text; `parser` is a class of `yaml` that makes events of it.

    Raises:
        FastPathError: `model/yaml_nodes` has to read it. A hidden character that is no escape is for the caller to find.
    """
    read = _READ.get()
    known = read.get(_hash(text)) if read else None
    return _data_of(text, parser) if known is None else marshal.loads(known)  # noqa: S302 - `read_before` says whose it is


def with_preloaded_data(read: Read) -> AbstractContextManager[object]:
    """Within, texts that another process of ours has read (with `apart`) are not read again."""
    return set_within(_READ, read)


def preload_data(text: str, parser: Callable[[str], Any]) -> Read:
    """The data of a text for another process; nothing if `model/yaml_nodes` has to read it."""
    try:
        return {_hash(text): marshal.dumps(_data_of(text, parser))}
    except FastPathError:
        return {}


def _hash(text: str) -> bytes:
    return sha256(text.encode("utf-8", "surrogatepass")).digest()


def _data_of(text: str, parser: Callable[[str], Any]) -> Any:
    if "\t" in text:  # it may stand where only spaces should
        raise FastPathError
    loader = parser(text)
    try:
        return _read(loader.get_event, text)
    except (YAMLError, UnsupportedScalarError, ValueError) as problem:
        raise FastPathError from problem
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
                    value = parse_plain_scalar(value)
            elif style == '"' and not value.isprintable() and HIDDEN.search(value):  # an escape may hide something
                raise FastPathError
            if long and type(value) is str and len(value) > MAX_SCALAR:
                raise FastPathError
        elif kind is MappingStartEvent:
            value = {}
        elif kind is SequenceStartEvent:
            value = []
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            top, key = outer.pop()
            continue
        elif kind is DocumentEndEvent:
            if NEXT_DOCUMENT.match(text, event.end_mark.index):
                raise FastPathError
            continue
        elif kind is StreamEndEvent:
            if root is _NONE or root is None:
                raise FastPathError
            if nodes > MAX_NODES:
                raise TooManyValuesError
            return root
        elif kind is AliasEvent:
            raise FastPathError
        else:  # the beginning of the stream or of the document
            continue
        if event.anchor is not None or event.tag is not None:
            raise FastPathError
        nodes += 1
        if type(top) is list:
            top.append(value)
        elif top is None:
            root = value
        elif key is _NONE:
            if (type(value) is not str and type(value) is not int) or value in top:
                raise FastPathError
            key = value
            continue
        else:
            top[key] = value
            key = _NONE
        if kind is not ScalarEvent:
            if len(outer) >= MAX_DEPTH:
                raise FastPathError
            outer.append((top, key))
            top, key = value, _NONE
