"""What pages ask of a lobby and its tables, whatever carries it: HTTP (`routes`), or messages to a worker in an exported file.

A page sends a `PageRequest`, which names a table and carries the secret of a link, which says whose page it is:

    POST /api/t/356c253dc638/answer      secret yAx0HL...        {"option": 0, "number": 0}
    200 {}                                                    taken; what came of it follows as an event to all pages
    409 {"refused": "that was answered already"}              the same click once more: the question has another number now
    403 {"refused": "this link does not open a table (any more)"}
    GET  /api/t/356c253dc638/events      one message of `viewers` after another: an `EventStream`

A handler of `PageApi` reads and validates; the rest is `rooms` and `lobby`. Whatever they raise becomes a sentence that names no
file (`respond`).
"""

from __future__ import annotations

import hmac
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core import BrokenRuleError, OptionError, RulesetError
from ruleset_core.discovery import list_games
from ruleset_core.play.bots import UnknownBotError
from ruleset_core.play.match.hints import HintUnavailable
from ruleset_core.play.match.session_setup import duplicate_name
from ruleset_core.play.match.start_positions import PositionError
from ruleset_core.play.records import HUMAN, RecordError, record_bytes, without_places
from ruleset_core.play.records.playtest_files import playtest_header, record_without_names
from ruleset_core.play.wording.analysis_messages import log_lines
from ruleset_core.play.wording.game_messages import hint_unavailable_text, record_error_text
from ruleset_core.safe_text import clean_line, describe_fault
from ruleset_core.view.look import game_looks
from ruleset_core.view.look.game_looks import picture_credits
from ruleset_core.web.by_message import BY_MESSAGE, may_be_sent
from ruleset_core.web.design_requests import DESIGNS
from ruleset_core.web.lobby import (
    Lobby,
    LobbyFull,
    MatchRequest,
    game_catalogue,
    kept_table_list,
    saved_game_list,
)
from ruleset_core.web.page_messages import Refusal, page_words
from ruleset_core.web.page_requests import (
    EventStream,
    PageRequest,
    PageResponse,
    answer_response,
    clock_field,
    integer_field,
    json_response,
    names_field,
    number_field,
    refusal_response,
    request_body,
    requested_thing,
    require_kind,
    text_field,
)
from ruleset_core.web.persistence import HOST, WATCH, KeptMatchError
from ruleset_core.web.rooms import MatchRoom, RoomFull, SeatTaken
from ruleset_core.web.slow_games.table_requests import SLOW_GAMES
from ruleset_core.web.table_files import SLOWEST, requested_seat


async def respond(ask: Handler, request: PageRequest) -> PageResponse | EventStream:
    """What a handler answers; what goes wrong becomes a sentence that names no place on this machine."""
    try:
        return await ask(request)
    except RecordError as error:
        if error.key != "not_writable":
            return answer_response(record_error_text(error, request.lang, directories=False)[:500])
        _log_reason(request, str(error))
        why = Refusal(503, "not_saved")
    except KeptMatchError as error:
        _log_reason(request, str(error))
        why = Refusal(503, "not_saved")
    except LobbyFull:
        why = Refusal(503, "many_tables")
    except UnknownBotError as error:
        why = Refusal(409, "no_bot", kind=error.name[:100])
    except PositionError:
        why = Refusal(409, "no_lesson")
    except BrokenRuleError as error:
        return answer_response(error.text(request.lang)[:500])
    except OptionError as error:
        return answer_response(str(error)[:500])
    except RulesetError as error:  # its message may name files of this machine
        _log_reason(request, str(error))
        why = Refusal(409, "not_loaded")
    except Refusal as error:
        why = error
    except Exception as error:  # noqa: BLE001 - the page gets an answer, and who runs the server is told
        _log_reason(request, describe_fault(error))
        why = Refusal(500, "fault")
    return refusal_response(why, request.lang)


