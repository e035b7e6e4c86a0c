"""Records of games: reading, writing, replay, and sessions with undo.

A record names the game, a hash of its data, options and seed, then a line for every option taken. `sessions` keeps one
position in 32, so that a step back plays few moves again, and writes the journal line by line, so that a crash loses at
most the decision in progress. A record also holds a hash of every entry of the data, so that `record_lines` can name the
card that is another one now.
"""

from __future__ import annotations

from ruleset_core.play.records.data_changes import DataChanges, changes_since
from ruleset_core.play.records.journal import (
    RECORD_SUFFIX,
    Journal,
    autosave,
    record_bytes,
    save,
    saved_files,
    state_directory,
    unfinished_games,
    write_atomically,
)
from ruleset_core.play.records.record_lines import (
    HUMAN,
    HintRequest,
    Record,
    RecordedHint,
    RecordedMove,
    RecordedStart,
    RecordedTable,
    RecordError,
    RecordHeader,
    Resignation,
    Seat,
    parse_record,
    read_record,
    read_record_bytes,
    without_places,
)
from ruleset_core.play.records.replay import replay
from ruleset_core.play.records.sessions import Session, SessionStep

__all__ = [
    "HUMAN", "RECORD_SUFFIX", "DataChanges", "HintRequest", "Journal", "Record", "RecordError", "RecordHeader",
    "RecordedHint", "RecordedMove", "RecordedStart", "RecordedTable", "Resignation", "Seat", "Session", "SessionStep",
    "autosave", "changes_since", "parse_record", "read_record", "read_record_bytes", "record_bytes", "replay", "save",
    "saved_files", "state_directory", "unfinished_games", "without_places", "write_atomically",
]  # fmt: skip
