"""Whatever cannot be written was not done: every change of a table, with a disk that is full from any of its writes on."""

from __future__ import annotations

import asyncio
import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from ruleset_core.play.records import journal, record_lines
from ruleset_core.web import rooms
from ruleset_core.web.persistence import ClockRule

POINTS: Final = 16
"""More writes than any change makes."""


class Disk:
    """Counts what is written, and is full from the write with this number on."""

    def __init__(self, full_from: int) -> None:
        self.left, self.refused = full_from, 0

    def write(self) -> None:
        self.left -= 1
        if self.left < 0:
            self.refused += 1
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@contextmanager
def full(from_: int) -> Iterator[Disk]:
    """The disk has room for so many writes: files made, pieces written, pieces brought to the disk, names replaced."""
    disk = Disk(from_)
    true = {name: getattr(os, name) for name in ("open", "write", "fsync", "replace", "rename")}

    def opened(path: Any, flags: int, *more: Any, **named: Any) -> int:
        if flags & os.O_CREAT and str(path).startswith(os.environ["RULESET_STATE"]):
            disk.write()
        return int(true["open"](path, flags, *more, **named))

    def counted(name: str) -> Callable[..., Any]:
        def called(at: Any, *given: Any, **named: Any) -> Any:
            if not isinstance(at, int) or stat.S_ISREG(os.fstat(at).st_mode):  # not what goes to other processes
                disk.write()
            return true[name](at, *given, **named)

        return called

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "open", opened)
        for name in true.keys() - {"open"}:
            patch.setattr(os, name, counted(name))
        yield disk


def kept_files() -> dict[str, str]:
    """All files of the server with what is in them."""
    state = Path(os.environ["RULESET_STATE"])
    return {str(path.relative_to(state)): path.read_text() for path in state.rglob("*") if path.is_file()}


def seen(seats: Any) -> Any:
    """What is so at a table, apart from what was only told."""
    room = seats.room
    moves = [(step.move.seat, step.option) for step in room.match.session.steps]
    ahead = [room.match.kept(seat) for seat in range(len(room.kept.seats))]
    hints = [(each.seat, each.after) for each in room.match.session.hints]
    return (
        moves,
        ahead,
        hints,
        room.kept.links,
        room.kept.seats,
        room.kept.pause,
        room.match.seating.kinds,
        room.kept.notes,
        room.kept.watching,
        room.kept.rematch,
        room.kept.end_offers,
    )


TWO: Final = {"game": "tic_tac_toe", "kinds": ("human", "human")}
OVER: Final = "over"
MATCHING: Final = {"game": "troyes_dice", "kinds": ("human", "human"), "seed": 3}


def answered(seats: Any, seat: int) -> Any:
    """Let a seat answer what it is asked with the first option."""
    question = seats.room.match.question(seat)
    return seats.ask(str(seat), "answer", {"option": question.state.options[0], "number": question.number})


def until_together(seats: Any) -> None:
    """Go on until both choose at once."""
    table = seats.room.match
    while len(table.questions) < 2:
        assert answered(seats, table.live.seat).status_code == 200


def over(seats: Any) -> None:
    while not seats.room.match.over:
        assert answered(seats, seats.room.match.live.seat).status_code == 200


def ahead(seats: Any) -> None:
    until_together(seats)
    assert answered(seats, 1 - seats.room.match.live.seat).status_code == 200
    assert any(seats.room.match.kept(seat) for seat in (0, 1))


def nothing(_: Any) -> None:
    return


def first(seats: Any) -> None:
    assert answered(seats, 0).status_code == 200


def nearly_over(seats: Any) -> None:
    table = seats.room.match
    while not any(after_over(table.live, option) for option in table.live.options[:1]):
        assert answered(seats, table.live.seat).status_code == 200


def after_over(state: Any, option: int) -> bool:
    after = state.clone()
    after.apply(option)
    return bool(after.over)


def undoable(seats: Any) -> None:
    table = seats.room.match
    while table.undo_problem(0) is not None:
        assert answered(seats, 0).status_code == 200


def lobby(seats: Any, told: Any) -> Any:
    known = {"authorization": "Bearer the-secret-of-the-lobby"}
    return seats.site.client.post("/api/tables", json=told, headers=known)


