"""Figures that are far too large end in a diagnostic, not in memory or time without end."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from ruleset_core.check.checker import check_paths
from ruleset_core.diagnostics import Diagnostic
from tests.check.fuzzing import must_end_in_diagnostics
from tests.check.page_examples import FILES

HUGE = "0..99999999"


def _rule(effect: str) -> str:
    return f"rules: [{{id: bonus, when: {{event: bought, do: {effect}}}}}]\n"


def _chain(many: int, link: str, last: str) -> str:
    return "define:\n" + "".join(f"  f{n}: {link.format(n + 1)}\n" for n in range(many)) + f"  f{many}: {last}\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"state: {{x: {{by: [{HUGE}], is: int}}}}", "E303"),
        ("state: {x: {by: [0..999, 0..999, 0..999], is: int}}", "E314"),
        (f"zones: {{z: {{of: ware, by: [{HUGE}]}}}}", "E303"),
        ("zones: {z: {of: ware, by: [0..999, 0..999]}}", "E314"),
        (f"decisions: {{d: {{of: {HUGE}, ask: {{en: a, es: a}}}}}}", "E303"),
        (f"options: {{o: {{name: {{en: a, es: a}}, of: {HUGE}, default: 0}}}}", "E303"),
        (f"score: {{d: {{name: {{en: a, es: a}}, each: {HUGE}, amount: it}}}}", "E303"),
        (f"state: {{x: {{is: {HUGE}}}}}\n" + _rule("roll x; gain x coin"), "E303"),
        (_rule("for each x in 0 to 99999999 { gain 1 coin }").replace("do: ", "do: '").replace("}}]", "'}}]"), "E314"),
        ("sets: {s: {members: [" + ", ".join(f"m{n}" for n in range(20_000)) + "]}}\nstate: {x: {by: [s, s], is: bool}}", "E314"),
        ("resources: {members: {r: {spaces: 999999999}}}\n" + _rule("gain 1 r"), "E314"),
        ("flow: [" + ", ".join(f"{{phase: more_{n}, turns: once, do: gain 1 coin}}" for n in range(1100)) + "]", "E314"),
        ("flow: [{phase: all, steps: [" + ", ".join(f"{{phase: more_{n}, do: gain 1 coin}}" for n in range(1100)) + "]}]", "E314"),
        ("state: {x: {is: int, start: 2147483648}}", "E314"),
        ("state: {x: {is: int, start: -2147483648}}", None),
        ("resources: {members: {r: {start: 2147483648}}}", "E106"),
        pytest.param(_chain(3000, "{{amount: f{0} + 1}}", "{amount: 1}"), "E311", marks=pytest.mark.slow),
        pytest.param(_chain(3000, "{{effect: do f{0}}}", "{effect: gain 1 coin}"), "E311", marks=pytest.mark.slow),
        pytest.param("rules: [" + ", ".join(f"{{id: r{n}, when: {{event: bought, do: gain 1 coin}}}}" for n in range(2000)) + "]", None, marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_large_figures(text, code, tmp_path):
    files = {**{name: content.encode() for name, content in FILES.items()}, "part.yaml": text.encode()}
    found = {item.code for item in must_end_in_diagnostics(files, tmp_path / "fair")}
    assert code is None or code in found


def test_many_copies(tmp_path):
    cards = "".join(
        f"  c{n}: {{name: {{en: C, es: C}}, provenance: house, copies: 1000, price: 1}}\n" for n in range(50)
    )
    files = {"game.yaml": FILES["game.yaml"].encode(), "cards/wares.yaml": f"kind: ware\ncards:\n{cards}".encode()}
    assert "E314" in {item.code for item in must_end_in_diagnostics(files, tmp_path / "fair")}


def test_amounts_that_multiply(tmp_path):
    """Each uses the next twice: a thousand million millions of steps, refused in no time."""
    chain = _chain(60, "{{amount: f{0} + f{0}}}", "{amount: 1}")
    files = {**{name: content.encode() for name, content in FILES.items()}, "part.yaml": chain.encode()}
    found = {item.code for item in must_end_in_diagnostics(files, tmp_path / "fair")}
    assert "E319" in found


def test_too_much_work_names_the_innermost_loop(tmp_path):
    rule = "rules:\n  - id: more\n    when:\n      event: bought\n      do: |\n        for each x in 1 to 3 {\n          repeat 20000000 { gain 1 coin }\n        }\n"
    files = {**{name: content.encode() for name, content in FILES.items()}, "part.yaml": rule.encode()}
    (found,) = [item for item in must_end_in_diagnostics(files, tmp_path / "fair") if item.code == "E319"]
    assert (found.span.line, found.span.column) == (7, 11)
    assert found.message == "this takes 40,000,001 steps at least; a decision may take 10,000,000"


def test_what_need_not_be_looked_at_is_not_too_much(tmp_path):
    """Behind a number that may settle it nothing is certain to be worked out."""
    much = "(sum i in 1 to 9000 of (sum j in 1 to 9000 of i + j))"
    for number, (listed, refused) in enumerate({f"[1, {much}]": 0, f"[{much}, 1]": 1, f"0 to {much}": 0}.items()):
        rule = _rule(f"'if 1 in {listed} {{ gain 1 coin }}'")
        files = {**{name: content.encode() for name, content in FILES.items()}, "part.yaml": rule.encode()}
        found = [item.message[:24] for item in _found(files, tmp_path / str(number)) if item.code == "E319"]
        assert found == ["this takes 81,009,000 st"] * refused


def _found(files: dict[str, bytes], directory: Path) -> Iterable[Diagnostic]:
    for name, content in files.items():
        (directory / name).parent.mkdir(exist_ok=True, parents=True)
        (directory / name).write_bytes(content)
    return check_paths([directory]).diagnostics
