"""Commands about the files of a game: `new`, `fmt`, `rename`, `upgrade`, `translate`, `cards`, `schema`."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Final
from unicodedata import combining, normalize

import click

from ruleset_core.cli.parameters import (
    complete_game,
    data_option,
    examples,
    expansion_option,
    file_option,
    game_argument,
    lang_option,
    language_code,
    load_game,
    order_option,
)
from ruleset_core.discovery import EXPANSION_FILE, GAME_FILE, GameNotFoundError, find_expansion, find_game
from ruleset_core.files import os_error_reason
from ruleset_core.headers import read_header
from ruleset_core.safe_text import safe_json
from ruleset_core.values import FORMAT, PLAIN_WORDS, is_name

if TYPE_CHECKING:
    from ruleset_core.analysis.name_references import GameSymbol
    from ruleset_core.authoring import Formatted
    from ruleset_core.check.symbol_index import SymbolIndex


@click.command(
    epilog=examples(
        "ruleset fmt",
        "ruleset fmt ./my_game",
        "ruleset fmt my_game/cards/inn.yaml --diff",
        "ruleset fmt --check .",
    )
)
@click.argument("paths", nargs=-1, metavar="[PATH...]", type=click.Path(exists=True, path_type=Path))
@click.option("--check", is_flag=True, help="Change nothing; exit with 1 when some file would change.")
@click.option("--diff", is_flag=True, help="Change nothing; print what would change.")
def fmt_command(paths: tuple[Path, ...], check: bool, diff: bool) -> int:
    """Format the effects in YAML files.

    PATH is a data file, or a directory: then all games and expansions below it. Without PATH: this directory. Only what
    is written in the effect language is touched, and only how it is written; comments stay. Files that cannot
    be read and tables of cards are left alone.

    The exit code is 0 when all went well, 1 when a file could not be read (or would change, with --check), 2 for wrong
    usage.
    """
    from ruleset_core.authoring import format_all, is_text

    tables = [path for path in paths if not is_text(path)]
    for path in tables:
        click.echo(f"left alone {path}: a table of cards stays as its spreadsheet writes it", err=True)
    if tables and len(tables) == len(paths):
        return 0
    results = format_all([path for path in paths if path not in tables] or [Path()])
    bad = [result for result in results if result.problems]
    changed = [result for result in results if result.changed]
    for result in bad:
        _print_problems(result)
    for result in changed:
        if diff:
            click.echo(_difference(result), nl=False)
        elif not check:
            result.write()
        click.echo(f"{'would format' if check or diff else 'formatted'} {result.path}", err=diff)
    click.echo(_sum(len(results), len(changed), len(bad)), err=True)
    return int(bool(bad or (check and changed)))


def _print_problems(result: Formatted) -> None:
    """Why a file is left alone."""
    for problem in result.problems:
        span = problem.span
        click.echo(f"{span.file}:{span.line}:{span.column}: {problem.code} {problem.message}", err=True)
    click.echo(f"left alone {result.path}", err=True)


def _difference(result: Formatted) -> str:
    old, new = (text.splitlines(keepends=True) for text in (result.old, result.new))
    return "".join(difflib.unified_diff(old, new, str(result.path), str(result.path)))


def _sum(files: int, changed: int, bad: int) -> str:
    if not files:
        return "no data files here"
    parts = [f"{files} file{'s' * (files != 1)}"]
    parts += [f"{changed} not formatted"] * bool(changed) + [f"{bad} left alone"] * bool(bad)
    return ", ".join(parts if changed or bad else [*parts, "all formatted"])


# `ruleset schema`: the JSON Schemas of the data files and of what leaves the engine, for editors and other tools.


@click.command(
    epilog=examples(
        "ruleset schema",
        "ruleset schema --out schemas",
        "ruleset schema troyes_dice --out schemas",
        "ruleset schema ./my_game -x ./my_expansion --out schemas",
    )
)
@click.argument("game", required=False, shell_complete=complete_game)
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write one file for each schema into this directory instead of printing.",
)
@expansion_option
@order_option
@data_option
def schema_command(
    game: str | None, out: Path | None, expansion: tuple[str, ...], in_order: bool, data: tuple[Path, ...]
) -> None:
    """Print or write the JSON Schemas for editors and programs.

    An editor that knows them completes and validates while you type. They are written from the same models that load
    the files. With GAME, the schema of cards knows the facts of that game's cards and marks every other key.
    """
    from ruleset_core.authoring import json_schemas, write_schemas

    found = json_schemas()
    if game is not None:
        found["cards"] = load_game(game, expansion, data, in_order=in_order).cards_schema()
    elif expansion:
        raise click.UsageError("-x goes with a GAME.")
    if out is None:
        click.echo(safe_json(found))
        return
    for file in write_schemas(out, found):
        click.echo(f"wrote {file}")


# `ruleset upgrade`: the files of a game in the present format of data files.


@click.command(
    epilog=examples(
        "ruleset upgrade",
        "ruleset upgrade ./my_game",
        "ruleset upgrade ./my_game --check",
        "ruleset upgrade ./my_game --yes",
    )
)
@click.argument("game", required=False, default=".", shell_complete=complete_game)
@click.option("--check", "checking", is_flag=True, help="Change nothing; exit with 1 when some file would change.")
@click.option("--yes", is_flag=True, help="Write without asking.")
@data_option
def upgrade_command(game: str, checking: bool, yes: bool, data: tuple[Path, ...]) -> int:
    """Rewrite the files of a game in the current format.

    GAME is a directory with a game, an expansion or several of them, or a name from `ruleset list`. Without GAME: this
    directory. What changes is shown, and written if you agree: all files or none. Comments and layout stay. Forms that a
    later version will not read are rewritten, and `format` in `game.yaml` and `expansion.yaml` says which format it is.

    The exit code is 0 when all is in the current format, 1 when something is left to do or a file has mistakes, 2 for
    wrong usage.
    """
    from ruleset_core.check.fixes import upgrades, write_changes
    from ruleset_core.check.targets import find_targets

    try:
        targets = find_targets([game], data)
    except GameNotFoundError as problem:
        raise click.UsageError(str(problem)) from problem
    changes = {path: change for target in targets for path, change in upgrades(target).items()}
    if not changes:
        click.echo(f"everything is in format {FORMAT}")
        return 0
    for path, (old, new) in changes.items():
        click.echo(_upgrade_difference(path, old, new), nl=False)
    files = f"{len(changes)} file{'s' * (len(changes) != 1)}"
    if checking:
        click.echo(f"would rewrite {files}", err=True)
        return 1
    if not (yes or click.confirm(f"Rewrite {files}?", err=True)):
        return 1
    write_changes(changes)
    click.echo(f"rewrote {files}", err=True)
    return 0


def _upgrade_difference(path: Path, old: bytes, new: bytes) -> str:
    before, after = (text.decode("utf-8-sig").splitlines(keepends=True) for text in (old, new))
    return "".join(difflib.unified_diff(before, after, str(path), str(path)))


# `ruleset translate`: what of a game is still to be translated, and a file to do it in.


@click.command(
    epilog=examples(
        "ruleset translate ./my_game fr",
        "ruleset translate ./my_game fr --write",
        "ruleset translate troyes fr -x bonus_2011",
    )
)
@game_argument
@click.argument("lang", metavar="LANG", callback=language_code)
@expansion_option
@data_option
@click.option("--write", is_flag=True, help="Write translations/LANG.po, with an empty text for all that is missing.")
def translate_command(game: str, lang: str, expansion: tuple[str, ...], data: tuple[Path, ...], write: bool) -> int:
    """List the texts of a game that lack a translation.

    LANG is the code of a language, such as es, fr or pt-BR. A text in it stands beside the English one
    (`{en: Lamp, es: Lámpara, fr: Lampe}`) or in `translations/LANG.po`, which programs for translators can edit. With --write that file gets all texts; what is translated stays. An expansion has its own:
    with --expansion, its texts instead of those of the game.

    The exit code is 0 when nothing is left to do, 1 when something is, 2 for wrong usage.
    """
    from ruleset_core.check.companions import translation_state

    directory = find_game(game, data)
    own = read_header(directory / GAME_FILE).id or directory.name
    wanted = [(find_expansion(own, each, directory, data), EXPANSION_FILE) for each in expansion]
    left = 0
    for place, header in wanted or [(directory, GAME_FILE)]:
        state = translation_state(place, header, lang)
        if write:
            state.write()
            state = translation_state(place, header, lang)
            click.echo(f"wrote {state.file}")
        else:
            for text in state.missing:
                click.echo(f"missing   {text.place}: {text.original}")
            for entry in state.outdated:
                click.echo(f"outdated  {entry.place}: {entry.text}")
            for entry in state.unknown:
                click.echo(f"unknown   {entry.place}: {entry.text}")
        done = len(state.texts) - len(state.missing) - len(state.outdated)
        counts = f"{done} of {len(state.texts)} texts in {lang}, {len(state.missing)} missing, {len(state.outdated)} outdated"
        click.echo(f"{place.name}: {counts}, {len(state.unknown)} unknown")
        left += len(state.missing) + len(state.outdated) + len(state.unknown)
    return int(left > 0)


# `ruleset cards`: the cards of a game as a table, to read or as a CSV file for a spreadsheet.


def _complete_kind(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Kinds of cards that start with `incomplete`, for the completion of the shell; none when the game cannot be read."""
    from ruleset_core.authoring import read_card_files
    from ruleset_core.errors import RulesetError

    try:
        files = read_card_files(
            ctx.params.get("game") or "", ctx.params.get("expansion") or (), ctx.params.get("data") or ()
        )
    except (RulesetError, OSError):
        return []
    return [
        kind for kind in dict.fromkeys(each.kind for each in files) if kind.startswith(incomplete) and is_name(kind)
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
@file_option("-o", "--out", help="With --csv: write this file instead of printing; it must not be there.")
@expansion_option
@data_option
@lang_option
def cards_command(
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

    --csv writes the cards of one kind: a row for each card, a column for each of its keys, effects as text.
    In `cards/`, in place of the files it came from, it makes the same game. With -x it holds the cards of that expansion (of
    the last one named), else those of the game itself.
    """
    from ruleset_core.cli.card_tables import card_table_text, card_tables, write_table

    if as_csv:
        write_table(*card_table_text(game, kind, expansion, data), out)
    elif out is not None:
        raise click.UsageError("-o goes with --csv.")
    else:
        click.echo("\n\n".join(card_tables(load_game(game, expansion, data), kind, lang)))


# `ruleset new`: a game, an expansion or a variant made from a template, or a card in one.

# A game, an expansion or a variant to start from, made of a template.

TEMPLATES: Final = Path(__file__).parents[2] / "_templates"


def write_template(
    directory: Path,
    start: str,
    other: str | None,
    title: str | None,
    data: Sequence[Path],
) -> list[Path]:
    """Write the files of a template into a directory, and give them; `other` is the game it belongs to, or is like.

    Raises:
        click.ClickException: the directory is not empty, or its name makes no id.
        GameNotFoundError: there is no such other game.
    """
    name = id_from_title(directory.resolve().name)
    game = read_header(find_game(other, data) / GAME_FILE).id if other else name
    if start == "variant" and game == name:
        raise click.ClickException(f"a variant has an id of its own, made from its directory: `{name}` is the game's.")
    if directory.exists() and any(directory.iterdir()):
        raise click.ClickException(f"`{directory}` is not empty; nothing was written.")
    title = checked_title(title or name.replace("_", " ").capitalize())
    return _write(
        TEMPLATES / start, directory, {"id": name, "game": game, "title": json.dumps(title, ensure_ascii=False)}
    )


def _write(template: Path, directory: Path, words: dict[str, str]) -> list[Path]:
    """Copy the files of a template with `$words` filled in; return what was written.

    Raises:
        click.ClickException: one cannot be written; then all are removed.
    """
    written: list[Path] = []
    own = {directory} if directory.exists() else set[Path]()  # the user made it, so it stays
    for source in sorted(template.rglob("*.yaml")):
        target = directory / source.relative_to(template)
        written.append(target)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            text = Template(source.read_text(encoding="utf-8")).substitute(words)
            target.write_text(text, encoding="utf-8")
        except OSError as error:
            _remove(written, {directory, *(file.parent for file in written)} - own)
            raise click.ClickException(
                f"{target}: cannot be written: {os_error_reason(error)}; nothing was written."
            ) from None
    return written


def _remove(files: Sequence[Path], directories: set[Path]) -> None:
    """Remove files and the directories made for them."""
    for file in files:
        with suppress(OSError):
            file.unlink()
    for directory in sorted(directories, reverse=True):  # the inner ones first
        with suppress(OSError):
            directory.rmdir()


def checked_title(title: str) -> str:
    """A title that data may hold. Raises `click.ClickException` for another."""
    if not title.isprintable():
        raise click.ClickException(f"{title!r} cannot be a title: write it on one line, in visible characters.")
    return title


def next_steps(directory: Path, expansion_of: str | None) -> list[str]:
    """The commands that go on from a start."""
    path = path_argument(directory)
    play = f"ruleset play {expansion_of} --expansion {path}" if expansion_of else f"ruleset play {path}"
    return [f"ruleset check {path}", f"ruleset test {path}", play]


def id_from_title(text: str) -> str:
    """An id made of a text. Raises `click.ClickException` where none can be."""
    name = re.sub(r"[^a-z0-9]+", "_", _fold(text).lower()).strip("_")
    if not is_name(name):
        raise click.ClickException(
            f"`{text}` cannot be an id: begin with a letter; letters a to z, digits and _ may follow."
        )
    if name in PLAIN_WORDS:
        raise click.ClickException(f"`{name}` cannot be an id: it means something else in YAML; choose another.")
    return name


def _fold(text: str) -> str:
    """A text without accents, so that an id can be made of it."""
    return "".join(char for char in normalize("NFKD", text) if not combining(char))


def path_argument(directory: Path) -> str:
    """A directory as a command takes it: never mistaken for a name."""
    return str(directory) if directory.is_absolute() else f"./{directory.as_posix()}"


# `ruleset new`: a game or an expansion to start from.


@click.command(
    epilog=examples(
        "ruleset new ./my_game",
        'ruleset new ./my_game --title "My Game"',
        "ruleset new ./more_chips --expansion-of troyes_dice",
        "ruleset new ./rich_troyes --variant-of troyes",
        'ruleset new ./my_game --card charm --title "Lucky coin"',
    ),
)
@click.argument("directory", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--title", metavar="TEXT", help="Its name for players; by default made from the directory's.")
@click.option("--expansion-of", metavar="GAME", shell_complete=complete_game, help="Start an expansion of this game.")
@click.option("--variant-of", metavar="GAME", shell_complete=complete_game, help="Start a variant of this game.")
@click.option("--card", metavar="KIND", help="Add a card of this kind to the game or expansion in DIR.")
@click.option("--id", "card_id", metavar="NAME", help="With --card: its id; the default is made from its title.")
@data_option
def new_command(
    directory: Path,
    title: str | None,
    expansion_of: str | None,
    variant_of: str | None,
    card: str | None,
    card_id: str | None,
    data: tuple[Path, ...],
) -> None:
    """Start a new game, expansion or variant from a template, or a card in one.

    The directory's name becomes its id. What is written checks and plays; change it from there.

    --card KIND adds a card with all facts of its kind to a game or expansion that is there already.
    """
    if card is not None:
        _add_card(
            directory, card, card_id, title, "expansion" if expansion_of else "variant" if variant_of else "", data
        )
        return
    if card_id is not None:
        raise click.UsageError("--id goes with --card.")
    if expansion_of and variant_of:
        raise click.UsageError("--expansion-of and --variant-of do not go together.")
    start = "expansion" if expansion_of else "variant" if variant_of else "game"
    for file in write_template(directory, start, expansion_of or variant_of, title, data):
        click.echo(f"wrote {file}")
    click.echo("\nNext:\n" + "\n".join(f"  {line}" for line in next_steps(directory, expansion_of)))


def _add_card(
    directory: Path, kind: str, card_id: str | None, title: str | None, start: str, data: tuple[Path, ...]
) -> None:
    from ruleset_core.cli.card_tables import add_card

    if start:
        raise click.UsageError(f"--card adds to what is there; start the {start} first, without --card.")
    title = checked_title(title or (card_id or f"new_{kind}").replace("_", " ").capitalize())
    name = id_from_title(card_id if card_id is not None else title)
    file = add_card(directory, kind, name, title, data)
    click.echo(f"wrote the card `{name}` at the end of {file}")
    path = path_argument(directory)
    counted = f", count it in `total` of `{kind}`" if (directory / GAME_FILE).is_file() else ""
    click.echo(f"\nNext: open {file}, say what the card does{counted}, then\n  ruleset check {path}")


# `ruleset rename`: another name for something of a game, in all files that name it.


@click.command(
    epilog=examples(
        "ruleset rename ./my_game pot bowl",
        "ruleset rename ./my_game member.colour.red crimson --dry-run",
        "ruleset rename ./my_game my_game/game.yaml:45:14 won",
    )
)
@game_argument
@click.argument("old")
@click.argument("new")
@click.option("--dry-run", is_flag=True, help="Change nothing; print what would change.")
@data_option
def rename_command(game: str, old: str, new: str, dry_run: bool, data: tuple[Path, ...]) -> int:
    """Rename something of a game in all files that name it.

    OLD is a name, such as `pot`; with its section, `state.pot`, where several things are called so; or the place of a name,
    FILE:LINE:COLUMN. Effects, scenarios, looks, lessons, rules texts, translations and expansions are changed, and nothing is
    written unless the game then means the same. Python of the game is left alone; lines there that have the name are listed.

    The exit code is 0 when all went well, 1 when it cannot be called so, 2 for wrong usage.
    """
    from ruleset_core.check.fixes import write_changes
    from ruleset_core.check.renaming import named_in_python, rename
    from ruleset_core.check.symbol_index import SymbolIndex
    from ruleset_core.check.targets import find_targets

    targets = find_targets([game], data)
    if len(targets) != 1:
        raise click.UsageError(f"`{game}` holds several games: name one.")
    index = SymbolIndex(targets[0])
    symbol = _symbol(index, old)
    changes = rename(index, targets[0], symbol, new)
    if not dry_run:
        write_changes(changes)
    for path, (before, after) in sorted(changes.items()):
        old_lines, new_lines = (text.decode("utf-8", "replace").splitlines(keepends=True) for text in (before, after))
        count = sum(one != other for one, other in zip(old_lines, new_lines, strict=False))
        if dry_run:
            click.echo("".join(difflib.unified_diff(old_lines, new_lines, str(path), str(path))), nl=False)
        click.echo(f"{'would change' if dry_run else 'changed'} {path}: {count} line{'s' * (count != 1)}", err=dry_run)
    for span in named_in_python(targets[0], symbol.name):
        click.echo(f"left alone {span.file}:{span.line}:{span.column}: Python", err=True)
    return 0


def _symbol(index: SymbolIndex, old: str) -> GameSymbol:
    """What OLD means in a game. Raises ClickException where it means nothing, or several things."""
    from ruleset_core.diagnostics import did_you_mean, friendly_list

    if match := re.fullmatch(r"(.+):(\d+):(\d+)", old):
        place = Path(match[1]).resolve()
        file = next((each for each in index.resolved.texts if Path(each).resolve() == place), match[1])
        found = index.symbol_at(file, int(match[2]), int(match[3]))
        if found is None:
            raise click.ClickException(f"There is no name at {old}.")
        return found[0]
    symbols = index.symbols_called(old)
    if len(symbols) == 1:
        return symbols[0]
    if symbols:
        fulls = [each.full for each in symbols]
        raise click.ClickException(f"`{old}` may be {friendly_list(fulls)}: write `{fulls[0]}`, say.")
    close = friendly_list(did_you_mean(old, {each.name for each in index.resolved.declared}))
    raise click.ClickException(f"Nothing is called `{old}` here." + (f" Did you mean {close}?" if close else ""))
