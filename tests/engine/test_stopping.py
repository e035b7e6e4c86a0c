"""`choose up to ... done where ...`: when one may stop, and what happens when one may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import BrokenRuleError, Game, IllegalOption, LoadError, State, load, start_at
from ruleset_core.discovery import EXAMPLES_ROOT
from tests.engine import games
from tests.executors import both
from tests.lang.in_core import in_core

FLOW = """
flow:
  - phase: go
    turns: once
    do: |
      choose up to {times} amount n in {among} where n != face done where {done} {{ gain n point; set tally = tally + 1 }};
      gain 1 log
"""


def made(directory: Path, done: str, times: str = "3", among: str = "1 to 3") -> Game:
    return games.flow(directory, FLOW.format(times=times, among=among, done=done))


def played(game: Game, *answers: str, face: int = 6) -> list[State]:
    """Both executors after the same answers of the first seat."""
    found = []
    for each in both(game):
        state = start_at(each, "go", 1, 1, given={"face": face})
        for answer in answers:
            state.apply(f"amount {answer}")
        found.append(state)
    fast, slow = found
    assert fast.to_json() == slow.to_json()
    return found


def words(state: State) -> list[str]:
    return [state.game.notation(option).removeprefix("amount ") for option in state.options]


def test_one_may_stop_only_where_it_holds(tmp_path: Path) -> None:
    game = made(tmp_path, "point >= 3")
    for state in played(game):
        assert words(state) == ["1", "2", "3"]
        with pytest.raises(IllegalOption, match="you cannot stop here yet"):
            state.apply("amount done")
    for state in played(game, "1"):
        assert words(state) == ["1", "2", "3"]
    for state in played(game, "1", "2"):
        assert words(state) == ["1", "2", "3", "done"]
    for state in played(game, "1", "2", "done"):
        assert (state.over, state.ask("tally"), state.ask("log", 0)) == (True, 2, 1)


def test_without_the_words_one_may_always_stop(tmp_path: Path) -> None:
    game = games.flow(
        tmp_path, 'flow: [{phase: go, turns: once, do: "choose up to 2 amount n in 1 to 2 { gain n point }"}]'
    )
    for state in played(game):
        assert words(state) == ["1", "2", "done"]


def test_a_single_option_is_taken_where_one_may_not_stop(tmp_path: Path) -> None:
    game = made(tmp_path, "tally >= 2", among="[4]")
    for state in played(game):  # twice by itself, then one may stop
        assert words(state) == ["4", "done"]
        assert (state.ask("tally"), state.ask("point", 0)) == (2, 8)
        assert len(state.forced) == 4


def test_one_who_reaches_the_goal_goes_on(tmp_path: Path) -> None:
    game = made(tmp_path, "point >= 4", times="2")
    for state in played(game, "3", "1"):
        assert (state.over, state.ask("point", 0)) == (True, 4)
    assert "amount done" in [game.notation(option) for option in game.vocabulary_of("amount")]


BROKEN = """
flow:
  - phase: go
    turns: once
    do: |
      may more {{ set tally = 0 }};
      choose up to {times} amount n in {among} where n != tally done where {done} {{ gain n point; set tally = n }}
