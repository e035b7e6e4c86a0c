"""Bots that hang or end their process, installed for a test as a distribution is."""

from __future__ import annotations

from pathlib import Path

import pytest

__all__ = ["DANGEROUS", "install"]

DANGEROUS = """
import os, signal, time

class Last:
    def __init__(self, stream):
        pass

    def choose(self, state):
        return state.options[-1]

class Hangs(Last):
    def choose(self, state):
        while True:
            pass

class HoldsLock(Last):
    '''Python runs no other thread while it counts to 10 ** 15.'''
    def choose(self, state):
        return sum(range(10 ** 15))

class Exits(Last):
    def choose(self, state):
        os._exit(3)

class Killed(Last):
    def choose(self, state):
        os.kill(os.getpid(), signal.SIGKILL)

class Unmade(Last):
    def __init__(self, stream):
        os._exit(0)
"""

NAMES = {"last": "Last", "hangs": "Hangs", "holds": "HoldsLock", "exits": "Exits", "killed": "Killed"}


def install(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer these bots by name to this process and to those that it starts."""
    about = place / "dangerous-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: dangerous\nVersion: 1\n")
    lines = (f"{name} = dangerous_bots:{made}\n" for name, made in NAMES.items())
    (about / "entry_points.txt").write_text("[ruleset.bots]\n" + "".join(lines))
    (place / "dangerous_bots.py").write_text(DANGEROUS)
    monkeypatch.syspath_prepend(place)
