"""Long lines are broken between words, below the column they stand in."""

from __future__ import annotations

from ruleset_core.cli.output import wrap_lines


def test_what_fits_stays_as_it_is() -> None:
    assert list(wrap_lines("a  b\n\n  c", 10)) == ["a  b", "", "  c"]


def test_rows_go_on_below_the_last_column() -> None:
    rows = list(wrap_lines("   1  die 1  white one at a price of three", 30))
    assert rows == ["   1  die 1  white one at a", "             price of three"]


def test_without_columns_rows_are_indented_a_little_more() -> None:
    assert list(wrap_lines("  one two three four five", 14)) == ["  one two", "    three four", "    five"]


def test_no_word_is_broken_and_a_long_one_has_a_row_of_its_own() -> None:
    assert list(wrap_lines("saved in /a/very/long/name.ruleset now", 12)) == [
        "saved in",
        "/a/very/long/name.ruleset",
        "  now",
    ]


def test_commands_can_be_copied() -> None:
    assert list(wrap_lines("Continue with: ruleset play --resume a b c", 20)) == [
        "Continue with:",
        "ruleset play --resume a b c",
    ]
    assert list(wrap_lines("x: `head -n 3 f > NEW` keeps the game", 24)) == [
        "x: `head -n 3 f > NEW`",
        "  keeps the game",
    ]


def test_wide_characters_count_twice() -> None:
    assert list(wrap_lines("漢字 漢字", 8)) == ["漢字", "  漢字"]
