"""What is read, and what is refused with which code and where."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleset_core.diagnostics import Diagnostic
from ruleset_core.model.sources import MAX_BYTES, Document
from ruleset_core.model.yaml_documents import load_document, load_text

Bad = Callable[[str | bytes], list[Diagnostic]]
Data = Callable[[str | bytes], Any]
Good = Callable[[str | bytes], Document]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("12", 12),
        ("-3", -3),
        ("0", 0),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ('"12"', "12"),
        ("'true'", "true"),
        *[
            (text, text)
            for text in ("no", "on", "yes", "True", "012", "1:30", "1..10", "2024-01-01", "0x1f", "+5", "1_000")
        ],
    ],
)
def test_only_whole_numbers_true_false_and_null_are_special(data: Data, written: str, meant: object) -> None:
    value = data(f"a: {written}")["a"]
    assert value == meant
    assert type(value) is type(meant)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("a: \x07b", "E015", "1:4"),
        ("a: b\u202e", "E015", "1:5"),
        ("a: b # \u2066", "E015", "1:8"),
        ('a: "b\\e[2J"', "E015", "1:4"),
        ('a: "\\x9b5m"', "E015", "1:4"),
        ('"\\u202Eb": 1', "E015", "1:1"),
        ('a: "b\\u200Bc"', "E015", "1:4"),
        ('a: "b\\u200Dc"', "E015", "1:4"),
        ('a: "b\\Lc"', "E015", "1:4"),
        ('a: "b\\U000E0041c"', "E015", "1:4"),
        ("a: b: c", "E003", "1:5"),
        ("a: 'open\nb: 1\n", "E003", "1:4"),
        ("a: {b: 1\nc: 2\n", "E003", "1:4"),
        ("a: {b: c[d] == e}", "E003", "1:9"),
        ("a: [b in {c}]", "E003", "1:10"),
        ("a: @x", "E003", "1:4"),
        ("%YAML 1.1\n---\na: 1", "E003", "1:1"),
        ("a:\n\tb: 1", "E004", "2:1"),
        ("a: b\n\tc", "E004", "2:1"),
        ("a: [1,\n\t2]", "E004", "2:1"),
        ("a: 1\nb: 2\na: 3", "E005", "3:1"),
        ("a: 1\n'a': 3", "E005", "2:1"),
        ("a: &x 1", "E006", "1:4"),
        ("a: *x", "E006", "1:4"),
        ("a: !!int 1", "E007", "1:4"),
        ("a: !x {b: c}", "E007", "1:4"),
        ("a: !no!handle x", "E007", "1:4"),
        ("[" * 41, "E009", "1:41"),
        ("", "E010", "1:1"),
        ("# nothing\n", "E010", "1:1"),
        ("a: 1\n---\nb: 2", "E010", "2:1"),
        ("a: 1\n...\n# x\n%TAG ! x\n---\nb: 2", "E010", "4:1"),
        ("a: 1.5", "E011", "1:4"),
        ("a: 1e3", "E011", "1:4"),
        ("a: .inf", "E011", "1:4"),
        ("a: 1234567890123456", "E011", "1:4"),
        ("? [a]\n: b", "E012", "1:3"),
        ("true: b", "E012", "1:1"),
        ("1.5: b", "E011", "1:1"),
        ("~: b", "E012", "1:1"),
        ("a: " + "x" * 20_001, "E014", "1:4"),
    ],
)
def test_mistakes_have_a_code_and_a_place(bad: Bad, text: str, code: str, place: str) -> None:
    found = bad(text)
    first = found[0]
    assert first.code == code
    assert f"{first.span.line}:{first.span.column}" == place
    assert first.message


def test_a_bracket_in_a_text_without_quotes_is_called_so(bad: Bad) -> None:
    (found,) = bad("a: {amount: count c in cell where mark[c] == me}")
    assert found.message == "a text within brackets holds `[`, so it needs quotes"
    assert found.help == 'put quotes around the whole text: `"count c in cell where mark[c] == me"`'
    assert found.suggestion is not None


def test_all_texts_of_a_file_that_need_quotes_are_told_in_one_finding(bad: Bad) -> None:
    text = """\
a: {en: Which {it[c]} go}
b:
  - {unless: hand[c] == x, say: {en: no [x] b, es: n}}
  - {show: {n[c]}, c: 1}
  - [b in {c}, 2]
