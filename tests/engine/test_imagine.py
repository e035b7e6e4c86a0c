"""What is imagined is a function of what a seat knows and of the seed: worlds that look alike to it give the same bytes."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from ruleset_core import Game, State, imagine, load
from ruleset_core.engine.observation import mask_state
from ruleset_core.lang.visibility import knowledge_field, mask_of
from tests.engine.games import PURSES, write
from tests.engine.games import cards as game_of_cards
from tests.sampled import LONG


def changed(state: State, seat: int, random: Random) -> State:
    """Another state that looks the same to a seat: hidden pieces change places, hidden values and coming dice are others."""
    v, other = state.game.program.vocabulary, state.plain()
    other.streams = [random.randrange(2**64) for _ in other.streams]
    other.a, other.draws, other.forced = random.randrange(9), [0, 6, 1], []
    for kind in {zone.kind for zone in v.zones.values() if zone.visible != "all"}:
        shown = {piece for part in mask_of(v).lists_of(kind, other.n) for piece in mask_state(other, seat).z[part.slot]}
        lying = (piece for part in mask_of(v).lists_of(kind, other.n) for piece in other.z[part.slot])
        pieces = [piece for piece in lying if piece not in shown]
        at, bits = v.fields[f"{kind}.at"].offset, knowledge_field(v, kind)
        for one in pieces if state.sim is None else ():
            two = random.choice(
                [each for each in pieces if v.domains[kind].back_of(each) == v.domains[kind].back_of(one)]
            )
            here, there = other.v[at + one], other.v[at + two]
            first, second = other.z[here].index(one), other.z[there].index(two)
            other.z[here][first], other.z[there][second] = two, one
            other.v[at + one], other.v[at + two] = there, here
            if bits is not None:  # who knows what lies in a place
                one_, two_ = bits.offset + one, bits.offset + two
                other.v[one_], other.v[two_] = other.v[two_], other.v[one_]
    for field in v.fields.values():
        for place in range(
            field.size
            if field.visible != "all" and not field.hidden and not field.derived and v.finite(field.type)
            else 0
        ):
            for who in range(state.n) if field.per_seat else (-1,):
                if who != seat or field.visible == "nobody":
                    base = v.fields_of(who) if field.per_seat else 0
                    other.v[base + field.offset + place] = random.choice(v.members(field.type))
    held = v.fields["held"].offset
    for place, resource in enumerate(v.resources):
        for who in range(state.n):
            if resource.visible == "nobody" or (resource.visible == "owner" and who != seat):
                other.v[v.fields_of(who) + held + place] = random.randrange(3)
                other.v[v.fields_of(who) + v.fields["filled"].offset + place] = random.randrange(3)
    return other


def tried(game: Game, players: int, seed: int, moves: int) -> int:
    """Play at random, and compare what is imagined of two worlds; how many there were of which one was another."""
    random, state, different = Random(seed), game.new(players, seed), 0
    for number in range(moves):
        if state.over:
            break
        seat = state.seat
        if number % 7 == 0:
            for other in (changed(state, seat, random), imagine(state, seat, number)):
                if other.observe(seat) == state.observe(seat):
                    mine, theirs = (imagine(each, seat, 5).to_json() for each in (state, other))
                    assert mine == theirs, f"{players} players, seed {seed}, after {number} moves"
                    different += other.to_json()["z"] != state.to_json()["z"] or other.v != state.v
        state.apply(random.choice(state.options))
    return different


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("name", "expansions", "pairs"),
    [
        ("tournay", (), 30),
        ("carcassonne_masons", (), 30),
        ("carcassonne_masons", ("isthmus",), 30),
        ("troyes", ("bonus_2011",), 0),
        ("troyes_dice", ("banquetes_y_asaltos",), 0),
    ],
)
def test_worlds_that_look_alike_are_imagined_alike(
    name: str, expansions: tuple[str, ...], pairs: int, players: int
) -> None:
    game = load(name, expansions=expansions)
    assert sum(tried(game, players, seed, 250) for seed in range(2 if LONG else 1)) >= (pairs if LONG else pairs // 2)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_small_games_are_imagined_alike(tmp_path: Path, players: int) -> None:
    assert tried(game_of_cards(tmp_path / "cards"), players, 3, 40) > 0
    assert tried(load(write(tmp_path / "purses", PURSES)), players, 3, 40) > 0


def test_nothing_of_the_truth_comes_back_from_a_seed() -> None:
    """Who knows the seed deals the same world to every truth; so it tells of none."""
    game = load("carcassonne_masons")
    worlds = {json.dumps(imagine(game.new(2, seed), -1, 4).to_json()["z"]) for seed in range(5)}
    assert len(worlds) == 1
    assert len({json.dumps(imagine(game.new(2, 1), -1, seed).to_json()["z"]) for seed in range(5)}) == 5


def test_others_have_not_chosen_yet_while_all_choose() -> None:
    game = load("troyes_dice")
    state = game.new(3, 5)
    first = state.seat
    while state.seat == first:
        state.apply(state.options[-1])
    v, world = game.program.vocabulary, imagine(state, state.seat, 1)
    own = slice(v.fields_of(first), v.fields_of(first) + v.seat_size)
    assert state.sim is not None
    assert state.v[own] != state.sim[0][own]
    assert world.v[own] == state.sim[0][own]
    assert world.observe(state.seat) == state.observe(state.seat)
