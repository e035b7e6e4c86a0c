"""How the scores of games grow: followed while they are played, and added up."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import chain

import pytest

from ruleset_core.lab.sim import GamesFile, SimulationPlan, run_plan, summarise
from ruleset_core.lab.sim.plans import COURSE_STEPS, GameCourse, summarise_courses
from ruleset_core.play.bots import bot_rules_key

PIG = SimulationPlan("pig", ("first", "random"), 24, 3, courses=10)
DICE = SimulationPlan("troyes_dice", ("random",) * 3, 20, 5, courses=4)
OARS = SimulationPlan("oars", ("random",) * 4, 6, 2, courses=6)


def rows(plan):
    return list(chain.from_iterable(run_plan(plan, plan.load())))


@pytest.mark.parametrize("plan", [PIG, DICE, OARS])
def test_a_course_ends_with_the_scores(plan):
    found = rows(plan)
    followed = [row for row in found if row.track is not None]
    assert len(followed) == plan.courses
    for row in followed:
        assert len(row.track.scores) == len(row.track.ahead) == COURSE_STEPS + 1
        assert row.track.scores[-1] == row.scores
        assert sorted(row.track.order) == list(range(len(plan.seats)))
        assert sum(count for _, count in row.track.phases) == row.decisions
        assert [row.winners[seat] for seat in row.track.order] == sorted(row.winners, reverse=True)
    plain = replace(plan, courses=0)
    assert [row._replace(track=None) for row in found] == rows(plain)


def test_courses_are_kept(tmp_path):
    game, path, found = PIG.load(), tmp_path / "pig.games", rows(PIG)
    with closing(GamesFile(path, PIG, bot_rules_key(game))) as kept:
        kept.add(found)
    with closing(GamesFile(path, PIG, bot_rules_key(game))) as again:
        assert again.rows == found


def track(scores, *, won, order):
    """Two seats in equal steps from nothing to their scores."""
    grown = tuple(tuple(score * step // COURSE_STEPS for score in scores) for step in range(COURSE_STEPS + 1))
    ahead = tuple(tuple(seat for seat in (0, 1) if each[seat] == max(each)) for each in grown)
    return GameCourse(grown, ahead, order, won, (("play", 7),))


def test_places_are_those_at_the_end_and_leads_count_where_one_is_ahead():
    found = summarise_courses([track((20, 40), won=(1,), order=(1, 0)), track((60, 40), won=(1,), order=(1, 0))])
    first, second = found.places
    assert [first[-1].score.mean, second[-1].score.mean] == [40, 40]
    assert second[-1].half == (20, 60)
    assert found.leads[0].count == 0  # nobody is ahead before the first decision
    assert (found.leads[-1].mean, found.leads[-1].count) == (0.5, 2)
    assert found.phases["play"].mean == 7


def test_without_followed_games_there_is_no_course():
    assert summarise(replace(PIG, courses=0), rows(replace(PIG, courses=0))).course is None
    assert summarise(PIG, rows(PIG)).course.games == 10
