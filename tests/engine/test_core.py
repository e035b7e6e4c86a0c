"""Many games at once: what `core_of(game)` gives is what single games give, one by one."""

from __future__ import annotations

import copy
import pickle
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleset_core import (
    Game,
    IllegalOption,
    NotationError,
    OptionError,
    SaveError,
    State,
    core_of,
    follow_move,
    group_at_start,
    imagine,
    load,
)
from ruleset_core.engine.core.interpreted_runner import InterpretedRunner
from ruleset_core.engine.core.many_games import Core
from ruleset_core.engine.determinization import WorldSampler
from ruleset_core.lang.runtime import ASIDE, SideStream, numbered, stream_start
from ruleset_core.play.bots import make_bot
from tests.engine.games import flow

GAMES = [("pig", 2), ("tic_tac_toe", 2), ("troyes_dice", 3), ("carcassonne_masons", 2)]


@pytest.fixture(params=GAMES, ids=[name for name, _ in GAMES])
def table(request: pytest.FixtureRequest) -> tuple[Game, int]:
    name, players = request.param
    return load(name), players


def by_hand(state: State, aside: SideStream) -> Iterator[int]:
    """Play a state to its end at random, and tell each option."""
    while not state.over:
        option = state.options[aside.pick(len(state.options))]
        yield option
        state.apply(option)


def without_log(state: State) -> dict[str, object]:
    """A state without what its last decision drew, which nobody notes for states side by side."""
    return {name: value for name, value in state.to_json().items() if name not in {"draws", "forced"}}


