"""The parser of YAML: the one written in Python decides what a file means, libyaml is its fast form.

PyYAML has two parsers that read different languages. Of `{who: Who goes first?, n: 2}` libyaml makes a mapping, PyYAML's own a
syntax error; of tabs before a comment likewise. Here libyaml's language is taken, since it is closer to YAML 1.2: `PythonParser` is PyYAML's own with the
differences removed. `tests/model/test_parsers.py` holds the two against each other.

`FastParser` is used where a file is sound. What is wrong with another file, and where, is said from the events of
`PythonParser` alone, so that findings are the same on a machine without libyaml.
"""

# mypy: disable-error-code=no-untyped-call
# types-PyYAML leaves the methods of the scanner and the parser without types.

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import yaml
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError
from yaml.tokens import FlowEntryToken, FlowMappingEndToken, FlowSequenceEndToken, ScalarToken, ValueToken

__all__ = ["FastParser", "PythonParser", "events"]

_BREAKS: Final = "\r\n\x85\u2028\u2029"
_BLANKS: Final = " \t" + _BREAKS
_ENDS: Final = "\0" + _BLANKS


class PythonParser(Reader, Scanner, Parser):
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


FastParser: Any = getattr(yaml, "CSafeLoader", PythonParser)
"""libyaml's parser where PyYAML was built with it."""


def events(text: str, parser: Any = PythonParser) -> Iterator[Any]:
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
