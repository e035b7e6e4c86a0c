"""Every byte that reaches a browser, with other secrets at the same table: as long as nothing of them is revealed, it is the same.

What moves is shown moving, and what happened is shown again on request: what is sent for that is compared, too.
"""

from __future__ import annotations

import random
import re
import socket
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn

from ruleset_core import State, imagine, load
from ruleset_core.play.records import Seat, Session
from ruleset_core.web.lobby import Lobby
from ruleset_core.web.persistence import KeptMatch, KeptSeat, hash_secret
from ruleset_core.web.rooms import MatchRoom
from ruleset_core.web.routes import make_app
from ruleset_core.web.worker_pools import AnalysisQueue, BotWorkers
from tests.browser.table import SLOW, Person, sit, until
from tests.sampled import LONG
from tests.web.test_traffic import ME, hides, same_to_me

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
GAMES = ("troyes_dice", "troyes", "tournay", "carcassonne_masons", "pig", "breakthrough")
MOVES = 6 if LONG else 4
"""Comparisons at most, and tables one after another: what reveals something ends one."""
TABLES = 2
NAMES = ("Ana", "Bo")
MINE = "/api/mine?lang=en"
OF_ITS_OWN = re.compile(r'"(table|since)":\s*[^,}]*')
"""What the list of tables says of a table and no other: its name, and since when somebody is asked."""
AGAIN = "#story:has(.lines li) [title='Show that again']"


