"""Several server processes that share the matches by name, and the front process that forwards requests.

One Python process uses one core. With several, each match belongs to one process, by its name, so nothing has to be shared:

    POST /api/t/356c253dc638/answer      front: shard_of("356c253dc638", 4) is, say, 2: forwarded to the socket of process 2
    POST /api/tables                     front: any process in turn; it picks names that belong to it (`Lobby._name`)
    GET  /static/...                     front: likewise

The front process checks limits (`middleware`) and forwards bytes; a process that died is begun again, and reads its matches from disk.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import multiprocessing
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import h11

from ruleset_core.processes import exit_with_parent, interrupts_blocked
from ruleset_core.web.middleware import BODY, WRITING, RateLimit, SecurityMiddleware, StreamQuota, stream_limit_by_files
from ruleset_core.web.page_messages import Refusal
from ruleset_core.web.page_requests import OPEN_FILE
from ruleset_core.web.persistence import shard_of
from ruleset_core.web.slow_games.deliveries import DeliverySettings
from ruleset_core.web.table_files import LARGEST_FILE
from ruleset_core.web.worker_pools import LIMIT

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

    from starlette.types import Message, Receive, Scope, Send


TRIES: Final = 600
PAUSE: Final = 0.1
"""How often it is tried to reach a process that begins, and seconds between."""
ENDING: Final = 5
"""Seconds that a process has for its end."""
SWEEPS: Final = (20_000, 50, 100)
"""How seldom what is no longer needed is looked for: to go through two hundred tables takes half a second, in which nobody is answered."""


_OF_A_CONNECTION: Final = frozenset(
    {b"connection", b"keep-alive", b"transfer-encoding", b"content-length", b"expect", b"te", b"upgrade"}
)
_SAID_ANEW: Final = frozenset({b"connection", b"date", b"server"})
"""Headers of an answer that the process in front gives itself."""
NEWS: Final = "/events"
"""What the address ends with where news are asked for, which go on."""


@dataclass(frozen=True, slots=True)
class ShardSettings:
    """What all processes of a server have in common, as `ShardFront` is given it."""

    roots: tuple[str, ...]
    secret: str
    pause: float
    public: str
    bot_limit: float
    free_only: bool
    is_local: bool
    asks: tuple[str, ...]
    deliveries: DeliverySettings


class Shard:
    """One process: where it listens, and how it is begun."""

    def __init__(self, number: int, count: int, directory: str, settings: ShardSettings) -> None:
        self.socket = str(Path(directory) / f"{number}")
        self._asked = (number, count, self.socket, settings)
        self._process: SpawnProcess | None = None

    def begin(self) -> None:
        """Begin the process, unless it runs."""
        if self._process is None or not self._process.is_alive():
            Path(self.socket).unlink(missing_ok=True)
            with interrupts_blocked():  # one that has not begun can be neither ended nor waited for
                process = multiprocessing.get_context("spawn").Process(target=_serve, args=self._asked)
                process.start()
                self._process = process

    def terminate(self) -> None:
        """Tell the process to end."""
        if self._process is not None:
            self._process.terminate()

    def join(self) -> None:
        """Wait until the process has ended; one that does not is killed, as this process could not end before it."""
        if self._process is not None:
            self._process.join(ENDING)
            self._process.kill()

    async def reach(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to the process, which is begun again where it is gone. Raises OSError."""
        for _ in range(TRIES):
            self.begin()
            try:
                return await asyncio.open_unix_connection(self.socket)
            except OSError:
                await asyncio.sleep(PAUSE)
        return await asyncio.open_unix_connection(self.socket)


