"""Bots meet in pairs of games; who plays them and how often they are stopped changes nothing."""

from __future__ import annotations

import json
import math
import zlib
from contextlib import closing
from itertools import islice

import pytest

from ruleset_core import RulesetError, core_of, load
from ruleset_core.lab.sim import ResultFileError
from ruleset_core.lab.sim.matches import (
    AnswerTimes,
    BotMatch,
    MatchesFile,
    MatchStanding,
    PairPlayer,
    PairRow,
    play_matches,
    play_pair_game,
    share_unit,
)
from ruleset_core.statistics import Claim

PIG = BotMatch("pig", "easy", "random", 2, 60, 3, Claim(0.65, 0.55))
SHORT = BotMatch("tic_tac_toe", "random", "first", 2, 20, 1, Claim(0.5, 0.5), stop=False)


def played(*matches, **given):
    standings = [MatchStanding(match) for match in matches]
    games = [match.load() for match in matches]
    return standings, list(play_matches(matches, games, standings, **given))


def bare(rows):
    """Rows without how long answers took."""
    return [(row[:4], [(each.decisions, each.sims) for each in row.answers]) for row in rows]


def row(*points, number=0):
    answers = AnswerTimes(3, 0, {8: 3})
    return PairRow(0, number, points, ((1, 2), (3, 4)), (answers, answers))


@pytest.mark.slow
def test_the_number_of_workers_changes_nothing():
    (one, two), alone = played(PIG, SHORT)
    (again, _), shared = played(PIG, SHORT, workers=3)
    assert bare(shared) == bare(alone)
    assert again.shares == one.shares
    assert one.games < 60
    assert one.verdict == "holds"
    assert two.games == 20


def test_both_games_of_a_pair_are_of_one_deal_and_seats_are_changed():
    match = BotMatch("troyes_dice", "first", "random", 3, 2, 5, Claim(0.5, 0.5))
    assert match.sitting(0) == ("first", "random", "first")
    assert match.sitting(1) == ("random", "first", "random")
    found = PairPlayer([match], [match.load()])((0, 4))
    game = match.load()
    assert found.points[1] == play_pair_game(game, match, 4, 1)[0]
    assert found.scores[0] == play_pair_game(game, match, 4, 0)[1]
    alike = BotMatch("troyes", "random", "random", 2, 2, 5, Claim(0.5, 0.5))
    one, other = PairPlayer([alike], [alike.load()])((0, 0)).scores
    assert one == other, "the same bots in the same deal"
    assert sum(PairPlayer([alike], [alike.load()])((0, 0)).points) == 2, "together they have one game of the two"


def test_other_data_elsewhere_is_told():
    away = PairPlayer([PIG], (), ["other rules"])
    with pytest.raises(RulesetError, match=r"pig: the data on .* is not that which the work was begun with"):
        away((0, 0))


def test_a_game_without_an_end_is_told():
    with pytest.raises(RulesetError, match="pig: first against first, deal 3 of seed 5: no end after 20,000 decisions"):
        PairPlayer([BotMatch("pig", "first", "first", 2, 8, 5, Claim(0.5, 0.5))], [load("pig")])((0, 3))


