"""Records of the games of the package: saved at any point, cut at any byte, the identical game comes back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ruleset_core import core_of, load
from ruleset_core.play.bots import make_bot
from ruleset_core.play.records import (
    Journal,
    RecordError,
    Seat,
    Session,
    parse_record,
    read_record,
    record_bytes,
    replay,
    save,
)

GAMES = ["pig", "tic_tac_toe", "troyes_dice"]


def played(game: str, seed: int, moves: int = 10_000, players: int = 2) -> Session:
    session = Session.start(load(game), [Seat(f"P{seat}", "random") for seat in range(players)], seed)
    bots = [make_bot("random", seed, seat) for seat in range(players)]
    while not session.live.over and len(session.steps) < moves:
        session.apply(bots[session.live.seat].choose(session.live))
    return session


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_replayed_game_is_identical_at_every_move(game: str, seed: int) -> None:
    session = played(game, seed)
    again = replay(load(game), parse_record(record_bytes(session.record())))
    assert [state.to_json() for state in again.states] == [state.to_json() for state in session.states]
    assert again.record().over == tuple(session.live.scores())


@pytest.mark.parametrize("game", GAMES)
def test_undo_gives_the_state_before_and_never_another_seat(game: str) -> None:
    session = played(game, 3)
    for position in range(1, len(session.steps)):
        session.to(position)
        branch = session.branch()
        problem, last = branch.undo_problem(), branch.steps[-1].move
        if problem is not None:
            assert last.draws or branch.live.seat != last.seat, problem
        else:
            branch.undo()
            assert branch.live.to_json() == session.states[position - 1].to_json()
            assert branch.live.seat == session.states[position].seat


@pytest.mark.slow
def test_a_record_cut_at_any_byte_is_replayed_up_to_there() -> None:
    game, session = load("tic_tac_toe"), played("tic_tac_toe", 4)
    content = record_bytes(session.record())
    start = content.index(b"\n") + 1
    for size in range(start, len(content)):
        again = replay(game, parse_record(content[:size]))
        assert again.live.to_json() == session.states[len(again.steps)].to_json()


def test_a_wrong_move_anywhere_is_named_with_its_line(tmp_path: Path) -> None:
    session = played("troyes_dice", 5, moves=30)
    file = save(session.record(), tmp_path / "game.ruleset")
    lines = file.read_text(encoding="ascii").splitlines()
    for number in range(1, 31, 7):
        lines_here = [*lines[:number], f'{{"n":{number},"seat":0,"move":"die 9"}}', *lines[number + 1 :]]
        file.write_text("\n".join(lines_here) + "\n", encoding="ascii")
        with pytest.raises(RecordError, match=rf"game\.ruleset:{number + 1}: "):
            replay(session.game, read_record(file))


RECORD = """
import sys
from tests.record.test_real_games import played
from ruleset_core.play.records import record_bytes
sys.stdout.buffer.write(record_bytes(played(sys.argv[1], 6).record()))
"""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_process_writes_the_same_bytes(game: str) -> None:
    mine = record_bytes(played(game, 6).record())
    for hash_seed in ("0", "77"):
        env = {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)}
        done = subprocess.run([sys.executable, "-c", RECORD, game], env=env, capture_output=True, check=True)
        assert done.stdout == mine


def test_a_journal_is_the_record(tmp_path: Path) -> None:
    session = Session.start(load("pig"), (Seat("Ana", "human"), Seat("Bo", "human")), 3)
    session.journal = Journal.create(tmp_path / "pig.ruleset", session.record())
    while not session.live.over:
        session.apply(session.live.options[-1])
    assert (tmp_path / "pig.ruleset").read_bytes() == record_bytes(session.record())


@pytest.mark.parametrize("name", ["pig", "troyes_dice"])
def test_a_game_of_a_batch_is_kept_with_its_number_and_replays(name: str, tmp_path: Path) -> None:
    game = load(name)
    batch = core_of(game).play(3, games=2, seed=8, first=40)
    session = Session.start(game, [Seat(f"P{seat}", "human") for seat in range(3)], 8, number=41)
    assert session.live.to_json() == game.new(3, 8, game=41).to_json() != game.new(3, 8).to_json()
    for option in core_of(game).moves(41, 3, 8):
        session.apply(option)
    assert session.live.scores() == batch.scores.tolist()[1]
    assert len(session.steps) == batch.decisions[1]
    file = save(session.record(), tmp_path / "game.ruleset")
    again = replay(game, read_record(file))
    assert [state.to_json() for state in again.states] == [state.to_json() for state in session.states]
    assert record_bytes(again.record()) == file.read_bytes()
    assert (again.header.seed, again.header.number) == (8, 41)


def test_a_game_without_a_number_is_written_as_ever() -> None:
    assert b'"number"' not in record_bytes(played("pig", 1, 3).record())
    header = record_bytes(played("pig", 1, 3).record()).split(b"\n")[0]
    strange = header.replace(b'"seed":1', b'"seed":1,"number":-1').partition(b',"check"')[0] + b"}\n"
    with pytest.raises(RecordError, match="number"):
        parse_record(strange)


class Whole:
    """A number of another kind, as numpy has them."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value

    def __int__(self) -> int:
        return self.value


def test_a_game_is_kept_whatever_kind_of_numbers_it_was_begun_and_played_with(tmp_path: Path) -> None:
    game = load("pig")
    seed, number = 7, 3
    seats = [Seat("Ana", "human"), Seat("Bo", "human")]
    session = Session.start(game, seats, seed=Whole(seed), number=Whole(number))  # type: ignore[arg-type]
    for option in core_of(game).moves(number, players=2, seed=seed):
        session.apply(Whole(option))  # type: ignore[arg-type]
    save(session.record(), tmp_path / "game.ruleset")
    again = replay(game, read_record(tmp_path / "game.ruleset"))
    assert again.live.scores() == core_of(game).play(players=2, games=1, seed=seed, first=number).scores.tolist()[0]
