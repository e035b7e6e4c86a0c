"""What the host of a table may do on the machine that serves it: keep the position as a scenario, and edit it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleset_core import OptionError, edit_position, load
from ruleset_core.play.match.session_setup import open_record
from ruleset_core.play.records import read_record
from ruleset_core.positions.position_files import read_cases
from ruleset_core.testing.scenarios.runner import run_case


@pytest.fixture
def seats(site: Any) -> Any:
    site.lobby.is_local = True
    found = site.table("burrow")
    found.room.match.answer(found.room.match.live.seat, found.room.match.live.options[0])
    return found


def test_nobody_else_may_and_none_on_a_server_for_others(site: Any) -> None:
    seats = site.table()
    for whose, status in (("host", 403), ("0", 403), ("watch", 403)):
        assert seats.ask(whose, "position").status_code == status
        assert seats.ask(whose, "scenario", {"name": "a"}).status_code == status
    site.lobby.is_local = True
    assert seats.ask("0", "position").status_code == 403
    assert seats.ask("host", "position").status_code == 200
    assert seats.ask("0", "words").json()["designs"] is True


def test_a_position_is_kept_as_a_scenario(seats: Any) -> None:
    said = seats.ask("host", "scenario", {"name": "a first evening", "save": True}).json()
    assert (said["home"], said["file"]) == ("", "")  # the game came with the program
    cases, problems = read_cases(Path("a.yaml"), (), "game: burrow\n" + said["text"])
    assert problems == []
    assert run_case(cases[0], load("burrow")).ok
    assert seats.room.kept.copied, "all are told that somebody has seen what is hidden"


def test_an_edit_is_a_game_of_its_own_that_goes_on_and_is_taken_back(seats: Any) -> None:
    room = seats.room
    before = room.match.live.to_json()
    page = room.enter("0", "en")
    at = seats.ask("host", "position").json()
    zone = next(each for each in at["zones"] if each["pieces"] and each["seat"] == 0)
    given = {"seats": {"0": {zone["id"]: zone["pieces"][1:]}}}
    assert seats.ask("host", "position", {"given": given}).status_code == 200
    assert seats.ask("host", "position").json()["undo"] is True
    assert len(room.match.live.z[load("burrow").program.vocabulary.zones_of(0)]) == len(zone["pieces"]) - 1
    news = b"".join(page.news.get_nowait() for _ in range(page.news.qsize()))
    assert b"The game goes on from: an edited position." in news
    room.match.answer(room.match.live.seat, room.match.live.options[0])
    again = open_record(read_record(room.kept.record), (), force=False)
    assert again.live.to_json() == room.match.live.to_json()
    assert seats.ask("host", "position", {"undo": True}).status_code == 200
    assert room.match.live.to_json() == before


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"nigth": 2}, "unknown field `nigth`"),
        ({"night": 99}, "`night` cannot be `99`"),
        ({"zones": {"stump": ["nobody"]}}, "unknown card `nobody`"),
    ],
)
def test_what_cannot_be_is_refused_as_in_a_scenario(seats: Any, given: Any, said: str) -> None:
    record = seats.room.kept.record
    answer = seats.ask("host", "position", {"given": given})
    assert answer.status_code == 409
    assert said in answer.json()["refused"]
    assert seats.room.kept.record == record


def test_a_phase_is_begun_and_it_is_the_turn_of_another() -> None:
    game = load("tic_tac_toe")
    state = game.new(seed=1)
    state.apply("mark a1")
    assert edit_position(state, {}).seat == 1
    assert edit_position(state, {}, "play").seat == 0
    other = edit_position(state, {}, seat=0)
    assert (other.seat, other.options) == (0, state.options)
    other.apply("mark b2")
    assert (other.seat, other.ask("mark[b2]")) == (1, 0)
    with pytest.raises(OptionError, match="no phase"):
        edit_position(state, {}, "nowhere")


def test_the_same_question_is_put_again_in_every_small_game() -> None:
    for name in ("pig", "hex", "larders", "leduc_poker", "masquerade"):
        state = load(name).new(seed=3)
        for _ in range(12):
            if state.over:
                break
            again = edit_position(state, {})
            assert (again.options, again.seat, again.v, again.z) == (
                state.options, state.seat, state.plain().v, state.plain().z,
            )  # fmt: skip
            state.apply(state.options[-1])


def test_half_a_character_is_refused_and_a_whole_one_is_not(seats: Any) -> None:
    for told in ({"phase": "\ud83d"}, {"given": {"\udc00": 1}}):
        assert seats.ask("host", "position", told).status_code == 400
    assert seats.ask("host", "position", {"phase": "\U0001f3b2"}).status_code == 409
