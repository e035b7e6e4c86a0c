"""A hostile player has the link of one seat, and wants what belongs to others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ruleset_core.play.records import HUMAN
from ruleset_core.web import lobby
from ruleset_core.web.lobby import Lobby
from ruleset_core.web.page_messages import Refusal
from ruleset_core.web.persistence import KeptMatchError, match_names, tables_directory
from ruleset_core.web.slow_games.server_requests import Channels
from tests.web.slow_server import HOUR, FakeClock, SlowServer, answer, deliveries, in_loop
from tests.web.test_slow_tables import asking, both, clock  # noqa: F401 - fixtures

DAY = 24 * HOUR


def test_no_seat_of_a_server_gets_the_seed(begun: Any) -> None:
    """A code by message holds the seed, so who has it knows all dice to come."""
    table = begun("pig")
    for whose in ("0", "1", "host", "watch"):
        assert table.ask(whose, "message").status_code in {403, 409}


@pytest.mark.parametrize("how", ["resigned", "given to a bot"])
def test_nobody_plays_on_for_a_bot(begun: Any, how: str) -> None:
    table = begun("pig", ("human", "human", "human"))
    if how == "resigned":
        assert table.ask("0", "resign", {"sure": True}).status_code == 200
    else:
        assert table.ask("host", "seat", {"seat": 0, "kind": "easy"}).status_code == 200
    room = table.room
    assert room.match.live.seat == 0
    option, number = room.match.live.options[0], room.match.question(0).number
    for what, told in (
        ("answer", {"option": option, "number": number}),
        ("standing", {"option": option, "number": number, "until": "change"}),
        ("undo", {}),
        ("hint", {}),
    ):
        found = table.ask("0", what, told)
        assert (found.status_code, found.json()) == (409, {"refused": "A bot plays in this seat."}), what
    assert len(room.match.session.steps) == 0


def test_taking_back_gives_no_more_time(clock: FakeClock) -> None:  # noqa: F811
    async def days() -> None:
        server = SlowServer(clock)
        room, _ = server.begin("troyes_dice", hours=48, kinds=("human", "human"))
        seat = room.match.live.seat
        while True:  # until something may be taken back
            answer(room, seat)
            if room.match.undo_problem(seat) is None:
                break
            seat = room.match.live.seat
        ends = room.deadlines[seat]
        room.undo(seat)
        first = room.deadlines[seat]
        await server.passes(24 * HOUR)
        for _ in range(3):
            answer(room, seat)
            room.undo(seat)
        assert room.deadlines[seat] == first <= ends
        server = server.restart()
        room = server.lobby.room(room.kept.name)
        answer(room, seat)
        room.undo(seat)
        assert room.deadlines[seat] == first
        await server.passes(25 * HOUR)
        assert room.kept.seats[seat].late

    in_loop(days)


def test_nobody_ends_the_game_while_another_is_late(clock: FakeClock) -> None:  # noqa: F811
    """A bot plays until the player is back: that is no consent."""

    async def days() -> None:
        server = SlowServer(clock)
        room, _ = server.begin("pig", hours=24, kinds=("human", "human"))
        late = room.match.live.seat
        await server.passes(25 * HOUR)
        assert room.kept.seats[late].late
        room.offer_end(1 - late, wanted=True)
        assert not room.match.over
        server.slow.looked(room, late)
        assert room.kept.seats[late].kind == HUMAN
        room.offer_end(late, wanted=True)
        assert room.match.over

    in_loop(days)


def test_an_address_that_was_not_confirmed_is_not_told_that_time_is_over(clock: FakeClock, both: Any) -> None:  # noqa: F811
    hooks, mails = both
    server = SlowServer(clock, deliveries(hooks, mails, clock))
    room, links = server.begin(hours=24)
    ask = asking(server, links, room.kept.name, Channels((), mail=True))
    assert ask("0", "tell", {"kind": "mail", "address": "victim@example.org"}).status_code == 200
    assert len(mails.came) == 1
    in_loop(lambda: server.passes(25 * HOUR))
    assert room.kept.seats[0].late
    assert len(mails.came) == 1, "nobody there has said yes"


def test_a_new_link_shows_nobody_where_the_player_before_is_told(clock: FakeClock, both: Any) -> None:  # noqa: F811
    hooks, mails = both
    server = SlowServer(clock, deliveries(hooks, mails, clock))
    room, links = server.begin()
    ask = asking(server, links, room.kept.name, Channels((hooks.host,), mail=True))
    for whose in ("1", "host"):
        assert ask(whose, "tell", {"kind": "webhook", "address": f"http://{hooks.host}/{whose}"}).status_code == 200
    assert ask("1", "tell", {"kind": "mail", "address": "bo@example.org"}).status_code == 200
    other = ask("host", "seat", {"seat": 1, "link": True}).json()["link"]
    assert ask(other, "tell").json() == {}
    assert ask("host", "tell").json().keys() == {"webhook"}
    host = ask("host", "seat", {"seat": "host", "link": True}).json()["link"]
    assert ask(host, "tell").json() == {}
    answer(room, 0)
    in_loop(lambda: server.passes(HOUR))
    assert len(hooks.came) == 2


def test_first_messages_are_bounded_over_all_tables(clock: FakeClock, both: Any) -> None:  # noqa: F811
    """Else one host has a rematch after the other, and the server mails the whole world."""
    hooks, mails = both
    server = SlowServer(clock, deliveries(hooks, mails, clock))
    ask, told = None, []
    room, links = server.begin()
    ask = asking(server, links, room.kept.name, Channels((), mail=True))
    for number in range(60):
        if number:
            room, links = server.begin()
        for each in range(4):
            path = f"/api/t/{room.kept.name}/tell"
            told.append(ask(links["0"], path, {"kind": "mail", "address": f"a{number}.{each}@example.org"}).status_code)
    assert {*told} == {200, 429}
    assert len(mails.came) <= 120
    clock.passes(2 * HOUR)
    path = f"/api/t/{room.kept.name}/tell"
    assert ask(links["1"], path, {"kind": "mail", "address": "ana@example.org"}).status_code == 200


def test_the_list_of_tables_keeps_from_those_who_watch_what_the_host_closed(site: Any) -> None:
    table = site.table("pig")

    def listed() -> Any:
        told = {"tables": [[table.name, table.links["watch"]]]}
        return site.client.post("/api/mine", content=json.dumps(told)).json()["tables"][0]

    assert listed()["players"] == ["P0", "P1"]
    assert table.ask("host", "watching", {"who": "closed"}).status_code == 200
    assert listed() == {"table": table.name, "gone": True}
    assert table.ask("host", "watching", {"who": "after"}).status_code == 200
    assert listed() == {"table": table.name, "gone": True}


def test_halves_of_characters_are_refused_in_a_sentence(site: Any, capsys: pytest.CaptureFixture[str]) -> None:
    half = "\ud800"
    table = site.table("pig")
    asked = [
        site.client.post("/api/mine", content=json.dumps({"tables": [[half, half]]})),
        table.ask("0", "me", {"name": half, "lang": half, "colour": half}),
        table.ask("0", "notes", {"text": half, "version": 0}),
        table.ask("0", "notes"),
        table.ask("0", "tell", {"kind": "mail", "address": half}),
        table.ask("0", "tell", {"kind": "mail", "code": half}),
        table.ask("0", "standing", {"option": 0, "number": 0, "until": half}),
        table.ask("host", "seat", {"seat": 0, "kind": half}),
        table.ask("host", "watching", {"who": half}),
        table.ask("host", "code", {"link": f"/t/{table.name}#{half}"}),
        site.client.post("/api/tables", content=json.dumps({"game": half, "seats": [{"name": half, "kind": half}]}), headers={"authorization": "Bearer the-secret-of-the-lobby"}),
        site.client.post("/api/messages", content=json.dumps({"code": half}), headers={"authorization": "Bearer the-secret-of-the-lobby"}),
    ]  # fmt: skip
    assert [each.status_code for each in asked if each.status_code >= 500] == []
    assert "fault" not in capsys.readouterr().err


def test_a_private_game_that_was_begun_before_is_not_opened_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))
    here = SlowServer(FakeClock())
    room, _ = here.begin("troyes_dice")
    name = room.kept.name
    here.restart()
    others = Lobby(pause=0, free_only=True)
    assert not room.match.game.rights.is_free
    with pytest.raises(Refusal) as refused:
        others.room(name)
    assert refused.value.key == "not_free"


def test_a_host_does_not_fill_the_disk_with_rematches(begun: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "REMATCHES", 3)
    table, told = begun(), []
    for _ in range(5):
        assert table.ask("0", "resign", {"sure": True}).status_code == 200
        told.append(table.ask("host", "rematch", {}))
        table.name = told[-1].json().get("table", table.name)
        if told[-1].status_code != 200:
            break
    assert [each.status_code for each in told] == [200, 200, 200, 503]
    assert len(match_names()) == 4


def test_who_loses_a_seat_while_a_first_message_is_sent_is_not_told_there(clock: FakeClock) -> None:  # noqa: F811
    async def sent() -> None:
        server = SlowServer(clock)
        room, _ = server.begin()

        class Slow:
            def send(self, *_: Any) -> Any:
                room.new_link("1")
                return "sent"

        server.slow._sender = Slow()
        await server.slow.add(room, "1", "webhook", "https://example.org/", "en")
        assert server.slow.channels(room.kept.name, "1") == {}
        await server.slow.add(room, "0", "webhook", "https://example.org/", "en")
        assert server.slow.channels(room.kept.name, "0").keys() == {"webhook"}

    in_loop(sent)


def test_a_table_is_open_once_whatever_letters_its_name_has(site: Any) -> None:
    """Where files are called alike in capitals, a second room would write over the first."""
    name = site.table().name
    other = name.upper() if name.upper() != name else f"{name}A"
    (tables_directory() / f"{other}.table").write_bytes((tables_directory() / f"{name}.table").read_bytes())
    assert site.lobby.kept(name).name == name
    with pytest.raises(KeptMatchError):
        site.lobby.kept(other)
