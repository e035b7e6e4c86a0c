"""The page around a table: nothing scrolls but its regions, the table has most of the room, and nothing jumps."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.survey import new_match, random_game, send
from tests.browser.table import OVER, middle, play, sit, until
from tests.sampled import sampled

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
Tables = Callable[..., dict[str, str]]
LAID_OUT = (Path(__file__).parent / "table_laid_out.js").read_text(encoding="utf-8")
LARGE = ("troyes_dice", "troyes", "tournay", "carcassonne_masons")
ASKED = "() => document.querySelector('#question .turn') !== null"


def laid_out(page: Page, width: int, height: int) -> dict[str, Any]:
    page.set_viewport_size({"width": width, "height": height})
    page.mouse.move(1, 1)  # under the mouse the question may grow over the table
    page.wait_for_timeout(200)
    found: dict[str, Any] = page.evaluate(LAID_OUT)
    assert found["wrong"] == [], (width, height)
    return found


@pytest.mark.parametrize("game", LARGE)
def test_the_page_never_scrolls_and_the_table_has_most_of_it(browser: Browser, tables: Tables, game: str) -> None:
    links = tables(game, "Ana", "Bo")
    persons = [sit(browser, links[name], 1280, 800) for name in ("Ana", "Bo")]
    play(persons, most=4)
    for person in persons:
        desktop = laid_out(person.page, 1280, 800)
        assert desktop["share"] >= 0.5
        assert desktop["regions"]["#top"][3] == 44
        assert desktop["regions"]["#players"][2] == pytest.approx(320, abs=2)
        for width, height in ((360, 740), (390, 844)):
            phone = laid_out(person.page, width, height)
            assert phone["regions"]["#question"][3] <= 96
            assert phone["regions"]["#story"] is None
            assert phone["small"] == []
    assert [person.troubles for person in persons] == [[], []]


def test_nothing_jumps_from_question_to_question(browser: Browser, tables: Tables) -> None:
    """Neither while a man is picked up, nor when he has gone, nor while the other one is asked."""
    links = tables("breakthrough", "Ana", "Bo")
    persons = [sit(browser, links[name], 1280, 800) for name in ("Ana", "Bo")]
    page = persons[0].page
    before = page.evaluate(LAID_OUT)
    for _ in range(4):
        play(persons, most=1)
        now = page.evaluate(LAID_OUT)
        assert (now["regions"], now["panels"]) == (before["regions"], before["panels"])


PANELS = "() => [...document.querySelectorAll('#board .panel')].map((panel) => panel.getAttribute('aria-labelledby'))"


def test_a_panel_keeps_its_place_whatever_is_asked(browser: Browser, tables: Tables) -> None:
    links = tables("tournay", "Ana", "Bo")
    persons = [sit(browser, links[name], 1280, 800) for name in ("Ana", "Bo")]
    known: list[str] = persons[0].page.evaluate(PANELS)
    for seed in range(6):
        play(persons, seed, most=2)
        now = persons[0].page.evaluate(PANELS)
        assert [panel for panel in now if panel in known] == [panel for panel in known if panel in now]
        known = now


def test_on_a_phone_answers_log_and_tools_unfold(browser: Browser, tables: Tables) -> None:
    page = sit(browser, tables("troyes", "Ana", "Bo")["Ana"], 360, 740, has_touch=True, is_mobile=True).page
    until(page, ASKED)
    page.locator("#question .handle, #question summary").first.tap()
    until(page, "() => document.querySelector('#question').classList.contains('unfolded')")
    assert page.evaluate("document.querySelector('#question').getBoundingClientRect().height") > 96
    assert all(
        page.evaluate(
            "[...document.querySelectorAll('#question .options button')].map((each) => each.getBoundingClientRect().right <= innerWidth)"
        )
    )
    page.locator("#opens button").first.tap()
    assert page.is_visible("#story .scroll")
    page.locator("#story .shuts").tap()
    assert not page.is_visible("#story")
    page.locator("#opens button").last.tap()
    assert page.is_visible("#tools button:last-child")
    page.locator("#tools button:last-child").tap()
    page.wait_for_selector("#dialog select")


ZOOM = "() => Number(document.querySelector('#ground').style.zoom)"


def test_the_table_is_zoomed_by_keys_and_buttons(browser: Browser, tables: Tables) -> None:
    page = sit(browser, tables("breakthrough", "Ana", "Bo")["Ana"], 1280, 800).page
    fitted = page.evaluate(ZOOM)
    page.keyboard.press("+")
    assert page.evaluate(ZOOM) == pytest.approx(fitted * 1.2, rel=1e-4)
    page.keyboard.press("-")
    page.click("#zoom button:first-child")
    assert page.evaluate(ZOOM) == pytest.approx(fitted / 1.2, rel=1e-4)
    page.keyboard.press("0")
    assert page.evaluate(ZOOM) == pytest.approx(fitted, rel=1e-4)
    page.mouse.move(300, 400)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    until(page, f"before => ({ZOOM})() > before", fitted)


def test_what_was_clicked_pulses_at_once(browser: Browser, tables: Tables) -> None:
    ana = sit(browser, tables("tic_tac_toe", "Ana", "Bo")["Ana"])
    ana.page.route("**/answer?*", lambda route: ana.page.wait_for_timeout(300) or route.continue_())
    pulsing = ana.page.evaluate(
        "() => { document.querySelectorAll('#board .glows')[4].dispatchEvent(new MouseEvent('click', { bubbles: true })); return document.querySelectorAll('#board .sent, #question .sent').length }"
    )
    assert pulsing == 2  # the cell and its button
    until(ana.page, "() => document.querySelectorAll('#story li').length === 1")
    assert ana.page.query_selector(".sent") is None


def test_names_in_the_log_light_up_what_they_name(browser: Browser, tables: Tables) -> None:
    links = tables("carcassonne_masons", "Ana", "Bo")
    persons = [sit(browser, links[name]) for name in ("Ana", "Bo")]
    play(persons, most=6)
    page = persons[0].page
    page.locator("#story .to").last.focus()
    assert page.evaluate("document.querySelectorAll('#board .lit').length") == 1
    page.locator("#story .fold").focus()
    assert page.evaluate("document.querySelectorAll('#board .lit').length") == 0


MOVES = """() => {
  globalThis.moves = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function noted(steps, timing) {
    if (typeof timing === 'object') moves.push([this.closest('[data-identity]')?.dataset.identity, Object.keys(steps[0]).join(), timing.duration]);
    return animate.call(this, steps, timing);
  };
}"""


def test_a_man_is_seen_moving_and_again_by_a_button(browser: Browser, tables: Tables) -> None:
    """By a transform alone, for 0.3 s, and not at all where less motion is wanted; the last move stays marked."""
    links = tables("breakthrough", "Ana", "Bo")
    persons = [sit(browser, links[name], 1280, 800) for name in ("Ana", "Bo")]
    moving, still = (person.page for person in persons)
    moving.emulate_media(reduced_motion="no-preference")
    for page in (moving, still):
        page.evaluate(MOVES)
    line = "() => document.querySelectorAll('#story li').length === 1"
    play(persons, most=2)  # a man, and where it goes
    for page in (moving, still):
        until(page, line)
        assert page.evaluate("document.querySelectorAll('#board .last-from, #board .last-to').length") == 2
    assert still.evaluate("moves") == []
    once = moving.evaluate("moves")
    assert once == [["seat:seat_0", "transform", 300]]
    moving.click("#story [title='Show that again']")
    until(moving, "() => moves.length > 1")
    assert moving.evaluate("moves") == once * 2
    moving.keyboard.press("Shift")  # any key ends it
    assert (
        moving.evaluate(
            "document.getAnimations().filter((each) => each.playState === 'running' && !each.animationName).length"
        )
        == 0
    )


BOARD = "() => [...document.querySelectorAll('#board .place.full')].map((each) => each.dataset.identity).join()"


def test_what_others_did_while_one_was_away_is_shown_on_request(browser: Browser, tables: Tables) -> None:
    """Step by step, until a key ends it; the last move is marked, and who has seen all is offered nothing."""
    links = tables("breakthrough", "Ana", "Bo")
    away, stays = (sit(browser, links[name], 1280, 800) for name in ("Ana", "Bo"))
    marked = "() => document.querySelectorAll('#board .last-from, #board .last-to').length === 2"
    offer = away.page.locator("#question .tools button", has_text="Show what happened")
    play([away, stays], most=4)  # a man of each, and where it goes
    until(away.page, "() => document.querySelectorAll('#story li').length === 2")
    away.page.reload()
    away.waits()
    until(away.page, marked)
    assert not offer.count()
    play([away], most=2)
    before = away.page.evaluate(BOARD)
    away.leaves()
    play([stays], most=2)
    away.opens(links["Ana"])
    until(away.page, marked)
    now = away.page.evaluate(BOARD)
    offer.click()
    until(away.page, "() => document.querySelector('#story .lit') !== null")
    assert away.page.locator("#story .lit").text_content() == away.page.locator("#story li").last.text_content()
    away.page.click("#story [title='Show that again']")
    until(away.page, f"now => ({BOARD})() !== now", now)
    assert away.page.evaluate(BOARD) == before
    away.page.keyboard.press("Shift")
    assert away.page.evaluate(BOARD) == now
    assert not offer.count()
    assert away.asked
    play([away], most=2)
    assert away.troubles == stays.troubles == []


COUNTED = """() => {
  globalThis.counted = [];
  const seen = ([{ target }]) => counted.push([target.parentElement?.className, target.data]);
  new MutationObserver(seen).observe(document.body, { characterData: true, subtree: true });
}"""


def test_dice_roll_and_numbers_count_up(browser: Browser, tables: Tables) -> None:
    """Also a die that is only a value: what changes from one picture to the next is a transform, or the text of a number."""
    links = tables("pig", "Ana", "Bo", seed=4)
    persons = [sit(browser, links[name], 1280, 800) for name in ("Ana", "Bo")]
    moving = persons[0].page
    moving.emulate_media(reduced_motion="no-preference")
    for script in (MOVES, COUNTED):
        moving.evaluate(script)
    play(persons, most=8)
    until(moving, "() => counted.length > 3")
    assert [None, "transform", 500] in moving.evaluate("moves")
    assert {name for name, _ in moving.evaluate("counted")} <= {"part", "count"}


def test_all_answers_of_a_question_are_seen_on_a_screen(browser: Browser, tables: Tables) -> None:
    """Also long ones below a question of two lines; what comes of an answer is then told by its button."""
    links = tables("carcassonne_masons", "Ana", "Bo")
    persons = [sit(browser, links[name], 1280, 800) for name in ("Ana", "Bo")]
    hidden = "() => ((each) => each.scrollHeight - each.clientHeight)(document.querySelector('#question'))"
    for seed in range(8):
        play(persons, seed, most=1)
        for person in persons:
            person.page.mouse.move(1, 1)  # under the mouse it is higher anyway
            person.page.wait_for_timeout(100)
            assert person.page.evaluate(hidden) <= 0, person.page.inner_text("#question")
            brief = person.page.evaluate(
                "() => [...document.querySelectorAll('#question.brief .comes')].map((each) => each.textContent === each.parentElement.title)"
            )
            assert all(brief)


def test_a_mouse_that_was_not_moved_hides_nothing(browser: Browser, tables: Tables) -> None:
    """After an answer by the mouse: what lies under it then is told of as soon as it moves."""
    ana = sit(browser, tables("tic_tac_toe", "Ana", "Bo")["Ana"], 1280, 800)
    page, thing = ana.page, ana.page.query_selector_all("#board .glows")[4]
    x, y = middle(thing)
    before = ana.question()
    page.mouse.click(x, y)
    ana.answered(before)
    page.wait_for_timeout(1000)
    assert not page.is_visible("#tip")
    page.mouse.move(x + 4, y + 4)
    until(page, "() => !document.querySelector('#tip').hidden")


def test_on_a_phone_what_can_be_chosen_is_scrolled_to(browser: Browser, tables: Tables) -> None:
    """Not only the panel that a question is about: of a high one the places lie far below its title."""
    links = tables("troyes", "Ana", "Bo", "Eva", seed=11, bots=["Bo", "Eva"])
    ana, chance = sit(browser, links["Ana"], 390, 844, has_touch=True, is_mobile=True), random.Random(3)
    seen = """() => {
      const room = document.querySelector('#table').getBoundingClientRect();
      const boxes = [...document.querySelectorAll('#table .glows')].map((each) => each.getBoundingClientRect());
      return !boxes.length || boxes.some((each) => each.top >= room.top && each.bottom <= room.bottom);
    }"""
    for _ in range(9):
        assert ana.comes_to_move()
        ana.page.wait_for_timeout(100)
        assert ana.page.evaluate(seen), ana.page.inner_text("#question")
        ana.click_something(chance)
    assert ana.comes_to_move()
    until(ana.page, seen)
    assert ana.page.locator("#table .glows").count()


def test_a_phone_has_one_row_for_a_hand(browser: Browser, tables: Tables) -> None:
    """However many cards it holds, so that the table keeps its room; a finger moves the row. Signs of a player stay with their numbers."""
    links = tables("carcassonne_masons", "Ana", "Bo", "Eva", "Dan", bots=["Bo", "Eva", "Dan"])
    page = sit(browser, links["Ana"], 390, 844, has_touch=True, is_mobile=True).page
    tops = "() => new Set([...document.querySelectorAll('#tray .face')].map((each) => each.getBoundingClientRect().top)).size"
    assert page.evaluate("() => document.querySelectorAll('#tray .face').length") > 4
    assert page.evaluate(tops) == 1
    rows = "() => [...document.querySelectorAll('#players .person')].map((each) => ['.player', '.points'].map((part) => Math.round(each.querySelector(part).getBoundingClientRect().bottom / 8)))"
    assert all(name == score for name, score in page.evaluate(rows))


def test_six_piles_beside_each_other_stay_in_a_row_on_a_phone(browser: Browser, tables: Tables) -> None:
    """The nine decks of Tournay with what lies open beside them are three rows, and seen together."""
    page = sit(browser, tables("tournay", "Ana", "Bo")["Ana"], 390, 844, has_touch=True, is_mobile=True).page
    decks = "() => [...document.querySelectorAll('#ground .deck')].filter((each) => each.closest('.beside').children.length === 6).map((each) => each.getBoundingClientRect())"
    boxes = page.evaluate(f"() => ({decks})().map((each) => [each.top, each.bottom])")
    assert len(boxes) == 9
    assert len({round(top) for top, _ in boxes}) == 3
    room = page.evaluate("() => document.querySelector('#table').clientHeight")
    assert max(bottom for _, bottom in boxes) - min(top for top, _ in boxes) < room


END = """() => {
  const box = (element) => { const { left, top, width, height } = element.getBoundingClientRect(); return [left, top, width, height].map(Math.round); };
  const [board, table, end] = [".board", "#table", "#end"].map((each) => document.querySelector(each));
  return { board: box(board), table: box(table), end: box(end), log: box(document.querySelector('#story')) };
}"""


@pytest.mark.parametrize("game", sampled(["tic_tac_toe", "hurdles"], {"tic_tac_toe"}))
def test_the_board_stays_in_view_when_the_game_is_over(browser: Browser, tables: Tables, game: str) -> None:
    """On a screen it keeps its place, and the end stands beside it; on a phone the end follows it. The same for who opens the page then."""
    links = tables(game, "Ana", "Bo")
    desk, phone = sit(browser, links["Ana"], 1280, 800), sit(browser, links["Bo"], 390, 844)
    match, moves = new_match(game), random_game(game)
    before = {}
    for move, option in enumerate(moves, 1):
        if move == len(moves):
            desk.page.wait_for_timeout(500)
            before = desk.page.evaluate(END)
        send(links[("Ana", "Bo")[match.live.seat]], "answer", {"option": option, "number": match.questions[0].number})
        match.answer(match.live.seat, option)
    late = [sit(browser, links["to watch"], 1280, 800), sit(browser, links["to watch"], 390, 844)]
    for person in (desk, phone, *late):
        until(person.page, OVER)
        person.page.wait_for_timeout(300)
        found = person.page.evaluate(END)
        (_, top, _, high), (_, table_top, _, table_high) = found["board"], found["table"]
        assert table_top <= top < top + high <= table_top + table_high
        if person in (phone, late[1]):
            assert found["end"][1] >= top + high
        else:
            assert found["end"][0] >= found["table"][0] + found["table"][2]
            assert found["log"][1] + found["log"][3] <= 801
        assert person.page.locator("#end #result").count() >= 1
        assert person.troubles == []
    assert desk.page.evaluate(END)["board"] == before["board"]
