"""Fields of the state as lines of text: lists of names, pairs, grids and boards, whichever fits what they hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from ruleset_core.cli.views.board import board, grid, is_board
from ruleset_core.cli.views.kit import EMPTY, labelled, packed, say, seat_mark
from ruleset_core.cli.views.names import Names, Shape

_LETTERS = 3
_MOST_LETTERS = 8
"""Of a name, so many letters stand on a cell of a board."""
_SEAT_STYLES = ("bold cyan", "bold magenta", "bold green", "bold blue")


def field_block(names: Names, title: str, value: Mapping[str, Any], shape: Shape, seats: int, width: int) -> list[Text]:
    """One field with an index under its title.

    Args:
        names: gives the names.
        title: what the field is called, perhaps with whose it is.
        value: by the first index: a value, or a mapping by the next one.
        shape: families of the indices and of the value.
        seats: number of players, for their marks on a board.
        width: columns of the terminal there are.

    """
    if any(isinstance(inner, Mapping) for inner in value.values()):
        return _nested(names, title, value, shape, seats, width)
    if is_board(list(value)):
        size = _told_apart(names, shape.value)
        marks = {cell: _mark(names, shape.value, content, seats, size) for cell, content in value.items()}
        styles = {seat_mark(at, seats): _SEAT_STYLES[at % len(_SEAT_STYLES)] for at in range(seats)}
        return [Text(title, "bold"), *board(marks, styles if shape.value == "seat" else {})]
    if all(isinstance(inner, bool) for inner in value.values()):
        true = [names.of(shape.index(0), item) for item, holds in value.items() if holds]
        return [Text.assemble((title, "bold"), "  ", ", ".join(true) or (say("none", names.lang), "dim"))]
    pairs = [
        labelled(names.of(shape.index(0), item), names.value(shape.value, inner))
        for item, inner in value.items()
        if inner is not None
    ] or [Text(EMPTY)]
    line = packed([Text(title, "bold"), *pairs], width)
    return [line] if "\n" not in line.plain else [Text(title, "bold"), packed(pairs, width)]


def _nested(names: Names, title: str, value: Mapping[str, Any], shape: Shape, seats: int, width: int) -> list[Text]:
    """A grid when there are two indices and room, else a block for each member of the first index."""
    if all(isinstance(inner, Mapping) for inner in value.values()):
        heads = list(dict.fromkeys(item for inner in value.values() for item in inner))
        leaves = [inner.get(item) for inner in value.values() for item in heads]
        if heads and not any(isinstance(leaf, Mapping) for leaf in leaves):
            rows = [
                (names.of(shape.index(0), item), [_leaf(names, shape.value, inner.get(head)) for head in heads])
                for item, inner in value.items()
            ]
            drawn = grid(title, rows, [names.of(shape.index(1), head) for head in heads], width)
            if drawn:
                return drawn
    lines = []
    for item, inner in value.items():
        under = f"{title}, {names.of(shape.index(0), item)}"
        if isinstance(inner, Mapping):
            lines += field_block(names, under, inner, shape.inner(), seats, width)
        else:
            lines.append(labelled(under, names.value(shape.value, inner)))
    return lines


def _leaf(names: Names, family: str, value: Any) -> str:
    return ("✓" if value else EMPTY) if isinstance(value, bool) else names.value(family, value)


def _told_apart(names: Names, family: str) -> int:
    """With how many letters the members of a set begin differently: `wood` and `wool` need four."""
    begins = {names.of(family, item) for item in names.members(family)}
    sizes = range(_LETTERS, _MOST_LETTERS + 1)
    return next((size for size in sizes if len({name[:size] for name in begins}) == len(begins)), _LETTERS)


def _mark(names: Names, family: str, value: Any, seats: int, size: int) -> str:
    """What stands on a cell: nothing, a player's mark, or the start of a name."""
    if value is None or value is False:
        return ""
    if value is True:
        return "■"
    if family == "seat" and isinstance(value, int):
        return seat_mark(value, seats)
    return names.value(family, value)[:size]
