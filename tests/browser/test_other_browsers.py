"""A game in one HTML file opens in Firefox and in WebKit, from the disk, and is played there. Skipped where they are missing; Firefox, which takes
half a minute to begin, with RULESET_LONG=1."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.bench import single_file
from tests.browser import engines
from tests.sampled import sampled

PROGRAMS = {"firefox": ("firefox-esr",), "webkit": ("WebKitWebDriver", "Xvfb")}
SHOWN = """(what) => {
  const page = document.getElementById("page").contentDocument;
  return [...(page?.querySelectorAll(what) ?? [])].some((each) => each.checkVisibility());
}"""
PRESSED = """(what) => document.getElementById("page").contentDocument.querySelector(what).dispatchEvent(new MouseEvent("click", { bubbles: true }))"""
PIECES = """() => document.getElementById("page").contentDocument.querySelectorAll("#ground .piece").length"""
PATIENCE = 120.0
"""Seconds, on a machine that is busy: it takes some ten."""


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(engines.ENGINES, {"webkit"}))
def test_a_file_is_played_in_other_browsers(
    name: str, pyodide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not all(map(shutil.which, PROGRAMS[name])):
        pytest.skip(f"{name} is not installed here")
    monkeypatch.setattr(engines, "PATIENCE", PATIENCE)
    file = single_file.export("tic_tac_toe", pyodide, tmp_path)
    with engines.ENGINES[name]() as engine:
        engine.go(file.as_uri())
        engine.until(SHOWN, "button.usual")
        engine.ask(PRESSED, "button.usual")
        for placed in (0, 2):
            engine.until(SHOWN, "#question .turn")
            engine.until(f"(placed) => ({PIECES})() === placed", placed)
            engine.ask(PRESSED, "#ground [data-options]")
        engine.until(f"() => ({PIECES})() === 4")
