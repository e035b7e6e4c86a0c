"""Pictures of tables as players see them: `python -m tests.browser.pictures` makes those of the documents anew."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.conftest import launch
from tests.browser.table import Person, play, serving, sit, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
TABLES = {
    "troyes_dice": ("Ana=human,Bo=human", 34, 1280, 800),
    "troyes": ("Ana=human,Bo=human", 30, 1280, 800),
    "tournay": ("Ana=human,Bo=human", 34, 1280, 800),
    "carcassonne_masons": ("Ana=human,Bo=human", 30, 1280, 800),
    "pig": ("Ana=human,Bo=human", 12, 1000, 560),
    "breakthrough": ("Ana=human,Bo=human", 14, 1280, 800),
}
"""By game who plays, after how many clicks, how wide and high."""
ASKED = "() => document.querySelector('#question .turn') !== null"


def picture(browser: Browser, game: str, file: Path) -> None:
    """Play a game for a while, the same every time, and take a picture of the first seat's page when it is asked."""
    seats, clicks, width, height = TABLES[game]
    with (
        tempfile.TemporaryDirectory() as state,
        serving(Path(state), game, "--seats", seats, "--seed", "5", links=5) as server,
    ):
        persons = [sit(browser, server.links[name], width, height) for name in ("Ana", "Bo")]
        play(persons, 3, clicks)
        until_asked(persons)
        persons[0].page.mouse.move(1, 1)
        persons[0].page.screenshot(path=file)
        assert not any(person.troubles for person in persons)
        for person in persons:
            person.context.close()


def until_asked(persons: list[Person]) -> None:
    """Play on until the first of them is asked."""
    for _ in range(60):
        if persons[0].asked:
            break
        play(persons[1:], 4, 1)
    until(persons[0].page, ASKED)


def main() -> None:
    """Make all pictures."""
    from playwright.sync_api import sync_playwright

    os.environ["RULESET_LANG"] = "en"
    with sync_playwright() as playwright:
        browser = launch(playwright)
        assert browser is not None
        for game in TABLES:
            picture(browser, game, PICTURES / f"page_{game}.png")
        browser.close()


if __name__ == "__main__":
    main()
