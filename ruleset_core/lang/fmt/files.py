"""Formatting the texts of the effect language inside YAML files; every other character of a file stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ruleset_core.files import is_directory, is_file, leads_out, read_ordinary, replace_file
from ruleset_core.lang.fmt.exprs import READABLE
from ruleset_core.lang.fmt.places import language_at, model_of
from ruleset_core.lang.fmt.texts import UnreadableError, format_effect, format_expr
from ruleset_core.model.diagnostic import Diagnostic, Span, error
from ruleset_core.model.reading.yamlpos import load_document, load_text
from ruleset_core.model.source import Document, Place
from ruleset_core.model.source import Path as Where
from ruleset_core.model.source_files import TABLE, files_of

LINE = 120
"""Longest line of a file."""
_JOINED = re.compile(r"\b(and|or)\b")
"""A sign of a condition with several parts."""
_PLAIN = re.compile(r"[A-Za-z0-9_][^\n]*\Z")
_NOT_PLAIN = re.compile(r": |:\Z| #|\A(true|false|null|yes|no)\Z")
_NOT_FLOW = re.compile(r"[\[\]{},]")
_HEADERS = ("game.yaml", "expansion.yaml")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Formatted:
    """A file as it is and as it should be. With `problems` the file is left alone, and `new` is `old`."""

    path: Path
    old: str
    new: str
    problems: tuple[Diagnostic, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether the file should be written again."""
        return self.new != self.old

    def write(self) -> None:
        """Put the new text in the place of the old one, whole or not at all; a file left alone is not touched."""
        if not self.changed:
            return
        mark = read_ordinary(self.path, len(_BOM))
        replace_file(self.path.resolve(), (_BOM if mark == _BOM else b"") + self.new.encode())


def files_under(paths: Sequence[Path]) -> Iterator[Path]:
    """The data files paths mean: files as they are; of directories the files of all games and expansions below."""
    return (each for each in _under(paths) if isinstance(each, Path))


def format_all(paths: Sequence[Path]) -> list[Formatted]:
    """All data files that paths mean, formatted; and what of their directories cannot be looked into."""
    found = dict.fromkeys(_under(paths))
    return [
        format_file(each) if isinstance(each, Path) else Formatted(Path(each.span.file), "", "", (each,))
        for each in found
    ]


def _under(paths: Sequence[Path]) -> Iterator[Path | Diagnostic]:
    for path in paths:
        if not is_directory(path):
            yield path
            continue
        headers = sorted(file for name in _HEADERS for file in path.rglob(name))
        if not headers:  # a folder of a game, such as `cards`
            around = (parent / name for parent in path.resolve().parents for name in _HEADERS)
            header = next((each for each in around if is_file(each)), None)
            files, _ = files_of(header.parent, header.name) if header else ([], [])
            yield from (path / file.name for file in files if file.parent == path.resolve() and is_text(file))
        for header in headers:
            hidden = any(part.startswith((".", "_")) for part in header.relative_to(path).parts)
            if not hidden:
                files, problems = files_of(header.parent, header.name)
                yield from (file for file in files if is_file(file) and is_text(file))
                yield from problems


def is_text(path: Path) -> bool:
    """Whether a data file is YAML: how a table of cards is written is left to the spreadsheet it comes from."""
    return path.suffix != TABLE


def format_file(path: Path) -> Formatted:
    """A data file with its effects and expressions in canonical form. Never raises for bad files."""
    if leads_out(path):
        reason = "this link leads out of the game's directory"
        return Formatted(path, "", "", (error("E001", reason, Span.whole(str(path)), help="format the file itself"),))
    document, problems = load_document(path)
    if document is None or any(each.severity == "error" for each in problems):
        return Formatted(path, "", "", tuple(problems))
    text = document.source.text
    new, bad = format_document(document)
    return Formatted(path, text, text if bad else new, tuple(bad))


def format_document(document: Document) -> tuple[str, list[Diagnostic]]:
    """The text of a document with its effects and expressions in canonical form."""
    model = model_of(document.data)
    text, problems = document.source.text, []
    changes: list[tuple[int, int, str]] = []
    wanted: dict[Where, str] = {}
    for path, place in document.places.items():
        kind = language_at(model, path) if place.scalar is not None else None
        if kind is None or place.scalar is None:
            continue
        try:
            found = _scalar(document, path, place, kind)
        except UnreadableError as error:
            problems += [_diagnostic(document, path, error)]
            continue
        if found is not None:
            changes.append((place.start, place.end, found[0]))
            wanted[path] = found[1]
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return (text if _agrees(document, text, wanted) else document.source.text), problems


def _diagnostic(document: Document, path: Where, error: UnreadableError) -> Diagnostic:
    first = error.problems[0]
    span = document.within(path, first.start, first.end)
    return Diagnostic(first.code, "error", first.message, span, help=first.help)


def _scalar(document: Document, path: Where, place: Place, kind: str) -> tuple[str, str] | None:
    """The characters of a scalar written anew, and what it says then; None if it stays as it is."""
    form = format_effect if kind == "effect" else format_expr
    old = place.scalar or ""
    if place.style == "|":
        return _literal(document.source.text, place, old, kind)
    new = form(old)
    written = document.source.text[place.start : place.end]
    column = document.source.position(place.start)[1]
    limit = READABLE if _JOINED.search(new) else LINE
    if new == old or place.style == ">" or ("\n" in written and column + len(new) > limit):
        return None
    return _quoted(new, place.style, flow=_in_flow(document, path)), new


def _quoted(text: str, style: str, *, flow: bool) -> str:
    """A text of one line as a scalar: as it was quoted before, and in quotes where it cannot do without."""
    if style == "'":
        return "'" + text.replace("'", "''") + "'"
    plain = _PLAIN.match(text) and not _NOT_PLAIN.search(text) and not (flow and _NOT_FLOW.search(text))
    return text if plain and not style else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _in_flow(document: Document, path: Where) -> bool:
    return any(document.style(path[:length]) in {"{", "["} for length in range(len(path)))


def _literal(source: str, place: Place, old: str, kind: str) -> tuple[str, str] | None:
    """A block scalar: its header and its indentation stay."""
    written = source[place.start : place.end]
    header, _, body = written.partition("\n")
    first = next((line for line in body.split("\n") if line.strip()), "")
    indent = len(first) - len(first.lstrip(" "))
    if re.search(r"[0-9]", header.split("#")[0]) or not indent or body.startswith(("\n", "\r")):
        return None
    form = format_effect if kind == "effect" else format_expr
    new = form(old.rstrip("\n"), block=True, width=LINE - indent, readable=READABLE - indent)
    end = "\r\n" if header.endswith("\r") else "\n"
    lines = [" " * indent + line if line else "" for line in new.split("\n")]
    changed = "\n".join([header, end.join(lines)])
    return None if changed == written else (changed, new + old[len(old.rstrip("\n")) :])


def _agrees(document: Document, text: str, wanted: dict[Where, str]) -> bool:
    """Whether a changed file says what it said, but for the texts that were formatted."""
    again, _ = load_text(text, document.file)
    if again is None or list(again.places) != list(document.places):
        return False
    return all(
        again.places[path].scalar == wanted.get(path, place.scalar) and again.places[path].style in {place.style, '"'}
        for path, place in document.places.items()
    )
