"""What a seat sees, and what it does not."""

from __future__ import annotations

import json

import pytest

from ruleset_core import Game, OptionError, State, imagine, load, start_at


def seen(state: State, seat: int) -> str:
    return json.dumps(state.observe(seat), sort_keys=True)


def test_shape(cards: Game) -> None:
    found = cards.new(2, 1).observe(1)
    assert json.loads(json.dumps(found)) == found
    assert (found["game"], found["seat"], found["players"], found["phase"], found["over"]) == (
        "cards",
        1,
        2,
        "choosing",
        False,
    )
    assert found["fields"] == {"round": 1, "face": {"die_1": 1, "die_2": 1}, "vault": None, "crown": None}
    assert [set(each) for each in found["seats"]] == [{"point", "life", "held", "pick", "bid", "hand", "table"}] * 2
    assert set(found["pieces"]) == {"card"}
    mine = found["seats"][1]["hand"][0]
    assert found["pieces"]["card"][mine] == {"side": "up"}


def test_hands_are_for_their_owners(cards: Game) -> None:
    mine, other = cards.new(2, 1).observe(0)["seats"]
    assert len(mine["hand"]) == 2
    assert other["hand"] == {"count": 2}
    assert (mine["bid"], other["bid"]) == ({"sun": 0, "moon": 0}, {"sun": None, "moon": None})


def test_zones_are_seen_as_declared(cards: Game) -> None:
    zones = cards.new(2, 1).observe(0)["zones"]
    assert zones["deck"] == {"count": 2}
    assert set(zones["pile"]) == {"count", "top"}
    assert zones["chest"] == {"sun": {"count": 1}, "moon": {"count": 0}}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_choices_made_at_the_same_time_are_seen_when_all_have_chosen(cards: Game, seat: int) -> None:
    state = cards.new(3, 4)
    before = [seen(state, other) for other in range(3)]
    assert state.simultaneous
    while state.simultaneous and state.seat <= seat:
        chooser = state.seat
        state.apply(state.options[-1])
        for other in range(3):
            if other not in (chooser, state.seat) and other > chooser:
                assert seen(state, other) == before[other]
    assert [state.observe(other)["to_act"] for other in range(3) if other != state.seat] == [
        None,
        None,
    ] or not state.simultaneous


def test_who_acts_is_known_outside_of_simultaneous_choices(cards: Game) -> None:
    state = cards.new(2, 1)
    while state.simultaneous:
        assert [state.observe(seat)["to_act"] for seat in range(2)] == [
            state.seat if seat == state.seat else None for seat in range(2)
        ]
        state.apply(state.options[0])
    assert [state.observe(seat)["to_act"] for seat in range(2)] == [state.seat] * 2
    assert state.observe(0)["seats"][1]["bid"]["sun"] is None


def test_nothing_hidden_shows(cards: Game) -> None:
    """What a seat sees, and is offered, is the same whatever it cannot see."""
    state = cards.new(3, 11)
    for step in range(9):
        for seat in range(3):
            other = imagine(state, seat, step)
            assert seen(other, seat) == seen(state, seat)
            if state.seat == seat:
                assert other.options == state.options
        state.apply(state.options[step % len(state.options)])


def test_side_of_a_piece_is_seen_with_the_piece(cards: Game) -> None:
    given = {"seats": [{"hand": ["c1"]}, {"hand": ["c2"]}], "zones": {"pile": ["c3", "c4"]}}
    state = start_at(
        cards,
        "choosing",
        2,
        1,
        given=given | {"pieces": {"card": {name: {"side": "down"} for name in ("c1", "c2", "c3", "c4")}}},
    )
    sides = [
        {name: state.observe(seat)["pieces"]["card"][name]["side"] for name in ("c1", "c2", "c3", "c4")}
        for seat in range(2)
    ]
    assert sides == [
        {"c1": "down", "c2": None, "c3": None, "c4": "down"},
        {"c1": None, "c2": "down", "c3": None, "c4": "down"},
    ]


def test_imagined_states_differ_and_play_on(cards: Game) -> None:
    state = cards.new(2, 3)
    hands = {json.dumps(imagine(state, 0, seed).observe(1)["seats"][1]["hand"]) for seed in range(30)}
    assert len(hands) > 3
    other = imagine(state, 0, 5)
    while not other.over:
        other.apply(other.options[0])


def test_spectator_sees_what_all_see(cards: Game) -> None:
    found = cards.new(2, 1).observe(-1)
    assert [each["hand"] for each in found["seats"]] == [{"count": 2}, {"count": 2}]


def test_observing_again_keeps_nothing_more() -> None:
    """What is worked out for an observation is asked by name; trees made for each one stayed with the game for ever."""
    game = load("tournay")
    state = game.new(2, 1)
    for _ in range(20):
        state.apply(state.options[0])
    observed = state.observe(0)
    kept = len(game.interpreter._built)
    assert "amounts" in observed
    assert state.observe(0) == observed
    assert len(game.interpreter._built) == kept


def test_what_a_seat_has_is_its_own_part_and_the_places_that_name_it() -> None:
    state = load("breakthrough").new(players=2, seed=1)
    before = [state.belongings(seat) for seat in (0, 1)]
    assert len(before[0]["man"]) == len(before[1]["man"]) == 12
    mover = state.seat
    state.apply(state.options[0])
    after = [state.belongings(seat) for seat in (0, 1)]
    assert after[mover] != before[mover]
    assert after[1 - mover] == before[1 - mover]


def test_whose_turn_it_is_is_nothing_that_a_seat_has() -> None:
    state = load("oware").new(players=2, seed=1)
    before = [state.belongings(seat) for seat in (0, 1)]
    assert [*before[0]] == ["seat"]
    state.apply(state.options[0])
    assert [state.belongings(seat) for seat in (0, 1)] == before


@pytest.mark.parametrize("seat", [-1, 2])
def test_nobody_has_anything_on_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(OptionError):
        load("oware").new(players=2, seed=1).belongings(seat)
