"""Whole games on pages, by clicking what glows; what is typed; what a page looks like, and what reaches it."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.table import OVER, SLOW, Person, middle, play, serving, sit, until
from tests.engine.test_answers import FIELD
from tests.engine.test_set_answers import written
from tests.sampled import LONG

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Browser, Route

pytestmark = pytest.mark.browser
Tables = Callable[..., dict[str, str]]

SHORTEST = "carcassonne_masons"
"""Some seventy questions, all of which are answered with RULESET_LONG=1, as are those of the others."""
MANY = 20
GAMES = ("troyes_dice", "troyes", "tournay", SHORTEST) if LONG else ("troyes_dice", SHORTEST)
THE_TABLE = "#tools button:text('The table')"
"""What opens who sits there, and what the host may do."""
TWO = ("--seats", "Ana=human,Bo=human", "--seed", "5")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_large_game_is_played_by_clicking_what_glows(browser: Browser, tables: Tables, game: str) -> None:
    links = tables(game, "Ana", "Bo")
    persons = [sit(browser, links["Ana"]), sit(browser, links["Bo"], 390, 800, has_touch=True)]
    done = play(persons, most=100_000 if LONG else MANY)
    assert all(person.over for person in persons) is LONG
    assert done["thing"] > (20 if LONG else 3)
    assert [person.troubles for person in persons] == [[], []]


@pytest.mark.slow
def test_a_large_game_is_played_by_keys_alone(browser: Browser, tables: Tables) -> None:
    """The shortest of the four. One at a desk, one with a keyboard at a phone."""
    links = tables(SHORTEST, "Ana", "Bo")
    persons = [sit(browser, links["Ana"]), sit(browser, links["Bo"], 390, 800)]
    done = play(persons, most=100_000 if LONG else MANY, by=Person.type_something)
    assert all(person.over for person in persons) is LONG
    assert min(done["key"], done["walk"]) > (5 if LONG else 3)
    assert [person.troubles for person in persons] == [[], []]


@pytest.mark.parametrize(("game", "by"), [("pig", "button"), ("tic_tac_toe", "thing")])
def test_a_small_game_is_played_to_its_end(browser: Browser, tables: Tables, game: str, by: str) -> None:
    links = tables(game, "Ana", "Bo")
    persons = [sit(browser, links["Ana"]), sit(browser, links["Bo"], 390, 800)]
    done = play(persons, most=400)
    assert all(person.over for person in persons)
    assert done[by] == sum(done.values()) > 4  # what lies on the table; to roll and to hold lie nowhere
    assert [person.troubles for person in persons] == [[], []]


def test_all_that_is_done_by_keys_alone(browser: Browser, tables: Tables) -> None:
    links = tables("tic_tac_toe", "Ana", "Bo")
    persons = [sit(browser, links["Ana"]), sit(browser, links["Bo"])]
    for move in range(9):
        person = persons[move % 2]
        if not person.comes_to_move():
            break
        before = person.question()
        if move % 3:
            person.page.keyboard.press("1")
        else:  # by walking from thing to thing
            for _ in range(40):
                person.page.keyboard.press("Tab")
                if person.page.evaluate("document.activeElement.matches('#board .glows')"):
                    break
            person.page.keyboard.press("Enter")
        person.answered(before)
    until(persons[0].page, OVER)


def test_many_options_that_glow_are_folded_and_answered_all_the_same(browser: Browser, tables: Tables) -> None:
    """A hundred places for a wall: on the table, in a list that opens by a key, and by their numbers."""
    links = tables("carcassonne_masons", "Ana", "Bo")
    persons = [sit(browser, links["Ana"]), sit(browser, links["Bo"])]
    folded = "#question details:not([open]) > summary"
    person = next(each for each in persons if each.asked)
    for _ in range(20):
        if person.page.query_selector(folded):
            break
        play(persons, most=1)
        person = next(each for each in persons if each.asked)
    page, before = person.page, person.question()
    count, offered = page.evaluate("""() => [document.querySelector('#question summary').textContent.match(/\\d+/)[0],
      document.querySelectorAll('#question details button').length]""")
    assert int(count) == offered > 12
    assert not page.is_visible("#question details button")
    page.focus(folded)
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('#question details[open] .options button')")
    key = page.inner_text("#question details kbd >> nth=3")
    page.keyboard.type(key)
    person.answered(before)
    assert [each.troubles for each in persons] == [[], []]


def test_an_answer_of_several_parts_is_picked_part_by_part(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "field").mkdir()
    (tmp_path / "field" / "game.yaml").write_text(FIELD, encoding="utf-8")
    with serving(tmp_path / "state", str(tmp_path / "field"), *TWO, links=4) as server:
        ana = sit(browser, server.links["Ana"])
        before = ana.question()
        ana.page.click("#board [aria-label^='b1-b2']", force=True)
        assert "b1-b2, and then?" in ana.page.inner_text("#question h2")
        told = ana.page.locator("#question .options button").all_text_contents()
        assert any("b2-c2" in each for each in told)
        assert not any("b1-b2" in each for each in told)  # what is picked is not said again
        ana.page.click("#board [aria-label^='b2-c2']", force=True)
        ana.answered(before)
        until(ana.page, "() => document.querySelector('#story').innerText.includes('b1-b2')")
        assert ana.troubles == []


def test_the_things_of_a_set_are_clicked_on_and_off_in_any_order(browser: Browser, tmp_path: Path) -> None:
    """With the mouse, then with keys, then by the button that sends fewer than there may be."""
    throw = "choose exactly 2 throw f in hand { move f to heap }; choose from 1 to 3 throw f in hand { move f to heap }"
    game = written(tmp_path / "baskets", throw)
    with serving(tmp_path / "state", str(game), *TWO, links=4) as server:
        ana = sit(browser, server.links["Ana"])
        page, before = ana.page, ana.question()
        cards = page.query_selector_all("#board .can.glows")
        assert len(cards) == 5
        first, second, third = (f"#board [data-identity='{each.get_attribute('data-identity')}']" for each in cards[:3])
        page.click(second)
        assert "(1 of 2)" in page.inner_text("#question h2")
        assert page.get_attribute(second, "aria-pressed") == "true"
        assert page.get_attribute(first, "aria-pressed") == "false"
        page.click(second)
        assert page.get_attribute(second, "aria-pressed") == "false"
        page.click(third)
        page.focus(first)
        page.keyboard.press("Enter")
        ana.answered(before)
        before = ana.question()
        until(page, "() => document.querySelectorAll('#board .can.glows').length === 3")
        last = [each.get_attribute("data-identity") for each in page.query_selector_all("#board .can.glows")]
        for each in (last[2], last[0]):
            page.click(f"#board [data-identity='{each}']")
        assert "(2 of 3)" in page.inner_text("#question h2")
        assert page.query_selector("#question .tools button:has-text('✓')") is not None
        page.click("#question .tools button:has-text('✓')")
        ana.answered(before)
        assert ana.troubles == []


def test_two_pages_of_a_seat_agree_and_a_double_click_is_one_move(browser: Browser, tables: Tables) -> None:
    links = tables("tic_tac_toe", "Ana", "Bo")
    one, other = (sit(browser, links["Ana"]) for _ in range(2))
    thing = one.page.query_selector("#board .glows")
    assert thing is not None
    box = thing.bounding_box()
    assert box is not None
    one.page.mouse.dblclick(box["x"] + 5, box["y"] + 5)
    until(other.page, "() => document.querySelectorAll('#story li').length === 1")
    one.page.wait_for_timeout(300)
    assert other.page.inner_text("#story") == one.page.inner_text("#story")
    assert len(one.page.query_selector_all("#story li")) == 1


def test_a_key_typed_for_one_question_does_not_answer_the_next(browser: Browser, tables: Tables) -> None:
    """With a hundred options the page waits for a second digit after `1`. Meanwhile another page of the seat answers; the next question has a `1` too."""
    links = tables("carcassonne_masons", "Ana", "Bo")
    persons = [sit(browser, links["Ana"]), sit(browser, links["Bo"])]
    keys = "() => [...document.querySelectorAll('#question .options kbd')].map((each) => each.textContent)"
    for _ in range(20):
        one = next(each for each in persons if each.asked)
        if "10" in one.page.evaluate(keys):
            break
        play(persons, most=1)
    other = sit(browser, links["Ana" if one is persons[0] else "Bo"])
    before = one.question()
    one.page.keyboard.press("1")
    other.click_something(random.Random(1))
    one.answered(before)
    assert "1" in one.page.evaluate(keys)
    told, asked = one.page.inner_text("#story"), one.page.inner_text("#asked")
    one.page.wait_for_timeout(1200)
    assert (one.page.inner_text("#story"), one.page.inner_text("#asked")) == (told, asked)


def test_a_key_counts_before_the_server_has_replied_to_the_last_answer(browser: Browser, tables: Tables) -> None:
    """The next question comes by the stream of news, often before the reply to the answer that led to it."""
    ana = sit(browser, tables("pig", "Ana", "Bo")["Ana"])
    page = ana.page
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/answer?*", lambda route: held.append((route, route.fetch())))
    for answers in (1, 2):
        assert ana.comes_to_move()
        before = ana.question()
        page.keyboard.press("1")  # roll: Ana's first four dice are no 1
        ana.answered(before)
        for _ in range(50):  # what happened may be drawn behind the question: then this is not yet the next one
            if len(held) == answers:
                break
            page.wait_for_timeout(20)
        assert len(held) == answers
    for route, reply in held:
        route.fulfill(response=reply)


def test_a_page_comes_back_after_the_server_was_killed(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, "tic_tac_toe", *TWO, "--processes", "2", links=5) as server:
        ana = sit(browser, server.links["Ana"])
        assert ana.click_something(random.Random(1)) == "thing"
        told = ana.page.inner_text("#story")
        port = int(server.links["Ana"].split(":")[2].split("/")[0])
        server.kill()
        with serving(tmp_path, "--processes", "2", links=1, port=port):
            bo = sit(browser, server.links["Bo"])
            assert bo.page.inner_text("#story") == told
            bo.click_something(random.Random(2))
            until(ana.page, "() => document.querySelectorAll('#story li').length === 2")
            assert ana.asked


@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_for_everybody(browser: Browser, tables: Tables, game: str) -> None:
    """On a phone in the dark, on a screen and on a wide one: it is played on, and nothing is found."""
    from axe_playwright_python.sync_playwright import Axe

    links = tables(game, "Ana", "Bo")
    persons = [sit(browser, links[name]) for name in ("Ana", "Bo")]
    page = persons[0].page
    for width, scheme in ((360, "dark"), (1280, "light"), (2560, "light")):
        for person in persons:
            person.page.set_viewport_size({"width": width, "height": 900})
            person.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        play(persons, width, most=3)
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
        where = [node["html"] for each in found.response["violations"] for node in each["nodes"]]
        assert found.violations_count == 0, (width, found.generate_report(), where)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"wider than its window of {width}"
    assert [person.troubles for person in persons] == [[], []]


def test_what_glows_is_dragged_to_where_it_goes(browser: Browser, tables: Tables) -> None:
    links = tables("breakthrough", "Ana", "Bo")
    page = sit(browser, links["Ana"]).page

    def drag(thing: str) -> None:
        middle = "e => { const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] }"
        source = page.query_selector_all("#board .can.glows")[2]
        page.mouse.move(*source.evaluate(middle))
        page.mouse.down()
        page.mouse.move(600, 5, steps=4)
        until(page, "() => document.querySelector('.picked') !== null")
        target = page.query_selector(thing)
        assert target is not None
        page.mouse.move(*target.evaluate(middle), steps=4)
        page.mouse.up()

    drag("#title")  # nowhere: nothing is done
    assert page.query_selector_all("#story li") == []
    drag("#board .goal.glows")
    until(page, "() => document.querySelectorAll('#story li').length === 1")


FORMS = "() => [...document.querySelectorAll('#question .options button')].map((each) => each.querySelector('.form[aria-hidden] > *'))"


def test_beside_the_words_of_an_answer_its_thing_is_drawn_small(browser: Browser, tables: Tables) -> None:
    """A man of a board, the suit of a card, a card with the band of its colour; they are no things that can be chosen, and are not read aloud."""
    page = sit(browser, tables("breakthrough", "Ana", "Bo")["Ana"]).page
    uses = page.evaluate(f"() => ({FORMS})().map((each) => each.querySelector('use').getAttribute('href'))")
    assert len(uses) > 5
    assert set(uses) == {"#sign-pawn"}
    assert page.query_selector("#question :is([data-options], [data-goals], [data-identity])") is None
    page = sit(browser, tables("larders", "Ana", "Bo")["Ana"]).page
    ink = "(each) => getComputedStyle(each).color"
    marks = page.evaluate(f"() => ({FORMS})().map({ink})")
    assert len(marks) > 5
    assert set(marks) == set(
        page.evaluate(f"() => [...document.querySelectorAll('#tray .index:first-child .sign')].map({ink})")
    )
    links = tables("tournay", "Ana", "Bo")
    persons = [sit(browser, links[name]) for name in ("Ana", "Bo")]
    drawn = f"() => ({FORMS})().map((each) => each && each.getAttribute('class'))"
    for seed in range(40):
        play(persons, seed, most=1)
        if any(each.startswith("sheet") for each in filter(None, persons[0].page.evaluate(drawn))):
            break
    else:
        pytest.fail("no answer of Tournay shows a card with the band of its colour")


def test_the_lobby_begins_a_table(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, links=1) as server:
        context = browser.new_context(locale="es-ES")
        page = context.new_page()
        page.goto(next(iter(server.links.values())))
        page.wait_for_selector("form select", timeout=SLOW)
        page.select_option(
            "form select[name=game]", "tic_tac_toe"
        )  # without chance: in Pig one in six begins by losing the turn
        page.fill(".seat input >> nth=0", "<script>alert(1)</script>")
        page.select_option(".seat >> nth=1 >> select[name=kind]", "human")
        page.click("button[type=submit]")
        page.wait_for_selector("#question .turn", timeout=SLOW)  # whoever begins a table sits at it
        assert "<script>" in page.inner_text("#players li:nth-child(1)")
        assert "tú" in page.inner_text("#players li:nth-child(1)")
        page.wait_for_selector("#dialog[open] #seats", timeout=SLOW)  # and finds the links of the others
        copied = "#seats li:nth-child(2) button:has-text('Copiar')"
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.click(copied)
        link = page.evaluate("navigator.clipboard.readText()")
        bo = sit(browser, link)
        assert bo.page.get_attribute("#players li:nth-child(2)", "class") == "person own"
        page.reload()
        page.wait_for_selector("#question .turn", timeout=SLOW)
        assert not page.is_visible("#dialog")  # once


def test_after_the_end_the_page_shows_how_the_game_went(browser: Browser, tables: Tables) -> None:
    links = tables("tic_tac_toe", "Ana", "Bo")
    persons = [sit(browser, links["Ana"]), sit(browser, links["to watch"], 390, 800)]
    assert [person.page.is_visible("#after") for person in persons] == [False, False]
    play([persons[0], bo := sit(browser, links["Bo"])], most=20)
    assert persons[0].page.locator("#result .ranking li").count() == 2
    persons[1].page.click("#after button")  # any of them may ask
    for person in (*persons, bo):
        until(person.page, "() => document.querySelector('#after img')?.naturalWidth > 0")
        assert "Games won, of 100" in str(person.page.get_attribute("#after img", "alt"))
        assert person.troubles == []


def test_who_holds_the_host_s_link_rules_the_table_from_a_seat(browser: Browser, tables: Tables) -> None:
    links = tables("tic_tac_toe", "Ana", "Bo")
    bo = sit(browser, links["Bo"])
    bo.page.click(THE_TABLE)
    bo.page.wait_for_selector("#seats li", timeout=SLOW)
    assert bo.page.query_selector("#seats select") is None  # who is no host is shown who sits there, and no more
    bo.page.keyboard.press("Escape")
    ana = sit(browser, links["host"])
    ana.leaves()
    ana.opens(links["Ana"])
    ana.page.click(THE_TABLE)
    ana.page.wait_for_selector("#seats select", timeout=SLOW)
    ana.page.select_option("#seats li:nth-child(2) select", "easy")
    for person in (ana, bo):
        until(person.page, "() => document.querySelector('#players').textContent.includes('easy')")
    ana.page.select_option("#seats li:nth-child(2) select", "human")
    for person in (ana, bo):
        until(person.page, "() => !document.querySelector('#players').textContent.includes('easy')")
    ana.page.keyboard.press("Escape")
    play([ana, bo], most=20)
    ana.page.click("#result button:has-text('Rematch')")
    until(bo.page, "() => document.querySelector('#result').textContent.includes('Ana would like a rematch.')")
    bo.page.click("#result button:has-text('Rematch')")
    until(bo.page, "() => document.querySelector('#result a.button') !== null")
    bo.page.click("#result a.button")
    bo.waits()
    assert bo.page.inner_text("#title").startswith("Tic-tac-toe")
    assert "you" in bo.page.inner_text("#players li:nth-child(1)")  # each one seat further on
    assert [person.troubles for person in (ana, bo)] == [[], []]


def test_a_question_is_the_same_while_others_come(browser: Browser, tables: Tables) -> None:
    """Else these tests would go on before their answer is there, and click on things that the answer takes away."""
    links = tables("tic_tac_toe", "Ana", "Bo")
    ana = sit(browser, links["Ana"])
    before = ana.question()
    sit(browser, links["Bo"])
    until(ana.page, "() => !document.querySelector('#players .away')")
    assert ana.question() == before


def test_a_thing_that_is_drawn_as_before_stays_while_its_page_gets_everything_anew(
    browser: Browser, tables: Tables
) -> None:
    """Whoever has pressed the button of the mouse on a cell answers by its release, though the connection began anew between the two."""
    ana = sit(browser, tables("tic_tac_toe", "Ana", "Bo")["Ana"])
    thing = ana.page.query_selector("#board .glows")
    assert thing is not None
    before, mouse = ana.question(), ana.page.mouse
    mouse.move(*middle(thing))
    mouse.down()
    with ana.page.expect_response(lambda answer: "/events" in answer.url):
        ana.page.evaluate("() => { dispatchEvent(new Event('online')); }")
    ana.page.wait_for_timeout(500)
    assert thing.evaluate("each => each.isConnected")
    mouse.up()
    ana.answered(before)


def test_the_host_replaces_a_link_that_others_have(browser: Browser, tables: Tables) -> None:
    links = tables("tic_tac_toe", "Ana", "Bo")
    thief, host = sit(browser, links["host"]), sit(browser, links["host"])
    host.page.click(THE_TABLE)
    host.page.click("#seats button:text('New link of the host')")
    fresh = str(host.page.get_attribute("#dialog a", "href"))
    until(thief.page, "() => document.querySelector('#notice').textContent.includes('does not open a table')")
    bo = sit(browser, links["Bo"])  # what happens now reaches the host's page, which goes on with its new link
    until(host.page, "() => !document.querySelector('#players li:nth-child(2)').matches('.away')")
    assert "does not open a table" not in host.page.inner_text("#notice")
    bo.context.close()
    with host.page.expect_navigation():
        host.page.click("#dialog .tools:last-child button")
    host.waits()
    host.page.click(THE_TABLE)
    host.page.wait_for_selector("#seats select", timeout=SLOW)
    assert host.page.url.endswith(fresh)
    host.page.select_option("#seats li:nth-child(2) select", "easy")
    until(host.page, "() => document.querySelector('#players').textContent.includes('easy')")
    thief.leaves()
    thief.page.goto(links["host"])
    until(thief.page, "() => document.querySelector('#notice').textContent.includes('does not open a table')")
    assert all("403" in each for each in host.troubles)  # its page asked once more with the link that ended


@pytest.mark.parametrize("pressed", ["#board .glows", "#question .options button"])
def test_a_click_counts_where_others_come_and_go_meanwhile(browser: Browser, tables: Tables, pressed: str) -> None:
    links = tables("tic_tac_toe", "Ana", "Bo")
    ana = sit(browser, links["Ana"])
    ana.page.mouse.move(*middle(ana.page.query_selector(pressed)))
    ana.page.mouse.down()
    sit(browser, links["Bo"])
    until(ana.page, "() => !document.querySelector('#players .away')")
    ana.page.mouse.up()
    until(ana.page, "() => document.querySelectorAll('#story li').length === 1")


OFFLINE = {
    "en": "Connection lost. Your answer is sent when the connection is back.",
    "es": "Sin conexión. Tu respuesta se enviará cuando vuelva la conexión.",
}
NOTICE = "() => document.querySelector('#notice').textContent"
MOVES = "() => document.querySelectorAll('#story li').length"


@pytest.mark.parametrize("lang", ["es", *(["en"] if LONG else [])])
def test_an_answer_given_offline_is_sent_once_the_table_is_back(browser: Browser, tables: Tables, lang: str) -> None:
    links = tables("tic_tac_toe", "Ana", "Bo")
    ana, bo = sit(browser, links["Ana"]), sit(browser, links["Bo"])
    if lang == "es":
        ana.page.click("#tools button:last-child")
        ana.page.select_option("#dialog p select", "es")
        ana.page.wait_for_selector("#question .turn:has-text('Te toca')", timeout=SLOW)
    ana.page.context.set_offline(True)
    ana.page.locator("#question .options button").first.click()
    until(ana.page, f"text => ({NOTICE})() === text", OFFLINE[lang])
    ana.page.wait_for_timeout(1500)
    assert ana.page.evaluate(NOTICE) == OFFLINE[lang]
    assert not bo.page.evaluate(MOVES)
    ana.page.context.set_offline(False)
    until(bo.page, f"() => ({MOVES})() === 1")
    until(ana.page, f"() => ({MOVES})() === 1 && ({NOTICE})() === ''")
    bo.page.locator("#question .options button").first.click()
    until(ana.page, f"() => ({MOVES})() === 2")
    ana.page.wait_for_timeout(500)
    assert ana.page.evaluate(MOVES) == 2


def test_an_answer_given_offline_is_not_sent_to_another_question(browser: Browser, tables: Tables) -> None:
    """Ana answers on a page without a network, then on another one."""
    links = tables("tic_tac_toe", "Ana", "Bo")
    lost, other, bo = (sit(browser, links[name]) for name in ("Ana", "Ana", "Bo"))
    lost.page.context.set_offline(True)
    lost.page.locator("#question .options button").first.click()
    until(lost.page, f"text => ({NOTICE})() === text", OFFLINE["en"])
    other.page.locator("#question .options button").last.click()
    until(bo.page, f"() => ({MOVES})() === 1")
    bo.page.locator("#question .options button").first.click()
    until(other.page, f"() => ({MOVES})() === 2")
    lost.page.context.set_offline(False)
    until(lost.page, f"() => ({MOVES})() === 2")
    lost.page.wait_for_timeout(800)
    assert lost.page.evaluate(MOVES) == bo.page.evaluate(MOVES) == 2
    assert (
        lost.page.evaluate(NOTICE)
        == "The question has changed: the answer that you gave without a connection was not sent."
    )


def test_scroll_positions_survive_the_moves_of_others(browser: Browser, tables: Tables) -> None:
    """Of an enlarged table and of the log; a reader at the end of the log follows it."""
    links = tables("carcassonne_masons", "Ana", "Bo")
    persons = [sit(browser, links["Ana"]), sit(browser, links["Bo"]), sit(browser, links["to watch"], 390, 480)]
    along, back = persons[0].page, persons[2].page
    board, lines = "document.querySelector('#table')", "document.querySelector('#story .scroll')"
    end = f"() => {lines}.scrollHeight - {lines}.clientHeight - {lines}.scrollTop < 3"
    play(persons[:2], most=24)
    drawn = "() => document.querySelectorAll('#story li').length"
    until(back, f"n => ({drawn})() === n", along.evaluate(drawn))
    for _ in range(3):
        back.keyboard.press("+")
    back.click("#opens button:first-child")  # on a phone the log is a sheet
    assert back.evaluate(end)
    back.evaluate(f"() => {{ {board}.scrollLeft = 90; {lines}.scrollTop = 10; {lines}.focus() }}")
    assert back.evaluate(f"() => [{board}.scrollLeft, {lines}.scrollTop]") == [90, 10]
    before = back.evaluate(drawn)
    play(persons[:2], seed=2, most=8)
    until(back, f"n => ({drawn})() > n", before)
    assert back.evaluate(f"() => [{board}.scrollLeft, {lines}.scrollTop, document.activeElement === {lines}]") == [
        90,
        10,
        True,
    ]
    assert along.evaluate(end)


def test_a_seat_has_its_own_language_and_colour(browser: Browser, tables: Tables) -> None:
    links = tables("tic_tac_toe", "Ana", "Bo")
    ana, bo = sit(browser, links["Ana"]), sit(browser, links["Bo"])
    ana.page.click("#tools button:last-child")
    ana.page.select_option("#dialog form select", "pink")
    ana.page.click("#dialog form button")
    until(bo.page, "() => document.querySelector('#players .t-pink')?.textContent === 'Ana'")
    ana.page.click("#tools button:last-child")
    ana.page.select_option("#dialog p select", "es")
    ana.page.wait_for_selector("#question .turn:has-text('Te toca')", timeout=SLOW)
    assert "Esperando" not in bo.page.inner_text("#question")
    again = sit(browser, links["Ana"])  # in another browser, too, and the first word of it
    assert again.page.inner_text("#question .turn") == "Te toca"


def test_anything_is_looked_up_by_keys_alone(browser: Browser, tmp_path: Path) -> None:
    from axe_playwright_python.sync_playwright import Axe

    with serving(tmp_path, "troyes_dice", *TWO, links=5) as server:
        person = sit(browser, server.links["Ana"], 360, 800)
        page = person.page
        page.keyboard.press("?")
        page.wait_for_selector(".lookup details", timeout=SLOW)  # with nothing typed: all there is
        page.keyboard.type("knigh")
        until(page, "() => document.querySelector('.lookup [role=status]').textContent.startsWith('Found')")
        page.keyboard.press("Enter")
        until(page, "() => document.querySelector('.lookup details[open] .entry') !== null")
        assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
        assert "Space 15" in page.inner_text(".lookup details[open]")
        page.keyboard.press("ArrowUp")
        assert page.evaluate("document.activeElement.type") == "search"
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.keyboard.press("Escape")
        until(page, "() => !document.querySelector('#dialog').open")
        assert person.troubles == []
