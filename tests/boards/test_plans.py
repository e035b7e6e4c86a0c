"""What is wrong with plans, where it is told, and in which words; large and hostile plans."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core.analysis import board_plans
from ruleset_core.analysis.plan_geometry import PlaneSweep
from ruleset_core.check.checker import check_paths
from ruleset_core.cli import main
from tests.boards.plans import GAME, Plan, random_plan, shape, triangles, write
from tests.check.conftest import told

SQUARE: Plan = {
    "board": "land",
    "provenance": "house",
    "crossings": {"a": {"x": 0, "y": 0}, "b": {"x": 9, "y": 0}, "c": {"x": 9, "y": 9}, "d": {"x": 0, "y": 9}},
    "spaces": {"north": {"corners": ["a", "b", "d"]}, "south": {"corners": ["b", "c", "d"]}},
}
SIDES = {"top": "ab", "right": "bc", "low": "cd", "left": "da", "slope": "bd"}


@pytest.fixture
def found(tmp_path: Path) -> Callable[..., list[str]]:
    def find(plan: Plan | None, game: str = GAME, files: dict[str, str] | None = None) -> list[str]:
        report = check_paths([write(tmp_path / "walls", plan, files, game)])
        return [told(item) for item in report.diagnostics]

    return find


def changed(**parts: Any) -> Plan:
    """The square with other parts; `None` takes a part away."""
    plan = {**SQUARE, **{sort: dict(SQUARE[sort]) for sort in ("crossings", "spaces")}}
    plan.setdefault("lines", {})
    plan.setdefault("regions", {})
    for sort, given in parts.items():
        plan[sort] = {name: each for name, each in {**plan[sort], **given}.items() if each is not None}
    return plan


def lines(**more: str | None) -> dict[str, Any]:
    return {name: {"ends": [*ends]} for name, ends in {**SIDES, **more}.items() if ends}


def at(x: int, y: int) -> dict[str, int]:
    return {"x": x, "y": y}


def corners(names: str, **more: str) -> dict[str, Any]:
    return {"corners": [*names], **more}


@pytest.mark.parametrize(
    ("plan", "right"),
    [
        (SQUARE, []),
        (changed(lines=lines()), []),
        (
            changed(spaces={"south": {"corners": ["b", "cc", "d"]}}),
            ["E301 at `cc`: unknown crossing `cc` | did you mean `c`?"],
        ),
        (
            changed(regions={"marsh": {}}, spaces={"north": corners("abd", region="mersh")}),
            ["E301 at `mersh`: unknown region `mersh` | did you mean `marsh`?"],
        ),
        (
            changed(lines=lines(top="az")),
            ["E301 at `z`: unknown crossing `z` | did you mean `a`, `b` or `c`?"],
        ),
        (
            changed(spaces={"north": corners("aba")}),
            ["E413 at `a`: the corner `a` is in this list twice | name every corner once; the last is joined to the first"],
        ),
        (
            changed(crossings={"e": at(18, 0)}, spaces={"east": corners("abe")}),
            ["E413 at `[a, b, e]`: the space `east` has no area | name the corners in order, around the space"],
        ),
        (
            changed(lines=lines(dot="aa")),
            ["E413 at `[a, a]`: this line leads from `a` to itself | name the two crossings it lies between"],
        ),
        (
            changed(crossings={"e": at(9, 9)}),
            ["E414 at `e`: the crossing `e` lies where `c` lies | move one of them"],
        ),
        (
            changed(lines=lines(again="db")),
            ["E414 at `again`: the line `again` has the same ends as `slope` | delete one of them"],
        ),
        (
            changed(lines=lines(slope=None)),
            [
                f"E415 at `{one}`: no line leads from `{one}` to `{other}` | "
                "add it to `lines`; or leave `lines` out: then every side of a space is a line"
                for one, other in ("bd", "db")
            ],
        ),
        (
            changed(spaces={"south": corners("acd")}),
            ["E416 at `north`: the line between `a` and `c` and the line between `b` and `d` cross | where lines meet there is a crossing"],
        ),
        (
            changed(lines=lines(cut="ac")),
            ["E416 at `cut`: the line `slope` and the line `cut` cross | where lines meet there is a crossing"],
        ),
        (
            changed(crossings={"e": at(9, 3), "f": at(20, 3)}, spaces={"east": corners("cef")}),
            ["E416 at `e`: the crossing `e` lies on the line between `b` and `c`, between its ends | make it two lines that meet there"],
        ),
        (
            changed(spaces={"third": corners("bda")}),
            [
                "E417 at `third`: the space `third` lies over `north`: they are on the same side of the line between `b` and `d` | a line has one space on each side"
            ],
        ),
        (
            changed(crossings={"e": at(1, 2), "f": at(2, 1)}, spaces={"small": corners("aef")}),
            ["E417 at `a`: the line between `a` and `e` runs into the space `north` | spaces lie side by side, not over each other"],
        ),
        (
            changed(crossings={"e": at(20, 20)}),
            ["E418 at `e`: no line leads to the crossing `e` | delete it, or name it as a corner"],
        ),
        (
            changed(crossings={"e": at(20, 20)}, lines=lines(tail="ce")),
            ["E418 at `tail`: no space lies beside the line `tail` | a line is a side of a space"],
        ),
        (
            changed(regions={"marsh": {}}),
            ["E418 at `marsh`: no space belongs to the region `marsh` | write `region: marsh` at its spaces"],
        ),
        (
            changed(crossings={"e": at(20, 0), "f": at(30, 0), "g": at(20, 9)}, spaces={"isle": corners("efg")}),
            ["E418 at `e`: no line joins `e`, `g` and `f` to the rest of the plan | a plan is in one piece"],
        ),
        (
            changed(
                crossings={"e": at(1, 1), "f": at(2, 1), "g": at(1, 2)}, spaces={"lake": corners("efg")}
            ),
            ["E418 at `e`: no line joins `e`, `g` and `f` to the rest of the plan | a plan is in one piece"],
        ),
        (
            changed(
                regions={"marsh": {}, "moor": {}},
                crossings={"e": at(18, 0)},
                spaces={"north": corners("abd", region="marsh"), "south": corners("bcd", region="moor"), "east": corners("bec", region="marsh")},
            ),
            ["W516 at `marsh`: `east` do not lie beside the rest of the region `marsh` | is it the region that is meant?"],
        ),
        (
            changed(
                crossings={"e": at(4, 4), "f": at(5, 5)},
                spaces={"north": corners("abed"), "south": corners("bcdf")},
            ),
            ["W517 at `spaces`: no space lies between `b`, `f`, `d` and `e` | add the space; a gap counts as outside"],
        ),
    ],
)  # fmt: skip
def test_findings(plan, right, found):
    assert found(plan) == right


def test_a_board_without_a_plan(found):
    assert found(None) == [
        "E419 at `land`: there is no plan of the board `land` | add boards/land.yaml with `board: land`"
    ]


def test_a_plan_of_another_board(found):
    told_ = found({**SQUARE, "board": "lend"})
    assert told_ == ["E419 at `lend`: there is no board `lend` | did you mean `land`?"]


def test_two_plans_of_a_board(found, tmp_path):
    write(tmp_path / "other", SQUARE)
    text = (tmp_path / "other" / "boards" / "land.yaml").read_text(encoding="utf-8")
    assert found(SQUARE, files={"boards/later.yaml": text}) == [
        "E407 at `board`: there are two plans of `land` | rename or remove one of them"
    ]


def test_two_boards(found):
    game = GAME.replace("boards: {land: ", "boards: {sea: {name: {en: sea, es: mar}}, land: ")
    codes = [each.split(" ")[0] for each in found({**SQUARE, "board": "sea"}, game)]
    assert codes == ["E420"]


def test_sets_of_the_board_are_no_sets_of_the_game(found):
    told_ = found(SQUARE, GAME + "sets: {space: {members: [x]}}\n")
    assert "E315 at `space`: `space` is a set of every game with a board | choose another name" in told_


@pytest.mark.parametrize(
    ("declared", "given", "right"),
    [
        ("shore: {is: bool, only: outer}", {"shore": True}, []),
        ("shore: {is: bool, only: outre}", {"shore": True}, ["E313 at `outre`: a crossing has no yes-or-no fact `outre` | did you mean `outer`?"]),
        ("outer: bool", {}, ["E407 at `outer`: the fact `outer` is declared twice"]),
        ("x: int", {}, ["E315 at `x`: `x` is a key of every crossing | choose another name"]),
        ("shore: bool", {}, ["E403 at `a`: the fact `shore` is missing"]),
        ("shore: bool", {"shore": True, "sore": 1}, ["E101 at `sore`: unknown key `sore` | keys here: house, inferred, name, plural, provenance, said"]),
    ],
)  # fmt: skip
def test_declared_facts(declared, given, right, found):
    game = GAME.replace("{land: {name:", f"{{land: {{crossing_facts: {{{declared}}}, name:")
    if "shore" in declared:
        game = game.replace("amount: found", 'amount: "found + (count c in crossing where c.shore)"')
    rest = {"shore": False} if given else {}
    plan = changed(crossings={name: {**each, **rest} for name, each in SQUARE["crossings"].items()})
    plan["crossings"]["a"] |= given
    told_ = found(plan, game)
    assert bool(told_) == bool(right)
    assert not right or any(each.startswith(right[0]) for each in told_)


def test_a_fact_that_is_only_for_the_outline(found):
    game = GAME.replace("{land: {name:", "{land: {crossing_facts: {shore: {is: bool, only: outer}}, name:")
    game = game.replace("amount: found", 'amount: "found + (count c in crossing where c.shore)"')
    plan = triangles(2, 5)
    for name, crossing in plan["crossings"].items():
        crossing["shore"] = name in {"c0_0", "c1_1"}
    assert found(plan, game) == [
        "E421 at `true`: `shore` is only for a crossing that is `outer` | it may hold where `outer` does"
    ]


@pytest.mark.parametrize("seed", range(30))
def test_random_plans_are_sound_but_for_gaps(seed, found):
    assert {each[:4] for each in found(random_plan(Random(seed)))} <= {"W517"}


def brute(points: list[tuple[int, int]], ends: list[tuple[int, int]]) -> bool:
    """Whether any two lines meet elsewhere than at ends they share, or a crossing lies on a line."""

    def side(a: int, b: int, c: int) -> int:
        (ax, ay), (bx, by), (cx, cy) = points[a], points[b], points[c]
        turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        return (turn > 0) - (turn < 0)

    for a, b in ends:
        for c in range(len(points)):
            if (
                c not in {a, b}
                and side(a, b, c) == 0
                and min(points[a], points[b]) < points[c] < max(points[a], points[b])
            ):
                return True
        for c, d in ends:
            if side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0:
                return True
    return False


def test_the_sweep_finds_what_comparing_all_lines_finds():
    seen = {True: 0, False: 0}
    for seed in range(2000):
        random = Random(seed)
        points = [(place // 6, place % 6) for place in random.sample(range(36), random.randrange(3, 12))]
        pairs = [(a, b) for a in range(len(points)) for b in range(a)]
        ends = random.sample(pairs, min(len(pairs), random.randrange(1, 6)))
        wrong = brute(points, ends)
        assert bool([*PlaneSweep(points, ends).clashes()]) == wrong, (points, ends)
        seen[wrong] += 1
    assert min(seen.values()) > 300


@pytest.mark.slow
def test_a_plan_of_four_thousand_spaces(found):
    assert found(triangles(60, 75)) == []


def fan(many: int) -> Plan:
    """Lines that all pass each other closely."""
    crossings = {"a": at(0, 0), **{f"c{n}": at(1_000_000, n) for n in range(many)}}
    spaces = {f"s{n}": {"corners": ["a", f"c{n}", f"c{n + 1}"]} for n in range(many - 1)}
    return {**SQUARE, "crossings": crossings, "spaces": spaces}


def strips(many: int) -> Plan:
    """Spaces that all cross each other."""
    crossings = {f"{side}{n}": at(x, n * n) for side, x in (("a", 0), ("b", 1000)) for n in range(many)}
    spaces = {f"s{n}": {"corners": [f"a{n}", f"b{many - n - 1}", f"b{many - n - 2}"]} for n in range(many - 1)}
    return {**SQUARE, "crossings": crossings, "spaces": spaces}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (fan(3000), None),
        (strips(900), "E416"),
        ({**SQUARE, "crossings": {}}, "E301"),
        ({**SQUARE, "crossings": {}, "spaces": {}}, None),
        ({**SQUARE, "spaces": {f"s{n}": corners("xyz") for n in range(4000)}}, "E301"),
        ({**SQUARE, "spaces": {f"s{n}": corners("abd") for n in range(4000)}}, "E417"),
    ],
    ids=["fan", "strips", "no crossings", "nothing", "unknown names", "all over each other"],
)
def test_hostile_plans_end_in_few_findings(plan, code, found):
    told_ = found(plan)
    assert len(told_) <= 60
    assert {each[:4] for each in told_ if each[0] == "E"} <= {code}
    assert code is None or told_


def test_too_many_parts(found, monkeypatch):
    monkeypatch.setattr(board_plans, "MAX_PARTS", 3)
    assert any("these are 4 crossings; there can be 3" in each for each in found(SQUARE))


@pytest.mark.slow
def test_many_spaces_in_a_row_are_no_recursion(found):
    row = {f"c{n}": at(n, n % 2) for n in range(3000)}
    names = [*row]
    spaces = {f"s{n}": {"corners": [a, b, c]} for n, ((a, b), (_, c)) in enumerate(pairwise(pairwise(names)))}
    assert found({**SQUARE, "crossings": row, "spaces": spaces}) == []


def test_board_files_are_counted_shown_and_formatted(tmp_path, capfd):
    directory = write(tmp_path / "walls", changed(crossings={"e": at(20, 20)}))
    report = check_paths([directory])
    assert report.files == 2
    alone = check_paths([directory / "boards" / "land.yaml"], house=True)
    assert (alone.files, [item.code for item in alone.diagnostics]) == (1, ["E418", "W503"])
    assert check_paths([directory / "game.yaml"]).diagnostics == ()
    assert main(["fmt", "--check", str(directory)]) == 0
    assert "2 files" in capfd.readouterr().err
    assert shape(SQUARE).sides.count((0, 1)) == 1
