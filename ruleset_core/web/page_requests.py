"""Requests of pages and what is answered, and how fields of a request are read: what makes no sense is a `Refusal`.

A number from 0 on:

    integer_field({"option": 3}, "option", 0, 2**63)      3
    integer_field({"option": "3"}, "option", 0, 2**63)    Refusal 400: "`option` makes no sense here"
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ruleset_core.play.bots import UnknownBotError, bot_names
from ruleset_core.play.records import HUMAN
from ruleset_core.web.open_pages import OpenPage
from ruleset_core.web.page_messages import Refusal
from ruleset_core.web.persistence import ClockRule
from ruleset_core.web.rooms import MatchRoom
from ruleset_core.web.slow_games.clocks import requested_clock

OPEN_FILE: Final = "/api/files"
"""Where a file is sent to be opened: the one thing that may be long, if the secret of the lobby comes with it."""


@dataclass(frozen=True, slots=True)
class PageRequest:
    """What a page asks.

    Attributes:
        method, path: as in HTTP, for messages to who runs the server.
        table: the name of the table; empty in the lobby.
        secret: that of the link by which the page asks.
        lang: the language that it asks for.
        query: what follows `?`, decoded: all values by key.
        body: what it sends.
    """

    method: str
    path: str
    table: str = ""
    secret: str = ""
    lang: str = "en"
    query: Mapping[str, Sequence[str]] = field(default_factory=dict)
    body: bytes = b""

    def parameter(self, key: str) -> str:
        """The first value of a key; empty where there is none."""
        return next(iter(self.query.get(key, ())), "")


@dataclass(frozen=True, slots=True)
class PageResponse:
    """What is answered: a status as in HTTP, bytes, and what they are. `file`: the name under which a browser keeps them."""

    body: bytes
    status: int = 200
    media_type: str = "application/json"
    file: str = ""


@dataclass(frozen=True, slots=True)
class EventStream:
    """Instead of a response: what is new at a table comes into `page.news`, until that is None. Who reads it calls `close` in the end."""

    room: MatchRoom
    page: OpenPage

    def close(self) -> None:
        """Nobody reads it any more."""
        self.room.close(self.page)


def json_response(data: Any, status: int = 200) -> PageResponse:
    """Data as a response."""
    return PageResponse(json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode(), status)


def refusal_response(why: Refusal, lang: str) -> PageResponse:
    """The answer to somebody who is refused something, in their language."""
    return json_response({"refused": why.why(lang)}, why.status)


# What pages ask, read and judged, and what is answered where that cannot be.


def require_kind(kind: str) -> str:
    """Who may sit somewhere because a page says so: a person, or a bot by its name. No page names a program of this machine."""
    if kind not in {HUMAN, *bot_names()}:
        raise UnknownBotError(kind)
    return kind


def requested_thing(request: PageRequest, key: str) -> str:
    """What a page asks about; longer is nothing that is called."""
    return request.parameter(key)[:200]


HALF: Final = b"\\ud"
"""How half a character begins, as JSON writes it; two halves are one."""


def request_body(request: PageRequest) -> dict[str, Any]:
    """What a page sends. Raises `Refusal` for anything but an object."""
    try:
        body = json.loads(request.body)
        if HALF in request.body.lower():
            json.dumps(body, ensure_ascii=False).encode()  # half a character cannot be sent back, nor written to a file
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


def flag_field(body: dict[str, Any], key: str) -> bool:
    """A yes or no that a page sends. Raises `Refusal`."""
    value = body.get(key)
    if not isinstance(value, bool):
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


def clock_field(body: dict[str, Any], key: str) -> ClockRule | None:
    """How long a move may take; None where it is left out. Raises `Refusal`."""
    try:
        return requested_clock(body.get(key), frozenset(bot_names()))
    except ValueError:
        raise Refusal(400, "not_understood", what=key) from None


def answer_response(why: str = "") -> PageResponse:
    """That something was done, or why not."""
    return json_response({"refused": why}, 409) if why else json_response({})
