"""Many tables at once, on this machine alone: `python -m tests.web.load --tables 200 --seconds 60`.

A server is begun in a process of its own. Every table has four seats, each with a page that reads all news; at each table somebody makes a
move every so many seconds, at random. It tells how long it took until the other pages had it, how long the server
worked for a move, and how much memory a table takes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HOST = "127.0.0.1"
WARM = 4
"""Tables after which every process has loaded the game; memory is counted from there."""


@dataclass
class Measured:
    """Seconds from a move to the other pages, moves made, and bytes sent to pages."""

    delays: list[float] = field(default_factory=list)
    moves: int = 0
    size: int = 0
    refused: int = 0


class Page:
    """A page of a seat: it knows what is asked and how many moves it was told of."""

    def __init__(self, table: Table, whose: str, secret: str) -> None:
        self.table, self.whose, self.secret = table, whose, secret
        self.question: Any = None
        self.version = 0
        self.ready = asyncio.Event()

    async def read(self, port: int, measured: Measured) -> None:
        """Read news until the connection ends."""
        reader, writer = await asyncio.open_connection(HOST, port, limit=1 << 22)
        writer.write(request("GET", f"/api/t/{self.table.name}/events", self.secret))
        try:
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    self._take(line, measured)
        finally:
            writer.close()

    def _take(self, line: bytes, measured: Measured) -> None:
        """Take news."""
        now = time.perf_counter()
        measured.size += len(line)
        told = json.loads(line[6:])
        self.question, self.version = told["question"], told["version"]
        self.ready.set()
        if self.table.moved and self.whose not in self.table.heard and told.get("base") is not None:
            self.table.heard.add(self.whose)
            if self.whose != self.table.mover:
                measured.delays.append(now - self.table.moved)


class Table:
    """A table and its pages."""

    def __init__(self, name: str, links: dict[str, str], seats: int) -> None:
        self.name = name
        self.pages = [Page(self, str(seat), links[str(seat)]) for seat in range(seats)]
        self.moved, self.mover, self.heard = 0.0, "", set[str]()

    async def play(self, port: int, every: float, until: float, measured: Measured, chance: random.Random) -> None:
        """Make a move now and then."""
        await asyncio.gather(*(page.ready.wait() for page in self.pages))
        await asyncio.sleep(chance.random() * every)
        while time.perf_counter() < until:
            began = time.perf_counter()
            asked = [page for page in self.pages if page.question and page.question["options"]]
            if not asked:
                return
            page = chance.choice(asked)
            option = chance.choice(page.question["options"])["option"]
            self.moved, self.mover, self.heard = time.perf_counter(), page.whose, set()
            status = await post(port, self.name, page.secret, {"option": option, "number": page.question["number"]})
            measured.moves += 1
            measured.refused += status != 200
            await asyncio.sleep(max(0.0, every - (time.perf_counter() - began)))


def request(method: str, path: str, secret: str, body: bytes = b"", **headers: str) -> bytes:
    """A request as it is sent."""
    told = {"host": HOST, "authorization": f"Bearer {secret}", "content-length": str(len(body)), **headers}
    head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body


async def post(port: int, table: str, secret: str, told: Any) -> int:
    """Send an answer; the status."""
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(request("POST", f"/api/t/{table}/answer", secret, json.dumps(told).encode(), connection="close"))
    line = await reader.readline()
    await reader.read()
    writer.close()
    return int(line.split()[1])


async def begin(port: int, secret: str, game: str, seats: int) -> Table:
    """A new table."""
    body = json.dumps(
        {"game": game, "seats": [{"name": f"P{n}"} for n in range(seats)], "seed": random.randrange(10**6)}
    )
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(request("POST", "/api/tables", secret, body.encode(), connection="close"))
    answer = json.loads((await reader.read()).split(b"\r\n\r\n", 1)[1])
    writer.close()
    return Table(answer["table"], answer["links"], seats)


async def measure(port: int, secret: str, args: Any, server: int) -> dict[str, Any]:
    """Play at all tables."""
    measured, chance = Measured(), random.Random(args.seed)
    before = 0.0
    tables = []
    for _count in range(args.tables):
        tables.append(await begin(port, secret, args.game, 4))
        if len(tables) == WARM:
            before = memory_of(server)
    readers = [asyncio.create_task(page.read(port, measured)) for table in tables for page in table.pages]
    await asyncio.gather(*(page.ready.wait() for table in tables for page in table.pages))
    began, used, worked = time.perf_counter(), cpu(), worked_of(server)
    until = began + args.seconds
    measured.delays.clear()
    await asyncio.gather(*(table.play(port, args.every, until, measured, chance) for table in tables))
    per_table = (memory_of(server) - before) / max(1, args.tables - WARM)
    per_move = (worked_of(server) - worked) / max(1, measured.moves)
    for reader in readers:
        reader.cancel()
    await asyncio.gather(*readers, return_exceptions=True)
    delays = sorted(measured.delays) or [0.0]
    at = lambda share: round(1000 * delays[int(share * (len(delays) - 1))], 1)  # noqa: E731
    return {
        "tables": args.tables, "moves": measured.moves, "refused": measured.refused, "seen": len(delays),
        "p50_ms": at(0.5), "p95_ms": at(0.95), "most_ms": at(1), "mb_a_table": round(per_table / 1e6, 2),
        "cpu_ms_a_move": round(1000 * per_move, 1), "kb_a_news": round(measured.size / max(1, len(delays)) / 1e3, 1), "own_cpu_s": round(cpu() - used, 1),
        "seconds": round(time.perf_counter() - began, 1),
    }  # fmt: skip


def cpu() -> float:
    """Seconds that this process has worked."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def memory_of(server: int) -> int:
    """Bytes that a process and those that it began take."""
    total = 0
    for each in (server, *children(server)):
        status = Path(f"/proc/{each}/status").read_text()
        total += next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))
    return total


def worked_of(server: int) -> float:
    """Seconds that a process and those that it began have worked."""
    ticks = 0
    for each in (server, *children(server)):
        told = Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(told[11]) + int(told[12])  # in user mode and in the kernel: fields 14 and 15
    return ticks / os.sysconf("SC_CLK_TCK")


def children(parent: int) -> list[int]:
    """The processes that a process began."""
    try:
        return [int(each) for each in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
    except OSError:
        return []


def run(args: Any) -> dict[str, Any]:
    """Begin a server, measure, end it."""
    with tempfile.TemporaryDirectory() as state:
        command = [sys.executable, "-m", "ruleset_core", "serve", "--port", "0", "--pause", "0"]
        environment = {**os.environ, "RULESET_STATE": state}
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        assert server.stdout is not None
        try:
            address = server.stdout.readline().split("http://")[1].strip()
            port, secret = int(address.split(":")[1].split("/")[0]), address.split("#")[1]
            return asyncio.run(measure(port, secret, args, server.pid))
        finally:
            server.terminate()
            server.wait(60)
            server.stdout.close()


def parsed(given: list[str] | None = None) -> Any:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=5, help="seconds between the moves of a table")
    parser.add_argument("--game", default="troyes")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(given)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(run(parsed()), indent=1) + "\n")
