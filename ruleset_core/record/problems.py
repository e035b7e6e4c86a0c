"""What can go wrong with a record, as values: a key, the facts, and one English sentence made of both.

A user interface in another language looks the key up in its own table and fills in `values`.
"""

from __future__ import annotations

from typing import Final

from ruleset_core import SaveError
from ruleset_core.shown import clean

__all__ = ["TEMPLATES", "RecordError"]

TEMPLATES: Final[dict[str, str]] = {
    # files
    "missing": "{file}: there is no such file",
    "unreadable": "{file}: cannot be read: {reason}",
    "not_a_file": "{file}: is not an ordinary file",
    "too_large": "{file}: {size} bytes are too many for a record (at most {limit})",
    "empty": "{file}: is empty; there is nothing to recover",
    "foreign": "{file}: is not a record of `ruleset`",
    "format": "{file}: is of format `{found}`; this version reads `{known}`",
    "cut_header": "{file}: ends within its first line; there is nothing to recover",
    "header": "{file}:1: the first line is damaged ({detail}); the game cannot be recovered without it",
    "line": "{file}:{line}: damaged ({detail}); `head -n {whole} {file} > NEW` keeps the game up to there",
    "not_writable": "{file}: cannot be written: {reason}",
    "in_use": "{file}: is being played in another terminal",
    "not_ours": "{file}: exists and is not a record; choose another name",
    "no_unfinished": "no unfinished game is saved in {directory}",
    "unknown_bot": "{file}: `{kind}`, who plays seat {seat}, is no bot that is known here",
    # replaying
    "other_data": (
        "{file}: was made with other data of `{game}` (record {recorded}, here {loaded}); "
        "with --force it is replayed as far as it stays identical"
    ),
    "other_game": "{file}: is a record of `{found}`, not of `{game}`",
    "bad_start": "{file}:1: this game cannot be started: {detail}",
    "other_draws": "{file}:{line}: goes another way here: {what} drew {drawn}, the record has {recorded} (made by ruleset {ruleset})",
    "other_seat": "{file}:{line}: goes another way here: seat {expected} decides, the record has seat {recorded} (made by ruleset {ruleset})",
    "other_move": "{file}:{line}: `{move}` cannot be played here: {detail} (made by ruleset {ruleset})",
    "other_end": "{file}:{line}: ends another way here: {detail} (made by ruleset {ruleset})",
    # undo
    "undo_nothing": "there is nothing to take back",
    "undo_over": "the game is over",
    "undo_other": "another player has decided since, or decides now",
    "undo_random": "dice or cards were drawn since",
    "undo_revealed": "something hidden was revealed since",
    # stepping
    "no_position": "there is no position {number}; there are 0 to {last}",
}


class RecordError(SaveError):
    """A record cannot be read, written or replayed, or a move cannot be taken back.

    `key` names the problem in `TEMPLATES`; `values` fill its sentence.
    """

    def __init__(self, key: str, **values: object) -> None:
        self.key = key
        self.values = {name: clean(str(value)) for name, value in values.items()}  # names of files may hold anything
        super().__init__(TEMPLATES[key].format(**self.values))
