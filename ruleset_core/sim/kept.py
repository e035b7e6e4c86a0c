"""Games that have been played, in a file: a line for each, so that what was done is not lost, and others can read it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruleset_core.errors import RulesetError
from ruleset_core.files import read_ordinary, reason

from .playing import GameRow

if TYPE_CHECKING:
    from .plan import Plan

__all__ = ["Kept", "KeptError"]

FORMAT = "ruleset games 1"
LARGEST = 1 << 32
"""Most bytes of such a file that are read."""


class KeptError(RulesetError):
    """The file cannot be read or written, or holds games of another plan; the message says which."""


class Kept:
    """A file of games. Rows are added in their order; a line that was cut off is forgotten.

    Attributes:
        path: the file.
        rows: the games in it.
    """

    def __init__(self, path: Path, plan: Plan, rules: str) -> None:
        """Open the file of a plan, or begin it. Raises `KeptError`."""
        self.path, self.rows = path, list[GameRow]()
        self._head = {"format": FORMAT, "key": plan.key(rules), "plan": plan.told()}
        try:
            good = self._read() if path.exists() else 0
            self._file = open(path, "r+b" if good else "wb")  # noqa: SIM115 - closed by `close`
            self._file.truncate(good)
            self._file.seek(good)
            if not good:
                self._file.write(_line(self._head))
                self._file.flush()
        except OSError as error:
            raise KeptError(f"{path}: {reason(error)}") from error

    def _read(self) -> int:
        """Read the games; up to where the file is good."""
        raw = read_ordinary(self.path, LARGEST)
        lines = raw.split(b"\n")[:-1]
        if not lines:
            return 0
        head = _said(lines[0])
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise KeptError(f"{self.path} is no file of games; choose another name")
        if head.get("key") != self._head["key"]:
            raise KeptError(f"{self.path} holds games of another plan or of other rules; choose another name")
        good = len(lines[0]) + 1
        for number, line in enumerate(lines[1:]):
            row = _row(_said(line))
            if row is None or row.number != number:
                break
            self.rows.append(row)
            good += len(line) + 1
        return good

    def add(self, rows: Sequence[GameRow]) -> None:
        """The next games. Raises `KeptError` where they cannot be written; those before stay."""
        try:
            self._file.write(b"".join(_line(row._asdict()) for row in rows))
            self._file.flush()
        except OSError as error:
            raise KeptError(f"{self.path}: {reason(error)}") from error
        self.rows += rows

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _line(told: dict[str, Any]) -> bytes:
    return json.dumps(told, separators=(",", ":")).encode() + b"\n"


def _said(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _row(told: Any) -> GameRow | None:
    try:
        scores, outcomes, winners = (tuple(map(int, told[name])) for name in ("scores", "outcomes", "winners"))
        sheet = None if told["sheet"] is None else tuple(dict(each) for each in told["sheet"])
        return GameRow(
            int(told["number"]), scores, outcomes, winners, int(told["decisions"]), int(told["length"]), sheet
        )
    except (KeyError, TypeError, ValueError):
        return None
