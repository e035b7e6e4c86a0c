"""What becomes of cards in many games: counted in the core as in Python, and by whoever plays step by step."""

from __future__ import annotations

import pickle
from pathlib import Path
from random import Random

import pytest

from ruleset_core import BrokenRuleError, Game, State, core_of, load
from ruleset_core.discovery import find_game
from ruleset_core.engine.core.game_results import Counts
from ruleset_core.engine.core.interpreted_runner import InterpretedRunner
from ruleset_core.engine.core.many_games import Core
from tests.campaign.run import boxes

STALL = """
game: stall
name: {en: Stall, es: Puesto}
players: 2..3
sets:
  way: {members: {left: {name: {en: Left, es: Izquierda}}, right: {name: {en: Right, es: Derecha}}}}
resources:
  members:
    point: {name: {en: points, es: puntos}}
pieces:
  ware: {total: 9, facts: {worth: int}}
  deed: {total: 2, facts: {worth: int}}
state:
  owns: {by: [seat, deed], is: bool}
zones:
  deck: {of: ware, start: all, visible: nobody}
  lost: {of: ware, visible: nobody}
  row: {of: ware}
  pile: {of: ware, visible: top}
  hand: {of: ware, by: [seat], visible: owner}
decisions:
  show: {of: ware, ask: {en: "Which ware?", es: "¿Qué mercancía?"}}
  keep: {of: deed, ask: {en: "Which deed?", es: "¿Qué escritura?"}}
  turn: {of: way, ask: {en: "Which way?", es: "¿Hacia dónde?"}}
flow:
  - phase: setup
    do: |
      shuffle deck;
      for each p in seat { move deck[0] to p.hand };
      move deck[0] to pile; move deck[0] to pile;
      move deck[0] to lost
  - phase: market
    turns: once
    do: |
      choose turn w in way { gain 1 point };
      choose show c in hand { move c to row };
      choose keep d in deed { set owns[d] = true }
score:
  points: {name: {en: points, es: puntos}, amount: point}
"""
WARES = """
kind: ware
cards:
  salt: {name: {en: Salt, es: Sal}, copies: 6, worth: 1, provenance: house}
  silk: {name: {en: Silk, es: Seda}, copies: 3, worth: 2, provenance: house}
"""
DEEDS = """
kind: deed
cards:
  mill: {name: {en: Mill, es: Molino}, worth: 1, provenance: house}
  ferry: {name: {en: Ferry, es: Barca}, worth: 2, provenance: house}
"""


def laid_out(folder: Path, header: str = STALL) -> Game:
    """The game in a directory."""
    (folder / "cards").mkdir(parents=True)
    (folder / "game.yaml").write_text(header, encoding="utf-8")
    (folder / "cards" / "wares.yaml").write_text(WARES, encoding="utf-8")
    (folder / "cards" / "deeds.yaml").write_text(DEEDS, encoding="utf-8")
    return load(folder)


