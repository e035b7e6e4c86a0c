"""Hints at a table: from what a seat knows alone, without any change to the game, told to all."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import State, core_of, foresee, imagine, load
from ruleset_core.play.match import HUMAN, HintTask, HintUnavailable, Match, hints
from ruleset_core.play.records import HintRequest, Journal, Seat, Session, read_record
from ruleset_core.slices import finish
from tests.engine.games import flow
from tests.engine.test_imagine import changed
from tests.engine.test_thinking import by_interpreter, positions
from tests.sampled import slow_if_long
from tests.standin import replace_function
from tests.table.conftest import GAMES, by_number, in_order, laid

SIMS = 8


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games are played on: what a hint is made of is the same."""
    monkeypatch.setattr(hints, "WORK", 1)
    monkeypatch.setattr(hints, "FEWEST_PLAYOUTS", 3)
    monkeypatch.setattr(hints, "BATCH", 2)


def need_core(name: str = "pig") -> None:
    if core_of(load(name)).executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")


@pytest.mark.slow
@pytest.mark.usefixtures("little")
@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_changes_no_hint(name: str) -> None:
    need_core(name)
    game, random, same = load(name), Random(8), 0
    for state in positions(game, max(2, game.players[0]), 11, 3):
        for other in (changed(state, state.seat, random), imagine(state, state.seat, 5)):
            if other.observe(state.seat) == state.observe(state.seat):
                same += 1
                found = [HintTask.from_state(each, "normal", 3, 7, SIMS).think() for each in (state, other)]
                assert found[0] == found[1]
    assert same


@pytest.mark.usefixtures("little")
@pytest.mark.parametrize("name", slow_if_long(GAMES, {"ditches", "tournay"}))
def test_a_hint_changes_nothing_of_the_game(name: str) -> None:
    """With a hint before some answers, the same answers lead to the same dice and cards."""
    need_core(name)
    tables = laid(name), laid(name)
    random = Random(4)
    for number in range(9):
        for each, table in enumerate(tables):
            before = table.live.to_json()
            if each and number % 4 == 0:
                table.hint(table.live.seat, sims=3)
            assert table.live.to_json() == before
        option = random.choice(tables[0].live.options)
        assert [len(table.session.steps) for table in tables] == [number, number]
        for table in tables:
            table.answer(table.live.seat, option)
        if tables[0].over:
            break
    plain, hinted = (table.session.record() for table in tables)
    assert plain.moves == hinted.moves
    assert hinted.hints
    assert not plain.hints


@pytest.mark.usefixtures("little")
def test_it_is_what_the_bot_thinks_best_and_the_same_when_asked_again() -> None:
    need_core()
    table = laid("troyes_dice")
    task = table.hint_task(0, "strong", 60)
    found = task.think()
    assert found.best.option == core_of(table.game).search(table.live, 0, seed=task.seed, sims=60).option
    assert table.hint(0, "strong", 60) == found == table.hint(0, "strong", 60)
    assert len(table.session.hints) == 1


def answers(found: hints.RatedOption) -> tuple[int, ...]:
    """All answers of a plan."""
    return found.option, *found.later


@pytest.mark.usefixtures("little")
def test_a_hint_is_the_plan_of_a_whole_turn() -> None:
    """In Troyes Dice: a die, its colour, its value, what is done with it."""
    need_core("troyes_dice")
    table = laid("troyes_dice")
    found = table.hint(0)
    plan = answers(found.best)
    assert len(plan) > 2
    for option in plan:
        assert table.live.seat == 0
        assert option in table.live.options
        table.answer(0, option)
    assert table.live.decision is None or table.live.seat != 0 or table.live.decision.name == "die"
    assert all(other.later for other in found.choices[1:])


def first_option(asked: State) -> Generator[tuple[int, int], None, int]:
    """Who answers with the first option, at once."""
    yield from ()
    return asked.options[0]


