"""Records of games: notation, saves, replays, and sessions with undo.

A record is a file of JSON lines: a header, then one line per decision with the random outcomes it drew. Replaying it
gives the identical state on any machine, or one message that says where it goes another way.
"""

from __future__ import annotations

from .changes import Changes, changes_since
from .header import FORMAT, HUMAN, Header, Seat
from .journal import Journal
from .lines import HintAsked, Move, Over, Undo
from .problems import TEMPLATES, RecordError
from .reading import Hinted, Record, parse_record, read_bytes, read_record
from .replaying import replay
from .session import Session, Step
from .store import SUFFIX, autosave, saved_files, state_directory, unfinished
from .writing import record_bytes, save, write_whole

__all__ = [
    "FORMAT",
    "HUMAN",
    "SUFFIX",
    "TEMPLATES",
    "Changes",
    "Header",
    "HintAsked",
    "Hinted",
    "Journal",
    "Move",
    "Over",
    "Record",
    "RecordError",
    "Seat",
    "Session",
    "Step",
    "Undo",
    "autosave",
    "changes_since",
    "parse_record",
    "read_bytes",
    "read_record",
    "record_bytes",
    "replay",
    "save",
    "saved_files",
    "state_directory",
    "unfinished",
    "write_whole",
]
