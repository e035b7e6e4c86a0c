"""Texts are read by tables that are kept: they are those of the grammar, and what is read by them is what Lark reads."""

from pathlib import Path
from random import Random
from typing import Any

import lark
import pytest
import yaml

from ruleset_core.lang.syntax.parse_tables import KEPT, STARTS, lark_parser, tables_text
from ruleset_core.lang.syntax.parser import _builder, parse, read_by_tables, words

ROOT = Path(__file__).parents[2]


def _texts(value: Any) -> set[str]:
    if isinstance(value, dict):
        return {text for each in value.values() for text in _texts(each)}
    if isinstance(value, list):
        return {text for each in value for text in _texts(each)}
    return {value} if isinstance(value, str) else set()


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """All that stands in the included games, whether in the language or not."""
    files = [path for path in sorted((ROOT / "data").rglob("*.yaml")) if path.parent.name != "scenarios"]
    return sorted({text for path in files for text in _texts(yaml.safe_load(path.read_text(encoding="utf-8")))})


def _by_lark(text: str, start: str) -> Any:
    try:
        return _builder().transform(lark_parser().parse(text, start=start))
    except lark.UnexpectedInput:
        return None


@pytest.mark.slow
def test_the_kept_tables_are_those_of_the_grammar() -> None:
    assert KEPT.read_text(encoding="utf-8") == tables_text(), (
        "make them again: python -m ruleset_core.lang.syntax.parse_tables"
    )


@pytest.mark.slow
@pytest.mark.parametrize("start", STARTS)
def test_what_is_read_is_what_lark_reads(start: str, texts: list[str]) -> None:
    random = Random(3)
    read_at_all = 0
    for text in random.sample(texts, 400):
        found = read_by_tables(text, start)
        assert repr(found) == repr(_by_lark(text, start)), text
        read_at_all += found is not None
    assert read_at_all > 60


@pytest.mark.parametrize("start", STARTS)
def test_slips_are_read_only_as_lark_reads_them(start: str, texts: list[str]) -> None:
    random = Random(4)
    pieces = [*words(), "a", "1", ";", "{", "}", "(", ")", "->", "-", "=", "==", ",", "# x\n", "."]
    sound = [text for text in texts if len(text) < 200 and read_by_tables(text, start) is not None]
    for text in random.sample(sound, 150):
        parts = text.split(" ")
        parts[random.randrange(len(parts))] = random.choice(pieces)
        slip = " ".join(parts)
        found = read_by_tables(slip, start)
        assert found is None or repr(found) == repr(_by_lark(slip, start)), slip


@pytest.mark.parametrize(
    "text", ["any a in 1 to4", "choose a b incards {gain 1}", "", "# only said", "gain", "1 +", "?", "a !"]
)
def test_what_cannot_be_read_goes_to_lark(text: str) -> None:
    for start in STARTS:
        assert read_by_tables(text, start) is None or repr(read_by_tables(text, start)) == repr(_by_lark(text, start))
        assert (parse(text, start)[0] is None) == (_by_lark(text, start) is None or text in {"", "# only said"})


def test_a_long_list_is_read_in_time_that_grows_with_its_length() -> None:
    tree = read_by_tables(";".join(["gain 1 x"] * 2_000), "effect")
    assert len(getattr(tree, "statements", ())) == 2_000
