"""From parser events to plain data with positions; collects the mistakes a YAML parser would let pass."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import yaml

from ruleset_core.model.diagnostic import Diagnostic, Suggestion, error, shorten
from ruleset_core.model.reading.scalars import UnsupportedScalarError, plain
from ruleset_core.model.reading.yaml_errors import hidden_character
from ruleset_core.model.source import Document, Path, Place, SourceText
from ruleset_core.shown import HIDDEN, clean, scrub

NEXT_DOCUMENT = re.compile(r"(?:\s|#[^\r\n]*)*+(---|%)")
_TAG = re.compile(r"![^\s,\[\]{}]*")

MAX_DEPTH = 40
MAX_NODES = 100_000
MAX_SCALAR = 20_000


class TooMuchError(Exception):
    """The rest of the file is not read; the reason has been reported."""


def build(source: SourceText, events: Iterable[Any], found: list[Diagnostic]) -> Document | None:
    """Read one document from parser events; mistakes are appended to `found`.

    Raises:
        TooMuchError: a limit was exceeded; reported in `found`.
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
    path: Path | None
    start: int
    style: str
    end: int
    key: str | int | None = None
    key_at: tuple[int, int] | None = None
    awaits_key: bool = True
    keys: dict[str | int, tuple[int, int]] = field(default_factory=dict)


class _Reader:
    """The state of reading one file."""

    def __init__(self, source: SourceText, found: list[Diagnostic]) -> None:
        self.source = source
        self.found = found
        self.stack: list[_Frame] = []
        self.places: dict[Path, Place] = {}
        self.faulty: set[Path] = set()
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
            raise TooMuchError

    def _node(self, event: Any, start: int, end: int) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self._report("E013", f"this file has more than {MAX_NODES:,} values", start, end, help="split the file")
            raise TooMuchError
        path = self._path()
        if isinstance(event, yaml.AliasEvent):
            self._report(
                "E006", f"alias `*{shorten(str(event.anchor))}`", start, end,
                label="aliases are not supported", help="write the value out again",
            )  # fmt: skip
            self._attach(None, path, Place(start, end, style="*"), fault=True)
            return
        self._refuse_properties(event, start, end)
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event, path, start, end)
        else:
            self._open(event, path, start, end)

    def _path(self) -> Path | None:
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

    def _open(self, event: Any, path: Path | None, start: int, end: int) -> None:
        if len(self.stack) >= MAX_DEPTH:
            self._report("E009", f"nested more than {MAX_DEPTH} levels deep", start, end)
            raise TooMuchError
        data: Any = [] if isinstance(event, yaml.SequenceStartEvent) else {}
        style = ("[" if isinstance(data, list) else "{") if event.flow_style else "block"
        self.stack.append(_Frame(data, path, start, style, end))

    def _close(self, end: int) -> None:
        frame = self.stack.pop()
        # a block collection ends, for the parser, where the next thing begins: use the end of its last value
        last = frame.end if frame.style == "block" else end
        self._attach(frame.data, frame.path, Place(frame.start, last, style=frame.style))

    # ---------------------------------------------------------------------------------------------------- scalars

    def _scalar(self, event: Any, path: Path | None, start: int, end: int) -> None:
        text: str = event.value
        style: str = event.style or ""
        if style and style in "|>":
            end = start + len(self.source.text[start:end].rstrip())
        place = Place(start, end, style=style, scalar=text)
        if len(text) > MAX_SCALAR:
            self._report("E014", f"this text is longer than {MAX_SCALAR:,} characters", start, end)
            self._attach(clean(text[:1]), path, place, fault=True)
            return
        hidden = None if text.isascii() and text.isprintable() else HIDDEN.search(text)
        if hidden:
            advice = "take it out: nobody can see it, and a terminal may obey it"
            self.found.append(hidden_character(hidden[0], self.source.span(start, end), help=advice))
            self._attach(scrub(text), path, place._replace(scalar=None), fault=True)
            return
        if style or event.tag is not None:
            self._attach(text, path, place, fault=event.tag is not None)
            return
        try:
            self._attach(plain(text), path, place)
        except UnsupportedScalarError as problem:
            self._report(
                "E011", str(problem), start, end,
                help="data files know whole numbers only; if this is text, put it into quotes",
                suggestion=f'"{text}"',
            )  # fmt: skip
            self._attach(text, path, place, fault=True)

    # ------------------------------------------------------------------------------------------------ keys and values

    def _attach(self, value: Any, path: Path | None, place: Place, *, fault: bool = False) -> None:
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
            self.places[path] = Place(place.start, place.end, top.key_at, place.style, place.scalar)
            if fault:
                self.faulty.add(path)

    def _key(self, top: _Frame, value: Any, place: Place, *, fault: bool) -> None:
        top.awaits_key = False
        top.key = None
        top.key_at = (place.start, place.end)
        if not fault and (not isinstance(value, (str, int)) or isinstance(value, bool)):
            self._bad_key(place)
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

    def _bad_key(self, place: Place) -> None:
        if place.scalar is None:
            self._report("E012", "a key must be a single word", place.start, place.end,
                         help="text that begins with `{` or `[` must be in quotes")  # fmt: skip
            return
        named = f"`{place.scalar}`" if place.scalar else "an empty key"
        suggestion = f'"{place.scalar}"' if place.scalar else None
        self._report("E012", f"{named} is not a name", place.start, place.end, suggestion=suggestion,
                     help="a key must be text or a whole number; put it into quotes if it is meant as text")  # fmt: skip

    def _report(
        self, code: str, message: str, start: int, end: int, *, suggestion: str | None = None, **more: Any
    ) -> None:
        span = self.source.span(start, end)
        repair = Suggestion(span, suggestion) if suggestion is not None else None
        self.found.append(error(code, message, span, suggestion=repair, **more))
