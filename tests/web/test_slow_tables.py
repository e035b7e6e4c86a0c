"""Tables that last for days: the clock of a table, who is told of a turn, the tables of a browser; and what hostile pages ask."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="pages are an extra: `pip install 'ruleset[web]'`")

from starlette.testclient import TestClient

from ruleset_core.play.records import HUMAN
from ruleset_core.web.persistence import KeptMatchError, read_match
from ruleset_core.web.routes import make_app
from ruleset_core.web.slow_games import notifications, turn_files
from ruleset_core.web.slow_games.server_requests import Channels
from ruleset_core.web.slow_games.turn_files import read_turns
from ruleset_core.web.table_files import table_record, table_settings
from tests.web.slow_server import (
    DAY,
    HOUR,
    FakeClock,
    MailServer,
    Receiver,
    SlowServer,
    answer,
    deliveries,
    in_loop,
    receivers,
)


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))
    return FakeClock()


@pytest.fixture
def both() -> Iterator[tuple[Receiver, MailServer]]:
    with receivers() as found:
        yield found


Ask = Callable[..., Any]


def asking(server: SlowServer, links: dict[str, str], name: str, channels: Channels) -> Ask:
    """Asks as a page with one of these links."""
    client = TestClient(make_app(server.lobby, "lobby", "https://games.example.org", server.slow, channels))

    def ask(whose: str, what: str, told: Any = None) -> Any:
        known = {"authorization": f"Bearer {links.get(whose, whose)}"}
        path = what if what.startswith("/") else f"/api/t/{name}/{what}"
        return (
            client.get(path, headers=known)
            if told is None
            else client.post(path, content=json.dumps(told), headers=known)
        )

    return ask


# -- the clock


@pytest.mark.slow
def test_a_bot_plays_when_the_time_is_over_until_the_player_is_back(clock: FakeClock) -> None:
    async def days() -> None:
        server = SlowServer(clock)
        room, _ = server.begin(hours=48)
        assert room._room_data("watch")["clock"] == {"hours": 48, "late": "easy"}
        await server.passes(47 * HOUR, DAY)
        assert room.kept.seats[0].kind == HUMAN
        assert abs(room._room_data("1")["seats"][0]["deadline"] - clock.now() - HOUR) < 5
        await server.passes(2 * HOUR)
        assert [(at.kind, at.late) for at in room.kept.seats] == [("easy", True), (HUMAN, False)]
        assert room.match.live.seat == 1, "the bot has moved though nobody looks"
        server = server.restart(crash=True)
        room = server.lobby.room(room.kept.name)
        assert room._room_data("1")["seats"][0]["late"]
        server.slow.looked(room, 0)
        assert [(at.kind, at.late) for at in room.kept.seats] == [(HUMAN, False)] * 2
        answer(room, 1)
        await server.passes(47 * HOUR)
        assert room.kept.seats[0].kind == HUMAN, "the time begins anew"

    in_loop(days)


@pytest.mark.slow
def test_who_looks_at_the_page_has_the_seat_back(clock: FakeClock) -> None:
    server = SlowServer(clock)
    room, links = server.begin(hours=24)
    ask = asking(server, links, room.kept.name, Channels())
    in_loop(lambda: server.passes(25 * HOUR))
    assert ask("1", "looking", {}).status_code == 200
    assert room.kept.seats[0].late
    assert ask("0", "me", {"name": "Ada"}).status_code == 200
    assert room.kept.seats[0].late
    assert ask("0", "looking", {}).status_code == 200
    assert (room.kept.seats[0].kind, room.kept.seats[0].name) == (HUMAN, "Ada")
    in_loop(lambda: server.passes(25 * HOUR))
    assert [at.late for at in room.kept.seats] == [False, True], "of Bo, who was to move"
    assert ask("host", "seat", {"seat": 1, "kind": "random"}).status_code == 200
    assert ask("1", "looking", {}).status_code == 200
    assert room.kept.seats[1].kind == "random", "the host has given the seat away"


@pytest.mark.slow
def test_all_others_may_be_late(clock: FakeClock) -> None:
    """Bots play the game to its end, unless somebody comes back."""

    async def days() -> None:
        server = SlowServer(clock)
        room, _ = server.begin("pig", hours=24, kinds=("human", "human", "random"))
        await server.passes(80 * HOUR)
        for _ in range(100):
            await server.look()
            if room.match.over:
                break
        assert room.match.over
        assert not room.unattended

    in_loop(days)


def test_who_lets_the_time_pass_gives_up_if_that_was_agreed(clock: FakeClock) -> None:
    async def days() -> None:
        server = SlowServer(clock)
        room, _ = server.begin(hours=24, late="end")
        answer(room, 0)
        await server.passes(25 * HOUR)
        assert room.match.over
        assert [each.seat for each in room.match.session.resigned] == [1]
        server = server.restart()
        assert server.lobby.room(room.kept.name).match.over
        await server.passes(DAY)
        assert not read_turns(room.kept.name).turns

    in_loop(days)


@pytest.mark.parametrize("crash", [False, True])
def test_time_does_not_run_while_no_server_does(clock: FakeClock, crash: bool) -> None:
    async def days() -> None:
        server = SlowServer(clock)
        name = server.begin(hours=24)[0].kept.name
        for _ in range(5):
            await server.passes(4 * HOUR)
            server = server.restart(off=30 * DAY, crash=crash)
        await server.passes(3 * HOUR)
        room = server.lobby.room(name)
        assert room.kept.seats[0].kind == HUMAN
        left = room._room_data("0")["seats"][0]["deadline"] - clock.now()
        assert HOUR - 5 < left < HOUR + 5 * 60 + 5, "at most a minute is lost with each crash, in favour of the player"
        await server.passes(2 * HOUR)
        assert room.kept.seats[0].late

    in_loop(days)


def test_without_a_clock_nothing_is_hurried(clock: FakeClock) -> None:
    async def days() -> None:
        server = SlowServer(clock)
        room, _ = server.begin()
        await server.passes(400 * DAY, 30 * DAY)
        assert [at.kind for at in room.kept.seats] == [HUMAN] * 2
        data = room._room_data("0")
        assert (data["clock"], data["lasting"]) == (None, False)
        assert "deadline" not in data["seats"][0]

    in_loop(days)


def test_a_rematch_has_the_same_clock_and_the_players_back(clock: FakeClock) -> None:
    async def days() -> None:
        server = SlowServer(clock)
        room, links = server.begin(hours=24)
        await server.passes(25 * HOUR)
        assert room.kept.seats[0].late
        room.resign(1)
        made = server.lobby.rematch(room)
        assert made.kept.clock == room.kept.clock
        assert [(at.name, at.kind, at.late) for at in made.kept.seats] == [("Bo", HUMAN, False), ("Ana", HUMAN, False)]
        assert server.lobby.link_owner(made.kept.name, links["0"]) == "1"

    in_loop(days)


@pytest.mark.parametrize(
    "clock_of",
    [
        {"hours": 5, "late": "easy"},
        {"hours": True, "late": "easy"},
        {"hours": 24, "late": "x.py"},
        {"hours": 24},
        3,
        [],
        {"hours": 1e9, "late": "end"},
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(clock: FakeClock, clock_of: Any) -> None:
    server = SlowServer(clock)
    ask = asking(server, {}, "", Channels())
    told = {"game": "pig", "seats": [{"name": "A"}, {"name": "B"}], "clock": clock_of}
    assert ask("lobby", "/api/tables", told).status_code == 400
    told["clock"] = {"hours": 48, "late": "end"}
    made = ask("lobby", "/api/tables", told)
    assert read_match(made.json()["table"]).clock.hours == 48  # type: ignore[union-attr]


def test_a_file_of_a_table_keeps_the_clock(clock: FakeClock) -> None:
    room, _ = SlowServer(clock).begin(hours=72, late="normal")
    record = table_record(room.match.session.record(), room.kept)
    assert table_settings(record).clock == room.kept.clock is not None


# -- messages


@pytest.mark.slow
def test_the_whole_table_is_told_and_each_seat_once_where_all_choose_at_once(clock: FakeClock, both: Any) -> None:
    hooks, mails = both

    async def days() -> None:
        server = SlowServer(clock, deliveries(hooks, mails, clock))
        room, _ = server.begin("troyes_dice")
        assert await server.slow.add(room, "host", "webhook", f"http://{hooks.host}/all", "en") == "sent"
        assert await server.slow.add(room, "1", "webhook", f"http://{hooks.host}/bo", "fr") == "sent"
        assert {each.seat for each in room.match.questions} == {0, 1}
        answer(room, 1)  # which waits for the other
        await server.passes(DAY)
        while room.match.questions[0].number < 4:
            answer(room, last := room.match.questions[0].seat)
        assert (last, len(room.match.questions)) == (1, 2)
        before = len(hooks.texts("/all")), len(hooks.texts("/bo"))
        await server.passes(3 * HOUR)
        told = hooks.texts("/all")[before[0] :]
        assert len(told) == 1, "who has just answered goes on, the other one is called back"
        assert told[0].startswith("It is Ana’s turn in Troyes Dice (table ")
        assert "#" not in told[0]
        assert len(hooks.texts("/bo")) - before[1] == 0

    in_loop(days)


def test_a_reminder_comes_once(clock: FakeClock, both: Any) -> None:
    hooks, mails = both

    async def days() -> None:
        server = SlowServer(clock, deliveries(hooks, mails, clock))
        room, _ = server.begin(hours=48)
        await server.slow.add(room, "1", "webhook", f"http://{hooks.host}/bo", "en")
        answer(room, 0)
        await server.passes(35 * HOUR)
        assert len(hooks.texts("/bo")) == 2  # a first one, and the turn
        server = server.restart(off=DAY)
        await server.passes(1.5 * HOUR)
        assert hooks.texts("/bo")[2:] == [
            f"12 hours left for your move in Tic-tac-toe (table {room.kept.name}): https://games.example.org/t/{room.kept.name}"
        ]
        await server.passes(10 * HOUR)
        assert len(hooks.texts("/bo")) == 3

    in_loop(days)


@pytest.mark.parametrize(
    ("late", "said"),
    [("easy", "a bot plays until you open the table again"), ("end", "so you have resigned, as agreed")],
)
def test_who_is_late_is_told_once(clock: FakeClock, both: Any, late: str, said: str) -> None:
    hooks, mails = both

    async def days() -> None:
        server = SlowServer(clock, deliveries(hooks, mails, clock))
        room, _ = server.begin(hours=24, late=late)
        await server.slow.add(room, "0", "webhook", f"http://{hooks.host}/ana", "en")
        await server.slow.add(room, "host", "webhook", f"http://{hooks.host}/all", "en")
        clock.passes(25 * HOUR)
        await server.slow.step()  # the server ends before it is sent
        assert room.kept.seats[0].late == (late == "easy")
        server = server.restart(crash=True)
        await server.passes(DAY / 2)
        assert [said in text for text in hooks.texts("/ana")] in ([False, True], [False, False, True])
        assert not any(said in text for text in hooks.texts("/all"))
        server = server.restart()
        await server.passes(DAY / 2)
        assert sum(said in text for text in hooks.texts("/ana")) == 1

    in_loop(days)


def test_no_message_after_the_game_is_over_or_the_page_was_seen(clock: FakeClock, both: Any) -> None:
    hooks, mails = both

    async def days() -> None:
        server = SlowServer(clock, deliveries(hooks, mails, clock))
        room, _ = server.begin()
        await server.slow.add(room, "1", "webhook", f"http://{hooks.host}/bo", "en")
        server.slow.looked(room, 1)
        clock.passes(1)
        answer(room, 0)
        await server.passes(59, 59)
        assert len(hooks.came) == 1
        await server.passes(3, 3)
        assert len(hooks.came) == 2, "the page was closed before"
        answer(room, 1)
        answer(room, 0)
        clock.passes(30)
        server.slow.looked(room, 1)
        await server.passes(DAY)
        assert len(hooks.came) == 2, "the turn was seen"
        answer(room, 1)
        answer(room, 0)
        clock.passes(2)
        room.resign(1)
        await server.passes(DAY)
        assert len(hooks.came) == 2, "the game is over"

    in_loop(days)


def test_a_mail_comes_after_its_code_and_its_link_ends_all(clock: FakeClock, both: Any) -> None:
    hooks, mails = both
    server = SlowServer(clock, deliveries(hooks, mails, clock, a_day=4))
    room, links = server.begin()
    ask = asking(server, links, room.kept.name, Channels((), mail=True))
    assert ask("1", "tell", {"kind": "mail", "address": "bo@example.org"}).status_code == 200
    assert ask("1", "tell").json() == {"mail": {"address": "bo@example.org", "waits": True, "failed": False}}
    assert ask("0", "tell").json() == ask("host", "tell").json() == {}
    assert ask("1", "tell", {"kind": "mail", "code": "00000000x"}).status_code == 409
    answer(room, 0)
    in_loop(lambda: server.passes(HOUR))
    [(to, first)] = mails.came
    code = first.get_content().split("this address: ")[1][:8]
    assert to == "bo@example.org"
    assert ask("0", "tell", {"kind": "mail", "code": code}).status_code == 409
    assert ask("1", "tell", {"kind": "mail", "code": code}).status_code == 200
    in_loop(lambda: server.passes(HOUR))
    assert len(mails.came) == 1, "whoever sets it knows of this turn"
    answer(room, 1)
    answer(room, 0)
    in_loop(lambda: server.passes(HOUR))
    _, mail = mails.came[1]
    assert mail["subject"] == "Tic-tac-toe: your turn"
    assert links["1"] not in mail.as_string()
    token = mail.get_content().split("#stop-")[1].split()[0]
    assert ask("wrong", "stop", {}).status_code == 403
    assert ask(token, "stop", {"all": True}).status_code == 200
    assert ask("1", "tell").json() == {}
    assert ask("1", "tell", {"kind": "mail", "address": "bo@example.org"}).status_code == 409, (
        "no more from this server"
    )
    assert len(mails.came) == 2


def test_an_address_gets_so_many_mails_a_day_and_a_code_may_be_mistyped_so_often(clock: FakeClock, both: Any) -> None:
    hooks, mails = both
    server = SlowServer(clock, deliveries(hooks, mails, clock))
    room, links = server.begin()
    ask = asking(server, links, room.kept.name, Channels((), mail=True))
    told = [ask("0", "tell", {"kind": "mail", "address": "ANA@example.org"}).status_code for _ in range(8)]
    assert told == [200] * 3 + [409] * 3 + [429] * 2
    assert len(mails.came) == 3
    for _ in range(5):
        assert ask("0", "tell", {"kind": "mail", "code": "1"}).status_code == 409
    assert ask("0", "tell").json() == {}
    assert ask("1", "tell", {"kind": "mail", "address": "ana+games@example.org"}).status_code == 409
    clock.passes(25 * HOUR)
    assert ask("1", "tell", {"kind": "mail", "address": "ana@example.org"}).status_code == 200


@pytest.mark.parametrize(
    "address",
    [
        "a@b",
        "a@example.org\nBcc: x@example.org",
        "a@example.org,b@example.org",
        "<a@example.org>",
        "A <a@example.org>",
        "é@example.org",
        "a" * 300 + "@example.org",
        "a@example.org\r\n.\r\nMAIL",
        7,
        "",
        None,
        ["a@example.org"],
    ],
)
def test_what_is_no_mail_address_is_refused(clock: FakeClock, both: Any, address: Any) -> None:
    server = SlowServer(clock, deliveries(both[0], both[1], clock))
    room, links = server.begin()
    ask = asking(server, links, room.kept.name, Channels((), mail=True))
    assert ask("0", "tell", {"kind": "mail", "address": address}).status_code in {400, 409}
    assert both[1].came == []
    assert ask("0", "tell").json() == {}


def test_who_may_not_is_told_nothing_and_tells_nobody(clock: FakeClock, both: Any) -> None:
    hooks, mails = both
    server = SlowServer(clock, deliveries(hooks, mails, clock))
    room, links = server.begin()
    ask = asking(server, links, room.kept.name, Channels((hooks.host,)))
    sound = {"kind": "webhook", "address": f"http://{hooks.host}/a"}
    for whose in ("watch", "wrong"):
        assert ask(whose, "tell").status_code == ask(whose, "tell", sound).status_code == 403
        assert ask(whose, "looking", {}).status_code == 403
    for body in (
        {},
        {"kind": "telex"},
        {"kind": "mail", "address": "a@example.org"},
        {"kind": ["webhook"]},
        {"kind": "webhook", "address": "http://localhost:1/"},
        {"kind": "webhook", "address": f"http://{hooks.host}@evil.example/"},
    ):
        assert ask("0", "tell", body).status_code in {400, 409}
    hooks.status = 302
    hooks.headers = {"location": f"http://{hooks.host}/elsewhere"}
    assert ask("0", "tell", sound).status_code == 409
    hooks.status = 404
    assert "404" not in ask("0", "tell", sound).text
    assert [path for path, _ in hooks.came] == ["/a", "/a"]
    assert ask("0", "tell").json() == {}
    assert mails.came == []


# -- the tables of a browser


def test_a_rematch_tells_the_same_players(clock: FakeClock, both: Any) -> None:
    hooks, mails = both

    async def days() -> None:
        server = SlowServer(clock, deliveries(hooks, mails, clock))
        room, _ = server.begin()
        await server.slow.add(room, "1", "webhook", f"http://{hooks.host}/bo", "en")
        await server.slow.add(room, "host", "webhook", f"http://{hooks.host}/all", "en")
        room.resign(0)
        made = server.lobby.rematch(room)
        assert made.kept.seats[0].name == "Bo"
        await server.look()
        await server.passes(HOUR)
        assert (len(hooks.texts("/bo")), len(hooks.texts("/all"))) == (2, 2)
        assert hooks.texts("/all")[1].startswith("It is Bo’s turn")
        server = server.restart()
        await server.passes(DAY)
        assert len(hooks.came) == 4
        token = server.slow.channels(made.kept.name, "0")["webhook"].stop
        assert server.slow.channels(room.kept.name, "1") == {}
        assert server.slow.stop(room.kept.name, "other") is None
        assert server.slow.stop(room.kept.name, token) is not None, "by the link in an earlier message"
        server.lobby.room(room.kept.name)
        await server.look()
        assert server.slow.channels(made.kept.name, "0") == {}, "it does not come back"

    in_loop(days)


def test_what_cannot_be_written_is_not_sent(clock: FakeClock, both: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hooks, mails = both

    async def days() -> None:
        server = SlowServer(clock, deliveries(hooks, mails, clock))
        room, _ = server.begin()
        await server.slow.add(room, "1", "webhook", f"http://{hooks.host}/bo", "en")
        answer(room, 0)
        with monkeypatch.context() as patch:
            patch.setattr(notifications, "write_turns", refuse)
            await server.passes(HOUR)
            with pytest.raises(KeptMatchError):
                server.slow.remove(room, "1", "webhook")
        assert len(hooks.came) == 1
        await server.passes(HOUR)
        assert len(hooks.came) == 2
        await server.passes(DAY)
        assert len(hooks.came) == 2

    in_loop(days)


def refuse(*_: Any, **__: Any) -> None:
    raise OSError("no space left")


def test_the_tables_of_a_browser_are_listed_with_whose_turn_it_is(clock: FakeClock) -> None:
    server = SlowServer(clock)
    room, links = server.begin(hours=48)
    other, others = server.begin("pig")
    name = room.kept.name
    ask = asking(server, links, name, Channels())
    given = [
        [name, links["0"]],
        [name, links["1"]],
        [other.kept.name, others["1"]],
        [name, "wrong"],
        ["../../etc/passwd", "x"],
        [name, links["watch"]],
    ]
    since = clock.now()
    in_loop(server.look)
    for _ in range(2):
        ana, bo, pig, *gone, watch = ask("", "/api/mine?lang=es", {"tables": given}).json()["tables"]
        assert (ana["seat"], ana["asked"], ana["title"], ana["players"], ana["over"]) == (
            0,
            [0],
            "Tres en raya",
            ["Ana", "Bo"],
            False,
        )
        assert abs(ana["since"] - since) < 2
        assert abs(ana["deadline"] - since - 2 * DAY) < 2
        assert bo["seat"] == 1
        assert (pig["asked"], pig["deadline"]) == ([0], None)
        assert [each["gone"] for each in gone] == [True, True]
        assert watch["seat"] is None
        ask = asking(server.restart(), links, name, Channels())
    hostile: list[Any] = [
        {},
        {"tables": 3},
        {"tables": [[1, 2]]},
        {"tables": [["a"]]},
        {"tables": [[name, "x"]] * 61},
        {"tables": [{}]},
    ]
    for bad in hostile:
        assert ask("", "/api/mine", bad).status_code == 400


def test_a_list_does_not_say_what_was_so_before_the_last_moves(
    clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = SlowServer(clock)
    room, links = server.begin()
    given = {"tables": [[room.kept.name, links["0"]]]}
    in_loop(server.look)
    answer(room, 0)
    server = server.restart(crash=True)
    ask = asking(server, links, room.kept.name, Channels())
    assert ask("", "/api/mine", given).json()["tables"][0]["known"]
    monkeypatch.setattr(turn_files, "MOMENT", 0.0)
    assert not ask("", "/api/mine", given).json()["tables"][0]["known"]
    assert ask("1", "words").status_code == 200
    in_loop(server.look)
    [found] = ask("", "/api/mine", given).json()["tables"]
    assert (found["known"], found["asked"]) == (True, [1])


def test_a_file_that_is_damaged_or_gone_is_made_anew(clock: FakeClock, tmp_path: Path) -> None:
    async def days() -> None:
        server = SlowServer(clock)
        room, _ = server.begin(hours=24)
        name = room.kept.name
        for damage in (
            "",
            "{",
            "[]",
            '{"format": "ruleset-turns 1", "turns": 3}',
            '{"format": "ruleset-turns 1", "turns": {"0": {"number": "x"}}}',
        ):
            server.slow.close()
            (tmp_path / "tables" / f"{name}.turns").write_text(damage)
            server = server.restart(crash=True)
            await server.look()
            assert read_turns(name).turns["0"].number == 0
        (tmp_path / "tables" / f"{name}.turns").unlink()
        server = server.restart(crash=True)
        await server.look()
        await server.passes(25 * HOUR)
        assert server.lobby.room(name).kept.seats[0].late

    in_loop(days)
