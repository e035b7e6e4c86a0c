"""Warnings about what is legal and yet looks like a slip. Each lint is a function of a linked game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ruleset_core.check import lints_entries, lints_names, lints_play
from ruleset_core.lang.link import Linker
from ruleset_core.model.diagnostic import Diagnostic

Lint = Callable[[Linker], Iterator[Diagnostic]]

OF_FILES: tuple[Lint, ...] = (
    lints_entries.missing_header,
    lints_entries.odd_one_out,
    lints_names.misspelt_ids,
    lints_names.unknown_hints,
)
"""Lints that look at what is written; they help in files with errors too."""

OF_PLAY: tuple[Lint, ...] = (
    lints_play.fields_never_set,
    lints_play.fields_never_read,
    lints_play.options_never_offered,
    lints_play.events_nobody_hears,
)
"""Lints that look at what effects do; with effects that cannot be read they would be wrong."""


def lint(linker: Linker, *, sound: bool) -> list[Diagnostic]:
    """All warnings about a game; `sound` says whether it is free of errors."""
    lints = (*OF_FILES, *OF_PLAY) if sound else OF_FILES
    return [found for each in lints for found in each(linker)]
