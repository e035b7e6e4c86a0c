"""Loading YAML into a `Document`: bounded time and memory, own reading of scalars, every mistake a diagnostic.

The file is read from the parser's event stream with a stack of our own, not composed recursively: nesting is cut off at
a fixed depth before the parser goes deeper, and aliases are never expanded. A file that `model/reading/quick` can read has no
mistakes; where its values stand is looked for when somebody asks. Which parser does what says `model/reading/parsing`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path as FilePath

import yaml

from ruleset_core.model.diagnostic import Diagnostic, Span, at_most, error
from ruleset_core.model.reading import parsing
from ruleset_core.model.reading.parsing import events
from ruleset_core.model.reading.quick import DoubtError, Read, apart, data_of
from ruleset_core.model.reading.reader import TooMuchError, build
from ruleset_core.model.reading.yaml_errors import explain_syntax, hidden_character, tab_indentation
from ruleset_core.model.reading.yaml_repair import repaired
from ruleset_core.model.source import Document, Path, Place, SourceText
from ruleset_core.model.source_files import MAX_BYTES, raw_of
from ruleset_core.shown import HIDDEN, may_hide

_DIRECTIVE = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?[\r\n])*+%")
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
"""What the YAML parser stops at."""


def load_document(path: FilePath, raw: bytes | Diagnostic | None = None) -> tuple[Document | None, list[Diagnostic]]:
    """Read a YAML file, or its bytes that were read before. The document is None when nothing useful could be read; it never raises for bad files."""
    raw = raw_of(path) if raw is None else raw
    return (None, [raw]) if isinstance(raw, Diagnostic) else load_text(raw, str(path))


def load_text(text: str | bytes, file: str) -> tuple[Document | None, list[Diagnostic]]:
    """Read YAML from a string; `file` is the name that diagnostics show."""
    source = source_of(text, file)
    return (None, [source]) if isinstance(source, Diagnostic) else _load(source)


def source_of(text: str | bytes, file: str, advice: str = "save the file as UTF-8") -> SourceText | Diagnostic:
    """The text of a data file without its mark, or why it is none; `advice` how a file becomes UTF-8."""
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(raw) > MAX_BYTES:
        message = f"this file is larger than {MAX_BYTES // 1024} KiB"
        return error("E008", message, Span.whole(file), help="split it into several files")
    try:
        return SourceText(file, raw.decode("utf-8-sig"))
    except UnicodeDecodeError as problem:
        return _not_utf8(raw, problem, file, advice)


def _not_utf8(raw: bytes, problem: UnicodeDecodeError, file: str, advice: str) -> Diagnostic:
    before = raw[: problem.start].decode("utf-8-sig")
    span = SourceText(file, before + "?").span(len(before), len(before) + 1)
    message = f"this file is not UTF-8 text: byte 0x{raw[problem.start]:02x} at offset {problem.start}"
    return error("E002", message, span, help=advice)


def read_apart(raw: bytes) -> Read:
    """A file's data for another process, which takes it with `model/reading/quick.read_before`; nothing if it needs a second look."""
    try:
        text = raw.decode("utf-8-sig") if len(raw) <= MAX_BYTES else ""
    except UnicodeDecodeError:
        return {}
    return apart(text, parsing.FastParser) if text and _barred(SourceText("", text)) is None else {}


def hidden_in(source: SourceText) -> Diagnostic | None:
    """The first character that no data file may have."""
    bad = _FORBIDDEN.search(source.text) or (HIDDEN.search(source.text) if may_hide(source.text) else None)
    return hidden_character(bad[0], source.span(*bad.span()), help="delete it") if bad else None


def _barred(source: SourceText) -> Diagnostic | None:
    """What the parser shall never see."""
    bad = hidden_in(source)
    if bad is not None:
        return bad
    directive = _DIRECTIVE.match(source.text)
    if directive:
        # the parser takes time quadratic in their number
        at = source.span(directive.end() - 1, source.end_of_line(directive.end() - 1))
        return error("E003", "YAML directives are not supported", at, help="delete this line")
    return None


def _load(source: SourceText) -> tuple[Document | None, list[Diagnostic]]:
    barred = _barred(source)
    if barred is not None:
        return None, [barred]
    try:
        return Document(source, data_of(source.text, parsing.FastParser), _places), []
    except DoubtError:
        return _thoroughly(source)


def _places(source: SourceText) -> Mapping[Path, Place]:
    """Where the values of a file stand that was read without places."""
    document = build(source, events(source.text, parsing.FastParser), [])
    return {} if document is None else document.places


def _thoroughly(source: SourceText) -> tuple[Document | None, list[Diagnostic]]:
    found: list[Diagnostic] = []
    try:
        document = build(source, events(source.text), found)
    except TooMuchError:
        document = None
    except (yaml.YAMLError, ValueError) as problem:
        # ValueError: the number of a version with thousands of digits
        found.append(repaired(source, explain_syntax(source, problem), _reads))
        document = None
    if not any(item.code == "E004" for item in found):
        found.extend(repaired(source, each, _reads) for each in tab_indentation(source, document))
    return document, at_most(found)


def _reads(text: str) -> bool:
    """Whether a text is YAML without mistakes."""
    found: list[Diagnostic] = []
    try:
        return build(SourceText("", text), events(text, parsing.FastParser), found) is not None and not found
    except (TooMuchError, yaml.YAMLError, ValueError):
        return False
