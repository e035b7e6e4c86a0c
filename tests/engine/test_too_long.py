"""One decision always ends: data that would go on for ever, or for very long, is a broken rule soon, and nothing has changed."""

from __future__ import annotations

import time
import tracemalloc
from pathlib import Path

import pytest

from ruleset_core import BrokenRuleError, Game, LoadError, load
from tests.lang.compare import few_steps

GAME = """
game: long
name: {{en: Long, es: Largo}}
players: 1..2
resources:
  members:
    coin: {{}}
    log: {{spaces: 5, overflow: "set x = x + 1"}}
    mud: {{max: 1, overflow: gain 1 clay}}
    clay: {{max: 1, overflow: gain 1 mud}}
pieces: {{card: {{count: 60}}}}
zones: {{deck: {{of: card, start: all, visible: nobody}}}}
state:
  x: {{is: int}}
  big: {{is: int}}
  tall: {{is: int, start: 300000}}
  y: {{by: [seat], is: int}}
  d: {{is: 1..6}}
events: {{rang: {{resolve: queued}}}}
decisions:
  amount: {{of: 0..9, ask: {{en: "How much?", es: "¿Cuánto?"}}}}
define:
  twice: {{params: {{n: int}}, amount: n + (sum i in 1 to n of i mod 2)}}
  slow: {{params: {{n: int}}, condition: "{any_4}"}}
rules:
  - {{id: bell, when: {{event: rang, do: "repeat 600 {{ emit rang }}"}}}}
flow:
  - phase: work
    turns: forever
    do: |
      choose amount n {{
        set big = n * 10000019; set x = n * 1000;
        if n > 7 {{ {do} }}
      }}
score: {{coins: {{name: {{en: Coins, es: Monedas}}, amount: coin + twice(coin)}}}}
"""
ENDLESS = """
game: endless
name: {en: Endless, es: Sin fin}
players: 1..2
state:
  stuck: {is: bool}
  x: {is: 0..9}
decisions:
  sure: {of: bool, ask: {en: "Sure?", es: "¿Seguro?"}}
flow:
  - phase: work
    turns: forever
    do: |
      if stuck {
        for each n in 1 to 50 { set x = (x + n) mod 10 };
        for each n in 1 to 90 { set x = 9 - x }
      } else {
        choose sure b { set stuck = b }
      }
score: {all: {name: {en: All, es: Todo}, amount: x}}
"""
ANY_4 = "no a in 1 to 12 where (any b in 1 to 12 where (any c in 1 to 12 where (any e in 1 to 12 where a + b + c + e == n)))"
LONG = {
    "repeat": "repeat big { set y = y + 1 }",
    "repeat in repeat": "repeat x { repeat x { set y = y + 1 } }",
    "a growing amount": "gain 9 coin; repeat 40 { repeat coin { gain 1 coin } }",
    "up to an amount": "for each i in 0 to big { set y = i }",
    "with questions": "for each i in 0 to big { choose amount m in 2 to 2 { set y = m } }",
    "sum": "set y = sum i in 1 to big of i mod 3",
    "any": "set d = 1 + (if any i in 1 to big where i * i == 3 then 1 else 0)",
    "overflow": "gain big log",
    "overflow after overflow": "gain 3 mud",
    "a power in a loop": "repeat 200 { set y = (y + 3) * (y + 3) }",
    "a power in an amount": "set y = x * x * x * x * x * x",
    "nested questions": "repeat x { if slow(big + 9) { set y = 1 } }",
    "an amount of amounts": "repeat x { set y = twice(x) mod 7 }",
    "shuffles": "repeat big { shuffle deck }",
    "rolls": "repeat big { roll d }",
    "queue": "emit rang",
    "a list of the queue": "repeat x { emit rang }",
    "turns": "set x = 0; repeat big { choose amount m in 2 to 2 { set y = y + m } }",
}  # fmt: skip


def made(directory: Path, do: str) -> Game:
    (directory / "game.yaml").write_text(GAME.format(do=do, any_4=ANY_4), encoding="utf-8")
    return load(directory)


WHOLE = {"repeat", "queue", "rolls", "nested questions"}
"""Tried with all the steps that a decision may take; the others with few, which says the same. So does the interpreter all but the first."""
SECONDS = 10
"""CPU seconds within which any executor gives up a decision that takes too many steps; on two cores of 2024 none takes 6."""


