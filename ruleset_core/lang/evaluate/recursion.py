"""Room for the interpreter: it goes down into trees by calls of Python, several for each level."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

CALLS = 12_000
"""Enough for `runtime.DEEP` procedures in each other, and for amounts made of a hundred others."""


@contextmanager
def deep() -> Iterator[None]:
    """Allow deeper calls meanwhile."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, CALLS))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
