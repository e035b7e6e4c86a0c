"""The pages and what they ask for. A table's link is `/t/NAME#SECRET`: the secret never leaves the page but in a header."""

from __future__ import annotations

import asyncio
import hmac
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

from ruleset_core import looks
from ruleset_core.record import HUMAN, record_bytes
from ruleset_core.table.hint import NoHint
from ruleset_core.table.opening import same_name
from ruleset_core.texts.hint import no_hint
from ruleset_core.texts.log import log_lines

from .asked import (
    answer_of,
    as_file,
    asked_for,
    body_of,
    in_a_sentence,
    known_kind,
    names_of,
    number_of,
    secret_of,
    text_of,
    whole_of,
    words_of,
)
from .guard import Guard
from .house import House, Wanted, catalogue, saved, seat_of, tables
from .links import HOST, WATCH
from .refusals import Refusal, lang_of, refusal
from .room import Crowded, Taken
from .words import page_words

if TYPE_CHECKING:
    from starlette.requests import Request

    from ruleset_core.record import Record

    from .room import Room

__all__ = ["make_app"]

STATIC: Final = Path(__file__).parent / "static"
PULSE: Final = 15.0
"""Seconds after which a page that hears nothing is told that the table is still there."""

SLOWEST: Final = 30
"""The most seconds that a move of a bot is made to take."""

