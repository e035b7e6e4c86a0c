"""A page read aloud: what is asked and what happens is announced once, everything that matters has a name, and the focus stays with the question."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.table import Person, play, sit, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
Tables = Callable[..., dict[str, str]]

LISTEN = """() => {
  globalThis.heard = [];
  const live = document.getElementById('live');
  new MutationObserver(() => heard.push(live.textContent)).observe(live, { childList: true });
}"""


def heard(person: Person, count: int) -> list[str]:
    """What was announced, once it is so much."""
    until(person.page, "count => heard.length >= count", count)
    person.page.wait_for_timeout(50)
    told: list[str] = person.page.evaluate("heard")
    return told


def test_what_happens_and_what_is_asked_is_announced_once(browser: Browser, tables: Tables) -> None:
    links = tables("tic_tac_toe", "Ana", "Bo")
    ana, bo = sit(browser, links["Ana"]), sit(browser, links["Bo"])
    for person in (ana, bo):
        person.page.evaluate(LISTEN)
    for person in (ana, bo, ana, bo, ana):
        until(person.page, "() => document.querySelector('#question .turn') !== null")
        before = person.question()
        person.page.keyboard.press("1")
        person.answered(before)
    asks = "Which cell do you mark?"
    marks = ["Ana marks a1.", "Bo marks b1.", "Ana marks c1.", "Bo marks a2.", "Ana marks b2."]
    assert heard(ana, 5) == [marks[0], f"{marks[1]} {asks}", marks[2], f"{marks[3]} {asks}", marks[4]]
    assert heard(bo, 5) == [f"{marks[0]} {asks}", marks[1], f"{marks[2]} {asks}", marks[3], f"{marks[4]} {asks}"]


def test_who_answers_with_a_button_is_led_to_the_next_question(browser: Browser, tables: Tables) -> None:
    ana = sit(browser, tables("pig", "Ana", "Bo")["Ana"])
    ana.page.evaluate(LISTEN)
    ana.page.focus("#question .options button")
    before = ana.question()
    ana.page.keyboard.press("Enter")
    ana.answered(before)
    assert ana.page.evaluate("document.activeElement.id") == "question"
    assert (
        ana.page.locator("#question")
        .aria_snapshot()
        .startswith('- region "Your turn Roll again, or hold what you have?"')
    )
    assert [told.count("Roll again") for told in heard(ana, 1)] == [0]  # the focus lets it be read
    ana.page.keyboard.press("Tab")
    assert ana.page.evaluate("document.activeElement.matches('#question .options button')")


NAMELESS = """() => [...document.querySelectorAll('#board [role], button, a, select, input')]
  .filter((each) => each.checkVisibility() && !(each.getAttribute('aria-label') || each.textContent).trim())
  .map((each) => each.outerHTML)"""
BY_COLOUR = """() => [...document.querySelectorAll("#board [role=img], #board [role=button]")]
  .filter((each) => /\\bc-(?!none)/.test(each.getAttribute('class')) && each.matches('.die, .tile') && !/[(]/.test(each.getAttribute('aria-label')))
  .map((each) => each.outerHTML)"""
UNTOLD = """() => [...document.querySelectorAll('#board .square, #board g.thing')]
  .filter((each) => each.querySelector('.signs, .bold, .piece') && !each.closest('g[aria-label], .square[aria-label]'))
  .map((each) => each.outerHTML)"""


@pytest.mark.parametrize("game", ["troyes_dice", "troyes", "tournay", "carcassonne_masons", "breakthrough"])
def test_all_that_matters_has_a_name(browser: Browser, tables: Tables, game: str) -> None:
    links = tables(game, "Ana", "Bo")
    persons = [sit(browser, links[name]) for name in ("Ana", "Bo")]
    play(persons, most=6)
    for person in persons:
        for what in (NAMELESS, BY_COLOUR, UNTOLD):
            assert person.page.evaluate(what) == []
        labels = person.page.locator("#question .options button").all_text_contents()  # folded away or not
        assert len(set(labels)) == len(labels)
        tree = person.page.locator("main").aria_snapshot()
        assert tree.splitlines()[1].startswith(
            ('  - region "Your turn', '  - region "Waiting for', '  - region "Your answer')
        ), tree[:200]