@pytest.fixture(scope="module")
def stall(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return laid_out(tmp_path_factory.mktemp("games") / "stall")


def by_interpreter(game: Game) -> Core:
    return Core(game, InterpretedRunner(game), "interpreter", "asked for")


def played(game: Game, players: int, seed: int) -> tuple[State, Counts]:
    """A random game played step by step, and what was counted in it."""
    state, random, tally = game.new(players, seed), Random(seed), core_of(game).tally(players)
    tally.begin(state)
    while not state.over:
        option = random.choice(state.options)
        tally.choose(state, option)
        state.apply(option)
        tally.go_on(state)
    tally.end(state)
    return state, tally.counts()


WITH_CARDS = [box for box in boxes() if (find_game(box.split("+")[0]) / "cards").is_dir()]


@pytest.mark.parametrize("box", WITH_CARDS)
def test_the_core_counts_as_python_does(box: str) -> None:
    name, *expansions = box.split("+")
    game = load(name, expansions=expansions)
    for players in {*game.players}:
        found = core_of(game).play(players, 3, 7, first=2, counts=True)
        plain = by_interpreter(game).play(players, 1, 7, first=4, counts=True)
        alone = core_of(game).play(players, 3, 7, first=2)
        assert found.counts is not None
        assert plain.counts is not None
        assert found.counts.row(2) == plain.counts.row(0)
        assert sum(found.counts.row(0))
        for name in ("scores", "winners", "outcomes", "decisions", "options_taken"):
            assert getattr(found, name).tolist() == getattr(alone, name).tolist()
            assert getattr(found, name).tolist()[2:] == getattr(plain, name).tolist()


@pytest.mark.slow
def test_threads_and_pieces_of_a_run_count_alike() -> None:
    core = core_of(load("troyes"))
    found = [core.play(3, 1200, 7, threads=threads, counts=True).counts for threads in (1, 2)]
    rest = core.play(3, 40, 7, first=1160, counts=True).counts
    assert rest is not None
    assert found[0] is not None
    assert found[0] == found[1]
    assert [found[0].row(1160 + row) for row in range(40)] == [rest.row(row) for row in range(40)]


def test_counts_are_sent_to_other_processes_and_games_without_cards_have_none() -> None:
    counts = core_of(load("troyes")).play(2, 2, 7, counts=True).counts
    assert counts is not None
    assert pickle.loads(pickle.dumps(counts)) == counts
    none = core_of(load("pig")).play(2, 2, 7, counts=True).counts
    assert none is not None
    assert (none.cards, none.row(1)) == ((), b"")
    assert core_of(load("pig")).play(2, 2, 7).counts is None


def test_a_copy_comes_out_once_where_somebody_sees_it_first(stall: Game) -> None:
    state, counts = played(stall, 2, 5)
    dealt = [[counts.dealt(0, card, seat) for seat in (0, 1, None)] for card in range(2)]
    assert [sum(each[seat] for each in dealt) for seat in range(3)] == [1, 1, 1]  # a hand each, and the top of the pile
    assert len(state.z[1]) == 1  # what was lost nobody saw, as what lies below the top
    v = stall.program.vocabulary
    top = state.z[v.zones["pile"].slot][-1]
    assert dealt[int(v.domains["ware"].ids[top].startswith("silk"))][2] == 1


def test_cards_that_are_no_pieces_lie_before_all_from_the_beginning(stall: Game) -> None:
    _, counts = played(stall, 3, 5)
    assert counts.cards == ("salt", "silk", "mill", "ferry")
    assert [[counts.dealt(0, card, seat) for seat in (0, 1, 2, None)] for card in (2, 3)] == [[0, 0, 0, 1]] * 2


def test_offered_is_once_a_decision_and_taken_what_was_meant(stall: Game) -> None:
    state, counts = played(stall, 3, 6)
    v = stall.program.vocabulary
    for seat in range(3):
        assert [counts.offered(0, card, seat) for card in (2, 3)] == [1, 1]
        assert sum(counts.taken(0, card, seat) for card in (2, 3)) == 1
        owns = v.fields_of(seat) + v.fields["owns"].offset
        assert [counts.had(0, card, seat) for card in (2, 3)] == state.v[owns : owns + 2]
        assert [counts.taken(0, card, seat) for card in (2, 3)] == state.v[owns : owns + 2]


def test_what_is_taken_by_itself_counts_too(stall: Game) -> None:
    state, counts = played(stall, 2, 6)
    row = [
        stall.program.vocabulary.domains["ware"].ids[piece]
        for piece in state.z[stall.program.vocabulary.zones["row"].slot]
    ]
    for card, name in enumerate(("salt", "silk")):
        taken = sum(counts.taken(0, card, seat) for seat in range(2))
        assert taken == sum(each.startswith(name) for each in row)
        assert sum(counts.offered(0, card, seat) for seat in range(2)) == taken
        assert sum(counts.had(0, card, seat) for seat in range(2)) == 0


def test_how_far_a_seat_is_ahead_is_noted_when_it_is_first_offered_a_card(stall: Game) -> None:
    state, tally, ahead = stall.new(2, 6), core_of(stall).tally(2), {}
    tally.begin(state)
    while not state.over:
        keeps = stall.card_of(state.options[0]) in {"mill", "ferry"}
        if keeps:
            scores = state.scores()
            ahead[state.seat] = 2 * scores[state.seat] - sum(scores)
        tally.choose(state, state.options[0])
        state.apply(state.options[0])
        tally.go_on(state)
    tally.end(state)
    counts = tally.counts()
    assert [[counts.lead(0, card, seat) for card in (2, 3)] for seat in range(2)] == [[ahead[0]] * 2, [ahead[1]] * 2]
    assert ahead == {0: 1, 1: 0}  # who comes second has as many points by then
    assert pickle.loads(pickle.dumps(counts)) == counts


def test_games_of_policies_are_counted(stall: Game) -> None:
    found = [
        core.play(2, 2, 3, policies=["easy", "random"], counts=True) for core in (core_of(stall), by_interpreter(stall))
    ]
    assert found[0].counts == found[1].counts is not None


def test_a_rule_that_breaks_while_it_is_counted_says_in_which_game(tmp_path: Path) -> None:
    header = STALL.replace("  owns:", '  boss: {is: "seat?"}\n  owns:')
    game = laid_out(tmp_path, header.replace("{ gain 1 point }", "{ if w == right { as boss { gain 1 point } } }"))
    told = []
    for core in (core_of(game), by_interpreter(game)):
        with pytest.raises(BrokenRuleError, match="of seed 3") as found:
            core.play(2, 40, 3, counts=True)
        told.append(str(found.value))
    assert told[0] == told[1]


@pytest.mark.slow
def test_what_python_alone_may_play_to_the_end_is_counted_all_the_same(tmp_path: Path) -> None:
    header = STALL.replace("  owns:", "  x: {is: int}\n  owns:")
    long = "{ if w == right { repeat 250000 { set x = x + 1; set x = x - 1 } }; gain 1 point }"
    game = laid_out(tmp_path, header.replace("{ gain 1 point }", long))
    found = [core.play(2, 4, 3, counts=True) for core in (core_of(game), by_interpreter(game))]
    assert found[0].counts == found[1].counts is not None
    assert found[0].scores == found[1].scores
