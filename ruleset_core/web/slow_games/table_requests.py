"""What pages ask of a table that lasts for days: answers in advance, to end it early, notes, who may watch, a rematch.

    POST /api/t/356c253dc638/resign      {}                  of two players the other wins, else a bot plays on there
    POST /api/t/356c253dc638/end         {"wanted": true}    once all persons want it, the game ends as it stands
    POST /api/t/356c253dc638/rematch     {"wanted": true}    once all persons want it, or the host does, there is a table for it
    POST /api/t/356c253dc638/notes       {"text": "Bo has the king", "version": 0}
    POST /api/t/356c253dc638/standing    {"option": 1, "number": 4, "until": "change"}     1 whenever that is asked, until something changes
    POST /api/t/356c253dc638/copy        {}                  the table as a file, for its host
    POST /api/files                      the file            a table for it: only for who has the link of the lobby
    POST /api/t/356c253dc638/watching    {"who": "after"}

Handlers are called as those of `PageApi`, which `page_api` lists together with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, get_args
from zlib import crc32

from ruleset_core.play.records import record_bytes
from ruleset_core.play.wording.endings import resign_question
from ruleset_core.safe_text import clean_lines
from ruleset_core.web.page_messages import Refusal
from ruleset_core.web.page_requests import (
    OPEN_FILE,
    PageRequest,
    PageResponse,
    answer_response,
    flag_field,
    integer_field,
    json_response,
    request_body,
    text_field,
)
from ruleset_core.web.persistence import HOST
from ruleset_core.web.slow_games.standing_answers import MOST_TIMES, Until
from ruleset_core.web.table_files import WATCHING

if TYPE_CHECKING:
    from ruleset_core.web.page_api import PageApi


NOTES: Final = 10_240
"""Bytes of the notes of a seat."""
MOST_STANDING: Final = 8
"""Answers that a seat gives in advance."""


async def resign(api: PageApi, request: PageRequest) -> PageResponse:
    """A seat gives up, where `sure` is true; else it is told what comes of it."""
    room, seat, lang = api.seat_of(request)
    if not flag_field(request_body(request), "sure"):
        session = room.match.session
        return json_response({"said": resign_question(session, seat, lang, room.names(lang))})
    room.resign(seat)
    return answer_response()


async def end(api: PageApi, request: PageRequest) -> PageResponse:
    """A seat offers to end the game as it stands, or no longer does."""
    room, seat, _ = api.seat_of(request)
    room.offer_end(seat, wanted=flag_field(request_body(request), "wanted"))
    return answer_response()


async def rematch(api: PageApi, request: PageRequest) -> PageResponse:
    """A seat wants the same game once more, or no longer does; the host begins it at once."""
    room, whose, _ = api.table_of(request)
    if not room.match.over or room.kept.next:
        raise Refusal(409, "no_rematch")
    if whose == HOST:
        begins = True
    else:
        _, seat, _ = api.seat_of(request)
        begins = room.want_rematch(seat, wanted=flag_field(request_body(request), "wanted"))
    return json_response({"table": api.lobby.rematch(room).kept.name} if begins else {})


def notes_version(text: str) -> int:
    """What tells these notes from others, so that one page of a seat does not write over those of another."""
    return crc32(text.encode()) if text else 0


async def read_notes(api: PageApi, request: PageRequest) -> PageResponse:
    """What a seat has written down for itself."""
    room, seat, _ = api.seat_of(request)
    text = room.kept.notes.get(str(seat), "")
    return json_response({"text": text, "version": notes_version(text)})


async def write_notes(api: PageApi, request: PageRequest) -> PageResponse:
    """A seat writes down something for itself, in place of the notes with that `version`."""
    room, seat, _ = api.seat_of(request)
    body = request_body(request)
    given, version = body.get("text"), integer_field(body, "version", 0, 2**32)
    if not isinstance(given, str):
        raise Refusal(400, "not_understood", what="text")
    text = clean_lines(given.replace("\r\n", "\n"))
    if len(text.encode()) > NOTES:
        raise Refusal(413, "long_notes", most=NOTES)
    if version != notes_version(room.kept.notes.get(str(seat), "")):
        raise Refusal(409, "other_notes")
    room.write_notes(seat, text)
    return json_response({"version": notes_version(text)})


async def watching(api: PageApi, request: PageRequest) -> PageResponse:
    """The host says who may watch."""
    room = api.host_of(request)
    who = text_field(request_body(request), "who")
    if who not in WATCHING:
        raise Refusal(400, "not_understood", what="who")
    room.let_watch(who)
    return answer_response()


async def stand(api: PageApi, request: PageRequest) -> PageResponse:
    """A seat answers so from now on; or it stops one of its answers (`stop`, by its place)."""
    room, seat, lang = api.player_of(request)
    body = request_body(request)
    if "stop" in body:
        room.stop_standing(seat, integer_field(body, "stop", 0, MOST_STANDING))
        return answer_response()
    option, number = (integer_field(body, key, 0, 2**63) for key in ("option", "number"))
    until = next((each for each in get_args(Until) if each == body.get("until")), None)
    if until is None:
        raise Refusal(400, "not_understood", what="until")
    times = integer_field(body, "times", 1, MOST_TIMES) if until == "times" else 0
    if len(room.standing.of_seat(seat)) >= MOST_STANDING:
        raise Refusal(409, "many_standing", most=MOST_STANDING)
    return answer_response(room.answer(seat, option, number, lang, (until, times)))


async def take_table(api: PageApi, request: PageRequest) -> PageResponse:
    """The whole table as a file, for its host; before the end all are told, as the record holds all that is hidden."""
    room = api.host_of(request)
    raw = record_bytes(room.take_copy())
    return PageResponse(raw, media_type="application/jsonl", file=f"{room.match.game.id}.ruleset")


async def open_file(api: PageApi, request: PageRequest) -> PageResponse:
    """A table for the game in a file, which is all that is sent."""
    api.check_owner(request)
    return api.linked(api.lobby.open_file(request.body))


SLOW_GAMES: Final = (
    ("POST", OPEN_FILE, open_file),
    ("POST", "/api/t/{table}/copy", take_table),
    ("POST", "/api/t/{table}/resign", resign),
    ("POST", "/api/t/{table}/end", end),
    ("POST", "/api/t/{table}/rematch", rematch),
    ("POST", "/api/t/{table}/standing", stand),
    ("GET", "/api/t/{table}/notes", read_notes),
    ("POST", "/api/t/{table}/notes", write_notes),
    ("POST", "/api/t/{table}/watching", watching),
)
"""Method, path, handler."""