def _log_reason(request: PageRequest, why: str) -> None:
    """Tell who runs the server what pages are not told: it names files of this machine."""
    sys.stderr.write(f"{request.method} {request.path}: {clean_line(why)}\n")


Handler = Callable[[PageRequest], Awaitable[PageResponse | EventStream]]


class PageApi:
    """What pages may ask of a lobby. `secret`: who has it begins tables."""

    def __init__(self, lobby: Lobby, secret: str) -> None:
        self.lobby, self._secret = lobby, secret

    # -- the lobby ------------------------------------------------------------------------------------------------------

    async def describe_lobby(self, request: PageRequest) -> PageResponse:
        """Games, saved games and tables."""
        self.check_owner(request)
        return json_response(
            {
                "games": [*game_catalogue(self.lobby.roots, free_only=self.lobby.free_only)],
                "saved": [*saved_game_list()],
                "tables": [*kept_table_list()],
            }
        )

    async def begin(self, request: PageRequest) -> PageResponse:
        """A new table, or one for a saved game; its links."""
        self.check_owner(request)
        body = request_body(request)
        if "file" in body:
            return self.linked(self.lobby.resume(text_field(body, "file")))
        if "lesson" in body:
            game, lesson = self.listed_game(text_field(body, "game"), ()), text_field(body, "lesson")
            return self.linked(self.lobby.learn(game, lesson))
        seats = body.get("seats")
        if not isinstance(seats, list) or not 0 < len(seats) <= 12:
            raise Refusal(400, "not_understood", what="seats")
        options = body.get("options")
        expansions = names_field(body, "expansions")
        game = self.listed_game(text_field(body, "game"), expansions)
        sitting = [requested_seat(each, number) for number, each in enumerate(seats)]
        for at in sitting:
            require_kind(at.kind)
        if len({at.colour for at in sitting if at.colour}) < sum(bool(at.colour) for at in sitting):
            raise Refusal(409, "colour_taken")
        if shared := duplicate_name(at.name for at in sitting):
            raise Refusal(409, "name_taken", name=shared)
        wanted = MatchRequest(
            game,
            sitting,
            expansions,
            {str(key): each for key, each in options.items() if isinstance(each, (bool, int, str))} if isinstance(options, dict) else {},
            integer_field(body, "seed", -(2**63), 2**63) if body.get("seed") is not None else None,
            hints=body.get("hints") is not False,
            reveals=body.get("reveals") is not False,
            pause=number_field(body, "pause", 0, SLOWEST) if body.get("pause") is not None else None,
            clock=clock_field(body, "clock"),
        )  # fmt: skip
        return self.linked(self.lobby.begin(wanted))

    async def options(self, request: PageRequest) -> PageResponse:
        """What a game with some expansions is about, and its options, as players read them."""
        self.check_owner(request)
        expansions, players = [*request.query.get("x", ())][:20], request.parameter("players")
        if not (players.isdecimal() and len(players) < 3):
            raise Refusal(400, "not_understood", what="players")
        game = self.lobby.game(self.listed_game(request.parameter("game"), expansions), expansions)
        lang = request.lang
        options = game.options_in_words(int(players), lang)
        sent = may_be_sent(game)
        return json_response(
            {"aim": game.about(lang), "rights": game.rights.text(lang), "options": options, "by_message": sent}
        )

    def listed_game(self, game: str, expansions: Sequence[str]) -> str:
        """A game of the list: a page names no paths of this machine."""
        known = {each.id: each for each in list_games(tuple(self.lobby.roots))}
        if game not in known or not known[game].expansions.keys() >= set(expansions):
            raise Refusal(409, "no_game")
        return game

    def linked(self, found: tuple[MatchRoom, dict[str, str]]) -> PageResponse:
        """A new table as whoever began it is told of it."""
        room, links = found
        seats = room.kept.seats
        names, bots = [at.name for at in seats], [at.kind != HUMAN for at in seats]
        return json_response({"table": room.kept.name, "links": links, "players": names, "bots": bots})

    def check_owner(self, request: PageRequest) -> None:
        """Raises `Refusal` unless the secret is that of the lobby."""
        if not hmac.compare_digest(request.secret.encode(), self._secret.encode()):
            raise Refusal(403, "no_lobby")

    # -- a table ----------------------------------------------------------------------------------------------------------

    def table_of(self, request: PageRequest) -> tuple[MatchRoom, str, str]:
        """The table, whose link it is, and the language of the page."""
        name = request.table
        whose = self.lobby.link_owner(name, request.secret)
        if whose is None:
            raise Refusal(403, "no_table")
        room = self.lobby.room(name)
        if whose == WATCH and not room.may_watch:
            raise Refusal(409, "watch_closed") if room.kept.watching == "closed" else Refusal(409, "watch_after")
        return room, whose, room.lang(whose, request.lang)

    def seat_of(self, request: PageRequest) -> tuple[MatchRoom, int, str]:
        """The table, the seat whose link it is, and the language. Raises `Refusal` for a link of no seat."""
        room, whose, lang = self.table_of(request)
        if not whose.isdecimal():
            raise Refusal(403, "no_seat")
        return room, int(whose), lang

    def player_of(self, request: PageRequest) -> tuple[MatchRoom, int, str]:
        """As `seat_of`, for who plays there: a link of a seat that a bot has got decides nothing. Raises `Refusal`, and `RecordError` for a bot."""
        room, seat, lang = self.seat_of(request)
        if not room.match.seating.is_person(seat):
            raise RecordError("no_person")
        return room, seat, lang

    def host_of(self, request: PageRequest) -> MatchRoom:
        """The table, for its host. Raises `Refusal` for any other link."""
        room, whose, _ = self.table_of(request)
        if whose != HOST:
            raise Refusal(403, "host_only")
        return room

    async def events(self, request: PageRequest) -> EventStream:
        """All that is to be seen, then what is new, as long as the page is open."""
        room, whose, lang = self.table_of(request)
        try:
            return EventStream(room, room.enter(whose, lang))
        except RoomFull:
            raise Refusal(503, "many_pages") from None

    async def answer(self, request: PageRequest) -> PageResponse:
        """A seat takes an option."""
        room, seat, lang = self.player_of(request)
        body = request_body(request)
        option, number = (integer_field(body, key, 0, 2**63) for key in ("option", "number"))
        why = room.answer(seat, option, number, lang)
        return answer_response(why)

    async def undo(self, request: PageRequest) -> PageResponse:
        """A seat takes its last answer back, or those from move `to` on."""
        room, seat, _ = self.player_of(request)
        body = request_body(request)
        room.undo(seat, integer_field(body, "to", 0, 2**63) if "to" in body else None)
        return answer_response()

    async def hint(self, request: PageRequest) -> PageResponse:
        """What a bot would do for a seat; all at the table are told that it has asked."""
        room, seat, lang = self.player_of(request)
        try:
            return json_response(await room.hint(seat, lang))
        except HintUnavailable as error:
            return answer_response(hint_unavailable_text(error, lang))
        except RoomFull:
            raise Refusal(503, "other_hint") from None

    async def me(self, request: PageRequest) -> PageResponse:
        """A seat calls itself otherwise."""
        room, seat, _ = self.seat_of(request)
        before = room.kept.seats[seat]
        try:
            room.call(
                seat, at := requested_seat({**asdict(before), **request_body(request), "kind": before.kind}, seat)
            )
        except SeatTaken as error:
            if str(error) == "colour":
                raise Refusal(409, "colour_taken") from None
            raise Refusal(409, "name_taken", name=at.name) from None
        return answer_response()

    async def seat(self, request: PageRequest) -> PageResponse:
        """The host gives a seat to somebody else, or makes a new link: for a seat, for those who watch, or of the host's own."""
        room = self.host_of(request)
        body = request_body(request)
        if body.get("seat") in (HOST, WATCH) and body.get("link") is True:
            return json_response({"link": room.new_link(body["seat"])})
        seat = integer_field(body, "seat", 0, len(room.kept.seats) - 1)
        if body.get("link") is True:
            return json_response({"link": room.new_link(str(seat))})
        room.sit(seat, require_kind(text_field(body, "kind")))
        return answer_response()

    async def code(self, request: PageRequest) -> PageResponse:
        """A link of the table as a QR code, for its host: how many squares wide it is, and the path of the dark ones."""
        from ruleset_core.web.qr_codes import LONGEST, QrUnavailableError, qr_path, qr_rows

        room = self.host_of(request)
        link = text_field(request_body(request), "link")
        if f"/t/{room.kept.name}#" not in link or len(link) > LONGEST or not link.isprintable():
            raise Refusal(400, "not_understood", what="link")
        try:
            rows = qr_rows(link)
        except QrUnavailableError:
            raise Refusal(409, "no_codes") from None
        return json_response({"size": len(rows), "path": qr_path(rows)})

    async def pause(self, request: PageRequest) -> PageResponse:
        """The host says how long moves of bots take."""
        room = self.host_of(request)
        room.slow(number_field(request_body(request), "seconds", 0, SLOWEST))
        return answer_response()

    async def words(self, request: PageRequest) -> PageResponse:
        """Whose link it is, and what its page says: in the language of its seat or, where that has none, of its browser."""
        room, whose, lang = self.table_of(request)
        game = room.match.game
        made = [
            {
                "by": each.by,
                "licence": each.licence,
                "source": each.source,
                "of": [*dict.fromkeys(each.titles.values())],
            }
            for each in picture_credits(game)
        ]
        return json_response(
            {
                **page_words(lang),
                "whose": whose,
                "aim": game.about(lang),
                "rights": game.rights.text(lang),
                "credits": made,
                "asks": self.lobby.asks,
                "designs": self.lobby.is_local,
            }
        )

    async def art(self, request: PageRequest) -> PageResponse:
        """The pictures of the game's own, as symbols."""
        room, _, _ = self.table_of(request)
        drawn = game_looks.pictures(room.match.game)
        symbols = "".join(ET.tostring(each, encoding="unicode") for each in drawn.values())
        return PageResponse(
            f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'.encode(), media_type="image/svg+xml"
        )

    async def about(self, request: PageRequest) -> PageResponse:
        """What there is to say of something on the table."""
        room, whose, lang = self.table_of(request)
        return json_response(room.about(whose, lang, requested_thing(request, "identity")))

    async def lookup(self, request: PageRequest) -> PageResponse:
        """What there is to say of something by its `name`; or what may be meant by a `text` that somebody types."""
        room, whose, lang = self.table_of(request)
        if "name" in request.query:
            return json_response(room.lookup(whose, lang, requested_thing(request, "name")))
        return json_response(room.search(whose, lang, requested_thing(request, "text")))

    async def rules(self, request: PageRequest) -> PageResponse:
        """The rules of the game, and which of them are about what is asked now; or the `picture` of a paragraph."""
        room, whose, lang = self.table_of(request)
        if "picture" in request.query:
            return json_response({"panels": room.rules_picture(whose, lang, requested_thing(request, "picture"))})
        return json_response(room.rules(whose, lang))

    async def sheet(self, request: PageRequest) -> PageResponse:
        """The score sheets as they are now."""
        room, whose, lang = self.table_of(request)
        return json_response({"panels": room.sheet(whose, lang)})

    async def replay(self, request: PageRequest) -> PageResponse:
        """The table as it was after the move with the number `after`, -1 for the beginning, and those that followed."""
        room, whose, lang = self.table_of(request)
        after = requested_thing(request, "after")
        if not (after.removeprefix("-").isdecimal() and len(after) < 10):
            raise Refusal(400, "not_understood", what="after")
        return json_response({"frames": room.replay(whose, lang, int(after))})

    async def analyse(self, request: PageRequest) -> PageResponse:
        """Let the game be gone through, after its end."""
        room, whose, _ = self.table_of(request)
        if not room.knows_all(whose):
            raise Refusal(409, "not_over")
        room.analyse()
        return answer_response()

    async def analysis(self, request: PageRequest) -> PageResponse:
        """What was found."""
        room, whose, lang = self.table_of(request)
        found = room.analysis(lang) if room.knows_all(whose) else None
        if found is None:
            raise Refusal(409, "not_found_yet")
        return json_response(found)

    async def record(self, request: PageRequest) -> PageResponse:
        """The record, when the game is over; until then a seat's own story."""
        room, whose, lang = self.table_of(request)
        session = room.match.session
        if room.knows_all(whose):
            raw = record_bytes(without_places(session.record()))
            return PageResponse(raw, media_type="application/jsonl", file=f"{session.header.game}.ruleset")
        viewer = int(whose) if whose.isdecimal() else session.header.players
        lines = "\n".join(log_lines(session, viewer, lang)) + "\n"
        return PageResponse(lines.encode(), media_type="text/plain; charset=utf-8", file=f"{session.header.game}.txt")

    async def keep_notes(self, request: PageRequest) -> PageResponse:
        """A seat keeps notes of a play-test (`on`) or no more; the host lets all pages delete theirs. The server has none of them."""
        room, whose, _ = self.table_of(request)
        on = request_body(request).get("on") is True
        if whose == HOST and not on:
            room.keep_notes(range(len(room.kept.seats)), on=False)
        else:
            room.keep_notes([self.seat_of(request)[1]], on=on)
        return answer_response()

    async def playtest(self, request: PageRequest) -> PageResponse:
        """What a seat's notes begin and end with: the game, and its record where that may be told."""
        room, seat, _ = self.seat_of(request)
        session = room.match.session
        header = playtest_header(session, seat, [at.kind for at in room.kept.seats])
        told = room.knows_all(str(seat)) or self.lobby.at_one_screen
        return json_response({"header": header, "record": record_without_names(session).decode() if told else ""})

    # -- words of the lobby -----------------------------------------------------------------------------------------------

    async def lobby_words(self, request: PageRequest) -> PageResponse:
        """The words of a page in the language that it asks for."""
        return json_response(page_words(request.lang))


