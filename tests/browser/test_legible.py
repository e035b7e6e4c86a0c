"""A page can be read as it stands, on two phones and on a screen, in both languages: nothing is cut, broken or wider than its place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.survey import PLAYERS, ROOT, Position, positions, send
from tests.browser.table import Person, Server, finger, middle, play, serving, sit, until
from tests.sampled import sampled

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
LEGIBLE = (Path(__file__).parent / "legible.js").read_text(encoding="utf-8")
MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")
GAMES = sorted(path.parent.name for home in ("data", "examples") for path in (ROOT / home).glob("*/game.yaml"))
SAMPLE = {"creels", "pig", "troyes"}
DEVICES = (
    (((360, 740), (390, 844)), {"has_touch": True, "is_mobile": True}),
    (((1280, 800),), {}),
)
"""Sizes of two phones and of a screen, and what else browsers there are like."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("legible"), links=1) as begun:
        yield begun


@pytest.mark.slow
@pytest.mark.parametrize("game", sampled(GAMES, SAMPLE))
def test_a_page_can_be_read(browser: Browser, server: Server, game: str) -> None:
    persons: list[Person] = []
    for at, position in enumerate(positions(server, game)):
        lang = ("en", "es")[at % 2]
        link = asked_seat(position)
        send(link, "me", {"lang": lang})
        for person in persons:
            person.opens(link)
        persons = persons or [sit(browser, link, *sizes[0], **more) for sizes, more in DEVICES]
        for person, (sizes, _) in zip(persons, DEVICES, strict=True):
            for width, height in sizes:
                person.page.set_viewport_size({"width": width, "height": height})
                person.page.mouse.move(1, 1)
                person.page.wait_for_timeout(200)
                assert person.page.evaluate(LEGIBLE) == [], (position.moment, width, lang)
                assert person.page.evaluate(MEASURE)["wrong"] == [], (position.moment, width, lang)
            assert person.troubles == []
            person.leaves()


def asked_seat(position: Position) -> str:
    """The link of who is asked, or of the first seat after the end."""
    asked = [question.seat for question in position.match.questions]
    return position.links[PLAYERS[asked[0] if asked else 0]]


def test_a_finger_on_crowded_places_brings_them_nearer_before_it_answers(
    browser: Browser, tables: Callable[..., dict[str, str]]
) -> None:
    """The lines of the country are 18 pixels apart on a phone. The board is seen whole before, and again after the answer."""
    links = tables("carcassonne_masons", "Ana", "Bo")
    persons = [sit(browser, links[name], 390, 844, has_touch=True, is_mobile=True) for name in ("Ana", "Bo")]
    crowded = "() => document.querySelectorAll('#ground .line.glows').length > 20"
    for _ in range(20):
        asked = next(person for person in persons if person.asked)
        if asked.page.evaluate(crowded):
            break
        play(persons, most=1)
    page, zoom = asked.page, "() => Number(document.querySelector('#ground').style.zoom)"
    before, fitted = asked.question(), page.evaluate(zoom)
    touch, line = finger(page), page.query_selector_all("#ground .line.glows")[30]
    board = "() => document.querySelector('#ground .picture').getBoundingClientRect().width"
    whole = page.evaluate(board)
    assert whole < 390
    for taps in (1, 2):
        at = middle(line)
        touch("touchStart", [at])
        touch("touchEnd", [])
        if taps == 1:
            until(page, f"before => ({zoom})() > 1.5 * before", fitted)
            assert page.evaluate(board) > 1.5 * whole
            page.wait_for_timeout(300)
            assert asked.question() == before
    asked.answered(before)
    until(page, f"fitted => ({zoom})() === fitted", fitted)
    assert [person.troubles for person in persons] == [[], []]