Asked = Callable[["Request", dict[str, Any]], Awaitable[Response]]


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
        told = await body_of(request)
        if "file" in told:
            return self._linked(self.house.resume(text_of(told, "file")))
        seats = told.get("seats")
        if not isinstance(seats, list) or not 0 < len(seats) <= 12:
            raise Refusal(400, "not_understood", what="seats")
        options = told.get("options")
        expansions = names_of(told, "expansions")
        game = self._listed(text_of(told, "game"), expansions)
        sitting = [seat_of(each, number) for number, each in enumerate(seats)]
        for at in sitting:
            known_kind(at.kind)
        if len({at.colour for at in sitting if at.colour}) < sum(bool(at.colour) for at in sitting):
            raise Refusal(409, "colour_taken")
        if shared := same_name(at.name for at in sitting):
            raise Refusal(409, "name_taken", name=shared)
        wanted = Wanted(
            game,
            sitting,
            expansions,
            {str(key): each for key, each in options.items() if isinstance(each, (bool, int, str))} if isinstance(options, dict) else {},
            whole_of(told, "seed", -(2**63), 2**63) if told.get("seed") is not None else None,
            hints=told.get("hints") is not False,
            reveals=told.get("reveals") is not False,
            pause=number_of(told, "pause", 0, SLOWEST) if told.get("pause") is not None else None,
        )  # fmt: skip
        return self._linked(self.house.begin(wanted))

    async def options(self, request: Request) -> Response:
        """What a game with some expansions is about, and its options, as players read them."""
        self._owner(request)
        asked = request.query_params
        expansions, players = asked.getlist("x")[:20], asked.get("players", "")
        if not (players.isdecimal() and len(players) < 3):
            raise Refusal(400, "not_understood", what="players")
        game = self.house.game(self._listed(asked.get("game", ""), expansions), expansions)
        lang = lang_of(request.scope)
        return JSONResponse({"aim": game.about(lang), "options": game.options_in_words(int(players), lang)})

    def _listed(self, game: str, expansions: Sequence[str]) -> str:
        """A game of the list: a page names no paths of this machine."""
        known = {each["game"]: each for each in catalogue(self.house.roots)}
        if game not in known or not set(expansions) <= set(known[game]["expansions"]):
            raise Refusal(409, "no_game")
        return game

    def _linked(self, found: tuple[Room, dict[str, str]]) -> Response:
        room, links = found
        seats = room.kept.seats
        names, bots = [at.name for at in seats], [at.kind != HUMAN for at in seats]
        return JSONResponse({"table": room.kept.name, "links": links, "players": names, "bots": bots})

    def _owner(self, request: Request) -> None:
        if not hmac.compare_digest(secret_of(request).encode(), self._secret.encode()):
            raise Refusal(403, "no_lobby")

    # -- a table ----------------------------------------------------------------------------------------------------------

    def _at(self, request: Request) -> tuple[Room, str, str]:
        """The table, whose link it is, and the language of the page."""
        name = request.path_params["table"]
        whose = self.house.whose(name, secret_of(request))
        if whose is None:
            raise Refusal(403, "no_table")
        room = self.house.room(name)
        return room, whose, room.lang(whose, lang_of(request.scope))

    def _seat(self, request: Request) -> tuple[Room, int, str]:
        room, whose, lang = self._at(request)
        if not whose.isdecimal():
            raise Refusal(403, "no_seat")
        return room, int(whose), lang

    def _host(self, request: Request) -> Room:
        room, whose, _ = self._at(request)
        if whose != HOST:
            raise Refusal(403, "host_only")
        return room

    async def events(self, request: Request) -> Response:
        """All that is to be seen, then what is new, as long as the page is open."""
        room, whose, lang = self._at(request)
        try:
            page = room.enter(whose, lang)
        except Crowded:
            raise Refusal(503, "many_pages") from None

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

        return StreamingResponse(told(), media_type="text/event-stream")

    async def answer(self, request: Request) -> Response:
        """A seat takes an option."""
        room, seat, lang = self._seat(request)
        told = await body_of(request)
        option, number = (whole_of(told, key, 0, 2**63) for key in ("option", "number"))
        why = room.answer(seat, option, number, lang)
        return answer_of(why)

    async def undo(self, request: Request) -> Response:
        """A seat takes its last answer back."""
        room, seat, _ = self._seat(request)
        room.undo(seat)
        return answer_of()

    async def hint(self, request: Request) -> Response:
        """What a bot would do for a seat; all at the table are told that it has asked."""
        room, seat, lang = self._seat(request)
        try:
            return JSONResponse(await room.hint(seat, lang))
        except NoHint as error:
            return answer_of(no_hint(error, lang))
        except Crowded:
            raise Refusal(503, "other_hint") from None

    async def me(self, request: Request) -> Response:
        """A seat calls itself otherwise."""
        room, seat, _ = self._seat(request)
        before = room.kept.seats[seat]
        try:
            room.call(seat, at := seat_of({**asdict(before), **await body_of(request), "kind": before.kind}, seat))
        except Taken as error:
            if str(error) == "colour":
                raise Refusal(409, "colour_taken") from None
            raise Refusal(409, "name_taken", name=at.name) from None
        return answer_of()

    async def seat(self, request: Request) -> Response:
        """The host gives a seat to somebody else, or makes a new link: for a seat, for those who watch, or of the host's own."""
        room = self._host(request)
        told = await body_of(request)
        if told.get("seat") in (HOST, WATCH) and told.get("link") is True:
            return JSONResponse({"link": room.new_link(told["seat"])})
        seat = whole_of(told, "seat", 0, len(room.kept.seats) - 1)
        if told.get("link") is True:
            return JSONResponse({"link": room.new_link(str(seat))})
        room.sit(seat, known_kind(text_of(told, "kind")))
        return answer_of()

    async def rematch(self, request: Request) -> Response:
        """The host begins the same game anew; who looks at this table is told the way there."""
        room = self._host(request)
        if not room.table.over or room.next:
            raise Refusal(409, "no_rematch")
        made, links = self.house.rematch(room)
        room.lead_to(made.kept.name, links)
        return self._linked((made, links))

    async def pause(self, request: Request) -> Response:
        """The host says how long moves of bots take."""
        room = self._host(request)
        room.slow(number_of(await body_of(request), "seconds", 0, SLOWEST))
        return answer_of()

    async def words(self, request: Request) -> Response:
        """Whose link it is, and what its page says: in the language of its seat or, where that has none, of its browser."""
        room, whose, lang = self._at(request)
        return JSONResponse({**page_words(lang), "whose": whose, "aim": room.table.game.about(lang)})

    async def art(self, request: Request) -> Response:
        """The pictures of the game's own, as symbols."""
        room, _, _ = self._at(request)
        drawn = looks.pictures(room.table.game)
        symbols = "".join(ET.tostring(each, encoding="unicode") for each in drawn.values())
        return Response(f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>', media_type="image/svg+xml")

    async def about(self, request: Request) -> Response:
        """What there is to say of something on the table."""
        room, whose, lang = self._at(request)
        return JSONResponse(room.about(whose, lang, asked_for(request, "identity")))

    async def lookup(self, request: Request) -> Response:
        """What there is to say of something by its `name`; or what may be meant by a `text` that somebody types."""
        room, whose, lang = self._at(request)
        if "name" in request.query_params:
            return JSONResponse(room.lookup(whose, lang, asked_for(request, "name")))
        return JSONResponse(room.search(whose, lang, asked_for(request, "text")))

    async def sheet(self, request: Request) -> Response:
        """The score sheets as they are now."""
        room, whose, lang = self._at(request)
        return JSONResponse({"panels": room.sheet(whose, lang)})

    async def analyse(self, request: Request) -> Response:
        """Let the game be gone through, after its end."""
        room, whose, _ = self._at(request)
        if not room.knows_all(whose):
            raise Refusal(409, "not_over")
        room.analyse()
        return answer_of()

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
        session = room.table.session
        if room.knows_all(whose):
            name = f"{session.header.game}.ruleset"
            return Response(
                record_bytes(_without_places(session.record())), media_type="application/jsonl", headers=as_file(name)
            )
        viewer = int(whose) if whose.isdecimal() else session.header.players
        lines = "\n".join(log_lines(session, viewer, lang)) + "\n"
        return PlainTextResponse(lines, headers=as_file(f"{session.header.game}.txt"))


def _without_places(record: Record) -> Record:
    """A record as a page may have it: without the directories in which the game was looked for."""
    expansions = tuple(Path(each).name for each in record.header.expansions)
    return replace(record, header=replace(record.header, roots=(), expansions=expansions))


async def _words_page(request: Request) -> Response:
    return JSONResponse(words_of(request))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)  # what this is registered for
    return refusal(error, request.scope)