def test_a_shared_game_counts_half():
    standing = MatchStanding(SHORT)
    for number, points in enumerate([(2, 1), (1, 1), (0, 2)]):
        standing.add(row(*points, number=number))
    assert (standing.games, standing.won, standing.shared) == (6, 2, 3)
    assert standing.shares.mean == pytest.approx((2 + 3 / 2) / 6)
    assert share_unit(2) == 2
    assert [share_unit(4) * share // each for share in (1,) for each in (1, 2, 3, 4)] == [12, 6, 4, 3]


def test_pairs_behind_the_end_do_not_count():
    standing = MatchStanding(PIG)
    for number in range(40):
        standing.add(row(2, 2, number=number))
    assert standing.over
    assert standing.games < 40
    assert MatchStanding(SHORT).verdict == "open"


def test_how_long_answers_took_is_told_to_a_tenth():
    standing = MatchStanding(SHORT)
    steps = {8 * 7: 90, 8 * 10: 10}  # 128 and 1,024 microseconds
    answers = AnswerTimes(100, 4000, steps)
    standing.add(PairRow(0, 0, (2, 2), ((0, 0), (0, 0)), (answers, answers)))
    assert standing.took(0, 50) == pytest.approx(128e-6, rel=0.1)
    assert standing.took(0, 95) == pytest.approx(1024e-6, rel=0.1)
    assert standing.sims[0] / standing.decisions[0] == 40


@pytest.mark.slow
def test_what_was_done_is_gone_on_with(tmp_path):
    matches = [SHORT, PIG]
    games = [match.load() for match in matches]
    rules = [game.hash for game in games]
    standings, whole = played(*matches)
    path = tmp_path / "kept.games"
    begun = [MatchStanding(match) for match in matches]
    with closing(MatchesFile(path, matches, rules)) as kept:
        for each in islice(play_matches(matches, games, begun), 12):
            kept.add([each])
    path.write_bytes(path.read_bytes()[:-20])  # the last line was cut off
    with closing(MatchesFile(path, matches, rules)) as kept:
        assert len(kept.rows) == 11
        again = [MatchStanding(match) for match in matches]
        for each in kept.rows:
            again[each.match].add(each)
        for each in play_matches(matches, games, again):
            kept.add([each])
        assert bare(kept.rows) == bare(whole)
    assert [each.shares for each in again] == [each.shares for each in standings]
    with pytest.raises(ResultFileError, match="other rules"):
        MatchesFile(path, [SHORT, PIG], [rules[0], "other"])


def test_a_row_that_is_not_the_next_ends_what_is_read(tmp_path):
    path, rules = tmp_path / "kept.games", [SHORT.load().hash]
    with closing(MatchesFile(path, [SHORT], rules)) as kept:
        kept.add([row(2, 2), row(1, 1, number=1), row(1, 0, number=3)])
    for line in ('{"match":7,"number":0,"points":[1,1]}', "[]", '{"match":0}'):
        with path.open("a") as file:
            file.write(line + "\n")
        with closing(MatchesFile(path, [SHORT], rules)) as kept:
            assert [each.number for each in kept.rows] == [0, 1]


@pytest.mark.parametrize(
    "changed",
    [
        {"points": [math.inf, 1]},
        {"points": [9, 9]},
        {"points": [-5, 1]},
        {"points": [1, 1, 1]},
        {"scores": [[1], [1, 2, 3]]},
        {"answers": [[3, math.inf, {}], [3, 0, {}]]},
        {"answers": [[-3, 0, {}], [3, 0, {}]]},
        {"answers": [[3, 0, {"99999999": 3}], [3, 0, {}]]},
    ],
)
def test_a_row_that_no_game_can_give_is_played_again(tmp_path, changed):
    path, rules = tmp_path / "kept.games", [SHORT.load().hash]
    with closing(MatchesFile(path, [SHORT], rules)) as kept:
        kept.add([row(2, 2)])
    head, good = path.read_bytes().splitlines()
    told = {**json.loads(good), **changed}
    del told["crc"]
    text = json.dumps(told, separators=(",", ":")).encode()
    path.write_bytes(b'%s\n%s,"crc":%d}\n' % (head, text[:-1], zlib.crc32(text)))  # a line with a checksum that fits
    with closing(MatchesFile(path, [SHORT], rules)) as kept:
        assert kept.rows == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["troyes_dice", "troyes", "carcassonne_masons", "tournay"])
def test_easy_beats_chance_in_every_game(name):
    if core_of(load(name)).executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")
    (standing,), _ = played(BotMatch(name, "easy", "random", 2, 60, 1, Claim(0.65, 0.55)))
    assert standing.verdict == "holds"
    assert standing.games >= 16
