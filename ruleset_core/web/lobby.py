"""All matches of a server: created, restored after a restart, closed when idle.

    begin(MatchRequest("pig", [KeptSeat("Ana", "human"), KeptSeat("Bo", "normal")]))
        room     356c253dc638: its record and its file are written
        links    {"host": "i81BcC...", "0": "yAx0HL...", "1": "hha8km...", "watch": "M-x86K..."}; only hashes are kept
    whose("356c253dc638", "yAx0HL...")      "0"
    room("356c253dc638")                    from memory; or read from disk and played again, where it was put away

A match lives in memory only while somebody looks at it. Where there are too many, those at which
nobody sits are put away. Each game is loaded once, however many rooms play it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any, Final

from ruleset_core import Game, RulesetError, in_translation, load
from ruleset_core.discovery import list_games
from ruleset_core.messages import LANGUAGES
from ruleset_core.play.bots import UnknownBotError, is_known_bot
from ruleset_core.play.match.seating import GameSpec
from ruleset_core.play.match.session_setup import open_record, resume_session, start_session
from ruleset_core.play.match.start_positions import StartPosition, find_lesson, lesson_kinds, start_of_case
from ruleset_core.play.records import HUMAN, Record, RecordHeader, Seat, Session, autosave, read_record, saved_files
from ruleset_core.positions.find_cases import lesson_cases
from ruleset_core.web.background_work import AnalysisService, BotService, InlineAnalysis, InlineBots
from ruleset_core.web.page_messages import Refusal
from ruleset_core.web.persistence import (
    ClockRule,
    KeptMatch,
    KeptMatchError,
    KeptSeat,
    delete_match,
    hash_secret,
    match_names,
    new_name,
    read_match,
    secret_owner,
    shard_of,
    write_match,
)
from ruleset_core.web.rooms import MatchRoom
from ruleset_core.web.slow_games.clocks import HOUR
from ruleset_core.web.table_files import TableSettings, read_table_file, requested_seat, table_settings

TABLES: Final = 400
"""Tables that are open at the same time; more are not begun."""
GAMES: Final = 40
"""Games that are kept loaded."""
IDLE: Final = 600.0
"""Seconds after which a table at which nobody looks is put away: it is on the disk, and fetched when somebody asks for it."""


REMATCHES: Final = 200
"""Tables that are begun in an hour by who is only host of another one: what is kept takes room on the disk."""


class LobbyFull(Exception):
    """There are as many tables as there may be."""


class MatchRequest:
    """What somebody wants to be played.

    Attributes:
        game: a name from the list of games, or the path of a directory.
        seats: who plays.
        expansions, options, seed, in_order: as for `ruleset play`.
        hints: whether players may ask what a bot would do.
        reveals: whether watchers see everything after the end.
        pause: seconds between moves of bots, if not as many as usual here.
        before: the hashes of links of a table before it, which open this one, too; else there are new links.
        watching: who may watch.
        start: the position that it begins from; `expansions` and `options` are then those of that position.
        clock: how long a move may take.
    """

    def __init__(
        self,
        game: str,
        seats: Sequence[KeptSeat],
        expansions: Sequence[str] = (),
        options: dict[str, bool | int | str] | None = None,
        seed: int | None = None,
        *,
        in_order: bool = False,
        hints: bool = True,
        reveals: bool = True,
        pause: float | None = None,
        start: StartPosition | None = None,
        before: Mapping[str, str] | None = None,
        watching: str = "open",
        clock: ClockRule | None = None,
    ) -> None:
        self.game, self.seats, self.expansions = game, [*seats], tuple(expansions)
        self.options, self.seed, self.in_order = options or {}, seed, in_order
        self.hints, self.reveals, self.pause, self.start = hints, reveals, pause, start
        self.before, self.watching, self.clock = before, watching, clock


class Lobby:
    """The tables. `roots`: where games are looked for besides. `pause`: seconds between moves of bots.

    `shard`: of how many processes that share the tables of a server this is which one. `bots`, `analyses`: who thinks and goes through games,
    by default this process. `free_only`: whether only games are played that everybody may publish. `at_one_screen`: whether all sit at one screen, so that nothing of a
    game can be kept from whoever asks. `asks`: what testers of the games are asked. `is_local`: whether this machine alone is served, so that hosts may look at and
    edit all of a position. `opened`: is told of every table that opens.
    """

    def __init__(
        self,
        roots: Sequence[Path] = (),
        pause: float = 0.8,
        shard: tuple[int, int] = (0, 1),
        *,
        bots: BotService | None = None,
        analyses: AnalysisService | None = None,
        free_only: bool = False,
        at_one_screen: bool = False,
        asks: Sequence[str] = (),
        is_local: bool = False,
    ) -> None:
        self.is_local = is_local
        self.roots, self.pause, self._shard, self.free_only = tuple(roots), pause, shard, free_only
        self.at_one_screen, self.asks = at_one_screen, tuple(asks)
        self.thinkers, self.analysts = bots or InlineBots(), analyses or InlineAnalysis()
        self._rooms: dict[str, MatchRoom] = {}
        self.opened: Callable[[MatchRoom], object] = bool
        self._tidied = monotonic()
        self._rematches: list[float] = []
        self._games: dict[GameSpec, Game] = {}

    # -- tables -----------------------------------------------------------------------------------------------------------

    def begin(self, wanted: MatchRequest) -> tuple[MatchRoom, dict[str, str]]:
        """A new table and the secrets of its links.

        Raises:
            Full: there are too many tables.
            UnknownBotError: there is no such bot.
            RulesetError: there is no such game, or it is not for so many, or it has no such option.
        """
        begun = wanted.start
        game = begun.game if begun else self.game(wanted.game, wanted.expansions, in_order=wanted.in_order)
        self._check_rights(game)
        for at in wanted.seats:
            if at.kind != HUMAN and not is_known_bot(at.kind):
                raise UnknownBotError(at.kind)
        self._make_room()
        seats = [Seat(at.name, at.kind) for at in wanted.seats]
        roots = () if self.at_one_screen else self.roots  # an exported file has none that are elsewhere
        if begun is not None:
            session = begun.begin(seats, wanted.seed, roots, hints=wanted.hints)
        else:
            session = start_session(game, seats, wanted.seed, wanted.options, roots, hints=wanted.hints)
        session.journal = autosave(session.record(), strict=True)
        return self._lay(
            session,
            wanted.seats,
            reveals=wanted.reveals,
            pause=wanted.pause,
            new=True,
            before=wanted.before,
            watching=wanted.watching,
            clock=wanted.clock,
        )

    def learn(self, game: str, lesson: str) -> tuple[MatchRoom, dict[str, str]]:
        """A table at which somebody plays a lesson of a game, with bots on the other seats. Raises what `begin` raises, and `PositionError`."""
        found = start_of_case(find_lesson(game, lesson, self.roots), roots=self.roots, loaded=self._loaded)
        seats = [requested_seat({"kind": kind}, seat) for seat, kind in enumerate(lesson_kinds(found) or ())]
        return self.begin(MatchRequest(game, seats, start=found))

    def take_in(self, session: Session) -> tuple[MatchRoom, dict[str, str]]:
        """A table for a game that was played elsewhere up to here. Raises what `begin` raises, and `RecordError`."""
        self._check_rights(session.game)
        self._make_room()
        session.journal = autosave(session.record(), strict=True)
        return self._lay(session, [KeptSeat(seat.name, seat.kind) for seat in session.header.seats], new=True)

    def resume(self, file: str) -> tuple[MatchRoom, dict[str, str]]:
        """A table for a saved game, by the name of its file. Raises what `begin` raises, and `RecordError`."""
        path = next((each for each in saved_files() if each.name == file), None)
        if path is None:
            raise Refusal(409, "no_saved", file=file[:80])
        self._make_room()
        record = read_record(path)
        session = self._gone_on(record)
        new = session.journal is not None and session.journal.path != path
        return self._lay_as_set(session, table_settings(record), new=new)

    def open_file(self, content: bytes) -> tuple[MatchRoom, dict[str, str]]:
        """A table for a game in a file of somebody else; there are new links. Raises what `begin` and `read_table_file` raise."""
        record = read_table_file(content, self.roots)
        self._check_rights(self.game(record.header.game, record.header.expansions, in_order=record.header.in_order))
        self._make_room()
        try:
            session = open_record(record, self.roots, force=False, loaded=self._loaded)
        except RulesetError:
            raise
        except Exception:  # noqa: BLE001 - whatever a foreign file makes of the rules
            raise Refusal(409, "bad_file") from None
        session.adopt_data()
        session.journal = autosave(session.record(), strict=True)
        return self._lay_as_set(session, table_settings(record), new=True, copied=not session.over)

    def _lay_as_set(
        self, session: Session, table: TableSettings, *, new: bool, copied: bool = False
    ) -> tuple[MatchRoom, dict[str, str]]:
        """A table for a session of a record, set as that says."""
        return self._lay(
            session, table.seats, new=new, reveals=table.reveals, pause=table.pause, watching=table.watching, clock=table.clock, copied=copied,
        )  # fmt: skip

    def _check_rights(self, game: Game) -> None:
        """Raises `Refusal` for a game that may not be offered here."""
        if self.free_only and not game.rights.is_free:
            raise Refusal(403, "not_free", game=game.id)

    def rematch(self, room: MatchRoom) -> MatchRoom:
        """The same game with the same players at a new table, which the same links open; each sits one seat further on.

        Who had the second seat has the first one now: links `{"0": a, "1": b, "2": c}` become `{"0": b, "1": c, "2": a}`.

        Raises:
            Refusal: the game is not over, or there is one already.
            KeptMatchError, RecordError, LobbyFull: it cannot be begun; then nothing was done.
        """
        if not room.match.over or room.kept.next:
            raise Refusal(409, "no_rematch")
        now = monotonic()
        self._rematches = [each for each in self._rematches if now - each < HOUR]
        if len(self._rematches) >= REMATCHES:
            raise LobbyFull
        header, kept = room.match.session.header, room.kept
        seats = [replace(at, kind=HUMAN, late=False) if at.late else at for at in kept.seats]
        order = [*range(1, len(kept.seats)), 0]
        links = {**kept.links, **{str(seat): kept.links[str(before)] for seat, before in enumerate(order)}}
        wanted = MatchRequest(
            header.game, [seats[before] for before in order], header.expansions, dict(header.options), in_order=header.in_order,
            hints=header.hints, reveals=kept.reveals, pause=kept.pause, before=links, watching=kept.watching, clock=kept.clock,
        )  # fmt: skip
        made, _ = self.begin(wanted)
        try:
            room.lead_to(made.kept.name)
        except KeptMatchError:
            self._forget(made)
            raise
        self._rematches.append(now)
        return made

    def _forget(self, room: MatchRoom) -> None:
        """A table goes that nobody was told of."""
        del self._rooms[room.kept.name]
        if room.match.session.journal is not None:
            room.match.session.journal.discard()
        room.leave()
        delete_match(room.kept.name)

    def _lay(
        self,
        session: Session,
        seats: Sequence[KeptSeat],
        *,
        new: bool,
        reveals: bool = True,
        pause: float | None = None,
        before: Mapping[str, str] | None = None,
        watching: str = "open",
        clock: ClockRule | None = None,
        copied: bool = False,
    ) -> tuple[MatchRoom, dict[str, str]]:
        """A table for a session. `new`: its file was begun for it, and goes where the table cannot be kept. `before`: hashes of links that open it, else new ones do."""
        found = {} if before else MatchRoom.links(len(seats))
        file = "" if session.journal is None else str(session.journal.path)
        hashes = {**(before or {}), **{whose: hash_secret(secret) for whose, secret in found.items()}}
        pause = self.pause if pause is None else pause
        kept = KeptMatch(
            self._name(), file, hashes, [*seats], reveals, pause=pause, watching=watching, clock=clock, copied=copied
        )
        try:
            write_match(kept)
        except KeptMatchError:
            if session.journal is not None:
                (session.journal.discard if new else session.journal.close)()
            raise
        return self._open(kept, session), found

    def _open(self, kept: KeptMatch, session: Session) -> MatchRoom:
        """Open a table that is kept."""
        room = self._rooms[kept.name] = MatchRoom(kept, session, self.thinkers, self.analysts)
        self.opened(room)
        return room

    def _name(self) -> str:
        """A new name that belongs to this process."""
        while True:
            name = new_name()
            if self.is_own(name):
                return name

    def link_owner(self, name: str, secret: str) -> str | None:
        """Whose link it is at a table; None where there is no such table, or it is nobody's there."""
        try:
            return secret_owner(secret, self.kept(name).links)
        except KeptMatchError:
            return None

    def kept(self, name: str) -> KeptMatch:
        """What is kept of a table, wherever it is open. Raises `KeptMatchError`."""
        room = self._rooms.get(name)
        return read_match(name) if room is None else room.kept

    def is_own(self, name: str) -> bool:
        """Whether a table belongs to this process."""
        return shard_of(name, self._shard[1]) == self._shard[0]

    def has_open(self, room: MatchRoom) -> bool:
        """Whether a table is open, rather than put away."""
        return self._rooms.get(room.kept.name) is room

    def room(self, name: str) -> MatchRoom:
        """A table; one that was put away is fetched. Raises `RulesetError` where it cannot be."""
        self._tidy()
        found = self._rooms.get(name)
        if found is None:
            self._make_room()
            kept = read_match(name)
            session = self._gone_on(read_record(kept.record))
            found = self._open(kept, session)
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
        session, trouble = resume_session(record, self.roots, force=False, loaded=self._loaded)
        try:
            self._check_rights(session.game)  # this server may be reached by others than the one that began it
        except Refusal:
            if session.journal is not None:
                session.journal.close()
            raise
        if trouble is not None:
            raise trouble
        if session.journal is not None:
            session.journal.strict = True
        return session

    def _make_room(self) -> None:
        """Put tables away at which nobody sits, where there are too many. Raises `LobbyFull`."""
        for name in [name for name, room in self._rooms.items() if not room.busy]:
            if len(self._rooms) < TABLES:
                return
            self._rooms.pop(name).leave()
        if len(self._rooms) >= TABLES:
            raise LobbyFull

    def game(self, name: str, expansions: Sequence[str] = (), *, in_order: bool = False) -> Game:
        """A game; loaded once, however many tables play it. Raises LoadError."""
        return self._loaded(name, expansions, self.roots, in_order=in_order)

    def _loaded(
        self, name: str, expansions: Sequence[str] = (), roots: Sequence[Path] = (), /, *, in_order: bool = False
    ) -> Game:
        rules = GameSpec(name, tuple(expansions), tuple(str(root.resolve()) for root in roots), in_order)
        if rules not in self._games:
            while len(self._games) >= GAMES:
                del self._games[next(iter(self._games))]
            with in_translation(*LANGUAGES):
                self._games[rules] = load(name, rules.expansions, roots, in_order=in_order)
        return self._games[rules]

    @property
    def open_rooms(self) -> list[MatchRoom]:
        """The tables in memory, in the order in which they were opened."""
        return [*self._rooms.values()]

    def forget_games(self) -> None:
        """Load games again from now on: their files have changed. Tables go on with what they have."""
        self._games.clear()

    def close(self) -> None:
        """Close all tables."""
        for room in self._rooms.values():
            room.leave()
        self._rooms.clear()
        self.thinkers.close()


