"""A table as one file, which another server opens: its record with a line that says how the table was set.

    {"format": "ruleset-record 2", "game": "pig", "seats": [...], "seed": 4, ...}
    {"n": 1, "seat": 0, "move": "play roll", "draws": [0, 6, 5], "check": "5b06e454"}
    {"table": {"seats": [{"name": "Ana", "kind": "human", "lang": "", "colour": "red"}, ...], "reveals": true, "pause": 0.8, ...}}

`ruleset play` and an exported file read it like any record. Nothing of links is in it, no notes, and no answers that nobody has seen yet.
Who opens a file has it from somebody: whatever it says is judged like what a page sends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from ruleset_core.discovery import list_games
from ruleset_core.messages import LANGUAGES
from ruleset_core.play.bots import UnknownBotError, bot_names
from ruleset_core.play.match import SUCCESSOR
from ruleset_core.play.match.session_setup import duplicate_name
from ruleset_core.play.records import HUMAN, Record, RecordedTable, Seat, parse_record, without_places
from ruleset_core.play.records.message_codes import NAME
from ruleset_core.safe_text import clean_line
from ruleset_core.view.scene.scene_items import COLOURS
from ruleset_core.web.page_messages import Refusal
from ruleset_core.web.persistence import ClockRule, KeptMatch, KeptSeat
from ruleset_core.web.slow_games.clocks import requested_clock

LARGEST_FILE: Final = 4 << 20
"""Bytes of a file that is opened."""
MOST_MOVES: Final = 20_000
MOST_SEATS: Final = 12
SLOWEST: Final = 30.0
"""The most seconds that a move of a bot is made to take."""
WATCHING: Final = ("open", "after", "closed")
"""Who may watch: all with the link, only after the end, nobody."""


def requested_seat(seat: Any, number: int) -> KeptSeat:
    """Who is to sit somewhere, from what a page sends; what is not to be shown is left out."""
    if not isinstance(seat, dict):
        seat = {}
    texts = {key: str(seat.get(key) or "") for key in ("name", "kind", "lang", "colour")}
    name = " ".join(clean_line(texts["name"]).split())[:NAME]
    lang = texts["lang"] if texts["lang"] in LANGUAGES else ""
    return KeptSeat(name or f"Player {number + 1}", texts["kind"] or HUMAN, lang, _colour(texts["colour"]))


def _colour(text: str) -> str:
    return text if text in COLOURS else ""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How a table is set: who sits there, and what was agreed."""

    seats: tuple[KeptSeat, ...]
    reveals: bool = True
    pause: float | None = None
    watching: str = "open"
    clock: ClockRule | None = None


def table_record(record: Record, kept: KeptMatch) -> Record:
    """The record of a table that others may have, with how the table is set."""
    seats = [{key: each for key, each in asdict(at).items() if key != "late"} for at in kept.seats]
    clock = None if kept.clock is None else asdict(kept.clock)
    data = {
        "seats": seats, "reveals": kept.reveals, "pause": kept.pause, "watching": kept.watching, "clock": clock,
    }  # fmt: skip
    return replace(without_places(record), table=RecordedTable(data))


def table_settings(record: Record) -> TableSettings:
    """How the table of a record is set; what is not said or makes no sense is as usual.

    Raises:
        UnknownBotError: a bot sits there that this server does not offer.
        Refusal: two players have the same name.
    """
    said: Mapping[str, Any] = {} if record.table is None else record.table.data
    sitting: Any = said.get("seats")
    if not isinstance(sitting, list) or len(sitting) != record.header.players:
        left = {each.seat for each in record.resigned}
        sitting = [
            {"name": at.name, "kind": SUCCESSOR if seat in left else at.kind}
            for seat, at in enumerate(record.header.seats)
        ]
    seats = tuple(requested_seat(each, number) for number, each in enumerate(sitting))
    if shared := duplicate_name(at.name for at in seats):
        raise Refusal(409, "name_taken", name=shared)
    pause, who = said.get("pause"), said.get("watching")
    sound = isinstance(pause, (int, float)) and not isinstance(pause, bool) and 0 <= pause <= SLOWEST
    try:
        clock = requested_clock(said.get("clock"), frozenset(bot_names()))
    except ValueError:
        clock = None
    return TableSettings(
        seats, said.get("reveals") is not False, pause if sound else None, who if who in WATCHING else "open", clock
    )


def read_table_file(content: bytes, roots: tuple[Path, ...]) -> Record:
    """The record in a file of somebody else, as it may be played here. `roots`: where games are looked for besides.

    Raises:
        Refusal: it is too large, or its game is not offered here.
        RecordError: it is no record, or a damaged one.
        UnknownBotError: a bot sits there that this server does not offer.
    """
    if len(content) > LARGEST_FILE:
        raise Refusal(413, "large_file", most=LARGEST_FILE >> 20)
    record = without_places(parse_record(content, "file"))
    header = record.header
    if len(record.moves) > MOST_MOVES or header.players > MOST_SEATS:
        raise Refusal(413, "long_file", most=MOST_MOVES)
    known = {each.id: each for each in list_games(roots)}
    if header.game not in known or not known[header.game].expansions.keys() >= {*header.expansions}:
        raise Refusal(409, "no_game")
    seats = table_settings(record).seats
    for at in seats:
        if at.kind not in {HUMAN, *bot_names()}:
            raise UnknownBotError(at.kind)
    return replace(record, header=replace(header, seats=tuple(Seat(at.name, at.kind) for at in seats)))
