"""What a caller hands over that cannot be: refused by its name, at once, whoever plays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from ruleset_core import Core, IllegalOption, OptionError, core_of, imagine, load, start_at
from ruleset_core.engine.core.interpreted_runner import InterpretedRunner

NO_NUMBERS = [1.5, "10", None, b"1", [1], 10**5000, -(10**5000)]


@pytest.mark.parametrize("asked", NO_NUMBERS, ids=range(len(NO_NUMBERS)))
def test_what_is_no_number_that_can_be_is_refused_by_its_name(asked: Any) -> None:
    game = load("pig")
    state = game.new(2, 1)
    core, within = core_of(game), core_of(game).new(2, 1)
    plain = Core(game, InterpretedRunner(game), "interpreter", "asked for")
    calls: list[tuple[str, Callable[[], object]]] = []
    for each in (core, plain):
        calls += [
            ("games", partial(each.play, 2, asked, 1)),
            ("threads", partial(each.play, 2, 1, 1, threads=asked)),
            ("first", partial(each.play, 2, 1, 1, first=asked)),
            ("n", partial(each.states, asked, 2, 1)),
            ("n", partial(each.rollouts, state, 0, asked, 1)),
            ("game", partial(each.moves, asked, 2, 1)),
        ]
        if asked is not None:
            calls += [
                ("players", partial(each.play, asked, 1, 1)),
                ("players", partial(each.states, 1, asked, 1)),
                ("players", partial(each.new, asked, 1)),
                ("seed", partial(each.play, 2, 1, asked)),
                ("seed", partial(each.states, 1, 2, asked)),
                ("seed", partial(each.rollouts, state, 0, 1, asked)),
                ("seed", partial(each.rollouts_by_option, state, 0, 1, asked)),
                ("seed", partial(each.moves, 0, 2, asked)),
                ("seed", partial(each.new, 2, asked)),
                ("game", partial(each.new, 2, 1, None, asked)),
            ]
    for one in (state, within):
        for name in ("observe", "score_sheet", "achievements", "unlike"):
            rest = {"unlike": ({},)}.get(name, ())
            calls.append(("seat", partial(getattr(one, name), asked, *rest)))
        calls += [("seat", partial(imagine, one, asked, 1)), ("world", partial(imagine, one, 0, 1, asked))]
        calls += [("seed", partial(imagine, one, 0, asked))] if asked is not None else []
    if asked is not None:
        calls += [("seed", partial(game.new, 2, asked)), ("players", partial(game.new, asked, 1))]
        calls += [("game", partial(game.new, 2, 1, game=asked)), ("seed", partial(start_at, game, None, 2, asked))]
    for name, call in calls:
        with pytest.raises(OptionError, match=rf"`{name}`|no seat|for 2 to") as told:
            call()
        assert told.value.path == (name,)
        assert len(str(told.value)) < 200


@pytest.mark.parametrize("seat", [-2, 2, 7])
def test_seats_that_there_are_not_see_and_score_nothing(seat: int) -> None:
    game = load("pig")
    for state in (game.new(2, 1), core_of(game).new(2, 1)):
        for call in (state.observe, state.score_sheet, state.achievements, partial(imagine, state, seed=1)):
            with pytest.raises(OptionError, match=f"no seat {seat}: the seats of this state are 0 to 1"):
                call(seat)
        assert state.observe(-1)["seat"] == -1
        with pytest.raises(OptionError, match="no seat -1"):
            state.score_sheet(-1)


def test_more_than_there_is_room_for_is_refused() -> None:
    for game in (load("pig"), load("tournay")):
        core, plain = core_of(game), Core(game, InterpretedRunner(game), "interpreter", "asked for")
        for each in (core, plain):
            with pytest.raises(OptionError, match="`games` is 0 to 100,000,000"):
                each.play(games=10**12)
            with pytest.raises(OptionError, match="`threads` is 1 to 256"):
                each.play(games=1, threads=10**6)
            with pytest.raises(OptionError, match="`n` is 1 to"):
                each.states(10**9)
            with pytest.raises(OptionError, match="`game` is 0 or more"):
                each.moves(-1)
        if core.executor == "core" and game.id == "tournay":
            with pytest.raises(OptionError, match=r"no room for 3\d\d,000 states of Tournay side by side: one takes"):
                core.states(300_000, 4)


def test_numbers_of_numpy_are_numbers() -> None:
    class Other:
        def __init__(self, number: int) -> None:
            self.number = number

        def __index__(self) -> int:
            return self.number

    core = core_of(load("pig"))
    found = core.play(Other(2), Other(3), Other(7), first=Other(1))  # type: ignore[arg-type]
    assert found.scores.tolist() == core.play(2, 3, 7, first=1).scores.tolist()
    assert core.play(2, 1, True).scores.tolist() == core.play(2, 1, 1).scores.tolist()


@pytest.mark.parametrize("within", [True, False])
def test_options_for_many_states_are_looked_at_before_any_is_taken(within: bool) -> None:
    game = load("tic_tac_toe")
    core = core_of(game) if within else Core(game, InterpretedRunner(game), "interpreter", "asked for")
    states = core.states(2, seed=1)
    before = states.masks.tolist()
    for wrong in (2**40, -(2**70), 1.5, "1", None):
        with pytest.raises(IllegalOption, match="not possible now in place 1"):
            states.step([0, wrong])  # type: ignore[list-item]
    for none in ("01", 5, None, [0, 1, 2], []):
        with pytest.raises(ValueError, match="options"):
            states.step(none)  # type: ignore[arg-type]
    assert states.masks.tolist() == before
    states.step(b"\x00\x01")
    assert [states.masks[place, place] for place in range(2)] == [0, 0]
