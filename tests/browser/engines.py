"""Whole games in other browsers of Debian: `python -m tests.browser.engines firefox|webkit [GAME...]`, on a screen and on a phone.

Playwright needs browsers of its own; these are driven by what they speak themselves. They are no part of CI.

- Firefox by its Marionette protocol: `apt-get install firefox-esr`.
- WebKitGTK by WebDriver: `apt-get install webkit2gtk-driver xvfb`.
"""

from __future__ import annotations

import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from ruleset_core import load
from tests.browser.survey import PLAYERS, ROOT
from tests.browser.table import OVER, QUESTION, begin, serving

PORT = 2929
DISPLAY = ":97"
SIZES = ((1280, 800), (390, 844))
PATIENCE = 60.0
"""Seconds that news are waited for."""
AGAIN, MOST_LOST = 3.0, 5
"""Seconds after which something else is clicked, and how often that may be needed: the table may move under the mouse."""
SPOTS = """() => {
  const things = [...document.querySelectorAll("#board .glows, #question .options button")].filter((each) => each.checkVisibility());
  return things.flatMap((thing) => {
    thing.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = thing.getBoundingClientRect();
    for (const [x, y] of [[.5, .5], [.25, .5], [.75, .5], [.5, .2], [.5, .8]]) {
      const at = [Math.round(box.left + box.width * x), Math.round(box.top + box.height * y)];
      const hit = document.elementFromPoint(...at)?.closest(".glows, .options button");
      if (hit === thing) return [thing.dataset.identity || thing.textContent];
    }
    return [];
  });
}"""
"""What can be seen of what can be chosen, by name."""
CLICKED = """(name) => {
  const things = [...document.querySelectorAll("#board .glows, #question .options button")].filter((each) => each.checkVisibility());
  const thing = things.find((each) => (each.dataset.identity || each.textContent) === name);
  thing.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = thing.getBoundingClientRect();
  const spots = [[.5, .5], [.25, .5], [.75, .5], [.5, .2], [.5, .8]].map(([x, y]) => [Math.round(box.left + box.width * x), Math.round(box.top + box.height * y)]);
  return spots.find((at) => document.elementFromPoint(...at)?.closest(".glows, .options button") === thing);
}"""
"""Where to click for one of them, now that it is scrolled to."""
WATCH = "window.troubles = []; addEventListener('error', (event) => troubles.push(event.message)); addEventListener('unhandledrejection', (event) => troubles.push(String(event.reason)))"


class Engine(ABC):
    """A browser with one page."""

    @abstractmethod
    def script(self, code: str, *args: Any) -> Any:
        """What a script in the page returns."""

    @abstractmethod
    def go(self, link: str) -> None:
        """Open a link."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Make the window so large."""

    @abstractmethod
    def mouse(self, x: int, y: int, *, press: bool) -> None:
        """Move the mouse to a place of the page, and click there with `press`."""

    def ask(self, function: str, *args: Any) -> Any:
        """The value of a function in the page."""
        return self.script(f"return ({function})(...arguments)", *args)

    def open(self, link: str, width: int, height: int) -> None:
        """Open a link in a window whose page is so large."""
        self.go("about:blank")
        wide, high = self.ask("() => [outerWidth - innerWidth, outerHeight - innerHeight]")  # its bars
        self.resize(width + wide, height + high)
        self.until("(width, height) => innerWidth === width && innerHeight === height", width, height)
        self.go(link)
        self.script(WATCH)
        self.until("() => document.querySelector('#question h2') !== null")

    def until(self, function: str, *args: Any) -> None:
        """Wait until something holds."""
        end = time.monotonic() + PATIENCE
        while not self.ask(function, *args):
            assert time.monotonic() < end, f"never so: {function}"
            time.sleep(0.05)

    def click(self, name: str) -> None:
        """Move the mouse to something that can be chosen, and click on it where it is then: under the mouse the question grows."""
        for press in (False, True):
            spot = self.ask(CLICKED, name)
            if spot is None:
                return
            self.mouse(*spot, press=press)


def mouse_actions(x: int, y: int, *, press: bool) -> dict[str, Any]:
    """What WebDriver calls the actions of a mouse that moves to a place, and clicks there with `press`."""
    steps: list[dict[str, Any]] = [{"type": "pointerMove", "duration": 0, "x": x, "y": y, "origin": "viewport"}]
    if press:
        steps += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
    return {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}


