"""Answers given in advance: until something changes, some times, until the round ends; in secret, after a restart, and beside clicks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleset_core.play.records import read_record
from ruleset_core.web.slow_games import standing_answers
from tests.engine.games import write
from tests.web.test_saving import full

PASSES = """
game: passes
name: {en: Passes, es: Pases}
players: 2..3
sets:
  course:
    members: {skip: {name: {en: skip, es: nada}}, take: {name: {en: take, es: tomar}}, give: {name: {en: give, es: dar}}, close: {name: {en: close, es: cerrar}}}
resources: {members: {coin: {name: {en: coin, es: moneda}}}}
state:
  shut: {is: bool, name: {en: shut, es: cerrado}}
decisions:
  act: {of: course, word: play, ask: {en: What now?, es: "¿Y ahora?"}}
flow:
  - phase: day
    name: {en: day, es: día}
    turns: forever
    do: |
      choose act {
        skip { gain 0 coin } |
        take { gain 1 coin } |
        give { for each p in seat where p != me { as p { gain 1 coin } } } |
        close where not shut { set shut = true }
      }
score: {coins: {name: {en: coins, es: monedas}, amount: coin}}
"""


@pytest.fixture
def passes(site: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A game in which one can do nothing, and others give one something, or take an answer away."""
    monkeypatch.setenv("RULESET_PATH", str(tmp_path))
    return site.table(str(write(tmp_path / "passes", PASSES)), seed=1)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing_answers, "MOMENT", 0.01)
    monkeypatch.setattr(standing_answers, "TRIED_AGAIN", 0.02)


def running(act: Callable[[], Any]) -> Any:
    """Do something where answers are given in their time, and what comes of it."""

    async def run() -> Any:
        done = act()
        await asyncio.sleep(0.15)
        return done

    return asyncio.run(asyncio.wait_for(run(), 30))


def stands(seats: Any, seat: int, notation: str, until: str = "change", times: int = 0) -> str:
    room = seats.room
    question = room.match.question(seat)
    option = room.match.game.parse(notation)
    return str(running(lambda: room.answer(seat, option, question.number, "en", (until, times))))


def plays(seats: Any, seat: int, notation: str) -> str:
    room = seats.room
    question = room.match.question(seat)
    return str(running(lambda: room.answer(seat, room.match.game.parse(notation), question.number, "en")))


def moves(seats: Any) -> list[tuple[int, str, bool]]:
    return [(step.move.seat, step.move.notation, step.move.standing) for step in seats.room.match.session.steps]


def test_an_answer_is_given_some_times_and_says_so_in_the_record(site: Any) -> None:
    seats = site.table("pig", seed=4)
    seat = seats.room.match.live.seat
    assert stands(seats, seat, "play hold", "times", 1) == ""
    other = seats.room.match.live.seat
    assert other != seat
    assert seats.room._room_data(str(seat))["standing"] == [{"label": "hold", "until": "times", "left": 1}]
    plays(seats, other, "play hold")
    made = moves(seats)
    assert made[0] == (seat, "play hold", False)
    assert (seat, "play hold", True) in made
    assert seats.room.match.live.seat == other, "it was given"
    plays(seats, other, "play hold")
    assert seats.room.match.live.seat == seat, "not a third time"
    assert seats.room._room_data(str(seat))["standing"] == []
    assert seats.room._room_data(str(seat))["stopped"] == "hold"
    record = read_record(seats.room.kept.record)
    assert [move.standing for move in record.moves] == [each[2] for each in made] + [False] * (
        len(record.moves) - len(made)
    )
    seats.site = site.restart()
    assert moves(seats)[: len(made)] == made
    page = seats.room._viewer("watch", "en")
    page.news(seats.room._room_data("watch"))
    noted = [line for line in page.whole["log"]["lines"] if "(answered in advance)" in line["text"]]
    assert {line["seat"] for line in noted} == {seat}


