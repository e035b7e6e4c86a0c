"""Cards written for a spreadsheet, as `cards/` of a game holds them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ruleset_core.cli.showing.cards import known_kind
from ruleset_core.files import write_new

if TYPE_CHECKING:
    from ruleset_core.model.gather import Cards

__all__ = ["card_files", "table_of_cards", "write_table"]

_MARK: Final = b"\xef\xbb\xbf"
"""By which spreadsheets know that a file is UTF-8."""


def table_of_cards(
    name: str, kind: str | None, expansion: Sequence[str], data: Sequence[Path]
) -> tuple[str, list[Path]]:
    """The text of a table, and the files that its cards stand in. Raises `click.ClickException`."""
    from ruleset_core.model.tables.tabled import table_of

    files = card_files(name, expansion, data)
    kinds = list(dict.fromkeys(each.file.kind for each in files))
    title = f"`{expansion[-1] if expansion else name}`"
    if kind is None and len(kinds) > 1:
        listed = ", ".join(f"--kind {each}" for each in kinds)
        raise click.UsageError(f"{title} has cards of several kinds, and a table holds one: {listed}")
    kind = known_kind(kind if kind is not None else "".join(kinds), kinds, title)
    files = [each for each in files if each.file.kind == kind]
    cards = {one: card for each in files for one, card in each.document.read.data["cards"].items()}
    return table_of(kind, cards), [Path(each.document.file) for each in files]


def card_files(name: str, expansion: Sequence[str], data: Sequence[Path]) -> list[Cards]:
    """The files of cards of a game, or of the last one of the expansions.

    Raises:
        LoadError: they have mistakes in their shape.
    """
    from ruleset_core.errors import LoadError
    from ruleset_core.header import read_header
    from ruleset_core.model.gather import gather
    from ruleset_core.paths import GAME_FILE, find_expansion, find_game, lineage_of

    home = game = find_game(name, data)
    if expansion:
        home = find_expansion(read_header(game / GAME_FILE).id or game.name, expansion[-1], game, data)
    gathered, found = gather(lineage_of(game, data), [home] if expansion else [])
    wrong = [each for each in found if each.severity == "error" and Path(each.span.file).parent == home / "cards"]
    if wrong:
        raise LoadError(wrong)
    return [each for each in gathered.cards if Path(each.document.file).parent == home / "cards"]


def write_table(text: str, sources: Sequence[Path], out: Path | None) -> None:
    """Print a table, or write it to a file that is not there yet and say what is next. Raises `click.ClickException`."""
    if out is None:
        click.echo(text, nl=False)
        return
    try:
        write_new(out, _MARK + text.encode())
    except FileExistsError:
        raise click.ClickException(f"`{out}` is there already; take it away, or name another file") from None
    click.echo(f"wrote {out}")
    beside = [each for each in sources if each.parent.resolve() == out.parent.resolve()]
    if beside:
        click.echo(f"\nNext: a card is written once; take away {', '.join(map(str, beside))}")
