"""Who plays, and with what options of the game, as it is typed on a command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

from ruleset_core.cli.said.messages import say
from ruleset_core.record import HUMAN, Seat
from ruleset_core.table.opening import same_name
from ruleset_core.texts.names import kind_of

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["check_number", "parse_bots", "parse_options", "parse_seats", "seats_for", "usual_kinds"]


def parse_seats(text: str, lang: str) -> list[Seat]:
    """`human,greedy` or `Ana=human,Bo=greedy` as seats. Raises `click.BadParameter`."""
    seats = [_seat(part.strip(), number, lang) for number, part in enumerate(text.split(","), start=1)]
    if shared := same_name(seat.name for seat in seats):
        raise click.BadParameter(say("same_name", lang, name=shared), param_hint="--seats")
    return seats


def parse_bots(text: str, lang: str, option: str = "--bots", *, timed: bool = False) -> list[str]:
    """`easy,greedy` as bots, where no people can sit, and such as go by the clock (`timed`) only where they are allowed. Raises `click.BadParameter`."""
    from ruleset_core.bots import repeatable

    found = [_known(part.strip(), lang, option, people=False) for part in text.split(",")]
    for kind in found:
        if not timed and not repeatable(kind):
            raise click.BadParameter(say("by_the_clock", lang, kind=kind), param_hint=option)
    return found


def _known(kind: str, lang: str, option: str, *, people: bool) -> str:
    """Who may sit at a seat. Raises `click.BadParameter` for who may not."""
    from ruleset_core.bots import BotError, admit, bot_names, budget_of, knows
    from ruleset_core.texts.bots import explain_bot

    kind = kind_of(kind)
    if kind == HUMAN:
        if not people:
            raise click.BadParameter(say("bots_only", lang), param_hint=option)
        return kind
    try:
        if ":" in kind or kind.endswith(".py"):
            admit(kind)
        budget_of(kind)
    except BotError as error:
        raise click.BadParameter(explain_bot(error, lang), param_hint=option) from error
    if knows(kind):
        return kind
    known = [HUMAN, *bot_names()] if people else bot_names()
    close = get_close_matches(kind, known, n=1)
    said = say("no_such_kind" if people else "no_such_bot", lang, kind=kind, known=", ".join(bot_names()))
    hint = f"; {say('meant', lang, text=close[0])}" if close else ""
    raise click.BadParameter(said + hint, param_hint=option)


def _seat(part: str, number: int, lang: str) -> Seat:
    name, _, kind = part.rpartition("=")
    name = name.strip() or say("seat", lang, number=number)
    if len(name) > 40 or not name.isprintable():
        raise click.BadParameter(say("bad_name", lang, name=name[:40]), param_hint="--seats")
    return Seat(name, _known(kind.strip(), lang, "--seats", people=True))


def seats_for(game: Game, players: int | None, kinds: Callable[[int], list[str]], lang: str) -> list[Seat]:
    """The seats of a game when only their number is known, or nothing. Raises `click.BadParameter`."""
    low, high = game.players
    number = min(max(low, 2), high) if players is None else players
    check_number(game, number, lang)
    return [_seat(kind, place, lang) for place, kind in enumerate(kinds(number), start=1)]


def usual_kinds(players: int, *, person: bool, scripted: bool) -> list[str]:
    """Who sits where when nothing was said: a script plays all seats, a person the first one, bots the others."""
    if scripted:
        return [HUMAN] * players
    return [HUMAN if person and seat == 0 else "greedy" for seat in range(players)]


def check_number(game: Game, number: int, lang: str) -> None:
    """Raise `click.BadParameter` where a game is not for so many players."""
    low, high = game.players
    if not low <= number <= high:
        span = str(low) if low == high else say("from_to", lang, low=low, high=high)
        said = say("players_range", lang, game=game.title(lang), span=span)
        raise click.BadParameter(said, param_hint="--players")


def parse_options(texts: Iterable[str], lang: str) -> dict[str, bool | int | str]:
    """`name=value` texts as the options of a game; `name` alone is true. Raises `click.BadParameter`."""
    options: dict[str, bool | int | str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not name or bool(equals) != bool(value):
            raise click.BadParameter(say("bad_option", lang, text=text), param_hint="--option")
        if name in options:
            raise click.BadParameter(say("option_twice", lang, name=name), param_hint="--option")
        options[name] = _value(value) if equals else True
    return options


def _value(text: str) -> bool | int | str:
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 19 else text
