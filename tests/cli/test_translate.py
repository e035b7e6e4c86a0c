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


FRENCH = """\
game: lampes
name: {fr: Lampes}
about: {fr: Lampes et tapis, em: Lamps and rugs}
version: "1.0"
players: 2
provenance: house
resources: {members: {point: {name: {en: point, es: punto}}}}
decisions: {pick: {of: 1..3, ask: {fr: Combien ?}, told: {fr: "prend {it}"}}}
events: {taken: {fields: {to: seat, by: seat}}}
flow:
  - {phase: play, turns: once, do: "choose pick n { gain n point; emit taken(me, me) }"}
score: {points: {name: {fr: points}, amount: point}}
"""


def test_texts_in_one_other_language_alone_are_texts(run: Any, tmp_path: Path) -> None:
    game = tmp_path / "lampes"
    game.mkdir()
    (game / "game.yaml").write_text(FRENCH.replace(", em: Lamps and rugs", ""), encoding="utf-8")
    listed = run("translate", game, "de")
    assert [line.split(": ")[0] for line in listed.out.splitlines() if line.startswith("missing")] == [
        f"missing   game.yaml {place}"
        for place in (
            "name",
            "about",
            "resources.members.point.name",
            "decisions.pick.ask",
            "decisions.pick.told",
            "score.points.name",
        )
    ]
    assert run("translate", game, "fr").out.startswith("missing   game.yaml resources.members.point.name")
    run("translate", game, "de", "--write")
    file = game / "translations" / "de.po"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('msgid "Lampes"\nmsgstr ""', 'msgid "Lampes"\nmsgstr "Lampen"'), encoding="utf-8")
    assert run("show", game, "--lang", "de").out.startswith("Lampen (lampes)")
    assert run("show", game, "--lang", "fr").out.startswith("Lampes (lampes)")
    assert run("show", game, "--lang", "en").out.startswith("Lampes (lampes)")


def test_what_is_no_code_of_a_language_is_said(run: Any, tmp_path: Path) -> None:
    game = tmp_path / "lampes"
    game.mkdir()
    (game / "game.yaml").write_text(FRENCH, encoding="utf-8")
    assert "3:30: W544 `em` is not the code of a language" in run("check", game, "--format", "concise").out
    for code in ("pt-BR", "gsw", "qab", "zh-Hant", "ast"):
        (game / "game.yaml").write_text(FRENCH.replace("em:", f"{code}:"), encoding="utf-8")
        assert "W544" not in run("check", game, "--format", "concise").out
