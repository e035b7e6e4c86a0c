import pytest

from ruleset_core.diagnostics import (
    Diagnostic,
    Span,
    did_you_mean,
    error,
    first_diagnostics,
    friendly_list,
    shorten,
    unknown_name_help,
)


def _at(line: int, code: str = "E101", file: str = "a.yaml") -> Diagnostic:
    return error(code, "message", Span(file, line, 1, line, 2))


def test_diagnostics_sort_by_place_then_by_code() -> None:
    assert sorted([_at(3), _at(1, "E102"), _at(1), _at(1, file="Z.yaml")]) == [
        _at(1, file="Z.yaml"),
        _at(1),
        _at(1, "E102"),
        _at(3),
    ]
    assert _at(1) <= _at(1)
    assert len({_at(1), _at(1)}) == 1


def test_too_many_findings_are_cut_and_counted() -> None:
    cut = first_diagnostics([_at(line) for line in range(9, 0, -1)], limit=3)
    assert [item.span.line for item in cut] == [1, 2, 3]
    assert cut[-1].notes == ("6 more findings in this file",)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("deneir", ["denier"]),
        ("DENIER", ["denier"]),
        ("influ", ["influence"]),
        ("gian", ["gain"]),
        ("no-influence", ["no_influence", "influence"]),
        ("xyz", []),
        ("", []),
        ("a" * 20_000, []),
    ],
)
def test_did_you_mean_finds_slips_and_nothing_else(word: str, meant: list[str]) -> None:
    names = ["denier", "influence", "no_influence", "gain", "vp"]
    assert did_you_mean(word, names) == meant


def test_did_you_mean_ranks_and_stops_at_three() -> None:
    assert did_you_mean("card", ["cart", "care", "carb", "cards", "barn"]) == ["carb", "cards", "care"]


def test_words_for_lists() -> None:
    assert friendly_list([]) == ""
    assert friendly_list(["a"]) == "`a`"
    assert friendly_list(["a", "b", "c"]) == "`a`, `b` or `c`"
    assert unknown_name_help("x", ["ab", "cd"], "resources") == "resources: `ab`, `cd`"
    assert unknown_name_help("x", [f"name_{n}" for n in range(9)]) == ""


def test_quoted_text_stays_on_one_line() -> None:
    assert shorten("a\nb") == "a b"
    assert shorten("x" * 100_000) == "x" * 39 + "…"
