"""Games that were kept by an earlier version replay, or it is said in one line why not."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ruleset_core import Game, load
from ruleset_core.record import Record, RecordError, Session, read_record, replay

KEPT = sorted((Path(__file__).parent / "kept").glob("*.ruleset"))


@cache
def loaded(game: str, expansions: tuple[str, ...]) -> Game:
    return load(game, expansions=expansions)


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_kept_game_replays_or_says_why_not(file: Path) -> None:
    record = read_record(file)
    assert len(record.moves) > 2
    session, problem = fits(record)
    if problem is not None:
        assert problem.key in {"other_draws", "other_seat", "other_move", "other_end"}
        assert "\n" not in str(problem)
    if session is not None:
        assert [step.move for step in session.steps] == list(record.moves)


def fits(record: Record) -> tuple[Session | None, RecordError | None]:
    """The game played again, or why that is not possible."""
    try:
        return replay(loaded(record.header.game, record.header.expansions), record, force=True), None
    except RecordError as error:
        return None, error


def test_all_games_and_expansions_are_kept() -> None:
    headers = [read_record(file).header for file in KEPT]
    assert {(header.game, header.expansions) for header in headers} >= {
        ("troyes_dice", ()),
        ("troyes_dice", ("banquetes_y_asaltos",)),
        ("troyes", ()),
        ("troyes", ("bonus_2011",)),
        ("tournay", ()),
        ("carcassonne_masons", ()),
        ("carcassonne_masons", ("isthmus",)),
        ("pig", ()),
        ("tic_tac_toe", ()),
    }
