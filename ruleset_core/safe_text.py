"""Removes characters that steer a terminal or deceive the eye, and describes unexpected exceptions in one line."""

from __future__ import annotations

import json
import os
import re
import traceback
from typing import Any, Final

# Characters that are never shown: they steer a terminal, turn the direction of a text, or cannot be seen.
#
# Data with such a character is refused where it is read. What comes from elsewhere (names of files, messages of other
# programs) has them replaced where it is printed.

_MARK = "\N{REPLACEMENT CHARACTER}"
_PICTURE = "\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
_NEVER = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # controls, but for the tab and the ends of lines
    "\u2028\u2029"  # line separators
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # directions
    "\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0"
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"  # what has no shape
    "\ud800-\udfff"  # halves of characters: names of files that are no UTF-8
)
_JOINER = f"(?<![{_PICTURE}])\u200d|\u200d(?![{_PICTURE}])"  # joins pictures to one; elsewhere it is not seen

HIDDEN = re.compile(f"[{_NEVER}]|{_JOINER}")
"""Characters that no text may have. Tabs and ends of lines may stand in long texts."""
_STEERS = re.compile(f"[{_NEVER}]|{_JOINER}|\r(?!\n)")
_OFF_THE_LINE = re.compile(f"[{_NEVER}\t\n\r]|{_JOINER}")


_ASCII = bytes(range(128))


def may_have_hidden(text: str) -> bool:
    """Whether there may be a hidden character beyond ASCII; a quick look, for texts that are long and mostly ASCII."""
    if text.isascii():
        return False
    others = text.encode("utf-8", "surrogatepass").translate(None, _ASCII).decode("utf-8", "surrogatepass")
    return "\u200d" in others or HIDDEN.search(others) is not None  # a joiner depends on what stands beside it


def clean_line(text: str) -> str:
    """`text` on one line, with every character that could steer a terminal or deceive the eye replaced."""
    return text if text.isascii() and text.isprintable() else _OFF_THE_LINE.sub(_MARK, text)


def clean_lines(text: str) -> str:
    """`text` of any number of lines, with every character that could steer a terminal or deceive the eye replaced."""
    return _STEERS.sub(_MARK, text)


def safe_json(value: Any) -> str:
    """A value as JSON for people and programs: what may not be shown is written as an escape."""
    return HIDDEN.sub(_escape, json.dumps(value, indent=2, ensure_ascii=False))


def _escape(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


# Faults of ours as one line; with `RULESET_DEBUG` set, also where they happened.

DEBUG_VARIABLE: Final = "RULESET_DEBUG"


def describe_fault(error: Exception) -> str:
    """What is said of an error that nobody expected; where it happened goes to the standard error output if that is wanted."""
    if os.environ.get(DEBUG_VARIABLE):
        traceback.print_exception(error)
    return f"this is a fault of ruleset, not yours: {type(error).__name__}: {clean_line(str(error))}"
