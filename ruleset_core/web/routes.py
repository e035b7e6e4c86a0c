"""HTTP routes of the server, and how requests are read and validated.

A page and the server exchange JSON; each request names a table and carries the secret of a link, which says whose page it is:

    POST /api/t/356c253dc638/answer      authorization: Bearer yAx0HL...        {"option": 0, "number": 0}
    200 {}                                                    taken; what came of it follows as an event to all pages
    409 {"refused": "that was answered already"}              the same click once more: the question has another number now
    403 {"refused": "this link does not open a table (any more)"}
    GET  /api/t/356c253dc638/events      one message of `viewers` after another, as server-sent events

A route reads and validates; the rest is `rooms` and `lobby`. Whatever they raise becomes a sentence that names no file
(`as_refusal`).
"""

from __future__ import annotations

import asyncio
import hmac
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree as ET

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ruleset_core import BrokenRuleError, OptionError, RulesetError
from ruleset_core.discovery import list_games
from ruleset_core.play.bots import UnknownBotError, bot_names
from ruleset_core.play.match.hints import HintUnavailable
from ruleset_core.play.match.session_setup import duplicate_name
from ruleset_core.play.match.start_positions import PositionError
from ruleset_core.play.records import HUMAN, Record, RecordError, record_bytes
from ruleset_core.play.wording.analysis_messages import log_lines
from ruleset_core.play.wording.game_messages import hint_unavailable_text, record_error_text
from ruleset_core.safe_text import clean_line, describe_fault
from ruleset_core.view.look import game_looks
from ruleset_core.view.look.game_looks import picture_credits
from ruleset_core.web.lobby import (
    Lobby,
    LobbyFull,
    MatchRequest,
    game_catalogue,
    kept_table_list,
    requested_seat,
    saved_game_list,
)
from ruleset_core.web.middleware import SecurityMiddleware
from ruleset_core.web.page_messages import Refusal, page_words, refusal_response, request_language
from ruleset_core.web.persistence import HOST, WATCH, KeptMatchError
from ruleset_core.web.rooms import MatchRoom, RoomFull, SeatTaken

if TYPE_CHECKING:
    from starlette.requests import Request


# What pages ask, read and judged, and what is answered where that cannot be.


def require_kind(kind: str) -> str:
    """Who may sit somewhere because a page says so: a person, or a bot by its name. No page names a program of this machine."""
    if kind not in {HUMAN, *bot_names()}:
        raise UnknownBotError(kind)
    return kind


def attachment_headers(name: str) -> dict[str, str]:
    """What tells a browser to keep an answer as a file."""
    return {"content-disposition": f'attachment; filename="{name}"'}


def request_secret(request: Request) -> str:
    """The secret of the link by which a page asks; it comes in a header."""
    return request.headers.get("authorization", "").removeprefix("Bearer ")


def requested_thing(request: Request, key: str) -> str:
    """What a page asks about; longer is nothing that is called."""
    return request.query_params.get(key, "")[:200]


def requested_words(request: Request) -> dict[str, Any]:
    """The words of a page in the language that it asks for."""
    return page_words(request_language(request.scope))


async def request_body(request: Request) -> dict[str, Any]:
    """What a page sends. Raises `Refusal` for anything but an object."""
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise Refusal(400, "not_understood", what="JSON") from None
    if not isinstance(body, dict):
        raise Refusal(400, "not_understood", what="JSON")
    return body


def text_field(body: dict[str, Any], key: str) -> str:
    """A text that a page sends. Raises `Refusal`."""
    value = body.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= 200:
        raise Refusal(400, "not_understood", what=key)
    return value


def number_field(body: dict[str, Any], key: str, low: float, high: float) -> float:
    """A number that a page sends. Raises `Refusal`."""
    value = body.get(key)
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not low <= value <= high:
        raise Refusal(400, "not_understood", what=key)
    return value


def integer_field(body: dict[str, Any], key: str, low: int, high: int) -> int:
    """A whole number that a page sends. Raises `Refusal`."""
    value = number_field(body, key, low, high)
    if not isinstance(value, int):
        raise Refusal(400, "not_understood", what=key)
    return value


def names_field(body: dict[str, Any], key: str) -> list[str]:
    """A list of names that a page sends; none where it is left out. Raises `Refusal`."""
    value = body.get(key)
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > 20 or not all(isinstance(each, str) for each in value):
        raise Refusal(400, "not_understood", what=key)
    return value


def answer_response(why: str = "") -> Response:
    """That something was done, or why not."""
    return JSONResponse({"refused": why}, 409) if why else JSONResponse({})


