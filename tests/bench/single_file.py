"""How soon an exported file can be played: `python -m tests.bench.single_file [GAME...]`, with node, Chromium and Pyodide (`--pyodide DIR`).

Opens the file from the disk, without a network, and says for each game

- how large it is, and after how many seconds of the clock something is to be looked at;
- CPU seconds of all processes of the browser (the `cpuTime` of the DevTools protocol) until the first question, those of them in the
  threads that the question waits for (the page's and the worker's: what V8 compiles beside them does not count), and those four times
  over, as on a slow phone. `Emulation.setCPUThrottlingRate` slows down no workers, so it is not used;
- CPU milliseconds of an answer in the file, and in a process as `serve` has it;
- random games a CPU second in the worker of the file, and with wasmtime here;
- the longest that a page waited for an answer while `strong` thought.

Compare figures of one run: the machine may have other things to do.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ruleset_core import core_of, load
from ruleset_core.web.single_file.html_export import HtmlExport, export_html
from ruleset_core.web.single_file.python_parts import find_pyodide
from tests.bench import answers
from tests.browser.conftest import launch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

GAMES: Final = ("pig", "troyes")
PATIENCE: Final = 180_000
"""Milliseconds for what takes seconds on a machine with nothing else to do."""
WAITED_FOR: Final = ("DedicatedWorker", "CrRendererMain", "chromium")
"""Threads of a renderer that a question waits for; the main one has the name of the program, cut off."""
SLOW: Final = 4
ANSWERS = 12
FEWEST, ENOUGH = 50, 0.4
"""Random games at first, and CPU seconds that are enough to know how many there are in one."""

TABLE: Final = """async ([game, kinds]) => {
  const ask = (path, secret, body) => fetched(path, { method: body ? "POST" : "GET", headers: { authorization: `Bearer ${secret}` }, body: body ? JSON.stringify(body) : "" });
  const seats = kinds.map((kind, place) => ({ name: `P${place}`, kind }));
  const made = await (await ask("/api/tables?lang=en", lobby, { game, seats, seed: 5, pause: 0 })).json();
  window.table = { path: `/api/t/${made.table}`, links: made.links, news: {}, ask };
  for (const seat of kinds.keys()) {
    if (kinds[seat] !== "human") continue;
    const stream = (await ask(`${table.path}/events?lang=en`, made.links[seat])).body.getReader();
    const text = new TextDecoder();
    let rest = "";
    (async () => { for (;;) { const { value, done } = await stream.read(); if (done) return; rest += text.decode(value); const lines = rest.split("\\n\\n"); rest = lines.pop(); for (const line of lines) table.news[seat] = JSON.parse(line.slice(6)); } })();
  }
}"""
"""Begin a table beside the page, and follow it from every seat of a person."""
ANSWERED: Final = """async (number) => {
  for (;;) {
    const [seat, news] = Object.entries(table.news).find(([, each]) => each.question) ?? [];
    if (news) {
      const { options, number: at } = news.question;
      await (await table.ask(`${table.path}/answer?lang=en`, table.links[seat], { option: options[number % options.length].option, number: at })).text();
      const end = performance.now() + 30000;
      while (table.news[seat].question?.number === at && performance.now() < end) await new Promise((done) => setTimeout(done, 5));
      return;
    }
    await new Promise((done) => setTimeout(done, 5));
  }
}"""
"""Answer for whoever is asked, and wait until that seat has the news."""
WAITS: Final = """async () => {
  const found = [];
  const end = performance.now() + 60000;
  while (!table.news[1]?.question && performance.now() < end) {
    const begun = performance.now();
    await (await table.ask(`${table.path}/words?lang=en`, table.links[1])).text();
    found.push(performance.now() - begun);
    await new Promise((done) => setTimeout(done, 10));
  }
  return found;
}"""
"""Milliseconds that answers took until seat 1 was asked."""


PLAYED: Final = """
from pathlib import Path
from ruleset_core import core_of, load
core = core_of(load("{game}", (), [Path("games").resolve()]))
play = lambda count: core.play(2, count, 1) and None
"""
"""Lets `play` play random games in the worker."""


def export(game: str, pyodide: Path, home: Path) -> Path:
    """The file of a game."""
    found = home / f"{game}.html"
    found.write_text(export_html(HtmlExport(game), pyodide), encoding="utf-8")
    return found


class Meter:
    """The CPU seconds of a browser."""

    def __init__(self, browser: Browser) -> None:
        self._session = browser.new_browser_cdp_session()

    def _processes(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._session.send("SystemInfo.getProcessInfo")["processInfo"]
        return found

    def all(self) -> float:
        """Of all its processes."""
        return sum(float(each["cpuTime"]) for each in self._processes())

    def waited_for(self) -> float:
        """Of the threads that a page and its worker wait for."""
        found = Counter[str]()
        for each in self._processes():
            for task in Path(f"/proc/{each['id']}/task").glob("*") if each["type"] == "renderer" else ():
                head, _, rest = (task / "stat").read_text().rpartition(") ")
                user, system = rest.split()[11:13]
                found[head.partition("(")[2]] += int(user) + int(system)
        return sum(ticks for name, ticks in found.items() if name.startswith(WAITED_FOR)) / 100


def opened(browser: Browser, file: Path) -> Page:
    """A page with a file, without a network, that has just begun to load."""
    page = browser.new_context(offline=True, locale="en-GB").new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(file.as_uri(), wait_until="commit")
    return page


def first_question(browser: Browser, file: Path) -> tuple[Page, dict[str, float]]:
    """Open a file and begin its game as the lobby proposes it."""
    meter = Meter(browser)
    begun, waited = meter.all(), meter.waited_for()
    page = opened(browser, file)
    frame = page.frame_locator("#page")
    frame.locator("button.usual").click()
    frame.locator("#question .turn, #question .options button").first.wait_for()
    paints = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    waited = meter.waited_for() - waited
    return page, {"seen": paints / 1000, "question": meter.all() - begun, "waited": waited, "slow": SLOW * waited}


def answers_in_file(page: Page, meter: Meter, game: str) -> float:
    """CPU milliseconds of the median answer at a table of two people, beside the page."""
    page.evaluate(TABLE, [game, ["human", "human"]])
    chance, found = random.Random(5), []
    for _ in range(ANSWERS):
        before = meter.waited_for()
        page.evaluate(ANSWERED, chance.randrange(1000))
        found.append(1000 * (meter.waited_for() - before))
    return sum(found[2:]) / len(found[2:])


def answers_served(game: str) -> float:
    """The same in this process, as a server answers: at first it makes what it keeps."""
    room, chance, found = answers.table(game, 5), random.Random(5), []
    for _ in range(ANSWERS):
        state = room.match.live
        option = state.options[chance.randrange(1000) % len(state.options)]
        found.append(answers.milliseconds(partial(room.answer, state.seat, option, None, "en")))
    return sum(found[2:]) / len(found[2:])


def games_here(game: str) -> float:
    """Random games a CPU second with wasmtime."""
    core = core_of(load(game))
    return rate(lambda count: answers.milliseconds(partial(core.play, 2, count, 1)) / 1000)


def games_in_file(page: Page, meter: Meter, game: str) -> float:
    """The same in the worker of a file."""
    worker = page.workers[0]
    worker.evaluate("code => python.runPython(code)", PLAYED.format(game=game))

    def seconds(count: int) -> float:
        begun = meter.waited_for()
        worker.evaluate("code => python.runPython(code)", f"play({count})")
        return meter.waited_for() - begun

    return rate(seconds)


def rate(seconds: Callable[[int], float]) -> float:
    """How many a second, of so many that they take a while."""
    count = FEWEST
    while seconds(count) < ENOUGH:
        count *= 4
    return count / seconds(count)


def main() -> None:
    """Measure and print."""
    from playwright.sync_api import sync_playwright

    given = argparse.ArgumentParser()
    given.add_argument("games", nargs="*", default=GAMES)
    given.add_argument("--pyodide", type=Path)
    asked = given.parse_args()
    pyodide = find_pyodide(asked.pyodide)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        for game in asked.games:
            file = export(game, pyodide, Path(home))
            browser = launch(playwright)
            assert browser is not None, "there is no Chromium here"
            page, found = first_question(browser, file)
            served, here = answers_served(game), answers_in_file(page, Meter(browser), game)
            page.evaluate(TABLE, [game, ["strong", "human"]])
            waits = page.evaluate(WAITS)
            bulk = games_in_file(page, Meter(browser), game), games_here(game)
            sys.stdout.write(
                f"{game}: {file.stat().st_size / 1e6:.1f} MB; something to see after {found['seen']:.1f} s of the clock; first question: "
                f"{found['question']:.1f} CPU s, {found['waited']:.1f} waited for, {found['slow']:.1f} on a phone; an answer: {here:.0f} ms in the file, "
                f"{served:.0f} served; while strong thinks a page waits {max(waits, default=0):.0f} ms at most; "
                f"{bulk[0]:.0f} random games a CPU second in it, {bulk[1]:.0f} with wasmtime\n"
            )
            browser.close()


if __name__ == "__main__":
    main()