def test_nobody_else_sees_that_an_answer_is_given_in_advance(site: Any) -> None:
    plain, told = site.table("pig", seed=4), site.table("pig", seed=4)
    seat = told.room.match.live.seat
    pages = [told.room.enter(whose, "en") for whose in (str(1 - seat), "watch", "host")]
    stands(told, seat, "play hold", "times", 3)
    plays(plain, seat, "play hold")
    for page in pages:
        while page.news.qsize():
            news = json.loads(page.news.get_nowait())
        assert (news["standing"], news["stopped"]) == ([], "")
        assert "hold" not in json.dumps(
            {key: each for key, each in news.items() if key not in {"log", "question", "panels"}}
        )
    assert moves(told) == moves(plain)


@pytest.mark.parametrize(("other", "goes_on"), [("skip", True), ("take", True), ("give", False), ("close", False)])
def test_who_passes_until_something_changes_is_asked_when_others_touch_what_it_has(
    passes: Any, other: str, goes_on: bool
) -> None:
    stands(passes, 0, "play skip")
    plays(passes, 1, "play skip")
    assert moves(passes)[-1] == (0, "play skip", True)
    plays(passes, 1, f"play {other}")
    assert (moves(passes)[-1] == (0, "play skip", True)) is goes_on
    told = passes.room._room_data("0")
    assert (told["standing"], told["stopped"]) == (
        ([{"label": "skip", "until": "change", "left": 0}], "") if goes_on else ([], "skip")
    )
    if not goes_on:
        plays(passes, 0, "play take")
        assert passes.room._room_data("0")["stopped"] == ""


def test_it_is_given_after_a_restart_as_if_there_had_been_none(passes: Any, site: Any) -> None:
    stands(passes, 0, "play skip")
    plays(passes, 1, "play skip")
    passes.site = site.restart()
    plays(passes, 1, "play take")
    assert moves(passes)[-1] == (0, "play skip", True)
    plays(passes, 1, "play give")
    assert moves(passes)[-1] == (1, "play give", False)


def test_it_ends_with_the_phase(passes: Any) -> None:
    stands(passes, 0, "play skip", "round")
    plays(passes, 1, "play give")
    assert moves(passes)[-1] == (0, "play skip", True), "whatever happens, while the phase lasts"


def test_it_ends_when_others_change_what_the_seat_has(site: Any) -> None:
    seats = site.table("breakthrough", seed=1)
    room = seats.room
    first = room.match.live.seat
    question = room.match.question(first)
    option = question.state.options[0]
    found = standing_answers.standing_answer(room.match, question, option, "change", 0, "en")
    assert standing_answers.standing_problem(room.match, found, question) == ""
    plays(seats, first, room.match.game.notation(option))
    other = room.match.live.seat
    plays(seats, other, room.match.game.notation(room.match.live.options[0]))
    now = room.match.question(first)
    assert standing_answers.standing_problem(room.match, found, now) == "changed", "other moves are offered"


def test_a_click_counts_and_ends_another_answer(site: Any) -> None:
    seats = site.table("pig", seed=4)
    seat = seats.room.match.live.seat
    stands(seats, seat, "play hold", "times", 9)
    other = seats.room.match.live.seat
    room = seats.room

    def at_once() -> str:
        room.answer(other, room.match.game.parse("play hold"), None, "en")
        return str(room.answer(seat, room.match.game.parse("play roll"), room.match.question(seat).number, "en"))

    assert running(at_once) == "", "who clicks before the moment is over"
    assert (seat, "play roll", False) in moves(seats)
    assert not any(each[2] for each in moves(seats))
    assert seats.room._room_data(str(seat))["standing"] == []