@pytest.mark.usefixtures("little")
@pytest.mark.parametrize(
    ("name", "move", "then"), [("carcassonne_masons", 0, "chance"), ("tournay", "act draw", "hidden")]
)
def test_a_plan_ends_before_chance_and_before_what_is_hidden(name: str, move: int | str, then: str) -> None:
    need_core(name)
    state = laid(name).live
    option = state.game.parse(move) if isinstance(move, str) else state.options[move]
    (plan,) = finish(hints.different_plans(state, [option], hints.no_line, first_option, 1)).items()
    seen = foresee(state, plan[0], *plan[1])
    assert seen.asked is None
    assert seen.then == then


def test_a_plan_follows_what_a_search_went_on_with_often() -> None:
    state = laid("troyes_dice").live
    first = state.options[0]
    asked = foresee(state, first).asked
    assert asked is not None
    wanted, other = asked.options[-1], asked.options[0]
    for often, then in ((hints.ENOUGH, wanted), (hints.ENOUGH - 1, other)):
        lines = {first: [(wanted, often)]}
        found = finish(hints.different_plans(state, [first], lines.__getitem__, first_option, 1))
        assert found[first][0] == then


def test_the_same_answers_in_another_order_are_one_plan(tmp_path: Path) -> None:
    rest = "flow: [{phase: play, turns: once, do: 'repeat 2 { choose amount n { set tally = tally + 1 } }'}]"
    state = flow(tmp_path, rest).new(2, seed=1)
    red, blue, green = state.options[:3]
    lines = {red: [(blue, 99)], blue: [(red, 99)], green: [(green, 99)]}
    plans = finish(hints.different_plans(state, [red, blue, green], lines.__getitem__, None, 3))
    assert plans == {red: (blue,), green: (green,)}


def test_what_makes_the_difference_is_told_by_category() -> None:
    need_core("troyes_dice")
    state = laid("troyes_dice").live
    played = hints.OptionFutures(state, 0, tuple(state.options[:2]), 3, by_category=True)
    finish(played.playing(12))
    found, more = played.score_difference(1, 0), played.more(0, 1, 0)
    assert sum(each.mean for each in found.categories) == pytest.approx(more.points.mean)
    assert more.points.mean - found.opponent.mean == pytest.approx(more.lead.mean)


def test_threads_change_no_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    need_core("troyes_dice")
    monkeypatch.setattr(hints, "WORK", 1)
    task = replace(laid("troyes_dice").hint_task(0, "normal", 20), state=laid("troyes_dice").live.plain())
    assert task.think() == replace(task, threads=2).think()


def test_a_win_at_hand_is_found_and_what_is_lost_otherwise_is_told() -> None:
    need_core("tic_tac_toe")
    table = laid("tic_tac_toe")
    for move in ("mark a1", "mark b2", "mark a2", "mark c1"):
        table.answer(table.live.seat, move)
    found = table.hint(0)
    assert table.game.notation(found.best.option) == "mark a3"
    assert found.best.outlook is not None
    assert found.best.outlook.won.mean == 1
    assert 0 < found.best.outlook.won.margin < 0.02
    assert not found.points
    assert len(found.choices) == 3
    for other in found.choices[1:]:
        assert other.more is not None
        assert other.more.sign < 0


@pytest.mark.slow
def test_of_answers_the_bot_cannot_tell_apart_its_games_favour_the_first() -> None:
    """Two spaces of Troyes: the search has -2.5 and -2.7 points, ± 0.5 each; games played on speak for the second."""
    need_core("troyes")
    table = laid("troyes", seed=3)
    task = table.hint_task(table.live.seat)
    thought = core_of(table.game).search(table.live, table.live.seat, seed=task.seed, sims=1500)
    found = task.think()
    assert found.best.option != thought.option
    assert found.best.option in thought.ranked[:3]
    assert all(other.more is not None and other.more.won.mean <= 0 for other in found.choices[1:])


@pytest.mark.usefixtures("little")
def test_where_there_is_one_answer_that_is_it() -> None:
    """It is asked so that nobody learns that it is the only one."""
    need_core("sheaves")
    table = laid("sheaves")
    while len(table.live.options) > 1:
        table.answer(table.live.seat, table.live.options[0])
    found = table.hint(table.live.seat)
    assert [choice.option for choice in found.choices] == table.live.options
    assert found.offered == 1


