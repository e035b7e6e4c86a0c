"""The whole turn as a graph: the core looks through it as the interpreter does, and what it finds is what is known to be best."""

from __future__ import annotations

from typing import Any

import pytest

from ruleset_core import ValueFeatures, core_of, load
from ruleset_core.engine.core.interpreted_arenas import InterpretedArena
from ruleset_core.engine.core.seat_policies import SearchSettings
from tests.engine.test_policies import SMALL
from tests.engine.test_thinking import by_interpreter, positions


def skip_without_core(name: str) -> None:
    if core_of(load(name)).executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")


@pytest.mark.parametrize("name", ["pig", "yacht", "masquerade", "larders", "burrow"])
def test_the_core_looks_through_turns_as_the_interpreter_does(name: str) -> None:
    skip_without_core(name)
    game = load(name)
    for number, state in enumerate(positions(game, 2, 5, 2)):
        found = [each.worths(state, state.seat, number, turn=150) for each in (core_of(game), by_interpreter(game))]
        assert found[0] == found[1]
        assert set(found[0]) == set(state.options)


def test_a_first_look_may_count_for_as_many_simulations_as_there_can_be() -> None:
    """65,536 times what an option is worth at first is more than 32 bits hold."""
    skip_without_core("yacht")
    game = load("yacht")
    state = game.new(2, 3)
    settings: dict[str, Any] = {**SMALL, "cut": 0, "policy": "random", "turn": 300, "trust": 65536, "nodes": 300}
    thought = [each.search(state, 0, 3, 1, **settings) for each in (core_of(game), by_interpreter(game))]
    assert thought[0] == thought[1]
    worths = core_of(game).worths(state, 0, 1, turn=300)
    assert worths[thought[0].option] == max(worths.values())


def test_positions_that_differ_in_luck_alone_have_one_key() -> None:
    room = InterpretedArena(load("yacht"), 1, SearchSettings(turn=16))
    room.states = {number: load("yacht").new(1, 2).plain() for number in range(3)}
    room.reseed(1, 7)
    room.take(2, room.option(2, 0))
    assert room.position_key(0) == room.position_key(1) != room.position_key(2)


def test_the_end_of_a_turn_is_told_by_the_clock_where_a_seat_plays_alone() -> None:
    """With the last box open, what the dice make there is all that comes of the turn."""
    game = load("yacht")
    clock = ValueFeatures(("round",), (0,) * 12, (("open[ones]", (0,) * 12),))
    state = game.new(1, 4)
    state.apply("reroll keep")
    found = core_of(game).worths(state, 0, 1, turn=400, prospects=clock)
    samples, rest = divmod(found[game.option_of("fill choice")], 1024 * int(state.ask("worth(choice)")))
    assert (samples, rest) == (8, 0)
    assert {game.notation(option).partition(" ")[2]: each // (samples * 1024) for option, each in found.items()} == {
        name: state.ask(f"worth({name})") for name in game.program.vocabulary.domains["box"].ids
    }
