"""Moves from a file: one notation per line, `#` starts a comment."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Final

import click

from ruleset_core.cli.said.messages import say
from ruleset_core.record import read_bytes

__all__ = ["Script", "ScriptError", "read_script"]

MAX_BYTES: Final = 4 * 1024 * 1024


class ScriptError(click.ClickException):
    """A line of a script cannot be played; exit code 1."""


@dataclass(slots=True)
class Script:
    """Moves that wait to be played: line number and notation."""

    file: str
    moves: list[tuple[int, str]]
    played: int = 0

    @property
    def done(self) -> bool:
        """True when every move was played."""
        return self.played == len(self.moves)

    @property
    def line(self) -> int:
        """The line of the next move."""
        return self.moves[self.played][0]

    def next(self) -> str:
        """The next move, taken off the script."""
        self.played += 1
        return self.moves[self.played - 1][1]

    def refuse(self, problem: str, lang: str) -> ScriptError:
        """The error that the move taken last cannot be played."""
        return ScriptError(
            say("script_refused", lang, file=self.file, line=self.moves[self.played - 1][0], problem=problem)
        )

    def too_long(self, lang: str) -> ScriptError:
        """The error that the game is over before the next move."""
        return ScriptError(say("script_long", lang, file=self.file, line=self.line))


def read_script(file: str, lang: str) -> Script:
    """The moves in a file, `-` for the standard input. Raises `RecordError` or `ScriptError`."""
    if file == "-":
        file, content = "stdin", sys.stdin.buffer.read(MAX_BYTES)
    else:
        content = read_bytes(file, MAX_BYTES)
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise ScriptError(say("script_text", lang, file=file)) from None
    moves = ((number, " ".join(line.partition("#")[0].split())) for number, line in enumerate(lines, start=1))
    return Script(file, [(number, move) for number, move in moves if move])
