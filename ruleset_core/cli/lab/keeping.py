"""Where long work is kept while it is done, and who does it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from ruleset_core import BrokenRuleError, RulesetError
from ruleset_core.bots import BotError
from ruleset_core.cli.said.messages import say
from ruleset_core.processes import processors
from ruleset_core.record import state_directory
from ruleset_core.sim import KeptError
from ruleset_core.sim.workers import Backend
from ruleset_core.texts.bots import explain_bot

__all__ = ["crew_of", "kept_until_told", "named", "place_of", "processors", "remove", "went_wrong"]


def place_of(given: Mapping[str, Any], usual: str) -> Path:
    """The file of `--keep`, or else one of so usual a name, ready to be written to; with `--resume` as it is.

    Raises:
        click.UsageError: there is nothing to go on with, or something that would be lost.
    """
    lang = given["lang"]
    path: Path = given["keep"] or state_directory() / usual
    if given["resume"] and not path.exists():
        raise click.UsageError(say("sim_nothing_kept", lang))
    if given["keep"] and path.exists() and not given["resume"]:
        raise click.UsageError(say("sim_exists", lang, file=path))
    if not given["resume"]:
        path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


@contextmanager
def kept_until_told(paths: Sequence[Path], given: Mapping[str, Any], where: str = "sim_not_told") -> Iterator[None]:
    """Remove the files of kept work, unless `--keep` asks for them, once all has been printed and written.

    Where that fails, the message `where` names the files.
    """
    try:
        yield
    except BrokenPipeError:  # who reads it has seen enough, as `head` does
        remove(() if given.get("keep") else paths)
        raise
    except BaseException:
        click.echo(say(where, given["lang"], file=named(paths)), err=True)
        raise
    remove(() if given.get("keep") else paths)


def remove(paths: Sequence[Path]) -> None:
    """Remove files of kept work, as far as there are any."""
    for path in paths:
        path.unlink(missing_ok=True)


def named(paths: Sequence[Path]) -> str:
    """Files of kept work in a message."""
    return ", ".join(map(str, paths))


def went_wrong(error: RulesetError, done: int, path: Path | str, lang: str) -> click.ClickException:
    """What ended the work before its time, and where is what was done until then."""
    problem = str(error)
    if isinstance(error, BotError):
        problem = explain_bot(error, lang)
    elif isinstance(error, BrokenRuleError):
        problem = error.said(lang)
    if isinstance(error, KeptError) or not done:
        return click.ClickException(problem)
    return click.ClickException(say("sim_kept_so_far", lang, problem=problem, done=done, file=path))


def crew_of(given: Mapping[str, Any]) -> tuple[int, Backend | None]:
    """How many do the work, and who: processes of this machine for None. A cluster elsewhere has as many as there are unless it is said (0).

    Raises:
        click.UsageError: Ray is not installed, or not meant.
        RulesetError: there is no such cluster.
    """
    if given["backend"] != "ray":
        if given["ray_address"]:
            raise click.UsageError(say("ray_only", given["lang"]))
        return given["workers"] or processors(), None
    from ruleset_core.sim.on_ray import by_ray

    try:
        backend = by_ray(given["ray_address"])
    except ImportError:
        raise click.UsageError(say("ray_missing", given["lang"])) from None
    return given["workers"] or (0 if given["ray_address"] else processors()), backend
