"""Files are read quickly, or in doubt thoroughly: both ways give the same."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleset_core.diagnostics import Diagnostic
from ruleset_core.model.sources import SourceText
from ruleset_core.model.yaml_documents import _thoroughly, load_text
from ruleset_core.model.yaml_nodes import MAX_DEPTH, MAX_NODES, MAX_SCALAR, FastPathError, read_data
from tests.sampled import LONG

DATA = sorted((Path(__file__).parents[2] / "data").rglob("*.yaml"))
LINES = [line for path in DATA[:8] for line in path.read_text(encoding="utf-8").splitlines()]
BITS = ["a: 1", "a: 2", "- x", "- ", '  b: {c: [1, true, ~], d: "e\\u200b"}', "&a x", "*a", "!t x", "---", "...", "? [a]: b", "{", "]", "|", "1.5",
        "'a': b", "1: 2", "true: 3", "\tx: y", "%YAML 1.2", "# only said", ""]  # fmt: skip


def _both(text: str) -> tuple[object, list[Diagnostic]]:
    """What is read quickly, checked against what is read thoroughly."""
    thorough, found = _thoroughly(SourceText("f.yaml", text))
    quick = read_data(text, yaml.CSafeLoader)
    assert thorough is not None
    assert found == []
    assert repr(quick) == repr(thorough.data)
    document, problems = load_text(text, "f.yaml")
    assert document is not None
    assert problems == []
    assert document.places == thorough.places
    return quick, found


@pytest.mark.slow
def test_the_included_games_are_read_quickly() -> None:
    assert len(DATA) > 50
    for path in DATA if LONG else DATA[::4]:
        _both(path.read_text(encoding="utf-8"))


@pytest.mark.slow
@given(st.lists(st.sampled_from(BITS) | st.sampled_from(LINES), max_size=8))
@settings(deadline=None, max_examples=150)
def test_what_is_read_quickly_has_no_mistakes(lines: list[str]) -> None:
    try:
        _both("\n".join(lines))
    except FastPathError:
        return


@pytest.mark.parametrize(
    "text",
    ["", "# said", "a: 1\na: 2", "a: &b 1", "a: *b", "a: !t 1", "a: 1.5", "a:\n\t- b", "[a]: b", "true: b", '"a\\u200b": b', "a: {", "a: b\n---\nc: d",
     "[" * MAX_DEPTH + "[]" + "]" * MAX_DEPTH, "a: " + "b" * (MAX_SCALAR + 1), *(pytest.param(text, marks=pytest.mark.slow) for text in ("b" * (MAX_SCALAR + 1) + ": a", "[" + "a," * MAX_NODES + "]"))],
)  # fmt: skip
def test_what_may_be_wrong_is_left_to_the_thorough_reader(text: str) -> None:
    with pytest.raises(FastPathError):
        read_data(text, yaml.CSafeLoader)
    assert load_text(text, "f.yaml")[1] != []