"""
    (found,) = bad(text)
    assert found.help == 'put quotes around the whole text: `"Which {it[c]} go"`'
    assert found.notes == ("so do further texts, in lines 3, 4, 5",)
    (found,) = bad("a: {b: 1, show: {n[c]}}")
    assert found.suggestion is not None
    assert found.suggestion.replacement == '"{n[c]}"'


def test_all_mistakes_of_a_file_are_told_at_once(bad: Bad) -> None:
    found = bad("a: &x 1\nb: *x\na: !!str 2\nc: {d: 1, d: 2.5}\ntrue: 3\n")
    assert [(item.span.line, item.code) for item in found] == [
        (1, "E006"), (2, "E006"), (3, "E005"), (3, "E007"), (4, "E005"), (4, "E011"), (5, "E012"),
    ]  # fmt: skip


def test_a_duplicate_key_points_at_the_first(bad: Bad) -> None:
    (found,) = bad("a: 1\nb: 2\na: 3\n")
    ((span, label),) = found.related
    assert (span.line, label) == (1, "first defined here")


def test_the_first_of_two_equal_keys_counts() -> None:
    document, _ = load_text("a: {b: 1}\na: {b: 2, c: 3}\n", "f.yaml")
    assert document is not None
    assert document.data == {"a": {"b": 1}}
    assert document.span(("a", "b")).line == 1


def test_a_number_and_the_same_text_are_different_keys(data: Data) -> None:
    assert data("1: a\n'1': b") == {1: "a", "1": "b"}


def test_a_float_suggests_quotes(bad: Bad) -> None:
    (found,) = bad("version: 1.0")
    assert found.suggestion is not None
    assert found.suggestion.replacement == '"1.0"'


def test_further_lines_with_tabs_are_counted_not_listed(bad: Bad) -> None:
    (found,) = bad("a:\n\tb: 1\n\tc: 2\n\td: 3\n")
    assert found.notes == ("2 more lines are indented with tabs",)


def test_tabs_inside_of_texts_are_text(data: Data) -> None:
    assert data('a: |\n  x\n  \ty\nb: "p\n\tq"\nc: d\t# tab before a comment\n')["a"] == "x\n\ty\n"


def test_a_byte_order_mark_is_ignored(good: Good) -> None:
    document = good(b"\xef\xbb\xbfa: 1\n")
    assert document.data == {"a": 1}
    assert document.key_span(("a",)).column == 1


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_other_line_ends_count_as_lines(good: Good, end: str) -> None:
    document = good(end.join(["a: 1", "b: |", "  x", "  yz", "c: 2", ""]))
    assert document.data == {"a": 1, "b": "x\nyz\n", "c": 2}
    assert document.key_span(("c",)).line == 5
    span = document.within(("b",), 2, 4)
    assert (span.line, span.column, span.end_column) == (4, 3, 5)


def test_bytes_that_are_not_utf8_are_placed(bad: Bad) -> None:
    (found,) = bad("a: é\nb: ".encode() + b"\xff\n")
    assert (found.code, found.span.line, found.span.column) == ("E002", 2, 4)
    assert "offset 9" in found.message
    assert bad("a: \ud800")[0].code == "E002"


# ------------------------------------------------------------------------------------------------------------- files


def _code(path: Path) -> str:
    document, (found,) = load_document(path)
    assert document is None
    assert found.span.file == str(path)
    return f"{found.code} {found.message}"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    loop = tmp_path / "loop.yaml"
    loop.symlink_to(loop)
    assert _code(tmp_path / "none.yaml") == "E001 cannot read this file: no such file or directory"
    assert _code(tmp_path).startswith("E001 cannot read this file: is a directory")
    assert _code(loop).startswith("E001")
    assert _code(tmp_path / ("x" * 300)).startswith("E001")
    assert _code(tmp_path / "a\0b").startswith("E001")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_does_not_hang_the_reader(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    assert _code(pipe) == "E001 cannot read this file: it is not an ordinary file"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("a: 1")
    secret.chmod(0)
    assert _code(secret).startswith("E001 cannot read this file: permission denied")


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    large = tmp_path / "large.yaml"
    large.write_bytes(b"#" * (MAX_BYTES + 1))
    assert _code(large).startswith("E008")


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("a: [1, {b: c}]\n")
    document, found = load_document(path)
    assert document is not None
    assert (document.file, document.data, found) == (str(path), {"a": [1, {"b": "c"}]}, [])
