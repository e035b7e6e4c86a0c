"""HTTP routes of the server: what comes by HTTP as requests of pages, and their responses as HTTP.

A page and the server exchange JSON; the secret of a link comes in a header, never in an address:

    POST /api/t/356c253dc638/answer      authorization: Bearer yAx0HL...        {"option": 0, "number": 0}
    GET  /api/t/356c253dc638/events      one message after another, as server-sent events

`page_api` answers both.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ruleset_core.web.middleware import SecurityMiddleware, http_response, request_language
from ruleset_core.web.page_api import respond
from ruleset_core.web.page_messages import Refusal
from ruleset_core.web.page_requests import EventStream, PageRequest, PageResponse, refusal_response
from ruleset_core.web.slow_games.notifications import SlowTables
from ruleset_core.web.slow_games.server_requests import SLOW_ROUTES, Channels, SlowApi

if TYPE_CHECKING:
    from starlette.requests import Request

    from ruleset_core.web.lobby import Lobby
    from ruleset_core.web.page_api import Handler, PageApi

STATIC: Final = Path(__file__).parent / "static"
PULSE: Final = 15.0
"""Seconds after which a page that hears nothing is told that the table is still there."""


async def page_request(request: Request) -> PageRequest:
    """What came by HTTP, as a request of a page."""
    return PageRequest(
        request.method,
        request.url.path,
        request.path_params.get("table", ""),
        request.headers.get("authorization", "").removeprefix("Bearer "),
        request_language(request.scope),
        {key: request.query_params.getlist(key) for key in request.query_params},
        await request.body(),
    )


def _endpoint(ask: Handler) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        found = await respond(ask, await page_request(request))
        if isinstance(found, EventStream):
            return StreamingResponse(_events(found), media_type="text/event-stream")
        return http_response(found)

    return answer


async def _events(stream: EventStream) -> AsyncIterator[bytes]:
    try:
        while True:
            try:
                news = await asyncio.wait_for(stream.page.news.get(), PULSE)
            except TimeoutError:
                yield b": still here\n\n"
                continue
            if news is None:
                return
            yield b"data: " + news + b"\n\n"
    finally:
        stream.close()


async def _not_found(request: Request, error: Exception) -> Response:
    """A page that there is not, or that cannot be asked in this way, in a sentence."""
    wrong_method = isinstance(error, HTTPException) and error.status_code == 405
    why = Refusal(405, "no_method") if wrong_method else Refusal(404, "no_page")
    return http_response(refusal_response(why, request_language(request.scope)))


def make_app(
    lobby: Lobby, secret: str, public: str = "", slow: SlowTables | None = None, channels: Channels | None = None,
    more: Sequence[tuple[str, str, Callable[[PageApi, PageRequest], Awaitable[PageResponse | EventStream]]]] = (),
) -> SecurityMiddleware:  # fmt: skip
    """The server's pages for a lobby. `secret` opens it; `public` is the address it is known by elsewhere.

    A table's link is `/t/NAME#SECRET`: the secret never leaves the page but in a header. `slow`: looks after tables that last for days,
    `channels`: by what players may be told that it is their turn. `more`: further requests: method, path, handler.
    """
    slow = slow or SlowTables(lobby, public=public)
    api = SlowApi(lobby, secret, slow, channels or Channels())

    async def page(name: str, _: Request) -> Response:
        return FileResponse(STATIC / name, headers={"cache-control": "no-cache"})  # nothing of a table is in it

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        looking = asyncio.get_running_loop().create_task(slow.run())
        yield
        looking.cancel()
        slow.close()
        lobby.close()

    routes = [
        Route("/", partial(page, "lobby.html")),
        Route("/t/{table}", partial(page, "table.html")),
        *(Route(path, _endpoint(partial(ask, api)), methods=[method]) for method, path, ask in (*SLOW_ROUTES, *more)),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return SecurityMiddleware(
        Starlette(routes=routes, exception_handlers={HTTPException: _not_found}, lifespan=life), public, secret
    )
