"""Every quantity gives what its cases say: by its meaning, and in all executors, over loops, known sets and facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, load
from ruleset_core.lang.fmt.exprs import ExprPrinter
from ruleset_core.lang.quantities import QUANTITIES, Case, Quantity
from ruleset_core.lang.syntax import nodes as s
from ruleset_core.lang.syntax.parse import parse
from tests.engine.games import write
from tests.lang.compare import Executors

HALF = 1 << 31
MOST = 4
"""Values of the longest case."""
GAME = """
game: quantities
name: {en: Quantities, es: Cantidades}
players: 2
sets:
  place: {facts: {number: int}, members: {p0: {number: 0}, p1: {number: 1}, p2: {number: 2}, p3: {number: 3}}}
  text: {members: [TEXTS]}
  case: {facts: {fits: list of int, high: list of int, middle: list of int, low: list of int}, members: {CASES}}
state:
  size: {is: 0..4}
  fits: {by: [0..3], is: bool}
  amount_high: {by: [0..3], is: int}
  amount_middle: {by: [0..3], is: int}
  amount_low: {by: [0..3], is: int}
  high: {is: int}
  middle: {is: int}
  low: {is: int}
decisions:
  try_it: {of: text, ask: {en: "Which?", es: "¿Cuál?"}}
define:
flow:
  - phase: play
    turns: once
    do: choose try_it { BRANCHES }
