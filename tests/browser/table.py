"""A server of tables in a process of its own, and persons who play on its pages by clicking what glows."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

LINK = re.compile(r"^\s*(.+?): (http\S+)$")
SLOW = 90_000
"""Milliseconds that a page is waited for, on a machine that has other things to do."""


@dataclass
class Server:
    """A server that runs. `links` by name, as it prints them."""

    process: subprocess.Popen[str]
    links: dict[str, str]

    def kill(self) -> None:
        """End it at once, as a power cut does."""
        self.process.kill()
        self.process.wait(20)


@contextmanager
def serving(state: Path, *args: str, links: int, port: int = 0, command: str = "serve") -> Iterator[Server]:
    """A server with these arguments, once it has printed so many links. One process has the tables: each would link their games again."""
    alone = ["--processes", "1"] if command == "serve" else []
    started = [
        sys.executable, "-m", "ruleset_core", command, "--port", str(port), "--pause", "0", "--lang", "en", *alone, *args,
    ]  # fmt: skip
    environment = {**os.environ, "RULESET_STATE": str(state)}
    process = subprocess.Popen(started, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    found: dict[str, str] = {}
    try:
        while len(found) < links and (line := process.stdout.readline()):
            if link := LINK.match(line.rstrip()):
                found[link[1]] = link[2]
        assert len(found) == links, "the server has not begun"
        yield Server(process, found)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


def begin(server: Server, game: str, *names: str, seed: int = 5, bots: Sequence[str] = ()) -> dict[str, str]:
    """Begin a table at a server that has printed the link of its lobby; links by name. Many tables share a server. `bots` play at random."""
    (lobby,) = server.links.values()
    address, _, secret = lobby.partition("/#")
    told = {
        "game": game,
        "seats": [{"name": name, "kind": "random" if name in bots else "human"} for name in names],
        "seed": seed,
    }
    asked = Request(f"{address}/api/tables", json.dumps(told).encode(), {"authorization": f"Bearer {secret}"})
    with urlopen(asked, timeout=SLOW / 1000) as answer:
        made = json.load(answer)
    called = {**{str(seat): name for seat, name in enumerate(names)}, "host": "host", "watch": "to watch"}
    return {called[whose]: f"{address}/t/{made['table']}#{link}" for whose, link in made["links"].items()}


def until(page: Page, expression: str, arg: Any = None) -> None:
    """Wait until something is so on a page; its policy lets nothing be evaluated within it."""
    end, pause = time.monotonic() + SLOW / 1000, 10.0
    while not page.evaluate(expression, arg):
        assert time.monotonic() < end, f"never so: {expression}"
        page.wait_for_timeout(pause)
        pause = min(pause * 1.5, 100)  # whoever asks often on a busy machine keeps it busy


OVER = "() => document.querySelector('#question h2')?.textContent === 'The game is over.'"

QUESTION = "() => document.querySelector('#question').textContent + document.querySelector('#story').textContent"
"""Not the version of the page, which counts all news, also that somebody came or went; and not that what was clicked pulses."""


@dataclass
class Person:
    """Somebody before a page. `troubles`: what the browser complained of."""

    context: BrowserContext
    page: Page
    troubles: list[str] = field(default_factory=list)
    traffic: list[str] = field(default_factory=list)

    def leaves(self) -> None:
        """Leave the table for an empty page."""
        self.page.goto("about:blank")

    def opens(self, link: str) -> None:
        """Open a link, from an empty page: else the same one would not be loaded anew."""
        self.page.goto(link, timeout=SLOW)
        self.waits()

    def waits(self) -> None:
        """Until the table is there."""
        self.page.wait_for_selector("#question h2", timeout=SLOW)

    @property
    def asked(self) -> bool:
        """Whether this person is asked something."""
        return self.page.query_selector("#question .turn") is not None

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.page.evaluate(OVER))

    def comes_to_move(self) -> bool:
        """Wait until this person is asked; false where the game is over instead."""
        until(self.page, f"() => document.querySelector('#question .turn') !== null || ({OVER})()")
        return not self.over

    def question(self) -> str:
        """The question as it stands on the page, and what happened so far: not the same again though the same is asked twice."""
        return str(self.page.evaluate(QUESTION))

    def answered(self, before: str) -> None:
        """Until another question stands there."""
        until(self.page, f"before => ({QUESTION})() !== before", before)

    def click_something(self, chance: random.Random) -> str:
        """Answer, or begin to: by what glows where something does, else by a button; which of them it was."""
        before, things = self.question(), self.page.query_selector_all("#board .glows")
        for thing in chance.sample(things, len(things)):
            if click_on(self.page, thing):
                self.answered(before)
                return "thing"
        if fold := self.page.query_selector("#question details:not([open]) summary"):
            fold.click(timeout=SLOW)
        buttons = self.page.query_selector_all("#question .options button")
        chance.choice(buttons).click(timeout=SLOW)
        self.answered(before)
        return "button"

    def type_something(self, chance: random.Random) -> str:
        """Answer, or begin to, by the key of an option or by walking to a thing; which of them it was."""
        before, keyboard = self.question(), self.page.keyboard
        keys = self.page.locator("#question .options kbd").all_text_contents()  # those that are folded away, too
        if keys and chance.random() < 0.7:
            key = chance.choice(keys)
            keyboard.type(key)
            if any(each.startswith(key) and each != key for each in keys):
                keyboard.press("Enter")
            self.answered(before)
            return "key"
        for _ in range(chance.randint(1, 6)):
            self._walk()
        keyboard.press("Enter")
        self.answered(before)
        return "walk"

    def _walk(self) -> None:
        """Go on to the next thing that glows, or option."""
        for _ in range(200):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("document.activeElement.matches('#board .glows, #question .options button')"):
                return
        raise AssertionError("nothing to choose has the focus")


def click_on(page: Page, thing: Any) -> bool:
    """Click on a thing where it can be seen and nothing lies above it; whether that was possible: not where the page has replaced it meanwhile."""
    from playwright.sync_api import Error

    try:
        thing.scroll_into_view_if_needed(timeout=SLOW)
    except Error as error:
        if "not attached" not in error.message:
            raise
        return False
    spot = thing.evaluate("""thing => {
      const box = thing.getBoundingClientRect();
      for (const [x, y] of [[.5, .5], [.25, .5], [.75, .5], [.5, .2], [.5, .8], [.1, .1], [.35, .35], [.65, .65]]) {
        const at = [box.left + box.width * x, box.top + box.height * y];
        const hit = document.elementFromPoint(...at)?.closest('.glows');
        if (hit === thing) return at;
      }
      return null;
    }""")
    if spot is None:
        return False
    page.mouse.click(*spot)
    return True


def sit(browser: Browser, link: str, width: int = 1280, height: int = 900, **more: Any) -> Person:
    """Somebody opens a link."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="en-GB", reduced_motion="reduce", **more
    )
    page = context.new_page()
    person = Person(context, page)
    page.on("console", lambda said: person.troubles.append(said.text) if said.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: person.troubles.append(str(error)))
    page.goto(link, timeout=SLOW)
    person.waits()
    return person


