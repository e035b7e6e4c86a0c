"""`ruleset serve`: starts the web server with the options of the command line, prints its links, and stops it."""

from __future__ import annotations

import errno
import os
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ruleset_core.cli.openings import (
    asked_start,
    check_number,
    default_kinds,
    game_roots,
    lesson_seats,
    parse_options,
    parse_seats,
    seats_for,
)
from ruleset_core.cli.parameters import check_asks
from ruleset_core.cli.share import addresses, code_lines, sharing_lines
from ruleset_core.messages import labelled, message

if TYPE_CHECKING:
    from ruleset_core.play.match.start_positions import StartPosition
    from ruleset_core.play.records import Seat
    from ruleset_core.web.lobby import Lobby
    from ruleset_core.web.slow_games.deliveries import DeliverySettings


OTHERS: Final = {"host": "cli.serve.host", "watch": "cli.serve.watch"}
"""What the links are called that are no seat's."""


THIS_MACHINE: Final = "127.0.0.1"
"""Nobody else reaches it."""
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - only where it is asked for
"""All addresses of this machine."""
CODES: Final = 4
"""So many codes are printed at most."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TableRequest:
    """What the command lines of `ruleset serve` and `ruleset dev` both may ask for."""

    expansion: tuple[str, ...]
    in_order: bool
    start: str | None
    seats: str | None
    players: int | None
    seed: int | None
    option: tuple[str, ...]
    port: int
    pause: float
    data: tuple[Path, ...]
    lang: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ServeRequest(TableRequest):
    """What the command line of `ruleset serve` asks for, as its options say."""

    game: str | None
    lesson: str | None
    host: str
    public_url: str
    no_hints: bool
    bot_limit: float
    private_games: bool
    processes: int | None
    webhooks: tuple[str, ...]
    smtp: Path | None
    share: bool
    ask: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class DevRequest(TableRequest):
    """What the command line of `ruleset dev` asks for, as its options say."""

    game: str

    @property
    def lesson(self) -> None:
        """It begins in no lesson: who writes a game knows it."""


def serve(asked: ServeRequest) -> int:
    """Serve tables until somebody stops it; the exit code."""
    lang, asks = asked.lang, check_asks(asked.ask, asked.lang)
    try:
        import starlette  # noqa: F401
        import uvicorn
    except ImportError:
        raise click.ClickException(message("cli.serve.missing", lang)) from None
    from ruleset_core.web.lobby import Lobby
    from ruleset_core.web.middleware import drop_silent_connections, stream_limit_by_files, timeout_protocol
    from ruleset_core.web.persistence import new_secret
    from ruleset_core.web.shards import ShardFront

    begun = _start(asked)
    host = EVERYWHERE if asked.share and _is_loopback(asked.host) else asked.host
    free_only = not asked.private_games and (bool(asked.public_url) or not _is_loopback(host))
    seats: list[Seat] = []
    if asked.game is not None:
        seats = _seats(asked, asked.game, begun, free_only=free_only, shared=asked.share)
    deliveries = _deliveries(asked)
    listening = [_listening(host, asked.port, lang)]
    port = listening[0].getsockname()[1]
    if asked.share and host == EVERYWHERE:
        with suppress(click.ClickException):  # a machine may have no addresses of IPv6
            listening.append(_listening("::", port, lang))
    urls = addresses(port, six=len(listening) > 1) if asked.share else []
    public = asked.public_url.rstrip("/") or next(iter(urls), f"http://{_url_host(host)}:{port}")
    secret = new_secret()
    front = ShardFront(
        asked.processes or os.cpu_count() or 1,
        asked.data,
        secret,
        asked.pause,
        public,
        asked.bot_limit,
        free_only=free_only,
        is_local=_is_loopback(host) and not asked.public_url,
        asks=asks,
        deliveries=deliveries,
    )
    click.echo(message("cli.serve.lobby", lang, url=f"{public}/#{secret}"))
    if free_only:
        click.echo(message("cli.serve.free_only", lang), err=True)
    if asked.game is not None:
        roots = game_roots((asked.game, *asked.expansion), asked.data)
        lobby = Lobby(roots, pause=asked.pause, free_only=free_only)
        lines, invitations = _first_table(lobby, asked, asked.game, seats, public, begun, hints=not asked.no_hints)
        click.echo("\n".join(lines))
        lobby.close()  # the process that the table belongs to fetches it
        if asked.share:
            _show_codes(invitations, lang)
    for line in sharing_lines(urls, port, lang) if asked.share else ():
        click.echo(line, err=True)
    click.echo(message("cli.serve.stop", lang), err=True)
    for own in listening:
        drop_silent_connections(own)
    config = uvicorn.Config(
        front,
        http=timeout_protocol(stream_limit_by_files()),
        log_level="critical",
        access_log=False,
        timeout_graceful_shutdown=1,
        ws="none",
    )
    try:
        front.begin()
        uvicorn.Server(config).run(sockets=listening)
    except KeyboardInterrupt:
        pass
    finally:
        front.close()
        for own in listening:
            own.close()
    return 0


def serve_live(asked: DevRequest) -> int:
    """Serve one table of a game that somebody is writing, until somebody stops it; the exit code."""
    import asyncio

    from ruleset_core.cli.watching import changed_files, check_watchfiles, load_after_saves

    lang = asked.lang
    check_watchfiles(lang)
    try:
        import starlette  # noqa: F401
        import uvicorn
    except ImportError:
        raise click.ClickException(message("cli.serve.missing", lang)) from None
    from ruleset_core.check.workspace import Workspace
    from ruleset_core.cli.live_output import LivePrinter
    from ruleset_core.web.live_table import LIVE_PATH, LiveTable
    from ruleset_core.web.lobby import Lobby
    from ruleset_core.web.middleware import drop_silent_connections
    from ruleset_core.web.persistence import new_secret
    from ruleset_core.web.routes import make_app

    roots = game_roots((asked.game, *asked.expansion), asked.data)

    def load() -> tuple[StartPosition | None, list[Seat]]:
        begun = asked_start(asked, asked.game, roots)
        return begun, _seats(asked, asked.game, begun)

    try:
        begun, seats = load_after_saves(load, (asked.game, *asked.expansion), lang)
    except KeyboardInterrupt:
        return 0
    own = _listening(THIS_MACHINE, asked.port, lang)
    public = f"http://{THIS_MACHINE}:{own.getsockname()[1]}"
    secret = new_secret()
    lobby = Lobby(roots, pause=asked.pause, is_local=True)
    lines, _ = _first_table(lobby, asked, asked.game, seats, public, begun)
    (room,) = lobby.open_rooms
    click.echo("\n".join(lines))
    click.echo(message("cli.serve.stop", lang), err=True)
    workspace = Workspace(asked.game, lobby.roots, in_order=asked.in_order)
    live = LiveTable(lobby, room, workspace, LivePrinter(lang).show)
    drop_silent_connections(own)
    app = make_app(lobby, secret, public, more=[("POST", LIVE_PATH, live.act)])
    config = uvicorn.Config(app, log_level="critical", access_log=False, timeout_graceful_shutdown=1, ws="none")

    async def run() -> None:
        following = asyncio.get_running_loop().create_task(live.run(changed_files(workspace.directories)))
        try:
            await uvicorn.Server(config).serve(sockets=[own])
        finally:
            following.cancel()

    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        pass
    finally:
        own.close()
    return 0


def _deliveries(asked: ServeRequest) -> DeliverySettings:
    """By what players may be told that it is their turn. Raises `click.BadParameter`."""
    from ruleset_core.web.slow_games.deliveries import (
        DeliverySettings,
        MailSettingsError,
        is_webhook_host,
        read_mail_settings,
        readable_by_others,
    )

    for host in asked.webhooks:
        if not is_webhook_host(host):
            raise click.BadParameter(message("cli.serve.webhook", asked.lang, host=host), param_hint="--webhooks")
    if asked.smtp is None:
        return DeliverySettings(asked.webhooks)
    try:
        mail = read_mail_settings(asked.smtp)
    except MailSettingsError as error:
        said = message(f"cli.serve.smtp.{error.reason}", asked.lang, **error.values)
        raise click.BadParameter(said, param_hint="--smtp") from None
    if readable_by_others(asked.smtp):
        click.echo(message("cli.serve.smtp.others", asked.lang, file=asked.smtp), err=True)
    return DeliverySettings(asked.webhooks, mail)


def _start(asked: ServeRequest) -> StartPosition | None:
    """The position that is asked for. Raises `click.ClickException`, and what loading raises."""
    if asked.game is None:
        if asked.start is not None or asked.lesson is not None:
            raise click.UsageError(message("cli.serve.which_game", asked.lang))
        return None
    return asked_start(asked, asked.game, game_roots((asked.game, *asked.expansion), asked.data))


def _first_table(
    lobby: Lobby,
    asked: TableRequest,
    game: str,
    sitting: Sequence[Seat],
    public: str,
    begun: StartPosition | None,
    *,
    hints: bool = True,
) -> tuple[list[str], list[tuple[str, str]]]:
    """The table that was asked for, and its links: as lines, and by name those of all persons but the first, who is here."""
    from ruleset_core.web.lobby import MatchRequest
    from ruleset_core.web.persistence import KeptSeat

    lang = asked.lang
    seats = [KeptSeat(seat.name, seat.kind) for seat in sitting]
    wanted = MatchRequest(
        game, seats, asked.expansion, parse_options(asked.option, lang), asked.seed,
        in_order=asked.in_order, hints=hints, start=begun,
    )  # fmt: skip
    room, links = lobby.begin(wanted)
    table = f"{public}/t/{room.kept.name}#"
    lines, persons = [message("cli.serve.table", lang, game=room.match.game.title(lang))], list[tuple[str, str]]()
    for whose, secret in links.items():
        name = room.kept.seats[int(whose)].name if whose.isdecimal() else message(OTHERS[whose], lang)
        if not whose.isdecimal() or room.match.seating.is_person(int(whose)):
            lines.append(f"  {labelled(name, table + secret, lang)}")
        if whose.isdecimal() and room.match.seating.is_person(int(whose)):
            persons.append((name, table + secret))
    return lines, persons[1:]


def _show_codes(invitations: Sequence[tuple[str, str]], lang: str) -> None:
    """Codes of links for cameras, in a terminal; a sentence where they cannot be drawn."""
    from ruleset_core.web.qr_codes import QrUnavailableError, qr_rows

    if not sys.stdout.isatty():
        return
    for name, link in invitations[:CODES]:
        try:
            rows = qr_rows(link)
        except QrUnavailableError:
            click.echo(message("cli.serve.share.no_codes", lang), err=True)
            return
        click.echo(message("cli.serve.share.code", lang, name=name))
        click.echo("\n".join(code_lines(rows, coloured="NO_COLOR" not in os.environ)), color=True)


def _seats(
    asked: TableRequest, name: str, begun: StartPosition | None, *, free_only: bool = False, shared: bool = False
) -> list[Seat]:
    """Who sits where, as `--seats` or `--players` says; at a table that is shared, people only."""
    from ruleset_core.cli.parameters import load_game

    lang = asked.lang
    game = load_game(name, asked.expansion, asked.data, in_order=asked.in_order) if begun is None else begun.game
    if free_only and not game.rights.is_free:
        raise click.UsageError(message("cli.serve.not_free", lang, rights=game.rights.text(lang)))
    if begun is not None and (learning := lesson_seats(begun, lang)) and asked.seats is None:
        return learning
    players = asked.players if begun is None else begun.players
    if asked.seats is not None:
        seats = parse_seats(asked.seats, lang)
        _none_from_a_file(seats, lang)
    else:
        seats = seats_for(game, players, partial(default_kinds, person=True, scripted=shared), lang)
    check_number(game, len(seats), lang)
    if begun is not None and len(seats) != begun.players:
        said = message("cli.serve.position_seats", lang, count=begun.players, seats=len(seats))
        raise click.BadParameter(said, param_hint="--seats")
    return seats


def _none_from_a_file(seats: Sequence[Seat], lang: str) -> None:
    """Bots of a server think in processes of their own, for all its tables; there are only those that `ruleset bots` lists. Raises `click.BadParameter`."""
    from ruleset_core.play.bots import allowed_bots

    named = {spec for spec, _ in allowed_bots()}
    for seat in seats:
        if seat.kind in named:
            raise click.BadParameter(message("cli.serve.own_bot", lang, kind=seat.kind), param_hint="--seats")


def _is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine alone."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _listening(host: str, port: int, lang: str) -> socket.socket:
    """A socket that listens. Raises `click.ClickException` where that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    own = socket.socket(family)
    try:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            own.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        own.bind((host, port))
        own.listen(128)
    except OSError as error:
        own.close()
        key = "cli.serve.taken" if error.errno == errno.EADDRINUSE else "cli.serve.address"
        raise click.ClickException(message(key, lang, host=host, port=port, why=error.strerror or str(error))) from None
    return own


def _url_host(host: str) -> str:
    """An address as links have it; what listens everywhere is reached here by its own name."""
    named = {EVERYWHERE: THIS_MACHINE, "::": "[::1]"}
    return named.get(host, f"[{host}]" if ":" in host else host)
