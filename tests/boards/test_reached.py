"""What one comes to step by step: against a flood fill, in all executors; its mistakes, its texts, what it costs."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, core_of, load
from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.statement_checker import StatementChecker
from ruleset_core.check.checker import check_paths
from ruleset_core.lang.syntax.parser import parse
from ruleset_core.story.text import effect_text
from tests.boards.test_grids import write
from tests.check.conftest import told
from tests.executors import both
from tests.lang.compare import few_steps

GROUP = "(from a in [spot] by b in a.near where mark[b] == me)"
BORDER = f"(from c in {GROUP} up to 1 by d in c.near where mark[d] == none)"


def game(path: Path, amount: str, sets: str = "cell: {grid: {squares: [5, 5], directions: way}}") -> Any:
    return load(write(path, sets, f"gain {amount} point"))


def flood(near: dict[str, list[str]], start: list[str], fits: Any, most: int = 99) -> dict[str, int]:
    """Cells reached from some, with how many steps it takes."""
    found = dict.fromkeys(start, 0)
    waiting = list(start)
    for cell in waiting:
        for each in near[cell]:
            if each not in found and found[cell] < most and fits(each):
                found[each] = found[cell] + 1
                waiting.append(each)
    return found


def gains(path: Path, amount: str, right: Any, seed: int) -> None:
    """Play at random, and look at what each mark gains."""
    made = game(path, amount)
    slow = made.interpreted()
    domain = made.program.vocabulary.domains["cell"]
    near = {
        each: [domain.ids[one] for one in domain.facts["near"].values[place]] for place, each in enumerate(domain.ids)
    }
    state, spec, mark, random = made.new(2, seed), slow.new(2, seed), {}, Random(seed)
    core = core_of(made).states(1, 2, seed)
    points = [0, 0]
    while not state.over:
        me, option = state.seat, random.choice(state.options)
        spot = made.notation(option).split()[1]
        mark[spot] = me
        points[me] += right(near, mark, spot, me)
        state.apply(option)
        spec.apply(option)
        core.step([option])
        assert state.over or core.state(0).v == state.v
        assert state.to_json() == spec.to_json()
        assert state.over or [*state.scores()] == points, spot  # the last cell is taken without asking
    assert core.final.tolist()[0][:2] == [*state.scores()] == [*spec.scores()]


def group(near: dict[str, list[str]], mark: dict[str, int], spot: str, me: int) -> dict[str, int]:
    return flood(near, [spot], lambda each: mark.get(each) == me)


def liberties(near: dict[str, list[str]], mark: dict[str, int], spot: str, me: int) -> int:
    return len({each for cell in group(near, mark, spot, me) for each in near[cell] if each not in mark})


@pytest.mark.parametrize("seed", range(3))
def test_a_group_its_border_and_what_is_near(seed: int, tmp_path: Path) -> None:
    gains(tmp_path / "size", f"count c in {GROUP}", lambda *at: len(group(*at)), seed)
    gains(tmp_path / "border", f"count c in {BORDER} where mark[c] == none", liberties, seed)
    gains(
        tmp_path / "steps",
        "count c in (from a in [spot] up to 2 by b in a.near where mark[b] == none)",
        lambda near, mark, spot, _: len(flood(near, [spot], lambda each: each not in mark, 2)),
        seed,
    )


def test_a_path_from_edge_to_edge(tmp_path: Path) -> None:
    def across(near: dict[str, list[str]], mark: dict[str, int], _: str, me: int) -> int:
        edge = [each for each in near if each.endswith("1") and mark.get(each) == me]
        return int(any(each.endswith("5") for each in flood(near, edge, lambda each: mark.get(each) == me)))

    path = (
        "any c in (from a in cell where a.y == 1 and mark[a] == me by b in a.near where mark[b] == me) where c.y == 5"
    )
    for seed in range(4):
        gains(tmp_path / "path", f"(if {path} then 1 else 0)", across, seed)


def test_a_ray_ends_at_the_edge_and_takes_in_what_stops_it(tmp_path: Path) -> None:
    made = game(tmp_path / "ray", "count c in (from a in [spot.next[e]] by b in [a.next[e]] where mark[a] == none)")
    for played in both(made):
        state = played.new(2, 0)
        for cell, right in (("a1", 4), ("a2", 4), ("e3", 0), ("c2", 2), ("a3", 4), ("b2", 1)):
            before = state.scores()[state.seat]
            seat = state.seat
            state.apply(made.parse(f"place {cell}"))
            assert state.scores()[seat] - before == right, cell


def test_a_relation_of_two(tmp_path: Path) -> None:
    """The neighbours need not be a fact: any condition of two members will do."""
    beside = "(from a in [spot] by b in cell where abs(a.x - b.x) + abs(a.y - b.y) == 1 and mark[b] == me)"
    gains(tmp_path / "pairs", f"count c in {beside}", lambda *at: len(group(*at)), 1)


@pytest.mark.parametrize(
    ("selection", "right"),
    [
        ("(from a in 1 to 3 by b in a.near)", "E303"),
        ("(from a in [spot] by b in seat)", "E303"),
        ("(from spot in [spot] by b in cell)", "E315"),
        ("(from a in [spot] by a in a.near)", "E315"),
        ("(from a in [spot] by b in a.far)", "E313"),
        ("(from a in [spot] by b in a.near where 3)", "E303"),
        ("(from a in [spot] up to spot by b in a.near)", "E303"),
        ("(from a in [spot])", "E2"),
    ],
)
def test_mistakes(selection: str, right: str, tmp_path: Path) -> None:
    path = write(tmp_path / "wrong", "cell: {grid: [4, 4]}", f"gain count c in {selection} point")
    found = [told(item) for item in check_paths([path]).diagnostics]
    assert any(each.startswith(right) for each in found), found


def test_it_is_no_value(tmp_path: Path) -> None:
    path = write(tmp_path / "wrong", "cell: {grid: [4, 4]}", "if (from a in [spot] by b in a.near) { end_game }")
    assert [told(each)[:4] for each in check_paths([path]).diagnostics if each.severity == "error"] == ["E303"]


def test_texts(tmp_path: Path) -> None:
    vocabulary = game(tmp_path / "texts", "1").program.vocabulary
    source = "for each c in cell where c.rim { gain count d in (from a in [c] up to 2 by b in a.near where mark[b] == none) point }"
    tree, problems = parse(source, "effect")
    assert tree is not None, problems
    resolver = StatementChecker(vocabulary)
    block = resolver.effect(tree, BindingScope())
    assert resolver.problems == []
    assert effect_text(block, vocabulary, "en") == (
        "For each cell, if that cell is on the rim, gain 1 point for each cell d reached from a cell a (that cell) by going on "
        "up to 2 times to a cell b among the neighbours of cell a where there is no mark of cell b."
    )
    assert "alcanzable desde" in effect_text(block, vocabulary, "es")


@pytest.mark.slow
def test_too_many_steps_are_refused_by_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many = (
        "(sum n in 1 to 3000 of (count c in (from a in cell by b in cell where mark[a] == me and a.x * b.y * n < 0)))"
    )
    made = game(tmp_path / "many", many)
    few_steps(monkeypatch, 1_000_000)
    for played in both(made):
        state = played.new(2, 0)
        before = state.to_json()
        with pytest.raises(BrokenRuleError, match="steps"):
            state.apply(made.parse("place c3"))
        assert state.to_json() == before