async def _nothing_here(request: Request, error: Exception) -> Response:
    """A page that there is not, or that cannot be asked in this way, in a sentence."""
    if isinstance(error, HTTPException) and error.status_code == 405:
        return refusal(Refusal(405, "no_method"), request.scope)
    return refusal(Refusal(404, "no_page"), request.scope)


def make_app(house: House, secret: str, public: str = "") -> Guard:
    """The server's pages for a house. `secret` opens the lobby; `public` is the address it is known by elsewhere."""
    pages = Pages(house, secret, public)

    async def page(name: str) -> Response:
        return FileResponse(STATIC / name, headers={"cache-control": "no-cache"})  # nothing of a table is in it

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
        Route("/api/lobby", in_a_sentence(pages.lobby)),
        Route("/api/options", in_a_sentence(pages.options)),
        Route("/api/tables", in_a_sentence(pages.begin), methods=["POST"]),
        Route(f"{own}/events", in_a_sentence(pages.events)),
        *(
            Route(f"{own}/{name}", in_a_sentence(getattr(pages, name)))
            for name in ("record", "words", "art", "about", "lookup", "sheet", "analysis")
        ),
        *(
            Route(f"{own}/{name}", in_a_sentence(getattr(pages, name)), methods=["POST"])
            for name in ("answer", "undo", "hint", "me", "seat", "rematch", "pause", "analyse")
        ),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return Guard(
        Starlette(routes=routes, exception_handlers={HTTPException: _nothing_here, Refusal: _refused}, lifespan=life),
        public,
    )
