"""What positions promise: a sum by what seats have and by the time, in parts of a point; the core reckons as the interpreter does."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

import pytest

from ruleset_core import Game, OptionError, State, core_of, load
from ruleset_core.analysis.numeric_view import feature_places
from ruleset_core.compile.search.heuristics import FINE, expected_points, lead_of
from ruleset_core.engine.core.interpreted_arenas import InterpretedArena
from ruleset_core.engine.core.interpreted_runner import InterpretedRunner
from ruleset_core.engine.core.many_games import Core
from ruleset_core.engine.core.seat_policies import SearchSettings
from ruleset_core.engine.core.value_features import ValueFeatures
from ruleset_core.values import TERM_COUNT_LIMITS
from tests.engine.test_policies import SMALL, of_little_levels, one_by_one
from tests.engine.test_thinking import by_interpreter, positions
from tests.sampled import LONG

TWO = ("held[influence]", "built[market_2]")


def guess(game: Game, clock: tuple[str, ...], units: int, seed: int = 1) -> ValueFeatures:
    """Somebody's wild guess of what everything that a seat has is worth."""
    random, known = Random(seed), feature_places(game.program.vocabulary)
    own = sorted(known.names)
    random.shuffle(own)
    own = own[: TERM_COUNT_LIMITS[1]]
    moments = 1
    for name in clock:
        moments *= known.shared[name][2]

    def row(count: int, most: int) -> tuple[int, ...]:
        return tuple(random.randint(-most, most) for _ in range(count))

    return ValueFeatures(
        clock, row(moments, 30_000), tuple((name, row(moments, 2000)) for name in own),
        tuple((name, row(units, 600)) for name in own) if units else (), row(units, 3000), row(units, 1500),
    )  # fmt: skip


def room_of(prospects: ValueFeatures) -> InterpretedArena:
    """A room with a position of three at the beginning of the third day."""
    game = load("troyes_dice")
    room = InterpretedArena(game, 3, SearchSettings(prospects=prospects))
    state = game.new(3, 5)
    while state.observe(0)["fields"]["day"] < 3:
        state.apply(state.options[0])
    room.states[0] = state
    return room


def test_what_a_seat_has_is_worth_what_the_row_of_the_time_says() -> None:
    base, held = (7, 8, 9, 10, 11, 12, 13, 14), (1, 2, 300, 4, 5, 6, 7, 8)
    room = room_of(ValueFeatures(("day",), base, ((TWO[0], held), (TWO[1], (0,) * 8))))
    influence = [seat["held"]["influence"] for seat in room.states[0].observe(-1)["seats"]]
    assert [expected_points(room, 0, seat) for seat in range(3)] == [9 + 300 * each for each in influence]
    whole = (
        room.margin(0, 1) * FINE
        + expected_points(room, 0, 1)
        - max(expected_points(room, 0, 0), expected_points(room, 0, 2))
    )
    assert lead_of(room, 0, 1) == whole


def test_who_has_chosen_already_is_a_step_further() -> None:
    room = room_of(ValueFeatures(("day",), tuple(range(8)), ((TWO[1], (0,) * 8),)))
    state = room.states[0]
    assert (state.simultaneous, state.seat) == (True, 0)
    assert [expected_points(room, 0, seat) for seat in range(3)] == [2, 2, 2]
    while state.seat == 0:
        state.apply(state.options[0])
    assert [expected_points(room, 0, seat) for seat in range(3)] == [3, 2, 2]


def test_a_unit_counts_only_above_nothing() -> None:
    def worth(bias: int, out: int) -> int:
        flat = ((TWO[0], (0,)), (TWO[1], (0,)))
        given = ValueFeatures((), (50,), flat, ((TWO[0], (0,)), (TWO[1], (-40,))), (bias,), (out,))
        return expected_points(room_of(given), 0, 0)

    assert [worth(-5, 2048), worth(10, 2048), worth(10, -FINE), worth(0, FINE)] == [50, 70, 40, 50]


def hand_of(state: State, seat: int) -> list[str]:
    """The cards that a seat has in its hand, by what they are copies of."""
    return [card.partition("#")[0] for card in state.observe(seat)["seats"][seat]["hand"]]


def test_cards_in_hand_and_what_lies_on_the_table_count_too() -> None:
    game = load("carcassonne_masons")
    state = game.new(2, 4)
    while state.observe(-1)["fields"]["walls_left"] > 29:
        state.apply(state.options[0])
    hands = [hand_of(state, seat) for seat in range(2)]
    card = next(each for each in sorted(set(hands[0])) if hands[0].count(each) != hands[1].count(each))
    left = state.observe(-1)["fields"]["towers_left"]["black"]
    given = {"hand.count": 10_000, f"hand.{card}": 500, "decides": 20, "towers_left[black]": 1}

    room = InterpretedArena(
        game, 2, SearchSettings(prospects=ValueFeatures((), (0,), tuple((name, (row,)) for name, row in given.items())))
    )
    room.states[0] = state
    assert [expected_points(room, 0, seat) for seat in range(2)] == [
        10_000 * len(hand) + 500 * hand.count(card) + 20 * (state.seat == seat) + left
        for seat, hand in enumerate(hands)
    ]


