"""The server around its routes: connections with timeouts, rate limits, stream quotas, security headers.

A server on the open net is sent anything. What goes beyond the limits is refused here, before any of it is read:

    a body of 20,000 bytes               413: at most 16,384
    a body of unknown length             411
    POST from a page of another site     403: its `origin` is not ours
    too many requests of one network     429 (`RateLimit`)
    a 101st stream of one address        refused (`StreamQuota`): at most 100 of an address, 4,000 in all

Every answer, refusals too, gets the headers that allow a page nothing but its own scripts and styles.
"""

from __future__ import annotations

import asyncio
import hmac
import socket
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, urlsplit

import h11
from starlette.responses import Response
from uvicorn.protocols.http.h11_impl import H11Protocol

from ruleset_core.messages import LANGUAGES
from ruleset_core.safe_text import describe_fault
from ruleset_core.web.page_messages import Refusal
from ruleset_core.web.page_requests import OPEN_FILE, PageResponse, refusal_response
from ruleset_core.web.render_cache import panel_text
from ruleset_core.web.table_files import LARGEST_FILE

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


# The outermost layer: what is refused before anything looks at it, and what every answer says to the browser,
# refusals too.

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


def request_language(scope: Scope) -> str:
    """The language of who asks: what follows `?` in the address says it, else the browser."""
    asked = parse_qs(scope["query_string"][:2000].decode("latin-1")).get("lang")
    if asked is None:
        browser: bytes = dict(scope["headers"]).get(b"accept-language", b"")
        asked = [browser[:2].lower().decode("latin-1")]
    return asked[0] if asked[0] in LANGUAGES else LANGUAGES[0]


def http_response(found: PageResponse) -> Response:
    """What a page is answered, as HTTP."""
    headers = {"content-disposition": f'attachment; filename="{found.file}"'} if found.file else None
    return Response(found.body, found.status, headers, found.media_type)


def _refuse(why: Refusal, scope: Scope) -> Response:
    return http_response(refusal_response(why, request_language(scope)))


class SecurityMiddleware:
    """Stands before an application, and before the processes that applications run in.

    - What is too large, of no known length, or sent by a page of another site is refused.
    - Whatever the application raises becomes a sentence.
    - Every answer has the same headers, whoever gives it. Nothing is kept by a browser but the files of the pages.
    """

    def __init__(self, app: ASGIApp, public: str = "", secret: str = "") -> None:
        """`secret`: who has it may send a file to be opened, which is longer than all else."""
        self._app, self._secret = app, secret
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
                message = {**message, "headers": response_headers(message, scope["path"])}
            await send(message)

        try:
            self._check(scope)
            await self._app(scope, receive, guarded)
        except Refusal as why:
            if begun:
                raise
            await _refuse(why, scope)(scope, receive, guarded)
        except Exception as error:
            if begun:  # what was promised cannot come: the connection ends
                raise
            sys.stderr.write(f"{scope['method']} {scope['path']}: {describe_fault(error)}\n")
            await _refuse(Refusal(500, "fault"), scope)(scope, receive, guarded)

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
        most = LARGEST_FILE if scope["path"] == OPEN_FILE and self._is_owner(headers) else BODY
        if not length.isdigit() or len(length) > 8 or int(length) > most:
            raise Refusal(413, "too_large", most=most)

    def _is_owner(self, headers: dict[bytes, bytes]) -> bool:
        given = headers.get(b"authorization", b"").removeprefix(b"Bearer ")
        return bool(self._secret) and hmac.compare_digest(given, self._secret.encode())

    def _is_own(self, headers: dict[bytes, bytes]) -> bool:
        """Whether a page of this server asks, or no page at all: browsers always say which."""
        origin = headers.get(b"origin")
        if origin is None:
            return headers.get(b"sec-fetch-site", b"same-origin") in {b"same-origin", b"none"}
        here = {headers.get(b"host", b"").decode("latin-1"), self._public} - {""}
        return _netloc(origin.decode("latin-1")) in here


def response_headers(start: Message, path: str) -> Headers:
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


# How many streams of news may be open at once, all together and for one address, and how often one may ask: so that
# nobody keeps others out.

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


class StreamQuota:
    """The streams that are open. `most`: how many there may be."""

    def __init__(self, most: int = STREAMS) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def one(self, address: str) -> Iterator[None]:
        """While one more is open. Raises `Refusal`."""
        address = client_network(address)
        if self._open.total() >= self._most:
            raise Refusal(503, "many_open")
        if self._open[address] >= AT_AN_ADDRESS and not is_local_address(address):
            raise Refusal(503, "many_yours")
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


class RateLimit:
    """How often is asked from where: a bucket for each address, from which requests are taken and into which time pours new ones."""

    def __init__(self) -> None:
        self._left: dict[str, tuple[float, float]] = {}
        self._swept = monotonic()

    def one(self, address: str) -> None:
        """One more request from there. Raises `Refusal`."""
        address, now = client_network(address), monotonic()
        if is_local_address(address):
            return
        if now - self._swept > AT_ONCE / A_SECOND:  # who did not ask for so long has a full bucket, as if never seen
            self._left = {at: left for at, left in self._left.items() if now - left[1] < AT_ONCE / A_SECOND}
            self._swept = now
        left, then = self._left.get(address, (AT_ONCE, now))
        left = min(AT_ONCE, left + A_SECOND * (now - then)) - 1
        self._left[address] = max(left, 0), now
        if left < 0:
            raise Refusal(429, "too_often")


def client_network(address: str) -> str:
    """What counts as one address: of the newer kind somebody has as many as there are in a network."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address) or found.is_loopback:
        return address
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))


def is_local_address(address: str) -> bool:
    """Whether it is this machine's own, which a server in front may have too: it is not counted."""
    try:
        return ip_address(address).is_loopback
    except ValueError:  # a socket of this machine
        return True


def stream_limit_by_files() -> int:
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


def drop_silent_connections(listening: socket.socket) -> None:
    """Let the system end connections of which nothing is read any more; where it cannot, they end with what they are for."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * WRITING))


# HTTP connections with timeouts and a limit on their number.

ASKING: Final = 10.0
"""Seconds in which all of a request must have come."""
BESIDES: Final = 50
"""Connections of one address, and of all, besides those on which news go out."""
_ASKS: Final = (h11.IDLE, h11.SEND_BODY)
"""While somebody may still ask, or has not said all of it."""


def timeout_protocol(streams: int) -> type[H11Protocol]:
    """A protocol that waits so long and no longer. `streams`: how many streams of news there may be."""
    open_at: Counter[str] = Counter()

    class Patient(H11Protocol):
        """One connection."""

        ends: asyncio.TimerHandle | None = None
        at: str | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            at = client_network(self.client[0] if self.client else "")
            if open_at.total() >= streams + BESIDES or (
                open_at[at] >= AT_AN_ADDRESS + BESIDES and not is_local_address(at)
            ):
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
            body = panel_text({"refused": " / ".join(map(why.why, LANGUAGES))}).encode()
            headers = [
                (b"content-type", b"application/json"),
                (b"connection", b"close"),
                (b"content-length", b"%d" % len(body)),
            ]
            events = (
                h11.Response(
                    status_code=why.status,
                    headers=response_headers({"status": why.status, "headers": headers}, ""),
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