def as_refusal(asked: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """What goes wrong as a `Refusal`, whose sentence names no place on this machine."""

    async def answered(request: Request) -> Response:
        try:
            return await asked(request)
        except RecordError as error:
            if error.key != "not_writable":
                return answer_response(
                    record_error_text(error, request_language(request.scope), directories=False)[:500]
                )
            _log_reason(request, str(error))
            raise Refusal(503, "not_saved") from None
        except KeptMatchError as error:
            _log_reason(request, str(error))
            raise Refusal(503, "not_saved") from None
        except LobbyFull:
            raise Refusal(503, "many_tables") from None
        except UnknownBotError as error:
            raise Refusal(409, "no_bot", kind=error.name[:100]) from None
        except PositionError:
            raise Refusal(409, "no_lesson") from None
        except BrokenRuleError as error:
            return answer_response(error.text(request_language(request.scope))[:500])
        except OptionError as error:
            return answer_response(str(error)[:500])
        except RulesetError as error:  # its message may name files of this machine
            _log_reason(request, str(error))
            raise Refusal(409, "not_loaded") from None
        except Refusal:
            raise
        except Exception as error:  # noqa: BLE001 - the page gets an answer, and who runs the server is told
            _log_reason(request, describe_fault(error))
            raise Refusal(500, "fault") from None

    return answered


def _log_reason(request: Request, why: str) -> None:
    """Tell who runs the server what pages are not told: it names files of this machine."""
    sys.stderr.write(f"{request.method} {request.url.path}: {clean_line(why)}\n")


# The pages and what they ask for. A table's link is `/t/NAME#SECRET`: the secret never leaves the page but in a
# header.

STATIC: Final = Path(__file__).parent / "static"
PULSE: Final = 15.0
"""Seconds after which a page that hears nothing is told that the table is still there."""

SLOWEST: Final = 30
"""The most seconds that a move of a bot is made to take."""

Asked = Callable[["Request", dict[str, Any]], Awaitable[Response]]


class PageRoutes:
    """What pages may ask of a lobby. `secret`: who has it begins tables."""

    def __init__(self, lobby: Lobby, secret: str, public: str) -> None:
        self.lobby, self._secret, self.public = lobby, secret, public

    # -- the lobby ------------------------------------------------------------------------------------------------------

    async def describe_lobby(self, request: Request) -> Response:
        """Games, saved games and tables."""
        self._owner(request)
        return JSONResponse(
            {
                "games": [*game_catalogue(self.lobby.roots, free_only=self.lobby.free_only)],
                "saved": [*saved_game_list()],
                "tables": [*kept_table_list()],
            }
        )

    async def begin(self, request: Request) -> Response:
        """A new table, or one for a saved game; its links."""
        self._owner(request)
        body = await request_body(request)
        if "file" in body:
            return self._linked(self.lobby.resume(text_field(body, "file")))
        if "lesson" in body:
            game, lesson = self._listed(text_field(body, "game"), ()), text_field(body, "lesson")
            return self._linked(self.lobby.learn(game, lesson))
        seats = body.get("seats")
        if not isinstance(seats, list) or not 0 < len(seats) <= 12:
            raise Refusal(400, "not_understood", what="seats")
        options = body.get("options")
        expansions = names_field(body, "expansions")
        game = self._listed(text_field(body, "game"), expansions)
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
        )  # fmt: skip
        return self._linked(self.lobby.begin(wanted))

    async def options(self, request: Request) -> Response:
        """What a game with some expansions is about, and its options, as players read them."""
        self._owner(request)
        asked = request.query_params
        expansions, players = asked.getlist("x")[:20], asked.get("players", "")
        if not (players.isdecimal() and len(players) < 3):
            raise Refusal(400, "not_understood", what="players")
        game = self.lobby.game(self._listed(asked.get("game", ""), expansions), expansions)
        lang = request_language(request.scope)
        options = game.options_in_words(int(players), lang)
        return JSONResponse({"aim": game.about(lang), "rights": game.rights.text(lang), "options": options})

    def _listed(self, game: str, expansions: Sequence[str]) -> str:
        """A game of the list: a page names no paths of this machine."""
        known = {each.id: each for each in list_games(tuple(self.lobby.roots))}
        if game not in known or not known[game].expansions.keys() >= set(expansions):
            raise Refusal(409, "no_game")
        return game

    def _linked(self, found: tuple[MatchRoom, dict[str, str]]) -> Response:
        room, links = found
        seats = room.kept.seats
        names, bots = [at.name for at in seats], [at.kind != HUMAN for at in seats]
        return JSONResponse({"table": room.kept.name, "links": links, "players": names, "bots": bots})

    def _owner(self, request: Request) -> None:
        if not hmac.compare_digest(request_secret(request).encode(), self._secret.encode()):
            raise Refusal(403, "no_lobby")

    # -- a table ----------------------------------------------------------------------------------------------------------

    def _at(self, request: Request) -> tuple[MatchRoom, str, str]:
        """The table, whose link it is, and the language of the page."""
        name = request.path_params["table"]
        whose = self.lobby.link_owner(name, request_secret(request))
        if whose is None:
            raise Refusal(403, "no_table")
        room = self.lobby.room(name)
        return room, whose, room.lang(whose, request_language(request.scope))

    def _seat(self, request: Request) -> tuple[MatchRoom, int, str]:
        room, whose, lang = self._at(request)
        if not whose.isdecimal():
            raise Refusal(403, "no_seat")
        return room, int(whose), lang

    def _host(self, request: Request) -> MatchRoom:
        room, whose, _ = self._at(request)
        if whose != HOST:
            raise Refusal(403, "host_only")
        return room

    async def events(self, request: Request) -> Response:
        """All that is to be seen, then what is new, as long as the page is open."""
        room, whose, lang = self._at(request)
        try:
            page = room.enter(whose, lang)
        except RoomFull:
            raise Refusal(503, "many_pages") from None

        async def stream() -> AsyncIterator[bytes]:
            try:
                while True:
                    try:
                        news = await asyncio.wait_for(page.news.get(), PULSE)
                    except TimeoutError:
                        yield b": still here\n\n"
                        continue
                    if news is None:
                        return
                    yield b"data: " + news + b"\n\n"
            finally:
                room.close(page)

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def answer(self, request: Request) -> Response:
        """A seat takes an option."""
        room, seat, lang = self._seat(request)
        body = await request_body(request)
        option, number = (integer_field(body, key, 0, 2**63) for key in ("option", "number"))
        why = room.answer(seat, option, number, lang)
        return answer_response(why)

    async def undo(self, request: Request) -> Response:
        """A seat takes its last answer back, or those from move `to` on."""
        room, seat, _ = self._seat(request)
        body = await request_body(request)
        room.undo(seat, integer_field(body, "to", 0, 2**63) if "to" in body else None)
        return answer_response()

    async def hint(self, request: Request) -> Response:
        """What a bot would do for a seat; all at the table are told that it has asked."""
        room, seat, lang = self._seat(request)
        try:
            return JSONResponse(await room.hint(seat, lang))
        except HintUnavailable as error:
            return answer_response(hint_unavailable_text(error, lang))
        except RoomFull:
            raise Refusal(503, "other_hint") from None

    async def me(self, request: Request) -> Response:
        """A seat calls itself otherwise."""
        room, seat, _ = self._seat(request)
        before = room.kept.seats[seat]
        try:
            room.call(
                seat, at := requested_seat({**asdict(before), **await request_body(request), "kind": before.kind}, seat)
            )
        except SeatTaken as error:
            if str(error) == "colour":
                raise Refusal(409, "colour_taken") from None
            raise Refusal(409, "name_taken", name=at.name) from None
        return answer_response()

    async def seat(self, request: Request) -> Response:
        """The host gives a seat to somebody else, or makes a new link: for a seat, for those who watch, or of the host's own."""
        room = self._host(request)
        body = await request_body(request)
        if body.get("seat") in (HOST, WATCH) and body.get("link") is True:
            return JSONResponse({"link": room.new_link(body["seat"])})
        seat = integer_field(body, "seat", 0, len(room.kept.seats) - 1)
        if body.get("link") is True:
            return JSONResponse({"link": room.new_link(str(seat))})
        room.sit(seat, require_kind(text_field(body, "kind")))
        return answer_response()

    async def rematch(self, request: Request) -> Response:
        """The host begins the same game anew; who looks at this table is told the way there."""
        room = self._host(request)
        if not room.match.over or room.next:
            raise Refusal(409, "no_rematch")
        made, links = self.lobby.rematch(room)
        room.lead_to(made.kept.name, links)
        return self._linked((made, links))

    async def pause(self, request: Request) -> Response:
        """The host says how long moves of bots take."""
        room = self._host(request)
        room.slow(number_field(await request_body(request), "seconds", 0, SLOWEST))
        return answer_response()

    async def words(self, request: Request) -> Response:
        """Whose link it is, and what its page says: in the language of its seat or, where that has none, of its browser."""
        room, whose, lang = self._at(request)
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
        return JSONResponse(
            {
                **page_words(lang),
                "whose": whose,
                "aim": game.about(lang),
                "rights": game.rights.text(lang),
                "credits": made,
            }
        )

    async def art(self, request: Request) -> Response:
        """The pictures of the game's own, as symbols."""
        room, _, _ = self._at(request)
        drawn = game_looks.pictures(room.match.game)
        symbols = "".join(ET.tostring(each, encoding="unicode") for each in drawn.values())
        return Response(f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>', media_type="image/svg+xml")

    async def about(self, request: Request) -> Response:
        """What there is to say of something on the table."""
        room, whose, lang = self._at(request)
        return JSONResponse(room.about(whose, lang, requested_thing(request, "identity")))

    async def lookup(self, request: Request) -> Response:
        """What there is to say of something by its `name`; or what may be meant by a `text` that somebody types."""
        room, whose, lang = self._at(request)
        if "name" in request.query_params:
            return JSONResponse(room.lookup(whose, lang, requested_thing(request, "name")))
        return JSONResponse(room.search(whose, lang, requested_thing(request, "text")))

    async def rules(self, request: Request) -> Response:
        """The rules of the game, and which of them are about what is asked now; or the `picture` of a paragraph."""
        room, whose, lang = self._at(request)
        if "picture" in request.query_params:
            return JSONResponse({"panels": room.rules_picture(whose, lang, requested_thing(request, "picture"))})
        return JSONResponse(room.rules(whose, lang))

    async def sheet(self, request: Request) -> Response:
        """The score sheets as they are now."""
        room, whose, lang = self._at(request)
        return JSONResponse({"panels": room.sheet(whose, lang)})

    async def replay(self, request: Request) -> Response:
        """The table as it was after the move with the number `after`, -1 for the beginning, and those that followed."""
        room, whose, lang = self._at(request)
        after = requested_thing(request, "after")
        if not (after.removeprefix("-").isdecimal() and len(after) < 10):
            raise Refusal(400, "not_understood", what="after")
        return JSONResponse({"frames": room.replay(whose, lang, int(after))})

    async def analyse(self, request: Request) -> Response:
        """Let the game be gone through, after its end."""
        room, whose, _ = self._at(request)
        if not room.knows_all(whose):
            raise Refusal(409, "not_over")
        room.analyse()
        return answer_response()

    async def analysis(self, request: Request) -> Response:
        """What was found."""
        room, whose, lang = self._at(request)
        found = room.analysis(lang) if room.knows_all(whose) else None
        if found is None:
            raise Refusal(409, "not_found_yet")
        return JSONResponse(found)

    async def record(self, request: Request) -> Response:
        """The record, when the game is over; until then a seat's own story."""
        room, whose, lang = self._at(request)
        session = room.match.session
        if room.knows_all(whose):
            name = f"{session.header.game}.ruleset"
            return Response(
                record_bytes(_without_places(session.record())),
                media_type="application/jsonl",
                headers=attachment_headers(name),
            )
        viewer = int(whose) if whose.isdecimal() else session.header.players
        lines = "\n".join(log_lines(session, viewer, lang)) + "\n"
        return PlainTextResponse(lines, headers=attachment_headers(f"{session.header.game}.txt"))


def _without_places(record: Record) -> Record:
    """A record as a page may have it: without the directories in which the game was looked for."""
    expansions = tuple(Path(each).name for each in record.header.expansions)
    return replace(record, header=replace(record.header, roots=(), expansions=expansions))


async def _words_page(request: Request) -> Response:
    return JSONResponse(requested_words(request))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)  # what this is registered for
    return refusal_response(error, request.scope)


