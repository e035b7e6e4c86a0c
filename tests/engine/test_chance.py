"""Draws told one by one: what may come, and how likely, is what all orders of piles and all faces of dice give; few draws are told, and errors are clear."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod
from pathlib import Path
from typing import Any

import pytest

from ruleset_core import ChanceState, Game, IllegalOption, OptionError, State, chance_profile, load
from tests.engine.games import write
from tests.engine.hooked_game import hooked
from tests.sampled import LONG

GAME = """
game: drawing
name: {en: Drawing, es: Sorteo}
players: 2
sets:
  deeds: {members: [try_it, name_it, mix, order, roll, fan, count_it, wait]}
resources:
  members:
    point: {name: {en: points, es: puntos}}
pieces:
  card: {product: {rank: 1..RANKS}}
state:
  face: {is: 1..3}
  whom: {is: seat}
zones:
  deck: {of: card, start: all, visible: nobody}
  hand: {of: card, by: [seat], visible: owner}
  table: {of: card}
decisions:
  deed: {of: deeds, ask: {en: "What?", es: "¿Qué?"}}
define:
  four: {amount: count c in hand where c.rank == 4}
flow:
  - phase: deal
    do: shuffle deck; move deck[0] to seat_0.hand
  - phase: acting
    turns: once
    do: |
      choose deed {
        try_it { if would { move deck[0] to hand } then (four > 0) { gain 1 point }; move deck[0] to table }
        | name_it { for each c in card where c.rank == 2 and (c in deck) { move c to table }; move deck[0] to hand }
        | mix { for each c in hand { move c to deck }; shuffle deck; move deck[-1] to table; move deck[-1] to hand }
        | order { sort deck by it.rank mod 2; move deck[0] to table }
        | roll { roll face; roll whom; as whom { gain face point } }
        | fan { move deck[0] to table; move deck[0] to table; shuffle table }
        | count_it { gain (count c in deck where c.rank > 2) point }
        | wait { gain (count c in deck) point }
      }
