"""A game that lasts weeks: each player is told of each turn once, whatever happens to the server meanwhile."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="pages are an extra: `pip install 'ruleset[web]'`")

from ruleset_core.web.slow_games import notifications
from ruleset_core.web.slow_games.deliveries import WebhookTarget, send_webhook
from tests.sampled import LONG
from tests.web.slow_server import DAY, HOUR, FakeClock, SlowServer, answer, deliveries, in_loop, receivers


class ServerEndsError(Exception):
    """Stands for a server that ends within a delivery: nothing of it is written afterwards."""


class Lossy:
    """A sender whose server ends before, or after, a message was delivered."""

    def __init__(self, sender: Any) -> None:
        self.sender, self.ends = sender, ""

    def send(self, kind: Any, address: str, text: Any) -> Any:
        if self.ends == "unreached":
            return send_webhook(WebhookTarget("http", "127.0.0.1", 1, "/", local=True), b"{}")
        if self.ends == "before":
            raise ServerEndsError
        done = self.sender.send(kind, address, text)
        if self.ends == "after":
            raise ServerEndsError
        return done


def rewrite(state: Path, how: str) -> None:
    """Make the files what an earlier version wrote, or a later one that knows more."""
    for file in state.rglob("*.turns"):
        data = json.loads(file.read_text())
        if how == "later":
            data["moods"] = {"0": "gay"}
            for each in (*data["notices"].values(), *data["channels"].values(), *data["turns"].values()):
                each["more"] = 1
        file.write_text(json.dumps(data))
    for file in state.rglob("*.table"):
        data = json.loads(file.read_text())
        if how == "earlier":
            data = {key: each for key, each in data.items() if key != "end_offers"}
            data["seats"] = [{key: each for key, each in seat.items() if key != "late"} for seat in data["seats"]]
        file.write_text(json.dumps(data))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 20 if LONG else 3))
def test_every_turn_is_told_once_over_weeks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))
    chance, clock = random.Random(seed), FakeClock()
    happened = set[str]()

    async def weeks() -> None:
        with receivers() as (hooks, mails):
            sender = Lossy(deliveries(hooks, mails, clock, a_day=50))
            server = SlowServer(clock, sender)
            room, _ = server.begin("pig", hours=7 * 24)
            name = room.kept.name
            assert await server.slow.add(room, "0", "webhook", f"http://{hooks.host}/ana", "en") == "sent"
            assert await server.slow.add(room, "1", "mail", "bo@example.org", "es") == "sent"
            code = mails.texts("bo@example.org")[0].split("dirección: ")[1][:8]
            assert server.slow.confirm(room, "1", code)

            def told() -> tuple[int, int]:
                return len(hooks.texts("/ana")), len(mails.texts("bo@example.org"))

            first, began = True, clock.now()
            while not room.match.over and clock.now() - began < 90 * DAY:
                seat, before = room.match.live.seat, told()
                mishap = chance.choice(
                    [
                        "",
                        "",
                        "quick",
                        "looks",
                        "restart",
                        "crash",
                        "unwritten",
                        "before",
                        "after",
                        "unreached",
                        "earlier",
                        "later",
                    ]
                )
                happened.add(mishap)
                expected = 0 if first or mishap in {"quick", "looks", "before"} else 1
                first = False
                if mishap in {"restart", "crash", "earlier", "later"}:
                    server = server.restart(off=chance.choice([5, 3 * HOUR, 10 * DAY]), crash=mishap == "crash")
                    rewrite(tmp_path, mishap)
                    server = server.restart(crash=True)
                if mishap == "looks":
                    clock.passes(10)
                    server.slow.looked(server.lobby.room(name), seat)
                if mishap == "unreached":
                    sender.ends = mishap
                    await server.passes(130, 65)
                    assert told() == before
                sender.ends = mishap if mishap in {"before", "after"} else ""
                await server.passes(20 if mishap == "quick" else chance.choice([3, 30]) * HOUR, 3 * HOUR)
                if sender.ends and expected:
                    assert server.slow._file(name).notices
                sender.ends = ""
                if mishap in {"before", "after"}:
                    server = server.restart(crash=True)
                    await server.passes(2 * HOUR)
                now = told()
                assert now[seat] - before[seat] == expected, mishap
                assert now[1 - seat] == before[1 - seat], mishap
                room = server.lobby.room(name)
                if mishap == "unwritten":  # the server ends when the move is in the record, and nothing besides
                    monkeypatch.setattr(notifications, "write_turns", _full)
                while not room.match.over and room.match.live.seat == seat:
                    answer(room, seat, chance.randrange(2))
                    clock.passes(5)
                if mishap == "unwritten":
                    server = server.restart(crash=True)
                    monkeypatch.undo()
                    monkeypatch.setenv("RULESET_STATE", str(tmp_path))
                room = server.lobby.room(name)
            assert {path for path, _ in hooks.came} == {"/ana"}
            assert {to for to, _ in mails.came} == {"bo@example.org"}
            assert len({text.split("\n")[0] for text in hooks.texts("/ana")}) == 2  # the first one, and those of turns
            ids = [mail["message-id"] for _, mail in mails.came]
            assert len(set(ids)) == len(ids)
            assert sum(told()) > 10

    in_loop(weeks)
    assert len(happened) > 6


def _full(*_: Any, **__: Any) -> None:
    raise OSError("no space left")
