"""Reports as a browser shows them: nothing overlaps or is cut on phones, screens and paper, nothing is fetched, everybody can read them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ruleset_core.lab.report import simulation_html
from tests.report.played import PAGES, played, written

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
LAID_OUT = (Path(__file__).parent / "page_laid_out.js").read_text(encoding="utf-8")
PAPER = 680
"""A4 within its margins, in units of a screen."""
FOLD = "folded => document.querySelectorAll('details').forEach((each) => { each.open = !folded; })"
REPORTS = [(name, lang) for number, name in enumerate(PAGES) for lang in (("en", "es")[number % 2],)]


def kept(name: str, lang: str, directory: Path) -> Path:
    """A report as a file."""
    file = directory / f"{name}-{lang}.html"
    file.write_text(written(name, lang), encoding="utf-8")
    return file


def opened(page: Page, file: Path) -> list[str]:
    """Open a file in a page; what went wrong, and what was asked of the network, then and later."""
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: wrong.append(request.url) if request.url != file.as_uri() else None)
    page.goto(file.as_uri())
    return wrong


@pytest.mark.parametrize(("name", "lang"), REPORTS)
def test_nothing_overlaps_or_is_cut(page: Callable[..., Page], name: str, lang: str, tmp_path: Path) -> None:
    file, screen = kept(name, lang, tmp_path), page()
    wrong = opened(screen, file)
    for folded in (True, False):
        screen.evaluate(FOLD, folded)
        for width in (360, 700, 1280):
            screen.set_viewport_size({"width": width, "height": 800})
            assert screen.evaluate(LAID_OUT) == [], (width, folded)
    assert wrong == []


@pytest.mark.parametrize("called", ["W" * 90, '<b>&"</b> ' * 12])
def test_names_of_any_kind_find_room(
    page: Callable[..., Page], called: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, plan, summary = played("dice")
    monkeypatch.setattr(type(game), "title", lambda *_: called)
    monkeypatch.setattr(type(game), "score_names", lambda *_: dict.fromkeys(summary.categories, called))
    monkeypatch.setattr("ruleset_core.engine.game_info.CardInfo.name", lambda *_: called)
    file = tmp_path / "hostile.html"
    file.write_text(simulation_html(game, plan, summary, called, "en"), encoding="utf-8")
    screen = page()
    wrong = opened(screen, file)
    for width in (320, PAPER, 1280):
        screen.set_viewport_size({"width": width, "height": 800})
        assert screen.evaluate(LAID_OUT) == [], width
    assert wrong == []


@pytest.mark.parametrize(("name", "lang"), REPORTS)
def test_it_prints(page: Callable[..., Page], name: str, lang: str, tmp_path: Path) -> None:
    screen = page(PAPER, dark=True)
    opened(screen, kept(name, lang, tmp_path))
    screen.emulate_media(media="print")
    assert screen.evaluate(LAID_OUT) == []
    assert screen.evaluate("getComputedStyle(document.querySelector('h1')).color") == "rgb(31, 31, 31)"
    assert screen.pdf(prefer_css_page_size=True).startswith(b"%PDF")


@pytest.mark.parametrize(("name", "lang"), REPORTS)
def test_everybody_can_read_it(page: Callable[..., Page], name: str, lang: str, tmp_path: Path) -> None:
    """In the dark, nothing but the colours is another."""
    from axe_playwright_python.sync_playwright import Axe

    screen = page(1280)
    opened(screen, kept(name, lang, tmp_path))
    screen.evaluate(FOLD, False)
    for scheme, rules in (("light", {}), ("dark", {"runOnly": ["cat.color"]})):
        screen.emulate_media(color_scheme=scheme)
        found = Axe().run(screen, options=rules).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == [], scheme


def test_pictures_are_kept_to_be_looked_at(page: Callable[..., Page], tmp_path: Path) -> None:
    """`RULESET_PICTURES=DIR` keeps them there: a phone, a screen, dark and light, and as paper."""
    directory = Path(os.environ.get("RULESET_PICTURES") or tmp_path)
    file = kept("dice", "en", tmp_path)
    for width, dark in ((360, True), (1280, False)):
        screen = page(width, dark=dark)
        opened(screen, file)
        picture = screen.screenshot(path=directory / f"report-{width}.png", full_page=True)
        assert picture.startswith(b"\x89PNG")
    screen.pdf(path=directory / "report.pdf", prefer_css_page_size=True)


def test_what_looks_at_the_layout_can_see(page: Callable[..., Page]) -> None:
    plot = '<svg class="plot" aria-label="plot" width="100" height="60">{}<text y="20">one</text><text y="{}">two</text></svg>'
    screen = page(400, 400)
    mark = '<rect class="mark" width="9" height="9"></rect>'
    for marks, y, wrong in (
        (mark, 45, []),
        (mark, 22, ['"one" and "two" overlap']),
        ("", 45, ['"onetwo" has no marks']),
    ):
        screen.set_content(f"<main>{plot.format(marks, y)}</main>")
        assert screen.evaluate(LAID_OUT) == wrong
    screen.set_content(f"<main>{plot.format(mark, 45)}<p style='width:900px'>wide</p></main>")
    assert any("wide on a screen" in each for each in screen.evaluate(LAID_OUT))
