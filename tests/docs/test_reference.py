"""What is made in the documents is up to date; the page of the files says what the models say, of every key."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from ruleset_core import load
from ruleset_core.check.help_pages.reference_pages import MODELS, file_key_names, file_key_page, file_keys
from tests.docs import course, picture, report_picture
from tests.docs.pages import pages, title
from tests.docs.reference import FILES, MARK, PAGES, filled

NO_TABLE = {"FileModel", "FactEntry", "StepModel"}
"""What every table has for a base, and what is told in words."""
BOARDS = {
    "GridModel",
    "GridPartsModel",
    "ShapesModel",
    "BoardFile",
    "BoardPart",
    "CrossingModel",
    "LineModel",
    "SpaceModel",
}
LOOKS = {name for name, model in MODELS.items() if model.__module__ == "ruleset_core.model.schema.look_section"}
TOLD_BY_EXPLAIN = (LOOKS | BOARDS) - {"LookModel"}
"""Parts of looks and boards, whose keys `ruleset explain` lists."""


TEXTS = {page: page.read_text(encoding="utf-8") for page in PAGES}


@pytest.mark.parametrize("page", PAGES, ids=title)
def test_lists_are_those_of_the_models(page):
    assert filled(page, TEXTS[page]) == TEXTS[page], "run `python -m tests.docs`"


def test_every_model_with_keys_has_its_list():
    shown = sorted(match[2] for text in TEXTS.values() for match in MARK.finditer(text))
    with_keys = {name for name, model in MODELS.items() if set(model.model_fields) & set(model.__annotations__)}
    assert sorted(with_keys - NO_TABLE - TOLD_BY_EXPLAIN - {"LocalizedText", "LongText"}) == shown


def test_explain_lists_the_keys_of_the_parts_of_looks_and_boards():
    told = "".join(part for name in file_key_names() for part in file_key_page(name))
    missing = [
        f"{name}.{key.name}"
        for name in TOLD_BY_EXPLAIN - {"BoardFile"}  # is no part of anything
        for key in file_keys(name)
        if " ".join(f"{key.name}: {key.says}".split()) not in " ".join(told.split())
    ]
    assert missing == []


def test_lists_name_every_key_with_its_meaning():
    rows = re.findall(r"^- \**`(\w+)(?:: [^`]*)?`\** \(.+?\): ?(.*)$", TEXTS[FILES], re.MULTILINE)
    assert len(rows) > 100
    assert [key for key, meaning in rows if not meaning.strip()] == []


@pytest.mark.slow
@pytest.mark.parametrize("file", picture.SCREENS, ids=title)
def test_screen_is_what_is_drawn(file):
    text = file.read_text(encoding="utf-8")
    assert picture.screen(file) == text, "run `python -m tests.docs`"
    assert "╭─" in text
    assert f"]({file.name})" in file.with_suffix(".md").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", picture.PICTURES, ids=title)
def test_picture_in_a_file_is_what_is_drawn(file):
    assert file.read_text(encoding="utf-8") == picture.picture(file), "run `python -m tests.docs`"


@pytest.mark.slow
def test_picture_of_a_report_is_what_is_drawn():
    assert report_picture.REPORT.read_text(encoding="utf-8") == report_picture.drawn(), "run `python -m tests.docs`"


def test_every_picture_is_shown():
    shown = {
        file
        for page in pages()
        for file in re.findall(r"!\[[^\]]*\]\([^)]*?([\w.]+)\)", page.read_text(encoding="utf-8"))
    }
    assert [each for each in picture.PICTURES if each.name not in shown] == []
    assert sorted(picture.FILES.glob("*.svg")) == sorted(picture.PICTURES)
    said = "".join(page.read_text(encoding="utf-8") for page in pages())
    assert [each for each in picture.FILES.iterdir() if each.name not in said] == []


def test_the_picture_of_a_course_is_one_of_two_players_that_turned() -> None:
    """Its figures change whenever bots play better: it is made anew with the other pictures, and not compared."""
    root = ET.fromstring(course.PICTURE.read_text(encoding="utf-8"))
    said = {"".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {*course.PLAYERS, "1", "2", "3", "Games won, of 100", f"{load(course.GAME).title()}: how it went"} <= said
