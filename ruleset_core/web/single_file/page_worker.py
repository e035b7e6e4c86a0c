"""Runs in the worker of an exported file: answers what its pages ask, and says what is to be saved.

A page asks as it asks a server; the shell of the file passes that on as a message:

    request(7, "POST", "/api/t/356c253dc638/answer?lang=en", "yAx0HL...", '{"option": 0, "number": 0}')
    post({"id": 7, "status": 200, "type": "application/json", "body": b"{}"})
    request(8, "GET", "/api/t/356c253dc638/events?lang=en", ...)
    post({"id": 8, "event": b"{...}"})     again and again, until `close(8)`
    post({"saved": {"saves/pig.ruleset": b"..."}})       files that changed
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from ruleset_core.files import file_bytes
from ruleset_core.messages import LANGUAGES
from ruleset_core.play.records import parse_record, state_directory
from ruleset_core.safe_text import describe_fault
from ruleset_core.web.lobby import Lobby
from ruleset_core.web.page_api import ROUTES, PageApi, respond
from ruleset_core.web.page_messages import Refusal
from ruleset_core.web.page_requests import EventStream, PageRequest, PageResponse, refusal_response
from ruleset_core.web.persistence import new_secret
from ruleset_core.web.table_files import LARGEST_FILE

SUFFIX: Final = ".ruleset"
"""That of a saved game."""
ASKS: Final = "asks.json"
"""What testers are asked, in the directory of the bundle."""
PAUSE: Final = 0.8
"""Seconds between moves of bots."""


class PageWorker:
    """Answers what pages ask. `post` sends a message to them; `games`: the directory with the games of the file."""

    def __init__(self, post: Callable[[dict[str, Any]], object], games: Path, asks: Sequence[str] = ()) -> None:
        self.secret = new_secret()
        self._post, self._api = post, PageApi(Lobby([games], PAUSE, at_one_screen=True, asks=asks), self.secret)
        self._streams: dict[int, EventStream] = {}
        self._answering, self._left = (
            set[int](),
            set[int](),
        )  # requests without an answer yet, and those of them that nobody waits for
        self._saved: dict[str, tuple[int, int, int]] = {}
        self._tasks = set[asyncio.Task[None]]()

    def request(self, number: int, method: str, url: str, secret: str, body: str) -> None:
        """Answer a request of a page; what is answered has its number."""
        self._answering.add(number)
        task = asyncio.ensure_future(self._answer(number, method, url, secret, body))
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), Exception):
            self._post({"failed": describe_fault(error)})

    def add(self, name: str, raw: bytes) -> bool:
        """Keep a saved game that somebody opens, beside those that are there; whether it is one. Of what is damaged nothing is kept: the list of saved games must not stumble over it."""
        path = state_directory() / Path(name).name
        try:
            record = parse_record(raw, path.name)
            sound = path.suffix == SUFFIX and bool(record.header.names) and record.header.game in self._games()
            if not sound or len(raw) > LARGEST_FILE:
                return False
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            count = 1
            while path.exists() and file_bytes(path) != raw:  # it was sent by somebody, and so was its name
                count += 1
                path = path.with_name(f"{Path(name).stem}-{count}{SUFFIX}")
            path.write_bytes(raw)
        except Exception:  # noqa: BLE001 - whatever a foreign file makes of it
            return False
        self._save()
        return True

    def _games(self) -> set[str]:
        return {each.name for each in self._api.lobby.roots[0].iterdir()}

    def close(self, number: int) -> None:
        """Nobody reads the events any more that a request asked for."""
        stream = self._streams.pop(number, None)
        if stream is not None:
            stream.close()
            stream.page.send(None)
        elif number in self._answering:
            self._left.add(number)

    async def _answer(self, number: int, method: str, url: str, secret: str, body: str) -> None:
        found = await self._respond(method, url, secret, body)
        self._answering.discard(number)
        self._save()
        left = number in self._left  # its page is gone already
        self._left.discard(number)
        if isinstance(found, PageResponse):
            self._post(
                {"id": number, "status": found.status, "type": found.media_type, "file": found.file, "body": found.body}
            )
            return
        self._streams[number] = found
        if left:
            self.close(number)
        while (news := await found.page.news.get()) is not None and number in self._streams:
            self._save()
            self._post({"id": number, "event": news})
        self.close(number)
        self._post({"id": number, "event": None})

    async def _respond(self, method: str, url: str, secret: str, body: str) -> PageResponse | EventStream:
        parts = urlsplit(url)
        query = parse_qs(parts.query)
        lang = next(iter(query.get("lang", ())), "")
        lang = lang if lang in LANGUAGES else LANGUAGES[0]
        handler, table = find_route(method, parts.path)
        if handler is None:
            return refusal_response(Refusal(404, "no_page"), lang)
        request = PageRequest(method, parts.path, table, secret, lang, query, body.encode())
        return await respond(partial(handler, self._api), request)

    def _save(self) -> None:
        """Send the files of games and tables that are new or have changed; None for one that is gone."""
        root = state_directory()
        now = {
            str(path.relative_to(root)): (about.st_ino, about.st_mtime_ns, about.st_size)
            for path in root.rglob("*")
            if _is_kept(path)
            for about in [path.stat()]
        }
        changed: dict[str, bytes | None] = {
            name: file_bytes(root / name) for name, about in now.items() if self._saved.get(name) != about
        }
        changed |= dict.fromkeys(self._saved.keys() - now.keys())
        if changed:
            self._saved = now
            self._post({"saved": changed})


def _is_kept(path: Path) -> bool:
    return path.is_file() and path.suffix in {SUFFIX, ".table"}


def find_route(method: str, path: str) -> tuple[Callable[[PageApi, PageRequest], Any] | None, str]:
    """The handler of a path, and the name of the table in it: `/api/t/356c/answer` has that of `/api/t/{table}/answer`."""
    given = path.split("/")
    for each, pattern, handler in ROUTES:
        parts = pattern.split("/")
        if each == method and len(parts) == len(given):
            pairs = [*zip(parts, given, strict=True)]
            if all(part in ("{table}", one) for part, one in pairs):
                return handler, next((one for part, one in pairs if part == "{table}"), "")
    return None, ""


def begin() -> PageWorker:
    """Begin in the worker, in the directory of the bundle."""
    from js import Object  # type: ignore[import-not-found]
    from pyodide.ffi import to_js  # type: ignore[import-not-found]
    from ruleset_pages import post  # type: ignore[import-not-found]

    asks = json.loads(file_bytes(Path(ASKS))) if Path(ASKS).is_file() else []
    return PageWorker(lambda message: post(to_js(message, dict_converter=Object.fromEntries)), Path("games"), asks)
