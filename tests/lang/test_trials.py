"""Trials (`would { ... } then ...`): what would be after an effect, in every executor; and what may not be tried."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, LoadError, foresee, trace_step
from ruleset_core.analysis.secrecy import SecrecyAnalysis
from ruleset_core.engine.game import Game
from ruleset_core.engine.observation import UnknownValueError
from ruleset_core.eval.trace import EventHappened, OptionChosen, PieceMoved, ValueChanged
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.traversal import all_nodes
from ruleset_core.story.step_events import future_parts
from ruleset_core.view.look.seat_access import expressions_of
from tests.executors import both
from tests.lang.test_effects import load, play

HOUSE = {"provenance": "house"}
DEFINE = {
    "fits": {"params": {"n": "int"}, "condition": "would { gain 2 coin } then coin > n + 1"},
    "shift": {
        "params": {"a": "colour"},
        "amount": "would { for each x in colour { set mood[x] = number(x) } } then mood[a]",
    },
    "paint": {"params": {"c": "colour"}, "effect": "set mood[c] = mood[c] + 2; if open { gain 1 coin }"},
    "deep": {
        "amount": "would { set clock = clock + 1 } then 10 * clock + (would { set clock = clock + 5 } then clock)"
    },
}
TRIED = {
    "a field": ("would { set clock = 7 } then clock", 7),
    "the old value beside it": ("clock + (would { set clock = 7 } then clock) + clock", 7),
    "a condition": ("if would { set open = true } then open and luck == 2 then 5 else 6", 5),
    "what is bound in it": ("would { let n = luck + 1; set luck = n } then n * 10 + luck", 33),
    "several fields, shared and of seats": ("would { set total = 3; set seat_1.level = 4 } then total + seat_1.level", 7),
    "every value of a field": ("would { for each c in colour { set mood[c] = 3 } } then (sum c in colour of mood[c])", 9),
    "a gain": ("would { gain 4 coin } then coin", 7),
    "a gain up to a bound": ("would { gain 9 apple } then apple", 4),
    "a track with a reward": ("would { gain 2 gem } then coin * 10 + gem", 42),
    "a loss": ("would { lose 9 coin } then coin", 0),
    "a cost": ("would { pay 2 coin -> set clock = 5 else { set clock = 9 } } then coin * 10 + clock", 15),
    "a cost that cannot be paid": ("would { pay 9 coin -> set clock = 5 else { set clock = 9 } } then coin * 10 + clock", 39),
    "a piece that moves": ("would { move deck[0] to hand; move deck[0] to hand } then 10 * (count x in hand) + (count x in deck)", 24),
    "what is moved first lies first": ("would { move yew to hand } then number(me) + hand[0].price", 3),
    "a piece that turns": ("would { flip oak; flip oak; flip elm } then elm.power + oak.power", 8),
    "a sort": ("would { sort deck by -it.price } then deck[0].price", 3),
    "another seat": ("would { as seat_1 { gain 5 coin } } then seat_1.coin * 10 + coin", 83),
    "repeated": ("would { repeat 3 { set clock = clock + luck } } then clock", 6),
    "one of two ways": ("would { if open { set clock = 1 } else { set clock = 2 } } then clock", 2),
    "a procedure": ("would { do paint(red); do paint(red) } then mood[red]", 2),
    "a definition of what is tried": ("would { set coinless = true } then (if fits(3) then 1 else 0)", 1),
    "what is handed on is from before": ("if fits(coin) then 1 else 2", 1),
    "names of a caller": ("sum x in [green, blue] of shift(x)", 3),
    "one in another": ("deep", 16),
    "one behind another": ("would { set clock = would { set clock = 4 } then clock * 2 } then clock", 8),
    "in a question": ("count c in colour where would { set mood[c] = 9 } then (sum d in colour of mood[d]) == 5", 3),
    "in a loop over pieces that it moves": ("count x in deck where would { move x to hand } then (count y in deck) == 5", 6),
    "in a search": ("count c in (from a in [red] by b in a.near where would { set mood[b] = 1 } then mood[red] == -2)", 3),
    "a member": ("number(would { set favourite = red } then favourite)", 0),
    "a position": ("would { set open = true } then repeats(stand)", 1),
    "the position before it": ("would { set open = false } then repeats(stand)", 0),
    "an event that nobody hears of": ("would { emit traded(coin, oak) } then clock", 0),
    "an event that is heard of": ("would { emit painted(red, 2) } then clock", 2),
    "nothing changed": ("would { let a = 3 } then a + luck", 5),
}  # fmt: skip
RULES = [
    {"id": "hears", "when": {"event": "painted", "do": "set clock = clock + n"}, **HOUSE},
]
MEMBERS = {
    "coin": {"start": 3}, "apple": {"max": 4}, "gem": {"spaces": 5, "rewards": {2: "gain 1 coin"}, "resolve": "at_once"},
    "fame": {}, "wood": {}, "salt": {},
}  # fmt: skip


def more() -> dict[str, Any]:
    state = {"coinless": {"is": "bool"}, "came": {"is": "int"}}
    return {"define": DEFINE, "rules": RULES, "state": state, "resources": {"members": MEMBERS}}


@pytest.mark.parametrize(("amount", "value"), TRIED.values(), ids=TRIED)
def test_what_would_be(tmp_path: Path, amount: str, value: int) -> None:
    """It is worked out after the effect, and everything else is as if nothing had been tried."""
    before = "set open = true; remember stand; set open = false"
    found = play(tmp_path, f"{before}; if me == seat_0 {{ set came = {amount} }}", players=2, **more())
    same = play(tmp_path / "same", f"{before}; if me == seat_0 {{ set came = {value} }}", players=2, **more())
    assert found.ask("came") == value
    assert _held(found) == _held(same)


def _held(state: Any) -> list[Any]:
    return [state.to_json()[name] for name in ("v", "z", "stack", "queue", "streams") if name in state.to_json()]


def test_options_are_refused_for_what_they_lead_to(tmp_path: Path) -> None:
    do = "choose pick_colour c where would { set mood[c] = 3; do paint(red) } then mood[red] < 4 { set favourite = c }"
    for game in both(load(tmp_path, do, **more())):
        state = game.new(2, 1)
        assert [state.game.options.notations[each] for each in state.options] == [
            "pick colour green",
            "pick colour blue",
        ]
        state.apply("pick colour blue")
        assert (state.ask("favourite"), state.ask("mood[red]")) == ("blue", -2)


def test_a_broken_rule_in_a_trial_is_one_and_leaves_the_state_as_it_was(tmp_path: Path) -> None:
    do = "choose sure b { if b { set clock = would { move deck[0] to hand; set mood[red] = clock + 10 } then clock } }"
    for game in both(load(tmp_path, do)):
        state = game.new(2, 1)
        before = state.to_json()
        with pytest.raises(BrokenRuleError, match="cannot be 10"):
            state.apply("sure true")
        assert state.to_json() == before
        state.apply("sure false")


def test_a_score_that_breaks_a_rule_in_a_trial_leaves_the_state_as_it_was(tmp_path: Path) -> None:
    amount = (
        "if open then (would { set total = 7; move deck[0] to hand; set mood[red] = total + 5 } then total) else coin"
    )
    score = {"coins": {"name": {"en": "coins", "es": "monedas"}, "amount": amount}}
    do = "choose sure b { set open = b }; choose pick_colour c { set favourite = c; set open = false }"
    for game in both(load(tmp_path, do, score=score)):
        state = game.new(2, 1)
        state.apply("sure true")
        before = state.to_json()
        with pytest.raises(BrokenRuleError, match="cannot be 12"):
            state.scores()
        assert state.to_json() == before
        state.apply("pick colour green")
        assert [state.ask(name) for name in ("total", "favourite")] == [0, "green"]
        assert state.scores() == [3, 3]


REFUSED = {
    "a choice": "choose pick_colour c { set favourite = c }",
    "a choice within something": "if open { choose pick_colour c { set favourite = c } }",
    "a branch": "choose sure { true { set clock = 1 } | false { } }",
    "several choices": "choose up to 2 pick_colour c { set favourite = c }",
    "yes or no": "may sure { set clock = 1 }",
    "a roll": "roll luck",
    "a shuffle": "shuffle deck",
    "a remembered position": "remember stand",
    "the end of the game": "end_game",
    "another turn": "again",
    "a pass": "pass_turn",
    "nothing at all": "",
}


@pytest.mark.parametrize("effect", REFUSED.values(), ids=REFUSED)
def test_what_may_not_be_tried(tmp_path: Path, effect: str) -> None:
    (found,) = refused(tmp_path, effect)
    assert found.code == "E321"
    assert found.span.line > 0


LED = {
    "a procedure": ("do asks", {"define": {"asks": {"effect": "set clock = 1; may sure { set clock = 2 }"}}}, "ask a player"),
    "two procedures": (
        "do begins", {"define": {"begins": {"effect": "do rolls"}, "rolls": {"effect": "roll luck"}}}, "draw at random",
    ),
    "a card": ("do oak.effect", {"cards": {"oak": {"effect": "end_game"}}}, "end the game"),
    "an event": (
        "emit painted(red, 1)",
        {"rules": [{"id": "r", "when": {"event": "painted", "do": "shuffle deck"}, **HOUSE}]}, "draw at random",
    ),
    "an event that waits": (
        "emit called(1, me)",
        {"rules": [{"id": "r", "when": {"event": "called", "do": "set clock = 1"}, **HOUSE}]}, "let something wait",
    ),
    "who hears of a gain": (
        "gain 1 coin", {"rules": [{"id": "r", "when": {"event": "gain", "do": "roll luck"}, **HOUSE}]}, "draw at random",
    ),
    "a reward that waits": (
        "gain 1 gem", {"resources": {"members": MEMBERS | {"gem": {"spaces": 5, "rewards": {2: "gain 1 coin"}}}}}, "let something wait",
    ),
    "a reward that asks": (
        "gain 1 gem",
        {"resources": {"members": MEMBERS | {"gem": {"spaces": 5, "resolve": "at_once", "rewards": {2: "may sure { gain 1 coin }"}}}}},
        "ask a player",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("effect", "parts", "words"), LED.values(), ids=LED)
def test_what_a_trial_may_not_lead_to(tmp_path: Path, effect: str, parts: dict[str, Any], words: str) -> None:
    """It is told where the trial leads there, with the place that does it."""
    (found,) = refused(tmp_path, effect, **parts)
    assert (found.code, words in found.message) == ("E321", True)
    assert found.span.line > 0
    assert len(found.related) == 1


def refused(directory: Path, effect: str, **parts: Any) -> list[Any]:
    with pytest.raises(LoadError) as caught:
        load(directory, f"if would {{ {effect} }} then open {{ set total = 1 }}", **parts)
    return [each for each in caught.value.diagnostics if each.severity == "error"]


def test_a_trial_does_not_lead_back_to_itself(tmp_path: Path) -> None:
    rules = [
        {"id": "more", "when": {"event": "gain", "where": "would { gain 1 (first r in resource where held[r] == 0) } then coin > 5", "do": "set clock = 1"}, **HOUSE},
    ]  # fmt: skip
    with pytest.raises(LoadError) as caught:
        load(tmp_path, "gain 1 coin", rules=rules)
    assert {each.code for each in caught.value.diagnostics if each.severity == "error"} <= {"E311", "E321"}


def test_seats_that_choose_at_the_same_time_may_try_what_is_not_their_own(tmp_path: Path) -> None:
    do = "if would { set total = 5; set seat_1.level = 2 } then total > 4 { set level = 1 }"
    assert play(tmp_path, do, players=2, turns="simultaneous").ask("level", 0) == 1


def secret(game: Game, *, own: bool) -> list[bool]:
    """Of each trial of the game, whether what it comes to is hidden from somebody."""
    trees = [node for each in game.program.procedures.values() for node in all_nodes(each.body)]
    analysis = SecrecyAnalysis(game.program, own=own)
    return [analysis.hides(node) for node in trees if isinstance(node, t.Would)]


@pytest.mark.parametrize(("trial", "others", "asker"), [
    ("would { set clock = 3 } then clock > 2", False, False),
    ("would { gain 2 coin } then coin > 2", False, False),
    ("would { move hand[0] to pile } then pile[0].price > 2", True, False),
    ("would { move deck[0] to pile } then pile[0].price > 2", True, True),
    ("would { set clock = hand[0].price } then clock > 2", True, False),
    ("would { as starter { set clock = hand[0].price } } then clock > 2", True, True),
    ("would { do look } then clock > 2", True, True),
    ("would { do open_look } then clock > 2", False, False),
])  # fmt: skip
def test_what_a_trial_looks_at_is_looked_at(tmp_path: Path, trial: str, others: bool, asker: bool) -> None:
    parts = {
        "define": {"look": {"effect": "set clock = hand[0].price"}, "open_look": {"effect": "set clock = coin"}},
        "zones": {"pile": {"of": "tile"}},
    }
    game = load(tmp_path, f"if {trial} {{ set total = 1 }}", **parts)
    assert (secret(game, own=False), secret(game, own=True)) == ([others], [asker])


def test_what_is_tried_is_no_part_of_the_story(tmp_path: Path) -> None:
    tried = "would { set mood[red] = 3; gain 2 coin; pay 1 coin -> set clock = 2; move bag[0] to pool; emit painted(red, 1) } then coin == 4"
    state = load(tmp_path, f"choose pick_colour c {{ if {tried} {{ set favourite = c }} }}", **more()).new(2, 1)
    for parts in (trace_step(state, state.options[0]).parts, future_parts(state, state.options[0])[0]):
        assert [each.decision for each in parts if isinstance(each, OptionChosen)] == ["pick_colour"]
        changed = [each for each in parts if isinstance(each, ValueChanged | PieceMoved | EventHappened)]
        assert [type(each) for each in changed] == [ValueChanged]


def test_nobody_looks_ahead_beyond_a_trial_with_what_it_does_not_know(tmp_path: Path) -> None:
    do = "choose pick_colour c { if would { move deck[0] to row[red] } then row[red][0].price > 2 { set favourite = c } }"
    state = load(tmp_path, do, **more()).new(2, 1)
    assert foresee(state, state.options[0]).then == "hidden"


def test_what_an_option_brings_is_found_with_what_is_kept_set_aside(tmp_path: Path) -> None:
    """`high` is asked within the trial and beside it, by one question: neither answer is taken for the other."""
    define = {"high": {"condition": "clock > 2"}}
    do = "choose sure a { set clock = 1 }; choose pick_colour c where not high and (would { set clock = 3 } then high) and not high { set favourite = c }"
    state = load(tmp_path, do, define=define).new(1, 1)
    after = foresee(state, state.options[0]).asked
    assert after is not None
    assert len(after.options) == 3


@pytest.mark.parametrize(("trial", "seat", "value"), [
    ("would { set clock = 3 } then (if high then 2 else 1) * 10 + clock", 0, 23),
    ("(if high then 2 else 1) * 10 + (would { set clock = 3 } then (if high then 2 else 1))", 0, 12),
    ("would { move seat_0.hand[0] to bowl } then number(bowl[0].hue)", 0, 0),
    ("would { move seat_0.hand[0] to bowl } then number(bowl[0].hue)", 1, None),
    ("would { move oak to bowl } then (count x in bowl)", 0, 1),
    ("would { move oak to bowl } then (count x in bowl)", 1, None),
    ("would { sort seat_0.hand by it.price } then number(seat_0.hand[0].hue)", 1, None),
    ("would { flip oak } then oak.power", 1, None),
    ("would { gain 1 coin } then coin", 0, None),
])  # fmt: skip
def test_looks_try_what_a_seat_knows(tmp_path: Path, trial: str, seat: int, value: int | None) -> None:
    """What it does not know is not known of a trial either; nor is what a seat gains, which is for the seat itself."""
    define = {"high": {"condition": "clock > 2"}, "asked": {"amount": trial}}
    game = load(
        tmp_path,
        "choose sure b { set open = b }",
        setup="move oak to seat_0.hand",
        define=define,
        zones={"bowl": {"of": "tile"}},
    )
    seen = game.new(2, 1).masked(seat)
    before = [*seen.v], [[*each] for each in seen.z]
    (tree,) = game.program.vocabulary.defines["asked"].trees
    asked = expressions_of(game).evaluator.value(tree)
    for _ in range(2):
        if value is None:
            with pytest.raises(UnknownValueError):
                asked(seen, {"me": 0})
        else:
            assert asked(seen, {"me": 0}) == value
    assert before == ([*seen.v], [[*each] for each in seen.z])
