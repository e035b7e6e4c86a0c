"""Every key, value and character of a text is found again in the file."""

from collections.abc import Callable

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ruleset_core.diagnostics import Span
from ruleset_core.model.sources import DataPath, Document
from ruleset_core.model.yaml_documents import load_text

Good = Callable[[str | bytes], Document]
Quote = Callable[[str, Span], str]

TEXT = """\
name: {en: Pig, es: "Cerdo"}   # a comment
list:
  - one
  - {two: 2}
deep:
  do: |
    first line;
      second 名 line
  folded: >
    some words
    and more

empty:
ñ名: ünï
"""


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        (("name", "en"), "Pig", "en"),
        (("name", "es"), '"Cerdo"', "es"),
        (("name",), '{en: Pig, es: "Cerdo"}', "name"),
        (("list", 0), "one", "one"),
        (("list", 1), "{two: 2}", "{two: 2}"),
        (("list", 1, "two"), "2", "two"),
        (("list",), "- one\n  - {two: 2}", "list"),
        (("deep", "do"), "|\n    first line;\n      second 名 line", "do"),
        (("empty",), "empty", "empty"),
        (("ñ名",), "ünï", "ñ名"),
        (("list", 7), "- one\n  - {two: 2}", "list"),
        (("name", "fr", "x"), '{en: Pig, es: "Cerdo"}', "name"),
    ],
)
def test_spans_of_values_and_keys(good: Good, quote: Quote, path: DataPath, value: str, key: str) -> None:
    document = good(TEXT)
    assert quote(TEXT, document.span(path)) == value
    assert quote(TEXT, document.key_span(path)) == key


def test_the_key_of_the_whole_document_is_its_first_line(good: Good, quote: Quote) -> None:
    document = good("# comment\na: 1\nb: 2\n")
    assert quote("# comment\na: 1\nb: 2\n", document.key_span(())) == "a: 1"


@pytest.mark.parametrize("path", [("name", "en"), ("name", "es"), ("deep", "do"), ("deep", "folded"), ("ñ名",)])
def test_every_character_of_a_text_is_found(good: Good, quote: Quote, path: DataPath) -> None:
    document = good(TEXT)
    text = document.value(path)
    for index, char in enumerate(text):
        if not char.isspace():
            assert quote(TEXT, document.within(path, index, index + 1)) == char
    end = document.within(path, len(text), len(text))
    assert end.empty


def test_escapes_are_mapped(good: Good, quote: Quote) -> None:
    source = r"""a: "x\ty\u00e9 \"z\" end" """ + "\nb: 'it''s here'\n"
    document = good(source)
    text = document.value(("a",))
    assert quote(source, document.within(("a",), text.index("é"), text.index("é") + 1)) == r"\u00e9"
    assert quote(source, document.within(("a",), text.index("end"), len(text))) == "end"
    assert quote(source, document.within(("b",), 5, 9)) == "here"


def test_numbers_stand_for_their_text(good: Good, quote: Quote) -> None:
    document = good("amount: -12\n")
    assert quote("amount: -12\n", document.within(("amount",), 1, 3)) == "12"


def test_offsets_out_of_range_do_no_harm(good: Good) -> None:
    document = good("a: bcd\nm: {x: 1}\n")
    assert document.within(("a",), 50, 99).empty
    assert document.within(("a",), -5, 99) == document.span(("a",))
    assert document.within(("m",), 0, 1) == document.span(("m",))


def test_short_forms_are_found_by_the_path_of_the_long_form(good: Good, quote: Quote) -> None:
    source = "members: [a1, b1]\nwhen: {event: built}\n"
    document = good(source)
    assert quote(source, document.span(("members", "b1"))) == "b1"
    assert quote(source, document.span(("when", 0, "event"))) == "built"


@given(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\x85\u2028\u2029\x00"), min_size=1),
    st.sampled_from(["'", '"', "|", ">", None]),
)
def test_dumped_texts_are_read_back_and_mapped(text: str, style: str | None) -> None:
    source = yaml.dump({"a": {"b": text}}, default_style=style, allow_unicode=True)
    document, found = load_text(source, "f.yaml")
    if document is None or found or not isinstance(document.data["a"]["b"], str):
        return  # refused characters, floats, numbers
    value = document.data["a"]["b"]
    assert value == text
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for index, char in enumerate(value):
        span = document.within(("a", "b"), index, index + 1)
        assert (span.line, span.column) <= (span.end_line, span.end_column)
        if not char.isspace() and span != document.span(("a", "b")):
            written = lines[span.line - 1][span.column - 1 : span.end_column - 1]
            assert written == char or written.startswith("\\") or (written, char) == ("''", "'")
