"""What pages ask, read and judged, and what is answered where that cannot be."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response

from ruleset_core import BrokenRuleError, OptionError, RulesetError
from ruleset_core.bots import UnknownBotError, bot_names
from ruleset_core.faults import fault
from ruleset_core.record import HUMAN, RecordError
from ruleset_core.shown import clean
from ruleset_core.texts.records import explain

from .house import Full
from .kept import TableError
from .refusals import Refusal, lang_of
from .words import page_words

if TYPE_CHECKING:
    from starlette.requests import Request

__all__ = [
    "answer_of",
    "as_file",
    "asked_for",
    "body_of",
    "in_a_sentence",
    "known_kind",
    "names_of",
    "number_of",
    "secret_of",
    "text_of",
    "whole_of",
    "words_of",
]


def known_kind(kind: str) -> str:
    """Who may sit somewhere because a page says so: a person, or a bot by its name. No page names a program of this machine."""
    if kind not in {HUMAN, *bot_names()}:
        raise UnknownBotError(kind)
    return kind


def as_file(name: str) -> dict[str, str]:
    """What tells a browser to keep an answer as a file."""
    return {"content-disposition": f'attachment; filename="{name}"'}


def secret_of(request: Request) -> str:
    """The secret of the link by which a page asks; it comes in a header."""
    return request.headers.get("authorization", "").removeprefix("Bearer ")


def asked_for(request: Request, key: str) -> str:
    """What a page asks about; longer is nothing that is called."""
    return request.query_params.get(key, "")[:200]


def words_of(request: Request) -> dict[str, Any]:
    """The words of a page in the language that it asks for."""
    return page_words(lang_of(request.scope))


async def body_of(request: Request) -> dict[str, Any]:
    """What a page sends. Raises `Refusal` for anything but an object."""
    try:
        told = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise Refusal(400, "not_understood", what="JSON") from None
    if not isinstance(told, dict):
        raise Refusal(400, "not_understood", what="JSON")
    return told


def text_of(told: dict[str, Any], key: str) -> str:
    """A text that a page sends. Raises `Refusal`."""
    value = told.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= 200:
        raise Refusal(400, "not_understood", what=key)
    return value


def number_of(told: dict[str, Any], key: str, low: float, high: float) -> float:
    """A number that a page sends. Raises `Refusal`."""
    value = told.get(key)
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not low <= value <= high:
        raise Refusal(400, "not_understood", what=key)
    return value


def whole_of(told: dict[str, Any], key: str, low: int, high: int) -> int:
    """A whole number that a page sends. Raises `Refusal`."""
    value = number_of(told, key, low, high)
    if not isinstance(value, int):
        raise Refusal(400, "not_understood", what=key)
    return value


def names_of(told: dict[str, Any], key: str) -> list[str]:
    """A list of names that a page sends; none where it is left out. Raises `Refusal`."""
    value = told.get(key)
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > 20 or not all(isinstance(each, str) for each in value):
        raise Refusal(400, "not_understood", what=key)
    return value


def answer_of(why: str = "") -> Response:
    """That something was done, or why not."""
    return JSONResponse({"refused": why}, 409) if why else JSONResponse({})


def in_a_sentence(asked: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """What goes wrong as a `Refusal`, whose sentence names no place on this machine."""

    async def answered(request: Request) -> Response:
        try:
            return await asked(request)
        except RecordError as error:
            if error.key != "not_writable":
                return answer_of(explain(error, lang_of(request.scope), directories=False)[:500])
            _tell(request, str(error))
            raise Refusal(503, "not_saved") from None
        except TableError as error:
            _tell(request, str(error))
            raise Refusal(503, "not_saved") from None
        except Full:
            raise Refusal(503, "many_tables") from None
        except UnknownBotError as error:
            raise Refusal(409, "no_bot", kind=error.name[:100]) from None
        except BrokenRuleError as error:
            return answer_of(error.said(lang_of(request.scope))[:500])
        except OptionError as error:
            return answer_of(str(error)[:500])
        except RulesetError as error:  # its message may name files of this machine
            _tell(request, str(error))
            raise Refusal(409, "not_loaded") from None
        except Refusal:
            raise
        except Exception as error:  # noqa: BLE001 - the page gets an answer, and who runs the server is told
            _tell(request, fault(error))
            raise Refusal(500, "fault") from None

    return answered


def _tell(request: Request, why: str) -> None:
    """Tell who runs the server what pages are not told: it names files of this machine."""
    sys.stderr.write(f"{request.method} {request.url.path}: {clean(why)}\n")