class ShardFront:
    """What people reach: hands requests on to the process that a table belongs to; those of no table go around."""

    def __init__(
        self,
        count: int,
        roots: Sequence[Path],
        secret: str,
        pause: float,
        public: str = "",
        bot_limit: float = LIMIT,
        *,
        free_only: bool = False,
        is_local: bool = False,
        asks: Sequence[str] = (),
        deliveries: DeliverySettings | None = None,
    ) -> None:
        self._directory = tempfile.TemporaryDirectory(prefix="ruleset-")
        named = tuple(str(root) for root in roots)
        given = deliveries or DeliverySettings()
        settings = ShardSettings(named, secret, pause, public, bot_limit, free_only, is_local, tuple(asks), given)
        self._shards = [Shard(each, count, self._directory.name, settings) for each in range(count)]
        self._next = 0
        self._streams, self._pace = StreamQuota(stream_limit_by_files()), RateLimit()
        self._guarded = SecurityMiddleware(self._answer, public, secret)

    def begin(self) -> None:
        """Begin all processes."""
        for shard in self._shards:
            shard.begin()

    def close(self) -> None:
        """End all processes. A second Ctrl-C waits until that is done: a process left behind would keep this one from ending."""
        with interrupts_blocked():
            for shard in self._shards:
                shard.terminate()
            for shard in self._shards:
                shard.join()
            self._directory.cleanup()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on what is asked."""
        await self._guarded(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """What is behind the outermost layer, which tells what is refused here."""
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http":
            self._pace.one(_address(scope))
            with self._streams.one(_address(scope)) if scope["path"].endswith(NEWS) else nullcontext():
                async with self._handed_on(scope, receive) as answer:
                    await _send_back(answer, receive, send)

    def _shard(self, path: str) -> Shard:
        parts = path.split("/")
        name = next((after for before, after in itertools.pairwise(parts) if before == "t"), None)
        if name is None:
            self._next += 1
            return self._shards[self._next % len(self._shards)]
        return self._shards[shard_of(name, len(self._shards))]

    @asynccontextmanager
    async def _handed_on(self, scope: Scope, receive: Receive) -> AsyncIterator[AsyncIterator[h11.Event]]:
        body = (
            None
            if scope["method"] in {"GET", "HEAD"}
            else await _body(receive, LARGEST_FILE if scope["path"] == OPEN_FILE else BODY)
        )
        try:
            reader, writer = await self._shard(scope["path"]).reach()
        except OSError:
            raise Refusal(503, "silent") from None
        try:
            speaks = h11.Connection(h11.CLIENT)
            query = scope["query_string"]
            target = scope["raw_path"] + (b"?" + query if query else b"")
            try:
                asked = (
                    h11.Request(method=scope["method"], target=target, headers=_kept(scope["headers"], body)),
                    h11.Data(data=body or b""),
                    h11.EndOfMessage(),
                )
                written = b"".join(speaks.send(event) or b"" for event in asked)
            except h11.LocalProtocolError:
                raise Refusal(400, "not_understood", what="HTTP") from None
            writer.write(written)  # whole, as it may be answered by its head
            with suppress(ConnectionError):  # what was answered may still be read
                await writer.drain()
            yield _events(speaks, reader)
        finally:
            writer.close()


def _kept(headers: Iterable[tuple[bytes, bytes]], body: bytes | None) -> list[tuple[bytes, bytes]]:
    """The headers of a request as they are handed on: what they say of this connection and of the body is said anew."""
    kept = [(name, value) for name, value in headers if name.lower() not in _OF_A_CONNECTION]
    if not any(name.lower() == b"host" for name, _ in kept):  # HTTP/1.0 needs none, the process behind does
        kept.append((b"host", b"localhost"))
    return [*kept, (b"connection", b"close"), *([] if body is None else [(b"content-length", b"%d" % len(body))])]


async def _body(receive: Receive, most: int) -> bytes:
    """The body of a request, as far as it may be looked at; a longer one is refused by its length."""
    body: bytes = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body") or len(body) > most:
            return body


async def _events(speaks: h11.Connection, reader: asyncio.StreamReader) -> AsyncIterator[h11.Event]:
    while True:
        try:
            event = speaks.next_event()
            if event is h11.NEED_DATA:
                speaks.receive_data(await reader.read(1 << 16))
                continue
        except (h11.RemoteProtocolError, ConnectionError):  # the process ended within its answer; pages ask again
            return
        if isinstance(event, h11.EndOfMessage | h11.ConnectionClosed):
            return
        assert not isinstance(event, type)  # a pause comes after the end alone
        yield event


async def _send_back(answer: AsyncIterator[h11.Event], receive: Receive, send: Send) -> None:
    """Send on what comes, until it ends or the page is gone."""
    gone = asyncio.ensure_future(_gone(receive))
    sending = asyncio.ensure_future(_sent(answer, send))
    try:
        await asyncio.wait({gone, sending}, return_when=asyncio.FIRST_COMPLETED)
        if sending.done():
            sending.result()
    finally:
        gone.cancel()
        sending.cancel()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _address(scope: Scope) -> str:
    """Where somebody asks from; empty where that is not known."""
    client = scope.get("client")
    return client[0] if client else ""


async def _sent(answer: AsyncIterator[h11.Event], send: Send) -> None:
    begun = False
    async for event in answer:
        if isinstance(event, h11.Response):
            begun = True
            headers = [(name, value) for name, value in event.headers if name not in _SAID_ANEW]
            message: Message = {"type": "http.response.start", "status": event.status_code, "headers": headers}
            await send(message)
        elif isinstance(event, h11.Data):
            body: Message = {"type": "http.response.body", "body": bytes(event.data), "more_body": True}
            try:
                await asyncio.wait_for(send(body), WRITING)
            except TimeoutError:  # nobody reads it
                return
    if not begun:
        raise Refusal(503, "silent")
    await send({"type": "http.response.body", "body": b""})


async def _live(receive: Receive, send: Send) -> None:
    while True:
        kind = (await receive())["type"]
        await send({"type": f"{kind}.complete"})
        if kind == "lifespan.shutdown":
            return


def _serve(number: int, count: int, socket: str, settings: ShardSettings) -> None:
    """A process begins: it serves its tables until it is told to end."""
    import uvicorn

    from ruleset_core.web.lobby import Lobby
    from ruleset_core.web.routes import make_app
    from ruleset_core.web.slow_games.deliveries import Deliveries
    from ruleset_core.web.slow_games.notifications import SlowTables
    from ruleset_core.web.slow_games.server_requests import Channels
    from ruleset_core.web.worker_pools import AnalysisQueue, BotWorkers

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(
        signal.SIGTERM, lambda *_: sys.exit()
    )  # the server sends it once more at its end: then what it holds is given back
    lobby = Lobby(
        [Path(root) for root in settings.roots],
        settings.pause,
        (number, count),
        bots=BotWorkers(1, settings.bot_limit),
        analyses=AnalysisQueue(),
        free_only=settings.free_only,
        is_local=settings.is_local,
        asks=settings.asks,
    )
    given = settings.deliveries
    slow = SlowTables(lobby, Deliveries(given), settings.public)
    channels = Channels(given.webhooks, mail=given.mail is not None)
    config = uvicorn.Config(
        make_app(lobby, settings.secret, settings.public, slow, channels),
        uds=socket,
        log_level="critical",
        access_log=False,
        ws="none",
        timeout_graceful_shutdown=1,
    )
    gc.freeze()  # what is there for good is not gone through
    gc.set_threshold(*SWEEPS)
    server = uvicorn.Server(config)
    exit_with_parent(partial(setattr, server, "should_exit", True))
    server.run()