def game_catalogue(roots: Sequence[Path], *, free_only: bool = False) -> Iterator[dict[str, Any]]:
    """The games there are, or the free ones: names, players, expansions with theirs."""
    from ruleset_core.headers import read_header

    for entry in list_games(tuple(roots)):
        header = entry.header
        if free_only and not header.rights.is_free:
            continue
        yield {
            "game": entry.id,
            "name": dict(header.name),
            "players": list(header.players) if header.players else None,
            "lessons": _lesson_names([entry.path, *entry.expansions.values()]),
            "expansions": {
                name: dict(read_header(path / "expansion.yaml").name) for name, path in sorted(entry.expansions.items())
            },
        }


def _lesson_names(directories: Sequence[Path]) -> list[dict[str, Any]]:
    """The lessons of a game and its expansions, with their names by language."""
    with in_translation(*LANGUAGES):
        return [{"lesson": case.name, "name": case.lesson.name.texts} for case in lesson_cases(directories)]


def saved_game_list(limit: int = 50) -> Iterator[dict[str, Any]]:
    """The saved games, the one played last first."""
    for file in saved_files()[:limit]:
        try:
            record = read_record(file)
        except RulesetError:
            continue
        header: RecordHeader = record.header
        yield {
            "file": file.name, "game": header.game, "players": header.names, "moves": len(record.moves),
            "over": record.finished, "played": int(file.stat().st_mtime),
        }  # fmt: skip


def kept_table_list() -> Iterator[dict[str, Any]]:
    """The tables that are kept."""
    for name in match_names():
        try:
            kept = read_match(name)
        except KeptMatchError:
            continue
        bots = [at.kind != HUMAN for at in kept.seats]
        yield {"table": name, "players": [at.name for at in kept.seats], "bots": bots, "file": Path(kept.record).name}
