"""Hostile files end in diagnostics, soon."""

import time
from typing import get_args

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleset_core.check.rendering import Format, render_diagnostics
from ruleset_core.model.schema.documents import CardsFile, GameFile
from ruleset_core.model.schema.scenario_files import ScenarioFile
from ruleset_core.model.schema.validation import validate
from ruleset_core.model.yaml_documents import load_text

_MIB = 1 << 20
_BOMB = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 40))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param(_BOMB, "E006", id="alias bomb"),
        pytest.param("a: &a [*a]", "E006", id="alias of itself"),
        pytest.param("a: &a {<<: *a}", "E006", id="merge of itself"),
        pytest.param("a: " + "x" * 10_000_000, "E008", id="10 MB scalar"),
        pytest.param("[" * 10_000, "E009", id="flow lists"),
        pytest.param("{a: " * 10_000 + "1" + "}" * 10_000, "E009", id="flow mappings"),
        pytest.param("- " * 10_000 + "x", "E009", id="block lists"),
        pytest.param("".join(" " * n + "a:\n" for n in range(1000)), "E009", id="block mappings"),
        pytest.param("? " * 10_000, "E009", id="keys of keys"),
        pytest.param("[" * (_MIB - 1), "E009", id="a file of brackets"),
        pytest.param("[" + "a," * 500_000 + "]", "E013", id="many values"),
        pytest.param("{" + "a," * 49_000 + "}", "E005", id="many equal keys"),
        pytest.param("[" + "!x y, " * 90_000 + "]", "E007", id="many tags on one line"),
        pytest.param("a: |\n" + " x\n" * 200_000, "E014", id="a long text"),
        pytest.param("%TAG !a! b\n" * 90_000 + "---\na: 1", "E003", id="many directives"),
        pytest.param("a: 1\n...\n" + "%TAG !a! b\n" * 90_000 + "---\na: 1", "E010", id="directives further down"),
        pytest.param("".join(f"- 'a'\n-\t'{n}'\n\t\n" for n in range(20_000)), None, id="many quoted texts and tabs"),
        pytest.param("a: [\n" + "\t'x',\n" * 49_000 + "]", "E004", id="many lines with tabs"),
        pytest.param("1" * _MIB, "E014", id="a long number"),
        pytest.param("&" + "a" * (_MIB - 10) + " b", "E006", id="a long anchor"),
        pytest.param("a: " + '"' + "\\x41" * 200_000 + '"', "E014", id="many escapes"),
        pytest.param("\n" * (_MIB - 1), "E010", id="only line ends"),
        pytest.param("#" * (_MIB - 1), "E010", id="only a comment"),
        pytest.param(
            "sets: {x: {members: [" + ",".join(f"A{n}" for n in range(49_000)) + "]}}", "E105", id="bad names"
        ),
        pytest.param("\n".join(f"k{n}: {{}}" for n in range(40_000)), "E101", id="many unknown keys"),
    ],
)
def test_a_hostile_file_ends_in_a_diagnostic_soon(text: str, code: str | None) -> None:
    start = time.process_time()
    document, found = load_text(text, "f.yaml")
    if document is not None:
        found = found + validate(document, GameFile)[1]
    shown = render_diagnostics(found, sources=lambda _: text)
    assert time.process_time() - start < 5
    assert code is None or code in {item.code for item in found}
    assert len(found) <= 1000
    assert len(shown) < 1_000_000


_YAMLISH = st.lists(
    st.sampled_from(
        ["a", "b: ", "- ", "\n", "\n  ", "\t", "{", "}", "[", "]", ", ", "'", '"', "|\n", ">-\n", "&x ", "*x", "!t ", "? ",
         "#", "...\n", "---\n", "%", "1", "1.5", "~", "\\", "é", "\r\n", "\ufeff", "kind: x\n", "cards:\n", "game: g\n"]
    )
).map("".join)  # fmt: skip


@pytest.mark.slow
@given(st.one_of(st.binary(), st.text().map(lambda text: text.encode("utf-8", "surrogatepass")), _YAMLISH))
@settings(deadline=None, max_examples=200)
def test_any_bytes_give_a_document_or_diagnostics(raw: bytes | str) -> None:
    document, found = load_text(raw, "f.yaml")
    assert (document is not None) or found
    assert all(item.code[0] == "E" and item.message for item in found)
    text = raw if isinstance(raw, str) else raw.decode("utf-8-sig", "replace")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    for item in found:
        assert 1 <= item.span.line <= item.span.end_line <= lines
        assert item.span.column >= 1
    if document is not None:
        for model in (GameFile, CardsFile, ScenarioFile):
            found = found + validate(document, model)[1]
    for form in get_args(Format):
        assert render_diagnostics(found, form, sources=lambda _: text) or not found


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 50) | st.sampled_from(["x", "1..4", "A b", "", "house", "seat"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["en", "es", "name", "members", "facts", "is", "of", "when", "event", "do", "steps", "x", "X"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
_KEYS = [*GameFile.model_fields, "kind", "cards", "scenarios", "unknown"]


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from(_KEYS), _VALUES, max_size=6))
@settings(deadline=None, max_examples=100)
def test_any_shape_gives_a_model_or_diagnostics(data: dict[str, object]) -> None:
    document, found = load_text(yaml.safe_dump(data), "f.yaml")
    assert document is not None
    assert found == []
    for model in (GameFile, CardsFile, ScenarioFile):
        made, wrong = validate(document, model)
        assert (made is None) == bool(wrong)
        assert not [item for item in wrong if "is not allowed here" in item.message]
