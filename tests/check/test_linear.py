"""A check takes time in proportion to what it reads: many comments, many unknown names."""

import time

import pytest

from ruleset_core.budgets import limited_suggestions
from ruleset_core.check.checker import check_paths
from ruleset_core.diagnostics import closest_candidates, did_you_mean
from tests.check.page_examples import FILES

IGNORE = "# ruleset: ignore[W501] a reason\n"


def seconds(directory, part):
    for name, text in {**FILES, "part.yaml": part}.items():
        file = directory / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    began = time.process_time()
    report = check_paths([directory])
    assert report.diagnostics
    return time.process_time() - began


def unknown(many, known, name, wrong):
    fields = "".join(f"  {name}{number:04}: {{is: 1..3}}\n" for number in range(known))
    return f"state:\n{fields}define:\n" + "".join(f"  d{n}: {{amount: {wrong}{n:04}}}\n" for n in range(many))


def never(texts, conditions):
    """Long texts in which much can never hold."""
    text = "; ".join(f"if fame > {n} {{ gain 1 coin }}" for n in range(conditions))
    return "define:\n" + "".join(f"  d{n}: {{effect: '{text}'}}\n" for n in range(texts))


@pytest.mark.slow
@pytest.mark.parametrize(
    "part",
    [
        pytest.param(never(4, 400), id="findings in long texts"),
        pytest.param(IGNORE * 10_000, id="comments alone"),
        pytest.param(f"view: {{columns: [coin]}} {IGNORE}" * 5000, id="comments behind lines"),
        pytest.param(
            "define:\n" + "".join(f"  d{n}: {{is: {n}}}\n" for n in range(10_000)), id="errors in declarations"
        ),
        pytest.param(unknown(100, 2400, "field_", "feild_"), id="names like many", marks=pytest.mark.slow),
        pytest.param(
            unknown(400, 2400, "a" * 30, "a" * 24 + "b" * 6), id="long names like many", marks=pytest.mark.slow
        ),
        pytest.param(unknown(400, 2400, "field_", "zzqqkk"), id="names like none", marks=pytest.mark.slow),
    ],
)
def test_many_of_a_kind_take_no_square_of_time(tmp_path, part):
    seconds(tmp_path / "warm", "view: {columns: [none]}")
    assert seconds(tmp_path / "many", part) < 12


@pytest.mark.slow
def test_close_names_are_looked_for_with_bounded_effort():
    known = [f"field_{number}" for number in range(5000)]
    with limited_suggestions(20_000):
        assert did_you_mean("feild_7", known)[0] == "field_7"
        began = time.process_time()
        assert [did_you_mean(f"feild_{number}", known) for number in range(2000)][-1] == []
    assert time.process_time() - began < 2
    assert did_you_mean("feild_7", known)[0] == "field_7"
    assert (
        closest_candidates("a" * 20_000, ["a" * 20_001])
        == closest_candidates("a" * 20, ["a" * 20_001, "b" * 90_000])
        == []
    )
