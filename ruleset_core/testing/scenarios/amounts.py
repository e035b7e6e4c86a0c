"""Says why a condition does not hold: the amounts that stand in it, as they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

_OPEN, _CLOSE = "([{", ")]}"
_COMPARISON: Final = re.compile(r"==|!=|<=|>=|<|>")
_AND: Final = re.compile(r"\band\b")
_LITERAL: Final = re.compile(r"-?\d+|true|false|none")
#: Words that bind a name or reach over a comparison: what stands beside it is no amount of its own.
_BINDERS: Final = re.compile(r"\b(any|no|every|count|sum|highest|lowest|first|most|least|if|not|or)\b")


def amounts(condition: str, ask: Callable[[str], object]) -> Iterator[str]:
    """Give "`influence` is 3" for the amounts compared in the parts of a condition that do not hold.

    Args:
        condition: a condition in the effect language, parts joined by `and`.
        ask: evaluates a piece of it; whatever it raises means that the piece cannot stand alone.
    """
    for part in _split(condition, _AND):
        sides = _split(part, _COMPARISON)
        if len(sides) != 2 or any(_BINDERS.search(_bare(side)) for side in sides):
            continue
        if _try(ask, part) is True:
            continue
        for side in sides:
            value = None if _LITERAL.fullmatch(side) else _try(ask, side)
            if value is not None:
                yield f"`{side}` is {_told(ask, side, value)}"


def show(value: object) -> str:
    """A value as the language writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _told(ask: Callable[[str], object], side: str, value: object) -> str:
    """A value in words: a seat comes back as a number, and none of them as -1."""
    if type(value) is int:
        word = "none" if value < 0 else f"seat_{value}"
        return word if _try(ask, f"({side}) == {word}") is True else show(value)
    return show(value)


def _try(ask: Callable[[str], object], text: str) -> object:
    try:
        return ask(text)
    except Exception:  # noqa: BLE001  an explanation is best effort; the failure itself is reported anyway
        return None


def _split(text: str, separator: re.Pattern[str]) -> list[str]:
    """Split at separators that stand outside of brackets."""
    bare, parts, start = _bare(text), [], 0
    for match in separator.finditer(bare):
        parts.append(text[start : match.start()].strip())
        start = match.end()
    return [*parts, text[start:].strip()]


def _bare(text: str) -> str:
    """The text with everything inside brackets blanked out, every character in its place."""
    depth, out = 0, []
    for char in text:
        depth -= char in _CLOSE
        out.append(char if depth <= 0 else " ")
        depth += char in _OPEN
    return "".join(out)
