"""A site of games from a static server, at its root and in a folder: pages without scripts, a move, the language, a game as one file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from ruleset_core.cli.site.site_export import SiteRequest, export_site
from ruleset_core.web.single_file.html_export import HtmlExport, export_html
from tests.browser.table import SLOW
from tests.sampled import LONG

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

FOLDER = "people/ana/games"


class _Files(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as it is called there
        pass


def _served(directory: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(directory)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def place(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a server serves: the site lies in a folder of it."""
    found = tmp_path_factory.mktemp("site")
    export_site(SiteRequest(games=["tic_tac_toe", "pig"]), found / FOLDER, pyodide, lambda _key, _values: None)
    return found


@pytest.fixture(scope="module", params=["", f"{FOLDER}/"] if LONG else [f"{FOLDER}/"])
def address(place: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    for found in _served(place if request.param else place / FOLDER):
        yield f"{found}/{request.param}"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 390, "height": 740}, locale="en-GB")
    made.set_default_timeout(SLOW)
    yield made
    made.close()


def _watched(page: Page, address: str) -> list[str]:
    """What goes wrong on a page, and whom it asks besides the site."""
    troubles: list[str] = []
    page.on("console", lambda said: troubles.append(said.text) if said.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("requestfailed", lambda request: troubles.append(f"failed: {request.url}"))

    def asked(url: str) -> None:
        if url.startswith("http") and not url.startswith(address):
            troubles.append(url)

    page.on("request", lambda request: asked(request.url))
    return troubles


def test_a_move_from_the_gallery_on_and_after_a_reload(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    troubles = _watched(page, address)
    page.goto(f"{address}index.html")
    drawn = page.locator(".games li", has_text="Tic-tac-toe").frame_locator("iframe.drawn")
    drawn.locator(".piece").first.wait_for()
    page.locator(".games li", has_text="Tic-tac-toe").get_by_role("link", name="Play now").click()
    frame = page.frame_locator("#page")
    frame.locator("button.usual").click()
    frame.locator("#question .turn").wait_for()
    frame.locator("#ground [data-options]").first.click()
    frame.locator("#ground .piece").nth(1).wait_for()
    page.reload()
    frame.get_by_role("button", name="Go on").click()
    frame.locator("#ground .piece").nth(1).wait_for()
    page.get_by_role("link", name="About").click()
    page.locator("h1", has_text="Tic-tac-toe").wait_for()
    assert not troubles


def test_a_lesson_begins_at_once(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto(f"{address}es/games/tic_tac_toe/index.html")
    page.get_by_role("link", name="Aprender").click()
    frame = page.frame_locator("#page")
    frame.locator(".lesson").wait_for()
    assert frame.locator("html").get_attribute("lang") == "es"
    assert page.url.endswith("/play.html")


def test_games_of_a_site_keep_apart_what_they_save(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto(f"{address}games/tic_tac_toe/play.html")
    frame = page.frame_locator("#page")
    frame.locator("button.usual").click()
    frame.locator("#question .turn").wait_for()
    page.goto(f"{address}games/pig/play.html?lang=es")
    frame.locator("button.usual").wait_for()
    assert frame.locator("html").get_attribute("lang") == "es"
    assert frame.get_by_role("button", name="Seguir").count() == 0


def test_pages_without_scripts(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    troubles = _watched(page, address)
    page.goto(f"{address}index.html")
    assert page.locator(".games img").first.evaluate("image => image.naturalWidth") > 100
    page.get_by_role("link", name="Español").click()
    page.locator(".games li", has_text="Tres en raya").get_by_role("link", name="Reglas").click()
    assert page.locator("h1").inner_text() == "Tres en raya"
    assert page.locator("section").count() > 1
    page.get_by_role("link", name="Jugar ahora").click()
    assert page.locator("noscript p").count() == 3
    assert not troubles
    context.close()


def test_the_language_of_the_browser_until_somebody_chooses_one(browser: Browser, address: str) -> None:
    context = browser.new_context(locale="fr-CA")
    page = context.new_page()
    page.goto(f"{address}index.html")
    page.wait_for_url("**/fr/index.html")
    page.get_by_role("link", name="English").click()
    page.locator("html[lang=en]").wait_for()
    page.goto(f"{address}games/pig/index.html")
    page.wait_for_load_state()
    assert page.locator("html").get_attribute("lang") == "en"
    context.close()


def test_a_game_as_one_file_is_that_of_the_command(context: BrowserContext, address: str, pyodide: Path) -> None:
    page = context.new_page()
    page.goto(f"{address}games/tic_tac_toe/index.html")
    with page.expect_download() as download:
        page.locator("#download").click()
    found = Path(download.value.path()).read_text(encoding="utf-8")
    assert download.value.suggested_filename == "tic_tac_toe.html"
    assert found == export_html(HtmlExport("tic_tac_toe"), pyodide)


def test_from_a_disk_pages_are_read_and_a_sentence_says_how_to_play(context: BrowserContext, place: Path) -> None:
    page = context.new_page()
    page.goto((place / FOLDER / "index.html").as_uri())
    page.locator(".games li", has_text="Pig").get_by_role("link", name="Play now").click()
    page.locator("#note", has_text="A page opened from disk cannot run the game.").wait_for()
