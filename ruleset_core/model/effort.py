"""How much effort goes into looking for close names: bounded, however many unknown names a file has.

Without a bound, a thousand unknown names beside thousands of known ones take a minute. Of so many nobody reads the last.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

LONGEST = 60
"""Longest word, in characters, for which close ones are looked for."""
MOST = 150_000
"""Words compared in one check; a second or two."""
_LEFT: ContextVar[list[int] | None] = ContextVar("_LEFT", default=None)


@contextmanager
def limited_hints(most: int = MOST) -> Iterator[None]:
    """Compare at most so many words within; what is unknown after that is told without a close name."""
    token = _LEFT.set([most])
    try:
        yield
    finally:
        _LEFT.reset(token)


def spend(words: int) -> bool:
    """Take the effort of comparing so many words; False when it has been used up."""
    left = _LEFT.get()
    if left is None:
        return True
    left[0] -= words
    return left[0] >= 0


@contextmanager
def much_that_stays() -> Iterator[None]:
    """Look for no garbage within: nearly all that is made stays until the end, and to look through it again and again takes time."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
