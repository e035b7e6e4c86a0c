"""What the views of all games share: names, seats, packing to a width, text without a terminal.

A view gets a game (for names), an observation (a plain dictionary: see `State.observe`) and nothing else, so it
cannot show what a seat may not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields
from typing import Any, Protocol, TypeVar

from rich.text import Text

Observation = Mapping[str, Any]

Read = TypeVar("Read")
UNKNOWN = "?"
EMPTY = "·"

WORDS: dict[str, tuple[str, str]] = {
    "seat": ("Player", "Jugador"),
    "you": ("you", "tú"),
    "decides": ("to decide", "decide"),
    "others_decide": ("the others decide", "deciden los demás"),
    "over": ("game over", "fin de la partida"),
    "total": ("total", "total"),
    "team": ("team", "equipo"),
    "points": ("points", "puntos"),
    "winner": ("Winner", "Gana"),
    "winners": ("Winners", "Ganan"),
    "shared": ("Shared victory", "Victoria compartida"),
    "drawn": ("Drawn: nobody wins", "Empate: no gana nadie"),
    "tied": ("Drawn", "Empate"),
    "all_win": ("Everybody wins", "Ganan todos"),
    "all_lose": ("Everybody loses", "Pierden todos"),
    "won": ("won", "victoria"),
    "lost": ("lost", "derrota"),
    "result": ("Result", "Resultado"),
    "achievements": ("Achievements", "Logros"),
    "yes": ("yes", "sí"),
    "no": ("no", "no"),
    "top": ("{} on top", "encima {}"),
    "knows": ("told: {}", "se le dijo: {}"),
    "none": ("none", "nada"),
    "filled": ("spaces filled", "casillas ocupadas"),
}


_LINEAR: ContextVar[bool] = ContextVar("linear", default=False)


def linear() -> bool:
    """Whether views are to be text that is read from top to bottom: no frames, boxes, columns or blocks side by side."""
    return _LINEAR.get()


@contextmanager
def read_aloud(on: bool) -> Iterator[None]:
    """While this lasts, views are made as `linear` says."""
    before = _LINEAR.set(on)
    try:
        yield
    finally:
        _LINEAR.reset(before)


def told_row(name: str, heads: Sequence[str], cells: Sequence[str]) -> Text:
    """A row of a table to be read alone: `Ana: cards 3, points 12`; where nothing stands, nothing is told."""
    parts = [f"{head} {cell}".strip() for head, cell in zip(heads, cells, strict=True) if cell.strip()]
    return Text(": ".join(part for part in (name.strip(), ", ".join(parts)) if part))


class Viewed(Protocol):
    """As much of a game as every view uses; names come from what it declares (see `Names`)."""

    def title(self, lang: str) -> str:
        """The game's name."""
        ...


def say(key: str, lang: str) -> str:
    """A word of the generic views in the viewer's language."""
    return WORDS[key][1 if lang == "es" else 0]


def seat_name(seat: int, lang: str) -> str:
    """`Player 1` for seat 0: people count from one."""
    return f"{say('seat', lang)} {seat + 1}"


def player_name(seen: Observation, seat: int, lang: str) -> str:
    """What the player on a seat is called: who draws for people adds their `names` to the observation."""
    names: Sequence[str] = seen.get("names") or ()
    return names[seat] if seat < len(names) else seat_name(seat, lang)


def seat_mark(seat: int, seats: int) -> str:
    """One character for a seat on a board: X and O for two, else the player's number (A for the tenth)."""
    if seats == 2:
        return "XO"[seat]
    return str(seat + 1) if seat < 9 else chr(ord("A") + seat - 9)


def seat_letter(lang: str) -> str:
    """The letter before a player's number where there is no room for the word: P1, J1."""
    return say("seat", lang)[0]


def packed(parts: Sequence[Text], width: int, gap: str = "   ") -> Text:
    """Parts side by side, on as few lines as the width needs; a part is broken only when it alone is too wide."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + len(gap) + part.cell_len <= width:
            lines[-1].append(gap).append_text(part)
        else:
            lines.append(part.copy())
    return Text("\n").join(lines)


def labelled(label: str, value: str | Text) -> Text:
    """`label: value`, the label dimmed."""
    return Text.assemble((f"{label}: ", "dim"), value)


def read_as(kind: type[Read], seen: Mapping[str, Any]) -> Read:
    """A dataclass filled with what is known of its fields; what is hidden keeps its default."""
    known = {item.name for item in fields(kind)}  # type: ignore[arg-type]
    return kind(**{name: value for name, value in seen.items() if name in known and value is not None})


def number(value: int | None) -> str:
    """A number, or a question mark where it is hidden."""
    return UNKNOWN if value is None else str(value)


def signs(sign: str, many: int | None) -> str:
    """A sign so many times; a question mark where the number is hidden."""
    return UNKNOWN if many is None else sign * many


def count(zone: Sequence[str] | Mapping[str, int]) -> int | None:
    """How many pieces lie somewhere, whether they are known or not."""
    return zone.get("count") if isinstance(zone, Mapping) else len(zone)


def places(zone: Sequence[str | None] | Mapping[str, Any]) -> list[str | None]:
    """The pieces of a list by place, the last one on top; None where a piece is not known, last in the hand of another."""
    if not isinstance(zone, Mapping):
        return list(zone)
    known = zone.get("known", ())
    hidden: list[str | None] = [*known, *[None] * (int(zone["count"]) - len(known))]
    if "top" in zone:
        hidden[-1] = zone["top"]
    return list(zone.get("seen", hidden))