@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("interpreted", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_decision_ends(tmp_path: Path, name: str, interpreted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if name not in WHOLE or (interpreted and name != "repeat"):
        few_steps(monkeypatch, 100_000)
    game = made(tmp_path, LONG[name])
    state = (game.interpreted() if interpreted else game).new(2, 1)
    state.apply("amount 3")
    before, began = state.to_json(), time.process_time()
    with pytest.raises(BrokenRuleError, match=r"Long, phase `work`: game.yaml:"):
        state.apply("amount 9")
    assert time.process_time() - began < SECONDS
    assert state.to_json() == before


UNANSWERED = """\
game: unanswered
name: {en: Unanswered, es: Sin respuesta}
players: 2
state: {left: {is: 0..3}}
decisions: {amount: {of: 0..3, ask: {en: How many?, es: ¿Cuántos?}}}
flow:
  - phase: play
    turns: forever
    do: |
      ASKED
score: {left: {name: {en: left, es: resto}, amount: left}}
"""

EXPENSIVE = {
    "repeat": ("it would, but this is too expensive (180,000,342 of the first 180,000,351 steps)", "repeat big"),
    "repeat in repeat": ("within 10,000,000 steps: it would, but this is too expensive (", "repeat x { set y"),
    "nested questions": ("within 10,000,000 steps: it would, but this is too expensive (", ANY_4),
    "with questions": ("within 10,000,000 steps, and most are taken here (", "choose amount m"),
}
"""What is said of it, and the most expensive expression."""


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPENSIVE)
def test_the_most_expensive_expression_is_named(tmp_path: Path, name: str) -> None:
    said, expression = EXPENSIVE[name]
    state = made(tmp_path, LONG[name]).new(2, 1)
    state.apply("amount 3")
    with pytest.raises(BrokenRuleError) as caught:
        state.apply("amount 9")
    assert said in str(caught.value)
    span = caught.value.span
    assert span is not None
    line = (tmp_path / "game.yaml").read_text(encoding="utf-8").splitlines()[span.line - 1]
    assert line[span.column - 1 :].startswith(expression)


@pytest.mark.slow
@pytest.mark.parametrize("interpreted", [False, True])
def test_what_never_ends_is_told_from_what_takes_long(tmp_path: Path, interpreted: bool) -> None:
    (tmp_path / "game.yaml").write_text(ENDLESS, encoding="utf-8")
    game = load(tmp_path)
    state = (game.interpreted() if interpreted else game).new(2, 1)
    with pytest.raises(BrokenRuleError) as caught:
        state.apply("sure true")
    assert "game.yaml:16:9" in str(caught.value)
    assert "never comes to its next decision: it is back in a position in which it was before" in str(caught.value)


def test_a_question_that_nobody_can_answer_is_named(tmp_path: Path) -> None:
    asked = "choose amount n in 1 to 3 where left > 0 { set left = left - n }"
    (tmp_path / "game.yaml").write_text(UNANSWERED.replace("ASKED", asked), encoding="utf-8")
    with pytest.raises(BrokenRuleError) as caught:
        load(tmp_path).new(2, 1)
    assert "nobody had an answer to the question `amount`, which was put" in str(caught.value)
    assert caught.value.span is not None
    assert caught.value.span.line == 1 + UNANSWERED[: UNANSWERED.index("ASKED")].count("\n")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["shuffles", "rolls", "queue", "a list of the queue"])
def test_memory_stays_bounded(tmp_path: Path, name: str) -> None:
    state = made(tmp_path, LONG[name]).new(2, 1)
    tracemalloc.start()
    try:
        with pytest.raises(BrokenRuleError):
            state.apply("amount 9")
        assert tracemalloc.get_traced_memory()[1] < 200_000_000
    finally:
        tracemalloc.stop()


def test_queries_have_steps_of_their_own(tmp_path: Path) -> None:
    state = made(tmp_path, "gain 10000000 coin").new(2, 1)
    for _ in range(5):  # each question begins anew
        assert state.ask("sum i in 1 to tall of 1") == 300_000
    state.apply("amount 3")
    with pytest.raises(LoadError, match="more than 10,000,000 steps"):
        state.ask("sum i in 1 to big of 1")


@pytest.mark.slow
def test_a_row_of_the_score_has_as_many_steps_as_a_decision(tmp_path: Path) -> None:
    state = made(tmp_path, "gain 6000000 coin").new(2, 1)
    state.apply("amount 8")
    assert state.scores() == [15_000_000, 0]
    state.apply("amount 1")
    state.apply("amount 8")
    state.apply("amount 1")
    state.apply("amount 8")
    state.apply("amount 1")
    state.apply("amount 8")
    with pytest.raises(
        BrokenRuleError, match=r"game.yaml:.* `amount` of the definition `twice`: this takes more than 10,000,000 steps"
    ):
        state.scores()
