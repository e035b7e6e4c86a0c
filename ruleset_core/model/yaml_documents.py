r"""Loads a YAML file into a `Document`. In: bytes. Out: data with positions and diagnostics, in bounded time and memory, the same with PyYAML and libyaml.

Data comes from strangers, and every mistake must have a place. Only the plain part of YAML is read: no tags, no anchors, keys once.

>>> document, problems = load_text("define:\n  price: {amount: 4}\n", "game.yaml")
>>> document.data, problems
({'define': {'price': {'amount': 4}}}, [])
>>> document.key_span(("define", "price")).line, document.key_span(("define", "price")).column
(2, 3)
>>> [(problem.code, problem.message) for problem in load_text("a: 1\na: 2\n", "game.yaml")[1]]
[('E005', 'the key `a` is given twice')]
>>> load_text("open: yes\ncode: 010\n", "game.yaml")[0].data         # words and numbers as YAML 1.2 has them
{'open': 'yes', 'code': '010'}

`model.schema` validates `data` next; a `Document` finds the place of a value again when a message needs it.
"""

# mypy: disable-error-code=no-untyped-call
# types-PyYAML leaves the methods of the scanner and the parser without types
from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any, Final

import yaml
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError
from yaml.tokens import FlowEntryToken, FlowMappingEndToken, FlowSequenceEndToken, ScalarToken, ValueToken

from ruleset_core.diagnostics import Diagnostic, Span, error, first_diagnostics
from ruleset_core.model.sources import MAX_BYTES, DataPath, Document, SourceText, ValuePosition, read_data_file
from ruleset_core.model.yaml_errors import (
    explain_with_quotes,
    hidden_character,
    repair_syntax,
    tab_indentation,
)
from ruleset_core.model.yaml_nodes import (
    DocumentTooLargeError,
    FastPathError,
    Read,
    TooManyValuesError,
    build_document,
    preload_data,
    read_data,
)
from ruleset_core.safe_text import HIDDEN, may_have_hidden

# The parser of YAML: the one written in Python decides what a file means, libyaml is its fast form.
#
# PyYAML has two parsers that read different languages. Of `{who: Who goes first?, n: 2}` libyaml makes a mapping,
# PyYAML's own a syntax error; of tabs before a comment likewise. Here libyaml's language is taken, since it is closer
# to YAML 1.2: `PythonParser` is PyYAML's own with the differences removed. `tests/model/test_parsers.py` holds the
# two against each other.
#
# `FastParser` is used where a file is sound. What is wrong with another file, and where, is said from the events of
# `PythonParser` alone, so that findings are the same on a machine without libyaml.

_BREAKS: Final = "\r\n\x85\u2028\u2029"
_BLANKS: Final = " \t" + _BREAKS
_ENDS: Final = "\0" + _BLANKS


