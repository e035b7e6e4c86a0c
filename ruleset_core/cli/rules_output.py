"""`ruleset rules`: the rules of a game as lines of a terminal, and what writes them and their reviews."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Final

import click

from ruleset_core.diagnostics import did_you_mean, friendly_list
from ruleset_core.messages import message
from ruleset_core.safe_text import clean_line

if TYPE_CHECKING:
    from ruleset_core import Game, RuleBlock, RulesDocument, RulesParagraph
    from ruleset_core.print.scene_pictures import FlatPicture


WIDEST: Final = 100
"""Columns of a line at most: longer ones are hard to read."""
NARROWEST: Final = 30
"""Columns of a line at least."""


def rules_width() -> int:
    """How many columns the lines of rules have: of a terminal those that it has."""
    columns = shutil.get_terminal_size((WIDEST, 24)).columns if sys.stdout.isatty() else WIDEST
    return max(NARROWEST, min(WIDEST, columns))


def document_lines(rules: RulesDocument, width: int, game: Game, lang: str) -> Iterator[str]:
    """All parts with their paragraphs and pictures."""
    yield rules.title
    yield "═" * len(rules.title)
    for part in rules.parts:
        yield ""
        yield part.title
        yield "─" * len(part.title)
        for paragraph in part.paragraphs:
            yield ""
            lines = pictured_lines(paragraph, width, game, lang)
            if len(part.paragraphs) == 1 and paragraph.title == part.title:
                next(lines)
            yield from lines


def paragraph_lines(paragraph: RulesParagraph, width: int) -> Iterator[str]:
    """The title of a paragraph, and below it what it says."""
    yield paragraph.title
    for place, block in enumerate(paragraph.blocks):
        if place and block.kind != "list":
            yield ""
        yield from (f"  {line}".rstrip() for line in block_lines(block, width - 2))


def pictured_lines(paragraph: RulesParagraph, width: int, game: Game, lang: str) -> Iterator[str]:
    """The same, and the position beside it as text, where it can be drawn."""
    yield from paragraph_lines(paragraph, width)
    if paragraph.picture:
        from ruleset_core.play.lookup.rules_lookup import position_scene
        from ruleset_core.view.terminal.drawing import draw

        found = position_scene(game, paragraph.picture, lang)
        yield from () if found is None else ("", *draw(found, width).plain.rstrip().splitlines())


def block_lines(block: RuleBlock, width: int) -> Iterator[str]:
    """The lines of a block."""
    if block.kind == "table":
        yield from _table_lines([[_plain(cell) for cell in row] for row in block.rows], width)
        return
    for row in block.rows:
        head = "- " if block.kind == "list" else ""
        for line in wrap(_plain(row[0]), width - len(head)) or [""]:
            yield head + line
            head = " " * len(head)


def _plain(cell: Sequence[object]) -> str:
    return clean_line("".join(str(getattr(span, "text", "")) for span in cell))


def _table_lines(rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Columns two blanks apart, the first row above a line; what is too long goes on below itself."""
    columns = _column_widths(rows, width)
    for number, row in enumerate(rows):
        cells = [wrap(cell, size) or [""] for cell, size in zip(row, columns, strict=False)]
        for place in range(max(map(len, cells))):
            parts = (lines[place] if place < len(lines) else "" for lines in cells)
            yield "  ".join(part.ljust(size) for part, size in zip(parts, columns, strict=False)).rstrip()
        if not number:
            yield "  ".join("─" * size for size in columns)


