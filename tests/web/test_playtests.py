"""Notes of a play-test at a table: who keeps them is known to all, the server has none, and a file holds what its seat may know."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from ruleset_core.play.records.playtest_files import PLAYTEST_FORMAT, parse_playtest
from ruleset_core.web.single_file.html_export import page_files
from tests.web.assets import STATIC

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.conftest import Seats, Site

Begun = Callable[..., "Seats"]


def noting(table: Seats, whose: str = "watch") -> Any:
    """The seats that keep notes, as a page is told."""
    return table.room._room_data(whose)["noting"]


def test_a_seat_keeps_notes_once_it_has_agreed_and_all_are_told(begun: Begun) -> None:
    table = begun()
    assert noting(table) == []
    assert table.ask("1", "playtest", {"on": True}).status_code == 200
    assert [noting(table, whose) for whose in ("0", "1", "host", "watch")] == [[1]] * 4
    assert table.ask("1", "playtest", {"on": False}).status_code == 200
    assert noting(table) == []


def test_the_host_has_all_notes_deleted_and_agrees_for_nobody(begun: Begun) -> None:
    table = begun()
    for seat in ("0", "1"):
        table.ask(seat, "playtest", {"on": True})
    assert table.ask("watch", "playtest", {"on": False}).status_code == 403
    assert noting(table) == [0, 1]
    assert table.ask("host", "playtest", {"on": True}).status_code == 403
    assert table.ask("host", "playtest", {"on": False}).status_code == 200
    assert noting(table) == []


@pytest.mark.parametrize("told", [{}, {"on": 1}, {"on": "yes"}, {"on": [True]}])
def test_only_true_agrees(begun: Begun, told: dict[str, Any]) -> None:
    table = begun()
    assert table.ask("0", "playtest", told).status_code == 200
    assert noting(table) == []


def test_that_a_seat_keeps_notes_survives_a_restart_but_not_a_new_link(site: Site) -> None:
    table = site.table()
    table.ask("0", "playtest", {"on": True})
    table.ask("1", "playtest", {"on": True})
    again = site.restart()
    table.site = again
    assert noting(table) == [0, 1]
    table.ask("host", "seat", {"seat": 0, "link": True})
    assert noting(table) == [1], "whoever gets the new link has agreed to nothing"
    again.lobby.close()


def test_before_the_end_a_file_holds_no_moves_and_no_names(begun: Begun) -> None:
    table = begun("hurdles", ("human", "random"))
    said = table.ask("0", "playtest").json()
    assert said["record"] == ""
    assert said["header"]["format"] == PLAYTEST_FORMAT
    assert said["header"]["seats"] == ["human", "random"]
    assert "P0" not in json.dumps(said)
    assert "seed" not in said["header"]


def test_after_the_end_it_holds_the_record_without_names(begun: Begun, tmp_path: Path) -> None:
    table = begun("tic_tac_toe")
    move = 0
    while not table.room.match.over:
        seat = table.room.match.live.seat
        option = table.room.match.live.options[0]
        assert table.ask(str(seat), "answer", {"option": option, "number": move // 2}).status_code == 200
        move += 1
    said = table.ask("1", "playtest").json()
    assert str(tmp_path) not in json.dumps(said)
    notes = parse_playtest((json.dumps(said["header"], separators=(",", ":")) + "\n" + said["record"]).encode())
    assert notes.seat == 1
    assert notes.record is not None
    assert notes.record.header.names == ["P1", "P2"]
    assert len(notes.record.moves) == move


def test_those_who_watch_have_no_notes(begun: Begun) -> None:
    assert begun().ask("watch", "playtest").status_code == 403


def test_a_file_maps_scripts_that_are_loaded_later() -> None:
    assert 'import("./playtest.js")' in (STATIC / "settings.js").read_text(encoding="utf-8")
    assert 'import("ruleset/playtest.js")' in page_files()["settings.js"]
    assert not [name for name, text in page_files().items() if '"./' in text and name.endswith(".js")]
