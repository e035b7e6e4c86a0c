"""What taking a card does, measured where it is known: the figure is right, and sure as often as it says."""

from __future__ import annotations

from array import array
from random import Random

import pytest

from ruleset_core import core_of, load
from ruleset_core.cli.experiments.simulate import top_cards
from ruleset_core.lab.sim import ComparedFigure, play_games, summarise
from ruleset_core.lab.sim.card_effects import GAME_BLOCKS, LEAST_TAKERS, CardEffects, nonzero_marks
from ruleset_core.lab.sim.summary import figure_measure
from ruleset_core.play import bots as known
from tests.sim.planted import Diligent, Proud, lay_out, plan

CHARM, JEWEL, THORN = range(3)


@pytest.fixture(scope="module")
def fair(tmp_path_factory):
    return lay_out(tmp_path_factory.mktemp("fair"))


@pytest.fixture
def bots(monkeypatch):
    monkeypatch.setattr(known, "_FACTORIES", known._FACTORIES | {"diligent": Diligent, "proud": Proud})


def played(game, seats, games):
    made = plan(game, seats, games)
    rows = list(play_games(game, made, range(games)))
    return rows, summarise(made, rows)


def naive(rows, card, cards=3):
    """The mean score of those who took a card beyond that of those who could have and did not."""
    took, left = [], []
    for row in rows:
        numbers, n = memoryview(row.counts).cast("H"), len(row.scores)
        for seat, score in enumerate(row.scores):
            if numbers[(n + 1 + seat) * cards + card]:
                (took if numbers[(2 * n + 1 + seat) * cards + card] else left).append(score)
    return sum(took) / len(took) - sum(left) / len(left)


def test_a_card_worth_three_points_gives_three_points(fair):
    cards = played(fair, ("random", "random"), 3000)[1].cards
    for card, worth in ((CHARM, 0), (JEWEL, 3), (THORN, -2)):
        assert abs(cards[card].score.mean - worth) < cards[card].score.margin < 1
    assert [card.sure for card in cards] == [False, True, True]
    assert cards[JEWEL].sure_won
    assert cards[JEWEL].won.mean > 0.05


@pytest.mark.slow
@pytest.mark.usefixtures("bots")
def test_a_worthless_card_that_good_players_take_is_worth_nothing(fair):
    rows, summary = played(fair, ("diligent", "random"), 600)
    charm = summary.cards[CHARM]
    assert naive(rows, CHARM) > 2  # who takes it works more
    assert abs(charm.score.mean) < charm.score.margin < 2
    assert not charm.sure


@pytest.mark.slow
@pytest.mark.usefixtures("bots")
def test_a_worthless_card_that_is_taken_by_those_ahead_is_worth_nothing(fair):
    rows, summary = played(fair, ("proud", "proud"), 1500)
    charm = summary.cards[CHARM]
    assert naive(rows, CHARM) > 1.5  # who takes it was ahead, on every seat
    assert abs(charm.score.mean) < charm.score.margin < 1
    assert not charm.sure


def test_what_is_counted_is_added_up(fair):
    rows, summary = played(fair, ("random", "random"), 50)
    names = fair.card_ids()
    for card, found in enumerate(summary.cards):
        by_row = [[memoryview(row.counts).cast("H")[each * 3 + card] for each in range(9)] for row in rows]
        assert found.dealt == sum(sum(each[:3]) for each in by_row)
        assert found.offered == sum(sum(each[3:5]) for each in by_row)
        assert found.taken == sum(sum(each[5:7]) for each in by_row)
        assert found.had == sum(sum(each[7:9]) for each in by_row)
        assert found.might == sum(count > 0 for each in by_row for count in each[3:5])
        assert found.got == sum(count > 0 for each in by_row for count in each[5:7])
        of_game, unit = figure_measure(
            plan(fair, ("random", "random"), 50), ComparedFigure("taken", card=names[card]), names
        )
        assert sum(map(of_game, rows)) * unit == found.taken
    assert [found.dealt for found in summary.cards] == [100, 100, 100]  # all lie open


@pytest.mark.slow
def test_cards_that_are_told_apart_by_what_they_show_are_counted_alike(fair, tmp_path):
    """With `notation` copies are one option: the same cards are offered and taken, only by fewer options."""
    shown = lay_out(tmp_path, "{it.day}")
    one, other = (played(game, ("greedy", "greedy"), 50)[1] for game in (fair, shown))
    assert [(card.dealt, card.offered) for card in other.cards] == [(card.dealt, card.offered) for card in one.cards]
    assert all(card.offered and card.taken == card.had for card in other.cards)


def test_where_several_cards_show_the_same_nobody_knows_which_was_taken(tmp_path):
    game = lay_out(tmp_path, "{it.worth < 9}")
    made = plan(game, ("random", "random"), 60)
    summary = summarise(made, play_games(game, made, range(60)), core_of(game).by_having(2))
    assert [(card.offered, card.taken, card.by_having) for card in summary.cards] == [(0, 0, True)] * 3
    told = [
        line.split()
        for line in top_cards(game, summary, "en", every=True)
        if line.startswith(("Charm", "Jewel", "Thorn"))
    ]
    assert [line[2:4] for line in told] == [["–", "–"]] * 3


def test_of_too_few_nothing_is_told(fair):
    cards = played(fair, ("random", "random"), 12)[1].cards
    assert all(card.score is None and card.won is None and not card.sure for card in cards)