score: {points: {name: {en: points, es: puntos}, amount: point}}
"""
Play = tuple[Any, ...]
"""What both seats saw at each question, and what was answered."""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return load(write(tmp_path / "drawing", GAME.replace("RANKS", "4")))


def seen(state: State) -> tuple[str, str]:
    return str(state.observe(0)), str(state.observe(1))


def plays_told(node: ChanceState, way: Play = (), chance: Fraction = Fraction(1)) -> Iterator[tuple[Play, Fraction]]:
    """All plays with their probabilities, by draws that are told."""
    if node.draw is not None:
        for outcome in node.draw.outcomes:
            yield from plays_told(node.settle(outcome), way, chance / len(node.draw.outcomes))
        return
    assert node.state is not None
    way = (*way, seen(node.state))
    if node.state.over:
        yield way, chance
    for option in node.state.options:
        yield from plays_told(node.take(option), (*way, option), chance)


def plays_drawn(
    game: Game, before: State, option: int | None = None, way: Play = (), share: Fraction = Fraction(1)
) -> Iterator[tuple[Play, Fraction]]:
    """The same, by all numbers that the usual game may draw."""
    given: list[tuple[int, int]] | None = []
    while given is not None:
        state = before.clone()
        state.script = {stream: [0] * 9 for stream in range(len(state.streams))}  # the least, where nothing is given
        for stream, outcome in reversed(given):
            state.script[stream].insert(0, outcome)
        if option is None:
            game.run(state)
        else:
            game.take(state, option)
        state.script = None
        draws = [*zip(state.draws[::3], state.draws[1::3], state.draws[2::3], strict=True)]
        chance = share / prod(size for _, size, _ in draws)
        here = (*way, seen(state))
        if state.over:
            yield here, chance
        for each in state.options:
            yield from plays_drawn(game, state, each, (*here, each), chance)
        given = following(draws)


def following(draws: list[tuple[int, int, int]]) -> list[tuple[int, int]] | None:
    """The draws that come next in order; None after the last ones."""
    while draws and draws[-1][2] == draws[-1][1] - 1:
        draws.pop()
    given = [(stream, outcome) for stream, _, outcome in draws]
    return [*given[:-1], (given[-1][0], given[-1][1] + 1)] if given else None


def added_up(plays: Iterator[tuple[Play, Fraction]]) -> dict[Play, Fraction]:
    found: dict[Play, Fraction] = {}
    for play, chance in plays:
        found[play] = found.get(play, Fraction(0)) + chance
    return found


@pytest.mark.slow
def test_what_is_told_is_what_the_usual_game_draws(tmp_path: Path) -> None:
    game = load(write(tmp_path / "drawing", GAME.replace("RANKS", "4" if LONG else "3")))
    before = game.blank(2, 1, {})
    before.stack.append(game.beginning)
    assert added_up(plays_told(ChanceState.begin(game))) == added_up(plays_drawn(game, before))


def answered(game: Game, *answers: str) -> ChanceState:
    """The game after some answers, the first outcome of each draw taken on the way, up to the draw after the last answer."""
    node = ChanceState.begin(game)
    for answer in answers:
        while node.draw is not None:
            node = node.settle(node.draw.outcomes[0])
        node = node.take(answer)
    return node


def names(node: ChanceState) -> tuple[str, tuple[str, ...]]:
    assert node.draw is not None
    return node.draw.name, node.draw.names


def test_only_cards_that_are_looked_at_are_drawn(game: Game) -> None:
    assert names(answered(game)) == ("deck", ("card_1", "card_2", "card_3", "card_4"))
    assert answered(game, "deed wait").draw is None
    assert names(answered(game, "deed try_it")) == ("deck", ("card_2", "card_3", "card_4"))


def test_who_goes_through_a_pile_draws_all_of_it(game: Game) -> None:
    node = answered(game, "deed count_it")
    assert names(node)[1] == ("card_2", "card_3", "card_4")
    assert names(node.settle(2))[1] == ("card_2", "card_4")
    assert node.settle(2).settle(1).draw is None


def test_a_card_taken_by_its_name_is_not_drawn(game: Game) -> None:
    node = answered(game, "deed name_it")
    assert names(node)[1] == ("card_3", "card_4")  # card 1 is in the hand, card 2 on the table


def test_a_shuffled_pile_that_is_seen_is_drawn_at_once(game: Game) -> None:
    node = answered(game, "deed fan").settle(1).settle(2)
    assert names(node) == ("table", ("card_2", "card_3"))
    after = node.settle(2)
    assert after.draw is None
    assert after.state is not None
    assert after.state.observe(-1)["zones"]["table"] == ["card_3", "card_2"]  # from the end on


def test_dice_and_seats_are_rolled(game: Game) -> None:
    node = answered(game, "deed roll")
    assert names(node) == ("face", ("1", "2", "3"))
    assert names(node.settle(2)) == ("whom", ("seat_0", "seat_1"))
    after = node.settle(2).settle(1)
    assert after.state is not None
    assert [after.state.ask("point", seat) for seat in (0, 1)] == [0, 3]


def test_a_state_goes_on_by_itself_afterwards(game: Game) -> None:
    node = answered(game, "deed mix").settle(0).settle(1)
    assert node.state is not None
    state = node.state.clone()
    while not state.over:
        state.apply(state.options[0])
    assert node.state.seat == 1  # it does not change


def test_what_cannot_come_now_is_refused(game: Game) -> None:
    node = ChanceState.begin(game)
    with pytest.raises(IllegalOption, match="something is to be drawn first"):
        node.take("deed wait")
    with pytest.raises(OptionError, match="`deck` cannot be 4 now"):
        node.settle(4)
    with pytest.raises(OptionError, match="nothing is to be drawn now"):
        node.settle(0).settle(0)
    with pytest.raises(IllegalOption, match="the game is over"):
        answered(game, "deed wait", "deed wait").take("deed mix")


def test_a_game_with_python_of_its_own_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OptionError, match="Hooked runs Python of its own, so its draws cannot be told one by one"):
        ChanceState.begin(hooked(tmp_path, monkeypatch))


def test_what_a_game_has_of_chance_and_secrets(game: Game) -> None:
    found = chance_profile(game)
    assert (found.most_outcomes, found.hides) == (4, True)
    assert chance_profile(load("pig")).most_outcomes == 6
    assert chance_profile(load("oars")).hides  # all choose at the same time
