"""The command for a quick answer: what is recorded of tests, what a change is, and what is picked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import near
from tests.near import Change
from tests.recorder import record
from tests.recording import SPLIT, Part, Recording, load_recording

ROOT = Path(__file__).resolve().parents[2]

PATHS = "ruleset_core/discovery.py"


def part(name: str, seconds: float, *things: str) -> Part:
    file, _, function = name.partition("::")
    return Part(file, function, seconds, frozenset(things))


def recording(*parts: Part) -> Recording:
    made = Recording()
    for each in parts:
        made.parts.setdefault(each.file, []).append(each)
        made.hashes[each.file] = "0"
    return made


def names(parts: list[Part]) -> list[str]:
    return [each.name for each in parts]


# -- recording ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_runs_is_recorded_for_each_test(tmp_path: Path) -> None:
    tests = tmp_path / "test_some.py"
    tests.write_text(
        """
import multiprocessing, os, subprocess, sys, time
from ruleset_core import discovery

def test_here():
    assert discovery.list_games()

def test_elsewhere():
    code = "from ruleset_core import discovery; discovery.find_game('pig')"
    assert subprocess.run([sys.executable, "-c", code], env={}).returncode == 0

def test_in_a_process_that_is_killed(tmp_path):
    code = "from ruleset_core import discovery; discovery.find_game('pig'); import sys, time; open(sys.argv[0], 'w'); time.sleep(60)"
    sys.argv = [str(tmp_path / "done")]
    process = multiprocessing.get_context("spawn").Process(target=exec, args=(code,))
    process.start()
    while not (tmp_path / "done").exists():
        time.sleep(0.1)
    time.sleep(1)
    process.kill()
    process.join()

def test_in_a_fork():
    if not os.fork():
        discovery.find_game("pig")
        os._exit(0)
    os.wait()
