"""Games that were kept by an earlier version replay, or it is said in one line why not."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from ruleset_core import Game, load
from ruleset_core.discovery import EXAMPLES_ROOT
from ruleset_core.model.game_files import gather
from ruleset_core.model.sources import hash_entries
from ruleset_core.play.records import (
    Record,
    RecordError,
    Session,
    changes_since,
    parse_record,
    read_record,
    record_bytes,
    replay,
    save,
)

KEPT = sorted((Path(__file__).parent / "kept").glob("*.ruleset"))
LATER = [pytest.param(file, marks=pytest.mark.slow) if file.stem.startswith("tournay") else file for file in KEPT]


@cache
def loaded(game: str, expansions: tuple[str, ...]) -> Game:
    return load(game, expansions=expansions)


@pytest.mark.parametrize("file", LATER, ids=lambda file: file.stem)
def test_a_kept_game_replays_or_says_in_one_line_why_not(file: Path) -> None:
    """What has changed is known by name, how far the game fits is said, and it goes on from there to its end."""
    record = read_record(file)
    game = loaded(record.header.game, record.header.expansions)
    session = replay(game, record, force=True)
    fits = recorded(session, record)
    changes = changes_since(game, record.header)
    assert changes.known
    if session.misfit is None:
        assert fits == len(record.moves) > 2
    else:
        assert f"{file}:" in str(session.misfit)
        assert f"{fits} of {len(record.moves)} moves fit" in str(session.misfit)
        assert str(session.misfit).count("\n") == 0
        assert "changed since: " in str(session.misfit) or not changes.entries
        with pytest.raises(RecordError, match="moves fit"):
            replay(game, record)
    goes_on(session)


def recorded(session: Session, record: Record) -> int:
    """How many moves of the record were made, by whoever was asked or by themselves.

    All other steps are single options that an earlier version took by itself.
    """
    made, forced = 0, session.states[0].forced
    for number, step in enumerate(session.steps):
        answer = (step.move.seat, step.move.notation)
        if answer != next_of(record, made):
            made += by_themselves(session, record, made, forced)
        if answer == next_of(record, made):
            made += 1
        else:
            assert session.states[number].options == [step.option]
        forced = session.states[number + 1].forced
    return made + by_themselves(session, record, made, forced)


def next_of(record: Record, made: int) -> tuple[int, str] | None:
    """The move of a record that follows so many."""
    return (record.moves[made].seat, record.moves[made].notation) if made < len(record.moves) else None


def by_themselves(session: Session, record: Record, made: int, forced: list[int]) -> int:
    """How many of the next moves are decisions that are taken by themselves now."""
    count = 0
    for seat, option in zip(forced[::2], forced[1::2], strict=True):
        count += (seat, session.game.notation(option)) == next_of(record, made + count)
    return count


def goes_on(session: Session) -> None:
    """Play to the end at random; what is saved then is a game of the data it went on with."""
    choose = Random(3)
    while not session.live.over:
        session.apply(choose.choice(session.live.options))
    session.adopt_data()
    again = replay(session.game, parse_record(record_bytes(session.record())))
    assert again.live.to_json() == session.live.to_json()
    assert not changes_since(session.game, again.header).any


@pytest.mark.parametrize("name", ["tournay-veiled-2", "tournay-veiled-expert-3-half"])
def test_answers_that_are_taken_by_themselves_now_are_skipped(name: str) -> None:
    """The version of commit 071e637c asked for a single answer wherever the question might have hidden something."""
    record = read_record(Path(__file__).parent / "kept" / f"{name}.ruleset")
    session = replay(loaded(record.header.game, record.header.expansions), record)
    assert len(session.steps) < len(record.moves)


def test_what_a_version_was_made_of_is_kept_beside_the_data() -> None:
    """Hashes of entries must be made as they were: otherwise all cards would be told to have changed."""
    record = read_record(next(file for file in KEPT if file.stem == "pig-2"))
    assert record.header.entries == {}
    kept = loaded("pig", ()).earlier(record.header.hash)
    assert kept is not None
    assert (kept["phase"], kept["field"]) == ({"play": "c09d41b0"}, {"face": "196b4588", "pot": "565c3053"})
    gathered, _ = gather(EXAMPLES_ROOT / "pig")
    now = hash_entries(gathered.documents)
    assert set(now.pop("event")) == {"bust"}  # it came later, and the turn that brings it about is another one since
    assert now.pop("phase") != kept.pop("phase")
    assert now == kept


@pytest.mark.slow
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


def test_a_game_with_more_questions_now_goes_on_in_a_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An old record may lack answers that are asked for now: lines appended to it would not be counted on."""
    from ruleset_core.play.match.session_setup import resume_session

    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    old = read_record(next(file for file in KEPT if file.stem == "tournay-2-half"))
    game = loaded("tournay", ())
    session = replay(game, old, force=True)
    assert len(session.steps) > len(old.moves)
    header = replace(old.header, hash=game.hash, entries=game.entries)
    file = save(replace(old, header=header), tmp_path / "mine.ruleset")
    before = file.read_bytes()
    opened, unsaved = resume_session(read_record(file), (), force=False)
    assert unsaved is None
    assert opened.journal is not None
    opened.apply(opened.live.options[0])
    opened.journal.close()
    assert file.read_bytes() == before
    assert len(replay(game, read_record(opened.journal.path)).steps) == len(opened.steps)
