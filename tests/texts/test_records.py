"""What is wrong with records, in both languages."""

from __future__ import annotations

from ruleset_core.play.records import DataChanges, RecordError
from ruleset_core.play.wording.game_messages import record_error_text


def test_a_problem_is_said_in_a_language() -> None:
    assert record_error_text(RecordError("missing", file="f"), "en") == "f: there is no such file"
    assert record_error_text(RecordError("missing", file="f"), "es") == "f: no existe ese archivo"


def test_a_reason_within_a_problem_is_in_the_same_language() -> None:
    facts = {
        "file": "f",
        "line": 2,
        "fits": 0,
        "total": 1,
        "move": "m",
        "changed": DataChanges((), known=False, recorded="1"),
    }
    error = RecordError("other_move", detail={"en": "the why", "es": "el porqué"}, **facts)
    assert "the why" in record_error_text(error, "en")
    assert "el porqué" in record_error_text(error, "es")
    assert "the why" not in record_error_text(error, "es")
