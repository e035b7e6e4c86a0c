"""A page of `ruleset dev` shows what is saved without being loaded again: the table, texts and pictures, mistakes, and ways out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.table import SLOW, serving
from tests.web.test_live_table import RACE, SCENARIO

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest.importorskip("watchfiles", reason="following files is an extra: `pip install 'ruleset[watch]'`")
pytestmark = pytest.mark.browser


def test_what_is_saved_comes_to_the_page(page: Callable[..., Page], tmp_path: Path) -> None:
    file = tmp_path / "race" / "game.yaml"
    (tmp_path / "race" / "scenarios").mkdir(parents=True)
    file.write_text(RACE, encoding="utf-8")
    (tmp_path / "race" / "scenarios" / "pace.yaml").write_text(SCENARIO, encoding="utf-8")

    def save(old: str, new: str) -> None:
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")

    with serving(
        tmp_path / "state", str(file.parent), "--seats", "Ana=human,Bo=human", "--seed", "4", links=4, command="dev"
    ) as server:
        seen = page(1100, 700)
        seen.goto(server.links["Ana"])
        strip, moves = seen.locator("#live-strip"), []
        seen.get_by_text("All 2 scenarios pass.").wait_for(timeout=SLOW)
        seen.on("framenavigated", lambda _: moves.append("loaded"))
        seen.get_by_role("button", name="slow").first.click()
        seen.locator("#players").get_by_text("3").first.wait_for(timeout=SLOW)
        save("gain 3 step", "gain 2 step")
        strip.get_by_text("1 scenario fails: slow is worth three.").wait_for(timeout=SLOW)
        assert seen.locator("#players").inner_text().count("2") > 0
        save("gain 2 step", "gian 2 step")
        strip.get_by_text("E302").wait_for(timeout=SLOW)
        assert "game.yaml:22" in strip.inner_text()
        save("gian 2 step", "gain 2 step")
        save("players: 1..2", "players: 2")
        save("members: [slow, fast]", "members: [calm, fast]")
        save("slow {", "calm {")
        strip.get_by_role("button", name="Begin anew").wait_for(timeout=SLOW)
        assert "`run slow` cannot be played" in strip.inner_text()
        strip.get_by_role("button", name="Begin anew").click()
        seen.get_by_role("button", name="calm").first.wait_for(timeout=SLOW)
        assert moves == []
