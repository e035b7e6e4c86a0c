"""Whole games at a table, told to several readers."""

from __future__ import annotations

from random import Random

import pytest

from ruleset_core.play.match import HUMAN, AcceptedAnswer, Match
from ruleset_core.play.records import replay
from tests.sampled import LONG
from tests.table.conftest import GAMES, SIMULTANEOUS, Answer, by_number, in_order, laid


class Reader:
    """Somebody who reads now and then what was not told yet."""

    def __init__(self, viewer: int | None, every: int) -> None:
        self.viewer = viewer
        self.every = every
        self.parts: list[str] = []

    def read(self, table: Match) -> None:
        story = table.telling.new_story(table.session, self.viewer, self)
        self.parts += [] if story is None else map(repr, story.to_json())


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in GAMES if LONG or name != "tournay"])
def test_every_reader_is_told_all_of_a_game_once(name: str) -> None:
    """However often somebody reads: what is held back comes later, and nothing twice."""
    table = laid(name)
    players, answer, count = len(table.seating.kinds), by_number(5), 0
    viewers = [*range(players), players, None]  # seats, who looks on, who may know all
    often, seldom = ([Reader(viewer, every) for viewer in viewers] for every in (1, 17))
    while not table.over:
        question = table.questions[0]
        assert isinstance(table.answer(question.seat, answer(question), question.number), AcceptedAnswer)
        count += 1
        for reader in (*often, *seldom):
            if count % reader.every == 0 or table.over:
                reader.read(table)
    assert table.answer(0, 0) == table.answer(0, 0)
    assert table.questions == []
    for one, other in zip(often, seldom, strict=True):
        assert one.parts
        told = [*map(repr, table.session.story(-1, None, one.viewer).from_first_turn.to_json())]
        assert sorted(one.parts) == sorted(other.parts) == sorted(told)
        if one.viewer is None:
            assert one.parts == told


@pytest.mark.parametrize("name", GAMES)
def test_the_record_of_a_table_replays(name: str) -> None:
    table = laid(name)
    in_order(table, by_number(1))
    again = replay(table.game, table.session.record())
    assert again.live.to_json() == table.live.to_json()


@pytest.mark.slow
@pytest.mark.parametrize("name", SIMULTANEOUS)
def test_answers_in_any_order_give_the_same_record(name: str) -> None:
    kept = 0
    for seed in (1, 2) if LONG else (1,):
        one, other = (laid(name, *[HUMAN] * 4, seed=seed) for _ in range(2))
        in_order(one, by_number(seed))
        kept += in_any_order(other, by_number(seed), Random(seed))
        assert other.session.record() == one.session.record()
    assert kept


def in_any_order(table: Match, answer: Answer, chance: Random) -> int:
    """Play as persons far from each other do; how many answers waited for others."""
    kept = 0
    while not table.over:
        question = chance.choice(table.questions)
        done = table.answer(question.seat, answer(question), question.number)
        assert isinstance(done, AcceptedAnswer)
        assert not done.dropped
        assert done.kept == question.ahead
        kept += done.kept
    return kept
