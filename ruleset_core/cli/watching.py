"""Follows files that somebody saves, for `check --watch`, `test --watch`, `print --watch` and `dev`."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event
from time import process_time, sleep
from typing import Final, TypeVar

import click

from ruleset_core.cli.group import report_error
from ruleset_core.errors import LoadError, RulesetError
from ruleset_core.messages import message

Loaded = TypeVar("Loaded")

STEP: Final = 50
"""Milliseconds without a change after which what was saved is looked at."""
_ENDINGS: Final = frozenset({".yaml", ".yml", ".csv", ".po", ".json", ".svg", ".ttf", ".otf"})


def check_watchfiles(lang: str = "en") -> None:
    """Raise `click.ClickException` where what follows files is not installed."""
    try:
        import watchfiles  # noqa: F401
    except ImportError:
        raise click.ClickException(message("cli.watch.missing", lang)) from None


def is_game_file(path: str) -> bool:
    """Whether a file may belong to a game: no temporary file of an editor, nothing hidden."""
    name = Path(path).name
    return Path(name).suffix in _ENDINGS and not name.startswith((".", "~", "#"))


async def changed_files(directories: Iterable[Path]) -> AsyncIterator[Sequence[Path]]:
    """What is saved in directories and below, as it is; empty lists where nothing of a game was."""
    from watchfiles import awatch

    async for changes in awatch(*directories, watch_filter=lambda _, path: is_game_file(path), step=STEP):
        yield sorted({Path(path) for _, path in changes})


def game_directories(game: str, expansions: Iterable[str], roots: Sequence[Path]) -> list[Path]:
    """Where the files of a game lie, and those of expansions that are given as paths. Raises GameNotFoundError."""
    from ruleset_core.check.workspace import Workspace

    return [*Workspace(game, roots).directories, *(Path(each) for each in expansions if Path(each).is_dir())]


def run_again(
    directories: Iterable[Path], run: Callable[[Sequence[Path]], object], is_written: Callable[[Path], bool] = lambda _: False,
    lang: str = "en",
) -> int:  # fmt: skip
    """Run something now and after each save, until Ctrl-C; 0, as findings are no failure of it. What is wrong is told, and it goes on.

    `run` is told which files were saved; `is_written` says which ones it writes itself.
    """
    from watchfiles import watch

    stop = Event()

    def counts(_: object, path: str) -> bool:
        return is_game_file(path) and not is_written(Path(path))

    changes = watch(*directories, watch_filter=counts, step=STEP, stop_event=stop)
    with ThreadPoolExecutor(1) as beside:  # what is saved while something runs counts, too
        try:
            waiting = beside.submit(next, changes, None)
            _run(run, (), lang)
            while saved := waiting.result():
                waiting = beside.submit(next, changes, None)
                _run(run, sorted({Path(path) for _, path in saved}), lang)
        except KeyboardInterrupt:
            pass
        finally:
            stop.set()
    return 0


def load_after_saves(load: Callable[[], Loaded], places: Sequence[str], lang: str) -> Loaded:
    """What `load` gives. Where files of a game have mistakes, these are printed, and it loads again after each save in its directories.

    Raises what `load` raises where no place is a directory, and for anything but mistakes in files.
    """
    directories = [Path(each) for each in places if Path(each).is_dir()]
    while True:
        before = _written(directories)
        try:
            return load()
        except LoadError as error:
            if not directories:
                raise
            report_error(error)
        click.echo(message("cli.watch.waiting", lang), err=True)
        while _written(directories) == before:
            sleep(STEP / 1000)


def _written(directories: Iterable[Path]) -> dict[Path, int]:
    """When each file of a game was written."""
    files = [path for each in directories for path in each.rglob("*") if is_game_file(str(path))]
    written = {}
    for path in files:
        with suppress(OSError):  # an editor moves files while it saves
            written[path] = path.stat().st_mtime_ns
    return written


def _run(run: Callable[[Sequence[Path]], object], paths: Sequence[Path], lang: str) -> None:
    if sys.stdout.isatty():
        click.clear()
    began = process_time()
    try:
        run(paths)
    except click.ClickException as problem:
        problem.show()
    except (RulesetError, OSError) as problem:
        report_error(problem)
    took = f"{1000 * (process_time() - began):.0f}"
    saved = ", ".join(dict.fromkeys(each.name for each in paths))
    if saved:
        click.echo(message("cli.watch.after", lang, files=saved, ms=took), err=True)
    click.echo(message("cli.watch.waiting", lang), err=True)
