"""Sheets of cards as a browser lays them out, with the letters it has: nothing leaves its card, no text lies on another one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from ruleset_core import load
from ruleset_core.print.card_layout import printed_kinds, printed_pieces
from ruleset_core.print.page_files import page_as_svg
from ruleset_core.print.pages import lay_pages, page_grid

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
OUTSIDE = """
([width, height]) => [...document.querySelectorAll("g.card")].flatMap((card) => {
  const box = card.getBBox(), found = [];
  if (box.x < 0.9 || box.y < 0.9 || box.x + box.width > width - 0.9 || box.y + box.height > height - 0.9)
    found.push(`${card.querySelector("text").textContent}: leaves its card`);
  const texts = [...card.querySelectorAll("text")].map((text) => [text.textContent, text.getBBox()]);
  texts.forEach(([one, a], at) => texts.slice(at + 1).forEach(([two, b]) => {
    const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
    const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
    if (across > 0.3 && down > 0.4 * Math.min(a.height, b.height)) found.push(`${one} lies on ${two}`);
  }));
  return found;
})
"""
CASES: tuple[tuple[str, tuple[str, ...], str, tuple[float, float]], ...] = (
    ("troyes_dice", ("banquetes_y_asaltos",), "es", (35, 35)),
    ("troyes", (), "en", (63, 88)),
    ("tournay", (), "es", (63, 88)),
    ("tournay", (), "en", (44, 63)),
    ("carcassonne_masons", (), "es", (63, 88)),
    ("sheaves", (), "en", (63, 88)),
)


def wrong(page: Page, text: str, size: tuple[float, float]) -> Any:
    page.set_content(f"<!doctype html><body style='margin:0'>{text}</body>")
    return page.evaluate(OUTSIDE, list(size))


@pytest.mark.parametrize(("name", "expansions", "lang", "size"), CASES)
def test_cards_hold_what_stands_on_them(
    page: Callable[..., Page], name: str, expansions: tuple[str, ...], lang: str, size: tuple[float, float]
) -> None:
    opened, game = page(), load(name, expansions=expansions)
    kinds = [each for each in printed_kinds(game) if size[0] > 40 or each in {"chip", "tile"}]
    printed = lay_pages(
        list(printed_pieces(game, lang, kinds)), page_grid("a4", *size), lang, game.title(lang), copies=1, backs=True
    )
    for sheet in printed.sheets:
        assert wrong(opened, page_as_svg(sheet, lang), size) == [], sheet.title


def test_what_looks_at_cards_can_see(page: Callable[..., Page]) -> None:
    opened = page()
    for x, found in ((10, []), (55, ["Gooseberries: leaves its card"])):
        card = f'<g class="card"><rect x="2" y="2" width="50" height="80"/><text x="{x}" y="20" font-size="4">Gooseberries</text></g>'
        assert wrong(opened, f'<svg width="300" height="300">{card}</svg>', (63, 88)) == found
    two = '<g class="card"><text x="5" y="20" font-size="4">one</text><text x="5" y="21" font-size="4">two</text></g>'
    assert wrong(opened, f'<svg width="300" height="300">{two}</svg>', (63, 88)) == ["one lies on two"]
