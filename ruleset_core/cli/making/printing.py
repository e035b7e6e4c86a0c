"""`ruleset print`: which cards, on which paper, into which files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ruleset_core.cli.said.messages import say
from ruleset_core.cli.showing.board import write_picture
from ruleset_core.cli.showing.cards import known_kind
from ruleset_core.files import names_in
from ruleset_core.looks import pictures
from ruleset_core.model.diagnostic import did_you_mean, friendly_list
from ruleset_core.sheets.as_pdf import has_pdf, pdf, unwritten
from ruleset_core.sheets.as_svg import svg
from ruleset_core.sheets.pages import LEAST, Grid, NoRoomError, Printed, faces, grid, sheets
from ruleset_core.sheets.pieces import Piece, kinds_of, pieces

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["print_sheets"]

MOST: Final = 500
"""So many pages are made at most."""
WIDEST: Final = 280
_SIZE: Final = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)x(\d{1,3}(?:\.\d{1,2})?)\Z", re.ASCII)
_NAMED: Final = 5
"""So many names stand in a message."""


def print_sheets(game: Game, given: Mapping[str, Any]) -> None:
    """Write the sheets and say so. Raises `click.ClickException`."""
    lang, out = given["lang"], given["out"]
    where = _grid(given["paper"], given["size"], lang)
    _fit_for(out, lang)
    chosen = _chosen(game, given, lang)
    copies, backs = given["copies"], given["backs"]
    needed = -(-sum(1 for _ in faces(chosen, copies, backs=backs)) // (where.columns * where.rows))
    if needed > MOST:
        raise click.ClickException(say("print_many", lang, pages=needed, most=MOST))
    layers = [game.glossary.expansion_title(each, lang) for each in game.expansions]
    title = " + ".join((game.title(lang), *layers))
    printed = sheets(chosen, where, lang, title, copies=copies, backs=backs)
    written = _write(game, printed, out, title, lang)
    count = sum(piece.copies if copies is None else copies for piece in chosen)
    cards, pages = say("print_cards", lang, count=count), say("print_pages", lang, count=len(printed.sheets))
    click.echo(say("print_done", lang, file=written, cards=cards, pages=pages))
    if backs:
        click.echo(say("print_flip", lang))
    elif any(len(piece.sides) > 1 for piece in chosen):
        click.echo(say("print_glue", lang))
    if printed.crowded:
        names = _listed(printed.crowded)
        click.echo(say("print_crowded", lang, count=len(printed.crowded), names=names), err=True)


def _grid(paper: str, size: str, lang: str) -> Grid:
    found = _SIZE.match(size)
    sides = [float(each) for each in found.groups()] if found else []
    if not sides or min(sides) < LEAST or max(sides) > WIDEST:
        raise click.BadParameter(say("print_size", lang, size=size, least=int(LEAST), most=WIDEST))
    try:
        return grid(paper, *sides)
    except NoRoomError:
        raise click.BadParameter(say("print_no_room", lang, size=size, paper=paper)) from None


def _fit_for(out: Path, lang: str) -> None:
    """Say what is wrong with the name of the file before anything is made."""
    if out.suffix.lower() not in {"", ".pdf", ".svg"}:
        raise click.BadParameter(say("print_suffix", lang, file=out))
    if out.suffix.lower() == ".pdf" and not has_pdf():
        raise click.ClickException(say("print_no_package", lang, file=out))


# -- which cards --------------------------------------------------------------------------------------------------


def _chosen(game: Game, given: Mapping[str, Any], lang: str) -> list[Piece]:
    """The cards that are wanted, in the order of the data. Raises `click.ClickException` where there are none."""
    known = kinds_of(game)
    if not known:
        raise click.ClickException(say("print_nothing", lang, game=game.title(lang)))
    kinds = [known_kind(each, known, game.title(lang)) for each in given["kind"]] or known
    found = list(pieces(game, lang, kinds))
    if given["new"]:
        found = [piece for piece in found if piece.expansion]
        if not found:
            raise click.ClickException(say("print_no_new", lang))
    wanted = [each.strip() for part in given["cards"] for each in part.split(",") if each.strip()]
    if not wanted:
        return found
    ids = {_id_of(each, found, game, lang) for each in wanted}
    return [piece for piece in found if piece.id in ids]


def _id_of(card: str, known: Sequence[Piece], game: Game, lang: str) -> str:
    """A card by its id or, in any case, by its name."""
    names = {piece.sides[0].name.casefold(): piece.id for piece in known}
    ids = {piece.id for piece in known}
    if card in ids:
        return card
    if card.casefold() in names:
        return names[card.casefold()]
    close = dict.fromkeys(names.get(each, each) for each in did_you_mean(card, [*ids, *names]))
    hint = say("print_meant", lang, names=friendly_list(close)) if close else ""
    raise click.ClickException(say("print_no_card", lang, game=game.title(lang), card=card, hint=hint))


# -- files --------------------------------------------------------------------------------------------------------


def _write(game: Game, printed: Printed, out: Path, title: str, lang: str) -> str:
    """One PDF file, or an SVG file for each page; what was written, as it is told."""
    art = pictures(game)
    if out.suffix.lower() == ".pdf":
        made, failed = pdf(printed.sheets, lang, title, art)
        write_picture(str(out), made, lang)
        if failed:
            click.echo(say("print_art", lang, names=_listed(failed)), err=True)
        missing = unwritten(printed.sheets)
        if missing:
            click.echo(say("print_letters", lang, letters=missing[:20]), err=True)
        return str(out)
    if not out.suffix:
        _make(out, lang)
    files = list(_files(out, printed))
    for file, sheet in zip(files, printed.sheets, strict=True):
        write_picture(str(file), svg(sheet, lang, art), lang)
    older = _older(out, files)
    if older:
        click.echo(say("print_older", lang, names=_listed(older)), err=True)
    several = len(files) > 1 and out.suffix
    return f"{files[0]} … {files[-1].name}" if several else str(out)


def _make(directory: Path, lang: str) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise click.ClickException(say("picture_failed", lang, file=directory, reason=reason)) from None


def _files(out: Path, printed: Printed) -> Iterator[Path]:
    """The names of the SVG files: that of `out` for a single page, else with the number of the page."""
    if len(printed.sheets) == 1 and out.suffix:
        yield out
        return
    digits = len(str(len(printed.sheets)))
    for number in range(1, len(printed.sheets) + 1):
        name = f"{number:0{digits}}"
        yield out.with_name(f"{out.stem}-{name}.svg") if out.suffix else out / f"page-{name}.svg"


def _older(out: Path, files: Sequence[Path]) -> list[str]:
    """Pages of an earlier time beside these: there were more then, and they would be printed with them."""
    stem, home = (re.escape(out.stem), out.parent) if out.suffix else ("page", out)
    page = re.compile(rf"{stem}-\d+\.svg\Z", re.ASCII)
    written = {file.name for file in files}
    return [name for name in names_in(home, ".svg") if page.match(name) and name not in written]


def _listed(names: Sequence[str]) -> str:
    more = ["…"] if len(names) > _NAMED else []
    return ", ".join((*names[:_NAMED], *more))
