"""`ruleset print`: chooses cards and writes them as sheets to cut out, as PDF or SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from xml.etree import ElementTree as ET

import click

from ruleset_core import rules_document
from ruleset_core.cli.card_tables import check_card_kind
from ruleset_core.cli.parameters import load_game
from ruleset_core.cli.pictures import picture_error, write_picture
from ruleset_core.cli.rules_output import rule_pictures
from ruleset_core.diagnostics import did_you_mean, friendly_list
from ruleset_core.files import names_in, replace_file
from ruleset_core.messages import message
from ruleset_core.print.card_layout import PrintedPiece, printed_kinds, printed_pieces
from ruleset_core.print.component_pages import (
    BOARD,
    board_image,
    board_pictures,
    draw_boards,
    lay_boards,
    lay_tokens,
    token_images,
)
from ruleset_core.print.components import components_of
from ruleset_core.print.page_files import (
    has_pdf,
    has_png,
    missing_characters,
    page_as_svg,
    pages_as_pdf,
    pages_as_png,
)
from ruleset_core.print.pages import (
    SIZE,
    CardSize,
    CardSpacing,
    PageGrid,
    PaperTooSmallError,
    PrintedPages,
    card_faces,
    card_images,
    lay_pages,
    page_grid,
)
from ruleset_core.print.rules_pages import lay_rules
from ruleset_core.print.tabletop_simulator import simulator_files
from ruleset_core.print.typesetting import PrintPage
from ruleset_core.safe_text import clean_line
from ruleset_core.view.look.game_looks import (
    LARGEST_CARD,
    SMALLEST_CARD,
    card_size,
    font_credits,
    font_files,
    font_metrics,
    picture_credits,
    pictures,
)

if TYPE_CHECKING:
    from ruleset_core import Game


MOST_PAGES: Final = 500
"""So many pages are made at most."""
_ADDRESS: Final = re.compile(
    r"https?://[^\s/?#\"\\<>^`{|}\x00-\x20\x7f-\x9f]+(?:/[^\s?#\"\\<>^`{|}\x00-\x20\x7f-\x9f]*)?"
)
"""An address behind which the name of a file can be put."""
_LONGEST_SHOWN: Final = 60
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
    size: str | None
    bleed: float
    gutter: float
    marks: bool
    backs: bool
    boards: bool
    board_width: float | None
    tokens: bool
    token_size: float
    everything: bool
    images: Path | None
    out: Path
    watch: bool
    data: tuple[Path, ...]
    lang: str


def print_sheets(game: Game, asked: PrintRequest) -> None:
    """Write the sheets and say so. Raises `click.ClickException`."""
    lang, out = asked.lang, asked.out
    given = _size(asked.size, lang)
    if asked.images is None:
        _fit_for(out, lang)
    others = asked.boards or asked.tokens
    chosen = [] if others and not asked.everything else _chosen(game, asked, lang)
    if asked.images is not None:
        _write_images(game, chosen, asked, given)
        return
    layers = [game.glossary.expansion_title(each, lang) for each in game.expansions]
    title = " + ".join((game.title(lang), *layers))
    cards = _lay(game, _grids(chosen, asked, given), title, asked)
    parts = _parts(game, title, asked) if others or asked.everything else OtherPages((), (), {})
    printed = PrintedPages((*parts.before, *cards.sheets, *parts.after), cards.crowded)
    if not printed.sheets:
        raise click.ClickException(message("cli.print.nothing_there", lang, game=game.title(lang)))
    written = _write(game, printed, out, title, lang, parts.pictures)
    count = sum(piece.copies if asked.copies is None else asked.copies for piece in chosen)
    pages = message("cli.print.pages", lang, count=len(printed.sheets))
    if chosen:
        said = message("cli.print.cards", lang, count=count)
        click.echo(message("cli.print.done", lang, file=written, cards=said, pages=pages))
    else:
        click.echo(message("cli.print.done_pages", lang, file=written, pages=pages))
    if asked.backs:
        click.echo(message("cli.print.flip", lang))
    elif any(len(piece.sides) > 1 for piece in chosen):
        click.echo(message("cli.print.glue", lang))
    _tell_crowded(printed.crowded, lang)


def print_again(asked: PrintRequest) -> None:
    """Print now and after each save of a file of the game; Raises `click.ClickException`."""
    from ruleset_core.cli.watching import check_watchfiles, game_directories, run_again

    check_watchfiles(asked.lang)

    def once(_: Sequence[Path]) -> None:
        print_sheets(load_game(asked.game, asked.expansion, asked.data, in_order=asked.in_order), asked)

    directories = game_directories(asked.game, asked.expansion, asked.data)
    run_again(directories, once, lambda path: _is_written(path, asked), asked.lang)


def _is_written(path: Path, asked: PrintRequest) -> bool:
    """Whether a file is a sheet or a picture that was just printed, and no file of the game."""
    out = asked.out.resolve()
    homes = {asked.images.resolve()} if asked.images is not None else {out} if not out.suffix else set()
    if path.resolve().parent in homes:
        return True
    return path.suffix == out.suffix and path.resolve().parent == out.parent and path.stem.startswith(out.stem)


class OtherPages(NamedTuple):
    """Pages before and behind the cards, and the pictures on them."""

    before: tuple[PrintPage, ...]
    after: tuple[PrintPage, ...]
    pictures: Mapping[str, ET.Element]


def _parts(game: Game, title: str, asked: PrintRequest) -> OtherPages:
    """Rules and boards, then tokens; what of it is asked for."""
    lang, pictures_ = asked.lang, dict[str, ET.Element]()
    before: list[PrintPage] = []
    if asked.everything:
        rules = rules_document(game, lang)
        pictured = rule_pictures(game, rules, lang)
        before += lay_rules(rules, lang, asked.paper, pictures=pictured)
        pictures_ |= {name: each.shapes for name, each in pictured.items()}
        aid = rules.only((), aid=True)
        before += lay_rules(aid, lang, asked.paper, one_page=True) if aid.parts else ()
    found = components_of(game, lang, printed_kinds(game))
    if asked.everything or asked.boards:
        drawn = draw_boards(found.boards, lang, found.players)
        before += lay_boards(drawn, lang, title, asked.paper, asked.board_width or 0.0)
        pictures_ |= board_pictures(drawn)
    tokens = asked.everything or asked.tokens
    after = lay_tokens(found.tokens, lang, title, asked.paper, asked.token_size) if tokens else ()
    return OtherPages(tuple(before), tuple(after), pictures_)


def _tell_crowded(crowded: Sequence[str], lang: str) -> None:
    if crowded:
        said = message("cli.print.crowded", lang, count=len(crowded), names=_listed(crowded))
        click.echo(said, err=True)


def _size(size: str | None, lang: str) -> CardSize | None:
    """The size that the command line asks for, None for that of the look."""
    found = None if size is None else card_size(size)
    if size is not None and found is None:
        least, most = int(SMALLEST_CARD), int(LARGEST_CARD)
        raise click.BadParameter(message("cli.print.size", lang, size=size, least=least, most=most))
    return found


def _grids(
    chosen: Sequence[PrintedPiece], asked: PrintRequest, given: CardSize | None
) -> list[tuple[PageGrid, list[PrintedPiece]]]:
    """The pieces by their size, with where they lie on a page. Raises `click.BadParameter` where a size has no room."""
    groups: dict[CardSize, list[PrintedPiece]] = {}
    for piece in chosen:
        groups.setdefault(given or piece.size or SIZE, []).append(piece)
    spacing, found = CardSpacing(asked.bleed, asked.gutter, asked.marks), []
    for size, pieces in groups.items():
        try:
            found.append((page_grid(asked.paper, *size, spacing), pieces))
        except PaperTooSmallError:
            said = f"{size[0]:g}x{size[1]:g}"
            reason = message("cli.print.no_room", asked.lang, size=said, paper=asked.paper)
            raise click.BadParameter(reason) from None
    return found


def _lay(
    game: Game, groups: Sequence[tuple[PageGrid, Sequence[PrintedPiece]]], title: str, asked: PrintRequest
) -> PrintedPages:
    """The pages of cards, one size after the other. Raises `click.ClickException` for too many."""
    copies, backs, lang = asked.copies, asked.backs, asked.lang
    needed = [
        -(-sum(1 for _ in card_faces(pieces, copies, backs=backs)) // (where.columns * where.rows))
        for where, pieces in groups
    ]
    if sum(needed) > MOST_PAGES:
        raise click.ClickException(message("cli.print.many", lang, pages=sum(needed), most=MOST_PAGES))
    made_by = font_credits(game)
    fonts = message("print.fonts", lang, names=", ".join(made_by)) if made_by else ""
    rights = " · ".join(filter(None, (fonts, game.rights.text(lang))))
    laid = [
        lay_pages(
            pieces,
            where,
            lang,
            title,
            copies=copies,
            backs=backs,
            made_by=picture_credits(game),
            rights=rights,
            first=sum(needed[:place]) + 1,
            last=sum(needed),
        )
        for place, (where, pieces) in enumerate(groups)
    ]
    return PrintedPages(
        tuple(sheet for each in laid for sheet in each.sheets),
        tuple(dict.fromkeys(name for each in laid for name in each.crowded)),
    )


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
    if not known and asked.everything:
        return []
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


def _write(game: Game, printed: PrintedPages, out: Path, title: str, lang: str, more: Mapping[str, ET.Element]) -> str:
    """One PDF file, or an SVG file for each page; what was written, as it is told. `more`: pictures that are not of cards."""
    art, fonts = {**pictures(game, printed=True), **more}, font_files(game)
    if out.suffix.lower() == ".pdf":
        made, failed = pages_as_pdf(printed.sheets, lang, title, art, fonts)
        write_picture(str(out), made, lang)
        if failed:
            click.echo(message("cli.print.art", lang, names=_listed(failed)), err=True)
        missing = missing_characters(printed.sheets, font_metrics(game))
        if missing:
            click.echo(message("cli.print.letters", lang, letters=missing[:20]), err=True)
        return str(out)
    if not out.suffix:
        _make(out, lang)
    files = list(_files(out, printed))
    for file, sheet in zip(files, printed.sheets, strict=True):
        write_picture(str(file), page_as_svg(sheet, lang, art, fonts), lang)
    older = _older(out, files)
    if older:
        click.echo(message("cli.print.older", lang, names=_listed(older)), err=True)
    several = len(files) > 1 and out.suffix
    return f"{files[0]} … {files[-1].name}" if several else str(out)


def _write_images(game: Game, chosen: Sequence[PrintedPiece], asked: PrintRequest, given: CardSize | None) -> None:
    """A picture of each side of each card with its bleed, of each back, board and token: PNG, or SVG without its packages."""
    lang, home = asked.lang, asked.images
    assert home is not None
    _make(home, lang)
    drawn = card_images(chosen, lang, asked.bleed, given)
    art, fonts = pictures(game, printed=True), font_files(game)
    images = dict(zip(drawn.names, drawn.sheets, strict=True))
    if asked.boards or asked.tokens or asked.everything:
        found = components_of(game, lang, printed_kinds(game))
        boards = draw_boards(found.boards, lang, found.players) if asked.boards or asked.everything else []
        art |= board_pictures(boards)
        images |= {board.name: board_image(board, asked.board_width or BOARD) for board in boards}
        for token in found.tokens if asked.tokens or asked.everything else ():
            images |= token_images(token, asked.token_size, lang)
    if has_png():
        made: Iterator[str | bytes] = pages_as_png([*images.values()], lang, game.title(lang), art, fonts)
    else:
        made = (page_as_svg(sheet, lang, art, fonts) for sheet in images.values())
        click.echo(message("cli.print.no_png", lang), err=True)
    ending = "png" if has_png() else "svg"
    for name, image in zip(images, made, strict=True):
        write_picture(str(home / f"{name}.{ending}"), image, lang)
    count = message("cli.print.images", lang, count=len(images))
    click.echo(message("cli.print.images_done", lang, directory=home, images=count))
    _tell_crowded(drawn.crowded, lang)


def export_simulator(game: Game, directory: Path, url: str, lang: str) -> None:
    """`ruleset export --tabletop-simulator`: write the files and say what to do with them. Raises `click.ClickException`."""
    if url and not _ADDRESS.fullmatch(url):
        raise click.UsageError(message("cli.export.url", lang, url=clean_line(url[:_LONGEST_SHOWN])))
    if not has_png():
        raise click.ClickException(message("cli.export.no_png", lang))
    _make(directory, lang)

    def address(name: str) -> str:
        return f"{url.rstrip('/')}/{name}" if url else (directory.resolve() / name).as_uri()

    made = simulator_files(game, lang, address)
    for name, content in made.items():
        try:
            replace_file(directory / name, content)
        except OSError as error:
            raise picture_error(error, directory / name, lang) from None
    saved = directory / f"{game.id}.json"
    click.echo(message("cli.export.simulator", lang, count=len(made) - 1, file=saved))


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
