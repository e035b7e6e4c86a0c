"""Hooks called from the core: they see and change the state in its record, and what they raise is a broken rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, Game, HookFunction, State, core_of, load
from ruleset_core.compile.host.executor_choice import why_not
from ruleset_core.engine.core.interpreted_runner import InterpretedRunner
from ruleset_core.engine.core.many_games import Core
from ruleset_core.lang.runtime import SideStream, move
from tests.engine.games import flow, write
from tests.engine.hooked_game import CARDS, GAME, HOOKS, hooked, plug_in

pytestmark = pytest.mark.skipif(why_not() is not None, reason=f"there is no core here: {why_not()}")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    return hooked(tmp_path, monkeypatch)


def test_a_game_with_hooks_has_a_core(game: Game) -> None:
    core = core_of(game)
    assert (core.executor, core.reason) == ("core", "")
    for players in (1, 2, 3):
        inside, outside, aside = core.new(players, 4), game.interpreted().new(players, 4), SideStream(players)
        while not outside.over:
            assert inside.to_json() == outside.to_json()
            assert inside.scores() == outside.scores()
            option = outside.options[aside.pick(len(outside.options))]
            inside.apply(option)
            outside.apply(option)
        assert (inside.over, inside.verdict()) == (True, outside.verdict())


@pytest.mark.slow
def test_many_games_and_play_outs_are_those_of_python(game: Game) -> None:
    core, plain = core_of(game), Core(game, InterpretedRunner(game), "interpreter", "")
    assert core.play(3, 30, seed=2) == plain.play(3, 30, seed=2)
    state = game.new(2, 7)
    assert core.rollouts_by_option(state, state.seat, 8, 3) == plain.rollouts_by_option(state, state.seat, 8, 3)
    few: dict[str, Any] = {"budget": 12, "ahead": 12, "nodes": 64}
    found = [each.search(state, state.seat, 20, 5, **few) for each in (core, plain)]
    assert found[0] == found[1]


def one_hook(
    directory: Path, monkeypatch: pytest.MonkeyPatch, run: Any, result: str | None = None, *, do: str = "call odd(n)"
) -> tuple[State, State]:
    """A game that calls a hook with an amount that was chosen: in the core, and by the interpreter."""
    plug_in(monkeypatch, {"odd": HookFunction(("int",), result, run)})
    phase = f'flow: [{{phase: go, turns: forever, until: "tally > 90", do: "choose amount n {{ {do} }}"}}]'
    game = flow(
        directory, f"pieces: {{die: {{count: 4}}}}\nzones: {{bag: {{of: die, start: all}}, box: {{of: die}}}}\n{phase}"
    )
    assert core_of(game).executor == "core"
    return core_of(game).new(2, 3), game.interpreted().new(2, 3)


def values_as_lists(state: Any, me: int, number: int) -> None:
    """All that a list of numbers can be asked, and changed in place."""
    v = state.v
    tally = state.game.program.vocabulary.fields["tally"].offset
    assert len(v) == len(list(v)) == len(v[:])
    assert v[tally] == list(v)[tally] == v[tally : tally + 1][0] == v[-len(v) :][tally]
    assert v == list(v)
    assert v != [*v, 1]
    assert v.index(v[tally]) <= tally
    assert v[tally] in v
    assert v.count(v[tally]) == [*reversed(v)].count(v[tally])
    v[tally] += number
    v[tally : tally + 1] = [v[tally] + me]
    if not isinstance(v, list):  # whose length would change
        with pytest.raises(ValueError, match="argument"):
            v[tally : tally + 1] = [1, 2]
        for wrong in (1 << 31, -(1 << 31) - 1):
            with pytest.raises(ValueError, match="32 bits"):
                v[tally] = wrong
    with pytest.raises(IndexError):
        v[len(v)] = 1


def lists_of_pieces(state: Any, _me: int, number: int) -> None:
    bag, box = (state.game.program.vocabulary.zones[name].slot for name in ("bag", "box"))
    at = state.game.program.vocabulary.fields["die.at"].offset
    assert [len(each) for each in state.z] == [len(state.z[place]) for place in range(len(state.z))]
    assert state.z[:] == list(state.z) == state.z
    assert state.z[-1] == state.z[len(state.z) - 1]
    with pytest.raises(IndexError):
        state.z[len(state.z)]
    for piece in state.z[bag][:number]:
        move(state, at + piece, piece, box)
    state.z[box].reverse()
    state.z[box] = state.z[box][1:] + state.z[box][:1]


def other_parts(state: Any, me: int, _number: int) -> None:
    """What else of a state may be asked, as in any other."""
    assert (state.n, state.seat, state.a, state.stage) == (2, me, state.a, 0)
    assert state.phase == "go"
    assert state.settings == ()
    assert not state.queue
    copy = state.plain()
    assert (copy.v, copy.z, copy.streams, copy.draws) == (state.v, state.z, state.streams, state.draws)
    assert state.scores() == copy.scores()
    assert state.ask("tally") == copy.ask("tally")
    copy.v[0] += 1
    assert copy.v != state.v
    if state.ask("tally") > 30:
        state.ended = 1
    state.v[state.game.program.vocabulary.fields["tally"].offset] += 20


@pytest.mark.parametrize("hook", [values_as_lists, lists_of_pieces, other_parts])
def test_a_hook_sees_and_changes_what_lies_in_the_core(
    hook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, outside = one_hook(tmp_path, monkeypatch, hook)
    for number in (1, 3, 0, 2, 5):
        if not outside.over:
            inside.apply(f"amount {number}")
            outside.apply(f"amount {number}")
        assert inside.to_json() == outside.to_json()


def test_a_hook_sees_only_its_own_draws_where_many_games_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The core notes none then. A log of a thousand that are long gone would make every call of a hook slow."""
    seen: list[list[int]] = []

    def toss(state: Any, me: int) -> Any:
        HOOKS["toss"].run(state, me)
        seen.append(state.draws[:])

    plug_in(monkeypatch, HOOKS | {"toss": HookFunction((), None, toss)})
    game = load(write(tmp_path, GAME, CARDS))
    core, plain = core_of(game), Core(game, InterpretedRunner(game), "interpreter", "")
    assert core.play(3, 20, seed=1) == plain.play(3, 20, seed=1)
    half = len(seen) // 2
    assert seen[:half] == seen[half:]
    assert {len(draws) for draws in seen} == {3}


