"""All tables of a server: begun, found again after a restart, put away when nobody looks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from ruleset_core import Game, RulesetError, load
from ruleset_core.bots import UnknownBotError, knows
from ruleset_core.record import HUMAN, Header, Record, Seat, autosave, read_record, saved_files
from ruleset_core.scenes.said import COLOURS
from ruleset_core.shown import clean
from ruleset_core.table.opening import begin, go_on

from .analysing import Analysts
from .kept import AtSeat, KeptTable, TableError, read, table_names, write
from .links import hashed, is_whose, new_name, shard_of
from .refusals import Refusal
from .room import Room
from .thinking import LIMIT, Rules, Thinkers

if TYPE_CHECKING:
    from ruleset_core.record import Session

__all__ = ["Full", "House", "Wanted"]

TABLES: Final = 400
"""Tables that are open at the same time; more are not begun."""
GAMES: Final = 40
"""Games that are kept loaded."""
IDLE: Final = 600.0
"""Seconds after which a table at which nobody looks is put away: it is on the disk, and fetched when somebody asks for it."""
NAME: Final = 24
"""Characters of a player's name."""


class Full(Exception):
    """There are as many tables as there may be."""


class Wanted:
    """What somebody wants to be played.

    Attributes:
        game: a name from the list of games, or the path of a directory.
        seats: who plays.
        expansions, options, seed, in_order: as for `ruleset play`.
        hints: whether players may ask what a bot would do.
        reveals: whether watchers see everything after the end.
        pause: seconds between moves of bots, if not as many as usual here.
    """

    def __init__(
        self,
        game: str,
        seats: Sequence[AtSeat],
        expansions: Sequence[str] = (),
        options: dict[str, bool | int | str] | None = None,
        seed: int | None = None,
        *,
        in_order: bool = False,
        hints: bool = True,
        reveals: bool = True,
        pause: float | None = None,
    ) -> None:
        self.game, self.seats, self.expansions = game, [*seats], tuple(expansions)
        self.options, self.seed, self.in_order = options or {}, seed, in_order
        self.hints, self.reveals, self.pause = hints, reveals, pause