def test_each_of_many_games_can_be_played_alone(table: tuple[Game, int]) -> None:
    game, players = table
    found = core_of(game).play(players, games=6, seed=5, first=2)
    assert len(found) == 6
    for row in range(6):
        state = game.new(players, 5, game=2 + row)
        forced = [len(state.forced) // 2 for _ in by_hand(state, SideStream(numbered(stream_start(5, ASIDE), 2 + row)))]
        assert found.decisions[row] == len(forced)
        assert (
            found.options_taken[row] == len(forced) + sum(forced) + len(state.forced) // 2
        )  # those after the last one too
        assert [found.scores[row, seat] for seat in range(players)] == state.scores()
        assert [seat for seat in range(players) if found.winners[row, seat]] == state.winners()


def test_threads_and_pieces_of_a_run_change_nothing(table: tuple[Game, int]) -> None:
    game, players = table
    core = core_of(game)
    told: list[int] = []
    whole = core.play(players, games=5, seed=1, threads=2, progress=told.append)
    rest = core.play(players, games=3, seed=1, first=2)
    assert told[-1] == 5
    assert whole.scores.tolist()[2:] == rest.scores.tolist()
    assert whole.decisions.tolist()[2:] == rest.decisions.tolist()


def test_numbered_games_differ_from_each_other_and_from_the_one_of_the_seed() -> None:
    game = load("troyes_dice")
    streams = [game.new(2, 7, game=number).to_json()["streams"] for number in (None, 0, 1)]
    assert len({tuple(each) for each in streams}) == 3
    assert game.new(2, 7, game=1).to_json() == game.new(2, 7, game=1).to_json()


def test_playouts_are_played_in_imagined_worlds(table: tuple[Game, int]) -> None:
    game, players = table
    state = game.new(players, 3)
    seat, before = state.seat, state.to_json()
    found = core_of(game).rollouts(state, seat, 4, seed=9)
    scores, wins = [0] * players, [0] * players
    for number in range(4):
        world, aside = WorldSampler(state, seat).draw(9, number)
        assert world.to_json() == imagine(state, seat, 9, number).to_json()
        assert len(list(by_hand(world, aside))) >= 1
        scores = [one + other for one, other in zip(scores, world.scores(), strict=True)]
        for winner in world.winners():
            wins[winner] += 1
    assert (found.scores.tolist(), found.wins.tolist()) == ([scores], [wins])
    assert found.options == ()
    assert state.to_json() == before


def test_worlds_of_a_compiled_state_are_those_of_the_state(table: tuple[Game, int]) -> None:
    game, players = table
    core, state = core_of(game), game.new(players, 3)
    state.apply(state.options[-1])
    within, seat = core.compiled(state), state.seat
    assert imagine(within, seat, 4, 1).to_json() == imagine(state, seat, 4, 1).to_json()
    of_both = [core.rollouts_by_option(each, seat, 3, seed=4) for each in (within, state)]
    assert [found.scores.tolist() for found in of_both] == [of_both[0].scores.tolist()] * 2
    for bot in ("greedy", "random", "first"):
        chosen = [make_bot(bot, 1, seat).choose(each) for each in (within, state)]
        assert chosen == [chosen[0]] * 2
    assert within.to_json() == state.to_json() == within.plain().to_json() == state.plain().to_json()


@pytest.mark.parametrize("within", ["both", "before", "after"])
def test_who_follows_compiled_states_learns_when_a_choice_at_the_same_time_ends(within: str) -> None:
    game = load("troyes_dice")
    one, other, aside = core_of(game).new(3, 4), game.new(3, 4), SideStream(8)
    groups = {group_at_start(one)}
    expected = found = group_at_start(other)
    assert one.simultaneous
    for number in range(60):
        before, earlier = one.clone(), other.clone()
        option = other.options[aside.pick(len(other.options))]
        one.apply(option)
        other.apply(option)
        right = follow_move(number, expected, earlier, option, other)
        pair = (before.plain() if within == "after" else before, one.plain() if within == "before" else one)
        assert follow_move(number, found, pair[0], option, pair[1]) == right
        expected = found = right.then
        groups.add(expected)
        if other.simultaneous:
            beside = before.clone()
            beside.apply(before.options[-1])
            assert beside.together(one) == before.together(one) == one.together(before)
    assert len(groups) > 2


def test_every_option_is_tried_in_the_same_worlds(table: tuple[Game, int]) -> None:
    game, players = table
    state = game.new(players, 3)
    found = core_of(game).rollouts_by_option(state, state.seat, 2, seed=4)
    assert list(found.options) == state.options
    for row, option in enumerate(found.options):
        alone = state.clone()
        assert option in alone.options
        assert sum(found.wins[row, seat] for seat in range(players)) >= 2


def test_states_side_by_side_are_numbered_games(table: tuple[Game, int]) -> None:
    game, players = table
    states = core_of(game).states(3, players, seed=2)
    mine = [game.new(players, 2, game=number) for number in range(3)]
    numbers, ended = [0, 1, 2], 0
    aside = SideStream(1)
    for _ in range(60):
        offered = [
            [option for option in range(game.vocabulary_size) if states.masks[place, option]] for place in range(3)
        ]
        assert offered == [state.options for state in mine]
        assert states.seats.tolist() == [state.seat for state in mine]
        taken = [options[aside.pick(len(options))] for options in offered]
        states.step(taken)
        for place, option in enumerate(taken):
            mine[place].apply(option)
            assert states.finished[place] == mine[place].over
            if mine[place].over:
                ended += 1
                assert states.final.tolist()[place] == mine[place].scores()
                numbers[place] += 3
                mine[place] = game.new(players, 2, game=numbers[place])
    assert ended or game.id in {"troyes_dice", "carcassonne_masons", "pig"}
    assert without_log(states.state(1)) == without_log(mine[1])


def test_compiled_states_are_states(table: tuple[Game, int]) -> None:
    game, players = table
    core = core_of(game)
    one, other, aside = core.new(players, 6), game.new(players, 6), SideStream(3)
    kept = []
    for number in range(120):
        assert (one.seat, one.options, one.over) == (other.seat, other.options, other.over)
        if number % 10 == 0:
            assert one.to_json() == other.to_json()
            assert (one.scores(), one.winners()) == (other.scores(), other.winners())
            kept.append((one.clone(), other.clone()))
        if other.over:
            break
        assert one.decision is not None
        assert other.decision is not None
        assert one.decision.name == other.decision.name
        option = other.options[aside.pick(len(other.options))]
        one.apply(option)
        other.apply(option)
    for mine, right in kept:
        assert mine.to_json() == right.to_json()
        assert mine.observe(0) == right.observe(0)
        assert core.compiled(right).to_json() == right.to_json()
        wrong = [option for option in range(game.vocabulary_size) if option not in right.options]
        for option in wrong[:1]:
            with pytest.raises(IllegalOption):
                mine.apply(option)


WAITING = """
events: {rang: {resolve: queued}}
rules:
  - {id: bell, when: {event: rang, do: "choose amount n { set tally = tally + n; if n > 2 { emit rang; emit rang } }"}}
flow:
  - phase: apart
    turns: simultaneous
    do: "choose amount n { gain n point }; choose amount n { gain n log }"
  - phase: bells
    turns: snake
    do: "emit rang; emit rang; emit rang"
"""


@pytest.mark.parametrize("seed", range(4))
def test_copies_stay_as_they_were_taken_in_every_situation(tmp_path: Path, seed: int) -> None:
    """All at once, with reactions that wait in the queue, in turn: a copy holds all there is, and nothing of what follows."""
    game = flow(tmp_path, WAITING)
    state, aside, kept, met = core_of(game).new(3, seed), SideStream(seed), [], set()
    for _ in range(40):
        if state.over:
            break
        twin, plain = state.clone(), state.plain()
        met.add((plain.simultaneous, min(len(plain.queue), 2)))
        state.apply(state.options[aside.pick(len(state.options))])
        before = twin.to_json()
        assert without_log(twin) == without_log(plain)
        other = twin.clone()
        other.apply(other.options[-1])
        kept.append((twin, before))
    assert met == {(True, 0), (False, 0), (False, 1), (False, 2)}
    assert all(twin.to_json() == before for twin, before in kept)


@pytest.mark.parametrize("name", ["pig", "tic_tac_toe", "troyes_dice"])
def test_a_game_begins_as_it_does_alone_whatever_was_played_before_it(name: str) -> None:
    game = load(name)
    core = core_of(game)
    before, plain = core.new(2, 1), game.new(2, 1)
    for number in range(3):
        for state in (before, plain):
            state.apply(state.options[0])
        begun = core.new(2, number)
        assert (before.draws, before.forced) == (plain.draws, plain.forced)
        assert begun.to_json() == game.new(2, number).to_json()
        assert (begun.draws, begun.forced) == (game.new(2, number).draws, game.new(2, number).forced)


@pytest.mark.parametrize("beyond", [1 << 32, -(1 << 32), 1 << 40, 1 << 63, 1 << 64, 1 << 200, -(1 << 63), -(1 << 90)])
def test_numbers_that_are_no_option_are_refused(beyond: int) -> None:
    game = load("tic_tac_toe")
    for state in (core_of(game).new(2, 1), game.new(2, 1)):
        with pytest.raises(IllegalOption, match="not an option of this game"):
            state.apply(state.options[0] + beyond)
        assert state.to_json() == game.new(2, 1).to_json()


def test_wrong_requests_are_refused_and_change_nothing() -> None:
    game = load("tic_tac_toe")
    core = core_of(game)
    for wrong in ({"players": 9}, {"games": -1}, {"threads": 0}, {"options": {"no": 1}}):
        with pytest.raises(OptionError):
            core.play(**wrong)  # type: ignore[arg-type]
    states = core.states(2, seed=1)
    before = [states.state(place).to_json() for place in range(2)]
    for taken in ([0, 999], [0, -1]):
        with pytest.raises(IllegalOption, match="place 1"):
            states.step(taken)
    with pytest.raises(ValueError, match="1 options for 2 states"):
        states.step([0])
    assert [states.state(place).to_json() for place in range(2)] == before
    assert core.play(games=0, seed=1).decisions.tolist() == []


@pytest.mark.parametrize("place", [-1, 4, 10**9])
def test_a_place_that_there_is_not_is_refused(place: int) -> None:
    states = core_of(load("tournay")).states(4, players=2, seed=1)
    with pytest.raises(IndexError, match="the places are 0 to 3"):
        states.state(place)


@pytest.mark.parametrize("seat", [-1, 2])
def test_playouts_are_refused_for_a_seat_that_there_is_not(seat: int) -> None:
    game = load("tournay")
    state = game.new(players=2, seed=1)
    for ask in (core_of(game).rollouts, core_of(game).rollouts_by_option):
        with pytest.raises(OptionError, match="the seats of this state are 0 to 1"):
            ask(state, seat, 5, 1)


def test_a_core_refuses_the_states_of_other_rules() -> None:
    base, more = load("troyes_dice"), load("troyes_dice", expansions=["banquetes_y_asaltos"])
    state = more.new(players=2, seed=1)
    core = core_of(base)
    for ask in (lambda: core.compiled(state), lambda: core.rollouts(state, 0, 5, 1)):
        with pytest.raises(SaveError, match="troyes_dice with banquetes_y_asaltos, this core plays troyes_dice;"):
            ask()
    again = load("troyes_dice").new(players=2, seed=1)  # loaded twice, but the same rules
    assert (
        core.rollouts(again, 0, 5, 1).scores.tolist()
        == core.rollouts(base.new(players=2, seed=1), 0, 5, 1).scores.tolist()
    )


def test_numbers_of_games_have_an_end() -> None:
    with pytest.raises(OptionError, match="`first` is 0 to 9,223,372,036,854,775,806"):
        core_of(load("tournay")).play(players=2, games=1, first=2**63)


def test_states_are_copied_as_others_copy_them() -> None:
    game = load("tournay")
    for state in (game.new(players=2, seed=1), core_of(game).new(players=2, seed=1)):
        for _ in range(5):
            state.apply(state.options[0])
        before = state.to_json()
        for other in (copy.copy(state), copy.deepcopy(state), copy.deepcopy({"kept": state})["kept"]):
            assert other.game is game
            assert other.to_json() == before
            other.apply(other.options[0])
            assert state.to_json() == before
        with pytest.raises(TypeError, match="to_json"):
            pickle.dumps(state)
    with pytest.raises(TypeError, match="load"):
        pickle.dumps(game)
    assert copy.copy(game) is copy.deepcopy(game) is game


@pytest.mark.parametrize("games", [0, 5])
def test_results_can_be_copied_and_sent_to_another_process(games: int) -> None:
    core = core_of(load("tournay"))
    state = core.game.new(players=2, seed=1)
    for found in (core.play(players=2, games=games, seed=7), core.rollouts_by_option(state, 0, games, seed=7)):
        for other in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found)):
            assert type(other) is type(found)
            assert other == found
            assert other.scores.shape == found.scores.shape
            assert not len(found.scores) or other.scores is not found.scores


