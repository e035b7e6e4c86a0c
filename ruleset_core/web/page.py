"""A page that is open at a table: what is new for it waits in a queue until it is sent."""

from __future__ import annotations

import asyncio
from typing import Final

__all__ = ["WAITING", "Page"]

WAITING: Final = 32
"""News that wait for a slow page; then it must ask for the whole."""


class Page:
    """One page that is open: what is new comes into its queue."""

    def __init__(self, whose: str, lang: str) -> None:
        self.whose, self.lang = whose, lang
        self.fresh = True
        self.ended = False
        self.news: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING)

    def tell(self, told: bytes | None) -> None:
        """Send it something; None ends it. A page that does not read is sent away, and asks again."""
        if self.ended:
            return
        try:
            self.news.put_nowait(told)
        except asyncio.QueueFull:
            told = None
            while not self.news.empty():
                self.news.get_nowait()
            self.news.put_nowait(None)
        self.ended = told is None
