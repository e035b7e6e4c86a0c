"""Searches over what lies between places, and the longest way over both: against plain searches in Python, in all executors."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, core_of, load
from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.statement_checker import StatementChecker
from ruleset_core.check.checker import check_paths
from ruleset_core.lang import runtime
from ruleset_core.lang.syntax.parser import parse
from ruleset_core.story.text import effect_text
from tests.boards.test_grids import write
from tests.check.conftest import told
from tests.executors import both

ROADS = [
    ("a1", "b1"),
    ("b1", "c1"),
    ("a1", "a2"),
    ("b1", "b2"),
    ("c1", "c2"),
    ("a2", "b2"),
    ("b2", "c2"),
    ("b2", "a3"),
    ("a3", "b3"),
    ("b2", "b3"),
]
LENGTHS = [1, 3, 2, 1, 4, 1, 2, 3, 1, 2]
MEMBERS = ", ".join(
    f"r{place}: {{ends: [{one}, {other}], length: {LENGTHS[place]}}}" for place, (one, other) in enumerate(ROADS)
)
SETS = f"cell: {{grid: [3, 3]}}\n  road: {{facts: {{ends: list of cell, length: int}}, members: {{{MEMBERS}}}}}"
MINE = "(a in r.ends) and (every c in r.ends has mark[c] == me)"
SNAKE = "(longest from a in cell where mark[a] == me by b in a.near where mark[b] == me)"
TRAIL = f"(longest from a in cell by r in road where {MINE} then b in r.ends where b != a)"
REACHED = f"(from a in cell where mark[a] == me and a.y == 1 by r in road where {MINE} then b in r.ends where b != a)"
"""The cells that one comes to from mine in the first row over roads between mine; those of the first row alone, too."""
BOARD = "{0}.x + {0}.y != 2 and {0}.x + {0}.y != 12"
"""A board without two corners of a colour: no way visits all that is left, so none is the longest before all are tried."""
Marks = dict[str, int]


def near(cell: str) -> list[str]:
    file, rank = cell
    around = [(chr(ord(file) + x), int(rank) + y) for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return [f"{x}{y}" for x, y in around if x in "abc" and 1 <= y <= 3]


def snake(mark: Marks, me: int, most: int = 9) -> int:
    """The most of my cells in a row, none twice."""

    def on(way: list[str]) -> int:
        if len(way) == most:
            return most
        return max(
            [len(way), *(on([*way, each]) for each in near(way[-1]) if mark.get(each) == me and each not in way)]
        )

    return max([0, *(on([each]) for each in mark if mark[each] == me and most > 0)])


def trail(mark: Marks, me: int, worth: list[int], blocked: tuple[str, ...] = ()) -> int:
    """The most that roads between my cells come to in a row, none twice; one may end on a blocked cell, not go over it."""
    mine = [place for place, ends in enumerate(ROADS) if all(mark.get(each) == me for each in ends)]

    def on(here: str, used: frozenset[int]) -> int:
        found = 0
        for road in mine:
            if road not in used and here in ROADS[road]:
                there = next(each for each in ROADS[road] if each != here)
                more = 0 if there in blocked else on(there, used | {road})
                found = max(found, worth[road] + more)
        return found

    return max([0, *(on(each, frozenset()) for each in {cell for ends in ROADS for cell in ends})])


def compared(path: Path, amount: str, right: Any, seed: int) -> None:
    """Play at random in all executors, and look at what each mark gains."""
    made = load(write(path, SETS, f"gain {amount} point"))
    slow = made.interpreted()
    state, spec, mark, random = made.new(2, seed), slow.new(2, seed), {}, Random(seed)
    core = core_of(made).states(1, 2, seed)
    points = [0, 0]
    while not state.over:
        me, option = state.seat, random.choice(state.options)
        mark[made.notation(option).split()[1]] = me
        if len(mark) == 8:  # the last cell is taken without asking
            mark.update(
                dict.fromkeys(
                    [
                        each
                        for each in map("{0[0]}{0[1]}".format, ((x, y) for y in "123" for x in "abc"))
                        if each not in mark
                    ],
                    -1,
                )
            )
        points[me] += right(mark, me)
        state.apply(option)
        spec.apply(option)
        core.step([option])
        assert state.over or core.state(0).v == state.v
        assert state.to_json() == spec.to_json()
        assert state.over or [*state.scores()] == points, mark
    assert core.final.tolist()[0][:2] == [*state.scores()] == [*spec.scores()]


def reached(mark: Marks, me: int, most: int = 9) -> list[str]:
    """The cells to which roads between mine lead from the first row, nearest first."""
    found = {cell: 0 for cell in ("a1", "b1", "c1") if mark.get(cell) == me}
    waiting = [*found]
    for here in waiting:
        for ends in ROADS:
            if here in ends and all(mark.get(each) == me for each in ends) and found[here] < most:
                there = next(each for each in ends if each != here)
                if there not in found:
                    found[there] = found[here] + 1
                    waiting.append(there)
    return waiting


@pytest.mark.parametrize("seed", range(4))
def test_a_search_goes_over_roads(seed: int, tmp_path: Path) -> None:
    compared(tmp_path / "all", f"count c in {REACHED}", lambda mark, me: len(reached(mark, me)), seed)
    limited = REACHED.replace(" by ", " up to 1 by ")
    compared(tmp_path / "limited", f"count c in {limited}", lambda mark, me: len(reached(mark, me, 1)), seed)
    last = f"(sum d in cell where (first f in {REACHED} where f.y > 1) == d of d.x + 3 * d.y)"

    def first_beyond(mark: Marks, me: int) -> int:
        """A number for the nearest cell behind the first row, 0 without one."""
        beyond = [cell for cell in reached(mark, me) if cell[1] != "1"]
        return "abc".index(beyond[0][0]) + 1 + 3 * int(beyond[0][1]) if beyond else 0

    compared(tmp_path / "nearest", last, first_beyond, seed)


def shortest(mark: Marks, me: int, most: int = 9) -> int:
    """How many cells the shortest way over roads between mine has from the first row to the third; 0 without one."""
    ways = [steps for steps in range(most + 1) if any(cell[1] == "3" for cell in reached(mark, me, steps))]
    return 1 + ways[0] if ways else 0


@pytest.mark.parametrize("seed", range(4))
def test_the_shortest_way_ends_at_the_first_goal(seed: int, tmp_path: Path) -> None:
    way = f"(shortest {REACHED[1:-1]} done where b.y == 3)"
    compared(tmp_path / "steps", f"count c in {way}", shortest, seed)
    limited = way.replace(" by ", " up to 2 by ")
    compared(tmp_path / "limited", f"count c in {limited}", lambda mark, me: shortest(mark, me, 2), seed)
    ends = f"(if (any d in {way}) and (every d in {way} has mark[d] == me and (d in {REACHED})) then 1 else 0)"
    compared(tmp_path / "mine", ends, lambda mark, me: int(shortest(mark, me) > 0), seed)
    near = "(shortest from a in cell where mark[a] == me and a.y == 1 by b in a.near where mark[b] == me done where b.y == 3)"
    compared(tmp_path / "near", f"count c in {near}", shortest_near, seed)


def shortest_near(mark: Marks, me: int) -> int:
    """The same from cell to cell, by growing a set of cells."""
    mine = {cell for cell in mark if mark[cell] == me}
    found, steps = {cell for cell in mine if cell[1] == "1"}, 1
    while found and not any(cell[1] == "3" for cell in found):
        more = found | {to for cell in found for to in near(cell) if to in mine}
        if more == found:
            return 0
        found, steps = more, steps + 1
    return steps if found else 0


def test_the_shortest_way_goes_from_start_to_goal(tmp_path: Path) -> None:
    """Of two ways that are as long, the one found first; a start that is a goal is a way by itself."""
    turns = "5 * (count f in (shortest from a in [c1] by b in a.near done where b == c1)) +"
    order = "(sum e in [a1, a2, b1, c1, b2] where (first g in {way}) == a1 and (e in {way}) of e.x)"
    way = "(shortest from a in [a1] by b in a.near done where b == c1)"
    made = load(write(tmp_path / "order", SETS, f"gain {turns} {order.format(way=way)} + (count h in {way}) point"))
    for played in both(made):
        state = played.new(2, 0)
        state.apply(played.parse("place b3"))
        assert state.scores()[0] == 5 + (1 + 2 + 3) + 3


@pytest.mark.parametrize("seed", range(4))
def test_a_way_over_places_visits_none_twice(seed: int, tmp_path: Path) -> None:
    compared(tmp_path / "snake", f"count c in {SNAKE}", snake, seed)
    limited = SNAKE.replace(" by ", " up to 3 by ")
    compared(tmp_path / "limited", f"count c in {limited}", lambda mark, me: snake(mark, me, 3), seed)
    compared(tmp_path / "none", f"count c in {SNAKE.replace(' by ', ' up to 0 by ')}", lambda *_: 0, seed)


@pytest.mark.parametrize("seed", range(4))
def test_a_way_over_roads_uses_none_twice(seed: int, tmp_path: Path) -> None:
    compared(tmp_path / "trail", f"count r in {TRAIL}", lambda mark, me: trail(mark, me, [1] * 10), seed)
    counted = f"sum r in {TRAIL.removesuffix(')')} of r.length) of r.length"
    compared(tmp_path / "counted", f"({counted})", lambda mark, me: trail(mark, me, LENGTHS), seed)
    through = TRAIL.replace("b != a)", "b != a and b != b2)")
    compared(tmp_path / "blocked", f"count r in {through}", lambda mark, me: trail(mark, me, [1] * 10, ("b2",)), seed)


def test_it_goes_through_the_way_in_order(tmp_path: Path) -> None:
    """From its start, each one beside the one before; the first of several ways that are as long."""
    made = load(
        write(tmp_path / "order", SETS, f"gain (if (first c in {SNAKE}) == a1 and c3 in {SNAKE} then 1 else 0) point")
    )
    for played in both(made):
        state = played.new(2, 0)
        for cell, right in (("a1", 0), ("a2", 0), ("b1", 0), ("a3", 0), ("b2", 0), ("b3", 0), ("b2", 0)):
            before = state.scores()[0]
            if played.parse(f"place {cell}") in state.options:
                state.apply(played.parse(f"place {cell}"))
            assert state.scores()[0] - before == right


@pytest.mark.slow
@pytest.mark.parametrize(("amount", "reason"), [
    (f"count c in (longest from a in cell where {BOARD.format('a')} by b in a.near where {BOARD.format('b')})", "steps"),
    ("count c in (longest from a in cell by b in cell then d in cell)", "2,000"),
    ("count c in (longest from a in cell by b in a.near of 2000000)", "1,000,000"),
])  # fmt: skip
def test_what_is_refused_is_refused_by_all(amount: str, reason: str, tmp_path: Path) -> None:
    made = load(write(tmp_path / "many", "cell: {grid: [6, 6]}", f"gain {amount} point"))
    for played in both(made):
        state = played.new(2, 0)
        before = state.to_json()
        with pytest.raises(BrokenRuleError, match=reason):
            state.apply(made.parse("place c3"))
        assert state.to_json() == before


def brute(near: list[list[int]], starts: list[int], worth: list[int], limit: int) -> int:
    def on(way: tuple[int, ...], total: int) -> int:
        more = [on((*way, each), total + worth[each]) for each in near[way[-1]] if each not in way and len(way) < limit]
        return max([total, *more])

    return max([0, *(on((each,), worth[each]) for each in starts if limit > 0)])


@pytest.mark.parametrize("seed", range(300))
def test_random_graphs(seed: int) -> None:
    random = Random(seed)
    places = random.randint(1, 7)
    near = [[to for to in range(places) if random.random() < 0.35] for _ in range(places)]
    starts = [each for each in range(places) if random.random() < 0.5]
    worth, limit = [random.randint(-1, 3) for _ in range(places)], random.choice([0, 1, 2, 3, 99])
    graph = runtime.new_graph(places, places, 200)
    for start in starts:
        runtime.lead(graph, 0, start, start + 1, worth[start])
    for place, row in enumerate(near):
        for to in row:
            runtime.lead(graph, place + 1, to, to + 1, worth[to])
    looks: list[int] = []
    found = runtime.longest_path(graph, limit, looks.append)
    assert len({*found}) == len(found) <= max(0, limit)
    assert sum(worth[each] for each in found) == brute(near, starts, worth, limit)
    assert not found or found[0] in starts
    assert all(to in near[one] for one, to in pairwise(found))
    assert looks[0] >= len(found)


def test_a_way_of_all_is_not_looked_for_any_further() -> None:
    """A hundred places in a ring: as soon as a way takes them all, no other can be longer."""
    graph = runtime.new_graph(100, 100, 400)
    for place in range(100):
        runtime.lead(graph, 0, place, place + 1, 1)
    for place in range(100):
        for to in ((place + 1) % 100, (place - 1) % 100):
            runtime.lead(graph, place + 1, to, to + 1, 1)
    looks: list[int] = []
    assert runtime.longest_path(graph, 100, looks.append) == [*range(100)]
    assert looks[0] < 10_000


@pytest.mark.parametrize(
    ("selection", "right"),
    [
        ("(widest from a in cell by b in a.near)", "E303"),
        ("(longest from a in cell by r in 1 to 3 then b in a.near)", "E303"),
        ("(longest from a in cell by r in road then b in road)", "E303"),
        ("(longest from a in cell by b in a.near of b)", "E303"),
        ("(longest from a in cell by a in a.near)", "E315"),
        ("(longest from a in cell by r in road then r in r.ends)", "E315"),
        ("(longest from a in cell by r in road then b in r.ends of b.x)", "E301"),
        ("(shortest from a in cell by b in a.near)", "E303"),
        ("(shortest from a in cell by b in a.near done where b == c3 of b.x)", "E303"),
        ("(longest from a in cell by b in a.near done where b == c3)", "E303"),
        ("(shortest from a in cell by b in a.near done where a == c3)", "E301"),
        ("(shortest from a in cell by r in road then b in r.ends done where r.length > 1)", "E301"),
        ("(shortest from a in cell by b in a.near done where b)", "E303"),
        ("(from a in cell by b in a.near done where b == c3)", "E201"),
        ("(from a in cell by r in 1 to 3 then b in a.near)", "E303"),
        ("(from a in cell by r in road then b in road)", "E303"),
        ("(from a in cell by r in road then r in r.ends)", "E315"),
        ("(from a in cell by r in road then b in r.ends where b)", "E303"),
    ],
)
def test_mistakes(selection: str, right: str, tmp_path: Path) -> None:
    path = write(tmp_path / "wrong", SETS, f"gain count c in {selection} point")
    found = [told(item) for item in check_paths([path]).diagnostics]
    assert any(each.startswith(right) for each in found), found


def test_longest_is_a_name_like_any_other(tmp_path: Path) -> None:
    path = write(tmp_path / "named", SETS, "let longest = 1; gain longest point")
    assert not [each for each in check_paths([path]).diagnostics if each.severity == "error"]


def test_texts(tmp_path: Path) -> None:
    vocabulary = load(write(tmp_path / "texts", SETS)).program.vocabulary

    def said(source: str, lang: str) -> str:
        tree, problems = parse(source, "effect")
        assert tree is not None, problems
        resolver = StatementChecker(vocabulary)
        block = resolver.effect(tree, BindingScope())
        assert resolver.problems == []
        return effect_text(block, vocabulary, lang)

    places = "gain count c in (longest from a in cell up to 4 by b in a.near where mark[b] == none) point"
    assert said(places, "en") == (
        "Gain 1 point for each cell on the longest way from a cell by going on to a cell b among the neighbours of that cell where "
        "there is no mark of cell b, of at most 4."
    )
    assert "cell del camino más largo desde un cell pasando a un cell b" in said(places, "es")
    over = "gain count r in (longest from a in cell by r in road then b in r.ends of r.length) point"
    assert said(over, "en") == (
        "Gain 1 point for each road on the longest way from a cell over a road to a cell b among the ends of that road, counted by the "
        "length of that road."
    )
    assert said(over, "es").endswith(
        "por un road hasta un cell b entre los ends de ese road, contado por el length de ese road."
    )
    search = "(from a in cell up to 2 by r in road then b in r.ends where b != a)"
    assert said(f"gain count c in {search} point", "en") == (
        "Gain 1 point for each cell reached from a cell by going on up to 2 times over a road to a cell b among the ends of that road "
        "where cell b is not that cell."
    )
    assert "por un road a un cell b entre los ends de ese road" in said(f"gain count c in {search} point", "es")
    assert said(f"if a1 in {search.replace(' up to 2', '')} {{ gain 1 point }}", "en").startswith(
        "If a1 is reached from a cell over a road to a cell b among the ends of that road where"
    )
    way = "(shortest from a in [a1] up to 4 by b in a.near where mark[b] == none done where b == c3)"
    assert said(f"gain count c in {way} point", "en") == (
        "Gain 1 point for each cell on the shortest way from a cell (a1) by going on to a cell b among the neighbours of that cell "
        "where there is no mark of cell b, as far as c3, in at most 4 steps."
    )
    assert said(f"gain count c in {way} point", "es").endswith(
        "donde no hay marca de cell b, hasta c3, en 4 pasos como mucho."
    )
    over = "(shortest from a in [a1] by r in road then b in r.ends done where b.y == 3)"
    assert said(f"if not (a2 in {over}) {{ gain 1 point }}", "en") == (
        "If a2 is not on the shortest way from a cell (a1) over a road to a cell b among the ends of that road, as far as a cell whose "
        "rank is 3, gain 1 point."
    )
    assert said(f"if not (a2 in {over}) {{ gain 1 point }}", "es") == (
        "Si a2 no está en el camino más corto desde un cell (a1) por un road a un cell b entre los ends de ese road, hasta un cell de "
        "fila 3, gana 1 punto."
    )
    assert said("if a1 in (longest from a in cell by b in a.near) { gain 1 point }", "en").startswith(
        "If a1 is on the longest way from a cell by"
    )
