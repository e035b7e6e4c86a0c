"""What is compared, as it is typed: games with and without expansions, and numbers that are tried out."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ruleset_core import load
from ruleset_core.cli.said.messages import say
from ruleset_core.errors import NumberError
from ruleset_core.header import read_header
from ruleset_core.model.diagnostic import did_you_mean, friendly_list, shorten
from ruleset_core.paths import EXPANSION_FILE, GAME_FILE, GameNotFoundError, expansions_of, find_game

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["MOST", "Side", "combinations", "other_side", "parse_sets", "side_of"]

MOST: Final = 64
"""Most games that are compared at once."""
_RANGE: Final = re.compile(r"(-?[0-9]{1,15})\.\.(-?[0-9]{1,15})(?:\.\.([0-9]{1,15}))?")
_WHOLE: Final = re.compile(r"-?[0-9]{1,15}")


@dataclass(frozen=True, slots=True)
class Side:
    """A game that is compared: its name or path, expansions laid on it, and numbers that are others."""

    game: str
    expansions: tuple[str, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)

    def load(self, roots: Sequence[Path], *, in_order: bool) -> Game:
        """The game. Raises LoadError, GameNotFoundError, NumberError."""
        return load(self.game, self.expansions, roots, in_order=in_order, numbers=self.numbers)

    def title(self, game: Game, lang: str) -> str:
        """What it is called, with what is laid on it."""
        title = " + ".join([game.title(lang), *game.expansion_names(lang).values()])
        return ", ".join([title, *(f"{name} = {value}" for name, value in self.numbers.items())])


def side_of(text: str, expansions: Sequence[str], roots: Sequence[Path]) -> Side:
    """The first of what is compared: `GAME` or `GAME+EXPANSION+...`. Raises GameNotFoundError."""
    name, laid = _split(text)
    find_game(name, roots)
    return Side(name, (*expansions, *laid))


def other_side(text: str, one: Side, expansions: Sequence[str], roots: Sequence[Path]) -> Side:
    """The second: a game as the first, `+EXPANSION` for the first with more on it, or an expansion of the first alone.

    Raises:
        GameNotFoundError: it is none of them.
    """
    name, laid = _split(text)
    if _is_expansion(name):
        path = os.path.join(os.curdir, name)  # noqa: PTH118 - so that it is taken for a path, which `Path` would make a name again
        return replace(one, expansions=(*one.expansions, path if os.sep not in name else name, *laid))
    if not name:
        return replace(one, expansions=(*one.expansions, *laid))
    try:
        find_game(name, roots)
    except GameNotFoundError as problem:
        directory = find_game(one.game, roots)
        own = read_header(directory / GAME_FILE).id or directory.name
        known = expansions_of(own, directory, roots)
        if name in known:
            return replace(one, expansions=(*one.expansions, name, *laid))
        if close := did_you_mean(name, known):
            message = f"there is no game or expansion `{name}`; did you mean {friendly_list(close)}?"
            raise GameNotFoundError(message, close) from None
        raise problem from None
    return Side(name, (*expansions, *laid))


def _split(text: str) -> tuple[str, list[str]]:
    """A game and its expansions; the name of a directory may have a `+` itself."""
    if Path(text).exists():
        return text, []
    name, *laid = text.split("+")
    return name, [each for each in laid if each]


def _is_expansion(name: str) -> bool:
    return (Path(name) / EXPANSION_FILE).is_file() and not (Path(name) / GAME_FILE).is_file()


def parse_sets(texts: Sequence[str], lang: str) -> dict[str, tuple[int, ...]]:
    """`NAME=2..6`, `NAME=2,4,6` or `NAME=2..10..2` as numbers by name. Raises `click.BadParameter`."""
    found: dict[str, tuple[int, ...]] = {}
    for text in texts:
        name, equals, values = (each.strip() for each in text.partition("="))
        if not name or not equals or name in found:
            key = "cmp_set_twice" if name in found else "cmp_bad_set"
            raise click.BadParameter(say(key, lang, text=shorten(text), name=name), param_hint="--set")
        numbers = [each for part in values.split(",") for each in _values(part.strip())]
        if not numbers:
            raise click.BadParameter(say("cmp_bad_values", lang, text=shorten(values), name=name), param_hint="--set")
        found[name] = tuple(dict.fromkeys(numbers))
    return found


def _values(text: str) -> Sequence[int]:
    """The numbers of a part; nothing where it is none."""
    if _WHOLE.fullmatch(text):
        return [int(text)]
    match = _RANGE.fullmatch(text)
    if match is None:
        return []
    low, high, step = int(match[1]), int(match[2]), int(match[3] or 1)
    if step == 0:
        return []
    return range(low, min(high, low + MOST * step) + 1, step)  # as many as are too many


def combinations(game: Game, sets: Mapping[str, Sequence[int]], lang: str) -> list[dict[str, int]]:
    """All that is tried: each value of each number with each of the others, the game as it is left out.

    Raises:
        NumberError: there is no such number.
        click.BadParameter: there are too many.
    """
    now: dict[str, int | None] = {}
    for name in sets:
        number = game.glossary.number(name)
        if any(game.glossary.number(other) == number for other in now):
            raise NumberError(say("cmp_set_twice", lang, name=number.name))
        now[name] = number.value
    if prod(map(len, sets.values())) > MOST:
        raise click.BadParameter(say("cmp_too_many", lang, most=MOST), param_hint="--set")
    found = [dict(zip(sets, values, strict=True)) for values in product(*sets.values())]
    return [each for each in found if each != now]
