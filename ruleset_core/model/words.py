"""What names and ranges look like. Light: the list of games needs it without the models."""

from __future__ import annotations

import re

NAME_PATTERN = r"^[a-z][a-z0-9_]*$"
MOST_PLAYERS = 99
LONGEST_PLACE = 500
"""Characters of a path in a header."""
TRUTHS = {"yes": "true", "on": "true", "no": "false", "off": "false"}
"""What is meant by words that other YAML files have for a truth."""

_RANGE = re.compile(r"(-?[0-9]{1,9}) *\.\. *(-?[0-9]{1,9})")
_NAME = re.compile(NAME_PATTERN.strip("^$"))


def is_name(text: object) -> bool:
    """Whether something is a name as data has them: small letters, digits and `_`, beginning with a letter."""
    return isinstance(text, str) and _NAME.fullmatch(text) is not None


def is_place(text: object) -> bool:
    """Whether something may be a name or a path, as headers name other games."""
    return isinstance(text, str) and 0 < len(text) <= LONGEST_PLACE and text.isprintable()


def as_range(value: object) -> tuple[int, int] | None:
    """The ends of a range written as `1..4`, or of a number alone; None for anything else. It may be empty (`4..1`)."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value, value
    match = _RANGE.fullmatch(value) if isinstance(value, str) else None
    return (int(match[1]), int(match[2])) if match else None


def fit_for_players(low: int, high: int) -> bool:
    """Whether a range can be a number of players."""
    return 1 <= low <= high <= MOST_PLAYERS
