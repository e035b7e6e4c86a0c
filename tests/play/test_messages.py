"""Texts exist in both languages and name the same values."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

import pytest

from ruleset_core.cli.said.messages import ONE, TEXTS, say
from ruleset_core.cli.said.of_records import RECORD_ES, explain
from ruleset_core.record import TEMPLATES, Changes, RecordError


def values(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("key", sorted(TEXTS))
def test_both_languages_name_the_same_values(key: str) -> None:
    english, spanish = TEXTS[key]
    assert values(english) == values(spanish)


def test_one_of_something_is_said_as_one() -> None:
    for key, texts in ONE.items():
        for one, several in zip(texts, TEXTS[key], strict=True):
            assert values(one) == values(several) - {"count"}
    assert say("resumed", "en", count=1) == "Going on after 1 move."
    assert say("resumed", "es", count=2) == "Continúa tras 2 jugadas."


def test_every_problem_of_records_is_translated() -> None:
    assert set(RECORD_ES) == set(TEMPLATES)
    for key, text in TEMPLATES.items():
        assert values(text) == values(RECORD_ES[key]), key


def test_every_text_is_used() -> None:
    import ruleset_core

    folders = [Path(ruleset_core.__file__).parent / name for name in ("cli", "table")]
    files = [file for folder in folders for file in folder.rglob("*.py") if file.name != "messages.py"]
    code = "".join(file.read_text() for file in files)
    assert [key for key in TEXTS if f'"{key}"' not in code and f"'{key}'" not in code] == []


def test_texts_are_filled_in() -> None:
    assert say("kept", "es", file="f") == "La partida está guardada en f"
    assert explain(RecordError("missing", file="f"), "en") == "f: there is no such file"
    assert explain(RecordError("missing", file="f"), "es") == "f: no existe ese fichero"


def test_a_reason_within_a_problem_is_in_the_same_language() -> None:
    facts = {
        "file": "f",
        "line": 2,
        "fits": 0,
        "total": 1,
        "move": "m",
        "changed": Changes((), known=False, recorded="1"),
    }
    error = RecordError("other_move", detail={"en": "the why", "es": "el porqué"}, **facts)
    assert "the why" in explain(error, "en")
    assert "el porqué" in explain(error, "es")
    assert "the why" not in explain(error, "es")


def test_the_help_fits_a_narrow_terminal_but_for_its_sentences() -> None:
    for text in TEXTS["help"]:
        _, *commands, _ = text.splitlines()
        assert len(commands) == 15
        assert all(len(line) <= 60 for line in commands)
