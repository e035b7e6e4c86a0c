"""Whole games in Debian's Firefox: `python -m tests.browser.firefox [GAME...]`, on a screen and on a phone.

Playwright needs a Firefox of its own; this one is driven by its Marionette protocol:
`apt-get install firefox-esr`, `pip install marionette_driver`. It is no part of CI.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ruleset_core import load
from tests.browser.survey import PLAYERS, ROOT
from tests.browser.table import OVER, QUESTION, begin, serving

PORT = 2929
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


class Firefox:
    """A Firefox without windows, with one page."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def ask(self, function: str, *args: Any) -> Any:
        """The value of a function in the page."""
        return self._client.execute_script(f"return ({function})(...arguments)", args, sandbox=None)

    def open(self, link: str, width: int, height: int) -> None:
        """Open a link in a window whose page is so large."""
        self._client.navigate("about:blank")
        self._client.set_window_rect(width=width, height=height + 85)  # and its bars
        self._client.navigate(link)
        self._client.execute_script(WATCH, sandbox=None)
        self.until("() => document.querySelector('#question h2') !== null")

    def until(self, function: str, *args: Any) -> None:
        """Wait until something holds."""
        end = time.monotonic() + PATIENCE
        while not self.ask(function, *args):
            assert time.monotonic() < end, f"never so: {function}"
            time.sleep(0.05)

    def click(self, name: str) -> None:
        """Move the mouse to something that can be chosen, and click on it where it is then: under the mouse the question grows."""
        from marionette_driver.marionette import ActionSequence

        for press in (False, True):
            spot = self.ask(CLICKED, name)
            if spot is None:
                return
            mouse = ActionSequence(self._client, "pointer", "mouse", {"pointerType": "mouse"}).pointer_move(*spot)
            (mouse.pointer_down(0).pointer_up(0) if press else mouse).perform()


@contextmanager
def started() -> Iterator[Firefox]:
    """The browser."""
    from marionette_driver.marionette import Marionette

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        (Path(profile) / "user.js").write_text(f'user_pref("marionette.port", {PORT});\n', encoding="utf-8")
        command = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", profile]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            client = Marionette(host="127.0.0.1", port=PORT)
            client.start_session(timeout=PATIENCE)
            yield Firefox(client)
        finally:
            process.terminate()
            process.wait(20)


def play(firefox: Firefox, link: str, size: tuple[int, int]) -> tuple[int, int]:
    """Play a game to its end at one seat, at random; the number of clicks, and of those that led to nothing."""
    chance, clicks, lost = random.Random(5), 0, 0
    firefox.open(link, *size)
    while True:
        firefox.until(f"() => document.querySelector('#question .turn') !== null || ({OVER})()")
        if firefox.ask(OVER):
            assert firefox.ask("() => window.troubles") == []
            return clicks, lost
        before = firefox.ask(QUESTION)
        unfold = "() => { for (const each of document.querySelectorAll('#question details')) each.open = true; document.querySelector('.handle[aria-expanded=false]')?.click(); }"
        names = firefox.ask(SPOTS)
        if not names:
            firefox.ask(unfold)
            names = firefox.ask(SPOTS)
        firefox.click(chance.choice(names))
        clicks += 1
        end = time.monotonic() + AGAIN
        while firefox.ask(QUESTION) == before and time.monotonic() < end:
            time.sleep(0.05)
        lost += firefox.ask(QUESTION) == before
        assert lost < MOST_LOST, firefox.ask("() => document.querySelector('#question').innerText")


def main(games: list[str]) -> int:
    """Play all games, or some."""
    every = sorted(path.parent.name for home in ("data", "examples") for path in (ROOT / home).glob("*/game.yaml"))
    with tempfile.TemporaryDirectory() as state, serving(Path(state), links=1) as server, started() as firefox:
        for game in games or every:
            others = PLAYERS[1 : max(2, load(game).players[0])]
            for size in SIZES:
                links = begin(server, game, PLAYERS[0], *others, bots=others)
                clicks, lost = play(firefox, links[PLAYERS[0]], size)
                sys.stdout.write(f"{game} {size[0]}x{size[1]}: {clicks} clicks to the end, {lost} without effect\n")
                sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
