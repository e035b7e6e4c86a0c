"""Debian's Chromium, driven by Playwright, for all tests of a module; where one is missing they are skipped, unless `RULESET_BROWSER=required`.

It is gone before other tests look for processes that were left behind.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from ruleset_core.cli.site import site_export
from ruleset_core.web.single_file import html_export
from ruleset_core.web.single_file.python_parts import PyodideMissing, find_pyodide
from tests.browser.table import begin, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no windows and takes half the CPU time."""
NONE: Final = "pages are looked at by nobody: no"
"""How it begins why tests of pages are skipped."""
WORDS: Final = ("--force-color-profile=srgb", "--font-render-hinting=none")
"""So that pictures are alike wherever they are taken."""


def launch(playwright: Playwright) -> Browser | None:
    """Start the browser; None where there is none."""
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    return None if program is None else playwright.chromium.launch(executable_path=program, args=list(WORDS))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser."""
    if not any(map(shutil.which, NAMES)):
        _missing(f"{NONE} Chromium here (none of {', '.join(NAMES)}): apt-get install chromium-headless-shell")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing(f"{NONE} Playwright here: python3 dev.py install all")
    with sync_playwright() as playwright:
        started = launch(playwright)
        assert started is not None
        yield started
        started.close()


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., dict[str, str]]]:
    """Begins tables at one server for all tests of a process: `tables(game, "Ana", "Bo")` gives their links."""
    with serving(tmp_path_factory.mktemp("tables"), links=1) as server:
        yield partial(begin, server)


@pytest.fixture(autouse=True)
def _pages_are_closed(request: pytest.FixtureRequest) -> Iterator[None]:
    """Nobody goes on asking servers that are gone."""
    started = request.getfixturevalue("browser") if "browser" in request.fixturenames else None
    yield
    for context in started.contexts if started is not None else ():
        context.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Makes an empty page of a size, light or dark, that is gone after the test."""
    made: list[Page] = []

    def opened(width: int = 960, height: int = 800, *, dark: bool = False) -> Page:
        size = {"width": width, "height": height}
        made.append(browser.new_page(viewport=size, color_scheme="dark" if dark else "light"))
        return made[-1]

    yield opened
    for each in made:
        each.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """All tests that are skipped for want of a browser are told in one line: pytest counts those that were skipped at one place."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple) and NONE in report.longrepr[2]:
        report.longrepr = (__file__, 1, report.longrepr[2])
    return report


def _missing(message: str) -> None:
    if os.environ.get("RULESET_BROWSER") == "required":
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="session")
def pyodide() -> Iterator[Path]:
    """Pyodide, of which files and sites are made; what all of them hold is compressed once in a process."""
    if not shutil.which("node") and os.environ.get("RULESET_NODE") != "required":
        pytest.skip("node is not installed: no file can be made")
    try:
        found = find_pyodide(None)
    except PyodideMissing as missing:
        if (
            os.environ.get("RULESET_NODE") == "required" and missing.key != "not_fetched"
        ):  # where no registry is reached
            raise
        pytest.skip(f"there is no Pyodide: {missing}")
    once = cache(html_export.shared_parts)
    with pytest.MonkeyPatch.context() as patched:
        for module in (html_export, site_export):
            patched.setattr(module, "shared_parts", once)
        yield found
