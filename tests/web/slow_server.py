"""A server of slow tables with a clock of its own, and receivers of webhooks and mail on this machine."""

from __future__ import annotations

import asyncio
import json
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from ruleset_core.web.lobby import Lobby, MatchRequest
from ruleset_core.web.persistence import ClockRule, KeptSeat
from ruleset_core.web.rooms import MatchRoom
from ruleset_core.web.slow_games.deliveries import Deliveries, DeliverySettings, MailSettings
from ruleset_core.web.slow_games.notifications import MessageSender, SlowTables

HOUR = 3600.0
DAY = 24 * HOUR


class FakeClock:
    """A clock that goes as a test says."""

    def __init__(self) -> None:
        self.date, self.ran = 1_796_000_000.0, 500.0

    def now(self) -> float:
        return self.date

    def running(self) -> float:
        return self.ran

    def passes(self, seconds: float, *, off: bool = False) -> None:
        """Time passes; `off`: while no server runs."""
        self.date += seconds
        self.ran += 0 if off else seconds


class Receiver:
    """A receiver of webhooks: what came, by path. `status`: what it answers."""

    def __init__(self) -> None:
        self.came: list[tuple[str, dict[str, Any]]] = []
        self.status, self.headers = 204, dict[str, str]()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.came.append((self.path, json.loads(body)))
                self.send_response(receiver.status)
                for name, value in receiver.headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_request(self, *_: Any) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    @property
    def host(self) -> str:
        return f"localhost:{self.server.server_port}"

    def texts(self, path: str) -> list[str]:
        return [body["content"] for at, body in self.came if at == path]


class MailServer:
    """A mail server: what came, as pairs of an address and a message. `refuses`: the answer to a receiver, such as `450`."""

    def __init__(self) -> None:
        self.came: list[tuple[str, Any]] = []
        self.refuses = ""
        mails = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"220 here\r\n")
                to = ""
                while line := self.rfile.readline():
                    word = line[:4].upper()
                    if word == b"RCPT":
                        to = line.decode().split("<")[1].split(">")[0]
                        self.wfile.write(f"{mails.refuses or 250} receiver\r\n".encode())
                    elif word == b"DATA":
                        self.wfile.write(b"354 go on\r\n")
                        lines = []
                        while (text := self.rfile.readline()) != b".\r\n":
                            lines.append(text)
                        mails.came.append((to, message_from_bytes(b"".join(lines), policy=policy.default)))
                        self.wfile.write(b"250 taken\r\n")
                    else:
                        self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 fine\r\n")
                        if word == b"QUIT":
                            return

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True

    def settings(self, **given: Any) -> MailSettings:
        return MailSettings("127.0.0.1", self.server.server_address[1], "games@example.org", tls="none", **given)

    def texts(self, address: str) -> list[str]:
        return [mail.get_content() for to, mail in self.came if to == address]


@contextmanager
def receivers() -> Iterator[tuple[Receiver, MailServer]]:
    """Both, as long as the block lasts."""
    hooks, mails = Receiver(), MailServer()
    servers: list[socketserver.BaseServer] = [hooks.server, mails.server]
    for each in servers:
        threading.Thread(target=each.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield hooks, mails
    finally:
        for each in servers:
            each.shutdown()
            each.server_close()


class SlowServer:
    """A lobby whose tables last for days. `sender`: who delivers; by default nobody."""

    def __init__(self, clock: FakeClock, sender: MessageSender | None = None) -> None:
        self.clock, self.sender = clock, sender
        self.lobby = Lobby(pause=0)
        self.slow = SlowTables(self.lobby, sender, "https://games.example.org", clock)
        self.slow.begin()

    def begin(
        self,
        game: str = "tic_tac_toe",
        hours: float = 0,
        late: str = "easy",
        kinds: tuple[str, ...] = ("human", "human"),
    ) -> tuple[MatchRoom, dict[str, str]]:
        clock = ClockRule(hours, late) if hours else None
        names = ("Ana", "Bo", "Cy", "Di")
        seats = [KeptSeat(name, kind) for name, kind in zip(names, kinds, strict=False)]
        return self.lobby.begin(MatchRequest(game, seats, seed=5, clock=clock))

    def restart(self, *, off: float = 0, crash: bool = False, sender: MessageSender | None = None) -> SlowServer:
        """Another server in its place. After a crash nothing was written at the end."""
        if not crash:
            self.slow.close()
        for room in self.lobby._rooms.values():
            room.leave()
        self.clock.passes(off, off=True)
        return SlowServer(self.clock, sender or self.sender)

    async def passes(self, seconds: float, step: float = 4 * HOUR) -> None:
        """Time passes, and the server looks what is due."""
        while seconds > 0:
            self.clock.passes(min(step, seconds))
            seconds -= step
            await self.look()

    async def look(self) -> None:
        """Do what is due, and wait for bots and messages."""
        for _ in range(3):
            await self.slow.step()
            await self.slow.settle()
            for _ in range(200):
                if not any(room._thinking for room in self.lobby._rooms.values()):
                    break
                await asyncio.sleep(0.01)


def deliveries(hooks: Receiver, mails: MailServer, clock: FakeClock, **mail: Any) -> Deliveries:
    """Delivers to these two alone."""
    return Deliveries(DeliverySettings((hooks.host,), mails.settings(**mail)), clock.now)


def answer(room: MatchRoom, seat: int, option: int = 0) -> None:
    """Let a seat answer with an option of those that it has."""
    question = room.match.question(seat)
    assert question is not None
    options = question.state.options
    assert room.answer(seat, options[option % len(options)], question.number, "en") == ""


def in_loop(scenario: Callable[[], Any]) -> None:
    """Run a scenario."""
    asyncio.run(asyncio.wait_for(scenario(), 120))