async def _nothing_here(request: Request, error: Exception) -> Response:
    """A page that there is not, or that cannot be asked in this way, in a sentence."""
    if isinstance(error, HTTPException) and error.status_code == 405:
        return refusal_response(Refusal(405, "no_method"), request.scope)
    return refusal_response(Refusal(404, "no_page"), request.scope)


def make_app(lobby: Lobby, secret: str, public: str = "") -> SecurityMiddleware:
    """The server's pages for a lobby. `secret` opens it; `public` is the address it is known by elsewhere."""
    pages = PageRoutes(lobby, secret, public)

    async def page(name: str) -> Response:
        return FileResponse(STATIC / name, headers={"cache-control": "no-cache"})  # nothing of a table is in it

    async def lobby_page(_: Request) -> Response:
        return await page("lobby.html")

    async def table(_: Request) -> Response:
        return await page("table.html")

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        yield
        lobby.close()

    own = "/api/t/{table}"
    routes = [
        Route("/", lobby_page),
        Route("/t/{table}", table),
        Route("/api/words", _words_page),
        Route("/api/lobby", as_refusal(pages.describe_lobby)),
        Route("/api/options", as_refusal(pages.options)),
        Route("/api/tables", as_refusal(pages.begin), methods=["POST"]),
        Route(f"{own}/events", as_refusal(pages.events)),
        *(
            Route(f"{own}/{name}", as_refusal(getattr(pages, name)))
            for name in ("record", "words", "art", "about", "lookup", "rules", "sheet", "replay", "analysis")
        ),
        *(
            Route(f"{own}/{name}", as_refusal(getattr(pages, name)), methods=["POST"])
            for name in ("answer", "undo", "hint", "me", "seat", "rematch", "pause", "analyse")
        ),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return SecurityMiddleware(
        Starlette(routes=routes, exception_handlers={HTTPException: _nothing_here, Refusal: _refused}, lifespan=life),
        public,
    )
