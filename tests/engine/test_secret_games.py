"""Games in which some know more than others: secret roles, cards up and down, one card shown to one player, hints."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import Game, State, imagine, load, start_at, story_of, trace_setup, trace_step
from ruleset_core.lang.visibility import hint_column, hint_facts_of, words_of
from ruleset_core.testing import check_game
from ruleset_core.testing.conformance import secrecy_checks
from tests.engine.games import write
from tests.sampled import CLOSELY, CONFORMANCE_SECONDS, LONG

NIGHTS = """
game: nights
name: {en: Nights, es: Noches}
players: 4..5
pieces:
  role: {total: 5, remembered: true, hints: [wolf], facts: {wolf: bool, seer: bool}}
zones:
  box: {of: role, start: all, visible: nobody}
  role: {of: role, by: [seat], visible: owner}
  known: {of: role, by: [seat]}
state:
  night: {is: 0..3}
  target: {by: [seat], is: "seat?", visible: owner}
  accused: {by: [seat], is: "seat?"}
  gone: {by: [seat], is: bool}
decisions:
  target: {of: seat, ask: {en: "Whom?", es: "¿A quién?"}, secret: true}
  vote: {of: seat, ask: {en: "Who goes?", es: "¿Quién se va?"}}
define:
  leave: {params: {p: seat}, effect: "set p.gone = true; move p.role[0] to p.known"}
flow:
  - phase: setup
    do: |
      shuffle box;
      for each p in seat { move box[0] to p.role };
      for each p in seat where (any r in p.role where r.wolf) {
        for each q in seat where (any r in q.role where r.wolf) { for each r in q.role { show r.wolf to p } }
      }
  - phase: nights
    for: night
    in: 1 to 3
    steps:
      - phase: dark
        turns: simultaneous
        skip: gone
        do: choose target p in others where not p.gone { set target = p }
      - phase: dawn
        do: |
          for each p in seat where (any r in p.role where r.seer) {
            if p.target != none { for each r in p.target.role { show r.wolf to p } }
          }
      - phase: day
        turns: once
        skip: gone
        do: choose vote p in others where not p.gone { set accused = p }
      - phase: dusk
        do: |
          let out = most p in seat by (count q in seat where q.accused == p) ties first;
          if out != none { if not out.gone { do leave(out) } };
          for each p in seat { set p.accused = none; set p.target = none }
score:
  village: {name: {en: wolves found, es: lobos hallados}, amount: count p in seat where (any r in p.known where r.wolf)}
"""
ROLES = """
kind: role
cards:
  grey: {name: {en: Grey, es: Gris}, provenance: house, wolf: true, seer: false}
  black: {name: {en: Black, es: Negro}, provenance: house, wolf: true, seer: false}
  seer: {name: {en: Seer, es: Vidente}, provenance: house, wolf: false, seer: true}
  baker: {name: {en: Baker, es: Panadera}, provenance: house, wolf: false, seer: false}
  smith: {name: {en: Smith, es: Herrera}, provenance: house, wolf: false, seer: false}
"""
STUD = """
game: stud
name: {en: Stud, es: Tapadas}
players: 2..3
sets: {deeds: {members: [stay, fold, show_one, turn_down]}}
pieces: {card: {total: 12, named: false, remembered: true, facts: {value: 1..12}}}
state:
  round: {is: 0..3}
  folded: {by: [seat], is: bool}
zones:
  deck: {of: card, start: all, visible: nobody}
  hole: {of: card, by: [seat], visible: owner}
  shown: {of: card, by: [seat]}
  muck: {of: card, visible: nobody}
decisions: {deed: {of: deeds, ask: {en: "What?", es: "¿Qué?"}}}
flow:
  - phase: setup
    do: shuffle deck; for each p in seat { move deck[0] to p.hole; move deck[0] to p.shown }
  - phase: rounds
    for: round
    in: 1 to 3
    steps:
      - {phase: dealing, do: "for each p in seat where not p.folded { move deck[0] to p.shown }"}
      - phase: betting
        turns: once
        skip: folded
        do: |
          choose deed {
            stay { } | fold { set folded = true; for each c in hole { move c to muck }; for each c in shown { move c to muck } } |
            show_one where (count c in hole) > 0 { for each p in others { show hole[0] to p } } |
            turn_down where (count c in shown) > 0 { move shown[0] to hole }
          }
score:
  best: {name: {en: best card, es: mejor carta}, amount: if folded then 0 else highest c in shown of c.value}
