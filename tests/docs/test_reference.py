"""What is made in the documents is up to date; the page of the files says what the models say, of every key."""

from __future__ import annotations

import re

import pytest

from ruleset_core.model.shapes.keys import MODELS
from tests.docs import picture
from tests.docs.pages import title
from tests.docs.reference import FILES, MARK, filled

NO_TABLE = {"Model", "FactEntry", "Step"}
"""What every table has for a base, and what is told in words."""


def test_tables_are_those_of_the_models():
    text = FILES.read_text(encoding="utf-8")
    assert filled(text) == text, "run `python -m tests.docs`"


def test_every_model_with_keys_has_its_table():
    shown = {match[2] for match in MARK.finditer(FILES.read_text(encoding="utf-8"))}
    with_keys = {name for name, model in MODELS.items() if set(model.model_fields) & set(model.__annotations__)}
    assert with_keys - NO_TABLE - {"L10N"} == shown


def test_tables_name_every_key_with_its_meaning():
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+?) \| (.*?) \|$", FILES.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) > 100
    assert [key for key, *_, meaning in rows if not meaning.strip()] == []


@pytest.mark.parametrize("page", picture.PAGES, ids=title)
def test_picture_is_what_is_drawn(page):
    text = page.read_text(encoding="utf-8")
    assert picture.filled(page, text) == text, "run `python -m tests.docs`"
    assert "╭─ " in text
