"""Source documents: the files of a game read once, their YAML scalars, and plain data that knows where in the file each key and value stands. Also hashes of the entries."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from ruleset_core.diagnostics import Diagnostic, Span, error
from ruleset_core.files import is_file, names_in, os_error_reason, read_regular_file
from ruleset_core.messages import FILE_LANGUAGES, LANGUAGES
from ruleset_core.values import PLAIN_WORDS

# The data files of a game: which there are, and their bytes, read once. It imports no parser and no models.

MAX_BYTES: Final = 1 << 20
"""Most bytes of a data file; what is longer is read up to one byte more, and refused."""
MAX_FILES: Final = 2000
"""Most files a game directory may hold."""
TABLE: Final = ".csv"
"""How the names of tables of cards end."""
FOLDERS: Final[Mapping[str, tuple[str, ...]]] = {"boards": (".yaml",), "cards": (".yaml", TABLE)}
"""The folders of a game or expansion, and how the names of data files in them end: cards may come from tables."""
TRANSLATIONS: Final = "translations"
"""The folder of a game or expansion in which its texts in other languages lie, a file for each."""


class SourceFiles:
    """Data files as they were when somebody first asked: listed once, read once. So whoever reads a game twice reads the same game.

    `languages`: those of translations in which texts are wanted; none for the languages of files. One at most that the program
    does not speak: its texts stand in the place of the English ones. `translated`: whether translations are read at all.
    """

    def __init__(self, *languages: str, translated: bool = True) -> None:
        self.languages = tuple(lang for lang in dict.fromkeys(languages) if lang and lang not in FILE_LANGUAGES)
        self._translated = translated
        self._found: dict[tuple[Path, str], tuple[list[Path], list[Diagnostic]]] = {}
        self._raw: dict[Path, bytes | Diagnostic] = {}

    @property
    def untranslated(self) -> SourceFiles:
        """The same files without a translation."""
        other = SourceFiles(translated=False)
        other._found, other._raw = self._found, self._raw
        return other

    def translation(self, directory: Path, language: str) -> Path:
        """Where the texts of a game or expansion in a language lie."""
        return directory / TRANSLATIONS / f"{language}.po"

    def translations(self, directory: Path) -> tuple[str, ...]:
        """The languages in which its texts are read from files of their own: those of files for what its data lacks."""
        wanted = (*FILE_LANGUAGES, *self.languages) if self._translated else ()
        return tuple(lang for lang in wanted if self.has(self.translation(directory, lang)))

    def has(self, path: Path) -> bool:
        """Whether there is such a file."""
        return path in self._raw or is_file(path)

    def files_of(self, directory: Path, header: str) -> tuple[list[Path], list[Diagnostic]]:
        """See `data_files_of`."""
        if (directory, header) not in self._found:
            self._found[directory, header] = data_files_of(directory, header)
        return self._found[directory, header]

    def raw(self, path: Path) -> bytes | Diagnostic:
        """See `read_data_file`."""
        if path not in self._raw:
            self._raw[path] = read_data_file(path)
        return self._raw[path]


def read_data_file(path: Path) -> bytes | Diagnostic:
    """What a data file holds, up to a limit, or why it cannot be read."""
    try:
        return read_regular_file(path, MAX_BYTES + 1)
    except OSError as problem:
        return error("E001", f"cannot read this file: {os_error_reason(problem)}", Span.whole(str(path)))


def data_files_of(directory: Path, header: str) -> tuple[list[Path], list[Diagnostic]]:
    """The data files of a game or expansion, and what keeps from reading them: no game is played with a part of its files.

    The header comes first, then parts, boards and cards, each by name.
    """
    files, problems = [directory / header], []
    for name in ("", *FOLDERS):
        found, wrong = list_folder(directory / name, file_endings_in(name))
        files += [path for path in found if path != files[0]]
        problems += wrong
    if len(files) <= MAX_FILES:
        return files, problems
    message = f"there are {len(files):,} files here; a game or expansion has at most {MAX_FILES:,}"
    advice = "put several cards into one file"
    return [], [*problems, error("E016", message, Span.whole(str(files[0])), help=advice)]


def file_endings_in(folder: str) -> tuple[str, ...]:
    """How the names of data files end in a folder of a game: cards may come from tables."""
    return FOLDERS.get(folder, (".yaml",))


def list_folder(folder: Path, endings: Iterable[str] = (".yaml",)) -> tuple[list[Path], list[Diagnostic]]:
    """The data files in a folder, which need not exist; a finding when what is there cannot be looked into."""
    try:
        return [folder / name for name in sorted(each for ending in endings for each in names_in(folder, ending))], []
    except OSError as problem:
        return [], [
            error("E001", f"cannot look into this directory: {os_error_reason(problem)}", Span.whole(str(folder)))
        ]


# Scalars of YAML 1.2 core, narrowed: what a plain word means, and where its characters stand in the file.

_INT = re.compile(r"-?(0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z|[-+]?\.(inf|Inf|INF)\Z|\.(nan|NaN|NAN)\Z")
_LONGEST_INT = 15
_BEGINS_NUMBER = "-+.0123456789"
MAY_MEAN = frozenset({*_BEGINS_NUMBER, *(word[:1] for word in PLAIN_WORDS)})
"""How a plain scalar begins that may be something else than its text."""

_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEX = {"x": 2, "u": 4, "U": 8}

CELL = '""'
"""The style of a text in a quoted cell of a table: quotes within it are doubled, and its offsets are those between the quotes."""

Token = tuple[str, int, int]


class UnsupportedScalarError(ValueError):
    """A plain scalar that is neither text, a whole number, true, false nor null."""


def parse_plain_scalar(text: str) -> str | int | bool | None:
    """The meaning of an unquoted scalar.

    Only `true`, `false`, `null`, `~`, nothing, and whole decimal numbers are special. The surprises of YAML 1.1
    (`no`, `on`, `012`, `1:30`, dates) are text.

    Raises:
        UnsupportedScalarError: for numbers that are not whole or have more than 15 digits.
    """
    if text in PLAIN_WORDS:
        return PLAIN_WORDS[text]
    if len(text) > 40 or text[0] not in _BEGINS_NUMBER:
        return text
    if _INT.match(text):
        if len(text) > _LONGEST_INT:
            raise UnsupportedScalarError(f"number {text} has too many digits")
        return int(text)
    if _FLOAT.match(text) and not text.lstrip("-+").isdigit():
        raise UnsupportedScalarError(f"`{text}` is not a whole number")
    return text


def scalar_offsets(text: str, start: int, end: int, style: str, value: str) -> list[tuple[int, int]] | None:
    """File offsets (start, end) of every character of a scalar's value, and one more for its end.

    YAML changes only white space and quoted escapes, so the visible characters of file and value come in the same
    order. White space is placed just behind the visible character before it. None when the two do not match.
    """
    tokens = [token for token in _tokens(text, start, end, style) if not token[0].isspace()]
    found: list[tuple[int, int]] = []
    seen = 0
    behind = tokens[0][1] if tokens else end
    for char in value:
        if not char.isspace():
            if seen == len(tokens) or tokens[seen][0] != char:
                return None
            found.append(tokens[seen][1:])
            seen += 1
        else:
            limit = tokens[seen][1] if seen < len(tokens) else end
            at = min(behind, limit)
            found.append((at, min(at + 1, max(limit, at))))
        behind = found[-1][1]
    if seen != len(tokens):
        return None
    found.append((behind, behind))
    return found


def _tokens(text: str, start: int, end: int, style: str) -> list[Token]:
    """Characters of a scalar as written, with escapes undone and their place in the file."""
    if style == CELL:
        return _doubled(text, start, end, '"')
    if style in "|>" and style:
        start = _line_after(text, start)
    elif style in "'\"" and style:
        start, end = start + 1, end - 1
    if style == "'":
        return _doubled(text, start, end, "'")
    if style == '"':
        return _double_quoted(text, start, end)
    return [(text[at], at, at + 1) for at in range(start, end)]


def _line_after(text: str, start: int) -> int:
    match = re.compile(r"\r\n|\n|\r|\Z").search(text, start)
    assert match is not None
    return match.end()


def _doubled(text: str, start: int, end: int, quote: str) -> list[Token]:
    tokens = []
    at = start
    while at < end:
        width = 2 if text[at] == quote else 1
        tokens.append((text[at], at, at + width))
        at += width
    return tokens


def _double_quoted(text: str, start: int, end: int) -> list[Token]:
    tokens = []
    at = start
    while at < end:
        char, width = text[at], 1
        if char == "\\" and at + 1 < end:
            char, width = _escape(text, at)
        tokens.append((char, at, at + width))
        at += width
    return tokens


def _escape(text: str, at: int) -> tuple[str, int]:
    """The character an escape stands for, and how many characters it takes. An escaped line break counts as space."""
    letter = text[at + 1]
    if letter in _HEX:
        digits = text[at + 2 : at + 2 + _HEX[letter]]
        return chr(int(digits, 16)), 2 + len(digits)
    return _ESCAPES.get(letter, " "), 2


# A loaded YAML document: plain data, and where in the file each key and value stands.

DataPath = tuple[str | int, ...]
Home: TypeAlias = "tuple[Document, DataPath]"
"""Where a value was written: a file, and where in it."""

_LINE_END = re.compile(r"\r\n|\n|\r")


class SourceText:
    """The text of a file with its line starts; turns character offsets into spans."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    def span(self, start: int, end: int) -> Span:
        """The span from one offset to another (exclusive)."""
        return Span(self.file, *self.position(start), *self.position(max(start, end)))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1, of a character offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The character offset of a line and column, both from 1; the reverse of `position`."""
        return self._starts[line - 1] + column - 1

    def end_of_line(self, offset: int) -> int:
        """The offset just behind the last visible character of the line `offset` is in."""
        line = bisect_right(self._starts, offset)
        end = self._starts[line] if line < len(self._starts) else len(self.text)
        return max(offset, len(self.text[offset:end].rstrip()) + offset)


class ValuePosition(NamedTuple):
    """Where a value stands: offsets of the value and of its key; for scalars also how it was written and what it says."""

    start: int
    end: int
    key: tuple[int, int] | None = None
    style: str = ""
    scalar: str | None = None


@dataclass(frozen=True, eq=False)
class Document:
    """The content of one YAML file, or of a table of cards.

    Attributes:
        file: the name diagnostics show.
        data: dict, list, str, int, bool or None; keys are str or int.
        find: what finds the places of all values; asked once, and only when somebody wants to know one.
        faulty: paths of values already reported as mistakes; later passes say nothing about them. A value that is
            missing may be among them.
        gaps: where values are missing, as far as there is a place for them: empty cells of a table.
        keys_apart: whether keys stand elsewhere than beside their values: as headings of a table.
        written: the data with its texts in all languages, where `data` has them in those of the game alone.
    """

    source: SourceText
    data: Any
    find: Callable[[SourceText], Mapping[DataPath, ValuePosition]] = field(repr=False)
    faulty: frozenset[DataPath] = frozenset()
    gaps: Mapping[DataPath, ValuePosition] = field(default_factory=dict, repr=False)
    keys_apart: bool = False
    written: Any = field(default=None, repr=False)

    @cached_property
    def places(self) -> Mapping[DataPath, ValuePosition]:
        """Where all values stand, by their paths."""
        return self.find(self.source)

    @property
    def as_written(self) -> Document:
        """The document with texts in all languages, where those of one were picked out."""
        return self if self.written is None else replace(self, data=self.written, written=None)

    @property
    def read(self) -> Document:
        """The file as it was read."""
        return self

    def home(self, path: DataPath) -> Home:
        """The file a value was written in, and where in it: expansions put values of theirs into those of a game."""
        return self, path

    def replaced(self, path: DataPath) -> bool:
        """Whether an expansion put a value there that replaces what its entry was written with."""
        return self.home(path)[0] is not self.home(path[:-1])[0]

    @property
    def file(self) -> str:
        """The name of the file as diagnostics show it."""
        return self.source.file

    def resolve(self, path: DataPath) -> DataPath:
        """The longest beginning of `path` that exists in the document.

        Where files may be written in a short form, paths of the long form are understood too: a name in a list of
        names stands for its position, and index 0 of a single mapping that stands where a list may stand is itself.
        """
        found: DataPath = ()
        node = self.data
        for part in path:
            if isinstance(node, dict):
                if part not in node:
                    if part == 0:
                        continue
                    break
                step = part
            elif isinstance(node, list):
                if isinstance(part, str):
                    if part not in node:
                        break
                    part = node.index(part)  # noqa: PLW2901 - the short form of the same place
                if not 0 <= part < len(node):
                    break
                step = part
            else:
                break
            found += (step,)
            node = node[step]
        return found

    def value(self, path: DataPath) -> Any:
        """The value at `path`, or of its nearest existing ancestor."""
        node = self.data
        for part in self.resolve(path):
            node = node[part]
        return node

    def style(self, path: DataPath) -> str:
        """How the value is written: `{`, `[`, `block`, a quote, `|`, `>`, or nothing for a plain scalar."""
        return self._place(path).style

    def torn(self, path: DataPath) -> bool:
        """Whether a key looks like a part of the text before it: `{en: Roll, or hold}` reads as two keys, the second without a value."""
        owner = self.value(path[:-1]) if path else None
        if not isinstance(owner, dict) or path[-1] not in owner or owner[path[-1]] is not None:
            return False
        key = self._place(path).key
        return (
            self.style(path[:-1]) == "{" and key is not None and not self.source.text[key[1] :].lstrip().startswith(":")
        )

    def span(self, path: DataPath) -> Span:
        """The span of the value at `path`, or of its nearest existing ancestor. A value left out is shown by its key."""
        place = self._place(path)
        if place.start == place.end and place.key is not None:
            return self.source.span(*place.key)
        return self.source.span(place.start, place.end)

    def key_span(self, path: DataPath) -> Span:
        """The span of the key at `path` (or its nearest existing ancestor); of an item of a list its first line."""
        place = self._place(path)
        if place.key is not None:
            return self.source.span(*place.key)
        return self.source.span(place.start, min(place.end, self.source.end_of_line(place.start)))

    def whole(self, path: DataPath) -> Span:
        """The span of a value with its key; of the value alone where keys stand apart."""
        place = self._place(path)
        start = place.start if place.key is None or self.keys_apart else place.key[0]
        return self.source.span(start, max(place.end, start))

    def missing_value_span(self, path: DataPath) -> Span:
        """Where a value is missing: its empty cell in a table, else the key of what should have it."""
        gap = self.gaps.get(path)
        return self.source.span(gap.start, gap.end) if gap is not None else self.key_span(path[:-1])

    def within(self, path: DataPath, start: int, end: int) -> Span:
        """The span of the characters `start` to `end` (exclusive) of the text at `path`.

        Offsets count in the text as loaded (a number or bool as written). An empty range, such as the end of the
        text, becomes an empty span at that place. Falls back to the whole value.
        """
        place = self._place(path)
        if place.scalar is None or self.resolve(path) not in self.places:
            return self.span(path)
        where = self._characters(place, place.scalar)
        if where is None:
            return self.span(path)
        last = len(where) - 1
        low = min(max(start, 0), last)
        high = min(max(end, low), last)
        if high > low:
            # the end of the last character, not the start of the next: they are on different lines after a line break
            return self.source.span(where[low][0], where[high - 1][1])
        return self.source.span(where[low][0], where[low][0])

    def _characters(self, place: ValuePosition, scalar: str) -> list[tuple[int, int]] | None:
        """Where the characters of a text stand. Much may be found in one long text: they are looked for once."""
        if place not in self._last:
            self._last.clear()
            self._last[place] = scalar_offsets(self.source.text, place.start, place.end, place.style, scalar)
        return self._last[place]

    @cached_property
    def _last(self) -> dict[ValuePosition, list[tuple[int, int]] | None]:
        return {}

    def _place(self, path: DataPath) -> ValuePosition:
        found = self.resolve(path)
        while found and found not in self.places:  # data that stands in no file has no places
            found = found[:-1]
        return self.places.get(found, ValuePosition(0, 0))


# What the data of a game is made of, entry by entry: a short hash of every card, phase, question and rule.
#
# Two versions of a game are compared by them, so that a person can be told which card is another one now. Only what
# is played with counts: names and texts in two languages, provenance, reasons, comments and blanks do not. Records
# hold these hashes, so how they are made stays as it is: otherwise everything would seem to have changed.

Entries: TypeAlias = Mapping[str, Mapping[str, str]]
"""Hashes by kind (`card`, `phase`...) and id."""

_SECTIONS: Final = {
    "options": "option", "ranges": "range", "sets": "set", "pieces": "piece", "boards": "board", "state": "field", "zones": "zone", "positions": "position",
    "events": "event", "decisions": "decision", "define": "rule", "score": "score", "achievements": "achievement",
}  # fmt: skip
"""Sections whose entries are named, and what one of them is called."""
KIND_OF: Final[Mapping[str, str]] = {
    **_SECTIONS, "resources": "resource", "flow": "phase", "rules": "rule", "cards": "card",
}  # fmt: skip
"""What an entry of a section is called among `Entries`."""
_WHOLE: Final = ("players", "tie_breaks", "outcome", "invariants", "ranks", "requires")
"""Keys that count as one entry."""
_SAID: Final = frozenset(
    {"provenance", "house", "inferred", "why", "default", "label", "told", "tell", "note", "because", "about"}
)
"""Keys of an entry that nothing is played with."""


def hash_entries(documents: Iterable[Document]) -> Entries:
    """The entries of a game and its expansions. What stands in several files counts as one entry."""
    texts = played_entries(documents)
    return {kind: {name: _hash(found) for name, found in named.items()} for kind, named in texts.items()}


def played_entries(documents: Iterable[Document]) -> Mapping[str, Mapping[str, list[str]]]:
    """What is played of each entry, by kind (see `KIND_OF`) and name: a text for each file, without comments, blanks and what is only said."""
    texts: dict[str, dict[str, list[str]]] = {}
    for document in documents:
        for kind, name, value in _entries(document.data if isinstance(document.data, dict) else {}):
            text = json.dumps(_played(value, top=True), separators=(",", ":"))
            texts.setdefault(kind, {}).setdefault(name, []).append(text)
    return texts


def _hash(texts: list[str]) -> str:
    return sha256("\n".join(texts).encode()).hexdigest()[:8]


def _entries(data: Mapping[Any, Any]) -> Iterator[tuple[str, str, object]]:
    if "cards" in data and "kind" in data:
        for name, card in _named(data["cards"]):
            yield "card", name, {"kind": data["kind"], "card": _played(card, top=True)}
        return
    if "board" in data:
        yield "board", str(data["board"]), data
        return
    for section, kind in _SECTIONS.items():
        for name, value in _named(data.get(section)):
            yield kind, name, value
    resources = data.get("resources")
    for name, value in _named(resources.get("members", resources) if isinstance(resources, dict) else None):
        yield "resource", name, value
    for name, value in [*_phases(data.get("flow")), *_listed(data.get("rules"))]:
        yield ("phase" if isinstance(value, dict) and "phase" in value else "rule"), name, value
    for key in _WHOLE:
        if key in data:
            yield key, key, data[key]


def _named(section: object) -> Iterator[tuple[str, object]]:
    """The entries of a section, by name; a set may be written as a list of names."""
    if isinstance(section, dict):
        for name, value in section.items():
            yield str(name), value


def _listed(rules: object) -> Iterator[tuple[str, object]]:
    for number, rule in enumerate(rules if isinstance(rules, list) else [rules] if rules else [], start=1):
        yield str(rule.get("id", number) if isinstance(rule, dict) else number), rule


def _phases(steps: object) -> Iterator[tuple[str, object]]:
    """All phases, nested ones by themselves: a phase is what it says besides its steps, and which they are."""
    for phase in steps if isinstance(steps, list) else [steps]:
        if isinstance(phase, dict) and "phase" in phase:
            inner = phase.get("steps")
            names = [each.get("phase") for each in inner if isinstance(each, dict)] if isinstance(inner, list) else []
            yield str(phase["phase"]), {**phase, "steps": names}
            yield from _phases(inner)


def _played(value: object, *, top: bool = False) -> object:
    """A value without what is only said or shown; effects without comments and blanks."""
    if isinstance(value, dict):
        kept = {key: _played(each) for key, each in value.items() if not (top and key in _SAID) and not _is_text(each)}
        return list(kept.items())  # the order of a set's members counts
    if isinstance(value, list):
        return [_played(each) for each in value]
    return re.sub(r"#[^\n]*|\s+", "", value) if isinstance(value, str) else value


def _is_text(value: object) -> bool:
    """Whether a value is a text in languages."""
    return isinstance(value, dict) and bool(value) and value.keys() <= set(LANGUAGES)
