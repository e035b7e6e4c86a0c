"""Players' names in questions, options and reasons, and lists among the facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, load
from tests.engine.games import flow, write

TOWN = """
game: town
name: {en: Town, es: Villa}
players: 2..3
sets:
  family:
    seats: true
    members: {grey: {name: {en: grey, es: gris}}}
  house:
    facts: {rooms: list of 0..9, doors: list of family}
    members: {small: {rooms: [1, 2], doors: [grey, grey]}}
pieces:
  coach: {count: 3}
zones:
  street: {of: coach, start: all}
state:
  rooms: {is: 0..9}
  owner: {by: [coach], is: family}
decisions:
  visit:
    of: family
    ask: {en: "Whom does {me} visit?", es: "¿A quién visita {me}?"}
    label: {en: "the house of {it}", es: "la casa de {it}"}
  ask:
    of: seat
    ask: {en: "Whom?", es: "¿A quién?"}
  ride:
    of: coach
    notation: "{owner[it]}"
    ask: {en: "Which coach?", es: "¿Qué coche?"}
    label: {en: "the coach of {owner[it]}", es: "el coche de {owner[it]}"}
flow:
  - phase: day
    turns: once
    do: |
      set owner[street[1]] = grey;
      choose ride c in street { move c to street };
      choose visit f in family where f != me { set rooms = small.rooms[0] };
      choose ask p in others { set rooms = small.rooms[1] }
score:
  rooms:
    name: {en: rooms, es: habitaciones}
    amount: if small.doors[0] == grey then rooms else 0
"""


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load(write(tmp_path_factory.mktemp("games") / "town", TOWN))


def test_players_are_numbered_from_one(town: Game) -> None:
    state = town.new(players=3, seed=1)
    state.apply("ride grey")
    assert state.decision is not None
    assert state.decision.prompt() == "Whom does Player 1 visit?"
    assert [town.label(state, option, "es") for option in state.options] == [
        "la casa de Jugador 2", "la casa de Jugador 3", "la casa de gris",
    ]  # fmt: skip


def test_players_are_called_by_their_names(town: Game) -> None:
    state, names = town.new(players=3, seed=1), ["Ana", "Bo", "Cy"]
    state.apply("ride grey")
    assert state.decision is not None
    assert state.decision.prompt("en", names) == "Whom does Ana visit?"
    assert [town.label(state, option, "en", names=names) for option in state.options] == [
        "the house of Bo", "the house of Cy", "the house of grey",
    ]  # fmt: skip
    assert "¿A quién visita Ana?" in str(state.why_not(town.parse("ask seat_1"), "es", names))
    state.apply("visit grey")
    assert [town.label(state, option, "en", names=names) for option in state.options] == ["Bo", "Cy"]
    assert [town.option_name(option, "en", names) for option in state.options] == ["Bo", "Cy"]


def test_the_glossary_knows_which_members_are_seats(town: Game) -> None:
    assert [town.glossary.seat("family", one) for one in town.glossary.members("family")] == [0, 1, 2, None]
    assert town.glossary.seat("seat", "seat_2") == 2
    assert town.glossary.seat("house", "small") is None


def test_lists_among_the_facts_are_told_as_data_writes_them(town: Game) -> None:
    assert town.glossary.figure("house", "small", "rooms").value == [1, 2]
    assert town.glossary.figure("house", "small", "doors").value == ["grey", "grey"]


def test_labels_that_show_what_tells_options_apart_need_no_piece(town: Game) -> None:
    """Such as moves of others that are told later, when the piece has gone."""
    option = town.parse("ride seat_1")
    assert town.option_name(option, "en", ["Ana", "Bo"]) == "the coach of Bo"
    assert town.option_name(option, "es") == "el coche de Jugador 2"
    assert town.option_name(town.parse("visit seat_1"), "en", ["Ana", "Bo"]) == "the house of Bo"


DETAILS = """
decisions:
  town: {of: 1..3, ask: {en: "Which?", es: "¿Cuál?"}, label: {en: "town {it}, size {tally + it}", es: "villa {it} ({tally})"}}
  near: {of: 1..3, ask: {en: "Which?", es: "¿Cuál?"}, label: {en: "town {it} of {tally}", es: "{tally}, {it}"}}
  far: {of: 1..3, ask: {en: "Which?", es: "¿Cuál?"}, label: {en: "town {it}, {if it == tally then 'here' else 'far away'}", es: "villa {it}{if it == tally then ' (aquí)'}"}}
"""


def test_what_a_label_tells_of_the_state_is_left_out_where_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "decisions.yaml").write_text(DETAILS, encoding="utf-8")
    steps = "choose town n { set tally = n }; choose near n { set tally = n }; choose far n { set tally = n }"
    game = flow(tmp_path, f"flow: [{{phase: go, turns: once, do: '{steps}'}}]")
    state, town, near, far = game.new(1, 1), game.parse("town 2"), game.parse("near 2"), game.parse("far 2")
    assert [game.label(state, town, lang) for lang in ("en", "es")] == ["town 2, size 2", "villa 2 (0)"]
    assert [game.option_name(town, lang) for lang in ("en", "es")] == ["town 2", "villa 2"]
    assert [game.option_name(near, lang) for lang in ("en", "es")] == ["2", "2"]
    assert [game.option_name(far, lang) for lang in ("en", "es")] == ["town 2", "villa 2"]
