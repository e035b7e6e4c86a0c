"""The public API is listed, documented and complete."""

from __future__ import annotations

import inspect
import pydoc
import re

import pytest

import ruleset_core
from tests.docs.api import FURTHER, GROUPS, OTHERS, PAGE, members, written
from tests.docs.pages import blocks, pages, title

CLASSES = [name for name in ruleset_core.__all__ if inspect.isclass(getattr(ruleset_core, name))]


def test_the_page_is_made_of_the_docstrings() -> None:
    assert PAGE.read_text(encoding="utf-8") == written(), "write it again: python -m tests.docs"


def test_every_public_name_stands_on_the_page_once() -> None:
    listed = [name for names in GROUPS.values() for name in names]
    assert sorted(listed) == sorted(ruleset_core.__all__)


def test_a_prompt_lists_the_public_names_and_nothing_else() -> None:
    assert dir(ruleset_core) == sorted(ruleset_core.__all__)


@pytest.mark.parametrize(
    "name", sorted({*ruleset_core.__all__} - {"__version__"})
)  # help of a text is about what it names
def test_help_of_each_works(name: str) -> None:
    assert pydoc.render_doc(getattr(ruleset_core, name))


@pytest.mark.parametrize("name", CLASSES)
def test_every_class_has_an_example_that_is_run(name: str) -> None:
    assert ">>> " in getattr(ruleset_core, name).__doc__  # tests/docs/test_docstrings.py runs it


def test_what_has_no_docstring_is_said_on_the_page() -> None:
    bare = {name for name in ruleset_core.__all__ if name not in CLASSES and not inspect.isfunction(getattr(ruleset_core, name))}  # fmt: skip
    assert bare == OTHERS.keys()
    assert "apply" in members(ruleset_core.State)
    assert "run" not in members(ruleset_core.Game)


def test_documents_use_what_is_public() -> None:
    imports = re.compile(r"^ *from ruleset_core(?:\.([\w.]+))? import ([\w, ]+)$", re.MULTILINE)
    for page in pages():
        shown = "\n".join(block.body for block in blocks(page) if block.language == "python")
        for module, names in imports.findall(shown) if page.parent.name != "contributors" else ():
            assert {*names.split(", ")} <= {*(FURTHER[module] if module else ruleset_core.__all__)}, title(page)
