"""The outermost layer: what is refused before anything looks at it, and what every answer says to the browser, refusals too."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from ruleset_core.faults import fault

from .refusals import Refusal, refusal

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["BODY", "Guard", "answer_headers"]

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
_OURS: Final = frozenset(name for name, _ in HEADERS)
STATIC: Final = "/static/"

Headers = list[tuple[bytes, bytes]]


class Guard:
    """Stands before an application, and before the processes that applications run in.

    - What is too large, of no known length, or sent by a page of another site is refused.
    - Whatever the application raises becomes a sentence.
    - Every answer has the same headers, whoever gives it. Nothing is kept by a browser but the files of the pages.
    """

    def __init__(self, app: ASGIApp, public: str = "") -> None:
        self._app = app
        self._public = _netloc(public)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or hand on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message = {**message, "headers": answer_headers(message, scope["path"])}
            await send(message)

        try:
            self._check(scope)
            await self._app(scope, receive, guarded)
        except Refusal as why:
            if begun:
                raise
            await refusal(why, scope)(scope, receive, guarded)
        except Exception as error:
            if begun:  # what was promised cannot come: the connection ends
                raise
            sys.stderr.write(f"{scope['method']} {scope['path']}: {fault(error)}\n")
            await refusal(Refusal(500, "fault"), scope)(scope, receive, guarded)

    def _check(self, scope: Scope) -> None:
        """Raise `Refusal` for what nobody has to look at."""
        headers = dict(scope["headers"])
        if b"transfer-encoding" in headers:  # a length that stands beside it would be another one
            raise Refusal(411, "no_length")
        if scope["method"] in {"GET", "HEAD"}:
            return
        if not self._is_own(headers):
            raise Refusal(403, "other_page")
        length = headers.get(b"content-length", b"")
        if not length:
            raise Refusal(411, "no_length")
        if not length.isdigit() or len(length) > 8 or int(length) > BODY:
            raise Refusal(413, "too_large", most=BODY)

    def _is_own(self, headers: dict[bytes, bytes]) -> bool:
        """Whether a page of this server asks, or no page at all: browsers always say which."""
        origin = headers.get(b"origin")
        if origin is None:
            return headers.get(b"sec-fetch-site", b"same-origin") in {b"same-origin", b"none"}
        here = {headers.get(b"host", b"").decode("latin-1"), self._public} - {""}
        return _netloc(origin.decode("latin-1")) in here


def answer_headers(start: Message, path: str) -> Headers:
    """The headers of an answer that begins so: those given, and once each those of every answer."""
    headers = [(name, value) for name, value in start.get("headers", ()) if name.lower() not in _OURS]
    if not any(name.lower() == b"cache-control" for name, _ in headers):
        kept = path.startswith(STATIC) and start["status"] < 400
        headers.append((b"cache-control", b"no-cache" if kept else b"no-store"))
    return [*headers, *HEADERS]


def _netloc(url: str) -> str:
    """Host and port of an address; empty where it is none, such as `http://[::1`."""
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""
