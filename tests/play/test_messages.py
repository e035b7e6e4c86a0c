"""Texts exist in both languages and name the same values."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest

from ruleset_core.cli.said.messages import ONE, TEXTS, say
from ruleset_core.lookup.said import LOOKUP
from ruleset_core.texts.shared import SHARED


def values(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("key", sorted({**TEXTS, **LOOKUP}))
def test_both_languages_name_the_same_values(key: str) -> None:
    english, spanish = {**TEXTS, **LOOKUP}[key]
    assert values(english) == values(spanish)


def test_no_text_is_written_down_twice() -> None:
    import ruleset_core

    folder = Path(ruleset_core.__file__).parent / "cli" / "said" / "tables"
    tables = [
        value
        for file in folder.glob("[a-z]*.py")
        for value in vars(import_module(f"ruleset_core.cli.said.tables.{file.stem}")).values()
        if isinstance(value, dict) and all(map(str.islower, value)) and value.keys() - ONE.keys()
    ]
    assert sum(map(len, tables)) == len(TEXTS)
    assert not TEXTS.keys() & {**SHARED, **LOOKUP}.keys() | LOOKUP.keys() & SHARED.keys()


def test_one_of_something_is_said_as_one() -> None:
    for key, texts in ONE.items():
        for one, several in zip(texts, TEXTS[key], strict=True):
            assert values(one) == values(several) - {"count"}
    assert say("resumed", "en", count=1) == "Going on after 1 move."
    assert say("resumed", "es", count=2) == "Continúa tras 2 jugadas."


def test_every_text_is_used() -> None:
    import ruleset_core

    folder = Path(ruleset_core.__file__).parent / "cli"
    files = [file for file in folder.rglob("*.py") if file.parent.name != "tables" and file.name != "messages.py"]
    code = "".join(file.read_text() for file in files)
    assert [key for key in TEXTS if f'"{key}"' not in code and f"'{key}'" not in code] == []


def test_texts_are_filled_in() -> None:
    assert say("saved", "es", file="f") == "Guardado: f"


def test_the_help_fits_a_narrow_terminal_but_for_its_sentences() -> None:
    for text in TEXTS["help"]:
        _, *commands, _ = text.splitlines()
        assert len(commands) == 16
        assert all(len(line) <= 60 for line in commands)