"""
CARDS = "kind: card\ncards:\n" + "\n".join(
    f"  c{value}: {{provenance: house, value: {value}}}" for value in range(1, 13)
)


@pytest.fixture(scope="module")
def nights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games") / "nights"
    return write(folder, NIGHTS, ROLES)


@pytest.fixture(scope="module")
def stud(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("games") / "stud", STUD, CARDS)


def untrue(other: State, seat: int) -> list[str]:
    """The pieces of a world of which a seat was told something that is not so there."""
    v, found = other.game.program.vocabulary, []
    for kind in [each.name for each in v.domains.values() if each.hints]:
        for piece, name in enumerate(v.domains[kind].ids):
            words = words_of(v, kind, piece, other.v)
            for fact in hint_facts_of(v, kind):
                value = fact.values[piece]
                assert isinstance(value, int)
                if words[hint_column(v, kind, fact.name) + value] >> seat & 1:
                    found.append(name)
    return found


def play(game: Game, players: int, seed: int) -> None:
    """A random game in which nothing is given away, and every world that somebody imagines is one that may be."""
    state, random = game.new(players, seed), Random(seed)
    while not state.over:
        position = secrecy_checks.CheckedPosition(game, state, state, random)
        assert not [
            *secrecy_checks.hidden(position),
            *secrecy_checks.stories(position),
            *secrecy_checks.foresight(position),
        ]
        for seat in range(players):
            other = imagine(state, seat, random.randrange(1000))
            assert not untrue(other, seat)
            assert other.observe(seat) == state.observe(seat)
        state.apply(random.choice(state.options))


# -- secret roles -----------------------------------------------------------------------------------------------


def roles(state: State, viewer: int) -> list[Any]:
    """What a seat knows of the roles by seat: the role, what is left of `wolf`, or nothing."""
    found = []
    for seat in state.observe(viewer)["seats"]:
        role = seat["role"]
        found.append(role[0] if isinstance(role, list) else [each["wolf"] for each in role["hints"]])
    return found


DEALT = ["grey", "seer", "black", "baker"]


def night(game: Game) -> State:
    """A game in which the first and the third are wolves and the second is the seer."""
    for seed in range(400):
        state = game.new(4, seed)
        if [roles(state, seat)[seat] for seat in range(4)] == DEALT:
            return state
    raise AssertionError("these roles are never dealt")


def test_wolves_know_each_other_and_nobody_else_knows_a_thing(nights: Path) -> None:
    state = night(load(nights))
    assert roles(state, 0) == ["grey", [], [[True]], []]
    assert roles(state, 1) == [[], "seer", [], []]
    assert roles(state, 2) == [[[True]], [], "black", []]
    assert roles(state, 3) == [[], [], [], "baker"]


def test_nobody_is_told_who_learned_who_is_a_wolf(nights: Path) -> None:
    game = load(nights)
    state = night(game)
    told = [story_of(game, 4, [trace_setup(state)], viewer).to_json() for viewer in range(4)]
    assert all(part["kind"] != "show" for viewer in (1, 3) for part in told[viewer])
    heard = []
    for option in ("target seat_3", "target seat_2", "target seat_1", "target seat_0"):
        heard.append(trace_step(state, game.parse(option)))
        state.apply(option)
    shows = [
        [part for part in story_of(game, 4, heard, viewer).to_json() if part["kind"] == "show"] for viewer in range(5)
    ]
    assert [len(each) for each in shows] == [0, 1, 0, 0, 0]
    assert shows[1][0]["fact"] == "wolf"
    assert roles(state, 1) == [[], "seer", [[True]], []]


def test_who_is_told_of_a_role_imagines_it_as_it_is(nights: Path) -> None:
    state = night(load(nights))
    seen: dict[int, set[tuple[Any, ...]]] = {0: set(), 3: set()}
    for seat, found in seen.items():
        for seed in range(80):
            other = imagine(state, seat, seed)
            found.add(tuple(roles(other, each)[each] in {"grey", "black"} for each in range(4)))
    assert seen[0] == {(True, False, True, False)}
    assert len(seen[3]) > 3  # a role may lie in the box


@pytest.mark.slow
def test_a_game_of_roles_gives_nothing_away(nights: Path) -> None:
    for seed in range(6 if LONG else 2):
        play(load(nights), 4 + seed % 2, seed)
    report = check_game(load(nights), games=4, closely=CLOSELY, seconds=CONFORMANCE_SECONDS, source=str(nights))
    assert report.ok, "\n".join(report.lines())


# -- some cards up, some down -----------------------------------------------------------------------------------


def test_cards_that_lie_up_are_known_when_they_are_turned_down(stud: Path) -> None:
    given: dict[str, Any] = {"seats": [{"hole": ["c1"], "shown": ["c2", "c3"]}, {"hole": ["c4"], "shown": ["c5"]}]}
    state = start_at(load(stud), "betting", 2, 1, given=given)
    assert state.observe(1)["seats"][0]["hole"] == {"count": 1, "known": []}
    state.apply("deed turn_down")
    assert state.observe(1)["seats"][0]["hole"] == {"count": 2, "known": ["c2"]}
    state.apply("deed show_one")
    assert state.observe(0)["seats"][1]["hole"] == {"count": 1, "known": ["c4"]}


@pytest.mark.slow
def test_a_game_of_cards_up_and_down_gives_nothing_away(stud: Path) -> None:
    for seed in range(8 if LONG else 3):
        play(load(stud), 2 + seed % 2, seed)
    report = check_game(load(stud), games=4, closely=CLOSELY, seconds=CONFORMANCE_SECONDS, source=str(stud))
    assert report.ok, "\n".join(report.lines())


# -- the examples -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["burrow", "lamplighters"])
@pytest.mark.parametrize("seed", range(3 if LONG else 1))
def test_examples_give_nothing_away_and_their_worlds_agree_with_all_hints(name: str, seed: int) -> None:
    play(load(name), 2 + seed % 3, seed)


def test_what_hides_in_the_stump_is_an_animal_and_a_place() -> None:
    state = load("burrow").new(3, 1)
    v = state.game.program.vocabulary
    found = {
        tuple(v.domains["card"].ids[piece] for piece in imagine(state, 0, seed).z[v.zones["stump"].slot])
        for seed in range(60)
    }
    places = {"attic", "brook", "hollow_oak", "mill", "orchard", "woodpile"}
    assert all(one not in places and other in places for one, other in found)
    assert len(found) > 10
