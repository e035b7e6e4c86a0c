"""The first line of a record: which game, which data, who plays, and the seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ruleset_core.model.outward.published import problem

__all__ = ["FORMAT", "HUMAN", "READABLE", "Header", "Seat", "check_draws"]

FORMAT: Final = "ruleset-record 2"
READABLE: Final = ("ruleset-record 1", FORMAT)
"""Formats that are read. The first one did not say what the data is made of."""
HUMAN: Final = "human"
"""The kind of a seat where a person sits. No bot is called so."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a place: a name to show, and `HUMAN` or the name of a bot."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Header:
    """Everything needed to start the same game again.

    `number` is the one that the game has among the many of its seed (`Game.new(game=...)`), if it is one of those.
    `hash` is the hash of the data the game was loaded from; `draws` are the random outcomes of the setup; `roots`
    are directories where the game or an expansion was found that is not among the included ones. `entries` are hashes of
    what the data is made of, by kind and id, so that a later version can say what has changed. `in_order`: of what two
    expansions change, the later one had the last word. `hints`: whether players may ask what a bot would do. `levels`: the figures that bots which think
    played by, as they may be others in a later version.
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
    number: int | None = None
    in_order: bool = False
    hints: bool = True
    levels: Mapping[str, Mapping[str, int | str]] = field(default_factory=dict)

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
        if self.number is not None:
            data["number"] = self.number
        if self.in_order:
            data["in_order"] = True
        if not self.hints:
            data["hints"] = False
        if self.levels:
            data["levels"] = {level: dict(figures) for level, figures in self.levels.items()}
        if self.roots:
            data["roots"] = list(self.roots)
        if self.entries:
            data["entries"] = {kind: dict(named) for kind, named in self.entries.items()}
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Header:
        """Read a header back. Raises ValueError saying what is wrong with it."""
        wrong = problem("record", data, "RecordHeader") or _unreadable(data)
        if wrong:
            raise ValueError(wrong)
        if len(data["seats"]) != data["players"]:
            raise ValueError(f"{len(data['seats'])} seats for {data['players']} players")
        return cls(
            ruleset=data["ruleset"],
            game=data["game"],
            hash=data["hash"],
            players=data["players"],
            seats=tuple(Seat(**seat) for seat in data["seats"]),
            seed=data["seed"],
            expansions=tuple(data["expansions"]),
            options=data["options"],
            draws=tuple(data["draws"]),
            roots=tuple(data.get("roots", ())),
            entries=data.get("entries", {}),
            number=data.get("number"),
            in_order=data.get("in_order", False),
            hints=data.get("hints", True),
            levels=data.get("levels", {}),
        )


def check_draws(value: object) -> tuple[Any, ...]:
    """Random outcomes as a tuple of plain JSON values. Raises ValueError."""
    if not isinstance(value, list):
        raise ValueError("`draws` is not a list")  # noqa: TRY004
    return tuple(value)


def _unreadable(value: object, place: str = "") -> str:
    """The place of the first text that is not fit for a terminal, on which names of a foreign file end up, or ""."""
    if isinstance(value, str) and not value.isprintable():
        return f"{place.lstrip('.')}: not a readable text"
    parts: list[tuple[str, object]] = []
    if isinstance(value, Mapping):
        parts = [(place, key) for key in value] + [(f"{place}.{key}", each) for key, each in value.items()]
    elif isinstance(value, list):
        parts = [(f"{place}[{number}]", each) for number, each in enumerate(value)]
    return next(filter(None, (_unreadable(each, where) for where, each in parts)), "")
