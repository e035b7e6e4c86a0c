"""What can go wrong with a record, as values: a key, the facts, and one English sentence made of both.

A user interface in another language looks the key up in its own table and fills in `values` and `spanish`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ruleset_core import SaveError
from ruleset_core.shown import clean

from .changes import Changes

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
    "full": (
        "{file}: holds as much as a record may ({limit} bytes, moves taken back included), so nothing more can be saved in it"
    ),
    "in_use": "{file}: is being played in another terminal",
    "not_ours": "{file}: exists and is not a record; choose another name",
    "no_unfinished": "no unfinished game is saved in {directory}",
    "unknown_bot": "{file}: `{kind}`, who plays seat {seat}, is no bot that is known here",
    "other_seats": "{file}: has {seats} seats, not {given}",
    # replaying
    "other_game": "{file}: is a record of `{found}`, not of `{game}`",
    "other_expansion": "{file}: was not played with the expansion `{found}`; its expansions: {known}",
    "bad_start": "{file}:1: this game cannot be started: {detail}; {changed}; begin a new one",
    "other_start": "{file}:1: {fits} of {total} moves fit: it begins with other dice or cards; {changed}",
    "other_draws": ("{file}:{line}: {fits} of {total} moves fit, then `{move}` brings other dice or cards; {changed}"),
    "other_seat": (
        "{file}:{line}: {fits} of {total} moves fit, then seat {expected} decides instead of seat {recorded}; {changed}"
    ),
    "other_move": "{file}:{line}: {fits} of {total} moves fit, then `{move}` cannot be played: {detail}; {changed}",
    "ends_early": "{file}:{line}: {fits} of {total} moves fit, then the game is over; {changed}",
    "goes_on": "{file}:{line}: {fits} of {total} moves fit, but the game is not over there; {changed}",
    "other_scores": (
        "{file}:{line}: {fits} of {total} moves fit, but the scores are {scores} instead of {recorded}; {changed}"
    ),
    "other_outcomes": (
        "{file}:{line}: {fits} of {total} moves fit, but who has won (1), drawn (0) or lost (-1) is {outcomes} instead of "
        "{recorded}; {changed}"
    ),
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

    `key` names the problem in `TEMPLATES`; `values` fill its sentence. `changed` says what has changed in the game since
    the record was made, if that may be the reason. A value that is itself words is given by language, `en` and `es`;
    the words of the second are kept in `spanish`.
    """

    def __init__(self, key: str, **values: object) -> None:
        self.key = key
        changed = values.get("changed")
        self.changed = changed if isinstance(changed, Changes) else None
        told = {name: value if isinstance(value, Mapping) else {"en": value} for name, value in values.items()}
        self.values = {
            name: clean(str(value["en"])) for name, value in told.items()
        }  # names of files may hold anything
        self.spanish = {name: clean(str(value["es"])) for name, value in told.items() if "es" in value}
        super().__init__(TEMPLATES[key].format(**self.values))
