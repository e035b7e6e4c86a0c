"""What a server does with what pages ask."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from ruleset_core.play.records import read_record
from ruleset_core.web.middleware import BODY


def test_a_seat_answers_and_only_when_it_is_asked(site: Any) -> None:
    seats = site.table()
    number = seats.room.match.question(0).number
    assert seats.ask("1", "answer", {"option": 0, "number": number}).status_code == 409
    assert seats.ask("0", "answer", {"option": 0, "number": number}).status_code == 200
    assert [step.option for step in seats.room.match.session.steps] == [0]


def test_what_is_sent_twice_counts_once(site: Any) -> None:
    seats = site.table("pig")
    seat = str(seats.room.match.live.seat)
    told = {"option": seats.room.match.live.options[0], "number": 0}
    assert seats.ask(seat, "answer", told).status_code == 200
    assert seats.ask(seat, "answer", told).status_code == 409
    assert len(seats.room.match.session.steps) == 1


def test_all_pages_are_told_who_sits_down(site: Any) -> None:
    seats = site.table("tic_tac_toe")
    pages = [seats.room.enter(whose, "en") for whose in ("0", "watch")]

    def news(page: Any) -> str:
        return "".join(page.news.get_nowait().decode() for _ in range(page.news.qsize()))

    assert all('"broken":""' in news(page) for page in pages)
    assert seats.ask("host", "seat", {"seat": 1, "kind": "random"}).status_code == 200
    assert all('"random"' in news(page) for page in pages), "though it is another's turn"


@pytest.mark.parametrize(
    "told", [{}, {"option": "a1", "number": 0}, {"option": 0}, [], "x", {"option": 10**30, "number": 0}]
)
def test_what_makes_no_sense_is_refused_in_a_sentence(site: Any, told: Any) -> None:
    answer = site.table().ask("0", "answer", told)
    assert 400 <= answer.status_code < 500
    assert answer.json()["refused"]


def test_who_has_no_link_gets_nothing(site: Any) -> None:
    seats = site.table()
    for secret in ("", "x", seats.links["0"][:-1], "é"):
        for what in ("events", "record", "art", "about"):
            assert seats.ask(secret.encode("ascii", "ignore").decode(), what).status_code == 403
    assert site.client.get("/api/t/nothing/record").status_code == 403
    assert site.client.get("/api/lobby").status_code == 403


def test_the_link_of_a_seat_is_not_that_of_the_host(site: Any) -> None:
    seats = site.table()
    assert seats.ask("0", "seat", {"seat": 1, "kind": "easy"}).status_code == 403
    assert seats.ask("watch", "answer", {"option": 0, "number": 0}).status_code == 403
    assert seats.ask("host", "seat", {"seat": 1, "kind": "easy"}).status_code == 200
    assert seats.room.kept.seats[1].kind == "easy"
    assert seats.ask("host", "seat", {"seat": 1, "kind": "nobody"}).status_code == 409


def test_who_decides_at_the_same_time_as_others_is_given_hints_too(site: Any) -> None:
    seats = site.table("troyes_dice")
    while not ((question := seats.room.match.question(1)) and question.ahead):
        seats.room.match.answer(0, seats.room.match.live.options[0])
    said = seats.ask("1", "hint", {}).json()
    assert said["option"] in question.state.options
    assert seats.room._room_data("0")["asked_hints"] == [0, 1]


@pytest.mark.slow
def test_a_new_link_ends_the_one_before(site: Any) -> None:
    seats = site.table()
    made = seats.ask("host", "seat", {"seat": 0, "link": True}).json()["link"]
    assert seats.ask("0", "record").status_code == 403
    assert seats.ask(made, "record").status_code == 200


def test_another_page_cannot_answer_and_nobody_can_send_much(site: Any) -> None:
    seats = site.table()
    told = {"option": 0, "number": 0}
    for origin in ("http://elsewhere.example", "null", "http://testserver.elsewhere.example"):
        assert seats.ask("0", "answer", told, {"origin": origin}).status_code == 403
    assert seats.ask("0", "answer", {**told, "more": "x" * BODY}).status_code == 413
    assert seats.ask("0", "answer", told, {"origin": "http://testserver"}).status_code == 200


def test_secrets_are_kept_hashed_for_the_owner_alone(site: Any, tmp_path: Path) -> None:
    seats = site.table()
    seats.ask("0", "answer", {"option": 0, "number": 0})
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} == {".ruleset", ".table"}
    for path in files:
        text = path.read_text()
        assert not any(secret in text for secret in seats.links.values())
    table = next(path for path in files if path.suffix == ".table")
    assert stat.S_IMODE(table.stat().st_mode) == 0o600


def test_after_a_restart_all_is_there(site: Any) -> None:
    seats = site.table()
    seats.ask("0", "answer", {"option": 4, "number": 0})
    seats.site = site.restart()
    assert [step.option for step in seats.room.match.session.steps] == [4]
    assert seats.ask("1", "answer", {"option": 0, "number": 0}).status_code == 200


def test_an_answer_that_waits_for_others_is_there_after_a_restart(site: Any) -> None:
    seats = site.table("troyes_dice", seed=5)
    table = seats.room.match
    assert [question.seat for question in table.questions] == [0, 1]
    question = table.question(1)
    option = question.state.options[0]
    assert seats.ask("1", "answer", {"option": option, "number": question.number}).status_code == 200
    assert table.kept(1) == (option,)
    seats.site = site.restart()
    assert seats.room.match.kept(1) == (option,)
    assert not seats.room.match.session.steps


def test_the_record_is_for_the_end_and_one_s_own_story_before(site: Any) -> None:
    seats = site.table()
    for seat, option in ((0, 0), (1, 3), (0, 1), (1, 4)):
        seats.ask(str(seat), "answer", {"option": option, "number": seats.room.match.question(seat).number})
    assert "P1 marks" in seats.ask("0", "record").text
    seats.ask("0", "answer", {"option": 2, "number": 2})
    assert seats.room.match.over
    record = seats.ask("0", "record")
    assert json.loads(record.text.splitlines()[0])["game"] == "tic_tac_toe"
    kept = read_record(seats.room.kept.record)
    assert len(kept.moves) == 5
    assert record.content == Path(seats.room.kept.record).read_bytes()


def test_a_hint_is_given_to_who_is_asked_and_told_to_all(site: Any) -> None:
    seats = site.table()
    assert seats.ask("1", "hint", {}).status_code == 409
    said = seats.ask("0", "hint", {}).json()
    assert said["option"] in seats.room.match.live.options
    assert said["lines"][0].startswith("What the bot `strong` would do: `")
    assert "± is the margin" in said["lines"][-1]
    assert seats.room._room_data("1")["asked_hints"] == [1, 0]
    without = site.table(hints=False)
    assert "hints are off" in without.ask("0", "hint", {}).json()["refused"]


@pytest.mark.parametrize("kind", ["/tmp/evil.py:Bot", "os:system", "./x.py:Y"])
def test_no_page_names_a_program_or_a_directory_of_this_machine(site: Any, kind: str) -> None:
    seats = site.table()
    assert seats.ask("host", "seat", {"seat": 1, "kind": kind}).status_code == 409
    known = {"authorization": "Bearer the-secret-of-the-lobby"}
    for told in (
        {"game": "pig", "seats": [{"kind": kind}, {}]},
        {"game": "./examples/pig", "seats": [{}, {}]},
        {"game": "troyes_dice", "expansions": ["/etc"], "seats": [{}, {}]},
    ):
        assert site.client.post("/api/tables", content=json.dumps(told), headers=known).status_code == 409


def test_a_bot_that_thinks_for_a_time_sits_where_the_command_line_says_so_and_no_page_does(site: Any) -> None:
    seats = site.table(kinds=("human", "strong@50ms"))
    assert seats.room.match.seating.kinds[1] == "strong@50ms"
    assert seats.ask("host", "seat", {"seat": 1, "kind": "strong@60m"}).status_code == 409


def test_the_host_says_how_long_bots_take_and_ends_the_link_to_watch(site: Any) -> None:
    seats = site.table()
    for wrong in ({}, {"seconds": -1}, {"seconds": 31}, {"seconds": "1"}):
        assert seats.ask("host", "pause", wrong).status_code == 400
    assert seats.ask("0", "pause", {"seconds": 2}).status_code == 403
    assert seats.ask("host", "pause", {"seconds": 2.5}).status_code == 200
    made = seats.ask("host", "seat", {"seat": "watch", "link": True}).json()["link"]
    assert seats.ask("watch", "sheet").status_code == 403
    assert seats.ask(made, "sheet").status_code == 200
    seats.site = site.restart()
    assert seats.room._room_data("0")["pause"] == 2.5
    assert [seats.ask(whose, "words").json()["whose"] for whose in ("0", "host", made)] == ["0", "host", "watch"]


def test_the_lobby_begins_tables_and_goes_on_with_saved_games(site: Any) -> None:
    known = {"authorization": "Bearer the-secret-of-the-lobby"}
    told = {"game": "pig", "seats": [{"name": " <b>A\u202e\n", "kind": "human"}, {"kind": "easy"}]}
    made = site.client.post("/api/tables", content=json.dumps(told), headers=known).json()
    assert made["players"] == ["<b>A\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}", "Player 2"]
    assert made["bots"] == [False, True]
    listed = site.client.get("/api/lobby", headers=known).json()
    games = {each["game"]: each for each in listed["games"]}
    assert "pig" in games
    assert games["troyes_dice"]["expansions"]["banquetes_y_asaltos"]["es"] == "Banquetes y asaltos"
    assert [each["game"] for each in listed["saved"]] == ["pig"]
    for wrong in (
        {"game": "nothing", "seats": [{}]},
        {"game": "pig", "seats": [{"colour": "pink"}, {"colour": "pink"}]},
        {"game": "pig", "seats": [{"name": "Ana"}, {"name": "ana "}]},
        {"game": "pig", "seats": [{}]},
        {"game": "pig", "seats": [{"kind": "x"}, {}]},
        {"file": "../x"},
    ):
        answer = site.client.post("/api/tables", content=json.dumps(wrong), headers=known)
        assert 400 <= answer.status_code < 500, wrong
        assert answer.json()["refused"]


def test_pages_load_nothing_from_elsewhere_and_run_nothing_inline(site: Any) -> None:
    for path in ("/", "/t/abc", "/static/table.js", "/static/page.css"):
        answer = site.client.get(path)
        assert answer.status_code == 200
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in answer.text.replace("http://www.w3.org/", "")


def test_a_seat_has_a_name_a_colour_and_a_language_of_its_own(site: Any) -> None:
    seats = site.table()
    assert seats.ask("1", "me", {"name": "Bo", "colour": "pink"}).status_code == 200
    assert seats.ask("1", "me", {"lang": "es"}).status_code == 200
    assert seats.ask("0", "me", {"colour": "pink"}).status_code == 409
    assert seats.ask("0", "me", {"name": "BO"}).json()["refused"] == "two players are called BO"
    at = seats.room.kept.seats[1]
    assert (at.name, at.colour, at.lang) == ("Bo", "pink", "es")
    assert [each["colour"] for each in seats.room._room_data("0")["seats"]] == ["blue", "pink"]
    assert seats.ask("1", "words?lang=en").json()["lang"] == "es"
    assert seats.ask("0", "words?lang=en").json()["lang"] == "en"


def test_the_lobby_tells_the_options_of_a_game_and_begins_with_them(site: Any) -> None:
    known = {"authorization": "Bearer the-secret-of-the-lobby"}
    found = site.client.get("/api/options?game=tournay&players=2&lang=es", headers=known).json()["options"]
    expert = next(each for each in found if each["name"] == "expert")
    assert (expert["usual"], list(expert["values"])) == ("false", ["false", "true"])
    beginner = next(each for each in found if each["name"] == "beginner")
    assert beginner["values"]["drawn"] == "por sorteo"
    assert "seat_2" not in beginner["values"]  # only two play
    for wrong in ("game=tournay", "game=x&players=2", "game=tournay&players=2&x=nothing", "game=/etc&players=2"):
        assert 400 <= site.client.get(f"/api/options?{wrong}", headers=known).status_code < 500
    assert site.client.get("/api/options?game=tournay&players=2").status_code == 403
    told = {
        "game": "tournay", "seats": [{"name": "A", "colour": "pink", "lang": "es"}, {}], "hints": False,
        "options": {"expert": True, "beginner": "seat_1"}, "pause": 4, "reveals": False,
    }  # fmt: skip
    made = site.client.post("/api/tables", content=json.dumps(told), headers=known).json()
    room = site.lobby.room(made["table"])
    assert dict(room.match.session.header.options) == {"expert": True, "beginner": "seat_1"}
    assert not room.match.gives_hints
    assert (room.kept.pause, room.kept.reveals, room.colours[0], room.kept.seats[0].lang) == (4, False, "pink", "es")


def test_a_saved_game_goes_on_at_a_new_table_unless_it_is_played_elsewhere(site: Any) -> None:
    known = {"authorization": "Bearer the-secret-of-the-lobby"}
    seats = site.table()
    seats.ask("0", "answer", {"option": 4, "number": 0})
    asked = {"file": Path(seats.room.kept.record).name}
    answer = site.client.post("/api/tables", content=json.dumps(asked), headers=known)
    assert answer.status_code == 409  # it lies on a table
    assert answer.json()["refused"]
    after = site.restart()
    made = after.client.post("/api/tables", content=json.dumps(asked), headers=known).json()
    assert made["players"] == ["P0", "P1"]
    room = after.lobby.room(made["table"])
    assert [step.option for step in room.match.session.steps] == [4]
    after.lobby.close()


def test_a_fault_of_ours_is_told_to_the_page_and_at_the_server(
    site: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def breaks(*_: object) -> None:
        raise ZeroDivisionError("an oversight")

    seats = site.table()
    monkeypatch.setattr("ruleset_core.web.rooms.MatchRoom.sheet", breaks)
    answer = seats.ask("0", "sheet")
    assert (answer.status_code, sorted(answer.json())) == (500, ["refused"])
    told = capsys.readouterr().err
    assert told.endswith("/sheet: this is a fault of ruleset, not yours: ZeroDivisionError: an oversight\n")


def learn(site: Any, **told: Any) -> Any:
    from tests.web.conftest import SECRET

    return site.client.post("/api/tables", content=json.dumps(told), headers={"authorization": f"Bearer {SECRET}"})


def test_the_lobby_names_lessons_and_one_click_begins_one(site: Any) -> None:
    from tests.web.conftest import SECRET, Seats

    games = site.client.get("/api/lobby", headers={"authorization": f"Bearer {SECRET}"}).json()["games"]
    lessons = {each["game"]: each["lessons"] for each in games}
    assert [each["lesson"] for each in lessons["pig"]] == ["first_turns"]
    assert lessons["pig"][0]["name"]["es"] == "Los primeros turnos"
    made = learn(site, game="pig", lesson="first_turns").json()
    assert made["bots"] == [False, True]
    seats = Seats(site, made["table"], made["links"])
    assert seats.room.kept.seats[1].kind == "easy"
    assert learn(site, game="pig", lesson="nonesuch").status_code == 409
    assert learn(site, game="nonesuch", lesson="x").status_code == 409


def test_a_page_is_told_what_the_lesson_says_and_others_are_not(site: Any) -> None:
    from tests.web.conftest import Seats

    made = learn(site, game="pig", lesson="first_turns").json()
    seats = Seats(site, made["table"], made["links"])
    lesson = seats.room._viewer("0", "en").news({})["lesson"]
    assert lesson["say"].startswith("You threw a 4")
    assert seats.room.match.game.notation(lesson["sought"]) == "play roll"
    for whose in ("1", "watch", "host"):
        assert seats.room._viewer(whose, "en").news({})["lesson"] is None
    wrong = next(each for each in seats.room.match.live.options if each != lesson["sought"])
    refused = seats.ask("0", "answer?lang=en", {"option": wrong, "number": 0})
    assert refused.status_code == 409
    assert "Roll again" in refused.json()["refused"]
    assert seats.ask("0", "answer", {"option": lesson["sought"], "number": 0}).status_code == 200
    again = Seats(site.restart(), made["table"], made["links"])
    assert again.room._viewer("0", "en").news({})["lesson"]["said"] == ("A 6: now 10 wait in the pot.",)
