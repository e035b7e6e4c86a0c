"""Tables that are wider than the terminal come in parts, each with the names of its rows."""

from __future__ import annotations

from ruleset_core.cli.views.columns import columns

ROWS = (("", "coins", "cards", "points"), ("Ana", "1", "22", "3"), ("Bo", "10", "2", "33"))


def drawn(width: int) -> list[str]:
    return [line.plain.rstrip() for line in columns(ROWS, right=(1, 2, 3), width=width)]


def test_a_table_that_fits_has_two_blanks_between_its_columns() -> None:
    assert drawn(25) == ["     coins  cards  points", "Ana      1     22       3", "Bo      10      2      33"]


def test_where_it_is_narrow_there_is_one() -> None:
    assert drawn(24) == ["    coins cards points", "Ana     1    22      3", "Bo     10     2     33"]


def test_what_still_does_not_fit_comes_below() -> None:
    assert drawn(20) == [
        "    coins cards", "Ana     1    22", "Bo     10     2",
        "",
        "     points", "Ana       3", "Bo       33",
    ]  # fmt: skip


def test_a_column_that_is_too_wide_alone_is_drawn_all_the_same() -> None:
    assert all(text in " ".join(drawn(3)) for row in ROWS for text in row)
