"""The same plan gives the same games, whoever plays them and however often they are stopped."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from itertools import chain, islice
from types import SimpleNamespace

import pytest

from ruleset_core import core_of, load
from ruleset_core.cli.experiments.simulate import summary_lines
from ruleset_core.lab.sim import (
    GameRow,
    GamesFile,
    ResultFileError,
    SimulationPlan,
    play_games,
    run_plan,
    summarise,
    summary,
)
from ruleset_core.lab.sim.result_files import card_rows, game_rows, write_csv, write_jsonl, write_parquet
from ruleset_core.play.bots import bot_rules_key

PIG = SimulationPlan("pig", ("first", "random"), 24, 3)
DICE = SimulationPlan("troyes_dice", ("random",) * 3, 40, 5, sheets=10, counts=True)
BOTH = SimulationPlan("troyes_dice", ("first", "random"), 10, 5, counts=True)


def rows(plan, **given):
    return list(chain.from_iterable(run_plan(plan, plan.load(), **given)))


@pytest.mark.slow
@pytest.mark.parametrize("plan", [PIG, DICE, BOTH])
def test_the_number_of_workers_changes_nothing(plan, monkeypatch):
    alone = rows(plan)
    assert [row.number for row in alone] == list(range(plan.games))
    monkeypatch.setattr("ruleset_core.lab.sim.parallel.RANDOM_PART", 16)
    assert rows(plan, workers=3) == alone
    assert rows(plan, start=8) == alone[8:]
    assert summarise(plan, alone[::-1]) == summarise(plan, alone)


def test_bots_change_seats():
    plan = SimulationPlan("pig", ("first", "random", "greedy"), 6, 1)
    assert [plan.sitting(number)[0] for number in range(4)] == ["first", "random", "greedy", "first"]
    assert all(plan.sitting(n)[seat] == plan.seats[plan.bot_on(n, seat)] for n in range(6) for seat in range(3))


def test_random_games_are_those_of_the_core():
    game = DICE.load()
    found = core_of(game).play(3, 5, seed=5)
    assert [list(row.scores) for row in play_games(game, DICE, range(5))] == found.scores.tolist()


def test_sheets_add_up_to_scores():
    looked_at = [row for row in rows(DICE) if row.sheet is not None]
    assert [row.number for row in looked_at] == list(range(10))
    for row in looked_at:
        assert [sum(sheet.values()) for sheet in row.sheet] == list(row.scores)


def test_a_summary_counts_every_game_once():
    found = rows(PIG)
    summary = summarise(PIG, found)
    assert summary.games == 24
    assert sum(summary.games_by_decisions.values()) == 24
    assert sum(summary.scores.values()) == 48
    assert sum(each.won.mean for each in summary.bots.values()) == pytest.approx(1)
    first = [row.scores[seat] for row in found for seat in range(2) if PIG.bot_on(row.number, seat) == 0]
    assert summary.bots["first"].score.mean == pytest.approx(sum(first) / 24)
    assert summary.seats[0].rest.mean == pytest.approx(-summary.seats[1].rest.mean)


def test_shared_victories_are_shared():
    plan = SimulationPlan("tic_tac_toe", ("random", "random"), 200, 1)
    summary = summarise(plan, rows(plan))
    assert summary.shared + summary.none > 0
    won = sum(each.won.mean for each in summary.seats) * 200
    assert won == pytest.approx(200 - summary.none)


def test_what_was_done_is_gone_on_with(tmp_path):
    game, path = PIG.load(), tmp_path / "pig.games"
    kept = GamesFile(path, PIG, bot_rules_key(game))
    for part in islice(run_plan(PIG, game), 1):
        kept.add(part)
    kept.close()
    again = GamesFile(path, PIG, bot_rules_key(game))
    assert len(again.rows) == 8
    for part in run_plan(PIG, game, len(again.rows)):
        again.add(part)
    again.close()
    assert again.rows == rows(PIG)
    with closing(GamesFile(path, PIG, bot_rules_key(game))) as found:
        assert found.rows == again.rows


def test_counts_are_kept(tmp_path):
    path = tmp_path / "dice.games"
    with closing(GamesFile(path, BOTH, "rules")) as kept:
        kept.add(rows(BOTH))
    with closing(GamesFile(path, BOTH, "rules")) as again:
        assert again.rows == rows(BOTH)
        assert all(row.counts and row.stood for row in again.rows)
        assert summarise(BOTH, again.rows).cards == summarise(BOTH, rows(BOTH)).cards


def test_a_line_that_was_cut_off_is_forgotten(tmp_path):
    game, path = PIG.load(), tmp_path / "pig.games"
    kept = GamesFile(path, PIG, bot_rules_key(game))
    kept.add(rows(PIG))
    kept.close()
    path.write_bytes(path.read_bytes()[:-9])
    again = GamesFile(path, PIG, bot_rules_key(game))
    assert len(again.rows) == 23
    again.add(rows(PIG)[23:])
    again.close()
    with closing(GamesFile(path, PIG, bot_rules_key(game))) as found:
        assert len(found.rows) == 24


def test_a_file_of_something_else_stays_as_it_is(tmp_path):
    game, path = PIG.load(), tmp_path / "notes.txt"
    path.write_text("milk\n")
    with pytest.raises(ResultFileError, match="not a file of kept games"):
        GamesFile(path, PIG, bot_rules_key(game))
    GamesFile(tmp_path / "x.games", PIG, bot_rules_key(game)).close()
    with pytest.raises(ResultFileError, match="another plan or of other rules"):
        GamesFile(tmp_path / "x.games", PIG, "other rules")
    assert path.read_text() == "milk\n"


@pytest.mark.parametrize("content", ["milk", "milk\n", '{"format":"ruleset games 9"', '{"a":' * 9])
def test_resume_never_overwrites_a_foreign_file(tmp_path, content):
    path = tmp_path / "notes.txt"
    path.write_text(content)
    with pytest.raises(ResultFileError, match="not a file of kept games"):
        GamesFile(path, PIG, "rules")
    assert path.read_text() == content


def test_a_header_that_was_cut_off_is_written_again(tmp_path):
    path = tmp_path / "x.games"
    GamesFile(path, PIG, "rules").close()
    whole = path.read_bytes()
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        GamesFile(path, PIG, "rules").close()
        assert path.read_bytes() == whole


def test_a_damaged_row_is_not_read(tmp_path):
    """A flipped bit may leave valid JSON, such as another score or another key of a score sheet."""
    path = tmp_path / "x.games"
    with closing(GamesFile(path, PIG, "rules")) as kept:
        kept.add(rows(PIG))
    whole, row = path.read_bytes(), path.read_bytes().split(b"\n")[1]
    start = whole.index(row)
    for at in range(start, start + len(row)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with closing(GamesFile(path, PIG, "rules")) as found:
            assert found.rows == []


def test_games_as_tables(tmp_path):
    found = rows(DICE)
    write_csv(tmp_path / "a.csv", game_rows(DICE, found))
    write_jsonl(tmp_path / "a.jsonl", game_rows(DICE, found))
    lines = (tmp_path / "a.csv").read_text().splitlines()
    assert lines[0].startswith("game,decisions,length,seat_1_bot,seat_1_score,seat_1_won,seat_1_outcome,seat_1_")
    assert len(lines) == 41
    told = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert [each["seat_2_score"] for each in told] == [row.scores[1] for row in found]
    parquet = pytest.importorskip("pyarrow.parquet")
    write_parquet(tmp_path / "a.parquet", game_rows(DICE, found))
    table = parquet.read_table(tmp_path / "a.parquet")
    assert table.num_rows == 40
    assert table.column("seat_3_score").to_pylist() == [row.scores[2] for row in found]


@pytest.mark.parametrize("bots", [("random", "random"), ("easy", "random")])
def test_cards_as_a_table_add_up_to_what_is_told_of_them(bots, tmp_path):
    plan = SimulationPlan("troyes", bots, 6, 1, counts=True)
    game, found = plan.load(), rows(plan)
    names = game.card_ids()
    told = list(card_rows(plan, found, names))
    summary = summarise(plan, found, core_of(game).by_having(2))
    for name, card in zip(names, summary.cards, strict=True):
        mine = [row for row in told if row["card"] == name]
        sums = tuple(sum(row[each] for row in mine) for each in ("dealt", "offered", "taken", "had"))
        assert sums == (card.dealt, card.offered, card.taken, card.had)
    seats = [row for row in told if row["seat"] is not None]
    assert all(row["score"] == found[row["game"]].scores[row["seat"] - 1] for row in seats)
    assert {row["bot"] for row in seats} == set(bots)
    assert any(row["ahead"] for row in told) == ("easy" in bots)
    write_csv(tmp_path / "a.csv", told)
    assert len((tmp_path / "a.csv").read_text().splitlines()) == len(told) + 1
    parquet = pytest.importorskip("pyarrow.parquet")
    write_parquet(tmp_path / "a.parquet", told)
    assert parquet.read_table(tmp_path / "a.parquet").to_pylist() == told


@pytest.mark.parametrize(("games", "first"), [(100, (50, 59, 60, 70, 100)), (200, (100, 113, 120)), (5, (5,))])
def test_a_seat_is_unlike_the_others_where_its_share_lies_outside_its_margin(games, first):
    """What is said of seats agrees with the figures beside it: never that no seat wins more, beside 59.8 % ± 6.8."""
    for wins in first:
        won = [GameRow(n, (1, 0), (1, -1), (1, 0) if n < wins else (0, 1), 1, 1) for n in range(games)]
        summary = summarise(SimulationPlan("pig", ("a", "b"), games, 1), won)
        away = [abs(each.won.mean - 0.5) > each.won.margin for each in summary.seats]
        assert [seat for seat, _ in summary.unlike_seats()] == [seat for seat, is_away in enumerate(away) if is_away]
        text = "\n".join(summary_lines(load("pig"), SimulationPlan("pig", ("a", "b"), games, 1), summary, "en"))
        assert ("No seat wins more than its share" in text) == (not any(away))
        assert away[0] == (games > 5 and wins >= 0.6 * games)  # five coins show one side once in sixteen times


def test_a_few_games_say_nothing_of_many_seats():
    """Of seven seats some win none of ten games, whoever sits there."""
    outcomes = [tuple(int(seat == turn % 5) for seat in range(7)) for turn in range(10)]
    won = [GameRow(n, each, each, each, 1, 1) for n, each in enumerate(outcomes)]
    summary = summarise(SimulationPlan("pig", tuple("abcdefg"), 10, 1), won)
    assert [each.won.mean for each in summary.seats[4:]] == [0.2, 0, 0]
    assert min(each.won.margin for each in summary.seats) > 0.1
    assert summary.unlike_seats() == []
    assert summary.unlike_bots() == set()


@pytest.mark.slow
def test_a_bot_on_several_seats_is_one():
    plan = SimulationPlan("troyes_dice", ("easy", "random", "easy"), 60, 1)
    summary = summarise(plan, rows(plan))
    assert [*summary.bots] == ["easy", "random"]
    assert [each.won.count for each in summary.bots.values()] == [120, 60]
    assert summary.unlike_bots() == {"easy", "random"}


def test_scores_are_counted_for_every_bot_and_seat():
    summary = summarise(PIG, rows(PIG))
    for players in (summary.bots.values(), summary.seats):
        assert sum((each.scores for each in players), Counter()) == summary.scores


def test_a_seat_whose_sheet_lacks_a_category_has_no_points_in_it():
    row = SimpleNamespace(sheet=[{"cards": 3}, {}, {"cards": 4}])
    assert [summary._points(row, each) for each in ("cards", "towns")] == [7, 0]
    assert summary._points(SimpleNamespace(sheet=None), "cards") is None
