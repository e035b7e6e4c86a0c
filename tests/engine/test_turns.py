"""Orders of turns, further turns, and the ends of phases."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import State
from tests.engine import games

ASK = "may more { gain 1 point }"


def seats(state: State, answers: str = "", most: int = 60) -> list[int]:
    """Who decides, in order; the answers to `more` are written y and n, no after the last."""
    found = []
    for step in range(most):
        if state.over:
            break
        found.append(state.seat)
        state.apply(f"more {'true' if answers[step : step + 1] == 'y' else 'false'}")
    return found


def begin(directory: Path, turns: str, do: str = ASK, players: int = 3, more: str = "") -> State:
    extra = f", {more}" if more else ""
    game = games.flow(directory, f'flow: [{{phase: go, turns: {turns}, do: "{do}"{extra}}}]')
    slow, fast = game.interpreted().new(players, 1), game.new(players, 1)
    assert slow.to_json() == fast.to_json()
    return fast


@pytest.mark.parametrize(
    ("turns", "order"), [("once", [0, 1, 2]), ("simultaneous", [0, 1, 2]), ("snake", [0, 1, 2, 2, 1, 0])]
)
def test_each_seat_in_turn(tmp_path: Path, turns: str, order: list[int]) -> None:
    assert seats(begin(tmp_path, turns)) == order


@pytest.mark.parametrize(
    ("turns", "order"), [("once", [2, 0, 1]), ("snake", [2, 0, 1, 1, 0, 2]), ("until_all_pass", [2, 0, 1])]
)
def test_first_is_who_begins(tmp_path: Path, turns: str, order: list[int]) -> None:
    do = f"{ASK}; pass_turn" if turns == "until_all_pass" else ASK
    flow = f'flow: [{{phase: setup, do: "set starter = seat_2"}}, {{phase: go, turns: {turns}, do: "{do}"}}]'
    assert seats(games.flow(tmp_path / "starter", flow).new(3, 1)) == order
    flow = f'flow: [{{phase: go, turns: {turns}, first: "first p in seat where p.turns == 0 and p != seat_0 and p != seat_1", do: "{do}"}}]'
    assert seats(games.flow(tmp_path / "first", flow).new(3, 1)) == order


def test_forever_goes_round_until_the_game_ends(tmp_path: Path) -> None:
    do = "set tally = tally + 1; may more { gain 1 point }; if tally == 7 { end_game }"
    assert seats(begin(tmp_path, "forever", do)) == [0, 1, 2, 0, 1, 2, 0]


def test_until_is_looked_at_after_every_turn(tmp_path: Path) -> None:
    do = "set tally = tally + 1; may more { gain 1 point }"
    assert seats(begin(tmp_path, "forever", do, more="until: tally == 4")) == [0, 1, 2, 0]
    assert seats(begin(tmp_path / "once", "once", do, more="until: tally == 2")) == [0, 1]
    assert seats(begin(tmp_path / "mine", "forever", do, more="until: point == 2"), "ynnyyy") == [0, 1, 2, 0]


def test_who_has_passed_is_left_out(tmp_path: Path) -> None:
    do = "choose more b; if b { gain 1 point } else { pass_turn }"
    assert seats(begin(tmp_path, "until_all_pass", do), "ynyyyny") == [0, 1, 2, 0, 2, 0, 2, 2]


def test_passes_are_forgotten_in_the_next_phase(tmp_path: Path) -> None:
    phase = 'turns: until_all_pass, do: "may more { gain 1 point }; pass_turn"'
    game = games.flow(tmp_path, f"flow: [{{phase: one, {phase}}}, {{phase: two, {phase}}}]")
    assert seats(game.new(2, 1)) == [0, 1, 0, 1]


def test_again_is_another_turn_at_once(tmp_path: Path) -> None:
    do = "choose more b; if b { again }"
    assert seats(begin(tmp_path, "once", do), "ynyyn") == [0, 0, 1, 1, 1, 2]
    assert seats(begin(tmp_path / "snake", "snake", do, 2), "yn") == [0, 0, 1, 1, 0]


def test_phase_for_a_field_counts_it(tmp_path: Path) -> None:
    one = '{phase: one, turns: once, do: "may more { gain 1 point }; set turns = turns + round"}'
    state = games.flow(tmp_path, f"flow: [{{phase: all, for: round, in: 2 to 4, steps: [{one}]}}]").new(2, 1)
    phases = []
    while not state.over:
        phases.append((state.ask("round"), state.phase))
        state.apply("more false")
    assert phases == [(2, "one")] * 2 + [(3, "one")] * 2 + [(4, "one")] * 2
    assert state.ask("turns", 1) == 9


def test_listeners_of_a_phase_and_what_is_queued(tmp_path: Path) -> None:
    rest = """
    events: {rang: {fields: {n: int}, resolve: queued}}
    rules:
      - {id: dawn, when: {event: begin go, do: "set tally = tally * 10 + 1"}}
      - {id: dusk, when: {event: end go, do: "set tally = tally * 10 + 2"}}
      - {id: bell, when: {event: rang, do: "set tally = tally * 10 + n; if n < 5 { emit rang(n + 2) }"}}
    flow:
      - {phase: go, turns: once, do: "emit rang(3); emit rang(4); set tally = tally * 10 + 9; may more { gain 1 point }"}
    """
    state = games.flow(tmp_path, rest).new(1, 1)
    assert state.ask("tally") == 19
    state.apply("more false")
    assert (state.over, state.ask("tally")) == (True, 1934562)


def test_phase_is_told(cards_at_the_end: State) -> None:
    assert cards_at_the_end.phase == "showing"


@pytest.fixture
def cards_at_the_end(tmp_path: Path) -> State:
    state = games.cards(tmp_path).new(2, 1)
    while not state.over:
        state.apply(state.options[0])
    return state
