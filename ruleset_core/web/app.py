"""The pages and what they ask for. A table's link is `/t/NAME#SECRET`: the secret never leaves the page but in a header."""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree as ET

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ruleset_core import RulesetError, looks
from ruleset_core.bots import UnknownBotError, bot_names
from ruleset_core.record import HUMAN, record_bytes
from ruleset_core.table.hint import NoHint
from ruleset_core.texts.hint import no_hint
from ruleset_core.texts.log import log_lines

from .guard import Guard
from .house import Full, House, Wanted, catalogue, saved, seat_of, tables
from .links import HOST
from .room import Crowded
from .words import page_words

if TYPE_CHECKING:
    from starlette.requests import Request

    from .room import Room

__all__ = ["make_app"]

STATIC: Final = Path(__file__).parent / "static"
PULSE: Final = 15.0
"""Seconds after which a page that hears nothing is told that the table is still there."""

Asked = Callable[["Request", dict[str, Any]], Awaitable[Response]]


class Refusal(Exception):
    """What is answered instead: a status and a sentence."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


class Pages:
    """What pages may ask of a house. `secret`: who has it begins tables."""

    def __init__(self, house: House, secret: str, public: str) -> None:
        self.house, self._secret, self.public = house, secret, public

    # -- the lobby ------------------------------------------------------------------------------------------------------

    async def lobby(self, request: Request) -> Response:
        """Games, saved games and tables."""
        self._owner(request)
        return JSONResponse({"games": [*catalogue(self.house.roots)], "saved": [*saved()], "tables": [*tables()]})

    async def begin(self, request: Request) -> Response:
        """A new table, or one for a saved game; its links."""
        self._owner(request)
        told = await _body(request)
        if "file" in told:
            return self._linked(self.house.resume(str(told["file"])))
        seats = told.get("seats")
        if not isinstance(seats, list) or not 0 < len(seats) <= 12:
            raise Refusal(400, "seats: a list of players")
        options = told.get("options")
        known = {each["game"]: each for each in catalogue(self.house.roots)}
        expansions = [str(each) for each in told.get("expansions") or ()][:20]
        game = _text(told, "game")
        if game not in known or not set(expansions) <= set(known[game]["expansions"]):
            raise Refusal(
                409, "there is no such game here, or no such expansion"
            )  # a page names no paths of this machine
        sitting = [seat_of(each, number) for number, each in enumerate(seats)]
        for at in sitting:
            _known_kind(at.kind)
        wanted = Wanted(
            game,
            sitting,
            expansions,
            {str(key): each for key, each in options.items() if isinstance(each, (bool, int, str))} if isinstance(options, dict) else {},
            told["seed"] if isinstance(told.get("seed"), int) else None,
            hints=told.get("hints") is not False,
            reveals=told.get("reveals") is not False,
        )  # fmt: skip
        return self._linked(self.house.begin(wanted))

    def _linked(self, found: tuple[Room, dict[str, str]]) -> Response:
        room, links = found
        return JSONResponse({"table": room.kept.name, "links": links, "players": [at.name for at in room.kept.seats]})

    def _owner(self, request: Request) -> None:
        if not hmac.compare_digest(_secret(request).encode(), self._secret.encode()):
            raise Refusal(403, "this link does not open the lobby")

    # -- a table ----------------------------------------------------------------------------------------------------------

    def _at(self, request: Request) -> tuple[Room, str, str]:
        """The table, whose link it is, and the language of the page."""
        name = request.path_params["table"]
        whose = self.house.whose(name, _secret(request))
        if whose is None:
            raise Refusal(403, "this link does not open the table (any more)")
        room = self.house.room(name)
        asked = request.query_params.get("lang", "en")
        return room, whose, room.lang(whose, "es" if asked == "es" else "en")

    def _seat(self, request: Request) -> tuple[Room, int, str]:
        room, whose, lang = self._at(request)
        if not whose.isdecimal():
            raise Refusal(403, "this link is of no seat")
        return room, int(whose), lang

    def _host(self, request: Request) -> Room:
        room, whose, _ = self._at(request)
        if whose != HOST:
            raise Refusal(403, "only the host may do that")
        return room

    async def events(self, request: Request) -> Response:
        """All that is to be seen, then what is new, as long as the page is open."""
        room, whose, lang = self._at(request)
        try:
            page = room.enter(whose, lang)
        except Crowded:
            raise Refusal(503, "too many pages look at this table") from None

        async def told() -> AsyncIterator[bytes]:
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

        return StreamingResponse(told(), media_type="text/event-stream", headers={"cache-control": "no-store"})

    async def answer(self, request: Request) -> Response:
        """A seat takes an option."""
        room, seat, lang = self._seat(request)
        told = await _body(request)
        option, number = told.get("option"), told.get("number")
        if not isinstance(option, int) or not isinstance(number, int):
            raise Refusal(400, "option and number: whole numbers")
        why = room.answer(seat, option, number, lang)
        return _done(why)

    async def undo(self, request: Request) -> Response:
        """A seat takes its last answer back."""
        room, seat, _ = self._seat(request)
        room.undo(seat)
        return _done()

    async def hint(self, request: Request) -> Response:
        """What a bot would do for a seat; all at the table are told that it has asked."""
        room, seat, lang = self._seat(request)
        try:
            return JSONResponse(await room.hint(seat, lang))
        except NoHint as error:
            raise Refusal(409, no_hint(error, lang)) from None
        except Crowded:
            raise Refusal(503, "another hint is being thought about at this table") from None

    async def me(self, request: Request) -> Response:
        """A seat calls itself otherwise."""
        room, seat, _ = self._seat(request)
        at = seat_of({**await _body(request), "kind": room.kept.seats[seat].kind}, seat)
        room.call(seat, at)
        return _done()

    async def seat(self, request: Request) -> Response:
        """The host gives a seat to somebody else, or makes a new link."""
        room = self._host(request)
        told = await _body(request)
        seat = told.get("seat")
        if not isinstance(seat, int) or not 0 <= seat < len(room.kept.seats):
            raise Refusal(400, "seat: the number of a seat")
        if told.get("link"):
            return JSONResponse({"link": room.new_link(str(seat))})
        room.sit(seat, _known_kind(_text(told, "kind")))
        return _done()

    async def rematch(self, request: Request) -> Response:
        """The host begins the same game anew."""
        return self._linked(self.house.rematch(self._host(request)))

    async def art(self, request: Request) -> Response:
        """The pictures of the game's own, as symbols."""
        room, _, _ = self._at(request)
        drawn = looks.pictures(room.table.game)
        symbols = "".join(ET.tostring(each, encoding="unicode") for each in drawn.values())
        return Response(f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>', media_type="image/svg+xml")

    async def about(self, request: Request) -> Response:
        """What there is to say of something on the table."""
        room, whose, lang = self._at(request)
        return JSONResponse({"lines": room.about(whose, lang, request.query_params.get("identity", "")[:200])})

    async def sheet(self, request: Request) -> Response:
        """The score sheets as they are now."""
        room, whose, lang = self._at(request)
        return JSONResponse({"panels": room.sheet(whose, lang)})

    async def record(self, request: Request) -> Response:
        """The record, when the game is over; until then a seat's own story."""
        room, whose, lang = self._at(request)
        session = room.table.session
        if room.table.over:
            name = f"{session.header.game}.ruleset"
            return Response(record_bytes(session.record()), media_type="application/jsonl", headers=_as_file(name))
        viewer = int(whose) if whose.isdecimal() else session.header.players
        lines = "\n".join(log_lines(session, viewer, lang)) + "\n"
        return PlainTextResponse(lines, headers=_as_file(f"{session.header.game}.txt"))


def _known_kind(kind: str) -> str:
    """Who may sit somewhere because a page says so: a person, or a bot by its name. No page names a program of this machine."""
    if kind not in {HUMAN, *bot_names()}:
        raise UnknownBotError(kind)
    return kind


def _as_file(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


def _secret(request: Request) -> str:
    return request.headers.get("authorization", "").removeprefix("Bearer ")


def _words(request: Request) -> dict[str, Any]:
    return page_words("es" if request.query_params.get("lang") == "es" else "en")


async def _body(request: Request) -> dict[str, Any]:
    try:
        told = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise Refusal(400, "this is no JSON") from None
    if not isinstance(told, dict):
        raise Refusal(400, "an object is expected")
    return told


def _text(told: dict[str, Any], key: str) -> str:
    value = told.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= 200:
        raise Refusal(400, f"{key}: a text")
    return value


def _done(why: str = "") -> Response:
    return JSONResponse({"refused": why}, 409) if why else JSONResponse({})


def _told(asked: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """What goes wrong, as one sentence."""

    async def answered(request: Request) -> Response:
        try:
            return await asked(request)
        except Refusal as error:
            return JSONResponse({"refused": error.why}, error.status)
        except Full:
            return JSONResponse({"refused": "there are too many tables"}, 503)
        except (RulesetError, UnknownBotError) as error:
            return JSONResponse({"refused": str(error)[:500]}, 409)

    return answered


async def _words_page(request: Request) -> Response:
    return JSONResponse(_words(request))


def make_app(house: House, secret: str, public: str = "") -> Starlette:
    """The server's pages for a house. `secret` opens the lobby; `public` is the address it is known by elsewhere."""
    pages = Pages(house, secret, public)

    async def page(name: str) -> Response:
        return FileResponse(STATIC / name, headers={"cache-control": "no-cache"})

    async def lobby(_: Request) -> Response:
        return await page("lobby.html")

    async def table(_: Request) -> Response:
        return await page("table.html")

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        yield
        house.close()

    own = "/api/t/{table}"
    routes = [
        Route("/", lobby),
        Route("/t/{table}", table),
        Route("/api/words", _words_page),
        Route("/api/lobby", _told(pages.lobby)),
        Route("/api/tables", _told(pages.begin), methods=["POST"]),
        Route(f"{own}/events", _told(pages.events)),
        *(Route(f"{own}/{name}", _told(getattr(pages, name))) for name in ("record", "art", "about", "sheet")),
        *(
            Route(f"{own}/{name}", _told(getattr(pages, name)), methods=["POST"])
            for name in ("answer", "undo", "hint", "me", "seat", "rematch")
        ),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return Starlette(routes=routes, middleware=[Middleware(Guard, public=public)], lifespan=life)
