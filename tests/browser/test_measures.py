"""What a table measures in every game: with as many players as there may be, from answer to answer, and while something moves.

`measure.js` says what is wrong with a page as it stands; `test_legible.py` asks it of all games with two players. All games are tried here
with RULESET_LONG=1, else those whose tables differ most.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.survey import PLAYERS, positions, send
from tests.browser.table import Server, serving, sit, until
from tests.browser.test_legible import GAMES, LEGIBLE, MEASURE, asked_seat
from tests.sampled import LONG, sampled

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MOST = 8
"""Players; each game takes as many of them as it can."""
SIZES = ((1280, 800, {}), (390, 844, {"has_touch": True, "is_mobile": True}))
WIDE = 900
"""From this width on panels lie side by side."""
MOMENTS = ("opening", "middle", "end") if LONG else ("middle",)
ANSWERS = 30 if LONG else 8


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("measures"), links=1) as begun:
        yield begun


@pytest.mark.parametrize("game", sampled(GAMES, {"tournay", "burrow"}))
def test_a_full_table_measures_what_it_should(browser: Browser, server: Server, game: str) -> None:
    """Its share of the screen, how full its panels are, sizes of type; and axe finds nothing."""
    from axe_playwright_python.sync_playwright import Axe

    for position in positions(server, game, MOST):
        if position.moment not in MOMENTS:
            continue
        send(asked_seat(position), "me", {"lang": "en"})
        for width, height, more in SIZES:
            person = sit(browser, asked_seat(position), width, height, **more)
            person.page.mouse.move(1, 1)
            person.page.wait_for_timeout(200)
            assert person.page.evaluate(MEASURE)["wrong"] == [], (position.moment, width)
            assert person.page.evaluate(LEGIBLE) == [], (position.moment, width)
            found = Axe().run(
                person.page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
            )
            assert found.violations_count == 0, (position.moment, width, found.generate_report())
            assert person.troubles == []
            person.context.close()


PLACES = """() => {
  const ground = document.querySelector('#ground'), room = document.querySelector('#table').getBoundingClientRect();
  const from = ground.getBoundingClientRect();
  const found = {};
  for (const each of document.querySelectorAll('#ground .panel, #ground .place')) {
    const { left, top } = (each.querySelector(':scope > .cell, :scope > .hit') || each).getBoundingClientRect(); // without what shows that it can be chosen
    const wheel = each.closest('.ring'); // its places have the names of the dice that lie there
    found[wheel ? `place ${[...wheel.children].indexOf(each)}` : each.dataset.identity || each.getAttribute('aria-labelledby')] ??= [Math.round(left - room.left), Math.round(top - from.top)];
  }
  return { zoom: ground.style.zoom, found };
}"""
"""Where panels and places of boards lie, beside how large the table is shown."""


@pytest.mark.parametrize("size", SIZES, ids=("screen", "phone"))
@pytest.mark.parametrize("game", sampled(GAMES, {"carcassonne_masons", "creels", "troyes"}))
def test_things_keep_their_places_from_question_to_question(
    browser: Browser, tables: Callable[..., dict[str, str]], game: str, size: tuple[int, int, dict[str, bool]]
) -> None:
    """As long as the table is shown as large as before: it becomes smaller where more cards lie on it.

    On a phone panels lie below each other, and those below one that grows give way, with a new round at most.
    """
    from ruleset_core import load

    names = PLAYERS[: max(2, load(game).players[0])]
    links = tables(game, *names)
    width, height, more = size
    persons = [sit(browser, links[name], width, height, **more) for name in names]
    chance, page = random.Random(3), persons[0].page
    before, fitted, gave_way = page.evaluate(PLACES), 0, 0
    for _ in range(ANSWERS):
        if any(person.over for person in persons):
            break
        asked = next((person for person in persons if person.asked), None)
        if asked is None:
            page.wait_for_timeout(50)
            continue
        asked.click_something(chance)
        page.wait_for_timeout(150)
        now = page.evaluate(PLACES)
        if now["zoom"] == before["zoom"]:
            both = before["found"].keys() & now["found"].keys()
            moved = {
                each: (before["found"][each], now["found"][each])
                for each in both
                if far(before["found"][each], now["found"][each])
            }
            below = all(one[0] == other[0] and one[1] < other[1] for one, other in moved.values())
            gave_way += bool(moved) and below and width < WIDE
            assert moved == {} or (below and width < WIDE), (moved, asked.question()[-200:])
        else:
            fitted += 1
        before = now
    assert fitted <= ANSWERS // 4
    assert gave_way <= ANSWERS // 8


def far(one: list[int], other: list[int]) -> bool:
    return max(abs(one[axis] - other[axis]) for axis in (0, 1)) > 1


FRAMES = """() => new Promise((done) => {
  let frames = 0;
  const end = performance.now() + 1200;
  const next = () => { frames += 1; if (performance.now() < end) requestAnimationFrame(next); else done(frames); };
  requestAnimationFrame(next);
})"""
CPU = 4.0
"""Milliseconds of the processor that the page may take for a frame while something moves."""


@pytest.mark.parametrize("game", sampled(GAMES, {"troyes", "breakthrough"}))
def test_a_frame_in_motion_takes_little_of_the_processor(browser: Browser, server: Server, game: str) -> None:
    """The last move is shown again; time that other programs take is not counted."""
    position = next(each for each in positions(server, game) if each.moment == "middle")
    person = sit(browser, asked_seat(position), 1280, 800)
    page = person.page
    page.emulate_media(reduced_motion="no-preference")
    again = page.locator("#story [title='Show that again']").last
    until(page, "() => document.querySelector(\"#story [title='Show that again']\") !== null")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    again.click()
    page.wait_for_timeout(100)
    first = spent(session)
    frames = page.evaluate(FRAMES)
    assert (spent(session) - first) * 1000 / frames <= CPU
    assert person.troubles == []


def spent(session: Any) -> float:
    """Seconds that the page has taken of the processor."""
    found = session.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in found if each["name"] == "TaskDuration"))
