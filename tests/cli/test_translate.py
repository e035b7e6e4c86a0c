"""`ruleset translate`: what is still to do, and the file in which it is done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.check.page_examples import FILES


def test_the_way_of_a_translator(run: Any, tmp_path: Path) -> None:
    for file, text in FILES.items():
        path = tmp_path / "fair" / file
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text, encoding="utf-8")
    game, file = str(tmp_path / "fair"), tmp_path / "fair" / "translations" / "fr.po"
    listed = run("translate", game, "fr")
    assert listed.code == 1
    assert "missing   cards/wares.yaml cards.lamp.name: Lamp\n" in listed.out
    assert run("translate", game, "fr", "--write").code == 1
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('msgid "Lamp"\nmsgstr ""', 'msgid "Lamp"\nmsgstr "Lampe"'), encoding="utf-8")
    assert "cards.lamp.name" not in run("translate", game, "fr").out
    assert "Lampe (lamp)" in run("show", game, "lamp", "--lang", "fr").out
    assert "Lamp (lamp)" in run("show", game, "lamp", "--lang", "en").out


def test_nothing_is_missing_in_spanish(run: Any) -> None:
    spanish = run("translate", "pig", "es")
    assert spanish.code == 0
    assert "0 missing" in spanish.out
    assert run("translate", "pig", "french").code == 2