def resumed(seats: Any) -> Any:
    """The saved game of a table that was given up."""
    room = seats.site.lobby._rooms.pop(seats.name, None)
    if room is not None:
        room.leave()
    return lobby(seats, {"file": Path(room.kept.record).name if room is not None else ""})


Change = tuple[dict[str, Any], Callable[[Any], None], Callable[[Any], Any]]
CHANGES: Final[dict[str, Change]] = {
    "an answer": (TWO, nothing, lambda seats: answered(seats, 0)),
    "an answer at a table with a clock": ({**TWO, "clock": ClockRule(24, "easy")}, nothing, lambda seats: answered(seats, 0)),
    "the last answer": (TWO, nearly_over, lambda seats: answered(seats, seats.room.match.live.seat)),
    "an answer that waits for others": (MATCHING, until_together, lambda seats: answered(seats, 1 - seats.room.match.live.seat)),
    "an answer for which another has waited": (MATCHING, ahead, lambda seats: answered(seats, seats.room.match.live.seat)),
    "an answer taken back": ({"game": "troyes_dice", "kinds": ("human",), "seed": 3}, undoable, lambda seats: seats.ask("0", "undo", {})),
    "an answer that waits taken back": (MATCHING, ahead, lambda seats: seats.ask(str(1 - seats.room.match.live.seat), "undo", {})),
    "a hint": (TWO, nothing, lambda seats: seats.ask("0", "hint", {})),
    "a name": (TWO, nothing, lambda seats: seats.ask("0", "me", {"name": "Ana"})),
    "a colour": (TWO, nothing, lambda seats: seats.ask("0", "me", {"colour": "green"})),
    "a language": (TWO, nothing, lambda seats: seats.ask("0", "me", {"lang": "es"})),
    "a bot": (TWO, nothing, lambda seats: seats.ask("host", "seat", {"seat": 1, "kind": "random"})),
    "a bot where an answer waits": (MATCHING, ahead, lambda seats: seats.ask("host", "seat", {"seat": 1 - seats.room.match.live.seat, "kind": "random"})),
    "a new link of a seat": (TWO, nothing, lambda seats: seats.ask("host", "seat", {"seat": 0, "link": True})),
    "a new link to watch": (TWO, nothing, lambda seats: seats.ask("host", "seat", {"seat": "watch", "link": True})),
    "a new link of the host": (TWO, nothing, lambda seats: seats.ask("host", "seat", {"seat": "host", "link": True})),
    "how long bots take": (TWO, nothing, lambda seats: seats.ask("host", "pause", {"seconds": 5})),
    "a rematch": (TWO, over, lambda seats: seats.ask("host", "rematch", {})),
    "who wants a rematch": (TWO, over, lambda seats: seats.ask("0", "rematch", {"wanted": True})),
    "notes": (TWO, nothing, lambda seats: seats.ask("0", "notes", {"text": "Bo bluffs", "version": 0})),
    "who may watch": (TWO, nothing, lambda seats: seats.ask("host", "watching", {"who": "closed"})),
    "an offer to end": (TWO, first, lambda seats: seats.ask("0", "end", {"wanted": True})),
    "a new table": (TWO, nothing, lambda seats: lobby(seats, {"game": "pig", "seats": [{"name": "A"}, {"name": "B"}]})),
    "a saved game at a new table": (TWO, first, resumed),
}  # fmt: skip


@pytest.mark.parametrize("what", CHANGES)
def test_what_cannot_be_written_was_not_done(site: Any, what: str) -> None:
    given, before, change = CHANGES[what]
    for point in range(POINTS):
        seats = site.table(**given)
        before(seats)
        files, there, links = kept_files(), seen(seats), dict(seats.links)
        with full(point) as disk:
            told = change(seats)
        if told.status_code == 200:
            assert what not in {"a name", "an answer"} or kept_files() != files
            if disk.refused:  # only of what is brought to the disk
                continue
            assert point > 0
            seats.name = told.json().get("table", seats.name)
            now, seats.site = seen(seats), site.restart()
            assert seen(seats) == now, "what was done is there after a restart"
            return
        assert told.status_code == 503, told.text
        assert "saved" in told.json()["refused"]
        assert kept_files() == files
        assert seen(seats) == there
        site = site.restart()
        seats.site = site
        assert seen(seats) == there, "what was refused was not done"
        assert all(site.lobby.link_owner(seats.name, secret) == whose for whose, secret in links.items())
    pytest.fail("it is refused on a disk with room")


