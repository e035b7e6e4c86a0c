"""Play-testing on pages: nothing is kept before a tester agrees, all are told, notes are written at any point, and a file is downloaded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ruleset_core.lab.playtests import group_playtests
from ruleset_core.lab.report.playtest_pages import playtests_html
from ruleset_core.play.records.playtest_files import Playtest, parse_playtest, read_playtest
from ruleset_core.web.single_file.html_export import HtmlExport, export_html
from tests.browser.table import SLOW, Person, play, serving, sit, until
from tests.browser.test_reports import FOLD, LAID_OUT, opened
from tests.report.test_playtests import NOTE, played, written

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FrameLocator, Page

pytestmark = pytest.mark.browser
Tables = Callable[..., dict[str, str]]
KEPT = "() => Object.keys(localStorage).filter((each) => each.startsWith('playtest.')).length"


def agree(page: Page | FrameLocator) -> None:
    """Open what is kept and agree to it; on a phone by the menu."""
    if (menu := page.locator("#opens button").nth(1)).is_visible():
        menu.click()
    page.locator("#tools button", has_text="Settings").click()
    page.locator("dialog button", has_text="Play-test").click()
    page.locator("dialog .bullets").first.wait_for()
    page.get_by_role("button", name="I agree").click()
    page.locator("dialog textarea").wait_for()


def note(page: Page | FrameLocator, text: str) -> None:
    """Write a note in the field that is open."""
    page.locator("dialog textarea").fill(text)
    page.get_by_role("button", name="Keep this note").click()
    page.locator("dialog [role=status]:not(:empty)").wait_for()


def downloaded(page: Page, inside: FrameLocator | None = None) -> Playtest:
    """What the open dialog writes."""
    with page.expect_download(timeout=SLOW) as download:
        (inside or page).locator("dialog").get_by_role("button", name="Download the notes").click()
    assert download.value.suggested_filename.endswith(".playtest.txt")
    return read_playtest(download.value.path())


@pytest.fixture
def two(browser: Browser, tables: Tables) -> tuple[Person, Person, dict[str, str]]:
    links = tables("tic_tac_toe", "Ana", "Bo")
    return sit(browser, links["Ana"]), sit(browser, links["Bo"], 390, 800), links


def test_nothing_is_kept_by_who_does_not_agree(two: tuple[Person, Person, dict[str, str]]) -> None:
    ana, bo, _ = two
    ana.page.locator("#tools button", has_text="Settings").click()
    ana.page.locator("dialog button", has_text="Play-test").click()
    ana.page.get_by_role("button", name="No, thanks").click()
    play([ana, bo], most=2)
    assert ana.page.evaluate(KEPT) == 0
    assert ana.page.locator("#noting").count() == 0
    assert bo.page.locator("#players [role=img]").count() == 0


def test_a_tester_writes_notes_and_downloads_a_file_without_names(two: tuple[Person, Person, dict[str, str]]) -> None:
    ana, bo, _ = two
    agree(ana.page)
    note(ana.page, NOTE)
    before = downloaded(ana.page)
    assert before.record is None, "the game is not over"
    ana.page.keyboard.press("Escape")
    ana.page.keyboard.press("?")
    ana.page.locator("dialog input").fill("Ana and Bo")
    until(ana.page, "() => document.querySelector('dialog [role=status]').textContent !== ''")
    ana.page.keyboard.press("Escape")
    bo.page.locator("#players [role=img]").wait_for()
    assert "Ana" in (bo.page.locator("#notice").text_content() or "")
    play([ana, bo], most=2)
    ana.page.reload()
    ana.waits()
    ana.page.locator("#noting").wait_for()
    ana.page.keyboard.press("n")
    note(ana.page, "After a reload")
    ana.page.keyboard.press("Escape")
    play([ana, bo], most=20)
    assert ana.over
    with ana.page.expect_download(timeout=SLOW) as download:
        ana.page.locator("#playtest").get_by_role("button", name="Download the notes").click()
    raw = Path(download.value.path()).read_bytes()
    found = parse_playtest(raw)
    assert b"Ana" not in raw
    assert b"Bo" not in raw
    assert found.record is not None
    assert [each.what for each in found.entries if each.kind == "lookup"] == ["? P1 and P2"]
    own = [move for move in found.record.moves if move.seat == 0]
    assert [each.what for each in found.entries if each.kind == "note"] == [NOTE, "After a reload"]
    assert len([each for each in found.entries if each.kind == "answer"]) == len(own)
    (group,) = group_playtests([found], ())
    assert [test.position(entry) for test, entry in group.notes] == [0, 2]
    assert [ana.troubles, bo.troubles] == [[], []]


def test_the_host_has_all_notes_deleted(browser: Browser, two: tuple[Person, Person, dict[str, str]]) -> None:
    ana, bo, links = two
    for person in (ana, bo):
        agree(person.page)
        person.page.keyboard.press("Escape")
    bo.leaves()
    host = sit(browser, links["host"])
    host.page.locator("#tools button", has_text="The table").click()
    host.page.get_by_role("button", name="Delete play-test notes").click()
    host.page.get_by_role("button", name="Stop and delete").click()
    until(ana.page, "() => !document.querySelector('#noting')")
    assert ana.page.evaluate(KEPT) == 0
    bo.opens(links["Bo"])
    until(bo.page, f"() => ({KEPT})() === 0")
    assert bo.page.locator("#noting").count() == 0


def test_everybody_can_agree_and_write(two: tuple[Person, Person, dict[str, str]]) -> None:
    from axe_playwright_python.sync_playwright import Axe

    _, bo, _ = two
    bo.page.emulate_media(color_scheme="dark")
    bo.page.locator("#opens button").nth(1).click()
    bo.page.locator("#tools button", has_text="Settings").click()
    bo.page.locator("dialog button", has_text="Play-test").click()
    for label in ("I agree", "Close"):
        assert Axe().run(bo.page).violations_count == 0, label
        assert bo.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        bo.page.get_by_role("button", name=label).click()
        bo.page.locator("#noting").wait_for()


def test_a_tester_stops_and_deletes(two: tuple[Person, Person, dict[str, str]]) -> None:
    _, bo, _ = two
    agree(bo.page)
    bo.page.get_by_role("button", name="Stop and delete").click()
    bo.page.get_by_role("button", name="Cancel").click()
    assert bo.page.evaluate(KEPT) == 1
    bo.page.locator("#noting").click()
    bo.page.get_by_role("button", name="Stop and delete").click()
    bo.page.get_by_role("button", name="Stop and delete").click()
    until(bo.page, f"() => ({KEPT})() === 0")
    assert bo.page.locator("#noting").count() == 0


@pytest.mark.slow
def test_what_is_looked_up_read_and_asked_is_noted(browser: Browser, tables: Tables) -> None:
    links = tables("tournay", "Ana", "Bo")
    ana = sit(browser, links["Ana"])
    agree(ana.page)
    ana.page.keyboard.press("Escape")
    card = ana.page.locator("#board .face").first
    box = card.bounding_box()
    assert box is not None
    for far in (2, 6):
        ana.page.mouse.move(box["x"] + box["width"] / 2 + far, box["y"] + box["height"] / 2)
    ana.page.wait_for_timeout(2200)
    ana.page.mouse.move(3, 3)
    ana.page.keyboard.press("?")
    ana.page.locator("dialog input").fill("dragonfly")
    until(ana.page, "() => document.querySelector('dialog [role=status]').textContent !== ''")
    ana.page.keyboard.press("Escape")
    ana.page.locator("#tools button", has_text="Rules").click()
    ana.page.locator("dialog .rules").wait_for()
    ana.page.keyboard.press("Escape")
    ana.page.keyboard.press("n")
    found = downloaded(ana.page)
    looked = [each.what for each in found.entries if each.kind == "lookup"]
    assert looked[-1] == "? dragonfly"
    assert len(looked) == 2
    assert looked[0]
    assert [each.question for each in found.entries if each.kind == "rules"] == [found.entries[0].question]
    assert ana.troubles == []


@pytest.mark.slow
def test_a_reason_that_is_read_is_noted(browser: Browser, tables: Tables) -> None:
    ana = sit(browser, tables("hurdles", "Ana", "Bo")["Ana"])
    agree(ana.page)
    ana.page.keyboard.press("Escape")
    for place in ana.page.locator("#board [data-identity]:not(.glows)").all()[:40]:
        box = place.bounding_box()
        assert box is not None
        for far in (0, 1):
            ana.page.mouse.move(box["x"] + box["width"] / 2 + far, box["y"] + box["height"] / 2)
        ana.page.wait_for_timeout(600)
        if ana.page.locator("#tip .moves").is_visible():
            break
    why = ana.page.locator("#tip .moves").first.text_content()
    ana.page.wait_for_timeout(1500)
    ana.page.mouse.move(3, 3)
    ana.page.keyboard.press("n")
    assert [each.what for each in downloaded(ana.page).entries if each.kind == "refused"] == [why]


@pytest.mark.slow
def test_notes_in_an_exported_file_go_on_after_a_reload(browser: Browser, pyodide: Path, tmp_path: Path) -> None:
    file = tmp_path / "tic_tac_toe.html"
    file.write_text(export_html(HtmlExport("tic_tac_toe", asks=["What was unclear?"]), pyodide), encoding="utf-8")
    context = browser.new_context(offline=True, viewport={"width": 390, "height": 740}, locale="en-GB")
    context.set_default_timeout(SLOW)
    page = context.new_page()
    page.goto(file.as_uri())
    frame = page.frame_locator("#page")
    frame.locator("button.usual").click()
    frame.locator("#question .turn").wait_for()
    frame.get_by_role("button", name="I agree").click()
    note(frame, "In a file")
    page.reload()
    frame.get_by_role("button", name="Go on").first.click()
    frame.locator("#noting").click()
    found = downloaded(page, frame)
    assert [each.what for each in found.entries] == ["In a file"]
    assert found.record is not None, "all sit at this screen"
    context.close()


@pytest.mark.slow
def test_the_page_of_many_is_laid_out_on_phones_and_screens(page: Callable[..., Page], tmp_path: Path) -> None:
    from axe_playwright_python.sync_playwright import Axe

    entry = {"kind": "note", "at": 0, "seconds": 1, "question": "task", "given": 1, "what": NOTE}
    tests = [parse_playtest(written(played("tournay", seed), 0, entry), f"{seed}.playtest.txt") for seed in (1, 2)]
    file, screen = tmp_path / "page.html", page()
    file.write_text(playtests_html(group_playtests(tests, ()), 1, "en"), encoding="utf-8")
    wrong = [each for each in opened(screen, file) if not each.startswith("data:")]
    for folded in (True, False):
        screen.evaluate(FOLD, folded)
        for width in (360, 700, 1280):
            screen.set_viewport_size({"width": width, "height": 800})
            assert screen.evaluate(LAID_OUT) == [], (width, folded)
    assert [each for each in wrong if not each.startswith("data:")] == []
    for scheme in ("light", "dark"):
        screen.emulate_media(color_scheme=scheme)
        found = Axe().run(screen).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == [], scheme


@pytest.mark.slow
def test_who_made_the_game_asks_testers(browser: Browser, tmp_path: Path) -> None:
    words = ("--seats", "Ana=human,Bo=human", "--ask", "What was unclear?", "--ask", "Would you play again?")
    with serving(tmp_path, "tic_tac_toe", *words, links=5) as server:
        ana, bo = sit(browser, server.links["Ana"]), sit(browser, server.links["Bo"], 390, 800)
        bo.page.get_by_role("button", name="No, thanks").click()
        ana.page.get_by_text("Whoever made this game asks you").wait_for()
        ana.page.get_by_role("button", name="I agree").click()
        ana.page.locator("dialog textarea").wait_for()
        ana.page.keyboard.press("Escape")
        bo.page.reload()
        bo.waits()
        play([ana, bo], most=20)
        ana.page.locator("#playtest button.usual").click()
        ana.page.get_by_label("Would you play again?").fill("Yes")
        ana.page.get_by_role("button", name="Keep this note").click()
        found = downloaded(ana.page)
        assert [each.what for each in found.entries if each.kind == "note"] == ["Would you play again?\nYes"]
        assert bo.page.evaluate(KEPT) == 0
        assert [ana.troubles, bo.troubles] == [[], []]
