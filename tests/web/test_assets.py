"""The files of pages: made from what pictures are made of, and small."""

from __future__ import annotations

from tests.web.assets import FILES, STATIC

MOST = 240_000
"""Bytes before they are packed: a page draws boards, pieces and cards itself."""


def test_colours_and_signs_are_those_of_pictures() -> None:
    for name, made in FILES.items():
        assert (STATIC / name).read_text(encoding="utf-8") == made(), "run `python -m tests.web.assets`"


def test_page_and_scripts_are_small() -> None:
    assert sum(path.stat().st_size for path in STATIC.iterdir()) < MOST
