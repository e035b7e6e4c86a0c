"""How many streams of news may be open at once: all together, and for one address, so that nobody keeps others out."""

from __future__ import annotations

import socket
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from typing import Final

__all__ = ["AT_AN_ADDRESS", "STREAMS", "WRITING", "Crowd", "Streams", "files", "lose_the_silent"]

STREAMS: Final = 4_000
"""Streams that are open at the same time; fewer where there may not be so many files."""
AT_AN_ADDRESS: Final = 100
"""Those of one address. This machine's own is not counted: a server in front may speak for all."""
WRITING: Final = 30.0
"""Seconds in which something must have been read; else the stream is closed."""
_SPARE: Final = 100
"""Files and connections besides streams."""


class Crowd(Exception):
    """There are as many streams as there may be; says which are meant."""


class Streams:
    """The streams that are open. `most`: how many there may be."""

    def __init__(self, most: int = STREAMS) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def one(self, address: str) -> Iterator[None]:
        """While one more is open. Raises `Crowd`."""
        if self._open.total() >= self._most:
            raise Crowd("too many pages are open here")
        if self._open[address] >= AT_AN_ADDRESS and not _is_own(address):
            raise Crowd("too many pages are open from your address")
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


def _is_own(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:  # a socket of this machine
        return True


def files() -> int:
    """For how many streams there are files: two each, one to the page and one to the process of its table. As many as may be are allowed."""
    if sys.platform == "win32":
        return STREAMS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * STREAMS + _SPARE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return STREAMS if soft == resource.RLIM_INFINITY else max(1, min(STREAMS, (soft - _SPARE) // 2))


def lose_the_silent(listening: socket.socket) -> None:
    """Let the system end connections of which nothing is read any more; where it cannot, they end with what they are for."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * WRITING))
