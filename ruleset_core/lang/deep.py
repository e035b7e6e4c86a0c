"""Room for deep trees: long rows of amounts and of options are deep, and what walks them calls itself for every level."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

RECURSION = 6_000
"""How deep Python may go: some calls for each level of the deepest trees that files of the largest size can hold."""


@contextmanager
def deep() -> Iterator[None]:
    """Let Python go deeper for a while."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, RECURSION))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
