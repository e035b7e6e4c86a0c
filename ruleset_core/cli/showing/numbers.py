"""`ruleset show GAME --numbers`: the numbers of a game by name, as `ruleset compare --set` takes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ruleset_core.cli.common import table
from ruleset_core.cli.said.messages import say
from ruleset_core.model.diagnostic import did_you_mean, friendly_list, shorten

if TYPE_CHECKING:
    from ruleset_core import Game, Number

__all__ = ["number_lines", "number_record", "numbered"]

_LONGEST = 40
"""Characters of a text around a number that are shown."""


def numbered(game: Game, word: str | None) -> list[Number]:
    """The numbers with a word in their names, or all. Raises ClickException where there is none."""
    numbers = game.glossary.numbers
    found = [each for each in numbers if word is None or word in each.name]
    if not found:
        close = did_you_mean(word or "", list(dict.fromkeys(part for each in numbers for part in each.parts)))
        hint = f" Did you mean {friendly_list(close)}?" if close else ""
        raise click.ClickException(f"There is no number with `{word}` in {game.name}.{hint}")
    return found


def number_lines(numbers: Sequence[Number], lang: str) -> Iterator[str]:
    """Numbers with what they are, where they stand, and the text around them."""
    rows = [[say(key, lang) for key in ("number_name", "number_value", "number_place", "number_text")]]
    for each in numbers:
        file, line = each.home
        value = "" if each.value is None else str(each.value)
        rows.append([each.name, value, f"{Path(file).name}:{line}", shorten(each.text, _LONGEST)])
    yield from table(rows).splitlines()


def number_record(number: Number) -> dict[str, Any]:
    """A number as JSON."""
    file, line = number.home
    return {
        "name": number.name,
        "full_name": ".".join(number.parts),
        "value": number.value,
        "text": number.text or None,
        "path": file,
        "line": line,
    }
