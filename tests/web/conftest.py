"""A lobby with a table, as pages meet it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

starlette = pytest.importorskip("starlette", reason="pages are an extra: `pip install 'ruleset[web]'`")

from starlette.testclient import TestClient  # noqa: E402

from ruleset_core.web.lobby import Lobby, MatchRequest  # noqa: E402
from ruleset_core.web.persistence import KeptSeat  # noqa: E402
from ruleset_core.web.routes import make_app  # noqa: E402
from ruleset_core.web.worker_pools import AnalysisQueue, BotWorkers  # noqa: E402

SECRET = "the-secret-of-the-lobby"


class Site:
    """A server in this process, and how to ask it."""

    def __init__(self) -> None:
        self.lobby = Lobby(pause=0, bots=BotWorkers(1), analyses=AnalysisQueue())
        self.client = TestClient(make_app(self.lobby, SECRET))

    def table(self, game: str = "tic_tac_toe", kinds: tuple[str, ...] = ("human", "human"), **given: Any) -> Seats:
        room, links = self.lobby.begin(
            MatchRequest(game, [KeptSeat(f"P{n}", kind) for n, kind in enumerate(kinds)], **{"seed": 5, **given})
        )
        return Seats(self, room.kept.name, links)

    def restart(self) -> Site:
        """Another server in place of this one, which was not asked to stop."""
        for room in self.lobby._rooms.values():
            room.match.close()
        return Site()


class Seats:
    """The links of a table."""

    def __init__(self, site: Site, name: str, links: dict[str, str]) -> None:
        self.site, self.name, self.links = site, name, links

    def ask(self, whose: str, what: str, told: Any = None, headers: dict[str, str] | None = None) -> Any:
        """What the server answers to a page with this link."""
        path = f"/api/t/{self.name}/{what}"
        known = {"authorization": f"Bearer {self.links.get(whose, whose)}", **(headers or {})}
        if told is None:
            return self.site.client.get(path, headers=known)
        return self.site.client.post(path, content=json.dumps(told), headers=known)

    @property
    def room(self) -> Any:
        return self.site.lobby.room(self.name)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))
    made = Site()
    yield made
    made.lobby.close()


@pytest.fixture
def begun(site: Site) -> Callable[..., Seats]:
    return site.table
