"""Rematches, notes and those who watch: what each link may do, after a restart too."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ruleset_core.web.slow_games.table_requests import NOTES


def over(seats: Any) -> Any:
    """Play tic-tac-toe to its end."""
    for seat, option in ((0, 0), (1, 3), (0, 1), (1, 4), (0, 2)):
        seats.ask(str(seat), "answer", {"option": option, "number": seats.room.match.question(seat).number})
    assert seats.room.match.over
    return seats


def test_a_rematch_begins_once_every_person_wants_it(site: Any) -> None:
    seats = site.table()
    assert seats.ask("0", "rematch", {"wanted": True}).status_code == 409, "not before the end"
    over(seats)
    assert seats.ask("watch", "rematch", {"wanted": True}).status_code == 403
    assert seats.ask("0", "rematch", {"wanted": 1}).status_code == 400
    assert seats.ask("0", "rematch", {"wanted": True}).json() == {}
    assert seats.ask("0", "rematch", {"wanted": False}).json() == {}
    assert seats.ask("1", "rematch", {"wanted": True}).json() == {}
    seats.site = site.restart()
    assert seats.room._room_data("0")["rematch"] == [1]
    made = seats.ask("0", "rematch", {"wanted": True}).json()["table"]
    assert seats.room._room_data("1")["next"] == made
    assert seats.ask("1", "rematch", {"wanted": True}).status_code == 409, "not twice"
    assert seats.ask("host", "rematch", {}).status_code == 409


@pytest.mark.parametrize("restarted", [False, True])
def test_the_same_links_open_a_rematch_one_seat_further_on(site: Any, restarted: bool) -> None:
    seats = over(site.table(reveals=False))
    seats.ask("host", "watching", {"who": "after"})
    name = seats.ask("host", "rematch", {}).json()["table"]
    if restarted:
        seats.site = site.restart()
    lobby, links = seats.site.lobby, seats.links
    assert {whose: lobby.link_owner(name, links[whose]) for whose in links} == {
        "0": "1",
        "1": "0",
        "host": "host",
        "watch": "watch",
    }
    made = lobby.room(name)
    assert [at.name for at in made.kept.seats] == ["P1", "P0"]
    assert (made.kept.reveals, made.kept.watching, made.match.game.id) == (False, "after", "tic_tac_toe")
    assert not made.match.session.steps
    assert made.kept.notes == {}
    assert seats.room._room_data("watch")["next"] == name


def test_alone_among_bots_a_rematch_is_one_click(site: Any) -> None:
    seats = site.table(kinds=("human", "random"))
    seats.ask("0", "resign", {"sure": True})
    assert seats.ask("0", "rematch", {"wanted": True}).json()["table"]


def test_notes_are_for_their_seat_alone(site: Any) -> None:
    seats = site.table()
    assert seats.ask("0", "notes").json() == {"text": "", "version": 0}
    text = "Bo has\tthe king\n¿sí? 👑"
    version = seats.ask("0", "notes", {"text": text, "version": 0}).json()["version"]
    assert seats.ask("0", "notes").json() == {"text": text, "version": version}
    assert seats.ask("1", "notes").json() == {"text": "", "version": 0}
    for whose in ("host", "watch", "nobody"):
        assert seats.ask(whose, "notes").status_code == 403
    pages = [seats.room.enter(whose, "en") for whose in ("1", "watch", "host")]
    over(seats)
    told = b"".join(page.news.get_nowait() for page in pages for _ in range(page.news.qsize()))
    assert b"the king" not in told
    seats.site = site.restart()
    assert seats.ask("0", "notes").json()["text"] == text, "after the end and a restart, too"


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ({"text": "x" * NOTES, "version": 0}, 200), ({"text": "x" * (NOTES + 1), "version": 0}, 413), ({"text": "é" * NOTES, "version": 0}, 413),
        ({"text": 7, "version": 0}, 400), ({"text": None, "version": 0}, 400), ({"version": 0}, 400), ({"text": "x"}, 400),
        ({"text": "x", "version": 1}, 409), ({"text": "\x1b[2J\u202e", "version": 0}, 200), ({"text": "\ud800", "version": 0}, 400), ([], 400),
    ],
)  # fmt: skip
def test_notes_are_short_texts(site: Any, told: Any, status: int) -> None:
    seats = site.table()
    answer = seats.ask("0", "notes", told)
    assert answer.status_code == status, answer.text
    kept = seats.ask("0", "notes").json()["text"]
    assert not {"\x1b", "\u202e", "\ud800"} & set(kept)
    assert json.dumps(kept)


def test_two_pages_of_a_seat_do_not_write_over_each_other(site: Any) -> None:
    seats = site.table()
    first = seats.ask("0", "notes", {"text": "one", "version": 0}).json()["version"]
    assert seats.ask("0", "notes", {"text": "two", "version": 0}).status_code == 409
    assert seats.ask("0", "notes", {"text": "two", "version": first}).status_code == 200


def test_the_host_says_who_may_watch(site: Any) -> None:
    seats = site.table()
    page = seats.room.enter("watch", "en")
    assert seats.room._room_data("0")["watching"] == 1
    for wrong in ({}, {"who": "me"}, {"who": ["open"]}):
        assert seats.ask("host", "watching", wrong).status_code == 400
    assert seats.ask("0", "watching", {"who": "closed"}).status_code == 403
    assert seats.ask("host", "watching", {"who": "after"}).status_code == 200
    assert page.ended
    for what in ("words", "events", "record", "sheet", "art"):
        assert "once it is over" in seats.ask("watch", what).json()["refused"]
    assert seats.ask("0", "sheet").status_code == 200
    asked = {"tables": [[seats.name, seats.links["watch"]]]}
    assert site.client.post("/api/mine", json=asked).json()["tables"] == [{"table": seats.name, "gone": True}]
    seats.site = site.restart()
    assert seats.ask("watch", "sheet").status_code == 409
    over(seats)
    assert seats.ask("watch", "sheet").status_code == 200
    assert seats.ask("host", "watching", {"who": "closed"}).status_code == 200
    assert "nobody" in seats.ask("watch", "sheet").json()["refused"]
    assert seats.ask("host", "watching", {"who": "open"}).status_code == 200
    assert seats.ask("watch", "sheet").status_code == 200
