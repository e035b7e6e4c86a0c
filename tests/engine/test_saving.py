"""States as plain data: there and back, and nothing but `SaveError` for what is damaged."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleset_core import Game, SaveError, State
from ruleset_core.errors import RulesetError
from tests.engine.games import flow
from tests.sampled import LONG


def at(cards: Game, decisions: int, players: int = 2) -> State:
    state = cards.new(players, 5)
    for step in range(decisions):
        if state.over:
            break
        state.apply(state.options[step % len(state.options)])
    return state


@pytest.mark.parametrize("players", [1, 2, 3])
def test_state_comes_back_at_every_decision(cards: Game, players: int) -> None:
    state = cards.new(players, 2)
    while not state.over:
        written = json.loads(json.dumps(state.to_json()))
        back = cards.from_json(written)
        assert back.to_json() == state.to_json()
        assert [back.observe(seat) for seat in range(players)] == [state.observe(seat) for seat in range(players)]
        back.apply(back.options[-1])
        state.apply(state.options[-1])
        assert back.to_json() == state.to_json()
    assert cards.from_json(state.to_json()).over


def test_what_is_read_is_not_what_is_changed(cards: Game) -> None:
    data = at(cards, 1).to_json()
    before = copy.deepcopy(data)
    state = cards.from_json(data)
    while not state.over:
        state.apply(state.options[0])
    assert data == before


@pytest.mark.parametrize(("key", "value", "message"), [
    ("game", "chess", "not a saved state of Cards"),
    ("hash", "0" * 64, "saved with other data of Cards"),
    ("n", 4, "the number of players is wrong"),
    ("n", "2", "the number of players is wrong"),
    ("v", [1, 2], "`v` has 2 values instead of"),
    ("z", [[]], "damaged: `z`"),
    ("stack", [[9999]], "a frame does not fit the rules"),
    ("stack", [], "contradicts itself"),
    ("sim", 5, "`sim`"),
    ("sim", [5, []], "`sim`"),
    ("options", [0, 0], "contradicts itself"),
    ("options", [19], "contradicts itself"),
    ("point", 1, "contradicts itself"),
    ("settings", [9, 0, 0], "contradicts itself"),
    ("queue", [[True]], "number is missing"),
    ("options", [], "contradicts itself"),
    ("seat", -1, "contradicts itself"),
    ("streams", [-1, -1, -1], "contradicts itself"),
])  # fmt: skip
def test_damage_is_named(cards: Game, key: str, value: object, message: str) -> None:
    with pytest.raises(SaveError, match=message):
        cards.from_json(at(cards, 1).to_json() | {key: value})


@pytest.mark.parametrize("wrong", [None, [], 5, "x", {}, {"game": "cards"}, {"game": ["cards"]}])
def test_what_is_no_state_is_refused(cards: Game, wrong: object) -> None:
    with pytest.raises(SaveError):
        cards.from_json(wrong)  # type: ignore[arg-type]


def test_every_key_is_needed(cards: Game) -> None:
    data = at(cards, 1).to_json()
    for key in data:
        if key != "sim":
            with pytest.raises(SaveError):
                cards.from_json({other: value for other, value in data.items() if other != key})


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 12),
    st.integers(-(10**6), 10**6),
    st.text(max_size=3),
    st.floats(allow_nan=False),
)
WRONG = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=4,
)


def _places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            found += _places(value, (*path, key))
    return found


def _damaged(data: Any, draw: Any) -> Any:
    path = draw(st.sampled_from(_places(data)))
    inside = data
    for key in path[:-1]:
        inside = inside[key]
    kind = draw(st.sampled_from(["replace", "delete", "double", "swap"]))
    if kind == "replace" or (isinstance(inside, dict) and kind != "delete"):
        inside[path[-1]] = draw(WRONG)
    elif kind == "delete":
        del inside[path[-1]]
    elif kind == "double":
        inside.insert(path[-1], inside[path[-1]])
    else:
        other = draw(st.integers(0, len(inside) - 1))
        inside[path[-1]], inside[other] = inside[other], inside[path[-1]]
    return data


@pytest.mark.slow
@given(st.data(), st.integers(0, 14))
@settings(max_examples=300 if LONG else 100, deadline=None)
def test_damaged_states_are_refused_or_play_on(cards: Game, data: st.DataObject, decisions: int) -> None:
    written = json.loads(json.dumps(at(cards, decisions).to_json()))
    for _ in range(data.draw(st.integers(1, 3))):
        _damaged(written, data.draw)
    try:
        state = cards.from_json(written)
    except SaveError:
        return
    try:
        for seat in range(state.n):
            json.dumps(state.observe(seat))
        state.scores()
        for _ in range(20):
            if state.over:
                break
            assert state.decision is not None
            [cards.label(state, option) for option in state.options]
            state.apply(data.draw(st.sampled_from(state.options)))
    except RulesetError:
        pass  # values that no rule would write


@pytest.mark.parametrize(
    ("name", "place", "value", "said"),
    [
        ("round", 0, 4, "`round` cannot be 4"),
        ("face", 1, 0, "`face[die_2]` cannot be 0"),
        ("crown", 0, 2, "`crown` cannot be 2"),  # of two seats
        ("crown", 0, -2, "`crown` cannot be -2"),
        ("vault", 0, 10, "`vault` cannot be 10"),
        ("card.side", 3, 2, "`card.side[c3]` cannot be 2"),
        ("pick", 0, 99, "`pick` of seat 1 cannot be 99"),
        ("bid", 1, 10, "`bid[moon]` of seat 1 cannot be 10"),
        ("held", 0, -5, "`point` of seat 1 cannot be -5"),
        ("held", 1, 6, "`life` of seat 1 cannot be 6"),
    ],
)
@pytest.mark.parametrize("part", ["v", "sim"])
def test_a_forged_value_is_refused_by_its_name(
    cards: Game, part: str, name: str, place: int, value: int, said: str
) -> None:
    state = cards.new(2, 1)
    assert state.simultaneous
    field, data = cards.program.vocabulary.fields[name], json.loads(json.dumps(state.to_json()))
    base = cards.program.vocabulary.fields_of(1) if field.per_seat else 0
    values = data["v"] if part == "v" else data["sim"][0]
    values[base + field.offset + place] = value
    with pytest.raises(SaveError) as caught:
        cards.from_json(data)
    assert str(caught.value) == f"the saved state is damaged: {said}"


@pytest.mark.parametrize("players", [1, 2, 3])
def test_whatever_a_field_cannot_hold_is_refused(cards: Game, players: int) -> None:
    """Every value of a state, set to one beyond both ends of what it may be."""
    v, state = cards.program.vocabulary, cards.new(players, 1)
    good, tried = state.to_json(), 0
    for field in v.fields.values():
        if field.name in {"held", "filled"} or (field.type.kind == "int" and field.type.low is None):
            continue
        known = v.members(field.type)
        for seat in range(players) if field.per_seat else (0,):
            base = field.offset + (v.fields_of(seat) if field.per_seat else 0)
            for place in range(base, base + field.size):
                for value in (min(known) - 1 - field.type.optional, max(known) + 1):
                    data = {**good, "v": [*good["v"][:place], value, *good["v"][place + 1 :]]}
                    with pytest.raises(SaveError, match="the saved state is damaged"):
                        cards.from_json(data)
                    tried += 1
    assert tried > 30


@pytest.mark.parametrize(
    ("change", "value"),
    [("draws", [0, 6, 6]), ("draws", [99, 6, 1]), ("draws", [0, 6]), ("a", 10**6), ("stage", 99), ("point", 77)],
)
def test_forged_answers_and_outcomes_are_refused(cards: Game, change: str, value: object) -> None:
    data = {**cards.new(2, 1).to_json(), change: value}
    with pytest.raises(SaveError, match="the saved state is damaged"):
        cards.from_json(data)


def test_a_frame_with_a_piece_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    game = flow(
        tmp_path,
        """
        pieces: {coin: {count: 3}}
        zones: {table: {of: coin, start: all}}
        flow:
          - phase: go
            turns: once
            do: "for each c in table { choose amount n { if c in table { gain n point } } }"
        """,
    )
    state = game.new(1, 1)
    data = json.loads(json.dumps(state.to_json()))
    block = game.program.blocks[data["stack"][-1][0]]
    places = {name.strip("_0123456789"): place for place, name in enumerate(block.locals, 1)}
    assert data["stack"][-1][places["c"]] == 0
    assert data["stack"][-1][places["list"]] == [0, 1, 2]
    assert game.from_json(data).to_json() == state.to_json()
    for name, value in (("c", 3), ("list", [0, 1, 3])):
        forged = json.loads(json.dumps(data))
        forged["stack"][-1][places[name]] = value
        with pytest.raises(SaveError, match="contradicts itself"):
            game.from_json(forged)
