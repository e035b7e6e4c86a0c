"""Connections on which nothing is asked end, and nobody holds so many that there are none for others."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .bounds import AT_AN_ADDRESS, is_own, place_of
from .guard import answer_headers
from .refusals import Refusal
from .sent import as_text

__all__ = ["ASKING", "BESIDES", "patient"]

ASKING: Final = 10.0
"""Seconds in which all of a request must have come."""
BESIDES: Final = 50
"""Connections of one address, and of all, besides those on which news go out."""
_ASKS: Final = (h11.IDLE, h11.SEND_BODY)
"""While somebody may still ask, or has not said all of it."""


def patient(streams: int) -> type[H11Protocol]:
    """A protocol that waits so long and no longer. `streams`: how many streams of news there may be."""
    open_at: Counter[str] = Counter()

    class Patient(H11Protocol):
        """One connection."""

        ends: asyncio.TimerHandle | None = None
        at: str | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            at = place_of(self.client[0] if self.client else "")
            if open_at.total() >= streams + BESIDES or (open_at[at] >= AT_AN_ADDRESS + BESIDES and not is_own(at)):
                transport.abort()
                return
            self.at = at
            open_at[at] += 1
            self._expects()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._expects()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._calm()
            if self.at is not None:
                open_at[self.at] -= 1
                if not open_at[self.at]:
                    del open_at[self.at]
                self.at = None

        def send_400_response(self, msg: str) -> None:
            """Answer to what is no HTTP, of which no language is known either."""
            why = Refusal(400, "not_understood", what=msg[:100])
            body = as_text({"refused": " / ".join(map(why.why, ("en", "es")))}).encode()
            headers = [
                (b"content-type", b"application/json"),
                (b"connection", b"close"),
                (b"content-length", b"%d" % len(body)),
            ]
            events = (
                h11.Response(
                    status_code=why.status,
                    headers=answer_headers({"status": why.status, "headers": headers}, ""),
                    reason=b"Bad Request",
                ),
                h11.Data(data=body),
                h11.EndOfMessage(),
            )
            self.transport.write(b"".join(self.conn.send(event) or b"" for event in events))
            self.transport.close()

        def _expects(self) -> None:
            """The time runs from the first thing that is missing; what was asked and is being answered takes as long as it takes."""
            if self.conn.their_state not in _ASKS:
                self._calm()
            elif self.ends is None:
                self.ends = self.loop.call_later(ASKING, self._is_late)

        def _calm(self) -> None:
            if self.ends is not None:
                self.ends.cancel()
                self.ends = None

        def _is_late(self) -> None:
            self.ends = None
            if self.conn.their_state in _ASKS:
                self.transport.abort()

    return Patient
