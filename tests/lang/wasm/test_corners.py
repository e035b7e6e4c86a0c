"""Where places, numbers and lists end: one step further must be noticed, and nothing before."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from ruleset_core.compile import ir
from ruleset_core.compile.ir.ir_builder import IrBuilder
from ruleset_core.lang.runtime import STEPS
from tests.lang.wasm.direct import Broken, Direct, blank
from tests.lang.wasm.random_code import AT, KNOWN, PIECES, RANGES, SEAT_ZONES, SEATS, SEEN, SHARED_ZONES, fill, layout
from tests.lang.wasm.running import Running, code_of

WORDS = (
    *range(-12, 13),
    31,
    32,
    33,
    63,
    64,
    255,
    256,
    2**31 - 1,
    2**31 - 2,
    2**31 - 10,
    -(2**31),
    1 - 2**31,
    9 - 2**31,
)
"""Numbers near which something may happen."""
SEED = 7
"""Of a state in which every zone but one has pieces."""
FAR = (2**31 - 1, -(2**31), 2**29, -(2**29), 2**24)
ZONES = SHARED_ZONES + SEAT_ZONES * SEATS


def outcomes(
    body: list[ir.IrStatement],
    numbers: Iterable[tuple[int, int]],
    functions: dict[str, ir.IrFunction] | None = None,
    **sizes: Any,
) -> dict[tuple[int, int], bool]:
    """Run statements about `x` and `y` in the core and node by node; for all numbers, whether the rule held."""
    x, y = make.local("x"), make.local("y")
    code = code_of(
        layout(**sizes), functions or {}, [ir.IrBlock(0, (x, y), [*body, ir.IrNextFrame()], False)], sights=(KNOWN,) * 6
    )
    core, direct, found = Running(code), Direct(code), {}
    for first, second in numbers:
        s = blank(code.layout, SEATS)
        fill(Random(SEED), s)
        s.stack = [(0, first, second)]
        core.put(s)
        try:
            direct.apply(s, -1)
        except Broken:
            assert core.run("go_on", core.at, -1) is None, (first, second)
            found[first, second] = False
            continue
        assert core.run("go_on", core.at, -1) == 0, (first, second)
        there = core.state()
        assert (there.v, there.z, there.queue, there.streams) == (s.v, s.z, s.queue, s.streams), (first, second)
        found[first, second] = True
    return found


make = IrBuilder()
X, Y = make.local("x"), make.local("y")
FLAT, ROWS, SQUARE = make.table((4, 400, -70000)), make.table(((1,), (), (5, 6))), make.table(((1, 2), (3, 9), (5, 6)))
VALUES = layout().shared + SEATS * layout().seat
READ: list[tuple[ir.IrExpr, int]] = [
    (make.state_value(X), VALUES), (make.state_value(make.add(X, 3)), VALUES), (make.state_value(make.multiply(X, 2)), VALUES),
    (make.table_entry(FLAT, X), 3), (make.table_entry(FLAT, make.add(X, 1)), 3), (make.row_length(ROWS, X), 3),
    (make.row_entry(ROWS, 2, X), 2), (make.row_entry(ROWS, X, 0), 3), (make.row_entry(SQUARE, 1, X), 2),
    (make.row_entry(SQUARE, X, 1), 3), (make.zone_length(X, PIECES), ZONES), (make.zone_entry(X, 0, PIECES), ZONES),
    (make.zone_entry(0, X, PIECES), PIECES), (make.list_entry("held", X, *ir.WORD), 3),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(READ)))
def test_places_read_end_where_they_end(number: int) -> None:
    code, count = READ[number]
    body: list[ir.IrStatement] = [
        ir.IrCollectList("held", ir.IrItemsSource((7, 8, 9)), 5),
        ir.IrSetValue(8, make.word_checked(code)),
    ]
    numbers = [(each, 0) for each in (*range(-4, count + 4), *FAR)]
    found = outcomes(body, numbers, lists={"held": 5})
    assert 0 < sum(found.values()) <= count
    assert len({*found.values()}) == 2


WRITTEN: list[tuple[ir.IrStatement, int]] = [
    (ir.IrSetValue(X, 3), VALUES), (ir.IrAddValue(make.add(X, 1), 0, *ir.WORD, True), VALUES),
    (ir.IrAddValue(X, 0, *ir.WORD, False), VALUES), (ir.IrShuffle(1, X), ZONES), (ir.IrForgetPieces(X, SEEN), ZONES),
    (ir.IrSort(X, make.local("p", 0, PIECES - 1), make.subtract(0, make.local("p", 0, PIECES - 1))), ZONES),
    (ir.IrMovePiece(2, AT, X, -1), ZONES), (ir.IrMovePiece(2, AT, X, SEEN), ZONES), (ir.IrMovePiece(2, AT, X, SEEN, True), ZONES),
    (ir.IrShowPiece(X, 1), VALUES), (ir.IrLoop(make.local("p", 0, 8), ir.IrPiecesSource(X, copied=True), []), ZONES),
    (ir.IrLoop(make.local("p", 0, 8), ir.IrPiecesSource(X, copied=False), []), ZONES),
    (ir.IrLoop(make.local("p", -70000, 400), ir.IrRowSource(ROWS, X), []), 3), (ir.IrCollectList("held", ir.IrRangeSource(0, make.minimum(X, 20)), 5), 5),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(WRITTEN)))
def test_places_written_end_where_they_end(number: int) -> None:
    statement, count = WRITTEN[number]
    found = outcomes([statement], [(each, 0) for each in (*range(-4, count + 4), *FAR)], lists={"held": 5})
    assert sum(found.values()) >= count
    assert found[FAR[0], 0] is False


def test_a_piece_that_is_none_of_its_kind_is_not_moved_past_the_values() -> None:
    shared = len(RANGES) + 2 * PIECES
    sizes = {"seat": 0, "shared": shared}
    code = code_of(
        layout(**sizes), {}, [ir.IrBlock(0, (X,), [ir.IrMovePiece(X, shared - PIECES, 1, -1), ir.IrNextFrame()], False)]
    )
    core = Running(code)
    for piece, status in ((PIECES - 1, 0), (PIECES, None), (-PIECES - 1, None), (2**31 - 1, None), (-(2**31), None)):
        s = blank(code.layout, 1)
        s.v[-PIECES:], s.stack = [-1] * PIECES, [(0, piece)]
        core.put(s)
        assert core.run("go_on", core.at, -1) == status, piece


DIVISORS = (1, 2, 3, 7, 8, 10, 1 << 20, 2**31 - 1)


LEAST_OF_ALL = make.subtract(make.multiply(make.multiply(X, Y), 2), 2**32)
"""What comes to -2**63 at the ends of both."""


@pytest.mark.slow
@pytest.mark.parametrize("of", [X, make.multiply(X, Y), make.narrow(X, 0, ir.WORD[1]), LEAST_OF_ALL])
def test_quotients_are_rounded_down(of: ir.IrExpr) -> None:
    parts = [
        part for by in (*DIVISORS, make.narrow(Y, 1, ir.WORD[1])) for part in (make.divide(of, by), make.modulo(of, by))
    ]
    first = [each for each in WORDS if each >= 0] if of is make.narrow(X, 0, ir.WORD[1]) else WORDS
    for four in range(0, len(parts), 4):
        body = [
            ir.IrSetValue(8 + at, make.word_checked(make.modulo(each, 2**31 - 1)))
            for at, each in enumerate(parts[four : four + 4])
        ]
        body += [ir.IrSetValue(at, make.compare("<", each, 0)) for at, each in enumerate(parts[four : four + 4])]
        assert all(outcomes(body, [(one, by) for one in first for by in (1, 2, 5, 2**31 - 1)]).values())


@pytest.mark.parametrize(
    "code",
    [
        make.add(make.multiply(X, Y), make.multiply(X, Y)), make.subtract(make.multiply(X, Y), make.multiply(X, -(2**31))),
        make.multiply(make.multiply(X, Y), X), make.multiply(make.multiply(X, Y), make.add(make.multiply(Y, Y), 1)),
        make.subtract(0, make.multiply(make.multiply(X, Y), 2)), make.multiply(X, make.multiply(Y, make.add(Y, 3))),
    ],
)  # fmt: skip
def test_what_leaves_64_bits_is_noticed(code: ir.IrExpr) -> None:
    body: list[ir.IrStatement] = [ir.IrSetValue(8, make.word_checked(make.modulo(code, 2**31 - 1)))]
    found = outcomes(body, [(one, other) for one in WORDS for other in (*FAR, -1, 0, 1, 3)])
    assert len({*found.values()}) == 2 or code.high < ir.LONG[1]  # type: ignore[union-attr]


@pytest.mark.parametrize(("least", "most"), [(-3, 9), (0, 5), (-9, -2), (-(2**31), 7), (-7, 2**31 - 1)])
def test_numbers_kept_end_where_they_end(least: int, most: int) -> None:
    numbers = [(each, 0) for each in WORDS]
    for statement in (ir.IrAddValue(8, X, least, most, True), ir.IrSetValue(8, make.range_checked(X, least, most))):
        body = [ir.IrSetValue(8, 0), statement]
        found = outcomes(body, numbers)
        assert {each for each, _ in found if found[each, 0]} == {each for each in WORDS if least <= each <= most}


SETS = (
    (0, 2),
    (0, 5, 31),
    (0, 5, 63),
    (3, 5, 9),
    (-3, 1, 6),
    (0, 31),
    (1, 32, 40),
    (2, 5, 63, 64),
    (-100, 3, 70),
    (0, 1, 2, 5, 300),
    (2**31 - 1, -(2**31)),
)


@pytest.mark.slow
@pytest.mark.parametrize("values", SETS)
def test_numbers_are_among_those_that_are_meant(values: tuple[int, ...]) -> None:
    for of in (X, make.modulo(X, 32), make.modulo(X, 64), make.narrow(X, -4, 40), make.multiply(X, Y)):
        near = (
            [each for each in WORDS if -4 <= each <= 40]
            if of is not X and not isinstance(of, (ir.IrModulo, ir.IrMultiply))
            else WORDS
        )
        body: list[ir.IrStatement] = [ir.IrSetValue(12, make.is_one_of(of, values))]
        assert all(outcomes(body, [(one, by) for one in (*near, *values[:0]) for by in (1, 3)]).values())


def test_what_a_condition_makes_safe_is_not_looked_at_without_it() -> None:
    inside = make.narrow(X, 0, 7)
    small = make.compare(">", make.state_value(inside, *RANGES[0]), 0)
    known = make.table_entry(make.table((5, 6, 7, 8, 9, 1, 2, 3)), inside)
    between = [make.compare(">=", X, 0), make.compare("<=", X, 7)]
    outside = [make.compare("<", X, 0), make.compare(">", X, 7)]
    body: list[ir.IrStatement] = [
        ir.IrSetValue(12, make.all_of([*between, small])),
        ir.IrSetValue(13, make.any_of([*outside, small])),
        ir.IrSetValue(1, make.conditional(make.all_of(between), make.state_value(inside, *RANGES[0]), 3)),
        ir.IrSetValue(9, make.conditional(make.all_of(between), known, 70)),
    ]
    assert all(outcomes(body, [(each, 0) for each in (*WORDS, *FAR)]).values())


def test_pieces_may_leave_a_zone_while_all_of_them_are_gone_through() -> None:
    piece = make.local("piece", 0, PIECES - 1)
    body: list[ir.IrStatement] = [
        ir.IrLoop(
            piece,
            ir.IrPiecesSource(zone, copied=True),
            [ir.IrMovePiece(piece, AT, make.modulo(make.add(piece, zone + 1), ZONES), SEEN)],
        )
        for zone in range(ZONES)
    ]
    assert all(outcomes(body, [(0, 0)]).values())


def test_steps_of_a_way_that_is_not_gone_are_not_taken() -> None:
    leave: Any = make.compare(">", X, 0)
    for steps in (2 * STEPS, STEPS - 5, STEPS - 10):
        body = [
            ir.IrChargeSteps(5),
            ir.IrIf(leave, [ir.IrSetValue(8, 1), ir.IrNextFrame()], []),
            ir.IrChargeSteps(steps),
            ir.IrSetValue(8, 2),
        ]
        assert outcomes(body, [(1, 0), (0, 0)]) == {(1, 0): True, (0, 0): steps <= STEPS - 5}


@pytest.mark.slow
def test_a_queue_goes_round() -> None:
    rng = Random(3)
    for _ in range(10):
        body: list[ir.IrStatement] = []
        waiting = 0
        for number in range(40):
            if waiting < 3 and (waiting == 0 or rng.random() < 0.6):
                body.append(ir.IrEnqueue(0, (number, 7)))
                waiting += 1
            else:
                body.append(ir.IrPushQueued())
                waiting -= 1
        x, y = make.local("x"), make.local("y")
        code = code_of(
            layout(queue_entries=3), {}, [ir.IrBlock(0, (x, y), [*body, ir.IrBeginOptions(), ir.IrAsk(0, 1)], False)]
        )
        core, direct, s = Running(code), Direct(code), blank(layout(), 1)
        s.stack = [(0, 1, 2)]
        core.put(s)
        direct.apply(s, -1)
        assert core.run("go_on", core.at, -1) == 1
        there = core.state()
        assert (there.stack, there.queue) == (s.stack, s.queue)
        core.put(s)
        assert core.state().queue == s.queue
        core.run("clone", core.other, core.at)
        assert core.state(core.other).queue == s.queue


def test_zones_of_many_pieces_are_held() -> None:
    sizes = {"capacity": (300,) * (SHARED_ZONES + SEAT_ZONES)}
    code = code_of(
        layout(**sizes), {}, [ir.IrBlock(0, (), [ir.IrSetValue(0, make.zone_length(1, 300)), ir.IrNextFrame()], False)]
    )
    core, s = Running(code), blank(layout(**sizes), 1)
    s.z[1], s.stack = list(range(299, -1, -1)), [(0,)]
    core.put(s)
    assert core.run("go_on", core.at, -1) == 0
    assert core.state().v[0] == 300
    assert core.state().z == s.z


@pytest.mark.parametrize("count", [0, 1, 3])
def test_frames_without_locals_are_counted(count: int) -> None:
    body = [
        ir.IrSetValue(8, make.word_checked(make.stack_depth())),
        ir.IrBeginOptions(),
        ir.IrOfferOption(1),
        ir.IrOfferOption(2),
        ir.IrPushFrame(0, ()),
        ir.IrAsk(0, 0),
    ]
    code = code_of(layout(), {}, [ir.IrBlock(0, (), body, False)])
    core, s = Running(code), blank(code.layout, 1)
    s.stack = [(0,)] * (count + 1)
    core.put(s)
    assert core.run("go_on", core.at, -1) == 1
    assert core.state().v[8] == count
