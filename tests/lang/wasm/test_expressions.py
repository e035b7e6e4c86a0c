"""Expressions written at random are worth the same in WebAssembly and in Python as node by node."""

from __future__ import annotations

import os
from random import Random

import pytest

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.make import Maker
from ruleset_core.lang.code.size import high, low
from tests.lang.wasm.direct import Broken, Direct, Outside, blank
from tests.lang.wasm.random_code import KNOWN, SEATS, Expressions, fill, layout
from tests.lang.wasm.running import Running, code_of
from tests.lang.wasm.spelled import Spelled

MANY = 30
"""Expressions in one program."""


def program(rng: Random) -> n.Code:
    """A program whose score is one of many expressions: setting 0 says which."""
    make = Maker()
    write = Expressions(rng, make)
    me = make.local("me", 0, SEATS - 1)
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
    which, body = make.setting(0, 0, MANY), []
    for number in range(MANY):
        value = write.number(5)
        body.append(n.If(make.compare("==", which, number), [n.Return(value)], []))  # type: ignore[arg-type]
    body.append(n.Return(0))
    write.functions["score"] = n.Function("score", (me,), body, True, *n.LONG)
    start = n.Block(0, (me,), [n.GoOn()], False)
    return code_of(layout(), write.functions, [start], scores=[("score", None, "")], sights=(KNOWN,) * 6)


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
