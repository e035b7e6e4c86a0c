"""A server of tables: begun, its links printed, ended."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click

from ruleset_core.cli.playing.opening import roots_named
from ruleset_core.cli.playing.seats import check_number, parse_options, parse_seats, seats_for, usual_kinds
from ruleset_core.cli.said.messages import say

if TYPE_CHECKING:
    from ruleset_core.record import Seat
    from ruleset_core.web.house import House

__all__ = ["serve"]


OTHERS: Final = {"host": "web_host", "watch": "web_watch"}
"""What the links are called that are no seat's."""


def serve(given: Mapping[str, Any]) -> int:
    """Serve tables until somebody stops it; the exit code."""
    lang = given["lang"]
    try:
        import starlette  # noqa: F401
        import uvicorn
    except ImportError:
        raise click.ClickException(say("web_missing", lang)) from None
    from ruleset_core.web.bounds import files, lose_the_silent
    from ruleset_core.web.house import House
    from ruleset_core.web.links import new_secret
    from ruleset_core.web.patience import patient
    from ruleset_core.web.shards import Front

    seats = _seats(given) if given["game"] is not None else []
    own = _listening(given["host"], given["port"], lang)
    port = own.getsockname()[1]
    public = given["public_url"].rstrip("/") or f"http://{_shown(given['host'])}:{port}"
    secret = new_secret()
    front = Front(
        given["processes"] or os.cpu_count() or 1, given["data"], secret, given["pause"], public, given["bot_limit"]
    )
    click.echo(say("web_lobby", lang, url=f"{public}/#{secret}"))
    if given["game"] is not None:
        roots = roots_named((given["game"], *given["expansion"]), given["data"])
        house = House(roots, pause=given["pause"])
        for line in _first_table(house, given, seats, public):
            click.echo(line)
        house.close()  # the process that the table belongs to fetches it
    click.echo(say("web_stop", lang), err=True)
    lose_the_silent(own)
    config = uvicorn.Config(
        front, http=patient(files()), log_level="critical", access_log=False, timeout_graceful_shutdown=1, ws="none"
    )
    try:
        front.begin()
        uvicorn.Server(config).run(sockets=[own])
    except KeyboardInterrupt:
        pass
    finally:
        front.close()
        own.close()
    return 0


def _first_table(house: House, given: Mapping[str, Any], sitting: Sequence[Seat], public: str) -> list[str]:
    """The table that was asked for, and its links."""
    from ruleset_core.web.house import Wanted
    from ruleset_core.web.kept import AtSeat

    lang = given["lang"]
    seats = [AtSeat(seat.name, seat.kind) for seat in sitting]
    wanted = Wanted(
        given["game"], seats, given["expansion"], parse_options(given["option"], lang), given["seed"],
        in_order=given["in_order"], hints=not given["no_hints"],
    )  # fmt: skip
    room, links = house.begin(wanted)
    table = f"{public}/t/{room.kept.name}#"
    lines = [say("web_table", lang, game=room.table.game.title(lang))]
    for whose, secret in links.items():
        name = room.kept.seats[int(whose)].name if whose.isdecimal() else say(OTHERS[whose], lang)
        if not whose.isdecimal() or room.table.seating.is_person(int(whose)):
            lines.append(f"  {name}: {table}{secret}")
    return lines


def _seats(given: Mapping[str, Any]) -> list[Seat]:
    from ruleset_core.cli.common import load_game

    lang = given["lang"]
    game = load_game(given["game"], given["expansion"], given["data"], in_order=given["in_order"])
    if given["seats"] is not None:
        seats = parse_seats(given["seats"], lang)
        _none_from_a_file(seats, lang)
    else:
        seats = seats_for(game, given["players"], partial(usual_kinds, person=True, scripted=False), lang)
    check_number(game, len(seats), lang)
    return seats


def _none_from_a_file(seats: Sequence[Seat], lang: str) -> None:
    """Bots of a server think in processes of their own, for all its tables; there are only those that `ruleset bots` lists. Raises `click.BadParameter`."""
    from ruleset_core.bots import admitted

    named = {spec for spec, _ in admitted()}
    for seat in seats:
        if seat.kind in named:
            raise click.BadParameter(say("web_own_bot", lang, kind=seat.kind), param_hint="--seats")


def _listening(host: str, port: int, lang: str) -> socket.socket:
    """A socket that listens. Raises `click.ClickException` where that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    own = socket.socket(family)
    try:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        own.bind((host, port))
        own.listen(128)
    except OSError as error:
        own.close()
        key = "web_taken" if error.errno == errno.EADDRINUSE else "web_address"
        raise click.ClickException(say(key, lang, host=host, port=port, why=error.strerror or str(error))) from None
    return own


def _shown(host: str) -> str:
    """An address as links have it; what listens everywhere is reached here by its own name."""
    named = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - compared, not listened on
    return named.get(host, f"[{host}]" if ":" in host else host)