@pytest.mark.parametrize("name", ["hand.king", "deck.count", "tail", "hand[me].count"])
def test_what_nobody_has_is_not_worth_anything(name: str) -> None:
    with pytest.raises(OptionError, match="no seat has or sees a number"):
        ValueFeatures((), (0,), ((name, (1,)),)).laid(load("carcassonne_masons"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "clock", "units"),
    [
        ("troyes_dice", ("day", "half"), 5),
        ("troyes", ("round",), 0),
        ("tournay", (), 3),
        ("pig", (), 0),
        ("carcassonne_masons", ("walls_left",), 2),
    ],
)
def test_the_core_reckons_as_the_interpreter_does(name: str, clock: tuple[str, ...], units: int) -> None:
    game = load(name)
    if core_of(game).executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")
    wild, others = guess(game, clock, units), by_interpreter(game)
    for number, state in enumerate(positions(game, 2, 5, 3 if LONG else 1)):
        for more in ({"cut": 0, "policy": "greedy"}, {"cut": 5, "policy": "light", "win": 30}):
            settings: dict[str, Any] = {**SMALL, **more, "prospects": wild, "nodes": 300}
            found = [
                each.search(state, state.seat, 12 if LONG else 6, number, **settings)
                for each in (core_of(game), others)
            ]
            assert found[0] == found[1]
        worths = [
            each.worths(state, state.seat, 3, wide=12, far=20, prospects=wild) for each in (core_of(game), others)
        ]
        assert worths[0] == worths[1]


def test_who_thinks_twice_by_different_prospects_is_told_by_each() -> None:
    """They lie in memory that is used again."""
    game = load("troyes_dice")
    state = positions(game, 2, 5, 1)[0]
    wild = [guess(game, ("day",), 2, seed) for seed in (1, 2)]
    found = [core_of(game).worths(state, state.seat, 1, prospects=each) for each in (*wild, *wild)]
    assert found[0] == found[2] != found[1] == found[3]
    bare = core_of(game).worths(state, state.seat, 1)
    assert bare == by_interpreter(game).worths(state, state.seat, 1)


@pytest.mark.slow
def test_whole_games_go_by_prospects_too() -> None:
    game = load("troyes_dice")
    core = of_little_levels(game)
    manner: dict[str, Any] = {"sims": 2, "nodes": 64, **SMALL}
    core.__dict__["levels"] = {
        "easy": {"wide": 12, "far": 20}, "normal": manner,
        "strong": {**manner, "cut": 0, "prospects": guess(game, ("day", "half"), 2)},
    }  # fmt: skip
    policies = ["strong", "normal"]
    games = 2 if LONG else 1
    found = core.play(2, games, 5, policies=policies, turned=True, moves=True)
    assert found.moves is not None
    for row in range(games):
        assert found.moves[row].tolist() == one_by_one(core, policies, 5, row)[0]
    if LONG:  # the interpreter searches single positions in the tests above
        plain = Core(game, InterpretedRunner(game), "interpreter", "")
        plain.__dict__["levels"] = core.levels
        assert plain.play(2, 1, 5, policies=policies, turned=True, moves=True).moves == [found.moves[0]]


def test_what_is_no_prospect_is_refused() -> None:
    good: dict[str, Any] = {"clock": ["day"], "base": [1, 2], "worth": {TWO[0]: [3, 4]}}
    every: tuple[object, ...] = (
        [], {"base": [1]}, {**good, "base": [1]}, {**good, "worth": {}}, {**good, "clock": "day"}, {**good, "base": [1, "2"]},
        {**good, "base": [1, 1_000_001]}, {**good, "units": {"bias": [1]}}, {**good, "worth": [1]},
        {**good, "units": {"bias": [1], "out": [1], "of": {"other": [1]}}},
        {**good, "units": {"bias": [1, 2], "out": [1], "of": {TWO[0]: [1]}}},
    )  # fmt: skip
    for wrong in every:
        with pytest.raises(OptionError):
            ValueFeatures.from_data(wrong)
    sound, game = ValueFeatures.from_data(good), load("troyes_dice")
    assert sound.laid(game).lists["weights"] == [1, 3, 2, 4]
    for unknown in (
        dataclasses.replace(sound, clock=("night",)),
        dataclasses.replace(sound, worth=(("gold", (1, 2)),)),
    ):
        with pytest.raises(OptionError, match=r"gold|night"):
            unknown.laid(game)
    with pytest.raises(OptionError, match="prospects"):
        SearchSettings.from_figures({"prospects": 3})
