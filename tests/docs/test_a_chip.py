"""What the story of a chip says it measured is so: the chip as it was first written is too strong, as it was mended it is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruleset_core.cli import main
from tests.docs.pages import DOCS, blocks

pytestmark = pytest.mark.slow
PAGE = DOCS / "designers" / "a-chip.md"
GAMES = 300


def chips(home: Path) -> tuple[str, str]:
    """Write the expansion of the page; its file of cards as it is first written, and with the change that the page makes in the end."""
    said = {block.rest: block.body for block in blocks(PAGE) if block.what == "whole"}
    for name, text in said.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
    first = said["harvest/cards/chips.yaml"]
    assert "So write `gain 1 artisan`" in PAGE.read_text(encoding="utf-8")
    assert first.count("gain 4 artisan") == 1
    return first, first.replace("gain 4 artisan", "gain 1 artisan")


def test_the_chip_is_too_strong_and_then_it_is_not(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    first, mended = chips(tmp_path)
    found = []
    for text in (first, mended):
        (tmp_path / "harvest" / "cards" / "chips.yaml").write_text(text, encoding="utf-8")
        words = ["--games", str(GAMES), "--seed", "5", "--figure", "score", "--workers", "1", "--format", "json"]
        assert main(["compare", "troyes_dice+banquetes_y_asaltos", "./harvest", *words]) == 0
        (figure,) = json.loads(capsys.readouterr().out)["differences"]
        found.append(figure)
    strong, fair = found
    assert strong["sure"]
    assert strong["change"]["mean"] - strong["change"]["margin"] > 1
    assert not fair["sure"]
    assert abs(fair["change"]["mean"]) < 0.75
