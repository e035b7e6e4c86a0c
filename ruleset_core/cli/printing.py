"""`ruleset print`: chooses cards and writes them as sheets to cut out, as PDF or SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ruleset_core.cli.card_tables import check_card_kind
from ruleset_core.cli.pictures import picture_error, write_picture
from ruleset_core.diagnostics import did_you_mean, friendly_list
from ruleset_core.files import names_in
from ruleset_core.messages import message
from ruleset_core.print.card_layout import PrintedPiece, printed_kinds, printed_pieces
from ruleset_core.print.pages import (
    SMALLEST_CARD,
    PageGrid,
    PaperTooSmallError,
    PrintedPages,
    card_faces,
    has_pdf,
    lay_pages,
    missing_characters,
    page_as_svg,
    page_grid,
    pages_as_pdf,
)
from ruleset_core.view.look.game_looks import picture_credits, pictures

if TYPE_CHECKING:
    from ruleset_core import Game


MOST_PAGES: Final = 500
"""So many pages are made at most."""
WIDEST: Final = 280
_SIZE: Final = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)x(\d{1,3}(?:\.\d{1,2})?)\Z", re.ASCII)
_NAMED: Final = 5
"""So many names stand in a message."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PrintRequest:
    """What the command line of `ruleset print` asks for, as its options say."""

    game: str
    expansion: tuple[str, ...]
    in_order: bool
    kind: tuple[str, ...]
    cards: tuple[str, ...]
    new: bool
    copies: int | None
    paper: str
    size: str
    backs: bool
    out: Path
    data: tuple[Path, ...]
    lang: str


def print_sheets(game: Game, asked: PrintRequest) -> None:
    """Write the sheets and say so. Raises `click.ClickException`."""
    lang, out = asked.lang, asked.out
    where = _grid(asked.paper, asked.size, lang)
    _fit_for(out, lang)
    chosen = _chosen(game, asked, lang)
    copies, backs = asked.copies, asked.backs
    needed = -(-sum(1 for _ in card_faces(chosen, copies, backs=backs)) // (where.columns * where.rows))
    if needed > MOST_PAGES:
        raise click.ClickException(message("cli.print.many", lang, pages=needed, most=MOST_PAGES))
    layers = [game.glossary.expansion_title(each, lang) for each in game.expansions]
    title = " + ".join((game.title(lang), *layers))
    printed = lay_pages(
        chosen,
        where,
        lang,
        title,
        copies=copies,
        backs=backs,
        made_by=picture_credits(game),
        rights=game.rights.text(lang),
    )
    written = _write(game, printed, out, title, lang)
    count = sum(piece.copies if copies is None else copies for piece in chosen)
    cards, pages = (
        message("cli.print.cards", lang, count=count),
        message("cli.print.pages", lang, count=len(printed.sheets)),
    )
    click.echo(message("cli.print.done", lang, file=written, cards=cards, pages=pages))
    if backs:
        click.echo(message("cli.print.flip", lang))
    elif any(len(piece.sides) > 1 for piece in chosen):
        click.echo(message("cli.print.glue", lang))
    if printed.crowded:
        names = _listed(printed.crowded)
        click.echo(message("cli.print.crowded", lang, count=len(printed.crowded), names=names), err=True)


def _grid(paper: str, size: str, lang: str) -> PageGrid:
    found = _SIZE.match(size)
    sides = [float(each) for each in found.groups()] if found else []
    if not sides or min(sides) < SMALLEST_CARD or max(sides) > WIDEST:
        raise click.BadParameter(message("cli.print.size", lang, size=size, least=int(SMALLEST_CARD), most=WIDEST))
    try:
        return page_grid(paper, *sides)
    except PaperTooSmallError:
        raise click.BadParameter(message("cli.print.no_room", lang, size=size, paper=paper)) from None


def _fit_for(out: Path, lang: str) -> None:
    """Say what is wrong with the name of the file before anything is made."""
    if out.suffix.lower() not in {"", ".pdf", ".svg"}:
        raise click.BadParameter(message("cli.print.suffix", lang, file=out))
    if out.suffix.lower() == ".pdf" and not has_pdf():
        raise click.ClickException(message("cli.print.no_package", lang, file=out))


# -- which cards --------------------------------------------------------------------------------------------------


def _chosen(game: Game, asked: PrintRequest, lang: str) -> list[PrintedPiece]:
    """The cards that are wanted, in the order of the data. Raises `click.ClickException` where there are none."""
    known = printed_kinds(game)
    if not known:
        raise click.ClickException(message("cli.print.nothing", lang, game=game.title(lang)))
    kinds = [check_card_kind(each, known, game.title(lang)) for each in asked.kind] or known
    found = list(printed_pieces(game, lang, kinds))
    if asked.new:
        found = [piece for piece in found if piece.expansion]
        if not found:
            raise click.ClickException(message("cli.print.no_new", lang))
    wanted = [each.strip() for part in asked.cards for each in part.split(",") if each.strip()]
    if not wanted:
        return found
    ids = {_id_of(each, found, game, lang) for each in wanted}
    return [piece for piece in found if piece.id in ids]


def _id_of(card: str, known: Sequence[PrintedPiece], game: Game, lang: str) -> str:
    """A card by its id or, in any case, by its name."""
    names = {piece.sides[0].name.casefold(): piece.id for piece in known}
    ids = {piece.id for piece in known}
    if card in ids:
        return card
    if card.casefold() in names:
        return names[card.casefold()]
    close = dict.fromkeys(names.get(each, each) for each in did_you_mean(card, [*ids, *names]))
    hint = message("cli.print.meant", lang, names=friendly_list(close)) if close else ""
    raise click.ClickException(message("cli.print.no_card", lang, game=game.title(lang), card=card, hint=hint))


# -- files --------------------------------------------------------------------------------------------------------


def _write(game: Game, printed: PrintedPages, out: Path, title: str, lang: str) -> str:
    """One PDF file, or an SVG file for each page; what was written, as it is told."""
    art = pictures(game)
    if out.suffix.lower() == ".pdf":
        made, failed = pages_as_pdf(printed.sheets, lang, title, art)
        write_picture(str(out), made, lang)
        if failed:
            click.echo(message("cli.print.art", lang, names=_listed(failed)), err=True)
        missing = missing_characters(printed.sheets)
        if missing:
            click.echo(message("cli.print.letters", lang, letters=missing[:20]), err=True)
        return str(out)
    if not out.suffix:
        _make(out, lang)
    files = list(_files(out, printed))
    for file, sheet in zip(files, printed.sheets, strict=True):
        write_picture(str(file), page_as_svg(sheet, lang, art), lang)
    older = _older(out, files)
    if older:
        click.echo(message("cli.print.older", lang, names=_listed(older)), err=True)
    several = len(files) > 1 and out.suffix
    return f"{files[0]} … {files[-1].name}" if several else str(out)


def _make(directory: Path, lang: str) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise picture_error(error, directory, lang) from None


def _files(out: Path, printed: PrintedPages) -> Iterator[Path]:
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
