"""How many streams of news may be open at once, all together and for one address, and how often one may ask: so that nobody keeps others out."""

from __future__ import annotations

import socket
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Final

from .refusals import Refusal

__all__ = ["AT_AN_ADDRESS", "STREAMS", "WRITING", "Pace", "Streams", "files", "is_own", "lose_the_silent", "place_of"]

STREAMS: Final = 4_000
"""Streams that are open at the same time; fewer where there may not be so many files."""
AT_AN_ADDRESS: Final = 100
"""Those of one address. This machine's own is not counted: a server in front may speak for all."""
WRITING: Final = 30.0
"""Seconds in which something must have been read; else the stream is closed."""
AT_ONCE: Final = 400
"""Requests that an address may send at once: eight pages that are opened together are as many."""
A_SECOND: Final = 40
"""Those that it may send every second, however long."""
_SPARE: Final = 100
"""Files and connections besides streams."""


class Streams:
    """The streams that are open. `most`: how many there may be."""

    def __init__(self, most: int = STREAMS) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def one(self, address: str) -> Iterator[None]:
        """While one more is open. Raises `Refusal`."""
        address = place_of(address)
        if self._open.total() >= self._most:
            raise Refusal(503, "many_open")
        if self._open[address] >= AT_AN_ADDRESS and not is_own(address):
            raise Refusal(503, "many_yours")
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


class Pace:
    """How often is asked from where: a bucket for each address, from which requests are taken and into which time pours new ones."""

    def __init__(self) -> None:
        self._left: dict[str, tuple[float, float]] = {}
        self._swept = monotonic()

    def one(self, address: str) -> None:
        """One more request from there. Raises `Refusal`."""
        address, now = place_of(address), monotonic()
        if is_own(address):
            return
        if now - self._swept > AT_ONCE / A_SECOND:  # who did not ask for so long has a full bucket, as if never seen
            self._left = {at: left for at, left in self._left.items() if now - left[1] < AT_ONCE / A_SECOND}
            self._swept = now
        left, then = self._left.get(address, (AT_ONCE, now))
        left = min(AT_ONCE, left + A_SECOND * (now - then)) - 1
        self._left[address] = max(left, 0), now
        if left < 0:
            raise Refusal(429, "too_often")


def place_of(address: str) -> str:
    """What counts as one address: of the newer kind somebody has as many as there are in a network."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address) or found.is_loopback:
        return address
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))


def is_own(address: str) -> bool:
    """Whether it is this machine's own, which a server in front may have too: it is not counted."""
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
