"""What is wrong with records, in both languages."""

from __future__ import annotations

from string import Formatter

from ruleset_core.record import TEMPLATES, Changes, RecordError
from ruleset_core.texts.records import RECORD_ES, explain


def values(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_problem_of_records_is_translated() -> None:
    assert set(RECORD_ES) == set(TEMPLATES)
    for key, text in TEMPLATES.items():
        assert values(text) == values(RECORD_ES[key]), key


def test_a_problem_is_said_in_a_language() -> None:
    assert explain(RecordError("missing", file="f"), "en") == "f: there is no such file"
    assert explain(RecordError("missing", file="f"), "es") == "f: no existe ese fichero"


def test_a_reason_within_a_problem_is_in_the_same_language() -> None:
    facts = {
        "file": "f",
        "line": 2,
        "fits": 0,
        "total": 1,
        "move": "m",
        "changed": Changes((), known=False, recorded="1"),
    }
    error = RecordError("other_move", detail={"en": "the why", "es": "el porqué"}, **facts)
    assert "the why" in explain(error, "en")
    assert "el porqué" in explain(error, "es")
    assert "the why" not in explain(error, "es")