class Recorded:
    """A server's application; all that it answers is kept, by table and link: what was asked, and the bytes."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self.told: defaultdict[str, list[tuple[str, bytearray]]] = defaultdict(list)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        secret = dict(scope["headers"]).get(b"authorization", b"").decode().removeprefix("Bearer ")
        path = scope["path"]
        at_table = path.partition("/api/t/")[2].partition("/")[2]
        what = f"{at_table or path}?{scope['query_string'].decode()}"
        bytes_ = bytearray()
        if secret:
            self.told[secret].append((what, bytes_))

        async def kept(message: Any) -> None:
            if message["type"] == "http.response.start":
                bytes_.extend(repr((message["status"], sorted(message["headers"]))).encode())
            bytes_.extend(message.get("body", b"").replace(b": still here\n\n", b""))
            await send(message)

        await self._app(scope, receive, kept)

    def of(self, secret: str) -> list[tuple[str, str]]:
        """All that went out to a link. Pages ask for several things at once, which come in any order."""
        return sorted(
            (what, OF_ITS_OWN.sub("", bytes_.decode()) if what == MINE else bytes_.decode())
            for what, bytes_ in [*self.told[secret]]
        )


class Twin:
    """A table that goes on from a world, with a browser at each seat."""

    def __init__(self, lobby: Lobby, session: Session, world: State, number: int) -> None:
        self.name, self.links = f"{number:012x}", [f"secret-{number}-{seat}" for seat in range(len(NAMES))]
        kept = KeptMatch(
            self.name, "", {str(seat): hash_secret(link) for seat, link in enumerate(self.links)},
            [KeptSeat(name, "human") for name in NAMES],
        )  # fmt: skip
        self.room = MatchRoom(
            kept, Session(session.game, session.header, world.clone()), lobby.thinkers, lobby.analysts
        )
        lobby._rooms[self.name] = self.room
        self.persons: list[Person] = []

    def open(self, browser: Browser, address: str) -> None:
        self.persons = [sit(browser, f"{address}/t/{self.name}#{link}") for link in self.links]

    def show_again(self) -> int:
        """Somebody lets the page show what happened last; whether there is something."""
        page = self.persons[ME].page
        page.emulate_media(reduced_motion="no-preference")
        buttons = page.query_selector_all(AGAIN)
        for button in buttons:
            with page.expect_response(lambda answer: "/replay?" in answer.url, timeout=SLOW):
                button.evaluate("button => button.click()")
        page.keyboard.press("Shift")  # any key ends it
        return len(buttons)

    def take(self, seat: int, option: int) -> None:
        """A person answers on the page, by the button, folded away or not; where there is none, as its page would."""
        page, question = self.persons[seat].page, self.room.match.question(seat)
        assert question is not None
        button = f"#question button[data-option='{option}']"
        until(page, "() => document.querySelector('#question .turn') !== null")
        before = page.get_attribute("#question", "data-version")
        if page.query_selector(button) is not None:
            page.locator(button).evaluate("button => button.click()")
        else:
            told = {"option": option, "number": question.number}
            sent = """async ([path, told, secret]) => { await fetch(path, {method: 'POST', body: JSON.stringify(told),
              headers: {authorization: `Bearer ${secret}`}}) }"""
            page.evaluate(sent, [f"/api/t/{self.name}/answer?lang=en", told, self.links[seat]])
        until(page, "b => document.querySelector('#question').dataset.version !== b", before)


@contextmanager
def served(lobby: Lobby) -> Iterator[tuple[str, Recorded]]:
    """The lobby on a port of this machine, in a thread; its address, and what it tells."""
    recorded = Recorded(make_app(lobby, "lobby"))
    server = uvicorn.Server(uvicorn.Config(recorded, log_level="critical", ws="none", timeout_graceful_shutdown=1))
    with socket.socket() as own:
        own.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=server.run, args=([own],))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{own.getsockname()[1]}", recorded
        server.should_exit = True
        thread.join(SLOW / 1000)


def settled(recorded: Recorded, twins: list[Twin]) -> list[list[tuple[str, str]]]:
    """What went out to the seat at both tables, once nothing more comes."""
    before: list[list[tuple[str, str]]] = []
    while (told := [recorded.of(twin.links[ME]) for twin in twins]) != before:
        before = told
        twins[0].persons[ME].page.wait_for_timeout(150)
    return told


@pytest.mark.parametrize("game", GAMES)
def test_a_browser_is_sent_the_same_with_other_secrets(
    browser: Browser, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))
    session = Session.start(load(game), [Seat(name, "human") for name in NAMES], 11)
    chance, state = random.Random(4), session.live.clone()
    if not hides(state):  # nothing is there to be swapped, now or later
        while not state.over:
            assert not hides(state)
            state.apply(chance.choice(state.options))
        return
    lobby, compared, swapped, again = Lobby(pause=0, bots=BotWorkers(1), analyses=AnalysisQueue()), 0, 0, 0
    with served(lobby) as (address, recorded):
        for begun in range(TABLES):
            twins = [Twin(lobby, session, imagine(state, ME, 5, world), world) for world in (2 * begun, 2 * begun + 1)]
            swapped += twins[0].room.match.live.to_json()["z"] != twins[1].room.match.live.to_json()["z"]
            for twin in twins:
                twin.open(browser, address)
            alike = True
            while alike and not twins[0].room.match.over:
                shown = [twin.show_again() for twin in twins]
                again += shown[0]
                one, other = settled(recorded, twins)
                assert (one, shown[0]) == (other, shown[1]), compared
                assert bool(shown[0]) == any(what.startswith("replay?") for what, _ in one)
                assert "panels" in "".join(text for _, text in one)  # what is compared is what came
                compared += 1
                if compared >= MOVES:
                    break
                alike = both_answer(twins, chance)
            assert [person.troubles for twin in twins for person in twin.persons] == [[]] * 4
            for twin in twins:
                for person in twin.persons:
                    person.context.close()
            state = twins[0].room.match.live.clone()
            if compared >= MOVES or state.over:
                break
    assert compared > 1
    assert swapped, "nothing was swapped: the test looks at nothing"
    assert again, "nothing was shown again"


def both_answer(twins: list[Twin], chance: random.Random) -> bool:
    """Answer alike at both tables; whether that was possible, and the seat may know the same after it."""
    seat = chance.choice(twins[0].room.match.questions).seat
    questions = [twin.room.match.question(seat) for twin in twins]
    options = [{*each.state.options} if each else set() for each in questions]
    option = chance.choice(sorted(options[0] & options[1] or options[0]))
    alike = options[0] & options[1] != set()
    for twin in twins if alike else twins[:1]:
        twin.take(seat, option)
    return alike and same_to_me(twins[0], twins[1])  # type: ignore[arg-type]
