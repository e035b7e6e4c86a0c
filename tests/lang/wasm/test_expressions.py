"""Expressions written at random are worth the same in WebAssembly as node by node."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from ruleset_core.compile import ir
from ruleset_core.compile.ir.ir_builder import IrBuilder, high, low
from tests.lang.wasm.direct import Broken, Direct, blank
from tests.lang.wasm.random_code import KNOWN, LARGE, RANGES, SEATS, SMALL, Expressions, fill, layout, wild
from tests.lang.wasm.running import Running, code_of

MANY = 30
"""Expressions in one program."""


def choosing(make: IrBuilder, functions: dict[str, ir.IrFunction], values: list[ir.IrExpr]) -> ir.IrProgram:
    """A program whose score is one of many expressions: setting 0 says which."""
    me = make.local("me", 0, SEATS - 1)
    which, body = make.setting(0, 0, len(values)), []
    for number, value in enumerate(values):
        body.append(ir.IrIf(make.compare("==", which, number), [ir.IrReturn(value)], []))  # type: ignore[arg-type]
    body.append(ir.IrReturn(0))
    score = ir.IrFunction("score", (me,), body, True, *ir.LONG)
    start = ir.IrBlock(0, (me,), [ir.IrNextFrame()], False)
    return code_of(layout(), functions | {"score": score}, [start], scores=[("score", None, "")], sights=(KNOWN,) * 6)


def program(rng: Random) -> ir.IrProgram:
    """A program whose score is one of many expressions written at random, some of which hardly ever break a rule."""
    make = IrBuilder()
    write = Expressions(rng, make)
    for number in range(6):
        params = tuple(
            make.local(f"p{each}", *rng.choice(((-1, 3), (0, 40), ir.WORD))) for each in range(rng.randrange(3))
        )
        write.locals = {each.name: (each.low, each.high) for each in params}
        value = write.number(3)
        write.functions[f"f{number}"] = ir.IrFunction(
            f"f{number}", params, [ir.IrReturn(value)], True, low(value), high(value)
        )
    write.locals = {"me": (0, SEATS - 1)}
    values = []
    for _ in range(MANY):
        write.daring = rng.choice((0.05, 0.3, 1.0))
        values.append(write.number(5))
    return choosing(make, write.functions, values)


def operations(make: IrBuilder) -> list[ir.IrExpr]:
    """Every operation on numbers and on words below and above 0, on sums of 64 bits, and at its bounds."""
    small, other = make.state_value(0, *RANGES[0]), make.state_value(1, *RANGES[1])
    word, more = make.state_value(SMALL, *ir.WORD), make.state_value(SMALL + 1, *ir.WORD)
    wide, wider = make.add(word, more), make.subtract(word, make.add(more, small))
    flag, mark, third = (make.state_value(SMALL + LARGE + place, 0, 1) for place in range(3))
    numbers = (small, word, wide)
    pairs: list[tuple[ir.IrExpr, ir.IrExpr]] = [
        (small, other),
        (small, 3),
        (small, word),
        (word, more),
        (wide, small),
        (wide, wider),
    ]
    found: list[ir.IrExpr] = [
        way(part, by) for way in (make.divide, make.modulo) for part in numbers for by in (1, 2, 3, 8, 10)
    ]
    found += [way(part, make.maximum(other, 1)) for way in (make.divide, make.modulo) for part in numbers]
    found += [way(*pair) for way in (make.minimum, make.maximum) for pair in pairs]
    found += [make.compare(sign, *pair) for sign in ("==", "!=", "<", "<=", ">", ">=") for pair in pairs]
    for values in (
        (0, 1, 2),
        (-2, 5),
        (-2, 0, 1, 7),
        (-3, -1, 1, 2, 8),
        (-3, 1, 40, 61, 62),
        (-1, 3, 70, 300),
        (0, 2**31 - 1),
    ):
        found += [make.is_one_of(part, values) for part in (small, word, make.add(small, 3), wide)]
    for span in ((-3, 0), (-2, 8), (1, 9), (0, 0), (0, 2**31 - 1), (-(2**31), 0), (-(2**31), 2**31 - 1)):
        found += [make.range_checked(part, *span) for part in numbers]
    found += [make.subtract(small, make.subtract(other, word)), make.subtract(small, make.add(other, word)), make.subtract(0, make.subtract(small, 2)),
              make.multiply(make.subtract(small, other), make.add(small, other)), make.multiply(small, make.subtract(0, other)),
              make.add(small, -2), make.subtract(make.multiply(word, more), small), make.divide(make.multiply(word, small), 7)]  # fmt: skip
    some, both = make.any_of((flag, mark)), make.all_of((flag, mark))
    found += [make.all_of((some, third)), make.all_of((third, some)), make.any_of((both, third)), make.logical_not(some), make.logical_not(both),
              make.compare("==", make.logical_not(flag), mark), make.add(make.logical_not(flag), make.logical_not(mark)), make.subtract(small, make.logical_not(flag)),
              make.conditional(make.logical_not(both), small, word), make.add(make.conditional(flag, small, 9), make.conditional(mark, 1, other)),
              make.conditional(flag, make.conditional(mark, 1, 2), make.conditional(third, 3, 4)), make.multiply(make.any_of((flag, mark)), small)]  # fmt: skip
    eights = make.multiply(small, 8)  # what lies beyond a mask of bits must not come in again at its other end
    found += [make.is_one_of(eights, values) for values in ((-24, -16, 0), (24, 48, 72), (-24, 0, 32), (16, 40, 300))]
    above, below = make.add(word, 1), make.subtract(word, 1)  # each leaves the words by one
    found += [
        make.compare(">", above, small),
        make.compare("<", below, small),
        make.divide(above, 2),
        make.maximum(below, more),
    ]
    for rows in (
        (0, 200, 255),
        (-128, 3, 127),
        (0, 256, 65535),
        (-300, 5, 300),
        (-70000, 1, 70000),
        (0, 1 << 40, -(1 << 40)),
    ):
        found.append(make.table_entry(make.table(rows), make.modulo(small, 3)))
    return [part for part in found if not wild(part)]


@pytest.mark.slow
def test_every_operation_is_worth_what_its_node_is() -> None:
    make, rng = IrBuilder(), Random(1)
    values = operations(make)
    code = choosing(make, {}, values)
    core, direct = Running(code), Direct(code)
    for _ in range(60 if os.environ.get("RULESET_LONG") else 20):
        s = blank(code.layout, 1)
        fill(rng, s)
        for number in range(len(values)):
            s.settings = (number, 0)
            core.put(s)
            expected = refused_or(direct, s)
            assert core.scores(1) == expected, (values[number], s.v)


def refused_or(direct: Direct, s: Any) -> list[int] | None:
    """The scores; None where the rule is broken."""
    try:
        return direct.scores(s)
    except Broken:
        return None


@pytest.mark.parametrize("seed", range(200 if os.environ.get("RULESET_LONG") else 8))
def test_expressions_are_worth_what_their_nodes_are(seed: int) -> None:
    rng = Random(seed)
    code = program(rng)
    core, direct = Running(code), Direct(code)
    seen = {"numbers": 0, "broken": 0}
    for number in range(MANY):
        for _ in range(4):
            s = blank(code.layout, SEATS)
            fill(rng, s)
            s.settings = (number, rng.randrange(3))
            core.put(s)
            expected = refused_or(direct, s)
            assert core.scores(SEATS) == expected, (seed, number)
            seen["broken" if expected is None else "numbers"] += 1
    assert seen["numbers"] > MANY
    assert seen["broken"] > 0