def _column_widths(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """How wide each column is: as its longest cell, as far as all have room; the widest ones give way."""
    columns = [max(len(row[place]) for row in rows if place < len(row)) for place in range(len(rows[0]))]
    room = max(len(columns) * 6, width - 2 * (len(columns) - 1))
    while sum(columns) > room:
        widest = max(range(len(columns)), key=columns.__getitem__)
        others = sorted(columns)[-2] if len(columns) > 1 else 0
        columns[widest] = max(room - sum(columns) + columns[widest], min(others, columns[widest] - 1), 6)
        if columns[widest] == 6 and max(columns) == 6:
            break
    return columns


def paragraphs_named(rules: RulesDocument, names: Sequence[str]) -> list[RulesParagraph]:
    """The paragraphs of these names. Raises `click.UsageError` where there is none of one."""
    found = []
    for name in names:
        paragraph = rules.paragraph(name)
        if paragraph is None:
            close = did_you_mean(name, [each.name for each in rules.paragraphs])
            hint = f" Did you mean {friendly_list(close)}?" if close else ""
            raise click.UsageError(f"There is no paragraph `{clean_line(name)}`.{hint}")
        found.append(paragraph)
    return found


def write_reviews(game: Game, expansions: Sequence[str], data: Sequence[Path], names: Sequence[str], lang: str) -> None:
    """Write into paragraphs that they were compared with what they explain, and say which files were changed."""
    from ruleset_core.check.fixes import review_changes, write_changes
    from ruleset_core.discovery import find_expansion, lineage_of, with_required

    own = game.id
    laid = [find_expansion(own, each, game.directory, data) for each in expansions]
    laid = with_required(own, laid, game.directory, data)
    try:
        changes = review_changes(lineage_of(game.directory, data), laid, names)
    except KeyError as problem:
        raise click.UsageError(message("cli.rules.nothing_to_review", lang, name=problem.args[0])) from None
    write_changes(changes)
    for path in changes:
        click.echo(f"wrote {path}")
    if not changes:
        click.echo(message("cli.rules.all_reviewed", lang))


def write_rules_page(game: Game, rules: RulesDocument, file: Path, lang: str) -> None:
    """Write the rules as one HTML page. Raises `click.ClickException`."""
    from ruleset_core.cli.rules_page import rules_page
    from ruleset_core.files import os_error_reason
    from ruleset_core.play.records import write_atomically

    try:
        write_atomically(file, rules_page(game, rules, lang).encode("utf-8"))
    except OSError as error:
        raise click.ClickException(
            message("cli.rules.not_written", lang, file=file, reason=os_error_reason(error))
        ) from None
    click.echo(f"wrote {file}")


def rule_pictures(game: Game, rules: RulesDocument, lang: str) -> dict[str, FlatPicture]:
    """The pictures of positions that stand below paragraphs, by their names."""
    from ruleset_core.play.lookup.rules_lookup import position_scene
    from ruleset_core.print.scene_pictures import flatten_picture
    from ruleset_core.view.look.game_looks import picture_credits, pictures
    from ruleset_core.view.svg.drawing import draw

    art, made_by = pictures(game), picture_credits(game)
    scenes = {each.name: position_scene(game, each.picture, lang) for each in rules.paragraphs if each.picture}
    drawn = {name: flatten_picture(draw(each, art=art, made_by=made_by)) for name, each in scenes.items() if each}
    for name, each in drawn.items():
        each.shapes.set("id", f"art-{name}")
    return drawn


def write_rules_pdf(game: Game, rules: RulesDocument, file: Path, lang: str, *, one_page: bool) -> None:
    """Write the rules as a PDF, with pictures of positions unless they have to stand on one page. Raises `click.ClickException`."""
    from ruleset_core.cli.pictures import write_picture
    from ruleset_core.print.page_files import has_pdf, pages_as_pdf
    from ruleset_core.print.rules_pages import lay_rules

    if not has_pdf():
        raise click.ClickException(message("cli.rules.no_package", lang))
    pictures = {} if one_page else rule_pictures(game, rules, lang)
    sheets = lay_rules(rules, lang, one_page=one_page, pictures=pictures)
    made, _ = pages_as_pdf(sheets, lang, rules.title, {name: each.shapes for name, each in pictures.items()})
    write_picture(str(file), made, lang)
    click.echo(f"wrote {file}")
