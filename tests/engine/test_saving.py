"""States as plain data: there and back, and nothing but `SaveError` for what is damaged."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleset_core import Game, SaveError, State
from ruleset_core.errors import RulesetError


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


@given(st.data(), st.integers(0, 14))
@settings(max_examples=600, deadline=None)
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
