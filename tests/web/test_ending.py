"""Giving up, and ending a game by agreement: at a table, in its record, after a restart and with a full disk."""

from __future__ import annotations

from typing import Any

import pytest

from ruleset_core.play.records import Resignation, read_record
from tests.web.test_saving import full


def resigned(seats: Any, whose: str) -> Any:
    return seats.ask(whose, "resign", {"sure": True})


def test_who_gives_up_against_one_other_loses_at_once(site: Any) -> None:
    seats = site.table()
    asked = seats.ask("1", "resign", {"sure": False})
    assert asked.json()["said"] == "The game ends, and P0 wins. You cannot take that back."
    assert not seats.room.match.over
    page = seats.room.enter("0", "en")
    assert resigned(seats, "1").status_code == 200
    news = [page.news.get_nowait() for _ in range(page.news.qsize())][-1].decode()
    assert '"over":true' in news
    assert '"ending":["P1 resigns."]' in news
    assert '"ranks":[1,2]' in news
    assert resigned(seats, "0").status_code == 409
    assert seats.ask("0", "answer", {"option": 0, "number": 0}).status_code == 409
    assert seats.ask("0", "undo", {}).status_code == 409
    record = read_record(seats.room.kept.record)
    assert (record.resigned, record.over, record.finished) == ((Resignation(1, 0),), None, True)
    assert b'{"resign":1,' in seats.ask("0", "record").content


def test_of_three_a_bot_plays_on_for_who_gives_up(site: Any) -> None:
    seats = site.table("pig", kinds=("human", "human", "human"))
    assert resigned(seats, "1").status_code == 200
    room = seats.room
    assert (room.match.over, room.kept.seats[1].kind, room.match.seating.kinds[1]) == (False, "normal", "normal")
    assert resigned(seats, "1").status_code == 409, "a bot sits there now"
    seats.site = site.restart()
    assert seats.room.match.seating.kinds == ["human", "normal", "human"]
    assert seats.ask("host", "seat", {"seat": 1, "kind": "human"}).status_code == 200, "the host may give it back"
    assert resigned(seats, "1").status_code == 200


def test_a_game_ends_as_it_stands_once_all_persons_want_that(site: Any) -> None:
    seats = site.table("pig", kinds=("human", "easy", "human"))
    assert seats.ask("0", "end", {"wanted": True}).status_code == 200
    assert seats.room._room_data("2")["end_offers"] == [0]
    assert seats.ask("0", "end", {"wanted": False}).status_code == 200
    assert seats.ask("2", "end", {"wanted": True}).status_code == 200
    seats.site = site.restart()
    assert seats.room._room_data("0")["end_offers"] == [2]
    assert not seats.room.match.over
    assert seats.ask("0", "end", {"wanted": True}).status_code == 200
    assert seats.room.match.over
    assert read_record(seats.room.kept.record).agreed == (0, 2)
    seats.site = seats.site.restart()
    assert seats.room.match.over
    assert seats.ask("0", "sheet").status_code == 200
    assert seats.ask("2", "end", {"wanted": True}).status_code == 409


@pytest.mark.parametrize("what", ["resign", "end"])
@pytest.mark.parametrize("told", [{}, {"sure": 1, "wanted": "yes"}, [], {"sure": None}])
def test_nobody_gives_up_by_mistake_or_for_another(site: Any, what: str, told: Any) -> None:
    seats = site.table()
    assert seats.ask("0", what, told).status_code == 400
    for whose in ("host", "watch"):
        assert seats.ask(whose, what, {"sure": True, "wanted": True}).status_code == 403
    assert not seats.room.match.over


@pytest.mark.parametrize("kinds", [("human", "human"), ("human", "human", "human")])
def test_on_a_full_disk_nobody_gives_up(site: Any, kinds: tuple[str, ...]) -> None:
    for free in range(8):
        seats = site.table("pig", kinds=kinds)
        with full(free) as disk:
            answered = resigned(seats, "1").status_code
        if not disk.refused:
            assert answered == 200
            return
        if answered == 200:  # only what brings it to the disk failed
            continue
        assert answered == 503
        assert not seats.room.match.over
        assert seats.room.match.seating.kinds[1] == "human"
        seats.site = site.restart()
        assert seats.room.match.seating.kinds[1] == "human"
        assert not seats.room.match.over
    raise AssertionError("there is never room enough")
