"""Where long work is kept while it is done, and who does it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from ruleset_core.cli.said.messages import say
from ruleset_core.record import state_directory

__all__ = ["place_of", "processors"]


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


def processors() -> int:
    """How many processes can work at the same time here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
