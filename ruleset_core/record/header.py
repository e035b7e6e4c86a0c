"""The first line of a record: which game, which data, who plays, and the seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

__all__ = ["FORMAT", "READABLE", "Header", "Seat", "check_draws"]

FORMAT: Final = "ruleset-record 2"
READABLE: Final = ("ruleset-record 1", FORMAT)
"""Formats that are read. The first one did not say what the data is made of."""
MAX_SEATS: Final = 99
MAX_TEXT: Final = 4096
MAX_NAME: Final = 40

_KEYS: Final = ("format", "ruleset", "game", "expansions", "hash", "options", "players", "seats", "seed", "draws")


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a place: a name to show, and `human` or the name of a bot."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Header:
    """Everything needed to start the same game again.

    `hash` is the hash of the data the game was loaded from; `draws` are the random outcomes of the setup; `roots`
    are directories where the game or an expansion was found that is not among the included ones. `entries` are hashes of
    what the data is made of, by kind and id, so that a later version can say what has changed.
    """

    ruleset: str
    game: str
    hash: str
    players: int
    seats: tuple[Seat, ...]
    seed: int
    expansions: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    draws: tuple[Any, ...] = ()
    roots: tuple[str, ...] = ()
    entries: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """The names of the players, by seat."""
        return [seat.name for seat in self.seats]

    def to_json(self) -> dict[str, Any]:
        """The header as the JSON object of the first line."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "game": self.game,
            "expansions": list(self.expansions),
            "hash": self.hash,
            "options": dict(self.options),
            "players": self.players,
            "seats": [{"name": seat.name, "kind": seat.kind} for seat in self.seats],
            "seed": self.seed,
            "draws": list(self.draws),
        }
        if self.roots:
            data["roots"] = list(self.roots)
        if self.entries:
            data["entries"] = {kind: dict(named) for kind, named in self.entries.items()}
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Header:
        """Read a header back. Raises ValueError saying what is wrong with it."""
        missing = [key for key in _KEYS if key not in data]
        unknown = [key for key in data if key not in (*_KEYS, "roots", "entries")]
        if missing or unknown:
            raise ValueError(f"`{missing[0]}` is missing" if missing else f"unknown key `{unknown[0]}`")
        players = _integer(data["players"], "players", 1, MAX_SEATS)
        seats = tuple(_seat(item) for item in _list(data["seats"], "seats"))
        if len(seats) != players:
            raise ValueError(f"{len(seats)} seats for {players} players")
        return cls(
            ruleset=_text(data["ruleset"], "ruleset"),
            game=_text(data["game"], "game"),
            hash=_text(data["hash"], "hash"),
            players=players,
            seats=seats,
            seed=_whole(data["seed"], "seed"),
            expansions=tuple(_text(name, "expansions") for name in _list(data["expansions"], "expansions")),
            options=_options(data["options"]),
            draws=check_draws(data["draws"]),
            roots=tuple(_text(root, "roots") for root in _list(data.get("roots", []), "roots")),
            entries=_entries(data.get("entries", {})),
        )


def check_draws(value: object) -> tuple[Any, ...]:
    """Random outcomes as a tuple of plain JSON values. Raises ValueError."""
    return tuple(_list(value, "draws"))


def _list(value: object, key: str) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"`{key}` is not a list")  # noqa: TRY004
    return value


def _text(value: object, key: str, limit: int = MAX_TEXT) -> str:
    # Unprintable characters are refused: names of a foreign file end up on a terminal.
    if not isinstance(value, str) or not value or len(value) > limit or not value.isprintable():
        raise ValueError(f"`{key}` is not a readable text")
    return value


def _whole(value: object, key: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"`{key}` is not a whole number")  # noqa: TRY004
    return value


def _integer(value: object, key: str, low: int, high: int) -> int:
    if not low <= _whole(value, key) <= high:
        raise ValueError(f"`{key}` is not from {low} to {high}")
    return _whole(value, key)


def _seat(value: object) -> Seat:
    if not isinstance(value, dict) or sorted(value) != ["kind", "name"]:
        raise ValueError("a seat needs `name` and `kind`, nothing else")
    return Seat(_text(value["name"], "name", MAX_NAME), _text(value["kind"], "kind", MAX_NAME))


def _options(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("`options` is not an object")  # noqa: TRY004
    for key, item in value.items():
        _text(key, "options")
        if isinstance(item, str):
            _text(item, "options")
        elif not isinstance(item, bool | int):
            raise ValueError(f"option `{key}` is neither text nor number nor true nor false")  # noqa: TRY004
    return value


def _entries(value: object) -> dict[str, dict[str, str]]:
    if not isinstance(value, dict) or not all(isinstance(named, dict) for named in value.values()):
        raise ValueError("`entries` is not an object of objects")
    for kind, named in value.items():
        for text in (kind, *named, *named.values()):
            _text(text, "entries")
    return value
