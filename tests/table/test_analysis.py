"""Going through games: planted mistakes are found, luck is told from choice, nobody's decisions are judged by what they could not know."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from ruleset_core import State, core_of, load
from ruleset_core.play.match import game_analysis
from ruleset_core.play.match.game_analysis import AnalysisRun, CoreMissing, FirstLook
from ruleset_core.play.match.hints import OptionFutures
from ruleset_core.play.match.session_setup import resume_session
from ruleset_core.play.records import Seat, Session, read_record, record_bytes
from ruleset_core.slices import finish
from tests.engine.test_thinking import by_interpreter
from tests.sampled import LONG
from tests.standin import replace_function


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer games are played on, so that it takes seconds."""
    if core_of(load("pig")).executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")
    monkeypatch.setattr(game_analysis, "WORK", 30_000)
    monkeypatch.setattr(game_analysis, "FEWEST_WORLDS", 8)
    monkeypatch.setattr(game_analysis, "MOST_WORLDS", 24)


def session(name: str, moves: list[Any], players: int = 2, seed: int = 3, number: int | None = None) -> Session:
    """A game with these moves."""
    found = Session.start(load(name), [Seat(f"P{seat}", "easy") for seat in range(players)], seed, number=number)
    for move in moves:
        found.apply(move)
    return found


def by_easy(name: str, players: int = 2, seed: int = 3, number: int = 1) -> list[int]:
    """The moves of a game between `easy` bots."""
    return core_of(load(name)).moves(number, players, seed, policies=["easy"] * players)


def test_who_lets_a_win_go_is_told_and_what_it_cost() -> None:
    found = AnalysisRun(
        session("tic_tac_toe", ["mark a1", "mark b2", "mark a2", "mark c1", "mark b1", "mark a3"]), (0, 1)
    ).run()
    game = load("tic_tac_toe")
    worst = found.decisions[found.mistakes[0]]
    assert (worst.position, worst.seat) == (4, 0)
    assert (game.notation(worst.option), game.notation(worst.best)) == ("mark b1", "mark a3")
    assert worst.cost is not None
    assert worst.cost.won.mean < -0.4
    assert worst.before[0].won.mean == 1
    assert any(each.kind == "choice" and each.place == found.mistakes[0] for each in found.turnings)
    assert {each.kind for each in found.turnings} == {"choice"}  # nothing is drawn


def worst_of(state: State) -> tuple[float, int]:
    """The option that leads to the smallest lead, and how much smaller that is than the greatest."""
    found = OptionFutures(state, state.seat, tuple(state.options), 99)
    finish(found.playing(30))
    leads = {option: found.outlook(state.seat, row).lead.mean for row, option in enumerate(state.options)}
    worst = min(leads, key=lambda option: leads[option])
    return max(leads.values()) - leads[worst], worst


