"""What pages ask of a table that lasts for days: to give up and to end the game by agreement.

    POST /api/t/356c253dc638/resign      {}                  of two players the other wins, else a bot plays on there
    POST /api/t/356c253dc638/end         {"wanted": true}    once all persons want it, the game ends as it stands

Handlers are called as those of `PageApi`, which `page_api` lists together with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ruleset_core.play.wording.endings import resign_question
from ruleset_core.web.page_messages import Refusal
from ruleset_core.web.page_requests import (
    PageRequest,
    PageResponse,
    answer_response,
    json_response,
    request_body,
)

if TYPE_CHECKING:
    from ruleset_core.web.page_api import PageApi


def flag_field(body: dict[str, Any], key: str) -> bool:
    """A yes or no that a page sends. Raises `Refusal`."""
    value = body.get(key)
    if not isinstance(value, bool):
        raise Refusal(400, "not_understood", what=key)
    return value


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


SLOW_GAMES: Final = (
    ("POST", "/api/t/{table}/resign", resign),
    ("POST", "/api/t/{table}/end", end),
)
"""Method, path, handler."""
