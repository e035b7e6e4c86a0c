"""What the questions of Masons say: where a tower or a house stands, and nothing that is not so."""

from __future__ import annotations

import pytest

from ruleset_core import Game, State, load, start_at


@pytest.fixture(scope="module")
def masons() -> Game:
    return load("carcassonne_masons")


def _begun(game: Game, *dice: str, **given: object) -> State:
    script = dict(zip(("first_die", "second_die", "tower_die"), ([each] for each in dice), strict=False))
    given = {"starter": 0, "tower": {"c4": "black", "d4": "white"}} | given
    return start_at(
        game, phase="building", players=2, seed=1, options={"early_roll": False}, given=given, script=script
    )


def _asked(state: State) -> list[str]:
    assert state.decision is not None
    return [state.decision.prompt("en"), state.decision.prompt("es")]


def test_a_free_house_is_asked_for_its_side(masons: Game) -> None:
    state = _begun(masons, "face_any", "face_any")
    state.apply("wall c4_d4")
    assert _asked(state) == [
        "Which colour do you choose for the house on L36, between C4, D4 and D3?",
        "¿Qué color eliges para la casa de L36, entre C4, D4 y D3?",
    ]
    state.apply("house red")
    assert _asked(state) == [
        "Which colour do you choose for the house on L37, between C4, C5 and D4?",
        "¿Qué color eliges para la casa de L37, entre C4, C5 y D4?",
    ]


def test_sides_are_told_by_their_corners(masons: Game) -> None:
    state = _begun(masons, "face_red", "face_any")
    state.apply("wall c4_d4")
    assert _asked(state) == [
        "The dice show red and any colour. On which side does the house of the first die go?",
        "Los dados muestran rojo y cualquier color. ¿En qué lado va la casa del primer dado?",
    ]
    assert [masons.label(state, option, "es") for option in state.options] == [
        "L36, entre C4, D4 y D3",
        "L37, entre C4, C5 y D4",
    ]
    state.apply("house on l37")
    assert _asked(state)[0] == "Which colour do you choose for the house on L36, between C4, D4 and D3?"


def test_a_tower_is_asked_for_its_end_and_a_colour_that_is_out_is_told(masons: Game) -> None:
    state = _begun(masons, "face_red", "face_red", "black", tower={}, towers_left={"black": 0})
    state.apply("wall c4_d4")
    assert _asked(state) == [
        "No black tower is left, so the colour is yours to choose. Which end first?",
        "No quedan torres negras, así que eliges el color. ¿En qué extremo primero?",
    ]
    state.apply("free tower at d4")
    assert _asked(state) == [
        "Which colour do you choose for the tower at D4?",
        "¿Qué color eliges para la torre de D4?",
    ]
    state.apply("tower grey")
    assert _asked(state) == [
        "Which colour do you choose for the tower at C4?",
        "¿Qué color eliges para la torre de C4?",
    ]


def test_a_tower_of_the_rolled_colour_and_one_of_any(masons: Game) -> None:
    state = _begun(masons, "face_red", "face_red", "black", tower={})
    state.apply("wall c4_d4")
    assert _asked(state)[0] == "Which end gets the black tower?"
    state.apply("tower at d4")
    assert _asked(state)[0] == "Which colour do you choose for the tower at C4?"


def test_a_city_is_named_in_the_language_of_the_player(masons: Game) -> None:
    """Also where it is told without a position, as a choice that was forced is."""
    option = masons.parse("join 1")
    state = _begun(masons, city={"l22": 1, "l23": 1}, stands={1: True})
    assert [masons.label(state, option, lang) for lang in ("en", "es")] == ["city 1, size 2", "ciudad 1, tamaño 2"]
    for word in ("join 1", "city 1"):
        assert [masons.option_name(masons.parse(word), lang) for lang in ("en", "es")] == ["city 1", "ciudad 1"]


def test_only_an_exchange_of_cards_is_secret(masons: Game) -> None:
    assert masons.is_secret(masons.parse("swap wild_walls"))
    assert not masons.is_secret(masons.parse("discard wild_walls"))


def test_a_reason_is_told_of_crossings_with_a_tower_and_without_a_wall(masons: Game) -> None:
    for dice, word in (("white", "tower at"), ("black", "free tower at")):
        given = {"tower": {"f4": "black"}, "towers_left": {"black": 0}}
        state = _begun(masons, "face_red", "face_red", dice, **given)
        state.apply("wall c4_d4")
        assert state.why_not(masons.parse(f"{word} f4")) == "A tower stands there already."
        assert state.why_not(masons.parse(f"{word} g4")) == "No wall ends there."
