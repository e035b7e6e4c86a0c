r"""Readable diagnostics for YAML syntax errors, with a repair of one line where one makes the file readable.

A parser of YAML says what it expected; an author needs to know what to write:

>>> from ruleset_core.model.yaml_documents import load_text
>>> for text in ("cost: [gold, 2\n", "name: Tiny: a game\n", "a:\n\t- 1\n"):
...     print(load_text(text, "game.yaml")[1][0].message)
this `[` is not closed
unexpected `:`
this line is indented with a tab

`repair_syntax` tries changes of one line, and suggests one with which the file can be read.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from ruleset_core.diagnostics import Diagnostic, Span, Suggestion, error, shared_ends, shorten
from ruleset_core.model.sources import Document, SourceText

# Friendly words for what a YAML parser complains about.

_COLON = "a value that contains `: ` must stand in quotes, or after `|` on lines of its own"
_INDENT = "items of one list or mapping must begin in the same column"

_FLOW = "separate {} with `,` and close the bracket; text that contains `,` or brackets needs quotes"
_QUOTED = "put quotes around the whole text: `{}`"
_EXAMPLE = 'amount: "count c in cell where mark[c] == me"'
_BLOCK = "the text after `|` or `>` begins on the next line, indented"

# what the parser says (what it was doing: what it missed) -> message, help
_FRIENDLY: tuple[tuple[str, str, str], ...] = (
    ("mapping values are not allowed", "unexpected `:`", _COLON),
    ("could not find expected ':'", "expected `:` after this key", "write `key: value`"),
    ("found unexpected ':'", "unexpected `:`", _COLON),
    ("block mapping: expected <block end>", "this does not fit the lines above", _INDENT),
    ("block collection: expected <block end>", "expected `-`: the lines above form a list", _INDENT),
    ("sequence entries are not allowed", "a list cannot begin here", "put `- ` on a line of its own, indented"),
    ("expected ',' or '}'", "this `{` is not closed", _FLOW.format("entries")),
    ("expected ',' or ']'", "this `[` is not closed", _FLOW.format("items")),
    ("expected the node content", "expected a value here", "text that begins with `,`, `]` or `}` needs quotes"),
    ("found unexpected end of stream", "this quoted text is never closed", "add the closing quote"),
    ("found unexpected document separator", "this quoted text is never closed", "add the closing quote"),
    ("unknown escape character", "unknown escape", "write `\\\\` for a backslash, or use single quotes"),
    ("invalid Unicode character", "unknown escape", "after `\\U` comes the number of a character, at most 0010FFFF"),
    ("while scanning a directive", "a line cannot begin with `%` here", "put the text into quotes"),
    ("expected alphabetic", "expected a name after `&` or `*`", "text that begins with these needs quotes"),
    ("expected '<document start>'", "the file should end here", "check the indentation of this line"),
    ("expected a comment or a line break", "expected the end of the line", _BLOCK),
)
_STARTS_AT_CONTEXT = ("this quoted text is never closed", "this `{` is not closed", "this `[` is not closed")
_TAB_LINE = re.compile(r"^ *\t[ \t]*(?=[^ \t\r\n#])", re.MULTILINE)


def explain_syntax(source: SourceText, problem: Exception) -> Diagnostic:
    """The diagnostic for an exception of the YAML parser."""
    said = str(getattr(problem, "problem", None) or "").partition(", but ")[0]
    doing = str(getattr(problem, "context", None) or "")
    at = _index(getattr(problem, "problem_mark", None), source)
    context = _index(getattr(problem, "context_mark", None), source)
    if "tag" in said or "tag" in doing:
        return _at(source, "E007", "a tag begins here", at if context is None else context, "tags are not supported")
    if "cannot start any token" in said or "tab character" in said:
        return _bad_start(source, at or 0)
    if at is not None and doing == "while parsing a block mapping" and _column_text(source, at).strip():
        return _at(source, "E003", "unexpected text after the value", at, "put the whole value into quotes")
    if at is not None and "mapping values" in said and _column_text(source, at).strip().replace("_", "a").isalnum():
        return _at(source, "E003", "unexpected `:`", at, "this line is indented too far, or a value above it spans "
                   "several lines and must stand in quotes or after `|`")  # fmt: skip
    held = _bracket_in_text(source, problem)
    if held is not None:
        quoted = _quotes_around(source.text, held)
        advice = _QUOTED.format(_EXAMPLE if quoted is None else shorten(quoted[1], 80))
        message = f"a text within brackets holds `{source.text[held]}`, so it needs quotes"
        return _at(source, "E003", message, held, advice)
    for fragment, message, advice in _FRIENDLY:
        if fragment in f"{doing}: {said}":
            if message in _STARTS_AT_CONTEXT and context is not None:
                reached = ((source.span(at, at), "reached here"),) if at is not None else ()
                return error("E003", message, _char(source, context), help=advice, related=reached)
            return _at(source, "E003", message, at, advice)
    return _at(source, "E003", f"this is not valid YAML: {said or 'it cannot be read'}", at, "")


def _bracket_in_text(source: SourceText, problem: Exception) -> int | None:
    """Where a bracket stands in a text that is itself within brackets; None if that is not what the parser complains about."""
    at = _index(getattr(problem, "problem_mark", None), source)
    said = str(getattr(problem, "problem", None) or "")
    return (
        at if at is not None and said.startswith("expected ',' or") and source.text[at : at + 1] in ("[", "{") else None
    )


def explain_with_quotes(
    source: SourceText, problem: Exception, reread: Callable[[str], Exception | None]
) -> Diagnostic:
    """As `explain_syntax`; for a text that needs quotes with the lines of all others in the file that need them too.

    Args:
        source: the text of the file.
        problem: what the parser says first.
        reread: what the parser says of a text.
    """
    found, text, lines = explain_syntax(source, problem), source.text, list[int]()
    at, first = _bracket_in_text(source, problem), None
    while at is not None and len(text) * (len(lines) + 1) <= 3 * MAX_LENGTH and len(lines) < _MOST:
        quoted = _quotes_around(text, at)
        if quoted is None:
            break
        (begin, end), new = quoted
        lines.append(text.count("\n", 0, at) + 1)
        first = first or Suggestion(source.span(begin, end), new)
        text = text[:begin] + new + text[end:]
        further = reread(text)
        at = None if further is None else _bracket_in_text(SourceText(source.file, text), further)
    if len(lines) < 2:
        return replace(found, suggestion=first) if lines and reread(text) is None else found
    others = ", ".join(map(str, dict.fromkeys(lines[1:])))
    return replace(found, notes=(f"so do further texts, in {'line' if others.isdecimal() else 'lines'} {others}",))


def _quotes_around(text: str, at: int) -> tuple[tuple[int, int], str] | None:
    """Where the text within brackets stands that holds a bracket, and the same in quotes; None if that is not clear.

    >>> _quotes_around("ask: {en: Which {it[c]} go}", 16)
    ((10, 26), '"Which {it[c]} go"')
    >>> _quotes_around("{show: {n[c]}}", 9)
    ((7, 13), '"{n[c]}"')
    """
    begin = max(text.rfind(sign, 0, at) + len(sign) for sign in (", ", ": ", "{", "[", "\n") if sign in text[:at])
    if text[begin - 1 : begin] == "{" and text[begin - 3 : begin - 1] in {": ", ", "}:
        begin -= 1  # a text that begins with an expression
    begin += len(text[begin:at]) - len(text[begin:at].lstrip())
    end, open_ = begin, list[str]()
    while end < len(text) and text[end] != "\n":
        char = text[end]
        if not open_ and char in ",}]":
            break
        if char in "[{(":
            open_.append(char)
        elif char in "]})" and open_:
            open_.pop()
        end += 1
    whole = text[begin:end].rstrip()
    if open_ or not whole or ('"' in whole and "'" in whole):
        return None
    quote = "'" if '"' in whole or "\\" in whole else '"'
    return (begin, begin + len(whole)), f"{quote}{whole}{quote}"


def hidden_character(char: str, span: Span, *, help: str) -> Diagnostic:  # noqa: A002 - the field has this name
    """E015: a character that steers a terminal, turns the direction of a text, or cannot be seen."""
    number = ord(char)
    name = unicodedata.name(char, "a control character")
    return error("E015", f"the character U+{number:04X} ({name.lower()}) is not allowed here", span, help=help)


def tab_indentation(source: SourceText, document: Document | None) -> list[Diagnostic]:
    """One finding for all lines indented with tabs outside of quoted and block text.

    The parser takes some of them for a continuation of the line above, silently.
    """
    if document is None or "\t" not in source.text:
        return []
    texts = sorted((place.start, place.end) for place in document.places.values() if place.scalar and place.style)
    lines = [match.span() for match in _TAB_LINE.finditer(source.text) if not _inside(match.end(), texts)]
    if not lines:
        return []
    return [_tab(source, *lines[0], others=len(lines) - 1)]


def _inside(at: int, texts: list[tuple[int, int]]) -> bool:
    index = bisect_left(texts, (at, at)) - 1
    return index >= 0 and texts[index][0] < at <= texts[index][1]


def _bad_start(source: SourceText, at: int) -> Diagnostic:
    match = _TAB_LINE.match(source.text, at - len(_column_text(source, at)))
    if source.text[at : at + 1] == "\t" or match:
        begin, end = match.span() if match else (at, at + 1)
        others = len(_TAB_LINE.findall(source.text, end))
        return _tab(source, begin, end, others=others)
    char = source.text[at : at + 1]
    return _at(source, "E003", f"a value cannot begin with `{char}`", at, "put the text into quotes")


def _tab(source: SourceText, start: int, end: int, *, others: int) -> Diagnostic:
    notes = (f"{others} more {'line is' if others == 1 else 'lines are'} indented with tabs",) if others else ()
    return error("E004", "this line is indented with a tab", source.span(start, end), label="tab", notes=notes,
                 help="indent with spaces; most editors can convert the whole file")  # fmt: skip


def _at(source: SourceText, code: str, message: str, at: int | None, advice: str) -> Diagnostic:
    span = Span.whole(source.file) if at is None else _char(source, at)
    return error(code, message, span, help=advice)


def _char(source: SourceText, at: int) -> Span:
    return source.span(at, min(at + 1, max(at, source.end_of_line(at))))


def _column_text(source: SourceText, at: int) -> str:
    """What stands on the line before an offset."""
    return source.text[at - (source.position(at)[1] - 1) : at]


def _index(mark: Any, source: SourceText) -> int | None:
    return None if mark is None else min(int(mark.index), len(source.text))


# What was probably meant by a file that is no YAML: small changes of a line, tried until the file can be read.

MAX_LENGTH = 100_000
"""Longer files are not tried: every try reads the whole file."""
_MOST = 24
_KEY = r"(\s*(?:- )?[A-Za-z_][A-Za-z0-9_]*)"
_NO_COLON = re.compile(_KEY + r"[ \t]+([^:#]+)")
_NO_SPACE = re.compile(_KEY + r":(?=[^\s:])")
_NO_DASH_SPACE = re.compile(r"(\s*-)(?=[A-Za-z])")
_TAG = re.compile(r"(?<=: )!(?=[A-Za-z(])")
_PLAIN = re.compile(_KEY + r"(: +)([^\s\"'\[{|>#].*?)\s*")
_NEXT_KEY = re.compile(r"\s*[,}]\s*(?=[A-Za-z_]+:|\}|$)")
_MARKERS = ("<<<<<<<", "=======", ">>>>>>>")


def repair_syntax(source: SourceText, found: Diagnostic, reads: Callable[[str], bool]) -> Diagnostic:
    """A finding with the change of one line that makes the file readable, at that line, if there is such a change.

    Args:
        source: the text of the file.
        found: what the parser says.
        reads: whether a text is YAML without mistakes.
    """
    lines = source.text.split("\n")
    if found.span.line <= len(lines) and any(line.startswith(_MARKERS) for line in _near(lines, found.span.line)):
        first = next(number for number, line in enumerate(lines, 1) if line.startswith(_MARKERS))
        span = replace(found.span, line=first, end_line=first, column=1, end_column=8)
        advice = "keep one of the two versions, and delete the three marks"
        return replace(found, message="a merge left its marks here", span=span, help=advice, related=())
    if len(source.text) > MAX_LENGTH or "\r" in source.text:
        return found
    tried = 0
    for number in (found.span.line, found.span.line - 1):
        if not 1 <= number <= len(lines):
            continue
        old = lines[number - 1]
        for new in dict.fromkeys(_ways(lines, number - 1, found)):
            tried += 1
            if tried > _MOST:
                return found
            if new != old and reads("\n".join([*lines[: number - 1], new, *lines[number:]])):
                return _with(source, found, number, old, new)
    return found


def _near(lines: list[str], number: int) -> list[str]:
    return lines[max(0, number - 3) : number + 2]


def _with(source: SourceText, found: Diagnostic, number: int, old: str, new: str) -> Diagnostic:
    """The finding with a change of a line; it stands at the change, if the parser noticed it further on only."""
    same, tail = shared_ends(old, new)
    start = source.offset(number, 1)
    span = source.span(start + same, start + len(old) - tail)
    swap = Suggestion(span, new[same : len(new) - tail])
    if found.span.line == number:
        return replace(found, suggestion=swap)
    first = len(old) - len(old.lstrip())
    return replace(found, span=source.span(start + first, start + len(old)), suggestion=swap, related=())


def _ways(lines: list[str], at: int, found: Diagnostic) -> Iterator[str]:
    """What a line may have been meant to be, the likeliest first."""
    line = lines[at]
    yield _TAG.sub("not ", line)
    if found.code == "E004" or "\t" in line[: len(line) - len(line.lstrip())]:
        yield from _indented(lines, at)
    yield _NO_SPACE.sub(r"\1: ", line, count=1)
    yield _NO_DASH_SPACE.sub(r"\1 ", line, count=1)
    match = _NO_COLON.fullmatch(line)
    if match:
        yield f"{match[1]}: {match[2]}"
    yield from _closed(line)
    match = _PLAIN.fullmatch(line)
    if match and '"' not in match[3]:
        yield f'{match[1]}{match[2]}"{match[3]}"'
    yield from _indented(lines, at)


def _closed(line: str) -> Iterator[str]:
    """A bracket or quote more."""
    bare = line.rstrip()
    for begin, end in ("[]", "{}"):
        if line.count(begin) > line.count(end):
            yield bare + end
            yield from (line[: match.start()] + end + line[match.start() :] for match in _NEXT_KEY.finditer(line))
    for quote in "\"'":
        if line.count(quote) % 2:
            yield from (line[: match.start()] + quote + line[match.start() :] for match in _NEXT_KEY.finditer(line))
            yield bare + quote


def _indented(lines: list[str], at: int) -> Iterator[str]:
    """The line where the lines around it begin."""
    text = lines[at].lstrip()
    around = [each for each in (*reversed(lines[max(0, at - 12) : at]), *lines[at + 1 : at + 3]) if each.strip()]
    for other in around:
        if "\t" not in other[: len(other) - len(other.lstrip())]:
            yield other[: len(other) - len(other.lstrip(" "))] + text