async def until(so: Callable[[], Any]) -> None:
    for _ in range(3000):
        if so():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it does not come")


def test_a_bot_waits_until_its_move_can_be_written(site: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "AGAIN", 0.01)
    seats = site.table(kinds=("random", "human"))
    room = seats.room

    async def look() -> None:
        with full(0):
            page = room.enter("1", "en")
            await until(lambda: room._room_data("1")["trouble"])
            assert room.match.session.steps == []
        await until(lambda: room.match.session.steps)
        room.close(page)
        assert not room._room_data("1")["trouble"]

    asyncio.run(asyncio.wait_for(look(), 60))
    assert len(Path(room.kept.record).read_bytes().splitlines()) == 2


@pytest.mark.slow
def test_a_record_that_nobody_could_read_is_not_written(site: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = site.table("troyes_dice", ("human",), seed=3)
    undoable(seats)
    file = Path(seats.room.kept.record)
    limit = file.stat().st_size + record_lines.END_BYTES + 300
    for module in (journal, record_lines, record_lines):
        monkeypatch.setattr(module, "MAX_BYTES", limit)
    for _ in range(20):
        there = seen(seats)
        if (told := seats.ask("0", "undo", {})).status_code != 200 or (told := answered(seats, 0)).status_code != 200:
            break
    else:
        pytest.fail("it grows and grows")
    assert told.status_code == 409
    assert str(limit) in told.json()["refused"]
    assert file.name in told.json()["refused"]
    assert str(file.parent) not in told.json()["refused"]
    there = seen(seats)
    assert file.stat().st_size <= limit
    seats.site = site.restart()
    assert seen(seats) == there


@pytest.mark.skipif(os.name == "nt", reason="there files have no modes")
def test_all_that_is_kept_is_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, site: Any) -> None:
    state = tmp_path / "state"
    monkeypatch.setenv("RULESET_STATE", str(state))
    before = os.umask(0)
    try:
        seats = site.table()
        assert answered(seats, 0).status_code == 200
    finally:
        os.umask(before)
    modes = {str(path.relative_to(tmp_path)): stat.S_IMODE(path.stat().st_mode) for path in [state, *state.rglob("*")]}
    assert len(modes) == 4
    assert set(modes.values()) == {0o700, 0o600}
    assert all((mode == 0o700) == (tmp_path / name).is_dir() for name, mode in modes.items())


@pytest.mark.skipif(os.name == "nt", reason="there files have no modes")
def test_a_record_of_an_earlier_version_is_for_its_owner_alone_once_it_is_played(site: Any) -> None:
    seats = site.table()
    file = Path(seats.room.kept.record)
    file.chmod(0o644)
    seats.site = site.restart()
    assert seen(seats)[0] == []
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_an_answer_that_waits_is_there_after_a_restart_though_others_have_moved_since(site: Any) -> None:
    seats = site.table("troyes_dice", ("human",) * 3, seed=3)
    table = seats.room.match
    while len(table.questions) < 3:
        assert answered(seats, table.live.seat).status_code == 200
    order = [question.seat for question in table.questions]
    assert answered(seats, order[2]).status_code == 200
    assert answered(seats, order[0]).status_code == 200
    there = seen(seats)
    assert there[1][order[2]]
    seats.site = site.restart()
    assert seen(seats) == there


def test_the_host_replaces_a_link_that_others_have(site: Any) -> None:
    seats = site.table()
    page = seats.room.enter("host", "en")
    for whose in ("0", "watch"):
        assert seats.ask(whose, "seat", {"seat": "host", "link": True}).status_code == 403
    made = seats.ask("host", "seat", {"seat": "host", "link": True}).json()["link"]
    assert page.ended
    assert seats.ask("host", "pause", {"seconds": 1}).status_code == 403
    assert seats.ask("host", "words").status_code == 403
    assert seats.ask(made, "pause", {"seconds": 1}).status_code == 200
    seats.site = site.restart()
    assert seats.ask("host", "words").status_code == 403
    assert seats.ask(made, "words").json()["whose"] == "host"