"""
UNFINISHED = {
    "all are picked": ("2", "1 to 3", "point >= 9", ("more true", "amount 3"), "amount 1"),
    "nothing is left": ("3", "[1]", "point >= 9", (), "more true"),
    "there was nothing": ("3", "1 to tally", "point >= 9", (), "more true"),
    "it may never be": ("1", "1 to 3", "false", ("more true",), "amount 1"),
}


@pytest.mark.parametrize(("times", "among", "done", "before", "last"), UNFINISHED.values(), ids=UNFINISHED)
def test_ending_where_one_may_not_stop_breaks_a_rule(
    tmp_path: Path, times: str, among: str, done: str, before: tuple[str, ...], last: str
) -> None:
    game = games.flow(tmp_path, BROKEN.format(times=times, among=among, done=done))
    for each in both(game):
        state = start_at(each, "go", 1, 1)
        for answer in before:
            state.apply(answer)
        kept = state.to_json()
        with pytest.raises(BrokenRuleError, match="`amount` ends where `done` is not allowed") as raised:
            state.apply(last)
        assert "acaba donde no se permite" in raised.value.text("es")
        assert state.to_json() == kept
    core = in_core(game)
    if core is not None:
        core.put(start_at(game, "go", 1, 1))
        assert all(core.apply(game.parse(answer)) for answer in before)
        assert not core.apply(game.parse(last))


def test_the_condition_sees_the_locals_around_but_not_the_choice(tmp_path: Path) -> None:
    text = 'flow: [{{phase: go, turns: once, do: "let goal = tally + 2; choose up to 3 amount n in 1 to 3 done where {} {{ gain n point }}"}}]'
    game = games.flow(tmp_path / "locals", text.format("point >= goal"))
    for state in played(game, "1"):
        assert words(state) == ["1", "2", "3"]
    for state in played(game, "1", "1"):
        assert words(state) == ["1", "2", "3", "done"]
    with pytest.raises(LoadError) as raised:
        games.flow(tmp_path / "choice", text.format("n > 1"))
    assert "E301" in [each.code for each in raised.value.diagnostics]


@pytest.mark.parametrize(("text", "code"), [
    ("choose amount n in 1 to 3 done where true { gain n point }", "E201"),
    ("choose up to 2 amount n in 1 to 3 done where point { gain n point }", "E303"),
    ("choose up to 2 amount n in 1 to 3 done where { gain n point }", "E201"),
])  # fmt: skip
def test_what_is_refused(tmp_path: Path, text: str, code: str) -> None:
    with pytest.raises(LoadError) as raised:
        games.flow(tmp_path, f'flow: [{{phase: go, turns: once, do: "{text}"}}]')
    assert code in [each.code for each in raised.value.diagnostics], raised.value.diagnostics


ASKED = """
flow: [{{phase: go, turns: once, do: "{do}"}}]
decisions:
  amount: {{of: 0..5, ask: {{en: "{ask}", es: "¿Cuántos de {{point}}?"}}, done: {{en: "keep {{point}}", es: "me quedo {{point}}"}}}}
"""


def asked(directory: Path, do: str, ask: str = "How many of {point}?") -> Game:
    text = games.FLOW.replace('  amount: {{of: 0..5, ask: {{en: "How many?", es: "¿Cuántos?"}}}}\n', "")
    rest = ASKED.format(do=do, ask=ask)
    flow, amount = rest.split("decisions:\n")
    text = text.replace("decisions:\n", "decisions:\n" + amount.replace("{", "{{").replace("}", "}}"))
    return games.load(games.write(directory, text.format(rest=flow)))


def test_questions_and_done_are_worked_out_when_asked(tmp_path: Path) -> None:
    game = asked(tmp_path, "choose up to 3 amount n in 1 to 3 { gain n point }")
    state = game.new(2, 1)
    done = game.parse("amount done")
    assert state.decision is not None
    assert (state.decision.prompt(), game.label(state, done)) == ("How many of 0?", "keep 0")
    state.apply("amount 2")
    assert state.decision is not None
    assert (state.decision.prompt("es"), game.label(state, done, "es")) == ("¿Cuántos de 2?", "me quedo 2")
    state.apply("amount done")
    assert state.seat == 1
    assert state.decision is not None
    assert state.decision.prompt() == "How many of 0?"


def test_what_another_question_says_is_worked_out_too(tmp_path: Path) -> None:
    state = asked(tmp_path, "choose up to 3 amount n in 1 to 3 { gain n point }").new(1, 1)
    state.apply("amount 1")
    assert state.why_not(state.game.parse("more true")) == 'the question is "How many of 1?"'


@pytest.mark.parametrize(("do", "ask", "code", "said"), [
    ("choose amount n { gain n point }", "How many?", "E412", "nothing reads `done`"),
    ("choose up to 3 amount n { gain n point }", "How many {pints}?", "E301", "did you mean `point`"),
    ("choose up to 3 amount n { gain n point }", "How many {it}?", "E301", "`it`"),
])  # fmt: skip
def test_texts_that_are_refused(tmp_path: Path, do: str, ask: str, code: str, said: str) -> None:
    with pytest.raises(LoadError) as raised:
        asked(tmp_path, do, ask)
    found = [each for each in raised.value.diagnostics if each.code == code]
    assert any(said in f"{each.message}; {each.help}" for each in found), raised.value.diagnostics


def test_what_else_may_be_done_is_no_stopping() -> None:
    """What `or` offers in place of an answer has no reason of its own, so none is made up."""
    state = load(EXAMPLES_ROOT / "ditches").new(2, 1)
    with pytest.raises(IllegalOption) as caught:
        state.apply("dig landslide")
    assert "dig landslide" in str(caught.value)
    assert "stop" not in str(caught.value)
