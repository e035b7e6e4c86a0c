"""What designers ask of a table on their own machine: to keep the position as a scenario, and to edit it.

    GET  /api/t/356c253dc638/position                                 what can be edited, all that is hidden included
    POST /api/t/356c253dc638/position    {"given": {"seats": {"0": {"denier": 9}}}}     in the words of scenarios
    POST /api/t/356c253dc638/position    {"phase": "actions"}         that phase begins, with the position as it is
    POST /api/t/356c253dc638/position    {"seat": 1}                  what is asked now is asked of seat 1
    POST /api/t/356c253dc638/position    {"undo": true}               the last edit is taken back
    POST /api/t/356c253dc638/scenario    {"name": "a full house", "save": false}        the position as a scenario

Only the host of a table may ask that, and only where the server serves this machine alone (`Lobby.is_local`): they show all
that is hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ruleset_core import edit_position
from ruleset_core.messages import message
from ruleset_core.play.match.editable_positions import editable_position
from ruleset_core.play.match.kept_scenarios import LONGEST, kept_scenario, save_scenario, scenario_home, unsaid_note
from ruleset_core.play.records import RecordedStart, Seat, Session
from ruleset_core.play.records.replay import replay
from ruleset_core.values import with_plain_keys
from ruleset_core.web.page_messages import Refusal
from ruleset_core.web.page_requests import (
    PageRequest,
    PageResponse,
    answer_response,
    integer_field,
    json_response,
    request_body,
    text_field,
)

if TYPE_CHECKING:
    from ruleset_core.web.page_api import PageApi
    from ruleset_core.web.rooms import MatchRoom


def _designed(api: PageApi, request: PageRequest) -> MatchRoom:
    """The table, for its host on a server of one machine. Raises `Refusal`."""
    room = api.host_of(request)
    if not api.lobby.is_local:
        raise Refusal(403, "not_local")
    room.take_copy()  # all are told that somebody sees what is hidden
    return room


async def keep_scenario(api: PageApi, request: PageRequest) -> PageResponse:
    """The position as a scenario: its text, and the file it was written to, if that was wanted and the game is the designer's own."""
    room = _designed(api, request)
    body = request_body(request)
    name, lang = text_field(body, "name")[:LONGEST].strip() or "?", request.lang
    kept, game = kept_scenario(room.match.session, name), room.match.game
    home = scenario_home(game) if kept.same else None
    try:
        file = save_scenario(game, kept) if home is not None and body.get("save") is True else None
    except OSError:
        raise Refusal(503, "not_saved") from None
    use = message("play.kept_use", lang, name=name) if kept.same else ""
    found: dict[str, Any] = {"text": kept.text(), "note": " ".join(filter(None, [unsaid_note(kept, lang), use]))}
    return json_response(
        {**found, "home": "" if home is None else f"scenarios/{home.name}", "file": "" if file is None else str(file)}
    )


async def show_position(api: PageApi, request: PageRequest) -> PageResponse:
    """What of the position can be edited."""
    room, lang = _designed(api, request), request.lang
    return json_response(
        {**editable_position(room.match.live, lang, room.names(lang)), "undo": bool(room.before_edits)}
    )


async def edit(api: PageApi, request: PageRequest) -> PageResponse:
    """Change the position, or take the last change back."""
    room = _designed(api, request)
    body = request_body(request)
    given, phase = body.get("given", {}), body.get("phase", "")
    if not isinstance(given, dict) or not isinstance(phase, str):
        raise Refusal(400, "not_understood", what="given")
    session = room.match.session
    if body.get("undo") is True:
        if room.before_edits:
            room.take_over(replay(session.game, room.before_edits[-1].record()))  # its data may be others by now
            room.before_edits.pop()
        return answer_response()
    seat = integer_field(body, "seat", 0, session.live.n - 1) if "seat" in body else None
    state, header = edit_position(session.live, with_plain_keys(given), phase, seat), session.header
    start = RecordedStart(message("play.edited_position", request.lang), state=state.to_json())
    seats = [Seat(at.name, at.kind) for at in room.kept.seats]
    room.take_over(
        Session.start(
            session.game, seats, header.seed, header.options, header.expansions, header.roots, hints=header.hints, start=start
        )
    )  # fmt: skip
    room.before_edits.append(session)
    return answer_response()


DESIGNS: Final = (
    ("POST", "/api/t/{table}/scenario", keep_scenario),
    ("GET", "/api/t/{table}/position", show_position),
    ("POST", "/api/t/{table}/position", edit),
)
"""What the host of a table may ask on its own machine: method, path, handler."""
