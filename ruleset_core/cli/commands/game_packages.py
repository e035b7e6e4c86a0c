"""Commands about games of others: `add`, `update`, `remove`; `pack` and `export` for one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruleset_core.cli.parameters import (
    ask_option,
    check_asks,
    complete_game,
    data_option,
    examples,
    expansion_option,
    lang_option,
    load_game,
)
from ruleset_core.files import HEADERS, replace_file
from ruleset_core.headers import is_older, read_header, version_key
from ruleset_core.installed import LibraryError, read_index
from ruleset_core.messages import message
from ruleset_core.safe_text import clean_line

if TYPE_CHECKING:
    from ruleset_core.check.checker import CheckReport
    from ruleset_core.packages.installation import GamePackage

yes_option = click.option("--yes", "-y", is_flag=True, help="Ask nothing.")


@click.command(
    epilog=examples(
        "ruleset add ./inn",
        "ruleset add inn-1.2.zip",
        "ruleset add https://example.org/inn-1.2.zip",
    )
)
@click.argument("source", metavar="DIRECTORY|FILE|URL")
@yes_option
@lang_option
def add_command(source: str, yes: bool, lang: str) -> int:
    """Add a game or an expansion of somebody else.

    It is checked first, and you are asked once you have seen what was found. What is added lies in a directory of
    yours ($RULESET_GAMES); every command finds it there by its name. A game is data: nothing of it is run as a program.
    """
    from ruleset_core.packages.installation import read_package

    return 0 if _offer(read_package(source), lang, yes=yes) else 1


def _offer(package: GamePackage, lang: str, *, yes: bool) -> bool:
    """Show a package with what `check` says, ask, and keep it; whether it is there now."""
    from ruleset_core.packages.installation import install, is_installed, missing_requirements

    if is_installed(package):
        click.echo(message("cli.add.there", lang, name=package.key, version=package.version))
        return True
    if wrong := missing_requirements(package):
        raise LibraryError("; ".join(wrong))
    click.echo("\n".join(_description(package, lang)))
    if _checked(package).errors:
        raise LibraryError(f"`{package.key}` {package.version} has mistakes and was not added")
    if not yes and not click.confirm(message("cli.add.ask", lang, name=package.key, version=package.version)):
        return False
    where = install(package)
    click.echo(message("cli.add.done", lang, name=package.key, version=package.version, path=where))
    if package.is_game:
        click.echo(message("cli.add.play", lang, name=package.key))
    else:
        click.echo(message("cli.add.play_expansion", lang, game=package.header.of, name=package.header.id))
    return True


def _checked(package: GamePackage) -> CheckReport:
    """What `ruleset check` says of a package; printed."""
    from ruleset_core.check.checker import check_paths
    from ruleset_core.cli.commands.checks import print_check_report
    from ruleset_core.packages.installation import staged

    with staged(package.files) as directory:
        report = check_paths([directory])
        print_check_report(report, "concise", timings=False)
    return report


def _description(package: GamePackage, lang: str) -> list[str]:
    header = package.header
    rows = [
        message("cli.add.what", lang, title=clean_line(header.title(lang)), name=package.key, version=package.version),
        message("cli.add.from", lang, source=clean_line(package.origin)),
        message(
            "cli.add.files", lang, count=len(package.files), kilobytes=-(-package.size // 1024), hash=package.hash[:16]
        ),
    ]
    return [*rows, *filter(None, [clean_line(header.rights.text(lang))])]


@click.command(epilog=examples("ruleset update", "ruleset update inn"))
@click.argument("names", nargs=-1, metavar="[NAME...]")
@yes_option
@lang_option
def update_command(names: Sequence[str], yes: bool, lang: str) -> int:
    """Look for newer versions of games and expansions that were added.

    Each is read again from where it came from. Older versions stay, so that saved games go on; `ruleset remove NAME
    --version` takes one out.
    """
    from ruleset_core.packages.installation import find_installed, read_package

    index = read_index()
    keys = [find_installed(name) for name in names] or [*index]
    if not keys:
        click.echo(message("cli.update.none", lang))
    failed = 0
    for key in keys:
        entry = index[key]
        try:
            source = entry.versions[entry.current].origin
            package = read_package(source, key)
            if is_older(entry.current, package.version):
                failed += not _offer(package, lang, yes=yes)
            else:
                words = {"name": key, "version": entry.current, "source": clean_line(source)}
                click.echo(message("cli.update.newest", lang, **words))
        except LibraryError as problem:
            click.echo(f"{key}: {clean_line(str(problem))}", err=True)
            failed += 1
    return int(failed > 0)


@click.command(epilog=examples("ruleset remove inn", "ruleset remove inn --version 1.1", "ruleset remove inn/winter"))
@click.argument("name")
@click.option("--version", metavar="N", help="Only this version.")
@yes_option
@lang_option
def remove_command(name: str, version: str | None, yes: bool, lang: str) -> int:
    """Remove a game or expansion that was added.

    Saved games that were played with it cannot be continued without it.
    """
    from ruleset_core.packages.installation import dependents, find_installed, remove

    key = find_installed(name)
    others = dependents(key) if version is None else []
    if others:
        click.echo(message("cli.remove.needed", lang, name=key, others=", ".join(others)))
    if not yes and not click.confirm(message("cli.remove.ask", lang, name=f"{key} {version}" if version else key)):
        return 1
    click.echo(message("cli.remove.done", lang, name=key, versions=", ".join(remove(key, version))))
    return 0


@click.command(epilog=examples("ruleset pack ./inn", "ruleset pack ./inn --out dist/inn.zip"))
@click.argument("directory", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--out", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@lang_option
def pack_command(directory: Path, out: Path | None, lang: str) -> int:
    """Pack a game or an expansion of yours into a file for `ruleset add`.

    It must be free of mistakes, and its header must have `version:` and `rights:`. Files of data go into it; programs and hidden files
    do not. The same files always make the same package.
    """
    from ruleset_core.check.checker import check_paths
    from ruleset_core.cli.commands.checks import print_check_report
    from ruleset_core.packages.archives import content_hash, package_bytes, package_files

    name = next((each for each in HEADERS if (directory / each).is_file()), None)
    if name is None:
        raise LibraryError(f"there is no {' or '.join(HEADERS)} in `{directory}`")
    report = check_paths([directory])
    print_check_report(report, "concise", timings=False)
    if report.errors:
        return 1
    header = read_header(directory / name)
    if version_key(header.version) is None:
        raise LibraryError(f'`{directory / name}` has no version: write `version: "1.0"`')
    if not header.rights.stated:
        raise LibraryError(
            f"`{directory / name}` does not say what others may do with it: write `rights: {{status: free, licence: CC BY 4.0}}`"
        )
    files, left_out = package_files(directory)
    target = out or Path(f"{header.id}-{header.version}.zip")
    replace_file(target, package_bytes(files, f"{header.id}-{header.version}"))
    for place in left_out:
        click.echo(message("cli.pack.left_out", lang, file=clean_line(place)), err=True)
    click.echo(message("cli.pack.done", lang, file=target, count=len(files), hash=content_hash(files)[:16]))
    return 0


@click.command(
    epilog=examples(
        "ruleset export pig --html pig.html",
        "ruleset export troyes_dice -x banquetes_y_asaltos --html evening.html",
        "ruleset export ./my_game --html my_game.html --languages en,es",
        "ruleset export ./my_game --html test.html --ask 'What was unclear?'   # for testers",
        "ruleset export --site public                     # all games that are free to publish",
        "ruleset export --site public go hex --title 'Our club'",
        "ruleset export troyes --tabletop-simulator ./tts --lang es",
    )
)
@click.argument("games", metavar="[GAME]...", nargs=-1, shell_complete=complete_game)
@expansion_option
@data_option
@click.option(
    "--html", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write one game as this file."
)
@click.option(
    "--site",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Write pages of these games, or of all that are free to publish, into this directory.",
)
@click.option(
    "--tabletop-simulator",
    "simulator",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write one game for Tabletop Simulator, as a saved object with pictures, into this directory.",
)
@click.option(
    "--url",
    default="",
    metavar="PREFIX",
    help="With --tabletop-simulator: the address where you put the pictures; by default they stay here.",
)
@click.option("--title", default="", help="Title of the site.")
@click.option(
    "--private-games",
    is_flag=True,
    help="A site shows games that may not be published freely, too. Their notice is shown.",
)
@click.option("--languages", metavar="LANG,LANG", default="", help="Only these languages; all, if you name none.")
@click.option(
    "--pyodide",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Pyodide from this directory, not fetched with npm.",
)
@ask_option
@lang_option
def export_command(
    games: tuple[str, ...],
    *,
    expansion: tuple[str, ...],
    data: tuple[Path, ...],
    html: Path | None,
    site: Path | None,
    simulator: Path | None,
    url: str,
    title: str,
    private_games: bool,
    languages: str,
    pyodide: Path | None,
    ask: tuple[str, ...],
    lang: str,
) -> int:
    """Write a game as one HTML file that anybody can play, a site of games, or for Tabletop Simulator.

    The file opens by a double click, without a network, on a computer or a phone: against bots, or several people at one screen. It holds
    the game with its rules and pictures, the pages of `ruleset serve` and Python for the browser (Pyodide), which is fetched once with npm.

    A site is a directory of static pages, for any host and any folder of it: a gallery, and for each game its rules and the game itself.
    What games share lies there once. Written again, a site replaces the one that was there.

    For Tabletop Simulator: decks, boards, tokens, dice and the rules. Copy the JSON file to its `Saves/Saved Objects`. Nothing is scripted.
    """
    from ruleset_core.cli.printing import export_simulator
    from ruleset_core.cli.site.site_export import SiteError, SiteRequest, check_place, export_site
    from ruleset_core.web.single_file.html_export import HtmlExport, export_html, known_languages
    from ruleset_core.web.single_file.python_parts import PYODIDE, PyodideMissing, find_pyodide

    if simulator is not None and html is None and site is None and len(games) == 1:
        export_simulator(load_game(games[0], expansion, data), simulator, url, lang)
        return 0
    if (
        url
        or simulator is not None
        or (html is None) == (site is None)
        or (html is not None and (len(games) != 1 or title or private_games))
    ):
        raise click.UsageError(message("cli.export.which", lang))
    if ask and html is None:
        raise click.UsageError(message("cli.playtests.ask_file", lang))
    tongues, asks = known_languages(languages), check_asks(ask, lang)

    def fetching() -> None:
        click.echo(message("cli.export.fetching", lang, version=PYODIDE), err=True)

    def step(key: str, values: Mapping[str, object]) -> None:
        click.echo(message(f"cli.export.site.{key}", lang, **values), err=True)

    try:
        if site is not None:
            check_place(site)
            wanted = SiteRequest(
                games=games,
                expansions=expansion,
                roots=data,
                languages=tongues,
                title=title,
                private_games=private_games,
            )
            made = export_site(wanted, site, find_pyodide(pyodide, fetching), step)
            click.echo(message("cli.export.site.done", lang, directory=site, count=len(made)))
            return 0
        assert html is not None
        found = find_pyodide(pyodide, fetching)
        click.echo(message("cli.export.working", lang), err=True)
        content = export_html(HtmlExport(games[0], expansion, data, tongues, asks), found).encode()
    except PyodideMissing as missing:
        raise LibraryError(
            message(f"cli.export.pyodide.{missing.key}", lang, detail=clean_line(missing.detail))
        ) from None
    except SiteError as error:
        raise LibraryError(error.why(lang)) from None
    replace_file(html, content)
    click.echo(message("cli.export.done", lang, file=html, size=f"{len(content) / 1e6:.1f}"))
    return 0