def connected() -> socket.socket:
    """A connection to a browser, as soon as it answers."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", PORT))
        except OSError:
            assert time.monotonic() < end, "the browser has not begun"
            time.sleep(0.2)


class Firefox(Engine):
    """A Firefox without windows, which speaks Marionette: messages of JSON, each after its length and a colon."""

    def __init__(self) -> None:
        self._socket = connected()
        self._socket.settimeout(PATIENCE)
        self._count = 0
        self._read()  # how it greets
        self.send("WebDriver:NewSession", {"capabilities": {}})

    def send(self, command: str, parameters: dict[str, Any]) -> Any:
        """What comes of a command."""
        self._count += 1
        message = json.dumps([0, self._count, command, parameters])
        self._socket.sendall(f"{len(message.encode())}:{message}".encode())
        _, _, error, result = self._read()
        assert error is None, error
        return result

    def _read(self) -> Any:
        length, raw = b"", b""
        while not length.endswith(b":"):
            length += self._socket.recv(1)
        while len(raw) < int(length[:-1]):
            raw += self._socket.recv(int(length[:-1]) - len(raw))
        return json.loads(raw)

    def close(self) -> None:
        """Ask it nothing more."""
        self._socket.close()

    def script(self, code: str, *args: Any) -> Any:
        return self.send("WebDriver:ExecuteScript", {"script": code, "args": args, "sandbox": None})["value"]

    def go(self, link: str) -> None:
        self.send("WebDriver:Navigate", {"url": link})

    def resize(self, width: int, height: int) -> None:
        self.send("WebDriver:SetWindowRect", {"width": width, "height": height})

    def mouse(self, x: int, y: int, *, press: bool) -> None:
        self.send("WebDriver:PerformActions", {"actions": [mouse_actions(x, y, press=press)]})


class WebKit(Engine):
    """A WebKitGTK on a screen that nobody sees."""

    def __init__(self, program: str) -> None:
        options = {"binary": program, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}}
        self._session = ""
        self._session = f"/{self._send('POST', '', {'capabilities': wanted})['sessionId']}"

    def _send(self, method: str, what: str, told: Any = None) -> Any:
        body = None if told is None else json.dumps(told).encode()
        asked = Request(f"http://127.0.0.1:{PORT}/session{self._session}{what}", body, method=method)
        with urlopen(asked, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def script(self, code: str, *args: Any) -> Any:
        return self._send("POST", "/execute/sync", {"script": code, "args": args})

    def go(self, link: str) -> None:
        self._send("POST", "/url", {"url": link})

    def resize(self, width: int, height: int) -> None:
        self._send("POST", "/window/rect", {"width": width, "height": height})

    def mouse(self, x: int, y: int, *, press: bool) -> None:
        self._send("POST", "/actions", {"actions": [mouse_actions(x, y, press=press)]})

    def close(self) -> None:
        """End the browser."""
        self._send("DELETE", "")


@contextmanager
def running(*commands: list[str], **environment: str) -> Iterator[None]:
    """Programs beside this one, ended in the end."""
    silent, env = subprocess.DEVNULL, {**os.environ, **environment}
    begun = [subprocess.Popen(command, env=env, stdout=silent, stderr=silent) for command in commands]
    try:
        yield
    finally:
        for process in reversed(begun):
            process.terminate()
            process.wait(20)


@contextmanager
def firefox() -> Iterator[Engine]:
    """The browser."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        settings = {"marionette.port": PORT, "toolkit.legacyUserProfileCustomizations.stylesheets": True}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items()]
        (Path(profile) / "user.js").write_text("".join(lines), encoding="utf-8")
        style = Path(profile) / "chrome" / "userChrome.css"
        style.parent.mkdir()
        style.write_text(":root { min-width: 0 !important; }", encoding="utf-8")  # as narrow as a phone
        with running(["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", profile]):
            begun = Firefox()
            try:
                yield begun
            finally:
                begun.close()


@contextmanager
def webkit() -> Iterator[Engine]:
    """The browser. Its bar becomes narrow, or no window would be as narrow as a phone."""
    program = str(next(Path("/usr/lib").glob("*/webkit2gtk-*/MiniBrowser")))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as config:
        style = Path(config) / "gtk-3.0" / "gtk.css"
        style.parent.mkdir()
        style.write_text("box * { min-width: 0; padding: 0; margin: 0; font-size: 4px; }", encoding="utf-8")
        screen = ["Xvfb", DISPLAY, "-screen", "0", "1600x1200x24"]
        driver = ["WebKitWebDriver", f"--port={PORT}"]
        with running(screen, driver, DISPLAY=DISPLAY, XDG_CONFIG_HOME=config):
            begun = _begun(program)
            try:
                yield begun
            finally:
                begun.close()


def _begun(program: str) -> WebKit:
    """The browser, as soon as its driver answers."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return WebKit(program)
        except URLError:
            assert time.monotonic() < end, "the driver has not begun"
            time.sleep(0.2)


ENGINES = {"firefox": firefox, "webkit": webkit}


def play(engine: Engine, link: str, size: tuple[int, int]) -> tuple[int, int]:
    """Play a game to its end at one seat, at random; the number of clicks, and of those that led to nothing."""
    chance, clicks, lost = random.Random(5), 0, 0
    engine.open(link, *size)
    while True:
        engine.until(f"() => document.querySelector('#question .turn') !== null || ({OVER})()")
        if engine.ask(OVER):
            assert engine.ask("() => window.troubles") == []
            return clicks, lost
        before = engine.ask(QUESTION)
        unfold = "() => { for (const each of document.querySelectorAll('#question details')) each.open = true; document.querySelector('.handle[aria-expanded=false]')?.click(); }"
        names = engine.ask(SPOTS)
        if not names:
            engine.ask(unfold)
            names = engine.ask(SPOTS)
        engine.click(chance.choice(names))
        clicks += 1
        end = time.monotonic() + AGAIN
        while engine.ask(QUESTION) == before and time.monotonic() < end:
            time.sleep(0.05)
        lost += engine.ask(QUESTION) == before
        assert lost < MOST_LOST, engine.ask("() => document.querySelector('#question').innerText")


def main(words: list[str]) -> int:
    """Play all games, or some, in a browser."""
    engine_name, *games = words
    every = sorted(path.parent.name for home in ("data", "examples") for path in (ROOT / home).glob("*/game.yaml"))
    with (
        tempfile.TemporaryDirectory() as state,
        serving(Path(state), links=1) as server,
        ENGINES[engine_name]() as engine,
    ):
        for game in games or every:
            others = PLAYERS[1 : max(2, load(game).players[0])]
            for size in SIZES:
                links = begin(server, game, PLAYERS[0], *others, bots=others)
                clicks, lost = play(engine, links[PLAYERS[0]], size)
                sys.stdout.write(f"{game} {size[0]}x{size[1]}: {clicks} clicks to the end, {lost} without effect\n")
                sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