@pytest.mark.parametrize("wrong", [KeyError("k"), BrokenRuleError("no"), "x", 1 << 40])
def test_what_goes_wrong_in_a_hook_is_a_broken_rule(
    wrong: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(state: Any, _me: int, number: int) -> Any:
        state.v[state.game.program.vocabulary.fields["tally"].offset] += 1
        if number == 3:
            if isinstance(wrong, Exception):
                raise wrong
            return wrong
        return number

    inside, outside = one_hook(tmp_path, monkeypatch, run, "int", do="set tally = tally + odd(n)")
    for number in (1, 3, 2, 3, 5):
        before, refusals = inside.to_json(), []
        for state in (inside, outside):
            try:
                state.apply(f"amount {number}")
            except BrokenRuleError as error:
                refusals.append(str(error))
        assert len(refusals) == (2 if number == 3 else 0)
        assert len({*refusals}) <= 1
        assert inside.to_json() == outside.to_json()
        assert (inside.to_json() == before) == (number == 3)
    with pytest.raises(BrokenRuleError, match=r"game \d+ of seed 1"):
        core_of(inside.game).play(2, 40, seed=1)


def test_ctrl_c_in_a_hook_ends_what_is_being_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(_state: Any, _me: int, number: int) -> None:
        if number == 3:
            raise KeyboardInterrupt

    inside, _ = one_hook(tmp_path, monkeypatch, run)
    with pytest.raises(KeyboardInterrupt):
        core_of(inside.game).play(2, 40, seed=1)
    inside.apply("amount 1")


def test_a_hook_may_play_games_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it does with the core of its game does not get in the way of the rule that calls it."""

    deep = [0]

    def run(state: Any, _me: int, number: int) -> int:
        core, copy = core_of(state.game), state.plain()
        if number == 5 and not deep[0]:
            deep[0] += 1
            other = core.new(2, 9)
            other.apply("amount 2")
            core.play(2, 3, seed=1, policies=["random", "easy"])
            outside.clone().apply("amount 2")
            inside.clone().apply("amount 2")
            deep[0] -= 1
        assert copy.v == state.v
        return number

    plain = "set tally = tally + (sum p in seat of odd(n)) + 9"
    inside, outside = one_hook(tmp_path, monkeypatch, run, "int", do=plain)
    for number in (5, 1, 5):
        inside.apply(f"amount {number}")
        outside.apply(f"amount {number}")
        assert inside.to_json() == outside.to_json()


def test_hooks_of_another_type_make_another_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The data do not say what a hook takes and gives, and what was compiled for others must not be used."""
    for result in ("int", "bool"):
        plug_in(monkeypatch, {"odd": HookFunction((), result, lambda _state, _me: 1)})
        game = flow(
            tmp_path,
            "define: {kept: {amount: '2'}}\nflow: [{phase: go, turns: once, do: 'let o = odd(); may more { gain 1 point }'}]",
        )
        assert core_of(game).new(2, 1).to_json() == game.interpreted().new(2, 1).to_json()
    assert HOOKS
