"""Games as commit 1f605c6 played them: its generated code from `*.json.gz`, in a state with its slots and its loop.

Only what random play needs is here, written so that it takes the time it took then. Rules may have been mended since;
figures per decision are comparable, games are not.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from itertools import repeat
from pathlib import Path
from typing import Any, Final

from tests.bench.baseline import runtime

COMMIT = "1f605c6"
FILES = Path(__file__).parent
STEPS = 100_000
CALLED: Final[tuple[Callable[..., Any], ...]] = (
    runtime.draw, runtime.shuffle, runtime.move, runtime.put_seen, runtime.forget, runtime.enclosed,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Board:
    """How the parts of a planar board lie together."""

    ends: tuple[tuple[int, int], ...]
    sides: tuple[tuple[int, int], ...]
    around: tuple[tuple[int, ...], ...]
    meeting: tuple[tuple[int, ...], ...]
    corners: tuple[tuple[int, ...], ...]
    points: tuple[tuple[int, int], ...]


class State:
    """A game in progress."""

    __slots__ = (
        "a", "draws", "ended", "forced", "game", "n", "options", "point", "queue", "script", "seat", "settings", "sim",
        "stack", "stage", "streams", "v", "z",
    )  # fmt: skip

    game: Game
    v: list[int]
    z: list[list[int]]
    stack: list[tuple[Any, ...]]
    queue: list[tuple[Any, ...]]
    streams: list[int]
    draws: list[int]
    forced: list[int]
    script: dict[int, list[int]] | None
    options: list[int]
    settings: tuple[int, ...]
    seat: int
    point: int
    stage: int
    a: int
    n: int
    ended: int
    sim: tuple[list[int], list[list[int]]] | None

    def apply(self, option: int | str) -> None:
        """Take an option and go on to the next decision."""
        if option.__class__ is not int:
            raise TypeError(option)
        if option not in self.options:
            raise ValueError(option)
        self.a = option
        if self.forced:
            self.forced = []
        self.game.run(self)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.options


def run(s: State) -> None:
    """Run generated code until a seat must decide, or until nothing is left to do."""
    stack = s.stack
    blocks = s.game.blocks
    try:
        for _ in repeat(None, STEPS):
            if not stack:
                finish(s)
                return
            frame = stack.pop()
            if blocks[frame[0]](s, frame):
                return
    except (LookupError, RecursionError, ValueError) as error:
        raise RuntimeError(s.stage) from error
    raise RuntimeError(STEPS)


def finish(s: State) -> None:
    """Nothing is left to do."""
    s.seat = -1
    s.options = []
    s.sim = None


class Game:
    """A game of that commit."""

    def __init__(self, name: str) -> None:
        """Read and compile it."""
        kept = json.loads(gzip.decompress((FILES / f"{name}.json.gz").read_bytes()))
        space: dict[str, Any] = {key: _frozen(table) for key, table in kept["tables"].items()}
        space |= {each.__name__: each for each in CALLED}
        if kept["board"] is not None:
            space["BOARD"] = Board(**{key: _frozen(part) for key, part in kept["board"].items()})
        exec(compile(kept["code"], f"<{name} of {COMMIT}>", "exec"), space)  # made by our own generator
        self.blocks: tuple[Callable[..., bool], ...] = space["BLOCKS"]
        self.run = run
        self.players = kept["players"]
        self._kept = kept
        vars(self).update({f"other_{n}": None for n in range(25)})  # as many attributes as then: looking one up costs

    def new(
        self, players: int | None = None, seed: int | None = None, options: dict[str, object] | None = None
    ) -> State:
        """A new game at its first decision."""
        state = self._blank(players, seed, options)
        state.stack.append((self._kept["entry"], -1))
        self.run(state)
        return state

    def _blank(self, players: int | None, seed: int | None, options: dict[str, object] | None) -> State:
        seats = self._seats(players)
        state = State.__new__(State)
        state.game = self
        state.v = self._kept["shared"][:]
        for _ in range(seats):
            state.v += self._kept["seat"]
        state.z = [[] for _ in range(self._zones(seats))]
        for slot, pieces, at in self._kept["pieces"]:
            state.z[slot] = list(pieces)
            for piece in pieces:
                state.v[at + piece] = slot
        state.stack, state.queue, state.draws, state.options, state.forced = [], [], [], [], []
        state.script = state.sim = None
        state.settings = self._settings(options or {})
        state.seat = state.a = -1
        state.point = state.stage = state.ended = 0
        state.n = seats
        number = 0 if seed is None else seed
        state.streams = [self._stream(number, name) for name in self._kept["streams"]]
        return state

    def _seats(self, players: int | None) -> int:
        low, high = self.players
        seats = low if players is None else players
        if not low <= seats <= high:
            raise ValueError(seats)
        return seats

    def _zones(self, seats: int) -> int:
        shared, own = self._kept["zones"]
        return shared + seats * own

    def _settings(self, options: dict[str, object]) -> tuple[int, ...]:
        for name in options:
            raise ValueError(name)
        return tuple(self._kept["settings"])

    @staticmethod
    def _stream(seed: int, name: str) -> int:
        return int.from_bytes(blake2b(f"{seed}:{name}".encode(), digest_size=8).digest(), "big")


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
