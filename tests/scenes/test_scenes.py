"""Scenes of all games: they can be built for every viewer, and say which options things stand for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from jsonschema import Draft202012Validator

from ruleset_core import Game, State, load
from ruleset_core.formats import scene_format as scenes
from ruleset_core.values import SCHEMA_DIR
from ruleset_core.view.scene.scene_builder import scene
from tests.conftest import INCLUDED
from tests.scenes.reading import read

GAMES = sorted(path.parent.name for root in INCLUDED for path in root.glob("*/game.yaml"))


def cards(found: scenes.Scene) -> list[scenes.SceneCard]:
    """All pieces that lie somewhere in a scene."""
    return [each for each in scenes.walk_scene(found) if isinstance(each, scenes.SceneCard)]


def done(state: State) -> list[int]:
    """The options that pick nothing."""
    homes = {option: state.game.options.home(option) for option in state.options}
    return [option for option, home in homes.items() if option - home.base >= home.size]


def positions(game: Game, seed: int = 1) -> Iterator[State]:
    """Some positions of a game played at random."""
    state, chance = game.new(game.players[1], seed=seed), Random(seed)
    while not state.over:
        if chance.random() < 0.1:
            yield state
        state.apply(chance.choice(state.options))
    yield state


@pytest.mark.parametrize("name", GAMES)
def test_every_viewer_sees_something(name: str) -> None:
    game = load(name)
    for place, state in zip(range(6), positions(game), strict=False):
        for seat in (*range(state.n), -1):
            shown = scene(game, state.masked(seat), ("en", "es")[place % 2])
            assert shown.panels
            assert shown.viewer == seat


def test_what_is_offered_stands_where_it_lies() -> None:
    state = load("tic_tac_toe").new(2, seed=1)
    state.apply(state.options[4])
    shown = scene(state.game, state.masked(1), options=state.options)
    found = {each.id: each.options for each in scenes.targets_in(shown) if each.family == "cell"}
    assert [name for name, options in found.items() if not options] == ["b2"]
    assert sorted(option for options in found.values() for option in options) == state.options


def test_a_pair_stands_at_both_ends() -> None:
    state = load("breakthrough").new(2, seed=1)
    shown = {
        each.id: each for each in scenes.targets_in(scene(state.game, state.masked(state.seat), options=state.options))
    }
    for option in state.options:
        first, second = (each.id for each in state.game.things(option))
        assert option in shown[first].options
        assert option in shown[second].goals
    assert sorted(option for each in shown.values() for option in each.options) == state.options


def test_dice_stand_for_what_they_show() -> None:
    state, chance = load("troyes").new(2, seed=1), Random(1)
    while not state.game.options.home(state.options[0]).keys:
        state.apply(chance.choice(state.options))
    shown = scenes.targets_in(scene(state.game, state.masked(state.seat), options=state.options))
    assert {option for each in shown for option in each.options} == {*state.options} - {*done(state)}


def test_what_others_hold_has_no_name_and_no_fact() -> None:
    state, chance, hidden = load("tournay").new(2, seed=3), Random(1), set[str]()
    while not hidden:
        state.apply(chance.choice(state.options))
        hand = state.observe(1)["seats"][0]["hand"]
        hidden = {*state.observe(0)["seats"][0]["hand"]} - {*hand.get("known", ())}
    assert hidden <= {each.stand.id for each in cards(scene(state.game, state.masked(0)))}
    other = cards(scene(state.game, state.masked(1)))
    assert not {each.stand.id for each in other} & hidden
    assert any(each.back and "@" in each.stand.identity and not each.facts for each in other)


@pytest.mark.parametrize("name", GAMES)
def test_scenes_are_as_their_schema_says(name: str) -> None:
    validator = Draft202012Validator(json.loads((SCHEMA_DIR / "scene.schema.json").read_text()))
    for _, state in zip(range(4), positions(load(name), seed=2), strict=False):
        data = scenes.scene_as_json(scene(state.game, state.masked(0), options=state.options))
        validator.validate(json.loads(json.dumps(data)))


@pytest.mark.slow
def test_what_was_told_of_a_piece_stands_on_its_back() -> None:
    game, found = load("lamplighters"), set[str]()
    for seed in range(8):
        state, chance = game.new(2, seed=seed), Random(seed)
        while not state.over:
            for seat in range(2):
                seen = state.observe(seat)
                told = [left for left in seen["seats"][seat]["rack"].get("hints", []) if left]
                backs = [card for card in cards(scene(game, read(game, seen))) if card.back and card.facts]
                assert len(backs) == len(told)
                found |= {span.text for card in backs for fact in card.facts for span in fact}
            state.apply(chance.choice(state.options))
    assert "green" in found
    assert any(said.startswith("not ") for said in found)


def test_cells_stand_for_answers_about_a_part_of_them() -> None:
    """Draughts asks for squares, the dark ones of all cells; its board shows cells."""
    state = load("draughts").new(2, seed=1)
    shown = scene(state.game, state.masked(0), options=state.options)
    found = {each.id: (each.options, each.goals) for each in scenes.targets_in(shown) if each.family == "cell"}
    assert [name for name, (first, _) in found.items() if first] == ["a3", "c3", "e3", "g3"]
    assert [name for name, (_, goals) in found.items() if goals] == ["b4", "d4", "f4", "h4"]
