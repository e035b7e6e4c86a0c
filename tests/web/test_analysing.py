"""How a game went, on its page: after the end, for all who may know it, and never before."""

from __future__ import annotations

import asyncio
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from ruleset_core import core_of, load

MOVES = ((0, 0), (1, 4), (0, 1), (1, 8), (0, 2))
"""Seat and square: the second player lets the first one win."""


@pytest.fixture(autouse=True)
def thinks() -> None:
    if core_of(load("tic_tac_toe")).executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")


def play(seats: Any, moves: Any = MOVES) -> None:
    for seat, option in moves:
        told = {"option": option, "number": seats.room.match.question(seat).number}
        assert seats.ask(str(seat), "answer", told).status_code == 200


def gone_through(seats: Any) -> list[Any]:
    """Go through the game of a table; what pages were told meanwhile."""
    room, told = seats.room, []

    async def go() -> None:
        room.analyse()
        task = room._analysing
        room.analyse()  # whoever asks again waits for the same
        assert room._analysing is task
        assert room.busy
        while room._analysing is not None:
            told.append(dict(room._room_data("0")["analysis"]))
            await asyncio.sleep(0.01)

    asyncio.run(go())
    return [*told, room._room_data("0")["analysis"]]


def test_before_the_end_nobody_is_told_anything(site: Any) -> None:
    seats = site.table()
    play(seats, MOVES[:4])
    for whose in ("0", "1", "watch", "host"):
        assert seats.ask(whose, "analyse", {}).status_code == 409
        assert seats.ask(whose, "analysis").status_code == 409
        assert seats.room._room_data(whose)["analysis"] is None


def test_after_the_end_all_are_told_where_the_game_turned(site: Any) -> None:
    seats = site.table()
    play(seats)
    assert seats.ask("1", "me", {"name": "Bo", "colour": "pink"}).status_code == 200
    assert seats.room._room_data("watch")["analysis"] == {"state": "none"}
    told = gone_through(seats)
    assert told[0]["state"] == "waits"
    assert told[-1]["state"] == "done"
    for whose in ("0", "1", "watch", "host"):
        found = seats.ask(whose, "analysis?lang=en").json()
        assert found["turned"] == "Where the game turned:"
        assert any(each["said"].startswith("Bo, asked “") for each in found["turnings"])
        assert "--t-pink:" in found["picture"]
        ET.fromstring(found["picture"])
    assert seats.ask("0", "analysis?lang=es").json()["turned"] == "Dónde cambió la partida:"


@pytest.mark.slow
def test_who_watches_a_closed_table_is_not_told_what_was_hidden(site: Any) -> None:
    seats = site.table(reveals=False)
    play(seats)
    gone_through(seats)
    assert seats.ask("watch", "analysis").status_code == 409
    assert seats.ask("watch", "record").headers["content-type"].startswith("text/plain")
    assert seats.ask("0", "record").headers["content-type"].startswith("application/jsonl")


@pytest.mark.slow
def test_a_game_that_cannot_be_gone_through_says_so_and_may_be_tried_again(site: Any) -> None:
    seats = site.table()
    play(seats)
    seats.room.kept.record, kept = "nowhere", seats.room.kept.record
    assert gone_through(seats)[-1]["state"] == "failed"
    seats.room.kept.record = kept
    assert gone_through(seats)[-1]["state"] == "done"
