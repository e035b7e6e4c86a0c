"""What pages ask of games that are played by message: the code of a game, and to take one that somebody sent.

    GET  /api/t/356c253dc638/message                      {"code": "AcuJ3_qr...", "chance": false, "last": 0}
    POST /api/messages               {"code": "AcuJ..."}  a table for it; or the table of the same game, which goes on to its last move

Handlers are called as those of `PageApi`, which `page_api` lists together with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruleset_core import chance_profile
from ruleset_core.play.bots import is_known_bot
from ruleset_core.play.records import HUMAN, RecordError, Session, read_record
from ruleset_core.play.records.message_codes import (
    LONGEST,
    CodedGame,
    MessageCodeError,
    decode_code,
    encode_session,
    play_coded,
)
from ruleset_core.web.page_messages import Refusal
from ruleset_core.web.page_requests import PageRequest, PageResponse, json_response, request_body
from ruleset_core.web.persistence import KeptMatchError, match_names, read_match

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.web.lobby import Lobby
    from ruleset_core.web.page_api import PageApi
    from ruleset_core.web.rooms import MatchRoom

LOOKED_AT: Final = 200
"""Tables among which that of a game is looked for."""


def may_be_sent(game: Game) -> bool:
    """Whether a game can be played by message: a code holds all of it, so nothing may be hidden from one seat alone."""
    return not chance_profile(game).private


async def message(api: PageApi, request: PageRequest) -> PageResponse:
    """The code of a game up to its last move; whether there is chance in it, and whose the last move was."""
    room, _, _ = api.seat_of(request)
    session = room.match.session
    if not api.lobby.at_one_screen:  # a code holds the seed: who has it knows all dice to come
        raise Refusal(409, "code_none")
    if not may_be_sent(session.game) or session.header.start is not None or session.header.number is not None:
        raise Refusal(409, "code_none")
    code = encode_session(session)
    if len(code) > LONGEST:
        raise Refusal(409, "code_too_long")
    last = session.steps[-1].move.seat if session.steps else -1
    return json_response({"code": code, "chance": chance_profile(session.game).most_outcomes > 0, "last": last})


def _refused_code(error: MessageCodeError) -> Refusal:
    """Why a code is not taken, as a page is told."""
    match error.key:
        case "newer":
            return Refusal(409, "code_newer")
        case "too_long":
            return Refusal(409, "code_too_long")
        case "other_game":
            return Refusal(409, "code_other_game", game=error.values["game"])
        case "other_version":
            return Refusal(409, "code_other_version")
        case "moves":
            return Refusal(409, "code_moves")
        case "none":
            return Refusal(409, "code_none")
    return Refusal(409, "code_damaged")


async def take_message(api: PageApi, request: PageRequest) -> PageResponse:
    """Go on with the game of a code. `seat`: who is asked in it, -1 where nobody is; `links`: of a table that is new."""
    api.check_owner(request)
    text = request_body(request).get("code")
    if not isinstance(text, str) or not text.strip():
        raise Refusal(409, "code_damaged")
    try:
        coded = decode_code(text)
        session = _played(api, coded)
    except MessageCodeError as error:
        raise _refused_code(error) from None
    room, links = _room_of(api.lobby, session) or api.lobby.take_in(session)
    if not links:
        _go_on(room, session, request.lang)
    kinds = [seat.kind for seat in session.header.seats]
    asked = -1 if session.over else session.live.seat
    return json_response(
        {"table": room.kept.name, "links": links, "seat": asked if asked >= 0 and kinds[asked] == HUMAN else -1}
    )


def _played(api: PageApi, coded: CodedGame) -> Session:
    """The game of a code, played again. Raises `MessageCodeError`."""
    try:
        name = api.listed_game(coded.game, coded.expansions)
    except Refusal:
        raise MessageCodeError("other_game", game=coded.game) from None
    if any(seat.kind != HUMAN and not is_known_bot(seat.kind) for seat in coded.seats):
        raise MessageCodeError("damaged")
    game = api.lobby.game(name, coded.expansions, in_order=coded.in_order)
    if not may_be_sent(game):
        raise MessageCodeError("none")
    return play_coded(coded, game)


def _room_of(lobby: Lobby, session: Session) -> tuple[MatchRoom, dict[str, str]] | None:
    """The table at which the same game is played here already, where all sit at one screen; no links, as the page has them."""
    if not lobby.at_one_screen:
        return None
    for name in match_names()[:LOOKED_AT]:
        try:
            header = read_record(read_match(name).record).header
        except (KeptMatchError, RecordError):
            continue
        mine = session.header
        if (header.game, header.seed, header.names, header.hash) == (mine.game, mine.seed, mine.names, mine.hash):
            return lobby.room(name), {}
    return None


def _go_on(room: MatchRoom, session: Session, lang: str) -> None:
    """Make the moves that a table does not have yet. Raises `Refusal` where it went another way, or has them all."""
    here, there = ([(step.move.seat, step.option) for step in each.steps] for each in (room.match.session, session))
    if here[: len(there)] == there:
        raise Refusal(409, "code_known")
    if there[: len(here)] != here:
        raise Refusal(409, "code_apart")
    for seat, option in there[len(here) :]:
        why = room.answer(seat, option, None, lang)
        if why:
            raise Refusal(409, "code_moves")


BY_MESSAGE: Final = (
    ("GET", "/api/t/{table}/message", message),
    ("POST", "/api/messages", take_message),
)
"""What pages may ask of such games: method, path, handler."""
