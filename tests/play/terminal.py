"""A program in a terminal of its own, driven by a test: typed at, read from, interrupted, killed."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from typing import Self

FAKE = """
import sys
import pytest
import ruleset_core
from ruleset_core.cli import main
from ruleset_core.view.scene import scene_builder as build
from tests.record.fake import FakeGame, fake_scene
from tests.standin import ask_stand_ins
ruleset_core.load = lambda *_, **__: FakeGame()
build.scene = fake_scene
ask_stand_ins(pytest.MonkeyPatch())
sys.exit(main(sys.argv[1:]))
"""
"""A program that is `ruleset` with the tiny game behind every name."""

REAL = "import sys\nfrom ruleset_core.cli import main\nsys.exit(main(sys.argv[1:]))"
"""A program that is `ruleset`."""

OWN_TERMINAL = """
import fcntl, signal, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGINT, signal.default_int_handler)
"""
"""Begins every program, so that Ctrl-C reaches it through the terminal; tests that run in the background ignore it."""

ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>])")


class Terminal:
    """A process whose terminal is a pseudo-terminal. `text` is everything it showed, without colours."""

    def __init__(self, args: Sequence[str], env: Mapping[str, str], program: str = FAKE, columns: int = 100) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", OWN_TERMINAL + program, *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={"TERM": "xterm", "PATH": os.environ["PATH"], "PYTHONPATH": ":".join(sys.path), **env},
            start_new_session=True,
        )
        os.close(slave)
        self.raw = ""
        self._read_to = 0

    @property
    def text(self) -> str:
        return ESCAPES.sub("", self.raw).replace("\r", "")

    def expect(self, text: str, seconds: float = 20) -> None:
        """Wait until `text` is shown behind what was waited for before."""
        end = time.monotonic() + seconds
        while (found := self.text.find(text, self._read_to)) < 0:
            if not self._read(end - time.monotonic()):
                raise AssertionError(f"no {text!r} in {self.text[self._read_to :]!r}")
        self._read_to = found + len(text)

    def shows(self, text: str, seconds: float = 1) -> bool:
        """Whether `text` comes within some time behind what was waited for before."""
        try:
            self.expect(text, seconds)
        except AssertionError:
            return False
        return True

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def press(self, key: str, text: str) -> None:
        """Type a key until `text` is shown: a key that comes before the program listens may be lost on it."""
        for _ in range(9):
            self.type(key)
            try:
                return self.expect(text, 2)
            except AssertionError:
                continue
        self.expect(text, 0)
        return None

    def answer(self, text: str) -> None:
        """Wait for the prompt, then type a line."""
        self.expect("> ")
        self.type(f"{text}\n")

    def end(self, seconds: float = 20) -> int:
        """Wait for the end of the process; its exit code."""
        end = time.monotonic() + seconds
        while self._read(end - time.monotonic()):
            pass
        return self.process.wait(max(0.1, end - time.monotonic()))

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], max(0, seconds))
        try:
            piece = os.read(self._master, 65536) if ready else b""
        except OSError:  # the other side is closed
            piece = b""
        self.raw += piece.decode(errors="replace")
        return bool(piece)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._master)
