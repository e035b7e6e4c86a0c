"""What every answer says to the browser, and what is refused before anything looks at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from .refusals import Refusal, refusal

if TYPE_CHECKING:
    from starlette.responses import JSONResponse
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["BODY", "Guard", "is_small", "too_much"]

BODY: Final = 16_384
"""Bytes that a page may send at once."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


class Guard:
    """Stands before the pages: bodies are bounded, and what changes something comes from a page of this server alone."""

    def __init__(self, app: ASGIApp, public: str = "") -> None:
        self._app = app
        self._public = urlsplit(public).netloc

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or hand on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        headers = dict(scope["headers"])
        if scope["method"] not in {"GET", "HEAD"} and not self._is_own(headers):
            await refusal(Refusal(403, "other_page"), scope["query_string"])(scope, receive, guarded)
            return
        if not is_small(headers, scope["method"]):
            await too_much(scope["query_string"])(scope, receive, guarded)
            return
        await self._app(scope, receive, guarded)

    def _is_own(self, headers: dict[bytes, bytes]) -> bool:
        """Whether a page of this server asks, or no page at all: browsers always say which."""
        origin = headers.get(b"origin")
        if origin is None:
            return headers.get(b"sec-fetch-site", b"same-origin") in {b"same-origin", b"none"}
        here = {headers.get(b"host", b"").decode("latin-1"), self._public} - {""}
        return urlsplit(origin.decode("latin-1")).netloc in here


def is_small(headers: dict[bytes, bytes], method: str) -> bool:
    """Whether the body says how large it is, and is not too large."""
    if method in {"GET", "HEAD"}:
        return True
    length = headers.get(b"content-length", b"")
    return length.isdigit() and len(length) < 9 and int(length) <= BODY


def too_much(query: bytes) -> JSONResponse:
    """What is answered to a larger body."""
    return refusal(Refusal(413, "too_large", most=BODY), query)
