"""Cells of CSV files: the same as Python's `csv` reads, each at its place."""

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleset_core.model.csv_columns import CsvCell, CsvError, detect_separator, parse_rows, quote_cell, write_cell

TEXT = st.text(alphabet="ab \t,;\"'\n\r=+-@[]{}é#", max_size=8)
GRID = st.lists(st.lists(TEXT, min_size=1, max_size=4), min_size=1, max_size=4)


def texts(text: str) -> list[list[str]]:
    return [[cell.text for cell in row] for row in parse_rows(text)]


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(
    GRID,
    st.sampled_from(",;\t"),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
def test_what_csv_writes_is_read(grid, separator, ending, quoting):
    """A heading stands on top, so that the separator can be told; blanks that csv does not quote are part of a cell."""
    if any("\r" in cell or "\n" in cell for row in grid for cell in row):
        quoting = csv.QUOTE_ALL  # else csv writes what it does not read again
    grid = [["kind", "name"], *([cell.strip(" ") for cell in row] for row in grid)]
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=separator, lineterminator=ending, quoting=quoting).writerows(grid)
    assert texts(stream.getvalue()) == grid


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(st.text(alphabet='ab,"\n\r ', max_size=20))
def test_what_is_read_is_what_csv_reads(text):
    """What we refuse, csv refuses too if it is strict; but for blanks outside of quotes, which we allow."""
    text = "kind,name\n" + text
    if ' "' in text or '" ' in text:
        return
    try:
        ours = texts(text)
    except CsvError:
        with pytest.raises(csv.Error):
            list(csv.reader(io.StringIO(text, newline=""), strict=True))
        return
    theirs = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert ours == [row or [""] for row in theirs]


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab,;\"\n\r \t'=", max_size=30))
def test_a_cell_stands_where_it_says(text):
    try:
        rows = list(parse_rows(text))
    except CsvError:
        return
    for cell in (cell for row in rows for cell in row):
        raw = text[cell.start : cell.end]
        assert (raw.replace('""', '"') if cell.quoted else raw) == cell.text
        if cell.quoted:
            assert text[slice(*cell.outer)] == f'"{raw}"'
        start, end = cell.inner
        assert cell.start <= start <= end <= cell.end
        inner = text[start:end].replace("\r\n", "\n").replace("\r", "\n")
        assert (inner.replace('""', '"') if cell.quoted else inner) == cell.content


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(st.text(alphabet="a\"',;\t\n=+-@ 1", max_size=10))
def test_a_written_cell_says_what_was_meant(text):
    cell = write_cell(text.strip())
    assert next(parse_rows(f"k,{cell}\n"))[1].content == text.strip()
    assert quote_cell(text).count('"') % 2 == 0


@pytest.mark.parametrize("risky", ["=1+1", "+a", "-a", "@x", "=cmd|' /C calc'!A0", "-1+2"])
def test_no_spreadsheet_runs_what_is_written(risky):
    assert write_cell(risky).lstrip('"').startswith("'")


@pytest.mark.parametrize("plain", ["-1", "12", "'s hand", "a=b", "it's"])
def test_what_is_no_formula_is_written_as_it_is(plain):
    assert write_cell(plain) == plain


@pytest.mark.parametrize(
    ("text", "separator", "begin"),
    [
        ("a,b;c\n", ",", 0),
        ("a;b,c\n", ";", 0),
        ("a\tb,c\n", "\t", 0),
        ('"a;b",c\n', ",", 0),
        ("alone\n", ",", 0),
        ("# one, two\na;b\n", ";", 0),
        ('"# one, two"\r\n\r\na;b\r\n', ";", 0),
        (";;;\na;b\n", ";", 0),
        ("sep=;\na,b\n", ";", 6),
        ('"sep=\t"\r\na,b\n', "\t", 9),
    ],
)
def test_what_separates_cells_is_what_stands_behind_the_first_heading(text, separator, begin):
    assert detect_separator(text) == (separator, begin)


@pytest.mark.parametrize("text", ["sep=|\na|b\n", "sep=\na\n"])
def test_another_separator_is_refused(text):
    with pytest.raises(CsvError, match="cells cannot be separated by"):
        list(parse_rows(text))


def test_blanks_around_quotes_are_no_mistake():
    assert list(parse_rows('a, "b, c" ,d')) == [
        [CsvCell("a", 0, 1), CsvCell("b, c", 4, 8, quoted=True), CsvCell("d", 11, 12)]
    ]


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ('a,b\nc,"d\ne\n', "the quote that opens here is not closed", (6, 8)),
        ('a,b\nc,"d" e,f\n', "this text follows the quote that closes its cell", (10, 11)),
        ('a,b\nc,"d\ne,"f"\n', "the quote that opens here is not closed in its cell", (6, 8)),
    ],
)
def test_a_quote_that_is_not_closed_is_told_where_it_opens(text, message, place):
    with pytest.raises(CsvError) as caught:
        list(parse_rows(text))
    assert (str(caught.value), (caught.value.start, caught.value.end)) == (message, place)
