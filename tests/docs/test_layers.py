"""The picture of the layers is that of the source."""

from __future__ import annotations

import ast

from tests.docs.layers import PICTURE, drawn, imported, layers, reduced


def test_the_picture_is_made_of_the_imports() -> None:
    again = "write it again: python -m tests.docs.layers"
    assert PICTURE.read_text(encoding="utf-8") == drawn(), again


def test_every_row_has_packages() -> None:
    assert all(layers()), "the contract of the layers is read from pyproject.toml"


def test_an_arrow_that_follows_from_others_is_left_out() -> None:
    assert reduced({("a", "b"), ("b", "c"), ("a", "c")}) == {("a", "b"), ("b", "c")}


def test_imports_for_types_are_left_out() -> None:
    source = "if TYPE_CHECKING:\n    from a import b\nelse:\n    import c\ndef f():\n    from d import e"
    assert list(imported(ast.parse(source))) == ["c", "d.e"]
