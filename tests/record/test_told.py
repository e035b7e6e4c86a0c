"""Who is told what while all choose at the same time, at tables of every size; the log, the narrator and replay read it."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from ruleset_core import Game, load
from ruleset_core.play.match import PendingStory
from ruleset_core.play.match.seat_views import ReplayStops
from ruleset_core.play.records import RecordError, Seat, Session
from tests.record.fake import FakeGame
from tests.sampled import LONG


@cache
def troyes_dice(*expansions: str) -> Game:
    return load("troyes_dice", expansions=expansions)


def table(game: Any, players: int, seed: int) -> Session:
    return Session.start(game, [Seat(f"P{seat}", "human") for seat in range(players)], seed=seed)


def play(session: Session, choose: Random, begun: int) -> int:
    """Play one move at random; gives where the phase began that is on then (`begun`: the one before)."""
    before = session.live
    session.apply(choose.choice(before.options))
    return begun if before.together(session.live) else len(session.steps)


@pytest.mark.slow
@pytest.mark.parametrize("expansions", [(), ("banquetes_y_asaltos",)], ids=["base", "expansion"])
@pytest.mark.parametrize("players", [2, 3, 4, 7, 10])
def test_nobody_is_told_what_others_choose_at_the_same_time(players: int, expansions: tuple[str, ...]) -> None:
    """Not even where a seat had nothing to choose in a phase, so that the next one seems to be the same."""
    game, asked = troyes_dice(*expansions), 0
    for seed in range(4 if players < 5 else 1):
        session, choose, begun = table(game, players, seed), Random(seed), 0
        while not session.live.over:
            viewer = session.live.seat
            others = [told.number for told in session.visible_moves(viewer) if told.seat != viewer]
            if session.live.simultaneous and len(session.steps) > begun:
                asked += 1
                assert not others or others[-1] < begun
            begun = play(session, choose, begun)
        assert [told.option for told in session.visible_moves(0)] == [step.option for step in session.steps]
    assert asked > 50


def heard(session: Session, viewer: int) -> list[Any]:
    """All that a viewer reads of a game: what is told of others, and how long `replay --seat` says that it is."""
    story = PendingStory().new_story(session, viewer)
    of_others = [
        line
        for line in (story.sentences("en", session.header.names) if story else ())
        if not line.startswith((f"P{viewer}: ", f"P{viewer} "))
    ]  # it knows what it did itself
    return [of_others, ReplayStops(session, viewer).last]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, *([5] if LONG else [])])
def test_when_a_seat_is_asked_it_reads_what_it_read_when_the_phase_began(players: int) -> None:
    session, choose, asked, begun = table(troyes_dice(), players, 14), Random(14), 0, 0
    while not session.live.over and len(session.steps) < (60 if LONG else 25) * players:
        viewer = session.live.seat
        if session.live.simultaneous and viewer not in {step.move.seat for step in session.steps[begun:]}:
            session.to(begun)
            before = session.branch()
            session.to(len(session.steps))
            assert heard(session, viewer) == heard(before, viewer)
            asked += begun < len(session.steps)
        begun = play(session, choose, begun)
    assert asked > (5 if LONG else 2) * (players - 1)


def test_replay_with_the_eyes_of_a_seat_counts_only_what_it_is_told() -> None:
    game: Any = FakeGame(secret=("take", "finish"), simultaneous=True)
    session = table(game, 2, 1)
    for notation in ["take 1", "finish plain", "take 2", "finish plain", "take 3"]:
        session.apply(notation)
    mine, theirs, all_seeing = (ReplayStops(session, viewer) for viewer in (0, 1, None))
    assert (mine.last, theirs.last, all_seeing.last) == (4, 3, 5)
    mine.go(0)
    seen = [(mine.here, session.position)]
    while mine.step(1):
        seen.append((mine.here, session.position))
    assert seen == [(0, 0), (1, 1), (2, 2), (3, 4), (4, 5)]
    theirs.go(2)
    assert (theirs.here, session.position) == (1, 3)  # after its own first move; the other's come with the next stop
    theirs.go(3)
    assert session.position == 4
    with pytest.raises(RecordError):
        theirs.go(4)
