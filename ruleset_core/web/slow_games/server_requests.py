"""What pages of a server ask besides `PageApi`: the tables of a browser, who is told of a turn and where, who looks.

    POST /api/mine                        {"tables": [["356c253dc638", "yAx0HL..."]]}
    200 {"tables": [{"table": "356c253dc638", "title": "Pig", "seat": 0, "asked": [1], "since": 1796000000, ...}]}
    POST /api/t/356c253dc638/looking      seat 0 has its page before the eyes
    POST /api/t/356c253dc638/tell         {"kind": "mail", "address": "ana@example.org"}: a code goes there
    POST /api/t/356c253dc638/tell         {"kind": "mail", "code": "12345678"}: from now on messages go there
    POST /api/t/356c253dc638/stop         the secret is that of the link in a message

An exported file has nothing of this.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final, get_args

from ruleset_core.play.records import HUMAN
from ruleset_core.safe_text import clean_line
from ruleset_core.web.lobby import Lobby
from ruleset_core.web.page_api import ROUTES, PageApi
from ruleset_core.web.page_messages import Refusal
from ruleset_core.web.page_requests import (
    PageRequest,
    PageResponse,
    answer_response,
    json_response,
    request_body,
    text_field,
)
from ruleset_core.web.persistence import HOST, WATCH, KeptMatchError, may_watch, secret_owner
from ruleset_core.web.rooms import MatchRoom
from ruleset_core.web.slow_games.clocks import HOUR
from ruleset_core.web.slow_games.notifications import SlowTables
from ruleset_core.web.slow_games.turn_files import ChannelKind, is_current, read_turns

MINE: Final = 60
"""Tables that a browser asks for at once."""
ATTEMPTS: Final = 6
"""First messages to new addresses that a seat may have sent in an hour."""
ALL_ATTEMPTS: Final = 120
"""Those of all seats: whoever is host gets new seats with each rematch."""


@dataclass(frozen=True, slots=True)
class Channels:
    """What the server can tell players by: the hosts of webhooks that are allowed, and whether it sends mail."""

    webhooks: tuple[str, ...] = ()
    mail: bool = False


@dataclass(slots=True)
class _Attempts:
    """How many first messages were sent by whom in the hour that began then; `sent`: by all."""

    since: float = 0.0
    sent: int = 0
    made: Counter[tuple[str, str]] = field(default_factory=Counter)


class SlowApi(PageApi):
    """What pages of a server may ask. `channels`: by what players may be told."""

    def __init__(self, lobby: Lobby, secret: str, slow: SlowTables, channels: Channels) -> None:
        super().__init__(lobby, secret)
        self._slow, self._channels = slow, channels
        self._attempts = _Attempts()

    async def words(self, request: PageRequest) -> PageResponse:
        """As elsewhere; `channels`: by what players may be told."""
        found = json.loads((await super().words(request)).body)
        channels = {"webhooks": [*self._channels.webhooks], "mail": self._channels.mail}
        return json_response({**found, "channels": channels})

    async def mine(self, request: PageRequest) -> PageResponse:
        """The tables that a browser has links to: names and secrets come in the body."""
        given = request_body(request).get("tables")
        if not isinstance(given, list) or len(given) > MINE:
            raise Refusal(400, "not_understood", what="tables")
        return json_response({"tables": [self._mine(each, request.lang) for each in given]})

    def _mine(self, given: Any, lang: str) -> dict[str, Any]:
        match given:
            case [str(name), str(secret)]:
                pass
            case _:
                raise Refusal(400, "not_understood", what="tables")
        try:
            match = self.lobby.kept(name)
        except KeptMatchError:
            return {"table": clean_line(name[:40]), "gone": True}
        whose, kept = secret_owner(secret, match.links), read_turns(name)
        if whose is None or (whose == WATCH and not may_watch(match, over=kept.over)):
            return {"table": name, "gone": True}
        limit = None if match.clock is None else match.clock.hours * HOUR
        known, own = is_current(kept, match.record), kept.turns.get(whose)
        first = min((turn.since for turn in kept.turns.values()), default=None)
        ends = (
            [self._slow.served.date_of(turn.served + limit) for turn in ([own] if own else kept.turns.values())]
            if limit
            else []
        )
        return {
            "table": name,
            "title": kept.titles.get(lang, ""),
            "players": [at.name for at in match.seats],
            "bots": [seat for seat, at in enumerate(match.seats) if at.kind != HUMAN],
            "seat": int(whose) if whose.isdecimal() else None,
            "known": known,
            "asked": [int(seat) for seat in kept.turns] if known else [],
            "since": own.since if own else first,
            "deadline": min(ends, default=None),
            "over": kept.over,
        }

    async def seat(self, request: PageRequest) -> PageResponse:
        """As elsewhere; where there is a new link, nothing is told any more at the addresses of who had the one before, and nobody is shown them."""
        room, body = self.host_of(request), request_body(request)
        if body.get("link") is True:
            for kind in self._slow.channels(room.kept.name, str(body.get("seat"))):
                self._slow.remove(room, str(body.get("seat")), kind)
        return await super().seat(request)

    async def looking(self, request: PageRequest) -> PageResponse:
        """A seat has its page before the eyes."""
        room, seat, _ = self.seat_of(request)
        self._slow.looked(room, seat)
        return answer_response()

    # -- who is told, and where -------------------------------------------------------------------------------------------

    def _teller(self, request: PageRequest) -> tuple[MatchRoom, str, str]:
        """Who wants to be told: a seat, or the host."""
        room, whose, lang = self.table_of(request)
        if whose != HOST and not whose.isdecimal():
            raise Refusal(403, "no_seat")
        return room, whose, lang

    async def addresses(self, request: PageRequest) -> PageResponse:
        """Where a seat, or the host, is told. Only its own link is answered this."""
        room, whose, _ = self._teller(request)
        found = self._slow.channels(room.kept.name, whose).items()
        return json_response({
            kind: {"address": each.address, "waits": bool(each.code), "failed": each.failed} for kind, each in found
        })  # fmt: skip

    async def tell(self, request: PageRequest) -> PageResponse:
        """A seat, or the host, wants to be told somewhere, sends the code that came there, or wants no more."""
        room, whose, lang = self._teller(request)
        body = request_body(request)
        kind: ChannelKind = body.get("kind")  # type: ignore[assignment]
        if kind not in get_args(ChannelKind) or (kind == "mail" and whose == HOST):
            raise Refusal(400, "not_understood", what="kind")
        if body.get("end") is True:
            self._slow.remove(room, whose, kind)
            return answer_response()
        if "code" in body:
            if not self._slow.confirm(room, whose, text_field(body, "code").strip()):
                raise Refusal(409, "no_code")
            return answer_response()
        address = body.get("address")
        if not isinstance(address, str) or not 0 < len(address.strip()) <= 500:
            raise Refusal(400, "not_understood", what="address")
        self._check_attempts(room.kept.name, whose)
        why = self.refused_address(kind, address.strip())
        if why is not None:
            raise why
        done = await self._slow.add(room, whose, kind, address.strip(), lang)
        if done != "sent":
            raise Refusal(409, "no_mail") if kind == "mail" else Refusal(409, "no_webhook")
        return answer_response()

    def refused_address(self, kind: ChannelKind, address: str) -> Refusal | None:
        """Why nothing may be sent to an address; None where it may."""
        from ruleset_core.web.slow_games.deliveries import parse_webhook, sound_mail_address

        if kind == "webhook":
            if not self._channels.webhooks:
                return Refusal(409, "no_webhooks")
            if parse_webhook(address, self._channels.webhooks) is None:
                return Refusal(409, "other_webhook", hosts=", ".join(self._channels.webhooks))
            return None
        if not self._channels.mail:
            return Refusal(409, "no_mails")
        return None if sound_mail_address(address) else Refusal(409, "not_mail")

    def _check_attempts(self, name: str, whose: str) -> None:
        now = self._slow.clock.now()
        if now - self._attempts.since > HOUR:
            self._attempts = _Attempts(now)
        self._attempts.made[name, whose] += 1
        if self._attempts.made[name, whose] > ATTEMPTS or self._attempts.sent >= ALL_ATTEMPTS:
            raise Refusal(429, "too_often")
        self._attempts.sent += 1

    async def stop(self, request: PageRequest) -> PageResponse:
        """Who got a message wants no more: with the secret of the link in it. `all`: from no table of this server."""
        from ruleset_core.web.slow_games.deliveries import block_mail

        channel = self._slow.stop(request.table, request.secret) if request.table.isalnum() else None
        if channel is None:
            raise Refusal(403, "no_table")
        if request_body(request).get("all") is True and "@" in channel.address:
            block_mail(channel.address)
        return answer_response()


SLOW_ROUTES: Final = (
    *((method, path, getattr(SlowApi, handler.__name__, handler)) for method, path, handler in ROUTES),
    ("POST", "/api/mine", SlowApi.mine),
    ("GET", "/api/t/{table}/tell", SlowApi.addresses),
    ("POST", "/api/t/{table}/tell", SlowApi.tell),
    ("POST", "/api/t/{table}/looking", SlowApi.looking),
    ("POST", "/api/t/{table}/stop", SlowApi.stop),
)
"""All that pages of a server may ask: method, path, handler."""
