"""A game of a hostile author as an exported file and as a site: what it says stays text; and links of a hostile neighbour to a sound file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import TYPE_CHECKING

import pytest

from ruleset_core.cli.site.site_export import SiteRequest, export_site
from ruleset_core.web.single_file.html_export import HtmlExport, export_html
from tests.browser.table import SLOW
from tests.browser.test_site import _served, _watched
from tests.conftest import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

EVIL = "</script><script>top.hacked=1</script></title></style><!--<script><img src=x onerror=top.hacked=1>\"' onload='top.hacked=1"


def hostile(directory: Path) -> Path:
    """Tic-tac-toe whose texts are markup."""
    home = directory / "tic_tac_toe"
    copytree(ROOT / "examples" / "tic_tac_toe", home)
    evil = json.dumps(EVIL)
    said = (home / "game.yaml").read_text(encoding="utf-8")
    for text, other in (
        ("{en: Tic-tac-toe, es: Tres en raya}", f"{{en: {evil}, es: {evil}}}"),
        ("  en: Two players mark cells in turn; three in a line win.", f"  en: {evil}"),
        ("holder: the ruleset authors, licence: MIT", f"holder: {evil}, licence: {evil}"),
        ('en: "Which cell do you mark?"', f"en: {evil}"),
        ("name: {en: play, es: partida}", f"name: {{en: {evil}, es: {evil}}}"),
        ("{en: That cell is already marked.", f"{{en: {evil}"),
    ):
        assert said.count(text) == 1, text
        said = said.replace(text, other)
    (home / "game.yaml").write_text(said, encoding="utf-8")
    return home


@pytest.fixture(scope="module")
def file(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("hostile")
    made = home / "hostile.html"
    made.write_text(export_html(HtmlExport(str(hostile(home)), asks=[EVIL]), pyodide), encoding="utf-8")
    return made


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    context.set_default_timeout(SLOW)
    yield context.new_page()
    context.close()


def hacked(page: Page) -> bool:
    """Whether a script of the game ran."""
    return bool(page.evaluate("'hacked' in window"))


def test_what_a_game_says_stays_text_in_a_file(page: Page, file: Path) -> None:
    assert "</script><script>top" not in file.read_text(encoding="utf-8")
    troubles = _watched(page, "http://nowhere")
    page.goto(file.as_uri())
    assert page.title() == EVIL
    frame = page.frame_locator("#page")
    frame.locator("button.usual").click()
    frame.locator("#question .turn").wait_for()
    frame.locator("#dialog button").last.click()  # testers are asked whether they keep notes
    assert EVIL in frame.locator("#question").inner_text()
    frame.locator("#ground [data-options]").first.click()
    frame.locator("#ground .piece").nth(1).wait_for()
    assert not hacked(page)
    assert troubles == []


def test_links_of_a_hostile_neighbour_break_nothing(page: Page, file: Path) -> None:
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    for link in (
        "?lang=__proto__",
        "?lang=constructor",
        "#%zz",
        "#play=%E0%A4%A",
        "#play=__proto__",
        f"#play={EVIL}",
        "?learn=__proto__",
    ):
        page.goto("about:blank")
        page.goto(f"{file.as_uri()}{link}")
        page.frame_locator("#page").locator("button.usual").wait_for()
        assert page.evaluate("document.documentElement.lang") == "en", link
    assert broken == []
    assert not hacked(page)


def test_what_a_game_says_stays_text_in_a_site(page: Page, pyodide: Path, tmp_path: Path) -> None:
    wanted = SiteRequest(games=[str(hostile(tmp_path))], languages=["en", "es"], title=EVIL)
    export_site(wanted, tmp_path / "site", pyodide, lambda _key, _values: None)
    for each in (tmp_path / "site").rglob("*.html"):
        assert "<script>top" not in each.read_text(encoding="utf-8"), each
    for address in _served(tmp_path / "site"):
        troubles = _watched(page, address)
        for place in ("", "games/tic_tac_toe/", "games/tic_tac_toe/rules.html", "es/games/tic_tac_toe/"):
            page.goto(f"{address}/{place}")
            page.wait_for_load_state("networkidle")
            assert EVIL in page.locator("body").inner_text()
            assert not hacked(page)
        page.goto(f"{address}/games/tic_tac_toe/play.html?lang=__proto__")
        page.frame_locator("#page").locator("button.usual").wait_for()
        assert not hacked(page)
        assert troubles == []
