"""Fields of the state as lines of text: lists of names, pairs, grids and boards, whichever fits what they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from ruleset_core.cli.view_board import beside, board, grid, is_board
from ruleset_core.cli.view_kit import EMPTY, UNKNOWN, Observation, labelled, packed, player_name, say, seat_mark
from ruleset_core.cli.view_names import Names, Shape

_LETTERS = 3
_MOST_LETTERS = 8
"""Of a name, so many letters stand on a cell of a board."""
_SEAT_STYLES = ("bold cyan", "bold magenta", "bold green", "bold blue")


def shared_blocks(names: Names, seen: Observation, width: int) -> list[list[Text]]:
    """The fields of the table: first all single values together, then a block for each field with an index."""
    fields = seen["fields"]
    single = [
        labelled(names.title("fields", name), names.value(names.shape(name).value, value))
        for name, value in fields.items()
        if not isinstance(value, Mapping)
    ]
    blocks = [[packed(single, width)]] if single else []
    for name, value in fields.items():
        if isinstance(value, Mapping):
            blocks.append(
                field_block(names, names.title("fields", name), value, names.shape(name), len(seen["seats"]), width)
            )
    return blocks


def seat_blocks(names: Names, seen: Observation, width: int) -> list[list[Text]]:
    """The fields with an index that every seat has, one block a field with the seats beside or below each other."""
    seats = seen["seats"]
    blocks = []
    # `held` repeats the resources, which stand in the table of seats.
    for name in seats[0] if seats else ():
        values = [seat.get(name) for seat in seats]
        if name == "filled":
            values = [_amounts(value, names.tracks()) for value in values]
        if name == "held" or names.is_zone(name) or not any(isinstance(value, Mapping) for value in values):
            continue
        parts = [
            field_block(
                names,
                f"{player_name(seen, at, names.lang)}: {names.title('fields', name)}",
                value,
                names.shape(name),
                len(seats),
                width,
            )
            for at, value in enumerate(values)
            if isinstance(value, Mapping)
        ]
        blocks.append(beside(parts, width))
    return blocks


def _amounts(value: Any, tracks: Sequence[str] | None) -> Any:
    """Spaces filled on tracks: there is always a number, and one that is hidden is a question mark."""
    if not isinstance(value, Mapping):
        return value
    kept = {item: inner for item, inner in value.items() if tracks is None or item in tracks}
    return {item: UNKNOWN if inner is None else inner for item, inner in kept.items()}


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