ROUTES: Final = (
    *SLOW_GAMES,
    *BY_MESSAGE,
    *DESIGNS,
    ("GET", "/api/words", PageApi.lobby_words),
    ("GET", "/api/lobby", PageApi.describe_lobby),
    ("GET", "/api/options", PageApi.options),
    ("POST", "/api/tables", PageApi.begin),
    ("GET", "/api/t/{table}/events", PageApi.events),
    ("GET", "/api/t/{table}/record", PageApi.record),
    ("GET", "/api/t/{table}/words", PageApi.words),
    ("GET", "/api/t/{table}/art", PageApi.art),
    ("GET", "/api/t/{table}/about", PageApi.about),
    ("GET", "/api/t/{table}/lookup", PageApi.lookup),
    ("GET", "/api/t/{table}/rules", PageApi.rules),
    ("GET", "/api/t/{table}/sheet", PageApi.sheet),
    ("GET", "/api/t/{table}/replay", PageApi.replay),
    ("GET", "/api/t/{table}/analysis", PageApi.analysis),
    ("GET", "/api/t/{table}/playtest", PageApi.playtest),
    ("POST", "/api/t/{table}/answer", PageApi.answer),
    ("POST", "/api/t/{table}/undo", PageApi.undo),
    ("POST", "/api/t/{table}/hint", PageApi.hint),
    ("POST", "/api/t/{table}/me", PageApi.me),
    ("POST", "/api/t/{table}/seat", PageApi.seat),
    ("POST", "/api/t/{table}/code", PageApi.code),
    ("POST", "/api/t/{table}/pause", PageApi.pause),
    ("POST", "/api/t/{table}/analyse", PageApi.analyse),
    ("POST", "/api/t/{table}/playtest", PageApi.keep_notes),
)
"""All that pages may ask: method, path, handler."""
