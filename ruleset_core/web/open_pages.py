"""Pages that are open at a table: what is new for one waits in its queue until it is sent.

A page of seat 0, in English:

    page = OpenPage("0", "en")
    page.send(b"{...}")        it is read by whoever waits for `page.news`
    page.send(None)            the page is sent away; so is one that does not read
"""

from __future__ import annotations

import asyncio
from typing import Final

WAITING: Final = 32
"""News that wait for a slow page; then it must ask for the whole."""


class OpenPage:
    """One page that is open: what is new comes into its queue."""

    def __init__(self, whose: str, lang: str) -> None:
        self.whose, self.lang = whose, lang
        self.fresh = True
        self.ended = False
        self.news: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING)

    def send(self, message: bytes | None) -> None:
        """Send it something; None ends it. A page that does not read is sent away, and asks again."""
        if self.ended:
            return
        try:
            self.news.put_nowait(message)
        except asyncio.QueueFull:
            message = None
            while not self.news.empty():
                self.news.get_nowait()
            self.news.put_nowait(None)
        self.ended = message is None
