"""Functions are changed as the table says, in a process of their own, and tests that call them notice."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation.functions import keep, named_mutants, read_equivalents, read_results
from tests.mutation.mutants import changed_nodes, mutants_of, tree_of
from tests.recorder import ROOT


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a < b", "a <= b"),
        ("a not in b", "a in b"),
        ("a and b", "a or b"),
        ("not a", "a"),
        ("a + b", "a - b"),
        ("True", "False"),
        ("4", "5"),
        ("a if b else c", "a if not b else c"),
        ("return a", "return None"),
        ("f(x)", "pass"),
        ("a += b", "pass"),
        ("break", "continue"),
    ],
)
def test_changes(before: str, after: str) -> None:
    node: ast.AST = ast.parse(before).body[0]
    found = list(changed_nodes(node)) or list(changed_nodes(node.value))  # type: ignore[attr-defined]
    assert [ast.unparse(ast.fix_missing_locations(each)) for each in found] == [after]


@pytest.mark.parametrize("text", ["return None", "a == b == c", "'text'", "x = y", "None"])
def test_what_is_not_changed(text: str) -> None:
    node = ast.parse(text).body[0]
    assert list(changed_nodes(node)) == []


@pytest.mark.slow
def test_a_change_is_one_line_of_the_module() -> None:
    file = "ruleset_core/statistics.py"
    plain = ast.unparse(ast.parse((ROOT / file).read_text(encoding="utf-8"))).splitlines()
    found = list(mutants_of(file))
    assert len(found) > 100
    for mutant in found[::10]:
        changed = ast.unparse(tree_of(mutant)).splitlines()
        assert changed != plain
        assert abs(len(changed) - len(plain)) <= 1


def test_results_name_changes_whatever_line_they_stand_on(tmp_path: Path) -> None:
    found = list(mutants_of("ruleset_core/statistics.py"))
    assert len({each.key for each in found}) == len(found)
    results = tmp_path / "results.jsonl"
    keep(results, found[0], "")
    keep(results, found[1], "tests/sim/test_figures.py::test_quartiles")
    assert list(read_results(results).values()) == ["", "tests/sim/test_figures.py::test_quartiles"]
    assert set(named_mutants(read_results(results))) == set(found[:2])
    assert read_results(tmp_path / "none.jsonl") == {}


def test_changes_that_make_no_difference_are_of_functions_as_they_are_now() -> None:
    listed = read_equivalents()
    assert listed.keys() - {each.key for each in named_mutants(listed)} == set()
    assert [key for key, reason in listed.items() if len(reason.split()) < 4] == []


PROGRAM = """
from tests.mutation.functions import noticed_near
from tests.mutation.mutants import mutants_of
from tests.recording import Part, Recording
file, module = "tests/sim/test_figures.py", "ruleset_core/statistics.py"
quick = Part(file, "test_a_mean_and_its_margin", 0.1, frozenset({f"{module}:Sums.add", f"{module}:quartiles"}))
dear = Part(file, "test_the_middle_half", 1000, frozenset({f"{module}:quartiles"}))
wanted = [("Sums.add", "pass"), ("quartiles", "return None"), ("holm_significant", "return None")]
tried = {(each.function, each.after): each for each in mutants_of(module)}
found = {}
noticed_near([tried[each] for each in wanted], Recording({file: [quick, dear]}), 2, 2000, found.__setitem__)
print({mutant.function: noticed for mutant, noticed in found.items()})
"""


@pytest.mark.slow
def test_tests_that_call_a_function_notice_its_changes() -> None:
    """Changes of `Sums.add` by what `dev.py near` picks, of `quartiles` by a test for which it has no time; nothing calls the third."""
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    file = "tests/sim/test_figures.py"
    assert ast.literal_eval(done.stdout.splitlines()[-1]) == {
        "Sums.add": f"{file}::test_a_mean_and_its_margin",
        "quartiles": f"left out: {file}::test_the_middle_half",
        "holm_significant": "",
    }


WAITS = """
from tests.mutation import functions
from tests.mutation.mutants import mutants_of
from tests.recording import Part
functions.IDLE = 1
part = Part("test_waiting.py", "", 100, frozenset())
mutant = next(mutants_of("ruleset_core/statistics.py"))
trial = functions.Trial([(mutant, [part])], 1, lambda _, noticed: print("TOLD", noticed))
trial.run()
"""


@pytest.mark.slow
def test_a_test_that_waits_for_ever_has_noticed_a_change(tmp_path: Path) -> None:
    (tmp_path / "test_waiting.py").write_text(
        "import os\n\ndef test_it():\n    os.read(os.pipe()[0], 1)\n", encoding="utf-8"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", WAITS]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    assert "TOLD its time" in done.stdout


STARTS = """
import subprocess, sys
from pathlib import Path
from tests.mutation.mutants import SITE, apply, mutants_of, tree_of
mutant = next(each for each in mutants_of("ruleset_core/safe_text.py", ["clean_lines"]) if each.after == "return None")
site = Path(sys.argv[1])
(site / "sitecustomize.py").write_text(SITE)
apply(mutant, tree_of(mutant), site)
code = "from ruleset_core.safe_text import clean_lines; print(clean_lines('a'))"
for given in (None, {"PYTHONPATH": sys.argv[2]}):
    print(subprocess.run([sys.executable, "-c", code], env=given, capture_output=True, text=True, check=True).stdout, end="")
"""


@pytest.mark.slow
def test_programs_that_a_test_starts_run_the_change(tmp_path: Path) -> None:
    command = [sys.executable, "-c", STARTS, str(tmp_path), str(ROOT)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["None", "None"]
