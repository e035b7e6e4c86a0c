"""From what `ruleset play` is asked for to a new game, and what is said of how a game came to be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruleset_core.cli.common import load_game
from ruleset_core.cli.playing.seats import check_number, parse_options, parse_seats, seats_for, usual_kinds
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.said.of_opening import unsaved_notes
from ruleset_core.record import HUMAN, RecordError, Seat, Session, autosave
from ruleset_core.table.opening import begin

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["Asked", "Opened", "new_game", "roots_named"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line of `ruleset play` asks for, as its options say."""

    game: str | None
    expansion: tuple[str, ...]
    in_order: bool
    players: int | None
    seats: str | None
    seed: int | None
    number: int | None
    option: tuple[str, ...]
    moves: str | None
    resume: str | None
    force: bool
    plain: bool
    full: bool
    no_wait: bool
    no_hints: bool
    no_save: bool
    data: tuple[Path, ...]
    lang: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A session ready to play, and what is to be said about how it came to be."""

    session: Session
    notes: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    """Who plays from now on, if not those of the session."""


def new_game(asked: Asked, *, person: bool) -> Opened:
    """A new game; `person`: somebody sits before the screen. Raises `click.ClickException` and what loading raises."""
    if asked.game is None:
        raise click.UsageError(say("which_game", asked.lang))
    if asked.number is not None and asked.seed is None:
        raise click.UsageError(say("number_of_seed", asked.lang))
    options = parse_options(asked.option, asked.lang)
    game = load_game(asked.game, asked.expansion, asked.data, in_order=asked.in_order)
    seats = _seats(asked, game, person=person)
    check_number(game, len(seats), asked.lang)
    roots = roots_named((asked.game, *asked.expansion), asked.data)
    session = begin(game, seats, asked.seed, options, roots, asked.number, hints=not asked.no_hints)
    unsaved: RecordError | None = None
    if not asked.no_save and any(seat.kind == HUMAN for seat in seats):
        try:
            session.journal = autosave(session.record())
        except RecordError as error:
            unsaved = error
    return Opened(session, (*unsaved_notes(unsaved, asked.lang),))


def _seats(asked: Asked, game: Game, *, person: bool) -> list[Seat]:
    if asked.seats is None:
        kinds = partial(usual_kinds, person=person, scripted=asked.moves is not None)
        return seats_for(game, asked.players, kinds, asked.lang)
    seats = parse_seats(asked.seats, asked.lang)
    if asked.players not in {None, len(seats)}:
        players = asked.players or 0
        example = ",".join([*asked.seats.split(","), *["random"] * players][:players])
        said = say("seats_players", asked.lang, seats=len(seats), players=players, example=example)
        raise click.BadParameter(said, param_hint="--seats")
    return seats


def roots_named(names: Iterable[str], data: Sequence[Path]) -> list[Path]:
    """The directories in which a game is looked for: those given, and those of games and expansions named by path."""
    from ruleset_core.paths import GAME_FILE, overlooked

    paths = [
        Path(text)
        for text in names
        if "/" in text or text.startswith(".") or ((Path(text) / GAME_FILE).is_file() and not overlooked(text, data))
    ]
    return [*data, *(path.parent if path.is_file() else path for path in paths)]