@pytest.mark.parametrize(("players", "wins", "leads"), [(1, False, False), (2, True, True)])
@pytest.mark.usefixtures("little")
def test_alone_there_is_nothing_to_win(players: int, wins: bool, leads: bool) -> None:
    need_core("troyes_dice")
    found = laid("troyes_dice", *[HUMAN] * players).hint(0, sims=5)
    assert (found.wins, found.points, found.leads) == (wins, True, leads)


@pytest.mark.usefixtures("little")
def test_who_answers_ahead_gets_a_hint_ahead() -> None:
    need_core("troyes_dice")
    table = laid("troyes_dice")
    assert [question.seat for question in table.questions] == [0, 1]
    found = table.hint(1, sims=5)
    assert found.seat == 1
    question = table.question(1)
    assert question is not None
    assert found.best.option in question.state.options


@pytest.mark.usefixtures("little")
@pytest.mark.parametrize("way", [0, -1])
def test_whether_others_have_answered_changes_no_hint(way: int) -> None:
    """Who is asked ahead is expected to meet players who choose, not such as let their turn pass."""
    need_core("troyes_dice")
    table = laid("troyes_dice")
    ahead = table.hint(1, sims=5)
    while table.live.seat == 0:
        table.answer(0, table.live.options[way])
    assert table.live.seat == 1
    assert table.hint(1, sims=5) == ahead


@pytest.mark.usefixtures("little")
def test_without_a_core_the_order_of_easy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_function(monkeypatch, "core_of", by_interpreter)
    table = laid("pig")
    found = table.hint(table.live.seat, "strong")
    assert (found.bot, found.plays, found.worlds) == ("strong", "easy", 0)
    assert sorted(choice.option for choice in found.choices) == sorted(table.live.options)
    assert all(choice.outlook is None for choice in found.choices)


def why(table: Match, seat: int, bot: str = "normal") -> str:
    with pytest.raises(HintUnavailable) as caught:
        table.hint(seat, bot)
    assert not table.session.hints
    return caught.value.why


def test_where_no_hint_is_given_it_says_why() -> None:
    table = laid("tic_tac_toe")
    assert why(table, 1) == "not_asked"
    assert why(table, 0, "greedy") == "no_level"
    in_order(table, by_number(3))
    assert why(table, 0) == "over"
    without = Match(Session.start(load("pig"), [Seat("A", HUMAN), Seat("B", HUMAN)], 1, hints=False))
    assert why(without, 0) == "off"


@pytest.mark.usefixtures("little")
def test_who_stops_the_thinking_has_not_asked() -> None:
    need_core("troyes_dice")
    table = laid("troyes_dice")

    def stop(_done: int, _of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        table.hint(0, sims=5, progress=stop)
    assert not table.session.hints


def test_the_thinking_is_stopped_while_it_searches() -> None:
    need_core("troyes_dice")
    table, told = laid("troyes_dice"), list[tuple[int, int]]()

    def stop(done: int, of: int) -> None:
        told.append((done, of))
        if len(told) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        table.hint(0, sims=1 << 30, progress=stop)
    assert told == [(0, 1), (0, 1)]


@pytest.mark.usefixtures("little")
def test_progress_comes_to_its_end() -> None:
    need_core("troyes_dice")
    told: list[Any] = []
    laid("troyes_dice").hint(0, sims=5, progress=lambda done, of: told.append((done, of)))
    assert told[-1][0] == told[-1][1]


@pytest.mark.usefixtures("little")
def test_all_are_told_once_that_it_was_asked(tmp_path: Path) -> None:
    need_core("tic_tac_toe")
    table = laid("tic_tac_toe")
    table.session.journal = Journal.create(tmp_path / "game.ruleset", table.session.record())
    telling = table.telling
    assert telling.new_hints(table.session, 1) == []
    table.hint(0, sims=5)
    assert [telling.new_hints(table.session, 1) for _ in range(2)] == [[0], []]
    assert telling.new_hints(table.session, "watchers") == [0]
    table.answer(0, table.live.options[0])
    assert read_record(tmp_path / "game.ruleset").hints == (HintRequest(0, 0),)
