"""What Python holds in locals is what would be read again: small programs run as they are written and as they are held."""

from __future__ import annotations

from typing import Any

import pytest

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.make import Maker
from ruleset_core.lang.spell.expressions import Expressions
from ruleset_core.lang.spell.held import Holding
from ruleset_core.lang.spell.onward import Rounds, onward
from ruleset_core.lang.spell.statements import Lines

MAKE = Maker()
I = MAKE.local("i", 0, 5)  # noqa: E741 - as it is called in the text
J = MAKE.local("j", 0, 5)
A, B = MAKE.value(0, 0, 9), MAKE.value(1, 0, 9)
AT_I = MAKE.value(I, 0, 9)


def text_of(body: list[Any]) -> str:
    lines = Lines(Expressions({}), block=False)
    lines.body(body, 1)
    return "\n".join(["def f(v, i_, j_):", *lines.lines, ""])


def result(text: str, values: list[int], i: int, j: int) -> list[int] | str:
    space: dict[str, Any] = {}
    exec(text, space)
    v = values[:]
    try:
        space["f"](v, i, j)
    except IndexError:
        return "there is no such place"
    return v


def keep(place: int, *codes: n.Expr) -> n.SetValue:
    """The sum of some expressions into a place."""
    total: n.Expr = 0
    for code in codes:
        total = MAKE.plus(total, code)
    return n.SetValue(place, total)


def add(place: n.Expr) -> n.AddValue:
    return n.AddValue(place, 1, 0, 99, checked=False)


def when(condition: Any, then: list[Any], otherwise: list[Any]) -> n.If:
    return n.If(condition, then, otherwise)


ROUND = MAKE.local("x", 0, 2)
PROGRAMS: dict[str, list[Any]] = {
    "a loop that changes what is held": [
        keep(2, A, A),
        n.Loop(ROUND, n.Numbers(0, 3), [n.SetValue(MAKE.plus(ROUND, 3), A), add(0)]),
        keep(1, A),
    ],
    "a branch that changes what is held": [keep(2, A, A), when(MAKE.compare(">", J, 2), [add(0)], []), keep(3, A, A)],
    "places that may be the same": [keep(2, A, AT_I, AT_I), add(J), keep(3, A, AT_I, AT_I), keep(4, AT_I)],
    "a local that becomes another": [
        keep(4, AT_I, AT_I),
        n.SetLocal(I, MAKE.plus(J, 0)),
        keep(5, AT_I, AT_I),
    ],
    "what is put into a place": [n.SetValue(I, J), keep(3, AT_I, AT_I, A), n.SetLocal(J, 1), keep(4, AT_I, AT_I)],
    "what hangs on a condition": [
        when(
            MAKE.every([MAKE.compare("<", I, 3), MAKE.compare(">", MAKE.value(MAKE.plus(I, 3), 0, 9), 0)]),
            [keep(0, MAKE.value(MAKE.plus(I, 3), 0, 9), MAKE.value(MAKE.plus(I, 3), 0, 9))],
            [add(0)],
        )
    ],
    "a sum that is needed again": [
        keep(3, MAKE.plus(I, J), MAKE.times(MAKE.plus(I, J), MAKE.plus(I, J))),
        n.SetLocal(J, MAKE.plus(I, J)),
        keep(4, MAKE.plus(I, J), MAKE.plus(I, J)),
    ],
}


@pytest.mark.parametrize("body", PROGRAMS.values(), ids=PROGRAMS)
def test_programs_do_what_they_did(body: list[Any]) -> None:
    plain, held = text_of(body), text_of(Holding().body(body))
    for i in range(6):
        for j in range(6):
            assert result(held, [3, 1, 4, 1, 5, 2], i, j) == result(plain, [3, 1, 4, 1, 5, 2], i, j), held


def test_what_is_asked_for_again_is_read_once() -> None:
    text = text_of(Holding().body([keep(2, A, B), keep(3, A, B), keep(4, A, B)]))
    assert text.count("v[0]") == text.count("v[1]") == 1


def block(number: int, body: list[Any], *params: n.Local, loop: bool = False) -> n.Block:
    return n.Block(number, params, body, loop)


def test_values_of_a_frame_that_is_written_out_are_set_at_once() -> None:
    blocks = {
        0: block(0, [n.Continue(1, (J, I))], I, J),
        1: block(1, [n.SetValue(0, I), n.SetValue(1, J), n.GoOn()], I, J),
    }
    body = onward(blocks)[0].body[:-1]
    assert result(text_of(body), [0, 0], 3, 4) == [4, 3]


def test_ways_back_do_not_become_calls() -> None:
    """Else nobody knows how deep calls stand in each other."""
    long: list[Any] = [n.SetValue(0, place) for place in range(50)]
    blocks = {
        0: block(0, [*long, n.Continue(1, ())], loop=True),
        1: block(1, [*long, n.Push(0, ()), n.GoOn()]),
        2: block(2, [*long, n.Push(1, ()), n.GoOn()]),
    }
    found = onward(blocks)
    assert isinstance(found[1].body[-2], n.Push)
    assert isinstance(found[2].body[-1], n.Continue)


def test_a_loop_that_is_written_out_goes_round_in_place() -> None:
    blocks = {
        0: block(0, [n.Continue(1, (I,))], I),
        1: block(1, [when(MAKE.compare("<", I, 3), [n.Continue(2, (I,))], [n.GoOn()])], I, loop=True),
        2: block(2, [n.SetLocal(I, MAKE.plus(I, 1)), n.Push(1, (I,)), n.GoOn()], I),
    }
    rounds = onward(blocks)[1].body[0]
    assert isinstance(rounds, Rounds)
    assert isinstance(rounds.body[-1], n.If)
    assert isinstance(rounds.body[-1].then[-1], n.Again)