class House:
    """The tables. `roots`: where games are looked for besides. `pause`: seconds between moves of bots.

    `shard`: of how many processes that share the tables of a server this is which one. `bot_limit`: seconds that an installed bot has for a decision.
    """

    def __init__(
        self,
        roots: Sequence[Path] = (),
        processes: int = 1,
        pause: float = 0.8,
        shard: tuple[int, int] = (0, 1),
        bot_limit: float = LIMIT,
    ) -> None:
        self.roots, self.pause, self._shard = tuple(roots), pause, shard
        self.thinkers, self.analysts = Thinkers(processes, bot_limit), Analysts()
        self._rooms: dict[str, Room] = {}
        self._tidied = monotonic()
        self._games: dict[Rules, Game] = {}

    # -- tables -----------------------------------------------------------------------------------------------------------

    def begin(self, wanted: Wanted) -> tuple[Room, dict[str, str]]:
        """A new table and the secrets of its links.

        Raises:
            Full: there are too many tables.
            UnknownBotError: there is no such bot.
            RulesetError: there is no such game, or it is not for so many, or it has no such option.
        """
        game = self.game(wanted.game, wanted.expansions, in_order=wanted.in_order)
        for at in wanted.seats:
            if at.kind != HUMAN and not knows(at.kind):
                raise UnknownBotError(at.kind)
        self._make_room()
        seats = [Seat(at.name, at.kind) for at in wanted.seats]
        session = begin(game, seats, wanted.seed, wanted.options, self.roots, hints=wanted.hints)
        session.journal = autosave(session.record(), strict=True)
        return self._lay(session, wanted.seats, reveals=wanted.reveals, pause=wanted.pause, new=True)

    def resume(self, file: str) -> tuple[Room, dict[str, str]]:
        """A table for a saved game, by the name of its file. Raises what `begin` raises, and `RecordError`."""
        path = next((each for each in saved_files() if each.name == file), None)
        if path is None:
            raise Refusal(409, "no_saved", file=file[:80])
        self._make_room()
        session = self._gone_on(read_record(path))
        seats = [AtSeat(seat.name, seat.kind) for seat in session.header.seats]
        return self._lay(session, seats, new=session.journal is not None and session.journal.path != path)

    def rematch(self, room: Room) -> tuple[Room, dict[str, str]]:
        """The same game with the same players at a new table."""
        header = room.table.session.header
        wanted = Wanted(
            header.game, [*room.kept.seats], header.expansions, dict(header.options), in_order=header.in_order,
            hints=header.hints, reveals=room.kept.reveals, pause=room.kept.pause,
        )  # fmt: skip
        return self.begin(wanted)

    def _lay(
        self, session: Session, seats: Sequence[AtSeat], *, new: bool, reveals: bool = True, pause: float | None = None
    ) -> tuple[Room, dict[str, str]]:
        """A table for a session. `new`: its file was begun for it, and goes where the table cannot be kept."""
        found = Room.links(len(seats))
        file = "" if session.journal is None else str(session.journal.path)
        hashes = {whose: hashed(secret) for whose, secret in found.items()}
        kept = KeptTable(self._name(), file, hashes, [*seats], reveals, pause=self.pause if pause is None else pause)
        try:
            write(kept)
        except TableError:
            if session.journal is not None:
                (session.journal.discard if new else session.journal.close)()
            raise
        room = self._rooms[kept.name] = Room(kept, session, self.thinkers, self.analysts)
        return room, found

    def _name(self) -> str:
        """A new name that belongs to this process."""
        while True:
            name = new_name()
            if shard_of(name, self._shard[1]) == self._shard[0]:
                return name

    def whose(self, name: str, secret: str) -> str | None:
        """Whose link it is at a table; None where there is no such table, or it is nobody's there."""
        room = self._rooms.get(name)
        try:
            kept = read(name) if room is None else room.kept
        except TableError:
            return None
        return is_whose(secret, kept.links)

    def room(self, name: str) -> Room:
        """A table; one that was put away is fetched. Raises `RulesetError` where it cannot be."""
        self._tidy()
        found = self._rooms.get(name)
        if found is None:
            self._make_room()
            kept = read(name)
            session = self._gone_on(read_record(kept.record))
            found = self._rooms[name] = Room(kept, session, self.thinkers, self.analysts)
        return found

    def _tidy(self) -> None:
        """Put tables away at which nobody looked for long."""
        now = monotonic()
        if now - self._tidied < IDLE / 10:
            return
        self._tidied = now
        for name in [name for name, room in self._rooms.items() if not room.busy and now - room.used > IDLE]:
            self._rooms.pop(name).leave()

    def _gone_on(self, record: Record) -> Session:
        session, trouble = go_on(record, self.roots, force=False, loaded=self._loaded)
        if trouble is not None:
            raise trouble
        if session.journal is not None:
            session.journal.strict = True
        return session

    def _make_room(self) -> None:
        """Put tables away at which nobody sits, where there are too many. Raises `Full`."""
        for name in [name for name, room in self._rooms.items() if not room.busy]:
            if len(self._rooms) < TABLES:
                return
            self._rooms.pop(name).leave()
        if len(self._rooms) >= TABLES:
            raise Full

    def game(self, name: str, expansions: Sequence[str] = (), *, in_order: bool = False) -> Game:
        """A game; loaded once, however many tables play it. Raises LoadError."""
        return self._loaded(name, expansions, self.roots, in_order=in_order)

    def _loaded(
        self, name: str, expansions: Sequence[str] = (), roots: Sequence[Path] = (), /, *, in_order: bool = False
    ) -> Game:
        rules = Rules(name, tuple(expansions), tuple(str(root.resolve()) for root in roots), in_order)
        if rules not in self._games:
            while len(self._games) >= GAMES:
                del self._games[next(iter(self._games))]
            self._games[rules] = load(name, rules.expansions, roots, in_order=in_order)
        return self._games[rules]

    def close(self) -> None:
        """Close all tables."""
        for room in self._rooms.values():
            room.leave()
        self._rooms.clear()
        self.thinkers.close()


def seat_of(told: Any, number: int) -> AtSeat:
    """Who is to sit somewhere, from what a page sends; what is not to be shown is left out."""
    if not isinstance(told, dict):
        told = {}
    texts = {key: str(told.get(key) or "") for key in ("name", "kind", "lang", "colour")}
    name = " ".join(clean(texts["name"]).split())[:NAME]
    lang = texts["lang"] if texts["lang"] in {"en", "es"} else ""
    return AtSeat(name or f"Player {number + 1}", texts["kind"] or HUMAN, lang, _colour(texts["colour"]))


def _colour(text: str) -> str:
    return text if text in COLOURS else ""


def catalogue(roots: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """The games there are: names, players, expansions with theirs."""
    from ruleset_core.header import read_header
    from ruleset_core.paths import list_games

    for entry in list_games(tuple(roots)):
        header = entry.header
        yield {
            "game": entry.id,
            "name": dict(header.name),
            "players": list(header.players) if header.players else None,
            "expansions": {
                name: dict(read_header(path / "expansion.yaml").name) for name, path in sorted(entry.expansions.items())
            },
        }


def saved(limit: int = 50) -> Iterator[dict[str, Any]]:
    """The saved games, the one played last first."""
    for file in saved_files()[:limit]:
        try:
            record = read_record(file)
        except RulesetError:
            continue
        header: Header = record.header
        yield {
            "file": file.name, "game": header.game, "players": header.names, "moves": len(record.moves),
            "over": record.over is not None, "played": int(file.stat().st_mtime),
        }  # fmt: skip


def tables() -> Iterator[dict[str, Any]]:
    """The tables that are kept."""
    for name in table_names():
        try:
            kept = read(name)
        except TableError:
            continue
        yield {"table": name, "players": [at.name for at in kept.seats], "file": Path(kept.record).name}
