"""What may be wrong with a text of the language before its names are looked at."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import lark

MAX_BRACKETS = 30
"""Deepest nesting of brackets, looked at before parsing."""
OUTSIDE = " lies outside "
"""What a message says of a number that is not in the range of a type."""
MAX_DIGITS = 15
"""Longest number: states are kept as JSON, which holds longer ones exactly in some programs only."""

WORDS = {
    "SEMICOLON": "`;`",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "COMMA": "`,`",
    "VBAR": "`|`",
    "DOT": "`.`",
    "EQUAL": "`=`",
    "__ANON_0": "`->`",
    "NAME": "a name",
    "NUMBER": "a number",
    "$END": "the end",
    "COMPARE": "a comparison",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "STAR": "`*`",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a piece of text, at offsets `start` to `end` (exclusive)."""

    code: str
    message: str
    start: int
    end: int
    help: str = ""
    replacement: str | None = None
    severity: str = "error"
    about: str = ""
    rivals: tuple[str, ...] = ()
    swap: tuple[int, int] | None = None
    """What the replacement takes the place of, when that is not what is wrong."""
    sure: bool = True
    """Whether the replacement is what was meant, and no guess."""
    declared: tuple[str, str] | None = None
    """The section and name of the declaration whose range is exceeded."""

    def moved(self, by: int) -> Problem:
        """The same problem in a text that has `by` more characters before it."""
        swap = None if self.swap is None else (max(0, self.swap[0] + by), self.swap[1] + by)
        return replace(self, start=max(0, self.start + by), end=self.end + by, swap=swap)


def bracket_problem(text: str) -> Problem | None:
    """The first bracket that is not closed, closes nothing, or lies too deep."""
    closing = {"}": "{", ")": "(", "]": "["}
    stack: list[tuple[str, int]] = []
    for match in re.finditer(r"#[^\n]*|[{}()\[\]]", text):
        mark, place = match.group(), match.start()
        if mark[0] == "#":
            continue
        if mark not in closing:
            stack.append((mark, place))
            if len(stack) > MAX_BRACKETS:
                return Problem(
                    "E204", f"brackets nest deeper than {MAX_BRACKETS}", place, place + 1, "split it up with `define`"
                )
        elif not stack or stack[-1][0] != closing[mark]:
            return Problem(
                "E202",
                f"`{mark}` closes nothing",
                place,
                place + 1,
                f"remove it, or open a `{closing[mark]}` before it",
            )
        else:
            stack.pop()
    if stack:
        mark, place = stack[-1]
        end = {v: k for k, v in closing.items()}[mark]
        return Problem("E202", f"`{mark}` is never closed", place, place + 1, f"add `{end}`")
    return None


def long_number(text: str) -> Problem | None:
    """The first number that no state holds exactly when it is kept as JSON."""
    for match in re.finditer(r"#[^\n]*|\w+", text):
        if match.group().isdecimal() and len(match.group()) > MAX_DIGITS:
            return Problem("E204", f"a number has {MAX_DIGITS} digits at most", *match.span(), "use a smaller number")
    return None


def unexpected(error: lark.UnexpectedInput, text: str) -> Problem:
    """What the parser stopped at, and what could stand there."""
    import lark  # slow to import, and not needed while texts can be read

    if isinstance(error, lark.UnexpectedCharacters):
        place: Any = error.pos_in_stream
        return Problem(
            "E203",
            f"`{text[place]}` means nothing here",
            place,
            place + 1,
            "the language has names, numbers, `;`, braces and a few signs",
        )
    if isinstance(error, lark.UnexpectedToken):
        token = error.token
        expected = sorted({WORDS.get(name, f"`{name.lower()}`") for name in error.accepts or error.expected})
        hint = "expected " + ", ".join(expected[:8]) + (", ..." if len(expected) > 8 else "")
        if not expected:  # nothing could follow: two comparisons in a row, or one sign for another
            hint = "write `==` to compare" if token.type == "EQUAL" else "put `and` or `;` between the parts"
        if token.type == "$END":
            return Problem("E201", "the text ends too early", max(0, len(text) - 1), len(text), hint)
        start = token.start_pos or 0
        if token.type == "NAME" or str(token).isalpha():
            hint = "a `;` may be missing before it; " + hint
        if str(token).isdecimal() and re.search(r"\d\.$", text[:start]):
            hint = "there are no fractions: write a whole number"
        return Problem("E201", f"`{token}` is not expected here", start, start + len(token), hint)
    return Problem("E201", "this cannot be read", 0, len(text))