""",
        encoding="utf-8",
    )
    code, lines = record(str(tests), tmp_path)
    assert code == 0
    ran = {
        name.partition("::")[2]: {function for module, function in ran if module == PATHS} for name, _, ran, _ in lines
    }
    assert "list_games" in ran["test_here"]
    assert "find_game" not in ran["test_here"]
    for name in ("test_elsewhere", "test_in_a_process_that_is_killed", "test_in_a_fork"):
        assert "find_game" in ran[name], "it ran in a process that the test started"
    read = {name.partition("::")[2]: read for name, _, _, read in lines}
    assert "examples/pig/game.yaml" in read["test_here"]


def test_a_recording_is_read_as_it_was_written(tmp_path: Path) -> None:
    made = Recording()
    quick, slow = "tests/packaging/test_near.py", "tests/walls/test_walls.py"
    made.put(
        quick,
        [(f"{quick}::a", 1, [("m.py", "f")], ["x.yaml"]), (f"{quick}::b", 1, [("m.py", "g")], []), ("", 0, [], ["h"])],
    )
    made.put(
        slow, [(f"{slow}::a", SPLIT, [("m.py", "f")], []), (f"{slow}::b", 1, [], []), ("", 0, [("m.py", "i")], [])]
    )
    made.save(tmp_path / "recorded.json")
    again = load_recording(tmp_path / "recorded.json")
    assert again == made
    assert again.parts[quick] == [part(quick, 2, "m.py:f", "m.py:g", "x.yaml", "h")]
    assert again.parts[slow] == [part(f"{slow}::a", SPLIT, "m.py:f", "m.py:i"), part(f"{slow}::b", 1, "m.py:i")]
    assert {quick, slow}.isdisjoint(again.outdated())
    again.hashes[quick] = "another"
    assert quick in again.outdated()
    assert load_recording(tmp_path / "none.json") == Recording()


# -- what was changed --------------------------------------------------------------------------------------------------


def line_of(text: str) -> int:
    lines = (ROOT / PATHS).read_text(encoding="utf-8").splitlines()
    return 1 + next(number for number, line in enumerate(lines) if text in line)


def test_a_changed_line_is_a_changed_function() -> None:
    recorded = {f"{PATHS}:find_game", f"{PATHS}:list_games", "ruleset_core/headers.py:read_header"}
    line = line_of("def find_game")
    assert near.change_of({PATHS: {line + 1}}, recorded) == Change({f"{PATHS}:find_game"})
    whole = {f"{PATHS}:find_game", f"{PATHS}:list_games"}
    assert near.change_of({PATHS: {1, line + 1}}, recorded) == Change(whole), "a line outside of functions is of all"
    imported = line_of("from pathlib import Path")
    assert near.change_of({PATHS: {imported, line + 1}}, recorded) == Change({f"{PATHS}:find_game"})
    assert near.change_of({PATHS: {imported}}, recorded) == Change(whole)
    assert near.change_of({PATHS: None}, recorded) == Change(whole)
    assert near.change_of({"ruleset_core/new.py": None}, recorded) == Change({"ruleset_core/new.py"})
    others = {"data/pig/game.yaml": {3}, "tests/x/test_y.py": None, "tests/x/helper.py": {1}}
    assert near.change_of(others, recorded) == Change(
        {"data/pig/game.yaml", "tests/x/helper.py"}, {"tests/x/test_y.py"}
    )


def test_the_lines_of_a_diff() -> None:
    assert near.changed_lines("@@ -3 +3 @@\n-a\n+b\n@@ -9,2 +9,3 @@ def f\n@@ -20,4 +21,0 @@\n") == {
        3,
        9,
        10,
        11,
        21,
        22,
    }


# -- what is picked ----------------------------------------------------------------------------------------------------


def test_those_that_run_little_else_come_first_then_the_quick_ones() -> None:
    all_ = recording(
        part("tests/broad.py", 1, "m:f", *map(str, range(100))),
        part("tests/narrow.py", 1, "m:f", "m:g"),
        part("tests/quick.py", 0.1, "m:f", "m:g"),
        part("tests/other.py", 0.1, "m:g"),
    )
    chosen, left_out = near.pick(Change({"m:f"}), all_, budget=100)
    assert names(chosen) == ["tests/quick.py", "tests/narrow.py", "tests/broad.py"]
    assert left_out == []


def test_what_has_no_room_is_left_out_and_told() -> None:
    all_ = recording(
        part("tests/a.py", 5, "m:f"), part("tests/b.py", 50, "m:f"), part("tests/c.py::x", 4, "m:f", "m:g")
    )
    chosen, left_out = near.pick(Change({"m:f"}), all_, budget=10)
    assert names(chosen) == ["tests/a.py", "tests/c.py::x"]
    assert names(left_out) == ["tests/b.py"]
    assert near.told_of(left_out, all_) == "    50.0 s  tests/b.py"
    assert near.told_of(left_out * 12, all_).endswith("and 2 more")
    assert near.told_of(left_out, Recording()) == "       ? s  tests/b.py"


def test_what_takes_a_tenth_of_the_time_comes_last() -> None:
    all_ = recording(part("tests/a.py", 5, "m:f"), part("tests/b.py", 1, "m:f", "m:g", *map(str, range(100))))
    assert names(near.pick(Change({"m:f"}), all_, budget=60)[0]) == ["tests/a.py", "tests/b.py"]
    assert names(near.pick(Change({"m:f"}), all_, budget=40)[0]) == ["tests/b.py", "tests/a.py"]


def test_of_several_changes_each_is_tested() -> None:
    all_ = recording(*(part(f"tests/f{n}.py", 1, "m:f") for n in range(5)), part("tests/g.py", 1.5, "m:g"))
    chosen, _ = near.pick(Change({"m:f", "m:g"}), all_, budget=3)
    assert names(chosen) == ["tests/f0.py", "tests/g.py"]


def test_changed_tests_are_run_whatever_they_take() -> None:
    all_ = recording(part("tests/a.py", 500, "m:g"), part("tests/b.py", 1, "m:f"))
    chosen, left_out = near.pick(Change({"m:f"}, {"tests/a.py", "tests/new.py"}), all_, budget=10)
    assert names(chosen) == ["tests/a.py", "tests/new.py"]
    assert names(left_out) == ["tests/b.py"]


@pytest.mark.slow
def test_a_package_that_does_not_exist(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        near, "load_recording", lambda: recording(part("tests/a.py", 1, "ruleset_core/lang/traversal.py:f"))
    )
    assert near.main(["lnag"]) == 2
    assert "No recorded test runs or reads anything of lnag" in capsys.readouterr().err


@pytest.mark.slow
def test_what_has_not_begun_within_the_minute_is_left_out_and_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    late, changed = tmp_path / "test_late.py", tmp_path / "test_changed.py"
    for file in (late, changed):
        file.write_text("def test_a(): pass\ndef test_b(): pass\n", encoding="utf-8")
    monkeypatch.setattr(near, "SECONDS", -1)
    assert near.run([part(str(each), 1) for each in (late, changed)], [], [str(changed)]) == 0
    said = capfd.readouterr().out
    assert "left out when the minute was over: 2 tests of " in said
    assert "2 passed, 2 skipped" in said


def test_of_a_module_that_no_test_is_known_to_run_its_package_is_tried() -> None:
    recorded = {"ruleset_core/model/a.py:f", "ruleset_core/lang/b.py"}
    assert near.of_same_packages({"ruleset_core/model/new.py"}, recorded) == {"ruleset_core/model/a.py:f"}
    assert near.of_same_packages({"ruleset_core/lang/b.py", "ruleset_core/model/a.py:f"}, recorded) == set()


def test_without_a_recording_tests_are_picked_by_what_they_name() -> None:
    found = Recording()
    assert found.guess_missing() == len(found.parts) > 100
    chosen, left_out = near.pick(Change({"ruleset_core/discovery.py:find_game"}), found, budget=20)
    picked = {each.file for each in (*chosen, *left_out)}
    things = {file: part.things for file, (part,) in found.parts.items()}
    assert "data/troyes/game.yaml" in things["tests/engine/test_counts.py"]
    assert "ruleset_core/lang/runtime.py" in things["tests/boards/test_enclosed.py"]
    assert "tests/boards/plans.py" in things["tests/boards/test_enclosed.py"]
    assert "tests/packaging/test_near.py" not in picked  # it names the module in texts alone
    assert {"tests/cli/test_list.py", "tests/mutation/test_campaign.py"} & picked
    assert sum(each.seconds for each in chosen) <= 20