score: {all: {name: {en: points, es: puntos}, amount: 0}}
"""


def number(value: int) -> tuple[int, int, int]:
    """The high bits, the bit between and the low bits of a number: each can be kept."""
    return value // HALF // 2, value // HALF % 2, value % HALF


def asked(quantity: Quantity, case: Case) -> Iterator[str]:
    """A case as questions: over a range and over a set, of what is known in play only; over facts, known beforehand."""
    amounts = case[0]
    place = list(QUANTITIES).index(quantity.name), quantity.cases.index(case)
    name = f"c{place[0]}_{place[1]}"
    yield question(
        quantity,
        case,
        "x in 0 to size - 1",
        "fits[x]",
        "(amount_high[x] * 2 + amount_middle[x]) * 2147483648 + amount_low[x]",
    )
    if quantity.gives != "member":
        of = "(amount_high[x.number] * 2 + amount_middle[x.number]) * 2147483648 + amount_low[x.number]"
        yield question(quantity, case, "x in place", "(x.number < size and fits[x.number])", of)
    of = f"({name}.high[x] * 2 + {name}.middle[x]) * 2147483648 + {name}.low[x]"
    yield question(quantity, case, f"x in 0 to {len(amounts) - 1}", f"{name}.fits[x] == 1", of)


def question(quantity: Quantity, case: Case, through: str, where: str, amount: str) -> str:
    """A statement that keeps what a question gives."""
    body = "" if not quantity.body else f" {quantity.body} ({amount}{' != 0' * (quantity.body == 'has')})"
    ties = f" ties {case[2] if len(case) == 3 else 'first'}" if quantity.ties else ""
    condition = f" where {where}" if None in case[0] or "place" in through else ""
    value = f"({quantity.name} {through}{condition}{body}{ties})"
    if quantity.gives == "condition":
        return f"set high = 0; set middle = 0; set low = if {value} then 1 else 0"
    if quantity.gives == "member":
        return f"set high = 0; set middle = 0; set low = {value}"
    return f"set high = {value} per {HALF} per 2; set middle = {value} per {HALF} mod 2; set low = {value} mod {HALF}"


def facts(case: Case) -> str:
    """A case as facts of a member."""
    rows = zip(*(number(each or 0) for each in case[0]), strict=True) if case[0] else ((), (), ())
    lists = {"fits": [int(each is not None) for each in case[0]]} | {
        name: list(row) for name, row in zip(("high", "middle", "low"), rows, strict=True)
    }
    return "{" + ", ".join(f"{name}: {values}" for name, values in lists.items()) + "}"


CASES = [(quantity, case) for quantity in QUANTITIES.values() for case in quantity.cases]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Executors, dict[str, int]]:
    texts = {each: place for place, each in enumerate(dict.fromkeys(each for one in CASES for each in asked(*one)))}
    members = ", ".join(
        f"c{place}_{at}: {facts(case)}"
        for place, quantity in enumerate(QUANTITIES.values())
        for at, case in enumerate(quantity.cases)
    )
    source = GAME.replace("TEXTS", ", ".join(f"t{place}" for place in texts.values())).replace("CASES", members)
    source = source.replace("BRANCHES", " | ".join(f"t{place} {{ do e{place} }}" for place in texts.values()))
    effects = "".join(f'  e{place}: {{effect: "{each}"}}\n' for each, place in texts.items())
    return Executors(
        load(write(tmp_path_factory.mktemp("cases"), source.replace("define:\n", f"define:\n{effects}")))
    ), texts


def put(state: Any, case: Case) -> None:
    """A case into the fields that questions go by."""
    fields = state.game.program.vocabulary.fields
    state.v[fields["size"].offset] = len(case[0])
    for place, amount in enumerate(case[0]):
        state.v[fields["fits"].offset + place] = int(amount is not None)
        for name, part in zip(("high", "middle", "low"), number(amount or 0), strict=True):
            state.v[fields[f"amount_{name}"].offset + place] = part


def given(fields: Any, state: Any) -> int:
    high, middle, low = (state.v[fields[name].offset] for name in ("high", "middle", "low"))
    return int((high * 2 + middle) * HALF + low)


@pytest.mark.parametrize("name", QUANTITIES)
def test_all_executors_give_what_cases_say(played: tuple[Executors, dict[str, int]], name: str) -> None:
    executors, texts = played
    fields = executors.game.program.vocabulary.fields
    for quantity, case in CASES:
        for said in asked(quantity, case) if quantity.name == name else ():
            results: list[int | None] = []
            for game in (executors.slow, executors.game):
                state = game.new(2, 1)
                put(state, case)
                try:
                    state.apply(texts[said])
                    results.append(given(fields, state))
                except BrokenRuleError:
                    results.append(None)
            if executors.core is not None:
                state = executors.game.new(2, 1)
                put(state, case)
                executors.core.put(state)
                fine = executors.core.apply(texts[said])
                results.append(given(fields, executors.core.state()) if fine else None)
            assert set(results) == {case[1]}, f"{said} with {case}"


@pytest.mark.parametrize("name", QUANTITIES)
def test_a_meaning_gives_what_cases_say(name: str) -> None:
    quantity = QUANTITIES[name]
    assert ((), quantity.nothing) in quantity.cases, f"`{name}` has no case of nothing"
    assert len(quantity.cases) > 3, f"`{name}` has too few cases"
    for case in quantity.cases:
        found = [(value, amount) for value, amount in enumerate(case[0]) if amount is not None]
        try:
            assert quantity.meaning(found, len(case) == 3) == case[1]
        except OverflowError:
            assert case[1] is None
        if quantity.of_size is not None and None not in case[0]:
            assert quantity.of_size(len(found)) == case[1]


@pytest.mark.parametrize("name", QUANTITIES)
def test_a_quantity_is_written_and_said_as_it_says(name: str) -> None:
    quantity = QUANTITIES[name]
    text = (
        f"{name} x in hand where x.fits"
        + f" {quantity.body} x.worth" * bool(quantity.body)
        + " ties last" * quantity.ties
    )
    tree, problems = parse(text, "expr")
    assert isinstance(tree, s.Quantity), problems
    assert (tree.kind, ExprPrinter().expr(tree)) == (name, text)
    assert quantity.text.keys() >= {"en", "es"}
    assert all(each.keys() == ({"", "last"} if quantity.ties else {""}) for each in quantity.text.values())
    assert name in quantity.entry.form