def test_it_is_stopped_by_its_seat_by_undo_and_by_a_bot(site: Any) -> None:
    seats = site.table("pig", seed=4)
    seat = seats.room.match.live.seat
    stands(seats, seat, "play hold", "times", 9)
    assert seats.ask(str(1 - seat), "standing", {"stop": 0}).status_code == 200
    assert len(seats.room.standing.of_seat(seat)) == 1, "of others nothing is stopped"
    assert seats.ask(str(seat), "standing", {"stop": 0}).status_code == 200
    assert seats.room.kept.standing == []
    plays(seats, 1 - seat, "play hold")
    stands(seats, seat, "play hold", "times", 9)
    assert seats.ask("host", "seat", {"seat": seat, "kind": "random"}).status_code == 200
    assert seats.room.kept.standing == []


def test_it_is_there_after_a_restart(site: Any) -> None:
    seats = site.table("pig", seed=4)
    seat = seats.room.match.live.seat
    stands(seats, seat, "play hold", "times", 3)
    seats.site = site.restart()
    plays(seats, 1 - seat, "play hold")
    assert (seat, "play hold", True) in moves(seats)


@pytest.mark.parametrize(
    "told",
    [
        {}, {"option": 0, "number": 0}, {"option": 0, "number": 0, "until": "ever"}, {"option": 0, "number": 0, "until": ["change"]},
        {"option": 0, "number": 0, "until": "times"}, {"option": 0, "number": 0, "until": "times", "times": 100}, {"stop": "0"}, {"stop": -1}, {"stop": True},
        {"option": "0", "number": 0, "until": "change"}, [], {"option": 0, "number": 0, "until": None},
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(site: Any, told: Any) -> None:
    seats = site.table()
    assert seats.ask("0", "standing", told).status_code == 400
    assert seats.room.kept.standing == []
    for whose in ("watch", "host"):
        assert seats.ask(whose, "standing", {"option": 0, "number": 0, "until": "change"}).status_code == 403


def test_an_answer_that_is_refused_does_not_stand(site: Any) -> None:
    seats = site.table()
    for option, number in ((0, 1), (99, 0), (10**9, 0)):
        told = {"option": option, "number": number, "until": "change"}
        assert seats.ask("0", "standing", told).status_code == 409
    assert seats.ask("1", "standing", {"option": 0, "number": 0, "until": "change"}).status_code == 409
    assert seats.room.kept.standing == []


def test_on_a_full_disk_it_waits_and_is_given_once(site: Any) -> None:
    seats = site.table("pig", seed=4)
    seat = seats.room.match.live.seat
    stands(seats, seat, "play hold", "times", 3)
    room, other = seats.room, 1 - seat

    async def look() -> None:
        room.answer(other, room.match.game.parse("play hold"), None, "en")
        with full(0):
            await asyncio.sleep(0.1)
            assert not any(each[2] for each in moves(seats))
        await asyncio.sleep(0.2)

    asyncio.run(asyncio.wait_for(look(), 30))
    assert [each for each in moves(seats) if each[2]] == [(seat, "play hold", True)]
    assert room.standing.of_seat(seat)[0].left == 2


def test_where_all_choose_at_the_same_time_it_waits_for_others_like_a_click(site: Any) -> None:
    seats = site.table("troyes_dice", seed=5)
    room = seats.room
    assert [question.seat for question in room.match.questions] == [0, 1]
    for _ in range(6):
        question = room.match.question(1)
        if question is None or not question.ahead:
            break
        asked = question.decision.name
        assert stands(seats, 1, room.match.game.notation(question.state.options[-1]), "times", 2) == ""
        assert any(each.decision == asked for each in room.standing.of_seat(1))
    assert room.match.kept(1), "nobody is told what it has chosen"
    assert not moves(seats)
    assert room._room_data("0")["standing"] == []
    seats.site = site.restart()
    assert seats.room.match.kept(1) == room.match.kept(1)
    while seats.room.match.live.seat == 0 and not moves(seats):
        plays(seats, 0, seats.room.match.game.notation(seats.room.match.question(0).state.options[0]))
    assert moves(seats)
