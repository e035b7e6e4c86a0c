"""Of pieces that show the same, those stand for an answer that the question can mean."""

from __future__ import annotations

import pytest

from ruleset_core import Game, load, start_at
from ruleset_core.view.scene.scene_builder import scene
from tests.engine.games import write
from tests.scenes.test_scenes import cards

GAME = """
game: bowls
name: {en: Bowls, es: Cuencos}
players: 2
pieces: {die: {count: 6, name: {en: die, es: dado}}}
zones:
  table: {of: die, start: all}
  bowl: {of: die, by: [seat]}
state:
  pips: {by: [die], is: 1..6}
  home: {by: [die], is: "seat?"}
decisions:
  own: {of: die, word: own, notation: "{pips[it]}", ask: {en: Which of yours?, es: ¿Cuál tuyo?}}
  held: {of: die, word: held, notation: "{pips[it]}", ask: {en: Which in your bowl?, es: ¿Cuál de tu cuenco?}}
  any_die: {of: die, word: any, notation: "{pips[it]}", ask: {en: Which one?, es: ¿Cuál?}}
define:
  pick:
    params: {whose: "seat?"}
    effect: choose any_die d in table where home[d] == whose
flow:
  - phase: owns
    turns: once
    do: choose own d in table where home[d] == me and pips[d] < 6 { move d to bowl }
  - phase: holds
    turns: once
    do: choose held d in bowl
  - phase: picks
    turns: once
    do: do pick(me)
score:
  nothing: {name: {en: nothing, es: nada}, amount: 0}
look:
  panels:
    dice:
      show:
        - pieces: d in table
        - each: p in seat
          show: [{pieces: d in p.bowl}]
"""
GIVEN = {
    "zones": {"table": ["die_1", "die_2", "die_3"]},
    "pips": dict.fromkeys(("die_1", "die_2", "die_4", "die_5"), 3) | {"die_3": 5, "die_6": 5},
    "home": {"die_1": 0, "die_2": 1, "die_3": 0},
}
BOWLS = [{"bowl": ["die_4", "die_6"]}, {"bowl": ["die_5"]}]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load(write(tmp_path_factory.mktemp("bowls") / "bowls", GAME))


def pointed_at(game: Game, phase: str) -> set[str]:
    """The pieces that stand for an answer to the first question of a phase."""
    state = start_at(game, phase, 2, 1, given={**GIVEN, "seats": BOWLS})
    shown = scene(game, state.masked(0), options=state.options)
    assert {option for card in cards(shown) for option in card.stand.options} == set(state.options)
    return {card.stand.id for card in cards(shown) if card.stand.options}


@pytest.mark.parametrize(
    ("phase", "meant"),
    [
        ("owns", {"die_1", "die_3"}),  # what a condition leaves out cannot be meant, though it shows the same
        ("holds", {"die_4", "die_6"}),  # nor what lies somewhere else
        (
            "picks",
            {"die_1", "die_2", "die_3"},
        ),  # who asks for what is no part of the position: what shows the same may be meant
    ],
)
def test_of_pieces_that_show_the_same_those_stand_for_an_answer_that_can_be_meant(
    game: Game, phase: str, meant: set[str]
) -> None:
    assert pointed_at(game, phase) == meant
