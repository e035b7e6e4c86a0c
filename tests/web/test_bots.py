"""Bots at a table in the browser that hang or end their process: the table says so, and goes on once the host has replaced them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from ruleset_core.web.lobby import Lobby
from tests.bots.dangerous import install

WITHIN = 60
"""Seconds for what is done at once, on a machine that is busy with something else."""


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "installed").mkdir()
    install(tmp_path / "installed", monkeypatch)


def run(lobby: Lobby, play: Callable[[], Awaitable[None]]) -> None:
    """Run what pages do, with one event loop; the tables are put away before it ends."""

    async def go() -> None:
        try:
            await play()
        finally:
            lobby.close()

    asyncio.run(go())


async def until(holds: Callable[[], Any], within: float = WITHIN) -> None:
    end = time.monotonic() + within
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        await asyncio.sleep(0.02)


async def hung(room: Any) -> None:
    """Until a bot has been asked, and has not answered for a while."""
    await until(lambda: room._thinking is not None)
    await asyncio.sleep(3)
    assert room._thinking is not None


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["hangs", "holds"])
def test_the_game_goes_on_when_the_host_replaces_a_bot_that_hangs(site: Any, bot: str) -> None:
    room = site.table(kinds=(bot, "random")).room

    async def play() -> None:
        room.enter("watch", "en")
        await hung(room)
        room.sit(0, "random")
        await until(lambda: room.match.over)

    run(site.lobby, play)
    assert not room._broken


@pytest.mark.slow
def test_a_bot_that_hangs_holds_up_no_other_table(site: Any) -> None:
    tables = [site.table(kinds=kinds).room for kinds in (("hangs", "random"), ("last", "random"), ("easy", "easy"))]

    async def play() -> None:
        for room in tables:
            room.enter("watch", "en")
        await until(lambda: all(room.match.over for room in tables[1:]))
        tables[0].sit(0, "human")
        assert tables[0]._thinking is None
        assert tables[0].match.question(0) is not None

    run(site.lobby, play)


@pytest.mark.slow
def test_a_bot_that_does_not_answer_is_named_and_can_be_replaced(site: Any) -> None:
    site.lobby.thinkers.limit = 3
    room = site.table(kinds=("human", "hangs")).room

    async def play() -> None:
        pages = room.enter("0", "en"), room.enter("watch", "es")
        assert room.answer(0, room.match.live.options[0], None, "en") == ""
        await until(lambda: room._broken)
        told = [room._room_data(page.whose, page.lang)["broken"] for page in pages]
        assert told[0] == "the bot `hangs` on seat 2 does not answer (within 3 seconds); the host can replace it"
        assert told[1] == "el bot `hangs` del asiento 2 no responde (en 3 segundos); el anfitrión puede sustituirlo"
        assert not room.match.over
        room.sit(1, "random")
        await until(lambda: room.match.question(0) is not None)
        assert room._room_data("0", "en")["broken"] == ""

    run(site.lobby, play)


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "how"), [("exits", "exit code 3"), ("killed", "signal SIGKILL")])
def test_a_bot_that_ends_its_process_is_named(site: Any, capfd: pytest.CaptureFixture[str], bot: str, how: str) -> None:
    room, other = (site.table(kinds=kinds).room for kinds in (("random", bot), ("last", "random")))

    async def play() -> None:
        room.enter("watch", "en")
        other.enter("watch", "en")
        await until(lambda: room._broken and other.match.over)
        assert f"the process of the bot `{bot}` on seat 2 ended: {how}" in room._room_data("watch", "en")["broken"]
        room.sit(1, "random")
        await until(lambda: room.match.over)

    run(site.lobby, play)
    assert "fault of ruleset" not in capfd.readouterr().err