def test_games_of_a_seed_that_was_not_given_can_be_looked_at() -> None:
    game = load("tournay")
    found = core_of(game).play(players=2, games=3)
    state = game.new(players=2, seed=found.seed, game=2)
    for option in core_of(game).moves(2, players=2, seed=found.seed):
        state.apply(option)
    assert state.scores() == found.scores.tolist()[2]


class Whole:
    """A number of another kind, as numpy has them."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_options_are_whole_numbers_of_any_kind_but_no_truths() -> None:
    game = load("tournay")
    for state in (game.new(players=2, seed=1), core_of(game).new(players=2, seed=1)):
        other = state.clone()
        state.apply(Whole(state.options[-1]))  # type: ignore[arg-type]
        other.apply(other.options[-1])
        assert state.to_json() == other.to_json()
        for given in (True, 0.0, None):
            with pytest.raises(NotationError):
                state.apply(given)  # type: ignore[arg-type]


def test_python_plays_in_the_thread_that_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tournay")
    runner = InterpretedRunner(game)
    play, seen = runner.play, []
    monkeypatch.setattr(runner, "play", lambda *rest: (seen.append(threading.get_ident()), play(*rest)))
    Core(game, runner, "interpreter", "asked for").play(players=2, games=3, seed=1, threads=2)
    assert seen == [threading.get_ident()]


def test_yes_and_no_are_understood_as_screens_write_them() -> None:
    game = load("tournay")
    for asked, wanted in (
        ("bailiff yes", "bailiff true"),
        ("bailiff  No", "bailiff false"),
        ("bailiff true", "bailiff true"),
    ):
        assert game.notation(game.parse(asked)) == wanted
