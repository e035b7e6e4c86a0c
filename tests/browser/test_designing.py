"""The host of a table on the machine that serves it edits the position and keeps it as a scenario, in Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ruleset_core import load
from ruleset_core.cli import main
from tests.browser.table import serving, until
from tests.sampled import LONG

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STONE = "() => document.querySelectorAll('[data-identity=\"cell:d4\"]').length && document.querySelector('#story').textContent.includes('an edited position')"


@pytest.mark.parametrize("width", [390, *([1280] if LONG else [])])
def test_a_stone_is_put_and_the_position_kept(page: Callable[..., Page], tmp_path: Path, width: int) -> None:
    shutil.copytree(load("hex").directory, tmp_path / "mine")
    with serving(tmp_path / "state", str(tmp_path / "mine"), "--seats", "Ana=human,Bo=human", links=5) as server:
        shown = page(width)
        shown.goto(server.links["host"])
        until(shown, "() => document.querySelector('[data-identity=\"cell:d4\"]')")
        shown.locator("button", has_text="The table").first.evaluate("each => each.click()")
        shown.get_by_role("button", name="Edit position").click()
        shown.get_by_role("button", name="Pick on the board").click()
        shown.locator('[data-identity="cell:d4"]').first.click()
        shown.get_by_label("New value").select_option("1")
        shown.get_by_role("button", name="Apply").first.click()
        shown.get_by_role("button", name="Take the last change back").wait_for()
        shown.get_by_role("button", name="Close").click()
        until(shown, STONE)
        shown.locator("button", has_text="The table").first.evaluate("each => each.click()")
        shown.get_by_role("button", name="Keep this as a scenario").click()
        shown.get_by_label("What it shows").fill("a stone in the middle")
        shown.get_by_role("button", name="Apply").click()
        shown.get_by_role("button", name="Write to scenarios/kept.yaml").click()
        shown.get_by_role("status").get_by_text("Written to").wait_for()
        assert shown.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    file = tmp_path / "mine" / "scenarios" / "kept.yaml"
    assert "d4: 1" in file.read_text(encoding="utf-8")
    assert main(["test", str(file)]) == 0
