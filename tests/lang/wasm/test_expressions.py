"""Expressions written at random are worth the same in WebAssembly and in Python as node by node."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.make import Maker
from ruleset_core.lang.code.size import high, low
from tests.lang.wasm.direct import Broken, Direct, Outside, blank
from tests.lang.wasm.random_code import KNOWN, LARGE, RANGES, SEATS, SMALL, Expressions, fill, layout, wild
from tests.lang.wasm.running import Running, code_of
from tests.lang.wasm.spelled import Spelled

MANY = 30
"""Expressions in one program."""


def choosing(make: Maker, functions: dict[str, n.Function], values: list[n.Expr]) -> n.Code:
    """A program whose score is one of many expressions: setting 0 says which."""
    me = make.local("me", 0, SEATS - 1)
    which, body = make.setting(0, 0, len(values)), []
    for number, value in enumerate(values):
        body.append(n.If(make.compare("==", which, number), [n.Return(value)], []))  # type: ignore[arg-type]
    body.append(n.Return(0))
    score = n.Function("score", (me,), body, True, *n.LONG)
    start = n.Block(0, (me,), [n.GoOn()], False)
    return code_of(layout(), functions | {"score": score}, [start], scores=[("score", None, "")], sights=(KNOWN,) * 6)


def program(rng: Random) -> n.Code:
    """A program whose score is one of many expressions written at random, some of which hardly ever break a rule."""
    make = Maker()
    write = Expressions(rng, make)
    for number in range(6):
        params = tuple(
            make.local(f"p{each}", *rng.choice(((-1, 3), (0, 40), n.WORD))) for each in range(rng.randrange(3))
        )
        write.locals = {each.name: (each.low, each.high) for each in params}
        value = write.number(3)
        write.functions[f"f{number}"] = n.Function(
            f"f{number}", params, [n.Return(value)], True, low(value), high(value)
        )
    write.locals = {"me": (0, SEATS - 1)}
    values = []
    for _ in range(MANY):
        write.daring = rng.choice((0.05, 0.3, 1.0))
        values.append(write.number(5))
    return choosing(make, write.functions, values)


def operations(make: Maker) -> list[n.Expr]:
    """Every operation on numbers and on words below and above 0, on sums of 64 bits, and at its bounds."""
    small, other = make.value(0, *RANGES[0]), make.value(1, *RANGES[1])
    word, more = make.value(SMALL, *n.WORD), make.value(SMALL + 1, *n.WORD)
    wide, wider = make.plus(word, more), make.minus(word, make.plus(more, small))
    flag, mark, third = (make.value(SMALL + LARGE + place, 0, 1) for place in range(3))
    numbers = (small, word, wide)
    pairs: list[tuple[n.Expr, n.Expr]] = [
        (small, other),
        (small, 3),
        (small, word),
        (word, more),
        (wide, small),
        (wide, wider),
    ]
    found: list[n.Expr] = [way(part, by) for way in (make.per, make.mod) for part in numbers for by in (1, 2, 3, 8, 10)]
    found += [way(part, make.most(other, 1)) for way in (make.per, make.mod) for part in numbers]
    found += [way(*pair) for way in (make.least, make.most) for pair in pairs]
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
        found += [make.among(part, values) for part in (small, word, make.plus(small, 3), wide)]
    for span in ((-3, 0), (-2, 8), (1, 9), (0, 0), (0, 2**31 - 1), (-(2**31), 0), (-(2**31), 2**31 - 1)):
        found += [make.checked(part, *span) for part in numbers]
    found += [make.minus(small, make.minus(other, word)), make.minus(small, make.plus(other, word)), make.minus(0, make.minus(small, 2)),
              make.times(make.minus(small, other), make.plus(small, other)), make.times(small, make.minus(0, other)),
              make.plus(small, -2), make.minus(make.times(word, more), small), make.per(make.times(word, small), 7)]  # fmt: skip
    some, both = make.some((flag, mark)), make.every((flag, mark))
    found += [make.every((some, third)), make.every((third, some)), make.some((both, third)), make.no(some), make.no(both),
              make.compare("==", make.no(flag), mark), make.plus(make.no(flag), make.no(mark)), make.minus(small, make.no(flag)),
              make.choice(make.no(both), small, word), make.plus(make.choice(flag, small, 9), make.choice(mark, 1, other)),
              make.choice(flag, make.choice(mark, 1, 2), make.choice(third, 3, 4)), make.times(make.some((flag, mark)), small)]  # fmt: skip
    eights = make.times(small, 8)  # what lies beyond a mask of bits must not come in again at its other end
    found += [make.among(eights, values) for values in ((-24, -16, 0), (24, 48, 72), (-24, 0, 32), (16, 40, 300))]
    above, below = make.plus(word, 1), make.minus(word, 1)  # each leaves the words by one
    found += [
        make.compare(">", above, small),
        make.compare("<", below, small),
        make.per(above, 2),
        make.most(below, more),
    ]
    for rows in (
        (0, 200, 255),
        (-128, 3, 127),
        (0, 256, 65535),
        (-300, 5, 300),
        (-70000, 1, 70000),
        (0, 1 << 40, -(1 << 40)),
    ):
        found.append(make.entry(make.table(rows), make.mod(small, 3)))
    return [part for part in found if not wild(part)]


def test_every_operation_is_worth_what_its_node_is() -> None:
    make, rng = Maker(), Random(1)
    values = operations(make)
    code = choosing(make, {}, values)
    core, python, direct = Running(code), Spelled(code), Direct(code)
    for _ in range(60):
        s = blank(code.layout, 1)
        fill(rng, s)
        for number in range(len(values)):
            s.settings = (number, 0)
            core.put(s)
            expected = refused_or(direct, s)
            assert core.scores(1) == expected, (values[number], s.v)
            assert python.scores(s) == expected, (values[number], s.v)


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
    core, python, direct = Running(code), Spelled(code), Direct(code)
    seen = {"numbers": 0, "broken": 0}
    for number in range(MANY):
        for _ in range(4):
            s = blank(code.layout, SEATS)
            fill(rng, s)
            s.settings = (number, rng.randrange(3))
            core.put(s)
            expected, asked = None, True
            try:
                expected = direct.scores(s)
            except Broken as broken:
                asked = not isinstance(broken, Outside)
            assert not asked or python.scores(s) == expected, (seed, number)
            assert core.scores(SEATS) == expected, (seed, number)
            seen["broken" if expected is None else "numbers"] += 1
    assert seen["numbers"] > MANY
    assert seen["broken"] > 0
