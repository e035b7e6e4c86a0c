"""The evaluator builds one closure for each node, wraps it where somebody looks on, and keeps nothing of what is asked once."""

from __future__ import annotations

from typing import Any, TypeVar

import pytest

from ruleset_core import Game, load
from ruleset_core.discovery import EXAMPLES_ROOT
from ruleset_core.engine.observation import UnknownValueError
from ruleset_core.eval.access_policies import AccessPolicy, ConstantAccess, NoConstantError
from ruleset_core.eval.blocks import make_evaluator
from ruleset_core.eval.closures import EvaluationTracer
from ruleset_core.eval.evaluation_errors import BrokenRule
from ruleset_core.lang import program as p
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.types import BOOL, INT, span
from ruleset_core.view.look.seat_access import SeatAccess

B = TypeVar("B")
N = t.Local(INT, "n")


def const(number: int) -> t.Const:
    return t.Const(INT, number)


@pytest.fixture(scope="module")
def pig() -> Game:
    return load(EXAMPLES_ROOT / "pig")


@pytest.mark.parametrize(
    ("node", "n", "comes_to"),
    [
        (t.Op(INT, "+", (N, const(1))), 4, 5),
        (t.Op(INT, "-", (const(1), N)), 4, -3),
        (t.Op(BOOL, "==", (N, t.Op(INT, "*", (N, N)))), 1, 1),
        (t.Op(BOOL, "and", (t.Op(BOOL, ">", (N, const(0))), t.Op(BOOL, "not", (N,)))), 0, 0),
        (t.Op(INT, "if", (N, const(7), t.Op(INT, "neg", (const(7),)))), 0, -7),
        (t.Op(INT, "per", (const(7), N)), 0, 0),
        (t.Op(INT, "mod", (const(-7), const(3))), 0, 2),
        (t.Op(INT, "max", (N, const(3))), 9, 9),
        (t.Op(INT, "left", (N, const(3))), 2, 0),
    ],
)
@pytest.mark.parametrize("access", [AccessPolicy, SeatAccess, ConstantAccess])
def test_an_operation_means_the_same_however_a_state_is_read(
    pig: Game, access: Any, node: t.Expr, n: int, comes_to: int
) -> None:
    assert make_evaluator(pig.program, access=access()).value(node)(None, {"n": n}) == comes_to


@pytest.mark.parametrize(
    ("access", "refusal"),
    [(AccessPolicy, BrokenRule), (SeatAccess, UnknownValueError), (ConstantAccess, NoConstantError)],
)
def test_what_has_no_meaning_is_refused_as_the_access_says(pig: Game, access: Any, refusal: type[Exception]) -> None:
    too_large = t.Op(INT, "*", (N, N))
    with pytest.raises(refusal):
        make_evaluator(pig.program, access=access()).value(too_large)(None, {"n": 1 << 40})


def test_a_node_has_one_closure(pig: Game) -> None:
    evaluator, node = make_evaluator(pig.program), t.Op(INT, "+", (N, const(1)))
    assert evaluator.value(node) is evaluator.value(node)


class Counting(EvaluationTracer):
    """Counts the statements that run."""

    def __init__(self) -> None:
        self.runs = 0
        self.wrapped: list[Any] = []

    def wrap(self, node: Any, closure: B) -> B:
        self.wrapped.append(node)
        if not isinstance(node, t.Put):
            return closure

        def counted(*args: Any) -> Any:
            self.runs += 1
            return closure(*args)  # type: ignore[operator]

        return counted  # type: ignore[return-value]


def test_a_tracer_sees_what_runs_and_changes_nothing(pig: Game) -> None:
    counting = Counting()
    traced, plain = pig.interpreted(), pig.interpreted().new(2, 4)
    traced.interpreter = make_evaluator(pig.program, pig.hooks, tracer=counting)
    state = traced.new(2, 4)
    for _ in range(20):
        option = state.options[0]
        state.apply(option)
        plain.apply(option)
    assert state.to_json() == plain.to_json()
    assert counting.runs > 5
    statements = [each for each in counting.wrapped if isinstance(each, t.Put)]
    assert len(statements) == len({id(each) for each in statements})
    assert any(isinstance(each, p.BasicBlock) for each in counting.wrapped)


def test_what_is_asked_once_is_not_kept(pig: Game) -> None:
    state = pig.new(2, 4)
    before = len(pig.interpreter._built)
    for number in range(5):
        assert state.ask(f"{number} + 1") == number + 1
    assert len(pig.interpreter._built) == before


def test_a_value_outside_its_type_is_refused_where_it_is_handed_on(pig: Game) -> None:
    given = t.Op(span(1, 3), "given", (N,), owner="look")
    value = make_evaluator(pig.program).value(given)
    assert [value(None, {"n": n}) for n in (1, 3)] == [1, 3]
    with pytest.raises(BrokenRule, match=r"`look` asks for `1..3`, not for 4"):
        value(None, {"n": 4})