def finger(page: Page) -> Callable[[str, list[tuple[float, float]]], None]:
    """A finger on the page: `touchStart`, `touchMove` or `touchEnd` at these places."""
    session = page.context.new_cdp_session(page)

    def touch(kind: str, at: list[tuple[float, float]]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]})

    return touch


def middle(thing: Any) -> tuple[float, float]:
    """The middle of a thing, in the window."""
    thing.scroll_into_view_if_needed(timeout=SLOW)
    x, y = thing.evaluate(
        "e => { const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] }"
    )
    return x, y


def play(
    persons: list[Person],
    seed: int = 1,
    most: int = 100_000,
    by: Callable[[Person, random.Random], str] = Person.click_something,
) -> dict[str, int]:
    """Play on until the game is over, or so many answers; how often which way."""
    chance, done = random.Random(seed), dict.fromkeys(("thing", "button", "key", "walk"), 0)
    idle = 0
    while sum(done.values()) < most and idle < 100:
        if any(person.over for person in persons):
            for person in persons:
                until(person.page, OVER)
            return done
        asked = [person for person in persons if person.asked]
        if asked:
            done[by(chance.choice(asked), chance)] += 1
            idle = 0
        else:
            persons[0].page.wait_for_timeout(50)
            idle += 1
    return done
