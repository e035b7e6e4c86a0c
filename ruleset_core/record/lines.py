"""Lines of a record: one JSON object each, with a checksum of its own.

The checksum is optional, so that a record may be written by hand; where it stands it must be right.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias
from zlib import crc32

from .header import check_draws

__all__ = [
    "END_BYTES",
    "MAX_BYTES",
    "Entry",
    "HintAsked",
    "Move",
    "Over",
    "Undo",
    "decode",
    "encode",
    "entry_from_json",
    "entry_to_json",
    "plain",
]

CHECK: Final = "check"
MAX_NOTATION: Final = 400
MAX_BYTES: Final = 16 * 1024 * 1024
"""Bytes of a record: no more are read, so no more are written."""
END_BYTES: Final = 4096
"""Of these, bytes that only the line at the end of a game may take."""


@dataclass(frozen=True, slots=True)
class Move:
    """One decision: who took it, the option in notation, and the random outcomes drawn since the one before."""

    seat: int
    notation: str
    draws: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Undo:
    """The last `count` moves were taken back."""

    count: int


@dataclass(frozen=True, slots=True)
class Over:
    """The game ended with these scores, by seat, and with these outcomes; earlier versions did not write those (empty)."""

    scores: tuple[int, ...]
    outcomes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HintAsked:
    """A seat asked what a bot would do. No part of the game: everybody at the table may know that it did."""

    seat: int


Entry: TypeAlias = Move | Undo | Over | HintAsked


def encode(data: Mapping[str, Any]) -> bytes:
    """One line, checksum and line end included."""
    body = _dump(data)
    return _dump({**data, CHECK: _sum(body)}).encode("ascii") + b"\n"


def decode(line: bytes) -> dict[str, Any]:
    """The object of one line (without its line end). Raises ValueError saying what is wrong."""
    try:
        data = json.loads(line.decode("utf-8"), object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise ValueError("not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON at column {error.colno}") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(data, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004
    if CHECK in data and data.pop(CHECK) != _sum(_dump(data)):
        raise ValueError("the checksum does not fit")
    return data


def entry_to_json(entry: Entry, number: int) -> dict[str, Any]:
    """The object of a line after the header; `number` counts the moves from 1, undone ones not included."""
    if isinstance(entry, Move):
        data: dict[str, Any] = {"n": number, "seat": entry.seat, "move": entry.notation}
        return {**data, "draws": list(entry.draws)} if entry.draws else data
    if isinstance(entry, Undo):
        return {"undo": entry.count}
    if isinstance(entry, HintAsked):
        return {"hint": entry.seat}
    ended: dict[str, Any] = {"over": list(entry.scores)}
    return {**ended, "outcomes": list(entry.outcomes)} if entry.outcomes else ended


def entry_from_json(data: Mapping[str, Any], number: int, players: int) -> Entry:
    """Read one line after the header back, expecting move `number`. Raises ValueError saying what is wrong."""
    keys = set(data)
    if keys == {"undo"}:
        return Undo(_count(data["undo"], "undo", 1, number - 1))
    if keys == {"hint"}:
        return HintAsked(_count(data["hint"], "hint", 0, players - 1))
    if keys - {"outcomes"} == {"over"}:
        return _over(data, players)
    if keys - {"draws"} != {"n", "seat", "move"}:
        raise ValueError("neither a move nor an undo nor a hint nor an end")
    if _count(data["n"], "n", 0, 2**31) != number:
        raise ValueError(f"move {number} is missing")
    seat = _count(data["seat"], "seat", 0, players - 1)
    notation = data["move"]
    if not isinstance(notation, str) or not 0 < len(notation) <= MAX_NOTATION or not notation.isprintable():
        raise ValueError("`move` is not a notation")
    return Move(seat, notation, check_draws(data.get("draws", [])))


def _over(data: Mapping[str, Any], players: int) -> Over:
    for key in data:
        if not isinstance(data[key], list) or len(data[key]) != players:
            raise ValueError(f"`{key}` is not a list with a number for each player")
    scores = tuple(_count(score, "over", -(2**63), 2**63) for score in data["over"])
    return Over(scores, tuple(_count(each, "outcomes", -1, 1) for each in data.get("outcomes", ())))


def plain(values: list[Any]) -> tuple[Any, ...]:
    """Random outcomes as they read back from JSON, so that written and drawn ones compare equal."""
    return tuple(json.loads(json.dumps(values))) if values else ()


def _dump(data: Mapping[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"))


def _sum(body: str) -> str:
    return f"{crc32(body.encode('ascii')):08x}"


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise ValueError("a key twice in one object")
    return data


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number of JSON")


def _count(value: object, key: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"`{key}` is out of range")
    return value