class LibyamlCompatibleParser(Reader, Scanner, Parser):
    """PyYAML's parser, reading the language of libyaml."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)

    # The methods below have the names by which PyYAML's scanner calls them.

    def scan_to_next_token(self) -> None:
        """Skip blanks, comments and line breaks. A tab may stand where no key can begin."""
        while True:
            while self.peek() == " " or (self.peek() == "\t" and (self.flow_level or not self.allow_simple_key)):
                self.forward()
            if self.peek() == "#":
                while self.peek() not in "\0" + _BREAKS:
                    self.forward()
            if not self.scan_line_break():
                return
            if not self.flow_level:
                self.allow_simple_key = True

    def scan_plain(self) -> ScalarToken:
        """Read a text without quotes. Within brackets it may hold `?`, and `:` must not stand before another bracket."""
        chunks: list[str] = []
        spaces: list[str] | None = []
        start = end = self.get_mark()
        indent = self.indent + 1
        while self.peek() != "#":
            length = self._plain_length(start)
            if length == 0:
                break
            self.allow_simple_key = False
            chunks += [*(spaces or ()), self.prefix(length)]
            self.forward(length)
            end = self.get_mark()
            spaces = self.scan_plain_spaces(indent, start)
            if not spaces or (not self.flow_level and self.column < indent):
                break
        return ScalarToken("".join(chunks), plain=True, start_mark=start, end_mark=end)

    def _plain_length(self, start: Any) -> int:
        """How many characters of a plain text follow without a blank."""
        length = 0
        while (char := self.peek(length)) not in _ENDS:
            after = self.peek(length + 1) if char == ":" else ""
            if after and self.flow_level and after in ",?[]{}":
                raise ScannerError("while scanning a plain scalar", start, "found unexpected ':'", self.get_mark())
            if (after and after in _ENDS) or (self.flow_level and char in ",[]{}"):
                break
            length += 1
        return length

    def scan_plain_spaces(self, indent: int, start_mark: Any) -> list[str] | None:
        """Read what separates two words of a plain text; None before a mark of a document."""
        length = 0
        while self.peek(length) in " \t":
            length += 1
        blanks = self.prefix(length)
        self.forward(length)
        if self.peek() not in _BREAKS:
            return [blanks] if blanks else []
        first = self.scan_line_break()
        self.allow_simple_key = True
        if self._document_begins():
            return None
        breaks: list[str] = []
        while (char := self.peek()) in _BLANKS:
            if char == "\t" and self.column < indent:
                raise ScannerError(
                    "while scanning a plain scalar", start_mark, "found a tab character that violates indentation",
                    self.get_mark(),
                )  # fmt: skip
            if char in " \t":
                self.forward()
                continue
            breaks.append(self.scan_line_break())
            if self._document_begins():
                return None
        return [*([first] if first != "\n" else [] if breaks else [" "]), *breaks]

    def scan_block_scalar_indicators(self, start_mark: Any) -> tuple[bool | None, int | None]:
        """Read what follows `|` or `>`: whether the last line breaks are kept, and by how much lines are indented."""
        chomping: bool | None = None
        increment: int | None = None
        for _ in range(2):
            char = self.peek()
            if char in "+-" and chomping is None:
                chomping = char == "+"
            elif char in "0123456789" and increment is None:
                increment = int(char)
            else:
                break
            if increment == 0:
                why = "expected indentation indicator in the range 1-9, but found 0"
                raise ScannerError("while scanning a block scalar", start_mark, why, self.get_mark())
            self.forward()
        return chomping, increment

    def scan_block_scalar_ignored_line(self, start_mark: Any) -> None:
        """Read the rest of the line of `|` or `>`: blanks, tabs among them, and a comment."""
        while self.peek() in " \t":
            self.forward()
        Scanner.scan_block_scalar_ignored_line(self, start_mark)

    def scan_flow_scalar_non_spaces(self, double: bool, start_mark: Any) -> Any:
        """Read what stands in quotes up to a blank. An escape may name a number that is no character."""
        try:
            return Scanner.scan_flow_scalar_non_spaces(self, double, start_mark)
        except (ValueError, OverflowError):
            why = "found invalid Unicode character escape code"
            raise ScannerError("while scanning a double-quoted scalar", start_mark, why, self.get_mark()) from None

    def parse_flow_mapping_value(self) -> Any:
        """A value within `{}`; one that is missing stands where the next thing begins."""
        return self._flow_value(FlowMappingEndToken, self.parse_flow_mapping_key)

    def parse_flow_sequence_entry_mapping_value(self) -> Any:
        """The same in `[key: value]`."""
        return self._flow_value(FlowSequenceEndToken, self.parse_flow_sequence_entry_mapping_end)

    def _flow_value(self, closing: type, then: Any) -> Any:
        if self.check_token(ValueToken):
            self.get_token()
            if not self.check_token(FlowEntryToken, closing):
                self.states.append(then)
                return self.parse_flow_node()
        self.state = then
        return self.process_empty_scalar(self.peek_token().start_mark)

    def _document_begins(self) -> bool:
        return self.prefix(3) in {"---", "..."} and self.peek(3) in _ENDS


FastParser: Any = getattr(yaml, "CSafeLoader", LibyamlCompatibleParser)
"""libyaml's parser where PyYAML was built with it."""


def yaml_events(text: str, parser: Any = LibyamlCompatibleParser) -> Iterator[Any]:
    """The events of a YAML text.

    Raises:
        yaml.YAMLError: it is none.
    """
    reading = parser(text)
    try:
        while reading.check_event():
            yield reading.get_event()
    finally:
        reading.dispose()