@pytest.mark.slow
def test_margins_hold_as_often_as_they_say():
    """300 studies of a card that gives two points, its seats of a game alike, and taken rather by who is ahead."""
    chance, held, wrongly = Random(3), 0, 0
    for _ in range(300):
        takers = CardEffects(2)
        for game in range(120):
            both = chance.gauss(0, 4)
            for seat in (0, 1):
                ahead = chance.randrange(-5, 6)
                taken = [int(chance.random() < (0.6 if ahead > 0 else 0.2)), int(chance.random() < 0.4)]
                score = round(both + ahead + 2 * taken[0] + chance.gauss(0, 4))
                takers.offer(game, seat, score, 0, [1, 1], taken, [ahead, ahead])
        gives, nothing = takers.effect(0)[0], takers.effect(1)[0]
        held += abs(gives.mean - 2) <= gives.margin
        wrongly += nothing.chance() < 0.05
    assert 0.92 < held / 300 < 0.98
    assert wrongly / 300 < 0.08


def test_what_a_card_goes_with_is_what_least_squares_find():
    """A fit of points and wins to: whether the card was taken, how the seat stood, and in which group it was, ahead or behind."""
    numpy = pytest.importorskip("numpy")
    chance, takers, seen, told = Random(11), CardEffects(1), [], []
    for game in range(10 * GAME_BLOCKS):
        group, stood = game % 2, chance.randrange(-3, 4)
        taken = int(chance.random() < 0.5 + stood / 10)
        score, won = 5 * group + 2 * stood + 3 * taken + chance.randrange(4), int(chance.random() < 0.3 + 0.3 * taken)
        takers.offer(game, group, score, won, [1], [taken], [stood])
        among = group, (stood > 0) - (stood < 0)
        seen.append([taken, stood, *(among == (each, sign) for each in (0, 1) for sign in (-1, 0, 1))])
        told.append([score, won])
    found = numpy.linalg.lstsq(numpy.array(seen, float), numpy.array(told, float), rcond=None)[0][0]
    assert [each.mean for each in takers.effect(0)] == pytest.approx([*found])


def test_seats_are_compared_within_their_group_only():
    """One group scores 10 more and takes the card nearly always; within each it does nothing."""
    chance, takers = Random(5), CardEffects(1)
    for game in range(40 * GAME_BLOCKS):
        for group, often in (("good", 0.9), ("poor", 0.1)):
            taken = int(chance.random() < often)
            takers.offer(game, group, 10 * (group == "good") + chance.randrange(5), 1, [1], [taken], ())
    left, took = takers.seats(0)
    assert took.score / took.count - left.score / left.count > 6
    assert abs(takers.effect(0)[0].mean) < 0.5
    assert takers.effect(0)[1].mean == 0
    assert min(left.count, took.count) > LEAST_TAKERS


def test_who_has_a_card_that_nobody_picks_is_compared_with_all_others():
    """Dealt by lot to one of two seats, or to nobody, and worth four points."""
    chance, takers = Random(7), CardEffects(2, [True, False])
    for game in range(400):
        owner = chance.randrange(3)
        for seat in (0, 1):
            had = int(seat == owner)
            takers.add(
                game, seat, chance.randrange(6) + 4 * had, had, nonzero_marks(array("H", [had, 1]).tobytes(), 1)[0]
            )
    left, got = takers.seats(0)
    assert left.count + got.count == 800
    assert 200 < got.count < 330
    score, won = takers.effect(0)
    assert abs(score.mean - 4) < score.margin < 1
    assert won.mean == pytest.approx(1)
    assert takers.effect(1) is None  # had by all, offered to none


def test_what_nobody_picks_is_known_by_game():
    for name, picked, not_picked in (
        ("troyes", "merchant", "hugues_de_payns"), ("tournay", "belfry", ""), ("troyes_dice", "", "market_1"),
    ):  # fmt: skip
        game = load(name)
        by_having = dict(zip(game.card_ids(), core_of(game).by_having(2), strict=True))
        assert not picked or not by_having[picked]
        assert not not_picked or by_having[not_picked]


PACK = """
game: pack
name: {en: Pack, es: Baraja}
players: 2
sets: {suit: {members: [barley, vine]}}
pieces: {card: {name: {en: card, es: carta}, product: {suit: suit}, copies: 3}}
zones:
  deck: {of: card, start: all, visible: nobody, name: {en: deck, es: mazo}}
  hand: {of: card, by: [seat], visible: owner, name: {en: hand, es: mano}}
  table: {of: card, by: [seat], name: {en: table, es: mesa}}
decisions: {lay: {of: card, notation: "{it.suit}", ask: {en: Which card?, es: ¿Qué carta?}}}
flow:
  - {phase: setup, do: "shuffle deck; for each p in seat { repeat 2 { move deck[0] to p.hand } }"}
  - {phase: play, turns: once, do: "choose lay c in hand { move c to table }"}
score: {vines: {name: {en: vines, es: vides}, amount: count c in table where c.suit == vine}}
"""


def test_a_pack_made_by_product_has_no_cards_to_count(tmp_path):
    """Its pieces are no cards with an entry of their own, also where a question tells them apart by a fact (`notation`)."""
    (tmp_path / "game.yaml").write_text(PACK, encoding="utf-8")
    rows, summary = played(load(tmp_path), ("random", "random"), 8)
    assert len(rows) == 8
    assert summary.cards == ()