@pytest.mark.parametrize(
    ("name", "players", "from_", "apart"),
    [
        pytest.param("carcassonne_masons", 2, 36, 4.0, marks=pytest.mark.slow),
        *([("troyes_dice", 1, 20, 3.0), ("troyes", 2, 100, 5.0)] if LONG else []),
    ],
)
def test_a_planted_mistake_is_found(
    name: str, players: int, from_: int, apart: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One move of a game is replaced by the worst option; the game goes on with bots of another luck. What was before it is no part of the session."""
    monkeypatch.setattr(game_analysis, "FEWEST_WORLDS", 40)
    monkeypatch.setattr(game_analysis, "MOST_WORLDS", 60)
    monkeypatch.setattr(game_analysis, "SWINGS", 0)
    moves = by_easy(name, players)
    before = session(name, moves[:from_], players, number=1)
    game = Session(before.game, before.header, before.live.clone())
    position, planted = 0, -1
    for move in moves[from_:]:
        state = game.live
        if 1 < len(state.options) <= 12:
            loss, worst = worst_of(state)
            if loss > apart:
                position, planted = len(game.steps), worst
                break
        game.apply(move)
    assert planted >= 0, "no decision of this game matters so much"
    game.apply(planted)
    random = Random(1)
    while not game.live.over and len(game.steps) < position + 5:
        game.apply(random.choice(game.live.options))
    found = AnalysisRun(game, (game.steps[position].move.seat,)).run()
    told = [found.decisions[place].position for place in found.mistakes]
    assert position in told[:3]


@pytest.mark.parametrize(("sign", "row"), [(-1, 3), (0, 0), (1, 0), (None, 0)])
def test_a_decision_is_compared_with_the_best_option_where_that_is_better_beyond_chance(
    sign: int | None, row: int
) -> None:
    look: Any = SimpleNamespace(row=3, cost=None if sign is None else SimpleNamespace(sign=sign))
    assert AnalysisRun._row(look) == row


@pytest.mark.slow
def test_the_same_game_gives_the_same_analysis() -> None:
    game = session("pig", by_easy("pig"), number=1)
    assert AnalysisRun(game, (0, 1)).run() == AnalysisRun(game, (0, 1)).run()


@pytest.mark.slow
def test_luck_is_where_something_was_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_analysis, "WORK", 300_000)
    monkeypatch.setattr(game_analysis, "MOST_WORLDS", 100)
    game = session("pig", by_easy("pig"), number=1)
    found = AnalysisRun(game, (0, 1)).run()
    lucky = [each for each in found.turnings if each.kind == "luck"]
    assert lucky
    for each in lucky:
        start = found.decisions[each.place].position
        assert any(step.move.draws for step in game.steps[start : each.until])
        assert each.change.won.beyond(0)


def test_who_stops_it_is_told_the_stand_so_far() -> None:
    game = session("pig", by_easy("pig"), number=1)
    whole = AnalysisRun(game, (0, 1)).run()

    def stop(done: int, _of: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    work = AnalysisRun(game, (0, 1))
    with pytest.raises(KeyboardInterrupt):
        work.run(stop)
    found = work.result()
    assert (len(found.decisions), found.of) == (5, whole.of)
    assert found.turnings == ()
    assert [each.option for each in found.decisions] == [each.option for each in whole.decisions[:5]]


def test_progress_never_goes_back_and_comes_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    looks: list[FirstLook] = []
    monkeypatch.setattr(game_analysis, "FirstLook", lambda *how: looks.append(FirstLook(*how)) or looks[-1])
    AnalysisRun(session("pig", by_easy("pig")[:9], number=1), (0, 1)).run(lambda done, of: told.append((done, of)))
    assert told == sorted(told)
    assert told[0][0] == 0
    assert told[-1][0] == told[-1][1]
    assert 0.4 * game_analysis.WORK < sum(look.work for look in looks) <= game_analysis.WORK / 2, (
        "half is left for later"
    )


@pytest.mark.slow
def test_only_the_seats_that_are_asked_for_are_gone_through() -> None:
    found = AnalysisRun(session("troyes_dice", by_easy("troyes_dice")[:25], number=1), (1,)).run()
    assert {each.seat for each in found.decisions} == {1}
    assert not found.scores


@pytest.mark.slow
def test_where_all_choose_at_once_each_sees_its_own_course() -> None:
    found = AnalysisRun(session("troyes_dice", by_easy("troyes_dice")[:20], number=1), (0, 1)).run()
    for seat in (0, 1):
        places = [int(place) for place, _ in found.course(seat)]
        assert {found.decisions[place].seat for place in places} == {seat}
    assert all(each.together for each in found.decisions)
    assert found.decisions[0].round == 1


@pytest.mark.slow
def test_what_others_chose_at_the_same_time_changes_nothing_for_a_seat() -> None:
    """The last seat is asked behind the others, and sees of them what it saw before."""
    one, two = (session("troyes_dice", []) for _ in range(2))
    for each, place in ((one, 0), (two, -1)):
        while each.live.seat == 0:
            each.apply(each.live.options[place])
    assert [step.option for step in one.steps] != [step.option for step in two.steps]
    for each in (one, two):
        each.apply(each.live.options[0])
    found = [AnalysisRun(each, (1,)).run().decisions[0] for each in (one, two)]
    assert found[0].after == found[1].after


def test_a_game_without_choices_has_nothing_to_tell() -> None:
    found = AnalysisRun(session("pig", []), (0, 1)).run()
    assert (found.decisions, found.of, found.turnings, found.mistakes) == ((), 0, (), [])


def test_without_a_core_it_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_function(monkeypatch, "core_of", by_interpreter)
    with pytest.raises(CoreMissing, match="asked for"):
        AnalysisRun(session("pig", ["play roll"]), (0, 1)).run()


@pytest.mark.slow
def test_several_processes_find_what_one_finds(tmp_path: Path) -> None:
    game = session("pig", by_easy("pig"), number=1)
    file = tmp_path / "game.ruleset"
    file.write_bytes(record_bytes(game.record()))
    one, two = AnalysisRun(game, (0, 1)), AnalysisRun(game, (0, 1), opened=partial(opened, file), workers=2)
    assert len(one.run().decisions) >= game_analysis.MANY
    assert two.run() == one.result()


def opened(file: Path) -> Session:
    return resume_session(read_record(file), [], force=False)[0]