# Loading YAML into a `Document`: bounded time and memory, own reading of scalars, every mistake a diagnostic.
#
# The file is read from the parser's event stream with a stack of our own, not composed recursively: nesting is cut
# off at a fixed depth before the parser goes deeper, and aliases are never expanded. A file that
# `model/yaml_nodes` can read has no mistakes; where its values stand is looked for when somebody asks. Which
# parser does what says `model/yaml_documents`.

_DIRECTIVE = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?[\r\n])*+%")
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
"""What the YAML parser stops at."""


def load_document(path: FilePath, raw: bytes | Diagnostic | None = None) -> tuple[Document | None, list[Diagnostic]]:
    """Read a YAML file, or its bytes that were read before. The document is None when nothing useful could be read; it never raises for bad files."""
    raw = read_data_file(path) if raw is None else raw
    return (None, [raw]) if isinstance(raw, Diagnostic) else load_text(raw, str(path))


def load_text(text: str | bytes, file: str) -> tuple[Document | None, list[Diagnostic]]:
    """Read YAML from a string; `file` is the name that diagnostics show."""
    source = decode_source(text, file)
    return (None, [source]) if isinstance(source, Diagnostic) else _load(source)


def decode_source(text: str | bytes, file: str, advice: str = "save the file as UTF-8") -> SourceText | Diagnostic:
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


def preload_document(raw: bytes) -> Read:
    """A file's data for another process, which takes it with `model/yaml_nodes.read_before`; nothing if it needs a second look."""
    try:
        text = raw.decode("utf-8-sig") if len(raw) <= MAX_BYTES else ""
    except UnicodeDecodeError:
        return {}
    return preload_data(text, FastParser) if text and _barred(SourceText("", text)) is None else {}


def find_hidden_character(source: SourceText) -> Diagnostic | None:
    """The first character that no data file may have."""
    bad = _FORBIDDEN.search(source.text) or (HIDDEN.search(source.text) if may_have_hidden(source.text) else None)
    return hidden_character(bad[0], source.span(*bad.span()), help="delete it") if bad else None


def _barred(source: SourceText) -> Diagnostic | None:
    """What the parser shall never see."""
    bad = find_hidden_character(source)
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
        return Document(source, read_data(source.text, FastParser), _places), []
    except TooManyValuesError:  # the only mistake, so both parsers say the same of it, and the fast one says it sooner
        return _thoroughly(source, FastParser)
    except FastPathError:
        return _thoroughly(source)


def _places(source: SourceText) -> Mapping[DataPath, ValuePosition]:
    """Where the values of a file stand that was read without places."""
    document = build_document(source, yaml_events(source.text, FastParser), [])
    return {} if document is None else document.places


def _thoroughly(source: SourceText, parser: Any = LibyamlCompatibleParser) -> tuple[Document | None, list[Diagnostic]]:
    found: list[Diagnostic] = []
    try:
        document = build_document(source, yaml_events(source.text, parser), found)
    except DocumentTooLargeError:
        document = None
    except (yaml.YAMLError, ValueError) as problem:
        # ValueError: the number of a version with thousands of digits
        first = explain_with_quotes(source, problem, _problem)
        found.append(first if first.suggestion or first.notes else repair_syntax(source, first, _reads))
        document = None
    if not any(item.code == "E004" for item in found):
        found.extend(repair_syntax(source, each, _reads) for each in tab_indentation(source, document))
    return document, first_diagnostics(found)


def _problem(text: str) -> Exception | None:
    """What the parser says against a text."""
    try:
        for _ in yaml_events(text, LibyamlCompatibleParser):
            pass
    except (yaml.YAMLError, ValueError) as problem:
        return problem
    return None


def _reads(text: str) -> bool:
    """Whether a text is YAML without mistakes."""
    found: list[Diagnostic] = []
    try:
        return build_document(SourceText("", text), yaml_events(text, FastParser), found) is not None and not found
    except (DocumentTooLargeError, yaml.YAMLError, ValueError):
        return False
