"""What points came from adds up to them, in every game; how sure a figure of a cause is, is told by games."""

from __future__ import annotations

from contextlib import closing
from itertools import chain

import pytest

from ruleset_core.lab.sim import (
    GamesFile,
    PointSource,
    SimulationPlan,
    mean_points_by_source,
    play_games,
    run_plan,
    summarise,
)
from ruleset_core.testing.goldens import golden_games


@pytest.mark.parametrize("subject", list(golden_games()), ids=lambda each: each.name)
def test_causes_add_up_to_every_score_and_every_category(subject):
    plan = SimulationPlan(subject.game, ("random",) * subject.players, 1, 8, tuple(subject.expansions), stories=1)
    for row in play_games(plan.load(), plan, range(1)):
        for seat, causes in enumerate(row.causes):
            assert sum(points for _, points in causes) == row.scores[seat]
            found: dict[str, int] = {}
            for cause, points in causes:
                found[cause.category] = found.get(cause.category, 0) + points
            sheet = {category: points for category, points in row.sheet[seat].items() if points}
            assert {category: points for category, points in found.items() if points} == sheet


@pytest.mark.slow
def test_who_plays_and_who_thinks_are_heard_alike():
    plan = SimulationPlan("troyes_dice", ("greedy1", "first"), 1, 3, stories=1)
    (row,) = play_games(plan.load(), plan, [0])
    assert [sum(points for _, points in causes) for causes in row.causes] == list(row.scores)
    assert {"card"} < {cause.kind for causes in row.causes for cause, _ in causes}


@pytest.mark.slow
def test_the_first_games_are_heard_and_kept(tmp_path):
    plan = SimulationPlan("pig", ("first", "random"), 40, 1, stories=6, counts=True)
    alone = list(chain.from_iterable(run_plan(plan, plan.load())))
    assert [row.number for row in alone if row.causes] == [*range(6)]
    assert list(chain.from_iterable(run_plan(plan, plan.load(), workers=2))) == alone
    with closing(GamesFile(tmp_path / "pig.games", plan, "rules")) as kept:
        kept.add(alone)
    with closing(GamesFile(tmp_path / "pig.games", plan, "rules")) as again:
        assert again.rows == alone
        assert summarise(plan, again.rows) == summarise(plan, alone)


PATCHES = """\
game: patches
name: {en: Patches, es: Retales}
version: "1.0"
players: 1
provenance: house
sets:
  patch: {members: {red: {name: {en: red, es: rojo}}, blue: {name: {en: blue, es: azul}}}}
  cell: {grid: [3, 3]}
resources: {members: {point: {name: {en: point, es: punto}}}}
state: {quilt: {by: [cell], is: "patch?", name: {en: quilt, es: colcha}}}
decisions:
  sew: {of: {patch: patch, cell: cell}, ask: {en: Which patch and where?, es: ¿Qué retal y dónde?}}
flow:
  - phase: sewing
    turns: forever
    do: "choose sew p in patch then c in cell where quilt[c] == none { set quilt[c] = p; gain 1 point } else { end_game }"
score: {point: {name: {en: points, es: puntos}, amount: point}}
"""


def test_answers_that_begin_alike_are_one_cause(tmp_path):
    (tmp_path / "game.yaml").write_text(PATCHES, encoding="utf-8")
    plan = SimulationPlan(str(tmp_path), ("random",), 1, 3, stories=1)
    (row,) = play_games(plan.load(), plan, [0])
    found = {cause.item: (cause.words("en"), cause.words("es"), points) for cause, points in row.causes[0]}
    assert {item: words for item, (*words, _) in found.items()} == {
        "sew red": ["red", "rojo"],
        "sew blue": ["blue", "azul"],
    }
    assert sum(points for *_, points in found.values()) == 9


def test_a_game_is_one_value():
    """Of three games, in two of which both seats together had 4 points of a card: 2, 2 and 0 a seat."""
    card = PointSource("points", "card", "mill", "", (("en", "Mill"), ("es", "Molino")))
    games = [(((card, 1),), ((card, 3),)), (((card, 4),), ()), ((), ())]
    count, found = mean_points_by_source(games)
    assert count == 3
    assert found[card].count == 3
    assert found[card].mean == pytest.approx(4 / 3)
    assert found[card].deviation == pytest.approx((4 / 3) ** 0.5)
