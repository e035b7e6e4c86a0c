"""`ruleset cards`: the cards of a game as a table, to read or as a CSV file for a spreadsheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruleset_core.cli.common import (
    data_option,
    examples,
    expansion_option,
    game_argument,
    lang_option,
    load_game,
    table,
)
from ruleset_core.files import write_new
from ruleset_core.model.diagnostic import hint

if TYPE_CHECKING:
    from ruleset_core import CardInfo, Figure, Game
    from ruleset_core.model.gather import Cards

_MARK = b"\xef\xbb\xbf"
"""By which spreadsheets know that a file is UTF-8."""


def _complete_kind(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Kinds of cards that start with `incomplete`, for the completion of the shell; none when the game cannot be read."""
    from ruleset_core.errors import RulesetError
    from ruleset_core.model.words import is_name

    try:
        files = _files(ctx.params.get("game") or "", ctx.params.get("expansion") or (), ctx.params.get("data") or ())
    except (RulesetError, OSError):
        return []
    return [
        kind
        for kind in dict.fromkeys(each.file.kind for each in files)
        if kind.startswith(incomplete) and is_name(kind)
    ]


@click.command(
    epilog=examples(
        "ruleset cards troyes",
        "ruleset cards troyes --kind activity --lang es",
        "ruleset cards troyes --csv --kind activity -o activities.csv",
        "ruleset cards ./my_game --csv -o my_game/cards/wares.csv",
        "ruleset cards troyes -x bonus_2011 --csv --kind event",
    ),
)
@game_argument
@click.option("--csv", "as_csv", is_flag=True, help="Write a CSV file as `cards/` of a game holds it.")
@click.option("--kind", metavar="KIND", shell_complete=_complete_kind, help="Only cards of this kind.")
@click.option(
    "-o", "--out", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path),
    help="With --csv: write this file instead of printing; it must not be there.",
)  # fmt: skip
@expansion_option
@data_option
@lang_option
def command(
    game: str,
    as_csv: bool,
    kind: str | None,
    out: Path | None,
    expansion: tuple[str, ...],
    data: tuple[Path, ...],
    lang: str,
) -> None:
    """List the cards of a game with their facts, or write them for a spreadsheet.

    GAME is a name from `ruleset list` or the path of a directory.

    --csv writes the cards of one kind: a row for each card, a column for each of its keys, effects as text. Put into
    `cards/` in the place of the files it came from, it is the same game. With -x it holds the cards of that expansion (of
    the last one named), else those of the game itself.
    """
    if as_csv:
        _write(*_csv(game, kind, expansion, data), out)
    elif out is not None:
        raise click.UsageError("-o goes with --csv.")
    else:
        click.echo("\n\n".join(_tables(load_game(game, expansion, data), kind, lang)))


# --------------------------------------------------------------------------------------------------------------- a list


def _tables(game: Game, kind: str | None, lang: str) -> Iterator[str]:
    cards: dict[str, list[CardInfo]] = {}
    for one in map(game.card, game.card_ids()):
        cards.setdefault(one.kind, []).append(one)
    kinds = [*cards, *game.glossary.packs()]
    for each in [_known(kind, kinds, game.title(lang))] if kind is not None else kinds:
        yield table(list(_rows(game, each, cards[each], lang) if each in cards else _pack(game, each, lang)))
    if not kinds:
        raise click.ClickException(f"{game.title(lang)} has no cards")


def _pack(game: Game, kind: str, lang: str) -> Iterator[tuple[str, ...]]:
    """The pieces of a kind that are combinations of values: they stand in no file."""
    words = game.glossary
    facts, members = words.fact_names(kind), Counter(each.partition("#")[0] for each in words.members(kind))
    titles = (words.fact_title(kind, fact, lang) for fact in facts)
    yield (kind.upper(), words.title("families", kind, lang).upper(), "x", *titles)
    for member, copies in members.items():
        said = (words.fact_value(kind, fact, words.figure(kind, member, fact).value, lang) for fact in facts)
        yield (member, words.name(kind, member, lang), str(copies) if copies > 1 else "", *said)


def _rows(game: Game, kind: str, cards: Sequence[CardInfo], lang: str) -> Iterator[tuple[str, ...]]:
    words, shape = game.glossary, game.kinds[kind]
    facts: list[tuple[tuple[str, ...], str]] = [((), fact.name) for fact in shape.facts]
    facts += [((side,), fact.name) for side in shape.sides for fact in shape.side_facts]
    titles = (" ".join((*side, words.fact_title(kind, name, lang))) for side, name in facts)
    yield (kind.upper(), words.title("families", kind, lang).upper(), "x", *titles)
    for card in cards:
        figures = words.figures_of(card.id)
        given = (_given(figures, side, name) for side, name in facts)
        said = (
            "" if value is None else words.fact_value(kind, name, value, lang)
            for value, (_, name) in zip(given, facts, strict=True)
        )
        yield (card.id, card.name(lang), str(card.copies) if card.copies > 1 else "", *said)


def _given(figures: Mapping[str, Figure], side: tuple[str, ...], name: str) -> object:
    """A fact of a card that counts, or of a side of it; None where none is given."""
    whole = figures.get(side[0] if side else name)
    if whole is None:
        return None
    return whole.value.get(name) if side else whole.value


def _known(kind: str, kinds: Sequence[str], title: str) -> str:
    if kind in kinds:
        return kind
    if not kinds:
        raise click.ClickException(f"{title} has no cards")
    raise click.ClickException(f"{title} has no cards of the kind `{kind}`; {hint(kind, kinds, 'it has')}")


# ---------------------------------------------------------------------------------------------------------- a CSV file


def _csv(name: str, kind: str | None, expansion: Sequence[str], data: Sequence[Path]) -> tuple[str, list[Path]]:
    """The text of a table, and the files that its cards stand in."""
    from ruleset_core.model.tables.tabled import table_of

    files = _files(name, expansion, data)
    kinds = list(dict.fromkeys(each.file.kind for each in files))
    title = f"`{expansion[-1] if expansion else name}`"
    if kind is None and len(kinds) > 1:
        listed = ", ".join(f"--kind {each}" for each in kinds)
        raise click.UsageError(f"{title} has cards of several kinds, and a table holds one: {listed}")
    kind = _known(kind if kind is not None else "".join(kinds), kinds, title)
    files = [each for each in files if each.file.kind == kind]
    cards = {one: card for each in files for one, card in each.document.read.data["cards"].items()}
    return table_of(kind, cards), [Path(each.document.file) for each in files]


def _files(name: str, expansion: Sequence[str], data: Sequence[Path]) -> list[Cards]:
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


def _write(text: str, sources: Sequence[Path], out: Path | None) -> None:
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
