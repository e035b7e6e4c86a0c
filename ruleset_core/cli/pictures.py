"""`ruleset show --default-look` writes a look; `--look` and `--board`: finds a position (of a new game, a scenario, a saved game) and draws it, in the
terminal or as an SVG or PDF file.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import click

from ruleset_core import visible_scores
from ruleset_core.cli.parameters import load_game
from ruleset_core.files import NotRegularFileError, read_regular_file
from ruleset_core.formats.scene_format import has_board
from ruleset_core.messages import message
from ruleset_core.safe_text import safe_json

if TYPE_CHECKING:
    from ruleset_core import Game, State
    from ruleset_core.formats.scene_format import Scene


# Positions to be drawn: of a new game, or one that somebody names, after some moves at random.


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionRequest:
    """Which position: options of the command. `start` names one to begin with; `moves` counts those made at random."""

    game: str
    expansions: tuple[str, ...]
    data: tuple[Path, ...]
    in_order: bool
    lang: str
    start: str | None
    seed: int | None
    moves: int
    players: int | None


@dataclass(frozen=True, slots=True)
class FoundPosition:
    """A position, how many moves led to it, and what the players are called, if they have names."""

    state: State
    moves: int
    names: Sequence[str] = ()


def find_position(wanted: PositionRequest) -> FoundPosition:
    """The position that is wanted. Raises `click.ClickException` and what loading raises."""
    seed = 1 if wanted.seed is None else wanted.seed
    if wanted.start is None:
        game = load_game(wanted.game, wanted.expansions, wanted.data, in_order=wanted.in_order)
        begun = FoundPosition(
            game.new(players=wanted.players or max(game.players[0], min(2, game.players[1])), seed=seed), 0
        )
    else:
        begun = _named(wanted, wanted.start)
    state, chance, made = begun.state, Random(seed), 0
    while made < wanted.moves and not state.over:
        state.apply(chance.choice(state.options))
        made += 1
    return FoundPosition(state, begun.moves + made, begun.names)


def _named(wanted: PositionRequest, start: str) -> FoundPosition:
    from ruleset_core.cli.openings import game_roots, open_position
    from ruleset_core.play.wording.names_and_numbers import player_names

    if wanted.players or wanted.seed is not None:
        option = "--players" if wanted.players else "--seed"
        raise click.UsageError(message("cli.play.position_knows", wanted.lang, option=option))
    roots = game_roots((wanted.game, *wanted.expansions), wanted.data)
    found = open_position(wanted.game, start, "", wanted.expansions, roots, wanted.lang)
    names = () if found.saved is None else player_names(found.saved.header, wanted.lang)
    return FoundPosition(found.state.clone(), found.moves, names)


# `ruleset show GAME --board FILE`: the board of a game as a picture, as everybody sees it, at the beginning or later.

WATCHER: Final = -1
"""Somebody beside the table, who sees what everybody sees."""
TOLD: Final = 10_000
"""Columns of the words for those who do not see it: nothing in them is broken."""


def draw_board(wanted: PositionRequest, file: str) -> Path:
    """Write the picture, whole or not at all, and return where it is.

    It shows the panels with a board, and what else lies on the table for all. Raises `click.ClickException`.
    """
    from ruleset_core.view.look.game_looks import picture_credits, pictures
    from ruleset_core.view.scene.scene_builder import scene
    from ruleset_core.view.svg.drawing import draw
    from ruleset_core.view.terminal.drawing import draw as draw_text

    found = find_position(wanted)
    game, lang = found.state.game, wanted.lang
    scores = visible_scores(found.state, WATCHER)
    seen = scene(game, found.state.masked(WATCHER), lang, found.names, scores=scores)
    shown = tuple(panel for panel in seen.panels if panel.seat is None or has_board(panel))
    if not any(map(has_board, shown)):
        raise click.ClickException(message("cli.show.no_board", lang, game=game.title(lang)))
    title = message(
        "cli.play.board_after" if found.moves else "cli.show.board_begins",
        lang,
        game=game.title(lang),
        count=found.moves,
    )
    told = draw_text(seen, TOLD, plain=True, only=shown).plain
    drawn = draw(seen.only(shown), art=pictures(game), made_by=picture_credits(game), title=title, told=told)
    return write_picture(file, drawn, lang)


_BYTES: Final = {True: ("PDF", b"%PDF-"), False: ("PNG", b"\x89PNG")}


def write_picture(file: str, content: str | bytes, lang: str) -> Path:
    """Write an SVG file, or a PDF or PNG as bytes, whole or not at all; only its like is overwritten. Raises `click.ClickException`."""
    from ruleset_core.play.records import write_atomically

    target = Path(os.path.realpath(file)) if "\0" not in file else Path(file)
    kind, mark = ("SVG", b"<svg") if isinstance(content, str) else _BYTES[content.startswith(b"%PDF-")]
    try:
        if target.exists() and not _is_picture(target, mark):
            said = message(
                "cli.show.not_a_picture" if kind == "SVG" else "cli.print.not_its_kind", lang, file=file, kind=kind
            )
            raise click.ClickException(said)
        write_atomically(target, content.encode("utf-8") if isinstance(content, str) else content)
    except (OSError, ValueError) as error:
        raise picture_error(error, file, lang) from None
    return Path(file)


def picture_error(error: Exception, file: object, lang: str) -> click.ClickException:
    """Why a picture could not be written."""
    reason = getattr(error, "strerror", None) or str(error)
    return click.ClickException(message("cli.show.picture_failed", lang, file=file, reason=reason))


def _is_picture(path: Path, mark: bytes) -> bool:
    """Only pictures are overwritten: what else has that name was not meant."""
    try:
        start = read_regular_file(path, 1024)
    except (NotRegularFileError, IsADirectoryError):
        return False
    return not start or mark in start


# `ruleset show GAME --look`: what a seat sees of a position, drawn in the terminal or as a picture, again at every
# save.


def show_look(wanted: PositionRequest, seat: int | None, svg: str | None, *, watch: bool) -> None:
    """Show it once, or at every save until Ctrl-C. Raises `click.ClickException` and what loading raises.

    `seat`: who looks, from 1 on; 0 is somebody beside the table, None whoever decides.
    """
    if watch and svg is not None:
        raise click.UsageError(message("cli.show.watch_or_svg", wanted.lang))
    if watch:
        from ruleset_core.cli.watching import check_watchfiles, game_directories, run_again

        check_watchfiles(wanted.lang)
        directories = game_directories(wanted.game, wanted.expansions, wanted.data)
        run_again(directories, lambda _: _draw(_scene(wanted, seat)[1], below=3), lang=wanted.lang)
        return
    state, shown = _scene(wanted, seat)
    if svg is None:
        _draw(shown)
        return
    from ruleset_core.view.look.game_looks import picture_credits, pictures
    from ruleset_core.view.svg.drawing import draw

    drawn = draw(shown, art=pictures(state.game), made_by=picture_credits(state.game))
    click.echo(message("cli.show.picture", wanted.lang, file=write_picture(svg, drawn, wanted.lang)))


def _scene(wanted: PositionRequest, seat: int | None) -> tuple[State, Scene]:
    """A position, and what the seat that was asked for sees of it, or the one that decides."""
    from ruleset_core.view.look.game_looks import THINGS, SceneBudget
    from ruleset_core.view.scene.scene_builder import scene

    found = find_position(wanted)
    state = found.state
    if seat is not None and seat > state.n:
        raise click.BadParameter(message("cli.show.no_seat", wanted.lang, count=state.n))
    viewer = max(state.seat, 0) if seat is None else seat - 1
    options = state.options if viewer == state.seat else []
    room = SceneBudget()
    shown = scene(
        state.game,
        state.masked(viewer),
        wanted.lang,
        found.names,
        options,
        scores=visible_scores(state, viewer),
        room=room,
    )
    if room.cut:
        click.echo(message("cli.show.look_cut", wanted.lang, panel=room.cut, things=THINGS), err=True)
    return state, shown


def _draw(shown: Scene, *, below: int = 1) -> None:
    """Draw a scene: into a terminal, leaving so many lines; elsewhere as high as it is."""
    from ruleset_core.cli.console.screen import Screen
    from ruleset_core.view.terminal.drawing import draw as draw_text

    columns, lines = shutil.get_terminal_size((100, 40))
    Screen().draw(draw_text(shown, columns, lines - below if sys.stdout.isatty() else None))


# -- the default look -------------------------------------------------------------------------------------------------


def write_default_look(game: Game, file: str, lang: str) -> None:
    """Write the default look of a game into a new file, or print it for `-`. Raises `click.ClickException`."""
    from ruleset_core.play.records import write_atomically
    from ruleset_core.view.look.game_looks import written_default_look

    look, title = written_default_look(game), game.title(lang)
    if not look:
        raise click.ClickException(message("cli.show.no_default_look", lang, game=title))
    text = f"# {message('cli.show.default_look_of', lang, game=title)}\n{look}"
    if file == "-":
        click.echo(text, nl=False)
        return
    target = Path(file)
    try:
        if target.exists() and read_regular_file(target, 1):
            raise click.ClickException(message("cli.show.look_is_there", lang, file=file))
        write_atomically(target, text.encode("utf-8"))
    except (OSError, ValueError) as error:
        raise picture_error(error, file, lang) from None
    click.echo(message("cli.show.default_look_written", lang, file=file))


# What is seen of a position, or the board in it, drawn as the options of the command ask for.


def draw_position(
    wanted: PositionRequest, board: str | None, seat: int | None, svg: str | None, *, watch: bool, plain: bool
) -> None:
    """Draw a position as a seat sees it, or into the file `board` the board in it."""
    if board is None:
        show_look(wanted, seat, svg, watch=watch)
        return

    drawn = str(draw_board(wanted, board))
    click.echo(message("cli.show.picture", wanted.lang, file=drawn) if plain else safe_json({"board": drawn}))
